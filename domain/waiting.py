"""The waiting list: who comes in when a place or a seat is free again, in order of sign-up (REG-1, SEAT-6)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from heapq import merge
from itertools import islice

from domain import club_tables
from domain import events as e
from domain.changes import replace
from domain.ids import PlayerId
from domain.lines import Line, first, in_order, joined, without
from domain.state import Entry, Tournament
from domain.windows import window

NEAR = 20
"""How many at the head of the list are told their number in it: so many rows change when somebody leaves it."""


def place_left(state: Tournament) -> bool:
    """Return whether one more player may hold a place; who is bust held one and does not free it."""
    most = state.settings.most_players
    return most is None or state.registered + state.unique < most


def chairs_left(state: Tournament) -> int:
    """Return how many chairs nobody sits on and nobody was called for; before the first draw nobody sits."""
    seated = state.alive if state.drawn else 0
    return club_tables.room(state) - seated - state.reservations - len(state.held)


def full(state: Tournament) -> bool:
    """Return whether a newcomer must wait: others do, or there is no place, or after the draw no chair."""
    return bool(state.waiting) or not place_left(state) or (state.drawn and chairs_left(state) <= 0)


def full_for_who_was_in(state: Tournament) -> bool:
    """Return whether a player must wait who comes back and needs a chair only: he has had his place.

    Whoever could come in on a chair that has just become free is before him.
    """
    return bool(state.waiting_again) or chairs_left(state) <= 0 or (bool(state.waiting) and place_left(state))


def waits(state: Tournament, entry: Entry) -> bool:
    """Return whether the entry's player is on the list, for a place or to come back."""
    return entry.signed_up in state.waiting or entry.signed_up in state.waiting_again


def called_in_time(entry: Entry, accepted_at: datetime) -> bool:
    """Return whether a place or seat was kept for the entry at this instant, and so whatever windows are shut."""
    return entry.held_until is not None and accepted_at < entry.held_until


def at_the_end(state: Tournament, entry: int, player: PlayerId) -> e.PlayerWaitlisted:
    """Return the listing of a player who signs up now."""
    position = len(state.waiting) + len(state.waiting_again) + 1
    return e.PlayerWaitlisted(entry=entry, player=player, position=position)


def in_his_turn(state: Tournament, entry: Entry) -> e.PlayerWaitlisted:
    """Return the listing of a player who signed up before and found no chair: before all who signed up after him."""
    ahead = sum(1 for _ in _before(state, entry.signed_up))
    return e.PlayerWaitlisted(entry=entry.number, player=entry.player, position=ahead + 1)


def _before(state: Tournament, signed_up: int) -> Iterator[int]:
    for number in _everybody(state):
        if number >= signed_up:
            return
        yield number


def _everybody(state: Tournament) -> Iterator[int]:
    """Yield the sign-ups of all who wait, first come first."""
    return merge(in_order(state.waiting), in_order(state.waiting_again))


def near(state: Tournament) -> tuple[int, ...]:
    """Return the entries at the head of the list, in order, as many as are told their number in it."""
    lines = (state.waiting.held, state.waiting_again.held)
    heads = islice(_everybody(state), NEAR)
    return tuple(next(line[number] for line in lines if number in line) for number in heads)


def position(state: Tournament, entry: Entry) -> int | None:
    """Return the entry's number in the list, from 1; None when it is not near the head, or not in it."""
    if not waits(state, entry):
        return None
    heads = near(state)
    return heads.index(entry.number) + 1 if entry.number in heads else None


