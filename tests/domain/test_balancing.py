"""Tables are evened out as the house says: advice, its answer, moves by themselves (SEAT-2, 5 and 6; TDA 11A)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from domain import balancing, desk, draws, snapshot
from domain import events as e
from domain.settings import settings_faults
from domain.state import Entry, Proposal, Table, Tournament
from domain.table_sizes import with_table
from tests.domain.floor import SEED, Evening, P, chair, evening, knock_out, settings

POLICIES = ("floor", "advise", "auto")


def uneven(sizes: Iterable[int] = (9, 9, 7), profile: str = "sport-poker-v2", **more: Any) -> Evening:
    """Return an evening without late registration whose tables have so many players, from seat 1 on.

    Play is on, so that the buttons drawn for the first hand are where nobody knows.
    """
    fill = list(sizes)
    terms: dict[str, Any] = {"windows": {"late_registration": None}, "final_table_players": 2, "answer_seconds": None}
    night = evening(sum(fill), sizes=fill, profile=profile, **terms | more)
    night.wait("19:00:01")
    return night


def tell(night: Evening, when: str, **buttons: int) -> None:
    """Tell where the buttons are: `t1=3` is seat 3 of table 1."""
    for table, seat in buttons.items():
        night.must(when, "set_button", table=int(table[1:]), button=seat)


def at_table(night: Evening, table: int) -> list[str]:
    """Return who sits at a table, by seat."""
    return [player for (number, _), player in sorted(night.seats().items()) if number == table]


def proposal(night: Evening) -> Proposal:
    """Return the proposal that stands."""
    assert night.state.proposal is not None, "nothing is proposed"
    return night.state.proposal


def moved(night: Evening) -> list[e.PlayerMoved]:
    """Return the moves on record."""
    return [recorded.event for recorded in night.record if isinstance(recorded.event, e.PlayerMoved)]


# ---------------------------------------------------------------------------------------------------- what is proposed


def test_seat_5_a_proposal_says_why_who_goes_where_and_what_the_tables_look_like_after() -> None:
    night = uneven([9, 9, 8])
    tell(night, "19:05", t1=3, t2=1, t3=2)
    knock_out(night, "19:06", P[26], P[25])
    tell(night, "19:07", t3=2)
    shown = night.head["proposal"]
    assert shown["about"] == "balance"
    assert shown["reason"] == "table 1 has 9 players, table 3 has 7 players"
    assert shown["unnamed"] is None
    # at table 1 seat 6 is big blind next; at table 3 seats 8 and 9 are free, and after the big blind on 4 comes 8
    assert shown["moves"] == [{"entry": 6, "player": P[6], "leaving_table": 1, "to_table": 3, "to_seat": 8}]
    assert shown["after"] == [{"table": 1, "players": 8}, {"table": 3, "players": 8}]
    answer = night.must("19:08", "confirm_proposal", proposal=shown["proposal"])
    assert answer.kinds == ["proposal_confirmed", "player_moved"]
    assert (night.seat(P[6]), night.head["proposal"]) == ((3, 8), None)
    event = moved(night)[-1]
    assert (event.why, event.proposal) == ("balance", shown["proposal"])


def test_seat_5_the_floor_alone_is_told_nothing_and_nobody_is_named() -> None:
    """B-023: nobody moves without a command that names player and seat."""
    night = uneven([9, 9, 7], profile="sport-poker-v1")
    knock_out(night, "19:30", P[25], P[24])
    assert (night.sizes(), night.head["proposal"]) == ({1: 9, 2: 9, 3: 6}, None)
    night.wait("19:59")
    assert not moved(night)
    night.must("19:59", "move_player", player=P[4], leaving=chair("1-4"), to=chair("3-8"))
    assert night.sizes() == {1: 8, 2: 9, 3: 7}


def test_seat_5_a_club_of_the_floors_own_choice_may_have_advice() -> None:
    """B-023: from a fullest table to table 3, preferring somebody not yet moved."""
    advice = {"balancing": "advise", "largest_difference": [[None, 1]], "mover": "random"}
    night = uneven([9, 9, 8], profile="sport-poker-v1", **advice)
    for number in (*range(2, 10), *range(11, 19)):
        seat = night.seat(P[number])
        assert seat is not None
        there, back = {"table": 4, "seat": 1}, {"table": seat[0], "seat": seat[1]}
        night.must("19:10", "move_player", player=P[number], leaving=back, to=there, arrived=True)
        night.must("19:10", "move_player", player=P[number], leaving=there, to=back, arrived=True)
    knock_out(night, "19:30", P[26], P[25])
    knock_out(night, "19:30", P[25], P[24])
    shown = proposal(night)
    assert [(move.player, move.leaving) for move in shown.moves] == [(P[1], 1), (None, 2)]
    assert (shown.unnamed, shown.moves[0].seat) == ("floor", None)
    refused = night.ask("19:31", "confirm_proposal", proposal=shown.number)
    assert (refused.refused, refused.rejection.data["field"]) == ("name_the_seat", "seat")
    night.must("19:31", "confirm_proposal", proposal=shown.number, seat=9)
    assert night.seat(P[1]) == (3, 9)
    assert [move.player for move in proposal(night).moves] == [P[10]]


def test_seat_5_a_proposal_whose_player_busted_or_moved_is_refused() -> None:
    """B-023."""
    night = uneven([9, 9, 7], final_table_players=None)
    tell(night, "19:05", t1=3, t3=2)
    first = proposal(night)
    assert first.moves[0].player == P[6]
    knock_out(night, "19:06", P[6], P[5])
    refused = night.ask("19:07", "confirm_proposal", proposal=first.number)
    assert refused.refused == "proposal_gone"
    tell(night, "19:07", t2=4)
    second = proposal(night)
    assert second.moves[0].player == P[16]
    night.must("19:08", "move_player", player=P[16], leaving=chair("2-7"), to=chair("1-6"))
    assert night.ask("19:08", "confirm_proposal", proposal=second.number).refused == "proposal_gone"
    assert night.ask("19:08", "decline_proposal", proposal=second.number).refused == "proposal_gone"
    assert night.ask("19:08", "confirm_proposal", proposal=99).rejection.reason == "there is no proposal 99"


def test_seat_5_a_declined_proposal_comes_back_only_when_its_tables_have_changed() -> None:
    night = uneven([9, 7, 8])
    tell(night, "19:05", t1=3, t2=2)
    night.must("19:06", "decline_proposal", proposal=proposal(night).number)
    assert night.must("19:06", "decline_proposal", proposal=night.state.proposals).note
    tell(night, "19:07", t1=5, t2=4, t3=1)
    assert night.state.proposal is None
    knock_out(night, "19:08", P[24], P[23])
    assert night.head["proposal"] is None, "table 3 is none of the tables that it looked at"
    knock_out(night, "19:09", P[16], P[15])
    assert proposal(night).moves[0].leaving == 1


def test_seat_5_a_proposal_is_withdrawn_when_the_tables_are_even_again() -> None:
    night = uneven([9, 7, 8])
    assert proposal(night).unnamed == "button_unknown"
    answer = knock_out(night, "19:06", P[1], P[2])
    assert answer.kinds == ["busted", "proposal_withdrawn"]


def test_seat_5_a_late_seat_makes_it_anew_and_it_lives_on_in_a_snapshot() -> None:
    night = uneven([9, 9, 6], windows={"late_registration": {"kind": "level", "level": 2}})
    before = proposal(night)
    night.must("19:05", "decline_proposal", proposal=before.number)
    night.must("19:06", "register", player=P[40])
    after = proposal(night)
    assert (before.after, after.after) == (((1, 8), (2, 8), (3, 8)), ((1, 8), (3, 8)))
    assert night.state.declined
    assert snapshot.load(snapshot.dump(night.state)) == night.state
    night.must("19:07", "register", player=P[41])
    assert night.head["proposal"] is None


def test_seat_5_within_the_difference_nothing_is_said() -> None:
    night = uneven([9, 8, 8])
    assert night.state.proposals == 0
    assert not balancing.uneven(night.state)


def test_seat_5_a_single_table_is_never_balanced() -> None:
    night = uneven([6])
    for number in range(6, 2, -1):
        knock_out(night, "19:10", P[number], P[1])
    assert night.state.proposals == 0


def test_seat_5_in_a_shootout_each_table_plays_for_itself() -> None:
    """SHO-1."""
    night = uneven([9, 9, 5], profile="tda-wsop-v1", end={"kind": "one_per_table"})
    assert (night.state.proposals, moved(night)) == (0, [])


# ---------------------------------------------------------------------------------------------------- who and where to


@pytest.mark.parametrize("policy", POLICIES)
def test_seat_5_where_the_button_is_not_known_nobody_is_named_and_nothing_moves(policy: str) -> None:
    """B-065: the system says so and leaves the choice to the floor."""
    night = uneven([9, 9, 8], profile="tda-2024-v1", balancing=policy)
    night.wait("19:15")
    knock_out(night, "19:20", P[26], P[25])
    assert not moved(night)
    shown = night.head["proposal"]
    if policy == "floor":
        assert shown is None
        return
    assert shown["unnamed"] == "button_unknown"
    assert shown["moves"] == [{"entry": None, "player": None, "leaving_table": 1, "to_table": 3, "to_seat": None}]
    assert night.ask("19:21", "confirm_proposal", proposal=shown["proposal"]).refused == "name_the_player"
    stranger = night.ask("19:21", "confirm_proposal", proposal=shown["proposal"], player=P[10], seat=8)
    assert stranger.refused == "not_at_the_table"
    taken = night.ask("19:21", "confirm_proposal", proposal=shown["proposal"], player=P[2], seat=1)
    assert taken.refused == "seat_taken"
    night.must("19:21", "confirm_proposal", proposal=shown["proposal"], player=P[2], seat=8)
    assert night.seat(P[2]) == (3, 8)


@pytest.mark.parametrize("policy", POLICIES)
def test_seat_5_once_the_button_is_told_he_is_named_or_moves_by_itself(policy: str) -> None:
    night = uneven([9, 9, 8], profile="tda-2024-v1", balancing=policy)
    night.wait("19:15")
    knock_out(night, "19:20", P[26], P[25])
    tell(night, "19:21", t1=3)
    if policy != "floor":
        shown = proposal(night)
        assert (shown.moves[0].player, shown.moves[0].seat, shown.unnamed) == (None, None, "button_unknown")
    tell(night, "19:22", t3=2)
    if policy == "floor":
        assert (night.head["proposal"], moved(night)) == (None, [])
    elif policy == "advise":
        shown = proposal(night)
        assert (shown.moves[0].player, shown.moves[0].seat, shown.unnamed) == (P[6], 8, None)
        assert not moved(night)
    else:
        assert night.head["proposal"] is None
        event = moved(night)[-1]
        assert (event.player, event.leaving, event.to, event.why) == (P[6], (1, 6), (3, 8), "balance")


def test_tda_11a_the_worst_seat_may_be_a_lone_big_blind_and_is_never_the_small_blind() -> None:
    """B-065: table 2's small-blind seat and its worst seat are both empty."""
    night = uneven([9, 9], profile="tda-2024-v1")
    tell(night, "19:05", t1=9, t2=4)
    night.must("19:06", "start_hand", table=2, button=4, small_blind=5, big_blind=6)
    knock_out(night, "19:07", P[15], P[16])
    knock_out(night, "19:07", P[16], P[17])
    night.must("19:07", "end_hand", table=2)
    # the next hand's small blind is seat 6, which is empty, and its big blind would be seat 7, which is empty
    shown = proposal(night)
    assert [(move.player, move.to, move.seat) for move in shown.moves] == [(P[3], 2, 7)]
    night.must("19:08", "confirm_proposal", proposal=shown.number)
    night.must("19:09", "start_hand", table=2)
    deal = night.state.tables[2].deal
    assert deal is not None
    assert (deal.button, deal.small_blind, deal.big_blind) == (5, 6, 7)


