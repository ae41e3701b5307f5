"""Hand-for-hand: what begins and ends it, its rounds, who is placed where, what it costs the clock (RUL-1)."""

from typing import Any

import pytest

from domain import rounds
from domain.events import HandForHandEnded
from domain.hands import may_start
from domain.state import HandForHand
from tests.domain import laws
from tests.domain.floor import Body, Evening, P, at, chair, evening, knock_out, until

NO_LATE = {"late_registration": None}


def bubble(sizes: tuple[int, ...] = (3, 3), paid: int = 4, **terms: Any) -> Evening:
    """Return an evening with tables of these sizes, by a profile that leaves everything to the floor unless said."""
    profile = terms.pop("profile", "sport-poker-v1")
    if profile != "sport-poker-v1":
        terms = {"no_show": "drop", **terms}
    windows = terms.pop("windows", NO_LATE)
    terms = {"balancing": "floor", "final_table_players": 2, **terms}
    return evening(
        sum(sizes), sizes=sizes, profile=profile, minimum_players=2, windows=windows, places_paid=paid, **terms
    )


def running(night: Evening) -> HandForHand:
    assert night.state.hand_for_hand is not None
    return night.state.hand_for_hand


def finish(night: Evening, when: str, *tables: int) -> list[str]:
    """Have these tables finish their hand; return what came of it."""
    return [kind for table in tables for kind in night.must(when, "finish_hand", table=table).kinds]


def shown(night: Evening) -> Body:
    row: Body = night.head["hand_for_hand"]
    return row


def closed(night: Evening, when: str) -> dict[str, int]:
    """Close the tournament with equal stacks for who is left; return the places."""
    left = [of.player for of in night.state.entries.values() if of.status == "alive"]
    night.must(when, "finish", confirm=True, stacks=[{"player": player, "chips": 100} for player in sorted(left)])
    laws.hold(night.state)
    laws.the_record_is_the_state(night.state, night.record)
    return night.places()


# ------------------------------------------------------------------------------------------------------------ triggers


def test_rul_1_the_money_bubble_begins_it_with_two_tables_and_nobody_to_come() -> None:
    night = bubble((4, 3), paid=4, profile="sport-poker-v2")
    assert knock_out(night, "19:10", P[1], P[2]).kinds == ["busted"]
    answer = knock_out(night, "19:11", P[5], P[6])
    assert answer.kinds == ["busted", "hand_for_hand_started", "clock_paused"]
    assert (running(night).trigger, running(night).left, running(night).places_paid) == ("money_bubble", 5, 4)
    assert shown(night)["unfinished_tables"] == [1, 2]


def test_rul_1_at_one_table_no_trigger_acts() -> None:
    night = evening(6, profile="sport-poker-v2", windows=NO_LATE, places_paid=4)
    knock_out(night, "19:10", P[1], P[2])
    assert night.state.hand_for_hand is None
    assert night.ask("19:11", "start_hand_for_hand").refused == "one_table"


def test_rul_1_while_anybody_can_come_in_no_trigger_acts() -> None:
    """Late registration ends at 20:00, and with it the wait."""
    night = bubble((3, 3), paid=5, profile="sport-poker-v2", windows={})
    night.wait("19:59:59")
    assert night.state.hand_for_hand is None
    night.wait("20:00")
    assert running(night).announced_at == at("20:00")


def test_rul_1_a_pending_bust_holds_it_back() -> None:
    night = bubble((4, 3), paid=5, profile="sport-poker-v2", windows=NO_LATE | {"rebuy": until("20:00")})
    knock_out(night, "19:10", P[1], P[2])
    assert night.state.hand_for_hand is None
    night.wait("19:11")
    assert running(night).announced_at == at("19:11")


def test_rul_1_how_many_busts_before_the_money_is_a_setting() -> None:
    night = bubble((4, 3), paid=4, profile="tda-2024-v1", hand_for_hand_from=2)
    knock_out(night, "19:10", P[1], P[2])
    assert (running(night).left, running(night).trigger) == (6, "money_bubble")


