from collections.abc import Iterator
from typing import Any

import boto3
import pytest

from activities.journal import Journal
from handlers import commands, temporal_door
from handlers import door as shared
from infra.keys import keys
from infra.tables import dynamodb
from tests.support.door import SETTINGS, Door, House, Watch
from tests.support.emulator import Aws, aws, create_table, emulator

__all__ = ["aws", "emulator"]

CLUB = "north"


@pytest.fixture
def store(aws: Aws, monkeypatch: pytest.MonkeyPatch) -> Iterator[Aws]:
    """The tables of this test, as the functions find them."""
    create_table(aws.dynamodb(), "People", "people")
    for name, value in {
        "AWS_ENDPOINT_URL": aws.url,
        "AWS_ACCESS_KEY_ID": aws.account,
        "CLUB_TABLE": aws.club,
        "PEOPLE_TABLE": "people",
        "VAULT_TABLE": aws.vault,
        "VAULT_KEY": aws.key,
        "TEMPORAL_ADDRESS": "127.0.0.1:1",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(boto3, "DEFAULT_SESSION", None)
    dynamodb.cache_clear()
    keys.cache_clear()
    yield aws
    dynamodb().close()
    dynamodb.cache_clear()
    keys.cache_clear()


@pytest.fixture
def house(store: Aws, monkeypatch: pytest.MonkeyPatch) -> House:
    """The rules in place of Temporal."""
    standing = House(journal=Journal(store.dynamodb(), store.club), vault=store.vault, keys=store.keys())
    monkeypatch.setattr(temporal_door, "_client", standing)
    return standing


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The door's time, an hour before the start."""
    standing = Watch()
    monkeypatch.setattr(shared, "utc_now", standing)
    return standing


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits that end within a fraction of a second, where nothing is going to come."""
    monkeypatch.setattr(commands, "PATIENCE", 0.15)
    monkeypatch.setattr(temporal_door, "BUDGET", 0.15)


@pytest.fixture
def door(store: Aws, watch: Watch) -> Door:
    """The door as the floor of the club sees it; the club has one of each role."""
    operator = Door(sub="operator-1", groups="operator")
    opened = operator.post("/v1/clubs", {"club_id": CLUB, "name": "North", "zone": "UTC", "owner": "owner-1"})
    assert opened.status == 201
    for role in ("floor", "cashier", "dealer"):
        put = Door(sub="owner-1").put(f"/v1/clubs/{CLUB}/staff/{role}-1", {"roles": [role]})
        assert put.status == 200
    return Door(sub="floor-1")


@pytest.fixture
def tournament(house: House, door: Door) -> str:
    """A draft of the club, and what its commands' path begins with."""
    opened = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open", "settings": SETTINGS})
    assert opened.status == 201
    return str(opened.body["tournament"])


@pytest.fixture
def floor(door: Door, tournament: str) -> Any:
    """Give a command as the floor."""

    def give(command_id: str, kind: str, **fields: Any) -> Any:
        body = {"command_id": command_id, "command": {"kind": kind, **fields}}
        return door.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", body)

    return give