def test_seat_5_who_is_big_blind_next_and_not_to_be_moved_is_passed_over() -> None:
    night = uneven([9, 9, 7])
    tell(night, "19:05", t1=3, t3=2)
    assert proposal(night).moves[0].player == P[6]
    night.must("19:06", "lock_seat", player=P[6])
    assert proposal(night).moves[0].player == P[7]
    night.must("19:06", "exempt_player", player=P[7])
    assert proposal(night).moves[0].player == P[8]
    night.must("19:07", "exempt_player", player=P[7], exempt=False)
    assert proposal(night).moves[0].player == P[7]
    assert night.row(P[6])["locked"] is True


def test_seat_2_a_locked_or_exempt_player_is_not_moved_to_balance_even_by_confirming() -> None:
    night = uneven([9, 9, 7])
    number = proposal(night).number
    night.must("19:06", "lock_seat", player=P[3])
    night.must("19:06", "exempt_player", player=P[4])
    for player in (P[3], P[4]):
        refused = night.ask("19:07", "confirm_proposal", proposal=number, player=player, seat=8)
        assert refused.refused == "not_to_be_moved"
    assert night.must("19:07", "lock_seat", player=P[3]).note
    assert night.must("19:07", "exempt_player", player=P[4]).note
    assert night.ask("19:07", "lock_seat", player=P[99]).refused == "not_in_the_field"


