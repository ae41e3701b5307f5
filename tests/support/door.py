"""The functions behind the gateway, called as the gateway calls them, with the rules themselves in place of Temporal.

`Door` sends requests and holds every answer to the API's description.  `House` stands where the Temporal server is: it
takes the raw calls of the door, decides with the pure rules and has the journal written as the worker does.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import jsonschema
from pydantic import TypeAdapter
from temporalio.api.workflowservice.v1 import (
    DescribeTaskQueueResponse,
    SignalWithStartWorkflowExecutionResponse,
    SignalWorkflowExecutionResponse,
    StartWorkflowExecutionResponse,
)
from temporalio.service import RPCError, RPCStatusCode

from activities.ballots import Ballots
from activities.credits import Credits
from activities.journal import Journal
from domain import desk, draws, views
from domain.commands import Asked, parse
from domain.events import GENESIS, Recorded, chain, to_text
from domain.journal import BallotRequest, Done, Flush, LotRequest, LotResult, Outcome, Work
from domain.run import Run
from domain.settings import Settings
from domain.state import Tournament
from domain.times import from_text
from handlers import ballots, clubs, commands, counter, health, openapi, people
from handlers import views as looks
from infra.payloads import data_converter

FUNCTIONS = (commands, ballots, looks, counter, clubs, people, health)
_ENVELOPE = {"command_id", "actor", "role", "accepted_at", "body"}
_SEED = bytes(32)


@dataclass(frozen=True, kw_only=True)
class Heard:
    """An answer: status, headers with names in lower case, and the body parsed."""

    status: int
    headers: Mapping[str, str]
    body: Any
    text: str


@dataclass(kw_only=True)
class Door:
    """Everything that can be asked, as somebody with these claims."""

    sub: str = "floor-1"
    groups: str = ""
    token_use: str = "id"

    def as_(self, sub: str, **more: str) -> "Door":
        """Return the door as it is for somebody else."""
        return Door(sub=sub, **more)

    def get(self, path: str, query: Mapping[str, str] | None = None) -> Heard:
        return self.call("GET", path, query=query)

    def post(self, path: str, body: Any, **more: Any) -> Heard:
        return self.call("POST", path, body, **more)

    def put(self, path: str, body: Any, **more: Any) -> Heard:
        return self.call("PUT", path, body, **more)

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        base64_encoded: bool = False,
    ) -> Heard:
        """Send one request to the function that has its route."""
        module, template, parameters = _routed(method, path)
        text = body if isinstance(body, str) or body is None else json.dumps(body)
        sent = {"content-type": "application/json"} if headers is None and body is not None else dict(headers or {})
        event = {
            "resource": template,
            "path": path,
            "httpMethod": method,
            "headers": sent,
            "multiValueHeaders": {name: [value] for name, value in sent.items()},
            "queryStringParameters": dict(query) if query else None,
            "multiValueQueryStringParameters": {name: [value] for name, value in query.items()} if query else None,
            "pathParameters": parameters or None,
            "requestContext": {
                "requestId": "gateway-1",
                "stage": "live",
                "path": f"/live{path}",
                "resourcePath": template,
                "httpMethod": method,
                "authorizer": {"claims": {"sub": self.sub, "token_use": self.token_use, "cognito:groups": self.groups}},
            },
            "body": text,
            "isBase64Encoded": base64_encoded,
        }
        answer = json.loads(json.dumps(module.handler(event, None)))  # what leaves a function is JSON
        found = {name.lower(): value for name, value in (answer.get("headers") or {}).items()}
        found |= {name.lower(): values[0] for name, values in (answer.get("multiValueHeaders") or {}).items()}
        media = found["content-type"]
        parsed = json.loads(answer["body"]) if "json" in media and "jsonl" not in media else None
        heard = Heard(status=answer["statusCode"], headers=found, body=parsed, text=answer["body"])
        _hold_to_description(method, template, heard)
        return heard


def _routed(method: str, path: str) -> tuple[Any, str, dict[str, str]]:
    for template, operations in openapi.document()["paths"].items():
        match = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template), path)
        if match and method.lower() in operations:
            name = operations[method.lower()]["operationId"]
            module = next(each for each in FUNCTIONS if hasattr(each, name))
            return module, template, match.groupdict()
    return commands, "/{proxy+}", {"proxy": path}


def _hold_to_description(method: str, template: str, heard: Heard) -> None:
    document = openapi.document()
    operations = document["paths"].get(template)
    if operations is None:
        return
    responses = operations[method.lower()]["responses"]
    assert str(heard.status) in responses, f"{method} {template} answers {heard.status}, which is not described"
    content = responses[str(heard.status)]["content"]
    (media,) = content
    assert heard.headers["content-type"].partition(";")[0] == media
    values = [json.loads(line) for line in heard.text.splitlines()] if "jsonl" in media else [heard.body]
    values = values if "json" in media else [heard.text]
    validator = _validator(content[media]["schema"]["$ref"])
    for value in values:
        validator.validate(value)


@cache
def _validator(reference: str) -> jsonschema.Draft202012Validator:
    schema = {"components": openapi.document()["components"], "$ref": reference}
    return jsonschema.Draft202012Validator(schema)


@dataclass(kw_only=True)
class Played:
    """A tournament that is played on the rules alone."""

    run: Run
    state: Tournament | None = None
    hash: str = GENESIS
    known: set[str] = field(default_factory=set)


@dataclass(kw_only=True)
class House:
    """A Temporal server with a worker behind it, in one object.

    Attributes:
        journal: writes what is decided.
        vault: the table that ballots are counted in.
        keys: the key service that they are opened with.
        fail: what each call raises first, in order; None passes.
        answers: whether signals are decided at once; else they wait in `inbox`.
        before_write: is called before the journal is written.
    """

    journal: Journal
    vault: str = "Vault"
    keys: Any = None
    fail: list[Exception | None] = field(default_factory=list)
    answers: bool = True
    played: dict[str, Played] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    inbox: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    calls: list[Any] = field(default_factory=list)
    before_write: Callable[[], None] = lambda: None

    namespace = "default"
    identity = "door"
    data_converter = data_converter

    @property
    def workflow_service(self) -> "House":
        return self

    @property
    def told(self) -> list[tuple[str, dict[str, Any]]]:
        """The signals that arrived, by name and envelope."""
        return [(name, envelope) for _, name, envelope in self.inbox]

    async def start_workflow_execution(self, request: Any, *, retry: bool) -> StartWorkflowExecutionResponse:
        await self._taken(request, retry=retry)
        if request.workflow_id in self.over:
            raise RPCError("closed", RPCStatusCode.ALREADY_EXISTS, b"")
        (run,) = await data_converter.decode(list(request.input.payloads), [Run])
        if request.workflow_id not in self.played:
            self.played[request.workflow_id] = Played(run=run)
            if self.answers:
                self._open(self.played[request.workflow_id])
        return StartWorkflowExecutionResponse()

    async def signal_workflow_execution(self, request: Any, *, retry: bool) -> SignalWorkflowExecutionResponse:
        await self._taken(request, retry=retry)
        name = request.workflow_execution.workflow_id
        if name not in self.played or name in self.over:
            raise RPCError("workflow not found", RPCStatusCode.NOT_FOUND, b"")
        await self._signalled(name, request.signal_name, request.input)
        return SignalWorkflowExecutionResponse()

    async def signal_with_start_workflow_execution(
        self, request: Any, *, retry: bool
    ) -> SignalWithStartWorkflowExecutionResponse:
        await self._taken(request, retry=retry)
        (run,) = await data_converter.decode(list(request.input.payloads), [Run])
        assert (run.opening, run.carried) == (None, None)
        self.over.discard(request.workflow_id)
        await self._signalled(request.workflow_id, request.signal_name, request.signal_input)
        self.over.add(request.workflow_id)
        return SignalWithStartWorkflowExecutionResponse()

    async def describe_task_queue(self, request: Any, *, retry: bool) -> DescribeTaskQueueResponse:
        await self._taken(request, retry=retry)
        answer = DescribeTaskQueueResponse()
        if self.answers:
            answer.pollers.add().last_access_time.GetCurrentTime()
        return answer

    async def _taken(self, request: Any, *, retry: bool) -> None:
        assert not retry, "the SDK's own patience is too slow here"
        self.calls.append(request)
        if self.fail and (failure := self.fail.pop(0)) is not None:
            raise failure

    async def _signalled(self, workflow: str, name: str, payloads: Any) -> None:
        (envelope,) = await data_converter.decode(list(payloads.payloads))
        assert set(envelope) == _ENVELOPE
        self.inbox.append((workflow, name, envelope))
        if self.answers:
            self._decide(self.played[workflow], name, envelope)

    def catch_up(self) -> None:
        """Decide what waits."""
        for workflow, name, envelope in self.inbox:
            self._decide(self.played[workflow], name, envelope)

    def _open(self, played: Played) -> None:
        opening = played.run.opening
        assert opening is not None
        created = desk.create(
            played.run.tournament,
            played.run.club,
            TypeAdapter(Settings).validate_python(opening.settings),
            command_id=opening.command_id,
            actor=opening.actor,
            role=opening.role,
            at=opening.at,
        )
        assert isinstance(created, desk.Stepped)
        self._write(played, created.state, created.recorded, [])

    def _decide(self, played: Played, name: str, envelope: Mapping[str, Any]) -> None:
        if envelope["command_id"] in played.known:
            return
        played.known.add(envelope["command_id"])
        asked = Asked(
            command_id=envelope["command_id"],
            actor=envelope["actor"],
            role=envelope["role"],
            accepted_at=from_text(envelope["accepted_at"]),
            command=parse(name, envelope["body"]),
        )
        assert played.state is not None
        recorded: tuple[Recorded, ...] = ()
        applied = desk.apply(played.state, asked, asked.accepted_at)
        while isinstance(applied, desk.Waiting):
            recorded += applied.recorded
            assert applied.request is not None
            lot = desk.lot_of(applied.request, _drawn(applied.request))
            applied = desk.apply(applied.state, asked, asked.accepted_at, lot)
        state, recorded = applied.state, recorded + applied.recorded
        while True:
            if (request := desk.errand(state)) is not None:
                step = desk.run_errand(state, request, _drawn(request), asked.accepted_at)
            elif (work := desk.work(state)) is not None:
                step = desk.run_work(state, work, self._worked(work), asked.accepted_at)
            else:
                break
            state, recorded = step.state, recorded + step.recorded
        self._write(played, state, recorded, [applied.outcome])
        if state.over:
            self.over.add(f"tournament-{state.id}")

    def _worked(self, work: Work) -> Done:
        client = self.journal.client
        if isinstance(work, BallotRequest):
            return Ballots(client, self.vault, self.keys).answer(work)
        return Credits(client, self.journal.table).write(work)

    def _write(
        self, played: Played, state: Tournament, recorded: tuple[Recorded, ...], outcomes: list[Outcome]
    ) -> None:
        self.before_write()
        rows = views.rows(state, recorded) if recorded else None
        texts = [to_text(each) for each in recorded]
        flush = Flush(
            tournament=state.id,
            club=state.club,
            prev=state.seq - len(texts),
            prev_hash=played.hash,
            events=texts,
            head=rows.head if rows else None,
            entries=list(rows.entries.values()) if rows else [],
            tables=list(rows.tables.values()) if rows else [],
            outcomes=outcomes,
            terms=rows.terms if rows else None,
        )
        self.journal.write(flush)
        for text in texts:
            played.hash = chain(played.hash, text)
        played.state = state


def _drawn(request: LotRequest) -> LotResult:
    if request.purpose == "commit":
        return LotResult(number=0, commitment=draws.commitment(_SEED))
    if request.purpose == "reveal":
        return LotResult(number=0, seed=_SEED.hex())
    return LotResult(number=request.number, orders=draws.draw(_SEED, request.tournament, request.number, request.pools))


@dataclass(kw_only=True)
class Watch:
    """The door's own time, as the test sets it."""

    now: datetime = datetime(2026, 11, 29, 18, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def ahead(self, **by: int) -> None:
        """Let time go on."""
        self.now += timedelta(**by)


SETTINGS: dict[str, Any] = {
    "title": "Friday night",
    "profile": "sport-poker-v1",
    "structure": {
        "name": "short",
        "items": [
            {"kind": "level", "small_blind": 100, "big_blind": 200, "seconds": 1200},
            {"kind": "level", "small_blind": 200, "big_blind": 400, "seconds": 1200},
            {"kind": "break", "seconds": 600},
            {"kind": "level", "small_blind": 300, "big_blind": 600, "seconds": 1200},
        ],
    },
    "starts_at": "2026-11-29T19:00:00Z",
    "starting_stack": 10_000,
    "bounty": "classic",
    "windows": {"late_registration": {"kind": "level", "level": 2}},
}


def command_ids() -> Iterator[str]:
    """Yield command ids, each another one."""
    return (f"c-{number:04}" for number in range(1, 10_000))
