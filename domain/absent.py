"""Players who are seated and have not come: orbits charged, stacks counted, and who is taken out (NOSH-2, NOSH-3)."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from domain import commands as c
from domain import entries, fees, pay_first
from domain import events as e
from domain.changes import replace
from domain.clock import blinds_of_play, not_running, orbit_cost, when_played
from domain.decisions import Context, Decision, Rejection, refuse
from domain.knockouts import leave_together
from domain.seating import Seat, find_seat, living, not_seated_yet, old_seat
from domain.state import Entry, Knockout, Tournament
from domain.structure import position_of_level

Charges = tuple[tuple[int, int, int], ...]
_NOT_THERE = frozenset({"blinded_out", "removed"})
"""Causes of a bust that do not stand once the player turns out to have been there."""


def orbit_due(state: Tournament) -> datetime | None:
    """Return when the next orbit of the absent ends by the running clock; None while nobody is charged by it."""
    minutes = state.settings.orbit_minutes
    if minutes is None or state.settings.orbit_by_hands or not _waited_for(state):
        return None
    return when_played(state, (state.orbits + 1) * timedelta(minutes=minutes))


def wait_due(state: Tournament) -> datetime | None:
    """Return when the absent have been waited for long enough, by the running clock; None: no such time is set."""
    minutes = state.settings.absent_minutes
    if minutes is None or state.absence_over or not _waited_for(state):
        return None
    return when_played(state, timedelta(minutes=minutes))


def _waited_for(state: Tournament) -> bool:
    return state.running and bool(state.absent) and state.ended_at is None


def end_orbit(state: Tournament) -> tuple[e.Event, ...]:
    """Return the charge of one orbit to all absent players, and the busts of those whom it took the last chip."""
    charges = _charges(state, state.absent)
    return (e.OrbitCharged(orbit=state.orbits + 1, charges=charges), *_blinded_out(state, charges))


def _charges(state: Tournament, numbers: Iterable[int]) -> Charges:
    """Return (entry, charged, left) for an orbit of the blinds in force.

    At a table to which nobody has come nothing is dealt, and nobody there could win what the others post.
    """
    blinds = blinds_of_play(state)
    if blinds is None:
        message = "an orbit was played without blinds"
        raise AssertionError(message)
    costs: dict[int, int] = {}
    charges = []
    for number in sorted(numbers):
        entry = state.entries[number]
        table = _table(entry)
        if table not in costs:
            seats = state.tables[table].seats
            dealt = any(other not in state.absent for other in seats.values())
            costs[table] = orbit_cost(blinds, len(seats)) if dealt else 0
        if costs[table]:
            stack = _stack(entry)
            charged = min(costs[table], stack)
            charges.append((number, charged, stack - charged))
    return tuple(charges)


def _table(entry: Entry) -> int:
    if entry.chair is None:
        message = "an absent entry has no chair"
        raise AssertionError(message)
    return entry.chair[0]


def _stack(entry: Entry) -> int:
    """Return what an absent entry has left: what was issued to it as long as nothing else is known."""
    return entry.chips if entry.absent_stack is None else entry.absent_stack


def _blinded_out(state: Tournament, charges: Charges, after: tuple[int, int] = (0, 0)) -> tuple[e.Busted, ...]:
    gone = [(state.entries[number], charged) for number, charged, rest in charges if rest == 0]
    return leave_together(state, gone, "blinded_out", after=after)


def end_wait(state: Tournament) -> tuple[e.Event, ...]:
    """Return the end of the wait for the absent: each is taken out, and his stack leaves play."""
    gone = [state.entries[number] for number in sorted(state.absent)]
    return (e.AbsenceOver(), *leave_together(state, [(entry, _stack(entry)) for entry in gone], "removed"))


def out_at_level(state: Tournament) -> tuple[e.Event, ...]:
    """Return the loss of their places of all absent players once the profile's level has begun."""
    level = state.profile.absent_out_at_level
    if level is None or state.clock is None or not _waited_for(state):
        return ()
    position = position_of_level(state.settings.structure, level)
    if position is None or state.clock.position < position:
        return ()
    return (_withdrawal(state, state.absent),)