def test_seat_5_where_everybody_at_the_fullest_table_is_locked_another_gives() -> None:
    night = uneven([9, 9, 7])
    for number in range(1, 10):
        night.must("19:05", "lock_seat", player=P[number])
    assert {move.leaving for move in proposal(night).moves} == {2}
    for number in range(10, 19):
        night.must("19:06", "exempt_player", player=P[number])
    assert night.head["proposal"] is None


def test_seat_5_who_is_under_way_is_not_taken_again() -> None:
    night = uneven([9, 9, 7])
    night.must("19:04", "swap_seats", player=P[6], other=P[16])
    tell(night, "19:05", t1=3, t3=2)
    assert night.seat(P[16]) == (1, 6)
    assert proposal(night).moves[0].player == P[7]


def test_seat_5_who_is_in_a_hand_goes_when_it_is_over() -> None:
    night = uneven([9, 9, 7])
    night.must("19:05", "start_hand", table=1, button=2, small_blind=3, big_blind=4)
    tell(night, "19:05", t3=2)
    first = proposal(night)
    assert first.moves[0].player == P[5]
    answer = night.must("19:06", "confirm_proposal", proposal=first.number)
    assert answer.kinds[:2] == ["proposal_confirmed", "move_queued"]
    assert night.seat(P[5]) == (1, 5)
    assert night.head["proposal"] is None or P[5] not in str(night.head["proposal"])
    ended = night.must("19:07", "end_hand", table=1)
    assert "player_moved" in ended.kinds
    assert night.seat(P[5]) == (3, 8)


