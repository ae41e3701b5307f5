"""An evening whose books are looked at: finished, paid, counted."""

from typing import Any

from domain.reconciliation import Reconciliation, reconciliation
from domain.settlement import open_shares, refund_shares
from domain.state import Tournament
from tests.domain.floor import Answer, Body, Evening, P, evening, knock_out

POOL: Body = {
    "profile": "tda-2024-v1",
    "no_show": "drop",
    "prices": {"rebuy": 1_000, "add_on": None, "parts": {"buy_in": {"rake": 100}, "rebuy": {"rake": 100}}},
    "windows": {"late_registration": None, "rebuy": {"kind": "level", "level": 3}},
}


def over(players: int = 4, **terms: Any) -> Evening:
    """Return a finished evening that the first player has won, with nothing paid and nothing counted."""
    night = evening(players, **{**POOL, "bounty": "none", **terms})
    for number in range(players, 1, -1):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:11", "finish")
    assert night.status() == "finished"
    return night


def settled(night: Evening, when: str = "19:20") -> Evening:
    """Have everybody pay what he owes and get back what is due to him."""
    for player in sorted(night.state.players):
        if owed := sum(share for _, share in open_shares(night.state, player)):
            night.must(when, "settle", player=player, amount=owed, method="cash", seen=night.state.seq)
        if due := sum(share for _, share in refund_shares(night.state, player)):
            night.must(when, "mark_refunded", player=player, amount=due, method="cash")
    return night


def counted(night: Evening, off: int = 0, when: str = "19:21") -> Evening:
    """Count the chips of everybody left: all that are in play, or so many more."""
    living = [entry for entry in night.state.entries.values() if entry.status == "alive"]
    share, rest = divmod(night.state.chips_in_play + off, len(living))
    stacks = [{"player": entry.player, "chips": share + (rest if n == 0 else 0)} for n, entry in enumerate(living)]
    night.must(when, "count_chips", stacks=stacks)
    return night


def books(night: Evening | Tournament) -> Reconciliation:
    """Return how the books stand."""
    return reconciliation(night.state if isinstance(night, Evening) else night)


def differences(night: Evening | Tournament) -> dict[str, int]:
    """Return what is off, and by how much."""
    return {each.id: each.amount for each in books(night).differences}


def explain(night: Evening, difference: str, reason: str, when: str = "19:30") -> Answer:
    """Explain a difference with the amount that it has."""
    amount = differences(night).get(difference, 0)
    return night.ask(when, "explain_difference", difference=difference, amount=amount, reason=reason)
