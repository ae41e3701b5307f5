"""Extra chips by setting: who gets them and until when, chips in play, what they cost, taken back (RUL-9)."""

from typing import Any

import pytest

from domain import events as e
from domain.fees import Split
from domain.operations import operations
from domain.settings import settings_faults
from tests.domain.floor import Body, Evening, P, evening, knock_out, opened, settings, until, with_break, with_level

STAFF = {"name": "staff", "chips": 2_000, "price": 500, "parts": {"funds": [["staff", 500]]}}
EARLY = {"name": "early_bird", "chips": 1_500, "until": with_level(2), "per": "entry"}
BOUGHT = {"name": "deal_in", "chips": 3_000, "price": 1_000, "parts": {"rake": 200}}


def house(players: int = 9, *bonuses: Body, **terms: Any) -> Evening:
    """Return an evening at its start with these bonuses, or with all three."""
    return evening(players, bonuses=list(bonuses or (STAFF, EARLY, BOUGHT)), **terms)


def give(night: Evening, when: str, number: int, bonus: str) -> str | None:
    """Give a player a bonus; return why not."""
    return night.ask(when, "give_bonus", player=P[number], bonus=bonus, role="cashier").refused


def test_rul_9_bonus_chips_are_in_play_and_in_the_average() -> None:
    night = house(9)
    answer = night.must("19:05", "give_bonus", player=P[1], bonus="early_bird")
    assert answer.events == (e.BonusGiven(entry=1, player=P[1], bonus="early_bird", chips=1_500),)
    assert (night.head["chips_in_play"], night.head["average_stack"]) == (91_500, 10_167)
    assert (night.row(P[1])["chips_issued"], night.row(P[1])["bonuses"]) == (11_500, ["early_bird"])
    assert night.row(P[1])["open"] == 1_000


def test_rul_9_what_a_bonus_costs_is_owed_and_split_like_any_price() -> None:
    night = house(9, profile="tda-2024-v1")
    give(night, "19:05", 1, "staff")
    give(night, "19:06", 1, "deal_in")
    row = night.row(P[1])
    assert (row["owed"], row["open"], row["booked"]) == (2_500, 2_500, night.state.seq)
    assert (night.state.pool_contributions, night.state.rake, night.state.funds) == (9_800, 200, (("staff", 500),))
    night.must("19:07", "settle", player=P[1], amount=2_500, method="cash", seen=night.state.seq)
    assert night.row(P[1])["open"] == 0


def test_rul_9_a_cashier_who_did_not_see_the_bonus_takes_nothing_for_it() -> None:
    night = house(9)
    seen = night.state.seq
    give(night, "19:05", 1, "staff")
    answer = night.ask("19:06", "settle", player=P[1], amount=1_000, method="cash", seen=seen)
    assert answer.refused == "debt_changed"


@pytest.mark.parametrize(
    ("bonus", "times"),
    [("early_bird", [None, "bonus_given", None]), ("staff", [None, "bonus_given", "bonus_given"])],
)
def test_rul_9_a_bonus_is_given_once_a_player_or_once_an_entry(bonus: str, times: list[str | None]) -> None:
    night = house(9, prices={"re_entry": 1_000})
    first, second = give(night, "19:05", 2, bonus), give(night, "19:06", 2, bonus)
    knock_out(night, "19:07", P[2], P[1])
    night.must("19:08", "re_enter", player=P[2])
    assert [first, second, give(night, "19:09", 2, bonus)] == times


@pytest.mark.parametrize(
    ("end", "last", "over"),
    [
        (with_level(2), "19:39:59.999", "19:40"),
        (with_break(1), "19:49:59.999", "19:50"),
        (until("19:15"), "19:14:59.999", "19:15"),
        (None, "20:50", None),
    ],
)
def test_rul_9_a_bonus_is_given_before_its_end(end: Body | None, last: str, over: str | None) -> None:
    night = house(9, {**EARLY, "until": end})
    assert give(night, last, 1, "early_bird") is None
    assert over is None or give(night, over, 2, "early_bird") == "bonus_over"


def test_rul_9_a_bonus_asked_for_in_time_is_given_though_the_level_has_ended_since() -> None:
    night = house(9)
    night.wait("19:40")
    asked = night.send("19:39:59", "give_bonus", player=P[1], bonus="early_bird", delivered="19:40:01")
    assert night.answers[asked].refused is None
    late = night.send("19:40", "give_bonus", player=P[2], bonus="early_bird", delivered="19:40:02")
    assert night.answers[late].refused == "bonus_over"


