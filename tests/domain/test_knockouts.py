"""Busts: who is out, by whom, in which order; groups, credits and voids (KO-1 to KO-4, CLK-6)."""

from fractions import Fraction
from typing import Any

import pytest

from domain.knockouts import credits_of
from tests.domain.floor import Body, Evening, P, at, chair, evening, knock_out, with_level

NO_LATE = {"late_registration": None}


def credit(night: Evening, *players: str) -> list[Fraction | int]:
    return [credits_of(night.state, player) for player in players]


def test_ko_1_a_bust_is_recorded_once() -> None:
    """Dealer and floor report the same one: the second is refused, no number is used up (B-025)."""
    night = evening(10, sizes=[10], seats_per_table=10)
    knock_out(night, "19:30:00", P[1], P[2])
    refusal = night.ask("19:30:04", "record_knockout", player=P[1], killers=[P[3]]).rejection
    assert (refusal.rule, refusal.code, refusal.data["status"]) == ("KO-1", "not_in_play", "out")
    knock_out(night, "19:31", P[4], P[3])
    assert [night.state.knockouts[n].bust for n in (1, 2)] == [1, 2]
    assert (night.head["left"], credit(night, P[2], P[3])) == (8, [1, 1])


def test_ko_1_the_entry_is_out_its_seat_free_its_level_recorded() -> None:
    night = evening()
    answer = knock_out(night, "19:30", P[3], P[2])
    assert answer.kinds == ["busted"]
    row = night.row(P[3])
    assert (row["status"], row["table"], row["seat"], row["bust"], row["bust_level"]) == ("out", None, None, 1, 2)
    assert (row["cause"], row["killers"], row["busted_at"]) == ("knockout", [P[2]], "2026-11-29T19:30:00.000000Z")
    assert (1, 3) not in night.seats()
    assert night.state.chips_in_play == 90_000


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"player": P[4], "killers": [P[4]]}, "self_knockout"),
        ({"player": P[4], "killers": [P[50]]}, "unknown_killer"),
        ({"player": P[4], "killers": [P[10]]}, "unknown_killer"),
        ({"player": P[4], "killers": [P[1], P[1]]}, "killer_named_twice"),
        ({"player": P[50], "killers": [P[1]]}, "not_in_play"),
        ({"player": P[10], "killers": [P[1]]}, "not_in_play"),
        ({"player": P[4], "killers": [P[1]], "cause": "blinded_out"}, "no_killer"),
        ({"player": P[4], "cause": "disqualified"}, "count_needed"),
        ({"player": P[4], "cause": "left", "stack": 90_001}, "more_than_in_play"),
        ({"player": P[4], "killers": [P[1]], "level": 9}, "level_not_reached"),
    ],
)
def test_ko_1_a_bust_that_cannot_be_changes_nothing(body: Body, code: str) -> None:
    night = evening(10, present=9)
    night.wait("19:30")
    before = night.state
    refused = night.ask("19:30", "record_knockout", **body)
    assert (refused.refused, refused.rejection.rule in {"KO-1", "KO-3", "RUL-7"}) == (code, True)
    assert night.state == before


def test_ko_1_a_killer_is_not_needed() -> None:
    night = evening()
    knock_out(night, "19:30", P[1])
    knock_out(night, "19:31", P[2], cause="blinded_out")
    assert night.state.chips_in_play == 90_000


@pytest.mark.parametrize("cause", ["disqualified", "left", "removed"])
def test_ko_1_the_stack_of_who_leaves_with_chips_leaves_play(cause: str) -> None:
    night = evening()
    night.must("19:30", "record_knockout", player=P[1], cause=cause, stack=14_000)
    assert night.state.chips_in_play == 76_000
    night.must("19:31", "void_knockout", knockout=1)
    assert night.state.chips_in_play == 90_000


def test_ko_1_a_group_takes_no_more_chips_out_than_are_in_play() -> None:
    busts = [{"player": P[n], "cause": "removed", "stack": 60_000} for n in (1, 2)]
    assert evening().ask("19:30", "record_knockout_group", busts=busts).refused == "more_than_in_play"


