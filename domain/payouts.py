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


def next_out(state: Tournament) -> tuple[int, int] | None:
    """Return (place, minor units) of whoever goes out next; None when nobody does, or when a deal says who gets what.

    The place is that of a bust alone; a round of hand-for-hand counts when it ends (RUL-1).
    """
    left = in_the_money.players_left(state)
    if not state.running or not state.drawn or state.ended_at is not None or left < 2:  # noqa: PLR2004
        return None
    if state.deals.agreed is not None:
        return None
    paid = by_place(state)
    return left, paid[left - 1] if left <= len(paid) else 0


def amounts(state: Tournament, places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Return (place, entry, minor units) of everybody who is paid, in the order of the places (PRZ-6).

    Who share a place split the sum of the places that they cover, in whole units; units over go one each to the lowest
    entry numbers.  A deal is paid as it was agreed.

    Args:
        state: the tournament.
        places: (place, entry), best first, as `places.places` gives them.
    """
    blocks = [tuple(sorted(entry for _, entry in block)) for _, block in groupby(places, lambda placed: placed[0])]
    split = payout_tables.of_places(by_place(state), [len(block) for block in blocks], state.settings.pool.unit)
    firsts = tuple(place for place, _ in groupby(placed[0] for placed in places))
    paid = tuple(
        (place, entry, amount)
        for place, block, shares in zip(firsts, blocks, split, strict=True)
        for entry, amount in zip(block, shares, strict=True)
    )
    return tuple(line for line in _dealt(state, paid) if line[2])


def _dealt(state: Tournament, paid: tuple[tuple[int, int, int], ...]) -> tuple[tuple[int, int, int], ...]:
    """Return the payouts with what was agreed in place of what the places of a deal's players bring (DEAL-1).

    What these places bring together, and no more or less, goes to them: what was left to play for to the best placed of
    them, equals by the rule of `payout_tables.alike`, the rest as agreed.  Should it be another sum than was shared, as
    an entry was struck since, it is divided in the proportion agreed.
    """
    of = state.deals.agreed
    if of is None:
        return paid
    agreed = {entry: amount for entry, _, _, amount in of.shares}
    there = [line for line in paid if line[1] in agreed]
    if not there:
        return paid
    together = sum(amount for *_, amount in there)
    best = [entry for place, entry, _ in there if place == there[0][0]]
    left = min(of.left, together)
    parts = [agreed[entry] for _, entry, _ in there]
    shares = payout_tables.whole(together - left, parts if any(parts) else [1] * len(parts))
    won = dict(zip(best, payout_tables.alike(left, len(best)), strict=True))
    gets = {entry: share + won.get(entry, 0) for (_, entry, _), share in zip(there, shares, strict=True)}
    return tuple((place, entry, gets.get(entry, amount)) for place, entry, amount in paid)
