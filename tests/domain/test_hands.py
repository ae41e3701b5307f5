"""Hands that tables report: begun, ended, in batches; button, blinds and newcomers in play (SEAT-9)."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain import views
from domain.button import button_known, next_big_blind, worst_free_seat
from domain.hands import in_hand
from domain.touched import Touched, touched
from tests.domain.floor import Evening, P, When, at, chair, evening, knock_out, level, rest, until

Seats = tuple[int | None, int | None, int | None]


def house(players: int = 9, **more: Any) -> Evening:
    """Return an evening without a second chance after a bust, at which nobody is moved unless the floor says so."""
    windows = {"add_on_break": None} | more.pop("windows", {})
    terms = {"prices": {"rebuy": None, "add_on": None}, "balancing": "floor", "windows": windows}
    return evening(players, **(terms | more))


def deal(night: Evening, when: When, table: int = 1, **named: Any) -> e.HandStarted:
    """Begin a table's hand, and return how it stands."""
    events = night.must(when, "start_hand", table=table, **named).events
    started = next(event for event in events if isinstance(event, e.HandStarted))
    assert night.state.tables[table].hand == started.hand
    return started


def hand(night: Evening, when: When, table: int = 1, **named: Any) -> Seats:
    """Have a table play a hand; return button, small blind and big blind."""
    started = deal(night, when, table, **named)
    night.must(when, "end_hand", table=table)
    return seats(started)


def seats(of: e.HandStarted | e.HandsReported) -> Seats:
    return of.button, of.small_blind, of.big_blind


def row(night: Evening, table: int = 1) -> dict[str, Any]:
    return views.table(night.state, table)


def newcomers(night: Evening, table: int = 1) -> dict[int, str]:
    return dict(night.state.tables[table].newcomers)


def sits(night: Evening, when: str, seat: str, player: str = "player-030") -> None:
    """Seat a late entry."""
    night.must(when, "register", player=player, seat=chair(seat))


# ------------------------------------------------------------ hand by hand


def test_seat_9_the_first_hand_has_the_drawn_button_and_the_next_ones_follow() -> None:
    night = house()
    assert night.state.tables[1].button_drawn == 7
    assert [hand(night, f"19:0{n}") for n in range(1, 5)] == [(7, 8, 9), (8, 9, 1), (9, 1, 2), (1, 2, 3)]
    assert night.state.tables[1].dealt == 4


def test_seat_9_a_bust_between_two_hands_leaves_a_dead_button_or_a_dead_small_blind() -> None:
    night = house()
    assert hand(night, "19:01", button=3) == (3, 4, 5)
    knock_out(night, "19:01:30", P[4], P[5])  # was the small blind
    assert hand(night, "19:02") == (4, 5, 6)
    knock_out(night, "19:02:30", P[6], P[5])  # was the big blind
    started = deal(night, "19:03")
    assert seats(started) == (5, 6, 7)
    assert started.dead_small_blind
    night.must("19:04", "end_hand", table=1)
    assert hand(night, "19:05") == (6, 7, 8)


def test_seat_9_a_bust_within_the_hand_counts_as_one_of_that_hand() -> None:
    night = house()
    deal(night, "19:01", button=3)
    knock_out(night, "19:02", P[5], P[4])
    night.must("19:03", "end_hand", table=1)
    started = deal(night, "19:03")
    assert (seats(started), started.dead_small_blind) == ((4, 5, 6), True)


def test_seat_9_heads_up_the_button_is_the_small_blind_and_nobody_is_big_blind_twice_running() -> None:
    night = house(3, minimum_players=2)
    assert hand(night, "19:01", button=1) == (1, 2, 3)
    knock_out(night, "19:01:30", P[3], P[1])
    assert [hand(night, f"19:0{n}") for n in range(2, 5)] == [(2, 2, 1), (1, 1, 2), (2, 2, 1)]


