"""From draft to finished: opening, editing, starting, ending, closing and calling off (LIFE)."""

from datetime import timedelta
from typing import Any

import pytest

from domain import deadlines, desk
from domain.commands import COMMANDS
from domain.decisions import Rejection
from domain.events import ResultsRecorded
from domain.journal import LotRequest
from domain.times import to_text
from tests.domain.floor import (
    Body,
    Evening,
    P,
    at,
    draft,
    drawn,
    evening,
    knock_out,
    level,
    opened,
    rest,
    settings,
    settings_body,
    until,
    with_break,
    with_level,
)

RUNNING = ["next_level", "previous_level", "reset_level", "set_remaining", "add_time", "override_blinds"]
BODIES: dict[str, Body] = {
    "edit_settings": {"version": 1, "settings": settings_body(title="Other")},
    "next_level": {"step": "level 1"},
    "previous_level": {"step": "level 1"},
    "reset_level": {"step": "level 1"},
    "set_remaining": {"step": "level 1", "seconds": 60},
    "add_time": {"step": "level 1", "seconds": 60},
    "override_blinds": {"step": "level 1", "small_blind": 1, "big_blind": 2},
    "register": {"player": P[50]},
    "unregister": {"player": P[10]},
    "check_in": {"player": P[10]},
    "process_no_show": {"player": P[10]},
    "restore_registration": {"player": P[10]},
    "re_enter": {"player": P[1]},
    "rebuy": {"player": P[1]},
    "add_on": {"player": P[1]},
    "surrender_stack": {"player": P[1], "stack": 1},
    "void_entry": {"player": P[1], "reason": "mistake"},
    "move_player": {"player": P[1], "leaving": {"table": 1, "seat": 1}, "to": {"table": 2, "seat": 1}},
    "confirm_arrival": {"player": P[1]},
    "correct_seat": {"player": P[1], "stack": 1},
    "undo_move": {},
    "swap_seats": {"player": P[1], "other": P[2]},
    "lock_seat": {"player": P[1]},
    "exempt_player": {"player": P[1]},
    "confirm_proposal": {"proposal": 1},
    "decline_proposal": {"proposal": 1},
    "waive_halt": {"table": 1},
    "break_table": {"table": 1},
    "reopen_table": {"table": 1},
    "set_break_order": {"tables": [1]},
    "append_levels": {"items": [level(2000, 4000)]},
    "rebase_clock": {"stopped_at": to_text(at("19:05"))},
    "report_hands": {"table": 1, "hands": 1},
    "start_hand": {"table": 1},
    "end_hand": {"table": 1},
    "set_button": {"table": 1, "button": 1},
    "count_stack": {"player": P[1], "stack": 1},
    "record_knockout": {"player": P[1], "killers": [P[2]]},
    "record_knockout_group": {"busts": [{"player": P[1]}, {"player": P[2]}]},
    "raise_dispute": {"table": 1, "subject": "pot_count"},
    "settle_dispute": {"dispute": 1, "upheld": True},
    "decline_rebuy": {"player": P[1]},
    "void_knockout": {"knockout": 1},
    "draw_mystery": {"player": P[2]},
    "set_mystery_prizes": {"prizes": [{"text": "Cup"}]},
    "correct_bust": {"knockout": 1, "player": P[2], "reason": "misheard"},
    "correct_killers": {"knockout": 1, "killers": [P[2]], "reason": "misheard"},
    "correct_order": {"hands": [[{"knockout": 1}]], "reason": "misheard"},
    "finish_hand": {"table": 1},
    "state_stack": {"knockout": 1, "stack": 100},
    "settle": {"player": P[1], "amount": 1_000, "method": "cash", "seen": 1},
    "void_settlement": {"settlement": 1, "reason": "mistake"},
    "mark_refunded": {"player": P[1], "amount": 1_000, "method": "cash"},
    "void_refund": {"refund": 1, "reason": "mistake"},
    "announce_purchase": {"player": P[1], "operation": "rebuy"},
    "withdraw_announcement": {"obligation": 1, "reason": "mistake"},
    "propose_deal": {"method": "icm", "stacks": [{"player": P[1], "chips": 1}]},
    "accept_deal": {"proposal": 1},
    "open_vote": {"proposal": 1},
    "cast_ballot": {"player": P[1], "vote": 1, "role": "player", "actor": P[1]},
    "hold_payouts": {"reason": "review"},
    "release_payouts": {"reason": "resolved"},
    "count_chips": {"stacks": [{"player": P[1], "chips": 1}]},
    "give_bonus": {"player": P[1], "bonus": "staff"},
    "void_bonus": {"player": P[1], "bonus": "staff", "reason": "mistake"},
    "explain_difference": {"difference": "chips", "amount": 1, "reason": "miscount"},
    "reopen_books": {"reason": "correction"},
}


