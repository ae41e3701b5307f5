"""What went wrong, in the words of RFC 9457: every answer that is no success is one of these."""

from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field

MEDIA_TYPE = "application/problem+json"


class Fault(BaseModel):
    """One thing in the request that cannot be, and where it stands."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
    field: Annotated[str, Field(description="Path in the body, such as `command.busts.0.stack`, or a query parameter.")]
    detail: str


class Problem(BaseModel):
    """A problem detail: `type` is stable and meant for programs, `detail` and `mend` are meant for people."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
    type: Annotated[str, Field(examples=["urn:shuffleup:late_registration_closed"])]
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    rule: Annotated[str | None, Field(description="Id of the rule in the way, such as WIN-1.")] = None
    mend: Annotated[str | None, Field(description="What would help, in words for the floor.")] = None
    field: Annotated[str | None, Field(description="Where the first fault stands.")] = None
    faults: tuple[Fault, ...] | None = None
    data: Annotated[dict[str, Any] | None, Field(description="The figures that it takes to mend it.")] = None


class Refused(Exception):
    """Ends a request with a problem; `headers` go with the answer."""

    def __init__(self, problem: Problem, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(problem.type)
        self.problem = problem
        self.headers = dict(headers or {})


def problem(status: HTTPStatus, code: str, detail: str, **more: Any) -> Problem:
    """Return a problem of the house; `code` is the stable end of its type."""
    return Problem(type=f"urn:shuffleup:{code}", title=status.phrase, status=status.value, detail=detail, **more)


def not_found() -> Refused:
    """Return what everybody hears of what does not exist, or not for him (SEC-1): the two sound the same."""
    return Refused(problem(HTTPStatus.NOT_FOUND, "not_found", "there is nothing here for you", rule="SEC-1"))


def unauthorized(detail: str) -> Refused:
    """Return the refusal of a token that says too little."""
    return Refused(problem(HTTPStatus.UNAUTHORIZED, "unauthorized", detail, rule="SEC-1"))


_RULES = {"settings.prizes.lines": "PRZ-1"}
"""Fields whose bounds a rule of their own says."""


def forbidden(what: str, allowed: Iterable[str]) -> Refused:
    """Return the refusal of a member of the club whose roles do not permit `what` (CLUB-2)."""
    roles = sorted(allowed)
    asked = f"ask somebody who is {' or '.join(roles)}" if roles else "players do it themselves, by their own token"
    return Refused(
        problem(
            HTTPStatus.FORBIDDEN,
            "role_missing",
            f"your roles in this club do not permit {what}",
            rule="CLUB-2",
            mend=asked,
            data={"roles": roles},
        )
    )


def unavailable(code: str, detail: str, *, seconds: int = 1) -> Refused:
    """Return the refusal of a request that could not be taken now; the same may be sent again after `seconds`."""
    return Refused(
        problem(
            HTTPStatus.SERVICE_UNAVAILABLE,
            code,
            detail,
            rule="CMD-1",
            mend="send it again, under the same command id",
        ),
        {"Retry-After": str(seconds)},
    )


def conflict(code: str, detail: str, *, rule: str, mend: str = "", data: Mapping[str, Any] | None = None) -> Refused:
    """Return the refusal that a rule asks for."""
    return Refused(
        problem(HTTPStatus.CONFLICT, code, detail, rule=rule, mend=mend or None, data=dict(data) if data else None)
    )


def unprocessable(faults: Iterable[Fault], *, rule: str | None = None, mend: str | None = None) -> Refused:
    """Return the refusal of a request that is not well-formed, with every fault found.

    Args:
        faults: what was found, the first of them being told first.
        rule: which says so; None: the one of the first fault's field, else that every input has a bound (API-6).
        mend: what to do.
    """
    found = tuple(faults)
    if rule is None:
        rule = next((own for part, own in _RULES.items() if part in found[0].field), "API-6")
    return Refused(
        problem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "malformed",
            f"{found[0].field}: {found[0].detail}" if found[0].field else found[0].detail,
            rule=rule,
            mend=mend,
            field=found[0].field,
            faults=found,
        )
    )


def respond(refused: Refused) -> Response[str]:
    """Return the HTTP answer for a refusal."""
    return Response(
        status_code=refused.problem.status,
        content_type=MEDIA_TYPE,
        body=refused.problem.model_dump_json(exclude_none=True),
        headers={**refused.headers, "Cache-Control": "no-store"},
    )


def malformed(error: RequestValidationError, body: Any) -> Response[str]:
    """Return the answer to a request that does not fit its models; an id that cannot exist is not found."""
    found = [(tuple(str(part) for part in each["loc"]), str(each["msg"])) for each in error.errors()]
    if any(place[:1] == ("path",) for place, _ in found):
        return respond(not_found())
    faults = (
        Fault(field=".".join(_plain(place[1:], body) if place[0] == "body" else place[1:]), detail=words)
        for place, words in found
    )
    return respond(unprocessable(faults))


def _plain(place: tuple[str, ...], body: Any) -> tuple[str, ...]:
    """Return the path as it stands in the body: the validator's own has the kinds of the unions on the way in it."""
    return next(_paths(place, body), place)


def _paths(place: tuple[str, ...], value: Any) -> Iterator[tuple[str, ...]]:
    if not place:
        yield ()
        return
    part, rest = place[0], place[1:]
    if isinstance(value, dict) and (part in value or not rest):  # the last part may be a field that is missing
        yield from ((part, *more) for more in _paths(rest, value.get(part)))
    if isinstance(value, list) and part.isdecimal() and int(part) < len(value):
        yield from ((part, *more) for more in _paths(rest, value[int(part)]))
    if isinstance(value, dict) and value.get("kind") == part:
        yield from _paths(rest, value)


def nowhere(_: NotFoundError) -> Response[str]:
    """Return the answer to a path that no route has."""
    return respond(not_found())


def broken() -> Refused:
    """Return what a fault of ours looks like from outside: that it is ours, and nothing else."""
    return Refused(
        problem(
            HTTPStatus.INTERNAL_SERVER_ERROR,
            "internal_error",
            "this did not work, and it is not your fault",
            rule="CMD-1",
            mend="send it again, under the same command id",
        )
    )
