"""The long-lived worker: `python -m infra.worker`.  Says `ready`; ends by SIGTERM once what it does is done."""

import asyncio
import gc
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from temporalio.api.deployment.v1 import WorkerDeploymentVersion as Version
from temporalio.api.workflowservice.v1 import (
    DescribeWorkerDeploymentRequest,
    SetWorkerDeploymentCurrentVersionRequest,
)
from temporalio.client import Client
from temporalio.service import RPCError, RPCStatusCode
from temporalio.worker import Worker

from infra import registrations
from infra.client import connect
from infra.settings import Settings, settings

CACHED = 1_000
"""Tournaments kept in memory; one that is not costs a replay with each command."""

THREADS = 32
"""Activities at a time; each waits for the store most of its time."""

GRACE = timedelta(seconds=10)
"""How long activities may go on after SIGTERM."""

COLLECT = (50_000, 20, 100)
"""When the collector of cycles runs: tournaments are values without cycles, ten thousand entries of them at a time."""

PATIENCE = 0.1
"""Seconds between two attempts at something the server is not ready for."""


def worker(client: Client, known: Settings, threads: ThreadPoolExecutor) -> Worker:
    """Return the worker of tournaments."""
    return Worker(
        client,
        task_queue=known.task_queue,
        workflows=registrations.WORKFLOWS,
        activities=registrations.activities(known),
        activity_executor=threads,
        workflow_runner=registrations.sandbox(),
        deployment_config=registrations.deployment(known),
        max_cached_workflows=CACHED,
        sticky_queue_schedule_to_start_timeout=registrations.STICKY,
        graceful_shutdown_timeout=GRACE,
    )


async def make_current(client: Client, known: Settings) -> None:
    """Make this build the one that new tournaments start with, if no build is yet.

    From then on that is a deployment's decision, never a worker's: one that comes up late must not turn it back.
    """
    version = registrations.version(known)
    while True:
        try:
            described = await client.workflow_service.describe_worker_deployment(
                DescribeWorkerDeploymentRequest(namespace=client.namespace, deployment_name=version.deployment_name)
            )
            current: Version = described.worker_deployment_info.routing_config.current_deployment_version
            if current.build_id:
                return
            await client.workflow_service.set_worker_deployment_current_version(
                SetWorkerDeploymentCurrentVersionRequest(
                    namespace=client.namespace,
                    deployment_name=version.deployment_name,
                    build_id=version.build_id,
                    conflict_token=described.conflict_token,
                    identity=client.identity,
                )
            )
        except RPCError as error:  # the server learns of a deployment from its worker's first poll
            if error.status not in {RPCStatusCode.NOT_FOUND, RPCStatusCode.FAILED_PRECONDITION}:
                raise
        else:
            return
        await asyncio.sleep(PATIENCE)


async def main() -> None:
    """Run the worker until SIGTERM or SIGINT."""
    gc.set_threshold(*COLLECT)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    known = settings()
    client = await connect(known)
    with ThreadPoolExecutor(THREADS, thread_name_prefix="activity") as threads:
        async with worker(client, known, threads):
            await make_current(client, known)
            print("ready", flush=True)
            await stop.wait()


if __name__ == "__main__":
    asyncio.run(main())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # the library's threads do not always let the interpreter end by itself