def in_status(status: str) -> Evening:
    """Return an evening in this status at 19:10, with nine players in and one who has not come."""
    if status == "draft":
        return draft(auto_start=False)
    if status == "registration_open":
        return opened(10, auto_start=False)
    night = evening(10, present=9)
    if status == "paused":
        night.must("19:09", "pause")
    if status == "finished":
        night.must("19:09", "finish", confirm=True, stacks=[{"player": P[n], "chips": n} for n in range(1, 10)])
    if status == "cancelled":
        night.must("19:09", "cancel")
    return night


BY_ITSELF = {"settle", "void_settlement", "mark_refunded", "void_refund", "withdraw_announcement", "cast_ballot"}
"""What is refused for what it is about and not for the status: a debt, an announcement, a vote (FEE-3, DEAL-1)."""
BOOKS = {"explain_difference", "close_books", "reopen_books"}
ALLOWED = {
    "draft": {"open_registration", "edit_settings", "cancel", "set_break_order", *BY_ITSELF},
    "registration_open": {
        "edit_settings", "start", "cancel", "register", "unregister", "check_in",
        "process_no_show", "restore_registration", "void_entry", "set_break_order",
        "lock_seat", "exempt_player", "give_bonus", "void_bonus", *BY_ITSELF, "hold_payouts", "release_payouts",
    },
    "running": set(COMMANDS) - {"open_registration", "edit_settings", "start", *BOOKS},
    "paused": set(COMMANDS) - {"open_registration", "edit_settings", "start", *BOOKS},
    "finished": {
        "count_chips", "draw_mystery", *BOOKS, *BY_ITSELF, "void_entry", "hold_payouts", "release_payouts",
        "correct_bust", "correct_killers", "correct_order",
    },
    "cancelled": {"count_chips", *BOOKS, *BY_ITSELF, "release_payouts"},
}  # fmt: skip


@pytest.mark.parametrize("status", list(ALLOWED))
@pytest.mark.parametrize("kind", list(COMMANDS))
def test_life_1_any_other_transition_is_refused_with_the_status_named(status: str, kind: str) -> None:
    """Every command in every status: outside its statuses it is refused by LIFE-1 or LIFE-2, and nothing changes."""
    night = in_status(status)
    before = night.state
    answer = night.ask("19:10", kind, **BODIES.get(kind, {}))
    if kind in ALLOWED[status]:
        assert answer.refused is None or answer.rejection.rule not in {"LIFE-1", "LIFE-2"}
        return
    if kind == "cancel":
        assert answer.note == "the tournament has been cancelled already" or status in answer.rejection.reason
    else:
        told = "running" if answer.refused == "already_running" else status
        assert told in answer.rejection.reason
        assert answer.rejection.rule in {"LIFE-1", "LIFE-2", "REG-1"}
    assert night.state == before


