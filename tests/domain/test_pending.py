"""Bust, and still to decide (KO-5, WIN-2, WIN-6, LIFE-9)."""

from typing import Any

import pytest

from domain.views import table
from tests.domain.floor import Evening, P, chair, evening, knock_out, until

SPORT = "sport-poker-v2"
COUNTS = ("left", "pending_eliminations", "busts", "chips_in_play", "rebuys", "entries")


def night(players: int = 9, **changes: Any) -> Evening:
    """Return an evening in which who is bust has 60 seconds to decide; a rebuy and a re-entry cost the same."""
    return evening(players, **({"profile": SPORT} | changes))


def counts(of: Evening) -> tuple[int, ...]:
    return tuple(of.head[name] for name in COUNTS)


def test_ko_5_a_bust_is_recorded_at_once_and_its_seat_is_kept_for_a_minute() -> None:
    here = night()
    assert knock_out(here, "19:10", P[1], P[2]).kinds == ["busted"]
    row = here.row(P[1])
    assert (row["status"], row["bust"], row["table"], row["seat"]) == ("pending", 1, 1, 1)
    assert row["pending_until"] == "2026-11-29T19:11:00.000000Z"
    assert counts(here) == (9, 1, 1, 90_000, 0, 9)
    assert here.row(P[2])["credits"] == 1
    assert here.ask("19:10:30", "register", player=P[20], seat=chair("1-1")).refused == "seat_taken"
    here.wait("19:11")
    row = here.row(P[1])
    assert (row["status"], row["bust"], row["seat"], row["pending_until"]) == ("out", 1, None, None)
    assert counts(here) == (8, 0, 1, 90_000, 0, 9)
    assert here.told("19:10:01", "19:12") == [("19:11:00", "elimination_completed")]


def test_ko_5_he_goes_out_on_his_word() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    said = here.must("19:10:20", "decline_rebuy", role="player", actor=P[1], player=P[1])
    assert said.kinds == ["elimination_completed"]
    assert (here.row(P[1])["status"], here.head["left"]) == ("out", 8)
    again = here.must("19:10:21", "decline_rebuy", player=P[1])
    assert (again.events, again.note) == ((), f"{P[1]} is out already")
    assert here.told("19:10:21", "19:12") == []


def test_sec_1_nobody_gives_another_players_word() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    assert here.ask("19:10:20", "decline_rebuy", role="player", actor=P[2], player=P[1]).refused == "not_yourself"


@pytest.mark.parametrize(("player", "status"), [(P[2], "alive"), (P[90], "unknown")])
def test_ko_5_who_is_not_bust_has_nothing_to_decide(player: str, status: str) -> None:
    answer = night().ask("19:10", "decline_rebuy", player=player)
    assert (answer.refused, answer.rejection.data) == ("not_pending", {"status": status})


@pytest.mark.parametrize(("bounty_part", "credit"), [(False, 0), (True, 1)])
def test_ko_5_a_rebuy_keeps_entry_and_seat_and_leaves_the_number_unused(bounty_part: bool, credit: int) -> None:
    here = night(rebuy_has_bounty=bounty_part)
    knock_out(here, "19:10", P[1], P[2])
    assert here.must("19:10:59.999", "rebuy", player=P[1]).kinds == ["rebought"]
    row = here.row(P[1])
    assert (row["entry"], row["status"], row["table"], row["seat"]) == (1, "alive", 1, 1)
    assert (row["bust"], row["knockout"], row["rebuys"], row["owed"], row["chips_issued"]) == (
        None,
        None,
        1,
        2_000,
        20_000,
    )
    assert counts(here) == (9, 0, 1, 100_000, 1, 9)
    assert here.row(P[2])["credits"] == credit
    assert here.told("19:11", "19:12") == []
    knock_out(here, "19:12", P[1], P[3])
    assert here.row(P[1])["bust"] == 2


def test_ko_5_a_rebuy_after_a_bust_needs_no_count_and_takes_none() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    assert here.ask("19:10:10", "rebuy", player=P[1], stack=500).refused == "no_stack"
    assert here.must("19:10:11", "rebuy", player=P[1], stack=0).kinds == ["rebought"]


def test_ko_5_a_re_entry_completes_the_bust_first() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    back = here.must("19:10:30", "re_enter", player=P[1])
    assert back.kinds == ["elimination_completed", "re_entered"]
    row = here.row(P[1])
    assert (row["entry"], row["status"], row["re_entry"]) == (10, "alive", True)
    assert counts(here) == (9, 0, 1, 100_000, 0, 10)
    assert here.row(P[2])["credits"] == 1
    assert here.ask("19:10:40", "rebuy", player=P[1], stack=0).refused is None, "that is the new entry's"


def test_ko_5_his_own_seat_may_be_drawn_for_his_re_entry() -> None:
    here = night(2, seats_per_table=2, tables=1)
    knock_out(here, "19:10", P[1], P[2])
    here.must("19:10:30", "re_enter", player=P[1])
    assert here.seat(P[1]) == (1, 1)


