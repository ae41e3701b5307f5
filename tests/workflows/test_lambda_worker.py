"""The Temporal server calls the worker that is a Lambda function, and an evening is played on it."""

import asyncio
from datetime import timedelta
from pathlib import Path

from temporalio.api.enums.v1 import EventType

from domain.events import LevelStarted
from tests.support.evenings import player, sheet
from tests.support.nights import Night
from tests.support.stack import running


async def test_an_evening_is_played_on_the_worker_that_temporal_calls_in_lambda(tmp_path: Path) -> None:
    with running(tmp_path, worker_kind="lambda") as stack:
        evening = await Night(stack=stack).evening()
        await evening.open(structure=sheet(levels=40, seconds=3))
        await evening.start()
        start = evening.events("tournament_started")[0].at
        await evening.ok("register", player=player(30))
        await asyncio.sleep(7)
        await evening.until(lambda: evening.head()["clock"]["level"] >= 3)
        for loser in [*range(2, 10), 30]:
            await evening.ok("record_knockout", player=player(loser), killers=[player(1)])
        await evening.ok("finish", confirm=True)
        identities = {
            event.workflow_task_started_event_attributes.identity
            async for event in evening.handle.fetch_history_events()
            if event.event_type == EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED
        }
        assert all(f"@{stack.local.outputs['LambdaWorkerArn'].rpartition(':')[0]}" in each for each in identities)
        closed = await asyncio.wait_for(evening.handle.result(), 60)
        assert closed["seq"] == len(evening.events())
        levels = [each.at for each in evening.events() if isinstance(each.event, LevelStarted)]
        assert levels == [start + n * timedelta(seconds=3) for n in range(len(levels))]
        evening.assert_shown_as_recorded()
