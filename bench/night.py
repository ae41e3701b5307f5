"""A whole evening of 10,000 entries on the real server and the emulator, and what it costs an entry.

Registrations, check-ins, the draw, and a bust after the other down to a winner go as signals to one tournament, as fast
as it takes them; the worker is a process of its own that counts its write units.  Prints one JSON object a line;
`planned` is what the design reckons with.  `python -m bench.night [ENTRIES]`
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError
from pydantic import TypeAdapter
from temporalio.api.enums.v1 import EventType
from temporalio.client import Client

from activities import items
from bench.journal_cost import Meter
from domain.commands import parse
from domain.run import Opening, Run
from domain.settings import Prices, Settings
from domain.structure import Level, Structure
from domain.times import to_text
from handlers.temporal_door import NotAcknowledged, open_tournament, signal
from infra.client import connect, workflow_id
from infra.settings import settings
from infra.tables import dynamodb
from infra.worker import main as work
from tests.support.stack import Stack, running

TOURNAMENT = "night"
CLUB = "bench"
WORKER = "worker"
AT_ONCE = 8
"""Signals under way at a time."""
AHEAD = 60
"""Commands that may be signalled and not yet answered: the server holds back a hundred signals at most."""
PLANNED = {"commands": 2.5, "events": 4.6, "actions": 4.0}
"""What the design reckons with an entry, beside about 300 actions a tournament."""
BILLED = (
    "WORKFLOW_EXECUTION_STARTED",
    "WORKFLOW_EXECUTION_SIGNALED",
    "ACTIVITY_TASK_SCHEDULED",
    "MARKER_RECORDED",
    "TIMER_STARTED",
    "UPSERT_WORKFLOW_SEARCH_ATTRIBUTES",
)
"""History events that a hosted server bills as actions."""


def emit(of: str, **figures: object) -> None:
    """Print one result."""
    print(json.dumps({"bench": "night", "of": of, **figures}), flush=True)


def evening(entries: int) -> Settings:
    """Return a tournament with room for all; its levels are long, so that only the commands cost."""
    return Settings(
        title="A large night",
        profile="tda-2024-v1",
        structure=Structure(
            name="large",
            items=tuple(Level(small_blind=100 * n, big_blind=200 * n, seconds=3600) for n in range(1, 25)),
        ),
        starts_at=datetime.now(UTC) + timedelta(days=1),
        starting_stack=20_000,
        tables=9_999,
        prices=Prices(buy_in=10_000),
        auto_start=False,
        minimum_players=min(entries, 10_000),
    )


class Floor:
    """Sends commands to the tournament, never too far ahead of what it has answered."""

    def __init__(self) -> None:
        self.sent = 0
        self.again = 0
        self.free = asyncio.Semaphore(AT_ONCE)

    async def tell(self, kind: str, **body: Any) -> None:
        """Signal one command."""
        self.sent += 1
        command_id = f"{kind}-{self.sent}"
        parse(kind, body)
        envelope = {
            "command_id": command_id,
            "actor": "floor-1",
            "role": "floor",
            "accepted_at": to_text(datetime.now(UTC)),
            "body": body,
        }
        async with self.free:
            while True:
                try:
                    await signal(TOURNAMENT, kind, command_id, envelope)
                except NotAcknowledged:  # a history makes room for the next: the floor sends the same id again
                    self.again += 1
                else:
                    return

    async def all(self, told: Iterator[tuple[str, dict[str, Any]]], *, counts: str, down: bool) -> None:
        """Signal these commands in order of their batches, each batch once the head shows most of the one before."""
        begun = head()[counts]
        done = 0
        for batch in batches(told):
            await asyncio.gather(*(self.tell(kind, **body) for kind, body in batch))
            done += len(batch)
            moved = done if not down else -done
            await reached(counts, begun + moved, within=AHEAD, down=down)
        await reached(counts, begun + (-done if down else done), within=0, down=down)


def batches(told: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """Cut the commands into batches that are signalled together."""
    batch: list[tuple[str, dict[str, Any]]] = []
    for one in told:
        batch.append(one)
        if len(batch) == AHEAD // 2:
            yield batch
            batch = []
    if batch:
        yield batch


def head() -> dict[str, Any]:
    """Return the head's row; the emulator stands still for a moment when it saves everything, so it is asked again."""
    while True:
        try:
            found = items.find_head(dynamodb(), settings().club_table, TOURNAMENT)
        except BotoCoreError:
            continue
        return items.row_of(found) if found else {}


