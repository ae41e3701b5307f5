"""Whether door, store, Temporal and worker do their work (OPS-6), and how the API is spoken to."""

import asyncio
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from aws_lambda_powertools.event_handler import Response
from temporalio.api.enums.v1 import TaskQueueType
from temporalio.api.taskqueue.v1 import TaskQueue
from temporalio.api.workflowservice.v1 import DescribeTaskQueueRequest
from temporalio.service import RPCError

from domain.ids import ClubId
from handlers import loop, store, temporal_door, wire
from handlers.door import describe, entrance, log, new_app
from handlers.routes import route
from infra.settings import settings

WAIT = 2.0
"""Seconds that a part has to show that it lives."""

POLL = 70.0
"""Seconds after its last question for work in which a worker counts as alive: it asks every minute at least."""

NOBODY: ClubId = "health"

app = new_app()


@route(
    app,
    "GET",
    "/v1/health",
    {200: ("Everything works.", "Health"), 503: ("Something does not.", "Health")},
    public=True,
)
def health() -> Response[Any]:
    """Say whether door, store, Temporal and a worker do their work.

    A worker that runs as a function is there only while it has work, and then counts as `absent`, which is no fault.
    """
    parts = {"door": "ok", **loop.run(_parts())}
    failing = "failing" in parts.values()
    status = HTTPStatus.SERVICE_UNAVAILABLE if failing else HTTPStatus.OK
    return wire.answer(status, {"status": "failing" if failing else "ok", "parts": parts})


async def _parts() -> Mapping[str, str]:
    stored, (reached, polled) = await asyncio.gather(_store(), _temporal())
    return {"store": stored, "temporal": reached, "worker": polled}


async def _store() -> str:
    try:
        await loop.within(WAIT, lambda: store.club(NOBODY))
    except (store.StoreDown, TimeoutError) as down:
        log.warning("store", extra=describe(down.__cause__ or down))
        return "failing"
    return "ok"


async def _temporal() -> tuple[str, str]:
    """Return how the server and the worker are; without the server nobody knows about the worker."""
    try:
        client = await temporal_door.connected()
        request = DescribeTaskQueueRequest(
            namespace=client.namespace,
            task_queue=TaskQueue(name=settings().task_queue),
            task_queue_type=TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
        )
        answer = await temporal_door.until_free(
            lambda: client.workflow_service.describe_task_queue(request, retry=False), WAIT
        )
    except (RPCError, temporal_door.NotAcknowledged) as down:
        log.warning("temporal", extra=describe(down.__cause__ or down))
        return "failing", "failing"
    last = max((poller.last_access_time.ToMilliseconds() / 1000 for poller in answer.pollers), default=0.0)
    return "ok", "ok" if time.time() - last < POLL else "absent"


@route(app, "GET", "/v1/openapi.json", {200: ("This document.", "Description")}, public=True)
def openapi() -> Response[Any]:
    """Describe the API as an OpenAPI 3.1 document."""
    from handlers.openapi import document  # noqa: PLC0415 - brings every function's routes with it

    return wire.answer(HTTPStatus.OK, document())


handler = entrance(app)
