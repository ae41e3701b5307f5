"""Busts in the wrong order, in one hand or in two (AUD-5, KO-2)."""

import pytest

from domain import events as e
from domain import ledger
from tests.domain import floor, laws
from tests.domain.floor import P, evening, knock_out
from tests.domain.put_right import finished, money, pairs, preview


def test_aud_5_two_busts_in_the_wrong_order_change_places() -> None:
    night = money(5)
    knock_out(night, "19:10", P[1], P[4])
    knock_out(night, "19:11", P[2], P[5])
    told = preview(night, "19:12", "correct_order", hands=[[{"knockout": 2}], [{"knockout": 1}]], reason="wrong_hand")
    assert pairs(told["places"]) == [(P[1], 5, 4), (P[2], 4, 5)]
    assert set(told) == {"seen", "places"}
    done = night.must("19:12", "correct_order", hands=[[{"knockout": 2}], [{"knockout": 1}]], reason="wrong_hand")
    (event,) = done.events
    assert isinstance(event, e.OrderCorrected)
    assert [(each.knockout, each.bust) for each in event.ranks] == [(2, 1), (1, 2)]
    assert [(each.knockout, each.bust) for each in event.before] == [(2, 2), (1, 1)]
    again = night.must("19:13", "correct_order", hands=[[{"knockout": 2}], [{"knockout": 1}]], reason="wrong_hand")
    assert again.note == "that is the order on record"
    laws.hold(night.state)


def test_ko_2_two_that_went_out_in_one_hand_are_ranked_by_their_stacks() -> None:
    """Each took a place of its own; it was one hand, and the killer out in it is paid both halves of what he took."""
    night = money(6)
    knock_out(night, "19:10", P[1], P[2])
    knock_out(night, "19:11", P[2], P[3])
    hand = [{"knockout": 1}, {"knockout": 2}]
    refused = night.ask("19:12", "correct_order", hands=[hand], reason="wrong_hand")
    assert (refused.rejection.rule, refused.refused, refused.rejection.data["field"]) == (
        "RUL-7",
        "count_needed",
        "hands",
    )
    hand = [{"knockout": 1, "stack": 9_000}, {"knockout": 2, "stack": 4_000}]
    night.must("19:13", "correct_order", hands=[hand], reason="wrong_hand")
    assert [(night.row(P[n])["bust"], night.row(P[n])["bust_rank"]) for n in (1, 2)] == [(2, 0), (2, 1)]
    assert [(night.row(P[n])["bounty_won"], night.row(P[n])["head"]) for n in (2, 3)] == [(1_000, 0), (500, 1_500)]
    laws.hold(night.state)
    night.must("19:14", "correct_order", hands=[[{"knockout": 1}], [{"knockout": 2}]], reason="mistake")
    assert [(night.row(P[n])["bust"], night.row(P[n])["bust_rank"]) for n in (1, 2)] == [(2, 0), (3, 0)]
    assert [(night.row(P[n])["bounty_won"], night.row(P[n])["head"]) for n in (2, 3)] == [(500, 0), (750, 1_750)]
    laws.hold(night.state)


@pytest.mark.parametrize(
    ("profile", "places"),
    [("sport-poker-v1", {1: 5, 2: 5, 3: 4}), ("east-durham-v1", {1: 6, 2: 5, 3: 4})],
)
def test_aud_5_one_hand_after_all_is_placed_by_the_profile(profile: str, places: dict[int, int]) -> None:
    night = evening(6, profile=profile, no_show="drop", minimum_players=2, windows={"late_registration": None})
    for n, (out, by) in enumerate([(1, 6), (2, 6), (3, 6), (4, 6), (5, 6)], start=10):
        knock_out(night, f"19:{n}", P[out], P[by])
    night.must("19:15", "finish")
    assert {n: night.places()[P[n]] for n in (1, 2, 3)} == {1: 6, 2: 5, 3: 4}
    hand = [{"knockout": 1, "stack": 100}, {"knockout": 2, "stack": 900}]
    night.must("20:00", "correct_order", hands=[hand], reason="wrong_hand")
    assert {n: night.places()[P[n]] for n in (1, 2, 3)} == places
    laws.hold(night.state)


def test_aud_5_one_hand_that_was_two_makes_room_in_the_order() -> None:
    night = evening(6, windows={"late_registration": None})
    busts = [{"player": P[1], "killers": [P[6]]}, {"player": P[2], "killers": [P[6]]}]
    night.must("19:10", "record_knockout_group", busts=busts)
    for n in (3, 4):
        knock_out(night, f"19:1{n}", P[n], P[6])
    night.must("19:15", "correct_order", hands=[[{"knockout": 2}], [{"knockout": 1}]], reason="wrong_hand")
    assert [night.row(P[n])["bust"] for n in (1, 2, 3, 4)] == [2, 1, 3, 4]
    knock_out(night, "19:16", P[5], P[6])
    assert night.row(P[5])["bust"] == 5
    night.must("19:17", "finish")
    assert night.places() == {P[6]: 1, P[5]: 2, P[4]: 3, P[3]: 4, P[1]: 5, P[2]: 6}
    laws.hold(night.state)


