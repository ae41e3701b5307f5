"""What a club sets, and what of it cannot be (LIFE-3, WIN-1, SEAT-1, REG-6)."""

from datetime import timedelta
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from domain.settings import Settings, planned_end, settings_faults
from tests.domain.floor import at, level, settings, settings_body, until, with_break, with_level

_SETTINGS = TypeAdapter(Settings)


def faults(**changes: Any) -> list[tuple[str, str]]:
    return [(fault.field, fault.rule) for fault in settings_faults(settings(**changes))]


def test_life_3_the_houses_own_settings_can_be_played() -> None:
    assert faults() == []


@pytest.mark.parametrize(
    ("windows", "found"),
    [
        ({"late_registration": with_level(6)}, [("windows.late_registration", "WIN-1")]),
        ({"re_entry": with_break(3)}, [("windows.re_entry", "WIN-1")]),
        (
            {"rebuy": with_level(9), "add_on_deadline": with_break(9)},
            [("windows.rebuy", "WIN-1"), ("windows.add_on_deadline", "WIN-1")],
        ),
        ({"add_on_break": 3}, [("windows.add_on_break", "WIN-5")]),
    ],
)
def test_win_1_a_window_ends_with_a_step_that_the_sheet_has(
    windows: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    assert faults(windows=windows) == found


def test_life_9_play_ends_with_a_level_that_the_sheet_has() -> None:
    assert faults(end={"kind": "level", "level": 6}) == [("end.level", "LIFE-9")]


def test_life_9_play_ends_after_the_start() -> None:
    assert faults(end={"kind": "time", "at": "2026-11-29T19:00:00Z"}) == [("end.at", "LIFE-9")]
    assert faults(end={"kind": "time", "at": "2026-11-29T19:00:01Z"}) == []


def test_life_4_the_minimum_can_be_reached() -> None:
    assert faults(minimum_players=10, player_cap=9) == [("minimum_players", "LIFE-4")]
    assert faults(minimum_players=10, tables=1) == [("minimum_players", "LIFE-4")]
    assert faults(profile="east-durham-v1", player_cap=4) == [("minimum_players", "LIFE-4")]
    assert faults(minimum_players=9, player_cap=9, tables=1) == []


def test_life_3_late_registration_ends_after_the_start() -> None:
    assert faults(windows={"late_registration": until("19:00")}) == [("windows.late_registration", "LIFE-3")]


@pytest.mark.parametrize(
    ("late", "re_entry", "wrong"),
    [
        (until("20:00"), until("19:59"), True),
        (until("20:00"), until("20:00"), False),
        (with_level(3), with_level(2), True),
        (with_level(3), with_break(2), False),
        (until("19:41"), with_level(2), True),
        (until("19:40"), with_level(2), False),
        (None, until("19:10"), False),
    ],
)
def test_life_3_re_entry_ends_no_earlier_than_late_registration(late: Any, re_entry: Any, *, wrong: bool) -> None:
    found = [("windows.re_entry", "LIFE-3")] if wrong else []
    assert faults(windows={"late_registration": late, "re_entry": re_entry}) == found


def test_seat_1_the_cap_fits_the_room() -> None:
    assert faults(player_cap=19, tables=2) == [("player_cap", "SEAT-1")]
    assert faults(player_cap=18, tables=2) == []


def test_clk_1_the_zone_must_be_one() -> None:
    assert faults(zone="Europe/Nowhere") == [("zone", "CLK-1")]
    assert faults(zone="../etc/passwd") == [("zone", "CLK-1")]
    assert faults(zone="America/St_Johns") == []


def test_clk_1_a_sheets_faults_are_the_settings_faults() -> None:
    assert faults(items=(level(2, 1),), windows={"add_on_break": None}) == [("structure", "CLK-1")]


@pytest.mark.parametrize(
    "changes",
    [
        {"surprise": 1},
        {"starting_stack": 10_000.0},
        {"starting_stack": 0},
        {"starting_stack": "10000"},
        {"prices": {"buy_in": 10.5}},
        {"prices": {"buy_in": -1}},
        {"prices": {"currency": "euro"}},
        {"starts_at": "2026-11-29T19:00:00"},
        {"starts_at": 1_790_000_000},
        {"bounty": "raffle"},
        {"seats_per_table": 11},
        {"windows": {"late_registration": {"at": "2026-11-29T20:00:00Z"}}},
        {"end": {"kind": "players_left", "players": 0}},
        {"title": ""},
        {"void_minutes": True},
    ],
)
def test_life_2_fields_that_are_wrong_or_unknown_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        _SETTINGS.validate_python(settings_body(**changes))


def test_reg_6_an_end_is_an_instant_a_level_or_a_break() -> None:
    house = settings()
    ends = [
        settings(windows={"late_registration": end}).windows.late_registration
        for end in (until("20:00"), with_level(2), with_break(1), with_level(5))
    ]
    planned = [planned_end(house, end) for end in ends if end is not None]
    assert planned == [at("20:00"), at("19:40"), at("19:50"), at("19:00") + timedelta(hours=2)]


def test_life_2_settings_are_the_same_after_a_journey_as_text() -> None:
    house = settings(windows={"re_entry": with_level(4)}, end={"kind": "one_per_table"}, player_cap=18)
    assert _SETTINGS.validate_json(_SETTINGS.dump_json(house)) == house
