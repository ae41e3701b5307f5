"""An outage: time goes on by itself, and the floor gives the room its time back (CLK-9)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain import snapshot, views
from domain.events import ClockRebased, WindowRebased, Withdrawn
from domain.evolve import fold
from domain.rebase import MOST_MARKS
from domain.times import to_text
from tests.domain.floor import (
    Answer,
    Body,
    Evening,
    P,
    at,
    chair,
    evening,
    knock_out,
    level,
    opened,
    rest,
    until,
    with_break,
    with_level,
)

MINUTE = timedelta(minutes=1)
FOR_EVER = {"late_registration": None, "add_on_break": None}


def rebase(night: Evening, when: str | datetime, stopped: str | datetime) -> ClockRebased:
    """Have the clock set back, and return the event."""
    answer = night.must(when, "rebase_clock", stopped_at=to_text(at(stopped)))
    (event, *_) = answer.events
    assert isinstance(event, ClockRebased)
    return event


def refused(night: Evening, when: str | datetime, stopped: str | datetime) -> Answer:
    """Ask for a re-base that is refused and changes nothing, and return the answer."""
    night.wait(when)
    before = night.state
    answer = night.ask(when, "rebase_clock", stopped_at=to_text(at(stopped)))
    assert answer.refused is not None
    assert night.state == before
    return answer


# ------------------------------------------------------------ the clock


def test_clk_9_the_clock_has_what_the_level_had_when_the_room_stopped() -> None:
    """Stopped at 19:30 with ten minutes of level 2 to play; at 20:15 the clock shows level 4."""
    night = evening()
    night.wait("20:15")
    assert night.step == "level 4"
    event = rebase(night, "20:15", "19:30")
    assert (event.position_before, event.ends_at_before, event.remaining_before) == (4, at("20:30"), 15 * MINUTE)
    assert (event.position, event.ends_at, event.remaining) == (1, at("20:25"), None)
    assert (night.step, night.ends_at, night.status()) == ("level 2", at("20:25"), "running")
    night.wait("20:36")
    assert (night.step, night.ends_at) == ("level 3", at("20:55"))


def test_clk_9_a_clock_that_stands_now_stands_with_what_was_left_then() -> None:
    night = evening()
    night.must("20:10", "pause")
    event = rebase(night, "20:15", "19:30")
    assert (event.ends_at, event.remaining) == (None, 10 * MINUTE)
    assert (night.step, night.status(), night.remaining) == ("level 2", "paused", 10 * MINUTE)
    night.must("20:30", "resume")
    assert night.ends_at == at("20:40")


def test_clk_9_a_clock_that_stood_then_and_runs_now_runs_on_with_what_was_left() -> None:
    night = evening()
    night.must("19:25", "pause")
    night.must("19:45", "resume")
    rebase(night, "20:15", "19:35")
    assert (night.step, night.ends_at) == ("level 2", at("20:30"))


def test_clk_9_a_step_that_began_at_that_instant_has_its_full_time() -> None:
    night = evening()
    rebase(night, "20:15", "19:20")
    assert (night.step, night.ends_at) == ("level 2", at("20:35"))


def test_clk_9_what_the_floor_did_to_the_clock_since_is_undone_too() -> None:
    night = evening()
    night.must("19:10", "override_blinds", step="level 1", small_blind=150, big_blind=300)
    night.must("19:16", "next_level", step="level 1")
    night.must("19:17", "override_blinds", step="level 2", small_blind=1, big_blind=2)
    night.must("19:18", "add_time", step="level 2", seconds=600)
    rebase(night, "19:19", "19:15")
    assert (night.step, night.ends_at, night.blinds) == ("level 1", at("19:24"), (150, 300))


def test_clk_9_a_last_level_whose_time_was_up_is_in_overtime_again() -> None:
    night = evening()
    night.wait("21:30")
    event = rebase(night, "21:30", "21:10")
    assert (event.expired, event.ends_at, event.remaining) == (True, None, None)
    assert night.clock["overtime"] is True


def test_clk_9_levels_appended_since_are_kept_and_follow() -> None:
    night = evening()
    night.wait("21:10")
    night.must("21:20", "append_levels", items=[level(2000, 4000)])
    night.wait("21:30")
    rebase(night, "21:30", "21:10")
    assert (night.step, night.ends_at) == ("level 6", at("21:50"))


def test_clk_9_a_break_that_ends_by_the_wall_clock_does_not_move() -> None:
    items = [level(100, 200), rest(None, until="19:50"), level(300, 600)]
    running, over = evening(items=items), evening(items=items)
    rebase(running, "19:45", "19:30")
    assert (running.step, running.ends_at) == ("break 1", at("19:50"))
    rebase(over, "20:00", "19:30")
    assert (over.step, over.ends_at) == ("level 2", at("20:20"))


def test_clk_9_a_step_without_an_end_has_none_again() -> None:
    night = evening(items=[level(100, 200, None), level(300, 600)], windows=FOR_EVER)
    night.must("19:20", "next_level", step="level 1")
    rebase(night, "19:30", "19:10")
    assert (night.step, night.ends_at, night.remaining) == ("level 1", None, None)


def test_clk_9_a_clock_that_has_not_run_since_stays_as_it_is() -> None:
    night = evening()
    night.must("19:10", "pause")
    assert night.must("19:30", "rebase_clock", stopped_at=to_text(at("19:12"))).note == "the clock has not run since"
    night.must("19:31", "resume")
    assert night.must("19:32", "rebase_clock", stopped_at=to_text(at("19:32"))).kinds == []


# ------------------------------------------------------------ windows and registrations


def test_clk_9_a_window_that_ends_with_a_level_opens_again_and_the_dropped_hold_again() -> None:
    night = evening(9, present=8, windows={"late_registration": with_level(2)})
    night.wait("20:15")
    assert night.row(P[9])["status"] == "dropped"
    event = rebase(night, "20:15", "19:30")
    opened = at("19:00"), None
    assert event.windows == (
        WindowRebased(window="late_registration", before=((at("19:00"), at("19:40")),), now=(opened,)),
        WindowRebased(window="re_entry", before=((at("19:00"), at("19:40")),), now=(opened,)),
        WindowRebased(window="add_on", before=((at("19:40"), None),), now=()),
    )
    assert event.registrations == (9,)
    assert (night.row(P[9])["status"], night.head["registered"]) == ("registered", 1)
    assert night.head["windows"]["late_registration"] == {
        "offered": True, "open": True, "closes_at": to_text(at("20:25")),
    }  # fmt: skip
    night.must("20:20", "check_in", player=P[9])
    night.must("20:24:59.999", "register", player=P[20])
    assert night.ask("20:25", "register", player=P[21]).refused == "late_registration_closed"


def test_clk_9_an_end_that_is_an_instant_does_not_move() -> None:
    night = evening(9, present=8)
    night.wait("20:15")
    event = rebase(night, "20:15", "19:30")
    assert [window.window for window in event.windows] == ["add_on"]
    assert event.registrations == ()
    assert night.row(P[9])["status"] == "dropped"
    assert night.ask("20:16", "check_in", player=P[9]).rejection.data["closed_at"] == to_text(at("20:00"))
    # accepted in time and delivered late it is let in, as without the outage
    assert night.ask("19:59:59", "check_in", delivered="20:17", player=P[9]).refused is None


def test_clk_9_an_add_on_whose_break_has_not_come_is_shut_again() -> None:
    night = evening()
    night.wait("19:45")
    assert night.head["windows"]["add_on"]["open"] is True
    rebase(night, "19:45", "19:30")
    assert night.ask("19:46", "add_on", player=P[1]).refused == "add_on_closed"
    night.must("19:56", "add_on", player=P[1])


def test_clk_9_a_break_that_ends_a_window_is_waited_for_again() -> None:
    night = evening(windows={"late_registration": with_break(1)})
    night.wait("20:15")
    rebase(night, "20:15", "19:45")
    night.must("20:19:59", "register", player=P[20])
    assert night.ask("20:20", "register", player=P[21]).refused == "late_registration_closed"


def test_clk_9_a_registration_made_since_stays_and_so_does_one_that_the_floor_dropped() -> None:
    night = evening(9, present=7, windows={"late_registration": with_level(2)})
    night.must("19:32", "process_no_show", player=P[8])
    night.must("19:35", "register", role="player", actor=P[20], player=P[20])
    event = rebase(night, "20:15", "19:30")
    assert event.registrations == (9, 10)
    assert [night.row(P[n])["status"] for n in (8, 9, 20)] == ["dropped", "registered", "registered"]


def test_clk_9_who_has_registered_anew_does_not_get_the_dropped_one_back() -> None:
    """The close of level 2 dropped him; the floor took the level back, and he registered again."""
    night = evening(9, present=8, windows={"late_registration": with_level(2)})
    night.wait("19:45")
    night.must("19:46", "previous_level", step="break 1")
    night.must("19:47", "register", role="player", actor=P[9], player=P[9])
    assert rebase(night, "19:50", "19:35").registrations == ()
    assert night.head["registered"] == 1


def test_clk_9_play_that_ended_with_a_level_goes_on() -> None:
    night = evening(end={"kind": "level", "level": 2}, windows={"late_registration": with_level(1)})
    night.wait("20:00")
    assert night.ended() == ("level", at("19:40"))
    assert rebase(night, "20:00", "19:30").play_goes_on is True
    assert night.ended() == ("", None)
    knock_out(night, "20:05", P[1], P[2])
    night.wait("20:10")
    assert night.ended() == ("level", at("20:10"))


def test_clk_9_play_that_ended_by_the_time_of_day_has_ended() -> None:
    night = evening(end={"kind": "time", "at": to_text(at("20:00"))})
    night.wait("20:15")
    assert rebase(night, "20:15", "19:30").play_goes_on is False
    assert night.ended() == ("time", at("20:00"))


# ------------------------------------------------------------ the absent


def house(players: int = 9, present: int = 7, **more: Any) -> Evening:
    """Return an evening whose last players are absent, with orbits of 15 minutes."""
    given: dict[str, Any] = {"no_show": "absent", "orbit_minutes": 15, "windows": FOR_EVER} | more
    return evening(players, present=present, **given)


def stacks(night: Evening) -> dict[str, int | None]:
    """Return what each absent player has left."""
    return {night.state.entries[n].player: night.state.entries[n].absent_stack for n in sorted(night.state.absent)}


def test_clk_9_orbits_that_nobody_played_are_given_back_and_come_again() -> None:
    night = house()
    night.wait("20:15")
    assert stacks(night) == {P[8]: 7_300, P[9]: 7_300}
    event = rebase(night, "20:15", "19:20")
    assert event.charges == ((8, 2_400, 9_700), (9, 2_400, 9_700))
    assert (event.orbits, stacks(night)) == (1, {P[8]: 9_700, P[9]: 9_700})
    night.wait("20:25")
    assert stacks(night) == {P[8]: 9_100, P[9]: 9_100}


def test_clk_9_those_blinded_out_since_sit_again_with_what_they_had() -> None:
    night = house(starting_stack=1_000)
    night.wait("20:15")
    assert (night.head["left"], stacks(night)) == (7, {})
    event = rebase(night, "20:15", "19:20")
    assert event.knockouts == (1, 2)
    assert event.charges == ((8, 700, 700), (9, 700, 700))
    row = night.row(P[9])
    assert (row["status"], row["absent"], row["absent_stack"], row["knockout"]) == ("alive", True, 700, None)
    assert (night.head["left"], night.head["absent"], night.head["chips_in_play"]) == (9, 2, 9_000)
    assert night.seats()[(1, 1)] == P[1]
    assert night.state.knockouts[1].voided_at == at("20:15")


def test_clk_9_those_whom_the_profiles_level_took_out_are_in_the_field_again() -> None:
    night = evening(9, present=7, profile="tda-2024-v1", orbit_minutes=15, windows={"late_registration": with_level(4)})
    seats = {n: night.current(P[n]).chair for n in (8, 9)}
    night.wait("19:55")
    assert night.head["entries"] == 7
    event = rebase(night, "20:15", "19:20")
    assert event.withdrawn == tuple(
        Withdrawn(entry=n, chair=seats[n] or (0, 0), stack=9_100, chips=10_000, price=1_000) for n in (8, 9)
    )
    assert event.charges == ((8, 600, 9_700), (9, 600, 9_700))
    head = night.head
    assert (head["entries"], head["players"], head["left"], head["chips_in_play"]) == (9, 9, 9, 90_000)
    row = night.row(P[9])
    assert (row["status"], row["absent_stack"], row["owed"], row["chips_issued"]) == ("alive", 9_700, 1_000, 10_000)
    assert {n: night.current(P[n]).chair for n in (8, 9)} == seats
    night.must("20:16", "check_in", player=P[9])
    night.wait("20:55")
    assert (night.row(P[8])["status"], night.row(P[9])["status"]) == ("dropped", "alive")


def test_clk_9_the_wait_for_the_absent_is_as_long_again() -> None:
    night = house(absent_minutes=35)
    night.wait("20:00")
    assert night.head["left"] == 7
    event = rebase(night, "20:00", "19:20")
    assert (event.absence_over, event.knockouts, night.head["left"]) == (False, (1, 2), 9)
    # twenty of the thirty-five minutes had been played
    night.wait("20:14:59")
    assert night.head["left"] == 9
    night.wait("20:15")
    assert night.head["left"] == 7


def test_clk_9_who_has_come_meanwhile_gets_the_chips_from_the_floor() -> None:
    night = house()
    night.must("19:50", "check_in", player=P[9])
    event = rebase(night, "20:15", "19:20")
    assert event.charges == ((8, 2_400, 9_700), (9, 600, None))
    assert stacks(night) == {P[8]: 9_700}


def test_clk_9_what_was_charged_before_a_count_is_not_given_back() -> None:
    """The count of 19:40 is what was there; the orbits of 19:55 and 20:10 were never played."""
    night = house()
    night.must("19:40", "count_stack", player=P[9], stack=9_650)
    event = rebase(night, "20:15", "19:20")
    assert event.charges == ((8, 2_400, 9_700), (9, 1_800, 9_650))


def test_clk_9_the_rows_of_all_whom_it_touches_are_written() -> None:
    night = house(starting_stack=1_000)
    night.wait("20:15")
    rebase(night, "20:15", "19:20")
    rows = views.rows(night.state, night.record[-1:])
    assert (set(rows.entries), set(rows.tables)) == ({8, 9}, {1})
    assert rows.head == views.head(night.state)


# ------------------------------------------------------------ who was waited for, and who waited


def test_clk_9_a_bust_player_has_the_rest_of_his_time_to_decide() -> None:
    """Out at 19:29:30, stopped at 19:30 with half a minute to go; the clock completed the bust at 19:30:30."""
    night = evening(profile="sport-poker-v2", windows={"late_registration": with_level(2)})
    seat = night.seat(P[9])
    knock_out(night, "19:29:30", P[9], P[1])
    night.wait("20:15")
    assert (night.row(P[9])["status"], night.head["left"]) == ("out", 8)
    event = rebase(night, "20:15", "19:30")
    assert event.pending == ((1, at("20:15:30")),)
    assert (night.row(P[9])["status"], night.head["left"], night.seat(P[9])) == ("pending", 9, seat)
    night.must("20:15:29", "rebuy", player=P[9])
    assert (night.row(P[9])["status"], night.head["left"]) == ("alive", 9)


def test_clk_9_a_bust_whose_player_cannot_come_back_any_more_stays_complete() -> None:
    """Late registration ended at 20:00, an instant that does not move."""
    night = evening(profile="sport-poker-v2")
    knock_out(night, "19:29:30", P[9], P[1])
    assert rebase(night, "20:15", "19:30").pending == ()
    assert night.row(P[9])["status"] == "out"


def test_clk_9_a_bust_about_which_nobody_decides_is_completed_after_the_rest() -> None:
    night = evening(profile="sport-poker-v2")
    knock_out(night, "19:29:30", P[9], P[1])
    rebase(night, "19:30:20", "19:30")
    night.wait("19:30:49.999")
    assert night.row(P[9])["status"] == "pending"
    night.wait("19:30:50")
    assert (night.row(P[9])["status"], night.head["left"]) == ("out", 8)


def test_clk_9_who_had_said_that_he_goes_stays_out() -> None:
    night = evening(profile="sport-poker-v2")
    knock_out(night, "19:29:30", P[9], P[1])
    night.must("19:30:10", "decline_rebuy", player=P[9])
    assert rebase(night, "20:15", "19:30").pending == ()
    assert night.row(P[9])["status"] == "out"


def full_house(**more: Any) -> Evening:
    """Return an evening of nine, with room for nine and players 20 and 21 on the list; player 9 has not come."""
    night = evening(9, present=8, player_cap=9, waiting_hold_minutes=10, **more)
    for n in (20, 21):
        night.must("19:10", "register", role="player", actor=P[n], player=P[n])
    return night


def test_clk_9_a_place_that_is_kept_is_kept_for_the_rest_of_its_time() -> None:
    night = full_house(windows={"late_registration": with_level(4)})
    night.must("19:25", "unregister", player=P[9])
    assert night.current(P[20]).held_until == at("19:35")
    night.wait("20:05")
    assert [night.row(P[n])["status"] for n in (20, 21)] == ["dropped", "dropped"]
    event = rebase(night, "20:15", "19:30")
    assert [(n, until) for n, _, until in event.kept] == [(10, at("20:20")), (11, at("20:25"))]
    assert [night.row(P[n])["status"] for n in (20, 21)] == ["registered", "registered"]
    night.must("20:19:59", "check_in", player=P[20])
    night.wait("20:24:59")
    assert night.row(P[21])["status"] == "registered"
    night.wait("20:25")
    assert night.row(P[21])["status"] == "dropped"


def test_clk_9_a_list_that_closed_with_late_registration_is_open_again_in_its_order() -> None:
    night = full_house(windows={"late_registration": with_level(2)})
    night.must("19:15", "check_in", player=P[9])
    night.wait("20:15")
    assert [night.row(P[n])["status"] for n in (20, 21)] == ["unregistered", "unregistered"]
    event = rebase(night, "20:15", "19:30")
    assert event.waiting == (10, 11)
    assert [night.row(P[n])["waiting_position"] for n in (20, 21)] == [1, 2]
    night.must("20:16", "void_entry", player=P[9], reason="mistake")
    assert [night.row(P[n])["status"] for n in (20, 21)] == ["registered", "waiting"]


def test_clk_9_the_rows_of_the_list_are_written() -> None:
    night = full_house(windows={"late_registration": with_level(2)})
    night.must("19:15", "check_in", player=P[9])
    night.wait("20:15")
    rebase(night, "20:15", "19:30")
    assert set(views.rows(night.state, night.record[-1:]).entries) == {10, 11}


# ------------------------------------------------------------ what is in the way


def _again(night: Evening) -> None:
    knock_out(night, "19:25", P[9], P[1])
    night.must("19:35", "re_enter", player=P[9])


def _void(night: Evening) -> None:
    knock_out(night, "19:25", P[9], P[1])
    night.must("19:35", "void_knockout", knockout=1)


def _undo(night: Evening) -> None:
    night.must("19:25", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-1"))
    night.must("19:35", "undo_move")


IN_THE_WAY: dict[str, tuple[str, Body] | Any] = {
    "player_seated": ("register", {"player": P[20]}),
    "re_entered": _again,
    "rebought": ("rebuy", {"player": P[1]}),
    "add_on_taken": ("add_on", {"player": P[1]}),
    "entry_voided": ("void_entry", {"player": P[1], "reason": "mistake"}),
    "player_moved": ("move_player", {"player": P[1], "leaving": chair("1-1"), "to": chair("2-1")}),
    "move_undone": _undo,
    "seats_swapped": ("swap_seats", {"player": P[1], "other": P[2]}),
    "busted": ("record_knockout", {"player": P[1], "killers": [P[2]]}),
    "knockout_voided": _void,
}


@pytest.mark.parametrize("kind", list(IN_THE_WAY))
def test_clk_9_an_entry_a_purchase_a_bust_or_a_move_since_is_in_the_way_and_named(kind: str) -> None:
    night = evening(windows={"add_on_break": None})
    what = IN_THE_WAY[kind]
    if callable(what):
        what(night)
    else:
        night.must("19:35", what[0], **what[1])
    answer = refused(night, "20:15", "19:30")
    event = next(recorded for recorded in night.record if recorded.event.kind == kind)
    assert (answer.rejection.rule, answer.refused) == ("CLK-9", "played_since")
    assert answer.rejection.data == {"event": event.seq, "kind": kind, "at": to_text(at("19:35"))}
    assert kind in answer.rejection.reason
    # from that event on the room may have stopped
    assert rebase(night, "20:15", "19:35").ends_at == at("20:20")


def test_clk_9_the_first_draw_is_in_the_way_as_everybody_sat_down_then() -> None:
    night = opened(9)
    for n in range(1, 10):
        night.must("18:30", "check_in", player=P[n])
    night.prompt = False
    night.wait("19:10")
    assert night.fetch()
    night.lot_comes(at("19:10"))
    assert refused(night, "19:30", "19:05").rejection.data["kind"] == "field_seated"
    assert rebase(night, "19:30", "19:10").ends_at == at("19:40")


@pytest.mark.parametrize("ask", ["pause", "resume", "unregister", "register", "check_in", "process_no_show"])
def test_clk_9_what_is_no_play_is_not_in_the_way(ask: str) -> None:
    night = evening(9, present=8, no_show="absent" if ask == "check_in" else None)
    body = {} if ask in {"pause", "resume"} else {"player": P[20] if ask == "register" else P[9]}
    who: dict[str, Any] = {"role": "player", "actor": P[20]} if ask == "register" else {}
    night.must("19:35", ask, **who, **body)
    rebase(night, "19:50", "19:30")
    assert night.step == "level 2"


def test_clk_9_an_instant_to_come_is_refused() -> None:
    answer = refused(evening(), "19:30", "19:30:01")
    assert (answer.rejection.rule, answer.refused) == ("CLK-9", "in_the_future")


def test_clk_9_an_instant_before_the_start_is_refused() -> None:
    answer = refused(evening(), "19:30", "18:59:59")
    assert (answer.refused, answer.rejection.data["started_at"]) == ("before_the_start", to_text(at("19:00")))


def test_clk_9_after_the_end_of_play_there_is_no_time_to_give_back() -> None:
    night = evening(2, windows=FOR_EVER)
    knock_out(night, "19:30", P[1], P[2])
    assert refused(night, "19:32", "19:31").refused == "play_ended"


def test_clk_9_a_second_time_it_goes_back_to_the_first_at_most() -> None:
    night = evening()
    rebase(night, "20:15", "19:30")
    answer = refused(night, "20:30", "19:25")
    assert (answer.refused, answer.rejection.data["kind"]) == ("played_since", "clock_rebased")
    rebase(night, "20:45", "20:20")
    assert (night.step, night.ends_at) == ("level 2", at("20:50"))


def test_clk_9_the_clocks_changes_are_kept_up_to_a_number() -> None:
    night = evening(windows=FOR_EVER)
    for n in range(MOST_MARKS):
        when = at("19:01") + n * timedelta(seconds=1)
        night.must(when, "set_remaining", step="level 1", seconds=1_000 + n)
    assert len(night.state.trail) == MOST_MARKS
    answer = refused(night, "19:10", "19:00:30")
    assert (answer.refused, answer.rejection.data) == ("too_long_ago", {"changes": MOST_MARKS})
    rebase(night, "19:11", "19:01:00")
    assert night.ends_at == at("19:11") + timedelta(seconds=1_000)


# ------------------------------------------------------------ the law


TAPS = st.lists(
    st.tuples(
        st.integers(0, 1_500),
        st.sampled_from(
            [
                "wait",
                "pause",
                "resume",
                "hold_for_review",
                "release_review",
                "next_level",
                "previous_level",
                "add_time",
                "override",
                "arrive",
            ]
        ),
    ),
    max_size=6,
)


def tap(night: Evening, when: datetime, what: str) -> None:
    """Do something to the clock, if the clock lets it."""
    night.wait(when)
    if what in {"pause", "resume", "hold_for_review", "release_review"}:
        night.ask(when, what)
    elif what in {"next_level", "previous_level"}:
        night.ask(when, what, step=night.step)
    elif what == "add_time":
        night.ask(when, what, step=night.step, seconds=-120)
    elif what == "override":
        night.ask(when, "override_blinds", step=night.step, small_blind=10, big_blind=20)
    elif what == "arrive":
        night.ask(when, "check_in", player=P[7])


def shown(night: Evening) -> Any:
    """Return all that is shown, but for the numbers that count events and busts, and since when the clock stands.

    A button that a bust has made unknown stays so: who was blinded out by the clock alone may have been so in a hand.
    """
    rows = views.all_rows(night.state)
    hidden = {"seq", "at", "bust", "busts", "knockout", "button", "button_source"}
    rows.head["clock"]["stops"] = sorted(each["reason"] for each in rows.head["clock"]["stops"])
    return [
        {key: value for key, value in row.items() if key not in hidden}
        for row in (rows.head, *rows.entries.values(), *rows.tables.values())
    ]


@settings(max_examples=60)
@given(
    before=TAPS,
    after=TAPS,
    lost=st.integers(1, 7_200),
    profile=st.sampled_from(["sport-poker-v2", "tda-2024-v1"]),
    wait=st.sampled_from([None, 44]),
    late=st.sampled_from([with_level(2), with_break(1), until("19:50"), with_level(4)]),
    end=st.sampled_from([{"kind": "last_player"}, {"kind": "level", "level": 3}]),
)
def test_clk_9_a_re_base_is_as_if_the_floor_had_paused_when_the_room_stopped(
    *,
    before: list[tuple[int, str]],
    after: list[tuple[int, str]],
    lost: int,
    profile: str,
    wait: int | None,
    late: Body,
    end: Body,
) -> None:
    """One evening is paused at the instant, the other goes on, is meddled with and set back; then they agree."""
    given: dict[str, Any] = {
        "profile": profile,
        "no_show": "absent",
        "orbit_minutes": 11,
        "absent_minutes": wait,
        "starting_stack": 2_500,
        "end": end,
        "windows": {"late_registration": late},
        "items": [level(100, 200), level(200, 400), rest(10), level(300, 600), level(500, 1000)],
    }
    paused, rebased = evening(9, present=6, **given), evening(9, present=6, **given)
    now = at("19:00")
    for seconds, what in before:
        now += timedelta(seconds=seconds)
        tap(paused, now, what)
        tap(rebased, now, what)
    stopped = now + timedelta(seconds=lost % 600)
    paused.wait(stopped)
    assume(paused.state.ended_at is None)
    paused.ask(stopped, "pause")
    now = stopped + timedelta(seconds=1)
    for seconds, what in after:
        if what == "arrive":
            continue
        now += timedelta(seconds=seconds)
        tap(rebased, now, what)
    now += timedelta(seconds=lost)
    paused.wait(now)
    rebased.wait(now)
    assume(rebased.state.running)
    rebased.must(now, "rebase_clock", stopped_at=to_text(stopped))
    held = {each["reason"] for each in rebased.clock["stops"]}
    paused.must(now, "hold_for_review" if "review" in held else "release_review")
    if "pause" not in held:
        paused.must(now, "resume")
    for later in range(6):
        paused.wait(now + later * 13 * MINUTE)
        rebased.wait(now + later * 13 * MINUTE)
        assert shown(rebased) == shown(paused)
    assert fold(rebased.record) == rebased.state
    assert snapshot.load(snapshot.dump(rebased.state)) == rebased.state
