"""What stacks are worth by Malmuth and Harville's model (DEAL-1), held against published figures."""

import itertools
import time
from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import chop, icm

PUBLISHED: dict[str, tuple[list[int], list[int], list[str]]] = {
    "two players (primedope, by gpratte/icm-calculator)": ([1500, 1200], [100, 76], ["89.33", "86.67"]),
    "three for two prizes": ([1500, 1200, 975], [100, 76], ["67.06", "58.73", "50.21"]),
    "two of three alike": ([1500, 1500, 975], [100, 76], ["64.44", "64.44", "47.12"]),
    "four for two prizes": ([1500, 1200, 975, 350], [100, 76], ["61.05", "52.68", "44.73", "17.54"]),
    "five for two prizes": ([1500, 1200, 975, 350, 275], [100, 76], ["57.08", "48.82", "41.28", "16.08", "12.74"]),
    "three for three prizes": ([150_000, 98_750, 45_500], [425, 280, 130], ["332.99", "290.56", "211.45"]),
    "four for four prizes": (
        [150_000, 98_750, 45_500, 13_250],
        [425, 280, 130, 75],
        ["323.20", "278.12", "195.79", "112.89"],
    ),
    "four-handed (pailiku.com)": (
        [5000, 3000, 1500, 500],
        [500, 300, 200],
        ["377.78", "312.89", "225.60", "83.73"],
    ),
    "three-handed (pailiku.com)": ([5000, 3000, 2000], [50, 30, 20], ["38.39", "32.75", "28.86"]),
    "four players (hold-em-k.com)": (
        [100_000, 70_000, 50_000, 20_000],
        [200, 120, 80, 50],
        ["140.84", "123.80", "108.96", "76.40"],
    ),
}
NINE = [30, 20, 15, 10, 8, 6, 5, 4, 2]
PINNED = [
    ([1] * 9, NINE, ["11.11111111"] * 9),
    (
        [900, 800, 700, 600, 500, 400, 300, 200, 100],
        NINE,
        [
            *("15.51958759", "14.69598368", "13.79348954", "12.79705079", "11.68592783"),
            *("10.42921201", "8.97556618", "7.22163763", "4.88154475"),
        ],
    ),
    (
        # the last nine of WPT Prime Championship 2023, the shortest counted to ten thousand chips
        [72_600_000, 67_900_000, 61_200_000, 60_200_000, 46_600_000, 45_900_000, 32_600_000, 17_900_000, 15_580_000],
        [9, 8, 7, 6, 5, 4, 3, 2, 1],
        [
            *("6.14337221", "6.00931711", "5.79795418", "5.76411807", "5.23062345"),
            *("5.19881272", "4.48218177", "3.30909057", "3.06452992"),
        ],
    ),
]
"""Computed with exact fractions: stacks, prizes, values to eight decimals."""
chips = st.integers(min_value=1, max_value=10**12)
prizes = st.lists(st.integers(min_value=0, max_value=10**9), max_size=8).map(lambda each: sorted(each, reverse=True))


def printed(value: Fraction, decimals: int) -> str:
    """Return a value as it is printed, halves rounded up."""
    scaled = int(value * 10**decimals + Fraction(1, 2))
    return f"{scaled // 10**decimals}.{scaled % 10**decimals:0{decimals}}"


def by_hand(stacks: list[int], paid: list[int]) -> list[Fraction]:
    """Return the values as the model is told: the chance of each order of finish, one after the other."""
    worth = [Fraction(0)] * len(stacks)
    for order in itertools.permutations(range(len(stacks))):
        chance, rest = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], rest)
            rest -= stacks[player]
        for player, prize in zip(order, paid, strict=False):
            worth[player] += chance * prize
    return worth


@pytest.mark.parametrize("name", PUBLISHED)
def test_deal_1_published_values_come_out_to_the_printed_digit(name: str) -> None:
    stacks, paid, expected = PUBLISHED[name]
    assert [printed(value, 2) for value in icm.values(stacks, paid)] == expected


