"""Kinds and shapes that several events share."""

from dataclasses import dataclass

from domain.settings import Parts

Chair = tuple[int, int]
"""Table number and seat number."""
Pools = tuple[tuple[int, ...], ...]
"""What a lot was drawn of, as docs/draws.md says for each kind of event: entries, tables, seats or chairs."""


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
