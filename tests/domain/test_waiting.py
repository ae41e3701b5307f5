"""The waiting list: who finds the field full comes in by sign-up when a place or a seat is free (REG-1, SEAT-6)."""

from typing import Any

import pytest

from domain.views import entry, rows
from domain.waiting import NEAR
from tests.domain.floor import Evening, P, at, chair, evening, knock_out, opened, settings_body, until


def waiting(of: Evening, *numbers: int) -> list[int | None]:
    """Return the number in the list of each of these players."""
    return [of.row(P[number])["waiting_position"] for number in numbers]


def full(players: int = 4, **changes: Any) -> Evening:
    """Return an evening in play at two tables of two, every chair taken unless fewer players are given."""
    house: dict[str, Any] = {"seats_per_table": 2, "tables": 2} | changes
    return evening(players, sizes=[2, 2], **house)


def test_reg_1_who_finds_the_field_full_waits_in_order() -> None:
    night = opened(2, player_cap=2)
    for number in (3, 4, 5):
        told = night.must("18:01", "register", player=P[number])
        assert told.kinds == ["player_waitlisted"]
    assert waiting(night, 2, 3, 4, 5) == [None, 1, 2, 3]
    assert [night.row(P[n])["status"] for n in (2, 3)] == ["registered", "waiting"]
    assert (night.head["registered"], night.head["waiting"], night.head["player_cap"]) == (2, 3, 2)


def test_reg_1_a_freed_place_goes_to_the_first_at_once() -> None:
    night = opened(2, player_cap=2)
    for number in (3, 4):
        night.must("18:01", "register", player=P[number])
    told = night.must("18:02", "unregister", player=P[1])
    assert told.kinds == ["player_unregistered", "player_registered"]
    assert (night.row(P[3])["status"], waiting(night, 3, 4)) == ("registered", [None, 1])
    night.must("18:03", "check_in", player=P[3])
    assert night.must("18:04", "void_entry", player=P[3], reason="mistake").kinds == [
        "entry_voided",
        "player_registered",
    ]
    assert (night.row(P[4])["status"], night.head["waiting"], night.head["registered"]) == ("registered", 0, 2)


def test_reg_1_players_sign_up_and_leave_the_list_by_themselves() -> None:
    night = opened(2, player_cap=2)
    for number in (3, 4, 5):
        night.must("18:01", "register", role="player", actor=P[number], player=P[number])
    assert night.ask("18:02", "unregister", role="player", actor=P[5], player=P[4]).refused == "not_yourself"
    told = night.must("18:02", "unregister", role="player", actor=P[4], player=P[4])
    assert (told.kinds, night.row(P[4])["status"]) == (["player_unregistered"], "unregistered")
    assert (waiting(night, 3, 5), night.head["waiting"], night.head["registered"]) == ([1, 2], 2, 2)


def test_reg_2_who_waits_is_on_the_list_once() -> None:
    night = opened(2, player_cap=2)
    night.must("18:01", "register", player=P[3])
    refusal = night.ask("18:02", "register", player=P[3]).rejection
    assert (refusal.rule, refusal.code, refusal.data) == ("REG-2", "waiting", {"entry": 3})


def test_reg_4_who_waits_cannot_check_in() -> None:
    night = opened(2, player_cap=2)
    night.must("18:01", "register", player=P[3])
    assert night.ask("18:02", "check_in", player=P[3]).refused == "waiting"
    late = full()
    late.must("19:05", "register", player=P[5])
    assert late.ask("19:06", "check_in", player=P[5]).refused == "waiting"


def test_nosh_3_who_waits_is_no_no_show() -> None:
    night = opened(2, player_cap=2)
    night.must("18:01", "register", player=P[3])
    assert night.ask("18:02", "process_no_show", player=P[3]).refused == "no_no_show"


def test_reg_7_who_waits_can_be_struck() -> None:
    night = opened(2, player_cap=2)
    for number in (3, 4):
        night.must("18:01", "register", player=P[number])
    night.must("18:02", "void_entry", player=P[3], reason="duplicate")
    assert (night.row(P[4])["waiting_position"], night.head["waiting"]) == (1, 1)
    assert (night.head["registered"], night.state.voided) == (2, 1)