def test_seat_7_a_table_that_is_about_to_break_neither_gives_nor_gets() -> None:
    night = uneven([9, 7, 4], seats_per_table=10)
    night.must("19:05", "start_hand", table=3)
    night.must("19:05", "break_table", table=3)
    assert night.state.breaking
    assert [(step.donor, step.to) for step in balancing.uneven(night.state)] == [(1, 2)]


# -------------------------------------------------------------------------------------------------------------- by lot


def test_seat_5_player_and_seat_come_by_a_lot_that_can_be_drawn_again() -> None:
    night = uneven([9, 9, 8], profile="east-durham-v1")
    knock_out(night, "19:10", P[26], P[25])
    shown = proposal(night)
    assert shown.lot == night.state.lots
    assert shown.pools == (tuple(range(1, 10)), (8, 9))
    orders = draws.draw(SEED, night.state.id, shown.lot or 0, shown.pools)
    assert (shown.moves[0].entry, shown.moves[0].seat) == (orders[0][0], orders[1][0])
    lots = night.state.lots
    night.must("19:11", "confirm_proposal", proposal=shown.number)
    assert (night.state.lots, moved(night)[-1].lot) == (lots, shown.lot)


def test_seat_5_a_lot_for_tables_that_have_changed_meanwhile_is_voided() -> None:
    night = uneven([9, 9, 8], profile="east-durham-v1")
    night.prompt = False
    knock_out(night, "19:10", P[26], P[25])
    assert night.fetch()
    assert night.head["proposal"] is None
    knock_out(night, "19:10", P[1], P[2])
    night.lot_comes(night.state.last_at)
    assert night.record[-1].event.kind == "lot_voided"
    assert night.fetch()
    night.lot_comes(night.state.last_at)
    assert proposal(night).moves[0].leaving == 2


