"""Sheets that are made and not copied: growth by a percentage, amounts that chips can pay, speeds (CLK-2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from domain.structure import MOST_ITEMS, AnteType, Break, Level, Structure

Speed = Literal["regular", "turbo", "hyper", "deep"]
FINE = 4
"""An amount is rounded to a chip of at most one part in so many of it, so by an eighth of it at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """How a sheet grows.

    `percent` a level, for the ante `ante_percent` (None: as the blinds).  `chips`: the denominations in play, smallest
    first, which then pay every amount, and leave play in the break after which nothing needs them; none: amounts are
    exact to the whole chip.  A break of `break_seconds` follows every `break_after` levels, but not the last; 0: none.
    `fixed_limit` adds the bets of a limit game; `bring_in`, `completion` and `button_blind` stay the same.
    """

    small_blind: int
    big_blind: int
    percent: Fraction
    seconds: int
    levels: int
    ante: int = 0
    ante_type: AnteType = "none"
    ante_percent: Fraction | None = None
    chips: tuple[int, ...] = ()
    break_after: int = 0
    break_seconds: int = 600
    fixed_limit: bool = False
    bring_in: int | None = None
    completion: int | None = None
    button_blind: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """What a speed stands for: the length of a level, the growth, the breaks, and big blinds in a starting stack."""

    seconds: int
    percent: Fraction
    break_after: int
    break_seconds: int
    depth: int


SPEEDS: Mapping[Speed, Pace] = MappingProxyType(
    {
        "regular": Pace(seconds=1200, percent=Fraction(40), break_after=4, break_seconds=600, depth=100),
        "turbo": Pace(seconds=600, percent=Fraction(40), break_after=6, break_seconds=600, depth=75),
        "hyper": Pace(seconds=300, percent=Fraction(50), break_after=12, break_seconds=300, depth=50),
        "deep": Pace(seconds=1800, percent=Fraction(30), break_after=3, break_seconds=900, depth=200),
    }
)
"""The speeds that ship.  A slower one has longer levels, less growth, deeper stacks."""


def grown(start: int, percent: Fraction, number: int) -> int:
    """Return an amount at level `number`: start x (1 + percent/100)^(number - 1), exact, halves up.

    Raises:
        ValueError: there is no such level, or the amount would shrink.
    """
    return _whole(_exact(start, percent, number))


def _exact(start: int, percent: Fraction, number: int) -> Fraction:
    if number < 1 or percent < 0:
        message = f"no level {number} with a growth of {percent} %"
        raise ValueError(message)
    return start * (1 + percent / 100) ** (number - 1)


def _whole(amount: Fraction) -> int:
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)


def payable(amount: Fraction | int, chips: Sequence[int]) -> int:
    """Return the amount rounded, halves up, to the largest chip that is fine enough for it, else to the smallest chip.

    Args:
        amount: what is to be paid; of what is above 0 at least one smallest chip is left.
        chips: the denominations in play, smallest first.
    """
    if amount == 0:
        return 0
    unit = _unit(amount, chips)
    return max(_whole(Fraction(amount) / unit) * unit, unit)


def _unit(amount: Fraction | int, chips: Sequence[int]) -> int:
    return max((chip for chip in chips if FINE * chip <= amount), default=chips[0])


def generate(name: str, growth: Growth) -> Structure:
    """Return the sheet that grows so.

    Raises:
        ValueError: a start or the denominations make no sheet.
    """
    _check(growth)
    levels = _levels(growth)
    items: list[Level | Break] = []
    chips = list(growth.chips)
    for number, level in enumerate(levels, start=1):
        items.append(level)
        if growth.break_after and number % growth.break_after == 0 and number < growth.levels:
            leaving = _not_needed(chips, levels[number:])
            del chips[: len(leaving)]
            items.append(Break(seconds=growth.break_seconds, color_up=leaving))
    return Structure(name=name, items=tuple(items))


def _check(growth: Growth) -> None:
    breaks = growth.levels // growth.break_after if growth.break_after else 0
    if growth.levels < 1 or growth.levels + breaks > MOST_ITEMS:
        message = f"a sheet has 1 to {MOST_ITEMS} levels and breaks"
        raise ValueError(message)
    if not 0 < growth.small_blind <= growth.big_blind:
        message = f"{growth.small_blind}/{growth.big_blind} are no blinds"
        raise ValueError(message)
    if (growth.ante == 0) != (growth.ante_type == "none"):
        message = "an ante needs its type, and a type its ante"
        raise ValueError(message)
    if any(chip < 1 for chip in growth.chips) or list(growth.chips) != sorted(set(growth.chips)):
        message = "denominations are named once each, smallest first"
        raise ValueError(message)


def _levels(growth: Growth) -> list[Level]:
    big = _amounts(growth, growth.big_blind, growth.percent)
    small = _amounts(growth, growth.small_blind, growth.percent)
    if growth.chips:
        # The small blind keeps its part of the big one as it was rounded.
        part = Fraction(growth.small_blind, growth.big_blind)
        small = [payable(part * amount, growth.chips) for amount in big]
    ante = _amounts(growth, growth.ante, growth.percent if growth.ante_percent is None else growth.ante_percent)
    return [
        Level(
            small_blind=min(small[n], big[n]),
            big_blind=big[n],
            ante=ante[n],
            ante_type=growth.ante_type,
            seconds=growth.seconds,
            small_bet=big[n] if growth.fixed_limit else None,
            big_bet=2 * big[n] if growth.fixed_limit else None,
            bring_in=growth.bring_in,
            completion=growth.completion,
            button_blind=growth.button_blind,
        )
        for n in range(growth.levels)
    ]


def _amounts(growth: Growth, start: int, percent: Fraction) -> list[int]:
    """Return an amount at each level; where it grows and chips are given, above that of the level before."""
    amounts: list[int] = []
    for number in range(1, growth.levels + 1):
        exact = _exact(start, percent, number)
        if not growth.chips:
            amounts.append(_whole(exact))
            continue
        amount = payable(exact, growth.chips)
        if amounts and start and percent and amount <= amounts[-1]:
            unit = _unit(exact, growth.chips)
            amount = (amounts[-1] // unit + 1) * unit
        amounts.append(amount)
    return amounts


def _not_needed(chips: Sequence[int], coming: Sequence[Level]) -> tuple[int, ...]:
    """Return the smallest denominations that no later level needs: every amount is a multiple of the next larger."""
    amounts = {amount for level in coming for amount in (level.small_blind, level.big_blind, level.ante)}
    needed = next(
        (n for n in range(len(chips) - 1) if any(amount % chips[n + 1] for amount in amounts)), len(chips) - 1
    )
    return tuple(chips[: max(needed, 0)])


def at_speed(speed: Speed, *, stack: int, chips: Sequence[int], levels: int) -> Growth:
    """Return the growth of a speed for a starting stack that is made of these denominations.

    Raises:
        ValueError: the smallest chip is too large for such a stack.
    """
    pace = SPEEDS[speed]
    big = payable(Fraction(stack, pace.depth), chips)
    if big * 10 > stack:
        message = f"a stack of {stack} is too small for a chip of {chips[0]}"
        raise ValueError(message)
    return Growth(
        small_blind=min(payable(Fraction(big, 2), chips), big),
        big_blind=big,
        percent=pace.percent,
        seconds=pace.seconds,
        levels=levels,
        chips=tuple(chips),
        break_after=pace.break_after,
        break_seconds=pace.break_seconds,
    )