def test_ko_1_a_killer_already_out_needs_the_floors_word() -> None:
    night = evening()
    knock_out(night, "19:30", P[1], P[2])
    assert night.ask("19:31", "record_knockout", player=P[3], killers=[P[1]]).refused == "killer_out"
    knock_out(night, "19:31", P[3], P[1], killer_out_confirmed=True)
    assert credit(night, P[1]) == [1]


def test_ko_1_a_killer_who_re_entered_is_alive() -> None:
    night = evening()
    knock_out(night, "19:30", P[1], P[2])
    night.must("19:31", "re_enter", player=P[1])
    knock_out(night, "19:32", P[3], P[1])
    assert credit(night, P[1]) == [1]


def test_ko_1_somebody_must_win_the_hand() -> None:
    night = evening(2, windows=NO_LATE)
    both = [{"player": P[1]}, {"player": P[2]}]
    assert night.ask("19:10", "record_knockout_group", busts=both).refused == "nobody_left"
    gone = [{"player": P[n], "cause": "disqualified", "stack": 10_000} for n in (1, 2)]
    night.must("19:10", "record_knockout_group", busts=gone)
    assert night.head["left"] == 0


def test_clk_6_a_hand_that_began_before_the_level_change_is_played_at_its_level() -> None:
    """The change is announced at 19:20 exactly and waits for no hand (B-064)."""
    night = evening()
    night.wait("19:22")
    assert night.told("19:20", "19:20") == [("19:20:00", "level_started")]
    knock_out(night, "19:22", P[1], P[2], level=1)
    knock_out(night, "19:22", P[3], P[4])
    assert [night.state.knockouts[n].level for n in (1, 2)] == [1, 2]
    refusal = night.ask("19:23", "record_knockout", player=P[5], level=9).rejection
    assert refusal.data == {"level": 9, "reached": 2}


def test_ko_1_in_a_break_the_level_is_the_one_before() -> None:
    night = evening()
    knock_out(night, "19:45", P[1], P[2])
    assert night.state.knockouts[1].level == 2


# -------------------------------------------------------------------------------------------------------------- groups


def test_ko_2_busts_of_one_hand_share_one_bust_number() -> None:
    """Two victims, two killers, one hand: two records, one number (B-033)."""
    night = evening()
    group = [{"player": P[1], "killers": [P[2]]}, {"player": P[4], "killers": [P[3]]}]
    assert night.must("19:30", "record_knockout_group", busts=group).kinds == ["busted", "busted"]
    assert [(night.state.knockouts[n].bust, night.state.knockouts[n].rank) for n in (1, 2)] == [(1, 0), (1, 0)]
    assert credit(night, P[2], P[3]) == [1, 1]
    knock_out(night, "19:31", P[5], P[2])
    assert night.state.knockouts[3].bust == 2


def test_ko_2_a_killer_may_go_out_in_the_same_hand() -> None:
    night = evening()
    group = [{"player": P[1], "killers": [P[2]]}, {"player": P[2], "killers": [P[3]]}]
    night.must("19:30", "record_knockout_group", busts=group)
    assert credit(night, P[2], P[3]) == [1, 1]


def test_ko_2_nobody_busts_twice_in_a_hand() -> None:
    twice = [{"player": P[1]}, {"player": P[1]}]
    assert evening().ask("19:30", "record_knockout_group", busts=twice).refused == "named_twice"


def test_ko_2_one_bust_that_cannot_be_keeps_the_others_in() -> None:
    night = evening()
    night.wait("19:30")
    before = night.state
    group = [{"player": P[1], "killers": [P[2]]}, {"player": P[50]}]
    assert night.ask("19:30", "record_knockout_group", busts=group).refused == "not_in_play"
    assert night.state == before


def ranks(profile: str, *busts: Body, sizes: tuple[int, ...] = (5, 5)) -> list[int]:
    """Return the ranks that a profile gives to the busts of one hand."""
    night = evening(10, sizes=sizes, profile=profile, no_show="drop")
    night.must("19:30", "record_knockout_group", busts=busts)
    return [night.state.knockouts[n].rank for n in range(1, len(busts) + 1)]


