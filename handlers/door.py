"""What all functions share: the gate before the routes, the answers to faults, and one log line a request."""

import base64
import binascii
import json
import re
import time
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Never

from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import APIGatewayRestResolver, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError
from botocore.exceptions import ClientError

from handlers import problems
from handlers.problems import Fault, Refused, problem, respond
from handlers.store import StoreDown

MAX_BODY = 64 * 1024
"""Bytes of a request's body at most, where a function says nothing else."""

_WITH_BODY = frozenset({"POST", "PUT"})
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")

log = Logger(service="shuffleup")

Entrance = Callable[[dict[str, Any], Any], dict[str, Any]]


def utc_now() -> datetime:
    """Return this instant; the door is where the time of a command is taken (WIN-6)."""
    return datetime.now(UTC)


def new_app() -> APIGatewayRestResolver:
    """Return a router that validates by type hints and answers every fault with a problem detail."""
    app = APIGatewayRestResolver(enable_validation=True)
    app.exception_handler(RequestValidationError)(lambda error: problems.malformed(error, app.current_event.json_body))
    app.exception_handler(Refused)(respond)
    app.exception_handler(StoreDown)(_store_down)
    app.not_found(problems.nowhere)
    app.exception_handler(NotFoundError)(problems.nowhere)
    return app


def entrance(app: APIGatewayRestResolver, *, largest: int = MAX_BODY) -> Entrance:
    """Return the function that Lambda calls: no exception leaves it, and it logs one line of ids and figures.

    Args:
        app: its routes.
        largest: bytes of a request's body at most.
    """

    def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
        arrived, started = utc_now(), time.monotonic()
        log.append_keys(**_ids(event, context))
        try:
            _gate(event, largest)
            app.context["arrived"] = arrived
            answer = app.resolve(event, context)
        except Refused as refused:
            answer = _plain(refused)
        except Exception as fault:  # noqa: BLE001 - the last line: what got here is a fault of ours, and is answered
            log.error("fault", extra=describe(fault))  # noqa: TRY400 - its words may quote a person
            answer = _plain(problems.broken())
        status = answer["statusCode"]
        say = log.error if status >= HTTPStatus.INTERNAL_SERVER_ERROR else log.info
        say("answered", extra={"status": status, "ms": round((time.monotonic() - started) * 1000, 1)})
        log.clear_state()
        return answer

    return handler


def _store_down(down: StoreDown) -> Response[str]:
    log.warning("store", extra=describe(down.__cause__ or down))
    return respond(problems.unavailable("store_unavailable", "the store does not answer"))


def note(**ids: str | None) -> None:
    """Add ids to the log line of this request; never a name, never free text."""
    log.append_keys(**{key: value for key, value in ids.items() if value is not None})


def describe(fault: BaseException) -> dict[str, Any]:
    """Return what may be logged of an exception: its type and its place, not its words, which may quote a person."""
    told: dict[str, Any] = {
        "fault": type(fault).__name__,
        "trace": [
            f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(fault.__traceback__)
        ],
    }
    if isinstance(fault, ClientError):
        told["code"] = fault.response.get("Error", {}).get("Code")
    return told


def _ids(event: Mapping[str, Any], context: Any) -> dict[str, Any]:
    path = event.get("pathParameters") or {}
    claims = ((event.get("requestContext") or {}).get("authorizer") or {}).get("claims") or {}
    found = {"method": event.get("httpMethod"), "resource": event.get("resource"), "actor": claims.get("sub")}
    # What stands in the path may be anything; only what can be an id is one.
    found |= {key: value for key, value in path.items() if isinstance(value, str) and _ID.fullmatch(value)}
    return found | {"request": getattr(context, "aws_request_id", None)}


def _gate(event: dict[str, Any], largest: int) -> None:
    """Let pass what the routes can read: JSON objects of bounded size, under the one name that the router knows.

    This comes before routing because the router parses a body by whatever type it claims to have.
    """
    if event.get("httpMethod") not in _WITH_BODY:
        return
    headers = {name.lower(): value for name, value in (event.get("headers") or {}).items()}
    media = (headers.get("content-type") or "").partition(";")[0].strip().lower()
    if media != "application/json":
        detail = "a body is JSON, with Content-Type: application/json"
        raise Refused(problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail, rule="API-1"))
    try:
        body = json.loads(_body(event, largest), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        detail = "the body is no JSON"
        raise Refused(problem(HTTPStatus.BAD_REQUEST, "no_json", detail, rule="API-1")) from error
    if not isinstance(body, dict):
        raise problems.unprocessable([Fault(field="", detail="the body must be a JSON object")])
    event["headers"] = headers | {"content-type": media}


def _body(event: Mapping[str, Any], largest: int) -> bytes:
    body: str = event.get("body") or ""
    if len(body) > largest * 4 // 3 + 4:
        raise _too_large(largest)
    if event.get("isBase64Encoded"):
        try:
            raw = base64.b64decode(body, validate=True)
        except binascii.Error as error:
            raise ValueError("no base64") from error
    else:
        raw = body.encode(errors="surrogatepass")
    if len(raw) > largest:
        raise _too_large(largest)
    return raw


def _too_large(largest: int) -> Refused:
    detail = f"a body has at most {largest} bytes"
    return Refused(problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", detail, rule="API-6"))


def _no_number(word: str) -> Never:
    raise ValueError(f"{word} is no JSON")


def _plain(refused: Refused) -> dict[str, Any]:
    """Return the refusal as the gateway takes it, for what never reached a route."""
    answer = respond(refused)
    return {
        "statusCode": answer.status_code,
        "headers": {name: str(value) for name, value in answer.headers.items()},
        "body": answer.body,
        "isBase64Encoded": False,
    }