def test_rul_1_a_payout_jump_is_five_points_between_neighbouring_places() -> None:
    """Six left: fifth and sixth are paid alike, fourth has 4.99 points more than fifth, third 5 more than fourth."""
    payouts = [3999, 2801, 1400, 900, 450, 450]
    night = bubble((3, 3), paid=6, payouts=payouts, profile="tda-wsop-v1")
    assert night.state.hand_for_hand is None
    knock_out(night, "19:10", P[1], P[2])
    assert night.state.hand_for_hand is None
    knock_out(night, "19:11", P[4], P[5])
    assert (running(night).trigger, running(night).place) == ("payout_jump", 4)


def test_rul_1_the_jump_is_passed_and_the_next_takes_over_at_once() -> None:
    """One announcement follows the other; the clock stands all the time."""
    night = bubble((3, 3), paid=6, payouts=[4500, 2500, 1500, 1000, 250, 250], profile="tda-wsop-v1")
    knock_out(night, "19:10", P[1], P[2])
    assert (running(night).trigger, running(night).place) == ("payout_jump", 5)
    knock_out(night, "19:12", P[4], P[5])
    kinds = finish(night, "19:13", 1, 2)
    assert kinds[-2:] == ["hand_for_hand_ended", "hand_for_hand_started"]
    assert (running(night).place, running(night).round, running(night).on) == (4, 0, False)
    assert night.must("19:14", "start_round").kinds == ["hand_for_hand_round_started"]
    assert night.state.clock is not None
    assert night.state.clock.stops == ("hand_for_hand",)


def test_rul_1_the_floor_starts_it_in_any_profile_and_ends_it() -> None:
    night = bubble((4, 4), paid=4)
    assert night.must("19:10", "start_hand_for_hand").kinds == ["hand_for_hand_started"]
    assert night.must("19:10", "start_hand_for_hand").note == "hand-for-hand is on, in round 1"
    assert night.must("19:20", "end_hand_for_hand").kinds == ["hand_for_hand_ended"]
    assert night.must("19:20", "end_hand_for_hand").note == "there is no hand-for-hand"


def test_rul_1_what_the_floor_ended_does_not_begin_again_by_the_same_trigger() -> None:
    night = bubble((4, 3), paid=4, profile="sport-poker-v2")
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[5], P[6])
    night.must("19:12", "end_hand_for_hand")
    night.must("19:13", "void_knockout", knockout=2)
    knock_out(night, "19:14", P[5], P[6])
    assert night.state.hand_for_hand is None
    night.must("19:15", "start_hand_for_hand", until="money_bubble")
    assert running(night).trigger == "money_bubble"


def test_rul_1_the_floor_ends_its_own_and_no_trigger_takes_over() -> None:
    night = bubble((4, 3), paid=4, profile="sport-poker-v2")
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[2])
    knock_out(night, "19:11", P[5], P[6])
    night.must("19:12", "end_hand_for_hand")
    assert night.state.hand_for_hand is None


def test_rul_1_the_floor_may_name_what_it_lasts_for() -> None:
    night = bubble((4, 4), paid=4, payouts=[4000, 3000, 2000, 1000])
    night.must("19:10", "start_hand_for_hand", until="payout_jump")
    assert (running(night).trigger, running(night).place) == ("payout_jump", 5)
    refusal = bubble((4, 4), paid=4).ask("19:10", "start_hand_for_hand", until="payout_jump").rejection
    assert (refusal.rule, refusal.code, refusal.data) == (
        "RUL-1",
        "nothing_ahead",
        {"players_left": 8, "places_paid": 4},
    )
    paid = bubble((4, 4), paid=8).ask("19:10", "start_hand_for_hand", until="money_bubble")
    assert paid.refused == "nothing_ahead"
    formed = bubble((4, 4), paid=4, final_table_players=9, seats_per_table=10)
    assert formed.ask("19:10", "start_hand_for_hand", until="final_table_bubble").refused == "nothing_ahead"


# -------------------------------------------------------------------------------------------------------------- rounds


