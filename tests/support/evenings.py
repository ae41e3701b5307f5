"""A tournament under test: told commands as the door tells them, looked at where everybody looks, in the store.

async with playing(env, aws) as evening:          # in-process worker, time by the test's leave
    await evening.ok("register", player="player-001")
    await evening.forward(minutes=20)
"""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from temporalio.api.common.v1 import Payloads, WorkflowExecution
from temporalio.api.workflowservice.v1 import SignalWorkflowExecutionRequest
from temporalio.client import Client, WorkflowHandle
from temporalio.common import SearchAttributeKey
from temporalio.service import RPCError, RPCStatusCode
from temporalio.testing import TimeSkippingConfig, WorkflowEnvironment
from temporalio.worker import Worker

from activities import items
from activities.ballots import Ballots
from activities.credits import Credits
from activities.draws import Vault
from activities.journal import Journal
from activities.recall import Recollection
from activities.snapshots import Snapshots
from domain import views
from domain.desk import elapse
from domain.events import Recorded, from_text
from domain.evolve import fold
from domain.journal import Outcome
from domain.run import Limits, Opening, Run
from domain.times import to_text
from infra.client import TASK_TIMEOUT, WORKFLOW, workflow_id
from infra.payloads import data_converter
from infra.registrations import STICKY, WORKFLOWS, sandbox
from infra.skipping import landing
from infra.temporal_server import SEARCH_ATTRIBUTES, TUNING, temporal_program
from tests.support.emulator import Aws

CLUB = "north"
FLOOR = "floor-1"
AWAY = {RPCStatusCode.RESOURCE_EXHAUSTED, RPCStatusCode.UNAVAILABLE, RPCStatusCode.UNKNOWN}
"""What a server says that makes room for a new history, or is being killed."""
_numbers = itertools.count(1)

KEYS: Mapping[str, Callable[[str], Any]] = {
    "Keyword": SearchAttributeKey.for_keyword,
    "Datetime": SearchAttributeKey.for_datetime,
    "Int": SearchAttributeKey.for_int,
}


def level(small_blind: int, seconds: float | None = 1200) -> dict[str, Any]:
    """Return a level of a structure sheet."""
    return {"kind": "level", "small_blind": small_blind, "big_blind": 2 * small_blind, "seconds": seconds}


def sheet(levels: int = 12, seconds: int = 1200) -> dict[str, Any]:
    """Return a structure of equal levels."""
    return {"name": "test", "items": [level(100 * (n + 1), seconds) for n in range(levels)]}


def settings(starts_at: datetime, **more: Any) -> dict[str, Any]:
    """Return the settings of a tournament as a club sends them."""
    given = {
        "title": "Friday",
        "profile": "tda-2024-v1",
        "structure": sheet(),
        "starts_at": to_text(starts_at),
        "starting_stack": 20_000,
        "seats_per_table": 9,
        "tables": 10,
        "auto_start": False,
        "arrival_seconds": None,
        "prices": {"currency": "EUR", "buy_in": 5_000, "rebuy": 5_000, "re_entry": 5_000, "add_on": 3_000},
        "windows": {"late_registration": {"kind": "level", "level": 3}},
    }
    return given | more


@contextlib.asynccontextmanager
async def time_skipping(**more: Any) -> AsyncIterator[WorkflowEnvironment]:
    """Start a Temporal server on which each workflow has a clock of its own, which moves on when the test says so."""
    tuning = TUNING | {
        "frontend.WorkflowTimeSkippingEnabled": "true",
        "history.workflowIdReuseMinimalInterval": '"0s"',
    }
    async with await WorkflowEnvironment.start_time_skipping_v2(
        ts_config=TimeSkippingConfig(enabled=False),
        dev_server_existing_path=str(temporal_program()),
        dev_server_log_level="error",
        dev_server_extra_args=[
            part for name, value in tuning.items() for part in ("--dynamic-config-value", f"{name}={value}")
        ],
        search_attributes=[KEYS[kind](name) for name, kind in SEARCH_ATTRIBUTES.items()],
        data_converter=data_converter,
        **more,
    ) as env:
        yield env


