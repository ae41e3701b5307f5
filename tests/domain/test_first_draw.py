"""The first draw around chairs that were named, first buttons, the club's tables (SEAT-1, SEAT-2, SEAT-3, SEAT-6)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import ButtonsDrawn, FieldSeated, PlayerCheckedIn, PlayerSeated
from domain.settings import settings_faults
from tests.domain.floor import Body, Evening, P, at, chair, evening, knock_out, opened, settings, settings_body


def drawn_evening(named: dict[int, str], others: int, **changes: Any) -> Evening:
    """Return an evening after its first draw: some players' chairs were named and locked, others drew theirs."""
    night = opened(len(named) + others, **changes)
    for number, seat in named.items():
        night.must("18:30", "check_in", player=P[number], seat=chair(seat), locked=True)
    for number in range(1, len(named) + others + 1):
        if number not in named:
            night.must("18:31", "check_in", player=P[number])
    night.wait("19:00")
    return night


def field(night: Evening) -> FieldSeated:
    return next(recorded.event for recorded in night.record if isinstance(recorded.event, FieldSeated))


def events(night: Evening, kind: type[Any]) -> list[Any]:
    return [recorded.event for recorded in night.record if isinstance(recorded.event, kind)]


# --- SEAT-2: locked chairs first


def test_seat_2_who_is_locked_at_the_check_in_keeps_the_named_chair_and_the_lock() -> None:
    night = drawn_evening({1: "2-1", 2: "2-9"}, 18)
    assert (night.seat(P[1]), night.seat(P[2])) == ((2, 1), (2, 9))
    assert [night.state.entries[number].locked for number in (1, 2, 3)] == [True, True, False]
    assert field(night).named == (1, 2)
    assert night.sizes() == {1: 7, 2: 7, 3: 6}


def test_seat_2_a_player_may_be_locked_in_a_chair_that_a_lot_finds() -> None:
    night = opened(3)
    for number in (1, 2, 3):
        night.must("18:30", "check_in", player=P[number], locked=number == 2)
    night.wait("19:00")
    assert night.state.entries[2].locked
    assert field(night).named == ()
    assert len(events(night, PlayerCheckedIn)) == 3


def test_seat_2_a_late_player_can_be_locked_as_he_comes() -> None:
    night = evening(8)
    night.must("19:05", "register", role="player", actor=P[20], player=P[20])
    night.must("19:06", "check_in", player=P[20], seat=chair("1-9"), locked=True)
    assert night.state.entries[9].locked
    assert events(night, PlayerSeated)[-1].locked


def test_seat_2_a_second_check_in_locks_nobody_and_says_how_to() -> None:
    night = evening(8)
    refusal = night.ask("19:05", "check_in", player=P[1], locked=True).rejection
    assert (refusal.rule, refusal.code, refusal.mend) == ("SEAT-2", "checked_in", "lock his seat with lock_seat")


def test_seat_2_a_check_in_that_asks_for_the_lock_again_changes_nothing() -> None:
    night = drawn_evening({1: "1-1"}, 3)
    assert night.must("19:05", "check_in", player=P[1], locked=True).note


# --- SEAT-1: even around them