def out(number: int, **more: Any) -> Body:
    return {"player": P[number], **more}


BY_STACK = (out(1, stack=3_000), out(2, stack=8_000), out(3, stack=3_000))
ACROSS = (out(1, stack=3_000), out(2, stack=8_000), out(6, stack=5_000))


@pytest.mark.parametrize(
    ("profile", "one_table", "two_tables"),
    [
        ("sport-poker-v1", [0, 0, 0], [0, 0, 0]),
        ("sport-poker-v2", [1, 0, 1], [1, 0, 0]),
        ("tda-wsop-v1", [1, 0, 1], [2, 0, 1]),
        ("east-durham-v1", [1, 0, 1], [1, 0, 0]),
        ("tda-2024-v1", [1, 0, 1], [1, 0, 0]),
    ],
)
def test_ko_2_the_profile_ranks_those_of_one_hand(profile: str, one_table: list[int], two_tables: list[int]) -> None:
    assert ranks(profile, *BY_STACK) == one_table
    assert ranks(profile, *ACROSS) == two_tables


def test_ko_2_the_order_of_the_stacks_is_enough() -> None:
    assert ranks("sport-poker-v2", out(1, order=2), out(2, order=1), out(3, order=2)) == [1, 0, 1]


def test_ko_2_where_stacks_rank_and_none_is_counted_it_is_refused_with_the_field() -> None:
    night = evening(profile="sport-poker-v2")
    refusal = night.ask("19:30", "record_knockout_group", busts=[out(1, stack=5), out(2)]).rejection
    assert (refusal.rule, refusal.code, refusal.data) == ("RUL-7", "count_needed", {"field": "stack"})


def test_ko_2_one_bust_at_each_table_needs_no_count_where_tables_tie() -> None:
    assert ranks("tda-2024-v1", out(1), out(6)) == [0, 0]


# ------------------------------------------------------------------------------------------------------------- credits


def test_ko_3_a_shared_knockout_gives_the_primary_half_and_the_second_nothing() -> None:
    """2.5 exactly, in the state, in the row and in text (B-032)."""
    night = evening()
    knock_out(night, "19:10", P[4], P[2])
    knock_out(night, "19:20", P[5], P[2], P[3])
    knock_out(night, "19:30", P[6], P[2])
    assert credit(night, P[2], P[3]) == [Fraction(5, 2), 0]
    assert (night.row(P[2])["credits"], night.row(P[2])["credits_exact"]) == (2.5, "5/2")
    assert (night.row(P[3])["credits"], night.row(P[3])["credits_exact"]) == (0, "0")
    assert night.state.knockouts[2].killers == (P[2], P[3])


@pytest.mark.parametrize("profile", ["sport-poker-v2", "tda-wsop-v1", "east-durham-v1", "tda-2024-v1"])
def test_ko_3_elsewhere_each_of_n_killers_gets_an_equal_part(profile: str) -> None:
    night = evening(profile=profile)
    knock_out(night, "19:10", P[4], P[1], P[2], P[3])
    knock_out(night, "19:11", P[5], P[1], P[2], P[3])
    knock_out(night, "19:12", P[6], P[1])
    assert credit(night, P[1], P[2], P[3]) == [Fraction(5, 3), Fraction(2, 3), Fraction(2, 3)]
    assert night.row(P[1])["credits_exact"] == "5/3"


def test_ko_3_whole_credits_are_whole_numbers() -> None:
    night = evening(profile="sport-poker-v2")
    knock_out(night, "19:10", P[4], P[1], P[2])
    knock_out(night, "19:11", P[5], P[1], P[2])
    shown = night.row(P[1])["credits"]
    assert (shown, type(shown), night.row(P[1])["credits_exact"]) == (1, int, "1")


def test_ko_3_with_bounty_type_none_knockouts_count_for_places_and_no_credit_is_shown() -> None:
    night = evening(bounty="none")
    knock_out(night, "19:10", P[4], P[1])
    assert night.head["busts"] == 1
    assert "credits" not in night.row(P[1])


