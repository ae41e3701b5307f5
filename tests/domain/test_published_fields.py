"""What the product makes of published fields, held against what was printed of them (PRZ-3, PRZ-5, PRZ-6, PLC-1)."""

from typing import Any

import pytest

from domain import in_the_money, payouts, pool
from domain.changes import replace
from domain.payout_tables import alike, curve, whole
from tests.domain.floor import Evening, P, evening, knock_out
from tests.domain.published_fields import FINAL_TABLE, MAIN_EVENTS, PAID, POOLS, Field, Pool, Prizes
from tests.domain.published_payouts import PUBLISHED

NO_LATE = {"late_registration": None}


def paid(entries: int, percent: float, profile: str = "tda-2024-v1") -> int | None:
    """Return how many places are paid of a field."""
    night = evening(2, profile=profile, no_show="drop", windows=NO_LATE, paid_percent=percent)
    return in_the_money.places_paid(replace(night.state, field=entries, unique=entries))


# ---------------------------------------------------------------------------------------------------- places paid


@pytest.mark.parametrize("field", PAID)
def test_prz_3_a_published_field_pays_the_places_that_were_printed(field: Field) -> None:
    assert paid(field.entries, field.percent) == field.paid, field.event


def test_prz_3_halves_rounded_up_alone_miss_most_of_them() -> None:
    """The profiles that round half up are one place short of what was printed, but where the half goes up anyway."""
    short = [field.paid - (paid(field.entries, field.percent, "sport-poker-v1") or 0) for field in PAID]
    assert short == [1, 1, 0, 1, 1, 0]


def test_prz_3_flights_rounded_one_by_one_pay_more_places_than_their_sum() -> None:
    """Big 50: 28,371 entries would be 4,256 places as one field; 4,258 were printed.

    Of flights 1C and 1D together 16,304 entries are known and of neither how many: as the sources round them, 6,200 and
    10,104, they pay one place less than was printed; with one entry more in 1C they pay it.
    """
    assert paid(28_371, 15) == 4_256
    first_two = 915 + 896
    assert first_two + (paid(6_200, 15) or 0) + (paid(10_104, 15) or 0) == 4_257
    assert first_two + (paid(6_201, 15) or 0) + (paid(10_103, 15) or 0) == 4_258


def test_prz_3_colossus_2015_paid_as_many_as_four_flights_rounded_up_can() -> None:
    """Not the rule for one field: 10 % of 22,374 is 2,238 places rounded up, and 2,241 were printed, three more.

    Four flights rounded up one by one pay three more at most: those that the days do not tell apart are chosen so.
    """
    assert paid(22_374, 10) == 2_238
    flights = [5_101, 5_101, 6_081, 6_091]
    assert sum(flights[:2]) == 10_202
    assert sum(flights[2:]) == 12_172
    assert sum(paid(entries, 10) or 0 for entries in flights) == 2_241


def test_prz_3_an_eighth_of_a_flight_is_rounded_up() -> None:
    """MGM National Harbor: each flight plays down to 12.5 % of its field, rounded up."""
    assert [paid(entries, 12.5) for entries in (80, 81, 88, 89)] == [10, 11, 11, 12]


def test_prz_3_a_number_is_paid_where_no_rule_was_printed() -> None:
    """WPT Bellagio Cup VI: 50 of 353 entries; 14.2 % as the sources have it would be 51."""
    night = evening(2, profile="tda-2024-v1", no_show="drop", windows=NO_LATE, places_paid=50)
    assert in_the_money.places_paid(replace(night.state, field=353, unique=353)) == 50
    assert paid(353, 14.2) == 51


# ---------------------------------------------------------------------------------------------------------- pools


@pytest.mark.parametrize("published", POOLS)
def test_prz_5_a_published_pool_is_what_its_entries_bring(published: Pool) -> None:
    """Three players, one of whom re-enters: what each brings at the desk, times the published numbers."""
    part = {"rake": published.fees * 100, "bounty": published.bounty * 100}
    again = part | {"rake": published.re_entry_fees * 100}
    price = published.price * 100
    prices: dict[str, Any] = {"buy_in": price, "re_entry": price, "rebuy": None, "add_on": None}
    night = evening(
        3, profile="tda-2024-v1", no_show="drop", prices=prices | {"parts": {"buy_in": part, "re_entry": again}}
    )
    an_entry = pool.pool(night.state) // 3
    knock_out(night, "19:10", P[3], P[1])
    before = pool.pool(night.state)
    night.must("19:11", "re_enter", player=P[3])
    a_re_entry = pool.pool(night.state) - before
    firsts = published.entries - published.re_entries
    assert firsts * an_entry + published.re_entries * a_re_entry == published.pool * 100


def test_prz_5_red_dragon_manila_2020_is_played_to_the_end_of_its_flight() -> None:
    """Event 16B: 139 players, 18 of whom re-enter at 54,000 and a fee of 6,000, 3 % of the former for the staff."""
    fees = {"rake": 762_000}
    prices: dict[str, Any] = {"buy_in": 6_000_000, "re_entry": 6_000_000, "rebuy": None, "add_on": None}
    night = evening(
        139,
        tables=20,
        profile="tda-2024-v1",
        no_show="drop",
        starting_stack=30_000,
        paid_percent=12,
        re_entries=1,
        prices=prices | {"parts": {"buy_in": fees, "re_entry": fees}},
        balancing="floor",
    )
    for number in range(1, 19):
        knock_out(night, "19:10", P[number], P[139])
        night.must("19:11", "re_enter", player=P[number])
    head = night.head
    assert (head["entries"], head["players"], head["chips_in_play"]) == (157, 139, 4_710_000)
    assert head["pool"]["amount"] == 822_366_000
    assert sum(payouts.by_place(night.state)) == 822_366_000
    assert head["prizes"]["places_paid"] == 19, "19 of 157, 12.1 %, were left when the flight ended"


