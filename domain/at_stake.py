"""What a deal is about: who is left, what is left to win, and whether a proposal is still about that (DEAL-1)."""

from domain import clock
from domain.decisions import Rejection, refuse
from domain.payouts import by_place
from domain.state import Entry, Tournament


def players_left(state: Tournament) -> tuple[Entry, ...]:
    """Return the entries that are in and would share in a deal, by number."""
    numbers = (number for table in state.tables.values() for number in table.seats.values())
    sitting = (state.entries[number] for number in sorted(numbers))
    return tuple(entry for entry in sitting if entry.status == "alive")


def open_prizes(state: Tournament) -> tuple[int, ...]:
    """Return what the places of those left are paid, the best first; after a deal what it left to play for."""
    agreed = state.deals.agreed
    return by_place(state)[: state.alive] if agreed is None else (agreed.left,)


def no_talk(state: Tournament) -> Rejection | None:
    """Return why a command that belongs into a deal talk is refused: there is none."""
    if refusal := clock.not_running(state):
        return refusal
    if state.deals.talk is None:
        return refuse("DEAL-1", "no_talk", "there is no deal talk", "open one first")
    return None


def no_more(state: Tournament) -> Rejection | None:
    """Return why a talk comes to nothing any more: there is none, or play has ended while it was on."""
    if refusal := no_talk(state):
        return refusal
    if state.ended_at is None:
        return None
    return refuse(
        "DEAL-1", "play_ended", "play has ended: there is nothing left to deal about", "finish the tournament"
    )


def voting(state: Tournament) -> Rejection | None:
    """Return why the talk cannot go on: a vote is on."""
    talk = state.deals.talk
    if talk is None or talk.vote is None:
        return None
    return refuse("DEAL-1", "voting", "the players vote", "wait for the result", vote=talk.vote.number)


def stale(state: Tournament) -> bool:
    """Return whether the proposal at hand is of other players than those left, or divides something else."""
    of = state.deals.proposal
    if of is None:
        return True
    shared = of.left + sum(amount for *_, amount in of.shares)
    entries = tuple(number for number, *_ in of.shares)
    return shared != sum(open_prizes(state)) or entries != tuple(entry.number for entry in players_left(state))


def not_at_hand(state: Tournament, number: int) -> Rejection | None:
    """Return why this proposal cannot be agreed to: it is not the one at hand, or not of those left any more."""
    of = state.deals.proposal
    if of is None or of.number != number:
        found = None if of is None else of.number
        words = "nothing has been proposed" if found is None else f"proposal {found} is at hand, not {number}"
        return refuse("DEAL-1", "not_at_hand", words, "look at the talk again", proposal=found)
    if stale(state):
        return refuse(
            "DEAL-1", "stale_proposal", "it is of other players or prizes than those left", "propose a deal anew"
        )
    return hand_in_progress(state)


def hand_in_progress(state: Tournament) -> Rejection | None:
    """Return why no stack is as it was counted: a hand is being played."""
    if not state.dealing:
        return None
    return refuse("DEAL-1", "hand_in_progress", "a hand is still being played", "wait until every hand is over")