def test_rul_1_a_round_ends_when_every_table_has_finished() -> None:
    night = bubble((3, 3))
    night.must("19:10", "start_hand_for_hand")
    assert finish(night, "19:11", 2) == ["table_finished"]
    assert (shown(night)["unfinished"], shown(night)["unfinished_tables"]) == (1, [1])
    assert finish(night, "19:12", 1) == ["table_finished", "hand_for_hand_round_ended"]
    assert (shown(night)["in_round"], shown(night)["round"]) == (False, 1)
    assert night.must("19:13", "start_round", round=2).kinds == ["hand_for_hand_round_started"]
    assert (shown(night)["in_round"], shown(night)["unfinished_tables"]) == (True, [1, 2])


def test_rul_1_commands_given_twice_or_for_another_round_change_nothing() -> None:
    night = bubble((3, 3))
    assert night.ask("19:10", "finish_hand", table=1).refused == "no_hand_for_hand"
    assert night.ask("19:10", "start_round").refused == "no_hand_for_hand"
    night.must("19:10", "start_hand_for_hand")
    assert night.must("19:10", "start_round").note == "round 1 has begun already"
    assert night.ask("19:10", "start_round", round=2).refused == "not_the_next_round"
    finish(night, "19:11", 1)
    assert night.must("19:11", "finish_hand", table=1).note == "table 1 has finished its hand of round 1 already"
    assert night.ask("19:11", "finish_hand", table=7).refused == "no_such_table"
    finish(night, "19:12", 2)
    assert night.ask("19:12", "finish_hand", table=2).refused == "round_over"
    assert night.must("19:12", "finish_hand", table=2, round=1).events == ()
    assert night.must("19:12", "start_round", round=1).note == "round 1 has begun already"
    night.must("19:13", "start_round", round=2)
    assert night.must("19:13", "start_round", round=2).events == ()
    assert night.ask("19:13", "finish_hand", table=2, round=1).refused == "not_this_round"


def test_rul_1_no_round_begins_in_a_break_or_a_review() -> None:
    night = bubble((3, 3))
    night.must("19:39", "start_hand_for_hand")
    finish(night, "19:39", 1, 2)
    night.must("19:39", "hold_for_review")
    assert night.ask("19:39", "start_round").refused == "review"
    night.must("19:39", "release_review")
    assert night.ask("19:40", "start_round").refused == "in_a_break"
    assert night.must("19:50", "start_round").kinds == ["hand_for_hand_round_started"]


def test_rul_1_in_a_shootout_nobody_waits_for_a_final_table() -> None:
    night = bubble((3, 3), profile="tda-wsop-v1", final_table_players=5, end={"kind": "one_per_table"})
    assert night.state.hand_for_hand is None
    night = bubble((3, 3), profile="tda-wsop-v1", final_table_players=5)
    assert running(night).trigger == "final_table_bubble"


def since(night: Evening, when: str, *kinds: str) -> list[str]:
    """Return which of these events were recorded from an instant on, in order."""
    return [of.event.kind for of in night.record if of.at >= at(when) and of.event.kind in kinds]


def test_rul_1_after_a_bust_come_the_rounds_end_the_final_table_and_the_end_of_hand_for_hand() -> None:
    """The final table's seats are drawn a moment later."""
    night = bubble((3, 3), profile="tda-wsop-v1", final_table_players=5)
    knock_out(night, "19:10", P[1], P[2])
    assert night.sizes() == {1: 2, 2: 3}
    finish(night, "19:11", 1, 2)
    order = ["hand_for_hand_round_ended", "redraw_queued", "hand_for_hand_ended", "final_table_formed"]
    assert since(night, "19:11", *order) == order
    assert (sorted(night.sizes().values()), night.state.hand_for_hand) == ([0, 5], None)


def test_rul_1_with_one_table_left_it_is_over() -> None:
    night = bubble((4, 2))
    night.must("19:10", "start_hand_for_hand")
    finish(night, "19:11", 1, 2)
    night.must("19:12", "move_player", player=P[5], leaving=chair("2-1"), to=chair("1-5"))
    moved = night.must("19:12", "move_player", player=P[6], leaving=chair("2-2"), to=chair("1-6"))
    assert HandForHandEnded(reason="one_table", rounds=1) in moved.events