# --------------------------------------------------------------------------------------------------------- prizes


def ranked(payments: tuple[int, ...], amount: int) -> dict[int, int]:
    """Play nine down to the winner for an amount in whole units; return what each place was paid, in whole units."""
    night = evening(
        9,
        profile="tda-2024-v1",
        no_show="drop",
        windows=NO_LATE,
        prices={"buy_in": 100, "rebuy": None, "add_on": None},
        payouts=list(payments),
        pool={"guarantee": amount * 100, "unit": 100},
    )
    for number in range(9, 1, -1):
        knock_out(night, "19:10", P[number], P[1])
    night.must("19:11", "finish")
    return paid_by_place(night)


def paid_by_place(night: Evening) -> dict[int, int]:
    return {night.state.places[entry]: amount // 100 for entry, amount in sorted(night.state.prizes.items())}


def test_prz_6_a_final_table_is_paid_the_printed_prizes_to_the_unit() -> None:
    """WSOP main event of 2024: the last nine play for 31,250,000."""
    printed = MAIN_EVENTS[2].prizes
    assert ranked(FINAL_TABLE, 31_250_000) == {place: printed[place] for place in range(1, 10)}


@pytest.mark.parametrize("event", [MAIN_EVENTS[0], MAIN_EVENTS[3]], ids=["2019", "2025"])
def test_prz_6_other_years_top_prizes_are_those_of_the_same_table(event: Prizes) -> None:
    """What was printed of 2019 and 2025 are the same amounts for the same places."""
    amounts = ranked(FINAL_TABLE, 31_250_000)
    assert {place: amounts[place] for place in event.prizes} == event.prizes


def test_prz_6_the_year_of_the_largest_first_prize_had_another_table() -> None:
    """2023: 12,100,000 for the first, and less than the other years for the eighth and the ninth.

    The five prizes that were printed are paid to the unit as parts of their sum; the four between were not printed.
    """
    printed = MAIN_EVENTS[1].prizes
    assert sum(printed.values()) == 24_625_000
    assert whole(24_625_000, list(printed.values()), 100) == tuple(printed.values())
    amounts = ranked(FINAL_TABLE, 31_250_000)
    assert {place: printed[place] - amounts[place] for place in printed} == {
        1: 2_100_000,
        2: 500_000,
        3: 0,
        8: -125_000,
        9: -100_000,
    }


@pytest.mark.parametrize("event", MAIN_EVENTS, ids=lambda event: event.year)
def test_prz_5_the_curve_pays_a_main_event_much_as_it_was_paid(event: Prizes) -> None:
    """Every printed prize of the first eleven places within a third, and the last place more than the least printed.

    Below, the WSOP pays places in blocks, 12 to 13 and 14 to 17, and the curve falls from place to place: the last of a
    block is paid within a third by it, the others up to 54 % more than was printed.
    """
    field = event.entries * event.each
    assert event.pool in {field, None}
    amounts = whole(field, curve(event.paid), 100)
    assert sum(amounts) == field
    far = {place for place, prize in event.prizes.items() if abs(amounts[place - 1] - prize) * 3 > prize}
    assert far == ({12, 14, 15, 16} if event.year == 2024 else set())
    assert all(amounts[place - 1] * 100 < event.prizes[place] * 154 for place in far)
    assert event.least <= amounts[-1] < 2 * event.least


# ------------------------------------------------------------------------------------------------- worked examples


def test_prz_5_every_published_table_is_in() -> None:
    """Forty columns of six publications; BARGE's as amended in 2024 for five to eight entries."""
    assert len(PUBLISHED) == 40
    assert ("BARGE unified payouts, github.com/ctm/mb2-doc", 5, 8, ((7000, 1), (3000, 1))) in PUBLISHED
    assert whole(80_000, (6_500, 3_500), 100) == (52_000, 28_000), "eight entries of 100, as its example pays them"


def test_prz_6_barges_example_with_bounties_differs_by_one_unit() -> None:
    """Eight entries of 100 with 25 on each head: 406 and 219 were printed, of 625, the winner's own head being in it.

    They are 406.25 and 218.75, each rounded by itself; ours are rounded down, and the unit over is the first's.
    """
    assert whole(62_500, (6_500, 3_500), 100) == (40_700, 21_800)
    assert sum((40_600, 21_900)) == sum((40_700, 21_800)) == 8 * 10_000 - 7 * 2_500


def test_prz_6_equal_parts_are_dealt_out_as_a_home_game_deals_its_rebuys() -> None:
    """Fog City Poker Classic: five rebuys of 50 go one by one down the three paid places, +100, +100, +50."""
    assert alike(250, 3, 50) == (100, 100, 50)


def test_prz_5_a_club_that_buys_tickets_out_of_its_pool_names_them_a_fund() -> None:
    """Casino Canberra's Thursdays: 110 are 100 and a fee of 10; two tickets of 220 come out before the percents."""
    tickets = {"rake": 1_000, "funds": [["tickets", 4_400]]}
    night = evening(
        10,
        sizes=[10],
        seats_per_table=10,
        profile="tda-2024-v1",
        no_show="drop",
        windows=NO_LATE,
        prices={"buy_in": 11_000, "rebuy": None, "add_on": None, "parts": {"buy_in": tickets}},
        payouts=[5_000, 3_000, 2_000],
    )
    assert pool.pool(night.state) == 10 * 10_000 - 2 * 22_000
    assert payouts.by_place(night.state) == (28_000, 16_800, 11_200)
