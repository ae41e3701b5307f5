"""Plays a scenario through the real workflow, on a real Temporal server that skips time.

The store is in memory, so that the evening needs nothing but the server.  The tournament's own time cannot lie in the
past: the evening is played on a coming day, at the times of day that the scenario gives.
"""

import asyncio
import contextlib
import itertools
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, assert_never

from temporalio.api.common.v1 import Payloads, WorkflowExecution
from temporalio.api.workflowservice.v1 import SignalWorkflowExecutionRequest
from temporalio.client import Client, WorkflowExecutionStatus, WorkflowHandle
from temporalio.common import SearchAttributeKey
from temporalio.service import RPCError, RPCStatusCode
from temporalio.testing import TimeSkippingConfig, WorkflowEnvironment
from temporalio.worker import Worker

from domain.deadlines import next_deadline
from domain.desk import elapse
from domain.ids import CommandId
from domain.journal import Outcome
from domain.run import Limits, Opening, Run
from domain.times import to_text
from infra.client import TASK_TIMEOUT, WORKFLOW, workflow_id
from infra.memory_store import MemoryStore
from infra.payloads import data_converter
from infra.processes import DidNotHappen
from infra.registrations import STICKY, WORKFLOWS, sandbox
from infra.rehearse import Played, Seen, answer_lot, open_draft
from infra.scenario import Scenario
from infra.script import CREATED, Befall, Give, Glance, Script, script
from infra.skipping import WALK, landing
from infra.temporal_server import SEARCH_ATTRIBUTES, TUNING, temporal_program

QUEUE = "rehearsals"
PATIENCE = 60.0
"""Seconds to wait for something that ought to come at once."""
LOOK = 0.01
"""Seconds between two looks at something awaited."""

_SEARCHED: dict[str, Callable[[str], Any]] = {
    "Keyword": SearchAttributeKey.for_keyword,
    "Datetime": SearchAttributeKey.for_datetime,
    "Int": SearchAttributeKey.for_int,
}
_BUSY = {RPCStatusCode.RESOURCE_EXHAUSTED, RPCStatusCode.UNAVAILABLE}


@contextlib.asynccontextmanager
async def stage() -> AsyncIterator[WorkflowEnvironment]:
    """Run a Temporal server on which each workflow has a clock of its own, moved on from outside."""
    tuning = TUNING | {
        "frontend.WorkflowTimeSkippingEnabled": "true",
        "history.workflowIdReuseMinimalInterval": '"0s"',
    }
    with _nothing_printed():
        env = await WorkflowEnvironment.start_time_skipping_v2(
            ts_config=TimeSkippingConfig(enabled=False),
            dev_server_existing_path=str(temporal_program()),
            dev_server_log_level="error",
            dev_server_extra_args=[
                part for name, value in tuning.items() for part in ("--dynamic-config-value", f"{name}={value}")
            ],
            search_attributes=[_SEARCHED[kind](name) for name, kind in SEARCH_ATTRIBUTES.items()],
            data_converter=data_converter,
        )
    async with env:
        yield env