def test_seat_9_absent_players_are_dealt_in_and_post() -> None:
    night = house(6, present=4, profile="tda-2024-v1")
    placed = sorted(night.state.tables[1].seats)
    night.must("19:01", "set_button", table=1, button=placed[3])
    started = deal(night, "19:02")
    assert (started.small_blind, started.big_blind, started.not_dealt) == (placed[5], placed[0], ())
    assert all(shown["dealt_in"] for shown in row(night)["seats"])
    assert [shown["absent"] for shown in row(night)["seats"]].count(True) == 2


def test_seat_9_a_hand_is_in_progress_until_it_ends() -> None:
    night = house(10, sizes=[5, 5])
    assert night.head["hands_in_progress"] == 0
    deal(night, "19:01")
    deal(night, "19:01", table=2)
    assert night.head["hands_in_progress"] == 2
    assert row(night)["hand"] == 1
    night.must("19:02", "end_hand", table=1)
    assert (night.head["hands_in_progress"], row(night)["hand"], row(night)["hands_dealt"]) == (1, None, 1)
    assert night.state.dealing == 1 << 2


def test_seat_9_who_was_dealt_in_is_in_the_hand_and_nobody_else() -> None:
    night = house(5)
    assert not in_hand(night.state, night.current(P[1]))
    deal(night, "19:01")
    sits(night, "19:02", "1-9")
    assert in_hand(night.state, night.current(P[1]))
    assert not in_hand(night.state, night.current("player-030"))
    knock_out(night, "19:03", P[1], P[2])
    assert not in_hand(night.state, night.current(P[1]))
    night.must("19:04", "end_hand", table=1)
    assert not in_hand(night.state, night.current(P[2]))


def test_seat_9_a_hand_whose_players_are_all_out_is_over_by_itself() -> None:
    night = house(3, minimum_players=2, windows={"late_registration": until("21:00")})
    deal(night, "19:01")
    answer = night.must(
        "19:02",
        "record_knockout_group",
        busts=[{"player": P[1], "killers": [P[3]], "stack": 5}, {"player": P[2], "killers": [P[3]], "stack": 6}],
    )
    assert answer.kinds[:3] == ["busted", "busted", "hand_ended"]
    assert night.state.dealing == 0


STUD = level(0, 0, 20, game="stud", ante=25, ante_type="classic", bring_in=50)


def test_tda_11b_while_stud_is_dealt_the_button_stays_where_it_is() -> None:
    night = house()
    assert hand(night, "19:01", button=3) == (3, 4, 5)
    started = deal(night, "19:02", stud=True)
    assert (seats(started), started.frozen, started.not_dealt) == ((3, 4, 5), True, ())
    knock_out(night, "19:02:30", P[6], P[1])
    night.must("19:03", "end_hand", table=1)
    assert next_big_blind(night.state, 1) == 7
    assert hand(night, "19:04", stud=True) == (3, 4, 5)
    assert hand(night, "19:05") == (4, 5, 7)


def test_tda_11b_a_level_of_stud_says_so_itself() -> None:
    night = house(items=(STUD, level(100, 200)))
    assert [hand(night, when) for when in ("19:01", "19:08", "19:15")] == [(None, None, None)] * 3
    assert night.state.tables[1].button_drawn == 7
    night.must("19:19", "report_hands", table=1, hands=3)
    assert hand(night, "19:21") == (7, 8, 9)
    assert hand(night, "19:22") == (8, 9, 1)


def test_tda_11b_a_batch_of_stud_hands_leaves_the_button_where_it_is() -> None:
    night = house(items=(level(100, 200), STUD, level(100, 200)))
    assert hand(night, "19:14", button=3) == (3, 4, 5)
    night.must("19:23", "report_hands", table=1, hands=5)
    night.must("19:32", "report_hands", table=1, hands=5)
    assert hand(night, "19:41") == (4, 5, 6)
    assert night.state.tables[1].dealt == 12


# ------------------------------------------------------------ numbers and refusals


def test_seat_9_the_number_of_a_hand_makes_a_report_that_comes_twice_harmless() -> None:
    night = house()
    assert deal(night, "19:01", hand=1).hand == 1
    assert night.must("19:01:01", "start_hand", table=1, hand=1).note == "hand 1 of table 1 has begun already"
    night.must("19:02", "end_hand", table=1, hand=1)
    assert night.must("19:02:01", "end_hand", table=1, hand=1).note == "no hand is in progress at table 1"
    assert night.must("19:02:02", "start_hand", table=1, hand=1).note == "hand 1 of table 1 has begun already"
    assert deal(night, "19:03").hand == 2
    assert night.ask("19:03:01", "start_hand", table=1, hand=1).refused == "hand_over"
    assert night.ask("19:03:01", "end_hand", table=1, hand=1).refused == "other_hand"


