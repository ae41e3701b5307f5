"""Moves as promises: asked for, queued to a hand's end, called, arrived or overdue, taken back (SEAT-4, SEAT-11).

The seat map changes when a move is called.  What is promised is that the player then walks there: that somebody has
seen him only confirms it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from domain import commands as c
from domain import events as e
from domain import promises
from domain.changes import replace
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.events import Chair
from domain.hands import in_hand
from domain.ids import PlayerId
from domain.lines import first, in_order
from domain.profiles import Came
from domain.seating import (
    chair_fault,
    chair_of,
    free_seat,
    living,
    not_seated_yet,
    opens,
    sitting,
    spoken,
    take_seat,
)
from domain.state import Entry, Move, Promise, Tournament
from domain.structure import Break
from domain.table_sizes import numbers, seats_at

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


def open_fault(state: Tournament, entry: Entry) -> Rejection | None:
    """Return why nobody can move this player now: he has been sent somewhere and is not there yet (SEAT-11)."""
    promise = state.promises.get(entry.number)
    if promise is None:
        return None
    said = "is to go" if promise.status == "queued" else "has been sent"
    return refuse(
        "SEAT-11",
        "move_open",
        f"{entry.player} {said} to {spoken(promise.to)} by move {promise.move}",
        "confirm that he is there, or take that move back",
        move=promise.move,
        status=promise.status,
        table=promise.to[0],
        seat=promise.to[1],
    )


def fault(state: Tournament, entry: Entry, to: Chair) -> Rejection | None:
    """Return why this player cannot be sent to this chair; None when he can."""
    return _stays(entry) or open_fault(state, entry) or chair_fault(state, to)


def _stays(entry: Entry) -> Rejection | None:
    """Return why a player is moved by nobody: he is locked in his seat (SEAT-2)."""
    if not entry.locked:
        return None
    return refuse(
        "SEAT-2",
        "locked",
        f"{entry.player} is locked in his seat",
        "unlock him first",
        player=entry.player,
    )


def call(
    state: Tournament,
    entry: Entry,
    to: Chair,
    why: e.MoveReason,
    *,
    at: datetime,
    proposal: int | None = None,
    lot: int | None = None,
) -> tuple[e.Event, ...]:
    """Return the call of one move that can be (`fault`): at once, or queued to the end of the hand (SEAT-4)."""
    leaving = _chair(entry)
    move = state.moves + 1
    if in_hand(state, entry):
        return (
            *opens(state, to[0]),
            e.MoveQueued(
                move=move,
                entry=entry.number,
                player=entry.player,
                leaving=leaving,
                to=to,
                why=why,
                proposal=proposal,
                lot=lot,
            ),
        )
    return (
        *opens(state, to[0]),
        e.PlayerMoved(
            move=move,
            entry=entry.number,
            player=entry.player,
            leaving=leaving,
            to=to,
            why=why,
            proposal=proposal,
            lot=lot,
            due_at=promises.due(state, at),
        ),
    )


def _chair(entry: Entry) -> Chair:
    if entry.chair is None:
        message = "a living entry has no chair"
        raise AssertionError(message)
    return entry.chair


def move_player(state: Tournament, command: c.MovePlayer, at: datetime) -> Decision:
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
    if refusal := fault(state, entry, to):
        return refusal
    called = call(state, entry, to, "floor", at=at)
    if not command.arrived:
        return called
    # Who sits there already is in no hand at the table that he left.
    return (
        *opens(state, to[0]),
        e.PlayerMoved(move=state.moves + 1, entry=entry.number, player=entry.player, leaving=leaving, to=to),
    )


def confirm_arrival(state: Tournament, command: c.ConfirmArrival) -> Decision:
    """Confirm that a player is where he was sent; the table that he left may say so, or the one he has come to."""
    if refusal := not_seated_yet(state):
        return refusal
    entry = living(state, command.player)
    if isinstance(entry, Rejection):
        return entry
    promise = state.promises.get(entry.number)
    if promise is None and entry.moved:
        return Unchanged(note=f"{entry.player} is known to be at {spoken(_chair(entry))}")
    if promise is None:
        return refuse("SEAT-11", "not_moving", f"{entry.player} has not been sent anywhere")
    if promise.status == "queued":
        return refuse(
            "SEAT-11",
            "not_called_yet",
            f"{entry.player} is still in a hand at {spoken(promise.leaving)}",
            "end the hand first, or take the move back",
            move=promise.move,
        )
    return (e.MoveArrived(moves=(promises.told(promise),), evidence="table"),)


def undo_move(state: Tournament, command: c.UndoMove, at: datetime) -> Decision:
    """Take the last move back if the old seat is still free: now, or when a hand that he plays is over (SEAT-4)."""
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
    promise = state.promises.get(move.entry)
    if promise is not None and promise.status == "queued":
        return _undo_queued(state, move, promise)
    if move.other is not None:
        return _undo_swap(state, move, (entry, state.entries[move.other]), at)
    if entry.status != "alive" or entry.chair != move.to:
        return refuse("SEAT-4", "moved_on", f"{entry.player} no longer sits at {spoken(move.to)}")
    if refusal := _stays(entry) or chair_fault(state, move.leaving):
        return refusal
    if in_hand(state, entry):
        return (
            e.MoveQueued(
                move=state.moves + 1,
                entry=entry.number,
                player=entry.player,
                leaving=move.to,
                to=move.leaving,
                why="undo",
                undoes=move.number,
            ),
        )
    # Who is not known to have come is called back on his way, and nobody waits for him.
    return (_undone(move, entry, None if promise is not None else promises.due(state, at)),)


def _undone(move: Move, entry: Entry, due_at: datetime | None) -> e.MoveUndone:
    return e.MoveUndone(
        move=move.number, entry=entry.number, player=entry.player, leaving=move.to, to=move.leaving, due_at=due_at
    )


def _undo_queued(state: Tournament, move: Move, promise: Promise) -> Decision:
    """Return the answer when the player of the last move has another, or that very one, waiting for a hand's end."""
    if promise.undoes == move.number:
        return Unchanged(note=f"move {move.number} is taken back when the hand is over")
    if promise.move != move.number:
        return open_fault(state, state.entries[promise.entry]) or ()
    dropped = (promise,) if promise.swap_with is None else (promise, state.promises[promise.swap_with])
    return (e.MoveDropped(moves=tuple(promises.told(each) for each in dropped), why="taken_back"),)


