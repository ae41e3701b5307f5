"""A player found in a wrong seat goes to the right one, with the chips that he has now (SEAT-14, TDA 7).

The right seat is the one on the seat map.  What he has is counted and put on record; nobody gets a starting stack for
it, and no chips come into play or leave it.
"""

from datetime import datetime

from domain import absent, promises
from domain import commands as c
from domain import events as e
from domain.changes import replace
from domain.decisions import Context, Decision, Rejection, refuse
from domain.events import Chair
from domain.moves import open_fault
from domain.seating import chair_of, living, not_seated_yet, sitting, spoken
from domain.state import Entry, Promise, Tournament
from domain.table_sizes import seats_at


def correct_seat(state: Tournament, command: c.CorrectSeat, context: Context) -> Decision:
    """Send a player from the seat where he was found to his own; of two in each other's seats both.

    Who was taken out as absent though he sat elsewhere is in again: in his old seat if it is still free, else in one by
    lot (SEAT-6).
    """
    if refusal := not_seated_yet(state):
        return refusal
    sat_at = None if command.sits_at is None else chair_of(command.sits_at)
    if sat_at is not None and (refusal := _no_such_seat(state, sat_at)):
        return refusal
    counted = command.stack + (command.other_stack or 0)
    if counted > state.chips_in_play:
        return refuse(
            "RUL-7",
            "more_than_in_play",
            f"only {state.chips_in_play} chips are in play",
            "count the stack again",
            chips_in_play=state.chips_in_play,
        )
    entry = state.current(command.player)
    if entry is not None and not entry.checked_in and absent.taken_out_at(state, entry) is not None:
        back = absent.back(state, entry, None, context)
        return _exchange_fault(state, None, command) or _in_again(state, command, back, promises.due(state, context.at))
    found = living(state, command.player)
    if isinstance(found, Rejection):
        return found
    return _to_his_own(state, found, command, sat_at, context.at)


def _no_such_seat(state: Tournament, chair: Chair) -> Rejection | None:
    """Return why nobody can have been found on this chair, or why his chips cannot be counted yet."""
    table = state.tables.get(chair[0])
    if table is None or chair[1] > seats_at(state, chair[0]):
        return refuse("SEAT-14", "no_such_seat", f"{spoken(chair)} is not in use", "look where he really sits")
    if table.hand is not None:
        return refuse(
            "SEAT-14",
            "hand_in_progress",
            f"table {table.number} is in hand {table.hand}, and his chips are in it",
            "count them when the hand is over",
            table=table.number,
            hand=table.hand,
        )
    return None


def _to_his_own(
    state: Tournament, entry: Entry, command: c.CorrectSeat, sat_at: Chair | None, at: datetime
) -> Decision:
    if entry.chair is None:
        message = "a living entry has no chair"
        raise AssertionError(message)
    if sat_at == entry.chair:
        return refuse("SEAT-14", "right_seat", f"{entry.player} belongs at {spoken(entry.chair)}")
    other = None if sat_at is None else sitting(state, sat_at)
    if refusal := _not_to_be_moved(state, entry) or _exchange_fault(state, other, command):
        return refusal
    found = [_found(entry, sat_at, entry.chair, command.stack, state.moves + 1)]
    if other is not None and sat_at is not None and command.other_stack is not None:
        found.append(_found(other, entry.chair, sat_at, command.other_stack, state.moves + 2))
    come = tuple(
        e.PlayerArrived(entry=each.entry, player=each.player, stack=each.stack)
        for each in found
        if state.entries[each.entry].absent
    )
    return (
        *come,
        *_dead_stack(entry, other, command),
        e.SeatsCorrected(found=tuple(found), due_at=promises.due(state, at)),
    )


def _not_to_be_moved(state: Tournament, entry: Entry) -> Rejection | None:
    """Return why a player is not sent to his seat: he is to leave it after the hand that is played there."""
    promise = state.promises.get(entry.number)
    return open_fault(state, entry) if promise is not None and promise.status == "queued" else None


def _exchange_fault(state: Tournament, other: Entry | None, command: c.CorrectSeat) -> Rejection | None:
    if command.other_stack is None:
        return None
    if other is None or other.status != "alive":
        return refuse(
            "SEAT-14",
            "nobody_else",
            "that seat is nobody's who could be found in the other",
            "leave other_stack out, and correct a third player by himself",
        )
    return _not_to_be_moved(state, other)


def _dead_stack(entry: Entry, other: Entry | None, command: c.CorrectSeat) -> tuple[e.Event, ...]:
    """Return the count that follows for the owner of the seat who has not come: what lay at the player's own seat.

    The player leaves with the chips that he played, and those were the owner's.
    """
    if other is None or not other.absent or command.other_stack is not None or entry.absent_stack is None:
        return ()
    return (
        e.StackCounted(entry=other.number, player=other.player, stack=entry.absent_stack, before=other.absent_stack),
    )


def _in_again(state: Tournament, command: c.CorrectSeat, back: Decision, due_at: datetime | None) -> Decision:
    """Return the return of a player who had been taken out, with where he was found; `back` seats him."""
    if not isinstance(back, tuple):
        return back
    seated = next(event for event in back if isinstance(event, e.KnockoutVoided | e.PlayerSeated))
    found = e.FoundElsewhere(
        move=state.moves + 1,
        entry=seated.entry,
        player=seated.player,
        sat_at=None if command.sits_at is None else chair_of(command.sits_at),
        to=seated.chair,
        stack=command.stack,
    )
    with_his_chips = (
        replace(event, stack=command.stack) if isinstance(event, e.PlayerArrived) else event for event in back
    )
    return (*with_his_chips, e.SeatsCorrected(found=(found,), due_at=due_at))


def _found(entry: Entry, sat_at: Chair | None, to: Chair, stack: int, move: int) -> e.FoundElsewhere:
    return e.FoundElsewhere(move=move, entry=entry.number, player=entry.player, sat_at=sat_at, to=to, stack=stack)


def evolve_corrected(state: Tournament, event: e.SeatsCorrected, at: datetime) -> Tournament:
    """Apply that players were found in wrong seats: the seat map stands, and they are expected in their own."""
    for found in event.found:
        state = promises.lapse(state, found.entry, "replaced")
        if event.due_at is not None:
            promise = Promise(
                move=found.move,
                entry=found.entry,
                player=found.player,
                leaving=found.sat_at or found.to,
                to=found.to,
                why="wrong_seat",
                status="called",
                since=at,
                due_at=event.due_at,
            )
            state = promises.opened(state, promise)
        state = replace(state, moves=found.move)
    return replace(state, last_move=None)
