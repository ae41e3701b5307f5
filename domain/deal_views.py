"""What is seen of a deal: the talk and its vote by all, the amounts by those whom they are of (DEAL-1)."""

from typing import Any

from domain.state import Tournament
from domain.times import to_text

Row = dict[str, Any]


def talk(state: Tournament) -> Row | None:
    """Return the talk that is on; of a vote how many have cast a ballot, never who said what.  None: there is none."""
    deals = state.deals
    if deals.talk is None or not state.running:
        return None
    of, vote = deals.proposal, deals.talk.vote
    return {
        "since": to_text(deals.talk.since),
        "proposal": None
        if of is None
        else {
            "proposal": of.number,
            "method": of.method,
            "players": len(of.shares),
            "shared": sum(amount for *_, amount in of.shares),
            "left_to_play_for": of.left,
            "above_first": of.above_first,
            "below_last": of.below_last,
            "chips_off": of.chips_off,
        },
        "vote": None
        if vote is None
        else {
            "vote": vote.number,
            "voters": len(vote.voters),
            "cast": len(vote.cast),
            "closes_at": to_text(vote.closes_at),
            "closed": vote.closed,
        },
    }


def agreed(state: Tournament) -> Row | None:
    """Return what was agreed, without the players' amounts; None: nothing was."""
    of = state.deals.agreed
    if of is None:
        return None
    return {
        "method": of.method,
        "players": len(of.shares),
        "shared": sum(amount for *_, amount in of.shares),
        "left_to_play_for": of.left,
    }


def share(state: Tournament, number: int) -> int | None:
    """Return what an entry gets by the deal agreed and by the proposal of the talk that is on; None: by neither."""
    deals = state.deals
    at_hand = deals.proposal if deals.talk is not None and state.running else None
    gives = [
        amount
        for of in (deals.agreed, at_hand)
        if of is not None
        for entry, _, _, amount in of.shares
        if entry == number
    ]
    return sum(gives) if gives else None