def test_life_1_the_statuses_of_an_evening() -> None:
    night = draft()
    statuses = [night.status()]
    for when, kind in (("17:30", "open_registration"),):
        night.must(when, kind)
        statuses.append(night.status())
    for number in (1, 2):
        night.must("18:00", "register", player=P[number])
        night.must("18:00", "check_in", player=P[number])
    night.wait("19:00")
    statuses.append(night.status())
    for when, kind in (("19:10", "pause"), ("19:11", "resume")):
        night.must(when, kind)
        statuses.append(night.status())
    night.wait("20:00")
    knock_out(night, "20:01", P[1], P[2])
    night.must("20:02", "finish")
    statuses.append(night.status())
    assert statuses == ["draft", "registration_open", "running", "paused", "running", "finished"]


def test_life_1_cancelling_twice_changes_nothing() -> None:
    night = evening()
    night.must("19:10", "cancel")
    again = night.must("19:11", "cancel")
    assert (again.events, again.note) == ((), "the tournament has been cancelled already")


def test_life_1_a_paused_tournament_can_be_finished() -> None:
    night = evening(2, windows={"late_registration": None})
    night.must("19:10", "pause")
    knock_out(night, "19:11", P[1], P[2])
    night.must("19:12", "finish")
    assert night.status() == "finished"


def test_life_2_settings_change_until_the_start() -> None:
    night = opened(2)
    edited = settings_body(windows={"late_registration": until("20:30")})
    assert night.must("18:10", "edit_settings", version=1, settings=edited).kinds == ["settings_edited"]
    assert (night.state.settings_version, night.head["settings_version"]) == (2, 2)
    night.wait("20:29")
    night.must("20:29:59", "register", player=P[20])


def test_life_2_whoever_comes_second_edits_nothing() -> None:
    night = opened(2)
    night.must("18:10", "edit_settings", version=1, settings=settings_body(title="One"))
    answer = night.ask("18:11", "edit_settings", version=1, settings=settings_body(title="Other"))
    assert (answer.refused, answer.rejection.data) == ("stale_settings", {"version": 2})
    assert night.state.settings.title == "One"


def test_life_2_the_same_settings_again_change_nothing() -> None:
    night = opened(2)
    answer = night.must("18:10", "edit_settings", version=1, settings=settings_body())
    assert (answer.events, answer.note) == ((), "these are the settings already")


@pytest.mark.parametrize("edit_first", [True, False])
def test_life_2_an_edit_and_the_start_in_one_instant_leave_one_truth(edit_first: bool) -> None:
    """Edit then start: everything uses the new deadline; start then edit: the edit is refused (B-039)."""
    night = opened(9, auto_start=False)
    edited = settings_body(auto_start=False, windows={"late_registration": until("20:30")})
    if edit_first:
        night.must("19:00", "edit_settings", version=1, settings=edited)
        night.must("19:00", "start")
        assert night.head["windows"]["late_registration"]["closes_at"] == "2026-11-29T20:30:00.000000Z"
    else:
        night.must("19:00", "start")
        assert night.ask("19:00", "edit_settings", version=1, settings=edited).refused == "frozen"
        assert night.head["windows"]["late_registration"]["closes_at"] == "2026-11-29T20:00:00.000000Z"
    assert (
        night.ask("19:10", "edit_settings", version=night.state.settings_version, settings=edited).refused == "frozen"
    )


def test_life_2_a_profile_is_pinned_until_another_is_chosen() -> None:
    night = opened(2)
    assert night.state.profile.id == "sport-poker-v1"
    night.must("18:10", "edit_settings", version=1, settings=settings_body(profile="tda-2024-v1"))
    assert night.state.profile.id == "tda-2024-v1"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"player_cap": 2}, "full"),
        ({"tables": 1}, "named_seat_gone"),
        ({"seats_per_table": 6}, "named_seat_gone"),
        ({"profile": "no-such-house"}, "bad_settings"),
    ],
)
def test_life_2_settings_that_do_not_fit_what_has_happened_are_refused(changes: dict[str, Any], code: str) -> None:
    night = opened(3)
    night.must("18:10", "check_in", player=P[1], seat={"table": 2, "seat": 7})
    assert night.ask("18:11", "edit_settings", version=1, settings=settings_body(**changes)).refused == code


