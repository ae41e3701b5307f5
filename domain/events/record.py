"""Every event there is, one as it is recorded, its text and the chain of texts (AUD-1, AUD-4)."""

import hashlib
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from domain.commands import Role
from domain.events.books import BookEvent
from domain.events.chips import ChipEvent
from domain.events.clock import ClockEvent
from domain.events.corrections import CorrectionEvent
from domain.events.deals import DealEvent
from domain.events.entries import EntryEvent
from domain.events.fees import FeeEvent
from domain.events.hands import HandEvent
from domain.events.knockouts import KnockoutEvent
from domain.events.lifecycle import LifecycleEvent
from domain.events.prizes import PrizeEvent
from domain.events.seats import SeatEvent
from domain.events.tables import TableEvent
from domain.times import Instant

Event = (
    BookEvent
    | ChipEvent
    | ClockEvent
    | CorrectionEvent
    | DealEvent
    | EntryEvent
    | FeeEvent
    | HandEvent
    | KnockoutEvent
    | LifecycleEvent
    | PrizeEvent
    | SeatEvent
    | TableEvent
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event with its place in the record (AUD-1).

    `cause` is the command's id, `clock` for what time did, or `lot` for a draw's result; `actor` and `role` are
    empty for the latter two.
    """

    seq: int
    at: Instant
    cause: str
    actor: str = ""
    role: Role | Literal[""] = ""
    event: Annotated[Event, Field(discriminator="kind")]


GENESIS = "0" * 64
"""The hash before the first event."""

_RECORDED: TypeAdapter[Recorded] = TypeAdapter(Recorded)


def to_text(recorded: Recorded) -> str:
    """Return the event's JSON as it is stored; its UTF-8 bytes are what the hash chain runs over."""
    return _RECORDED.dump_json(recorded).decode()


def from_text(text: str) -> Recorded:
    """Return the event that a stored text holds.

    Raises:
        pydantic.ValidationError: the text is no event.
    """
    return _RECORDED.validate_json(text)


def chain(before: str, text: str) -> str:
    """Return the hash after an event: SHA-256, in hex, of the hash before, a line feed and the stored text (AUD-4)."""
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()
