"""Who sits where: late seats and named seats (SEAT-4, SEAT-6)."""

from dataclasses import dataclass
from typing import Final

from immutables import Map

from domain import club_tables, promises, table_sizes
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.clock import not_running
from domain.decisions import Lot, Rejection, Wanted, refuse
from domain.events import Chair
from domain.ids import PlayerId
from domain.profiles import Came
from domain.state import Entry, Table, Tournament
from domain.table_sizes import with_table

seats_at: Final = table_sizes.seats_at
"""How many chairs a table has."""


def chair_of(seat: c.SeatRef) -> Chair:
    """Return the chair that a command names."""
    return (seat.table, seat.seat)


def chair_held(entry: Entry) -> Chair:
    """Return the chair of an entry that lives."""
    if entry.chair is None:
        message = "a living entry has no chair"
        raise AssertionError(message)
    return entry.chair


def spoken(chair: Chair) -> str:
    """Return a chair as the floor says it: `table 3, seat 7`."""
    return f"table {chair[0]}, seat {chair[1]}"


def sitting(state: Tournament, chair: Chair) -> Entry | None:
    """Return the entry on a chair, or None when it is free or its table is not in use."""
    table = state.tables.get(chair[0])
    number = table.seats.get(chair[1]) if table else None
    return None if number is None else state.entries[number]


def chair_fault(state: Tournament, chair: Chair) -> Rejection | None:
    """Return why nobody can be sent to this chair: no such table or seat, or taken; None when he can."""
    table, seat = chair
    if not state.settings.has_table(table) or seat > seats_at(state, table):
        return refuse(
            "SEAT-4",
            "no_such_seat",
            f"there is no {spoken(chair)}",
            f"{club_tables.spoken(state.settings)}, seats from 1 to {seats_at(state, table)}",
        )
    if (state.broken | state.breaking) >> table & 1:
        return refuse(
            "SEAT-7",
            "table_broken",
            f"table {table} {'is broken' if state.broken >> table & 1 else 'is about to be broken'}",
            "name a seat at another table, or reopen it",
            table=table,
        )
    taken = sitting(state, chair)
    if taken is not None:
        return refuse(
            "SEAT-4",
            "seat_taken",
            f"{spoken(chair)} is taken by {taken.player}",
            "name a free seat",
            player=taken.player,
        )
    kept = kept_for(state, chair)
    if kept is not None:
        return refuse(
            "SEAT-4",
            "seat_reserved",
            f"{spoken(chair)} is kept for {kept.player}, who moves there when his hand is over",
            "name a free seat, or take that move back",
            player=kept.player,
        )
    return None


def kept_for(state: Tournament, chair: Chair) -> Entry | None:
    """Return the entry for which a free chair is kept, its move being queued to the end of a hand; None: for nobody."""
    table = state.tables.get(chair[0])
    number = table.reserved.get(chair[1]) if table else None
    return None if number is None else state.entries[number]


def old_seat(state: Tournament, chair: Chair) -> c.SeatRef | None:
    """Return the old seat of a player who lives again if it is free at a table that is still played at (section 2)."""
    table = state.tables.get(chair[0])
    open_to_all = table is not None and bool(table.seats) and table.breaking is None
    free = open_to_all and sitting(state, chair) is None and kept_for(state, chair) is None
    return c.SeatRef(table=chair[0], seat=chair[1]) if free else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A chair found for somebody, and the event that opens its table if it was not in use.

    Of a chair found by lot: its number, its pools, and which seats of its second pool were not free at the table drawn.
    """

    chair: Chair
    opens: tuple[e.Event, ...]
    lot: int | None = None
    pools: e.Pools = ()
    taken: tuple[int, ...] = ()


def find_seat(state: Tournament, named: c.SeatRef | None, lot: Lot | None) -> Seat | Rejection | Wanted:
    """Return the chair for a late entry: the one the floor named, else one by lot (SEAT-6).

    By lot means a random free seat at a table with the fewest players, of several such tables one by lot; when no seat
    is free a new table opens, by lot out of the club's tables that are not in use.
    """
    if named is not None:
        chair = chair_of(named)
        return chair_fault(state, chair) or Seat(chair=chair, opens=opens(state, chair[0]))
    _, fewest = table_sizes.roomiest(state)
    tables = fewest or club_tables.to_open(state)
    if not tables:
        return refuse(
            "SEAT-6",
            "no_seat_left",
            f"all {club_tables.usable(state)} tables are full",
            "wait for a bust",
        )
    pools = (tuple(table_sizes.numbers(tables)), tuple(range(1, _most_seats(state, tables) + 1)))
    if lot is None or lot.pools != pools:
        return Wanted(pools=pools)
    table = lot.orders[0][0]
    taken = tuple(seat for seat in pools[1] if not _free(state, table, seat))
    seat = next(seat for seat in lot.orders[1] if seat not in taken)
    return Seat(chair=(table, seat), opens=opens(state, table), lot=lot.number, pools=pools, taken=taken)


def _most_seats(state: Tournament, tables: int) -> int:
    """Return how many chairs the largest of a set of tables has."""
    own = [seats_at(state, table) for table in table_sizes.numbers(tables & state.resized)]
    ordinary = [state.settings.seats_per_table] if tables & ~state.resized else []
    return max(own + ordinary)


def _free(state: Tournament, table: int, seat: int) -> bool:
    """Return whether somebody can be sent to this seat of a table."""
    chair = (table, seat)
    return seat <= seats_at(state, table) and sitting(state, chair) is None and kept_for(state, chair) is None


def opens(state: Tournament, table: int) -> tuple[e.Event, ...]:
    """Return the event that opens a table which is not in use yet."""
    return () if table in state.tables else (e.TableOpened(table=table),)


def living(state: Tournament, player: PlayerId) -> Entry | Rejection:
    """Return the player's living entry, or why he has none (REG-2)."""
    entry = state.current(player)
    if entry is not None and entry.status == "alive":
        return entry
    reason = f"{player} has no entry here" if entry is None else f"{player} is {_said(entry)}"
    return refuse(
        "REG-2",
        "not_in_play",
        reason,
        "choose a player who is still in",
        player=player,
        status="unknown" if entry is None else entry.status,
    )