def test_life_2_a_chair_that_was_given_back_holds_no_setting() -> None:
    night = opened(3)
    night.must("18:10", "check_in", player=P[1], seat={"table": 2, "seat": 7})
    night.must("18:11", "void_entry", player=P[1], reason="mistake")
    night.must("18:12", "edit_settings", version=1, settings=settings_body(tables=1, seats_per_table=6))


@pytest.mark.parametrize(
    ("windows", "field"),
    [
        ({"late_registration": until("19:00")}, "windows.late_registration"),
        ({"late_registration": until("18:00")}, "windows.late_registration"),
        ({"re_entry": until("19:59:59")}, "windows.re_entry"),
        ({"late_registration": with_level(3), "re_entry": with_level(2)}, "windows.re_entry"),
        ({"late_registration": with_break(1), "re_entry": with_level(2)}, "windows.re_entry"),
        ({"late_registration": with_level(2), "re_entry": until("19:39")}, "windows.re_entry"),
    ],
)
def test_life_3_deadlines_come_in_order(windows: dict[str, Body], field: str) -> None:
    refusal = desk.create("t", "c", settings(windows=windows), command_id="c0", actor="a", role="floor", at=at("17:00"))
    assert isinstance(refusal, Rejection)
    assert (refusal.rule, refusal.code, refusal.data["field"]) == ("LIFE-3", "bad_settings", field)


@pytest.mark.parametrize(
    "windows",
    [
        {"late_registration": until("19:00:01")},
        {"late_registration": until("20:00"), "re_entry": until("20:00")},
        {"late_registration": with_level(2), "re_entry": with_level(2)},
        {"late_registration": with_level(2), "re_entry": with_break(1)},
        {"late_registration": with_level(2), "re_entry": until("19:40")},
    ],
)
def test_life_3_deadlines_may_fall_together(windows: dict[str, Body]) -> None:
    draft(windows=windows)


def test_life_3_two_steps_are_ordered_by_the_sheet_also_where_a_break_has_no_length() -> None:
    items = (level(100, 200), rest(None, until="19:55"), level(200, 400))
    windows = {"late_registration": with_break(1), "re_entry": with_level(1)}
    refusal = desk.create(
        "t", "c", settings(items=items, windows=windows), command_id="c0", actor="a", role="floor", at=at("17:00")
    )
    assert isinstance(refusal, Rejection)
    assert refusal.rule == "LIFE-3"


def test_life_4_a_tournament_starts_by_itself_at_its_time() -> None:
    night = opened(2)
    night.wait("19:03")
    assert night.told("18:59")[:2] == [("19:00:00", "tournament_started"), ("19:00:00", "level_started")]
    assert night.record[-1].cause in {"clock", "lot"}


def test_life_4_short_of_the_minimum_it_waits_and_then_starts_with_the_last_one_missing() -> None:
    night = opened(4, minimum_players=5)
    night.wait("19:20")
    assert night.status() == "registration_open"
    assert night.ask("19:20", "start").refused == "too_few_players"
    night.must("19:25", "register", player=P[5])
    assert (night.status(), night.state.started_at, night.ends_at) == ("running", at("19:25"), at("19:45"))


def test_life_4_short_of_the_minimum_the_floor_may_call_it_off() -> None:
    night = opened(4, minimum_players=5)
    night.must("19:20", "cancel")
    assert night.status() == "cancelled"


def test_life_4_a_lower_minimum_starts_a_tournament_that_waited() -> None:
    night = opened(4, minimum_players=5)
    night.must("19:20", "edit_settings", version=1, settings=settings_body(minimum_players=4))
    assert night.state.started_at == at("19:20")


