"""A record of an evening agrees with itself, and no part of a line can change without another line saying so."""

import contextlib
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import infra
from domain.times import from_text
from infra import stack_ledger
from infra.contradictions import contradictions
from infra.evening import players, spoken
from infra.ledger import convert
from infra.record import (
    BlindsAt,
    BustAt,
    Cancelled,
    EntryAt,
    GapAt,
    GoneAt,
    Hands,
    LevelAt,
    RecordUnreadable,
    StopAt,
    parse,
    read,
    write,
)

RECORD = Path(infra.__file__).parent / "data" / "evenings" / "home-league-2024-07-20.jsonl"
LINES = RECORD.read_text().splitlines()
LEFT_TO_THE_PRODUCT = {("evening", "structure"), ("evening", "seats_per_table"), ("evening", "clock")}
"""What no other line repeats: the product is what contradicts these."""
DEALS = {("hands", "deals")}
"""Where the button goes is the product's to contradict too (test_deals.py)."""


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
    if value is None:
        return 1
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
        if (kind, field) in LEFT_TO_THE_PRODUCT | DEALS:
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


OTHERS = tuple(sorted(file for file in RECORD.parent.glob("*.jsonl") if file != RECORD))
STANDS_ALONE = {
    # what is dealt in a mix, and for what, is the sheet's to contradict; a film's times and gaps have one witness
    ("hands", "at"), ("hands", "blinds"), ("hands", "stakes"), ("gap", "moved"),
}  # fmt: skip


@pytest.mark.parametrize("file", OTHERS, ids=lambda file: file.stem)
def test_no_line_of_another_night_changes_or_goes_missing_unnoticed(file: Path) -> None:
    lines = file.read_text().splitlines()
    assert write(parse(lines)) == file.read_text()
    unnoticed = set()
    for number, line in enumerate(lines):
        kind = json.loads(line)["kind"]
        changes = [*alterations(line), *([] if kind == "evening" else [("", "")])]
        for field, altered in changes:
            with contextlib.suppress(RecordUnreadable):
                if not contradictions(parse([*lines[:number], *([altered] if altered else []), *lines[number + 1 :]])):
                    unnoticed.add((kind, field))
    mix = STANDS_ALONE if file.stem.startswith("wsop") else DEALS
    assert unnoticed - {("cancelled", "player")} == LEFT_TO_THE_PRODUCT | mix


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


def dealt(number: int, at: str, stacks: dict[str, list[Any]], **more: Any) -> dict[str, Any]:
    """Return a hand of a ledger."""
    return {"at": f"2024-01-01T20:{at}Z", "table": "A", "hand": number, "stacks": stacks, "posts": [], **more}


def out(player: str, at: str, hand: int, **won: int) -> dict[str, Any]:
    """Return a bust of a ledger; winners are named `p_1`."""
    winners = {name.replace("_", "-"): chips for name, chips in won.items()}
    return {"player": player, "at": f"2024-01-01T20:{at}Z", "table": "A", "hand": hand, "hand_winners": winners}


def logged(kind: str, at: str, player: str, stack: int = 100) -> dict[str, Any]:
    """Return a line of the table app's log."""
    return {"at": f"2024-01-01T{at}Z", "table": "A", "type": kind, "player": player, "stack": stack}


TROUBLE: dict[str, Any] = {
    "first_hand_at": "2024-01-01T20:00:00Z",
    "starting_stack": 100,
    "seats_per_table": 9,
    "entries": 5,
    "expected_chips_in_play": 500,
    "winner": None,
    "final_stacks": {"p-1": 300, "p-2": 100},
    "hands": [
        dealt(1, "00:00", {str(n): [f"p-{n}", 100] for n in range(1, 6)}),
        dealt(2, "05:00", {str(n): [f"p-{n}", 100] for n in range(1, 5)}),
        dealt(3, "10:00", {"1": ["p-1", 150], "2": ["p-2", 150], "4": ["p-4", 100]}),
        dealt(4, "15:00", {"1": ["p-1", 300], "2": ["p-2", 100]}),
    ],
    "timeline": [
        logged("seat_approved", "19:40:00", "p-9"),
        logged("left_table", "19:45:00", "p-9"),
        *(logged("seat_approved", f"19:5{n}:00", f"p-{n}") for n in range(1, 6)),
        logged("sit_out", "20:05:00", "p-5"),
    ],
    "withdrawn": [{"player": "p-5"}],
    "eliminations": [out("p-3", "10:00", 2, p_1=150, p_2=150), out("p-4", "15:00", 3, p_1=250)],
    "levels_observed": [
        {"at": "2024-01-01T19:00:00Z", "table": "A", "sb": 2, "bb": 4},
        {"at": "2024-01-01T20:09:00Z", "table": "A", "sb": 1, "bb": 2},
        {"at": "2024-01-01T20:14:00Z", "table": "A", "sb": 3, "bb": 6},
    ],
    "results": [{"place": 3, "player": "p-4"}, {"place": 4, "player": "p-3"}],
}  # fmt: skip


