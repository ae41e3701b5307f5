"""The Temporal server dies, or everything does; and many speak at once while histories change."""

import asyncio
from datetime import timedelta

from domain.events import LevelStarted
from domain.run import Limits
from tests.support.evenings import Evening, player, sheet
from tests.support.nights import Night


async def test_cmd_2_a_server_killed_under_load_keeps_every_command_that_it_acknowledged(night: Night) -> None:
    evening = await night.evening()
    await evening.open()
    await evening.start()
    sent: list[str] = []
    stop = asyncio.Event()

    async def keep_telling() -> None:
        while not stop.is_set():
            sent.append(await evening.tell("rebuy", player=player(1 + len(sent) % 9), patience=30))

    telling = asyncio.create_task(keep_telling())
    for _ in range(2):
        await asyncio.sleep(1.5)
        await asyncio.to_thread(night.stack.kill, "temporal")
        await asyncio.sleep(0.5)
        await asyncio.to_thread(night.stack.restart, "temporal")
    await asyncio.sleep(1)
    stop.set()
    await telling
    for command_id in sent:
        assert (await evening.outcome(command_id, patience=40)).status == "accepted"
    causes = [each.cause for each in evening.events("rebought")]
    assert len(causes) == len(set(causes))
    # one whose acknowledgement was lost is sent again and comes once; the others keep the order in which they were sent
    assert causes == sent
    evening.assert_shown_as_recorded()


async def test_clk_3_levels_that_ended_while_everything_was_down_follow_from_their_scheduled_ends(
    night: Night,
) -> None:
    evening = await night.evening()
    await evening.open(structure=sheet(levels=40, seconds=2))
    await evening.start()
    start = evening.events("tournament_started")[0].at
    for name in ("worker", "temporal", "emulator"):
        night.stack.kill(name)
    await asyncio.sleep(7)
    for name in ("emulator", "temporal", "worker"):
        night.stack.restart(name)
    await evening.until(lambda: evening.head()["clock"]["level"] >= 5, patience=40)
    await evening.ok("pause", patience=30)
    levels = [(each.event.level, each.at) for each in evening.events() if isinstance(each.event, LevelStarted)]
    assert levels == [(n + 1, start + n * timedelta(seconds=2)) for n in range(len(levels))]
    evening.assert_shown_as_recorded()


async def test_b_044_five_clients_with_two_hundred_signals_each_across_forced_roll_overs(night: Night) -> None:
    evening = await night.evening()
    await evening.open(limits=Limits(soft=200, hard=300))
    await evening.start()

    async def client(number: int) -> list[str]:
        client = (await night.evening()).client
        own = Evening(client=client, aws=evening.aws, tournament=evening.tournament, queue=evening.queue)
        told = []
        for n in range(200):
            told.append(await own.tell("rebuy", id=f"k{number}-{n:03}", patience=60, player=player(number)))
            await asyncio.sleep(0.02)
        return told

    sent = await asyncio.gather(*(client(number) for number in range(1, 6)))
    for command_id in (own[-1] for own in sent):
        await evening.outcome(command_id, patience=60)
    causes = [each.cause for each in evening.events("rebought")]
    assert len(causes) == 1_000
    for number, own in enumerate(sent, 1):
        assert [cause for cause in causes if cause.startswith(f"k{number}-")] == own
    assert await evening.runs() >= 3
    evening.assert_shown_as_recorded()