def test_seat_9_after_a_hand_that_was_missed_the_button_is_not_known() -> None:
    night = house()
    hand(night, "19:01", hand=1)
    assert hand(night, "19:05", hand=3) == (None, None, None)
    assert not button_known(night.state, 1)
    assert hand(night, "19:06", hand=4, button=2) == (2, 3, 4)
    assert hand(night, "19:07", hand=5) == (3, 4, 5)


@pytest.mark.parametrize(
    ("command", "body", "refused"),
    [
        ("start_hand", {"table": 2}, "no_such_table"),
        ("start_hand", {"table": 99}, "no_such_table"),
        ("start_hand", {"table": 3}, "alone"),
        ("start_hand", {"table": 1, "big_blind": 8}, "nobody_there"),
        ("start_hand", {"table": 1, "button": 10}, "no_such_seat"),
        ("start_hand", {"table": 1, "small_blind": 3, "big_blind": 3}, "same_seat"),
        ("end_hand", {"table": 2}, "no_such_table"),
        ("set_button", {"table": 2, "button": 1}, "no_such_table"),
        ("set_button", {"table": 3, "button": 1}, "alone"),
        ("set_button", {"table": 1, "button": 10}, "no_such_seat"),
    ],
)
def test_seat_9_a_report_that_cannot_be_is_refused(command: str, body: dict[str, Any], refused: str) -> None:
    night = house(6, sizes=[5, 0, 1])
    assert night.ask("19:01", command, **body).refused == refused


def test_seat_9_one_hand_at_a_time() -> None:
    night = house()
    deal(night, "19:01")
    answer = night.ask("19:02", "start_hand", table=1)
    assert (answer.refused, answer.rejection.data["hand"]) == ("hand_in_progress", 1)
    assert night.ask("19:02", "report_hands", table=1, hands=3).refused == "hand_in_progress"


def test_clk_6_no_hand_begins_in_a_break_and_one_begun_before_it_is_let_in() -> None:
    night = house(items=(level(100, 200, 20), rest(10), level(200, 400)))
    deal(night, "19:19")
    night.wait("19:21")
    night.must("19:21", "end_hand", table=1)
    assert night.ask("19:22", "start_hand", table=1).refused == "in_a_break"
    night.send("19:19:50", "start_hand", delivered="19:23", table=1)
    assert night.state.tables[1].hand == 2


def test_seat_9_before_the_start_and_before_the_draw_nothing_is_dealt() -> None:
    night = evening(9, auto_start=False)
    assert night.ask("19:01", "start_hand", table=1).refused == "not_running"
    assert night.ask("19:01", "end_hand", table=1).refused == "not_running"
    assert night.ask("19:01", "set_button", table=1, button=1).refused == "not_running"


# ------------------------------------------------------------ the table's word


def test_tda_34a_a_button_that_was_moved_wrongly_stands_once_the_table_says_so() -> None:
    night = house()
    assert hand(night, "19:01", button=3) == (3, 4, 5)
    started = deal(night, "19:02", button=5, small_blind=6, big_blind=7)
    assert (seats(started), started.instead_of) == ((5, 6, 7), (4, 5, 6))
    night.must("19:03", "end_hand", table=1)
    assert hand(night, "19:04") == (6, 7, 8)


