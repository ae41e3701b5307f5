"""Where button and blinds go: the dead button, heads-up, who is big blind next, and the worst free seat (SEAT-9)."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from domain.clock import level_time, when_played
from domain.profiles import Came, NewcomerWaits
from domain.state import Deal, Table, Tournament
from domain.table_sizes import seats_at

SILENT = timedelta(minutes=10)
"""A table that has not been heard of for so long, while levels ran, has played hands that nobody reported."""
TOLD = timedelta(minutes=5)
"""So long does what the floor said of a button stand at a table that does not report its hands."""


HEADS_UP = 2
"""So many players are needed for a hand; of just so many the button is the small blind."""


def after(seat: int, seats: Iterable[int]) -> int:
    """Return the next of these seats to the left of a seat, round the table; alone, the seat itself.

    Raises:
        ValueError: there are no seats.
    """
    return min(seats, key=lambda other: (other - seat - 1) % _ROUND)


def before(seat: int, seats: Iterable[int]) -> int:
    """Return the next of these seats to the right of a seat, round the table; alone, the seat itself.

    Raises:
        ValueError: there are no seats.
    """
    return min(seats, key=lambda other: (seat - other - 1) % _ROUND)


_ROUND = 100
"""More seats than any table has: differences of seats modulo this are in the order of the deal."""


def between(seat: int, first: int, last: int) -> bool:
    """Return whether a seat lies strictly between two others, from the first round to the left."""
    return 0 < (seat - first) % _ROUND < (last - first) % _ROUND


def first_deal(button: int, occupied: Collection[int], hand: int = 1) -> Deal | None:
    """Return a table's first hand with the button on a seat: the blinds are the next players to its left (SEAT-3).

    With two players the button is the small blind (TDA 34B); None: fewer than two sit there.
    """
    if len(occupied) < HEADS_UP:
        return None
    if len(occupied) == HEADS_UP:
        dealer = button if button in occupied else after(button, occupied)
        return Deal(button=dealer, small_blind=dealer, big_blind=after(dealer, occupied), hand=hand)
    small = after(button, occupied)
    return Deal(button=button, small_blind=small, big_blind=after(small, occupied), hand=hand)


def following(deal: Deal, occupied: Collection[int]) -> Deal | None:
    """Return the hand after this one (TDA 32): the big blind goes to the next player, the others follow it.

    The small blind goes to the seat that was big blind, the button to the one that was small blind, whoever sits there
    or not.  Of two players the one who was not big blind is it now, and the other has button and small blind (TDA 34B).

    Args:
        deal: the hand before.
        occupied: the seats of those who have chips when the next hand begins; with fewer than two there is none.
    """
    if len(occupied) < HEADS_UP:
        return None
    big = after(deal.big_blind, occupied)
    if len(occupied) == HEADS_UP:
        small = button = after(big, occupied)
    else:
        small, button = deal.big_blind, deal.small_blind
        if not between(small, button, big):
            # Nobody is left to whom the button could pass but who sat down between the blinds meanwhile.
            button = before(small, (seat for seat in occupied if seat != big))
    return Deal(button=button, small_blind=small, big_blind=big, hand=deal.hand + 1)


def next_deal(table: Table, *, without: Collection[int] = ()) -> Deal | None:
    """Return button and blinds of a table's next hand, from its last one or its drawn first button.

    None: neither is known, or fewer than two can play.  Whether what is known still holds says `button_known`.

    Args:
        table: the table.
        without: seats that are kept and not played, as those of pending busts.
    """
    occupied = [seat for seat in table.seats if seat not in without]
    if table.deal is not None:
        return following(table.deal, occupied)
    if table.button_drawn is not None:
        return first_deal(table.button_drawn, occupied, table.dealt + 1)
    return None


def button_known(state: Tournament, number: int, at: datetime | None = None) -> bool:
    """Return whether the system knows where a table's button is (SEAT-5).

    It does from the draw of a first button until play goes on, while the table reports its hands, and for a short while
    after the floor has told it.  A table that falls silent is not trusted: its button has moved.

    Args:
        state: the tournament.
        number: the table.
        at: the instant; without one, that of the last event.
    """
    table = state.tables.get(number)
    if table is None or state.clock is None:
        return False
    trusted = _trusted(table)
    return trusted is not None and level_time(state, at or state.last_at) - table.heard <= trusted


def _trusted(table: Table) -> timedelta | None:
    """Return how long levels may run before what was heard of a table's button is worth nothing; None: it is now."""
    if table.deal is not None:
        return TOLD if table.deal.source == "told" and table.hand is None else SILENT
    return None if table.button_drawn is None else timedelta(0)


