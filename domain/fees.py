"""How a price splits, and what the splits of all that count come to (FEE-1, FEE-4, FEE-7)."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from domain.changes import replace
from domain.commands import Announced
from domain.profiles import Prizes
from domain.settings import Parts
from domain.state import Obligation, Tournament

OperationKind = Literal["buy_in", "rebuy", "re_entry", "add_on"]
"""What costs something (FEE-1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Where a price goes, in minor units: together it is the price."""

    pool: int
    bounty: int
    rake: int
    funds: tuple[tuple[str, int], ...] = ()


def price_of(state: Tournament, kind: OperationKind) -> int | None:
    """Return what an operation costs; None: it is not offered.  A re-entry falls back to the rebuy's price (WIN-3)."""
    prices = state.settings.prices
    if kind == "re_entry" and prices.re_entry is None:
        return prices.rebuy
    price: int | None = getattr(prices, kind)
    return price


def parts_of(state: Tournament, kind: OperationKind) -> Parts:
    """Return what of an operation's price is not for the prizes; a re-entry at the rebuy's price has its parts too."""
    prices = state.settings.prices
    if kind == "re_entry" and prices.re_entry is None:
        return prices.parts.rebuy
    parts: Parts = getattr(prices.parts, kind)
    return parts


def announced(state: Tournament, entry: int, operation: Announced) -> Obligation | None:
    """Return the open announcement of an entry's purchase, if there is one (FEE-6)."""
    return next((of for of in state.obligations.values() if (of.entry, of.operation) == (entry, operation)), None)


def split(price: int, parts: Parts, prizes: Prizes) -> Split:
    """Return where a price goes; where prizes are not money, none of it forms a pool: it is the club's fee (FEE-4)."""
    funds = tuple(sorted((name, amount) for name, amount in parts.funds if amount))
    rest = price - sum(amount for _, amount in funds)
    if prizes == "non_monetary":
        return Split(pool=0, bounty=0, rake=rest, funds=funds)
    return Split(pool=price - parts.total, bounty=parts.bounty, rake=parts.rake, funds=funds)


def split_of(state: Tournament, kind: OperationKind) -> Split:
    """Return where the price of an operation goes; of one that is not offered, nowhere."""
    return split(price_of(state, kind) or 0, parts_of(state, kind), state.profile.prizes)


def together(parts: Parts, more: Parts, times: int = 1) -> Parts:
    """Return the parts of two prices as one, the second so many times."""
    return Parts(
        rake=parts.rake + times * more.rake,
        bounty=parts.bounty + times * more.bounty,
        funds=_summed(parts.funds, more.funds, times),
    )


def _summed(
    funds: tuple[tuple[str, int], ...], more: tuple[tuple[str, int], ...], times: int
) -> tuple[tuple[str, int], ...]:
    if not more:
        return funds
    total = Counter(dict(funds))
    for name, amount in more:
        total[name] += times * amount
    return tuple(sorted((name, amount) for name, amount in total.items() if amount))


def counted(state: Tournament, price: int, parts: Parts, times: int = 1) -> Tournament:
    """Return the state with a price, so many times over, among what all that count come to; below 0: no longer."""
    if not price:
        return state
    one = split(price, parts, state.profile.prizes)
    return replace(
        state,
        pool_contributions=state.pool_contributions + times * one.pool,
        bounty_contributions=state.bounty_contributions + times * one.bounty,
        rake=state.rake + times * one.rake,
        funds=_summed(state.funds, one.funds, times),
    )
