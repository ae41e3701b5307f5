"""Nobody is favoured: each kind of draw, thousands of times from one seed, against what chance would give (SEAT-10).

The lots are numbered 1, 2, 3, ... of one seed, so that each test always sees the same draws and says the same.  Its
chi-square is held against the value that chance exceeds once in a thousand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from domain import errands
from domain import events as e
from domain.commands import parse
from domain.decide import decide
from domain.decisions import Context, Lot, Wanted
from domain.draws import draw
from domain.seating import Seat, find_seat
from domain.state import Tournament
from tests.domain.floor import FLOOR, SEED, Evening, P, at, chair, evening, knock_out, opened

EXCEEDED_ONCE_IN_A_THOUSAND = {2: 13.82, 3: 16.27, 5: 20.52, 7: 24.32, 8: 26.12, 17: 40.79}
"""Of chi-square, by degrees of freedom."""


def held(counts: Counter[Any], chances: Mapping[Any, Fraction]) -> None:
    """Hold counts against the chances of all that can come; nothing else may have come."""
    assert set(counts) <= set(chances)
    assert sum(chances.values()) == 1
    drawn = counts.total()
    expected = {cell: float(drawn * chance) for cell, chance in chances.items()}
    assert min(expected.values()) >= 20
    chi_square = sum((counts[cell] - expected[cell]) ** 2 / expected[cell] for cell in chances)
    assert chi_square < EXCEEDED_ONCE_IN_A_THOUSAND[len(chances) - 1]


def alike(*cells: Any) -> dict[Any, Fraction]:
    return {cell: Fraction(1, len(cells)) for cell in cells}


def lots(pools: tuple[tuple[int, ...], ...]) -> Iterator[Lot]:
    number = 0
    while True:
        number += 1
        yield Lot(number=number, pools=pools, orders=draw(SEED, "sunday-1", number, pools))


def by_itself(state: Tournament, times: int) -> Iterator[Any]:
    """Yield what comes of the draw that the state waits for, again and again."""
    wanted = errands.wanted(state)
    assert wanted is not None
    for lot in islice(lots(wanted.pools), times):
        yield wanted.drawn(lot, at("20:00"))[0]


def on_command(state: Tournament, times: int, kind: str, **body: Any) -> Iterator[Any]:
    """Yield what comes of a command that has to be drawn for, again and again."""
    command = parse(kind, body)

    def decided(lot: Lot | None) -> Any:
        context = Context(at=at("20:00"), accepted_at=at("20:00"), actor=FLOOR, role="floor", lot=lot)
        return decide(state, command, context)

    wanted = decided(None)
    assert isinstance(wanted, Wanted)
    for lot in islice(lots(wanted.pools), times):
        yield decided(lot)[-1]


def before_the_draw(players: int, named: Mapping[int, str], **changes: Any) -> Tournament:
    """Return a tournament that has started and waits for its first draw."""
    night = opened(players, **changes)
    for number in range(1, players + 1):
        seat = {"seat": chair(named[number])} if number in named else {}
        night.must("18:30", "check_in", player=P[number], **seat)
    night.prompt = False
    night.wait("19:00")
    assert not night.state.drawn
    return night.state


def test_seat_1_every_chair_is_as_likely_for_a_player_as_it_should_be() -> None:
    """Eleven at two tables of nine: six at the first and five at the second, each at any of nine seats."""
    state = before_the_draw(11, {})
    counts = Counter(
        next((table, seat) for entry, table, seat, _ in event.seats if entry == 7) for event in by_itself(state, 2_000)
    )
    chances = {(table, seat): Fraction(share, 99) for table, share in ((1, 6), (2, 5)) for seat in range(1, 10)}
    held(counts, chances)


def test_seat_1_who_sits_beside_whom_is_chance() -> None:
    """Nine at a table: each of the eight others is as often the next to the left of the first."""
    state = before_the_draw(9, {})
    counts: Counter[int] = Counter()
    for event in by_itself(state, 1_500):
        at_seat = {seat: entry for entry, _, seat, _ in event.seats}
        own = next(seat for seat, entry in at_seat.items() if entry == 1)
        counts[at_seat[own % 9 + 1]] += 1
    held(counts, alike(*range(2, 10)))


def test_seat_2_around_a_locked_player_the_others_have_the_free_chairs_alike() -> None:
    """Six at a table of nine, one of them on seat 4: the others are on the eight other seats, each as often."""
    state = before_the_draw(6, {1: "1-4"})
    counts = Counter(next(seat for entry, _, seat, _ in event.seats if entry == 5) for event in by_itself(state, 1_500))
    held(counts, alike(1, 2, 3, 5, 6, 7, 8, 9))


def test_seat_3_each_player_has_the_first_button_as_often_a_locked_one_too() -> None:
    state = before_the_draw(6, {1: "1-4", 2: "1-5"})
    counts: Counter[int] = Counter()
    for event in by_itself(state, 2_000):
        at_chair = {(table, seat): entry for entry, table, seat, _ in event.seats}
        counts[at_chair[event.buttons[0]]] += 1
    held(counts, alike(1, 2, 3, 4, 5, 6))


def test_seat_3_each_seat_has_the_first_button_as_often() -> None:
    state = before_the_draw(4, {})
    counts = Counter(event.buttons[0][1] for event in by_itself(state, 2_000))
    held(counts, alike(*range(1, 10)))


def test_seat_3_buttons_of_a_field_whose_chairs_were_named_are_drawn_alike() -> None:
    night = opened(6)
    for number, seat in enumerate((1, 2, 3, 7, 8, 9), 1):
        night.must("18:30", "check_in", player=P[number], seat={"table": 1, "seat": seat})
    night.prompt = False
    night.wait("19:00")
    counts = Counter(event.buttons[0] for event in by_itself(night.state, 1_500))
    held(counts, alike(*((1, seat) for seat in (1, 2, 3, 7, 8, 9))))


def late_seats(night: Evening, times: int) -> Counter[tuple[int, int]]:
    wanted = find_seat(night.state, None, None)
    assert isinstance(wanted, Wanted)
    counts: Counter[tuple[int, int]] = Counter()
    for lot in islice(lots(wanted.pools), times):
        found = find_seat(night.state, None, lot)
        assert isinstance(found, Seat)
        counts[found.chair] += 1
    return counts


def test_seat_6_every_free_chair_at_the_tables_with_the_fewest_players_comes_as_often() -> None:
    """Three tables of six with four each, and a fourth with five, at which nobody is put."""
    night = evening(17, sizes=[4, 5, 4, 4], seats_per_table=6)
    knock_out(night, "19:05", P[1], P[2])
    night.must("19:05", "register", player=P[20], seat=chair("1-6"))
    counts = late_seats(night, 1_500)
    held(counts, alike((1, 1), (1, 5), *((table, seat) for table in (3, 4) for seat in (5, 6))))


def test_seat_6_every_table_of_the_clubs_that_is_not_in_use_opens_as_often() -> None:
    night = evening(4, sizes=[2, 2], seats_per_table=2, table_numbers=[1, 2, 5, 8, 13, 21])
    counts = late_seats(night, 1_500)
    tables: Counter[int] = Counter()
    for (table, _), came in counts.items():
        tables[table] += came
    held(tables, alike(5, 8, 13, 21))
    held(counts, alike(*((table, seat) for table in (5, 8, 13, 21) for seat in (1, 2))))


def test_seat_7_a_broken_tables_players_have_every_free_chair_as_often() -> None:
    """Two leave for two tables with two free chairs each: one goes to each table, whichever, to either chair."""
    night = evening(10, sizes=[4, 2, 4], seats_per_table=6, tables=3)
    counts: Counter[tuple[int, int]] = Counter()
    for event in on_command(night.state, 1_500, "break_table", table=2):
        assert isinstance(event, e.TableBroken)
        counts[next((table, seat) for entry, _, table, seat in event.moves if entry == 5)] += 1
    held(counts, alike(*((table, seat) for table in (1, 3) for seat in (5, 6))))


def test_seat_12_a_redraw_gives_every_player_every_seat_as_often() -> None:
    night = evening(6, sizes=[3, 3], seats_per_table=3, tables=2)
    counts: Counter[tuple[int, int]] = Counter()
    for event in on_command(night.state, 1_500, "redraw"):
        assert isinstance(event, e.FieldRedrawn)
        counts[next((table, seat) for entry, table, seat in event.seats if entry == 2)] += 1
    held(counts, alike(*((table, seat) for table in (1, 2) for seat in (1, 2, 3))))


def test_seat_5_each_who_may_move_does_so_as_often_and_to_every_free_seat() -> None:
    """In a house that draws both: of the four at one table one goes to the one who is left at the other."""
    night = evening(6, sizes=[4, 2], seats_per_table=4, profile="east-durham-v1")
    night.prompt = False
    knock_out(night, "19:05", P[6], P[5])
    movers: Counter[int] = Counter()
    seats: Counter[int] = Counter()
    for event in by_itself(night.state, 1_500):
        assert isinstance(event, e.MoveProposed)
        first = event.moves[0]
        assert first.entry is not None
        assert first.seat is not None
        movers[first.entry] += 1
        seats[first.seat] += 1
    held(movers, alike(1, 2, 3, 4))
    held(seats, alike(2, 3, 4))


def test_prz_1_each_who_tied_wins_each_line_as_often() -> None:
    lines = [{"place": place, "text": text} for place, text in ((2, "Medal"), (3, "Cap"))]
    night = evening(4, prizes={"lines": lines}, windows={"late_registration": None})
    night.prompt = False
    night.must("19:20", "record_knockout_group", busts=[{"player": P[number]} for number in (1, 2, 3)])
    night.must("19:21", "finish")
    winners: dict[str, Counter[str]] = {"Medal": Counter(), "Cap": Counter()}
    for event in by_itself(night.state, 1_500):
        assert isinstance(event, e.TiedLinesDrawn)
        for _, entry, text in event.lines:
            winners[text][night.state.entries[entry].player] += 1
    held(winners["Medal"], alike(P[1], P[2], P[3]))
    held(winners["Cap"], alike(P[1], P[2], P[3]))
