"""Whether the parts do their work (OPS-6)."""

from typing import Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from temporalio.service import RPCError, RPCStatusCode

from handlers import health, openapi
from handlers import store as reads
from tests.support.door import Door, House


@pytest.fixture
def anybody() -> Door:
    """Somebody without a token."""
    return Door(sub="", token_use="")


def test_ops_6_all_parts_work(anybody: Door, house: House) -> None:
    answer = anybody.get("/v1/health")
    assert (answer.status, answer.body["status"]) == (200, "ok")
    assert answer.body["parts"] == {"door": "ok", "store": "ok", "temporal": "ok", "worker": "ok"}


def test_ops_6_a_worker_that_is_not_there_is_told_and_is_no_fault_by_itself(anybody: Door, house: House) -> None:
    house.answers = False
    answer = anybody.get("/v1/health")
    assert (answer.status, answer.body["parts"]["worker"]) == (200, "absent")


def test_ops_6_a_worker_that_stopped_asking_for_work_is_absent(
    anybody: Door, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Timestamp()
    now.GetCurrentTime()
    monkeypatch.setattr("handlers.health.time.time", lambda: now.seconds + 71.0)
    assert anybody.get("/v1/health").body["parts"]["worker"] == "absent"


def test_ops_6_a_server_that_is_away_is_named(anybody: Door, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WAIT", 0.1)
    house.fail = [RPCError("down", RPCStatusCode.UNAVAILABLE, b"")] * 50
    answer = anybody.get("/v1/health")
    assert (answer.status, answer.body["status"]) == (503, "failing")
    assert answer.body["parts"] == {"door": "ok", "store": "ok", "temporal": "failing", "worker": "failing"}


def test_ops_6_a_store_that_is_away_is_named(anybody: Door, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: Any) -> None:
        raise reads.StoreDown

    monkeypatch.setattr(reads, "club", down)
    answer = anybody.get("/v1/health")
    assert (answer.status, answer.body["parts"]["store"]) == (503, "failing")


def test_api_1_the_description_is_served(anybody: Door, house: House) -> None:
    assert anybody.get("/v1/openapi.json").body == openapi.document()
