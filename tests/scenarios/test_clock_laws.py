"""The laws of the clock: what holds for every evening, not only for the one that was complained of."""

from datetime import datetime, timedelta
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.commands import COMMANDS
from domain.times import from_text
from infra.rehearse import Played
from tests.scenarios.evenings import LEVELS, MINUTE, STANDARD, START, clock, played, spans, steps


def begun(result: Played) -> list[datetime]:
    return [each.at for each in result.events if isinstance(each.event, e.LevelStarted | e.BreakStarted)]


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


@given(st.lists(st.tuples(spans(timedelta(0), 10 * MINUTE), spans(timedelta(0), 10 * MINUTE)), max_size=4), st.data())
@settings(max_examples=60)
def test_b_003_one_look_is_enough_for_a_display_to_be_right_ever_after(
    stops: list[tuple[timedelta, timedelta]], data: st.DataObject
) -> None:
    at, told = timedelta(0), []
    for play_on, stand in stops:
        at += play_on + timedelta(microseconds=1)
        told.append({"at": clock(at), "ask": "pause", "see": {"status": "paused"}})
        at += stand
        told.append({"at": clock(at), "ask": "resume", "see": {"status": "running"}})
    slept = data.draw(spans(timedelta(0), 15 * MINUTE))
    told += [{"at": clock(at), "see": {"status": "running"}}, {"at": clock(at + slept), "see": {"status": "running"}}]
    *_, first, later = played(steps=told).looks
    ends = from_text(first.head["clock"]["level_ends_at"])
    if later.at < ends:
        assert later.head["clock"] == first.head["clock"]
    else:
        assert later.head["clock"]["step"] != first.head["clock"]["step"]
        assert from_text(later.head["clock"]["level_ends_at"]) > later.at


@given(spans(timedelta(0), 10 * MINUTE))
@settings(max_examples=30)
def test_b_004_levels_follow_from_scheduled_ends_whatever_the_delay(late: timedelta) -> None:
    milliseconds = late // timedelta(milliseconds=1)
    result = played(timers_late=f"{milliseconds}ms", steps=[{"at": "22:00", "see": {"clock.step": "level 5"}}])
    ends = [sum(LEVELS[:n]) * MINUTE for n in range(len(LEVELS) + 1)]
    assert begun(result) == [START + end for end in ends]


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


@given(st.lists(st.tuples(st.sampled_from(["next_level", "previous_level"]), st.integers(0, 12)), max_size=15))
@settings(max_examples=60)
def test_b_006_breaks_follow_the_position_and_are_never_counted_twice(moves: list[tuple[str, int]]) -> None:
    at, told = MINUTE, []
    for kind, gap in moves:
        at += gap * MINUTE
        told += [{"at": clock(at), "ask": kind, "with": {"step": step}, "answer": "any"} for step in STEPS]
    result = played(steps=[*told, {"at": clock(at), "see": {"status": "running"}}])
    breaks = [r.event for r in result.events if isinstance(r.event, e.BreakStarted | e.BreakEnded)]
    for begun_, ended in zip(breaks[::2], breaks[1::2], strict=False):
        assert (type(begun_), type(ended), begun_.number) == (e.BreakStarted, e.BreakEnded, ended.number)
    reached = {"level 1": 0, "level 2": 0, "break 1": 1, "level 3": 1, "level 4": 1, "break 2": 2, "level 5": 2}
    head = result.final.head
    assert head["windows"]["add_on"]["open"] == (reached[head["clock"]["step"]] >= 1)


STEPS = ["level 1", "level 2", "break 1", "level 3", "level 4", "break 2", "level 5"]


@given(
    spans(timedelta(0), 110 * MINUTE),
    st.sampled_from(STEPS),
    st.sampled_from(["next_level", "previous_level", "reset_level", "set_remaining", "add_time", "override_blinds"]),
)
@settings(max_examples=60)
def test_b_056_a_command_that_refers_to_another_step_is_refused_and_moves_nothing(
    at: timedelta, step: str, kind: str
) -> None:
    more: dict[str, Any] = {
        "set_remaining": {"seconds": 60},
        "add_time": {"seconds": 60},
        "override_blinds": {"small_blind": 1, "big_blind": 2},
    }.get(kind, {})
    look = {"at": clock(at), "see": {"status": "running"}}
    told = {"at": clock(at), "ask": kind, "with": {"step": step, **more}, "answer": "any"}
    result = played(steps=[look, told, look])
    before, after = result.looks
    outcome = result.outcomes["step-2"]
    if before.head["clock"]["step"] != step:
        assert outcome.rejection is not None
        assert outcome.rejection.rule == "CLK-10"
        assert after.head["clock"] == before.head["clock"]
    elif outcome.status == "rejected":
        assert outcome.rejection is not None
        assert outcome.rejection.rule == "CLK-3"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(["player", "killers", "knockout", "step", "seat", "to", "leaving", "busts", "level", "stack"])


