"""A signal as it comes, and the command it holds.

The library drops a signal that it cannot decode.  So the raw payload is taken, and read here; what cannot be read
becomes a command that is refused, never a signal that is lost and never one that stops the tournament.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import ConfigDict, StringConstraints, TypeAdapter, ValidationError
from pydantic_core import from_json
from temporalio.common import RawValue

from domain.commands import Asked, MalformedCommandError, Role, parse
from domain.ids import CommandId
from domain.run import Told
from domain.times import Instant

NAME_LENGTH = 64
"""Characters of a signal's name that are kept; the longest command has a third of that."""

READABLE = frozenset({b"json/plain", b"json/protobuf"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What stands around every command."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    command_id: CommandId
    actor: Annotated[str, StringConstraints(strict=True, max_length=128)]
    role: Role
    accepted_at: Instant
    body: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A signal that holds no command: as much of the envelope as could be read, and what is wrong with which field."""

    name: str
    path: str
    reason: str
    command_id: CommandId | None = None
    actor: str = ""
    role: str = ""
    accepted_at: Instant | None = None


_ENVELOPE = TypeAdapter(Envelope)
_PARTS: dict[str, TypeAdapter[Any]] = {
    "command_id": TypeAdapter(CommandId),
    "actor": TypeAdapter(Annotated[str, StringConstraints(strict=True, max_length=128)]),
    "role": TypeAdapter(Role),
    "accepted_at": TypeAdapter(Instant),
}


def take(name: str, args: Sequence[RawValue]) -> Told:
    """Return a signal's name and the text of its payload; an empty text for what is no JSON.  Never raises."""
    text = ""
    if args:
        payload = args[0].payload
        if payload.metadata.get("encoding") in READABLE:
            text = payload.data.decode(errors="replace")
    return Told(name=name[:NAME_LENGTH], text=text)


def read(told: Told) -> Asked | Unreadable:
    """Return the command that a signal holds, or what is wrong with it.  Never raises."""
    try:
        given = from_json(told.text)
    except ValueError:
        return Unreadable(name=told.name, path="", reason="the signal holds no JSON")
    try:
        envelope = _ENVELOPE.validate_python(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        path = ".".join(str(part) for part in first["loc"])
        return Unreadable(name=told.name, path=path, reason=first["msg"], **_readable(given))
    try:
        return Asked(
            command_id=envelope.command_id,
            actor=envelope.actor,
            role=envelope.role,
            accepted_at=envelope.accepted_at,
            command=parse(told.name, envelope.body),
        )
    except MalformedCommandError as error:
        return Unreadable(
            name=told.name,
            path=error.path,
            reason=error.reason,
            command_id=envelope.command_id,
            actor=envelope.actor,
            role=envelope.role,
            accepted_at=envelope.accepted_at,
        )


def _readable(given: Any) -> dict[str, Any]:
    """Return the parts of an envelope that can be read, though the whole cannot."""
    parts: dict[str, Any] = {}
    if isinstance(given, dict):
        for name, adapter in _PARTS.items():
            try:
                parts[name] = adapter.validate_python(given[name])
            except (KeyError, ValidationError):
                continue
    return parts
