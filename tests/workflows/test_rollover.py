"""A tournament goes from one history to the next without losing or doubling anything."""

import asyncio
from datetime import timedelta

from temporalio.testing import WorkflowEnvironment

from domain.events import ButtonsDrawn, FieldSeated, PlayerSeated
from domain.run import Limits
from tests.support.emulator import Aws
from tests.support.evenings import player, playing

OFTEN = Limits(soft=60, hard=110)
"""A new history about every twenty commands."""


async def test_b_044_thirty_registrations_across_a_roll_over_are_all_kept_in_order(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws, limits=Limits(soft=20, hard=30)) as evening:
        await evening.ok("open_registration")
        sent = []
        for n in range(31, 61):
            sent.append(await evening.tell("register", player=player(n)))
            await asyncio.sleep(0.01)
        for command_id in sent:
            assert (await evening.outcome(command_id)).status == "accepted"
        assert [each.cause for each in evening.events("player_registered")] == sent
        assert await evening.runs() > 1


async def test_b_044_a_whole_evening_with_roll_overs_loses_and_doubles_nothing(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws, limits=OFTEN) as evening:
        await evening.start(players=27)
        sent: list[str] = []
        for hour in range(4):
            sent += [await evening.tell("rebuy", player=player(1 + n)) for n in range(18)]
            sent += [await evening.tell("swap_seats", player=player(1), other=player(2 + n)) for n in range(18)]
            await evening.outcome(sent[-1])
            await evening.forward(minutes=20)
            await evening.level(hour + 2)
        for n in range(2, 28):
            sent.append(await evening.tell("record_knockout", player=player(n), killers=[player(1)]))
        outcomes = [await evening.outcome(command_id) for command_id in sent]
        firsts = [outcome.first for outcome in outcomes if outcome.first is not None]
        assert firsts == sorted(firsts)
        await evening.forward(minutes=10)
        closed = await evening.handle.result()
        events = evening.events()
        caused = [each.cause for each in events if each.cause in sent]
        assert sorted(set(caused)) == sorted({o.command_id for o in outcomes if o.first is not None})
        for kind in ("rebought", "seats_swapped", "busted"):
            causes = [each.cause for each in evening.events(kind)]
            assert len(causes) == len(set(causes))
        assert len(evening.events("busted")) == 26
        assert closed["seq"] == len(events)
        evening.assert_shown_as_recorded()
        assert await evening.runs() >= 4


async def test_cmd_1_a_repeat_after_a_roll_over_changes_nothing(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws, limits=OFTEN) as evening:
        await evening.start()
        first = await evening.ok("rebuy", id="c1", player=player(1))
        runs = await evening.runs()
        while await evening.runs() < runs + 2:
            await evening.ok("swap_seats", player=player(1), other=player(2))
        await evening.tell("rebuy", id="c1", again=True, player=player(1))
        await evening.ok("pause")
        assert len(evening.events("rebought")) == 1
        assert await evening.outcome("c1") == first


async def test_cmd_1_ids_older_than_two_hours_leave_the_workflow_and_their_outcomes_stay(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws, limits=Limits(soft=60, hard=8_000)) as evening:
        await evening.start()
        first = await evening.ok("rebuy", id="c1", player=player(1))
        await evening.forward(hours=2, minutes=30)
        runs = await evening.runs()
        while await evening.runs() == runs:
            await evening.ok("swap_seats", player=player(1), other=player(2))
            await asyncio.sleep(0.3)
            await evening.forward(seconds=3)
        started = (await evening.handle.fetch_history()).events[0].workflow_execution_started_event_attributes
        [run] = await evening.client.data_converter.decode(started.input.payloads)
        assert "c1" not in run["carried"]["known"]
        assert len(run["carried"]["known"]) > 0
        assert await evening.outcome("c1") == first  # what the door looks at before it signals


async def test_a_seat_that_waits_for_its_lot_is_carried_over(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws, limits=Limits(soft=50, hard=70)) as evening:
        await evening.start()
        late = [await evening.tell("register", player=player(20 + n)) for n in range(12)]
        others = [await evening.tell("rebuy", player=player(1 + n % 9)) for n in range(12)]
        for command_id in late + others:
            assert (await evening.outcome(command_id)).status == "accepted"
        seated = evening.events("player_seated")
        assert [each.cause for each in seated] == late
        drawn = FieldSeated | PlayerSeated | ButtonsDrawn
        lots = [each.event.lot for each in evening.events() if isinstance(each.event, drawn)]
        assert lots == list(range(1, 16))  # lot 1 was the first draw, and two tables were opened
        assert await evening.runs() > 1


async def test_the_clock_goes_on_across_a_roll_over(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws, limits=OFTEN) as evening:
        await evening.start()
        start = evening.events("tournament_started")[0].at
        runs = await evening.runs()
        for n in range(40):
            await evening.ok("swap_seats", player=player(1), other=player(2 + n % 8))
        assert await evening.runs() > runs
        await evening.forward(minutes=61)
        await evening.until(lambda: evening.head()["clock"]["level"] == 4)
        begun = [each.at for each in evening.events("level_started")]
        assert begun == [start + n * timedelta(minutes=20) for n in range(4)]
