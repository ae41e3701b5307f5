"""What a price is made of, and what all that count come to (FEE-1, FEE-4)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.fees import parts_of, price_of, split, split_of, together
from domain.settings import Parts, settings_faults
from tests.domain.floor import P, evening, knock_out, settings
from tests.domain.laws import what_is_owed_is_split_without_rest

PARTS = {
    "buy_in": {"rake": 100, "bounty": 300, "funds": [["league_pool", 50]]},
    "rebuy": {"rake": 10, "bounty": 300, "funds": [["trophies", 5]]},
    "add_on": {"funds": [["league_pool", 15]]},
}
POOL: dict[str, Any] = {"profile": "east-durham-v1", "balancing": "floor", "prices": {"parts": PARTS}}
amounts = st.integers(min_value=0, max_value=10**9)
parts = st.builds(
    lambda rake, bounty, funds: Parts(rake=rake, bounty=bounty, funds=tuple(funds.items())),
    amounts,
    amounts,
    st.dictionaries(st.sampled_from(["league_pool", "trophies", "jackpot"]), amounts),
)


def faults(**changes: Any) -> list[tuple[str, str]]:
    return [(fault.field, fault.rule) for fault in settings_faults(settings(**changes))]


def test_fee_1_parts_fit_into_their_price() -> None:
    assert faults(**POOL) == []
    dear = {"buy_in": {"rake": 701, "bounty": 300}, "re_entry": {"rake": 1}}
    assert faults(**POOL | {"prices": {"parts": dear}}) == [
        ("prices.parts.buy_in", "FEE-1"),
        ("prices.parts.re_entry", "FEE-1"),
    ]
    twice = {"add_on": {"funds": [["jackpot", 1], ["jackpot", 2]]}}
    assert faults(**POOL | {"prices": {"parts": twice}}) == [("prices.parts.add_on", "FEE-1")]


def test_fee_1_a_part_for_the_head_needs_heads() -> None:
    assert faults(**POOL | {"bounty": "none"}) == [("prices.parts.buy_in", "FEE-1"), ("prices.parts.rebuy", "FEE-1")]


def test_fee_4_no_part_goes_on_a_head_where_prizes_are_not_money() -> None:
    head = {"parts": {"buy_in": {"bounty": 1}}}
    assert faults(profile="sport-poker-v2", prices=head) == [("prices.parts.buy_in", "FEE-1")]


@given(parts, parts, amounts)
def test_fee_1_a_split_comes_to_the_price(one: Parts, other: Parts, more: int) -> None:
    both = together(one, other)
    assert both.total == one.total + other.total
    assert together(both, other, -1).total == one.total
    for prizes in ("pool", "non_monetary"):
        made = split(both.total + more, both, prizes)
        assert made.pool + made.bounty + made.rake + sum(amount for _, amount in made.funds) == both.total + more
        assert min(made.pool, made.bounty, made.rake) >= 0


def test_fee_4_where_prizes_are_not_money_no_part_of_a_price_forms_a_pool() -> None:
    made = split(1_000, Parts(rake=100, funds=(("league_pool", 50),)), "non_monetary")
    assert (made.pool, made.bounty, made.rake, made.funds) == (0, 0, 950, (("league_pool", 50),))


def test_fee_4_the_same_evening_forms_a_pool_or_is_the_clubs_fee_by_the_profile() -> None:
    prices = {"parts": {"buy_in": {"rake": 100, "funds": [["league_pool", 50]]}}}
    kept = {}
    for profile in ("sport-poker-v1", "sport-poker-v2", "tda-wsop-v1", "east-durham-v1", "tda-2024-v1"):
        state = evening(9, profile=profile, prices=prices, balancing="floor").state
        kept[profile] = (state.pool_contributions, state.rake, dict(state.funds))
    funds = {"league_pool": 450}
    assert kept == {
        "sport-poker-v1": (0, 8_550, funds),
        "sport-poker-v2": (0, 8_550, funds),
        "tda-wsop-v1": (7_650, 900, funds),
        "east-durham-v1": (7_650, 900, funds),
        "tda-2024-v1": (7_650, 900, funds),
    }


def test_fee_1_what_counts_is_added_up_as_it_happens() -> None:
    night = evening(9, **POOL)
    state = night.state
    assert (state.pool_contributions, state.bounty_contributions, state.rake) == (9 * 550, 9 * 300, 900)
    assert state.funds == (("league_pool", 450),)
    night.must("19:05", "rebuy", player=P[1], stack=0)
    knock_out(night, "19:10", P[2], P[1])
    night.must("19:11", "re_enter", player=P[2])
    night.must("19:40", "add_on", player=P[3])
    state = night.state
    assert state.pool_contributions == 9 * 550 + 2 * 685 + 1_485
    assert (state.bounty_contributions, state.rake) == (11 * 300, 920)
    assert state.funds == (("league_pool", 465), ("trophies", 10))
    what_is_owed_is_split_without_rest(state)


def test_fee_1_a_struck_entry_counts_no_longer_and_neither_does_who_never_came() -> None:
    night = evening(9, present=8, absent_minutes=30, **POOL)
    night.must("19:05", "rebuy", player=P[1], stack=0)
    night.must("19:06", "void_entry", player=P[1], reason="duplicate")
    assert (night.state.pool_contributions, night.state.bounty_contributions) == (8 * 550, 8 * 300)
    night.must("19:07", "process_no_show", player=P[9])
    what_is_owed_is_split_without_rest(night.state)


def test_fee_1_a_re_entry_at_the_rebuys_price_has_the_rebuys_parts() -> None:
    own = {"re_entry": 800, "parts": {"rebuy": {"rake": 10}, "re_entry": {"rake": 20}}}
    night = evening(profile="east-durham-v1", prices=own)
    assert (price_of(night.state, "re_entry"), parts_of(night.state, "re_entry").rake) == (800, 20)
    assert split_of(night.state, "re_entry").pool == 780
    night = evening(profile="east-durham-v1", prices={"parts": {"rebuy": {"rake": 10}}})
    assert (price_of(night.state, "re_entry"), split_of(night.state, "re_entry").rake) == (1_000, 10)


@pytest.mark.parametrize("name", ["League pool", "", "x" * 33])
def test_fee_1_a_fund_is_named_as_the_books_have_it(name: str) -> None:
    with pytest.raises(ValueError, match="pattern"):
        settings(prices={"parts": {"buy_in": {"funds": [[name, 1]]}}})
