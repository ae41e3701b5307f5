"""Moves as promises: queued to a hand's end, called, arrived, overdue, dropped (SEAT-4, SEAT-11)."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from domain import events as e
from domain import move_list, promises, snapshot, views
from domain.evolve import fold
from domain.lines import in_order
from domain.moved import promised
from tests.domain import laws
from tests.domain.floor import Body, Evening, P, at, chair, evening, knock_out, with_level


def two_tables(**changes: Any) -> Evening:
    """Return ten players at two tables of five, where the floor alone moves players."""
    night = evening(10, sizes=[5, 5], **changes)
    night.wait("19:05")
    return night


def sent(**changes: Any) -> Evening:
    """Return the evening on which player 1 has been sent from 1-1 to 2-6, at ten past seven."""
    night = two_tables(**changes)
    night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"))
    return night


def queued(**changes: Any) -> Evening:
    """Return the evening on which that move waits for the end of the hand at table 1."""
    night = two_tables(**changes)
    night.must("19:09", "start_hand", table=1, role="dealer")
    answer = night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"))
    assert answer.kinds[0] == "move_queued"
    return night


def open_move(night: Evening, player: str) -> Body | None:
    """Return a player's open move as his phone shows it."""
    shown = night.row(player)["move"]
    return None if shown is None else {key: shown[key] for key in ("move", "status", "to", "due_at", "escalations")}


# --------------------------------------------------------------------------------------------- called and arrived


def test_seat_11_a_called_move_is_open_until_somebody_has_seen_him() -> None:
    night = sent()
    assert night.seat(P[1]) == (2, 6)
    assert open_move(night, P[1]) == {
        "move": 1,
        "status": "called",
        "to": {"table": 2, "seat": 6},
        "due_at": "2026-11-29T19:13:00.000000Z",
        "escalations": 0,
    }
    assert (night.head["open_moves"], night.head["overdue_moves"]) == (1, 0)
    answer = night.must("19:11", "confirm_arrival", player=P[1], role="dealer", actor="dealer-1")
    assert [(event.kind, event.evidence) for event in answer.events if isinstance(event, e.MoveArrived)] == [
        ("move_arrived", "table")
    ]
    assert night.seat(P[1]) == (2, 6)
    assert open_move(night, P[1]) is None
    night.wait("19:19")
    assert night.told("19:12", "19:19") == []
    laws.hold(night.state)


def test_seat_11_both_tables_show_who_comes_and_who_goes() -> None:
    night = sent()
    left, reached = views.table(night.state, 1), views.table(night.state, 2)
    assert [(move["player"], move["to"]) for move in left["leaving"]] == [(P[1], {"table": 2, "seat": 6})]
    assert [(move["player"], move["from"]) for move in reached["coming"]] == [(P[1], {"table": 1, "seat": 1})]
    assert (left["coming"], reached["leaving"]) == ([], [])
    night.must("19:11", "confirm_arrival", player=P[1])
    assert [views.table(night.state, n)[key] for n in (1, 2) for key in ("coming", "leaving")] == [[]] * 4


def test_seat_11_a_second_confirmation_changes_nothing_and_who_was_not_sent_cannot_arrive() -> None:
    night = sent()
    night.must("19:11", "confirm_arrival", player=P[1])
    again = night.must("19:11:10", "confirm_arrival", player=P[1])
    assert (again.events, again.note) == ((), f"{P[1]} is known to be at table 2, seat 6")
    assert night.ask("19:12", "confirm_arrival", player=P[2]).refused == "not_moving"
    assert night.ask("19:12", "confirm_arrival", player=P[99]).refused == "not_in_play"


def test_seat_11_one_open_move_a_player() -> None:
    night = sent()
    refusal = night.ask("19:11", "move_player", player=P[1], leaving=chair("2-6"), to=chair("1-9")).rejection
    assert (refusal.rule, refusal.code) == ("SEAT-11", "move_open")
    assert refusal.data == {"move": 1, "status": "called", "table": 2, "seat": 6}
    assert night.ask("19:11", "swap_seats", player=P[2], other=P[1]).refused == "move_open"
    assert night.ask("19:11", "swap_seats", player=P[1], other=P[2]).refused == "move_open"
    night.must("19:12", "confirm_arrival", player=P[1])
    night.must("19:12", "move_player", player=P[1], leaving=chair("2-6"), to=chair("1-9"))