def test_tda_34a_before_substantial_action_the_button_is_put_right_within_the_hand() -> None:
    night = house()
    hand(night, "19:01", button=3)
    deal(night, "19:02", button=6)
    night.must("19:02:20", "set_button", table=1, button=4)
    assert (row(night)["button"], row(night)["hand"], row(night)["button_source"]) == (4, 2, "reported")
    night.must("19:03", "end_hand", table=1)
    assert hand(night, "19:04") == (5, 6, 7)


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ({"button": 4}, (4, 5, 6)),  # as the rule has it
        ({"button": 7}, (7, 8, 9)),
        ({"big_blind": 2}, (9, 1, 2)),
        ({"small_blind": 8}, (7, 8, 9)),
        ({"button": 7, "big_blind": 2}, (7, 1, 2)),
        ({"small_blind": 5, "big_blind": 7}, (4, 5, 7)),
        ({"button": 9, "small_blind": 2, "big_blind": 3}, (9, 2, 3)),
    ],
)
def test_seat_9_positions_that_the_table_does_not_name_follow_from_those_that_it_names(
    named: dict[str, int], expected: Seats
) -> None:
    night = house()
    hand(night, "19:01", button=3)
    assert hand(night, "19:02", **named) == expected


@pytest.mark.parametrize(
    ("named", "expected"), [({"button": 4}, (4, 4, 2)), ({"big_blind": 4}, (2, 2, 4)), ({"small_blind": 2}, (2, 2, 4))]
)
def test_seat_9_named_heads_up_the_button_is_the_small_blind(named: dict[str, int], expected: Seats) -> None:
    night = house(4, minimum_players=2)
    for player in (P[1], P[3]):
        knock_out(night, "19:00:30", player, P[2])
    assert hand(night, "19:01", **named) == expected


# ------------------------------------------------------------ what is known of a button


def test_seat_9_tables_that_report_no_hands_have_no_button_once_play_is_on() -> None:
    night = house()
    assert button_known(night.state, 1)
    assert next_big_blind(night.state, 1) == 9
    sits(night, "19:01", "2-1")
    assert not button_known(night.state, 1)
    assert next_big_blind(night.state, 1) is None
    assert worst_free_seat(night.state, 1) is None


def test_seat_9_a_drawn_button_is_for_the_first_hand_and_not_for_one_after_a_bust() -> None:
    night = house()
    knock_out(night, "19:02", P[1], P[2])
    assert night.state.tables[1].button_drawn is None
    assert hand(night, "19:03") == (None, None, None)


def test_seat_9_a_drawn_button_is_not_trusted_where_play_has_long_begun() -> None:
    night = house()
    assert hand(night, "19:11") == (None, None, None)
    night = house()
    assert hand(night, "19:09") == (7, 8, 9)


def test_seat_9_the_button_is_known_while_the_table_reports_and_for_ten_minutes_of_play() -> None:
    night = house(items=(level(100, 200, 10), rest(30), level(200, 400)))
    hand(night, "19:05", button=3)
    assert next_big_blind(night.state, 1, at("19:09")) == 6
    # levels run for ten minutes, a break and a pause do not count
    assert button_known(night.state, 1, at("19:10"))
    night.wait("19:41")
    assert button_known(night.state, 1, at("19:44"))
    assert not button_known(night.state, 1, at("19:46"))


def test_seat_9_a_table_that_was_silent_and_names_its_next_hand_is_trusted() -> None:
    night = house(items=(level(100, 200, 60),))
    hand(night, "19:01", button=3, hand=1)
    assert hand(night, "19:30", hand=2) == (4, 5, 6)
    assert hand(night, "19:50") == (None, None, None)


def test_seat_9_what_the_floor_tells_holds_for_a_short_while_or_until_somebody_leaves() -> None:
    night = house(18)
    night.must("19:20", "set_button", table=1, button=3)
    assert next_big_blind(night.state, 1) == 6
    assert row(night)["button_source"] == "told"
    knock_out(night, "19:21", P[12], P[11])  # elsewhere
    assert next_big_blind(night.state, 1) == 6
    knock_out(night, "19:22", P[2], P[1])
    assert next_big_blind(night.state, 1) is None
    night.must("19:23", "set_button", table=1, button=3, small_blind=5, big_blind=6)
    assert next_big_blind(night.state, 1) == 7
    night.must("19:24", "move_player", player=P[1], leaving=chair("1-1"), to=chair("3-1"))
    assert next_big_blind(night.state, 1) is None
    night.must("19:25", "set_button", table=1, button=3)
    assert button_known(night.state, 1, at("19:30"))
    assert not button_known(night.state, 1, at("19:31"))


