"""The books are closed after the end: the tournament comes back for it, once, and for nothing else (AUD-6, LIFE-11)."""

from typing import Any

from temporalio.testing import WorkflowEnvironment

from domain import views
from domain.books import closed
from domain.evolve import fold
from domain.reconciliation import reconciliation
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, sheet, store_activities, working
from tests.support.wire import wired

TERMS: dict[str, Any] = {"windows": {"late_registration": None}, "structure": sheet(levels=12, seconds=600)}


async def over(evening: Evening, players: int = 3) -> None:
    """Play a tournament that its first player wins, until its workflow has ended."""
    await evening.open(**TERMS)
    await evening.start(players)
    for n in range(2, players + 1):
        await evening.ok("record_knockout", player=player(n), killers=[player(1)])
    await evening.ok("finish")
    await evening.handle.result()


async def come_back(evening: Evening, kind: str, **body: Any) -> str:
    """Give a command to a tournament that is over; return its status once the workflow has ended again."""
    command_id = await evening.wake(kind, **body)
    await evening.handle.result()
    return (await evening.outcome(command_id)).status


async def test_aud_6_the_close_wakes_the_tournament_once_and_what_comes_later_is_refused(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with working(env.client, store_activities(aws)):
        await over(evening)
        for n in (1, 2, 3):
            money = {"player": player(n), "amount": 5_000, "method": "cash", "seen": evening.head()["seq"]}
            assert await come_back(evening, "settle", **money) == "accepted"
        assert await come_back(evening, "close_books", id="too-early") == "rejected"
        refused = (await evening.outcome("too-early")).rejection
        assert refused is not None
        assert (refused.rule, refused.data["differences"]) == ("AUD-6", "uncounted 60000")
        stacks = [{"player": player(1), "chips": 60_000}]
        assert await come_back(evening, "count_chips", stacks=stacks) == "accepted"
        assert await come_back(evening, "close_books", id="close") == "accepted"
        closed_at = len(evening.events())
        runs = await evening.runs()

        # the same close again, by a new run that finds its id in the snapshot
        assert await come_back(evening, "close_books", id="close") == "accepted"
        assert await evening.runs() == runs + 1
        assert len(evening.events()) == closed_at
        assert await come_back(evening, "void_settlement", id="late", settlement=1, reason="mistake") == "rejected"
        late = (await evening.outcome("late")).rejection
        assert late is not None
        assert (late.rule, late.code) == ("AUD-6", "books_closed")

        # under another id it changes nothing; opened again, the record may change
        assert await come_back(evening, "close_books") == "accepted"
        assert len(evening.events("books_closed")) == 1
        assert await come_back(evening, "reopen_books", reason="correction") == "accepted"
        assert await come_back(evening, "void_settlement", settlement=1, reason="mistake") == "accepted"
    state = fold(evening.events())
    assert [each.id for each in reconciliation(state).differences] == [f"debt:{player(1)}"]
    assert not closed(state)
    assert evening.head() == views.head(state)


async def test_aud_6_no_timer_is_left_in_a_run_that_closes_the_books(env: WorkflowEnvironment, aws: Aws) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with working(env.client, store_activities(aws)):
        await evening.open(**TERMS)
        await evening.ok("cancel")
        await evening.handle.result()
        assert await come_back(evening, "close_books") == "accepted"
        history = await evening.handle.fetch_history()
    kinds = [event.WhichOneof("attributes") for event in history.events]
    assert not [kind for kind in kinds if kind is not None and kind.startswith("timer")]
    assert evening.head()["books"]["closings"] == 1


async def test_aud_6_a_close_that_comes_twice_while_the_store_is_away_is_one_close_when_it_is_back(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with wired(int(aws.url.rpartition(":")[2])) as wire:
        behind = Aws(url=f"http://127.0.0.1:{wire.port}", account=aws.account)
        async with working(env.client, store_activities(behind)):
            await evening.open(**TERMS)
            await evening.ok("cancel")
            await evening.handle.result()
            await wire.cut()
            await evening.wake("close_books", id="close")
            await evening.wake("close_books", id="close")
            await evening.wake("reopen_books", id="again", reason="mistake")
            assert evening.find_outcome("close") is None
            await wire.mend()
            await evening.handle.result()
    assert [(await evening.outcome(each)).status for each in ("close", "again")] == ["accepted", "accepted"]
    kinds = [each.event.kind for each in evening.events()]
    assert kinds[-2:] == ["books_closed", "books_reopened"]
    assert kinds.count("books_closed") == 1
    assert evening.head()["books"] == {"closed_at": None, "closings": 1}
