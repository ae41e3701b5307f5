"""The laws of windows and of the record: accepted instants, repeats, roll-overs, folding, the order of instants."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from domain import events as e
from domain import snapshot
from domain.evolve import fold
from domain.times import from_text, to_text
from domain.views import all_rows
from infra.shorthand import Day, instant
from tests.scenarios.evenings import MINUTE, STANDARD, clock, played, spans, steps


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


@given(accepted=spans(-MINUTE, MINUTE), late=spans(timedelta(0), MINUTE))
@example(accepted=timedelta(0), late=timedelta(0))
@settings(max_examples=60)
def test_b_055_a_void_window_is_judged_by_the_accepted_instant_alone(accepted: timedelta, late: timedelta) -> None:
    bust = {"at": "19:30", "ask": "record_knockout", "with": {"player": "P1", "killers": ["P2"]}}
    ends = 35 * MINUTE
    void = {
        "at": clock(ends + accepted + late),
        "accepted_at": clock(ends + accepted),
        "ask": "void_knockout",
        "id": "void",
        "role": "dealer",
        "with": {"knockout": 1},
        "answer": "any",
    }
    assert (played(steps=[bust, void]).outcomes["void"].status == "accepted") == (accepted < timedelta(0))


@given(deadline=st.none() | st.integers(5, 55), break_=st.none() | st.sampled_from([1, 2]), at=st.integers(1, 110))
@settings(max_examples=100)
def test_b_011_an_add_on_is_open_by_its_deadline_or_by_its_break_and_without_either_always(
    deadline: int | None, break_: int | None, at: int
) -> None:
    windows = {"late_registration": "20:00", "add_on_break": break_}
    if deadline is not None:
        windows["add_on_deadline"] = clock(deadline * MINUTE)
    told = {"at": clock(at * MINUTE), "ask": "add_on", "id": "buy", "with": {"player": "P1"}, "answer": "any"}
    result = played(settings=STANDARD["settings"] | {"windows": windows}, steps=[told])
    unrestricted = deadline is None and break_ is None
    before = deadline is not None and at < deadline
    reached = break_ is not None and at >= {1: 40, 2: 90}[break_]
    assert (result.outcomes["buy"].status == "accepted") == (unrestricted or before or reached)


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