def test_reg_1_a_higher_cap_calls_as_many_as_it_has_room_for() -> None:
    night = opened(2, player_cap=2)
    for number in range(3, 8):
        night.must("18:01", "register", player=P[number])
    told = night.must("18:02", "edit_settings", version=1, settings=settings_body(player_cap=5))
    assert told.kinds == ["settings_edited"] + ["player_registered"] * 3
    assert (waiting(night, 6, 7), night.head["registered"]) == ([1, 2], 5)


def test_reg_1_a_place_given_before_the_start_is_like_any_other() -> None:
    """It is held to the close of late registration, not for ten minutes."""
    night = opened(2, player_cap=2)
    night.must("18:01", "register", player=P[3])
    night.must("18:50", "unregister", player=P[2])
    night.must("18:55", "check_in", player=P[1])
    night.wait("19:30")
    assert (night.row(P[3])["status"], night.row(P[3])["held_until"]) == ("registered", None)
    night.wait("20:00")
    assert night.row(P[3])["status"] == "dropped"


def test_reg_1_after_the_start_a_place_is_kept_for_ten_minutes() -> None:
    night = evening(3, present=2, player_cap=3)
    night.must("19:05", "register", player=P[4])
    told = night.must("19:10", "process_no_show", player=P[3])
    assert told.kinds == ["registrations_dropped", "player_registered"]
    row = night.row(P[4])
    assert (row["status"], row["held_until"], night.head["held"]) == ("registered", "2026-11-29T19:20:00.000000Z", 1)
    night.must("19:19:59.999", "check_in", player=P[4])
    row = night.row(P[4])
    assert (row["status"], row["held_until"], night.head["held"]) == ("alive", None, 0)


def test_reg_1_a_place_not_taken_goes_to_the_next() -> None:
    night = evening(3, present=2, player_cap=3, waiting_hold_minutes=5)
    for number in (4, 5):
        night.must("19:05", "register", player=P[number])
    night.must("19:10", "process_no_show", player=P[3])
    night.wait("19:20")
    assert night.told("19:10:01", "19:20") == [
        ("19:15:00", "registrations_dropped"),
        ("19:15:00", "player_registered"),
        ("19:20:00", "registrations_dropped"),
        ("19:20:00", "level_started"),
    ]
    assert [night.row(P[n])["status"] for n in (4, 5)] == ["dropped", "dropped"]
    assert (night.head["registered"], night.head["held"], night.head["waiting"]) == (0, 0, 0)


def test_nosh_1_when_no_shows_are_dropped_the_list_moves() -> None:
    """Late registration is over, and who signed up in time may still come (rule book SEAT-10)."""
    night = evening(4, present=2, player_cap=4)
    for number in (5, 6, 7):
        night.must("19:30", "register", player=P[number])
    night.wait("20:00")
    assert night.told("20:00", "20:00") == [
        ("20:00:00", "window_closed"),
        ("20:00:00", "window_closed"),
        ("20:00:00", "registrations_dropped"),
        ("20:00:00", "player_registered"),
        ("20:00:00", "player_registered"),
    ]
    assert night.ask("20:01", "register", player=P[8]).refused == "late_registration_closed"
    night.must("20:05", "check_in", player=P[5])
    night.wait("20:10")
    assert [night.row(P[n])["status"] for n in (5, 6, 7)] == ["alive", "dropped", "registered"]
    night.must("20:11", "check_in", player=P[7])
    assert (night.head["left"], night.head["registered"]) == (4, 0)


def test_reg_1_after_the_close_a_list_that_cannot_move_is_closed() -> None:
    night = evening(3, player_cap=3)
    for number in (4, 5):
        night.must("19:30", "register", player=P[number])
    night.wait("20:00")
    assert night.told("20:00", "20:00")[-1] == ("20:00:00", "waiting_list_closed")
    assert [night.row(P[n])["status"] for n in (4, 5)] == ["unregistered", "unregistered"]
    knock_out(night, "20:01", P[1], P[2])
    knock_out(night, "20:02", P[2], P[3])
    assert night.ended()[0] == "last_player"


