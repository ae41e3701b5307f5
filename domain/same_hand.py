"""Who is placed better of those who go out at one moment: in one hand, or in one round of hand-for-hand (KO-2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # who reads rows starts without the rules
    from domain.profiles import SameHandBusts


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """One of them: his table, and his stack at the hand's start or else its order as far as either is known.

    `order` is (the report that named it, 1 for the largest): only orders of one report can be compared.
    """

    table: int
    stack: int | None = None
    order: tuple[int, int] | None = None


def ranks(rule: "SameHandBusts", outs: Sequence[Out]) -> tuple[int, ...]:
    """Return each one's rank, 0 the best; equal ranks share a place, and so do those whose order is not known.

    Source: WSOP 2024, rule 126b: at one table the larger stack is placed better; at different tables they tie.
    """
    ranked = [0] * len(outs)
    for pot in _pots(rule, outs):
        keys = _keys([outs[n] for n in pot])
        order = sorted(set(keys)) if keys else []
        for n, key in zip(pot, keys, strict=False):
            ranked[n] = order.index(key)
    return tuple(ranked)


def uncounted(rule: "SameHandBusts", outs: Sequence[Out]) -> tuple[int, ...]:
    """Return those whose stacks it takes to rank them all, and are not known (RUL-7)."""
    pots = [pot for pot in _pots(rule, outs) if not _keys([outs[n] for n in pot])]
    return tuple(sorted(n for pot in pots for n in pot if outs[n].stack is None))


def dense(rule: "SameHandBusts", ranked: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Return the rank that each (table, rank) has among these alone: others of them have been taken back since."""
    held = {(_pot(rule, table), rank, table) for table, rank in ranked}
    fresh = {}
    for _, pot in groupby(sorted(held), key=lambda one: one[0]):
        members = list(pot)
        order = sorted({rank for _, rank, _ in members})
        fresh.update({(table, rank): order.index(rank) for _, rank, table in members})
    return fresh


def _pot(rule: "SameHandBusts", table: int) -> int:
    """Return what those must have in common to be ranked against one another: a table, or nothing."""
    return table if rule == "stack_at_one_table" else 0


def _pots(rule: "SameHandBusts", outs: Sequence[Out]) -> list[list[int]]:
    """Return, by their positions, those who are ranked against one another; who stands alone has no rival."""
    if rule == "share":
        return []
    by_pot = sorted(range(len(outs)), key=lambda n: _pot(rule, outs[n].table))
    pots = (list(pot) for _, pot in groupby(by_pot, key=lambda n: _pot(rule, outs[n].table)))
    return [pot for pot in pots if len(pot) > 1]


def _keys(rivals: list[Out]) -> list[int]:
    """Return what orders rivals, the lowest being the best; empty when that is not known."""
    stacks = [out.stack for out in rivals if out.stack is not None]
    if len(stacks) == len(rivals):
        return [-stack for stack in stacks]
    orders = [out.order for out in rivals if out.order is not None]
    if len(orders) == len(rivals) and len({report for report, _ in orders}) == 1:
        return [order for _, order in orders]
    return []
