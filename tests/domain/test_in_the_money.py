"""How many places are paid, and how far it is to them (PRZ-3)."""

from typing import Any

import pytest

from domain import in_the_money, payouts, pool
from domain.settings import settings_faults
from tests.domain.deal_night import left_with, talk
from tests.domain.floor import Evening, P, evening, knock_out, opened, settings

NO_LATE = {"late_registration": None}


def paid(players: int, **terms: Any) -> int | None:
    """Return how many places are paid with so many entries at one or more tables of ten."""
    night = evening(players, seats_per_table=10, tables=70, windows=NO_LATE, **terms)
    return in_the_money.places_paid(night.state)


@pytest.mark.parametrize(("entries", "half_up", "up"), [(5, 1, 1), (11, 1, 2), (15, 2, 2), (25, 3, 3), (35, 4, 4)])
def test_prz_3_the_percent_is_exact_and_rounded_as_the_profile_says(entries: int, half_up: int, up: int) -> None:
    """Halves go up, never to the even number (B-030)."""
    assert paid(entries, paid_percent=10) == half_up
    assert paid(entries, paid_percent=10, profile="tda-2024-v1", no_show="drop") == up


@pytest.mark.parametrize("percent", [10.5, "10.5", "10.50"], ids=["number", "text", "long"])
def test_prz_3_a_percent_has_two_decimals_and_no_binary_fraction(percent: float | str) -> None:
    assert str(settings(paid_percent=percent).paid_percent) in {"10.5", "10.50"}
    night = evening(40, seats_per_table=10, windows=NO_LATE, paid_percent=percent)
    assert in_the_money.places_paid(night.state) == 4


def test_prz_3_600_entries_at_ten_and_a_half_per_cent_are_63_places() -> None:
    """B-028."""
    night = evening(201 - 1, seats_per_table=10, windows=NO_LATE, paid_percent=31.5)
    assert in_the_money.places_paid(night.state) == 63


def test_prz_3_at_least_the_minimum_and_at_most_the_players_with_a_place() -> None:
    assert paid(5, paid_percent=10, paid_minimum=3) == 3
    assert paid(5, paid_percent=10, paid_minimum=9) == 5
    assert paid(5, places_paid=9) == 5


def test_prz_3_a_number_may_be_set_or_the_payouts_say_it() -> None:
    assert paid(12, places_paid=4) == 4
    assert paid(12, payouts=[5000, 3000, 2000]) == 3
    assert paid(12) is None
    night = evening(9, windows=NO_LATE)
    assert (night.head["prizes"], in_the_money.on_the_bubble(night.state)) == (None, False)


@pytest.mark.parametrize(("profile", "places"), [("tda-wsop-v1", 50), ("tda-2024-v1", 60)])
def test_prz_5_no_more_places_are_paid_than_may_have_a_payout_by_the_profile(profile: str, places: int) -> None:
    """A percent of a large field asks for more: then the profile's number is paid, and it comes to the pool."""
    night = evening(200, seats_per_table=10, windows=NO_LATE, paid_percent=30, profile=profile, no_show="drop")
    assert in_the_money.places_paid(night.state) == places
    assert len(payouts.by_place(night.state)) == places
    assert sum(payouts.by_place(night.state)) == pool.pool(night.state) == 200_000


def test_prz_3_re_entries_count_and_voided_entries_do_not() -> None:
    night = evening(9, paid_percent=30)
    assert in_the_money.places_paid(night.state) == 3
    for number in (1, 2, 3):
        knock_out(night, "19:10", P[number], P[9])
        night.must("19:11", "re_enter", player=P[number])
    assert (night.head["entries"], in_the_money.places_paid(night.state)) == (12, 4)
    for number in (1, 2, 3):
        night.must("19:12", "void_entry", player=P[number], reason="mistake")
    assert in_the_money.places_paid(night.state) == 3