@given(
    named=st.lists(st.tuples(st.integers(1, 6), st.integers(1, 4)), unique=True, max_size=9),
    others=st.integers(0, 15),
)
def test_seat_1_around_any_named_chairs_tables_are_few_and_even(named: list[tuple[int, int]], others: int) -> None:
    """Tables with named chairs stay; of the rest the emptiest always gets the next, so nobody could sit more evenly."""
    if len(named) + others < 2:
        others = 2
    chairs = {number: f"{table}-{seat}" for number, (table, seat) in enumerate(named, 1)}
    night = drawn_evening(chairs, others, seats_per_table=4, tables=6, minimum_players=2)
    sizes = {table: size for table, size in night.sizes().items() if size}
    at_tables = Counter(table for table, _ in named)
    needed = -(-(len(named) + others) // 4)
    assert len(sizes) == max(needed, len(at_tables))
    filled = [size for table, size in sizes.items() if size > at_tables[table]]
    if filled:
        assert max(filled) - min(sizes.values()) <= 1
        extras = [table for table, size in sizes.items() if size == max(filled) and size > at_tables[table]]
        rest = [table for table, size in sizes.items() if size < max(filled)]
        assert not rest or max(filled) == min(sizes.values()) or max(extras) < min(rest)
    assert all(night.seat(P[number]) == named[number - 1] for number in chairs)
    assert len(night.seats()) == len(named) + others


def test_seat_1_the_clubs_lowest_tables_are_used_first() -> None:
    night = drawn_evening({}, 12, seats_per_table=4, table_numbers=[21, 7, 30, 9, 12])
    assert night.sizes() == {7: 4, 9: 4, 12: 4}


# --- SEAT-3: first buttons


def test_seat_3_the_first_draw_gives_each_table_a_button_at_a_seat_that_is_taken() -> None:
    night = drawn_evening({1: "2-1"}, 19)
    buttons = field(night).buttons
    assert [table for table, _ in buttons] == [1, 2, 3]
    assert all(button in night.seats() for button in buttons)
    assert {table: night.state.tables[table].button_drawn for table in (1, 2, 3)} == dict(buttons)
    assert events(night, ButtonsDrawn) == []


def test_seat_3_where_every_chair_was_named_the_buttons_are_drawn_by_themselves() -> None:
    night = evening(10, sizes=[5, 5])
    (drawn,) = events(night, ButtonsDrawn)
    assert (drawn.lot, [table for table, _ in drawn.buttons]) == (1, [1, 2])
    assert drawn.pools == ((1, 2, 3, 4, 5),) * 2
    assert all(button in night.seats() for button in drawn.buttons)


def test_seat_3_a_table_that_opens_later_draws_its_button_when_two_sit_there() -> None:
    night = evening(4, seats_per_table=4, tables=2)
    night.must("19:05", "register", player=P[20])
    assert len(events(night, ButtonsDrawn)) == 1
    assert night.state.tables[2].button_drawn is None
    night.must("19:06", "register", player=P[21])
    drawn = events(night, ButtonsDrawn)[-1]
    assert drawn.buttons in [((2, seat),) for table, seat in night.seats() if table == 2]
    night.must("19:07", "register", player=P[22])
    assert len(events(night, ButtonsDrawn)) == 2


def test_seat_3_a_table_that_told_its_button_has_nothing_left_to_draw() -> None:
    night = evening(4, seats_per_table=4, tables=2)
    night.must("19:05", "register", player=P[20])
    night.prompt = False
    night.send("19:06", "register", player=P[21])
    assert night.fetch()
    night.lot_comes(at("19:06:00.100"))
    assert night.fetch()
    seat = next(seat for table, seat in night.seats() if table == 2)
    night.must("19:06:01", "set_button", table=2, button=seat)
    night.lot_comes(at("19:06:02"))
    assert night.record[-1].event.kind == "lot_voided"
    assert not night.fetch()


def test_seat_3_no_button_is_drawn_once_play_has_ended() -> None:
    night = evening(2, windows={"late_registration": None})
    night.prompt = False
    knock_out(night, "19:05", P[1], P[2])
    assert not night.fetch()


# --- SEAT-6: the club's tables


def opened_tables(number: int, **changes: Any) -> Sequence[int]:
    """Return which tables open for so many late entries in a full room of two tables of two."""
    night = evening(4, sizes=[2, 2], seats_per_table=2, **changes)
    for late in range(20, 20 + number):
        night.must("19:05", "register", player=P[late])
    return [table for table in night.sizes() if table not in {1, 2}]


def test_seat_6_a_new_table_is_one_of_the_clubs_by_lot() -> None:
    assert sorted(opened_tables(6, tables=5)) == [3, 4, 5]
    assert sorted(opened_tables(4, table_numbers=[1, 2, 40, 50])) == [40, 50]


def test_seat_6_what_it_was_drawn_of_is_on_record() -> None:
    night = evening(4, sizes=[2, 2], seats_per_table=2, table_numbers=[50, 1, 40, 2])
    night.must("19:05", "register", player=P[20])
    seated = events(night, PlayerSeated)[-1]
    assert (seated.pools, seated.taken) == (((40, 50), (1, 2)), ())
    assert seated.chair[0] in {40, 50}
    night.must("19:05", "register", player=P[21])
    second = events(night, PlayerSeated)[-1]
    assert (second.pools, second.taken) == (((seated.chair[0],), (1, 2)), (seated.chair[1],))


def test_seat_6_with_all_of_the_clubs_tables_full_it_is_the_waiting_list() -> None:
    night = evening(4, sizes=[2, 2], seats_per_table=2, table_numbers=[1, 2])
    assert night.must("19:05", "register", player=P[20]).kinds == ["player_waitlisted"]


def test_seat_6_a_reopened_table_is_in_the_list_again_and_one_that_was_left_is_not() -> None:
    night = evening(5, sizes=[2, 2, 1], seats_per_table=2, tables=4)
    for number in (20, 21):
        night.must("19:05", "register", player=P[number], seat={"table": 4, "seat": number - 19})
    for number in (20, 21, 1):
        knock_out(night, "19:06", P[number], P[2])
    assert night.must("19:07", "break_table", table=3).kinds == ["table_broken"]
    night.must("19:08", "reopen_table", table=3)
    assert night.sizes() == {1: 2, 2: 2, 3: 0, 4: 0}
    night.must("19:09", "register", player=P[22])
    assert events(night, PlayerSeated)[-1].pools[0] == (3,)


@pytest.mark.parametrize(
    ("changes", "field_name"),
    [
        ({"table_numbers": [1, 2, 2]}, "table_numbers"),
        ({"table_numbers": [1, 2], "player_cap": 19}, "player_cap"),
    ],
)
def test_seat_6_a_list_of_tables_that_cannot_be_is_refused(changes: Body, field_name: str) -> None:
    assert [fault.field for fault in settings_faults(settings(**changes))] == [field_name]


def test_seat_6_a_chair_at_a_table_that_the_club_has_not_is_refused_with_the_list() -> None:
    night = evening(4, table_numbers=[1, 7, 9])
    refusal = night.ask("19:05", "register", player=P[20], seat=chair("2-1")).rejection
    assert (refusal.code, refusal.mend) == ("no_such_seat", "the tables are 1, 7, 9, seats from 1 to 9")
    many = evening(4, table_numbers=list(range(1, 40, 2)))
    assert (
        "1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 and 8 more"
        in many.ask("19:05", "register", player=P[20], seat=chair("2-1")).rejection.mend
    )


def test_seat_6_settings_that_would_lose_a_named_chairs_table_are_refused() -> None:
    night = opened(3, table_numbers=[1, 7])
    night.must("18:30", "check_in", player=P[1], seat=chair("7-1"))
    body = {"version": 1, "settings": settings_body(table_numbers=[1, 2])}
    assert night.ask("18:31", "edit_settings", **body).refused == "named_seat_gone"
