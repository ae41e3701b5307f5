"""The desk: time has its turn first, one command after the other, each with its outcome (CMD-1 to CMD-4)."""

from datetime import UTC, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import deadlines, desk
from domain import events as e
from domain.commands import Asked, MalformedCommandError, parse
from domain.decisions import Rejection
from domain.events import GENESIS
from domain.journal import LotRequest
from domain.times import from_text, to_text
from tests.domain.floor import FLOOR, P, at, draft, evening, knock_out, opened, settings, settings_body


def test_cmd_3_an_accepted_command_says_which_events_are_its_own() -> None:
    night = evening()
    answer = night.must("19:25", "register", player=P[20])
    outcome = answer.outcome
    assert (outcome.status, outcome.name, outcome.actor, outcome.role) == ("accepted", "register", FLOOR, "floor")
    assert outcome.first is not None
    assert outcome.last is not None
    own = [line.event.kind for line in night.record if outcome.first <= line.seq <= outcome.last]
    # The new table has one player, whom the floor is advised to give company.
    assert own == ["player_registered", "table_opened", "player_seated", "move_proposed"]
    assert night.record[outcome.first - 2].event.kind == "level_started"


def test_cmd_3_what_follows_from_a_command_is_its_own_too() -> None:
    night = evening(2, windows={"late_registration": None})
    answer = knock_out(night, "19:10", P[1], P[2])
    assert answer.kinds == ["busted", "play_ended", "window_closed"]
    assert (answer.outcome.first, answer.outcome.last) == (night.state.seq - 2, night.state.seq)


def test_cmd_3_a_command_that_changes_nothing_has_no_events_and_says_why() -> None:
    night = evening()
    answer = night.must("19:07", "resume")
    outcome = answer.outcome
    assert (outcome.status, outcome.first, outcome.last, outcome.note) == (
        "accepted",
        None,
        None,
        "the clock is running",
    )


def test_cmd_3_a_refusal_names_the_rule_the_reason_and_how_to_mend_it() -> None:
    night = evening()
    refusal = night.ask("19:10", "add_time", step="level 1", seconds=-900).rejection
    assert refusal == Rejection(
        rule="CLK-3",
        code="nothing_left",
        reason="level 1 has only 600 seconds left",
        mend="take less time away, or use next_level",
        data={"seconds_left": 600},
    )


def test_cmd_3_a_refused_command_changes_nothing_but_what_time_did() -> None:
    night = evening()
    before = night.state
    answer = night.ask("19:21", "record_knockout", player=P[50])
    assert answer.refused == "not_in_play"
    assert night.state == desk.elapse(before, at("19:21")).state


def test_cmd_4_what_was_due_before_a_command_happens_before_it() -> None:
    night = evening()
    night.must("20:35", "pause")
    assert [line for line in night.told("19:01") if "window" not in line[1]] == [
        ("19:20:00", "level_started"),
        ("19:40:00", "break_started"),
        ("19:50:00", "break_ended"),
        ("19:50:00", "level_started"),
        ("20:10:00", "level_started"),
        ("20:30:00", "break_started"),
        ("20:35:00", "clock_paused"),
    ]


def test_cmd_4_the_order_of_commands_is_the_order_of_delivery() -> None:
    night = evening()
    night.must("19:10:00.500", "rebuy", player=P[1])
    night.must("19:10:00.100", "rebuy", player=P[2], delivered="19:10:01")
    rebuys = [line for line in night.record if isinstance(line.event, e.Rebought)]
    assert [line.event.entry for line in rebuys if isinstance(line.event, e.Rebought)] == [1, 2]
    assert [line.at for line in rebuys] == [at("19:10:00.500")] * 2


def test_cmd_4_deciding_again_gives_the_same() -> None:
    night = evening(10, sizes=[5, 5])
    asked = Asked(
        command_id="c", actor=FLOOR, role="floor", accepted_at=at("19:45"), command=parse("add_on", {"player": P[1]})
    )
    assert desk.apply(night.state, asked, at("19:46")) == desk.apply(night.state, asked, at("21:00"))


@given(minutes=st.lists(st.integers(0, 200), min_size=1, max_size=6))
def test_cmd_4_however_often_one_looks_at_the_clock_the_evening_is_the_same(minutes: list[int]) -> None:
    looked, at_once = evening(3), evening(3)
    for minute in sorted(minutes):
        looked.wait(at("19:00") + timedelta(minutes=minute))
    at_once.wait(at("19:00") + timedelta(minutes=max(minutes)))
    assert looked.state == at_once.state