def test_rul_1_the_end_of_play_ends_it() -> None:
    night = bubble((2, 2), paid=1, end={"kind": "players_left", "players": 2})
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[2])
    knock_out(night, "19:11", P[3], P[4])
    order = ["busted", "busted", "hand_for_hand_round_ended", "play_ended", "hand_for_hand_ended"]
    assert since(night, "19:11", *order) == order


def test_rul_1_with_nobody_to_play_no_round_begins() -> None:
    night = bubble((2, 2, 2), paid=1)
    night.must("19:10", "start_hand_for_hand")
    for number in (1, 3, 5):
        knock_out(night, "19:11", P[number], P[number + 1])
    refusal = night.ask("19:12", "start_round").rejection
    assert (refusal.rule, refusal.code) == ("RUL-1", "nobody_to_play")
    night.must("19:13", "move_player", player=P[4], leaving=chair("2-2"), to=chair("1-1"))
    night.must("19:13", "start_round", round=2)
    assert shown(night)["unfinished_tables"] == [1]


def test_rul_1_a_table_that_reports_its_hands_starts_none_before_the_others_have_finished() -> None:
    night = bubble((3, 3))
    for table in (1, 2):
        night.must("19:10", "start_hand", table=table)
    night.must("19:10", "start_hand_for_hand")
    night.must("19:11", "end_hand", table=1)
    refused = night.ask("19:11", "start_hand", table=1)
    assert (refused.rejection.rule, refused.refused) == ("RUL-1", "hand_played")
    assert refused.rejection.data == {"table": 1, "round": 1, "unfinished": 1}
    assert night.must("19:12", "finish_hand", table=2).kinds[-2:] == ["hand_ended", "hand_for_hand_round_ended"]
    started = night.must("19:13", "start_hand", table=1)
    assert started.kinds == ["hand_started", "hand_for_hand_round_started"]
    assert night.ask("19:13", "start_hand", table=1).refused == "hand_in_progress"
    night.must("19:13", "start_hand", table=2)
    assert running(night).round == 2


def test_rul_1_round_one_is_the_hand_in_progress_where_hands_are_reported() -> None:
    """Table 1 is between two hands when it is announced: it has nothing to finish, and waits."""
    night = bubble((3, 3, 3))
    for table in (1, 2):
        night.must("19:10", "start_hand", table=table)
    night.must("19:10", "end_hand", table=1)
    night.must("19:10:30", "start_hand_for_hand")
    assert shown(night)["unfinished_tables"] == [2, 3]
    refused = may_start(night.state, 1)
    assert refused is not None
    assert refused.code == "hand_played"


def test_rul_1_a_table_that_empties_or_is_left_with_one_leaves_the_round() -> None:
    night = bubble((2, 3, 3), paid=4)
    night.must("19:10", "start_hand_for_hand")
    finish(night, "19:11", 2, 3)
    answer = knock_out(night, "19:12", P[1], P[2])
    assert answer.kinds[:2] == ["busted", "hand_for_hand_round_ended"]
    night.must("19:13", "start_round")
    assert shown(night)["unfinished_tables"] == [2, 3]


def test_rul_1_play_does_not_end_in_the_middle_of_a_round() -> None:
    """Two tables of two: whoever goes out, the round is played out before anybody has won."""
    night = bubble((2, 2), paid=1)
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[2])
    assert knock_out(night, "19:11", P[3], P[4]).kinds[:2] == ["busted", "hand_for_hand_round_ended"]
    night = bubble((2, 3), paid=1)
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[2])
    stack = {"cause": "disqualified", "stack": 10_000}
    for number in (2, 3, 4):
        night.must("19:12", "record_knockout", player=P[number], **stack)
    assert night.head["left"] == 1
    assert night.state.ended_at == at("19:12")
    assert night.places() == {}


def test_rul_1_an_end_at_an_instant_waits_for_the_round() -> None:
    night = bubble((3, 3), end=until("19:30"))
    night.must("19:29", "start_hand_for_hand")
    night.wait("19:31")
    assert night.state.ended_at is None
    kinds = finish(night, "19:32", 1, 2)
    expected = ["hand_for_hand_round_ended", "play_ended", "hand_for_hand_ended"]
    assert [kind for kind in kinds if kind in expected] == expected
    assert night.state.ended_at == at("19:32")


