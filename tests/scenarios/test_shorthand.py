"""Short forms stand for what the product takes in full, and a text that is none is refused."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from infra.shorthand import Day, NoShortForm, body, in_a_row, instant, lay_over, length, settings_in_full

DAY = Day(on=date(2026, 11, 27))
LATER = Day(on=date(2026, 11, 27), moved=timedelta(days=3))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("19:05", datetime(2026, 11, 27, 19, 5, tzinfo=UTC)),
        ("19:05:07", datetime(2026, 11, 27, 19, 5, 7, tzinfo=UTC)),
        ("19:05:07.4", datetime(2026, 11, 27, 19, 5, 7, 400_000, tzinfo=UTC)),
        ("25:10", datetime(2026, 11, 28, 1, 10, tzinfo=UTC)),
        ("2026-11-27T20:00:00+01:00", datetime(2026, 11, 27, 19, tzinfo=UTC)),
    ],
)
def test_an_instant_is_a_time_of_day_or_written_in_full(text: str, expected: datetime) -> None:
    assert instant(text, DAY) == expected
    assert instant(text, LATER) == expected + timedelta(days=3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("400ms", timedelta(milliseconds=400)),
        ("1.5s", timedelta(seconds=1.5)),
        ("2.25min", timedelta(seconds=135)),
        ("12h", timedelta(hours=12)),
        ("0.000001s", timedelta(microseconds=1)),
    ],
)
def test_a_length_has_a_unit(text: str, expected: timedelta) -> None:
    assert length(text) == expected


def test_names_in_a_row() -> None:
    assert in_a_row("P8..P11") == ("P8", "P9", "P10", "P11")
    assert in_a_row("1..3") == ("1", "2", "3")
    assert in_a_row(("a", "b")) == ("a", "b")


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("100/200 20min", {"small_blind": 100, "big_blind": 200, "seconds": 1200, "ante": 0, "ante_type": "none"}),
        ("100/200 ante 200 90s", {"ante": 200, "ante_type": "big_blind", "seconds": 90}),
        ("100/200 ante 25 classic", {"ante": 25, "ante_type": "classic", "seconds": None}),
        ("break 10min", {"kind": "break", "seconds": 600, "until": None}),
        ("break until 21:00", {"kind": "break", "seconds": None, "until": "21:00"}),
        ("break", {"kind": "break", "seconds": None, "until": None}),
        ({"kind": "color_up", "color_up": [25]}, {"kind": "color_up", "color_up": [25]}),
    ],
)
def test_a_row_of_a_structure(row: Any, expected: dict[str, Any]) -> None:
    (item,) = settings_in_full({"structure": [row]}, DAY)["structure"]["items"]
    assert {name: item[name] for name in expected} == expected


def test_a_row_of_a_structure_may_stand_for_many() -> None:
    assert len(settings_in_full({"structure": ["3 x 100/200 20min", "break 5min"]}, DAY)["structure"]["items"]) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20:00", {"kind": "time", "at": "2026-11-27T20:00:00.000000Z"}),
        ("level 4", {"kind": "level", "level": 4}),
        ("break 1", {"kind": "break", "number": 1}),
        ("players_left 3", {"kind": "players_left", "players": 3}),
        ("one_per_table", {"kind": "one_per_table"}),
        ({"kind": "level", "level": 2}, {"kind": "level", "level": 2}),
        (None, None),
    ],
)
def test_an_end(text: Any, expected: Any) -> None:
    assert settings_in_full({"windows": {"late_registration": text}}, DAY)["windows"]["late_registration"] == expected
    assert settings_in_full({"end": text}, DAY)["end"] == expected


def test_a_commands_body_has_chairs_and_edited_settings_in_full() -> None:
    given = {"player": "T1-S3", "leaving": "T1-S3", "to": "T12-S10", "seat": {"table": 1, "seat": 2}}
    assert body(given, DAY, {}) == {
        "player": "T1-S3",
        "leaving": {"table": 1, "seat": 3},
        "to": {"table": 12, "seat": 10},
        "seat": {"table": 1, "seat": 2},
    }
    edited = body({"settings": {"tables": 3}}, DAY, {"tables": 2, "title": "A", "starts_at": "19:00"})
    assert edited == {"settings": {"title": "A", "tables": 3, "starts_at": "2026-11-27T19:00:00.000000Z"}}


def test_a_commands_body_has_an_instant_and_rows_of_a_sheet_in_full() -> None:
    assert body({"stopped_at": "19:30"}, DAY, {}) == {"stopped_at": "2026-11-27T19:30:00.000000Z"}
    assert body({"items": ["break 5min", {"kind": "break"}]}, DAY, {}) == {
        "items": [{"kind": "break", "seconds": 300, "until": None}, {"kind": "break"}]
    }


def test_what_lies_over_replaces_field_by_field_and_what_has_a_kind_as_a_whole() -> None:
    base = {"a": {"b": 1, "c": 2}, "end": {"kind": "time", "at": "20:00"}, "list": [1, 2]}
    top = {"a": {"b": None}, "end": {"kind": "level", "level": 3}, "list": [3]}
    assert lay_over(base, top) == {"a": {"b": None, "c": 2}, "end": {"kind": "level", "level": 3}, "list": [3]}


@pytest.mark.parametrize("text", ["7 o'clock", "2026-11-27T20:00:00", "24"])
def test_a_text_that_is_no_instant_is_refused(text: str) -> None:
    with pytest.raises(NoShortForm):
        instant(text, DAY)


@pytest.mark.parametrize("wrong", [["100 / 200"], ["break soon"], ["x"]])
def test_a_row_that_is_none_is_refused(wrong: list[str]) -> None:
    with pytest.raises(NoShortForm):
        settings_in_full({"structure": wrong}, DAY)


@pytest.mark.parametrize("wrong", ["P1..Q3", "P1-P3", "P..P"])
def test_a_row_of_names_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(NoShortForm):
        in_a_row(wrong)


@pytest.mark.parametrize("wrong", ["5", "5 min", "min", "-1s"])
def test_a_length_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(NoShortForm):
        length(wrong)
