"""A tournament on a stack of its own, whose processes can be killed under it."""

import contextlib
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from temporalio.client import Client

from infra.payloads import data_converter
from infra.processes import Program, wait_until
from infra.stack import NAMESPACE, TASK_QUEUE
from tests.support.emulator import Aws
from tests.support.evenings import Evening
from tests.support.stack import Stack

_numbers = itertools.count(1)


@dataclass(kw_only=True)
class Night:
    """A stack, and tournaments on it."""

    stack: Stack

    async def evening(self) -> Evening:
        """Return a new tournament that has not been opened."""
        local = self.stack.local
        client = await Client.connect(
            local.temporal_address, namespace=NAMESPACE, data_converter=data_converter, lazy=True
        )
        aws = Aws(
            url=local.aws.endpoint,
            account=local.aws.credentials["AWS_ACCESS_KEY_ID"],
            club=local.outputs["ClubTable"],
            vault=local.outputs["VaultTable"],
            key=local.outputs["VaultKeyArn"],
        )
        return Evening(client=client, aws=aws, tournament=f"night-{next(_numbers)}", queue=TASK_QUEUE)

    @property
    def worker(self) -> Program:
        """The worker of the stack."""
        return self.stack.program("worker")

    @contextlib.contextmanager
    def mortal_worker(self, side: str, name: str) -> Iterator[Program]:
        """Have a worker that dies at a chosen write (`tests.support.mortal`) in the place of the stack's."""
        self.worker.kill()
        mortal = replace(
            self.worker,
            name="mortal",
            process=None,
            command=[sys.executable, "-m", "tests.support.mortal", side, name],
            ready=lambda: mortal.log.exists() and "ready" in mortal.log.read_text(),
        )
        mortal.start()
        mortal.await_ready()
        try:
            yield mortal
        finally:
            mortal.kill()


def gone(program: Program) -> None:
    """Return when a program has died."""
    wait_until(lambda: program.pid is None, within=30, what=f"{program.name} died")