@given(
    st.lists(
        st.tuples(
            st.sampled_from([*COMMANDS, "sing", ""]),
            st.dictionaries(FIELDS | st.text(max_size=8), ANYTHING, max_size=4),
            spans(timedelta(0), 12 * MINUTE),
        ),
        max_size=8,
    )
)
@settings(max_examples=100)
def test_b_047_no_body_whatever_stops_the_clock_or_the_next_command(
    given_: list[tuple[str, dict[str, Any], timedelta]],
) -> None:
    at = MINUTE
    told = []
    moving = {"start", "pause", "hold_for_review", "cancel", "finish"}
    for kind, body, gap in given_:
        at += gap
        if kind not in moving:
            told.append({"at": clock(at), "ask": kind or "x", "with": body, "answer": "any"})
    end = max(at, 100 * MINUTE)
    sound = {"at": clock(end), "ask": "rebuy", "id": "sound", "with": {"player": "P1"}}
    result = played(steps=[*told, sound])
    assert begun(result) == [START + sum(LEVELS[:n]) * MINUTE for n in range(len(LEVELS) + 1)]
    assert result.outcomes["sound"].status == "accepted"
    assert len(result.outcomes) == 21 + len(told) + 1


@given(steps(most=15))
@settings(max_examples=40)
def test_b_045_what_is_recorded_grows_with_levels_and_commands_alone(told: list[dict[str, Any]]) -> None:
    until = [{"at": "23:00", "see": {"drawn": True}}]
    short = played(steps=told + until)
    long = played(steps=[*told, *until, {"at": "93:00", "see": {"drawn": True}}])
    later = [recorded for recorded in long.events if recorded.seq > short.final.head["seq"]]
    assert len(later) <= 3 * (len(LEVELS) + 1)


@given(steps(most=12), st.sampled_from(["cancel", "finish"]), steps(most=8))
@settings(max_examples=60)
def test_b_037_b_040_after_the_end_nothing_happens_by_itself_and_nothing_is_sold(
    before: list[dict[str, Any]], how: str, after: list[dict[str, Any]]
) -> None:
    stacks = [{"player": f"P{number}", "chips": number} for number in range(1, 11)]
    body = {"confirm": True, "stacks": stacks} if how == "finish" else {}
    ending = {"at": "22:00", "ask": how, "id": "end", "with": body, "answer": "any"}
    named = [step | {"id": f"late-{n}", "at": clock(200 * MINUTE + n * MINUTE)} for n, step in enumerate(after)]
    look = {"see": {"drawn": True}}
    result = played(steps=[*before, ending, look | {"at": "22:00"}, *named, look | {"at": "72:00"}])
    assume(result.outcomes["end"].status == "accepted")
    over = next(r.seq for r in result.events if isinstance(r.event, e.TournamentFinished | e.TournamentCancelled))
    later = [recorded for recorded in result.events if recorded.seq > over]
    assert {recorded.event.kind for recorded in later if recorded.cause == "clock"} == set()
    allowed = {"seed_revealed", "entry_voided", "results_recorded"}
    assert {recorded.event.kind for recorded in later} <= allowed
    assert result.final.head["clock"] == result.looks[0].head["clock"]
    assert result.final.head["clock"]["stopped"] is True


@given(st.permutations(["edit", "start", "pause"]), st.booleans(), st.integers(0, 2), st.integers(-2, 2))
@settings(max_examples=60)
def test_b_039_settings_and_clock_never_disagree_whichever_comes_first(
    order: list[str],
    auto_start: bool,
    gap: int,
    offset: int,
) -> None:
    what: dict[str, dict[str, Any]] = {
        "edit": {
            "ask": "edit_settings",
            "with": {"version": 1, "settings": {"windows": {"late_registration": "20:30"}}},
        },
        "start": {"ask": "start"},
        "pause": {"ask": "pause"},
    }
    told = [
        what[name] | {"at": clock(timedelta(seconds=offset + n * gap)), "id": name, "answer": "any"}
        for n, name in enumerate(order)
    ]
    result = played(
        settings=STANDARD["settings"] | {"auto_start": auto_start},
        steps=[
            *told,
            {"at": "19:01", "see": {"status": "running"}},
            {"at": "20:15", "ask": "register", "id": "late", "with": {"player": "P20"}, "answer": "any"},
        ],
    )
    look = result.looks[0].head
    assume(look["started_at"] is not None)
    edited = result.outcomes["edit"].status == "accepted"
    assert look["settings_version"] == 1 + edited
    closes = from_text(look["windows"]["late_registration"]["closes_at"])
    assert closes == START + (90 if edited else 60) * MINUTE
    assert (result.outcomes["late"].status == "accepted") == edited
    assert sum(isinstance(recorded.event, e.TournamentStarted) for recorded in result.events) == 1