def test_life_4_an_unregistration_keeps_a_tournament_from_starting() -> None:
    night = opened(5, minimum_players=5)
    night.must("18:59:59", "unregister", player=P[5])
    night.wait("19:30")
    assert night.status() == "registration_open"


@pytest.mark.parametrize(("profile", "least"), [("sport-poker-v1", 2), ("east-durham-v1", 5)])
def test_life_4_the_minimum_is_the_profiles_where_none_is_set(profile: str, least: int) -> None:
    night = opened(least - 1, profile=profile, auto_start=False)
    refusal = night.ask("19:00", "start").rejection
    assert refusal.data == {"registered": least - 1, "minimum": least}
    night.must("19:01", "register", player=P[least])
    night.must("19:01", "start")


def test_life_4_without_auto_start_it_starts_on_the_floors_word_alone() -> None:
    night = opened(9, auto_start=False)
    night.wait("19:30")
    assert night.status() == "registration_open"
    night.must("19:31", "start")
    assert night.state.started_at == at("19:31")


def test_life_4_a_start_by_hand_and_one_by_the_clock_are_one() -> None:
    """One start, one draw, one clock, from 18:59:59.900 (B-038)."""
    night = opened(9)
    night.must("18:59:59.900", "start")
    night.wait("19:00:01")
    assert night.ask("19:00:01", "start").refused == "already_running"
    kinds = [recorded.event.kind for recorded in night.record]
    assert (kinds.count("tournament_started"), kinds.count("field_seated")) == (1, 1)
    assert night.state.started_at == at("18:59:59.900")


def test_life_4_a_field_that_does_not_fit_the_room_does_not_start() -> None:
    night = opened(19, tables=2, profile="tda-2024-v1")
    night.wait("19:10")
    assert night.status() == "registration_open"
    refusal = night.ask("19:10", "start").rejection
    assert (refusal.code, refusal.data) == ("no_room", {"room": 18})
    night.must("19:11", "edit_settings", version=1, settings=settings_body(tables=3, profile="tda-2024-v1"))
    assert night.status() == "running"


def test_life_4_commands_sent_together_with_the_start_are_all_answered() -> None:
    """Pause and registration in the start's own millisecond (B-048)."""
    night = opened(9, auto_start=False)
    night.prompt = False
    night.must("18:30", "check_in", player=P[1])
    night.must("19:00", "start")
    night.must("19:00", "pause")
    waits = night.send("19:00", "register", player=P[20])
    assert (night.step, night.remaining, night.status()) == ("level 1", timedelta(minutes=20), "paused")
    night.lots_come(at("19:00:00.500"))
    assert night.answers[waits].kinds == ["player_registered", "player_seated"]
    assert opened(9, auto_start=False).ask("19:00", "pause").refused == "not_running"


def test_life_8_a_cancelled_tournament_has_no_timers() -> None:
    night = evening(10, present=9)
    night.must("19:10", "cancel")
    before = night.state
    assert deadlines.next_deadline(before) is None
    night.wait("21:00")
    assert night.state == before
    assert (night.clock["stopped"], night.clock["level_ends_at"], night.clock["remaining_ms"]) == (True, None, 600_000)
    assert not any(window["open"] for window in night.head["windows"].values())
    for kind in ("register", "rebuy", "void_entry"):
        body = {"reason": "mistake"} if kind == "void_entry" else {}
        assert night.ask("19:12", kind, player=P[20], **body).refused is not None


@pytest.mark.parametrize("status", ["draft", "registration_open", "running", "paused"])
def test_life_8_it_can_be_called_off_from_every_status_before_finished(status: str) -> None:
    night = in_status(status)
    night.must("19:10", "cancel")
    assert night.status() == "cancelled"
    assert deadlines.next_deadline(night.state) is None


def test_life_8_the_seed_is_revealed_when_it_is_called_off() -> None:
    night = evening()
    night.must("19:10", "cancel")
    assert night.record[-1].event.kind == "seed_revealed"
    assert night.state.over


