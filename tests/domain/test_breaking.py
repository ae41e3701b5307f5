"""Breaking a table (SEAT-7)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from domain import breaking, draws, move_list, views
from domain import events as e
from domain.settings import settings_faults
from tests.domain.floor import SEED, Evening, P, at, chair, evening, knock_out, settings
from tests.domain.laws import hold

SHUT = {"late_registration": None}


def tables(*sizes: int, **changes: Any) -> Evening:
    """Return an evening with so many players at table 1, table 2 and so on, to which nobody can come any more."""
    changes.setdefault("windows", SHUT)
    return evening(sum(sizes), sizes=sizes, minimum_players=2, **changes)


def break_of(night: Evening) -> e.TableBroken:
    """Return the last break on record."""
    return [recorded.event for recorded in night.record if isinstance(recorded.event, e.TableBroken)][-1]


# ------------------------------------------------------------------------------------------------ who goes where


def test_seat_7_a_table_with_more_players_than_free_seats_elsewhere_is_not_broken() -> None:
    night = tables(6, 6, 7)
    before = night.seats()
    answer = night.ask("19:30", "break_table", table=3)
    assert answer.refused == "too_few_seats"
    assert dict(answer.rejection.data) == {"players": 7, "free_seats": 6}
    assert night.seats() == before


def test_seat_7_seats_at_a_broken_table_do_not_count() -> None:
    night = tables(8, 8, 8, 3)
    night.must("19:30", "break_table", table=4)
    assert night.sizes() == {1: 9, 2: 9, 3: 9, 4: 0}
    assert night.ask("19:31", "break_table", table=3).rejection.data["free_seats"] == 0


def test_seat_7_seats_that_are_kept_for_somebody_do_not_count() -> None:
    night = tables(7, 8, 3)
    night.must("19:30", "start_hand", table=1)
    assert night.head["can_break"] == 3
    night.must("19:30", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-9"))
    assert night.head["can_break"] is None
    answer = night.ask("19:31", "break_table", table=3)
    assert dict(answer.rejection.data) == {"players": 3, "free_seats": 2}
    hold(night.state)


def full_house() -> Evening:
    """Return three tables of three in a room that has no more, with six left and a seat kept for player 10."""
    night = evening(9, sizes=[3, 3, 3], seats_per_table=3, tables=3, prices={"rebuy": None})
    night.must("19:05", "register", player=P[10])
    for player in (P[1], P[2], P[4]):
        knock_out(night, "19:10", player, P[7])
    assert (night.sizes(), night.head["held"]) == ({1: 1, 2: 2, 3: 3}, 1)
    return night


def test_reg_1_a_seat_that_is_kept_for_who_was_called_does_not_count() -> None:
    night = full_house()
    assert night.head["can_break"] is None
    assert dict(night.ask("19:11", "break_table", table=1).rejection.data) == {"players": 1, "free_seats": 0}
    assert night.ask("19:11", "redraw", tables=[2, 3]).refused == "seats_kept"
    night.must("19:12", "check_in", player=P[10], seat=chair("1-2"))
    knock_out(night, "19:13", P[5], P[7])
    night.must("19:13", "break_table", table=1)
    assert night.sizes() == {1: 0, 2: 3, 3: 3}


def test_seat_7_the_players_go_to_the_tables_with_the_fewest() -> None:
    night = tables(3, 8, 4, 5)
    answer = night.must("19:30", "break_table", table=4)
    assert answer.kinds == ["table_broken"]
    assert night.sizes() == {1: 6, 2: 8, 3: 6, 4: 0}
    assert sorted(entry for entry, *_ in break_of(night).moves) == [16, 17, 18, 19, 20]


def test_seat_7_a_stranger_draws_the_break_again_from_what_the_event_says() -> None:
    night = tables(3, 8, 4, 5)
    night.must("19:30", "break_table", table=4)
    event = break_of(night)
    assert event.lot is not None
    players, chairs = draws.draw(SEED, "sunday-1", event.lot, event.pools)
    sitting = dict(event.sitting)
    left, seated = list(chairs), []
    for player in players:
        fewest = min(sitting[chair // 100] for chair in left)
        taken = next(chair for chair in left if sitting[chair // 100] == fewest)
        left.remove(taken)
        sitting[taken // 100] += 1
        seated.append((player, taken // 100, taken % 100))
    assert seated == [(entry, table, seat) for entry, _, table, seat in event.moves]


def test_seat_7_every_mover_is_waited_for_and_his_move_counted() -> None:
    night = tables(5, 5, 3)
    night.must("19:30", "break_table", table=3)
    row = night.row(P[11])
    assert (row["moved"], row["move"]["why"], row["move"]["status"]) == (1, "break", "called")
    assert night.head["open_moves"] == 3


def test_seat_7_two_who_break_a_table_at_once_draw_once() -> None:
    night = tables(6, 5, 5)
    night.prompt = False
    first = night.send("19:30:00.000", "break_table", table=3)
    second = night.send("19:30:00.100", "break_table", table=3, actor="floor-2")
    assert first not in night.answers
    night.lots_come(at("19:30:00.300"))
    assert night.answers[first].kinds == ["table_broken"]
    assert len(break_of(night).moves) == 5
    seats = night.seats()
    assert night.answers[second].note == "table 3 is broken already"
    assert [recorded.event.kind for recorded in night.record].count("table_broken") == 1
    assert night.seats() == seats


def test_seat_7_a_table_that_is_not_in_use_is_not_broken() -> None:
    night = tables(5, 4)
    assert night.ask("19:30", "break_table", table=7).refused == "no_such_table"


def test_seat_7_the_last_table_is_not_broken() -> None:
    night = tables(5)
    assert night.ask("19:30", "break_table", table=1).refused == "too_few_seats"


def test_seat_7_an_empty_table_is_broken_without_a_lot() -> None:
    night = tables(5, 1)
    knock_out(night, "19:20", P[6], P[1])
    answer = night.must("19:30", "break_table", table=2)
    assert answer.events == (e.TableBroken(table=2, lot=None, moves=(), due_at=at("19:33")),)


def test_seat_7_nothing_breaks_once_play_has_ended() -> None:
    night = tables(5, 4, end={"kind": "players_left", "players": 8})
    knock_out(night, "19:20", P[1], P[2])
    assert night.ended()[0] == "players_left"
    assert night.ask("19:30", "break_table", table=2).refused == "play_ended"


# ------------------------------------------------------------------------------------------- used no more, reopened


def test_seat_7_a_broken_table_is_used_by_nobody() -> None:
    night = tables(7, 7, 4, windows={})
    night.must("19:30", "break_table", table=3)
    assert night.sizes() == {1: 9, 2: 9, 3: 0}
    night.must("19:31", "register", player=P[30])
    night.must("19:31", "check_in", player=P[30])
    table, _ = night.seat(P[30]) or (0, 0)
    assert table > 3
    refused = night.ask("19:32", "move_player", player=P[1], leaving=chair("1-1"), to=chair("3-1"))
    assert refused.refused == "table_broken"
    hold(night.state)


def test_seat_7_a_player_whose_knockout_is_voided_does_not_go_back_to_a_broken_table() -> None:
    night = tables(7, 7, 4)
    knock_out(night, "19:20", P[15], P[16])
    night.must("19:30", "break_table", table=3)
    night.must("19:31", "void_knockout", knockout=1)
    table, _ = night.seat(P[15]) or (0, 0)
    assert table in {1, 2}
    hold(night.state)


def test_seat_7_a_reopened_table_is_used_again() -> None:
    night = tables(7, 7, 4)
    assert night.ask("19:29", "reopen_table", table=3).note == "table 3 is not broken"
    night.must("19:30", "break_table", table=3)
    assert night.must("19:31", "reopen_table", table=3).kinds == ["table_reopened"]
    night.must("19:32", "move_player", player=P[1], leaving=chair("1-1"), to=chair("3-1"))
    assert night.seat(P[1]) == (3, 1)
    hold(night.state)


def test_seat_7_a_table_that_was_reopened_can_break_again() -> None:
    night = tables(7, 7, 2)
    night.must("19:30", "break_table", table=3)
    night.must("19:31", "reopen_table", table=3)
    for seat, (player, leaving) in enumerate(((P[1], "1-1"), (P[8], "2-1")), start=1):
        night.must("19:32", "move_player", player=player, leaving=chair(leaving), to=chair(f"3-{seat}"))
    night.must("19:33", "break_table", table=3)
    assert night.sizes() == {1: 8, 2: 8, 3: 0}
    hold(night.state)


# ------------------------------------------------------------------------------------------ a hand in progress


def test_seat_7_a_break_waits_for_the_hand_and_its_lot() -> None:
    night = tables(7, 7, 4)
    night.must("19:30", "start_hand", table=3)
    answer = night.must("19:30:10", "break_table", table=3)
    assert answer.kinds == ["break_queued"]
    assert night.head["breaking"] == [3]
    assert night.ask("19:30:11", "break_table", table=3).note == "table 3 is broken when its hand is over"
    assert night.sizes() == {1: 7, 2: 7, 3: 4}
    night.prompt = False
    night.must("19:31", "end_hand", table=3)
    assert night.ask("19:31", "start_hand", table=3).refused == "table_breaks"
    night.lots_come(at("19:31:00.200"))
    assert night.sizes() == {1: 9, 2: 9, 3: 0}
    assert night.head["breaking"] == []
    assert night.record[-1].cause == "lot"
    hold(night.state)


def test_seat_7_nobody_is_sent_to_a_table_that_is_about_to_break() -> None:
    night = tables(7, 7, 4, windows={})
    night.must("19:30", "start_hand", table=3)
    night.must("19:30", "break_table", table=3)
    night.must("19:31", "register", player=P[30])
    night.must("19:31", "check_in", player=P[30])
    table, _ = night.seat(P[30]) or (0, 0)
    assert table in {1, 2}
    refused = night.ask("19:32", "move_player", player=P[1], leaving=chair("1-1"), to=chair("3-9"))
    assert refused.refused == "table_broken"
    # The seat that he took is missing now: the break is off, and said to be.
    night.must("19:33", "end_hand", table=3)
    assert night.sizes()[3] == 4
    assert night.record[-1].event == e.BreakDropped(table=3, why="too_few_seats")
    hold(night.state)


def test_seat_7_a_bust_in_the_hand_does_not_hold_up_the_break() -> None:
    night = tables(7, 7, 4)
    night.must("19:30", "start_hand", table=3)
    night.must("19:30", "break_table", table=3)
    knock_out(night, "19:31", P[15], P[16])
    night.must("19:31", "end_hand", table=3)
    assert sorted(night.sizes().values()) == [0, 8, 9]


def test_seat_7_a_break_that_waits_is_taken_back() -> None:
    night = tables(7, 7, 4)
    night.must("19:30", "start_hand", table=3)
    night.must("19:30", "break_table", table=3)
    assert night.must("19:31", "reopen_table", table=3).events == (e.BreakDropped(table=3, why="reopened"),)
    night.must("19:32", "end_hand", table=3)
    assert night.sizes() == {1: 7, 2: 7, 3: 4}
    hold(night.state)


def test_seat_7_tables_that_wait_to_break_together_need_seats_for_all() -> None:
    night = tables(7, 7, 2, 3)
    for table in (3, 4):
        night.must("19:30", "start_hand", table=table)
    night.must("19:30", "break_table", table=3)
    answer = night.ask("19:30", "break_table", table=4)
    assert dict(answer.rejection.data) == {"players": 3, "free_seats": 2}


# ----------------------------------------------------------------------------- locked, named, absent, undecided


def test_seat_2_a_locked_player_goes_where_the_floor_says() -> None:
    night = tables(5, 5, 3)
    night.must("19:20", "lock_seat", player=P[12])
    assert night.ask("19:30", "break_table", table=3).refused == "locked"
    named = [{"player": P[12], "seat": chair("2-8")}]
    night.must("19:31", "break_table", table=3, seats=named)
    assert night.seat(P[12]) == (2, 8)
    assert break_of(night).named == (12,)
    assert 12 not in break_of(night).pools[0]
    assert sorted(night.sizes().values()) == [0, 6, 7]


def test_seat_7_where_all_seats_are_named_nothing_is_drawn() -> None:
    night = tables(5, 5, 2)
    named = [{"player": P[11], "seat": chair("2-8")}, {"player": P[12], "seat": chair("4-1")}]
    answer = night.must("19:31", "break_table", table=3, seats=named)
    assert answer.kinds[:2] == ["table_opened", "table_broken"]
    assert break_of(night).lot is None
    assert (night.seat(P[11]), night.seat(P[12])) == ((2, 8), (4, 1))
    hold(night.state)


@pytest.mark.parametrize(
    ("player", "seat", "code"),
    [
        (P[1], "2-8", "not_there"),
        (P[40], "2-8", "not_there"),
        (P[11], "1-1", "seat_taken"),
        (P[11], "3-9", "seat_named_badly"),
    ],
)
def test_seat_7_a_seat_that_cannot_be_is_refused(player: str, seat: str, code: str) -> None:
    night = tables(5, 5, 2)
    named = [{"player": player, "seat": chair(seat)}]
    assert night.ask("19:31", "break_table", table=3, seats=named).refused == code


def test_seat_7_one_seat_is_not_named_for_two() -> None:
    night = tables(5, 5, 2)
    named = [{"player": player, "seat": chair("2-8")} for player in (P[11], P[12])]
    assert night.ask("19:31", "break_table", table=3, seats=named).refused == "seat_named_badly"


def test_seat_7_a_named_seat_that_is_gone_when_the_hand_is_over_drops_the_break() -> None:
    night = tables(5, 5, 2)
    night.must("19:30", "start_hand", table=3)
    named = [{"player": P[11], "seat": chair("2-8")}]
    night.must("19:31", "break_table", table=3, seats=named)
    night.must("19:31", "move_player", player=P[1], leaving=chair("1-1"), to=chair("2-8"))
    night.must("19:32", "end_hand", table=3)
    assert night.record[-1].event == e.BreakDropped(table=3, why="seat_gone")


def test_tda_rp_16_the_stack_of_an_absent_player_is_carried() -> None:
    night = evening(13, sizes=[5, 5, 2], present=12, no_show="absent", windows=SHUT, profile="tda-2024-v1")
    table, _ = night.seat(P[13]) or (0, 0)
    night.must("19:10", "break_table", table=table)
    assert break_of(night).carried == (13,)
    assert night.row(P[13])["absent"]
    hold(night.state)


def test_ko_5_who_has_still_to_decide_is_sent_like_the_others_and_lives_again_where_he_sits() -> None:
    night = evening(12, sizes=[5, 5, 2], profile="sport-poker-v2", minimum_players=2)
    knock_out(night, "19:10:00", P[11], P[12])
    night.must("19:10:10", "break_table", table=3)
    seat = night.seat(P[11])
    assert seat is not None
    assert seat[0] in {1, 2}
    night.must("19:10:20", "void_knockout", knockout=1)
    assert night.seat(P[11]) == seat
    hold(night.state)


def test_ko_5_who_goes_out_after_a_break_leaves_the_seat_that_he_was_sent_to() -> None:
    night = evening(12, sizes=[5, 5, 2], profile="sport-poker-v2", minimum_players=2)
    knock_out(night, "19:10:00", P[11], P[12])
    night.must("19:10:10", "break_table", table=3)
    seat = night.seat(P[11])
    night.wait("19:12")
    completed = next(r.event for r in night.record if isinstance(r.event, e.EliminationCompleted))
    assert completed.chair == seat
    assert seat not in night.seats()


def test_seat_11_a_move_to_a_table_that_breaks_is_replaced_on_record() -> None:
    night = tables(5, 6, 3)
    night.must("19:30", "move_player", player=P[6], leaving=chair("2-1"), to=chair("3-9"))
    night.must("19:31", "break_table", table=3)
    dropped = [r.event for r in night.record if isinstance(r.event, e.MoveDropped)]
    assert [(event.why, event.moves[0].player) for event in dropped] == [("replaced", P[6])]
    assert night.row(P[6])["moved"] == 2
    hold(night.state)


def test_seat_11_a_queued_move_to_a_table_that_breaks_is_dropped_on_record() -> None:
    night = tables(5, 6, 3)
    night.must("19:30", "start_hand", table=2)
    night.must("19:30", "move_player", player=P[6], leaving=chair("2-1"), to=chair("3-9"))
    night.must("19:31", "break_table", table=3)
    dropped = [r.event for r in night.record if isinstance(r.event, e.MoveDropped)]
    assert [(event.why, event.moves[0].player) for event in dropped] == [("table_broken", P[6])]
    assert night.seat(P[6]) == (2, 1)
    hold(night.state)


# -------------------------------------------------------------------------------------------- which table, and when


def test_seat_7_the_floor_is_told_which_table_can_break_and_nothing_is_proposed() -> None:
    night = tables(6, 6, 6)
    assert night.head["can_break"] == 3
    assert night.head["proposal"] is None
    night.must("19:10", "set_break_order", tables=[2, 3])
    assert night.head["can_break"] == 2
    assert night.ask("19:11", "set_break_order", tables=[2, 3]).note == "this is the order already"


def test_seat_7_a_table_in_set_order_is_proposed_as_soon_as_it_fits() -> None:
    night = tables(6, 6, 7, 7, profile="sport-poker-v2", break_order=[2, 1, 3, 4], balancing="floor")
    assert night.head["can_break"] == 2
    proposal = night.head["proposal"]
    assert (proposal["about"], proposal["reason"]) == (
        "break",
        "table 2 can break: its 6 players fit at the other tables",
    )
    answer = night.must("19:10", "confirm_proposal", proposal=proposal["proposal"])
    assert answer.kinds == ["proposal_confirmed", "table_broken"]
    assert night.sizes()[2] == 0
    assert sorted(night.sizes().values()) == [0, 8, 9, 9]
    assert night.head["proposal"] is None


def test_seat_7_a_break_that_the_floor_declines_comes_back_when_the_table_has_changed() -> None:
    night = tables(6, 6, 6, profile="sport-poker-v2", break_order=[2])
    night.must("19:10", "decline_proposal", proposal=night.head["proposal"]["proposal"])
    assert night.head["proposal"] is None
    knock_out(night, "19:11", P[1], P[2])
    assert night.head["proposal"] is None
    knock_out(night, "19:12", P[7], P[8])
    assert night.state.proposal is not None
    assert night.state.proposal.about == "break"


def test_seat_7_two_who_confirm_the_same_break_draw_once() -> None:
    night = tables(6, 6, 6, profile="sport-poker-v2", break_order=[2])
    number = night.head["proposal"]["proposal"]
    night.prompt = False
    first = night.send("19:30:00.000", "confirm_proposal", proposal=number)
    second = night.send("19:30:00.050", "confirm_proposal", proposal=number, actor="floor-2")
    third = night.send("19:30:00.100", "break_table", table=2, actor="floor-3")
    night.lots_come(at("19:30:00.300"))
    assert night.answers[first].kinds[:2] == ["proposal_confirmed", "table_broken"]
    assert night.answers[second].refused == "proposal_gone"
    assert night.answers[third].note == "table 2 is broken already"
    assert [recorded.event.kind for recorded in night.record].count("table_broken") == 1


def test_wsop_35_overflow_tables_break_first_the_last_one_opened_before_the_others() -> None:
    night = tables(6, 6, 6, profile="tda-2024-v1", break_order=[1, 2], overflow_tables=[3], balancing="floor")
    assert night.head["can_break"] == 3
    night.must("19:10", "move_player", player=P[1], leaving=chair("1-1"), to=chair("9-1"), arrived=True)
    assert night.head["can_break"] == 9
    night.must("19:11", "break_table", table=9)
    night.must("19:12", "break_table", table=3)
    assert night.head["can_break"] is None


def test_seat_7_the_smallest_table_breaks_by_itself() -> None:
    night = tables(7, 7, 5, 6, profile="tda-wsop-v1", balancing="floor")
    assert night.sizes()[3] == 0
    assert sorted(night.sizes().values()) == [0, 8, 8, 9]
    assert [r.event.kind for r in night.record if "break" in r.event.kind or "broken" in r.event.kind] == [
        "break_queued",
        "table_broken",
    ]


def test_seat_2_the_smallest_table_with_nobody_locked_breaks() -> None:
    night = tables(9, 8, 8, 9, profile="tda-wsop-v1", balancing="floor")
    night.must("19:01", "lock_seat", player=P[10])
    for number in (11, 12, 13, 18, 19, 1, 2):
        knock_out(night, "19:05", P[number], P[34])
    sizes = night.sizes()
    assert sizes[2] >= 5
    assert 0 in {sizes[1], sizes[3], sizes[4]}
    hold(night.state)


def test_seat_7_the_last_two_tables_are_left_to_the_final_table() -> None:
    night = tables(5, 5, profile="tda-wsop-v1")
    assert night.sizes() == {1: 5, 2: 5}
    assert night.head["can_break"] is None


def test_seat_7_while_somebody_may_come_a_tables_worth_of_chairs_stays_free() -> None:
    night = tables(6, 6, 6, 5, profile="tda-wsop-v1", windows={}, prices={"re_entry": None})
    # 13 chairs are free; without table 4 four would be.
    assert night.sizes() == {1: 6, 2: 6, 3: 6, 4: 5}
    assert night.head["can_break"] == 4
    night.wait("20:00")
    assert night.sizes()[4] == 0
    assert sorted(night.sizes().values()) == [0, 7, 8, 8]


def test_sho_1_in_a_shootout_no_table_breaks_by_itself() -> None:
    night = tables(5, 3, 3, 3, profile="tda-wsop-v1", end={"kind": "one_per_table"}, balancing="floor")
    assert night.sizes() == {1: 5, 2: 3, 3: 3, 4: 3}


def test_seat_7_an_order_with_a_table_that_is_not_there_is_refused() -> None:
    night = tables(5, 5, tables=4)
    assert night.ask("19:10", "set_break_order", tables=[5]).refused == "no_such_table"
    assert night.ask("19:10", "set_break_order", tables=[2, 2]).refused == "named_twice"


def test_seat_7_which_table_can_break_is_told_without_a_look_at_any_entry_or_table_but_it() -> None:
    night = tables(6, 6, 6, 5, profile="sport-poker-v2", break_order=[2])
    two = night.state.tables[2]
    bare = replace(night.state, entries=Map(), tables=Map({2: two}))
    assert (breaking.can_break(bare), breaking.due(bare)) == (2, 2)


@pytest.mark.parametrize("field", ["break_order", "overflow_tables"])
def test_seat_7_settings_name_tables_that_there_are_each_once(field: str) -> None:
    assert [fault.field for fault in settings_faults(settings(**{field: [1, 1]}))] == [field]
    assert [fault.field for fault in settings_faults(settings(tables=4, **{field: [5]}))] == [field]


def test_clk_9_a_break_bars_a_rebase() -> None:
    night = tables(5, 5, 3)
    night.must("19:10", "break_table", table=3)
    answer = night.ask("19:30", "rebase_clock", stopped_at="2026-11-29T19:05:00Z")
    assert answer.rejection.data["kind"] == "table_broken"


# ------------------------------------------------------------------------------------------------------------ laws


@given(
    sizes=st.lists(st.integers(1, 9), min_size=2, max_size=7),
    which=st.integers(0, 6),
)
def test_seat_7_a_break_seats_all_as_evenly_as_can_be_or_is_refused(sizes: list[int], which: int) -> None:
    number = which % len(sizes) + 1
    night = tables(*sizes)
    before, chips = night.seats(), night.head["chips_in_play"]
    players, room = sizes[number - 1], sum(9 - size for n, size in enumerate(sizes, 1) if n != number)
    answer = night.ask("19:10", "break_table", table=number)
    hold(night.state)
    after = night.seats()
    assert sorted(after.values()) == sorted(before.values())
    assert night.head["chips_in_play"] == chips
    if players > room:
        assert answer.refused == "too_few_seats"
        assert after == before
        return
    assert answer.refused is None
    assert night.sizes()[number] == 0
    # Whoever sat elsewhere sits there still.
    assert all(after[chair] == player for chair, player in before.items() if chair[0] != number)
    # No table that got somebody ends two above one that had a chair free for him.
    grown = {n: night.sizes()[n] for n, size in enumerate(sizes, 1) if n != number and night.sizes()[n] > size}
    free = [night.sizes()[n] for n in range(1, len(sizes) + 1) if n != number and night.sizes()[n] < 9]
    assert not grown or not free or max(grown.values()) <= min(free) + 1


def test_rul_4_the_last_hand_of_a_broken_table_can_be_disputed_for_a_minute() -> None:
    night = tables(5, 5, 3)
    night.must("19:10", "start_hand", table=3)
    night.must("19:12", "end_hand", table=3)
    night.must("19:12:10", "break_table", table=3)
    night.must("19:12:59", "raise_dispute", table=3, subject="pot_count")
    assert night.ask("19:13:00", "raise_dispute", table=3, subject="pot_count").rejection.rule == "RUL-4"
    hold(night.state)


def test_tda_rp_16_the_list_of_moves_says_whose_stack_is_carried_until_he_comes() -> None:
    night = evening(13, sizes=[5, 5, 2], present=12, no_show="absent", windows=SHUT, profile="tda-2024-v1")
    table, _ = night.seat(P[13]) or (0, 0)
    night.must("19:10", "break_table", table=table)
    (line,) = [line for line in printed(night).splitlines() if P[13] in line]
    assert line.endswith("called, stack to be carried")
    night.must("19:11", "check_in", player=P[13])
    assert "carried" not in printed(night)
    assert not any(row["carried"] for row in views.table(night.state, table)["leaving"])


def printed(night: Evening) -> str:
    """Return the open moves as they are printed."""
    rows = [views.table(night.state, number) for number in sorted(night.state.tables)]
    return move_list.as_text("Sunday", "19:10", move_list.of(rows))
