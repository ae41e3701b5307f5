"""Sheets that are made: growth by a percentage, amounts that chips can pay, speeds (CLK-2)."""

import itertools
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from domain.generators import SPEEDS, Growth, Speed, at_speed, generate, grown, payable
from domain.structure import Break, Level, Structure, sheet_faults
from tests.domain.floor import evening

CHIPS = (25, 100, 500, 1000, 5000)
percents = st.decimals(0, 200, places=2, allow_nan=False, allow_infinity=False).map(Fraction)


def levels(structure: Structure) -> list[Level]:
    return [step for step in structure.steps if isinstance(step, Level)]


def growth(*, small: int = 25, big: int = 50, percent: int = 25, count: int = 10) -> Growth:
    return Growth(small_blind=small, big_blind=big, percent=Fraction(percent), seconds=1200, levels=count)


def test_clk_2_blinds_grow_from_the_start_value_and_never_from_a_rounded_one() -> None:
    """At 25 % a level: 25 x 1.25^3 = 48.83; from the rounded 39 of the level before it would be 48.75, then drift."""
    assert [grown(25, Fraction(25), n) for n in range(1, 12)] == [25, 31, 39, 49, 61, 76, 95, 119, 149, 186, 233]


def test_clk_2_halves_go_up() -> None:
    """50 x 1.25 = 62.5 and 2 x 1.25 = 2.5, where a bank would say 62 and 2."""
    assert grown(50, Fraction(25), 2) == 63
    assert grown(2, Fraction(25), 2) == 3


def test_clk_2_growth_is_exact_where_binary_fractions_are_not() -> None:
    """50 x 1.15 = 57.5 and 200 x 1.15^2 = 264.5: in binary floating point both come out below the half."""
    assert grown(50, Fraction(15), 2) == 58
    assert grown(200, Fraction(15), 3) == 265
    assert grown(10**15, Fraction(10), 31) == 17_449_402_268_886_407


@given(st.integers(0, 10**9), percents, st.integers(1, 60))
@example(50, Fraction(25), 2)
def test_clk_2_the_formula_is_start_times_growth_to_the_level_before(start: int, percent: Fraction, n: int) -> None:
    with localcontext() as exact:
        exact.prec = 400
        factor = 1 + Decimal(percent.numerator) / Decimal(percent.denominator) / 100
        expected = (start * factor ** (n - 1)).quantize(Decimal(1), rounding=ROUND_HALF_UP)
    assert grown(start, percent, n) == expected


def test_clk_2_the_ante_grows_by_its_own_percentage() -> None:
    plan = Growth(
        small_blind=100,
        big_blind=200,
        percent=Fraction(25),
        seconds=600,
        levels=3,
        ante=40,
        ante_type="big_blind",
        ante_percent=Fraction(50),
    )
    made = levels(generate("ante", plan))
    assert [(one.big_blind, one.ante, one.ante_type) for one in made] == [
        (200, 40, "big_blind"),
        (250, 60, "big_blind"),
        (313, 90, "big_blind"),
    ]


def test_clk_2_without_an_ante_there_is_none_at_any_level() -> None:
    assert {(one.ante, one.ante_type) for one in levels(generate("plain", growth()))} == {(0, "none")}


def test_clk_2_bets_of_a_limit_game_follow_the_big_blind_and_stud_and_short_deck_fields_stay() -> None:
    plan = Growth(
        small_blind=50,
        big_blind=100,
        percent=Fraction(50),
        seconds=600,
        levels=2,
        fixed_limit=True,
        bring_in=25,
        completion=100,
        button_blind=200,
    )
    second = levels(generate("limit", plan))[1]
    assert (second.small_bet, second.big_bet) == (150, 300)
    assert (second.bring_in, second.completion, second.button_blind) == (25, 100, 200)


def test_clk_2_breaks_stand_after_so_many_levels_and_not_at_the_end() -> None:
    plan = Growth(
        small_blind=25, big_blind=50, percent=Fraction(25), seconds=600, levels=6, break_after=3, break_seconds=900
    )
    kinds = [(type(step).__name__, step.seconds) for step in generate("breaks", plan).steps]
    assert kinds == [("Level", 600)] * 3 + [("Break", 900)] + [("Level", 600)] * 3


@pytest.mark.parametrize(
    ("amount", "paid"),
    [(0, 0), (1, 25), (37, 25), (38, 50), (62, 50), (156, 150), (449, 400), (450, 500), (2_249, 2_000)],
)  # fmt: skip
def test_clk_2_amounts_are_rounded_to_the_largest_chip_that_is_fine_enough(amount: int, paid: int) -> None:
    assert payable(amount, CHIPS) == paid