def test_a_ledger_with_troubles_becomes_a_record_that_names_each() -> None:
    record = convert(TROUBLE, "some-sheet")
    assert contradictions(record) == ()
    assert record.cancelled == (Cancelled(entry=1, player="p-9"),)
    assert players(record) == ("p-9", "p-1", "p-2", "p-3", "p-4", "p-5")
    assert [line.kind for line in record.timed if not isinstance(line, EntryAt)] == [
        "level", "hands",
        "gone", "hands",
        "bust", "blinds", "hands",
        "bust", "level", "hands", "stop",
    ]  # fmt: skip
    (gone,) = record.of(GoneAt)
    assert (gone.player, gone.chips) == ("p-5", 100)
    (slip,) = record.of(BlindsAt)
    assert (slip.level, slip.small_blind, slip.big_blind) == (1, 1, 2)
    assert [line.level for line in record.of(LevelAt)] == [1, 2]
    (stop,) = record.of(StopAt)
    assert stop.stacks == {"p-1": 300, "p-2": 100}


def test_ko_3_a_killer_whom_the_ledger_does_not_tell_stays_unknown() -> None:
    chopped, told = convert(TROUBLE, "some-sheet").of(BustAt)
    # all had 100 before the hand: the one pot was shared
    assert (chopped.winner, chopped.sharing, chopped.others) == ("p-1", ("p-2",), None)
    assert chopped.killers == ("p-1", "p-2")
    assert (told.winner, told.others) == ("p-1", None)
    hands = [*TROUBLE["hands"]]
    hands[2] = dealt(3, "10:00", {"1": ["p-1", 150], "4": ["p-4", 100]})  # the other winner sits out
    timeline = [*TROUBLE["timeline"], logged("sit_out", "20:10:00", "p-2", 150)]
    unknown, _ = convert({**TROUBLE, "hands": hands, "timeline": timeline}, "some-sheet").of(BustAt)
    assert (unknown.winner, unknown.killers, unknown.others) == (None, (), ("p-1", "p-2"))
    assert spoken(unknown) == "p-3 out in hand 2 at table A, to a player unknown"


def test_a_ledger_of_stacks_becomes_a_record_of_a_mix_of_games() -> None:
    def hand(number: int, game: str, stakes: str, start: list[int], end: list[int]) -> dict[str, Any]:
        return {
            "hand": number, "stream_time": f"00:0{number}:00", "game": game, "stakes_raw": stakes,
            "players": ["p-1", "p-2", "p-3"][: len(start)], "start": start, "end": end,
        }  # fmt: skip

    holdem, razz = "(), False, {1: 15}, (5, 10), 10,", "(), True, 5, 5, 20, 40"
    ledger = {
        "hands": [
            hand(1, "no-limit holdem", holdem, [100, 200, 300], [90, 210, 300]),
            hand(3, "limit razz", razz, [80, 220, 300], [80, 520, 0]),
            hand(4, "limit omaha 8 or better", "(), True, 0, (20,), 20, 40", [80, 520], [60, 540]),
            hand(5, "limit razz", "(), True, 10, 10, 40, 80", [60, 540], [0, 600]),
        ],
        "eliminations": [{"player": "p-3", "hand": 3, "place": 3}, {"player": "p-1", "hand": 5, "place": 2}],
        "winner": "p-2",
    }
    record = stack_ledger.convert(ledger, "some-sheet")
    assert contradictions(record) == ()
    assert [line.kind for line in record.timed if not isinstance(line, EntryAt)] == [
        "level", "hands",
        "gap", "hands",
        "bust", "hands",
        "level", "hands",
        "bust", "finish",
    ]  # fmt: skip
    (gap,) = record.of(GapAt)
    assert (gap.missing, gap.moved, gap.left, gap.found) == (1, 20, 600, 600)
    assert [(line.blinds, line.stakes and line.stakes.game) for line in record.of(Hands)] == [
        ((5, 10), "no-limit hold'em"),
        ((0, 0), "limit razz"),
        ((10, 20), "limit Omaha eight or better"),  # the small blind fell on an empty seat
        ((0, 0), "limit razz"),
    ]
    assert [line.killers for line in record.of(BustAt)] == [("p-2",), ("p-2",)]