def test_rul_1_the_bubble_is_counted_when_the_round_ends() -> None:
    night = bubble((4, 3), paid=5)
    night.must("19:10", "start_hand_for_hand", until="money_bubble")
    knock_out(night, "19:11", P[1], P[2])
    assert (night.head["left"], night.head["prizes"]["busts_to_go"]) == (6, 2)
    assert finish(night, "19:12", 1, 2)[-1] == "hand_for_hand_round_ended"
    assert night.head["prizes"]["busts_to_go"] == 1
    night.must("19:13", "start_round")
    knock_out(night, "19:14", P[5], P[6])
    assert night.head["prizes"]["on_the_bubble"]
    assert finish(night, "19:15", 1, 2)[-2:] == ["hand_for_hand_round_ended", "hand_for_hand_ended"]
    assert night.head["prizes"]["in_the_prizes"]
    assert night.state.hand_for_hand is None


# ------------------------------------------------------------------------------------------------- simultaneous busts


def test_wsop_126c_who_goes_out_on_the_hand_in_progress_shares_the_last_place_paid() -> None:
    """52 left, 50 paid, three out on the hand in progress at the announcement: all three are 50th (H4H-3)."""
    night = bubble((9, 9, 9, 9, 8, 8), paid=50, profile="tda-2024-v1", hand_for_hand_from=2)
    night.wait("19:10")
    assert (running(night).left, running(night).places_paid) == (52, 50)
    for number, killer, table in ((1, 2, 1), (10, 11, 2), (50, 51, 6)):
        knock_out(night, "19:11", P[number], P[killer])
        finish(night, "19:11", table)
    assert night.head["prizes"]["busts_to_go"] == 2
    finish(night, "19:12", 3, 4, 5)
    assert night.head["prizes"]["in_the_prizes"]
    assert {night.state.knockouts[n].bust for n in (1, 2, 3)} == {1}
    placed = closed(night, "19:13")
    assert (placed[P[1]], placed[P[10]], placed[P[50]]) == (50, 50, 50)


def test_wsop_126b_at_one_table_the_larger_stack_is_higher_and_tables_tie() -> None:
    night = bubble((4, 4), paid=6, profile="tda-2024-v1")
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[4], stack=3_000)
    knock_out(night, "19:11", P[5], P[6])
    knock_out(night, "19:11", P[2], P[4], stack=8_000)
    finish(night, "19:12", 1, 2)
    placed = closed(night, "19:13")
    assert (placed[P[2]], placed[P[5]], placed[P[1]]) == (6, 6, 8)


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ("sport-poker-v1", (6, 6, 6)),
        ("sport-poker-v2", (8, 6, 6)),
        ("tda-wsop-v1", (8, 6, 7)),
        ("east-durham-v1", (8, 6, 6)),
        ("tda-2024-v1", (8, 6, 6)),
    ],
)
def test_ko_2_the_profile_ranks_the_busts_of_a_round(profile: str, expected: tuple[int, ...]) -> None:
    night = bubble((4, 4), paid=6, profile=profile)
    night.must("19:10", "start_hand_for_hand")
    for player, stack in ((1, 3_000), (2, 8_000), (5, 5_000)):
        knock_out(night, "19:11", P[player], P[4], stack=stack)
    finish(night, "19:12", 1, 2)
    placed = closed(night, "19:13")
    assert (placed[P[1]], placed[P[2]], placed[P[5]]) == expected


def test_rul_7_the_second_at_a_table_needs_his_stack_and_the_round_waits_for_the_firsts() -> None:
    night = bubble((4, 4), paid=6, profile="tda-2024-v1")
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[4])
    refusal = night.ask("19:11", "record_knockout", player=P[2], killers=[P[4]]).rejection
    assert (refusal.rule, refusal.code, refusal.data) == ("RUL-7", "count_needed", {"field": "stack"})
    knock_out(night, "19:11", P[2], P[4], stack=8_000)
    assert finish(night, "19:12", 1, 2) == ["table_finished", "table_finished"]
    assert (shown(night)["in_round"], shown(night)["unfinished"], shown(night)["stacks_wanted"]) == (True, 0, [1])
    assert rounds.may_deal(night.state, 1) is not None
    assert night.ask("19:12", "state_stack", knockout=9, stack=1).refused == "not_in_this_round"
    assert night.ask("19:12", "state_stack", knockout=1, stack=10**9).refused == "more_than_in_play"
    kinds = night.must("19:12", "state_stack", knockout=1, stack=9_000).kinds
    assert kinds[:2] == ["stack_stated", "hand_for_hand_round_ended"]
    assert night.must("19:12", "state_stack", knockout=1, stack=9_000).events == ()
    placed = closed(night, "19:13")
    assert (placed[P[1]], placed[P[2]]) == (7, 8)


