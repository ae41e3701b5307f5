"""A sheet that goes on while it is played (CLK-11)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import views
from domain.events import LevelsAppended
from domain.evolve import fold
from domain.structure import Level
from tests.domain.floor import Body, P, at, evening, knock_out, level, rest, with_break, with_level

MORE = [level(2000, 4000), rest(5), level(3000, 6000)]


def test_clk_11_appended_levels_follow_the_last_one() -> None:
    night = evening()
    answer = night.must("19:30", "append_levels", items=MORE)
    assert answer.kinds == ["levels_appended"]
    night.wait("22:00")
    assert [line for line in night.told("21:00") if line[1] in {"level_started", "break_started"}] == [
        ("21:00:00", "level_started"),
        ("21:20:00", "break_started"),
        ("21:25:00", "level_started"),
    ]
    assert (night.step, night.blinds) == ("level 7", (3000, 6000))


def test_clk_11_a_last_level_whose_time_was_up_gives_way_at_once() -> None:
    night = evening()
    night.wait("21:30")
    assert night.clock["overtime"] is True
    answer = night.must("21:30", "append_levels", items=MORE)
    assert answer.kinds == ["levels_appended", "level_started"]
    assert (night.step, night.ends_at, night.clock["overtime"]) == ("level 6", at("21:50"), False)


def test_clk_11_on_a_standing_clock_the_new_level_stands_with_its_full_time() -> None:
    night = evening()
    night.must("21:10", "pause")
    night.must("21:30", "append_levels", items=MORE)
    assert (night.step, night.ends_at, night.remaining) == ("level 6", None, timedelta(minutes=20))
    assert night.status() == "paused"
    night.must("21:40", "resume")
    assert night.ends_at == at("22:00")


def test_clk_11_without_auto_advance_the_floor_moves_on() -> None:
    night = evening(auto_advance=False, items=[level(100, 200)], windows={"add_on_break": None})
    night.wait("19:25")
    assert night.must("19:30", "append_levels", items=MORE).kinds == ["levels_appended"]
    assert night.step == "level 1"
    night.must("19:31", "next_level", step="level 1")
    assert (night.step, night.ends_at) == ("level 2", at("19:51"))


def test_clk_11_an_endless_last_level_stays_until_the_floor_moves_on() -> None:
    night = evening(items=[level(100, 200, None)], windows={"add_on_break": None})
    night.must("19:30", "append_levels", items=MORE)
    night.wait("20:30")
    assert night.step == "level 1"
    night.must("20:31", "next_level", step="level 1")
    assert night.step == "level 2"


def test_clk_11_a_window_that_ended_with_the_last_level_closes_when_another_begins() -> None:
    night = evening(windows={"late_registration": with_level(5)})
    night.wait("21:30")
    assert night.head["windows"]["late_registration"]["open"] is True
    night.must("21:31", "append_levels", items=MORE)
    assert night.windows_told("late_registration")[-1] == ("21:31:00", "window_closed")


def test_clk_11_windows_and_the_end_of_play_keep_their_numbers() -> None:
    night = evening(
        windows={"late_registration": with_break(2), "re_entry": with_break(2)}, end={"kind": "level", "level": 5}
    )
    night.must("19:30", "append_levels", items=[rest(5), *MORE])
    night.wait("21:30")
    assert night.windows_told("late_registration")[-1] == ("20:40:00", "window_closed")
    assert night.ended() == ("level", at("21:00"))


def test_clk_11_what_has_been_played_does_not_change_and_the_terms_get_a_version() -> None:
    night = evening()
    before = night.state.settings
    night.must("19:30", "append_levels", items=MORE)
    night.must("19:31", "append_levels", items=[level(5000, 10000)])
    after = night.state.settings
    assert after.structure.items[:7] == before.structure.items
    assert [type(step) is Level for step in after.structure.steps[7:]] == [True, False, True, True]
    assert night.head["settings_version"] == 3
    appended = [recorded for recorded in night.record if isinstance(recorded.event, LevelsAppended)]
    assert [(recorded.actor, recorded.event) for recorded in appended] == [
        ("floor-1", LevelsAppended(items=after.structure.items[7:10], version=2)),
        ("floor-1", LevelsAppended(items=after.structure.items[10:], version=3)),
    ]
    terms = views.rows(night.state, appended[:1]).terms
    assert terms is not None
    assert (terms["version"], len(terms["settings"]["structure"]["items"])) == (3, 11)


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ([level(0, 100)], "level 6 has no small blind"),
        ([level(200, 100)], "level 6 has a big blind below its small blind"),
        ([rest(5), level(100, 200, ante=50)], "level 6 must have an ante exactly when it has an ante type"),
        ([level(100, 200, game="HORSE")], "list its games as a rotation"),
    ],
)
def test_clk_11_what_cannot_be_played_is_refused_with_the_place(items: list[Body], why: str) -> None:
    night = evening()
    before = night.state
    answer = night.ask("19:10", "append_levels", items=items)
    assert (answer.rejection.rule, answer.refused) == ("CLK-11", "bad_sheet")
    assert why in answer.rejection.reason
    assert night.state == before


def test_clk_11_a_sheet_has_an_end() -> None:
    night = evening(items=[level(100, 200)] * 350, windows={"add_on_break": None})
    answer = night.ask("19:30", "append_levels", items=[level(100, 200)] * 51)
    assert (answer.refused, answer.rejection.data) == ("sheet_full", {"room": 50})
    night.must("19:31", "append_levels", items=[level(100, 200)] * 50)


def test_clk_11_after_the_end_of_play_nothing_is_appended() -> None:
    night = evening(2, windows={"late_registration": None})
    knock_out(night, "19:30", P[1], P[2])
    assert night.ask("19:31", "append_levels", items=MORE).refused == "play_ended"


@given(st.lists(st.tuples(st.integers(0, 200), st.booleans()), max_size=5))
def test_clk_11_whenever_levels_are_appended_they_follow_and_nothing_before_them_moves(
    times: list[tuple[int, bool]],
) -> None:
    night = evening()
    minutes = 0
    for wait, break_first in times:
        minutes += wait
        items = [rest(5), level(1, 2)] if break_first else [level(1, 2)]
        night.must(at("19:00") + timedelta(minutes=minutes), "append_levels", items=items)
    night.wait(at("19:00") + timedelta(hours=30))
    begun = [line for line in night.told("19:00") if line[1] in {"level_started", "break_started"}]
    assert len(begun) == len(night.state.settings.structure.steps)
    assert begun[:7] == [
        ("19:00:00", "level_started"),
        ("19:20:00", "level_started"),
        ("19:40:00", "break_started"),
        ("19:50:00", "level_started"),
        ("20:10:00", "level_started"),
        ("20:30:00", "break_started"),
        ("20:40:00", "level_started"),
    ]
    assert fold(night.record) == night.state
