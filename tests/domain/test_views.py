"""The rows that displays and apps read: functions of the state alone (CLK-5, KO-3, AUD-3)."""

import json
from dataclasses import replace
from typing import Any

import pytest

from domain import views
from domain.state import average_stack
from tests.domain.floor import P, at, draft, evening, knock_out, level, opened, settings_body, with_level


def test_clk_5_a_running_clock_says_when_it_ends_and_a_standing_one_what_is_left() -> None:
    night = evening()
    shown = night.clock
    assert (shown["step"], shown["level"], shown["in_break"], shown["paused"]) == ("level 1", 1, False, False)
    assert (shown["level_ends_at"], shown["remaining_ms"]) == ("2026-11-29T19:20:00.000000Z", None)
    night.must("19:05:00.250", "pause")
    shown = night.clock
    assert (shown["paused"], shown["level_ends_at"], shown["remaining_ms"]) == (True, None, 899_750)


def test_clk_5_what_comes_next_is_shown() -> None:
    night = evening(
        items=(level(100, 200), level(200, 400, ante=400, ante_type="big_blind")), windows={"add_on_break": None}
    )
    assert night.clock["next_level"] == {"small_blind": 200, "big_blind": 400, "ante": 400, "ante_type": "big_blind"}
    assert night.clock["steps_to_break"] is None
    night.wait("19:30")
    assert night.clock["next_level"] is None
    assert evening().clock["steps_to_break"] == 1


def test_clk_5_in_a_break_there_are_no_blinds() -> None:
    night = evening()
    night.wait("19:45")
    shown = night.clock
    assert (shown["step"], shown["in_break"], shown["level"], shown["small_blind"]) == ("break 1", True, 2, None)


def test_clk_5_before_the_start_there_is_no_clock() -> None:
    assert opened(2).head["clock"] is None


def test_life_9_a_finished_clock_stands() -> None:
    night = evening(2, windows={"late_registration": None})
    knock_out(night, "19:05", P[1], P[2])
    night.must("19:06", "finish")
    assert (night.clock["stopped"], night.clock["level_ends_at"], night.clock["remaining_ms"]) == (True, None, 840_000)
    assert not any(window["open"] or window["closes_at"] for window in night.head["windows"].values())


@pytest.mark.parametrize(
    ("alive", "chips", "average"), [(9, 100_000, 11_111), (2, 5, 3), (3, 10, 3), (3, 11, 4), (4, 10, 3), (0, 0, None)]
)
def test_the_average_is_rounded_half_up(alive: int, chips: int, average: int | None) -> None:
    assert average_stack(replace(evening().state, alive=alive, chips_in_play=chips)) == average


def test_numbers_stay_numbers() -> None:
    """Whole numbers whole, halves exact, no texts (B-050)."""
    night = evening()
    knock_out(night, "19:10", P[3], P[1], P[2])
    knock_out(night, "19:11", P[4], P[1])
    knock_out(night, "19:12", P[5], P[1])
    row = json.loads(json.dumps(night.row(P[1])))
    assert (row["chips_issued"], row["credits"]) == (10_000, 2.5)
    assert isinstance(row["chips_issued"], int)
    head = json.loads(json.dumps(night.head))
    assert head == night.head
    assert (head["clock"]["small_blind"], head["clock"]["big_blind"], head["clock"]["ante"]) == (100, 200, 0)


def test_nothing_in_the_head_grows_with_the_evening() -> None:
    few, many = evening(2), evening(200)
    assert abs(len(json.dumps(few.head)) - len(json.dumps(many.head))) < 40


def test_aud_3_every_row_is_plain_json_and_names_nobody_but_by_id() -> None:
    night = evening(12)
    rows = views.all_rows(night.state)
    for row in (rows.head, rows.terms, *rows.entries.values(), *rows.tables.values()):
        assert json.loads(json.dumps(row)) == row


def test_aud_3_edited_settings_change_every_row_that_shows_them() -> None:
    night = opened(2, bounty="none")
    before = len(night.record)
    night.must("18:10", "edit_settings", version=1, settings=settings_body(bounty="classic"))
    changed = views.rows(night.state, night.record[before:])
    assert set(changed.entries) == {1, 2}
    assert changed.entries[1]["credits"] == 0
    assert changed.terms is not None
    assert (changed.terms["version"], changed.terms["settings"]["bounty"]) == (2, "classic")


def test_the_terms_are_shown_with_profile_and_version() -> None:
    terms = views.terms(draft(profile="tda-2024-v1").state)
    assert (terms["version"], terms["profile"]["id"], terms["profile"]["no_show"]) == (1, "tda-2024-v1", "absent")
    assert terms["settings"]["starts_at"] == "2026-11-29T19:00:00.000000Z"


def test_seat_6_a_table_row_has_its_seats_in_order() -> None:
    night = evening(3, present=2, no_show="absent", seats_per_table=3)
    row = views.table(night.state, 1)
    assert [seat["seat"] for seat in row["seats"]] == [1, 2, 3]
    assert [(seat["player"], seat["absent"]) for seat in row["seats"]] == [(P[1], False), (P[2], False), (P[3], True)]


def test_an_event_changes_only_the_rows_it_touches() -> None:
    night = evening(20, sizes=[9, 9, 2])

    def touched(when: str, kind: str, **body: Any) -> tuple[set[int], set[int]]:
        before = len(night.record)
        night.must(when, kind, **body)
        rows = views.rows(night.state, night.record[before:])
        return set(rows.entries), set(rows.tables)

    assert touched("19:05", "pause") == (set(), set())
    assert touched("19:06", "rebuy", player=P[4]) == ({4}, set())
    assert touched("19:07", "record_knockout", player=P[1], killers=[P[2]]) == ({1, 2}, {1})
    assert touched("19:08", "swap_seats", player=P[3], other=P[10]) == ({3, 10}, {1, 2})
    assert touched("19:09", "void_knockout", knockout=1) == ({1, 2}, {1})
    assert touched("19:10", "register", player=P[30]) == ({21}, {3})


def test_a_struck_entry_shows_no_credits_won_since() -> None:
    night = opened(1)
    night.must("18:10", "unregister", player=P[1])
    night.must("18:11", "register", player=P[1])
    assert "credits" not in views.entry(night.state, 1)
    assert views.entry(night.state, 2)["credits"] == 0


def test_clk_5_the_countdown_of_a_level_window_follows_the_clock() -> None:
    night = evening(windows={"late_registration": with_level(2)})
    night.must("19:05", "add_time", step="level 1", seconds=300)
    assert night.head["windows"]["late_registration"]["closes_at"] == "2026-11-29T19:45:00.000000Z"
    assert night.ends_at == at("19:25")
