"""A round of hand-for-hand as it stands: who has still to play, and who went out in it (RUL-1)."""

from collections.abc import Iterable

from domain.decisions import Rejection, refuse
from domain.events import Busted
from domain.same_hand import Out, ranks, uncounted
from domain.state import HandForHand, Knockout, Tournament
from domain.table_sizes import mask_of, numbers

AT_THE_TABLE = frozenset({"knockout", "blinded_out"})
"""Causes that belong to a hand: reported between two rounds, they are of the hand just played."""


def in_round(state: Tournament) -> HandForHand | None:
    """Return hand-for-hand while one of its hands is being played; None between rounds, and without it."""
    hand_for_hand = state.hand_for_hand
    return hand_for_hand if hand_for_hand is not None and hand_for_hand.on else None


def playable(state: Tournament) -> int:
    """Return the tables at which a hand can be played: two players or more."""
    about_to_break = numbers(state.breaking)
    mask = mask_of(tuple(table for table in about_to_break if len(state.tables[table].seats) > 1))
    for tables in state.sizes[2:]:
        mask |= tables
    return mask


def unfinished(state: Tournament) -> int:
    """Return the tables that have still to finish their hand of the round; one that broke or emptied has not."""
    current = in_round(state)
    if current is None:
        return 0
    # A hand in which all but one went out is over when its table says so.
    alone = state.sizes[1] if len(state.sizes) > 1 else 0
    return current.waiting & (playable(state) | (state.dealing & alone))


def standing(state: Tournament) -> tuple[Knockout, ...]:
    """Return the busts of the round that is on, without those taken back and those whose players have come back."""
    return of_round(state, in_round(state))


def of_round(state: Tournament, current: HandForHand | None) -> tuple[Knockout, ...]:
    """Return the busts of a round, on or over, that stand."""
    if current is None:
        return ()
    return tuple(bust for number in current.busts if _stands(state, bust := state.knockouts[number]))


def _stands(state: Tournament, bust: Knockout) -> bool:
    current = state.current(bust.player)
    return (
        bust.voided_at is None
        and current is not None
        and current.number == bust.entry
        and current.status in {"out", "pending"}
    )


def ranked(state: Tournament, of: HandForHand, late: Iterable[Busted] = ()) -> tuple[tuple[int, int], ...]:
    """Return (knockout record, rank) of a round's busts, and of those `late` that are reported only now.

    Those whose stacks are wanting share a rank.
    """
    outs = [*((bust.number, out_of(bust)) for bust in of_round(state, of)), *((b.knockout, out_of(b)) for b in late)]
    given = ranks(state.profile.same_hand_busts, [out for _, out in outs])
    return tuple((number, rank) for (number, _), rank in zip(outs, given, strict=True))


def stacks_wanted(state: Tournament) -> tuple[int, ...]:
    """Return the knockout records of the round whose stacks it takes to rank it: the round waits for them (RUL-7)."""
    busts = standing(state)
    return tuple(busts[n].number for n in uncounted(state.profile.same_hand_busts, [out_of(bust) for bust in busts]))


def out_of(knockout: Knockout | Busted) -> Out:
    """Return a bust as it is ranked."""
    return Out(table=knockout.chair[0], stack=knockout.stack, order=knockout.order)


def round_of(state: Tournament, *, in_hand: bool, last: bool = False) -> HandForHand | None:
    """Return the round that a bust recorded now is of; None: of none.

    Who went out in a hand and is reported between two rounds went out in the round just played; who leaves then did
    not.  After hand-for-hand has ended, only the report can say that it was in its `last` round.
    """
    current = state.hand_for_hand
    if current is None:
        return state.last_round if last else None
    if current.on:
        return current
    played = current if current.round else state.last_round
    return played if in_hand else None


def bust_number(state: Tournament, of: HandForHand | None) -> int:
    """Return the number of a bust recorded now: that of its round, if it is of one."""
    return state.busts + 1 if of is None or of.bust is None else of.bust


def may_deal(state: Tournament, table: int) -> Rejection | None:
    """Return why a table deals no hand now: it has played its one of the round, and others have not (RUL-1)."""
    current = in_round(state)
    if current is None or unfinished(state) >> table & 1:
        return None
    others = unfinished(state).bit_count()
    waits_for = f"{others} tables have not" if others else "the round waits for stacks"
    return refuse(
        "RUL-1",
        "hand_played",
        f"table {table} has played its hand of round {current.round}, and {waits_for}",
        "wait for the next round",
        table=table,
        round=current.round,
        unfinished=others,
    )