def _said(entry: Entry) -> str:
    if entry.status == "pending":
        return "bust, and has still to decide whether he comes back"
    return "already out" if entry.status == "out" else f"{entry.status}, not in play"


def not_seated_yet(state: Tournament) -> Rejection | None:
    """Return why a command about seated players is refused: play is not on, or the first draw is still to come."""
    if refusal := not_running(state):
        return refusal
    if not state.drawn:
        return refuse("SEAT-1", "draw_pending", "the seats are being drawn", "try again in a moment")
    return None


def take_seat(state: Tournament, number: int, chair: Chair, came: Came | None = "late") -> Tournament:
    """Return the state with the entry on the chair; the table is in use from now on.

    `came`: how he came, which decides where he is dealt in (SEAT-9); None: he has been there all the while.
    """
    table = state.tables.get(chair[0]) or Table(number=chair[0], seats=Map())
    if came is not None and (table.hand is not None or table.deal is not None):
        table = replace(table, newcomers=table.newcomers.set(chair[1], came))
    seated = with_table(state, replace(table, seats=table.seats.set(chair[1], number)))
    entry = replace(state.entries[number], chair=chair)
    # At a table that everybody had left play begins anew, and so does the button.
    due = 1 << chair[0] if state.drawn and not table.seats else 0
    return replace(seated, entries=state.entries.set(number, entry), buttons_due=seated.buttons_due | due)


def free_seat(state: Tournament, number: int) -> Tournament:
    """Return the state with the entry's chair free; without one nothing changes.

    Who leaves his chair otherwise than by a move is waited for nowhere any more.
    """
    state = promises.lapse(state, number, "gone")
    entry = state.entries[number]
    if entry.chair is None:
        return state
    table = _left(state.tables[entry.chair[0]], entry.chair[1])
    freed = with_table(state, replace(table, seats=table.seats.delete(entry.chair[1])))
    return replace(freed, entries=state.entries.set(number, replace(entry, chair=None)))


def _left(table: Table, seat: int) -> Table:
    """Return a table with what it knows of its button and its newcomers once a seat is given up.

    Between two hands nobody can tell whether a button of which the floor told has moved on since (SEAT-9).  A table
    that everybody has left begins anew with whoever comes.
    """
    if len(table.seats) == 1:
        return without_button(table)
    if table.hand is None and table.deal is not None:
        if table.deal.source == "told":
            return without_button(table)
        table = replace(table, left=(*table.left, seat))
    return replace(table, newcomers=table.newcomers.delete(seat)) if seat in table.newcomers else table


def without_button(table: Table) -> Table:
    """Return a table of whose button nothing is known: then nobody is known to wait for a hand there (SEAT-9)."""
    return replace(table, deal=None, button_drawn=None, newcomers=Map(), left=())


def played_at(state: Tournament, number: int) -> Tournament:
    """Return the state once a bust shows that hands are played at a table.

    A drawn or told button has moved with them, unless the bust is in a hand that the table reports (SEAT-9).
    """
    table = state.tables[number]
    told = table.deal is not None and table.deal.source == "told"
    if table.hand is not None or not (told or table.button_drawn is not None):
        return state
    return replace(state, tables=state.tables.set(number, without_button(table)))


def open_table(state: Tournament, number: int) -> Tournament:
    """Return the state with an empty table in use; its first button is still to be drawn."""
    opened = with_table(state, Table(number=number, seats=Map()))
    return replace(opened, buttons_due=opened.buttons_due | 1 << number)
