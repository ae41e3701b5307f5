"""Instants: aware UTC in code, one fixed-width form as text, so that text order is time order (B-051)."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema


def to_text(instant: datetime) -> str:
    """Return the instant as `2026-11-29T19:30:00.000000Z`, always 27 characters, in UTC."""
    return instant.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def from_text(text: str) -> datetime:
    """Return the instant that an RFC 3339 text with a zone names, in UTC.

    Raises:
        ValueError: the text is no instant, or names no zone.
    """
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        message = "an instant needs a zone, such as a Z at the end"
        raise ValueError(message)
    return instant.astimezone(UTC)


def _parse(value: object) -> datetime:
    if isinstance(value, str):
        return from_text(value)
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value.astimezone(UTC)
    message = "an instant is an RFC 3339 text with a zone"
    raise ValueError(message)


Instant = Annotated[
    datetime,
    BeforeValidator(_parse),
    PlainSerializer(to_text, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""An aware UTC datetime; in JSON the fixed-width text of `to_text`."""