def test_rul_7_the_floor_may_end_it_without_the_stacks_and_they_share() -> None:
    night = bubble((4, 4), paid=6, profile="tda-2024-v1")
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[4])
    knock_out(night, "19:11", P[2], P[4], stack=8_000)
    night.must("19:12", "end_hand_for_hand")
    placed = closed(night, "19:13")
    assert (placed[P[1]], placed[P[2]]) == (7, 7)


def test_rul_7_a_stack_is_put_right_while_the_round_is_on() -> None:
    night = bubble((4, 4), paid=6, profile="tda-2024-v1")
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[4], stack=3_000)
    knock_out(night, "19:11", P[2], P[4], stack=8_000)
    stated = night.must("19:11", "state_stack", knockout=1, stack=8_000)
    assert (stated.kinds, night.must("19:11", "state_stack", knockout=1, stack=8_000).events) == (["stack_stated"], ())
    finish(night, "19:12", 1, 2)
    placed = closed(night, "19:13")
    assert (placed[P[1]], placed[P[2]]) == (7, 7)


def test_rul_7_a_stack_that_left_play_is_what_it_was_counted() -> None:
    night = bubble((4, 4), paid=6, profile="tda-2024-v1")
    night.must("19:10", "start_hand_for_hand")
    night.must("19:11", "record_knockout", player=P[1], cause="disqualified", stack=9_000)
    assert night.ask("19:11", "state_stack", knockout=1, stack=8_000).refused == "chips_removed"
    assert night.ask("19:11", "state_stack", knockout=2, stack=8_000).refused == "not_in_this_round"


def test_rul_7_a_stack_told_after_the_round_ranks_it_anew() -> None:
    night = bubble((4, 4), paid=7, profile="tda-2024-v1")
    knock_out(night, "19:11", P[1], P[4])
    knock_out(night, "19:11", P[2], P[4], stack=8_000)
    night.must("19:12", "end_hand_for_hand")
    assert [night.state.knockouts[n].rank for n in (1, 2)] == [0, 0]
    stated = night.must("19:13", "state_stack", knockout=1, stack=3_000)
    assert stated.kinds == ["stack_stated", "hand_for_hand_round_ended"]
    placed = closed(night, "19:14")
    assert (placed[P[2]], placed[P[1]]) == (7, 8)


def test_ko_2_orders_rank_those_of_one_report_and_of_no_other() -> None:
    night = bubble((5, 5), paid=6, profile="tda-wsop-v1")
    night.must("19:10", "start_hand_for_hand")
    group = [{"player": P[1], "killers": [P[5]], "order": 2}, {"player": P[2], "killers": [P[5]], "order": 1}]
    night.must("19:11", "record_knockout_group", busts=group)
    assert shown(night)["stacks_wanted"] == []
    knock_out(night, "19:11", P[6], P[7], stack=5_000)
    assert shown(night)["stacks_wanted"] == [1, 2]


def test_ko_5_a_bust_still_pending_at_the_rounds_end_has_its_rank() -> None:
    """The floor announces it while re-entry is open; one of three comes back, and one says no after the round."""
    night = bubble((4, 4), paid=6, profile="sport-poker-v2", windows={})
    night.must("19:10", "start_hand_for_hand")
    for player, stack in ((1, 3_000), (2, 8_000), (3, 5_000)):
        knock_out(night, "19:11", P[player], P[4], stack=stack)
    assert (night.head["left"], shown(night)["busts"]) == (8, [1, 2, 3])
    finish(night, "19:11:30", 1, 2)
    assert [night.state.knockouts[n].rank for n in (1, 2, 3)] == [2, 0, 1]
    night.must("19:11:40", "re_enter", player=P[2])
    night.wait("19:12")
    placed = closed(night, "19:13")
    assert (placed[P[2]], placed[P[3]], placed[P[1]]) == (1, 7, 8)


