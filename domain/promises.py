"""The book of open moves: who has been sent where and is not there yet, and who goes when his hand is over (SEAT-11).

Opening, closing and asking what is due next cost the same few steps whatever the field: `Tournament.expected` is a line
of tickets, and as every move of an evening has the same time to arrive, they are due in the order of the calls.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from domain import events as e
from domain.changes import replace
from domain.events import Chair
from domain.lines import joined, without
from domain.maps import HELD
from domain.state import Lapsed, Promise, Table, Tournament
from domain.table_sizes import numbers

MOST_ESCALATIONS = 3
"""How often a move that is overdue is brought before the floor, before it is given up."""


def due(state: Tournament, at: datetime) -> datetime | None:
    """Return when a move called now is overdue; None: arrivals are not watched in this tournament."""
    seconds = state.settings.arrival_seconds
    return None if seconds is None else at + timedelta(seconds=seconds)


def told(promise: Promise) -> e.OpenMove:
    """Return an open move as an event tells it."""
    return e.OpenMove(
        move=promise.move,
        entry=promise.entry,
        player=promise.player,
        leaving=promise.leaving,
        to=promise.to,
        why=promise.why,
        escalations=promise.escalations,
    )


def opened(state: Tournament, promise: Promise) -> Tournament:
    """Return the state with an open move on the book; the entry has none yet.

    A queued one keeps its chair for it, unless somebody leaves that chair at the same time.
    """
    if promise.status == "queued":
        if promise.swap_with is None:
            state = _with(state, _reserve(state.tables[promise.to[0]], promise.to[1], promise.entry))
        state = replace(state, queued=state.queued | 1 << promise.leaving[0])
    else:
        state = replace(state, expecting=state.expecting | 1 << promise.to[0])
        state = _timed(state, promise)
        promise = replace(promise, ticket=state.tickets if promise.due_at is not None else None)
    table = state.tables[promise.leaving[0]]
    state = _with(state, replace(table, leaving=table.leaving.set(promise.entry, HELD)))
    return replace(
        state,
        promises=state.promises.set(promise.entry, promise),
        overdue=state.overdue + (promise.status == "overdue"),
    )


def _timed(state: Tournament, promise: Promise) -> Tournament:
    if promise.due_at is None:
        return state
    ticket = state.tickets + 1
    return replace(state, tickets=ticket, expected=joined(state.expected, ticket, promise.entry))


def missed(state: Tournament, moves: Iterable[e.OpenMove], due_at: datetime | None) -> Tournament:
    """Return the state with these called moves overdue, and due again at `due_at`."""
    expected, tickets, overdue = state.expected, state.tickets, state.overdue
    with state.promises.mutate() as kept:
        for move in moves:
            before = kept[move.entry]
            overdue += before.status != "overdue"
            if before.ticket is not None:
                expected = without(expected, before.ticket)
            ticket = None
            if due_at is not None:
                tickets = ticket = tickets + 1
                expected = joined(expected, ticket, move.entry)
            kept[move.entry] = replace(
                before, status="overdue", escalations=move.escalations, due_at=due_at, ticket=ticket
            )
        promises = kept.finish()
    return replace(state, promises=promises, expected=expected, tickets=tickets, overdue=overdue)


def awaited_again(state: Tournament, moves: Iterable[e.OpenMove], at: datetime) -> Tournament:
    """Return the state after an outage: these moves are open again, and who is still under way has his time (CLK-9)."""
    state = replace(state, break_ended_at=at)
    for move in moves:
        promise = Promise(
            move=move.move,
            entry=move.entry,
            player=move.player,
            leaving=move.leaving,
            to=move.to,
            why=move.why,
            status="overdue" if move.escalations else "called",
            since=at,
            due_at=due(state, at),
            escalations=move.escalations,
        )
        state = opened(closed(state, move.entry), promise)
    return state


def closed(state: Tournament, entry: int) -> Tournament:
    """Return the state without the entry's open move; nothing changes when it has none."""
    promise = state.promises.get(entry)
    if promise is None:
        return state
    state = replace(
        state,
        promises=state.promises.delete(entry),
        expected=state.expected if promise.ticket is None else without(state.expected, promise.ticket),
        overdue=state.overdue - (promise.status == "overdue"),
    )
    left = state.tables[promise.leaving[0]]
    state = _with(state, replace(left, leaving=left.leaving.delete(entry)))
    if promise.status != "queued":
        return _settle(state, promise.to[0])
    if promise.swap_with is None:
        kept = state.tables[promise.to[0]]
        state = _with(state, replace(kept, reserved=kept.reserved.delete(promise.to[1])))
    queued = any(_is_queued(state, number) for number in state.tables[promise.leaving[0]].leaving)
    return state if queued else replace(state, queued=state.queued & ~(1 << promise.leaving[0]))


def _is_queued(state: Tournament, entry: int) -> bool:
    return state.promises[entry].status == "queued"


def _settle(state: Tournament, table: int) -> Tournament:
    """Return the state with the set of tables that expect somebody kept true for one of them."""
    awaited = any(
        (promise := state.promises.get(entry)) is not None and promise.status != "queued"
        for entry in state.tables[table].seats.values()
    )
    return state if awaited else replace(state, expecting=state.expecting & ~(1 << table))


def lapse(state: Tournament, entry: int, why: e.DropReason) -> Tournament:
    """Return the state without the entry's open move, which is still to be put on record; of a swap both fall.

    What took it away is an event of its own; `Tournament.lapsed` is told in the event that follows it.
    """
    promise = state.promises.get(entry)
    if promise is None:
        return state
    state = closed(state, entry)
    state = replace(state, lapsed=(*state.lapsed, Lapsed(promise=promise, why=why)))
    return state if promise.swap_with is None else lapse(state, promise.swap_with, "partner_gone")


def table_gone(state: Tournament, table: int) -> Tournament:
    """Return the state without the queued moves to a table that is broken (SEAT-7)."""
    for entry in sorted(state.tables[table].reserved.values()):
        state = lapse(state, entry, "table_broken")
    return state


def _reserve(table: Table, seat: int, entry: int) -> Table:
    return replace(table, reserved=table.reserved.set(seat, entry))


def _with(state: Tournament, table: Table) -> Tournament:
    bit = 1 << table.number
    reserving = state.reserving | bit if table.reserved else state.reserving & ~bit
    before = state.tables[table.number]
    return replace(
        state,
        tables=state.tables.set(table.number, table),
        reserving=reserving,
        reservations=state.reservations + len(table.reserved) - len(before.reserved),
    )


def queued_from(state: Tournament, tables: int) -> Iterable[Promise]:
    """Yield the queued moves of players who sit at these tables, in the order in which they were asked for."""
    entries = (entry for table in numbers(tables) for entry in state.tables[table].leaving)
    promises = (state.promises[entry] for entry in entries)
    return sorted((p for p in promises if p.status == "queued"), key=lambda p: (p.move, p.entry))


def awaited_at(state: Tournament, table: int) -> Iterable[tuple[Chair, Promise]]:
    """Yield who is to come to a table, called or still in a hand, with the chair; by seat."""
    coming = {**state.tables[table].seats, **state.tables[table].reserved}
    for seat in sorted(coming):
        promise = state.promises.get(coming[seat])
        if promise is not None and promise.to == (table, seat):
            yield (table, seat), promise
