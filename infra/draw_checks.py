"""What an event that used a lot must say: what was drawn of, and what the orders drawn make of that (SEAT-10).

For `infra.verify_draws`, apart from the rules that wrote the events; docs/draws.md has it in words.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from infra.seat_map import Event, SeatMap

CODE = 100
"""A chair among the candidates of a table's break is table x 100 + seat."""
WIDE = 80
"""So much of a value is shown in a fault."""
Pools = list[list[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How the lots of one kind of event are checked."""

    pools: Callable[[Event, SeatMap], Pools]
    pool_faults: Callable[[Event, Pools, SeatMap], Iterable[str]]
    outcome_faults: Callable[[Event, Pools, SeatMap], Iterable[str]]
    spoken: Callable[[Event], str]


def _as_recorded(event: Event, _: SeatMap) -> Pools:
    return [list(pool) for pool in event["pools"]]


def _other(what: str, told: Any, found: Any) -> Iterator[str]:
    """Yield that the record says something else than is found, if it does."""
    if told != found:
        yield f"{what}: the record says {_short(told)}, it is {_short(found)}"


def _short(value: Any) -> str:
    text = json.dumps(value, separators=(", ", ": "))
    return text if len(text) <= WIDE else f"{text[: WIDE - 3]}..."


def _chair(chair: Sequence[int]) -> str:
    return f"table {chair[0]}, seat {chair[1]}"


# --- the first draw


def _first_draw_pools(event: Event, room: SeatMap) -> Pools:
    seats = list(range(1, int(room.settings["seats_per_table"]) + 1))
    drawn = sorted({seat[0] for seat in event["seats"]} - set(event["named"]))
    return [drawn, *([seats] * (2 * len(event["tables"])))]


def _first_draw_pool_faults(event: Event, pools: Pools, room: SeatMap) -> Iterator[str]:
    """Yield where other entries or tables were drawn for than SEAT-1 says, or other chairs had been named."""
    named = {entry: room.chairs.get(entry) for entry in event["named"]}
    placed = {entry: (table, seat) for entry, table, seat, _ in event["seats"]}
    yield from _other("entries whose chairs were named", sorted(named), sorted(room.chairs))
    yield from (
        f"entry {entry} has not the chair that was named" for entry in named if placed.get(entry) != named[entry]
    )
    sizes = {table: len(seats) for table, seats in room.seats.items() if seats}
    needed = -(-len(placed) // int(room.settings["seats_per_table"]))
    for table in room.club_tables():
        if len(sizes) >= needed:
            break
        sizes.setdefault(table, 0)
    yield from _other("players at each table", _sizes(placed.values()), room.even(pools[0], sizes, sizes))


def _sizes(chairs: Iterable[Sequence[int]]) -> dict[int, int]:
    sizes: dict[int, int] = {}
    for table, _ in chairs:
        sizes[table] = sizes.get(table, 0) + 1
    return sizes


def _first_draw_faults(event: Event, orders: Pools, _: SeatMap) -> Iterator[str]:
    seats = [seat[:3] for seat in event["seats"]]
    yield from _seating_faults(seats, event["tables"], event["buttons"], orders, kept={*event["named"]})


def _seating_faults(
    seats: Iterable[Sequence[int]], tables: list[int], buttons: Any, orders: Pools, *, kept: set[int]
) -> Iterator[str]:
    """Yield where a draw of many tables gives other seats or buttons than are on record.

    The first order is of the entries, then come the seats of each table, then these again for its button.  At each
    table the next entries take the first seats in order that nobody has kept.
    """
    at_table: dict[int, dict[int, int]] = {table: {} for table in tables}
    for entry, table, seat in seats:
        at_table[table][seat] = entry
    entries = iter(orders[0])
    given = []
    for place, table in enumerate(tables):
        stay = {seat for seat, entry in at_table[table].items() if entry in kept}
        wanted = len(at_table[table]) - len(stay)
        free = [seat for seat in orders[1 + place] if seat not in stay][:wanted]
        given += [[next(entries), table, seat] for seat in free]
    recorded = [
        [entry, table, seat] for table in tables for seat, entry in at_table[table].items() if entry not in kept
    ]
    yield from _other("seats", sorted(recorded), sorted(given))
    first = [next((s for s in orders[1 + len(tables) + n] if s in at_table[t]), None) for n, t in enumerate(tables)]
    drawn = [[table, seat] for table, seat in zip(tables, first, strict=True) if seat is not None]
    yield from _other("buttons", [list(button) for button in buttons], drawn)


# --- buttons


def _button_pool_faults(event: Event, pools: Pools, room: SeatMap) -> Iterator[str]:
    sitting = [sorted(room.seats[table]) for table, _ in event["buttons"]]
    yield from _other("seats at which somebody sits", pools, sitting)


def _button_faults(event: Event, orders: Pools, _: SeatMap) -> Iterator[str]:
    yield from _other("buttons", [seat for _, seat in event["buttons"]], [order[0] for order in orders])


# --- one seat


def _seat_pool_faults(event: Event, pools: Pools, room: SeatMap) -> Iterator[str]:
    tables = room.for_a_late_seat()
    most = max((room.seats_at(table) for table in tables), default=0)
    yield from _other("tables that it could be", pools[0], tables)
    yield from _other("seats of a table", pools[1], list(range(1, most + 1)))
    free = room.free(event["chair"][0])
    yield from _other("seats that were not free", event["taken"], [seat for seat in pools[1] if seat not in free])


def _seat_faults(event: Event, orders: Pools, _: SeatMap) -> Iterator[str]:
    seat = next((seat for seat in orders[1] if seat not in event["taken"]), None)
    yield from _other("chair", list(event["chair"]), [orders[0][0], seat])


def _who_lives_again(event: Event) -> Event:
    """Return the seat of who was put out by mistake as the seat of one entry."""
    return event | {"entry": event["instead_of"], "chair": event["lives_in"]}


# --- a table's break


def _break_pool_faults(event: Event, pools: Pools, room: SeatMap) -> Iterator[str]:
    broken = room.seats[event["table"]]
    leaving = sorted(entry for entry in broken.values() if entry not in event["named"])
    yield from _other("players of the table", pools[0], leaving)
    named = {(table, seat) for entry, _, table, seat in event["moves"] if entry in event["named"]}
    tables = sorted({code // CODE for code in pools[1]})
    free = [table * CODE + seat for table in tables for seat in room.free(table) if (table, seat) not in named]
    yield from _other("free chairs at these tables", sorted(pools[1]), free)
    if event["table"] in tables or any(table in room.broken for table in tables):
        yield "a chair at a broken table was drawn for"
    sitting = [[table, len(room.not_free(table)) + sum(at == table for at, _ in named)] for table in tables]
    yield from _other("players at these tables", [list(row) for row in event["sitting"]], sitting)


def _break_faults(event: Event, orders: Pools, _: SeatMap) -> Iterator[str]:
    """Yield where the players drawn, one after the other, take other chairs than are on record.

    Each takes the first chair in order at a table where, of those with a chair left, the fewest sit by then.
    """
    sitting = dict(event["sitting"])
    left = [divmod(code, CODE) for code in orders[1]]
    given = []
    for entry in orders[0]:
        fewest = min(sitting[table] for table, _ in left)
        chair = next(chair for chair in left if sitting[chair[0]] == fewest)
        left.remove(chair)
        sitting[chair[0]] += 1
        given.append([entry, *chair])
    moved = [[entry, table, seat] for entry, _, table, seat in event["moves"] if entry not in event["named"]]
    yield from _other("moves", moved, given)


# --- redraws


def _redraw_tables(event: Event) -> list[int]:
    return list(event["tables"]) if event["kind"] == "field_redrawn" else [event["table"]]


def _redraw_pool_faults(event: Event, pools: Pools, room: SeatMap) -> Iterator[str]:
    tables, closing = _redraw_tables(event), list(event["closing"])
    there = {entry for table in (*tables, *closing) for entry in room.seats.get(table, {}).values()}
    placed = {entry: (table, seat) for entry, table, seat in event["seats"]}
    yield from _other("players at these tables", sorted(placed), sorted(there))
    kept = there - set(pools[0])
    yield from (
        f"entry {entry} was not drawn and has another chair"
        for entry in sorted(kept)
        if placed.get(entry) != room.chairs[entry]
    )
    if event["kind"] == "field_redrawn" or event["anew"]:
        yield from (f"entry {entry} was not drawn and is not locked" for entry in sorted(kept - room.locked))
    else:
        yield from _other(
            "players of closing tables", pools[0], sorted(e for e in there if room.chairs[e][0] in closing)
        )
    chairs = [event.get("chairs") or room.seats_at(table) for table in tables]
    seats = [list(range(1, most + 1)) for most in chairs]
    yield from _other("seats of each table", pools[1:], [*seats, *seats])
    stay = _sizes(room.chairs[entry] for entry in kept)
    yield from _other("players at each table", _sizes(placed.values()), room.even(pools[0], tables, stay))


def _redraw_faults(event: Event, orders: Pools, _: SeatMap) -> Iterator[str]:
    tables = _redraw_tables(event)
    buttons = event["buttons"] if event["kind"] == "field_redrawn" else [[event["table"], event["button"]]]
    kept = {entry for entry, _, _ in event["seats"]} - set(orders[0])
    yield from _seating_faults(event["seats"], tables, buttons, orders, kept=kept)


# --- who moves, and where to


def _drawn_of(event: Event, pools: Pools) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return the pools of movers by the table that gives them, and those of seats by the table that gets somebody."""
    who, where = event["movers_of"], event["seats_of"]
    return dict(zip(who, pools, strict=False)), dict(zip(where, pools[len(who) :], strict=True))


def _proposal_pool_faults(event: Event, pools: Pools, room: SeatMap) -> Iterator[str]:
    who, where = _drawn_of(event, pools)
    for table, entries in who.items():
        there = set(room.seats[table].values())
        if not entries or not there.issuperset(entries) or room.locked.intersection(entries):
            yield f"movers of table {table}: {_short(entries)} are not all players who may go"
    for table, seats in where.items():
        yield from _other(f"free seats of table {table}", seats, room.free(table))


def _proposal_faults(event: Event, orders: Pools, _: SeatMap) -> Iterator[str]:
    yield from _other("orders", [list(order) for order in event["orders"]], orders)
    who, where = ({table: iter(order) for table, order in side.items()} for side in _drawn_of(event, orders))
    for move in event["moves"]:
        entry = next(who[move["leaving"]], None) if move["leaving"] in who else move["entry"]
        seat = next(where[move["to"]], None) if move["to"] in where else move["seat"]
        yield from _other("move", [move["entry"], move["to"], move["seat"]], [entry, move["to"], seat])


# --- prize lines of players who tied


def _tied_pool_faults(event: Event, pools: Pools, room: SeatMap) -> Iterator[str]:
    there = [sorted(room.places.get(place, ())) for place in event["places"]]
    yield from _other("players of these places", pools, there)
    yield from (f"{_short(pool)} have their order already" for pool in pools if tuple(pool) in room.ties)


def _tied_faults(event: Event, orders: Pools, _: SeatMap) -> Iterator[str]:
    """Yield where a line is another's than by the orders: the first drawn has what the best of their places wins."""
    yield from _other("orders", event["orders"], orders)
    by_place = {
        place + after: entry
        for place, order in zip(event["places"], orders, strict=True)
        for after, entry in enumerate(order)
    }
    given = [[place, by_place.get(place), text] for place, _, text in event["lines"]]
    yield from _other("lines", [list(line) for line in event["lines"]], given)


def _undrawn_lines(event: Event, room: SeatMap) -> Iterator[str]:
    """Yield where players who tied have won unlike lines, and no lot says which of them which."""
    texts: dict[int, list[str]] = {}
    winner: dict[int, int] = {}
    for place, entry, text in event["lines"]:
        texts.setdefault(place, []).append(text)
        winner[place] = entry
    for place, entries in room.places.items():
        covered = range(place, place + len(entries))
        order = room.ties.get(tuple(sorted(entries)))
        if order is None and len({tuple(texts.get(each, ())) for each in covered}) > 1:
            yield f"players who tied for place {place} have won unlike lines without a lot"
        elif order is not None and any(winner.get(place + n, entry) != entry for n, entry in enumerate(order)):
            yield f"players who tied for place {place} have not won by the order of their lot"


# --- mystery draws


def _mystery_pool_faults(_: Event, pools: Pools, room: SeatMap) -> Iterator[str]:
    left = [number for number in range(1, len(room.envelopes) + 1) if number not in room.opened]
    yield from _other("envelopes left", pools, [left])


def _mystery_faults(event: Event, orders: Pools, room: SeatMap) -> Iterator[str]:
    yield from _other("envelope", event["envelope"], orders[0][0])
    holds = room.envelopes[event["envelope"] - 1]
    yield from _other("what it holds", [event["amount"], event["text"]], [holds["amount"] or 0, holds["text"] or ""])


# --- which is which

_ONE_SEAT = Check(
    pools=_as_recorded,
    pool_faults=_seat_pool_faults,
    outcome_faults=_seat_faults,
    spoken=lambda event: f"entry {event['entry']} to {_chair(event['chair'])}",
)
_SEAT_OF_ANOTHER = Check(
    pools=_as_recorded,
    pool_faults=lambda event, pools, room: _seat_pool_faults(_who_lives_again(event), pools, room),
    outcome_faults=lambda event, orders, room: _seat_faults(_who_lives_again(event), orders, room),
    spoken=lambda event: f"entry {event['instead_of']} to {_chair(event['lives_in'])}",
)
_REDRAW = Check(
    pools=_as_recorded,
    pool_faults=_redraw_pool_faults,
    outcome_faults=_redraw_faults,
    spoken=lambda event: f"{len(event['seats'])} players at {len(_redraw_tables(event))} tables",
)
CHECKS = {
    "field_seated": Check(
        pools=_first_draw_pools,
        pool_faults=_first_draw_pool_faults,
        outcome_faults=_first_draw_faults,
        spoken=lambda event: f"{len(event['seats'])} players at {len(event['tables'])} tables",
    ),
    "buttons_drawn": Check(
        pools=_as_recorded,
        pool_faults=_button_pool_faults,
        outcome_faults=_button_faults,
        spoken=lambda event: "; ".join(_chair(button) for button in event["buttons"]),
    ),
    "player_seated": _ONE_SEAT,
    "re_entered": _ONE_SEAT,
    "rebought": _ONE_SEAT,
    "knockout_voided": _ONE_SEAT,
    "bust_corrected": _SEAT_OF_ANOTHER,
    "table_broken": Check(
        pools=_as_recorded,
        pool_faults=_break_pool_faults,
        outcome_faults=_break_faults,
        spoken=lambda event: f"table {event['table']}: {len(event['moves'])} players to seats elsewhere",
    ),
    "field_redrawn": _REDRAW,
    "final_table_formed": _REDRAW,
    "move_proposed": Check(
        pools=_as_recorded,
        pool_faults=_proposal_pool_faults,
        outcome_faults=_proposal_faults,
        spoken=lambda event: "; ".join(
            f"entry {move['entry']} from table {move['leaving']} to {_chair((move['to'], move['seat']))}"
            for move in event["moves"]
        ),
    ),
    "mystery_drawn": Check(
        pools=_as_recorded,
        pool_faults=_mystery_pool_faults,
        outcome_faults=_mystery_faults,
        spoken=lambda event: f"envelope {event['envelope']} for entry {event['entry']}",
    ),
    "tied_lines_drawn": Check(
        pools=_as_recorded,
        pool_faults=_tied_pool_faults,
        outcome_faults=_tied_faults,
        spoken=lambda event: "; ".join(
            f"entry {entry} wins the line of place {place}" for place, entry, _ in event["lines"]
        ),
    ),
}
"""The kinds of events that use a lot up, and how each is checked."""
REFERENCES = {"player_moved", "move_queued"}
"""Kinds that say from which lot they come and use none."""


def without_a_lot(event: Event, room: SeatMap) -> Iterator[str]:
    """Yield where an event had to have a lot, or refers to another than its proposal's."""
    if event["kind"] == "field_seated" and {seat[0] for seat in event["seats"]} != set(event["named"]):
        yield "seats that nobody named were not drawn"
    if event["kind"] == "prizes_recorded":
        yield from _undrawn_lines(event, room)
    if event["kind"] in REFERENCES and event["proposal"] is not None:
        yield from _other("lot of its proposal", event["lot"], room.lots_of.get(event["proposal"]))