def test_cmd_1_a_malformed_command_is_a_recorded_refusal() -> None:
    outcome = desk.malformed(
        "c-1",
        "pause",
        actor=FLOOR,
        role="floor",
        accepted_at=at("19:00"),
        at=at("19:01"),
        path="body.x",
        reason="unknown",
    )
    assert outcome.status == "rejected"
    assert outcome.rejection == Rejection(
        rule="CMD-1", code="malformed", reason="body.x: unknown", mend="mend the field", data={"field": "body.x"}
    )


def test_cmd_3_a_rule_that_breaks_refuses_that_one_command() -> None:
    asked = Asked(command_id="c", actor=FLOOR, role="floor", accepted_at=at("19:45"), command=parse("pause", {}))
    outcome = desk.failed(asked, at("19:46"))
    assert (outcome.status, outcome.rejection and outcome.rejection.code) == ("rejected", "internal_error")


@pytest.mark.parametrize(
    ("kind", "body", "path"),
    [
        ("fly", {}, "kind"),
        ("pause", {"surprise": 1}, "surprise"),
        ("rebuy", {}, "player"),
        ("rebuy", {"player": P[1], "stack": 100.0}, "stack"),
        ("rebuy", {"player": P[1], "stack": "100"}, "stack"),
        ("rebuy", {"player": P[1], "stack": True}, "stack"),
        ("rebuy", {"player": P[1], "stack": -1}, "stack"),
        ("rebuy", {"player": "P 1"}, "player"),
        ("rebuy", {"player": "P" * 65}, "player"),
        ("next_level", {"step": "level 0"}, "step"),
        ("next_level", {"step": "round 1"}, "step"),
        ("register", {"player": P[1], "seat": {"table": 1}}, "seat.seat"),
        (
            "move_player",
            {"player": P[1], "leaving": {"table": 1, "seat": 1}, "to": {"table": 1, "seat": 11}},
            "to.seat",
        ),
        ("record_knockout", {"player": P[1], "cause": "surrendered"}, "cause"),
        ("record_knockout_group", {"busts": [{"player": P[1]}]}, "busts"),
        ("void_entry", {"player": P[1], "reason": "he annoyed me"}, "reason"),
        ("finish", {"confirm": 1}, "confirm"),
        ("edit_settings", {"version": 1, "settings": settings_body(surprise=1)}, "settings.surprise"),
    ],
)
def test_cmd_1_unknown_fields_and_wrong_types_are_refused_with_their_path(
    kind: str, body: dict[str, Any], path: str
) -> None:
    with pytest.raises(MalformedCommandError) as caught:
        parse(kind, body)
    assert caught.value.path == path
    assert caught.value.reason


def test_life_1_settings_that_cannot_be_played_open_no_tournament() -> None:
    made = desk.create("t", "c", settings(profile="x"), command_id="c0", actor=FLOOR, role="floor", at=at("17:00"))
    assert isinstance(made, Rejection)
    assert (made.code, made.data["field"]) == ("bad_settings", "profile")


def test_seat_10_opening_waits_for_the_seed_to_be_made() -> None:
    night = draft()
    asked = Asked(
        command_id="c", actor=FLOOR, role="floor", accepted_at=at("17:30"), command=parse("open_registration", {})
    )
    waits = desk.apply(night.state, asked, at("17:30"))
    assert isinstance(waits, desk.Waiting)
    assert waits.request == LotRequest(tournament="sunday-1", number=0, purpose="commit")


def test_life_8_no_deadline_is_left_when_it_is_over() -> None:
    for ending in ("cancel", "finish"):
        night = evening(2, windows={"late_registration": None})
        knock_out(night, "19:05", P[1], P[2])
        night.must("19:06", ending)
        assert deadlines.next_deadline(night.state) is None
        assert desk.elapse(night.state, at("23:00+2")).recorded == ()
        assert len(GENESIS) == 64


def test_cmd_4_a_draft_has_no_deadline_and_an_open_one_its_start() -> None:
    assert deadlines.next_deadline(draft().state) is None
    due = deadlines.next_deadline(opened(2).state)
    assert due is not None
    assert (due.at, due.reason) == (at("19:00"), "Tournament starts")


@given(st.datetimes(timezones=st.timezones(), allow_imaginary=False))
def test_aud_1_an_instant_has_one_text_of_one_width_and_texts_sort_as_instants(instant: Any) -> None:
    """B-051."""
    text = to_text(instant)
    assert len(text) == 27
    assert from_text(text) == instant.astimezone(UTC)
    later = to_text(from_text(text) + timedelta(microseconds=1)) if instant.year < 9999 else "~"
    assert text < later


@pytest.mark.parametrize("text", ["2026-11-29T19:00:00", "2026-11-29", "yesterday", ""])
def test_aud_1_a_text_without_a_zone_is_no_instant(text: str) -> None:
    with pytest.raises(ValueError, match=r"zone|isoformat"):
        from_text(text)
