"""Who sits where: late seats, named seats and moves (SEAT-4, SEAT-6)."""

from dataclasses import dataclass, replace
from typing import Final

from immutables import Map

from domain import club_tables, table_sizes
from domain import commands as c
from domain import events as e
from domain.clock import not_running
from domain.decisions import Decision, Lot, Rejection, Unchanged, Wanted, refuse
from domain.events import Chair
from domain.ids import PlayerId
from domain.state import Entry, Move, Table, Tournament
from domain.table_sizes import with_table

seats_at: Final = table_sizes.seats_at
"""How many chairs a table has."""


def chair_of(seat: c.SeatRef) -> Chair:
    """Return the chair that a command names."""
    return (seat.table, seat.seat)


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
    taken = sitting(state, chair)
    if taken is not None:
        return refuse(
            "SEAT-4",
            "seat_taken",
            f"{spoken(chair)} is taken by {taken.player}",
            "name a free seat",
            player=taken.player,
        )
    return None


def old_seat(state: Tournament, chair: Chair) -> c.SeatRef | None:
    """Return the old seat of a player who lives again if it is free at a table that is still played at (section 2)."""
    table = state.tables.get(chair[0])
    free = table is not None and bool(table.seats) and sitting(state, chair) is None
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
        return chair_fault(state, chair) or Seat(chair=chair, opens=_opens(state, chair[0]))
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
    return Seat(chair=(table, seat), opens=_opens(state, table), lot=lot.number, pools=pools, taken=taken)


def _most_seats(state: Tournament, tables: int) -> int:
    """Return how many chairs the largest of a set of tables has."""
    own = [seats_at(state, table) for table in table_sizes.numbers(tables & state.resized)]
    ordinary = [state.settings.seats_per_table] if tables & ~state.resized else []
    return max(own + ordinary)


def _free(state: Tournament, table: int, seat: int) -> bool:
    """Return whether somebody can be sent to this seat of a table."""
    return seat <= seats_at(state, table) and sitting(state, (table, seat)) is None


def _opens(state: Tournament, table: int) -> tuple[e.Event, ...]:
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


def move_player(state: Tournament, command: c.MovePlayer) -> Decision:
    """Move a player to the seat that the floor picked; a move states the seat it leaves (SEAT-4)."""
    if refusal := not_seated_yet(state):
        return refusal
    entry = living(state, command.player)
    if isinstance(entry, Rejection):
        return entry
    leaving, to = chair_of(command.leaving), chair_of(command.to)
    if entry.chair is None or entry.chair != leaving:
        return refuse(
            "SEAT-4",
            "not_there",
            f"{command.player} is not at {spoken(leaving)}",
            "look at the seat map again",
            table=entry.chair[0] if entry.chair else None,
            seat=entry.chair[1] if entry.chair else None,
        )
    if fault := chair_fault(state, to):
        return fault
    moved = e.PlayerMoved(move=state.moves + 1, entry=entry.number, player=entry.player, leaving=leaving, to=to)
    return (*_opens(state, to[0]), moved)


def undo_move(state: Tournament, command: c.UndoMove) -> Decision:
    """Take the last move back if the old seat is still free (SEAT-4)."""
    if refusal := not_seated_yet(state):
        return refusal
    move = state.last_move
    if move is None or (command.move is not None and command.move != move.number):
        return refuse(
            "SEAT-4",
            "no_such_move",
            "there is no such move to take back; only the last one can be",
            last_move=move.number if move else None,
        )
    if move.undone:
        return Unchanged(note=f"move {move.number} has been taken back already")
    entry = state.entries[move.entry]
    if entry.status != "alive" or entry.chair != move.to:
        return refuse("SEAT-4", "moved_on", f"{entry.player} no longer sits at {spoken(move.to)}")
    if fault := chair_fault(state, move.leaving):
        return fault
    return (
        e.MoveUndone(
            move=move.number,
            entry=entry.number,
            player=entry.player,
            leaving=move.to,
            to=move.leaving,
        ),
    )


def swap_seats(state: Tournament, command: c.SwapSeats) -> Decision:
    """Exchange the seats of two players (SEAT-4)."""
    if refusal := not_seated_yet(state):
        return refusal
    one, other = living(state, command.player), living(state, command.other)
    if isinstance(one, Rejection):
        return one
    if isinstance(other, Rejection):
        return other
    if one.number == other.number:
        return refuse("SEAT-4", "same_player", "a player cannot swap seats with himself")
    if one.chair is None or other.chair is None:
        message = "a living entry has no chair"
        raise AssertionError(message)
    return (e.SeatsSwapped(entries=(one.number, other.number), chairs=(other.chair, one.chair)),)


def take_seat(state: Tournament, number: int, chair: Chair) -> Tournament:
    """Return the state with the entry on the chair; the table is in use from now on."""
    table = state.tables.get(chair[0]) or Table(number=chair[0], seats=Map())
    seated = with_table(state, replace(table, seats=table.seats.set(chair[1], number)))
    entry = replace(state.entries[number], chair=chair)
    return replace(seated, entries=state.entries.set(number, entry))


def free_seat(state: Tournament, number: int) -> Tournament:
    """Return the state with the entry's chair free; without one nothing changes."""
    entry = state.entries[number]
    if entry.chair is None:
        return state
    table = state.tables[entry.chair[0]]
    freed = with_table(state, replace(table, seats=table.seats.delete(entry.chair[1])))
    return replace(freed, entries=state.entries.set(number, replace(entry, chair=None)))


def open_table(state: Tournament, number: int) -> Tournament:
    """Return the state with an empty table in use; its first button is still to be drawn."""
    opened = with_table(state, Table(number=number, seats=Map()))
    return replace(opened, buttons_due=opened.buttons_due | 1 << number)


def evolve_moved(state: Tournament, event: e.PlayerMoved) -> Tournament:
    """Apply a move."""
    moved = take_seat(free_seat(state, event.entry), event.entry, event.to)
    last = Move(number=event.move, entry=event.entry, leaving=event.leaving, to=event.to)
    return replace(moved, moves=event.move, last_move=last)


def evolve_undone(state: Tournament, event: e.MoveUndone) -> Tournament:
    """Apply a move taken back."""
    moved = take_seat(free_seat(state, event.entry), event.entry, event.to)
    last = state.last_move
    return replace(moved, last_move=None if last is None else replace(last, undone=True))


def evolve_swapped(state: Tournament, event: e.SeatsSwapped) -> Tournament:
    """Apply an exchange of seats."""
    freed = state
    for number in event.entries:
        freed = free_seat(freed, number)
    for number, chair in zip(event.entries, event.chairs, strict=True):
        freed = take_seat(freed, number, chair)
    return freed