def test_life_8_a_draft_that_is_called_off_has_no_seed_to_reveal() -> None:
    night = draft()
    night.must("17:10", "cancel")
    assert night.state.over


def test_life_8_a_draw_outstanding_at_the_cancellation_is_voided() -> None:
    night = opened(9, auto_start=False)
    night.prompt = False
    night.must("18:30", "check_in", player=P[1])
    night.must("19:00", "start")
    assert night.fetch()
    night.must("19:00:01", "cancel")
    night.lot_comes(at("19:00:02"))
    assert night.record[-1].event.kind == "lot_voided"
    assert night.fetch()
    night.lot_comes(at("19:00:03"))
    assert night.state.over


def test_life_9_with_one_left_play_ends_when_nobody_can_come_in_any_more() -> None:
    night = evening(2)
    knock_out(night, "19:30", P[1], P[2])
    assert night.ended() == ("", None)
    night.wait("20:00")
    assert (night.state.ended_at, night.state.end_reason) == (at("20:00"), "last_player")


def test_life_9_the_floor_closes_it_and_the_clock_stops_there() -> None:
    """Nothing happens after the finish (B-037)."""
    night = evening(2, windows={"late_registration": until("20:30")})
    night.wait("20:40")
    knock_out(night, "20:45", P[1], P[2])
    night.must("20:45:30", "finish")
    before = night.state
    assert before.status == "finished"
    assert before.over
    assert deadlines.next_deadline(before) is None
    assert (night.step, night.remaining) == ("level 5", timedelta(minutes=14, seconds=30))
    night.wait("21:05")
    assert night.state == before
    assert night.places() == {P[1]: 2, P[2]: 1}


def test_life_9_it_closes_by_itself_five_minutes_after_the_last_bust() -> None:
    night = evening(2, windows={"late_registration": None})
    knock_out(night, "19:30", P[1], P[2])
    due = deadlines.next_deadline(night.state)
    assert due is not None
    assert (due.at, due.reason) == (at("19:35"), "Tournament closes")
    night.wait("19:34:59.999")
    assert night.status() == "running"
    night.wait("19:35")
    assert night.status() == "finished"
    assert [kind for _, kind in night.told("19:35")] == ["results_recorded", "tournament_finished", "seed_revealed"]


def test_life_9_where_play_ends_after_the_last_bust_the_five_minutes_run_from_there() -> None:
    night = evening(2)
    knock_out(night, "19:30", P[1], P[2])
    night.wait("20:04:59.999")
    assert night.status() == "running"
    night.wait("20:05")
    assert night.status() == "finished"


def test_life_9_a_knockout_taken_back_lets_play_go_on() -> None:
    night = evening(2, windows={"late_registration": None})
    knock_out(night, "19:30", P[1], P[2])
    assert night.ended() == ("last_player", at("19:30"))
    night.must("19:33", "void_knockout", knockout=1)
    assert night.ended() == ("", None)
    night.wait("19:45")
    assert night.status() == "running"
    knock_out(night, "19:46", P[2], P[1])
    night.wait("19:51")
    assert night.places() == {P[1]: 1, P[2]: 2}


def test_life_9_before_play_has_ended_it_closes_only_when_confirmed() -> None:
    night = evening(3)
    knock_out(night, "19:10", P[3], P[2])
    stacks = [{"player": P[1], "chips": 12_000}, {"player": P[2], "chips": 18_000}]
    refusal = night.ask("19:30", "finish", stacks=stacks).rejection
    assert (refusal.code, refusal.data) == ("still_playing", {"players_left": 2})
    night.must("19:30", "finish", confirm=True, stacks=stacks)
    assert night.places() == {P[2]: 1, P[1]: 2, P[3]: 3}
    assert night.ended() == ("confirmed", at("19:30"))