def test_ko_1_a_killer_who_went_out_in_the_same_round_needs_no_word_of_the_floor() -> None:
    night = bubble((4, 4), paid=6)
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[2], P[3])
    knock_out(night, "19:11", P[1], P[2])
    finish(night, "19:12", 1, 2)
    assert night.ask("19:13", "record_knockout", player=P[4], killers=[P[2]]).refused == "killer_out"


def test_rul_1_a_bust_reported_after_the_round_belongs_to_it() -> None:
    """No hand is on between two rounds; the round is ranked and ended anew, and costs the clock nothing more."""
    night = bubble((4, 4), paid=4, profile="tda-2024-v1")
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[4])
    finish(night, "19:12", 1, 2)
    left = night.state.clock.remaining if night.state.clock else None
    late = knock_out(night, "19:13", P[5], P[6])
    assert late.kinds == ["busted", "hand_for_hand_round_ended"]
    assert [night.state.knockouts[n].bust for n in (1, 2)] == [1, 1]
    assert (running(night).round, night.state.clock.remaining if night.state.clock else None) == (1, left)
    night.must("19:14", "record_knockout", player=P[2], cause="left", stack=10_000)
    assert night.state.knockouts[3].bust == 2
    night.must("19:15", "start_round")
    knock_out(night, "19:16", P[6], P[7])
    assert night.state.knockouts[4].bust == 3


def test_wsop_126c_a_bust_of_the_last_round_that_is_reported_when_the_bubble_has_burst_is_of_that_round() -> None:
    """Two of three are reported, the round ends in the money, and then the third is: all three share."""
    night = bubble((4, 4), paid=7, profile="tda-2024-v1")
    knock_out(night, "19:11", P[1], P[4], stack=3_000)
    knock_out(night, "19:11", P[5], P[8])
    finish(night, "19:12", 1, 2)
    assert night.state.hand_for_hand is None
    refusal = night.ask("19:13", "record_knockout", player=P[2], killers=[P[4]], last_round=True).rejection
    assert (refusal.rule, refusal.data) == ("RUL-7", {"field": "stack"})
    late = knock_out(night, "19:13", P[2], P[4], stack=2_000, last_round=True)
    assert late.kinds[:2] == ["busted", "hand_for_hand_round_ended"]
    assert {night.state.knockouts[n].bust for n in (1, 2, 3)} == {1}
    knock_out(night, "19:14", P[6], P[8])
    placed = closed(night, "19:15")
    assert (placed[P[6]], placed[P[1]], placed[P[5]], placed[P[2]]) == (5, 6, 6, 8)


def test_rul_1_the_last_round_is_named_only_when_there_was_one_and_none_is_on() -> None:
    night = bubble((4, 4), paid=4)
    assert night.ask("19:10", "record_knockout", player=P[1], last_round=True).refused == "no_last_round"
    night.must("19:10", "start_hand_for_hand")
    assert night.ask("19:10", "record_knockout", player=P[1], last_round=True).refused == "round_is_on"


def test_ko_4_a_void_in_the_round_takes_the_bust_out_of_it() -> None:
    night = bubble((4, 4), paid=6, profile="tda-2024-v1")
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[4])
    night.must("19:11", "void_knockout", knockout=1)
    assert (shown(night)["busts"], night.head["prizes"]["busts_to_go"]) == ([], 2)
    knock_out(night, "19:11", P[2], P[4])
    knock_out(night, "19:12", P[5], P[6])
    finish(night, "19:12", 1, 2)
    placed = closed(night, "19:13")
    assert (placed[P[2]], placed[P[5]], night.state.knockouts[2].bust, night.state.busts) == (7, 7, 1, 1)


