"""Parts of a pool: structures by field size and by number of places, and parts as whole amounts (PRZ-5, PRZ-6).

Parts are whole-number weights, the best place first: what a place gets is its weight in the sum of all of them.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

_STRUCTURES: tuple[tuple[int, tuple[int, ...]], ...] = (
    (2, (10_000,)),
    (6, (7_000, 3_000)),
    (18, (5_000, 3_000, 2_000)),
    (24, (4_200, 2_600, 1_800, 1_400)),
    (35, (3_600, 2_400, 1_700, 1_300, 1_000)),
    (47, (3_100, 2_200, 1_700, 1_300, 1_000, 700)),
    (60, (2_800, 2_100, 1_600, 1_300, 1_000, 700, 500)),
    (80, (2_700, 2_000, 1_500, 1_200, 900, 700, 500, 500)),
    (100, (2_600, 1_900, 1_500, 1_200, 900, 700, 500, 300, 200, 200)),
    (120, (2_500, 1_900, 1_400, 1_100, 900, 700, 500, 300, 200, 200, 150, 150)),
)
"""(entries at most, hundredths of a per cent by place)."""
_LARGEST = (2_500, 1_900, 1_400, 1_100, 800, 600, 400, 300, 200, 200, 150, 150, 100, 100, 100)
"""The structure of every larger field."""
_SCALE = 10**12


def suggested(entries: int) -> tuple[int, ...]:
    """Return the structure suggested for a field, in hundredths of a per cent that come to all of it (PRZ-5).

    The first three are the rules'; from 19 entries on they are BARGE's unified payouts, up to 15 places; but for 61 to
    80 entries, where those break their own design rule that gaps never grow going down.
    """
    return next((shares for most, shares in _STRUCTURES if entries <= most), _LARGEST)


@lru_cache(maxsize=64)
def curve(places: int) -> tuple[int, ...]:
    """Return the weights of any number of places for which nothing is set (PRZ-5).

    A fifth of the pool goes to all places alike, the rest to each by one over its place: half as much for the second as
    for the first, a third for the third.  So the best are paid as in the suggested structures, and the last of many
    places still more than the entry that paying 15 per cent of the field leaves for it.
    """
    inverse = [_SCALE // place for place in range(1, places + 1)]
    alike = sum(inverse)
    return tuple(4 * places * part + alike for part in inverse)


def whole(amount: int, weights: Sequence[int], unit: int = 1) -> tuple[int, ...]:
    """Return an amount divided by weights into whole units; together they are the amount exactly (PRZ-6).

    Each place gets its part rounded down to whole units.  Units that are over go one each to the best places, from the
    first on; what is less than a unit goes to the first.

    Args:
        amount: what is divided, in minor units.
        weights: of each place, the best first; positive.
        unit: an amount is a multiple of so many minor units.
    """
    if not weights:
        return ()
    total, units = sum(weights), amount // unit
    parts = [units * weight // total for weight in weights]
    over = units - sum(parts)
    amounts = [(part + (place < over)) * unit for place, part in enumerate(parts)]
    amounts[0] += amount - units * unit
    return tuple(amounts)


def alike(amount: int, count: int, unit: int = 1) -> tuple[int, ...]:
    """Return an amount divided among equals in whole units, by the rule of `whole`."""
    return whole(amount, (1,) * count, unit)


def of_places(amounts: Sequence[int], sizes: Sequence[int], unit: int = 1) -> tuple[tuple[int, ...], ...]:
    """Return what each of a block of equals gets, block by block: they split the sum of the places they cover (PRZ-6).

    Args:
        amounts: what each place gets, the best first; places after them get nothing.
        sizes: how many share each block of places, the best block first.
        unit: as for `whole`.
    """
    blocks = []
    for end, size in zip(accumulate(sizes), sizes, strict=True):
        together = sum(amounts[end - size : end])
        blocks.append(alike(together, size, unit) if together and size > 1 else (together,) * size)
    return tuple(blocks)
