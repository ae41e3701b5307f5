"""Structures by field size, the curve of any number of places, and parts as whole amounts (PRZ-5, PRZ-6)."""

from fractions import Fraction
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.payout_tables import alike, curve, of_places, suggested, whole
from tests.domain.published_payouts import PUBLISHED

BARGE = {
    least: (most, tuple(share for share, places in blocks for _ in range(places)))
    for room, least, most, blocks in PUBLISHED
    if room.startswith("BARGE")
}
"""A published table whose design rules ours keeps: last field and hundredths of each structure, by its first field."""
FIELDS = [2, 6, 18, 24, 35, 47, 60, 80, 100, 120, 121]
"""The last field of each suggested structure, and the first of the largest."""


# -------------------------------------------------------------------------------------- the suggested structures


@pytest.mark.parametrize(
    ("entries", "shares"),
    [(2, [100]), (3, [70, 30]), (6, [70, 30]), (7, [50, 30, 20]), (18, [50, 30, 20]), (19, [42, 26, 18, 14])],
)
def test_prz_5_small_fields_have_the_rules_structures(entries: int, shares: list[int]) -> None:
    assert suggested(entries) == tuple(share * 100 for share in shares)


@pytest.mark.parametrize("least", [25, 36, 48, 81, 101, 121])
def test_prz_5_larger_fields_have_those_of_a_published_table(least: int) -> None:
    most, shares = BARGE[least]
    assert suggested(least) == suggested(most or least) == shares
    assert suggested(least - 1) != shares


def test_prz_5_one_structure_of_it_is_mended() -> None:
    """Its gaps grow from 2 to 3 per cent after fourth place."""
    _, shares = BARGE[61]
    assert [better - lower for better, lower in pairwise(shares)] == [700, 500, 300, 200, 300, 200, 100]
    assert [better - lower for better, lower in pairwise(suggested(61))] == [700, 500, 300, 300, 200, 200, 0]


def test_prz_5_no_suggested_structure_pays_more_than_fifteen_places() -> None:
    assert {len(suggested(entries)) for entries in range(121, 30_000, 97)} == {15}


@given(st.integers(1, 5_000))
def test_prz_5_a_suggested_structure_comes_to_all_of_it(entries: int) -> None:
    assert sum(suggested(entries)) == 10_000
    assert len(suggested(entries)) <= max(entries, 1)


@given(st.integers(4, 30_000))
def test_prz_5_the_last_place_paid_gets_its_entry_back(entries: int) -> None:
    """Design rule 1; three entries, whose 70 and 30 the rules set, are one tenth of an entry short."""
    assert suggested(entries)[-1] * entries >= 10_000


@given(st.integers(1, 400))
def test_prz_5_a_higher_place_never_gets_less(entries: int) -> None:
    """Design rule 2."""
    assert sorted(suggested(entries), reverse=True) == list(suggested(entries))


def test_prz_5_the_share_of_the_field_that_is_paid_falls_towards_a_tenth() -> None:
    """Design rule 3, of each structure's largest field; beyond 150 entries there are fifteen places."""
    ratios = [Fraction(len(suggested(field)), field) for field in [*FIELDS[:-1], 150]]
    assert ratios == sorted(ratios, reverse=True)
    assert ratios[-1] == Fraction(1, 10)


@given(st.integers(1, 300), st.integers(1, 15))
def test_prz_5_a_places_percentage_never_rises_with_the_field_once_it_is_paid(entries: int, place: int) -> None:
    """Design rule 4."""
    now, later = suggested(entries), suggested(entries + 1)
    if place <= len(now):
        assert later[place - 1] <= now[place - 1]


@given(st.integers(1, 400))
def test_prz_5_blocks_of_equal_pay_never_shrink_going_down(entries: int) -> None:
    """Design rule 5."""
    blocks = [len(list(block)) for _, block in groupby(suggested(entries))]
    assert blocks == sorted(blocks)