def _undo_swap(state: Tournament, move: Move, pair: tuple[Entry, Entry], at: datetime) -> Decision:
    for entry, chair in zip(pair, (move.to, move.leaving), strict=True):
        if entry.status != "alive" or entry.chair != chair:
            return refuse("SEAT-4", "moved_on", f"{entry.player} no longer sits at {spoken(chair)}")
        if refusal := _stays(entry):
            return refusal
        promise = state.promises.get(entry.number)
        if promise is not None and promise.move != move.number:
            return open_fault(state, entry) or ()
    return _swap(state, pair, at, undoes=move.number)


def swap_seats(state: Tournament, command: c.SwapSeats, at: datetime) -> Decision:
    """Exchange the seats of two players: at once, or when neither is in a hand any more (SEAT-4)."""
    if refusal := not_seated_yet(state):
        return refusal
    one, other = living(state, command.player), living(state, command.other)
    if isinstance(one, Rejection):
        return one
    if isinstance(other, Rejection):
        return other
    if one.number == other.number:
        return refuse("SEAT-4", "same_player", "a player cannot swap seats with himself")
    for entry in (one, other):
        if refusal := _stays(entry) or open_fault(state, entry):
            return refusal
    return _swap(state, (one, other), at)


def _swap(state: Tournament, pair: tuple[Entry, Entry], at: datetime, undoes: int | None = None) -> tuple[e.Event, ...]:
    one, other = pair
    entries, chairs = (one.number, other.number), (_chair(other), _chair(one))
    move = state.moves + 1
    if in_hand(state, one) or in_hand(state, other):
        players = (one.player, other.player)
        return (e.SwapQueued(move=move, entries=entries, players=players, chairs=chairs, undoes=undoes),)
    due_at = promises.due(state, at)
    return (e.SeatsSwapped(entries=entries, chairs=chairs, move=move, undoes=undoes, due_at=due_at),)


