"""Money at the counter while things break: what was taken is on record once (FEE-3, CMD-2)."""

import asyncio
from typing import Any

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.counter import report
from domain.evolve import fold
from domain.operations import payments
from domain.settlement import open_of
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, store_activities, working
from tests.support.nights import Night, gone
from tests.support.wire import wired

BUY_IN = 5_000


def bill(evening: Evening, number: int, amount: int = BUY_IN, **more: Any) -> dict[str, Any]:
    """Return a settlement as a cashier sends it who has just looked."""
    return {"player": player(number), "amount": amount, "method": "cash", "seen": evening.head()["seq"]} | more


def still_open(evening: Evening) -> dict[int, int]:
    """Return what each entry still owes, by the record."""
    return {number: open_of(entry) for number, entry in sorted(fold(evening.events()).entries.items())}


@pytest.mark.parametrize("side", ["before", "after"])
async def test_cmd_2_a_worker_killed_around_the_write_of_a_settlement_takes_the_money_once(
    night: Night, side: str
) -> None:
    evening = await night.evening()
    await evening.open()
    await evening.start(3)
    body = bill(evening, 1)
    with night.mortal_worker(side, "c-fatal") as mortal:
        await evening.tell("settle", id="c-fatal", **body)
        await asyncio.to_thread(gone, mortal)
        assert (evening.find_outcome("c-fatal") is not None) == (side == "after")
    # The cashier has no answer and sends it again; the other desk has seen the same debt, and somebody buys.
    await evening.tell("settle", id="c-fatal", again=True, **body)
    other = await evening.tell("settle", **body | {"method": "card"})
    bought = await evening.tell("rebuy", player=player(1))
    night.stack.restart("worker")
    assert (await evening.outcome("c-fatal")).rejection is None
    refused = (await evening.outcome(other)).rejection
    assert refused is not None
    assert refused.code == "nothing_owed"
    assert (await evening.outcome(bought)).rejection is None
    assert [each.cause for each in evening.events("debt_settled")] == ["c-fatal"]
    assert still_open(evening) == {1: BUY_IN, 2: BUY_IN, 3: BUY_IN}
    evening.assert_shown_as_recorded()


async def test_cmd_2_settlements_decided_while_the_store_is_cut_off_are_written_in_order_and_once(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with wired(int(aws.url.rpartition(":")[2])) as wire:
        behind = Aws(url=f"http://127.0.0.1:{wire.port}", account=aws.account)
        async with working(env.client, store_activities(behind)):
            await evening.open()
            await evening.start(9)
            seen = evening.head()["seq"]
            await wire.cut()
            ids: list[tuple[str, str | None]] = []
            for number in range(1, 10):
                body = bill(evening, number, seen=seen)
                if number % 3 == 0:
                    ids.append((await evening.tell("rebuy", player=player(number)), None))
                ids.append((await evening.tell("settle", **body), "debt_changed" if number % 3 == 0 else None))
                ids.append(
                    (await evening.tell("settle", **body), "debt_changed" if number % 3 == 0 else "nothing_owed")
                )
            assert evening.events("debt_settled") == []
            await wire.mend()
            for command_id, code in ids:
                rejection = (await evening.outcome(command_id, patience=40)).rejection
                assert (None if rejection is None else rejection.code) == code
    assert len(evening.events("debt_settled")) == 6
    assert still_open(evening) == {number: 2 * BUY_IN if number % 3 == 0 else 0 for number in range(1, 10)}
    made = report(evening.events())
    assert made is not None
    assert (made.expected, made.settled, made.open) == (12 * BUY_IN, 6 * BUY_IN, 6 * BUY_IN)
    evening.assert_shown_as_recorded()


@pytest.mark.parametrize("side", ["before", "after"])
async def test_life_11_a_worker_killed_around_a_settlement_after_the_finish_wakes_it_again_and_takes_it_once(
    night: Night, side: str
) -> None:
    evening = await night.evening()
    await evening.open(windows={"late_registration": None})
    await evening.start(2)
    await evening.ok("record_knockout", player=player(2), killers=[player(1)])
    await evening.ok("finish")
    await evening.until(lambda: bool(evening.events("seed_revealed")))
    await evening.handle.result()
    body = bill(evening, 2)
    with night.mortal_worker(side, "c-late") as mortal:
        await evening.wake("settle", id="c-late", **body)
        await asyncio.to_thread(gone, mortal)
        assert (evening.find_outcome("c-late") is not None) == (side == "after")
    night.stack.restart("worker")
    assert (await evening.outcome("c-late", patience=40)).rejection is None
    await evening.handle.result()
    again = await evening.outcome(await evening.wake("settle", **body))
    assert again.rejection is not None
    assert again.rejection.code == "nothing_owed"
    assert [(of.player, of.amount) for of in payments(evening.events())] == [(player(2), BUY_IN)]
    assert still_open(evening) == {1: BUY_IN, 2: 0}
    evening.assert_shown_as_recorded()
