"""The answer to a command: events, or the reason for refusing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from domain.structure import STRICT

if TYPE_CHECKING:  # a function that answers with a rejection starts without the events
    from domain.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """Why a command was refused: the rule's id, a stable code, plain words, how to mend it and the figures for that."""

    __pydantic_config__ = STRICT
    rule: str
    code: str
    reason: str
    mend: str = ""
    data: Mapping[str, str | int | bool | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unchanged:
    """The command asks for what already is: accepted, without events; `note` says so."""

    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The command can be decided once these pools are drawn by lot (SEAT-10); none: once the first draw is done."""

    pools: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """A lot that was drawn: its number, the pools asked for, and each pool in the order drawn."""

    number: int
    pools: tuple[tuple[int, ...], ...]
    orders: tuple[tuple[int, ...], ...]
    commitment: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a decision may know beside the state: the event's time, the accepted instant (WIN-6), who asks, the lot."""

    at: datetime
    accepted_at: datetime
    actor: str
    role: str
    lot: Lot | None = None


Decision: TypeAlias = "tuple[Event, ...] | Rejection | Unchanged | Wanted"


def refuse(rule: str, code: str, reason: str, mend: str = "", **data: str | int | bool | None) -> Rejection:
    """Return a rejection; the keyword arguments are the figures the floor needs to mend it."""
    return Rejection(rule=rule, code=code, reason=reason, mend=mend, data=data)