@dataclass(kw_only=True)
class Evening:
    """One tournament: the way in for commands, and the store to look at."""

    client: Client
    aws: Aws
    tournament: str
    env: WorkflowEnvironment | None = None
    queue: str = "test"
    skipped: timedelta = timedelta(0)
    dynamodb: Any = field(init=False)

    def __post_init__(self) -> None:
        self.dynamodb = self.aws.dynamodb()

    # -- the way in

    @property
    def handle(self) -> WorkflowHandle[Any, Any]:
        """The workflow, whichever run it is in."""
        return self.client.get_workflow_handle(workflow_id(self.tournament))

    async def now(self) -> datetime:
        """Return the tournament's own time."""
        if self.env is None:
            return datetime.now(UTC)
        return await self.env.get_current_time(self.handle)

    async def open(self, *, limits: Limits | None = None, starts_in: timedelta | None = None, **more: Any) -> None:
        """Start the workflow of a new tournament."""
        now = datetime.now(UTC)
        starts_at = now + (timedelta(hours=1) if starts_in is None else starts_in)
        opening = Opening(
            command_id=f"open-{self.tournament}",
            actor="owner-1",
            role="owner",
            at=now,
            settings=settings(starts_at, **more),
        )
        await self.client.start_workflow(
            WORKFLOW,
            Run(tournament=self.tournament, club=CLUB, opening=opening, limits=limits or Limits()),
            id=workflow_id(self.tournament),
            task_queue=self.queue,
            task_timeout=TASK_TIMEOUT,
        )

    async def tell(
        self,
        name: str,
        *,
        id: str | None = None,  # noqa: A002
        at: datetime | None = None,
        role: str = "floor",
        actor: str = FLOOR,
        patience: float = 10.0,
        again: bool = False,
        **body: Any,
    ) -> str:
        """Signal a command as the door does; return its id.  `again`: past the server's own look for repeats."""
        command_id = id or f"c{next(_numbers):05}"
        accepted_at = at or await self.now()
        envelope = {
            "command_id": command_id,
            "actor": actor,
            "role": role,
            "accepted_at": to_text(accepted_at),
            "body": body,
        }
        request_id = f"{command_id}/{next(_numbers)}" if again else command_id
        await self.signal(name, envelope, request_id=request_id, patience=patience)
        return command_id

    async def wake(self, name: str, **more: Any) -> str:
        """Give a command to a tournament that is over, as the door does (LIFE-11); return its id."""
        command_id = more.pop("id", None) or f"c{next(_numbers):05}"
        envelope = {
            "command_id": command_id,
            "actor": FLOOR,
            "role": "floor",
            "accepted_at": to_text(datetime.now(UTC)),
            "body": more,
        }
        await self.client.start_workflow(
            WORKFLOW,
            Run(tournament=self.tournament, club=CLUB),
            id=workflow_id(self.tournament),
            task_queue=self.queue,
            task_timeout=TASK_TIMEOUT,
            start_signal=name,
            start_signal_args=[envelope],
        )
        return command_id

    async def signal(self, name: str, *args: Any, request_id: str = "", patience: float = 10.0) -> None:
        """Signal anything, by the raw call; a run that is closing is asked again in a moment."""
        payloads = await self.client.data_converter.encode(list(args)) if args else []
        request = SignalWorkflowExecutionRequest(
            namespace=self.client.namespace,
            workflow_execution=WorkflowExecution(workflow_id=workflow_id(self.tournament)),
            signal_name=name,
            input=Payloads(payloads=payloads),
            identity=self.client.identity,
            request_id=request_id,
        )
        async with asyncio.timeout(patience):
            while True:
                try:
                    await self.client.workflow_service.signal_workflow_execution(request, retry=False)
                except RPCError as error:
                    if error.status not in AWAY:
                        raise
                    await asyncio.sleep(0.02)
                else:
                    return

    async def ask(self, name: str, **more: Any) -> Outcome:
        """Give a command and return its outcome."""
        return await self.outcome(await self.tell(name, **more))

    async def ok(self, name: str, **more: Any) -> Outcome:
        """Give a command that is accepted."""
        outcome = await self.ask(name, **more)
        assert outcome.status == "accepted", outcome
        return outcome

    async def refused(self, name: str, **more: Any) -> str:
        """Give a command that is refused; return the rejection's code."""
        outcome = await self.ask(name, **more)
        assert outcome.rejection is not None, outcome
        return outcome.rejection.code

    async def seat(self, players: int, first: int = 1) -> None:
        """Register these players and check them in."""
        ids = [await self.tell("register", player=player(n)) for n in range(first, first + players)]
        ids += [await self.tell("check_in", player=player(n)) for n in range(first, first + players)]
        for command_id in ids:
            assert (await self.outcome(command_id)).status == "accepted"

    async def start(self, players: int = 9) -> None:
        """Open registration, seat these players and start; returns when they sit."""
        await self.ok("open_registration")
        await self.seat(players)
        await self.ok("start")
        await self.until(lambda: self.head()["drawn"])

    async def forward(self, **span: float) -> None:
        """Let the tournament's own time pass; the last stretch to an instant at which a timer goes off is walked."""
        assert self.env is not None
        now = await self.now()
        until = now + timedelta(**span)
        stop = landing((each.at for each in elapse(fold(self.events()), until).recorded), until)
        if stop > now:
            await self.env.fast_forward(self.handle, stop - now)
        await asyncio.sleep((until - max(stop, now)).total_seconds())

    # -- the store

    async def outcome(self, command_id: str, patience: float = 20.0) -> Outcome:
        """Return a command's outcome once the store has it."""
        found: list[Outcome] = []

        def there() -> bool:
            outcome = self.find_outcome(command_id)
            if outcome is not None:
                found.append(outcome)
            return outcome is not None

        await self.until(there, patience)
        return found[0]

    def find_outcome(self, command_id: str) -> Outcome | None:
        """Return a command's outcome if the store has it."""
        answer = items.find_outcome(self.dynamodb, self.aws.club, self.tournament, command_id)
        return answer.outcome if answer else None

    def head(self) -> dict[str, Any]:
        """Return the tournament's row."""
        head = items.find_head(self.dynamodb, self.aws.club, self.tournament)
        return items.row_of(head) if head else {}

    def events(self, kind: str = "") -> list[Recorded]:
        """Return the recorded events, of one kind or all, having checked that the chain holds."""
        rows = list(items.log_rows(self.dynamodb, self.aws.club, self.tournament))
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        for row, following in itertools.pairwise(rows):
            assert row.hash == following.prev
        recorded = [from_text(row.text) for row in rows]
        return [each for each in recorded if kind in {"", each.event.kind}]

    def assert_shown_as_recorded(self) -> None:
        """Check that the tournament's row is what the record gives up to its event: more may follow at any time."""
        shown = self.head()
        assert shown == views.head(fold(one for one in self.events() if one.seq <= shown["seq"]))

    async def until(self, true: Callable[[], bool], patience: float = 20.0) -> None:
        """Return as soon as something holds."""
        async with asyncio.timeout(patience):
            while not await asyncio.to_thread(true):
                await asyncio.sleep(0.01)

    async def level(self, number: int) -> None:
        """Return once the store shows this level."""
        await self.until(lambda: bool(self.head()["clock"]["level"] == number))

    async def runs(self) -> int:
        """Return how many histories the tournament has had."""
        count = 0
        async for _ in self.client.list_workflows(f"WorkflowId = '{workflow_id(self.tournament)}'"):
            count += 1
        return count

    async def history_length(self) -> int:
        """Return the events of the current history."""
        return (await self.handle.describe()).history_length