def moves(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the call of the first who can come in now: at once when a place or a seat is free.

    Before the start he is registered like anybody.  After it a place or a seat is kept for him for some minutes, also
    when late registration has closed meanwhile: he signed up in time.
    """
    number = _next(state)
    if number is None:
        return ()
    entry = state.entries[number]
    if not state.running:
        return (e.PlayerRegistered(entry=number, player=entry.player, from_list=True),)
    until = at + timedelta(minutes=state.settings.waiting_hold_minutes)
    if entry.status == "out":
        return (e.SeatHeld(entry=number, player=entry.player, held_until=until),)
    return (e.PlayerRegistered(entry=number, player=entry.player, from_list=True, held_until=until),)


def _next(state: Tournament) -> int | None:
    """Return the entry that is called next; None while nobody waits or nothing is free."""
    if state.status != "registration_open" and (
        not state.running or not state.drawn or state.ended_at is not None or chairs_left(state) <= 0
    ):
        return None
    lines = [state.waiting] if place_left(state) else []
    if state.drawn:
        lines.append(state.waiting_again)
    heads = [(number, line) for line in lines if (number := first(line)) is not None]
    if not heads:
        return None
    number, line = min(heads, key=lambda head: head[0])
    return line.held[number]


def hold_due(state: Tournament) -> datetime | None:
    """Return when the place or seat that has been kept longest lapses; None: none is kept."""
    number = first(state.held)
    if number is None or not state.running or state.ended_at is not None:
        return None
    return state.entries[state.held.held[number]].held_until


def lapse(state: Tournament) -> tuple[e.Event, ...]:
    """Return the loss of the place or seat that has been kept longest; the list then moves."""
    number = first(state.held)
    return () if number is None else _released(state, (state.held.held[number],))


def _released(state: Tournament, numbers: tuple[int, ...]) -> tuple[e.Event, ...]:
    """Return what becomes of entries for which something was kept: registrations are dropped, who is out stays out."""
    entries = [state.entries[number] for number in numbers]
    dropped = tuple(sorted(entry.number for entry in entries if entry.status == "registered"))
    return (
        *((e.RegistrationsDropped(entries=dropped),) if dropped else ()),
        *(e.SeatReleased(entry=entry.number, player=entry.player) for entry in entries if entry.status == "out"),
    )


def closes(state: Tournament) -> tuple[e.Event, ...]:
    """Return the end of the list: of all with the end of play, of newcomers once no place can become free any more."""
    if state.ended_at is not None and state.running:
        return wound_up(state)
    if not state.running or not state.drawn or not state.waiting or place_left(state) or state.registered:
        return ()
    if window(state, "late_registration").open:
        return ()
    return (e.WaitingListClosed(entries=_in(state.waiting)),)


def wound_up(state: Tournament) -> tuple[e.Event, ...]:
    """Return the end of the list and of every place and seat that is kept."""
    everybody = (*_in(state.waiting), *_in(state.waiting_again))
    closed = (e.WaitingListClosed(entries=everybody),) if everybody else ()
    return (*_released(state, _in(state.held)), *closed)


def _in(line: Line) -> tuple[int, ...]:
    return tuple(line.held[number] for number in in_order(line))


def enlisted(state: Tournament, entry: Entry) -> Tournament:
    """Return the state with an entry on the list, by its sign-up: to come back when it is out, else for a place."""
    if entry.status == "out":
        return replace(state, waiting_again=joined(state.waiting_again, entry.signed_up, entry.number))
    return replace(state, waiting=joined(state.waiting, entry.signed_up, entry.number))


def kept_for(state: Tournament, number: int, call: int) -> Tournament:
    """Return the state with a place or seat kept for an entry that event `call` called."""
    return replace(state, held=joined(state.held, call, number), calls=state.calls.set(number, call))


def gone(state: Tournament, entry: Entry) -> Tournament:
    """Return the state with the entry off the list and nothing kept for it."""
    if waits(state, entry):
        state = replace(
            state,
            waiting=without(state.waiting, entry.signed_up),
            waiting_again=without(state.waiting_again, entry.signed_up),
        )
    call = state.calls.get(entry.number)
    if call is None:
        return state
    return replace(state, held=without(state.held, call), calls=state.calls.delete(entry.number))
