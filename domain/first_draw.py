"""The first draw: who sits where when play begins, around the chairs that were named (SEAT-1 to SEAT-3)."""

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from immutables import Map

from domain import bounties, fees
from domain import events as e
from domain.changes import replace
from domain.decisions import Lot
from domain.events import Chair
from domain.first_buttons import with_buttons
from domain.presence import away
from domain.state import Table, Tournament
from domain.table_sizes import mask_of, with_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDraw:
    """What the first draw has to place: entries without a chair, and how many each table is to hold in the end."""

    entries: tuple[int, ...]
    tables: tuple[tuple[int, int], ...]


def field_to_seat(state: Tournament) -> tuple[int, ...]:
    """Return the entries that the first draw seats: those present, in absent mode all who have nothing to pay (REG-4).

    Who registers between the start and the draw may be one too many for the room; the last ones then wait for a chair.
    """
    present = sorted(state.present)
    if state.policy == "drop":
        return tuple(present)
    room = state.settings.table_count * state.settings.seats_per_table
    absent = sorted(number for number in state.awaited if number not in state.unpaid)
    return tuple(sorted((*present, *absent[: room - len(present)])))


def field_size(state: Tournament) -> int:
    """Return how many entries the first draw would seat now."""
    if state.policy == "drop":
        return len(state.present)
    return len(state.present) + len(state.awaited) - len(state.unpaid)


def first_draw(state: Tournament) -> FirstDraw:
    """Return the tables for the field, as even as possible, extras on the first tables; named chairs stay (SEAT-1)."""
    entries = field_to_seat(state)
    cap = state.settings.seats_per_table
    waiting = tuple(number for number in entries if state.entries[number].chair is None)
    used = {number: len(table.seats) for number, table in state.tables.items() if table.seats}
    needed = -(-len(entries) // cap)
    for number in state.settings.club_tables:
        if len(used) >= needed:
            break
        used.setdefault(number, 0)
    heap = [(players, number) for number, players in used.items()]
    heapq.heapify(heap)
    for _ in waiting:
        players, number = heapq.heappop(heap)
        heapq.heappush(heap, (players + 1, number))
    return FirstDraw(entries=waiting, tables=tuple(sorted((number, players) for players, number in heap)))


def draw_pools(state: Tournament, plan: FirstDraw) -> tuple[tuple[int, ...], ...]:
    """Return the lot's pools for a first draw: the entries, the seats of each table, and these again for its button."""
    seats = tuple(range(1, state.settings.seats_per_table + 1))
    return (plan.entries, *(seats for _ in plan.tables), *(seats for _ in plan.tables))


def field_seated(state: Tournament, plan: FirstDraw, lot: Lot | None) -> e.FieldSeated:
    """Return the first draw as one event: the named chairs, and the rest as the lot says."""
    chairs = {number: chair for number in field_to_seat(state) if (chair := state.entries[number].chair) is not None}
    if lot is None:
        return _seated_event(state, chairs, named=tuple(chairs))
    named, buttons = tuple(chairs), []
    order = iter(lot.orders[0])
    seat_orders, button_orders = lot.orders[1 : len(plan.tables) + 1], lot.orders[len(plan.tables) + 1 :]
    for (table, size), seats, button in zip(plan.tables, seat_orders, button_orders, strict=True):
        taken = state.tables[table].seats if table in state.tables else Map()
        free = [seat for seat in seats if seat not in taken][: size - len(taken)]
        chairs.update({next(order): (table, seat) for seat in free})
        buttons.append((table, next(seat for seat in button if seat in taken or seat in free)))
    return replace(_seated_event(state, chairs, named=named), lot=lot.number, buttons=tuple(buttons))


def _seated_event(state: Tournament, chairs: Mapping[int, Chair], *, named: tuple[int, ...]) -> e.FieldSeated:
    stack, bonus = state.settings.starting_stack, state.settings.on_time_bonus
    counted = ((number, state.entries[number].counted, state.entries[number].extra) for number in sorted(chairs))
    return e.FieldSeated(
        lot=None,
        price=state.settings.prices.buy_in,
        parts=fees.parts_of(state, "buy_in"),
        tables=tuple(sorted({table for table, _ in chairs.values()})),
        seats=tuple(
            (number, *chairs[number], (chips or stack + (0 if number in state.awaited else bonus)) + extra)
            for number, chips, extra in counted
        ),
        absent=tuple(number for number in sorted(chairs) if number in state.awaited),
        named=named,
    )


def evolve_field(state: Tournament, event: e.FieldSeated, at: datetime) -> Tournament:
    """Apply the first draw: every entry in it is in play with its chips and owes its buy-in."""
    absent = frozenset(event.absent)
    fresh = bounties.fresh(state, "buy_in", event.parts)
    by_table: dict[int, dict[int, int]] = {table: {} for table in event.tables}
    with state.entries.mutate() as entries:
        for number, table, seat, chips in event.seats:
            by_table[table][seat] = number
            entries[number] = replace(
                entries[number],
                status="alive",
                seated=True,
                absent=number in absent,
                absent_stack=chips if number in absent else None,
                chair=(table, seat),
                chips=chips,
                extra=0,
                price=event.price,
                parts=event.parts,
                head=fresh,
                own_head=fresh,
            )
        seated = entries.finish()
    drawn = replace(state, entries=seated, drawn=True, drawn_at=len(event.tables))
    drawn = fees.counted(drawn, event.price, event.parts, len(event.seats))
    drawn = replace(drawn, heads=replace(drawn.heads, issued=drawn.heads.issued + fresh * len(event.seats)))
    drawn = with_tables(drawn, [Table(number=number, seats=Map(seats)) for number, seats in sorted(by_table.items())])
    drawn = with_buttons(replace(drawn, buttons_due=mask_of(event.tables)), event.buttons, at)
    return replace(
        away(drawn, event.absent, at),
        present=Map(),
        awaited=_without(state.awaited, event.absent),
        registered=state.registered - len(event.seats),
        field=state.field + len(event.seats),
        alive=state.alive + len(event.seats),
        unique=state.unique + len(event.seats),
        chips_in_play=state.chips_in_play + sum(chips for *_, chips in event.seats),
    )


def _without(held: Map[int, bool], gone: Iterable[int]) -> Map[int, bool]:
    rest = held.mutate()
    for number in gone:
        rest.pop(number, None)
    return rest.finish()