def test_reg_1_without_late_registration_a_no_shows_place_goes_to_who_waits() -> None:
    night = evening(3, present=2, player_cap=3, windows={"late_registration": None})
    assert night.head["registered"] == 0
    night = opened(3, player_cap=3, windows={"late_registration": None})
    night.must("18:10", "register", player=P[4])
    for number in (1, 2):
        night.must("18:30", "check_in", player=P[number])
    night.wait("19:00")
    assert night.row(P[4])["held_until"] == "2026-11-29T19:10:00.000000Z"
    night.must("19:05", "check_in", player=P[4])
    assert night.head["left"] == 3


def test_seat_6_with_every_chair_taken_a_late_entry_waits_and_a_bust_calls_him() -> None:
    night = full()
    assert night.must("19:05", "register", player=P[5]).kinds == ["player_waitlisted"]
    told = knock_out(night, "19:10", P[1], P[2])
    assert told.kinds == ["busted", "player_registered"]
    assert night.head["held"] == 1
    night.must("19:12", "check_in", player=P[5])
    assert (night.seat(P[5]), night.head["left"]) == ((1, 1), 4)


def test_seat_6_a_chair_that_is_kept_is_nobody_elses() -> None:
    night = full()
    night.must("19:05", "register", player=P[5])
    knock_out(night, "19:10", P[1], P[2])
    assert night.must("19:11", "register", player=P[6]).kinds == ["player_waitlisted"]
    assert night.must("19:11", "register", player=P[7], seat=chair("1-1")).kinds == ["player_waitlisted"]
    assert night.ask("19:11", "register", player=P[8], seat=chair("1-2")).refused == "seat_taken"
    assert night.must("19:12", "re_enter", player=P[1]).kinds == ["player_waitlisted"]
    night.must("19:13", "check_in", player=P[5])
    assert (night.seat(P[5]), waiting(night, 6, 7, 1)) == ((1, 1), [1, 2, 3])


def test_seat_6_late_entries_and_re_entries_are_one_list() -> None:
    night = full()
    night.must("19:05", "register", player=P[5])
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    night.must("19:12", "register", player=P[6])
    assert waiting(night, 1, 6) == [1, 2]
    assert night.row(P[1])["status"] == "out"
    told = knock_out(night, "19:13", P[3], P[4])
    assert told.kinds[:2] == ["busted", "seat_held"]
    assert night.row(P[1])["held_until"] == "2026-11-29T19:23:00.000000Z"
    back = night.must("19:14", "re_enter", player=P[1])
    assert back.kinds[0] == "re_entered"
    row = night.row(P[1])
    assert (row["entry"], row["re_entry"], row["owed"], row["status"]) == (7, True, 1_000, "alive")
    assert night.seat(P[1]) in {(1, 1), (2, 1)}
    assert night.head["held"] == 1


def test_seat_6_a_seat_that_is_taken_shows_as_kept_no_longer() -> None:
    night = full()
    night.must("19:05", "register", player=P[5])
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    night.must("19:12", "check_in", player=P[5])
    knock_out(night, "19:13", P[3], P[4])
    kept = len(night.record)
    assert entry(night.state, 1)["held_until"] is not None
    night.must("19:14", "re_enter", player=P[1])
    written = rows(night.state, night.record[kept:]).entries
    assert written == {number: entry(night.state, number) for number in (1, 6)}
    assert written[1]["held_until"] is None


def test_seat_6_a_seat_kept_for_a_re_entry_lapses() -> None:
    night = full()
    night.must("19:05", "register", player=P[5])
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    knock_out(night, "19:12", P[2], P[5] if night.seat(P[5]) else P[3])
    assert night.ask("19:13", "re_enter", player=P[2]).kinds == ["player_waitlisted"]
    night.wait("19:22")
    assert ("19:22:00", "seat_released") in night.told("19:22", "19:22")
    assert (night.row(P[1])["status"], night.row(P[1])["held_until"]) == ("out", None)
    assert night.must("19:23", "re_enter", player=P[1]).kinds in (["player_waitlisted"], ["re_entered"])


def test_reg_1_a_bust_player_leaves_the_list_and_stays_out() -> None:
    night = full()
    night.must("19:05", "register", player=P[5])
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    assert night.ask("19:12", "re_enter", player=P[1]).refused == "waiting"
    told = night.must("19:13", "unregister", player=P[1])
    assert (told.kinds, night.row(P[1])["status"], waiting(night, 1)) == (["seat_released"], "out", [None])
    assert night.ask("19:14", "unregister", player=P[1]).refused == "not_registered"


