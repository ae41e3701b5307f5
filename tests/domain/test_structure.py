"""The sheet as data, and what of it cannot be played (CLK-1, CLK-4)."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from domain.structure import (
    Break,
    ColorUp,
    Level,
    Structure,
    ante_in_force,
    breaks_reached,
    label,
    level_number,
    position_of_break,
    position_of_level,
    sheet_faults,
)
from tests.domain.floor import SHEET, Body, level, rest

_STRUCTURE = TypeAdapter(Structure)
COLOR_UP = {"kind": "color_up", "color_up": [25]}


def sheet(*items: Body) -> Structure:
    return _STRUCTURE.validate_python({"name": "sheet", "items": items})


def test_clk_1_steps_are_counted_as_the_floor_counts_them() -> None:
    structure = sheet(*SHEET)
    assert [label(structure, position) for position in range(7)] == [
        "level 1", "level 2", "break 1", "level 3", "level 4", "break 2", "level 5",
    ]  # fmt: skip
    assert [level_number(structure, position) for position in range(7)] == [1, 2, 2, 3, 4, 4, 5]
    assert [position_of_level(structure, number) for number in (0, 1, 3, 5, 6)] == [None, 0, 3, 6, None]
    assert [position_of_break(structure, number) for number in (0, 1, 2, 3)] == [None, 2, 5, None]


def test_clk_4_the_number_of_breaks_reached_follows_the_position() -> None:
    structure = sheet(*SHEET)
    assert [breaks_reached(structure, position) for position in range(7)] == [0, 0, 1, 1, 1, 2, 2]


def test_clk_1_a_color_up_between_levels_is_no_step() -> None:
    structure = sheet(level(25, 50), COLOR_UP, level(100, 200))
    assert [type(item) for item in structure.items] == [Level, ColorUp, Level]
    assert [label(structure, position) for position in range(len(structure.steps))] == ["level 1", "level 2"]


def test_clk_1_a_sheet_holds_every_field_that_real_sheets_have() -> None:
    body = {
        "name": "mixed",
        "items": [
            {
                "kind": "level",
                "small_blind": 0,
                "big_blind": 0,
                "ante": 25,
                "ante_type": "classic",
                "seconds": 1200,
                "game": "seven card stud",
                "rotation": ["hold'em", "omaha", "stud"],
                "small_bet": 100,
                "big_bet": 200,
                "bring_in": 50,
                "completion": 100,
                "button_blind": None,
                "short_antes": [{"players_left": 4, "ante": 10}],
                "stakes": [
                    {
                        "game": "stud",
                        "small_blind": 0,
                        "big_blind": 0,
                        "ante": 50,
                        "ante_type": "classic",
                        "small_bet": 200,
                        "big_bet": 400,
                        "bring_in": 75,
                        "completion": 200,
                    }
                ],
                "note": "by hand",
            },
            {"kind": "break", "seconds": None, "until": "21:55", "color_up": [25, 100], "note": "dinner"},
            {"kind": "color_up", "color_up": [500], "clock_stops": True, "note": ""},
            {"kind": "day_end", "color_up": [1000], "note": "bags"},
            {"kind": "flight_end", "color_up": [], "note": ""},
        ],
        "ante_order": "ante_first",
        "short_lengths": [{"players_left": 4, "seconds": 600}],
        "open_end": None,
    }
    structure = _STRUCTURE.validate_python(body)
    assert _STRUCTURE.dump_python(structure, mode="json") == body
    assert sheet_faults(structure) == ()


@pytest.mark.parametrize(
    ("items", "fault"),
    [
        ((rest(), level(1, 2)), "the sheet starts with a break"),
        ((rest(),), "the sheet has no level"),
        ((COLOR_UP,), "the sheet has no level"),
        ((level(0, 0),), "level 1 has no small blind, bring-in or button blind"),
        ((level(1, 2), level(4, 2)), "level 2 has a big blind below its small blind"),
        ((level(1, 2, ante=1),), "level 1 must have an ante exactly when it has an ante type"),
        ((level(1, 2, ante_type="button"),), "level 1 must have an ante exactly when it has an ante type"),
        ((level(1, 2, game="HORSE"),), "level 1 names HORSE; list its games as a rotation instead"),
        ((level(1, 2, game="8-Game"),), "level 1 names 8-Game; list its games as a rotation instead"),
        ((level(1, 2), rest(5, until="20:00")), "break 1 has a length and a wall-clock end; keep one"),
    ],
)
def test_clk_1_what_cannot_be_played_is_refused_with_the_place(items: tuple[Body, ...], fault: str) -> None:
    assert fault in sheet_faults(sheet(*items))


@pytest.mark.parametrize("more", [{"bring_in": 5}, {"button_blind": 10}])
def test_clk_1_stud_and_short_deck_play_without_a_small_blind(more: Body) -> None:
    assert sheet_faults(sheet(level(0, 0, **more))) == ()


@pytest.mark.parametrize(
    "item",
    [
        level(1.0, 2),  # type: ignore[arg-type]
        level(-1, 2),
        level(1, 2, ante_type="table"),
        level(1, 2, colour="red"),
        {"kind": "level", "small_blind": 1, "big_blind": 2, "seconds": 0},
        {"kind": "level", "small_blind": 1, "big_blind": 2, "seconds": 60.0},
        {"kind": "level", "small_blind": 1, "big_blind": 2, "seconds": "60"},
        {"kind": "level", "small_blind": 1, "big_blind": 2},
        {"kind": "break", "until": "24:00"},
        {"kind": "color_up", "color_up": []},
        {"kind": "deal"},
        {"small_blind": 1, "big_blind": 2, "seconds": 60},
    ],
)
def test_clk_1_a_field_that_is_wrong_or_unknown_is_refused(item: Any) -> None:
    with pytest.raises(ValidationError):
        sheet(item)


def test_clk_1_an_ante_falls_with_the_players_left() -> None:
    step = sheet(
        level(
            1,
            2,
            ante=10,
            ante_type="classic",
            short_antes=[{"players_left": 4, "ante": 5}, {"players_left": 2, "ante": 0}],
        )
    )
    of = step.steps[0]
    assert isinstance(of, Level)
    assert [ante_in_force(of, left) for left in (9, 5, 4, 3, 2, 1)] == [10, 10, 5, 5, 0, 0]


def test_clk_1_a_break_may_last_until_the_floor_moves_on() -> None:
    step = sheet(level(1, 2), rest(None)).steps[1]
    assert step == Break()