def test_rul_9_before_the_draw_it_comes_with_the_stack_of_who_has_checked_in() -> None:
    night = opened(5, bonuses=[STAFF, EARLY], no_show="drop")
    for number in (1, 2, 3):
        night.must("18:30", "check_in", player=P[number])
    assert give(night, "18:31", 1, "early_bird") is None
    assert give(night, "18:31", 2, "early_bird") is None
    assert give(night, "18:32", 4, "early_bird") == "not_here"
    assert give(night, "18:32", 1, "staff") == "no_stack_yet"
    night.must("18:33", "void_bonus", player=P[2], bonus="early_bird", reason="mistake")
    assert night.state.chips_in_play == 0
    night.wait("19:00")
    assert night.state.chips_in_play == 31_500
    assert {night.current(P[n]).chips for n in (1,)} == {11_500}
    assert night.current(P[2]).chips == 10_000
    assert give(night, "19:01", 1, "early_bird") == "bonus_given"
    assert give(night, "19:01", 2, "early_bird") is None


def test_rul_9_a_counted_stack_at_check_in_and_a_bonus_are_both_in_play() -> None:
    night = opened(2, bonuses=[EARLY])
    night.must("18:30", "check_in", player=P[1], stack=12_000)
    night.must("18:30", "check_in", player=P[2])
    assert give(night, "18:31", 1, "early_bird") is None
    night.wait("19:00")
    assert (night.current(P[1]).chips, night.state.chips_in_play) == (13_500, 23_500)


@pytest.mark.parametrize(
    ("number", "bonus", "code"),
    [(1, "cake", "no_such_bonus"), (50, "staff", "not_here"), (3, "staff", "not_here"), (9, "staff", "not_here")],
)
def test_rul_9_only_who_is_there_gets_a_bonus_that_there_is(number: int, bonus: str, code: str) -> None:
    night = evening(9, present=8, bonuses=[STAFF], no_show="absent")
    knock_out(night, "19:05", P[3], P[1])
    refusal = night.ask("19:06", "give_bonus", player=P[number], bonus=bonus).rejection
    assert (refusal.rule, refusal.code) == ("RUL-9", code)


def test_rul_9_nothing_is_given_once_play_has_ended() -> None:
    night = house(2, STAFF, windows={"late_registration": None})
    knock_out(night, "19:05", P[2], P[1])
    assert give(night, "19:06", 1, "staff") == "play_ended"


def test_rul_9_a_bonus_given_by_mistake_is_taken_back_with_its_chips_and_its_price() -> None:
    night = house(9, profile="tda-2024-v1")
    give(night, "19:05", 1, "deal_in")
    night.must("19:06", "settle", player=P[1], amount=2_000, method="cash", seen=night.state.seq)
    answer = night.must("19:07", "void_bonus", player=P[1], bonus="deal_in", reason="wrong_player")
    assert answer.kinds == ["bonus_voided"]
    assert (night.state.chips_in_play, night.state.pool_contributions, night.state.rake) == (90_000, 9_000, 0)
    row = night.row(P[1])
    assert (row["bonuses"], row["chips_issued"], row["owed"], row["refund_due"]) == ([], 10_000, 1_000, 1_000)
    again = night.ask("19:08", "void_bonus", player=P[1], bonus="deal_in", reason="mistake")
    assert (again.rejection.rule, again.refused) == ("RUL-9", "bonus_not_given")
    assert give(night, "19:09", 1, "deal_in") is None


def test_rul_9_an_outage_is_not_taken_back_beyond_a_bonus() -> None:
    night = house(9)
    give(night, "19:05", 1, "staff")
    refusal = night.ask("19:10", "rebase_clock", stopped_at="2026-11-29T19:04:00.000000Z").rejection
    assert (refusal.rule, refusal.data["kind"]) == ("CLK-9", "bonus_given")


@pytest.mark.parametrize(
    ("bonuses", "says"),
    [
        ([STAFF, STAFF], "named twice"),
        ([{**EARLY, "until": with_level(9)}], "does not have"),
        ([{**STAFF, "price": 100}], "come to 500, and it costs 100"),
        ([{**BOUGHT, "parts": {"bounty": 5}}], "on a head"),
        ([{**STAFF, "parts": {"funds": [["a", 1], ["a", 2]]}}], "a fund twice"),
    ],
)
def test_rul_9_bonuses_that_cannot_be_are_refused_with_the_settings(bonuses: list[Body], says: str) -> None:
    (fault,) = settings_faults(settings(bonuses=bonuses))
    assert (fault.field, fault.rule, says in fault.reason) == ("bonuses", "RUL-9", True)


def test_rul_9_a_bonus_that_costs_something_is_an_operation_and_struck_when_it_is_taken_back() -> None:
    night = house(2, profile="tda-2024-v1")
    give(night, "19:05", 1, "deal_in")
    given = night.state.seq
    give(night, "19:06", 1, "early_bird")
    night.must("19:07", "void_bonus", player=P[1], bonus="deal_in", reason="mistake")
    made = operations(night.record)
    assert [(of.kind, of.player, of.price, of.chips, of.struck_by) for of in made] == [
        ("buy_in", P[1], 1_000, 10_000, None),
        ("buy_in", P[2], 1_000, 10_000, None),
        ("bonus", P[1], 1_000, 3_000, night.state.seq),
    ]
    assert (made[2].seq, made[2].split) == (given, Split(pool=800, bounty=0, rake=200))
