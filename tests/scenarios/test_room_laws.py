"""The laws of seats, entries and money: what holds in every room, whatever is done in it."""

import json
import math
from datetime import timedelta
from fractions import Fraction
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from activities import items
from domain import events as e
from domain.profiles import PROFILES
from domain.times import to_text
from domain.views import all_rows
from domain.views import head as head_of
from tests.scenarios.evenings import (
    MINUTE,
    PLAYERS,
    SMALL,
    STANDARD,
    START,
    clock,
    faults,
    place_faults,
    played,
    states,
    steps,
)
from tests.scenarios.room import Room, deeds

RULES = st.sampled_from(sorted(PROFILES))


def room(profile: str, **more: Any) -> Room:
    """Return a room in play: eight players at two of four tables of five, two more registered and not there."""
    result = played(
        settings=STANDARD["settings"] | SMALL | {"profile": profile, "no_show": None} | more,
        field={"registered": "P1..P10", "present": "P1..P8"},
        steps=[{"at": "19:01", "see": {"drawn": True}}],
    )
    return Room(states(result)[-1], START + MINUTE)


@given(RULES, deeds())
@settings(max_examples=300)
def test_b_019_whatever_is_voided_undone_or_moved_each_living_entry_has_one_seat(
    profile: str, done: list[tuple[str, int, int, int]]
) -> None:
    here = room(profile)
    for deed in done:
        here.do(*deed)
        assert faults(here.state) == []


@given(RULES, deeds())
@settings(max_examples=100)
def test_b_018_no_count_is_ever_kept_otherwise_than_the_entries_say(
    profile: str, done: list[tuple[str, int, int, int]]
) -> None:
    here = room(profile, bounty="none", end={"kind": "players_left", "players": 2})
    for deed in done:
        here.do(*deed)
    assert faults(here.state) == []
    head = head_of(here.state)
    assert head["left"] <= head["entries"]
    assert head["players"] <= head["entries"]
    exact = Fraction(head["chips_in_play"], head["left"]) if head["left"] else None
    assert head["average_stack"] == (None if exact is None else math.floor(exact + Fraction(1, 2)))


@given(RULES, deeds(least=2, most=20))
@settings(max_examples=100)
def test_a_refused_command_changes_nothing(profile: str, done: list[tuple[str, int, int, int]]) -> None:
    here = room(profile)
    for deed in done:
        here.do(*deed)
    caused = {recorded.cause for recorded in here.recorded}
    for outcome in here.outcomes:
        assert (outcome.command_id in caused) == (outcome.first is not None)
        assert outcome.rejection is None or outcome.first is None


@given(steps(least=5, most=30), st.permutations([f"P{n}" for n in range(1, 13)]), st.data())
@settings(max_examples=60)
def test_b_027_places_have_no_gap_and_no_double(
    told: list[dict[str, Any]], order: list[str], data: st.DataObject
) -> None:
    groups = data.draw(st.lists(st.integers(1, 3), min_size=12, max_size=12))
    busts: list[dict[str, Any]] = []
    waiting = list(order)
    for minute, size in enumerate(groups):
        out, waiting = waiting[:size], waiting[size:]
        at = clock(150 * MINUTE + minute * timedelta(seconds=10))
        if len(out) > 1:
            group = {"busts": [{"player": player} for player in out]}
            busts.append({"at": at, "ask": "record_knockout_group", "with": group, "answer": "any"})
        busts += [{"at": at, "ask": "record_knockout", "with": {"player": player}, "answer": "any"} for player in out]
    voided = {"at": "21:40", "ask": "void_entry", "with": {"player": data.draw(PLAYERS), "reason": "mistake"}}
    result = played(
        settings=STANDARD["settings"] | SMALL,
        field=8,
        steps=[*told, *busts, {"at": "21:35", "ask": "resume", "answer": "any"}, voided | {"answer": "any"}],
    )
    state = states(result)[-1]
    assume(state.results_version)
    placed = dict(state.places.items())
    assert place_faults(placed) == []
    players = [state.entries[number].player for number in placed]
    assert len(players) == len(set(players))
    assert all(state.entries[number].status in {"alive", "out"} for number in placed)
    assert [number for number, place in placed.items() if place == 1] != []


@given(RULES, deeds(least=10))
@settings(max_examples=100)
def test_b_063_what_is_owed_is_the_sum_of_the_prices_of_what_was_bought(
    profile: str, done: list[tuple[str, int, int, int]]
) -> None:
    here = room(profile)
    owed = {entry.number: entry.price for entry in here.state.entries.values()}
    for deed in done:
        here.do(*deed)
    for recorded in here.recorded:
        match recorded.event:
            case e.PlayerSeated() | e.ReEntered() | e.Rebought() | e.AddOnTaken() as event:
                owed[event.entry] = owed.get(event.entry, 0) + event.price
            case e.EntryVoided() as event:
                owed[event.entry] = owed.get(event.entry, 0) - event.price
    assert {n: row["owed"] for n, row in all_rows(here.state).entries.items()} == {
        number: owed.get(number, 0) for number in here.state.entries
    }


@given(RULES, deeds(least=10))
@settings(max_examples=60)
def test_b_050_rows_are_the_same_after_being_written_and_read(
    profile: str, done: list[tuple[str, int, int, int]]
) -> None:
    here = room(profile)
    for deed in done:
        here.do(*deed)
    rows = all_rows(here.state)
    for row in (rows.head, *rows.entries.values(), *rows.tables.values()):
        assert as_text(json.loads(json.dumps(row))) == as_text(row)
        assert as_text(items.from_item(items.to_item(row))) == as_text(row)


def as_text(row: dict[str, Any]) -> str:
    """Return a row so that 10000 and 10000.0 differ."""
    return json.dumps(row, sort_keys=True)


@given(st.integers(0, 110), st.integers(1, 12))
@settings(max_examples=60)
def test_b_064_a_bust_may_name_any_level_that_was_reached_and_no_other(minutes: int, level: int) -> None:
    told = {
        "at": clock(minutes * MINUTE + timedelta(seconds=1)),
        "ask": "record_knockout",
        "id": "bust",
        "with": {"player": "P1", "killers": ["P2"], "level": level},
        "answer": "any",
    }
    result = played(steps=[told])
    reached = result.final.head["clock"]["level"]
    assert (result.outcomes["bust"].status == "accepted") == (level <= reached)


@given(RULES, st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["add_on", "re_enter", "register"])), max_size=30))
@settings(max_examples=60)
def test_b_012_limits_hold_from_however_many_devices(profile: str, asked: list[tuple[int, str]]) -> None:
    here = room(profile, windows={"late_registration": {"kind": "time", "at": to_text(START + 60 * MINUTE)}})
    for number, kind in asked:
        here.ask(kind, player=f"P{1 + number}")
    assert faults(here.state) == []
    assert all(entry.add_ons <= 1 for entry in here.state.entries.values())
