"""The demo's comparison, on the pure rules: the true record passes, and whatever is altered in it is noticed."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from infra.contradictions import contradictions
from infra.demo import RECORD, Verdict, judge
from infra.explained import JULY_2024
from infra.play import shortened
from infra.record import RecordUnreadable, parse, read
from infra.sheets import NoSuchSheet, structure_of
from tests.support.night import DeskHouse

LINES = RECORD.read_text().splitlines()


def played(lines: Sequence[str] = LINES, *, takes: float = 0.2) -> Verdict:
    house = DeskHouse(now=datetime(2026, 11, 29, 19, tzinfo=UTC), takes=timedelta(seconds=takes))
    return judge(parse(lines), house)


def altered(kind: str, change: Callable[[dict[str, Any]], None], *, number: int = 0) -> list[str]:
    """Return the record with the given line of a kind changed."""
    places = [place for place, line in enumerate(LINES) if json.loads(line)["kind"] == kind]
    fact = json.loads(LINES[places[number]])
    change(fact)
    return [*LINES[: places[number]], json.dumps(fact), *LINES[places[number] + 1 :]]


def test_the_true_record_passes() -> None:
    verdict = played()
    assert verdict.faults == ()
    assert len(verdict.explained) == len(JULY_2024) == 5
    assert verdict.compared == len(LINES) - 1
    assert verdict.held == 0


def test_levels_are_as_long_as_they_were_shortened() -> None:
    record = read(RECORD)
    sheet = structure_of(record.evening.structure)
    seconds = [item["seconds"] for item in shortened(record, sheet)["items"]]
    assert seconds == [7, 5, 5, 7, 5, 5, 1800, 1800]


def test_a_slow_product_has_its_levels_held_and_still_agrees() -> None:
    verdict = played(takes=2.5)
    assert verdict.faults == ()
    assert verdict.held > 0


KINDS = {
    "evening: another structure": ("evening", lambda fact: fact.update(structure="royal-flush-poker-league-2022"), 0),
    "evening: fewer seats": ("evening", lambda fact: fact.update(seats_per_table=9), 0),
    "evening: the other clock": ("evening", lambda fact: fact.update(clock="B"), 0),
    "evening: other chips": ("evening", lambda fact: fact.update(chips=2300), 0),
    "level: other blinds": ("level", lambda fact: fact.update(big_blind=7), 4),
    "level: another time": ("level", lambda fact: fact.update(at="2024-07-20T02:46:00.141000Z"), 2),
    "entry: another seat": ("entry", lambda fact: fact.update(seat=3), 0),
    "entry: another player": ("entry", lambda fact: fact.update(player="player-002"), 10),
    "move: another seat": ("move", lambda fact: fact.update(to=["B", 7]), 0),
    "move: another player": ("move", lambda fact: fact.update(player="player-001"), 4),
    "move: another stack": ("move", lambda fact: fact.update(chips=198), 4),
    "slip: no slip": ("slip", lambda fact: fact.update(left_with=236), 0),
    "away: another player": ("away", lambda fact: fact.update(player="player-004"), 0),
    "back: another time": ("back", lambda fact: fact.update(at="2024-07-20T03:01:49.321000Z"), 0),
    "hands: another seat": ("hands", lambda fact: fact["dealt"].update({"8": fact["dealt"].pop("9")}), 4),
    "hands: one more hand": ("hands", lambda fact: fact.update(last=4), 0),
    "bust: another player": ("bust", lambda fact: fact.update(out=["player-004"]), 0),
    "bust: another winner": ("bust", lambda fact: fact.update(winner="player-010"), 0),
    "bust: another level": ("bust", lambda fact: fact.update(level=4), 0),
    "bust: one of two": ("bust", lambda fact: fact.update(out=["player-004"]), 4),
    "finish: another winner": ("finish", lambda fact: fact.update(player="player-006"), 0),
    "finish: other chips": ("finish", lambda fact: fact.update(chips=2200), 0),
    "result: another place": ("result", lambda fact: fact.update(place=7), 5),
    "result: another player": ("result", lambda fact: fact.update(player="player-004"), 5),
}


@pytest.mark.parametrize(("kind", "change", "number"), KINDS.values(), ids=KINDS)
def test_an_altered_line_fails(kind: str, change: Callable[[dict[str, Any]], None], number: int) -> None:
    try:
        verdict = played(altered(kind, change, number=number))
    except (RecordUnreadable, NoSuchSheet):
        return
    assert verdict.faults


def test_every_kind_of_line_is_altered_above() -> None:
    assert {json.loads(line)["kind"] for line in LINES} == {kind for kind, *_ in KINDS.values()}


def swap_stacks(fact: dict[str, Any]) -> None:
    fact["dealt"]["2"][1], fact["dealt"]["3"][1] = 58, 62


def test_ko_2_the_product_contradicts_a_record_that_agrees_with_itself_on_the_stacks_of_a_double_bust() -> None:
    lines = altered("bust", swap_stacks, number=4)
    assert contradictions(parse(lines)) == ()
    assert played(lines).faults == (
        "result of player-011: the record says place 6, the product place 7",
        "result of player-004: the record says place 7, the product place 6",
    )


def test_plc_1_the_product_contradicts_a_record_with_two_places_exchanged() -> None:
    lines = [
        line.replace('"place":2,', '"place":9,') if "player-006" in line and '"place":2,' in line
        else line.replace('"place":9,', '"place":2,') if "player-009" in line and '"place":9,' in line
        else line
        for line in LINES
    ]  # fmt: skip
    assert contradictions(parse(lines)) == ()
    assert played(lines).faults == (
        "result of player-006: the record says place 9, the product place 2",
        "result of player-009: the record says place 2, the product place 9",
    )


def test_clk_1_the_product_contradicts_a_record_played_by_other_blinds() -> None:
    lines = [
        line.replace('"small_blind":5,"big_blind":10', '"small_blind":6,"big_blind":12').replace(
            '"blinds":[5,10]', '"blinds":[6,12]'
        )
        for line in LINES
    ]
    assert contradictions(parse(lines)) == ()
    faults = played(lines).faults
    assert faults[0] == "level 5 at table A: the record says level 5, 6/12, the product level 5, 5/10"


def test_a_product_that_refuses_ends_the_play_with_its_reason() -> None:
    (*_, last) = played(altered("evening", lambda fact: fact.update(seats_per_table=9))).faults
    assert "there is no table 1, seat 10" in last


def test_a_difference_that_was_expected_and_does_not_occur_fails() -> None:
    faults = played(altered("finish", lambda fact: fact.update(chips=2200))).faults
    missing = "finish: the record says player-010 has 2202 chips, the product player-010 has 2200 chips"
    assert f"expected and did not occur: {missing}" in faults


def test_a_clock_that_has_run_past_a_level_ends_the_play() -> None:
    record = read(RECORD)

    class Sleepy(DeskHouse):
        def wait(self, seconds: float) -> None:
            super().wait(seconds + (20 if self.running.field == 11 else 0))

    house = Sleepy(now=datetime(2026, 11, 29, 19, tzinfo=UTC))
    assert judge(record, house).faults[-1] == "the clock is at level 7 already, before level 2 was due"


def test_the_record_may_be_any_file(tmp_path: Path) -> None:
    copy = tmp_path / "night.jsonl"
    copy.write_text(RECORD.read_text())
    assert read(copy) == read(RECORD)
