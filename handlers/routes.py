"""A route with its description: what its docstring says, what it answers, and how it may be refused.

Answers are described by the name of a model of `handlers.described`, which only the description needs: a function
that serves requests never imports it.
"""

import inspect
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, TypeVar

from aws_lambda_powertools.event_handler import APIGatewayRestResolver

from handlers.problems import MEDIA_TYPE

_F = TypeVar("_F", bound=Callable[..., Any])

Answers = Mapping[int, tuple[str, str]]
"""By status: what it means, and the name of the model of its body."""

_ALWAYS = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.SERVICE_UNAVAILABLE)
_KNOWN_CALLER = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)
_WITH_BODY = (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)


def route(
    app: APIGatewayRestResolver,
    method: str,
    path: str,
    answers: Answers,
    *,
    conflict: str | None = None,
    public: bool = False,
    media_type: str = "application/json",
) -> Callable[[_F], _F]:
    """Put a function under a method and path; its docstring is its description, its name the operation's.

    Args:
        app: the function's router.
        method: HTTP method.
        path: with parameters as `<name>`.
        answers: what it answers when all goes well.
        conflict: what a 409 of it means; None: it has none.
        public: whether it is open to everybody.
        media_type: of its good answers.
    """
    refusals = [*_ALWAYS] if public else [*_ALWAYS, *_KNOWN_CALLER]
    refusals += _WITH_BODY if method in {"POST", "PUT"} else ()
    problem = {MEDIA_TYPE: {"schema": _reference("Problem")}}
    responses: dict[int, dict[str, Any]] = {
        each.value: {"description": each.phrase, "content": problem} for each in refusals
    }
    if conflict is not None:
        responses[HTTPStatus.CONFLICT.value] = {"description": conflict, "content": problem}
    responses |= {
        status: {"description": words, "content": {media_type: {"schema": _reference(model)}}}
        for status, (words, model) in answers.items()
    }

    def register(function: _F) -> _F:
        summary, _, description = (inspect.getdoc(function) or "").partition("\n")
        put: Any = app.route(
            path,
            method,
            summary=summary,
            description=description.strip() or None,
            operation_id=function.__name__,
            responses=dict(sorted(responses.items())),  # type: ignore[arg-type]  # the library's types know no plain references
            security=None if public else [{"idToken": []}],
        )
        return put(function)  # type: ignore[no-any-return]

    return register


def _reference(model: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{model}"}