def test_seat_5_hands_and_buttons_do_not_undo_a_lot() -> None:
    night = uneven([9, 9, 8], profile="east-durham-v1")
    knock_out(night, "19:10", P[26], P[25])
    before = proposal(night)
    night.must("19:11", "start_hand", table=1, button=1)
    night.must("19:12", "end_hand", table=1)
    assert (proposal(night), night.state.lots) == (before, before.lot)


def test_seat_5_a_declined_lot_is_not_drawn_again() -> None:
    night = uneven([9, 9, 8], profile="east-durham-v1")
    knock_out(night, "19:10", P[26], P[25])
    night.must("19:11", "decline_proposal", proposal=proposal(night).number)
    assert (night.head["proposal"], desk.errand(night.state)) == (None, None)


def test_seat_5_a_lot_that_nothing_waits_for_is_not_overruled() -> None:
    night = uneven([9, 9, 8], profile="east-durham-v1")
    knock_out(night, "19:10", P[26], P[25])
    shown = proposal(night)
    other = next(player for player in at_table(night, 1) if player != shown.moves[0].player)
    refused = night.ask("19:11", "confirm_proposal", proposal=shown.number, player=other)
    assert refused.refused == "named_already"


def test_seat_5_by_itself_the_lot_moves_him_at_once() -> None:
    night = uneven([9, 9, 8], profile="east-durham-v1", balancing="auto")
    knock_out(night, "19:10", P[26], P[25])
    assert [kind for _, kind in night.told("19:10")][-3:] == ["move_proposed", "proposal_confirmed", "player_moved"]
    assert (night.sizes(), night.head["proposal"]) == ({1: 8, 2: 9, 3: 8}, None)
    assert moved(night)[-1].lot == night.state.lots


def test_seat_5_absent_players_and_those_moved_before_are_drawn_last() -> None:
    night = uneven([3, 3], seats_per_table=4, profile="east-durham-v1")
    state = night.state
    assert balancing.candidates(state, 1, 1) == (1, 2, 3)
    entries = state.entries.set(1, replace(state.entries[1], moved=1))
    entries = entries.set(2, replace(state.entries[2], absent=True))
    state = replace(state, entries=entries)
    assert balancing.candidates(state, 1, 1) == (3,)
    assert balancing.candidates(state, 1, 2) == (1, 3)
    assert balancing.candidates(state, 1, 3) == (1, 2, 3)


# --------------------------------------------------------------------------------------------- the house's differences


@pytest.mark.parametrize(("tables", "proposed"), [(12, True), (13, False)])
def test_seat_5_the_largest_difference_goes_by_the_number_of_tables(tables: int, proposed: bool) -> None:
    night = uneven([6] * (tables - 1) + [4], seats_per_table=6, profile="tda-2024-v1")
    assert (night.state.proposal is not None) == proposed


def test_seat_5_a_club_may_set_the_steps_itself() -> None:
    night = uneven([9, 9, 7], largest_difference=[[2, 1], [None, 2]])
    assert night.state.proposal is None
    night = uneven([9, 7], largest_difference=[[2, 1], [None, 2]])
    assert night.state.proposal is not None


def test_seat_5_full_tables_give_in_turn() -> None:
    """WSOP 66: the next table number at full capacity."""
    night = uneven([9, 9, 9, 9, 5])
    assert [move.leaving for move in proposal(night).moves] == [1, 2, 3]
    night.must("19:05", "confirm_proposal", proposal=night.state.proposals, player=P[1], seat=6)
    assert [move.leaving for move in proposal(night).moves] == [2, 3]
    night.must("19:05", "confirm_proposal", proposal=night.state.proposals, player=P[20], seat=7)
    # the floor has chosen another of the tables named; those with nine are 2 and 4
    assert [move.leaving for move in proposal(night).moves] == [4]


