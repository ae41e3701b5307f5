"""What each place is paid, and who gets it (PRZ-5, PRZ-6)."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from domain import in_the_money, payout_tables
from domain.pool import pool
from domain.state import Tournament


def weights(state: Tournament) -> tuple[int, ...]:
    """Return the part of each paid place as whole-number weights, the best first; empty: nothing is said of them.

    The payouts set, of as many places as are paid; else, where a number of places is set, the curve of that many; else
    the structure suggested for the field.
    """
    paid = in_the_money.places_paid(state) or 0
    settings = state.settings
    if settings.payouts:
        return settings.payouts[:paid]
    if not pool(state):
        return ()
    if settings.places_paid is not None or settings.paid_percent is not None:
        return payout_tables.curve(paid)
    return payout_tables.suggested(in_the_money.entries(state))[:paid]


def by_place(state: Tournament) -> tuple[int, ...]:
    """Return what each paid place gets, in minor units, the best first; they come to the whole pool (PRZ-6)."""
    return _amounts(pool(state), weights(state), state.settings.pool.unit)


@lru_cache(maxsize=64)
def _amounts(amount: int, parts: tuple[int, ...], unit: int) -> tuple[int, ...]:
    return payout_tables.whole(amount, parts, unit)


def share(state: Tournament, place: int) -> Fraction:
    """Return which part of the prizes a place is paid; 0: none, or not said."""
    parts = weights(state)
    return Fraction(parts[place - 1], sum(parts)) if 0 < place <= len(parts) else Fraction(0)


def amounts(state: Tournament, places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Return (place, entry, minor units) of everybody who is paid, in the order of the places (PRZ-6).

    Who share a place split the sum of the places that they cover, in whole units; units over go one each to the lowest
    entry numbers.  Who made a deal get what they agreed, and the best placed of them what it left to play for; where
    their places pay less by now, because an entry was struck, they get it in the proportions agreed (DEAL-1).

    Args:
        state: the tournament.
        places: (place, entry), best first, as `places.places` gives them.
    """
    blocks = [tuple(sorted(entry for _, entry in block)) for _, block in groupby(places, lambda placed: placed[0])]
    split = payout_tables.of_places(by_place(state), [len(block) for block in blocks], state.settings.pool.unit)
    firsts = (place for place, _ in groupby(placed[0] for placed in places))
    by_entry = [
        (place, entry, amount)
        for place, block, paid in zip(firsts, blocks, split, strict=True)
        for entry, amount in zip(block, paid, strict=True)
    ]
    return tuple(each for each in _by_deal(state, by_entry) if each[2])


def _by_deal(state: Tournament, amounts: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return the amounts with what the players of a deal agreed in place of what their places pay."""
    agreed = dict(state.agreed)
    theirs = [each for each in amounts if state.entries[each[1]].player in agreed]
    if not theirs:
        return amounts
    due = sum(amount for *_, amount in theirs)
    parts = [agreed[state.entries[entry].player] for _, entry, _ in theirs]
    parts = [parts[0] + due - sum(parts), *parts[1:]] if sum(parts) <= due else [*payout_tables.whole(due, parts)]
    settled = {entry: (place, entry, part) for (place, entry, _), part in zip(theirs, parts, strict=True)}
    return [settled.get(each[1], each) for each in amounts]
