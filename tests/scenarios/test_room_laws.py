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
from infra.rehearse import Played
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
    struck = {"player": data.draw(PLAYERS), "reason": "mistake"}

    def until_struck(**more: Any) -> Played:
        voided = {"at": "21:40", "ask": "void_entry", "id": "strike", "with": struck | more, "answer": "any"}
        steps_to_it = [*told, *busts, {"at": "21:35", "ask": "resume", "answer": "any"}, voided]
        return played(settings=STANDARD["settings"] | SMALL, field=8, steps=steps_to_it)

    seen = (until_struck(preview=True).outcomes["strike"].consequences or {}).get("seen")
    result = until_struck(seen=seen)
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


@given(RULES, deeds(most=15), st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
@settings(max_examples=100)
def test_b_021_a_move_happens_if_it_names_the_seat_he_leaves_and_a_free_one_and_not_otherwise(
    profile: str, done: list[tuple[str, int, int, int]], who: int, leaving: int, to: int
) -> None:
    here = room(profile)
    for deed in done:
        here.do(*deed)
    living = here.entries("alive")
    assume(living and here.state.ended_at is None)
    entry = living[who % len(living)]
    assert entry.chair is not None
    chairs = [(table, seat) for table in range(1, 5) for seat in range(1, 7)]
    names = chairs[leaving] if leaving < 10 else entry.chair
    target = chairs[to]
    taken = {each.chair for each in here.entries("alive", "pending")}
    arrived = entry.number not in here.state.promises
    outcome = here.ask(
        "move_player",
        player=entry.player,
        leaving={"table": names[0], "seat": names[1]},
        to={"table": target[0], "seat": target[1]},
    )
    free = target not in taken and target[0] <= here.state.settings.tables and target[1] <= 5
    assert (outcome.status == "accepted") == (names == entry.chair and free and arrived)
    assert faults(here.state) == []


@given(RULES, deeds(least=8))
@settings(max_examples=100)
def test_b_025_each_hand_has_the_next_bust_number_and_no_number_comes_twice(
    profile: str, done: list[tuple[str, int, int, int]]
) -> None:
    here = room(profile)
    for deed in done:
        here.do(*deed)
    hands: dict[str, set[int]] = {}
    for recorded in here.recorded:
        if isinstance(recorded.event, e.Busted):
            hands.setdefault(recorded.cause, set()).add(recorded.event.bust)
    assert [sorted(numbers) for numbers in hands.values()] == [[n] for n in range(1, len(hands) + 1)]


@given(st.lists(st.integers(-90, 90), min_size=1, max_size=5), st.integers(0, 120))
@settings(max_examples=60)
def test_b_035_a_no_show_is_in_by_the_close_or_dropped_at_the_close(accepted: list[int], late: int) -> None:
    absent = len(accepted)
    told = [
        {
            "at": clock(60 * MINUTE + timedelta(seconds=seconds + late)),
            "accepted_at": clock(60 * MINUTE + timedelta(seconds=seconds)),
            "ask": "check_in",
            "with": {"player": f"P{n}"},
            "answer": "any",
        }
        for n, seconds in enumerate(accepted, start=1)
    ]
    field = {"registered": "P1..P10", "present": [f"P{n}" for n in range(absent + 1, 11)]}
    result = played(field=field, steps=[*told, {"at": "20:10", "see": {"registered": 0}}])
    status = {row["player"]: row["status"] for row in result.final.entries.values()}
    for n, seconds in enumerate(accepted, start=1):
        assert status[f"P{n}"] == ("alive" if seconds < 0 else "dropped")
    dropped = [recorded for recorded in result.events if isinstance(recorded.event, e.RegistrationsDropped)]
    assert [recorded.at for recorded in dropped] == [START + 60 * MINUTE] * len(dropped)
    assert len(dropped) <= 1


def test_b_052_no_item_of_the_store_grows_with_commands_or_entries() -> None:
    def largest(players: int, rebuys: int) -> dict[str, int]:
        told = {"at": "19:02", "ask": "rebuy", "each": f"1..{rebuys}", "every": "1s", "with": {"player": "P1"}}
        result = played(settings=STANDARD["settings"] | {"tables": 60}, field=players, steps=[told])
        texts = [e.to_text(recorded) for recorded in result.events]
        heads, end = [], "0" * 64
        for first in range(0, len(texts), 50):
            chunks = items.cut(first, end, texts[first : first + 50])
            end = chunks[-1].hash
            heads += [item for chunk in chunks for item in items.chunk_items("t", chunk)]
        rows = result.final
        return {
            "log": max(map(items.size, heads)),
            "entry": max(items.size(items.entry_item("t", dict(row))) for row in rows.entries.values()),
            "table": max(items.size(items.table_item("t", dict(row))) for row in rows.tables.values()),
            "outcome": max(items.size(items.outcome_item("t", each, None)) for each in result.outcomes.values()),
        }

    small, large = largest(30, 100), largest(300, 2_000)
    assert all(large[name] <= 1.25 * small[name] + 64 for name in ("entry", "table", "outcome"))
    assert large["log"] < 100_000
