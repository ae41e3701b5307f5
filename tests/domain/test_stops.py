"""What may hold the clock: a pause, a review, hand-for-hand, a deal talk, each for itself (CLK-7)."""

from datetime import timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain import events as e
from domain.clock import take_off as take
from domain.evolve import evolve, fold
from tests.domain.floor import Body, Evening, When, at, evening, level, rest, with_level

MINUTE = timedelta(minutes=1)
PLAIN: Body = {"windows": {"late_registration": with_level(1), "add_on_break": None}}


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


# ------------------------------------------------------------ minutes off for a hand of hand-for-hand


def take_off(night: Evening, when: When, minutes: int) -> list[str]:
    """Take minutes off the clock as a hand of hand-for-hand does; return the kinds of what is recorded."""
    night.wait(when)
    events = take(night.state, minutes, at(when))
    for event in events:
        recorded = e.Recorded(seq=night.state.seq + 1, at=at(when), cause="clock", event=event)
        night.state = evolve(night.state, recorded)
        night.record.append(recorded)
    night.wait(when)
    return [event.kind for event in events]


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