def player(number: int) -> str:
    """Return a player's id."""
    return f"player-{number:03}"


def store_activities(aws: Aws) -> list[Callable[..., Any]]:
    """Return the activities on the tables of this account."""
    client = aws.dynamodb()
    snapshots = Snapshots(client, aws.club)
    return [
        Journal(client, aws.club).write,
        Recollection(client, aws.club).recall,
        Vault(client, aws.vault).answer,
        Ballots(client, aws.vault, aws.keys()).answer,
        Credits(client, aws.club).write,
        snapshots.store,
        snapshots.load,
    ]


@contextlib.contextmanager
def threads() -> Iterator[ThreadPoolExecutor]:
    """Lend threads for activities."""
    with ThreadPoolExecutor(16) as pool:
        yield pool


@contextlib.asynccontextmanager
async def working(
    client: Client, activities: list[Callable[..., Any]], *, queue: str = "test", **more: Any
) -> AsyncIterator[Worker]:
    """Run a worker in this process."""
    with threads() as pool:
        async with Worker(
            client,
            task_queue=queue,
            workflows=WORKFLOWS,
            activities=activities,
            activity_executor=pool,
            workflow_runner=sandbox(),
            sticky_queue_schedule_to_start_timeout=STICKY,
            **more,
        ) as worker:
            yield worker


@contextlib.asynccontextmanager
async def playing(env: WorkflowEnvironment, aws: Aws, **opening: Any) -> AsyncIterator[Evening]:
    """Open a tournament on a time-skipping server, with a worker in this process and the store in the emulator."""
    evening = Evening(client=env.client, aws=aws, tournament=f"t{next(_numbers):05}", env=env)
    async with working(env.client, store_activities(aws)):
        await evening.open(**opening)
        yield evening
