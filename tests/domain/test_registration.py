"""Registration, check-in and late entries (REG-1, REG-2, REG-4, REG-5, SEC-1 at the desk)."""

from typing import Any

import pytest

from tests.domain.floor import FLOOR, P, at, chair, evening, knock_out, level, opened, until


def test_reg_1_a_player_registers_himself_and_takes_it_back() -> None:
    night = opened()
    assert night.must("18:00", "register", role="player", actor=P[1], player=P[1]).kinds == ["player_registered"]
    assert night.row(P[1])["status"] == "registered"
    assert night.head["registered"] == 1
    night.must("18:01", "unregister", role="player", actor=P[1], player=P[1])
    assert (night.row(P[1])["status"], night.head["registered"]) == ("unregistered", 0)


def test_reg_1_who_took_it_back_may_register_again_as_a_new_entry() -> None:
    night = opened(1)
    night.must("18:01", "unregister", player=P[1])
    night.must("18:02", "register", player=P[1])
    assert (night.row(P[1])["entry"], night.head["registered"]) == (2, 1)


def test_sec_1_players_act_for_themselves_only() -> None:
    night = opened(2)
    assert night.ask("18:00", "register", role="player", actor=P[8], player=P[9]).refused == "not_yourself"
    assert night.ask("18:00", "unregister", role="player", actor=P[1], player=P[2]).refused == "not_yourself"
    assert night.ask("18:00", "register", role="cashier", actor=FLOOR, player=P[9]).refused is None


def test_reg_1_nobody_takes_it_back_after_check_in() -> None:
    night = opened(1)
    night.must("18:10", "check_in", player=P[1])
    assert night.ask("18:11", "unregister", player=P[1]).refused == "checked_in"
    assert night.ask("18:11", "unregister", player=P[2]).refused == "not_registered"


def test_reg_1_a_registration_can_be_taken_back_after_the_start_too() -> None:
    night = evening(10, present=9)
    assert night.must("19:10", "unregister", player=P[10]).kinds == ["player_unregistered"]
    assert night.ask("19:11", "unregister", player=P[1]).refused == "not_registered"


def test_reg_1_the_cap_counts_everybody_who_holds_or_held_a_place() -> None:
    night = opened(3, player_cap=3)
    assert night.must("18:01", "register", player=P[4]).kinds == ["player_waitlisted"]
    night.must("18:02", "unregister", player=P[3])
    assert night.row(P[4])["status"] == "registered"
    assert night.must("18:04", "register", player=P[3]).kinds == ["player_waitlisted"]


def test_reg_1_a_re_entry_takes_no_place_under_the_cap() -> None:
    night = evening(3, player_cap=4)
    knock_out(night, "19:10", P[3], P[1])
    night.must("19:11", "re_enter", player=P[3])
    night.must("19:12", "register", player=P[4])
    assert night.must("19:13", "register", player=P[5]).kinds == ["player_waitlisted"]


def test_reg_2_two_desks_register_one_player_once() -> None:
    """Fifty milliseconds apart, from the same old picture (B-053)."""
    night = opened()
    night.must("18:00:00", "register", player=P[1])
    assert night.ask("18:00:00.050", "register", player=P[1]).refused == "already_in"
    assert night.head["registered"] == 1


def test_reg_2_who_is_seated_absent_and_comes_late_is_in_already() -> None:
    """The refusal says where he sits; checking in marks the same entry present (B-014)."""
    night = evening(3, present=2, profile="tda-2024-v1", seats_per_table=3)
    seat = night.seat(P[3])
    assert seat is not None
    refusal = night.ask("19:30", "register", player=P[3]).rejection
    assert (refusal.code, refusal.data) == ("already_in", {"entry": 3, "table": seat[0], "seat": seat[1]})
    assert refusal.mend == "check him in"
    assert night.must("19:31", "check_in", player=P[3]).kinds == ["player_arrived"]
    row = night.row(P[3])
    assert (row["absent"], row["checked_in"], row["chips_issued"]) == (False, True, 10_000)
    assert night.state.chips_in_play == 30_000


def test_reg_2_who_is_out_is_told_to_re_enter() -> None:
    night = evening()
    knock_out(night, "19:10", P[1], P[2])
    assert night.ask("19:11", "register", player=P[1]).refused == "use_re_enter"


