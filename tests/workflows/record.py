"""Records histories of each phase of a tournament: `python -m tests.workflows.record [EVENING ...]`, some minutes.

To be done when the workflow or a rule changes on purpose, before the first release only: later a tournament that runs
may have a history like these, so they stay, and a change is guarded until they replay.
"""

import asyncio
import json
import os
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Any

from temporalio.client import WorkflowHandle
from temporalio.testing import WorkflowEnvironment

from domain.run import Limits
from tests.support.emulator import Aws, create_table, start_emulator
from tests.support.evenings import Evening, player, sheet, store_activities, time_skipping, working
from tests.support.wire import wired

HISTORIES = Path(__file__).parent.parent / "histories"
FRESH = 60
"""A history of so few events has just begun."""


async def keep(name: str, handle: WorkflowHandle[object, object]) -> None:
    """Write a history down."""
    history = (await handle.fetch_history()).to_json()
    (HISTORIES / f"{name}.json").write_text(json.dumps(json.loads(history, object_hook=bare), indent=1) + "\n")


def bare(value: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a history without what tells of the machine it was recorded on."""
    return {key: each for key, each in value.items() if key != "stackTrace"}


def account(url: str) -> Aws:
    """Return an account with empty tables."""
    aws = Aws(url=url, account=str(uuid.uuid4().int)[:12])
    create_table(aws.dynamodb(), "Club", aws.club)
    create_table(aws.dynamodb(), "Vault", aws.vault)
    return aws


async def evening(env: WorkflowEnvironment, aws: Aws) -> None:
    """An evening from the draft to the end, and the command that wakes it after that."""
    night = Evening(client=env.client, aws=aws, tournament="evening", env=env)
    async with working(env.client, store_activities(aws)):
        await night.open(structure=sheet(levels=12, seconds=600))
        await night.ok("open_registration")
        await keep("registration", night.handle)
        await night.seat(27)
        await night.ok("start")
        await night.until(lambda: bool(night.head()["drawn"]))
        await night.ok("register", player=player(28))
        await night.ok("rebuy", player=player(1))
        await night.ask("rebuy", player=player(99))
        await night.signal("pause", "unreadable")
        await night.ok("pause")
        await night.ok("resume")
        await night.forward(minutes=25)
        await night.level(3)
        await keep("running", night.handle)
        for n in range(2, 29):
            await night.ok("record_knockout", player=player(n), killers=[player(1)])
        await night.ok("void_knockout", knockout=27)
        await night.ok("record_knockout", player=player(28), killers=[player(1)], cause="knockout")
        await night.forward(minutes=40)
        await night.handle.result()
        await keep("over", night.handle)
        await night.wake("pause")
        await night.handle.result()
        await keep("woken", night.handle)


async def rolled_over(env: WorkflowEnvironment, aws: Aws) -> None:
    """A history that began with what another carried over, a seat waiting for its lot among it."""
    night = Evening(client=env.client, aws=aws, tournament="rolled-over", env=env)
    async with working(env.client, store_activities(aws)):
        await night.open(limits=Limits(soft=60, hard=90))
        await night.start(9)
        last = ""
        for n in range(12):
            last = await night.tell("register", player=player(20 + n))
        await night.outcome(last)
        await night.forward(minutes=21)
        await night.level(2)
        await keep("rolled-over", night.handle)


async def without_store(env: WorkflowEnvironment, aws: Aws) -> None:
    """A history with the store gone for a while."""
    night = Evening(client=env.client, aws=aws, tournament="without-store", env=env)
    async with wired(int(aws.url.rpartition(":")[2])) as wire:
        behind = Aws(url=f"http://127.0.0.1:{wire.port}", account=aws.account)
        async with working(env.client, store_activities(behind)):
            await night.open(structure=sheet(levels=12, seconds=60))
            await night.start(9)
            await wire.cut()
            sent = [await night.tell("rebuy", player=player(1 + n)) for n in range(9)]
            await night.forward(seconds=61)
            await wire.mend()
            for command_id in sent:
                await night.outcome(command_id)
            await night.level(2)
            await keep("without-store", night.handle)


async def draws(env: WorkflowEnvironment, aws: Aws) -> None:
    """A first draw of 200 seats and ten late ones, to the reveal of the seed; a run before this one took the names."""
    night = Evening(client=env.client, aws=aws, tournament="draws", env=env)
    async with working(env.client, store_activities(aws)):
        await night.open(limits=Limits(soft=400, hard=800), tables=30)
        await night.ok("open_registration")
        await night.seat(200)
        while await night.history_length() > FRESH:
            await night.ok("register", player=player(999))
            await night.ok("unregister", player=player(999))
        await night.ok("start")
        await night.until(lambda: bool(night.head()["drawn"]))
        for n in range(201, 211):
            await night.ok("register", player=player(n))
        await night.ok("cancel")
        await night.handle.result()
        await keep("draws", night.handle)


async def main(wanted: list[str]) -> None:
    """Record them all, or those evenings that are named."""
    HISTORIES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        emulator = start_emulator(Path(folder))
        try:
            async with time_skipping(identity="recorder") as env:
                for play in (evening, rolled_over, without_store, draws):
                    if not wanted or play.__name__ in wanted:
                        await play(env, account(emulator.url))
        finally:
            emulator.process.terminate()
            emulator.process.wait(10)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
    sys.stdout.flush()
    os._exit(0)
