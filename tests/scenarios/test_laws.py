"""The laws behind the open cases: what holds for every evening, not only for the one that was complained of."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from domain import events as e
from domain import snapshot
from domain.evolve import evolve, fold
from domain.profiles import PROFILES
from domain.state import Tournament
from domain.times import from_text, to_text
from domain.views import all_rows
from domain.views import head as head_of
from infra.rehearse import Played, play
from infra.script import script
from infra.shorthand import Day, instant
from tests.scenarios.evenings import PLAYERS, STANDARD, clock, faults, place_faults, scenario, spans, steps
from tests.scenarios.room import Room, deeds

MINUTE = timedelta(minutes=1)
START = datetime(2026, 11, 27, 19, tzinfo=UTC)
LEVELS = [20, 20, 10, 20, 20, 10]
"""Minutes of the steps that end by themselves."""
SMALL: dict[str, Any] = {"seats_per_table": 5, "tables": 3}


def played(**parts: Any) -> Played:
    return play(script(scenario(**parts)))


def begun(result: Played) -> list[datetime]:
    return [each.at for each in result.events if isinstance(each.event, e.LevelStarted | e.BreakStarted)]


def states(result: Played) -> list[Tournament]:
    state: Tournament | None = None
    found = []
    for recorded in result.events:
        state = evolve(state, recorded)
        found.append(state)
    return found


@given(st.lists(st.tuples(spans(timedelta(0), 30 * MINUTE), spans(timedelta(0), 300 * MINUTE)), max_size=5))
@example([(5 * MINUTE, 60 * MINUTE)])
def test_b_001_pauses_cost_no_playing_time_however_long_and_many(stops: list[tuple[timedelta, timedelta]]) -> None:
    at, told, paused = timedelta(0), [], []
    for play_on, stand in stops:
        at += play_on + timedelta(microseconds=1)
        told.append({"at": clock(at), "ask": "pause"})
        paused.append((at, stand))
        at += stand
        told.append({"at": clock(at), "ask": "resume"})
    at = max(at, 100 * MINUTE + sum((stand for _, stand in paused), timedelta(0)))
    result = played(steps=[*told, {"at": clock(at), "see": {"status": "running"}}])
    expected, ends = [START], timedelta(0)
    for minutes in LEVELS:
        ends += minutes * MINUTE
        # on the players' own time the level ends there; every stop before it pushes it back by its whole length
        stood = timedelta(0)
        for since, stand in paused:
            if since - stood < ends or (since - stood == ends and since == ends + stood):
                stood += stand if since < ends + stood else timedelta(0)
        expected.append(START + ends + stood)
    assert begun(result) == expected


@given(spans(timedelta(0), 10 * MINUTE))
@settings(max_examples=30)
def test_b_004_levels_follow_from_scheduled_ends_whatever_the_delay(late: timedelta) -> None:
    milliseconds = late // timedelta(milliseconds=1)
    result = played(timers_late=f"{milliseconds}ms", steps=[{"at": "22:00", "see": {"clock.step": "level 5"}}])
    ends = [sum(LEVELS[:n]) * MINUTE for n in range(len(LEVELS) + 1)]
    assert begun(result) == [START + end for end in ends]


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["pause", "resume", "next_level"]), min_size=1, max_size=12), st.integers(1, 400))
def test_b_008_taps_from_one_picture_move_at_most_one_step(taps: list[str], gap: int) -> None:
    told = [
        {
            "at": clock(5 * MINUTE + n * timedelta(milliseconds=gap)),
            "ask": tap,
            "with": {"step": "level 1"} if tap == "next_level" else {},
            "answer": "any",
        }
        for n, tap in enumerate(taps)
    ]
    result = played(steps=told)
    assert len(begun(result)) == 1 + ("next_level" in taps)


@given(accepted=spans(-MINUTE, MINUTE), late=spans(timedelta(0), MINUTE), ring=st.integers(0, 90_000))
@example(accepted=timedelta(milliseconds=-1), late=timedelta(seconds=5), ring=0)
@example(accepted=timedelta(0), late=timedelta(seconds=1), ring=3_000)
@example(accepted=timedelta(0), late=timedelta(0), ring=0)
def test_b_010_a_window_is_judged_by_the_accepted_instant_alone(
    accepted: timedelta, late: timedelta, ring: int
) -> None:
    ends = 60 * MINUTE
    result = played(
        timers_late=f"{ring}ms",
        steps=[
            {
                "at": clock(ends + accepted + late),
                "accepted_at": clock(ends + accepted),
                "ask": "register",
                "with": {"player": "P20"},
                "answer": "any",
            }
        ],
    )
    assert (result.outcomes["step-1"].status == "accepted") == (accepted < timedelta(0))


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
    assert (head["average_stack"] is None) == (head["left"] == 0)


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


@given(steps(most=25), st.data())
@settings(max_examples=40)
def test_b_042_only_the_same_id_is_a_repeat_and_it_changes_nothing(
    told: list[dict[str, Any]], data: st.DataObject
) -> None:
    assume(told)
    named = [step | {"id": f"c{n}"} for n, step in enumerate(told)]
    again = list(named)
    for _ in range(data.draw(st.integers(1, 5))):
        n = data.draw(st.integers(0, len(named) - 1))
        place = data.draw(st.integers(again.index(named[n]) + 1, len(again)))
        at = again[place - 1]["at"]
        again.insert(place, {"at": at, "repeat_of": f"c{n}"})
    assert played(steps=again).events == played(steps=named).events


@given(steps(most=20))
@settings(max_examples=40)
def test_b_046_a_roll_over_or_a_restart_between_any_two_commands_changes_nothing(told: list[dict[str, Any]]) -> None:
    numbered = [step | {"id": f"c{n}"} for n, step in enumerate(told)]
    interrupted = [part for step in numbered for part in (step, {"at": step["at"], "happen": "roll_over"})]
    assert played(steps=interrupted).events == played(steps=numbered).events


@given(steps(most=25))
@settings(max_examples=40)
def test_aud_2_folding_what_is_on_record_gives_the_state_and_its_rows(told: list[dict[str, Any]]) -> None:
    result = played(steps=told)
    state = fold(e.from_text(e.to_text(recorded)) for recorded in result.events)
    assert snapshot.load(snapshot.dump(state)) == state
    rows = all_rows(state)
    assert (rows.head, rows.entries, rows.tables) == (result.final.head, result.final.entries, result.final.tables)


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


@given(st.datetimes(), st.datetimes())
def test_b_051_the_order_of_instants_is_the_order_of_their_texts(one: datetime, other: datetime) -> None:
    one, other = one.replace(tzinfo=UTC), other.replace(tzinfo=UTC)
    assert (one < other) == (to_text(one) < to_text(other))
    assert len(to_text(one)) == len("2026-11-29T19:30:00.000000Z")
    assert from_text(to_text(one)) == one


@given(st.integers(1, 23), st.integers(0, 59), st.integers(0, 59), st.integers(0, 999_999))
def test_a_time_of_day_is_the_instant_that_it_says(hour: int, minute: int, second: int, fraction: int) -> None:
    text = f"{hour:02}:{minute:02}:{second:02}.{fraction:06}"
    expected = datetime(2026, 11, 27, hour, minute, second, fraction, tzinfo=UTC)
    assert instant(text, Day(on=date(2026, 11, 27))) == expected


@given(steps(most=15))
@settings(max_examples=30)
def test_b_045_what_is_recorded_grows_with_levels_and_commands_alone(told: list[dict[str, Any]]) -> None:
    short = played(steps=told)
    long = played(steps=[*told, {"at": "69:00", "see": {"status": "running"}}])
    quiet = [recorded for recorded in long.events if recorded.seq > short.final.head["seq"]]
    assert len(quiet) <= 4 * len(LEVELS)