async def reached(name: str, value: int, *, within: int, down: bool) -> None:
    """Return when a figure of the head is within so many of a value."""
    while True:
        now = (await asyncio.to_thread(head)).get(name)
        if now is not None and (now - value if down else value - now) <= within:
            return
        await asyncio.sleep(0.05)


async def histories(client: Client) -> Counter[str]:
    """Return how many events of each kind all runs of the tournament have."""
    kinds: Counter[str] = Counter()
    async for run in client.list_workflows(f'WorkflowId = "{workflow_id(TOURNAMENT)}"'):
        kinds["runs"] += 1
        async for event in client.get_workflow_handle(run.id, run_id=run.run_id).fetch_history_events():
            kinds[EventType.Name(event.event_type).removeprefix("EVENT_TYPE_")] += 1
    return kinds


async def play(client: Client, entries: int) -> int:
    """Play the evening and return how many commands it took."""
    made = TypeAdapter(Settings).dump_python(evening(entries), mode="json")
    opening = Opening(command_id="create", actor="owner-1", role="owner", at=datetime.now(UTC), settings=made)
    await open_tournament(Run(tournament=TOURNAMENT, club=CLUB, opening=opening), "create")
    floor = Floor()
    while not head():
        await asyncio.sleep(0.05)
    await floor.tell("open_registration")
    while head()["status"] != "registration_open":
        await asyncio.sleep(0.05)
    took = {}
    began = time.perf_counter()
    await floor.all((("register", {"player": f"p{n}"}) for n in range(entries)), counts="registered", down=False)
    took["register"] = time.perf_counter() - began
    await floor.all((("check_in", {"player": f"p{n}"}) for n in range(entries)), counts="seq", down=False)
    took["check_in"] = time.perf_counter() - began - took["register"]
    began = time.perf_counter()
    await floor.tell("start")
    await reached("left", entries, within=0, down=False)
    emit("start to all rows of the draw", seconds=round(time.perf_counter() - began, 2))
    began = time.perf_counter()
    busts = (("record_knockout", {"player": f"p{n}", "killers": ["p0"]}) for n in range(1, entries))
    await floor.all(busts, counts="left", down=True)
    took["bust"] = time.perf_counter() - began
    began = time.perf_counter()
    await floor.tell("finish")
    await client.get_workflow_handle(workflow_id(TOURNAMENT)).result()
    emit("finish to the end of the workflow", seconds=round(time.perf_counter() - began, 2))
    for name, seconds in took.items():
        emit(name, seconds=round(seconds, 1), commands_per_second=round(entries / seconds))
    emit("commands sent again while a history made room for the next", count=floor.again)
    return floor.sent + 1


async def measure(entries: int, stack: Stack) -> None:
    """Play the evening with a worker that counts, and say what it cost."""
    client = await connect(settings())
    command = [sys.executable, "-m", "bench.night", WORKER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as counting:  # noqa: ASYNC220 - one at the start
        commands = await play(client, entries)
        kinds = await histories(client)
        counting.terminate()
        said, _ = counting.communicate(timeout=60)
    written = json.loads(said.splitlines()[-1])
    row = items.row_of(items.find_head(stack.dynamodb, settings().club_table, TOURNAMENT) or {})
    total = sum(count for kind, count in kinds.items() if kind != "runs")
    an_entry = {
        "commands": commands / entries,
        "events": row["seq"] / entries,
        "actions": sum(kinds[kind] for kind in BILLED) / entries,
        "history_events": total / entries,
        "write_units": written["units"] / entries,
        "transactions": written["transactions"] / entries,
    }
    for name, figure in an_entry.items():
        emit(f"{name} an entry", figure=round(figure, 2), **({"planned": PLANNED[name]} if name in PLANNED else {}))
    emit("the evening", entries=entries, status=row["status"], left=row["left"], runs=kinds["runs"], events=row["seq"])


def count() -> None:
    """Be the worker until SIGTERM, then print what was written."""
    meter = Meter(dynamodb())
    asyncio.run(work())
    print(json.dumps({"units": meter.units, "transactions": meter.transactions}), flush=True)
    os._exit(0)


def main() -> None:
    """Measure on a stack of its own in a folder that goes away."""
    if sys.argv[1:] == [WORKER]:
        count()
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), worker_kind="none") as stack:
        os.environ.update(stack.environment)
        asyncio.run(measure(entries, stack))


if __name__ == "__main__":
    main()
