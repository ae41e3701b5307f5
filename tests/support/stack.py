"""The real stack for tests: emulator, Temporal server, deployed template, worker, all on free ports in a folder.

with running(tmp_path) as stack:
    owner = stack.account("owner")
    answer = stack.api.post("/v1/clubs", {...}, token=stack.account("operator", operator=True).token)
    stack.kill("worker")
    stack.restart("worker")
"""

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from temporalio.client import Client
from temporalio.contrib.pydantic import pydantic_data_converter

from infra.accounts import Account, Accounts
from infra.api import Api
from infra.processes import Program
from infra.stack import NAMESPACE, LocalStack


@dataclass(kw_only=True)
class Stack:
    """A running stack of this test run alone."""

    local: LocalStack
    known: dict[str, Account] = field(default_factory=dict)

    @property
    def api(self) -> Api:
        """The deployed API."""
        return Api(url=self.local.url)

    @cached_property
    def accounts(self) -> Accounts:
        """The accounts of its user pool."""
        return Accounts(
            emulator=self.local.aws,
            pool=self.local.outputs["UserPool"],
            client=self.local.outputs["UserPoolClient"],
        )

    @cached_property
    def dynamodb(self) -> Any:
        """A DynamoDB client with all rights, to look behind the API."""
        return self.local.aws.client("dynamodb")

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which programs find this stack (`monkeypatch.setenv` them for code under test)."""
        return self.local.environment

    def account(self, name: str, *, operator: bool = False) -> Account:
        """Return this account, signed in once."""
        if name not in self.known:
            self.known[name] = self.accounts.sign_in(name, operator=operator)
        return self.known[name]

    async def temporal(self) -> Client:
        """Return a client of the Temporal server."""
        return await Client.connect(
            self.local.temporal_address, namespace=NAMESPACE, data_converter=pydantic_data_converter
        )

    def program(self, name: str) -> Program:
        """Return `emulator`, `temporal` or `worker`."""
        return next(program for program in self.local.started if program.name == name)

    def kill(self, name: str) -> None:
        """End a program with SIGKILL; returns when it is gone."""
        self.program(name).kill()

    def restart(self, name: str) -> None:
        """Start a program that has ended, on the same port and data; returns when it does its work."""
        self.local.restart(self.program(name))

    def copy_store(self, to: Path) -> Path:
        """Copy what the store has kept so far to a new folder `to`, and return it."""
        self.local.save()
        shutil.copytree(self.local.folder / "aws", to)
        return to

    def bring_back_store(self, copy: Path) -> None:
        """Kill the store and start it again as it was when `copy` was made."""
        self.kill("emulator")
        shutil.rmtree(self.local.folder / "aws")
        shutil.copytree(copy, self.local.folder / "aws")
        self.restart("emulator")


@contextlib.contextmanager
def running(folder: Path, *, worker_kind: str = "outside", checked: bool = False) -> Iterator[Stack]:
    """Start a stack in `folder`, and end every process of it afterwards, however the test went.

    Args:
        folder: an empty one for a new stack, or one of an earlier stack to go on with it.
        worker_kind: "outside", "lambda" or "none", as in `LocalStack`.
        checked: whether the emulator enforces the IAM roles of the template.
    """
    local = LocalStack(folder=folder, worker_kind=worker_kind, checked=checked)
    with local.alone():
        try:
            local.start()
            yield Stack(local=local)
        finally:
            local.stop()
