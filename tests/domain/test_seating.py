"""The first draw and the seats of those who come later (SEAT-1, SEAT-6, KO-4's old seat)."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.draws import draw
from domain.events import FieldSeated
from domain.views import table
from tests.domain.floor import SEED, Evening, P, at, chair, evening, knock_out, opened, settings


def drawn_evening(players: int, **changes: Any) -> Evening:
    """Return an evening whose players checked in without named chairs."""
    night = opened(players, **changes)
    for number in range(1, players + 1):
        night.must("18:30", "check_in", player=P[number])
    night.wait("19:00")
    return night


@pytest.mark.parametrize(
    ("players", "cap", "sizes"),
    [
        (2, 9, [2]),
        (9, 9, [9]),
        (10, 9, [5, 5]),
        (11, 9, [6, 5]),
        (19, 9, [7, 6, 6]),
        (27, 9, [9, 9, 9]),
        (28, 9, [7, 7, 7, 7]),
        (5, 2, [2, 2, 1]),
        (31, 10, [8, 8, 8, 7]),
    ],
)
def test_seat_1_tables_are_as_few_and_as_even_as_can_be(players: int, cap: int, sizes: list[int]) -> None:
    night = drawn_evening(players, seats_per_table=cap)
    assert night.sizes() == dict(enumerate(sizes, start=1))
    assert len(night.seats()) == players
    assert night.head["tables"] == len(sizes)


@pytest.mark.parametrize("cap", [1, 11, 0])
def test_seat_1_a_table_has_two_to_ten_seats(cap: int) -> None:
    with pytest.raises(ValidationError):
        settings(seats_per_table=cap)


def test_seat_1_the_draw_is_one_event_that_anyone_can_repeat() -> None:
    night = drawn_evening(11)
    event = next(recorded.event for recorded in night.record if isinstance(recorded.event, FieldSeated))
    entries = tuple(range(1, 12))
    order, first, second = draw(SEED, "sunday-1", 1, (entries, tuple(range(1, 10)), tuple(range(1, 10))))
    chairs = [(1, seat) for seat in first[:6]] + [(2, seat) for seat in second[:5]]
    assert event.lot == 1
    assert {(entry, table, seat) for entry, table, seat, _ in event.seats} == {
        (entry, *at_chair) for entry, at_chair in zip(order, chairs, strict=True)
    }


def test_seat_1_named_chairs_stay_and_the_rest_evens_out_around_them() -> None:
    night = opened(12)
    for number in range(1, 5):
        night.must("18:30", "check_in", player=P[number], seat={"table": 2, "seat": number})
    night.must("18:30", "check_in", player=P[5], seat=chair("1-9"))
    for number in range(6, 13):
        night.must("18:31", "check_in", player=P[number])
    night.wait("19:00")
    assert night.sizes() == {1: 6, 2: 6}
    assert [night.seat(P[number]) for number in range(1, 6)] == [(2, 1), (2, 2), (2, 3), (2, 4), (1, 9)]


def test_seat_1_named_chairs_at_more_tables_than_needed_keep_those_tables() -> None:
    night = opened(4)
    for number in range(1, 4):
        night.must("18:30", "check_in", player=P[number], seat={"table": 2 * number, "seat": 1})
    night.must("18:31", "check_in", player=P[4])
    night.wait("19:00")
    assert night.sizes() == {2: 2, 4: 1, 6: 1}


def test_seat_1_a_chair_given_back_before_the_draw_holds_no_table() -> None:
    night = opened(10)
    night.must("18:30", "check_in", player=P[10], seat=chair("5-5"))
    night.must("18:31", "void_entry", player=P[10], reason="mistake")
    for number in range(1, 10):
        night.must("18:31", "check_in", player=P[number])
    night.wait("19:00")
    assert night.sizes() == {1: 9, 5: 0}
    assert night.head["tables"] == 1


def test_seat_1_with_every_chair_named_nobody_waits_for_a_lot() -> None:
    """Only the first button is drawn, and that holds nobody up."""
    night = opened(3)
    for number in (1, 2, 3):
        night.must("18:30", "check_in", player=P[number], seat={"table": 1, "seat": number})
    night.prompt = False
    night.wait("19:00")
    assert night.state.drawn
    assert night.state.lots == 0
    assert night.seats() == {(1, 1): P[1], (1, 2): P[2], (1, 3): P[3]}


def test_seat_1_the_floors_later_commands_wait_for_the_draw_or_say_so() -> None:
    night = opened(3, auto_start=False)
    for number in (1, 2, 3):
        night.must("18:30", "check_in", player=P[number])
    night.prompt = False
    night.must("19:00", "start")
    assert night.ask("19:00:00.100", "record_knockout", player=P[1]).refused == "draw_pending"
    assert night.fetch()
    night.lot_comes(at("19:00:00.200"))
    assert night.head["left"] == 3


def test_seat_1_a_field_that_changes_while_it_is_drawn_is_drawn_again() -> None:
    """The number of the wasted lot is never drawn for anything else."""
    night = opened(3, auto_start=False)
    for number in (1, 2, 3):
        night.must("18:30", "check_in", player=P[number])
    night.prompt = False
    night.must("19:00", "start")
    assert night.fetch()
    night.must("19:00:00.100", "void_entry", player=P[3], reason="mistake")
    night.lot_comes(at("19:00:00.200"))
    assert night.record[-1].event.kind == "lot_voided"
    assert night.fetch()
    night.lot_comes(at("19:00:00.300"))
    assert (night.state.lots, night.sizes()) == (2, {1: 2})


def test_seat_1_what_is_due_before_the_lot_comes_happens_at_its_own_instant() -> None:
    """The draw took so long that the window closed meanwhile: the closing stands first, at its own time."""
    night = opened(3, auto_start=False, windows={"late_registration": {"kind": "level", "level": 1}})
    for number in (1, 2, 3):
        night.must("18:30", "check_in", player=P[number])
    night.prompt = False
    night.must("19:00", "start")
    assert night.fetch()
    night.lot_comes(at("19:20:30"))
    assert night.told("19:20") == [
        ("19:20:00", "level_started"),
        ("19:20:00", "window_closed"),
        ("19:20:00", "window_closed"),
        ("19:20:30", "field_seated"),
    ]
    assert night.ends_at == at("19:40")


def test_seat_1_one_too_many_between_start_and_draw_waits_for_a_chair() -> None:
    night = opened(4, no_show="absent", tables=2, seats_per_table=2, auto_start=False)
    night.must("18:30", "check_in", player=P[4])
    night.prompt = False
    night.must("19:00", "start")
    night.must("19:00:00.100", "register", role="player", actor=P[5], player=P[5])
    night.lots_come(at("19:00:00.200"))
    assert night.sizes() == {1: 2, 2: 2}
    assert night.seat(P[4]) is not None
    assert (night.row(P[5])["status"], night.head["registered"]) == ("registered", 1)
    knock_out(night, "19:10", P[1])
    night.prompt = True
    assert night.must("19:11", "check_in", player=P[5]).kinds == ["player_seated"]


def test_seat_6_a_late_seat_is_at_the_table_with_the_fewest_players() -> None:
    night = evening(20, sizes=[9, 6, 5])
    night.must("19:10", "register", player=P[30])
    assert night.sizes() == {1: 9, 2: 6, 3: 6}
    for number in range(31, 37):
        night.must("19:11", "register", player=P[number])
    assert night.sizes() == {1: 9, 2: 9, 3: 9}


def test_seat_6_of_several_such_tables_one_is_drawn_and_every_free_seat_may_come() -> None:
    night = evening(8, sizes=[4, 4])
    found = set()
    for number in range(101, 201):
        night.must("19:10", "register", player=P[number])
        found.add(night.seat(P[number]))
        night.must("19:10", "void_entry", player=P[number], reason="mistake")
    assert found == {(table, seat) for table in (1, 2) for seat in (5, 6, 7, 8, 9)}
    assert night.state.lots == 101


def test_seat_6_without_a_free_seat_a_new_table_opens_and_says_that_he_sits_alone() -> None:
    night = evening(18, tables=3)
    answer = night.must("19:10", "register", player=P[20])
    assert answer.kinds == ["player_registered", "table_opened", "player_seated", "move_proposed"]
    assert (table(night.state, 3)["players"], table(night.state, 3)["alone"]) == (1, True)
    night.must("19:11", "register", player=P[21])
    assert night.sizes() == {1: 9, 2: 9, 3: 2}
    assert table(night.state, 3)["alone"] is False


def test_seat_6_with_no_table_left_it_is_the_waiting_list() -> None:
    night = evening(4, sizes=[2, 2], seats_per_table=2, tables=2)
    assert night.must("19:10", "register", player=P[20]).kinds == ["player_waitlisted"]
    assert night.seat(P[20]) is None
    knock_out(night, "19:11", P[1], P[2])
    night.must("19:12", "check_in", player=P[20])
    assert night.seat(P[20]) == (1, 1)


def test_seat_6_a_table_that_everybody_has_left_is_not_the_one_with_the_fewest() -> None:
    night = evening(11, sizes=[5, 4, 2])
    for number, seat in ((10, 6), (11, 7)):
        leaving = {"table": 3, "seat": number - 9}
        night.must("19:10", "move_player", player=P[number], leaving=leaving, to={"table": 1, "seat": seat})
    night.must("19:11", "register", player=P[20])
    assert night.sizes() == {1: 7, 2: 5, 3: 0}


def test_seat_6_it_is_used_again_when_there_is_no_other() -> None:
    night = evening(4, sizes=[2, 1, 1], seats_per_table=2, tables=3)
    night.must("19:10", "move_player", player=P[4], leaving=chair("3-1"), to=chair("2-2"))
    assert night.must("19:11", "register", player=P[20]).kinds == ["player_registered", "player_seated"]
    assert night.sizes() == {1: 2, 2: 2, 3: 1}


def test_seat_6_an_unused_table_opens_before_an_emptied_one() -> None:
    night = evening(4, sizes=[2, 1, 1], seats_per_table=2, tables=4)
    night.must("19:10", "move_player", player=P[4], leaving=chair("3-1"), to=chair("2-2"))
    night.must("19:11", "register", player=P[20])
    assert night.sizes() == {1: 2, 2: 2, 3: 0, 4: 1}


def test_seat_6_a_lot_drawn_for_tables_that_have_changed_is_drawn_again() -> None:
    night = evening(10, sizes=[5, 5])
    night.prompt = False
    waits = night.send("19:10", "register", player=P[20])
    assert night.fetch()
    knock_out(night, "19:10:00.100", P[1], P[2])
    night.lot_comes(at("19:10:00.200"))
    assert waits not in night.answers
    assert night.record[-1].event.kind == "lot_voided"
    assert night.fetch()
    night.lot_comes(at("19:10:00.300"))
    assert night.answers[waits].kinds == ["player_registered", "player_seated"]
    assert night.seat(P[20]) is not None
    assert night.sizes() == {1: 5, 2: 5}
    assert night.state.lots == 3


def test_seat_6_a_lot_holds_up_no_other_command() -> None:
    night = evening(10, sizes=[5, 5])
    night.prompt = False
    waits = night.send("19:10", "register", player=P[20])
    assert night.fetch()
    assert night.must("19:10:01", "pause").kinds == ["clock_paused"]
    night.lot_comes(at("19:10:02"))
    assert night.answers[waits].kinds == ["player_registered", "player_seated"]


def test_seat_6_who_waits_for_a_lot_is_served_in_order() -> None:
    night = evening(17, sizes=[9, 8])
    night.prompt = False
    first = night.send("19:10:00.000", "register", player=P[20])
    second = night.send("19:10:00.001", "register", player=P[21])
    night.lots_come(at("19:10:01"))
    assert night.seat(P[20]) == (2, 9)
    assert night.seat(P[21]) is not None
    causes = [recorded.cause for recorded in night.record if recorded.cause in {first, second}]
    assert causes == [first] * 2 + [second] * 4


def test_seat_6_a_lot_that_its_command_no_longer_needs_is_voided() -> None:
    night = evening(10, sizes=[5, 5])
    night.prompt = False
    waits = night.send("19:10", "register", player=P[20])
    assert night.fetch()
    night.must("19:10:00.100", "cancel")
    night.lot_comes(at("19:10:00.200"))
    assert night.answers[waits].refused == "registration_closed"
    assert night.record[-1].event.kind == "lot_voided"
    assert night.state.lots == 2


def test_ko_4_the_old_seat_is_given_back_only_at_a_table_that_is_played_at() -> None:
    night = evening(11, sizes=[9, 2])
    knock_out(night, "19:10", P[10], P[11])
    night.must("19:11", "record_knockout", player=P[1])
    night.must("19:12", "move_player", player=P[11], leaving=chair("2-2"), to=chair("1-1"))
    night.must("19:13", "record_knockout", player=P[2])
    night.must("19:14", "void_knockout", knockout=1)
    assert night.seat(P[10]) == (1, 2)
    assert night.sizes() == {1: 9, 2: 0}
