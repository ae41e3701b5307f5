"""The level clock: running, standing, moved by the floor, and told by time alone (CLK, LIFE-7)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import deadlines
from domain.times import from_text
from tests.domain.floor import Body, P, at, evening, knock_out, level, rest


def test_clk_3_levels_follow_one_another_by_themselves() -> None:
    night = evening()
    night.wait("21:00")
    steps = [line for line in night.told("19:00", "21:00") if line[1] in {"level_started", "break_started"}]
    assert steps == [
        ("19:00:00", "level_started"),
        ("19:20:00", "level_started"),
        ("19:40:00", "break_started"),
        ("19:50:00", "level_started"),
        ("20:10:00", "level_started"),
        ("20:30:00", "break_started"),
        ("20:40:00", "level_started"),
    ]


def test_clk_3_a_late_timer_moves_no_level() -> None:
    """Level 5 begins at the scheduled end of break 2, however late each timer before it fired (B-004)."""
    night = evening()
    for when in ("19:20:02", "19:40:02", "19:50:02", "20:10:02", "20:30:02", "20:40:02"):
        night.wait(when)
    assert (night.step, night.ends_at) == ("level 5", at("21:00"))
    assert ("20:40:00", "level_started") in night.told("20:40")


def test_clk_3_levels_missed_while_all_was_down_follow_from_the_scheduled_ends() -> None:
    night = evening()
    night.wait("20:45")
    assert (night.step, night.ends_at) == ("level 5", at("21:00"))


def test_clk_3_the_last_level_goes_on() -> None:
    night = evening()
    night.wait("23:00")
    assert (night.step, night.ends_at, night.remaining) == ("level 5", None, None)
    assert night.clock["overtime"] is True
    assert night.clock["remaining_ms"] == 0
    assert night.told("21:00", "21:00") == [("21:00:00", "level_expired")]
    assert night.blinds == (1000, 2000)


def test_clk_3_advancing_past_the_last_level_is_refused() -> None:
    night = evening()
    assert night.ask("20:50", "next_level", step="level 5").refused == "last_level"
    assert night.ask("21:30", "next_level", step="level 5").refused == "last_level"


def test_clk_3_going_back_before_the_first_level_is_refused() -> None:
    assert evening().ask("19:05", "previous_level", step="level 1").refused == "first_level"


def test_clk_3_without_auto_advance_a_level_goes_on_until_the_floor_moves_it() -> None:
    night = evening(auto_advance=False)
    night.wait("19:45")
    assert (night.step, night.ends_at) == ("level 1", None)
    assert night.told("19:20", "19:20") == [("19:20:00", "level_expired")]
    night.must("19:46", "next_level", step="level 1")
    assert (night.step, night.ends_at) == ("level 2", at("20:06"))


def test_clk_3_without_auto_advance_a_break_goes_on_too() -> None:
    night = evening(auto_advance=False)
    night.must("19:05", "next_level", step="level 1")
    night.must("19:06", "next_level", step="level 2")
    night.wait("19:30")
    assert (night.step, night.clock["in_break"], night.clock["overtime"]) == ("break 1", True, True)
    assert night.must("19:31", "next_level", step="break 1").kinds[:2] == ["break_ended", "level_started"]


def test_clk_3_time_can_be_given_to_a_level_that_is_over() -> None:
    night = evening()
    night.must("21:10", "set_remaining", step="level 5", seconds=300)
    assert (night.ends_at, night.clock["overtime"]) == (at("21:15"), False)
    night.wait("21:15")
    night.must("21:16", "add_time", step="level 5", seconds=60)
    assert night.ends_at == at("21:17")


def test_clk_3_next_level_gives_the_full_time_and_cancels_the_end_before() -> None:
    """Nothing happens at 19:20, when level 1 would have ended (B-009)."""
    night = evening()
    night.must("19:05", "next_level", step="level 1")
    night.wait("19:20")
    assert (night.step, night.ends_at) == ("level 2", at("19:25"))
    night.wait("19:25")
    assert (night.step, night.ends_at) == ("break 1", at("19:35"))


def test_clk_3_previous_level_gives_the_full_time() -> None:
    night = evening()
    night.must("19:30", "previous_level", step="level 2")
    assert (night.step, night.ends_at) == ("level 1", at("19:50"))


def test_clk_3_reset_gives_the_level_its_full_time() -> None:
    night = evening()
    answer = night.must("19:15", "reset_level", step="level 1")
    assert (night.step, night.ends_at) == ("level 1", at("19:35"))
    assert answer.kinds == ["time_changed"]


@pytest.mark.parametrize(
    ("kind", "step", "minutes"),
    [("next_level", "break 1", 10), ("previous_level", "level 1", 20), ("reset_level", "level 2", 20)],
)
def test_clk_3_moving_a_standing_clock_leaves_it_standing(kind: str, step: str, minutes: int) -> None:
    night = evening()
    night.must("19:25", "pause")
    night.must("19:26", kind, step="level 2")
    assert night.state.status == "paused"
    assert (night.step, night.ends_at, night.remaining) == (step, None, timedelta(minutes=minutes))
    night.must("19:30", "resume")
    assert night.ends_at == at("19:30") + timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("kind", "body", "left"),
    [
        ("set_remaining", {"seconds": 90}, 90),
        ("add_time", {"seconds": 60}, 960),
        ("add_time", {"seconds": -60}, 840),
    ],
)
def test_clk_3_the_time_left_can_be_set_added_and_taken(kind: str, body: dict[str, int], left: int) -> None:
    running = evening()
    running.must("19:05", kind, step="level 1", **body)
    assert running.ends_at == at("19:05") + timedelta(seconds=left)
    standing = evening()
    standing.must("19:05", "pause")
    standing.must("19:09", kind, step="level 1", **body)
    assert (standing.ends_at, standing.remaining) == (None, timedelta(seconds=left))


def test_clk_3_no_more_time_is_taken_than_is_left() -> None:
    night = evening()
    answer = night.ask("19:05", "add_time", step="level 1", seconds=-900)
    assert answer.refused == "nothing_left"
    assert answer.rejection.data == {"seconds_left": 900}
    assert night.must("19:05", "add_time", step="level 1", seconds=-899).kinds == ["time_changed"]
    assert night.ends_at == at("19:05:01")


def test_clk_3_a_level_without_an_end_waits_for_the_floor() -> None:
    night = evening(items=(level(100, 200, None), level(200, 400)), windows={"add_on_break": None})
    night.wait("23:00")
    assert (night.step, night.ends_at, night.clock["overtime"]) == ("level 1", None, False)
    assert night.ask("23:00", "add_time", step="level 1", seconds=60).refused == "no_end"
    assert night.must("23:01", "reset_level", step="level 1").note == "level 1 has no end"
    night.must("23:01", "pause")
    night.must("23:02", "resume")
    assert night.ends_at is None
    night.must("23:05", "set_remaining", step="level 1", seconds=60)
    night.wait("23:07")
    assert night.step == "level 2"


def test_clk_3_other_blinds_hold_for_this_level_alone() -> None:
    night = evening()
    answer = night.must("19:25", "override_blinds", step="level 2", small_blind=150, big_blind=300)
    assert night.blinds == (150, 300)
    assert night.clock["overridden"] is True
    assert answer.events[0].before == (200, 400, 0)  # type: ignore[union-attr]
    night.wait("19:55")
    assert night.blinds == (300, 600)
    night.must("19:55", "previous_level", step="level 3")
    night.must("19:56", "previous_level", step="break 1")
    assert night.blinds == (200, 400)
    assert night.state.settings.structure.steps[1].small_blind == 200  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("when", "step", "blinds", "code"),
    [
        ("19:26", "level 2", {"small_blind": 0, "big_blind": 300}, "bad_blinds"),
        ("19:26", "level 2", {"small_blind": 300, "big_blind": 200}, "bad_blinds"),
        ("19:26", "level 2", {"small_blind": 100, "big_blind": 200, "ante": 25}, "bad_ante"),
        ("19:26", "level 2", {"small_blind": 100, "big_blind": 200, "ante_type": "classic"}, "bad_ante"),
        ("19:45", "break 1", {"small_blind": 100, "big_blind": 200}, "in_a_break"),
    ],
)
def test_clk_3_blinds_that_cannot_be_are_refused(when: str, step: str, blinds: dict[str, int], code: str) -> None:
    night = evening()
    night.wait(when)
    before = night.state
    assert night.ask(when, "override_blinds", step=step, **blinds).refused == code
    assert night.state == before


def test_clk_3_small_and_big_blind_may_be_equal() -> None:
    night = evening()
    night.must("19:05", "override_blinds", step="level 1", small_blind=200, big_blind=200)
    assert night.blinds == (200, 200)


def test_clk_4_a_break_begins_and_ends_once_however_often_the_clock_goes_back() -> None:
    """Going back into the break and out again counts it once: the add-on at break 2 stays shut (B-006)."""
    night = evening(windows={"add_on_break": 2})
    night.wait("19:52")
    night.must("19:52", "previous_level", step="level 3")
    assert (night.step, night.ends_at) == ("break 1", at("20:02"))
    night.must("19:53", "next_level", step="break 1")
    assert (night.step, night.ends_at) == ("level 3", at("20:13"))
    assert night.ask("19:54", "add_on", player=P[1]).refused == "add_on_closed"
    told = [line for line in night.told("19:40") if "break" in line[1]]
    assert told == [
        ("19:40:00", "break_started"),
        ("19:50:00", "break_ended"),
        ("19:52:00", "break_started"),
        ("19:53:00", "break_ended"),
    ]


def test_clk_5_a_display_that_slept_knows_all_from_one_look() -> None:
    night = evening()
    night.wait("19:15")
    assert night.clock["level_ends_at"] == "2026-11-29T19:20:00.000000Z"
    assert (night.clock["paused"], night.clock["remaining_ms"]) == (False, None)


def test_clk_10_a_second_pause_changes_nothing() -> None:
    night = evening()
    night.must("19:05", "pause")
    again = night.must("19:07", "pause")
    assert (again.events, again.note) == ((), "already paused since 2026-11-29T19:05:00.000000Z")
    night.must("19:10", "resume")
    assert (night.step, night.ends_at) == ("level 1", at("19:25"))


def test_clk_10_resuming_a_running_clock_changes_nothing() -> None:
    night = evening()
    again = night.must("19:07", "resume")
    assert (again.events, again.note) == ((), "the clock is running")
    assert night.ends_at == at("19:20")


def test_clk_10_two_taps_are_one_step() -> None:
    night = evening()
    night.must("19:05:00", "next_level", step="level 1")
    again = night.ask("19:05:00.400", "next_level", step="level 1")
    assert again.refused == "stale_step"
    assert again.rejection.data == {"step": "level 2"}
    assert (night.step, night.ends_at) == ("level 2", at("19:25"))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("next_level", {}),
        ("previous_level", {}),
        ("reset_level", {}),
        ("set_remaining", {"seconds": 60}),
        ("add_time", {"seconds": 60}),
        ("override_blinds", {"small_blind": 1, "big_blind": 2}),
    ],
)
def test_clk_10_whatever_moves_the_clock_says_from_where(kind: str, body: dict[str, int]) -> None:
    night = evening()
    night.wait("19:22")
    before = night.state
    assert night.ask("19:22", kind, step="level 1", **body).refused == "stale_step"
    assert night.state == before


def test_clk_10_a_tap_from_before_the_level_changed_by_itself_is_stale() -> None:
    night = evening()
    assert night.ask("19:20:00.100", "next_level", step="level 1").refused == "stale_step"
    assert night.step == "level 2"


def test_clk_10_pausing_works_after_any_advance() -> None:
    """No flag of the start brings the clock back to life (B-005)."""
    night = evening()
    night.must("19:05", "next_level", step="level 1")
    night.must("19:06", "pause")
    night.wait("19:10")
    assert (night.step, night.remaining, night.state.status) == ("level 2", timedelta(minutes=19), "paused")


def test_life_7_a_pause_costs_the_players_no_time() -> None:
    night = evening()
    night.must("19:05", "pause")
    night.wait("20:04")
    assert (night.step, night.remaining) == ("level 1", timedelta(minutes=15))
    night.must("20:05", "resume")
    assert (night.step, night.ends_at) == ("level 1", at("20:20"))
    night.wait("20:40")
    steps = [line for line in night.told("19:05", "20:40") if line[1] in {"level_started", "break_started"}]
    assert steps == [("20:20:00", "level_started"), ("20:40:00", "break_started")]


@given(
    first=st.integers(min_value=0, max_value=1_199_999_999),
    stops=st.lists(st.integers(min_value=1, max_value=86_400_000_000), min_size=1, max_size=4),
)
def test_life_7_however_often_the_clock_stands_a_level_is_played_to_the_microsecond(
    first: int, stops: list[int]
) -> None:
    night = evening(2, windows={"late_registration": None})
    now = at("19:00") + timedelta(microseconds=first)
    for stop in stops:
        night.must(now, "pause")
        now += timedelta(microseconds=stop)
        night.must(now, "resume")
    assert night.ends_at == at("19:20") + timedelta(microseconds=sum(stops))


def test_life_7_a_pause_at_the_very_end_of_a_level_comes_in_the_next() -> None:
    night = evening()
    night.must("19:20", "pause")
    assert (night.step, night.remaining) == ("level 2", timedelta(minutes=20))


def test_life_7_nothing_of_the_clock_is_due_while_it_stands() -> None:
    night = evening(windows={"late_registration": None})
    night.must("19:05", "pause")
    assert deadlines.next_deadline(night.state) is None


def test_clk_3_the_timer_says_what_it_waits_for() -> None:
    night = evening(windows={"late_registration": None})
    reasons = []
    for _ in range(6):
        due = deadlines.next_deadline(night.state)
        assert due is not None
        reasons.append(due.reason)
        night.wait(due.at.strftime("%H:%M"))
    assert reasons == ["Level 1 ends", "Level 2 ends", "Break 1 ends", "Level 3 ends", "Level 4 ends", "Break 2 ends"]


def by_the_wall(until: str, zone: str = "UTC") -> Body:
    """Return a sheet whose first break, after 20 minutes, ends by the wall clock."""
    items = (level(100, 200), rest(None, until=until), level(200, 400))
    return {"items": items, "zone": zone, "windows": {"late_registration": None}}


def test_clk_1_a_break_may_end_by_the_wall_clock() -> None:
    night = evening(**by_the_wall("19:55"))
    night.wait("19:20")
    assert (night.step, night.ends_at) == ("break 1", at("19:55"))
    night.wait("19:55")
    assert (night.step, night.ends_at) == ("level 2", at("20:15"))


def test_clk_1_a_wall_clock_end_is_the_clubs_own_time() -> None:
    night = evening(**by_the_wall("20:55", "Europe/Berlin"))
    night.wait("19:20")
    assert night.ends_at == at("19:55")


def test_clk_1_a_break_by_the_wall_clock_does_not_move_with_a_pause() -> None:
    night = evening(**by_the_wall("19:55"))
    night.must("19:30", "pause")
    night.must("19:40", "resume")
    assert night.ends_at == at("19:55")


def test_clk_1_a_pause_over_the_wall_clock_end_ends_the_break_on_resuming() -> None:
    night = evening(**by_the_wall("19:55"))
    night.must("19:30", "pause")
    night.must("20:10", "resume")
    assert (night.step, night.ends_at) == ("level 2", at("20:30"))


def test_clk_1_a_break_entered_while_the_clock_stands_still_ends_by_the_wall_clock() -> None:
    night = evening(**by_the_wall("19:55"))
    night.must("19:05", "pause")
    night.must("19:15", "next_level", step="level 1")
    assert night.remaining == timedelta(minutes=40)
    night.must("19:25", "resume")
    assert night.ends_at == at("19:55")


def test_clk_1_time_given_to_a_standing_break_counts_from_where_it_was_given() -> None:
    night = evening(**by_the_wall("19:55"))
    night.must("19:30", "pause")
    night.must("19:40", "set_remaining", step="break 1", seconds=1200)
    night.must("19:50", "resume")
    assert night.ends_at == at("20:00")


def test_clk_1_a_break_whose_wall_clock_end_has_passed_is_over_at_once() -> None:
    """Not a day long: the level before it ran late."""
    night = evening(**by_the_wall("19:15"))
    night.wait("19:20")
    assert (night.step, night.ends_at) == ("level 2", at("19:40"))
    steps = [kind for _, kind in night.told("19:20", "19:20") if not kind.startswith("window")]
    assert steps == ["break_started", "break_ended", "level_started"]


def test_clk_1_a_break_that_begins_at_its_wall_clock_end_is_over_at_once() -> None:
    night = evening(**by_the_wall("19:20"))
    night.wait("19:20")
    assert night.step == "level 2"


def test_clk_1_a_wall_clock_end_after_midnight_is_tomorrows() -> None:
    night = evening(starts_at="2026-11-29T23:30:00Z", **by_the_wall("00:15"))
    night.wait("23:50")
    assert (night.step, night.ends_at) == ("break 1", at("00:15+1"))


@pytest.mark.parametrize(
    ("starts", "until", "ends"),
    [
        # Berlin, 25 October 2026: 02:00 to 03:00 comes twice, first as summer time (UTC+2), then as winter time (UTC+1)
        ("2026-10-24T22:40:00Z", "03:30", "2026-10-25T02:30:00Z"),
        ("2026-10-24T23:40:00Z", "02:30", "2026-10-25T00:30:00Z"),
        ("2026-10-25T00:20:00Z", "02:30", "2026-10-25T01:30:00Z"),
        ("2026-10-25T00:50:00Z", "02:30", "2026-10-25T01:30:00Z"),
        # 29 March 2026: 02:00 to 03:00 does not come
        ("2026-03-29T00:00:00Z", "03:30", "2026-03-29T01:30:00Z"),
        ("2026-03-29T00:00:00Z", "02:30", "2026-03-29T01:30:00Z"),
    ],
)
def test_clk_1_a_wall_clock_end_holds_over_a_change_of_summer_time(starts: str, until: str, ends: str) -> None:
    night = evening(starts_at=starts, **by_the_wall(until, "Europe/Berlin"))
    night.wait(from_text(starts) + timedelta(minutes=20))
    assert (night.step, night.ends_at) == ("break 1", from_text(ends))


def test_clk_3_blinds_of_a_level_taken_back_are_the_sheets() -> None:
    night = evening()
    night.must("19:05", "override_blinds", step="level 1", small_blind=50, big_blind=100)
    night.must("19:06", "reset_level", step="level 1")
    assert night.blinds == (50, 100)
    night.must("19:07", "next_level", step="level 1")
    night.must("19:08", "previous_level", step="level 2")
    assert night.blinds == (100, 200)


def test_clk_1_an_ante_may_depend_on_the_players_left() -> None:
    short = [{"players_left": 2, "ante": 0}, {"players_left": 4, "ante": 50}]
    items = (level(100, 200, 600, ante=100, ante_type="big_blind", short_antes=short),)
    night = evening(5, items=items, windows={"add_on_break": None, "late_registration": None})
    assert (night.clock["ante"], night.clock["ante_type"]) == (100, "big_blind")
    knock_out(night, "19:10", P[5], P[1])
    assert (night.clock["ante"], night.clock["ante_type"]) == (50, "big_blind")
    knock_out(night, "19:11", P[4], P[1])
    knock_out(night, "19:12", P[3], P[1])
    assert (night.clock["ante"], night.clock["ante_type"]) == (0, "none")
