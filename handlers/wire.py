"""What crosses the wire: request models, strict and bounded, and answers as JSON.

A field whose type is large is marked `Lazily`: its module is imported and its validator built when the first request
needs it, so that a function starts without the models of routes it is not asked for.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from importlib import import_module
from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler, StringConstraints, TypeAdapter
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, ValidationError, core_schema

from domain.journal import Outcome
from domain.times import to_text

PAGE = 100
"""Rows of a page at most."""

_ID = r"^[A-Za-z0-9_-]{1,64}$"
Id = Annotated[str, StringConstraints(strict=True, pattern=_ID)]
"""An opaque id."""

ClubInPath = Annotated[str, Path(pattern=_ID, description="Id of the club.")]
TournamentInPath = Annotated[str, Path(pattern=_ID, description="Id of the tournament.")]
CommandInPath = Annotated[str, Path(pattern=_ID, description="Id under which the command was sent.")]
SubInPath = Annotated[str, Path(pattern=_ID, description="Id of a member of staff: the `sub` of his token.")]
After = Annotated[int, Query(ge=0, le=10**12, description="Number after which the page begins.")]
Limit = Annotated[int, Query(ge=1, le=PAGE, description="Rows of the page at most.")]


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    module, _, attribute = name.partition(":")
    return TypeAdapter(getattr(import_module(module), attribute))


@dataclass(frozen=True, slots=True)
class Lazily:
    """Marks a field as of the type `name`, `module:attribute`, which is looked up when first needed."""

    name: str

    def validate(self, value: Any) -> Any:
        """Return the value as the type has it.

        Raises:
            ValidationError: it is none.
        """
        return _adapter(self.name).validate_python(value)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        """Leave validation to `validate`."""
        return core_schema.no_info_plain_validator_function(self.validate)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe the type itself."""
        return handler(_adapter(self.name).core_schema)


class _CommandByKind(Lazily):
    """A floor command: only the model of the kind that is asked for is built."""

    def validate(self, value: Any) -> Any:
        from domain.commands import MalformedCommandError, parse  # noqa: PLC0415 - large, and not every request needs it

        if not isinstance(value, Mapping):
            raise _fault((), "a command is an object", value)
        if not isinstance(value.get("kind"), str):
            raise _fault(("kind",), "a command names its kind", value)
        try:
            parse(value["kind"], value)
        except MalformedCommandError as malformed:
            raise _fault(tuple(malformed.path.split(".")), malformed.reason, value) from malformed
        return dict(value)


def _fault(place: tuple[str, ...], words: str, value: Any) -> ValidationError:
    why = PydanticCustomError("malformed_command", "{words}", {"words": words})
    return ValidationError.from_exception_data("command", [InitErrorDetails(type=why, loc=place, input=value)])


class Request(BaseModel):
    """A body: immutable, and without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


SentAt = Annotated[
    str | None,
    Field(max_length=64, description="When the client sent it; ignored, and so a repeat may carry another one."),
]


class CommandRequest(Request):
    """A floor command under the id that makes sending it twice harmless (CMD-1)."""

    command_id: Id
    command: Annotated[dict[str, Any], _CommandByKind("domain.commands:AnyCommand")]
    sent_at: SentAt = None


class OwnRequest(Request):
    """A player's own command: whom it is about is who sends it."""

    command_id: Id
    sent_at: SentAt = None


def _whole(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        raise ValueError("must be an integer")
    return int(value)


class Ballot(Request):
    """A player's own ballot in a vote on a deal (DEAL-1)."""

    command_id: Id
    vote: Annotated[int, BeforeValidator(_whole), Field(ge=1, le=1_000_000, description="As the tournament shows it.")]
    deal: Annotated[bool, Field(strict=True, description="Whether you agree to the proposal.")]
    sent_at: SentAt = None


class OpenTournament(Request):
    """A new tournament; the same command id always means the same tournament."""

    command_id: Id
    settings: Annotated[Any, Lazily("domain.settings:Settings")]
    sent_at: SentAt = None


def _printable(value: Any) -> Any:
    if isinstance(value, str) and not value.isprintable():
        raise ValueError("must not hold control characters")
    return value


Words = Annotated[
    str,
    StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=120),
    BeforeValidator(_printable),
]


DayEnds = Annotated[
    str,
    StringConstraints(strict=True, pattern=r"^([01]\d|2[0-3]):[0-5]\d$"),
    Field(description="When its day ends, by the clock of its zone: the evening's last takings are the evening's."),
]


class OpenClub(Request):
    """A new club with its first owner."""

    club_id: Annotated[Id | None, Field(description="Chosen by the client, or else made here.")] = None
    name: Words
    zone: Annotated[str, StringConstraints(strict=True, max_length=64), Field(examples=["Europe/Berlin"])]
    owner: Annotated[Id, Field(description="`sub` of the first owner's token.")]
    day_ends: DayEnds = "06:00"


class Day(Request):
    """When the club's day ends (FEE-5)."""

    day_ends: DayEnds


class Staff(Request):
    """The roles that a member of staff has in the club; an empty list takes them all away (CLUB-2)."""

    roles: Annotated[
        tuple[Annotated[str, StringConstraints(pattern="^(owner|floor|cashier|dealer)$")], ...], Field(max_length=4)
    ]


class NamePlayer(Request):
    """A player of the club and what he is called; without `player` a new id is made."""

    player: Id | None = None
    name: Words


def as_json(value: Any) -> str:
    """Return the value as JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def answer(status: HTTPStatus, body: Any, headers: Mapping[str, str] | None = None) -> Response[Any]:
    """Return an answer, the body as a value or as the JSON it already is; nobody on the way may keep it."""
    return Response(
        status_code=status.value,
        content_type="application/json",
        body=body if isinstance(body, str) else as_json(body),
        headers={"Cache-Control": "no-store", **(headers or {})},
    )


def command_answer(outcome: Outcome, events: Iterable[str]) -> Response[Any]:
    """Return the answer to a command that was taken; the events go out in the very bytes that are stored."""
    told = {
        "command_id": outcome.command_id,
        "name": outcome.name,
        "status": outcome.status,
        "accepted_at": to_text(outcome.accepted_at),
        "at": to_text(outcome.at),
        "first": outcome.first,
        "last": outcome.last,
        "note": outcome.note or None,
    }
    kept = {name: value for name, value in told.items() if value is not None}
    changed = "" if outcome.consequences is None else f',"consequences":{as_json(outcome.consequences)}'
    return answer(HTTPStatus.OK, f'{{"outcome":{as_json(kept)},"events":[{",".join(events)}]{changed}}}')