def test_prz_3_it_is_provisional_while_anybody_can_come_in() -> None:
    night = opened(6, paid_percent=20, seats_per_table=10)
    assert night.head["prizes"]["places_paid"] == 1
    assert night.head["prizes"]["provisional"]
    night = evening(15, paid_percent=20, seats_per_table=10)
    seen = []
    for when in ("19:59:59", "20:00"):
        night.wait(when)
        seen.append(night.head["prizes"]["provisional"])
    assert seen == [True, False]


def summary(night: Evening) -> tuple[int, bool, bool]:
    prizes = night.head["prizes"]
    return prizes["busts_to_go"], prizes["on_the_bubble"], prizes["in_the_prizes"]


def test_prz_3_on_the_bubble_when_one_bust_remains() -> None:
    """Six left and three paid; two out in one hand make it the bubble, and one more bursts it (B-028)."""
    night = evening(6, windows=NO_LATE, places_paid=3)
    assert summary(night) == (3, False, False)
    night.must("19:10", "record_knockout_group", busts=[{"player": P[1]}, {"player": P[2]}])
    assert summary(night) == (1, True, False)
    knock_out(night, "19:11", P[3], P[4])
    assert summary(night) == (0, False, True)
    night.must("19:12", "void_knockout", knockout=3)
    assert summary(night) == (1, True, False)
    assert summary(evening(5, windows=NO_LATE, places_paid=3)) == (2, False, False)


def test_prz_3_the_summary_says_what_whoever_goes_out_next_wins() -> None:
    money: dict[str, Any] = {"profile": "tda-2024-v1", "no_show": "drop", "payouts": [6_000, 4_000]}
    night = evening(4, windows=NO_LATE, prizes={"lines": [{"place": 2, "text": "Medal"}]}, **money)
    coming = []
    for number in (4, 3, 2):
        coming.append(night.head["prizes"]["next"])
        knock_out(night, "19:10", P[number], P[1])
    assert coming == [
        {"place": 4, "amount": 0, "lines": []},
        {"place": 3, "amount": 0, "lines": []},
        {"place": 2, "amount": 1_600, "lines": ["Medal"]},
    ]
    assert night.head["prizes"]["next"] is None
    assert opened(4, **money).head["prizes"]["next"] is None


def test_prz_3_nobody_is_next_once_a_deal_says_who_gets_what_or_play_is_over() -> None:
    night = talk(left_with(3), left_to_play_for=1_000)
    assert night.head["prizes"]["next"] == {"place": 3, "amount": 2_000, "lines": []}
    night.must("19:31", "accept_deal", proposal=1)
    assert (night.state.alive, night.head["prizes"]["next"]) == (3, None)
    end = {"kind": "level", "level": 1}
    night = evening(4, windows=NO_LATE, end=end, profile="tda-2024-v1", no_show="drop")
    assert night.head["prizes"]["next"] == {"place": 4, "amount": 0, "lines": []}
    night.wait("19:21")
    assert (night.state.alive, night.head["prizes"]["next"]) == (4, None)


@pytest.mark.parametrize(
    ("terms", "field", "rule"),
    [
        ({"payouts": [5000, 4998]}, "payouts", "PRZ-5"),
        ({"payouts": [4000, 6000]}, "payouts", "PRZ-5"),
        ({"payouts": [6000, 4000], "places_paid": 3}, "payouts", "PRZ-5"),
        ({"places_paid": 3, "paid_percent": 10}, "paid_percent", "PRZ-3"),
        ({"places_paid": 51, "profile": "tda-wsop-v1"}, "places_paid", "PRZ-5"),
    ],
)
def test_prz_3_what_cannot_be_is_said_with_its_field(terms: dict[str, Any], field: str, rule: str) -> None:
    assert [(fault.field, fault.rule) for fault in settings_faults(settings(**terms))] == [(field, rule)]


def test_prz_3_what_can_be_is_no_fault() -> None:
    assert settings_faults(settings(payouts=[5000, 3000, 2000], places_paid=3)) == ()
    assert settings_faults(settings(payouts=[3334, 3333, 3333], paid_percent="12.25", paid_minimum=2)) == ()