def test_seat_9_what_the_floor_tells_is_where_the_last_hand_was_and_hands_go_on_from_it() -> None:
    night = house()
    night.must("19:20", "set_button", table=1, button=3)
    assert hand(night, "19:21") == (4, 5, 6)
    knock_out(night, "19:21:30", P[7], P[1])
    assert next_big_blind(night.state, 1) == 8


def test_rul_1_a_hand_of_hand_for_hand_that_is_not_reported_makes_the_button_unknown() -> None:
    night = house(18, windows={"late_registration": None}, places_paid=5)
    hand(night, "19:01", button=3, hand=1)
    hand(night, "19:01", table=2, button=3, hand=1)
    night.must("19:02", "start_hand_for_hand")
    night.must("19:02", "start_round")
    night.must("19:03", "finish_hand", table=1)
    assert (next_big_blind(night.state, 1), next_big_blind(night.state, 2)) == (None, 6)


def test_seat_9_a_table_that_everybody_has_left_begins_anew() -> None:
    night = house(7, sizes=[5, 2], final_table_players=2)
    hand(night, "19:01", table=2, button=1)
    night.must("19:02", "move_player", player=P[6], leaving=chair("2-1"), to=chair("1-7"), arrived=True)
    night.must("19:02", "move_player", player=P[7], leaving=chair("2-2"), to=chair("1-8"), arrived=True)
    assert night.state.tables[2].deal is None
    for player, seat in (("player-030", "2-4"), ("player-031", "2-6"), ("player-032", "2-8")):
        sits(night, "19:03", seat, player)
    assert newcomers(night, 2) == {}
    assert night.state.tables[2].button_drawn in {4, 6}


def test_seat_9_a_table_that_reports_its_hands_goes_on_from_what_the_floor_tells() -> None:
    night = house()
    hand(night, "19:01", button=3)
    night.must("19:02", "set_button", table=1, button=6)
    assert row(night)["button_source"] == "reported"
    knock_out(night, "19:02:30", P[1], P[2])
    assert hand(night, "19:03") == (7, 8, 9)
    assert hand(night, "19:04") == (8, 9, 2)


# ------------------------------------------------------------ the worst free seat


def ring(*players: int, **more: Any) -> Evening:
    """Return an evening at which a nine-handed table 1 has players on these seats only, none of them new."""
    night = house(18, **more)
    for seat in sorted(set(range(1, 10)) - set(players)):
        knock_out(night, "19:00:10", P[seat], P[players[0]])
    return night


@pytest.mark.parametrize(
    ("players", "positions", "worst"),
    [
        ((1, 2, 5, 8), (1, 2, 5), 6),  # a lone big blind: he has it in the next hand
        ((1, 2, 5, 6, 8), (1, 2, 5), 7),
        ((1, 2, 6, 8), (1, 2, 5), 7),  # seat 5 is the small blind of the next hand
        ((1, 2, 3, 4, 6, 7, 8, 9), (3, 4, 5), None),  # only the small blind is free
        ((1, 2, 3, 4, 5, 6, 7, 8), (7, 8, 1), 9),
        ((1, 5), (1, 1, 5), 6),
    ],
)
def test_tda_11a_the_worst_seat_is_big_blind_soonest_and_never_the_small_blind(
    players: tuple[int, ...], positions: tuple[int, int, int], worst: int | None
) -> None:
    night = ring(*players)
    button, small, big = positions
    night.must("19:01", "set_button", table=1, button=button, small_blind=small, big_blind=big)
    assert worst_free_seat(night.state, 1) == worst


def test_tda_11a_seats_that_are_kept_are_not_free() -> None:
    night = ring(1, 2, 5, 8)
    night.must("19:01", "set_button", table=1, button=1, small_blind=2, big_blind=5)
    assert worst_free_seat(night.state, 1, taken={6, 7}) == 9


# ------------------------------------------------------------ newcomers