def test_life_9_survivors_need_counted_stacks() -> None:
    night = evening(3)
    one = [{"player": P[1], "chips": 12_000}]
    refusal = night.ask("19:30", "finish", confirm=True, stacks=one).rejection
    assert (refusal.rule, refusal.code, refusal.data) == ("RUL-7", "count_needed", {"field": "stacks", "missing": 2})
    stranger = [{"player": P[n], "chips": 1} for n in (1, 2, 3, 9)]
    assert night.ask("19:30", "finish", confirm=True, stacks=stranger).refused == "not_in_play"
    twice = [{"player": P[n], "chips": 1} for n in (1, 2, 3, 3)]
    assert night.ask("19:30", "finish", confirm=True, stacks=twice).refused == "named_twice"


def test_life_9_one_survivor_needs_no_count_and_two_do() -> None:
    two = evening(2)
    assert two.ask("19:30", "finish", confirm=True).refused == "count_needed"
    one = evening(2)
    knock_out(one, "19:10", P[2], P[1])
    one.must("19:30", "finish", confirm=True)
    assert one.places() == {P[1]: 1, P[2]: 2}


def test_life_9_survivors_with_equal_stacks_share_a_place() -> None:
    night = evening(4)
    knock_out(night, "19:10", P[4], P[1])
    stacks = [{"player": P[1], "chips": 10}, {"player": P[2], "chips": 15}, {"player": P[3], "chips": 15}]
    night.must("19:30", "finish", confirm=True, stacks=stacks)
    assert night.places() == {P[2]: 1, P[3]: 1, P[1]: 3, P[4]: 4}


def test_life_9_with_so_many_left_play_ends_once_nobody_can_come_in() -> None:
    night = evening(5, end={"kind": "players_left", "players": 3})
    knock_out(night, "19:30", P[5], P[1])
    knock_out(night, "19:31", P[4], P[1])
    assert night.ended() == ("", None)
    night.wait("20:00")
    assert night.ended() == ("players_left", at("20:00"))
    night.wait("23:00")
    assert night.status() == "running"
    assert night.ask("23:00", "finish").refused == "count_needed"
    night.must("23:01", "finish", stacks=[{"player": P[n], "chips": n} for n in (1, 2, 3)])
    assert night.places() == {P[3]: 1, P[2]: 2, P[1]: 3, P[4]: 4, P[5]: 5}


def test_life_9_a_shootout_ends_with_one_left_at_each_table() -> None:
    night = evening(6, sizes=[3, 3], end={"kind": "one_per_table"}, windows={"late_registration": None})
    for when, player in (("19:10", 1), ("19:11", 2), ("19:12", 4)):
        knock_out(night, when, P[player])
    assert night.ended() == ("", None)
    knock_out(night, "19:13", P[5])
    assert night.ended() == ("one_per_table", at("19:13"))


def test_life_9_a_day_ends_with_a_level() -> None:
    night = evening(3, end={"kind": "level", "level": 2})
    night.wait("19:39:59")
    assert night.ended() == ("", None)
    night.wait("19:40")
    assert night.ended() == ("level", at("19:40"))


def test_life_9_a_day_may_end_with_the_last_level_of_the_sheet() -> None:
    night = evening(3, end={"kind": "level", "level": 5})
    night.wait("21:00")
    assert night.ended() == ("level", at("21:00"))


def test_life_9_the_hand_that_outlasts_the_day_is_played_out() -> None:
    night = evening(3, end={"kind": "level", "level": 2}, windows={"late_registration": None})
    night.wait("19:40")
    knock_out(night, "19:42", P[1], P[2], level=2)
    assert night.state.alive == 2
    night.must("19:45", "finish", stacks=[{"player": P[2], "chips": 20_000}, {"player": P[3], "chips": 10_000}])
    assert night.places() == {P[2]: 1, P[3]: 2, P[1]: 3}