def test_reg_4_the_first_draw_seats_those_present() -> None:
    night = evening(9, present=7)
    assert (night.head["left"], night.head["chips_in_play"], night.head["average_stack"]) == (7, 70_000, 10_000)
    assert night.head["registered"] == 2
    assert night.seat(P[8]) is None


def test_reg_4_in_absent_mode_the_first_draw_seats_all_registered() -> None:
    night = evening(9, present=7, no_show="absent")
    assert (night.head["left"], night.head["chips_in_play"], night.head["registered"]) == (9, 90_000, 0)
    assert [night.row(P[n])["absent"] for n in (7, 8, 9)] == [False, True, True]


def test_reg_4_the_floor_names_chair_and_counted_stack() -> None:
    night = opened(3)
    night.must("18:30", "check_in", player=P[1], seat=chair("2-7"), stack=23_400)
    night.must("18:30", "check_in", player=P[2])
    night.wait("19:00")
    assert night.seat(P[1]) == (2, 7)
    assert night.row(P[1])["chips_issued"] == 23_400
    assert night.row(P[2])["chips_issued"] == 10_000
    assert night.state.chips_in_play == 33_400


def test_reg_4_a_chair_is_named_once() -> None:
    night = opened(3, tables=2)
    night.must("18:30", "check_in", player=P[1], seat=chair("2-7"))
    assert night.ask("18:31", "check_in", player=P[2], seat=chair("2-7")).refused == "seat_taken"
    assert night.ask("18:31", "check_in", player=P[2], seat=chair("3-1")).refused == "no_such_seat"
    assert night.ask("18:31", "check_in", player=P[2], seat=chair("1-10")).refused == "no_such_seat"
    assert night.row(P[2])["checked_in"] is False


def test_reg_4_a_second_check_in_changes_nothing_and_hides_nothing() -> None:
    night = opened(2)
    night.must("18:30", "check_in", player=P[1], seat=chair("1-3"))
    again = night.must("18:31", "check_in", player=P[1])
    assert (again.events, again.note) == ((), f"{P[1]} is checked in already")
    assert night.must("18:31", "check_in", player=P[1], seat=chair("1-3")).events == ()
    assert night.ask("18:31", "check_in", player=P[1], seat=chair("1-4")).refused == "checked_in"
    assert night.ask("18:31", "check_in", player=P[1], stack=5_000).refused == "checked_in"
    night.wait("19:00")
    assert night.must("19:10", "check_in", player=P[1]).note == f"{P[1]} is in play already"
    assert night.ask("19:10", "check_in", player=P[1], seat=chair("1-4")).refused == "checked_in"


def test_reg_4_who_is_not_registered_cannot_check_in() -> None:
    night = opened(1)
    night.must("18:01", "unregister", player=P[1])
    for player in (P[1], P[2]):
        refusal = night.ask("18:30", "check_in", player=player).rejection
        assert (refusal.rule, refusal.code, refusal.mend) == ("REG-4", "not_registered", "register him first")


def test_reg_4_who_registers_himself_after_the_start_sits_when_he_checks_in() -> None:
    night = evening(8)
    night.must("19:10", "register", role="player", actor=P[9], player=P[9])
    assert night.row(P[9])["status"] == "registered"
    assert night.must("19:20", "check_in", player=P[9]).kinds == ["player_seated"]
    assert night.seat(P[9]) == (1, 9)


def test_reg_4_counted_stacks_are_for_the_start() -> None:
    night = evening(9, present=8)
    assert night.ask("19:10", "check_in", player=P[9], stack=5_000).refused == "stack_before_start"


def test_reg_4_a_check_in_between_the_start_and_the_draw_waits_for_the_draw() -> None:
    night = opened(3, auto_start=False)
    night.must("18:30", "check_in", player=P[1])
    night.must("18:30", "check_in", player=P[2])
    night.prompt = False
    night.must("19:00", "start")
    assert night.fetch()
    waits = night.send("19:00:00.100", "check_in", player=P[3])
    assert waits not in night.answers
    night.lot_comes(at("19:00:00.300"))
    assert night.seat(P[1]) is not None
    assert night.fetch()
    night.lot_comes(at("19:00:00.600"))
    assert night.answers[waits].kinds == ["player_seated"]


def test_reg_5_a_late_entry_gets_a_full_stack_a_seat_and_a_price() -> None:
    night = evening(8)
    assert night.must("19:30", "register", player=P[9]).kinds == ["player_registered", "player_seated"]
    row = night.row(P[9])
    assert (row["status"], row["table"], row["chips_issued"], row["owed"]) == ("alive", 1, 10_000, 1_000)
    assert (night.head["entries"], night.head["players"], night.head["chips_in_play"]) == (9, 9, 90_000)


