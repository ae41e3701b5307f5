"""A prize table for mystery draws, suggested for so much money in so many envelopes (KO-7).

Amounts stand on a ladder of 1, 2.5 and 5 times powers of ten, as published tables do: the least is no more than half of
what an envelope holds on average, and going up there are fewer of each.  The table holds all of the money in exactly as
many envelopes; what no step takes is added to the first.
"""

from itertools import takewhile

from domain.bounty_settings import MysteryPrize, MysteryPrizes

_TOP = 5
"""The highest step is at most this part of the money, or twice what an envelope holds on average."""
_SHARE = 2
"""No more than this part of what is left to give out goes to one step, so that those below it have theirs."""


def ladder(most: int) -> tuple[int, ...]:
    """Return the steps up to `most`, lowest first; 2.5 times one unit is none."""
    steps = (step * 10**power // 10 for power in range(20) for step in (10, 25, 50) if step * 10**power % 10 == 0)
    return tuple(dict.fromkeys(takewhile(lambda step: step <= most, steps)))


def suggested(money: int, envelopes: int, unit: int = 1) -> MysteryPrizes:
    """Return a prize table that holds all of the money in so many envelopes, the best first.

    Args:
        money: what there is to win, in minor units.
        envelopes: how many are filled; none where there is less than a unit for each.
        unit: what amounts are multiples of, but for the first one's rest.
    """
    units, rest = divmod(money, unit)
    if envelopes < 1 or units < envelopes:
        return ()
    steps = ladder(units)
    least = max((step for step in steps if 2 * step * envelopes <= units), default=1)
    highest = max(units // _TOP, 2 * units // envelopes)
    higher = [step for step in reversed(steps) if least < step <= highest]
    counts, left, free, most = dict.fromkeys(higher, 0), units - least * envelopes, envelopes, 1
    for step in higher:
        counts[step] = min(most, free, left // _SHARE // (step - least))
        left, free = left - counts[step] * (step - least), free - counts[step]
        most *= 2 if counts[step] else 1
    for step in higher:
        more = min(free, left // (step - least))
        counts[step] += more
        left, free = left - more * (step - least), free - more
    counts[least] = free
    filled = [step * unit for step, count in counts.items() for _ in range(count)]
    filled[0] += left * unit + rest
    return tuple(MysteryPrize(amount=amount, count=filled.count(amount)) for amount in dict.fromkeys(filled))
