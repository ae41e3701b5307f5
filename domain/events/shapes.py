"""Kinds and shapes that several events share."""

from dataclasses import dataclass

from domain.ids import PlayerId
from domain.settings import Parts

Chair = tuple[int, int]
"""Table number and seat number."""
Pools = tuple[tuple[int, ...], ...]
"""What a lot was drawn of, as docs/draws.md says for each kind of event: entries, tables, seats or chairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounty:
    """What a killer has of a head: `paid` is won, `added` goes on the head of his `entry`; None: he has none (KO-6)."""

    killer: PlayerId
    entry: int | None
    paid: int
    added: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resplit:
    """A head that was taken by `knockout` and is worth something else now: who has what of it, what nobody has."""

    knockout: int
    bounties: tuple[Bounty, ...]
    unclaimed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """An absent entry that no longer counts: its chair, the stack it had left, the chips issued to it, what it owed."""

    entry: int
    chair: Chair
    stack: int
    chips: int
    price: int
    rebuys: int = 0
    add_ons: int = 0
    parts: Parts = Parts()
