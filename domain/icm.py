"""What a stack is worth in prizes by the independent chip model of Malmuth and Harville (DEAL-1).

A player is first with the share of the chips that he has; each further place is won in the same way among those who are
left.  His value is the sum, over the places, of his chance of each times its prize.

Up to `MOST_EXACT` players the chances are summed over all sets of players that can be ahead of somebody.  Fractions
would have denominators of tens of thousands of digits, so these are whole numbers of 2 ** -320, of which each
division loses less than one: less than 2 ** -200 of a minor unit in all.  Rounded to 2 ** -128, equal stacks are worth
the same and a value that is whole is whole.

With more players, up to `MOST`, the model is read as a race: a player comes in after a time that is exponentially
distributed with his share of the chips as rate, and who comes in first is first.  What he is worth is the integral,
over that time, of the prize to be expected with as many as have come in before him.  It is summed in whole numbers of
2 ** -96, by the trapezium rule, at times of which each is the same factor later: such a sum converges faster than any
power of the step.  The values are off by less than 10 ** -18 of the first prize and rounded to 2 ** -20 of a unit.
"""

from collections.abc import Iterator, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from operator import mul

MOST_EXACT = 15
"""With so many players or fewer the values are exact."""
MOST = 100
"""With more players the sum takes longer than an evening can be held up for."""
_BITS = 320
_KEPT = 128
_RACE_BITS = 96
_RACE_KEPT = 20
_SPARE_BITS = 96
"""More bits for the chances of not having come in, as squaring them from one time to the next doubles their loss."""
_DIGITS = 80
"""Decimal digits of what the race begins with, more than all its bits."""
_FROM = -40
"""Binary logarithm of the first time, in mean times until the first player comes in; what is before is added whole."""
_UNTIL = 6
"""The same of the last time, in mean times of the shortest stack: e ** -64 of it is left."""


def values(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """Return what each stack is worth, in the unit of the prizes; together they are the prizes but for the rounding.

    Prizes beyond the number of players are left out, and places without a prize are worth nothing.

    Args:
        stacks: chips of each player.
        prizes: what each place is paid, the best first.

    Raises:
        ValueError: nobody is there, somebody has no chips, or there are more than `MOST`.
    """
    if not stacks or min(stacks) <= 0:
        message = "each player needs chips"
        raise ValueError(message)
    if len(stacks) > MOST:
        message = f"the values of at most {MOST} stacks can be computed"
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
    return tuple(_rounded(Fraction(value, 1 << _BITS), _KEPT) for value in worth)


def _raced(stacks: Sequence[int], prizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the values by the race, scaled to the prizes that they are parts of."""
    if not any(prizes):
        return (Fraction(0),) * len(stacks)
    # As parts of the first prize, and for every place, so that what is lost does not depend on what is paid.
    parts = [(prize << _RACE_BITS) // max(prizes) for prize in prizes] + [0] * (len(stacks) - len(prizes))
    steps = 4 + len(stacks) // 20
    worth = [_before_the_first(steps)] * len(stacks)
    for time, to_come in _times(stacks, steps):
        for player, expected in enumerate(_expected(to_come, parts)):
            worth[player] += ((expected * to_come[player] >> _RACE_BITS) * time) >> _RACE_BITS
    weighted = [stack * value for stack, value in zip(stacks, worth, strict=True)]
    scale = Fraction(sum(prizes), sum(weighted))
    return tuple(_rounded(value * scale, _RACE_KEPT) for value in weighted)


def _before_the_first(steps: int) -> int:
    """Return what the times before the first one add: whoever comes in then is first."""
    with localcontext(Context(prec=_DIGITS)):
        first = Decimal(2) ** (_RACE_BITS + _FROM)
        return int(first / (Decimal(2) ** (Decimal(1) / steps) - 1))


def _times(stacks: Sequence[int], steps: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the times, `steps` of them until one is twice as late, with each player's chance not to have come in."""
    total = sum(stacks)
    doublings = _UNTIL + (total // min(stacks)).bit_length() - _FROM
    with localcontext(Context(prec=_DIGITS)):
        begin = [Decimal(2) ** (_FROM + Decimal(step) / steps) for step in range(steps)]
        bits = _RACE_BITS + _SPARE_BITS
        begun = [[int((-at * stack / total).exp() * 2**bits) for stack in stacks] for at in begin]
        first = [int(at * 2**_RACE_BITS) for at in begin]
    for time, chances in zip(first, begun, strict=True):
        to_come = chances
        for doubling in range(doublings + 1):
            yield time << doubling, [chance >> _SPARE_BITS for chance in to_come]
            to_come = [chance * chance >> bits for chance in to_come]


def _expected(to_come: Sequence[int], parts: Sequence[int]) -> list[int]:
    """Return what each player's place is worth should he come in now, by how many of the others have come in before.

    The others are those in front of him in the list, counted one after the other, and those behind him, each of whom
    turns what a place is worth into what is to be expected of it.
    """
    one = 1 << _RACE_BITS
    counts = [[one]]
    for stay in to_come:
        come, last = one - stay, counts[-1]
        joined = [
            (stay * here + come * below) >> _RACE_BITS for here, below in zip([*last, 0], [0, *last], strict=True)
        ]
        while not joined[-1]:
            joined.pop()
        counts.append(joined)
    worth = list(parts[: max(map(len, counts))])
    expected = [0] * len(to_come)
    for player in reversed(range(len(to_come))):
        stay = to_come[player]
        come = one - stay
        expected[player] = sum(map(mul, counts[player], worth)) >> _RACE_BITS
        worth = [(stay * here + come * above) >> _RACE_BITS for here, above in zip(worth, [*worth[1:], 0], strict=True)]
    return expected


def _rounded(value: Fraction, bits: int) -> Fraction:
    """Return a value to the nearest multiple of 2 ** -bits, halves up."""
    return Fraction((value * 2 ** (bits + 1) + 1) // 2, 1 << bits)
