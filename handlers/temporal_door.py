"""The way to the workflows: one client per process, and every call ends within its budget.

What the server has acknowledged is kept for good (CMD-2).  What it has not may have come through all the same; the
caller sends it again under the same command id.

The SDK's own retry waits a second or more when the server is busy for a moment, which here means only that a workflow
is starting itself anew.  So the raw calls are made, and made again within milliseconds.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from google.protobuf.duration_pb2 import Duration
from temporalio.api.common.v1 import Payloads, WorkflowExecution, WorkflowType
from temporalio.api.enums.v1 import WorkflowIdConflictPolicy, WorkflowIdReusePolicy
from temporalio.api.sdk.v1 import UserMetadata
from temporalio.api.taskqueue.v1 import TaskQueue
from temporalio.api.workflowservice.v1 import (
    SignalWithStartWorkflowExecutionRequest,
    SignalWorkflowExecutionRequest,
    StartWorkflowExecutionRequest,
)
from temporalio.client import Client
from temporalio.service import RPCError, RPCStatusCode

from domain.ids import CommandId, TournamentId
from infra.client import TASK_TIMEOUT, WORKFLOW, connect, workflow_id
from infra.settings import settings

if TYPE_CHECKING:
    from domain.run import Run

BUDGET = 2.0
"""Seconds within which the server must have taken a signal or a start."""

BUSY = frozenset({RPCStatusCode.RESOURCE_EXHAUSTED, RPCStatusCode.UNAVAILABLE})
"""Answers that mean "not this moment": a run makes room for the next, or the server is just back."""

_T = TypeVar("_T")


class NotAcknowledged(Exception):
    """The server has not said that it keeps what it was sent."""


class NotRunning(Exception):
    """No run of this tournament's workflow is open."""


_client: Client | None = None


async def connected() -> Client:
    """Return the client of this process; it connects with its first call, and again by itself when it must."""
    global _client  # noqa: PLW0603 - one client a process is the point
    if _client is None:
        _client = await connect(lazy=True)
    return _client


async def until_free(call: Callable[[], Awaitable[_T]], budget: float) -> _T:
    """Return what a call gives, made again after 10 to 40 ms each time the server is busy or away.

    Raises:
        NotAcknowledged: no answer within `budget` seconds.
        RPCError: the server refused for another reason.
    """
    end = time.monotonic() + budget
    why: Exception | None = None
    while (left := end - time.monotonic()) > 0:
        try:
            return await asyncio.wait_for(call(), left)
        except RPCError as refused:
            if refused.status not in BUSY:
                raise
            why = refused
        except (RuntimeError, TimeoutError) as away:  # RuntimeError: the SDK's word for "cannot connect"
            why = away
        await asyncio.sleep(random.uniform(0.01, 0.04))  # noqa: S311 - keeps callers apart, hides nothing
    raise NotAcknowledged from why


async def signal(tournament: TournamentId, name: str, command_id: CommandId, envelope: Mapping[str, Any]) -> None:
    """Send a command to the running tournament.

    Raises:
        NotAcknowledged: nobody said in time that it is kept.
        NotRunning: the tournament's workflow is not open.
    """
    client = await connected()
    request = SignalWorkflowExecutionRequest(
        namespace=client.namespace,
        workflow_execution=WorkflowExecution(workflow_id=workflow_id(tournament)),
        signal_name=name,
        input=await _payloads(client, envelope),
        identity=client.identity,
        request_id=command_id,
    )
    try:
        await until_free(lambda: client.workflow_service.signal_workflow_execution(request, retry=False), BUDGET)
    except RPCError as refused:
        if refused.status is RPCStatusCode.NOT_FOUND:
            raise NotRunning from refused
        raise NotAcknowledged from refused


async def wake(run: "Run", name: str, command_id: CommandId, envelope: Mapping[str, Any]) -> None:
    """Send a command to a tournament that is over: its workflow comes back for it (LIFE-11).

    Raises:
        NotAcknowledged: nobody said in time that it is kept.
    """
    client = await connected()
    request = SignalWithStartWorkflowExecutionRequest(
        namespace=client.namespace,
        workflow_id=workflow_id(run.tournament),
        workflow_type=WorkflowType(name=WORKFLOW),
        task_queue=TaskQueue(name=settings().task_queue),
        input=await _payloads(client, run),
        signal_name=name,
        signal_input=await _payloads(client, envelope),
        workflow_task_timeout=_task_timeout(),
        user_metadata=await _summary(client, run),
        identity=client.identity,
        request_id=command_id,
        workflow_id_reuse_policy=WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
        workflow_id_conflict_policy=WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
    )
    try:
        await until_free(
            lambda: client.workflow_service.signal_with_start_workflow_execution(request, retry=False), BUDGET
        )
    except RPCError as refused:
        raise NotAcknowledged from refused


async def open_tournament(run: "Run", command_id: CommandId) -> None:
    """Start a new tournament's workflow; one that was started before, be it over by now, stays as it is.

    Raises:
        NotAcknowledged: nobody said in time that it is started.
    """
    client = await connected()
    request = StartWorkflowExecutionRequest(
        namespace=client.namespace,
        workflow_id=workflow_id(run.tournament),
        workflow_type=WorkflowType(name=WORKFLOW),
        task_queue=TaskQueue(name=settings().task_queue),
        input=await _payloads(client, run),
        workflow_task_timeout=_task_timeout(),
        user_metadata=await _summary(client, run),
        identity=client.identity,
        request_id=command_id,
        workflow_id_reuse_policy=WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
        workflow_id_conflict_policy=WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
    )
    try:
        await until_free(lambda: client.workflow_service.start_workflow_execution(request, retry=False), BUDGET)
    except RPCError as refused:
        if refused.status is not RPCStatusCode.ALREADY_EXISTS:
            raise NotAcknowledged from refused


async def _payloads(client: Client, value: Any) -> Payloads:
    return Payloads(payloads=await client.data_converter.encode([value]))


async def _summary(client: Client, run: "Run") -> UserMetadata:
    (words,) = await client.data_converter.encode([f"Tournament {run.tournament} of club {run.club}"])
    return UserMetadata(summary=words)


def _task_timeout() -> Duration:
    timeout = Duration()
    timeout.FromTimedelta(TASK_TIMEOUT)
    return timeout
