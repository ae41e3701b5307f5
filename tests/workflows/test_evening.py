from temporalio.testing import WorkflowEnvironment

from tests.support.emulator import Aws
from tests.support.evenings import player, playing


async def test_life_4_an_evening_is_played_through_signals_and_timers(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws) as evening:
        await evening.start(players=9)
        await evening.forward(minutes=21)
        await evening.until(lambda: evening.head()["clock"]["level"] == 2)
        for loser in range(2, 10):
            await evening.ok("record_knockout", player=player(loser), killers=[player(1)])
