"""Moves: asked for, queued to a hand's end, called, taken back, exchanged (SEAT-4).

The seat map changes when a move is called.  What is promised is that the player then walks there: that somebody has
seen him only confirms it (SEAT-11, arrivals.py).
"""

from datetime import datetime

from domain import arrivals, promises
from domain import commands as c
from domain import events as e
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.events import Chair
from domain.hands import in_hand
from domain.seating import (
    chair_fault,
    chair_held,
    chair_of,
    living,
    not_seated_yet,
    opens,
    sitting,
    spoken,
)
from domain.state import Entry, Move, Promise, Tournament
from domain.table_sizes import seats_at


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
    leaving = chair_held(entry)
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
    if not command.arrived:
        return call(state, entry, to, "floor", at=at)
    # Who sits there already is in no hand at the table that he left.
    return (
        *opens(state, to[0]),
        e.PlayerMoved(move=state.moves + 1, entry=entry.number, player=entry.player, leaving=leaving, to=to),
    )


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
    return (
        e.MoveUndone(
            move=move.number,
            entry=entry.number,
            player=entry.player,
            leaving=move.to,
            to=move.leaving,
            due_at=None if promise is not None else promises.due(state, at),
        ),
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
    entries, chairs = (one.number, other.number), (chair_held(other), chair_held(one))
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
    return _fallen(state) or _released(state, at) or arrivals.evident(state)


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
    if in_hand(state, state.entries[other.entry]):
        return ()
    if promise.entry > other.entry and not state.dealing >> other.leaving[0] & 1:
        # The other one's turn comes too, and stands for both.
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
