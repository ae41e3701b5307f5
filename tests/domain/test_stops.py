"""What may hold the clock: a pause, a review, hand-for-hand, a deal talk, each for itself (CLK-7)."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any, get_args

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.clock import release, stop
from domain.clock import take_off as take
from domain.evolve import evolve, fold
from tests.domain.floor import Body, Evening, P, When, at, evening, level, rest, with_level
from tests.domain.laws import hold, the_record_is_the_state

MINUTE = timedelta(minutes=1)
REASONS: tuple[e.StopReason, ...] = get_args(e.StopReason)
PLAIN: Body = {"windows": {"late_registration": with_level(1), "add_on_break": None}}


def recorded(night: Evening, when: When, events: Iterable[e.Event]) -> list[str]:
    """Record events as things of the clock; return their kinds."""
    kinds: list[str] = []
    for event in events:
        told = e.Recorded(seq=night.state.seq + 1, at=at(when), cause="clock", event=event)
        night.state = evolve(night.state, told)
        night.record.append(told)
        kinds.append(event.kind)
    night.wait(when)
    return kinds


def happen(night: Evening, when: When, what: Callable[..., Iterable[e.Event]]) -> Callable[[e.StopReason], list[str]]:
    """Return what has a stop of some kind begin or end at a time, and says what was recorded."""

    def of(reason: e.StopReason) -> list[str]:
        night.wait(when)
        return recorded(night, when, what(night.state, reason, at(when)))

    return of


def test_clk_7_a_review_stops_the_clock_until_it_is_released() -> None:
    night = evening()
    night.must("19:05", "hold_for_review")
    assert (night.remaining, night.ends_at) == (15 * MINUTE, None)
    night.wait("19:30")
    assert (night.step, night.remaining) == ("level 1", 15 * MINUTE)
    night.must("19:40", "release_review")
    assert (night.step, night.ends_at, night.remaining) == ("level 1", at("19:55"), None)


def test_life_1_a_review_is_no_pause() -> None:
    night = evening()
    night.must("19:05", "hold_for_review")
    assert (night.status(), night.clock["paused"]) == ("running", False)
    night.must("19:06", "pause")
    assert (night.status(), night.clock["paused"]) == ("paused", True)


@pytest.mark.parametrize("first", ["pause", "hold_for_review"])
@pytest.mark.parametrize("ended", ["resume", "release_review"])
def test_clk_7_ending_one_stop_never_ends_another(first: str, ended: str) -> None:
    night = evening()
    second = {"pause": "hold_for_review", "hold_for_review": "pause"}[first]
    other = {"resume": "release_review", "release_review": "resume"}[ended]
    night.must("19:05", first)
    night.must("19:10", second)
    night.must("19:15", ended)
    night.wait("19:59")
    assert (night.remaining, night.ends_at) == (15 * MINUTE, None)
    night.must("20:00", other)
    assert (night.step, night.ends_at, night.status()) == ("level 1", at("20:15"), "running")


@pytest.mark.parametrize("reason", REASONS)
def test_clk_7_each_stop_holds_the_clock_alone(reason: e.StopReason) -> None:
    night = evening()
    happen(night, "19:05", stop)(reason)
    assert happen(night, "19:06", stop)(reason) == []
    night.wait("19:50")
    assert (night.step, night.remaining, night.status() == "paused") == ("level 1", 15 * MINUTE, reason == "pause")
    assert night.clock["stops"] == [{"reason": reason, "since": "2026-11-29T19:05:00.000000Z"}]
    happen(night, "20:00", release)(reason)
    assert happen(night, "20:01", release)(reason) == []
    assert (night.step, night.ends_at, night.status(), night.clock["stops"]) == ("level 1", at("20:15"), "running", [])


def test_clk_10_a_second_hold_and_a_second_release_change_nothing() -> None:
    night = evening()
    assert night.must("19:04", "release_review").note == "the clock is running"
    night.must("19:05", "hold_for_review")
    again = night.must("19:07", "hold_for_review")
    assert (again.events, again.note) == ((), "already held for review since 2026-11-29T19:05:00.000000Z")
    assert night.must("19:08", "resume").note == "not paused; the clock stands for: a review"
    night.must("19:10", "pause")
    assert night.must("19:11", "pause").note == "already paused since 2026-11-29T19:10:00.000000Z"
    night.must("19:12", "release_review")
    assert night.must("19:13", "release_review").note == "not held for review; the clock stands for: a pause"
    assert (night.remaining, night.clock["stops"][0]["since"]) == (15 * MINUTE, "2026-11-29T19:10:00.000000Z")


def test_clk_7_in_a_review_hands_are_finished_and_none_begins() -> None:
    night = evening(6, sizes=[3, 3])
    night.must("19:04", "start_hand", table=1)
    night.must("19:05", "hold_for_review")
    for table in (1, 2):
        assert night.ask("19:06", "start_hand", table=table).refused in {"review", "hand_in_progress"}
    night.must("19:07", "end_hand", table=1)
    refused = night.ask("19:08", "start_hand", table=1)
    assert (refused.refused, refused.rejection.rule, refused.rejection.mend) == (
        "review", "CLK-7", "release the review first",
    )  # fmt: skip
    night.must("19:09", "release_review")
    night.must("19:09", "start_hand", table=1)


def test_clk_7_a_hand_that_had_begun_when_the_review_was_called_is_let_in() -> None:
    night = evening()
    night.must("19:05", "hold_for_review")
    night.must("19:04:59.900", "start_hand", table=1, delivered="19:05:01")
    night.must("19:06", "end_hand", table=1)
    assert night.ask("19:05", "start_hand", table=1, delivered="19:07").refused == "review"


def test_clk_7_a_pause_alone_keeps_nobody_from_dealing() -> None:
    night = evening()
    night.must("19:05", "pause")
    night.must("19:06", "start_hand", table=1)


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize(
    ("kind", "body", "step", "left"),
    [
        ("set_remaining", {"seconds": 300}, "level 1", 5),
        ("add_time", {"seconds": -60}, "level 1", 14),
        ("reset_level", {}, "level 1", 20),
        ("next_level", {}, "level 2", 20),
    ],
)
def test_clk_3_what_the_floor_does_to_a_standing_clock_leaves_it_standing(
    reason: e.StopReason, kind: str, body: Body, step: str, left: int
) -> None:
    night = evening()
    happen(night, "19:05", stop)(reason)
    night.must("19:10", kind, step="level 1", **body)
    night.wait("19:59")
    assert (night.step, night.ends_at, night.remaining) == (step, None, left * MINUTE)
    happen(night, "20:00", release)(reason)
    assert night.ends_at == at("20:00") + left * MINUTE


def test_clk_3_going_back_in_a_review_leaves_it_in_force() -> None:
    night = evening()
    night.wait("19:25")
    night.must("19:25", "hold_for_review")
    night.must("19:26", "previous_level", step="level 2")
    assert (night.step, night.remaining, night.clock["stops"][0]["reason"]) == ("level 1", 20 * MINUTE, "review")


@pytest.mark.parametrize("reason", REASONS)
def test_reg_6_a_window_that_ends_with_a_level_waits_for_every_stop(reason: e.StopReason) -> None:
    night = evening(windows={"late_registration": with_level(1)})
    happen(night, "19:05", stop)(reason)
    night.must("20:30", "register", player=P[20])
    happen(night, "20:30", release)(reason)
    assert night.windows_told("late_registration") == [("19:00:00", "window_opened")]
    night.wait("20:45")
    assert night.windows_told("late_registration")[-1] == ("20:45:00", "window_closed")


@pytest.mark.parametrize("reason", REASONS)
def test_nosh_2_the_absent_pay_for_no_orbit_while_the_clock_stands(reason: e.StopReason) -> None:
    night = evening(9, present=7, no_show="absent", orbit_minutes=10)
    happen(night, "19:05", stop)(reason)
    night.wait("20:00")
    assert "orbit_charged" not in [kind for _, kind in night.told("19:00")]
    happen(night, "20:00", release)(reason)
    night.wait("20:05")
    assert night.told("20:05") == [("20:05:00", "orbit_charged")]


def test_clk_1_a_break_that_ends_by_the_wall_clock_ends_then_whatever_held_the_clock() -> None:
    night = evening(items=[level(100, 200), rest(None, until="19:40"), level(200, 400)], **PLAIN)
    night.must("19:25", "hold_for_review")
    night.must("19:28", "pause")
    night.must("19:30", "release_review")
    night.must("19:35", "resume")
    assert (night.step, night.ends_at) == ("break 1", at("19:40"))


def test_clk_3_a_step_whose_time_is_up_is_held_and_goes_on() -> None:
    night = evening(auto_advance=False)
    night.wait("19:21")
    night.must("19:22", "hold_for_review")
    assert (night.clock["overtime"], night.remaining) == (True, None)
    night.must("19:23", "release_review")
    assert (night.clock["overtime"], night.ends_at) == (True, None)
    night.must("19:24", "next_level", step="level 1")
    assert night.ends_at == at("19:44")


def test_life_9_play_is_closed_whatever_holds_the_clock() -> None:
    night = evening()
    night.must("19:05", "hold_for_review")
    night.must("19:10", "finish", confirm=True, stacks=[{"player": P[n], "chips": n} for n in range(1, 10)])
    assert (night.status(), night.ask("19:11", "release_review").refused) == ("finished", "not_running")


def test_clk_9_a_re_base_over_a_review_gives_back_what_the_level_had() -> None:
    night = evening()
    night.wait("19:12")
    night.must("19:12", "hold_for_review")
    night.must("19:30", "rebase_clock", stopped_at="2026-11-29T19:08:00.000000Z")
    assert (night.remaining, night.clock["stops"][0]["reason"]) == (12 * MINUTE, "review")
    night.must("19:31", "release_review")
    assert night.ends_at == at("19:43")
    night.must("19:35", "rebase_clock", stopped_at="2026-11-29T19:31:00.000000Z")
    assert night.ends_at == at("19:47")


def test_clk_9_a_re_base_into_a_stop_keeps_the_end_of_a_break_by_the_wall_clock() -> None:
    night = evening(items=[level(100, 200), rest(None, until="19:50"), level(200, 400)], **PLAIN)
    night.must("19:25", "hold_for_review")
    night.must("19:30", "release_review")
    night.must("19:35", "rebase_clock", stopped_at="2026-11-29T19:27:00.000000Z")
    assert (night.step, night.ends_at) == ("break 1", at("19:50"))


@settings(max_examples=30)
@given(
    steps=st.lists(
        st.tuples(st.integers(0, 600), st.sampled_from(REASONS), st.booleans()),
        max_size=30,
    )
)
def test_clk_7_the_clock_runs_just_when_no_stop_is_in_force(steps: list[tuple[int, e.StopReason, bool]]) -> None:
    """Kept beside the record: the stops, and how long none was in force."""
    night = evening(items=[level(100 * n, 200 * n, 7) for n in range(1, 60)], **PLAIN)
    now, ran, held = at("19:00"), timedelta(0), set[str]()
    for seconds, reason, begins in steps:
        ran += timedelta(seconds=0 if held else seconds)
        now += timedelta(seconds=seconds)
        happen(night, now, stop if begins else release)(reason)
        (held.add if begins else held.discard)(reason)
        passed, into = divmod(ran, 7 * MINUTE)
        left = 7 * MINUTE - into
        assert night.step == f"level {passed + 1}"
        assert night.status() == ("paused" if "pause" in held else "running")
        assert {each["reason"] for each in night.clock["stops"]} == held
        assert (night.remaining, night.ends_at) == ((left, None) if held else (None, now + left))
        hold(night.state)
    the_record_is_the_state(night.state, night.record)


# ------------------------------------------------------------ minutes off for a hand of hand-for-hand


def take_off(night: Evening, when: When, minutes: int) -> list[str]:
    """Take minutes off the clock as a hand of hand-for-hand does; return the kinds of what is recorded."""
    night.wait(when)
    return recorded(night, when, take(night.state, minutes, at(when)))


def test_rul_1_a_hand_takes_its_minutes_off_the_level() -> None:
    night = evening()
    assert take_off(night, "19:05", 2) == ["time_changed"]
    assert (night.step, night.ends_at) == ("level 1", at("19:18"))


def test_rul_1_minutes_come_off_a_clock_that_stands() -> None:
    night = evening()
    night.must("19:05", "hold_for_review")
    take_off(night, "19:30", 2)
    assert (night.step, night.remaining, night.clock["stops"][0]["reason"]) == ("level 1", 13 * MINUTE, "review")


def test_rul_1_past_the_levels_end_the_rest_comes_off_the_next_level() -> None:
    night = evening(items=[level(100, 200), level(200, 400)], **PLAIN)
    assert take_off(night, "19:19", 2) == ["level_started"]
    assert (night.step, night.ends_at) == ("level 2", at("19:19") + 19 * MINUTE)


def test_rul_1_the_last_minute_ends_the_level_whether_the_clock_runs_or_stands() -> None:
    running, standing = evening(), evening()
    take_off(running, "19:18", 2)
    standing.must("19:18", "pause")
    take_off(standing, "19:30", 2)
    assert (running.step, running.ends_at) == ("level 2", at("19:38"))
    assert (standing.step, standing.remaining) == ("level 2", 20 * MINUTE)


def test_rul_1_a_break_between_two_levels_keeps_its_time_and_the_level_after_it_is_the_shorter() -> None:
    night = evening()
    assert take_off(night, "19:39", 2) == ["break_started"]
    assert (night.step, night.ends_at) == ("break 1", at("19:49"))
    night.wait("19:49")
    assert (night.step, night.ends_at) == ("level 3", at("20:08"))


def test_rul_1_in_a_break_the_minutes_come_off_the_level_after_it() -> None:
    night = evening()
    take_off(night, "19:39", 2)
    assert take_off(night, "19:41", 2) == ["time_changed"]
    night.must("19:42", "add_time", step="break 1", seconds=60)
    assert (night.step, night.ends_at) == ("break 1", at("19:50"))
    night.must("19:45", "next_level", step="break 1")
    assert (night.step, night.ends_at) == ("level 3", at("19:45") + 17 * MINUTE)


def test_win_1_the_countdown_to_a_windows_end_knows_what_comes_off_the_level_after_the_break() -> None:
    night = evening(windows={"late_registration": with_level(3)})
    take_off(night, "19:39", 2)
    assert night.head["windows"]["late_registration"]["closes_at"] == "2026-11-29T20:08:00.000000Z"
    night.wait("20:08")
    assert night.windows_told("late_registration")[-1] == ("20:08:00", "window_closed")


def test_rul_1_a_level_that_has_no_more_than_the_rest_is_over_at_once() -> None:
    night = evening(items=[level(100, 200), level(200, 400, 2), level(300, 600)], **PLAIN)
    assert take_off(night, "19:19", 4) == ["level_started", "level_started"]
    assert (night.step, night.ends_at) == ("level 3", at("19:38"))


def test_rul_1_a_level_without_an_end_has_no_minutes_to_take() -> None:
    night = evening(items=[level(100, 200), level(200, 400, None)], **PLAIN)
    assert take_off(night, "19:19", 2) == ["level_started"]
    assert take_off(night, "19:20", 2) == []
    assert (night.step, night.ends_at, night.remaining) == ("level 2", None, None)


def test_rul_1_where_levels_do_not_follow_by_themselves_the_time_is_up() -> None:
    night = evening(auto_advance=False)
    assert take_off(night, "19:19", 2) == ["level_expired"]
    assert take_off(night, "19:20", 2) == []
    night.must("19:21", "next_level", step="level 1")
    assert night.ends_at == at("19:41")


def test_rul_1_before_a_level_that_begins_at_the_floors_word_the_clock_stands_with_the_rest_taken_off() -> None:
    sheet = [level(100, 200), {"kind": "day_end"}, level(200, 400)]
    night = evening(items=sheet, **PLAIN)
    assert take_off(night, "19:19", 2) == ["level_started", "clock_paused"]
    assert (night.step, night.remaining, night.status()) == ("level 2", 19 * MINUTE, "paused")
    held = evening(items=sheet, **PLAIN)
    held.must("19:10", "pause")
    assert take_off(held, "19:19", 11) == ["level_started"]
    assert (held.step, held.remaining, held.status()) == ("level 2", 19 * MINUTE, "paused")


@settings(max_examples=30)
@given(
    taken=st.lists(st.tuples(st.integers(0, 200), st.integers(1, 7)), min_size=1, max_size=30),
    stands=st.booleans(),
)
def test_rul_1_what_the_hands_take_is_off_the_levels_and_never_off_a_break(
    taken: list[tuple[int, int]], *, stands: bool
) -> None:
    """However hands fall, the levels together last so much less, and the breaks as long as ever."""
    assume(sum(minutes for _, minutes in taken) < 90)
    night = evening(items=[level(100, 200), level(200, 400, 3), rest(), level(300, 600), level(500, 1000, 4)] * 3)
    if stands:
        night.must("19:00", "hold_for_review")
    now, total = at("19:00"), timedelta(0)
    for seconds, minutes in taken:
        now += timedelta(seconds=seconds)
        night.wait(now)
        total += minutes * MINUTE
        take_off(night, now, minutes)
    if stands:
        night.must(now, "release_review")
        total -= now - at("19:00")
    ends = at("19:00") + 3 * (47 + 10) * MINUTE - total
    night.wait(ends - timedelta(seconds=1))
    assert not night.clock["overtime"]
    night.wait(ends)
    assert (night.step, night.clock["overtime"]) == ("level 12", True)
    assert fold(night.record) == night.state


# ------------------------------------------------------------ hand-for-hand


def hand_by_hand(**changes: Any) -> Evening:
    """Return an evening with two tables of four under a profile whose clock stands in hand-for-hand."""
    return evening(8, sizes=[4, 4], profile="tda-2024-v1", **changes)


def play_round(night: Evening, when: When) -> None:
    """Have both tables play a hand of hand-for-hand."""
    night.ask(when, "start_round")
    for table in (1, 2):
        night.must(when, "finish_hand", table=table)


def test_rul_1_a_break_of_hand_for_hand_takes_its_time_and_the_level_after_it_stands_the_shorter() -> None:
    night = hand_by_hand()
    night.must("19:37", "start_hand_for_hand")
    assert (night.step, night.remaining) == ("level 2", 3 * MINUTE)
    play_round(night, "19:38")
    play_round(night, "19:45")
    assert (night.step, night.ends_at, night.clock["stops"]) == ("break 1", at("19:55"), [])
    assert night.ask("19:46", "start_round").refused == "in_a_break"
    night.wait("19:55")
    assert (night.step, night.remaining, night.clock["stops"][0]["reason"]) == ("level 3", 19 * MINUTE, "hand_for_hand")
    night.must("19:56", "end_hand_for_hand")
    assert night.ends_at == at("20:15")


def test_rul_1_announced_in_a_break_the_clock_runs_until_the_level() -> None:
    night = hand_by_hand()
    night.wait("19:41")
    night.must("19:41", "start_hand_for_hand")
    assert night.ends_at == at("19:50")
    night.wait("19:51")
    assert (night.step, night.remaining) == ("level 3", 20 * MINUTE)


def test_clk_7_a_review_in_hand_for_hand_holds_the_next_round_and_each_ends_for_itself() -> None:
    night = hand_by_hand()
    night.must("19:05", "start_hand_for_hand")
    night.must("19:06", "hold_for_review")
    for table in (1, 2):
        night.must("19:07", "finish_hand", table=table)
    assert night.ask("19:08", "start_round").refused == "review"
    night.must("19:09", "pause")
    night.must("19:10", "release_review")
    night.must("19:11", "start_round")
    night.must("19:12", "end_hand_for_hand")
    assert [each["reason"] for each in night.clock["stops"]] == ["pause"]
    night.must("19:20", "resume")
    assert night.ends_at == at("19:33")
