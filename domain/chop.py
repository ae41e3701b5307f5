"""How what is left to win can be divided among those who are left: the figures of a deal (DEAL-1).

Each division takes the stacks, and the prizes of the places still open with the best first, and gives each stack whole
units that together are what is divided.  Parts are rounded down to whole units; what is over goes to the largest stack,
of equal ones to the first named.  `left` stays to be played for: it is taken off the first prize.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from domain import icm

ChopMethod = Literal["icm", "chip_chop", "even"]
"""How a deal's amounts are computed; of a custom deal they are named."""


def proposed(
    method: ChopMethod, stacks: Sequence[int], prizes: Sequence[int], *, left: int = 0, unit: int = 1
) -> tuple[int, ...]:
    """Return what each player gets by a method, in minor units, in whole `unit`s of them.

    Raises:
        ValueError: somebody has no chips, or more is to be left than the first prize.
    """
    open_prizes = to_divide(prizes[: len(stacks)], left)
    if method == "icm":
        parts = icm.values(stacks, open_prizes)
    elif method == "chip_chop":
        parts = chip_chop(stacks, open_prizes)
    else:
        parts = (Fraction(sum(open_prizes), len(stacks)),) * len(stacks)
    return whole(parts, stacks, sum(open_prizes), unit)


def to_divide(prizes: Sequence[int], left: int) -> tuple[int, ...]:
    """Return the prizes without what stays to be played for, the best first.

    Raises:
        ValueError: that is more than the first prize.
    """
    if left and (not prizes or left > prizes[0]):
        message = "no more can be left to play for than the first prize"
        raise ValueError(message)
    return tuple(sorted((prizes[0] - left, *prizes[1:]), reverse=True)) if left else tuple(prizes)


def chip_chop(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """Return a chop by chips above the minimum: everybody gets the least prize, the rest is divided by the chips.

    Raises:
        ValueError: nobody has chips.
    """
    chips = sum(stacks)
    if chips <= 0 or min(stacks) < 0:
        message = "somebody needs chips"
        raise ValueError(message)
    least = prizes[-1] if len(prizes) >= len(stacks) else 0
    rest = sum(prizes) - least * len(stacks)
    return tuple(least + Fraction(rest * stack, chips) for stack in stacks)


def whole(parts: Sequence[Fraction], stacks: Sequence[int], amount: int, unit: int = 1) -> tuple[int, ...]:
    """Return parts as whole units that come to the amount: rounded down, what is over to the largest stack."""
    amounts = [int(part // unit) * unit for part in parts]
    leader = max(range(len(stacks)), key=lambda player: (stacks[player], -player))
    amounts[leader] += amount - sum(amounts)
    return tuple(amounts)


def above_first(amounts: Sequence[int], prizes: Sequence[int]) -> int:
    """Return by how much the largest amount is more than first place pays: what a chop warns of; 0: it is not."""
    return max(max(amounts, default=0) - max(prizes, default=0), 0)


def below_last(amounts: Sequence[int], prizes: Sequence[int]) -> int:
    """Return by how much the least amount is less than the last place still open pays, who is out next; 0: it is not.

    Less than that nobody can win by playing on.  Where not everybody left is paid, it is nothing.
    """
    least = prizes[len(amounts) - 1] if 0 < len(amounts) <= len(prizes) else 0
    return max(least - min(amounts, default=0), 0)


def off_by(amounts: Sequence[int], prizes: Sequence[int], left: int = 0) -> int:
    """Return by how much a custom deal, with what it leaves to play for, is more than all prizes; below 0: less."""
    return sum(amounts) + left - sum(prizes)