def _withdrawal(state: Tournament, numbers: Iterable[int]) -> e.RegistrationsDropped:
    withdrawn = []
    for number in sorted(numbers):
        entry = state.entries[number]
        if entry.chair is None:
            message = "an absent entry has no chair"
            raise AssertionError(message)
        withdrawn.append(
            e.Withdrawn(
                entry=number,
                chair=entry.chair,
                stack=_stack(entry),
                chips=entry.chips,
                price=entry.price,
                parts=entry.parts,
                rebuys=entry.rebuys,
                add_ons=entry.add_ons,
            )
        )
    return e.RegistrationsDropped(entries=tuple(w.entry for w in withdrawn), withdrawn=tuple(withdrawn))


def check_in(state: Tournament, command: c.CheckIn, context: Context) -> Decision:
    """Mark a player present (REG-4); who came in time keeps what he had when he came, whatever stands on record since.

    An orbit that ended after the accepted instant is not charged to him, and he who was blinded out or taken out after
    it is in (WIN-6).
    """
    entry = state.current(command.player)
    if entry is None or entry.checked_in or not state.drawn or not state.running:
        return entries.check_in(state, command, context)
    gone_at = taken_out_at(state, entry)
    if gone_at is not None and context.accepted_at < gone_at:
        return back(state, entry, command.seat, context)
    decision = entries.check_in(state, command, context)
    if entry.last_charge is None or context.accepted_at >= entry.last_charge[0] or not isinstance(decision, tuple):
        return decision
    # The last orbit ended after he had come.
    return tuple(
        replace(event, stack=(event.stack or 0) + entry.last_charge[1]) if isinstance(event, e.PlayerArrived) else event
        for event in decision
    )


def taken_out_at(state: Tournament, entry: Entry) -> datetime | None:
    """Return when an entry was blinded out, removed or withdrawn because its player had not come; None: it was not."""
    if entry.status == "out" and entry.knockout is not None:
        knockout = state.knockouts[entry.knockout]
        return knockout.at if knockout.cause in _NOT_THERE else None
    return entry.taken_out_at if entry.status == "dropped" else None


def back(state: Tournament, entry: Entry, named: c.SeatRef | None, context: Context) -> Decision:
    """Return the return of a player who was taken out so and had come before it, or was there all the while."""
    if entry.status == "out" and entry.knockout is not None:
        return _back_from_bust(state, entry, state.knockouts[entry.knockout], named, context)
    return _back_in_the_field(state, entry, named, context)


def _back_from_bust(
    state: Tournament, entry: Entry, knockout: Knockout, named: c.SeatRef | None, context: Context
) -> Decision:
    """Return the arrival of a player who had come before he was blinded out or taken out: that bust does not stand."""
    seat = find_seat(state, named or old_seat(state, knockout.chair), context.lot)
    if not isinstance(seat, Seat):
        return seat
    return (
        *seat.opens,
        e.KnockoutVoided(
            knockout=knockout.number,
            entry=entry.number,
            player=entry.player,
            chair=seat.chair,
            lot=seat.lot,
            pools=seat.pools,
            taken=seat.taken,
        ),
        e.PlayerArrived(entry=entry.number, player=entry.player, stack=knockout.stack),
    )


def _back_in_the_field(state: Tournament, entry: Entry, named: c.SeatRef | None, context: Context) -> Decision:
    """Return the arrival of a player who had come before his entry left the field, with the stack that he had then."""
    if refusal := pay_first.unpaid(state, entry):
        return refusal
    seat = find_seat(state, named, context.lot)
    if not isinstance(seat, Seat):
        return seat
    return (
        e.RegistrationRestored(entry=entry.number, player=entry.player),
        *seat.opens,
        e.PlayerSeated(
            entry=entry.number,
            player=entry.player,
            chair=seat.chair,
            chips=_stack(entry),
            price=state.settings.prices.buy_in,
            parts=fees.parts_of(state, "buy_in"),
            lot=seat.lot,
            pools=seat.pools,
            taken=seat.taken,
        ),
    )


