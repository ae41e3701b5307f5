"""Deals in figures: chops by chips, by value, even and named, that come to what is divided (DEAL-1)."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import chop
from domain.chop import ChopMethod

METHODS: list[ChopMethod] = ["icm", "chip_chop", "even"]
players = st.integers(min_value=2, max_value=7)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[int], int, int]:
    """Draw stacks, prizes, what is left to play for, and a unit."""
    count = draw(players)
    stacks = draw(st.lists(st.integers(min_value=1, max_value=10**9), min_size=count, max_size=count))
    amounts = st.integers(min_value=0, max_value=10**8)
    prizes = sorted(draw(st.lists(amounts, min_size=1, max_size=count + 2)), reverse=True)
    return stacks, prizes, draw(st.integers(0, prizes[0])), draw(st.sampled_from([1, 5, 100, 10_000]))


def test_deal_1_five_players_of_betmgm() -> None:
    """Its five amounts, published for 570 with 57 as the least prize, were each rounded up and come to 570.03."""
    stacks, prizes = [15_000, 12_000, 10_000, 6_000, 500], [171, 142, 114, 86, 57]
    exact = chop.chip_chop(stacks, prizes)
    assert [math.ceil(value * 100) for value in exact] == [15_528, 13_563, 12_252, 9_632, 6_028]
    paid = chop.proposed("chip_chop", stacks, [prize * 100 for prize in prizes])
    assert paid == (15_529, 13_562, 12_251, 9_631, 6_027)
    assert sum(paid) == 57_000


def test_deal_1_three_players_of_pokerstrategy() -> None:
    assert chop.proposed("chip_chop", [200_000, 120_000, 80_000], [50_000, 30_000, 20_000]) == (40_000, 32_000, 28_000)


def test_deal_1_four_players_of_hold_em_k() -> None:
    """Published to a quarter: 154.25, 123, 102 and 70.75."""
    exact = chop.chip_chop([100_000, 70_000, 50_000, 20_000], [200, 120, 80, 50])
    quarters = [Fraction(int(value * 4 + Fraction(1, 2)), 4) for value in exact]
    assert quarters == [Fraction(617, 4), 123, 102, Fraction(283, 4)]


def test_deal_1_an_even_chop_gives_what_is_over_to_the_leader() -> None:
    """Three take 113 of 455, and the chip leader takes the rest, as a club page tells it (scgpoker.org)."""
    assert chop.proposed("even", [4_000, 9_000, 3_000, 2_000], [140, 120, 100, 95]) == (113, 116, 113, 113)


def test_deal_1_ept_prague_2024_heads_up() -> None:
    """900,000 each and 63,000 left to play for."""
    assert chop.proposed("even", [1, 1], [1_863_000], left=63_000) == (900_000, 900_000)


def test_deal_1_offers_that_do_not_come_to_the_pool_are_found() -> None:
    """Playground 2019: a tenth of 41,500 stays for the winner, and the four offers are 6 too much."""
    assert chop.off_by([10_955, 9_485, 8_556, 8_360], [41_500], left=4_150) == 6
    assert chop.off_by([449_034, 396_086], [845_120]) == 0


def test_deal_1_a_chop_by_chips_may_pay_more_than_first_place() -> None:
    paid = chop.proposed("chip_chop", [9_000, 500, 500], [500, 300, 200])
    assert paid == (560, 220, 220)
    assert chop.above_first(paid, [500, 300, 200]) == 60
    assert chop.above_first(chop.proposed("icm", [9_000, 500, 500], [500, 300, 200]), [500, 300, 200]) == 0


def test_deal_1_an_amount_below_what_who_is_out_next_gets_is_found() -> None:
    """Playing on nobody gets less than that."""
    assert chop.below_last([600, 250, 150], [500, 300, 200]) == 50
    assert chop.below_last([500, 300, 200], [500, 300, 200]) == 0
    assert chop.below_last([600, 250, 150], [500, 500]) == 0
    assert chop.below_last([], [500]) == 0


@pytest.mark.parametrize("method", METHODS)
@given(table=tables())
def test_deal_1_amounts_come_to_what_is_divided(
    method: ChopMethod, table: tuple[list[int], list[int], int, int]
) -> None:
    stacks, prizes, left, unit = table
    paid = chop.proposed(method, stacks, prizes, left=left, unit=unit)
    assert sum(paid) == sum(prizes[: len(stacks)]) - left
    assert chop.off_by(paid, prizes[: len(stacks)], left) == 0
    by_stack = [amount for _, amount in sorted(zip(stacks, paid, strict=True))]
    assert by_stack == sorted(by_stack)
    leader = stacks.index(max(stacks))
    assert all(amount % unit == 0 for player, amount in enumerate(paid) if player != leader)
    assert min(paid) >= 0


@given(tables())
def test_deal_1_nobody_gets_less_than_the_least_prize_by_chips(table: tuple[list[int], list[int], int, int]) -> None:
    stacks, prizes, _, _ = table
    least = prizes[len(stacks) - 1] if len(prizes) >= len(stacks) else 0
    assert min(chop.proposed("chip_chop", stacks, prizes)) >= least


@pytest.mark.parametrize("left", [501, 10_000])
def test_deal_1_no_more_is_left_to_play_for_than_the_first_prize(left: int) -> None:
    with pytest.raises(ValueError, match="left"):
        chop.proposed("icm", [1, 1], [500, 300], left=left)


def test_deal_1_a_chop_by_chips_needs_chips() -> None:
    with pytest.raises(ValueError, match="chips"):
        chop.chip_chop([0, 0], [500, 300])