def test_ko_4_a_void_after_the_round_leaves_the_others_as_if_he_had_never_been_out() -> None:
    """Of two at table 1 the larger stack comes back: the smaller ties with table 2's."""
    night = bubble((4, 4), paid=6, profile="tda-2024-v1")
    night.must("19:10", "start_hand_for_hand")
    for player, stack in ((1, 3_000), (2, 8_000), (5, 5_000)):
        knock_out(night, "19:11", P[player], P[4], stack=stack)
    finish(night, "19:12", 1, 2)
    night.must("19:13", "void_knockout", knockout=2)
    placed = closed(night, "19:14")
    assert (placed[P[1]], placed[P[5]]) == (7, 7)


def test_ko_4_a_void_brings_the_bubble_back_and_hand_for_hand_with_it() -> None:
    night = bubble((4, 3), paid=5, profile="sport-poker-v2")
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[5], P[6])
    finish(night, "19:12", 1, 2)
    assert night.state.hand_for_hand is None
    answer = night.must("19:13", "void_knockout", knockout=2)
    assert "hand_for_hand_started" in answer.kinds


def test_rul_1_finishing_the_tournament_in_a_round_ranks_its_busts() -> None:
    night = bubble((4, 4), paid=6, profile="tda-2024-v1")
    night.must("19:10", "start_hand_for_hand")
    knock_out(night, "19:11", P[1], P[4], stack=3_000)
    knock_out(night, "19:11", P[2], P[4], stack=8_000)
    placed = closed(night, "19:13")
    assert (placed[P[2]], placed[P[1]]) == (7, 8)
    assert night.state.hand_for_hand is None


def test_life_8_a_cancellation_ends_it() -> None:
    night = bubble((4, 4))
    night.must("19:10", "start_hand_for_hand")
    night.must("19:11", "cancel")
    assert night.head["hand_for_hand"] is None


# --------------------------------------------------------------------------------------------------------------- clock


def remaining(night: Evening) -> float:
    clock = night.state.clock
    assert clock is not None
    assert clock.remaining is not None
    return clock.remaining.total_seconds() / 60


def test_tda_rp_8_each_hand_takes_two_minutes_off_whatever_its_length() -> None:
    """The clock stands; the hand in progress counts, and so does each round, one by one."""
    night = bubble((3, 3), paid=5, profile="tda-2024-v1", hand_for_hand_from=1)
    night.wait("19:05")
    assert remaining(night) == 20
    for round_, when in ((1, "19:06"), (2, "19:30"), (3, "19:31")):
        finish(night, when, 1, 2)
        assert remaining(night) == 20 - 2 * round_
        night.must(when, "start_round")


def test_tda_rp_8_past_the_levels_end_the_rest_comes_off_the_next_and_blinds_rise() -> None:
    night = bubble((3, 3), profile="tda-2024-v1", hand_minutes=7)
    night.must("19:00", "start_hand_for_hand")
    seen = []
    for when in ("19:01", "19:02", "19:03"):
        finish(night, when, 1, 2)
        seen.append((night.head["clock"]["step"], remaining(night)))
        night.must(when, "start_round")
    assert seen == [("level 1", 13), ("level 1", 6), ("level 2", 19)]


def test_rul_1_the_stop_is_apart_from_a_pause() -> None:
    night = bubble((3, 3), profile="tda-2024-v1")
    night.must("19:05", "start_hand_for_hand")
    night.must("19:06", "pause")
    night.must("19:07", "end_hand_for_hand")
    assert (night.status(), remaining(night)) == ("paused", 15)
    night.must("19:08", "resume")
    assert night.state.clock is not None
    assert night.state.clock.ends_at == at("19:23")


def test_rul_1_where_the_clock_runs_no_minutes_come_off() -> None:
    night = bubble((3, 3), hand_minutes=2)
    night.must("19:05", "start_hand_for_hand")
    finish(night, "19:06", 1, 2)
    assert night.state.clock is not None
    assert night.state.clock.ends_at == at("19:20")


def test_clk_9_the_clock_is_not_set_back_behind_a_round() -> None:
    night = bubble((3, 3))
    night.must("19:05", "start_hand_for_hand")
    finish(night, "19:06", 1)
    refused = night.ask("19:10", "rebase_clock", stopped_at="2026-11-29T19:05:30Z")
    assert (refused.refused, refused.rejection.data["kind"]) == ("played_since", "table_finished")
