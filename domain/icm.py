"""What a stack is worth in prizes by the independent chip model of Malmuth and Harville (DEAL-1).

A player is first with the share of the chips that he has; each further place is won in the same way among those who are
left.  His value is the sum, over the places, of his chance of each times its prize.

Up to `MOST_EXACT` players the chances are summed over all sets of players that can be ahead of somebody.  Fractions
would have denominators of tens of thousands of digits, so these are whole numbers of 2 ** -320, of which each
division loses less than one: less than 2 ** -200 of a minor unit in all.  Rounded to 2 ** -128, equal stacks are worth
the same and a value that is whole is whole.

With more players the model is read as a race: a player comes in after a time that is exponentially distributed with
his chips as rate, and who comes in first is first.  The chance that he comes in with k players before him is an
integral over that time, summed here in equal steps of its logarithm, with 50 digits.  Against the exact values of
15 players it is off by less than 10 ** -25 of the prizes.
"""

from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from operator import add

MOST_EXACT = 15
"""With so many players or fewer the values are exact."""
_BITS = 320
_KEPT = 128
_DIGITS = 50
_STEPS_PER_UNIT = 8
"""How many steps of the integral to one unit of the logarithm of the time."""
_FROM = -70
_UNTIL = 5
"""Where the integral begins and ends: e ** 5 times the mean time of the shortest stack leaves e ** -148 of it."""


def values(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """Return what each stack is worth, in the unit of the prizes; together they are the prizes, within 2 ** -120.

    Prizes beyond the number of players are left out, and places without a prize are worth nothing.

    Args:
        stacks: chips of each player.
        prizes: what each place is paid, the best first.

    Raises:
        ValueError: nobody is there, or somebody has no chips.
    """
    if not stacks or min(stacks) <= 0:
        message = "each player needs chips"
        raise ValueError(message)
    paid = tuple(prizes[: len(stacks)])
    return _exact(stacks, paid) if len(stacks) <= MOST_EXACT else _raced(stacks, paid)


def _exact(stacks: Sequence[int], prizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the values by the chance of each set of players to take the first places."""
    players = range(len(stacks))
    total = sum(stacks)
    ahead = [0] * (1 << len(stacks))
    ahead[0] = 1 << _BITS
    sums = [0] * len(ahead)
    worth = [0] * len(stacks)
    for among in range(len(ahead)):
        place = among.bit_count()
        if place >= len(prizes):
            continue
        chance = ahead[among] // (total - sums[among])
        for player in players:
            if among >> player & 1:
                continue
            his = chance * stacks[player]
            worth[player] += his * prizes[place]
            ahead[among | 1 << player] += his
            sums[among | 1 << player] = sums[among] + stacks[player]
    half = 1 << (_BITS - _KEPT - 1)
    return tuple(Fraction((value + half) >> (_BITS - _KEPT), 1 << _KEPT) for value in worth)


def _raced(stacks: Sequence[int], prizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the values by the race, scaled to the prizes that they are parts of."""
    with localcontext(Context(prec=_DIGITS)):
        total, step = Decimal(sum(stacks)), Decimal(1) / _STEPS_PER_UNIT
        rates = [stack / total for stack in map(Decimal, stacks)]
        last = int(((1 / min(rates)).ln() + _UNTIL) * _STEPS_PER_UNIT)
        paid = [Decimal(prize) for prize in prizes]
        worth = [Decimal(0)] * len(stacks)
        for at in range(_FROM * _STEPS_PER_UNIT, last + 1):
            time = (at * step).exp()
            to_come = [(-rate * time).exp() for rate in rates]
            # 1 - e ** -x loses its digits to the left of the integral, where it is the series' first terms.
            come_in = [_come_in(rate * time, still) for rate, still in zip(rates, to_come, strict=True)]
            before = _counts(come_in, to_come)
            for player, rate in enumerate(rates):
                others = _without(before, come_in[player], to_come[player])
                expected = sum((prize * others[place] for place, prize in enumerate(paid)), Decimal(0))
                worth[player] += rate * to_come[player] * time * expected
        parts = [Fraction(value) for value in worth]
    whole = sum(parts)
    return tuple(part * sum(prizes) / whole if whole else Fraction(0) for part in parts)


def _come_in(x: Decimal, still: Decimal) -> Decimal:
    """Return 1 - e ** -x, of which `still` is the second term."""
    if x > Decimal("0.001"):
        return 1 - still
    term, total = x, x
    for power in range(2, 20):
        term = -term * x / power
        total += term
    return total


def _counts(come_in: Sequence[Decimal], to_come: Sequence[Decimal]) -> list[Decimal]:
    """Return the chance of each number of players to have come in."""
    counts = [Decimal(1)]
    for has, has_not in zip(come_in, to_come, strict=True):
        stay, come = [each * has_not for each in counts], [each * has for each in counts]
        counts = [stay[0], *map(add, stay[1:], come), come[-1]]
    return counts


def _without(counts: Sequence[Decimal], has: Decimal, has_not: Decimal) -> list[Decimal]:
    """Return the chance of each number of the others, from the side where dividing one player out loses nothing."""
    size = len(counts) - 1
    others = [Decimal(0)] * size
    if has <= has_not:
        others[0] = counts[0] / has_not
        for n in range(1, size):
            others[n] = (counts[n] - has * others[n - 1]) / has_not
    else:
        others[-1] = counts[size] / has
        for n in range(size - 1, 0, -1):
            others[n - 1] = (counts[n] - has_not * others[n]) / has
    return others