def test_seat_11_nobody_is_waited_for_where_the_floor_says_he_sits_there() -> None:
    night = two_tables()
    answer = night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"), arrived=True)
    assert [event.due_at for event in answer.events if isinstance(event, e.PlayerMoved)] == [None]
    assert open_move(night, P[1]) is None
    assert night.current(P[1]).moved == 1


def test_seat_11_where_arrivals_are_not_watched_a_move_is_done_when_it_is_called() -> None:
    night = sent(arrival_seconds=None)
    assert (night.seat(P[1]), open_move(night, P[1])) == ((2, 6), None)
    night.must("19:11", "move_player", player=P[1], leaving=chair("2-6"), to=chair("1-9"))
    night.wait("19:19")
    assert night.told("19:11", "19:19") == [("19:11:00", "player_moved")]


# --------------------------------------------------------------------------------------------- overdue


def test_seat_11_who_is_not_seen_in_time_is_brought_before_the_floor_three_times() -> None:
    night = sent()
    night.wait("19:19:30")
    assert night.told("19:10:01", "19:19:30") == [
        ("19:13:00", "move_overdue"),
        ("19:16:00", "move_overdue"),
        ("19:19:00", "move_overdue"),
    ]
    shown = open_move(night, P[1])
    assert shown is not None
    assert (shown["status"], shown["escalations"]) == ("overdue", 3)
    assert (night.head["open_moves"], night.head["overdue_moves"]) == (1, 1)
    night.must("19:19:40", "confirm_arrival", player=P[1])
    assert (night.head["open_moves"], night.head["overdue_moves"]) == (0, 0)
    laws.hold(night.state)


def test_seat_11_of_whom_the_floor_was_told_three_times_nobody_is_waited_for_any_longer() -> None:
    """A house that confirms no arrivals can move its players again."""
    night = sent()
    night.wait("19:25")
    assert [line for line in night.told("19:19:01", "19:25") if line[1].startswith("move")] == [
        ("19:22:00", "move_dropped")
    ]
    assert (open_move(night, P[1]), night.seat(P[1]), night.current(P[1]).moved) == (None, (2, 6), 1)
    night.must("19:26", "move_player", player=P[1], leaving=chair("2-6"), to=chair("1-9"))
    laws.hold(night.state)


def test_seat_11_several_overdue_at_one_instant_are_one_event() -> None:
    night = two_tables()
    for number in (1, 2, 3):
        place = f"2-{number + 5}"
        night.must("19:10", "move_player", player=P[number], leaving=chair(f"1-{number}"), to=chair(place))
    night.must("19:10:05", "move_player", player=P[4], leaving=chair("1-4"), to=chair("2-9"))
    night.wait("19:14")
    late = [(recorded.at, recorded.event) for recorded in night.record if isinstance(recorded.event, e.MoveOverdue)]
    assert [(when, [move.player for move in event.moves]) for when, event in late] == [
        (at("19:13"), [P[1], P[2], P[3]]),
        (at("19:13:05"), [P[4]]),
    ]


def test_seat_11_the_setting_says_how_long_a_walk_may_take() -> None:
    night = sent(arrival_seconds=60)
    night.wait("19:12:30")
    assert night.told("19:10:01", "19:12:30") == [("19:11:00", "move_overdue"), ("19:12:00", "move_overdue")]


def test_seat_11_the_time_runs_on_in_a_pause_as_players_walk_all_the_same() -> None:
    night = two_tables()
    night.must("19:09", "pause")
    night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"))
    night.wait("19:13")
    assert night.told("19:10:01", "19:13") == [("19:13:00", "move_overdue")]