def test_seat_9_a_newcomer_on_the_small_blind_waits_and_is_dealt_in_on_the_button() -> None:
    night = house(profile="tda-wsop-v1")
    hand(night, "19:01", button=3)
    knock_out(night, "19:01:30", P[5], P[4])
    sits(night, "19:02", "1-5")
    assert newcomers(night) == {5: "late"}
    started = deal(night, "19:03")
    assert (seats(started), started.not_dealt, started.dead_small_blind) == ((4, 5, 6), (5,), True)
    shown = {one["seat"]: (one["newcomer"], one["dealt_in"]) for one in row(night)["seats"]}
    assert (shown[5], shown[6]) == (("late", False), (None, True))
    night.must("19:04", "end_hand", table=1)
    assert newcomers(night) == {5: "late"}
    started = deal(night, "19:05")
    assert (seats(started), started.not_dealt) == ((5, 6, 7), ())
    assert newcomers(night) == {}


def test_east_durham_from_a_broken_table_he_waits_on_the_button_too() -> None:
    night = house(11, sizes=[9, 2], profile="east-durham-v1")
    hand(night, "19:01", button=3)
    for seat in (4, 5):
        knock_out(night, "19:01:30", P[seat], P[3])
    night.must("19:02", "break_table", table=2)
    assert newcomers(night) == {4: "broken", 5: "broken"}
    started = deal(night, "19:03")
    assert (seats(started), started.not_dealt) == ((4, 5, 6), (4, 5))
    night.must("19:04", "end_hand", table=1)
    started = deal(night, "19:05")
    assert (seats(started), started.not_dealt) == ((5, 6, 7), (5,))
    night.must("19:06", "end_hand", table=1)
    assert deal(night, "19:07").not_dealt == ()


def test_tda_10a_between_button_and_small_blind_he_waits() -> None:
    night = house(profile="tda-2024-v1")
    hand(night, "19:01", button=2, small_blind=5, big_blind=6)
    knock_out(night, "19:01:30", P[3], P[4])
    hand(night, "19:02", button=2, small_blind=5, big_blind=6)
    sits(night, "19:02:30", "1-3")
    started = deal(night, "19:03", button=2, small_blind=5, big_blind=6)
    assert started.not_dealt == (3,)
    night.must("19:04", "end_hand", table=1)
    assert deal(night, "19:05").not_dealt == ()


def test_seat_9_who_sits_down_during_a_hand_is_new_for_the_next() -> None:
    night = house(5)
    deal(night, "19:01", button=1)
    sits(night, "19:02", "1-9")
    assert row(night)["seats"][-1]["dealt_in"] is False
    night.must("19:03", "end_hand", table=1)
    assert deal(night, "19:03").not_dealt == ()


def test_seat_9_a_late_entry_at_a_table_that_reports_nothing_is_nobody_new() -> None:
    night = house(5)
    sits(night, "19:30", "1-9")
    assert newcomers(night) == {}
    assert deal(night, "19:31", button=8, small_blind=9, big_blind=1).not_dealt == ()


def test_seat_9_who_came_while_the_table_was_silent_is_nobody_new() -> None:
    night = house(5, items=(level(100, 200, 60),))
    hand(night, "19:01", button=1)
    sits(night, "19:05", "1-9")
    assert newcomers(night) == {9: "late"}
    assert deal(night, "19:40", button=8, small_blind=9, big_blind=1).not_dealt == ()


def test_seat_9_how_the_floor_moves_somebody_he_comes_at_its_word_and_back_as_if_he_had_not_left() -> None:
    night = house(10, sizes=[5, 5], profile="sport-poker-v1")
    hand(night, "19:01", button=1)
    hand(night, "19:01", table=2, button=1)
    night.must("19:02", "move_player", player=P[10], leaving=chair("2-5"), to=chair("1-8"))
    assert (newcomers(night, 1), newcomers(night, 2)) == ({8: "floor"}, {})
    night.must("19:02:30", "undo_move")
    assert (newcomers(night, 1), newcomers(night, 2)) == ({}, {})


def test_ko_4_who_lives_again_in_his_seat_is_nobody_new() -> None:
    night = house()
    hand(night, "19:01", button=3)
    knock_out(night, "19:01:30", P[5], P[4])
    night.must("19:02", "void_knockout", knockout=1)
    assert newcomers(night) == {}
    assert deal(night, "19:03").not_dealt == ()