def test_seat_5_full_tables_give_in_the_set_order() -> None:
    """TDA 11C: the donating table follows a procedure fixed in advance."""
    night = uneven([9, 9, 9, 9, 5], donor_order=[3, 1])
    assert [move.leaving for move in proposal(night).moves] == [3, 1, 2]


def test_seat_5_settings_that_do_not_go_together_are_refused() -> None:
    def faults(**more: Any) -> set[str]:
        return {fault.field for fault in settings_faults(settings(**more)) if fault.rule == "SEAT-5"}

    assert faults(balancing="advise") == {"largest_difference"}
    assert faults(balancing="advise", largest_difference=[[None, 1]]) == set()
    assert faults(balancing="auto", largest_difference=[[None, 1]]) == {"balancing"}
    assert faults(profile="tda-wsop-v1", mover="floor") == {"balancing"}
    assert faults(largest_difference=[[12, 1]]) == {"largest_difference"}
    assert faults(largest_difference=[[12, 1], [6, 2], [None, 3]]) == {"largest_difference"}
    assert faults(donor_order=[1, 1]) == faults(donor_order=[100]) == {"donor_order"}


# ----------------------------------------------------------------------------------------------------- alone, and late


def test_seat_6_who_sits_alone_is_told_of_with_the_moves_that_fill_his_table() -> None:
    night = evening(18, tables=3)
    assert night.must("19:10", "register", player=P[20]).kinds[-1] == "move_proposed"
    shown = night.head["proposal"]
    assert (shown["about"], shown["unnamed"]) == ("lone_table", "floor")
    assert shown["reason"] == "table 1 has 9 players, table 3 has one player alone"
    assert [(move["player"], move["leaving_table"], move["to_table"]) for move in shown["moves"]] == [
        (None, table, 3) for table in (1, 2, 1, 2, 1)
    ]
    assert shown["after"] == [{"table": 1, "players": 6}, {"table": 2, "players": 7}, {"table": 3, "players": 6}]
    night.must("19:11", "confirm_proposal", proposal=shown["proposal"], player=P[12], seat=9)
    assert (night.seat(P[12]), moved(night)[-1].why) == ((3, 9), "lone_table")
    assert night.head["proposal"] is None, "he is not alone any more, and the floor alone balances here"


def test_seat_6_a_table_opened_for_one_is_filled_by_itself_where_the_house_does_so() -> None:
    night = evening(12, tables=4, seats_per_table=6, profile="tda-wsop-v1", mover="random", mover_seat="random")
    answer = night.must("19:10", "register", player=P[20])
    assert answer.kinds[-2:] == ["table_opened", "player_seated"]
    table = max(night.sizes())
    assert sorted(night.sizes().values()) == [4, 4, 5]
    moves = moved(night)
    assert {(event.to[0], event.why) for event in moves} == {(table, "lone_table")}
    assert len({event.lot for event in moves}) == 1, "one lot for all of them"


def test_seat_6_at_a_lone_table_the_seat_is_by_lot_where_it_would_be_the_worst() -> None:
    night = evening(12, tables=4, seats_per_table=6, profile="tda-2024-v1")
    night.must("19:10", "register", player=P[20])
    assert (proposal(night).unnamed, proposal(night).lot) == ("button_unknown", None)
    tell(night, "19:11", t1=1, t2=1)
    shown = proposal(night)
    taken = night.seat(P[20])
    assert taken is not None
    assert shown.pools == (tuple(seat for seat in range(1, 7) if seat != taken[1]),)
    assert [move.entry for move in shown.moves] == [4, 10], "each table's next big blind; then its button is not known"
    assert shown.unnamed is None
    night.must("19:12", "confirm_proposal", proposal=shown.number)
    assert sorted(night.sizes().values()) == [3, 5, 5]
    assert proposal(night).unnamed == "button_unknown"


# ---------------------------------------------------------------------------------------------------------- its answer


