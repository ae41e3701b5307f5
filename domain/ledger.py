"""What the club pays out: each player's prize as credits of a ledger, their writing, its hold and its release.

The ledger keeps no balance of a player: it says what this tournament owes him.  Credits come in versions, 1 first: the
prizes of the finish, then whatever a correction or a cancellation changes, as adjusting rows.  One version is asked for
at a time under the key (tournament, version), and the first write of a version stands whatever is asked for later, so a
failure pays nobody and a repeat pays nobody twice (PRZ-7).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from immutables import Map

from domain import bounties, mystery
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Decision, Unchanged, refuse
from domain.ids import PlayerId
from domain.journal import Credit, CreditReason, CreditRequest, CreditResult
from domain.state import Tournament

_PLAYED = frozenset({"prizes_pending", "finished"})
"""Statuses in which prizes are owed: the places are recorded."""


def owed(state: Tournament) -> dict[PlayerId, int]:
    """Return what each player wins by places and heads, in minor units; nobody anything once it is cancelled."""
    won: Counter[PlayerId] = Counter()
    if state.status in _PLAYED:
        for entry, amount in state.prizes.items():
            won[state.entries[entry].player] += amount
        for player, amount in bounties.owed(state):
            won[player] += amount
    return {player: amount for player, amount in won.items() if amount}


def difference(state: Tournament) -> tuple[Credit, ...]:
    """Return the credits that bring the ledger to what is owed, by player; below zero: taken back (PRZ-7)."""
    due, credited = owed(state), state.ledger.credited
    reason: CreditReason = "correction" if credited else "prize"
    if state.status == "cancelled":
        reason = "cancellation"
    missing = {player: due.get(player, 0) - credited.get(player, 0) for player in {*due, *credited}}
    return tuple(
        Credit(player=player, amount=amount, reason=reason) for player, amount in sorted(missing.items()) if amount
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A player of whom results, record and ledger do not say the same, in minor units (PRZ-7).

    `owed` is what he wins by the results as they are, `recorded` what he was credited with according to the record, and
    `held` what the ledger has for him.
    """

    player: PlayerId
    owed: int
    recorded: int
    held: int


def differences(state: Tournament, versions: Iterable[CreditResult] | None = None) -> tuple[Difference, ...]:
    """Return the players of whom results, record and ledger do not say the same, by player; none when all is paid out.

    Args:
        state: the tournament, up to its last event.
        versions: the valid versions as they are in the ledger; None: as they are on record.
    """
    due, told = owed(state), state.ledger.credited
    held: Counter[PlayerId] = Counter(dict(told))
    if versions is not None:
        held = Counter()
        for version in versions:
            for credit in version.credits:
                held[credit.player] += credit.amount
    lines = (
        Difference(player=player, owed=due.get(player, 0), recorded=told.get(player, 0), held=held[player])
        for player in sorted({*due, *told, *held})
    )
    return tuple(line for line in lines if not line.owed == line.recorded == line.held)


def request(state: Tournament) -> CreditRequest | None:
    """Return the version of the credits to be written next; None: none is, or they are held.

    One that may be under way when it is not wanted any more is closed first, by asking for it without a credit: either
    it was written in time, and says so, or it never will be (PRZ-8).
    """
    if state.status not in _PLAYED and state.status != "cancelled":
        return None
    ledger = state.ledger
    if not ledger.closing and (ledger.held or mystery.last_draw(state) is not None):
        return None
    wanted = () if ledger.closing else difference(state)
    if not wanted and not ledger.closing:
        return None
    return CreditRequest(tournament=state.id, version=ledger.version + 1, results=state.results_version, credits=wanted)


def recorded(state: Tournament, result: CreditResult) -> tuple[e.CreditsRecorded, ...]:
    """Return a version of the credits as the ledger has it; none where it is on record already."""
    if result.version != state.ledger.version + 1:
        return ()
    told = tuple((credit.player, credit.amount, credit.reason) for credit in result.credits)
    return (e.CreditsRecorded(version=result.version, results=result.results, credits=told),)


def settled(state: Tournament) -> bool:
    """Return whether every prize is credited and no hold is set, so that the tournament can end (LIFE-9)."""
    return not state.ledger.held and request(state) is None


def hold_payouts(state: Tournament, command: c.HoldPayouts) -> Decision:
    """Credit nothing until the hold is released; before the finish or after it (PRZ-8)."""
    if state.status in {"draft", "cancelled"}:
        return refuse("LIFE-1", "wrong_status", f"the tournament is {state.status}", status=state.status)
    if state.profile.prizes != "pool":
        return refuse("PRZ-8", "no_payouts", "the prizes here are no money: nothing is paid out")
    if state.ledger.held:
        return Unchanged(note=f"the payouts are held already: {state.ledger.held}")
    return (e.PayoutsHeld(reason=command.reason),)


def release_payouts(state: Tournament, command: c.ReleasePayouts) -> Decision:
    """Let the credits be written that were held (PRZ-8)."""
    if state.status == "draft":
        return refuse("LIFE-1", "wrong_status", f"the tournament is {state.status}", status=state.status)
    if not state.ledger.held:
        return Unchanged(note="the payouts are not held")
    return (e.PayoutsReleased(reason=command.reason),)


def evolve_held(state: Tournament, event: e.PayoutsHeld) -> Tournament:
    """Apply a hold."""
    return replace(state, ledger=replace(state.ledger, held=event.reason))


def evolve_released(state: Tournament) -> Tournament:
    """Apply a release; a version that is being closed is closed first."""
    return replace(state, ledger=replace(state.ledger, held=""))


def evolve_unwanted(before: Tournament, state: Tournament) -> Tournament:
    """Close the version that was asked for before an event and is not after it: it may be under way (PRZ-8).

    A hold does that, a cancellation, or a correction that is taken back.
    """
    unmoved = (
        before.ledger is state.ledger
        and before.prizes is state.prizes
        and before.kept_heads is state.kept_heads
        and before.players is state.players
        and before.status == state.status
    )
    if unmoved or before.ledger.version != state.ledger.version or state.ledger.closing:
        return state
    if request(before) is None or request(state) is not None:
        return state
    return replace(state, ledger=replace(state.ledger, closing=True))


def evolve_recorded(state: Tournament, event: e.CreditsRecorded) -> Tournament:
    """Apply a version of the credits."""
    ledger = state.ledger
    credited = dict(ledger.credited)
    for player, amount, _ in event.credits:
        credited[player] = credited.get(player, 0) + amount
    return replace(
        state,
        ledger=replace(
            ledger,
            version=event.version,
            closing=False,
            total=ledger.total + sum(amount for _, amount, _ in event.credits),
            credited=Map({player: amount for player, amount in credited.items() if amount}),
        ),
    )
