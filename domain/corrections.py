"""Records put right: what every correction of a knockout has in common (AUD-5).

A correction is an event of its own; the one that it corrects stays in the record.  What follows from it is recomputed
whole: credits, heads up to the last knockout that took what an earlier one had added, draws that are due, ranks, and,
once places are on record, a new version of them with their prizes.  Nobody plays on after the finish: of a tournament
that is over, a bust is moved to who was in to the end, or to another place in the order.

Heads follow the order in which knockouts were recorded; a killer who was out by then, or in the same hand, has no head
of his own any more.
"""

from domain import bounties
from domain import events as e
from domain.changes import replace
from domain.decisions import Rejection, refuse
from domain.ids import PlayerId
from domain.state import Knockout, Tournament


def over(state: Tournament) -> bool:
    """Return whether play is over and places are on record: only results change any more."""
    return state.results_version > 0


def not_played(state: Tournament) -> Rejection | None:
    """Return why there is nothing to correct: nothing was played yet, or it was called off."""
    if state.status in {"draft", "registration_open", "cancelled"} or not state.drawn:
        return refuse(
            "LIFE-1", "wrong_status", f"the tournament is {state.status}: no knockout stands", status=state.status
        )
    return None


def on_record(state: Tournament, number: int) -> Knockout | Rejection:
    """Return the knockout record of this number as far as it counts, or why it does not."""
    knockout = state.knockouts.get(number)
    if knockout is None:
        return refuse(
            "AUD-5", "no_such_knockout", f"there is no knockout {number}", "look at the busts again", knockout=number
        )
    if knockout.voided_at is not None:
        return refuse("AUD-5", "voided", f"knockout {number} has been taken back", "record it anew", knockout=number)
    return knockout


def killers_fault(
    state: Tournament,
    knockout: Knockout,
    killers: tuple[PlayerId, ...],
    *,
    victim: PlayerId,
    confirmed: bool,
) -> Rejection | None:
    """Return why these cannot have knocked the player out by this knockout."""
    if victim in killers:
        return refuse("KO-1", "self_knockout", f"{victim} cannot knock himself out", "name the killers", player=victim)
    if killers and knockout.cause != "knockout":
        return refuse("KO-1", "no_killer", f"a player {knockout.cause} has no killer", "name none")
    if len(set(killers)) < len(killers):
        return refuse("KO-3", "killer_named_twice", "a killer is named once", "name each of them once")
    for killer in killers:
        entry = bounties.entry_then(state, killer, knockout.number)
        if entry is None:
            return refuse(
                "KO-1", "unknown_killer", f"{killer} was not in then", "name who won the chips", player=killer
            )
        gone = entry.knockout is not None and entry.knockout < knockout.number
        together = gone and bounties.same_hand(state, entry.knockout or 0, knockout.number)
        if gone and not together and killer not in knockout.killers and not confirmed:
            return refuse(
                "KO-1",
                "killer_out",
                f"{killer} was out by then",
                "confirm with killer_out_confirmed if that is right",
                player=killer,
            )
    return None


def counted(state: Tournament) -> tuple[Knockout, ...]:
    """Return the knockouts by which somebody is out, or will be unless he comes back, as they were recorded."""
    entries = state.entries
    return tuple(
        knockout
        for number, knockout in sorted(state.knockouts.items())
        if entries[knockout.entry].knockout == number and entries[knockout.entry].status in {"out", "pending"}
    )


def as_ranked(of: Knockout) -> e.Ranked:
    """Return a knockout record as the order of the busts has it."""
    return e.Ranked(knockout=of.number, bust=of.bust, rank=of.rank, stack=of.stack, order=of.order)


def stacks_wanted(field: str) -> Rejection:
    """Return the refusal of a hand that cannot be ranked (RUL-7)."""
    return refuse(
        "RUL-7",
        "count_needed",
        f"players out in one hand are ranked by their stacks, so it needs the field {field}",
        "send each one's stack at the start of the hand, or each one's order",
        field=field,
    )


def evolve_ranks(state: Tournament, ranked: tuple[e.Ranked, ...]) -> Tournament:
    """Apply bust numbers and ranks."""
    records = state.knockouts.mutate()
    for of in ranked:
        records[of.knockout] = replace(records[of.knockout], bust=of.bust, rank=of.rank, stack=of.stack, order=of.order)
    return replace(state, knockouts=records.finish())