def process_no_show(state: Tournament, command: c.ProcessNoShow) -> Decision:
    """Take one player who has not come out before the clock would: by the same event as the clock's (NOSH-3)."""
    if state.status != "registration_open" and (refusal := not_running(state)):
        return refusal
    entry = state.current(command.player)
    if entry is not None and entry.status == "alive" and entry.absent:
        if state.ended_at is not None:
            return refuse("LIFE-9", "play_ended", "play has ended: nobody is taken out any more")
        if state.profile.absent_out_at_level is not None:
            return (_withdrawal(state, (entry.number,)),)
        return leave_together(state, [(entry, _stack(entry))], "removed")
    if entry is None or entry.status != "registered" or entry.checked_in:
        return refuse("NOSH-3", "no_no_show", f"{command.player} is not a registered no-show")
    return (e.RegistrationsDropped(entries=(entry.number,)),)


def orbits_filled(state: Tournament, number: int, since: int, at: datetime) -> tuple[e.Event, ...]:
    """Return the orbits that so many hands at a table fill, one after the other, as long as somebody is absent."""
    events: list[e.Event] = []
    knockouts = busts = 0
    table = state.tables[number]
    while since >= len(table.seats) and (absent := [of for of in table.seats.values() if of in state.absent]):
        since -= len(table.seats)
        charges = _charges(state, absent)
        out = _blinded_out(state, charges, after=(knockouts, busts))
        charged = e.OrbitCharged(orbit=table.orbits + 1, charges=charges, table=number, hands=since)
        events += (charged, *out)
        knockouts, busts = knockouts + len(out), busts + bool(out)
        state = _without(evolve_charged(state, charged, at), number, {busted.entry for busted in out})
        table = state.tables[number]
    return tuple(events)


def _without(state: Tournament, number: int, gone: set[int]) -> Tournament:
    """Return the state with a table that these have left, as the next orbit there is to see it."""
    table = state.tables[number]
    seats = table.seats
    for seat, of in table.seats.items():
        if of in gone:
            seats = seats.delete(seat)
    return replace(state, tables=state.tables.set(number, replace(table, seats=seats)))


def count_stack(state: Tournament, command: c.CountStack) -> Decision:
    """Put the floor's count in the place of an absent player's computed stack (NOSH-2)."""
    if refusal := not_seated_yet(state):
        return refusal
    entry = living(state, command.player)
    if isinstance(entry, Rejection):
        return entry
    if not entry.absent:
        return refuse(
            "NOSH-2",
            "not_absent",
            f"{command.player} is here; only the stacks of absent players are computed",
            "send a count with the command that needs it",
        )
    if command.stack > state.chips_in_play:
        return refuse(
            "RUL-7",
            "more_than_in_play",
            f"only {state.chips_in_play} chips are in play",
            "count the stack again",
            chips_in_play=state.chips_in_play,
        )
    return (e.StackCounted(entry=entry.number, player=entry.player, stack=command.stack, before=entry.absent_stack),)


def computed_stacks(state: Tournament) -> Mapping[str, int]:
    """Return the stacks of the absent, by player: the system knows them without a count (RUL-7)."""
    return {(entry := state.entries[number]).player: _stack(entry) for number in state.absent}


def evolve_charged(state: Tournament, event: e.OrbitCharged, at: datetime) -> Tournament:
    """Apply an orbit's charges."""
    with state.entries.mutate() as charged:
        for number, paid, rest in event.charges:
            charged[number] = replace(charged[number], absent_stack=rest, last_charge=(at, paid))
        after = replace(state, entries=charged.finish())
    if event.table is None:
        return replace(after, orbits=event.orbit)
    table = replace(state.tables[event.table], orbits=event.orbit, hands=event.hands)
    return replace(after, tables=state.tables.set(event.table, table))


def evolve_counted(state: Tournament, event: e.StackCounted) -> Tournament:
    """Apply a floor count."""
    counted = replace(state.entries[event.entry], absent_stack=event.stack)
    return replace(state, entries=state.entries.set(event.entry, counted))