def test_deal_1_the_encyclopedias_example_has_its_whole_units() -> None:
    """Shares of 50, 30 and 20 per cent for 70 and 30: printed as 45, 32 and 22, cut off."""
    assert [int(value) for value in icm.values([50, 30, 20], [70, 30])] == [45, 32, 22]


def test_deal_1_a_thousand_to_one() -> None:
    assert [printed(value, 5) for value in icm.values([1000, 1], [100, 50])] == ["99.95005", "50.04995"]


@pytest.mark.parametrize("name", PUBLISHED)
def test_prz_6_published_values_are_paid_in_whole_cents_that_come_to_the_prizes(name: str) -> None:
    """Rounded down, what is over to the largest stack: nobody is off what is printed by more than a cent for each."""
    stacks, paid, expected = PUBLISHED[name]
    amounts = chop.proposed("icm", stacks, [prize * 100 for prize in paid])
    assert sum(amounts) == 100 * sum(paid)
    off = [amount - int(value.replace(".", "")) for amount, value in zip(amounts, expected, strict=True)]
    assert all(each in {-1, 0} for each in off[1:])
    assert off[0] in range(len(stacks))


@pytest.mark.parametrize(("stacks", "paid", "expected"), PINNED)
def test_deal_1_nine_players_to_eight_decimals(stacks: list[int], paid: list[int], expected: list[str]) -> None:
    assert [printed(value, 8) for value in icm.values(stacks, paid)] == expected


@given(st.lists(chips, min_size=1, max_size=5), prizes)
def test_deal_1_it_is_the_model_as_it_is_told(stacks: list[int], paid: list[int]) -> None:
    worth = icm.values(stacks, paid)
    assert all(abs(one - two) < Fraction(1, 2**120) for one, two in zip(worth, by_hand(stacks, paid), strict=True))


@given(st.lists(chips, min_size=1, max_size=9), prizes)
@settings(max_examples=60)
def test_deal_1_what_holds_of_any_values(stacks: list[int], paid: list[int]) -> None:
    worth = icm.values(stacks, paid)
    open_prizes = [*paid, *[0] * len(stacks)][: len(stacks)]
    assert abs(sum(worth, Fraction(0)) - sum(open_prizes)) < Fraction(1, 2**110)
    for (stack, value), (other, his) in itertools.combinations(zip(stacks, worth, strict=True), 2):
        assert (value == his) if stack == other else (value <= his) == (stack < other) or value == his
    assert all(open_prizes[-1] - Fraction(1, 2**110) <= value <= open_prizes[0] for value in worth)
    assert icm.values(stacks, [*open_prizes, 5, 3]) == worth


def test_deal_1_fifteen_players_take_seconds_at_most() -> None:
    began = time.perf_counter()
    worth = icm.values(list(range(1_000, 16_000, 1_000)), list(range(150, 0, -10)))
    assert time.perf_counter() - began < 10
    assert abs(sum(worth, Fraction(0)) - 1_200) < Fraction(1, 2**100)


def by_groups(groups: list[tuple[int, int]], paid: list[int]) -> list[Fraction]:
    """Return the exact value of one stack of each group of (players, stack): who comes in is counted by group only."""
    worth = [Fraction(0)] * len(groups)
    left = {tuple(count for count, _ in groups): Fraction(1)}
    for prize in paid:
        after: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for counts, chance in left.items():
            chips_left = sum(count * stack for count, (_, stack) in zip(counts, groups, strict=True))
            for group, (_, stack) in enumerate(groups):
                if counts[group]:
                    his = chance * Fraction(counts[group] * stack, chips_left)
                    worth[group] += his * prize
                    after[(*counts[:group], counts[group] - 1, *counts[group + 1 :])] += his
        left = after
    return [value / count for value, (count, _) in zip(worth, groups, strict=True)]