@given(st.integers(1, 400))
def test_prz_5_gaps_between_places_never_grow_going_down(entries: int) -> None:
    """Design rule 6, from block to block."""
    levels = [share for share, _ in groupby(suggested(entries))]
    gaps = [better - lower for better, lower in pairwise(levels)]
    assert gaps == sorted(gaps, reverse=True)


@pytest.mark.parametrize("place", range(1, 16))
def test_prz_5_a_drop_for_more_entrants_is_never_larger_than_an_earlier_one(place: int) -> None:
    """Design rule 7."""
    shares = [suggested(field)[place - 1] for field in FIELDS if len(suggested(field)) >= place]
    drops = [earlier - later for earlier, later in pairwise(shares) if earlier != later]
    assert drops == sorted(drops, reverse=True)


# ------------------------------------------------------------------------------- any number of places, and its curve


@given(st.integers(1, 1_500))
def test_prz_5_the_curve_falls_ever_less_steeply(places: int) -> None:
    weights = curve(places)
    assert len(weights) == places
    gaps = [better - lower for better, lower in pairwise(weights)]
    rounding = 8 * places  # each weight is rounded down by less than four times the places
    assert all(gap > 0 for gap in gaps)
    assert all(earlier - later >= -rounding for earlier, later in pairwise(gaps))


@given(st.integers(7, 10_000))
def test_prz_5_paying_fifteen_per_cent_the_last_place_gets_its_entry_back(entries: int) -> None:
    weights = curve(-(-entries * 15 // 100))
    assert Fraction(weights[-1], sum(weights)) * entries >= 1


@given(st.integers(1, 1_000))
def test_prz_5_with_more_places_none_gets_a_larger_share(places: int) -> None:
    few, more = curve(places), curve(places + 1)
    for place in {0, places // 2, places - 1}:
        assert Fraction(more[place], sum(more)) < Fraction(few[place], sum(few))


# --------------------------------------------------------------------------------------------------- whole amounts


@given(st.integers(0, 10**12), st.lists(st.integers(1, 10_000), min_size=1, max_size=60), st.sampled_from([1, 5, 100]))
def test_prz_6_amounts_are_whole_units_and_come_to_the_pool(amount: int, shares: list[int], unit: int) -> None:
    weights = sorted(shares, reverse=True)
    amounts = whole(amount, weights, unit)
    assert sum(amounts) == amount
    assert all(part % unit == 0 for part in amounts[1:])
    assert list(amounts) == sorted(amounts, reverse=True)
    exact = [Fraction(amount * weight, sum(weights)) for weight in weights]
    assert all(abs(part - share) <= 2 * unit for part, share in zip(amounts, exact, strict=True))
    assert whole(amount, (), unit) == ()


def test_prz_6_units_over_go_to_the_best_places_and_less_than_a_unit_to_the_first() -> None:
    assert whole(100, (1, 1, 1)) == (34, 33, 33)
    assert whole(101, (1, 1, 1)) == (34, 34, 33)
    assert whole(10_037, (1, 1, 1), 100) == (3_437, 3_300, 3_300)
    assert alike(7, 2) == (4, 3)


@given(
    st.lists(st.integers(0, 10**6), max_size=12).map(lambda each: sorted(each, reverse=True)),
    st.lists(st.integers(1, 5), min_size=1, max_size=12),
    st.sampled_from([1, 100]),
)
def test_prz_6_who_ties_splits_the_sum_of_the_places_covered(amounts: list[int], sizes: list[int], unit: int) -> None:
    blocks = of_places(amounts, sizes, unit)
    assert [len(block) for block in blocks] == sizes
    assert sum(map(sum, blocks)) == sum(amounts[: sum(sizes)])
    first = 0
    for block, size in zip(blocks, sizes, strict=True):
        assert sum(block) == sum(amounts[first : first + size])
        assert max(block) - min(block) <= 2 * unit - 1
        first += size
    flat = [amount for block in blocks for amount in block]
    whole_units = [amount // unit * unit for amount in flat]
    assert unit == 1 or whole_units[1:] == sorted(whole_units[1:], reverse=True) or amounts != whole_units
    assert unit != 1 or flat == sorted(flat, reverse=True)
