"""What moves make of the state: who sits where, who is awaited, how often each was moved (SEAT-4, SEAT-11)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from domain import events as e
from domain import promises
from domain.changes import replace
from domain.events import Chair
from domain.profiles import Came
from domain.seating import chair_held, free_seat, take_seat
from domain.state import Move, Promise, Tournament

Moved = tuple[int, Chair, Chair]
"""An entry, the chair that it leaves, and the chair where it sits now."""
_CAME: Mapping[e.MoveReason, Came] = MappingProxyType(
    {
        "floor": "floor",
        "swap": "floor",
        "undo": "floor",
        "wrong_seat": "floor",
        "balance": "balanced",
        "lone_table": "balanced",
        "break": "broken",
        "redraw": "broken",
        "final_table": "broken",
        "heads_up": "broken",
    }
)
"""How a moved player comes to his new table, which decides where he is dealt in (SEAT-9)."""


def promised(
    state: Tournament, moved: Iterable[Moved], why: e.MoveReason, *, at: datetime, due_at: datetime | None
) -> Tournament:
    """Return the state after many moves at once: a table's break, a redraw (SEAT-7, SEAT-12).

    All leave before anybody sits.  An open move of one of them is replaced.  Who keeps his chair has not moved, and who
    is bust and has still to decide whether he comes back is waited for nowhere.
    """
    moved = tuple(each for each in moved if each[1] != each[2])
    for entry, _, _ in moved:
        state = free_seat(promises.lapse(state, entry, "replaced"), entry)
    for entry, _, to in moved:
        state = take_seat(state, entry, to, _CAME[why])
    for entry, leaving, to in moved:
        if state.entries[entry].status == "alive":
            state = replace(state, moves=state.moves + 1)
            state = _called(state, entry, leaving, to, why, move=state.moves, at=at, due_at=due_at)
    return replace(state, last_move=None)


def _called(
    state: Tournament,
    number: int,
    leaving: Chair,
    to: Chair,
    why: e.MoveReason,
    *,
    move: int,
    at: datetime,
    due_at: datetime | None,
    proposal: int | None = None,
    lot: int | None = None,
    counts: int = 1,
) -> Tournament:
    """Return the state with a move that was called counted, and its arrival waited for."""
    entry = state.entries[number]
    state = replace(state, entries=state.entries.set(number, replace(entry, moved=entry.moved + counts)))
    if due_at is None:
        return state
    promise = Promise(
        move=move,
        entry=number,
        player=entry.player,
        leaving=leaving,
        to=to,
        why=why,
        status="called",
        since=at,
        due_at=due_at,
        proposal=proposal,
        lot=lot,
    )
    return promises.opened(state, promise)


def evolve_moved(state: Tournament, event: e.PlayerMoved, at: datetime) -> Tournament:
    """Apply a move that is called."""
    moved = promises.closed(state, event.entry)
    moved = take_seat(free_seat(moved, event.entry), event.entry, event.to, _CAME[event.why])
    moved = _called(
        moved,
        event.entry,
        event.leaving,
        event.to,
        event.why,
        move=event.move,
        at=at,
        due_at=event.due_at,
        proposal=event.proposal,
        lot=event.lot,
    )
    last = Move(number=event.move, entry=event.entry, leaving=event.leaving, to=event.to)
    return replace(moved, moves=max(state.moves, event.move), last_move=last)


def evolve_queued(state: Tournament, event: e.MoveQueued, at: datetime) -> Tournament:
    """Apply a move that waits for a hand's end; one that takes another back is not the last move itself."""
    promise = Promise(
        move=event.move,
        entry=event.entry,
        player=event.player,
        leaving=event.leaving,
        to=event.to,
        why=event.why,
        status="queued",
        since=at,
        proposal=event.proposal,
        lot=event.lot,
        undoes=event.undoes,
    )
    last = Move(number=event.move, entry=event.entry, leaving=event.leaving, to=event.to)
    queued = promises.opened(promises.closed(state, event.entry), promise)
    return replace(queued, moves=event.move, last_move=last if event.undoes is None else state.last_move)