def test_deal_1_groups_of_equal_stacks_are_worth_what_the_exact_sum_says() -> None:
    """The measure for many players is itself held against the sum over all sets."""
    paid = [500, 300, 200, 50, 50, 50]
    groups = [(4, 7_000), (5, 3_000), (3, 1_000)]
    exact = icm.values([*[7_000] * 4, *[3_000] * 5, *[1_000] * 3], paid)
    for value, measured in zip((exact[0], exact[4], exact[9]), by_groups(groups, paid), strict=True):
        assert abs(value - measured) < Fraction(1, 2**127)


@pytest.mark.parametrize("count", [2, 9, 15])
def test_deal_1_the_race_for_more_players_gives_what_the_exact_sum_does(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stack of one chip among large ones is its hardest case."""
    stacks = [1, 10**9, *(10**5 * n for n in range(1, count - 1))]
    paid = sorted((n * n + 1 for n in range(count)), reverse=True)
    exact = icm.values(stacks, paid)
    monkeypatch.setattr(icm, "MOST_EXACT", 0)
    monkeypatch.setattr(icm, "_RACE_KEPT", 90)
    raced = icm.values(stacks, paid)
    assert max(abs(one - two) for one, two in zip(exact, raced, strict=True)) < Fraction(paid[0], 10**18)


PAID = [
    pytest.param([1_000] * 50, id="fifty alike, as seats of a satellite"),
    pytest.param([1_000], id="the winner alone"),
    pytest.param([2_000 - 10 * place for place in range(100)], id="every place"),
]
GROUPS = [
    [(8, 3_000), (8, 1_000)],
    [(30, 1_000), (30, 1)],
    [(99, 1), (1, 10**9)],
    [(99, 1_000), (1, 1)],
    [(50, 3_000), (50, 1_000)],
]


@pytest.mark.parametrize("paid", PAID)
@pytest.mark.parametrize("groups", GROUPS, ids=str)
def test_deal_1_with_up_to_a_hundred_players_the_race_is_off_by_less_than_it_says(
    groups: list[tuple[int, int]], paid: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(icm, "_RACE_KEPT", 90)
    stacks = [stack for count, stack in groups for _ in range(count)]
    raced = icm.values(stacks, paid)
    first = 0
    for (count, _), exact in zip(groups, by_groups(groups, paid[: len(stacks)]), strict=True):
        assert all(abs(value - exact) < Fraction(paid[0], 10**18) for value in raced[first : first + count])
        first += count


def test_deal_1_of_thirty_players_equal_stacks_are_worth_the_same_and_larger_ones_more() -> None:
    worth = icm.values([*[20_000] * 10, *[30_000] * 10, *[50_000] * 10], [500, 300, 200, *[50] * 10])
    assert len(set(worth)) == 3
    assert list(worth) == sorted(worth)
    assert abs(sum(worth, Fraction(0)) - 1_500) < Fraction(30, 2**20)


def test_deal_1_a_hundred_equal_stacks_are_worth_whole_units_where_the_mean_is_whole() -> None:
    assert icm.values([12_345] * 100, [5_000, 3_000, 2_000]) == (Fraction(100),) * 100
    assert icm.values([12_345] * 16, [0, 0]) == (Fraction(0),) * 16


def test_deal_1_a_hundred_players_take_seconds_at_most() -> None:
    began = time.perf_counter()
    worth = icm.values([1_000 + 37 * n * n for n in range(100)], list(range(1_000, 900, -1)))
    assert time.perf_counter() - began < 10
    assert list(worth) == sorted(worth)


def test_deal_1_more_than_a_hundred_are_too_many() -> None:
    with pytest.raises(ValueError, match="at most 100"):
        icm.values([1] * 101, [100])


@pytest.mark.parametrize("stacks", [[], [10, 0], [10, -1]])
def test_deal_1_each_player_needs_chips(stacks: list[int]) -> None:
    with pytest.raises(ValueError, match="chips"):
        icm.values(stacks, [100])