@given(
    st.integers(1, 50),
    st.integers(2, 100),
    st.integers(1, 300),
    st.integers(1, 40),
    st.lists(st.sampled_from([1, 5, 25, 100, 500, 1000, 5000, 25_000]), min_size=1, unique=True).map(sorted),
)
def test_clk_2_chip_friendly_sheets_can_be_paid_and_rise_at_every_level(
    small: int, big: int, percent: int, count: int, chips: list[int]
) -> None:
    assume(small <= big)
    plan = Growth(
        small_blind=small * chips[0],
        big_blind=big * chips[0],
        percent=Fraction(percent),
        seconds=600,
        levels=count,
        chips=tuple(chips),
        break_after=4,
    )
    made = generate("chips", plan)
    assert sheet_faults(made) == ()
    bigs = [one.big_blind for one in levels(made)]
    assert all(after > before for before, after in itertools.pairwise(bigs))
    smalls = [one.small_blind for one in levels(made)]
    assert smalls == sorted(smalls)
    in_play = list(chips)
    for step in made.steps:
        if isinstance(step, Break):
            assert list(step.color_up) == in_play[: len(step.color_up)]
            del in_play[: len(step.color_up)]
        else:
            assert step.small_blind % in_play[0] == step.big_blind % in_play[0] == 0
    assert in_play


@given(st.fractions(1, 10**6), st.sampled_from([CHIPS, (1, 5, 25), (100,)]))
def test_clk_2_rounding_moves_an_amount_by_an_eighth_at_most_or_half_a_smallest_chip(
    amount: Fraction, chips: tuple[int, ...]
) -> None:
    moved = abs(payable(amount, chips) - amount)
    assert moved <= max(amount / 8, Fraction(chips[0], 2)) or payable(amount, chips) == chips[0]


def test_clk_2_a_denomination_leaves_in_the_break_after_which_nothing_needs_it() -> None:
    made = generate("regular", at_speed("regular", stack=10_000, chips=CHIPS, levels=16))
    leaving = [step.color_up for step in made.steps if isinstance(step, Break)]
    assert leaving == [(), (25,), (100, 500)]


@pytest.mark.parametrize("speed", list(SPEEDS))
def test_clk_2_every_speed_opens_a_tournament(speed: Speed) -> None:
    made = generate(speed, at_speed(speed, stack=10_000, chips=CHIPS, levels=12))
    items = [
        {"kind": "level", "small_blind": step.small_blind, "big_blind": step.big_blind, "seconds": step.seconds}
        if isinstance(step, Level)
        else {"kind": "break", "seconds": step.seconds, "color_up": step.color_up}
        for step in made.steps
    ]
    night = evening(items=items, windows={"late_registration": None, "add_on_break": None})
    first = levels(made)[0]
    assert night.blinds == (first.small_blind, first.big_blind)
    night.wait("23:59+1")
    last = levels(made)[-1]
    assert (night.step, night.blinds) == ("level 12", (last.small_blind, last.big_blind))


def test_clk_2_a_slower_speed_has_longer_levels_less_growth_and_deeper_stacks() -> None:
    by_pace = [SPEEDS[name] for name in ("hyper", "turbo", "regular", "deep")]
    assert [pace.seconds for pace in by_pace] == [300, 600, 1200, 1800]
    assert [pace.depth for pace in by_pace] == [50, 75, 100, 200]
    assert [pace.percent for pace in by_pace] == [50, 40, 40, 30]


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (growth(count=0), "1 to 400"),
        (growth(count=401), "1 to 400"),
        (growth(small=0), "no blinds"),
        (growth(small=60), "no blinds"),
        (growth(percent=-5), "growth of -5 %"),
        (Growth(small_blind=1, big_blind=2, percent=Fraction(1), seconds=60, levels=1, ante=5), "its type"),
        (Growth(small_blind=1, big_blind=2, percent=Fraction(1), seconds=60, levels=1, chips=(5, 1)), "smallest first"),
        (Growth(small_blind=1, big_blind=2, percent=Fraction(1), seconds=60, levels=1, chips=(0, 1)), "smallest first"),
    ],
)
def test_clk_2_what_makes_no_sheet_is_refused(plan: Growth, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        generate("none", plan)


def test_clk_2_a_stack_too_small_for_the_chips_is_refused() -> None:
    with pytest.raises(ValueError, match="too small"):
        at_speed("regular", stack=200, chips=CHIPS, levels=5)
