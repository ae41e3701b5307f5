"""Every command there is, and how one is read from what a client sent (CMD-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, get_args

from pydantic import Field, TypeAdapter, ValidationError

from domain.commands.books import BookCommand
from domain.commands.chips import ChipCommand
from domain.commands.clock import ClockCommand
from domain.commands.corrections import CorrectionCommand
from domain.commands.deals import DealCommand
from domain.commands.entries import EntryCommand
from domain.commands.fees import FeeCommand
from domain.commands.hands import HandCommand
from domain.commands.knockouts import KnockoutCommand
from domain.commands.lifecycle import LifecycleCommand
from domain.commands.prizes import PrizeCommand
from domain.commands.shapes import Role
from domain.commands.tables import TableCommand
from domain.ids import CommandId
from domain.times import Instant

Command = (
    LifecycleCommand
    | ClockCommand
    | EntryCommand
    | HandCommand
    | TableCommand
    | KnockoutCommand
    | CorrectionCommand
    | PrizeCommand
    | DealCommand
    | FeeCommand
    | ChipCommand
    | BookCommand
)

AnyCommand = Annotated[Command, Field(discriminator="kind")]

COMMANDS: Mapping[str, type[Command]] = MappingProxyType(
    {get_args(of.__annotations__["kind"])[0]: of for of in get_args(Command)}
)
"""Every command by its kind, in the order in which the floor meets them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A command with its envelope: who asked, in which role, and when the backend accepted it (WIN-6)."""

    command_id: CommandId
    actor: str
    role: Role
    accepted_at: Instant
    command: AnyCommand


class MalformedCommandError(ValueError):
    """A body that is no such command; `path` names the field, `reason` says why in plain words."""

    def __init__(self, path: str, reason: str) -> None:
        """Keep the field's path (`settings.structure.items.3.seconds`) and the reason."""
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(COMMANDS[kind])


def parse(kind: str, body: Mapping[str, Any]) -> Command:
    """Return the command of this kind with these fields.

    Raises:
        MalformedCommandError: no such command, an unknown field, a wrong type (a float for chips), a missing field.
    """
    if kind not in COMMANDS:
        raise MalformedCommandError("kind", f"there is no command {kind}")
    try:
        command: Command = _adapter(kind).validate_python({**body, "kind": kind})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise MalformedCommandError(".".join(str(part) for part in first["loc"]), first["msg"]) from error
    return command


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a command's body."""
    return _adapter(kind).json_schema()
