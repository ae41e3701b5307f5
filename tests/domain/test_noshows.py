"""Players who do not come (NOSH-1, NOSH-3)."""

import pytest

from domain.events import RegistrationsDropped
from tests.domain.floor import P, evening, opened, until, with_level


def test_nosh_1_a_registration_holds_its_place_until_late_registration_closes() -> None:
    """Nothing at 19:30, one drop at 20:00, nothing after (B-035)."""
    night = evening(9, present=8, player_cap=9)
    night.wait("19:59:59.999")
    assert night.row(P[9])["status"] == "registered"
    assert night.must("19:59:59.999", "register", player=P[20]).kinds == ["player_waitlisted"]
    night.must("19:59:59.999", "unregister", player=P[20])
    night.wait("21:30")
    drops = [recorded for recorded in night.record if isinstance(recorded.event, RegistrationsDropped)]
    assert [(drop.at.strftime("%H:%M:%S"), drop.cause, drop.event) for drop in drops] == [
        ("20:00:00", "clock", RegistrationsDropped(entries=(9,)))
    ]
    assert (night.row(P[9])["status"], night.head["registered"], night.head["entries"]) == ("dropped", 0, 8)


def test_nosh_1_who_checks_in_before_the_close_has_a_full_stack_and_keeps_it() -> None:
    night = evening(9, present=8)
    night.must("19:58", "check_in", player=P[9])
    night.wait("20:10")
    row = night.row(P[9])
    assert (row["status"], row["chips_issued"], row["seat"] is not None) == ("alive", 10_000, True)


def test_nosh_1_without_late_registration_a_no_show_is_dropped_with_the_draw() -> None:
    night = evening(9, present=8, windows={"late_registration": None})
    assert night.told("19:00", "19:00")[-2:] == [
        ("19:00:00", "registrations_dropped"),
        ("19:00:00", "buttons_drawn"),
    ]


def test_nosh_1_a_drop_waits_for_the_pause_where_the_window_does() -> None:
    night = evening(9, present=8, windows={"late_registration": with_level(1)})
    night.must("19:10", "pause")
    night.wait("20:30")
    assert night.row(P[9])["status"] == "registered"
    night.must("20:30", "resume")
    night.wait("20:40")
    assert night.row(P[9])["status"] == "dropped"


def test_nosh_1_a_window_at_an_instant_drops_in_a_pause_too() -> None:
    night = evening(9, present=8, windows={"late_registration": until("19:30")})
    night.must("19:10", "pause")
    night.wait("19:30")
    assert night.row(P[9])["status"] == "dropped"


def test_nosh_1_in_absent_mode_nobody_seated_is_dropped() -> None:
    night = evening(9, present=8, no_show="absent")
    night.must("19:10", "register", role="player", actor=P[20], player=P[20])
    night.wait("20:00")
    assert (night.row(P[9])["status"], night.row(P[20])["status"]) == ("alive", "dropped")


def test_nosh_3_the_floors_drop_is_the_same_event() -> None:
    night = evening(9, present=8)
    answer = night.must("19:30", "process_no_show", player=P[9])
    assert answer.events == (RegistrationsDropped(entries=(9,)),)
    assert night.record[-1].actor == "floor-1"
    night.wait("20:10")
    drops = [recorded for recorded in night.record if isinstance(recorded.event, RegistrationsDropped)]
    assert len(drops) == 1


def test_nosh_3_it_may_be_done_before_the_start() -> None:
    night = opened(3)
    night.must("18:30", "process_no_show", player=P[3])
    assert night.head["registered"] == 2
    assert night.must("18:31", "check_in", player=P[3]).kinds == ["registration_restored", "player_checked_in"]
    assert night.head["registered"] == 3


def test_nosh_3_who_was_dropped_may_register_again() -> None:
    night = opened(3)
    night.must("18:30", "process_no_show", player=P[3])
    night.must("18:31", "register", player=P[3])
    assert (night.row(P[3])["entry"], night.row(P[3])["status"]) == (4, "registered")
    assert night.ask("18:32", "restore_registration", player=P[3]).refused == "not_dropped"


def test_nosh_3_a_place_given_away_before_the_start_is_gone() -> None:
    night = opened(3, player_cap=3)
    night.must("18:30", "process_no_show", player=P[3])
    night.must("18:31", "register", player=P[4])
    assert night.ask("18:32", "check_in", player=P[3]).refused == "full"
    assert night.ask("18:32", "restore_registration", player=P[3]).refused == "full"


@pytest.mark.parametrize("player", [P[1], P[9], P[50]])
def test_nosh_3_only_a_registered_player_who_has_not_come_is_dropped(player: str) -> None:
    night = evening(9, present=8)
    night.must("19:10", "check_in", player=P[9])
    assert night.ask("19:11", "process_no_show", player=player).refused == "no_no_show"
