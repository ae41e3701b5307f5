"""Time has its turn at its own instants, and the accepted instant decides who was in time."""

import asyncio
from datetime import datetime, timedelta

import pytest
from temporalio.api.enums.v1 import EventType
from temporalio.testing import WorkflowEnvironment

from domain.events import LevelStarted, TournamentStarted
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, playing, sheet, store_activities, working

MILLISECOND = timedelta(milliseconds=1)


def closing(evening: Evening) -> datetime:
    """Return when late registration closes: with the end of level 3."""
    started = evening.events("tournament_started")[0]
    assert isinstance(started.event, TournamentStarted)
    return started.at + timedelta(hours=1)


async def test_win_6_accepted_a_millisecond_before_the_close_and_delivered_after_it_is_let_in(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        closes = closing(evening)
        await evening.forward(hours=1, seconds=1)
        await evening.until(lambda: any(e.at == closes for e in evening.events("window_closed")))
        seated = await evening.ok("register", player=player(30), at=closes - MILLISECOND)
        assert evening.head()["entries"] == 10
        assert seated.at >= closes


async def test_win_6_accepted_at_the_close_and_delivered_before_it_is_not_let_in(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with working(env.client, store_activities(aws)):
        await evening.open()
        await evening.start()
        closes = closing(evening)
        await evening.forward(minutes=59, seconds=58)
        assert not evening.events("window_closed")
    late = await evening.tell("register", player=player(30), at=closes)
    early = await evening.tell("register", player=player(31), at=closes - MILLISECOND)
    assert await evening.now() < closes  # delivered before the closing event
    while await evening.now() <= closes:
        await asyncio.sleep(0.05)
    async with working(env.client, store_activities(aws)):
        refused, seated = await evening.outcome(late), await evening.outcome(early)
    assert (refused.status, seated.status) == ("rejected", "accepted")
    assert evening.head()["entries"] == 10


async def test_clk_3_levels_begin_at_their_own_instants_however_late_the_task(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        start = evening.events("tournament_started")[0].at
        await evening.forward(hours=1, minutes=45)
        await evening.until(lambda: evening.head()["clock"]["level"] == 6)
        began = [(each.event.level, each.at) for each in evening.events() if isinstance(each.event, LevelStarted)]
        assert began == [(n, start + (n - 1) * timedelta(minutes=20)) for n in range(1, 7)]


async def test_life_7_a_pause_keeps_what_was_left_of_the_level(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        start = evening.events("tournament_started")[0].at
        await evening.forward(minutes=6)
        await evening.ok("pause", at=start + timedelta(minutes=5))
        await evening.forward(hours=3)
        assert evening.head()["clock"]["remaining_ms"] == 900_000
        resumed = await evening.ok("resume")
        await evening.forward(minutes=16)
        await evening.until(lambda: evening.head()["clock"]["level"] == 2)
        assert evening.events("level_started")[1].at == resumed.at + timedelta(minutes=15)


@pytest.mark.parametrize("skew", [timedelta(minutes=-10), timedelta(minutes=10)], ids=["behind", "ahead"])
async def test_cmd_4_a_door_with_a_wrong_clock_neither_turns_time_back_nor_runs_ahead(
    env: WorkflowEnvironment, aws: Aws, skew: timedelta
) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        await evening.forward(minutes=15)
        before = evening.events()[-1].at
        now = await evening.now()
        await evening.ok("rebuy", player=player(1), at=now + skew)
        await evening.ok("record_knockout", player=player(9), killers=[player(1)], at=now + skew)
        assert evening.head()["clock"]["level"] == 1
        for each in evening.events()[-2:]:
            assert before <= each.at <= await evening.now()
        await evening.forward(minutes=6)
        await evening.until(lambda: evening.head()["clock"]["level"] == 2)
        assert [each.seq for each in evening.events()] == sorted(each.seq for each in evening.events())
        assert evening.events() == sorted(evening.events(), key=lambda each: each.at)


async def test_b_045_the_history_grows_with_levels_and_commands_not_with_seconds(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws, structure=sheet(levels=50, seconds=1200)) as evening:
        await evening.start(players=20)
        begun = await evening.history_length()
        await evening.forward(hours=13, minutes=20)  # 40 levels of 20 minutes, idle
        await evening.until(lambda: evening.head()["clock"]["level"] == 41)
        history = await evening.handle.fetch_history()
        skips = EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIME_SKIPPING_TRANSITIONED
        own = [event for event in history.events[begun:] if event.event_type != skips]
        assert len(own) <= 11 * 40
        for n in range(300):
            await evening.tell("swap_seats", player=player(1 + n % 19), other=player(20))
        last = await evening.ok("pause")
        assert last.status == "accepted"
        assert evening.head()["status"] == "paused"
        assert len(evening.events("seats_swapped")) == 300
        assert await evening.history_length() < 3_000


async def test_life_11_a_tournament_that_is_over_ends_and_comes_back_for_one_command(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws) as evening:
        await evening.start(players=3)
        await evening.ok("finish", confirm=True, stacks=[{"player": player(n), "chips": 20_000} for n in (1, 2, 3)])
        closed = await evening.handle.result()
        assert closed["seq"] == evening.head()["seq"]
        assert evening.events("seed_revealed")
        events = evening.events()
        # the first outcome stands, though the repeat comes to a workflow that had ended
        await evening.wake("start", id=events[-1].cause if events[-1].cause.startswith("c") else "c-late")
        again = await evening.handle.result()
        assert again["seq"] == closed["seq"]
        refused = await evening.wake("pause")
        assert (await evening.outcome(refused)).status == "rejected"
        await evening.handle.result()
        assert evening.events() == events