def test_reg_5_before_the_start_a_seat_is_named_at_check_in() -> None:
    assert opened().ask("18:00", "register", player=P[1], seat=chair("1-1")).refused == "seat_at_check_in"


def test_reg_5_the_floor_may_name_a_late_entrys_seat_and_a_player_may_not() -> None:
    night = evening(8)
    night.must("19:30", "register", player=P[9], seat=chair("4-4"))
    assert night.seat(P[9]) == (4, 4)
    asked: dict[str, Any] = {"role": "player", "actor": P[10], "player": P[10], "seat": chair("4-5")}
    assert night.ask("19:31", "register", **asked).refused == "seat_by_floor"
    assert night.ask("19:31", "register", player=P[10], seat=chair("4-4")).refused == "seat_taken"


def late_stack(when: str, **changes: Any) -> int:
    """Return the stack of a player who comes in at this instant at a table of eight."""
    night = evening(8, windows={"late_registration": until("22:00")}, **changes)
    night.must(when, "register", player=P[9])
    return int(night.row(P[9])["chips_issued"])


@pytest.mark.parametrize(
    ("when", "stack"),
    [
        ("19:14:59", 10_000),
        ("19:15", 9_700),  # an orbit in level 1: 100 + 200
        ("19:30", 9_100),  # and one in level 2: 200 + 400
        ("19:45", 9_100),  # the break is no orbit; ten minutes of level 2 have run into the third
        ("19:54:59", 9_100),
        ("19:55", 8_200),  # which ends five minutes into level 3: 300 + 600
        ("20:10", 7_300),
    ],
)
def test_reg_5_a_late_entry_misses_the_blinds_of_the_orbits_missed(when: str, stack: int) -> None:
    assert late_stack(when, orbit_minutes=15) == stack


def test_reg_5_without_an_orbits_length_a_late_stack_is_full() -> None:
    assert late_stack("20:10") == 10_000


@pytest.mark.parametrize(
    ("ante_type", "stack"), [("classic", 10_000 - 300 - 9 * 25), ("big_blind", 9_675), ("button", 9_675)]
)
def test_reg_5_an_orbit_costs_a_shared_ante_once_and_a_classic_one_for_every_player(ante_type: str, stack: int) -> None:
    items = (level(100, 200, 60, ante=25, ante_type=ante_type), level(200, 400))
    night = evening(8, items=items, windows={"add_on_break": None}, orbit_minutes=15)
    night.must("19:20", "register", player=P[9])
    assert night.row(P[9])["chips_issued"] == stack


def test_reg_5_orbits_are_counted_in_running_clock() -> None:
    night = evening(8, windows={"late_registration": until("22:00")}, orbit_minutes=15)
    night.must("19:10", "pause")
    night.must("20:00", "resume")
    night.must("20:04:59", "register", player=P[9])
    assert night.row(P[9])["chips_issued"] == 10_000
    night.must("20:05", "register", player=P[10])
    assert night.row(P[10])["chips_issued"] == 9_700


def test_reg_5_a_late_stack_is_a_big_blind_at_least() -> None:
    assert late_stack("21:40", orbit_minutes=1) == 2_000


def test_reg_5_a_late_entry_at_a_table_that_opens_pays_no_others_ante() -> None:
    items = (level(100, 200, 60, ante=25, ante_type="classic"), level(200, 400))
    night = evening(9, items=items, windows={"add_on_break": None}, orbit_minutes=15)
    night.must("19:20", "register", player=P[10])
    assert night.row(P[10])["chips_issued"] == 10_000 - 300 - 25


def test_reg_5_nobody_comes_in_after_play_has_ended() -> None:
    night = evening(3, end={"kind": "time", "at": "2026-11-29T19:30:00Z"})
    assert night.ask("19:31", "register", player=P[20]).refused == "play_ended"
    assert night.ask("19:31", "restore_registration", player=P[20]).refused == "play_ended"


def test_reg_5_nobody_comes_in_once_it_is_over() -> None:
    night = evening(3)
    night.must("19:10", "cancel")
    refusal = night.ask("19:12", "register", player=P[20]).rejection
    assert (refusal.code, refusal.data) == ("registration_closed", {"status": "cancelled"})
