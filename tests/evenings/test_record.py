"""A record of an evening agrees with itself, and no part of a line can change without another line saying so."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import infra
from domain.times import from_text
from infra.contradictions import contradictions
from infra.evening import players
from infra.ledger import convert
from infra.record import BustAt, Hands, RecordUnreadable, parse, read, write

RECORD = Path(infra.__file__).parent / "data" / "evenings" / "home-league-2024-07-20.jsonl"
LINES = RECORD.read_text().splitlines()
LEFT_TO_THE_PRODUCT = {("evening", "structure"), ("evening", "seats_per_table"), ("evening", "clock")}
"""What no other line repeats: the product is what contradicts these."""


def alterations(line: str) -> Iterator[tuple[str, str]]:
    """Yield every place in a line, by its path, and the line with another value there."""
    fact = json.loads(line)
    for path, value in leaves(fact):
        if path == ("kind",):
            continue
        altered = copy.deepcopy(fact)
        inner: Any = altered
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = another(value)
        yield str(path[0]), json.dumps(altered)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path, value


def another(value: Any) -> Any:
    if isinstance(value, int):
        return value + 1
    if value in {"A", "B"}:
        return {"A": "B", "B": "A"}[value]
    if value.startswith("player-"):
        return "player-001" if value != "player-001" else "player-002"
    if value.endswith("Z"):
        second = (int(value[18]) + 1) % 10
        return f"{value[:18]}{second}{value[19:]}"
    return f"{value}-2"


def test_the_record_of_july_2024_agrees_with_itself() -> None:
    record = read(RECORD)
    assert contradictions(record) == ()
    assert write(record) == RECORD.read_text()
    assert (len(players(record)), record.slipped, len(record.of(Hands)), len(record.of(BustAt))) == (11, 2, 37, 9)


@pytest.mark.parametrize("number", range(len(LINES)), ids=lambda number: f"line-{number + 1}")
def test_no_part_of_a_line_changes_unnoticed(number: int) -> None:
    kind = json.loads(LINES[number])["kind"]
    for field, altered in alterations(LINES[number]):
        if (kind, field) in LEFT_TO_THE_PRODUCT:
            continue
        try:
            noticed = contradictions(parse([*LINES[:number], altered, *LINES[number + 1 :]]))
        except RecordUnreadable:
            continue
        assert noticed, f"{field}: {altered}"


@pytest.mark.parametrize("number", range(len(LINES)), ids=lambda number: f"line-{number + 1}")
def test_no_line_goes_missing_unnoticed(number: int) -> None:
    try:
        assert contradictions(parse([*LINES[:number], *LINES[number + 1 :]]))
    except RecordUnreadable:
        assert json.loads(LINES[number])["kind"] == "evening"


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"kind":"rumour"}', '{"kind":"result","place":1.0,"player":"p"}'])
def test_a_line_that_is_no_fact_is_named(text: str) -> None:
    with pytest.raises(RecordUnreadable, match="line 2"):
        parse([LINES[0], text])


def test_a_ledger_becomes_a_record() -> None:
    def hand(number: int, at: str, stacks: dict[str, list[Any]], table: str = "A") -> dict[str, Any]:
        return {"at": f"2024-01-01T20:{at}Z", "table": table, "hand": number, "stacks": stacks, "posts": []}

    ledger = {
        "first_hand_at": "2024-01-01T20:00:00Z",
        "starting_stack": 100,
        "seats_per_table": 9,
        "entries": 3,
        "expected_chips_in_play": 300,
        "winner": "p-1",
        "hands": [
            hand(1, "00:00", {"1": ["p-1", 100], "2": ["p-2", 100], "3": ["p-3", 100]}),
            hand(2, "05:00", {"1": ["p-1", 150], "3": ["p-3", 80]}),
            hand(3, "10:00", {"1": ["p-1", 230], "2": ["p-2", 70]}),
        ],
        "timeline": [
            {"at": "2024-01-01T19:50:00Z", "table": "A", "type": "seat_approved", "player": "p-2", "stack": 100},
            {"at": "2024-01-01T20:05:00Z", "table": "A", "type": "sit_out", "player": "p-2", "stack": 70},
        ],
        "eliminations": [
            {"player": "p-3", "at": "2024-01-01T20:10:00Z", "table": "A", "hand": 2, "hand_winners": {"p-1": 160}},
            {"player": "p-2", "at": "2024-01-01T20:20:00Z", "table": "A", "hand": 3, "hand_winners": {"p-1": 140}},
        ],
        "levels_observed": [
            {"at": "2024-01-01T19:00:00Z", "table": "A", "sb": 1, "bb": 2},
            {"at": "2024-01-01T20:10:00Z", "table": "A", "sb": 2, "bb": 4},
        ],
        "results": [{"place": 1, "player": "p-1"}, {"place": 2, "player": "p-2"}, {"place": 3, "player": "p-3"}],
    }
    record = convert(ledger, "some-sheet")
    assert contradictions(record) == ()
    assert [line.kind for line in record.timed] == [
        "level", "entry", "entry", "entry", "hands",
        "away", "hands",
        "bust", "level", "back", "hands",
        "bust", "finish",
    ]  # fmt: skip
    assert players(record)[0] == "p-2"  # whose seat was approved first
    (first, last) = record.of(BustAt)
    assert (first.at, first.hand, first.level, first.stack("p-3")) == (from_text("2024-01-01T20:10:00Z"), 2, 1, 80)
    assert (last.hand, last.level, last.winner) == (3, 2, "p-1")