def test_win_3_a_re_entry_asked_for_in_time_is_made_after_the_close() -> None:
    night = full(windows={"late_registration": until("19:20"), "add_on_break": None})
    night.must("19:05", "register", player=P[5])
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:12", "check_in", player=P[5])
    night.must("19:19:59", "re_enter", player=P[1])
    knock_out(night, "19:30", P[3], P[4])
    night.must("19:31", "re_enter", player=P[1])
    assert night.row(P[1])["status"] == "alive"
    assert night.ask("19:32", "re_enter", player=P[3]).refused == "re_entry_closed"


def test_reg_4_a_registered_player_who_finds_no_chair_waits_before_all_who_signed_up_later() -> None:
    night = evening(4, present=3, sizes=[2, 1], seats_per_table=2, tables=2)
    night.must("19:05", "register", player=P[5])
    night.must("19:06", "register", player=P[6])
    told = night.must("19:10", "check_in", player=P[4])
    assert (told.kinds, waiting(night, 4, 6)) == (["player_waitlisted"], [1, 2])
    assert (night.head["registered"], night.head["waiting"]) == (0, 2)
    knock_out(night, "19:12", P[1], P[2])
    night.must("19:13", "check_in", player=P[4])
    assert night.row(P[4])["status"] == "alive"


def test_ko_4_a_knockout_voided_takes_the_chair_that_was_kept() -> None:
    """The player who was called finds none and is first on the list again."""
    night = full()
    night.must("19:05", "register", player=P[5])
    night.must("19:06", "register", player=P[6])
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "void_knockout", knockout=1)
    assert night.seat(P[1]) == (1, 1)
    assert night.must("19:12", "check_in", player=P[5]).kinds == ["player_waitlisted"]
    assert (waiting(night, 5, 6), night.head["held"]) == ([1, 2], 0)


def test_ko_4_who_waits_to_come_back_lives_again() -> None:
    night = full()
    night.must("19:05", "register", player=P[5])
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    knock_out(night, "19:12", P[3], P[4])
    assert night.row(P[1])["held_until"] is not None
    night.must("19:13", "void_knockout", knockout=1)
    assert (night.row(P[1])["status"], night.row(P[1])["held_until"], night.head["held"]) == ("alive", None, 1)


def test_ko_5_who_re_enters_over_a_pending_bust_does_not_pass_the_list() -> None:
    night = full(profile="sport-poker-v2")
    night.must("19:05", "register", player=P[5])
    knock_out(night, "19:10", P[1], P[2])
    assert night.head["held"] == 0, "his chair is still his"
    told = night.must("19:10:30", "re_enter", player=P[1])
    assert told.kinds == ["elimination_completed", "player_waitlisted", "player_registered"]
    assert (night.row(P[1])["waiting_position"], night.head["held"]) == (1, 1)


def test_win_7_a_stack_given_up_keeps_a_chair_whoever_waits() -> None:
    night = full(profile="east-durham-v1", bounty="none", minimum_players=4)
    night.must("19:05", "register", player=P[5])
    told = night.must("19:10", "surrender_stack", player=P[1], stack=5_000)
    assert told.kinds == ["busted", "re_entered"]
    assert (night.head["waiting"], night.head["left"]) == (1, 4)


def test_win_6_a_check_in_accepted_before_the_place_lapsed_is_let_in() -> None:
    night = evening(4, present=3, player_cap=4, windows={"late_registration": until("19:20"), "add_on_break": None})
    night.must("19:05", "register", player=P[5])
    night.wait("19:30:05")
    assert night.row(P[5])["status"] == "dropped"
    assert night.ask("19:30", "check_in", delivered="19:30:05", player=P[5]).refused == "late_registration_closed"
    told = night.must("19:29:59.999", "check_in", delivered="19:30:05", player=P[5])
    assert told.kinds == ["registration_restored", "player_seated"]
    assert night.row(P[5])["status"] == "alive"