def follow(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return what follows for moves: those that came to nothing, those whose hand is over, players who evidently play.

    A player plays once his new table has begun a hand in which he is dealt cards: his chips are there.
    """
    return _fallen(state) or _released(state, at) or _evident(state)


def _fallen(state: Tournament) -> tuple[e.Event, ...]:
    return tuple(e.MoveDropped(moves=(promises.told(each.promise),), why=each.why) for each in state.lapsed)


def _released(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the calls of the moves whose players are in no hand any more; of a swap both must be out of theirs."""
    return tuple(
        event
        for promise in promises.queued_from(state, state.queued & ~state.dealing)
        for event in _call_queued(state, promise, at)
    )


def _call_queued(state: Tournament, promise: Promise, at: datetime) -> tuple[e.Event, ...]:
    due_at = promises.due(state, at)
    if promise.swap_with is not None:
        return _call_swap(state, promise, state.promises[promise.swap_with], due_at)
    if why := _cannot_go(state, promise):
        return (e.MoveDropped(moves=(promises.told(promise),), why=why),)
    if promise.undoes is not None:
        return (
            e.MoveUndone(
                move=promise.undoes,
                entry=promise.entry,
                player=promise.player,
                leaving=promise.leaving,
                to=promise.to,
                due_at=due_at,
            ),
        )
    return (
        e.PlayerMoved(
            move=promise.move,
            entry=promise.entry,
            player=promise.player,
            leaving=promise.leaving,
            to=promise.to,
            why=promise.why,
            proposal=promise.proposal,
            lot=promise.lot,
            due_at=due_at,
        ),
    )


def _call_swap(state: Tournament, promise: Promise, other: Promise, due_at: datetime | None) -> tuple[e.Event, ...]:
    """Return the exchange of two who waited for it, once for both, when neither is in a hand any more."""
    if promise.entry > other.entry or state.dealing >> other.leaving[0] & 1:
        return ()
    if any(state.entries[each.entry].locked for each in (promise, other)):
        return (e.MoveDropped(moves=(promises.told(promise), promises.told(other)), why="locked"),)
    return (
        e.SeatsSwapped(
            entries=(promise.entry, other.entry),
            chairs=(promise.to, other.to),
            move=promise.move,
            undoes=promise.undoes,
            due_at=due_at,
        ),
    )


def _cannot_go(state: Tournament, promise: Promise) -> e.DropReason | None:
    """Return why a player whose hand is over does not move all the same."""
    chair = promise.to
    if state.entries[promise.entry].locked:
        return "locked"
    if state.tables[chair[0]].broken:
        return "table_broken"
    return "seat_gone" if chair[1] > seats_at(state, chair[0]) or sitting(state, chair) is not None else None


def _evident(state: Tournament) -> tuple[e.Event, ...]:
    there = tuple(
        promises.told(promise)
        for table in numbers(state.expecting & state.dealing)
        for _, promise in promises.awaited_at(state, table)
        if promise.status != "queued" and in_hand(state, state.entries[promise.entry])
    )
    return (e.MoveArrived(moves=there, evidence="hand"),) if there else ()


def seen(state: Tournament, busts: Iterable[tuple[Chair, tuple[PlayerId, ...]]]) -> tuple[e.Event, ...]:
    """Return the arrival of players who took somebody's last chips at the table where they were sent.

    Args:
        state: the tournament.
        busts: of each bust the chair and the killers.
    """
    there: dict[int, Promise] = {}
    for chair, killers in busts:
        for killer in killers:
            entry = state.current(killer)
            promise = None if entry is None else state.promises.get(entry.number)
            if promise is not None and promise.status != "queued" and promise.to[0] == chair[0]:
                there[promise.entry] = promise
    if not there:
        return ()
    return (e.MoveArrived(moves=tuple(promises.told(each) for each in there.values()), evidence="knockout"),)


def due(state: Tournament) -> datetime | None:
    """Return when the floor is next told that somebody is not where he was sent; None: it is not.

    Who walks may walk while the clock stands, but in a break nobody has to be in his seat: those who are still missed
    then have their time once more when it is over.
    """
    ticket = first(state.expected)
    if ticket is None or not state.running or state.ended_at is not None or _in_break(state):
        return None
    return _due(state, state.promises[state.expected.held[ticket]])


def _in_break(state: Tournament) -> bool:
    return state.clock is not None and isinstance(state.settings.structure.steps[state.clock.position], Break)


def _due(state: Tournament, promise: Promise) -> datetime | None:
    after_break = None if state.break_ended_at is None else promises.due(state, state.break_ended_at)
    if promise.due_at is None or after_break is None:
        return promise.due_at
    return max(promise.due_at, after_break)


def overdue(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return that everybody whose time to arrive is up by now has not been seen: one event for all of them.

    Of whom the floor was told often enough nobody is waited for any longer, by another event: a house that confirms no
    arrivals can move its players again.
    """
    late, unseen = [], []
    for ticket in in_order(state.expected):
        promise = state.promises[state.expected.held[ticket]]
        until = _due(state, promise)
        if until is None or until > at:
            break
        if promise.escalations < promises.MOST_ESCALATIONS:
            late.append(promises.told(replace(promise, escalations=promise.escalations + 1)))
        else:
            unseen.append(promises.told(promise))
    return (
        *((e.MoveOverdue(moves=tuple(late), due_at=promises.due(state, at)),) if late else ()),
        *((e.MoveDropped(moves=tuple(unseen), why="unseen"),) if unseen else ()),
    )


def wound_up(state: Tournament) -> tuple[e.Event, ...]:
    """Return the end of all open moves, as the tournament is closed."""
    left = tuple(promises.told(state.promises[entry]) for entry in sorted(state.promises))
    return (e.MoveDropped(moves=left, why="over"),) if left else ()


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
            leaving=_chair(of),
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
