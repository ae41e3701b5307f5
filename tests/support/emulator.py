"""The AWS emulator alone: one process a run, an account of its own for every test, tables as the template has them.

A suite's conftest imports the fixtures that it wants.
"""

import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.config import Config
from samtranslator.yaml_helper import yaml_parse

from activities import items, seals
from infra.processes import bare_environment, free_port, listening, wait_until

HOME = Path(__file__).parent.parent.parent
REGION = "eu-central-1"
QUICK = Config(connect_timeout=1, read_timeout=5, retries={"mode": "standard", "total_max_attempts": 1})


@dataclass(frozen=True, kw_only=True)
class Emulator:
    """A running emulator."""

    url: str
    process: subprocess.Popen[bytes]


@dataclass(frozen=True, kw_only=True)
class Aws:
    """An account of the emulator, with `club` and `vault` in it, and the `key` that ballots are sealed with."""

    url: str
    account: str
    club: str = "club"
    vault: str = "vault"
    key: str = ""

    @property
    def arguments(self) -> dict[str, Any]:
        """What `boto3.client` takes to reach this account."""
        return {
            "endpoint_url": self.url,
            "region_name": REGION,
            "aws_access_key_id": self.account,
            "aws_secret_access_key": "test",
        }

    def dynamodb(self) -> Any:
        """Return a new client; its event hooks are its own."""
        return boto3.client("dynamodb", config=QUICK, **self.arguments)

    def keys(self) -> Any:
        """Return a new client of the key service."""
        return boto3.client("kms", config=QUICK, **self.arguments)

    def put_ballot(self, tournament: str, vote: int, player: str, *, deal: bool, at: datetime) -> None:
        """Put a ballot as the door does: under seal, and once."""
        sealed = seals.seal(self.keys(), self.key, tournament, vote, player, deal=deal)
        row = items.ballot_item(tournament, vote, player, sealed=sealed, at=at)
        self.dynamodb().put_item(TableName=self.vault, Item=row, ConditionExpression="attribute_not_exists(pk)")

    def said(self, tournament: str, vote: int) -> dict[str, bool]:
        """Return what each ballot in the vault says, as whoever may open them finds it."""
        return {
            items.voter_of(row): seals.says_deal(
                self.keys(), items.sealed_of(row), tournament, vote, items.voter_of(row)
            )
            for row in items.find_ballots(self.dynamodb(), self.vault, tournament, vote)
        }

    def rows(self, table: str = "") -> list[dict[str, Any]]:
        """Return every row of a table (of `club` by default), in the order of the keys."""
        pages = self.dynamodb().get_paginator("scan").paginate(TableName=table or self.club, ConsistentRead=True)
        found = [item for page in pages for item in page["Items"]]
        return sorted(found, key=lambda item: (item["pk"]["S"], item["sk"]["S"]))


def start_emulator(folder: Path) -> Emulator:
    """Start an emulator that keeps nothing, on a free port; whoever started it ends it."""
    port = free_port()
    environment = bare_environment(
        AWS_ACCESS_KEY_ID="test",
        AWS_SECRET_ACCESS_KEY="test",
        AWS_DEFAULT_REGION=REGION,
        MINISTACK_REGION=REGION,
        GATEWAY_PORT=str(port),
        BIND_HOST="127.0.0.1",
        PERSIST_STATE="0",
        TMPDIR=str(folder),
        SFTP_ENABLED="0",
        IOT_MTLS_ENABLED="0",
    )
    with (folder / "emulator.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "ministack"], cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
    wait_until(lambda: listening(port) or process.poll() is not None, within=30, what="the emulator listens")
    return Emulator(url=f"http://127.0.0.1:{port}", process=process)


@cache
def _template() -> Any:
    return yaml_parse((HOME / "template.yaml").read_text())


def create_table(client: Any, resource: str, name: str) -> None:
    """Create a table as `template.yaml` declares its keys and index."""
    properties = _template()["Resources"][resource]["Properties"]
    wanted = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "BillingMode")
    client.create_table(TableName=name, **{key: properties[key] for key in wanted if key in properties})


@pytest.fixture(scope="session")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulator]:
    """One emulator for the whole run."""
    started = start_emulator(tmp_path_factory.mktemp("emulator"))
    yield started
    started.process.terminate()
    started.process.wait(10)


@pytest.fixture
def aws(emulator: Emulator) -> Aws:
    """An account of this test alone, with empty tables."""
    account = Aws(url=emulator.url, account=str(uuid.uuid4().int)[:12])
    client = account.dynamodb()
    create_table(client, "Club", account.club)
    create_table(client, "Vault", account.vault)
    key: str = account.keys().create_key()["KeyMetadata"]["Arn"]
    return replace(account, key=key)