@contextlib.contextmanager
def _nothing_printed() -> Iterator[None]:
    """Keep a program that is started meanwhile from printing: it inherits this process's output."""
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def coming(scenario: Scenario) -> Script:
    """Return the script of the evening on a coming day: its draft is opened within the next day."""
    written = script(scenario)
    late = datetime.now(UTC) - written.created_at
    return script(scenario, moved=max(late // timedelta(days=1) + 1, 0) * timedelta(days=1))


async def play_durably(env: WorkflowEnvironment, script: Script, run: str) -> Played:
    """Play the evening through the workflow; `run` tells it from others on the same server.

    Raises:
        ScenarioUnreadable: the settings cannot be played.
        DidNotHappen: something did not come about in time.
    """
    open_draft(script)
    store = MemoryStore(lambda request: answer_lot(script, request))
    evening = _Evening(env, script, store, f"{workflow_id(script.tournament)}-{run}")
    try:
        await evening.open()
        for action in script.actions:
            await evening.take(action)
        return await evening.played()
    finally:
        await evening.close()


class _Evening:
    """One evening on the stage."""

    def __init__(self, env: WorkflowEnvironment, script: Script, store: MemoryStore, workflow: str) -> None:
        self.env = env
        self.client: Client = env.client
        self.script = script
        self.store = store
        self.workflow = workflow
        self.queue = f"{QUEUE}-{workflow}"
        self.worker = contextlib.AsyncExitStack()
        self.requests = itertools.count(1)
        self.given: list[CommandId] = []
        self.looks: list[Seen] = []
        self.repeated: list[Outcome | None] = []

    @property
    def handle(self) -> WorkflowHandle[Any, Any]:
        return self.client.get_workflow_handle(self.workflow)

    # ------------------------------------------------------------------------------------------------ begin and end

    async def open(self) -> None:
        """Start a worker, and the workflow of a new tournament."""
        await self._start_worker()
        opening = Opening(
            command_id=CREATED, actor="desk", role="floor", at=self.script.created_at, settings=self.script.settings
        )
        after = self.script.durable.roll_over_after
        limits = Limits() if after is None else Limits(soft=after, hard=2 * after)
        await self.client.start_workflow(
            WORKFLOW,
            Run(tournament=self.script.tournament, club=self.script.club, opening=opening, limits=limits),
            id=self.workflow,
            task_queue=self.queue,
            task_timeout=TASK_TIMEOUT,
        )

    async def _start_worker(self) -> None:
        await self.worker.enter_async_context(
            Worker(
                self.client,
                task_queue=self.queue,
                workflows=WORKFLOWS,
                activities=self.store.activities,
                workflow_runner=sandbox(),
                max_cached_workflows=10 if self.script.durable.cached else 0,
                sticky_queue_schedule_to_start_timeout=STICKY,
            )
        )

    async def close(self) -> None:
        """End the workflow if it has not ended, and the worker."""
        if await self._running():
            await self.handle.terminate("the rehearsal is over")
        await self.worker.aclose()

    async def played(self) -> Played:
        """Return how it went."""
        await self._settle(self.script.until())
        lengths = await self._histories()
        return Played(
            outcomes={
                command_id: outcome for command_id, outcome in self.store.outcomes.items() if command_id != CREATED
            },
            repeated=tuple(self.repeated),
            looks=tuple(self.looks),
            events=self.store.recorded,
            final=self._seen(self.script.until()),
            history=sum(lengths),
            runs=len(lengths),
            ended=not await self._running(),
        )

    async def _running(self) -> bool:
        return (await self.handle.describe()).status == WorkflowExecutionStatus.RUNNING

    async def _histories(self) -> list[int]:
        """Return how many events the history of each run has, the newest first."""
        lengths = []
        run: str | None = None
        while run is None or run:
            described = await self.client.get_workflow_handle(self.workflow, run_id=run).describe()
            lengths.append(described.history_length)
            first = self.client.get_workflow_handle(self.workflow, run_id=described.run_id)
            async for event in first.fetch_history_events(page_size=1):
                run = event.workflow_execution_started_event_attributes.continued_execution_run_id
                break
        return lengths

    # ------------------------------------------------------------------------------------------------ the evening

    async def take(self, action: Give | Glance | Befall) -> None:
        """Let time pass until the action, then do it."""
        await self._pass_time(action.at)
        match action:
            case Give():
                await self._give(action)
            case Glance():
                await self._settle(action.at)
                self.looks.append(self._seen(action.at))
            case Befall():
                await self._befall(action.what)
            case _ as missing:
                assert_never(missing)

    async def _befall(self, what: str) -> None:
        if what == "restart":
            await self.worker.aclose()
            await self._start_worker()
        elif what != "roll_over":
            self.store.down = what == "store_down"

    def _seen(self, at: datetime) -> Seen:
        store = self.store
        return Seen(at=at, head=store.head, entries=dict(store.entries), tables=dict(store.tables))

    async def _pass_time(self, until: datetime) -> None:
        """Let the tournament's own time come to an instant; all that was given before is answered on the way."""
        while await self._running():
            try:
                left = until - await self.env.get_current_time(self.handle)
                if left <= timedelta(0):
                    return
                if left <= WALK:
                    await asyncio.sleep(left.total_seconds())
                    return
                await self._settle(until - left)
                stop = landing(self._timers(until), until)
                if stop <= until - left:
                    await asyncio.sleep(left.total_seconds())
                    return
                await self.env.fast_forward(self.handle, stop - (until - left))
            except RPCError:
                if await self._running():
                    raise

    def _timers(self, until: datetime) -> list[datetime]:
        """Return when timers go off up to an instant; before anything is recorded one may, at that very instant."""
        if self.store.state is None:
            return [until]
        return [recorded.at for recorded in elapse(self.store.state, until).recorded]

    async def _settle(self, now: datetime) -> None:
        """Wait until the workflow has done everything that it can do at this instant."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while not await self._settled(now):
            if asyncio.get_running_loop().time() > end:
                raise DidNotHappen(f"{self.workflow} came to rest within {PATIENCE:g} s")
            await asyncio.sleep(LOOK)

    async def _settled(self, now: datetime) -> bool:
        raw = (await self.handle.describe()).raw_description
        if raw.HasField("pending_workflow_task"):
            return False
        if self.store.down:
            return True
        if raw.pending_activities or any(command_id not in self.store.outcomes for command_id in self.given):
            return False
        due = next_deadline(self.store.state) if self.store.state is not None else None
        return due is None or due.at > now

    async def _give(self, give: Give) -> None:
        """Signal a command; a repeat at the door is looked up first, as the door does it."""
        envelope = {
            "command_id": give.command_id,
            "actor": give.actor,
            "role": give.role,
            "accepted_at": to_text(give.accepted_at),
            "body": give.body,
        }
        if give.repeat:
            await self._settle(give.at)
        if not (give.repeat and give.at_the_door and give.command_id in self.store.outcomes):
            await self._signal(give.name, envelope)
        if give.command_id not in self.given:
            self.given.append(give.command_id)
        if give.repeat:
            await self._settle(give.at)
            self.repeated.append(self.store.outcomes.get(give.command_id))

    async def _signal(self, name: str, envelope: dict[str, Any]) -> None:
        """Signal a running tournament, or wake one that is over (LIFE-11)."""
        request = SignalWorkflowExecutionRequest(
            namespace=self.client.namespace,
            workflow_execution=WorkflowExecution(workflow_id=self.workflow),
            signal_name=name,
            input=Payloads(payloads=await self.client.data_converter.encode([envelope])),
            identity=self.client.identity,
            request_id=f"{envelope['command_id']}/{next(self.requests)}",
        )
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                await self.client.workflow_service.signal_workflow_execution(request, retry=False)
            except RPCError as error:
                if error.status == RPCStatusCode.NOT_FOUND:
                    await self._wake(name, envelope)
                    return
                if error.status not in _BUSY or asyncio.get_running_loop().time() > end:
                    raise
                await asyncio.sleep(LOOK)
            else:
                return

    async def _wake(self, name: str, envelope: dict[str, Any]) -> None:
        await self.client.start_workflow(
            WORKFLOW,
            Run(tournament=self.script.tournament, club=self.script.club),
            id=self.workflow,
            task_queue=self.queue,
            task_timeout=TASK_TIMEOUT,
            start_signal=name,
            start_signal_args=[envelope],
        )