# ------------------------------------------------------------ a bust that is pending


def test_ko_5_who_has_no_chips_is_dealt_past_and_no_big_blind_comes_to_him() -> None:
    night = evening(9, profile="tda-wsop-v1", balancing="floor")
    hand(night, "19:01", button=3)
    knock_out(night, "19:01:30", P[6], P[4])
    assert night.current(P[6]).status == "pending"
    assert next_big_blind(night.state, 1) == 7
    started = deal(night, "19:01:40")
    assert (seats(started), started.not_dealt) == ((4, 5, 7), (6,))
    assert not in_hand(night.state, night.current(P[6]))


def test_ko_5_who_has_bought_in_again_is_a_newcomer_of_the_next_hand() -> None:
    night = evening(9, profile="tda-wsop-v1", balancing="floor")
    hand(night, "19:01", button=3)
    knock_out(night, "19:01:30", P[6], P[4])
    deal(night, "19:01:40")
    night.must("19:02", "rebuy", player=P[6])
    assert not in_hand(night.state, night.current(P[6]))
    night.must("19:03", "end_hand", table=1)
    assert newcomers(night) == {6: "late"}
    assert deal(night, "19:03").not_dealt == ()


# ------------------------------------------------------------ batches and orbits


def test_nosh_2_a_batch_moves_the_button_as_often() -> None:
    night = house()
    night.must("19:01", "set_button", table=1, button=3)
    (reported,) = night.must("19:06", "report_hands", table=1, hands=4).events
    assert isinstance(reported, e.HandsReported)
    assert seats(reported) == (7, 8, 9)
    assert night.state.tables[1].dealt == 4
    assert hand(night, "19:07") == (8, 9, 1)


def test_nosh_2_the_first_batch_begins_with_the_drawn_button() -> None:
    night = house()
    (reported,) = night.must("19:06", "report_hands", table=1, hands=3).events
    assert isinstance(reported, e.HandsReported)
    assert seats(reported) == (9, 1, 2)


def test_nosh_2_after_a_bust_within_a_batch_the_button_is_known_only_where_it_makes_no_difference() -> None:
    night = house()
    night.must("19:01", "set_button", table=1, button=1)
    night.must("19:02", "report_hands", table=1, hands=1)  # 2, 3, 4
    knock_out(night, "19:05", P[8], P[1])
    (reported,) = night.must("19:06", "report_hands", table=1, hands=3).events
    assert isinstance(reported, e.HandsReported)
    assert seats(reported) == (5, 6, 7)
    knock_out(night, "19:07", P[9], P[1])
    (reported,) = night.must("19:09", "report_hands", table=1, hands=3).events
    assert isinstance(reported, e.HandsReported)
    # the big blind was on 9 in the first of them, or went past it
    assert seats(reported) == (None, None, None)
    assert not button_known(night.state, 1)


def test_nosh_2_a_hand_begun_and_ended_counts_as_one_and_is_not_counted_twice() -> None:
    night = evening(9, present=8, profile="tda-2024-v1", orbit_by_hands=True, balancing="floor")
    for n in range(1, 9):
        hand(night, f"19:0{n}", hand=n)
    assert night.state.tables[1].hands == 8
    deal(night, "19:09", hand=9)
    night.must("19:09:30", "start_hand", table=1, hand=9)  # twice
    answer = night.must("19:10", "end_hand", table=1)
    assert answer.kinds == ["hand_ended", "orbit_charged"]
    assert night.state.tables[1].orbits == 1
    assert night.must("19:16", "report_hands", table=1, hands=8).kinds == ["hands_reported"]
    hand(night, "19:17")
    assert (night.state.tables[1].orbits, night.state.tables[1].hands, night.state.tables[1].dealt) == (2, 0, 18)