def test_ko_3_credits_are_kept_over_all_entries_of_a_player() -> None:
    night = evening()
    knock_out(night, "19:10", P[4], P[1])
    knock_out(night, "19:11", P[1], P[2])
    night.must("19:12", "re_enter", player=P[1])
    knock_out(night, "19:13", P[5], P[1])
    assert credit(night, P[1]) == [2]


# --------------------------------------------------------------------------------------------------------------- voids


def test_ko_4_a_void_marks_the_record_and_the_entry_lives_in_its_seat() -> None:
    night = evening()
    knock_out(night, "19:30", P[3], P[2])
    assert night.must("19:33", "void_knockout", knockout=1).kinds == ["knockout_voided"]
    assert (night.row(P[3])["status"], night.seat(P[3])) == ("alive", (1, 3))
    assert night.state.knockouts[1].voided_at == at("19:33")
    assert (night.head["left"], credit(night, P[2])) == (9, [0])
    row = night.row(P[3])
    assert (row["bust"], row["killers"], row["cause"]) == (None, [], None)


def test_ko_4_a_second_void_changes_nothing() -> None:
    night = evening()
    knock_out(night, "19:30", P[3], P[2])
    night.must("19:33", "void_knockout", knockout=1)
    again = night.must("19:34", "void_knockout", knockout=1)
    assert (again.events, again.note) == ((), "knockout 1 has been voided already")
    assert night.ask("19:35", "void_knockout", knockout=2).refused == "no_such_knockout"


@pytest.mark.parametrize(
    ("role", "when", "refused"),
    [
        ("dealer", "19:34:59.999", None),
        ("dealer", "19:35", "void_window_over"),
        ("floor", "19:35:01", None),
        ("owner", "22:00", None),
    ],
)
def test_ko_4_a_dealer_voids_for_five_minutes_and_the_floor_later_too(
    role: Any, when: str, refused: str | None
) -> None:
    """B-026."""
    night = evening()
    knock_out(night, "19:30", P[1], P[2])
    assert night.ask(when, "void_knockout", role=role, knockout=1).refused == refused


def test_ko_4_how_long_a_dealer_may_is_a_setting() -> None:
    night = evening(void_minutes=10)
    knock_out(night, "19:30", P[1], P[2])
    assert night.ask("19:39:59", "void_knockout", role="dealer", knockout=1).refused is None


def test_ko_4_a_dealers_void_is_judged_by_when_it_was_accepted() -> None:
    night = evening()
    knock_out(night, "19:30", P[1], P[2])
    assert night.ask("19:34:59", "void_knockout", role="dealer", knockout=1, delivered="19:35:10").refused is None


def test_ko_4_a_seat_taken_since_stays_taken() -> None:
    """The newcomer keeps the seat; the one restored sits where the fewest are (B-019)."""
    night = evening(14, sizes=[9, 5])
    knock_out(night, "19:30", P[3], P[2])
    night.must("19:31", "register", player=P[20], seat=chair("1-3"))
    night.must("19:33", "void_knockout", knockout=1)
    seat = night.seat(P[3])
    assert seat is not None
    assert (night.seat(P[20]), seat[0]) == ((1, 3), 2)


def test_ko_4_with_no_seat_free_a_table_opens_for_him() -> None:
    night = evening(9, tables=2)
    knock_out(night, "19:30", P[3], P[2])
    night.must("19:31", "register", player=P[20])
    assert night.must("19:33", "void_knockout", knockout=1).kinds == [
        "table_opened",
        "knockout_voided",
        "move_proposed",
    ]
    assert night.sizes() == {1: 9, 2: 1}


def test_ko_4_with_no_table_left_he_waits_for_the_floor() -> None:
    night = evening(2, sizes=[2], seats_per_table=2, tables=1)
    knock_out(night, "19:30", P[1], P[2])
    night.must("19:31", "register", player=P[20])
    assert night.ask("19:33", "void_knockout", knockout=1).refused == "no_seat_left"
    assert night.row(P[1])["status"] == "out"