def test_seat_11_a_proposal_that_nobody_answers_is_brought_up_once_more() -> None:
    night = uneven([9, 9, 7], answer_seconds=120)
    first = proposal(night)
    night.wait("19:01:59")
    assert not proposal(night).escalated
    night.wait("19:02")
    assert night.told("19:02", "19:02") == [("19:02:00", "proposal_escalated")]
    tell(night, "19:03", t1=3, t3=2)
    assert (proposal(night).number > first.number, proposal(night).escalated) == (True, True)
    night.wait("19:15")
    assert [kind for _, kind in night.told("19:04", "19:15")] == ["move_proposed"], "the button told at 19:03 is old"
    quiet = uneven([9, 9, 7], answer_seconds=None)
    quiet.wait("19:15")
    assert not proposal(quiet).escalated


def test_seat_5_a_move_that_the_floor_takes_back_is_not_made_again() -> None:
    night = uneven([9, 9, 7], profile="tda-wsop-v1", no_show="drop")
    tell(night, "19:05", t1=3, t3=2)
    assert night.sizes()[3] == 8
    first = moved(night)[-1]
    night.must("19:06", "undo_move")
    assert night.sizes() == {1: 9, 2: 9, 3: 7}
    tell(night, "19:07", t1=4, t3=3)
    assert (night.sizes()[3], night.state.proposal) == (7, None)
    assert night.seat(first.player) == first.leaving


def test_seat_5_a_button_told_too_long_ago_names_nobody_any_more() -> None:
    """B-065: the system does not pretend."""
    night = uneven([9, 9, 7])
    tell(night, "19:01", t1=3, t3=2)
    named = proposal(night)
    assert named.unnamed is None
    night.wait("19:06")
    assert proposal(night) == named
    night.wait("19:06:00.001")
    assert (proposal(night).unnamed, proposal(night).moves[0].player) == ("button_unknown", None)
    assert night.ask("19:07", "confirm_proposal", proposal=named.number).refused == "proposal_gone"
    tell(night, "19:08", t1=3, t3=2)
    night.must("19:08", "pause")
    night.wait("19:40")
    assert proposal(night).unnamed is None, "nobody has played a hand in the pause"


def test_seat_5_commands_about_a_proposal_are_refused_when_nothing_is_proposed() -> None:
    night = uneven([9, 9, 8])
    assert night.ask("19:05", "confirm_proposal", proposal=1).refused == "proposal_gone"
    assert night.ask("19:05", "decline_proposal", proposal=1).refused == "proposal_gone"


# ------------------------------------------------------------------------------------------------------------ the laws


def fewest(sizes: list[int], apart: int) -> int:
    """Return by brute force over the bands how many moves it takes to bring sizes within a difference."""
    total = sum(sizes)
    bands = (low for low in range(11) if low * len(sizes) <= total <= (low + apart) * len(sizes))
    return min(max(sum(max(0, n - low - apart) for n in sizes), sum(max(0, low - n) for n in sizes)) for low in bands)


def bare(sizes: list[int], apart: int) -> Tournament:
    """Return a running tournament whose tables have so many players."""
    night = evening(4, sizes=[2, 2], balancing="advise", largest_difference=[[None, apart]])
    chairs = [(table, seat) for table, size in enumerate(sizes, start=1) for seat in range(1, size + 1)]
    entries = {n: Entry(number=n, player=P[n], status="alive", chair=at) for n, at in enumerate(chairs, start=1)}
    state = replace(night.state, entries=Map(entries), tables=Map(), sizes=(), tables_in_play=0)
    for table in range(1, len(sizes) + 1):
        seats = {at[1]: n for n, at in enumerate(chairs, start=1) if at[0] == table}
        state = with_table(state, Table(number=table, seats=Map(seats)))
    return state


@given(sizes=st.lists(st.integers(1, 9), min_size=2, max_size=8), apart=st.integers(1, 3))
def test_seat_5_the_fewest_moves_there_are(sizes: list[int], apart: int) -> None:
    state = bare(sizes, apart)
    steps = balancing.uneven(state)
    need = fewest(sizes, apart)
    assert len(steps) == min(need, balancing.MOST_MOVES)
    after = dict(enumerate(sizes, start=1))
    for step in steps:
        after[step.donor] -= 1
        after[step.to] += 1
    if len(steps) == need:
        assert max(after.values()) - min(after.values()) <= apart
