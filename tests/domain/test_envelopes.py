"""Prize tables that are suggested for mystery draws: all of the money, in as many envelopes, on a ladder (KO-7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.envelopes import ladder, suggested

Rows = list[tuple[int, int]]


def rows(money: int, envelopes: int, unit: int = 1) -> Rows:
    return [(prize.amount or 0, prize.count) for prize in suggested(money, envelopes, unit)]


def test_ko_7_a_ladder_goes_by_one_two_and_a_half_and_five() -> None:
    assert ladder(1_000) == (1, 5, 10, 25, 50, 100, 250, 500, 1_000)


@pytest.mark.parametrize(
    ("money", "envelopes", "unit", "table"),
    [
        (1_800, 3, 1, [(1_050, 1), (500, 1), (250, 1)]),
        (2_000, 2, 1, [(1_000, 2)]),
        (120_000, 8, 100, [(25_000, 3), (10_000, 4), (5_000, 1)]),
        (30_000, 20, 500, [(5_500, 1), (5_000, 2), (2_500, 3), (500, 14)]),
        (10, 10, 1, [(1, 10)]),
        (11, 10, 1, [(2, 1), (1, 9)]),
        (999, 10, 100, []),
        (999, 0, 1, []),
    ],
)
def test_ko_7_a_table_is_suggested(money: int, envelopes: int, unit: int, table: Rows) -> None:
    assert rows(money, envelopes, unit) == table


def test_ko_7_a_large_field_has_a_table_like_the_published_one() -> None:
    """The 2024 Mystery Millions had 949: two of 1,000,000, one of 500,000 and of 250,000, three of 100,000."""
    assert rows(5_522_700, 949, 100)[:4] == [(1_000_200, 1), (500_000, 2), (250_000, 2), (100_000, 3)]


@given(money=st.integers(1, 10**9), envelopes=st.integers(1, 300), unit=st.sampled_from([1, 25, 100]))
def test_ko_7_a_suggested_table_holds_all_of_the_money_in_as_many_envelopes(
    money: int, envelopes: int, unit: int
) -> None:
    table = rows(money, envelopes, unit)
    if money // unit < envelopes:
        assert table == []
        return
    amounts = [amount for amount, _ in table]
    assert sum(amount * count for amount, count in table) == money
    assert sum(count for _, count in table) == envelopes
    assert amounts == sorted(set(amounts), reverse=True)
    assert all(amount % unit == 0 and amount // unit in ladder(money) for amount in amounts[1:])
    assert amounts[-1] >= unit
    assert len(table) <= 100