def test_seat_11_nobody_is_missed_in_a_break_and_has_his_time_again_when_it_is_over() -> None:
    """Level 2 ends at 19:40, and the break at 19:50."""
    night = two_tables()
    night.must("19:38", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"))
    night.must("19:45", "move_player", player=P[2], leaving=chair("1-2"), to=chair("2-7"))
    night.wait("19:52:59")
    assert [line for line in night.told("19:38", "19:52:59") if line[1] == "move_overdue"] == []
    night.wait("19:53")
    late = [recorded.event for recorded in night.record if isinstance(recorded.event, e.MoveOverdue)]
    assert [[move.player for move in event.moves] for event in late] == [[P[1], P[2]]]
    laws.nothing_is_overdue(night.state)


def test_seat_11_timers_are_due_in_the_order_of_the_calls() -> None:
    night = evening(40, sizes=[8] * 5)
    for number in range(1, 31):
        player = P[number]
        seated = night.seat(player)
        assert seated is not None
        to = next((t, s) for t in range(6, 12) for s in range(1, 10) if (t, s) not in night.seats())
        when = f"19:10:{number:02}"
        night.must(
            when, "move_player", player=player, leaving=chair("{}-{}".format(*seated)), to=chair(f"{to[0]}-{to[1]}")
        )
    night.wait("19:13:10")
    instants = [night.state.promises[night.state.expected.held[n]].due_at for n in in_order(night.state.expected)]
    assert len(instants) == 30
    assert all(one is not None and other is not None and one <= other for one, other in pairwise(instants))
    assert night.state.overdue == 10
    laws.hold(night.state)


# --------------------------------------------------------------------------------------------- who evidently plays


def test_seat_11_a_hand_that_he_is_dealt_at_his_new_table_shows_that_he_is_there() -> None:
    night = sent()
    answer = night.must("19:11", "start_hand", table=2, role="dealer")
    assert answer.kinds == ["hand_started", "move_arrived"]
    assert [event.evidence for event in answer.events if isinstance(event, e.MoveArrived)] == ["hand"]
    assert open_move(night, P[1]) is None


def test_seat_11_a_hand_in_progress_when_he_comes_does_not() -> None:
    night = two_tables()
    night.must("19:09", "start_hand", table=2, role="dealer")
    night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"))
    assert open_move(night, P[1]) is not None
    assert night.must("19:11", "end_hand", table=2, role="dealer").kinds == ["hand_ended"]
    assert open_move(night, P[1]) is not None


def test_seat_11_a_hand_at_the_table_he_left_does_not_either() -> None:
    night = sent()
    night.must("19:11", "start_hand", table=1, role="dealer")
    assert open_move(night, P[1]) is not None


def test_seat_11_who_takes_somebodys_last_chips_at_his_new_table_is_there() -> None:
    night = sent()
    answer = night.must("19:11", "record_knockout", player=P[6], killers=[P[1]], role="dealer")
    assert answer.kinds == ["move_arrived", "busted"]
    assert open_move(night, P[1]) is None
    night = sent()
    assert night.must("19:11", "record_knockout", player=P[2], killers=[P[1]]).kinds == ["busted"]
    assert open_move(night, P[1]) is not None


# --------------------------------------------------------------------------------------------- queued to a hand's end


def test_seat_4_the_move_of_a_player_in_a_hand_is_called_when_it_is_over() -> None:
    night = queued()
    assert (night.seat(P[1]), night.sizes()) == ((1, 1), {1: 5, 2: 5})
    shown = open_move(night, P[1])
    assert shown is not None
    assert (shown["status"], shown["due_at"]) == ("queued", None)
    assert night.ask("19:11", "confirm_arrival", player=P[1]).refused == "not_called_yet"
    answer = night.must("19:30", "end_hand", table=1, role="dealer")
    assert answer.kinds == ["hand_ended", "player_moved"]
    assert night.seat(P[1]) == (2, 6)
    assert open_move(night, P[1]) == {
        "move": 1,
        "status": "called",
        "to": {"table": 2, "seat": 6},
        "due_at": "2026-11-29T19:33:00.000000Z",
        "escalations": 0,
    }
    laws.hold(night.state)


def test_seat_4_who_is_not_dealt_in_moves_at_once_and_so_does_who_goes_to_a_table_in_a_hand() -> None:
    night = two_tables()
    night.must("19:09", "start_hand", table=2, role="dealer")
    night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-6"))
    assert night.seat(P[1]) == (2, 6)
    night.must("19:10:30", "confirm_arrival", player=P[1])
    night.must("19:11", "move_player", player=P[1], leaving=chair("2-6"), to=chair("1-9"))
    assert night.seat(P[1]) == (1, 9)


def test_seat_4_the_chair_of_a_queued_move_is_kept() -> None:
    night = queued()
    for kind, fields in {
        "move_player": {"player": P[6], "leaving": chair("2-1"), "to": chair("2-6")},
        "register": {"player": P[20], "seat": chair("2-6")},
    }.items():
        refusal = night.ask("19:11", kind, **fields).rejection
        assert (refusal.code, refusal.data) == ("seat_reserved", {"player": P[1]})
    assert [move["status"] for move in views.table(night.state, 2)["coming"]] == ["queued"]
    laws.hold(night.state)


def test_seat_4_nobody_draws_a_chair_that_is_kept() -> None:
    night = evening(5, sizes=[4, 1], seats_per_table=4, tables=2)
    night.must("19:09", "start_hand", table=1, role="dealer")
    for number in (1, 2):
        to = chair(f"2-{number + 2}")
        night.must("19:10", "move_player", player=P[number], leaving=chair(f"1-{number}"), to=to)
    night.must("19:11", "register", player=P[20])
    assert night.seat(P[20]) == (2, 2)
    waits = night.must("19:12", "register", player=P[21])
    assert waits.kinds == ["player_waitlisted"]
    night.must("19:13", "end_hand", table=1, role="dealer")
    assert (night.seat(P[1]), night.seat(P[2])) == ((2, 3), (2, 4))
    assert night.row(P[21])["status"] == "registered"
    laws.hold(night.state)


def test_seat_4_an_occupied_chair_is_not_free_though_its_player_is_about_to_leave_it() -> None:
    night = queued()
    assert night.ask("19:11", "move_player", player=P[6], leaving=chair("2-1"), to=chair("1-1")).refused == "seat_taken"


@pytest.mark.parametrize("profile", ["sport-poker-v1", "sport-poker-v2"])
def test_seat_11_a_queued_move_whose_player_busts_is_dropped_on_record(profile: str) -> None:
    """Also where he has a minute to decide whether he comes back (KO-5)."""
    night = queued(profile=profile)
    answer = night.must("19:11", "record_knockout", player=P[1], killers=[P[2]], role="dealer")
    assert answer.kinds[:2] == ["busted", "move_dropped"]
    dropped = answer.events[1]
    assert isinstance(dropped, e.MoveDropped)
    assert (dropped.why, [move.move for move in dropped.moves]) == ("gone", [1])
    assert night.state.reservations == 0
    night.must("19:12", "register", player=P[20], seat=chair("2-6"))
    assert "player_moved" not in night.must("19:13", "end_hand", table=1, role="dealer").kinds
    laws.hold(night.state)


def test_seat_11_who_busts_or_is_struck_is_waited_for_no_more() -> None:
    night = sent()
    assert night.must("19:11", "record_knockout", player=P[1], killers=[P[6]]).kinds == ["busted", "move_dropped"]
    assert not night.state.promises
    night = sent()
    assert night.must("19:11", "void_entry", player=P[1], reason="mistake").kinds == ["entry_voided", "move_dropped"]
    assert not night.state.promises
    night.wait("19:19")
    assert [line for line in night.told("19:12", "19:19") if line[1].startswith("move")] == []


def test_seat_11_a_voided_knockout_and_a_re_entry_begin_without_a_promise() -> None:
    night = sent(prices={"re_entry": 900}, windows={"re_entry": with_level(3)})
    knock_out(night, "19:11", P[1], P[6])
    night.must("19:11:30", "void_knockout", knockout=1)
    assert (night.seat(P[1]), open_move(night, P[1])) == ((2, 6), None)
    knock_out(night, "19:12", P[1], P[6])
    night.must("19:12:30", "re_enter", player=P[1])
    assert (open_move(night, P[1]), night.current(P[1]).moved) == (None, 0)


def test_seat_11_an_absent_player_who_is_taken_out_is_waited_for_no_more() -> None:
    night = evening(10, sizes=[5, 5], profile="tda-2024-v1", no_show="absent")
    night.must("19:10", "register", player=P[30])
    assert night.current(P[30]).absent is False
    night.must("19:11", "move_player", player=P[1], leaving=chair("1-1"), to=chair("1-9"))
    night.must("19:11", "finish", confirm=True, stacks=_stacks(night))
    assert not night.state.promises


def _stacks(night: Evening) -> list[Body]:
    alive = [entry for entry in night.state.entries.values() if entry.status == "alive"]
    return [{"player": entry.player, "chips": entry.number} for entry in sorted(alive, key=lambda entry: entry.number)]


@pytest.mark.parametrize("make", [sent, queued])
def test_seat_11_no_move_is_open_once_the_tournament_is_over(make: Callable[[], Evening]) -> None:
    night = make()
    closed = night.must("19:11", "finish", confirm=True, stacks=_stacks(night))
    assert "move_dropped" in closed.kinds
    assert (len(night.state.promises), night.state.reservations, len(night.state.expected)) == (0, 0, 0)
    assert (night.row(P[1])["move"], views.table(night.state, 1)["leaving"]) == (None, [])
    night = make()
    assert night.must("19:11", "cancel").kinds == ["move_dropped", "tournament_cancelled"]
    assert not night.state.promises


# --------------------------------------------------------------------------------------------- undo


def test_seat_4_a_queued_move_is_taken_back_before_it_is_called() -> None:
    night = queued()
    answer = night.must("19:11", "undo_move")
    assert [event.why for event in answer.events if isinstance(event, e.MoveDropped)] == ["taken_back"]
    assert (night.seat(P[1]), night.state.reservations, night.current(P[1]).moved) == ((1, 1), 0, 0)
    assert night.must("19:12", "end_hand", table=1, role="dealer").kinds == ["hand_ended"]
    assert night.must("19:13", "undo_move").note == "move 1 has been taken back already"


def test_seat_4_an_undo_waits_for_his_own_hand() -> None:
    night = sent()
    night.must("19:11", "start_hand", table=2, role="dealer")
    assert night.must("19:12", "undo_move").kinds == ["move_queued"]
    assert night.seat(P[1]) == (2, 6)
    assert night.must("19:12:10", "undo_move").note == "move 1 is taken back when the hand is over"
    taken = night.ask("19:12:20", "register", player=P[20], seat=chair("1-1")).rejection
    assert (taken.code, taken.data) == ("seat_reserved", {"player": P[1]})
    assert night.must("19:13", "end_hand", table=2, role="dealer").kinds == ["hand_ended", "move_undone"]
    assert (night.seat(P[1]), night.current(P[1]).moved) == ((1, 1), 0)
    assert open_move(night, P[1]) is not None, "he walks back"
    laws.hold(night.state)


def test_seat_4_who_had_arrived_is_waited_for_at_his_old_seat_and_who_had_not_is_called_back() -> None:
    night = sent()
    night.must("19:11", "undo_move")
    assert open_move(night, P[1]) is None
    night = sent()
    night.must("19:11", "confirm_arrival", player=P[1])
    night.must("19:12", "undo_move")
    shown = night.row(P[1])["move"]
    assert (shown["why"], shown["to"], night.seat(P[1])) == ("undo", {"table": 1, "seat": 1}, (1, 1))


def test_seat_12_each_players_moves_are_counted_but_for_those_taken_back() -> None:
    night = sent()
    assert night.row(P[1])["moved"] == 1
    night.must("19:11", "undo_move")
    assert night.row(P[1])["moved"] == 0
    night.must("19:12", "swap_seats", player=P[2], other=P[7])
    assert (night.row(P[2])["moved"], night.row(P[7])["moved"]) == (1, 1)
    assert night.must("19:12:10", "undo_move").kinds == ["seats_swapped"]
    assert (night.row(P[2])["moved"], night.row(P[7])["moved"]) == (0, 0)
    assert (night.seat(P[2]), night.seat(P[7])) == ((1, 2), (2, 2))


# --------------------------------------------------------------------------------------------- swaps


def test_seat_4_a_swap_waits_until_neither_is_in_a_hand() -> None:
    night = two_tables()
    night.must("19:09", "start_hand", table=1, role="dealer")
    night.must("19:09", "start_hand", table=2, role="dealer")
    answer = night.must("19:10", "swap_seats", player=P[7], other=P[2])
    assert answer.kinds == ["swap_queued"]
    assert night.must("19:11", "end_hand", table=1, role="dealer").kinds == ["hand_ended"]
    assert (night.seat(P[2]), night.seat(P[7])) == ((1, 2), (2, 2))
    assert night.must("19:12", "end_hand", table=2, role="dealer").kinds == ["hand_ended", "seats_swapped"]
    assert (night.seat(P[2]), night.seat(P[7])) == ((2, 2), (1, 2))
    assert night.head["open_moves"] == 2
    laws.hold(night.state)


@pytest.mark.parametrize("pair", [(P[2], P[20]), (P[20], P[2])])
def test_seat_4_a_swap_does_not_wait_for_a_hand_that_neither_plays(pair: tuple[str, str]) -> None:
    night = two_tables()
    night.must("19:08", "start_hand", table=2, role="dealer")
    night.must("19:09", "register", player=P[20], seat=chair("2-8"))
    night.must("19:09", "start_hand", table=1, role="dealer")
    assert night.must("19:10", "swap_seats", player=pair[0], other=pair[1]).kinds == ["swap_queued"]
    assert night.must("19:11", "end_hand", table=1, role="dealer").kinds == ["hand_ended", "seats_swapped"]
    assert (night.seat(P[2]), night.seat(P[20])) == ((2, 8), (1, 2))
    laws.hold(night.state)


def test_seat_4_a_queued_swap_falls_with_either_of_the_two() -> None:
    night = two_tables()
    night.must("19:09", "start_hand", table=1, role="dealer")
    night.must("19:10", "swap_seats", player=P[2], other=P[7])
    answer = night.must("19:11", "record_knockout", player=P[2], killers=[P[3]], role="dealer")
    assert answer.kinds == ["busted", "move_dropped", "move_dropped"]
    assert [event.why for event in answer.events if isinstance(event, e.MoveDropped)] == ["gone", "partner_gone"]
    assert not night.state.promises
    assert night.must("19:12", "end_hand", table=1, role="dealer").kinds == ["hand_ended"]


def test_seat_4_a_queued_swap_is_taken_back_as_one() -> None:
    night = two_tables()
    night.must("19:09", "start_hand", table=1, role="dealer")
    night.must("19:10", "swap_seats", player=P[2], other=P[7])
    answer = night.must("19:11", "undo_move")
    assert [len(event.moves) for event in answer.events if isinstance(event, e.MoveDropped)] == [2]
    assert not night.state.promises
    assert night.must("19:11:30", "undo_move").note == "move 1 has been taken back already"


def test_seat_4_two_at_one_table_swap_after_its_hand() -> None:
    night = two_tables()
    night.must("19:09", "start_hand", table=1, role="dealer")
    night.must("19:10", "swap_seats", player=P[1], other=P[2])
    night.must("19:11", "end_hand", table=1, role="dealer")
    assert (night.seat(P[1]), night.seat(P[2])) == ((1, 2), (1, 1))
    assert [move["player"] for move in views.table(night.state, 1)["coming"]] == [P[2], P[1]]


# --------------------------------------------------------------------------------------------- many at once


def test_seat_11_a_table_break_gives_everybody_his_promise_and_replaces_one_that_is_open() -> None:
    night = evening(18, sizes=[9, 3, 6])
    night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-4"))
    state = night.state
    moved = [
        (state.tables[2].seats[seat], (2, seat), to)
        for seat, to in zip(sorted(state.tables[2].seats), [(1, 1), (3, 7), (3, 8), (3, 9)], strict=True)
    ]
    when = at("19:11")
    after = promised(state, moved, "break", at=when, due_at=promises.due(state, when))
    assert {after.entries[entry].chair for entry, *_ in moved} == {(1, 1), (3, 7), (3, 8), (3, 9)}
    assert [(each.move, each.status, each.why) for _, each in sorted(after.promises.items())] == [
        (5, "called", "break"),
        (2, "called", "break"),
        (3, "called", "break"),
        (4, "called", "break"),
    ]
    assert [(each.promise.move, each.why) for each in after.lapsed] == [(1, "replaced")]
    assert [after.entries[entry].moved for entry, *_ in moved] == [1, 1, 1, 2]
    assert after.last_move is None
    assert not after.tables[2].seats
    assert sorted(after.tables[2].leaving) == sorted(entry for entry, *_ in moved)


def test_seat_11_who_keeps_his_chair_in_a_redraw_has_not_moved() -> None:
    night = two_tables()
    entry = night.current(P[1]).number
    after = promised(night.state, [(entry, (1, 1), (1, 1))], "redraw", at=at("19:11"), due_at=at("19:14"))
    assert (len(after.promises), after.entries[entry].moved, after.entries[entry].chair) == (0, 0, (1, 1))


def test_seat_11_a_queued_move_to_a_table_that_is_broken_falls() -> None:
    night = queued()
    gone = promises.table_gone(night.state, 2)
    assert [(each.promise.player, each.why) for each in gone.lapsed] == [(P[1], "table_broken")]
    assert (len(gone.promises), gone.reservations, gone.queued, gone.reserving) == (0, 0, 0, 0)


# --------------------------------------------------------------------------------------------- the list, the record


def test_seat_11_the_list_for_the_printer_has_a_line_for_each_move() -> None:
    night = queued()
    night.must("19:12", "move_player", player=P[6], leaving=chair("2-1"), to=chair("1-9"))
    night.must("19:14", "move_player", player=P[7], leaving=chair("2-2"), to=chair("1-8"))
    night.wait("19:15")
    rows = move_list.of(views.table(night.state, number) for number in (1, 2))
    assert [(move["player"], move["status"]) for move in rows] == [
        (P[6], "overdue"),
        (P[7], "called"),
        (P[1], "queued"),
    ]
    named = [{**rows[0], "name": "Six of Clubs"}, *rows[1:]]
    assert move_list.as_text("Sunday", "19:15", named) == (
        "Sunday\n"
        "19:15\n"
        "\n"
        "FROM              TO                PLAYER\n"
        "TABLE 2  SEAT 1   TABLE 1  SEAT 9   Six of Clubs   OVERDUE\n"
        "TABLE 2  SEAT 2   TABLE 1  SEAT 8   player-007     called\n"
        "TABLE 1  SEAT 1   TABLE 2  SEAT 6   player-001     after the hand\n"
    )
    assert move_list.as_text("Sunday", "19:15", []) == "Sunday\n19:15\n\nNobody is on the way.\n"


def test_seat_11_open_moves_survive_the_snapshot_and_the_fold() -> None:
    night = queued()
    night.must("19:12", "move_player", player=P[6], leaving=chair("2-1"), to=chair("1-9"))
    night.wait("19:16")
    assert snapshot.load(snapshot.dump(night.state)) == night.state
    assert fold([e.from_text(e.to_text(recorded)) for recorded in night.record]) == night.state
    laws.the_record_is_the_state(night.state, night.record)


def test_seat_11_the_rows_an_event_touches_are_those_that_change() -> None:
    night = queued()
    night.must("19:12", "record_knockout", player=P[1], killers=[P[2]], role="dealer")
    shown = views.all_rows(fold(night.record[:1]))
    tables, entries = dict(shown.tables), dict(shown.entries)
    for n in range(2, len(night.record) + 1):
        rows = views.rows(fold(night.record[:n]), night.record[n - 1 : n])
        tables |= rows.tables
        entries |= rows.entries
    whole = views.all_rows(night.state)
    assert (tables, entries) == (dict(whole.tables), dict(whole.entries))


def test_clk_9_a_move_bars_the_re_base_queued_or_called() -> None:
    for make in (sent, queued):
        night = make()
        night.wait("19:15")
        refusal = night.ask("19:15", "rebase_clock", stopped_at="2026-11-29T19:06:00Z").rejection
        assert refusal.code == "played_since"


# --------------------------------------------------------------------------------------------- locked


def test_seat_2_nobody_moves_a_player_who_is_locked_in_his_seat() -> None:
    night = sent()
    for player in (P[1], P[2]):
        night.must("19:11", "lock_seat", player=player)
    assert night.ask("19:12", "undo_move").refused == "locked"
    assert night.ask("19:12", "move_player", player=P[2], leaving=chair("1-2"), to=chair("2-7")).refused == "locked"
    assert night.ask("19:12", "swap_seats", player=P[3], other=P[2]).refused == "locked"
    night.must("19:13", "lock_seat", player=P[2], locked=False)
    night.must("19:13", "move_player", player=P[2], leaving=chair("1-2"), to=chair("2-7"))


def test_seat_2_who_is_locked_in_his_seat_before_his_hand_is_over_stays() -> None:
    night = queued()
    night.must("19:11", "swap_seats", player=P[2], other=P[7])
    for player in (P[1], P[2]):
        night.must("19:11", "lock_seat", player=player)
    answer = night.must("19:12", "end_hand", table=1, role="dealer")
    assert answer.kinds == ["hand_ended", "move_dropped", "move_dropped"]
    assert {event.why for event in answer.events if isinstance(event, e.MoveDropped)} == {"locked"}
    assert (night.seat(P[1]), night.seat(P[2]), night.state.reservations) == ((1, 1), (1, 2), 0)
    laws.hold(night.state)


# --------------------------------------------------------------------------------------------- an outage


def test_clk_9_a_move_that_was_overdue_or_given_up_in_an_outage_is_waited_for_again() -> None:
    night = sent()
    night.wait("19:30")
    assert open_move(night, P[1]) is None
    night.must("19:30", "rebase_clock", stopped_at="2026-11-29T19:11:00Z")
    assert open_move(night, P[1]) == {
        "move": 1,
        "status": "called",
        "to": {"table": 2, "seat": 6},
        "due_at": "2026-11-29T19:33:00.000000Z",
        "escalations": 0,
    }
    assert [move["player"] for move in views.table(night.state, 1)["leaving"]] == [P[1]]
    laws.hold(night.state)
    laws.the_record_is_the_state(night.state, night.record)


def test_clk_9_what_the_floor_was_told_of_before_an_outage_it_was_told_of() -> None:
    night = sent()
    night.wait("19:18")
    night.must("19:18", "rebase_clock", stopped_at="2026-11-29T19:14:00Z")
    shown = open_move(night, P[1])
    assert shown is not None
    assert (shown["status"], shown["escalations"], shown["due_at"]) == ("overdue", 1, "2026-11-29T19:21:00.000000Z")
    assert night.state.overdue == 1
    night.wait("19:21")
    assert night.told("19:18:01", "19:21")[-1] == ("19:21:00", "move_overdue")
    laws.hold(night.state)


def test_clk_9_who_was_not_yet_missed_has_his_time_once_more_after_an_outage() -> None:
    night = sent()
    night.must("19:12", "rebase_clock", stopped_at="2026-11-29T19:11:00Z")
    night.wait("19:14:59")
    assert "move_overdue" not in dict(night.told("19:12:01", "19:14:59")).values()
    night.wait("19:15")
    assert ("19:15:00", "move_overdue") in night.told("19:12:01", "19:15")