def test_ko_5_only_who_could_come_back_is_waited_for() -> None:
    shut = night(windows={"late_registration": until("19:20")})
    knock_out(shut, "19:20", P[1], P[2])
    assert shut.row(P[1])["status"] == "out"
    nothing = night(prices={"rebuy": None})
    knock_out(nothing, "19:10", P[1], P[2])
    assert nothing.row(P[1])["status"] == "out"


def test_ko_5_re_entries_used_up_leave_only_the_rebuy() -> None:
    for rebuy, status in ((1_000, "pending"), (None, "out")):
        here = night(prices={"rebuy": rebuy, "re_entry": 1_000}, re_entries=0)
        knock_out(here, "19:10", P[1], P[2])
        assert here.row(P[1])["status"] == status


@pytest.mark.parametrize("cause", ["disqualified", "left", "removed"])
def test_ko_5_who_has_gone_is_not_waited_for(cause: str) -> None:
    here = night()
    here.must("19:10", "record_knockout", player=P[1], cause=cause, stack=1_000)
    assert (here.row(P[1])["status"], here.head["left"]) == ("out", 8)


def test_ko_5_who_is_absent_is_not_waited_for() -> None:
    here = night(9, present=8, no_show="absent")
    here.must("19:10", "record_knockout", player=P[9], cause="blinded_out")
    assert here.row(P[9])["status"] == "out"
    here.must("19:10", "record_knockout", player=P[8], cause="blinded_out")
    assert here.row(P[8])["status"] == "pending"


def test_ko_5_once_nothing_can_be_bought_any_more_nobody_is_waited_for() -> None:
    here = night(windows={"late_registration": until("19:20")})
    knock_out(here, "19:19:30", P[1], P[2])
    here.wait("19:30")
    assert here.told("19:19:31", "19:30") == [
        ("19:20:00", "window_closed"),
        ("19:20:00", "window_closed"),
        ("19:20:00", "window_closed"),
        ("19:20:00", "elimination_completed"),
        ("19:20:00", "level_started"),
    ]


def test_ko_5_busts_of_one_hand_are_decided_one_by_one() -> None:
    here = night()
    busts = [{"player": P[n], "stack": n * 1_000} for n in (1, 2, 3)]
    here.must("19:10", "record_knockout_group", busts=busts)
    assert (here.head["left"], here.head["pending_eliminations"]) == (9, 3)
    here.must("19:10:10", "rebuy", player=P[2])
    here.must("19:10:20", "decline_rebuy", player=P[3])
    here.wait("19:11")
    assert [here.row(P[n])["status"] for n in (1, 2, 3)] == ["out", "alive", "out"]
    assert [here.row(P[n])["bust"] for n in (1, 2, 3)] == [1, None, 1]
    assert (here.head["left"], here.head["pending_eliminations"]) == (7, 0)


def test_ko_5_somebody_with_chips_must_have_won_the_hand() -> None:
    here = night(3)
    knock_out(here, "19:10", P[1], P[2])
    busts = [{"player": P[n], "stack": n * 1_000} for n in (2, 3)]
    assert here.ask("19:10:10", "record_knockout_group", busts=busts).refused == "nobody_left"


def test_ko_4_a_pending_bust_is_taken_back_in_its_seat() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    assert here.must("19:10:30", "void_knockout", knockout=1).kinds == ["knockout_voided"]
    assert (here.row(P[1])["status"], here.seat(P[1]), here.head["left"]) == ("alive", (1, 1), 9)
    assert here.row(P[2])["credits"] == 0
    assert here.told("19:10:31", "19:12") == []


def test_ko_4_a_knockout_before_a_rebuy_stands() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    here.must("19:10:30", "rebuy", player=P[1])
    answer = here.ask("19:10:40", "void_knockout", knockout=1)
    assert (answer.rejection.rule, answer.refused) == ("KO-4", "rebought")


def test_reg_7_an_entry_with_a_pending_bust_can_be_struck() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    here.must("19:10:30", "void_entry", player=P[1], reason="mistake")
    assert counts(here) == (8, 0, 1, 90_000, 0, 8)
    assert (1, 1) not in here.seats()
    assert here.told("19:10:31", "19:12") == []


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("record_knockout", {"player": P[1], "killers": [P[3]]}),
        ("add_on", {"player": P[1]}),
        ("move_player", {"player": P[1], "leaving": chair("1-1"), "to": chair("2-1")}),
        ("swap_seats", {"player": P[1], "other": P[3]}),
    ],
)
def test_ko_5_what_needs_chips_waits_for_the_decision(kind: str, body: dict[str, Any]) -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    answer = here.ask("19:10:30", kind, **body)
    assert (answer.refused, answer.rejection.data["status"]) == ("not_in_play", "pending")
    assert "has still to decide" in answer.rejection.reason


def test_ko_5_a_pending_player_is_a_killer_only_when_confirmed() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    assert here.ask("19:10:30", "record_knockout", player=P[3], killers=[P[1]]).refused == "killer_out"
    knock_out(here, "19:10:31", P[3], P[1], killer_out_confirmed=True)