def test_aud_5_a_bust_much_earlier_than_recorded_takes_all_between_with_it() -> None:
    """P4's was the first: who went out from then on is named, in the right order; half of them will not do."""
    night = finished(money(6), [(1, 6), (2, 6), (3, 6), (4, 6), (5, 6)])
    between = night.ask("20:00", "correct_order", hands=[[{"knockout": 4}, {"knockout": 1}]], reason="dispute")
    assert (between.refused, between.rejection.data["knockout"]) == ("others_between", 2)
    night.must("20:01", "correct_order", hands=[[{"knockout": n}] for n in (4, 1, 2, 3)], reason="dispute")
    assert night.places() == {P[6]: 1, P[5]: 2, P[3]: 3, P[2]: 4, P[1]: 5, P[4]: 6}
    assert {player: night.row(player)["prize"] for player in (P[6], P[5], P[3], P[4])} == {
        P[6]: 6_000, P[5]: 3_600, P[3]: 2_400, P[4]: None,
    }  # fmt: skip
    assert dict(night.state.ledger.credited) == ledger.owed(night.state)
    laws.hold(night.state)


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([[1], [1]], "named_twice"),
        ([[9]], "no_such_knockout"),
        ([[1], [3]], "whole_hand"),
        ([[3, 4], [1], [2]], "killer_out"),  # P3 has knocked P2 out
    ],
)
def test_aud_5_an_order_that_cannot_have_been_is_refused(hands: list[list[int]], code: str) -> None:
    night = money(6)
    knock_out(night, "19:10", P[1], P[6])
    knock_out(night, "19:11", P[2], P[3])
    busts = [{"player": P[3], "killers": [P[6]], "stack": 10}, {"player": P[4], "killers": [P[6]], "stack": 20}]
    night.must("19:12", "record_knockout_group", busts=busts)
    before = night.state
    told = [[{"knockout": number} for number in hand] for hand in hands]
    assert night.ask("19:13", "correct_order", hands=told, reason="mistake").refused == code
    assert night.state == before


def test_aud_5_a_round_of_hand_for_hand_keeps_its_own_busts() -> None:
    night = evening(8, sizes=(4, 4), seats_per_table=4, places_paid=5, windows={"late_registration": None})
    night.must("19:10", "start_hand_for_hand")
    night.must("19:11", "start_round")
    knock_out(night, "19:12", P[1], P[2])
    on = night.ask("19:13", "correct_order", hands=[[{"knockout": 1}]], reason="mistake")
    assert on.refused == "round_is_on"
    knock_out(night, "19:13", P[5], P[6])
    for table in (1, 2):
        night.must("19:14", "finish_hand", table=table)
    assert [night.row(P[n])["bust"] for n in (1, 5)] == [1, 1]
    night.must("19:15", "correct_order", hands=[[{"knockout": 1}], [{"knockout": 2}]], reason="wrong_hand")
    assert [night.row(P[n])["bust"] for n in (1, 5)] == [1, 2]
    laws.hold(night.state)


def test_win_3_who_came_back_was_out_before_he_was_out_again() -> None:
    night = money(6, windows={"late_registration": floor.until("20:00"), "re_entry": floor.until("20:00")})
    knock_out(night, "19:10", P[1], P[2])
    night.must("19:11", "re_enter", player=P[1])
    knock_out(night, "19:12", P[1], P[3])
    refused = night.ask("19:13", "correct_order", hands=[[{"knockout": 2}], [{"knockout": 1}]], reason="mistake")
    assert (refused.rejection.rule, refused.refused) == ("AUD-5", "own_entries")


def test_aud_5_what_the_floor_has_confirmed_before_stands_in_no_ones_way() -> None:
    """P1 was said to have knocked out P2 though he was out: that is no reason to refuse another order of others."""
    night = money(7)
    knock_out(night, "19:10", P[1], P[7])
    knock_out(night, "19:11", P[2], P[1], killer_out_confirmed=True)
    knock_out(night, "19:12", P[3], P[7])
    knock_out(night, "19:13", P[4], P[6])
    night.must("19:14", "correct_order", hands=[[{"knockout": 4}], [{"knockout": 3}]], reason="wrong_hand")
    assert [night.row(P[n])["bust"] for n in (1, 2, 3, 4)] == [1, 2, 4, 3]


def test_rul_1_a_bust_that_was_of_the_last_round_after_all_is_one_of_its_busts() -> None:
    """A further one of that round, reported late, is then ranked with both."""
    night = evening(8, sizes=(4, 4), seats_per_table=4, places_paid=5, windows={"late_registration": None})
    night.must("19:10", "start_hand_for_hand")
    night.must("19:11", "start_round")
    knock_out(night, "19:12", P[1], P[2])
    for table in (1, 2):
        night.must("19:13", "finish_hand", table=table)
    night.must("19:14", "end_hand_for_hand")
    knock_out(night, "19:15", P[5], P[6])
    night.must("19:16", "correct_order", hands=[[{"knockout": 1}, {"knockout": 2}]], reason="wrong_hand")
    assert [night.row(P[n])["bust"] for n in (1, 5)] == [2, 2]
    knock_out(night, "19:17", P[7], P[6], last_round=True)
    assert [night.row(P[n])["bust"] for n in (1, 5, 7)] == [2, 2, 2]
    laws.hold(night.state)