@given(players=st.integers(2, 9), button=st.integers(1, 9), hands=st.integers(1, 25))
@settings(max_examples=25)
def test_nosh_2_a_batch_is_as_if_each_hand_had_been_reported(players: int, button: int, hands: int) -> None:
    one, other = (house(players, minimum_players=2) for _ in range(2))
    first = 1 + button % players
    for night in (one, other):
        night.must("19:01", "set_button", table=1, button=first)
    (reported,) = one.must("19:05", "report_hands", table=1, hands=hands).events
    assert isinstance(reported, e.HandsReported)
    last = [hand(other, "19:05") for _ in range(hands)][-1]
    assert seats(reported) == last
    mine, theirs = one.state.tables[1], other.state.tables[1]
    assert (mine.deal, mine.dealt, mine.hands) == (theirs.deal, theirs.dealt, theirs.hands)


# ------------------------------------------------------------ rows, record, re-base


def test_seat_9_a_hand_touches_its_table_only() -> None:
    night = house(18)
    for kind in ("start_hand", "end_hand"):
        night.must("19:01", kind, table=2)
        assert touched(night.state, night.record[-1]) == Touched(tables=frozenset({2}))
    night.must("19:01", "set_button", table=2, button=1)
    assert touched(night.state, night.record[-1]) == Touched(tables=frozenset({2}))


def test_seat_9_a_report_is_small() -> None:
    night = house(9)
    started = deal(night, "19:01")
    line = night.record[-1]
    assert line.event == started
    assert len(e.to_text(line)) < 400
    assert len(str(row(night))) < 1_700


def test_aud_1_reports_written_before_buttons_were_known_are_read_as_they_were() -> None:
    text = (
        '{"seq":9,"at":"2026-11-29T19:10:00.000000Z","cause":"c","actor":"f","role":"dealer",'
        '"event":{"kind":"hands_reported","table":1,"hands":3,"since":2}}'
    )
    assert e.from_text(text).event == e.HandsReported(table=1, hands=3, since=2)


def test_clk_9_a_hand_bars_a_re_base_behind_it() -> None:
    night = house()
    night.wait("19:05")
    deal(night, "19:06")
    night.must("19:07", "end_hand", table=1)
    answer = night.ask("19:30", "rebase_clock", stopped_at="2026-11-29T19:06:30Z")
    assert (answer.refused, answer.rejection.data["kind"]) == ("played_since", "hand_ended")
    night.must("19:30", "rebase_clock", stopped_at="2026-11-29T19:08:00Z")


# ------------------------------------------------------------ a whole table, hand after hand


@given(st.integers(0, 10**9).map(Random))
@settings(max_examples=25)
def test_seat_9_nobody_skips_a_big_blind_and_nobody_is_it_twice_running(chance: Random) -> None:
    """Play a table with busts, late entries and absent players, told of no position: the rule's promises hold."""
    night = house(
        chance.randint(3, 9),
        profile=chance.choice(["sport-poker-v1", "tda-wsop-v1", "east-durham-v1", "tda-2024-v1"]),
        minimum_players=2,
        items=(level(100, 200, 600),),
        windows={"late_registration": until("23:00")},
        tables=1,
    )
    clock, fresh, last = at("19:00"), 30, None
    for _ in range(12):
        clock += timedelta(seconds=90)
        started = deal(night, clock)
        table = night.state.tables[1]
        sitting = set(table.seats)
        assert started.big_blind in sitting - set(started.not_dealt)
        if last is not None:
            assert started.big_blind != last
            passed = {seat for seat in sitting if 0 < (seat - last) % 100 < ((started.big_blind or 0) - last) % 100}
            assert not passed
        assert len(sitting - set(started.not_dealt)) >= 2
        last = started.big_blind
        night.must(clock, "end_hand", table=1)
        alive = sorted(sitting)
        for _ in range(chance.choice([0, 0, 1, 1, 2])):
            if len(alive) > 2:
                out = alive.pop(chance.randrange(len(alive)))
                player = night.state.entries[table.seats[out]].player
                night.must(clock, "record_knockout", player=player, cause="blinded_out", stack=1)
        for _ in range(chance.choice([0, 0, 1])):
            free = sorted(set(range(1, 10)) - set(night.state.tables[1].seats))
            if free:
                night.must(clock, "register", player=f"player-{fresh:03}", seat=chair(f"1-{chance.choice(free)}"))
                fresh += 1
