"""Evenings through the real workflow: what is about delivery, roll-over or the store comes out as it says there too."""

import asyncio
import itertools
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from temporalio.testing import WorkflowEnvironment

from domain.events import Recorded, to_text
from infra.judge import differences
from infra.rehearse import play
from infra.rehearse_durable import coming, play_durably, stage
from infra.scenario import Scenario, parse, read
from infra.script import Give, Script

HOME = Path(__file__).parents[2] / "scenarios"
DURABLE = sorted(path.name for path in HOME.glob("*.yaml") if read(path).durable is not None)
_runs = itertools.count(1)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def env() -> AsyncIterator[WorkflowEnvironment]:
    async with stage() as started:
        yield started


def run() -> str:
    return f"r{next(_runs)}"


@pytest.mark.parametrize("name", DURABLE)
async def test_a_scenario_comes_out_as_it_says_through_the_workflow(env: WorkflowEnvironment, name: str) -> None:
    told = read(HOME / name)
    planned = coming(told)
    assert differences(told, planned, await play_durably(env, planned, run())) == ()


def kinds(events: tuple[Recorded, ...]) -> list[tuple[str, str]]:
    return [(recorded.event.kind, recorded.cause) for recorded in events]


async def test_the_workflow_records_what_the_rules_alone_record(env: WorkflowEnvironment) -> None:
    told = read(HOME / "b-027-voiding-an-earlier-knockout.yaml")
    planned = coming(told)
    through_the_workflow = await play_durably(env, planned, run())
    alone = play(planned)
    assert kinds(through_the_workflow.events) == kinds(alone.events)
    commanded = [recorded for recorded in alone.events if recorded.cause not in {"clock", "lot"}]
    same = {recorded.seq: to_text(recorded) for recorded in through_the_workflow.events}
    late = [to_text(recorded) for recorded in commanded if same[recorded.seq] != to_text(recorded)]
    assert late == []


@pytest.mark.parametrize(
    "name",
    [
        "b-027-voiding-an-earlier-knockout.yaml",
        "b-015-a-double-click-is-one-re-entry.yaml",
        "b-020-an-undo-twice.yaml",
        "b-044-a-whole-evening-of-roll-overs.yaml",
        "b-063-every-purchase-is-owed.yaml",
        "the-last-envelopes-are-opened-at-the-finish.yaml",
    ],
)
async def test_b_043_everything_delivered_twice_comes_to_the_same(env: WorkflowEnvironment, name: str) -> None:
    told = read(HOME / name)
    once = coming(told)
    twice = replace(
        once,
        actions=tuple(
            again
            for action in once.actions
            for again in ((action, replace(action, repeat=True)) if isinstance(action, Give) else (action,))
        ),
    )
    played = await play_durably(env, twice, run())
    first = [outcome for outcome in played.repeated if outcome is None]
    assert first == []
    assert differences(told.model_copy(update={"durable": None}), twice, played) == ()
    assert kinds(played.events) == kinds(play(once).events)


async def test_b_046_histories_replay_with_every_hash_seed(env: WorkflowEnvironment, tmp_path: Path) -> None:
    told = read(HOME / "b-046-the-draw-after-a-restart.yaml")
    planned = coming(told)
    name = run()
    await play_durably(env, planned, name)
    history = await env.client.get_workflow_handle(f"tournament-{planned.tournament}-{name}").fetch_history()
    recorded = tmp_path / "history.json"
    recorded.write_text(history.to_json(), encoding="utf-8")
    for seed in ("0", "1", "4242"):
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "infra.cli", "replay", str(recorded), "--json"],
            cwd=HOME.parent,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)[0]["events"] == len(history.events)


async def test_an_altered_history_does_not_replay(env: WorkflowEnvironment, tmp_path: Path) -> None:
    planned = coming(scenario(steps=[{"at": "19:05", "ask": "pause"}]))
    name = run()
    await play_durably(env, planned, name)
    history = await env.client.get_workflow_handle(f"tournament-{planned.tournament}-{name}").fetch_history()
    events = json.loads(history.to_json())["events"]
    timers = [event for event in events if event["eventType"] == "EVENT_TYPE_TIMER_STARTED"]
    events.remove(timers[0])
    recorded = tmp_path / "history.json"
    recorded.write_text(json.dumps({"events": events}), encoding="utf-8")
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "infra.cli", "replay", str(recorded)],
        cwd=HOME.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1


def scenario(**parts: Any) -> Scenario:
    base = read(HOME / "std.yaml").model_dump(by_alias=True, exclude_unset=True)
    return parse(base | {"title": "a test", "durable": {}} | parts, "test")


def told_script(**parts: Any) -> Script:
    return coming(scenario(**parts))


async def test_a_roll_over_in_the_midst_of_a_burst_keeps_the_order(env: WorkflowEnvironment) -> None:
    planned = told_script(
        durable={"roll_over_after": 60},
        steps=[
            {
                "at": "19:30",
                "ask": "register",
                "id": "{}",
                "each": "P31..P60",
                "every": "30ms",
                "with": {"player": "{}"},
            },
            {"at": "19:31", "see": {"entries": 40}},
        ],
    )
    played = await play_durably(env, planned, run())
    seated = [recorded.cause for recorded in played.events if recorded.event.kind == "player_seated"]
    assert seated == [f"P{number}" for number in range(31, 61)]