def unknown_from(state: Tournament, number: int) -> datetime | None:
    """Return from when on a table's button is not known any more if nothing is heard of it; None: it does not run out.

    That is so while no level runs, and where it is not known anyway.
    """
    if not button_known(state, number):
        return None
    table = state.tables[number]
    last = when_played(state, table.heard + (_trusted(table) or timedelta(0)))
    return None if last is None else last + timedelta(microseconds=1)


def idle_seats(state: Tournament, table: Table) -> tuple[int, ...]:
    """Return the seats that are kept for players without chips, who may still buy in again (KO-5)."""
    if not state.pending:
        return ()
    return tuple(seat for seat, of in sorted(table.seats.items()) if state.entries[of].status == "pending")


def next_big_blind(state: Tournament, number: int, at: datetime | None = None) -> int | None:
    """Return the seat that is big blind in a table's next hand; None: the button is not known, or nobody can play."""
    if not button_known(state, number, at):
        return None
    table = state.tables[number]
    coming = next_deal(table, without=idle_seats(state, table))
    return None if coming is None else coming.big_blind


def worst_free_seat(
    state: Tournament, number: int, *, taken: Collection[int] = (), at: datetime | None = None
) -> int | None:
    """Return the free seat that will be big blind soonest, a lone big blind included, never the small blind (TDA 11A).

    None: the button is not known, or no such seat is free.

    Args:
        state: the tournament.
        number: the table.
        taken: further seats that nobody can be sent to.
        at: the instant; without one, that of the last event.
    """
    if not button_known(state, number, at):
        return None
    table = state.tables[number]
    held = {*table.seats, *table.reserved, *taken}
    free = [seat for seat in range(1, seats_at(state, number) + 1) if seat not in held]
    last = _last_big_blind(table)
    if last is None:
        return None
    if len(table.seats) > 1:
        # With three or more the seat that was big blind is the small blind of the next hand.
        free = [seat for seat in free if seat != last]
    return after(last, free) if free else None


def _last_big_blind(table: Table) -> int | None:
    """Return the seat behind which the next big blind is looked for."""
    if table.deal is not None:
        return table.deal.big_blind
    first = next_deal(table)
    return None if first is None else first.small_blind


def waiting_seats(
    waits: NewcomerWaits, newcomers: Mapping[int, Came], deal: Deal, occupied: Collection[int]
) -> tuple[int, ...]:
    """Return the seats of the newcomers who are not dealt into a hand, by the way each of them came (SEAT-9).

    Heads-up, or where fewer than two would be left, everybody is dealt in.
    """
    if deal.button == deal.small_blind:
        return ()
    waiting = tuple(
        seat
        for seat, came in sorted(newcomers.items())
        if seat in occupied and _waits(getattr(waits, came), seat, deal)
    )
    return waiting if len(occupied) - len(waiting) > 1 else ()


def _waits(where: Collection[str], seat: int, deal: Deal) -> bool:
    return (
        ("small_blind" in where and seat == deal.small_blind)
        or ("button" in where and seat == deal.button)
        or ("between" in where and between(seat, deal.button, deal.small_blind))
    )