def test_life_9_a_day_that_ended_by_a_slip_of_the_clock_goes_on_when_its_level_is_taken_back() -> None:
    night = evening(3, end={"kind": "level", "level": 1})
    night.must("19:05", "next_level", step="level 1")
    assert night.state.end_reason == "level"
    night.must("19:06", "previous_level", step="level 2")
    assert (night.state.ended_at, night.ends_at) == (None, at("19:26"))
    assert night.head["windows"]["late_registration"]["open"] is True
    night.must("19:07", "register", player=P[20])
    night.wait("19:26")
    assert night.state.ended_at == at("19:26")


def test_life_9_a_timed_event_ends_at_its_instant() -> None:
    night = evening(3, end={"kind": "time", "at": "2026-11-29T19:45:00Z"})
    night.must("19:30", "pause")
    night.wait("19:45")
    assert night.ended() == ("time", at("19:45"))
    assert deadlines.next_deadline(night.state) is None


@pytest.mark.parametrize("end", [{"kind": "players_left", "players": 3}, {"kind": "level", "level": 4}])
def test_life_9_with_one_left_play_ends_whatever_the_condition(end: Body) -> None:
    night = evening(4, end=end, windows={"late_registration": None})
    night.must("19:10", "record_knockout_group", busts=[{"player": P[n]} for n in (1, 2, 3)])
    assert night.state.ended_at == at("19:10")


def test_life_9_nobody_busts_after_the_last_one_stands_alone() -> None:
    night = evening(2, windows={"late_registration": None})
    knock_out(night, "19:30", P[1], P[2])
    assert night.ask("19:31", "record_knockout", player=P[2]).refused == "play_ended"
    assert night.ask("19:31", "rebuy", player=P[2]).refused == "play_ended"


def test_life_9_a_tournament_to_which_nobody_came_closes_without_places() -> None:
    night = evening(3, present=0)
    night.wait("20:00")
    assert [kind for _, kind in night.told("20:00")] == [
        "window_closed", "window_closed", "registrations_dropped", "play_ended", "window_closed", "window_closed",
    ]  # fmt: skip
    night.wait("20:05")
    assert night.status() == "finished"
    assert night.places() == {}


def test_life_9_before_the_seats_are_drawn_nothing_can_be_closed() -> None:
    night = opened(3, auto_start=False)
    night.prompt = False
    night.must("19:00", "check_in", player=P[1])
    night.must("19:00", "start")
    assert night.ask("19:00:01", "finish", confirm=True).refused == "draw_pending"


def test_life_11_it_is_over_when_the_seed_is_revealed() -> None:
    night = evening(2, windows={"late_registration": None})
    night.prompt = False
    knock_out(night, "19:30", P[1], P[2])
    night.wait("19:35")
    assert (night.status(), night.state.over) == ("finished", False)
    request = desk.errand(night.state)
    assert request == LotRequest(tournament="sunday-1", number=0, purpose="reveal")
    stepped = desk.run_errand(night.state, request, drawn(request), at("19:35:01"))
    assert stepped.state.over
    assert desk.errand(stepped.state) is None


def test_life_11_a_correction_after_the_finish_is_a_new_version_of_the_result() -> None:
    """Whoever stood below moves up, the first version stays on record (B-031)."""
    night = evening(10, sizes=[10], seats_per_table=10, windows={"late_registration": None})
    for number in range(10, 1, -1):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:12", "finish")
    assert night.places() == {P[n]: n for n in range(1, 11)}
    night.must("20:30", "void_entry", player=P[3], reason="mistake")
    assert night.places() == {P[1]: 1, P[2]: 2} | {P[n]: n - 1 for n in range(4, 11)}
    assert night.state.results_version == 2
    versions = [recorded.event for recorded in night.record if isinstance(recorded.event, ResultsRecorded)]
    assert [(event.version, len(event.places)) for event in versions] == [(1, 10), (2, 9)]
    assert night.row(P[2])["place"] == 2
    assert night.status() == "finished"
    assert deadlines.next_deadline(night.state) is None
