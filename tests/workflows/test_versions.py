"""A tournament keeps the build that it was started with; a draft moves on to a new one at once."""

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from temporalio.api.enums.v1 import EventType
from temporalio.api.workflowservice.v1 import SetWorkerDeploymentCurrentVersionRequest
from temporalio.client import Client
from temporalio.service import RPCError

from infra import registrations
from infra.processes import Program
from infra.registrations import DEPLOYMENT
from tests.support.evenings import Evening, player
from tests.support.nights import Night
from tests.support.stack import running


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    with running(tmp_path_factory.mktemp("versions")) as stack:
        yield Night(stack=stack)


@contextlib.contextmanager
def newer_worker(night: Night) -> Iterator[Program]:
    """Run a worker of another build beside the one of the stack."""
    newer = replace(
        night.worker,
        name="newer",
        process=None,
        environment={**night.worker.environment, "BUILD": "newer"},
        ready=lambda: newer.log.exists() and "ready" in newer.log.read_text(),
    )
    newer.start()
    newer.await_ready()
    try:
        yield newer
    finally:
        newer.stop()


async def make_current(client: Client, build: str) -> None:
    """Let new tournaments start with this build."""
    request = SetWorkerDeploymentCurrentVersionRequest(
        namespace=client.namespace, deployment_name=DEPLOYMENT, build_id=build, identity="test"
    )
    async with asyncio.timeout(20):
        while True:
            with contextlib.suppress(RPCError):  # the server has not heard of it yet
                await client.workflow_service.set_worker_deployment_current_version(request)
                return
            await asyncio.sleep(0.1)


async def builds(evening: Evening) -> list[str]:
    """Return the builds that did the tasks of the current history, without repeats."""
    found: list[str] = []
    async for event in evening.handle.fetch_history_events():
        if event.event_type == EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED:
            build = event.workflow_task_completed_event_attributes.deployment_version.build_id
            if not found or found[-1] != build:
                found.append(build)
    return found


async def test_a_running_tournament_keeps_its_build_and_a_draft_moves_on(night: Night) -> None:
    running_one, draft, fresh = await night.evening(), await night.evening(), await night.evening()
    await running_one.open()
    await running_one.start()
    await draft.open()
    await draft.ok("open_registration")
    with newer_worker(night):
        await make_current(draft.client, "newer")
        await running_one.ok("rebuy", player=player(1))
        await fresh.open()
        await fresh.ok("open_registration")
        await draft.ok("register", player=player(1))
        async with asyncio.timeout(20):
            while await draft.runs() == 1:
                await asyncio.sleep(0.1)
        await draft.ok("register", player=player(2))
        await running_one.ok("pause")
        assert await builds(running_one) == ["local"]
        assert await builds(fresh) == ["newer"]
        assert await builds(draft) == ["newer"]
        assert [each.cause for each in draft.events("player_registered")]
        assert draft.head()["registered"] == 2


async def test_a_worker_that_comes_up_late_does_not_turn_a_deployment_back(night: Night) -> None:
    evening = await night.evening()
    with newer_worker(night):
        await make_current(evening.client, "newer")
        night.worker.stop()
        night.stack.restart("worker")
        await evening.open()
        await evening.ok("open_registration")
        assert await builds(evening) == ["newer"]


def test_two_builds_have_two_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    named = registrations.build()
    assert named == registrations.build()
    for room in ("domain", "workflows", "activities"):
        (tmp_path / room).mkdir()
    (tmp_path / "domain" / "clock.py").write_text("LEVELS = 1\n")
    monkeypatch.setattr(registrations, "__file__", str(tmp_path / "infra" / "registrations.py"))
    one = registrations.build()
    (tmp_path / "domain" / "clock.py").write_text("LEVELS = 2\n")
    assert len({named, one, registrations.build()}) == 3