def test_win_1_who_lost_a_kept_place_registers_again_behind_the_others() -> None:
    night = full()
    for number in (5, 6):
        night.must("19:05", "register", player=P[number])
    knock_out(night, "19:10", P[1], P[2])
    night.wait("19:20")
    assert night.row(P[6])["status"] == "registered"
    night.must("19:21", "register", player=P[7])
    assert night.ask("19:22", "restore_registration", player=P[5]).refused == "full"
    assert night.ask("19:22", "check_in", player=P[5]).refused == "full"
    assert night.must("19:23", "register", player=P[5]).kinds == ["player_waitlisted"]
    assert waiting(night, 7, 5) == [1, 2]


def test_life_9_play_does_not_end_while_a_place_is_kept() -> None:
    night = evening(3, present=2, player_cap=3, windows={"late_registration": until("19:20"), "add_on_break": None})
    night.must("19:10", "register", player=P[4])
    night.wait("19:20")
    assert night.row(P[4])["held_until"] is not None
    knock_out(night, "19:25", P[1], P[2])
    assert night.ended() == ("", None)
    night.must("19:26", "check_in", player=P[4])
    knock_out(night, "19:40", P[4], P[2])
    assert night.ended()[0] == "last_player"


def test_life_9_a_kept_place_that_lapses_ends_play() -> None:
    night = evening(3, present=2, player_cap=3, windows={"late_registration": until("19:20"), "add_on_break": None})
    night.must("19:10", "register", player=P[4])
    knock_out(night, "19:25", P[1], P[2])
    night.wait("19:30")
    assert night.ended() == ("last_player", at("19:30"))


def test_life_9_the_end_of_play_closes_the_list() -> None:
    night = full(end={"kind": "level", "level": 1})
    for number in (5, 6):
        night.must("19:05", "register", player=P[number])
    knock_out(night, "19:15", P[1], P[2])
    night.wait("19:20")
    assert [kind for _, kind in night.told("19:20", "19:20")][-2:] == ["registrations_dropped", "waiting_list_closed"]
    assert [night.row(P[n])["status"] for n in (5, 6)] == ["dropped", "unregistered"]
    assert (night.head["held"], night.head["waiting"]) == (0, 0)


def test_life_9_a_finish_that_is_confirmed_closes_the_list() -> None:
    night = full()
    for number in (5, 6):
        night.must("19:05", "register", player=P[number])
    knock_out(night, "19:15", P[1], P[2])
    stacks = [{"player": P[n], "chips": n} for n in (2, 3, 4)]
    told = night.must("19:16", "finish", confirm=True, stacks=stacks)
    assert told.kinds == [
        "chips_counted",
        "play_ended",
        "registrations_dropped",
        "waiting_list_closed",
        "results_recorded",
        "tournament_finished",
    ]
    assert night.places() == {P[4]: 1, P[3]: 2, P[2]: 3, P[1]: 4}


def test_life_8_a_cancelled_tournament_calls_nobody() -> None:
    night = full()
    night.must("19:05", "register", player=P[5])
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "cancel")
    assert night.told("19:11:01") == []


@pytest.mark.parametrize("policy", ["drop", "absent"])
def test_reg_1_the_list_stands_still_until_the_seats_are_drawn(policy: str) -> None:
    night = opened(4, player_cap=4, no_show=policy)
    night.must("18:10", "register", player=P[5])
    for number in (1, 2, 3):
        night.must("18:30", "check_in", player=P[number])
    night.prompt = False
    night.wait("19:00")
    night.must("19:00:01", "unregister", player=P[4])
    assert night.row(P[5])["status"] == "waiting"
    assert night.must("19:00:01", "register", player=P[6]).kinds == ["player_waitlisted"]
    night.lots_come(at("19:00:02"))
    assert night.head["left"] == 3
    assert night.row(P[5])["held_until"] == "2026-11-29T19:10:02.000000Z"


def test_reg_1_the_head_of_the_list_knows_its_numbers() -> None:
    """Rows are written for the head of the list only, however long it is."""
    night = opened(2, player_cap=2)
    last = NEAR + 5
    for number in range(3, 3 + last):
        night.must("18:01", "register", player=P[number])
    assert waiting(night, 3, 2 + NEAR, 3 + NEAR) == [1, NEAR, None]
    night.must("18:02", "unregister", player=P[10])
    assert waiting(night, 3, 2 + NEAR, 3 + NEAR, 4 + NEAR) == [1, NEAR - 1, NEAR, None]
    assert night.head["waiting"] == last - 1