def test_life_9_play_does_not_end_while_a_bust_is_pending() -> None:
    here = night(2, windows={"late_registration": until("19:20")})
    knock_out(here, "19:19:30", P[1], P[2])
    assert (here.head["left"], here.ended()) == (2, ("", None))
    assert here.ask("19:19:40", "finish").refused == "still_playing"
    here.wait("19:20")
    assert here.ended()[0] == "last_player"


def test_life_9_a_rebuy_within_the_minute_plays_on() -> None:
    """The re-entry stays open, the rebuy's minute does not outlast its own window."""
    here = night(2, windows={"late_registration": until("19:20")})
    knock_out(here, "19:19:30", P[1], P[2])
    here.must("19:19:50", "rebuy", player=P[1])
    here.wait("19:30")
    assert (here.head["left"], here.ended()) == (2, ("", None))


def test_life_9_a_finish_that_is_confirmed_completes_what_is_pending() -> None:
    here = night(3)
    knock_out(here, "19:10", P[1], P[3])
    knock_out(here, "19:10:10", P[2], P[3])
    done = here.must("19:10:20", "finish", confirm=True)
    assert done.kinds == [
        "play_ended",
        "elimination_completed",
        "elimination_completed",
        "results_recorded",
        "tournament_finished",
    ]
    assert here.places() == {P[3]: 1, P[2]: 2, P[1]: 3}
    assert here.head["left"] == 1


def test_life_9_survivors_of_a_finish_are_those_with_chips() -> None:
    here = night(3)
    knock_out(here, "19:10", P[1], P[3])
    answer = here.ask("19:10:20", "finish", confirm=True)
    assert (answer.refused, answer.rejection.data["missing"]) == ("count_needed", 2)
    here.must(
        "19:10:21", "finish", confirm=True, stacks=[{"player": P[2], "chips": 1}, {"player": P[3], "chips": 29_999}]
    )
    assert here.places() == {P[3]: 1, P[2]: 2, P[1]: 3}


@pytest.mark.parametrize("end", [{"kind": "level", "level": 1}, {"kind": "time", "at": "2026-11-29T19:20:00Z"}])
def test_life_9_the_end_of_play_leaves_nothing_to_decide(end: dict[str, Any]) -> None:
    here = night(end=end)
    knock_out(here, "19:19:30", P[1], P[2])
    here.wait("19:20")
    assert here.ended()[0] == end["kind"]
    assert (here.row(P[1])["status"], here.head["left"]) == ("out", 8)


def test_life_8_a_cancelled_tournament_waits_for_nobody() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    here.must("19:10:30", "cancel")
    assert [kind for _, kind in here.told("19:10:31")] == []


def test_win_6_a_rebuy_accepted_in_time_is_let_in_though_the_minute_is_over() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    here.wait("19:11:05")
    assert here.row(P[1])["status"] == "out"
    assert here.ask("19:11", "rebuy", delivered="19:11:05", player=P[1]).refused == "not_in_play"
    assert here.must("19:10:59.999", "rebuy", delivered="19:11:06", player=P[1]).kinds == ["rebought"]
    assert (here.row(P[1])["status"], here.seat(P[1]), here.head["left"]) == ("alive", (1, 1), 9)
    assert (here.row(P[1])["entry"], here.row(P[2])["credits"]) == (1, 0)


def test_win_6_his_seat_is_another_when_it_was_given_away_meanwhile() -> None:
    here = night(2, seats_per_table=2, tables=2)
    knock_out(here, "19:10", P[1], P[2])
    here.wait("19:11:01")
    here.must("19:11:02", "register", player=P[20])
    assert here.seat(P[20]) == (1, 1)
    assert here.must("19:10:59", "rebuy", delivered="19:11:03", player=P[1]).kinds == ["table_opened", "rebought"]
    seat = here.seat(P[1])
    assert seat is not None
    assert (seat[0], here.head["left"]) == (2, 3)


def test_win_6_a_rebuy_accepted_in_time_takes_back_the_end_of_play() -> None:
    """Late registration and the minute end together, and play with them; the rebuy was accepted before."""
    here = night(2, windows={"late_registration": until("19:20")})
    knock_out(here, "19:19:30", P[1], P[2])
    here.wait("19:20:03")
    assert here.ended()[0] == "last_player"
    here.must("19:19:59.500", "rebuy", delivered="19:20:03", player=P[1])
    assert (here.ended(), here.head["left"]) == (("", None), 2)


def test_ko_5_a_pause_gives_no_more_time_to_decide() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    here.must("19:10:10", "pause")
    here.wait("19:11")
    assert here.row(P[1])["status"] == "out"


def test_ko_5_the_seat_map_shows_who_has_still_to_decide() -> None:
    here = night()
    knock_out(here, "19:10", P[1], P[2])
    assert [seat["pending"] for seat in table(here.state, 1)["seats"]] == [True] + [False] * 8