def test_ko_4_after_a_re_entry_it_stands_until_that_is_struck() -> None:
    night = evening()
    knock_out(night, "19:30", P[1], P[2])
    night.must("19:31", "re_enter", player=P[1])
    assert night.ask("19:32", "void_knockout", knockout=1).refused == "re_entered"
    night.must("19:33", "void_entry", player=P[1], reason="mistake")
    night.must("19:34", "void_knockout", knockout=1)
    assert (night.row(P[1])["entry"], night.row(P[1])["status"]) == (1, "alive")


def test_ko_4_the_knockout_of_a_struck_entry_stays_as_it_is() -> None:
    night = evening()
    knock_out(night, "19:30", P[1], P[2])
    night.must("19:31", "void_entry", player=P[1], reason="mistake")
    assert night.ask("19:32", "void_knockout", knockout=1).refused == "entry_voided"


def test_ko_4_a_stack_given_up_is_no_knockout() -> None:
    night = evening(
        profile="east-durham-v1", no_show="drop", bounty="none", windows={"late_registration": with_level(5)}
    )
    night.must("19:10", "surrender_stack", player=P[1], stack=1)
    night.must("19:11", "void_entry", player=P[1], reason="mistake")
    assert night.ask("19:12", "void_knockout", knockout=1).refused == "surrendered"


def test_ko_4_an_earlier_knockout_taken_back_leaves_the_later_ones() -> None:
    """P2, credited first and out since, stays out without the credit; places have no gap (B-027)."""
    night = evening(10, sizes=[10], seats_per_table=10, windows=NO_LATE)
    knock_out(night, "19:30", P[1], P[2])
    knock_out(night, "19:31", P[2], P[3])
    night.must("19:33", "void_knockout", knockout=1)
    assert (night.head["left"], night.row(P[2])["bust"], night.row(P[1])["status"]) == (9, 2, "alive")
    assert credit(night, P[2], P[3]) == [0, 1]
    for number in range(10, 3, -1):
        knock_out(night, "19:40", P[number], P[3])
    knock_out(night, "19:50", P[1], P[3])
    night.must("19:51", "finish")
    assert night.places() == {P[3]: 1, P[1]: 2, P[2]: 10} | {P[n]: n - 1 for n in range(4, 11)}


def test_ko_4_one_of_a_group_is_taken_back_alone() -> None:
    night = evening(4, windows=NO_LATE)
    night.must("19:30", "record_knockout_group", busts=[out(1, killers=[P[3]]), out(2, killers=[P[4]])])
    night.must("19:31", "void_knockout", knockout=1)
    assert (night.head["left"], credit(night, P[3], P[4])) == (3, [0, 1])
    knock_out(night, "19:32", P[1], P[3])
    knock_out(night, "19:33", P[3], P[4])
    night.must("19:34", "finish")
    assert night.places() == {P[4]: 1, P[3]: 2, P[1]: 3, P[2]: 4}


def test_ko_4_who_was_absent_is_absent_again() -> None:
    night = evening(3, present=2, no_show="absent")
    knock_out(night, "19:30", P[3], cause="blinded_out")
    night.must("19:31", "void_knockout", knockout=1)
    assert night.row(P[3])["absent"] is True
    knock_out(night, "19:32", P[1], P[2])
    night.must("19:33", "void_knockout", knockout=2)
    assert night.row(P[1])["absent"] is False


def test_ko_4_a_disqualified_player_restored_may_bust_again() -> None:
    night = evening(3, windows=NO_LATE)
    night.must("19:30", "record_knockout", player=P[1], cause="disqualified", stack=9_000)
    night.must("19:31", "void_knockout", knockout=1)
    knock_out(night, "19:32", P[1], P[2])
    assert night.state.knockouts[2].bust == 2


def test_ko_4_nothing_is_taken_back_after_the_finish() -> None:
    night = evening(2, windows=NO_LATE)
    knock_out(night, "19:30", P[1], P[2])
    night.must("19:31", "finish")
    assert night.ask("19:32", "void_knockout", knockout=1).refused == "not_running"
