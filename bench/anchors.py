"""Bare workflows to measure against: the least that takes a signal and has something written for it.

`python -m bench.anchors` runs their worker.  No rules, no snapshot, no journal: a command comes in by a signal, one
transaction of as many rows as the product writes goes to the store, its outcome row among them.
"""

import asyncio
import os
import signal
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.common import RawValue
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from infra.client import connect
    from infra.settings import settings
    from infra.tables import dynamodb

QUEUE = "anchors"
ROWS = 4
"""Rows of one write: head, log, one entry, outcome."""

SOON = timedelta(seconds=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The commands that one write answers."""

    desk: str
    number: int
    commands: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """How an echo desk writes: inside the task that decided, or by an activity of its own."""

    name: str
    inside: bool


@workflow.defn
class Echo:
    """Takes commands and has them answered, in order."""

    @workflow.init
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.inbox: deque[str] = deque()
        self.number = 0

    @workflow.signal(dynamic=True)
    def receive(self, name: str, args: Sequence[RawValue]) -> None:
        """Put a command into the inbox."""
        del name
        self.inbox.append(workflow.payload_converter().from_payload(args[0].payload, dict)["command_id"])

    @workflow.run
    async def run(self, desk: Desk) -> None:
        """Answer commands for ever."""
        execute = workflow.execute_local_activity if desk.inside else workflow.execute_activity
        while True:
            await workflow.wait_condition(lambda: bool(self.inbox))
            commands = [self.inbox.popleft() for _ in range(min(len(self.inbox), 40))]
            self.number += 1
            answers = Answers(desk=desk.name, number=self.number, commands=commands)
            await execute("answer", answers, start_to_close_timeout=SOON)


@workflow.defn
class Ticks:
    """A bare timer, again and again."""

    @workflow.run
    async def run(self, seconds: float) -> None:
        """Tick for ever."""
        while True:
            await workflow.sleep(seconds)


@activity.defn(name="answer")
def answer(answers: Answers) -> int:
    """Write the answers and the rows that come with every write, in one transaction."""
    table = settings().club_table
    desk = {"S": f"ECHO#{answers.desk}"}
    rows = [
        {"pk": desk, "sk": {"S": f"ROW#{n}"}, "number": {"N": str(answers.number)}, "text": {"S": "x" * 250}}
        for n in range(ROWS - 1)
    ]
    rows += [{"pk": desk, "sk": {"S": command}, "status": {"S": "accepted"}} for command in answers.commands]
    dynamodb().transact_write_items(TransactItems=[{"Put": {"TableName": table, "Item": row}} for row in rows])
    return answers.number


async def serve() -> None:
    """Run the worker of the bare workflows until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    with ThreadPoolExecutor(32) as threads:
        async with Worker(
            await connect(),
            task_queue=QUEUE,
            workflows=[Echo, Ticks],
            activities=[answer],
            activity_executor=threads,
            max_cached_workflows=1_000,
        ):
            print("ready", flush=True)
            await stop.wait()


if __name__ == "__main__":
    asyncio.run(serve())
    os._exit(0)
