"""Arrivals: who is where he was sent, who is overdue, and whom nobody has seen (SEAT-11)."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from domain import commands as c
from domain import events as e
from domain import promises
from domain.changes import replace
from domain.decisions import Decision, Rejection, Unchanged, refuse
from domain.events import Chair
from domain.hands import in_hand
from domain.ids import PlayerId
from domain.lines import first, in_order
from domain.seating import chair_held, living, not_seated_yet, spoken
from domain.state import Promise, Table, Tournament
from domain.structure import Break
from domain.table_sizes import numbers


def confirm_arrival(state: Tournament, command: c.ConfirmArrival) -> Decision:
    """Confirm that a player is where he was sent; the table that he left may say so, or the one he has come to."""
    if refusal := not_seated_yet(state):
        return refusal
    entry = living(state, command.player)
    if isinstance(entry, Rejection):
        return entry
    promise = state.promises.get(entry.number)
    if promise is None and entry.moved:
        return Unchanged(note=f"{entry.player} is known to be at {spoken(chair_held(entry))}")
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


def evident(state: Tournament) -> tuple[e.Event, ...]:
    """Return the arrival of players whose new tables have begun a hand in which they are dealt cards."""
    there = tuple(
        promises.told(promise)
        for number in numbers(state.expecting & state.dealing)
        for promise in _playing(state, state.tables[number])
    )
    return (e.MoveArrived(moves=there, evidence="hand"),) if there else ()


def _playing(state: Tournament, table: Table) -> Iterator[Promise]:
    """Yield, by seat, the moves to a table of players who are in its hand: few, while most tables wait for somebody."""
    sent = [seat for seat, entry in table.seats.items() if entry in state.promises and seat not in table.newcomers]
    for seat in sorted(sent):
        promise = state.promises[table.seats[seat]]
        if (
            promise.to == (table.number, seat)
            and promise.status != "queued"
            and in_hand(state, state.entries[promise.entry])
        ):
            yield promise


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