def evolve_swap_queued(state: Tournament, event: e.SwapQueued, at: datetime) -> Tournament:
    """Apply an exchange of seats that waits for the end of a hand."""
    one, other = event.entries
    for entry, to, partner in ((one, event.chairs[0], other), (other, event.chairs[1], one)):
        of = state.entries[entry]
        promise = Promise(
            move=event.move,
            entry=entry,
            player=of.player,
            leaving=chair_held(of),
            to=to,
            why="swap",
            status="queued",
            since=at,
            undoes=event.undoes,
            swap_with=partner,
        )
        state = promises.opened(promises.closed(state, entry), promise)
    last = Move(number=event.move, entry=one, leaving=event.chairs[1], to=event.chairs[0], other=other)
    return replace(state, moves=event.move, last_move=last if event.undoes is None else state.last_move)


def evolve_undone(state: Tournament, event: e.MoveUndone, at: datetime) -> Tournament:
    """Apply a move taken back."""
    moved = promises.closed(state, event.entry)
    # He has not been away, unless a hand is dealt there without him.
    came = _CAME["undo"] if state.dealing & 1 << event.to[0] else None
    moved = take_seat(free_seat(moved, event.entry), event.entry, event.to, came)
    moved = _called(
        moved,
        event.entry,
        event.leaving,
        event.to,
        "undo",
        move=event.move,
        at=at,
        due_at=event.due_at,
        counts=-1,
    )
    last = state.last_move
    return replace(moved, last_move=None if last is None else replace(last, undone=last.number == event.move))


def evolve_swapped(state: Tournament, event: e.SeatsSwapped, at: datetime) -> Tournament:
    """Apply an exchange of seats."""
    swapped = state
    for number in event.entries:
        swapped = free_seat(promises.closed(swapped, number), number)
    for number, chair in zip(event.entries, event.chairs, strict=True):
        swapped = take_seat(swapped, number, chair, _CAME["swap"])
    if event.move is None:
        return swapped
    for number, to, leaving in zip(event.entries, event.chairs, reversed(event.chairs), strict=True):
        swapped = _called(
            swapped,
            number,
            leaving,
            to,
            "swap" if event.undoes is None else "undo",
            move=event.move,
            at=at,
            due_at=event.due_at,
            counts=1 if event.undoes is None else -1,
        )
    one, other = event.entries
    last: Move | None = Move(number=event.move, entry=one, leaving=event.chairs[1], to=event.chairs[0], other=other)
    if event.undoes is not None:
        last = None if state.last_move is None else replace(state.last_move, undone=True)
    return replace(swapped, moves=max(state.moves, event.move), last_move=last)


def evolve_arrived(state: Tournament, event: e.MoveArrived) -> Tournament:
    """Apply arrivals."""
    for move in event.moves:
        state = promises.closed(state, move.entry)
    return state


def evolve_overdue(state: Tournament, event: e.MoveOverdue) -> Tournament:
    """Apply that these have not been seen in time."""
    return promises.missed(state, event.moves, event.due_at)


def evolve_dropped(state: Tournament, event: e.MoveDropped) -> Tournament:
    """Apply the end of open moves that came to nothing."""
    gone = {(move.move, move.entry) for move in event.moves}
    for move in event.moves:
        promise = state.promises.get(move.entry)
        if promise is not None and promise.move == move.move:
            state = promises.closed(state, move.entry)
    left = tuple(each for each in state.lapsed if (each.promise.move, each.promise.entry) not in gone)
    last = state.last_move
    if last is not None and event.why == "taken_back" and (last.number, last.entry) in gone:
        last = replace(last, undone=True)
    return replace(state, lapsed=left, last_move=last)
