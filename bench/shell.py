"""What a command costs on its way through the workflow, beside a bare workflow that does the same round trip.

Prints one JSON object a line.  Product and anchor run on the same server, store and machine, a worker process each, and
take turns.  A round trip is from the signal to the outcome row that can be read.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from temporalio.client import WorkflowHandle, WorkflowHistory
from temporalio.worker import Replayer

from bench.anchors import QUEUE, Desk, Echo, Ticks
from infra.payloads import data_converter
from infra.registrations import WORKFLOWS, sandbox
from tests.support.evenings import Evening, player, sheet
from tests.support.nights import Night
from tests.support.stack import running

ALONE = 200
"""Commands one at a time, each way."""

CLIENTS = 5
EACH = 100
"""Commands of each client at once."""

LOOK = 0.002
"""Seconds between two looks for an outcome."""

REPLAYS = 5

Trip = Callable[[str], Awaitable[None]]


def emit(of: str, **figures: object) -> None:
    """Print one result."""
    print(json.dumps({"bench": "shell", "of": of, **figures}), flush=True)


def echo_trip(evening: Evening, handle: WorkflowHandle[Any, Any], name: str) -> Trip:
    """Return the round trip of a bare workflow."""
    echo = replace(evening, tournament=name)

    async def trip(command_id: str) -> None:
        await handle.signal("rebuy", {"command_id": command_id, "body": {"player": player(1)}})
        key = {"pk": {"S": f"ECHO#{name}"}, "sk": {"S": command_id}}
        await seen(lambda: "Item" in echo.dynamodb.get_item(TableName=echo.aws.club, Key=key, ConsistentRead=True))

    return trip


def product_trip(evening: Evening) -> Trip:
    """Return the round trip of a tournament."""

    async def trip(command_id: str) -> None:
        number = 1 + int(command_id.rpartition("-")[2]) % 9
        await evening.tell("rebuy", id=command_id, player=player(number))
        await seen(lambda: evening.find_outcome(command_id) is not None)

    return trip


async def seen(look: Callable[[], bool]) -> None:
    """Return once something can be read."""
    while not await asyncio.to_thread(look):
        await asyncio.sleep(LOOK)


async def timed(trip: Trip, command_id: str) -> float:
    """Return how long one round trip takes, in milliseconds."""
    begun = time.perf_counter()
    await trip(command_id)
    return (time.perf_counter() - begun) * 1e3


async def together(trip: Trip, name: str) -> float:
    """Return how many commands a second several clients get through."""

    async def client(number: int) -> None:
        for n in range(EACH):
            await trip(f"{name}-{number}-{n}")

    begun = time.perf_counter()
    await asyncio.gather(*(client(number) for number in range(CLIENTS)))
    return CLIENTS * EACH / (time.perf_counter() - begun)


async def round_trips(trips: dict[str, Trip]) -> None:
    """Measure commands one at a time and several at once."""
    alone: dict[str, list[float]] = {name: [] for name in trips}
    for n in range(ALONE):
        for name, trip in trips.items():
            alone[name].append(await timed(trip, f"{name}-alone-{n}"))
    p50 = {name: statistics.median(times) for name, times in alone.items()}
    p99 = {name: statistics.quantiles(times, n=100)[98] for name, times in alone.items()}
    rates: dict[str, list[float]] = {name: [] for name in trips}
    for turn in range(3):
        for name, trip in trips.items():
            rates[name].append(await together(trip, f"{name}-{turn}"))
    rate = {name: statistics.median(found) for name, found in rates.items()}
    for echo in ("inside", "outside"):
        way = f"a bare echo workflow that writes {echo} its task"
        emit(
            f"command alone, p50 / {way}",
            ratio=round(p50["product"] / p50[echo], 2),
            at_most=1.5,
            product_ms=round(p50["product"], 1),
            echo_ms=round(p50[echo], 1),
            product_p99_ms=round(p99["product"], 1),
            echo_p99_ms=round(p99[echo], 1),
        )
        emit(
            f"commands a second, {CLIENTS} clients / {way}",
            ratio=round(rate["product"] / rate[echo], 2),
            at_least=0.7,
            product=round(rate["product"]),
            echo=round(rate[echo]),
        )


async def replays(product: WorkflowHistory, echo: WorkflowHistory) -> None:
    """Measure how fast histories replay."""

    async def speed(workflows: Any, history: WorkflowHistory) -> float:
        replayer = Replayer(workflows=workflows, workflow_runner=sandbox(), data_converter=data_converter)
        times = []
        for _ in range(REPLAYS):
            begun = time.perf_counter()
            await replayer.replay_workflow(history)
            times.append(time.perf_counter() - begun)
        return len(history.events) / min(times)

    own, bare = await speed(WORKFLOWS, product), await speed([Echo], echo)
    emit(
        "replay, events a second / the bare echo workflow's",
        ratio=round(own / bare, 2),
        at_least=0.5,
        product=round(own),
        echo=round(bare),
        events=len(product.events),
    )


async def quiet(evening: Evening) -> int:
    """Return the length of the history once nothing is under way."""
    await asyncio.sleep(0.5)
    return await evening.history_length()


async def costs(night: Night) -> None:
    """Count what commands and levels cost in history events."""
    evening = await night.evening()
    await evening.open()
    await evening.start()
    before = await quiet(evening)
    for n in range(10):
        await evening.ok("rebuy", player=player(1 + n % 9))
        await asyncio.sleep(0.1)
    alone = (await quiet(evening) - before) / 10
    emit("history events of a command alone", ratio=round(alone, 1), at_most=9)
    before = await quiet(evening)
    for name in ("pause", "resume") * 3:
        await evening.ok(name)
        await asyncio.sleep(0.1)
    emit("history events of a command that moves the deadline", ratio=(await quiet(evening) - before) / 6, at_most=12)
    before = await quiet(evening)
    sent = await asyncio.gather(*(evening.tell("rebuy", player=player(1 + n % 9)) for n in range(50)))
    for command_id in sent:
        await evening.outcome(command_id)
    emit("history events per command in a burst of 50", ratio=(await quiet(evening) - before) / 50, at_most=2)
    short = await night.evening()
    await short.open(structure=sheet(levels=30, seconds=2))
    await short.start()
    ticks = await short.client.start_workflow(Ticks.run, 2.0, id="ticks", task_queue=QUEUE)
    await short.level(3)
    before, bare = await short.history_length(), (await ticks.describe()).history_length
    await short.level(8)
    after, bare_after = await short.history_length(), (await ticks.describe()).history_length
    emit("history events of a level", ratio=(after - before) / 5, at_most=11, bare_timer=(bare_after - bare) / 5)


async def bench(night: Night) -> None:
    """Measure everything on one stack."""
    evening = await night.evening()
    await evening.open()
    await evening.start()
    trips = {"product": product_trip(evening)}
    handles = {}
    for name, inside in (("inside", True), ("outside", False)):
        handles[name] = await evening.client.start_workflow(
            Echo.run, Desk(name=name, inside=inside), id=f"echo-{name}", task_queue=QUEUE
        )
        trips[name] = echo_trip(evening, handles[name], name)
    for name, trip in trips.items():
        await trip(f"{name}-warm-0")
    await round_trips(trips)
    await replays(await first_history(evening), await handles["inside"].fetch_history())
    await costs(night)


async def first_history(evening: Evening) -> WorkflowHistory:
    """Return the longest history of a tournament."""
    runs = [run async for run in evening.client.list_workflows(f"WorkflowId = '{evening.handle.id}'")]
    handles = [evening.client.get_workflow_handle(run.id, run_id=run.run_id) for run in runs]
    return max([await handle.fetch_history() for handle in handles], key=lambda history: len(history.events))


def main() -> None:
    """Start everything, measure, and end it."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as stack:
        anchors = replace(
            stack.program("worker"),
            name="anchors",
            process=None,
            command=[sys.executable, "-m", "bench.anchors"],
            ready=lambda: anchors.log.exists() and "ready" in anchors.log.read_text(),
        )
        anchors.start()
        try:
            anchors.await_ready()
            asyncio.run(bench(Night(stack=stack)))
        finally:
            anchors.kill()
    sys.stdout.flush()


if __name__ == "__main__":
    main()
    os._exit(0)
