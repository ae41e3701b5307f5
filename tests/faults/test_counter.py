"""Money at the counter while things break: what was taken is on record once (FEE-3, CMD-2)."""

import asyncio
from typing import Any

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


async def test_cmd_2_a_worker_killed_around_the_write_of_a_settlement_takes_the_money_once(night: Night) -> None:
    """Before the write and after it while play is on; and after the finish, where a settlement wakes it (LIFE-11)."""
    evening = await night.evening()
    await evening.open(windows={"late_registration": None})
    await evening.start(3)
    for number, side in enumerate(("before", "after"), start=1):
        await _killed_while_play_is_on(night, evening, number, side)
    for number in (2, 1):
        await evening.ok("record_knockout", player=player(number), killers=[player(3)])
    await evening.ok("finish")
    await evening.handle.result()
    await _killed_after_the_finish(night, evening, 3)
    assert [(of.player, of.amount) for of in payments(evening.events())] == [(player(n), BUY_IN) for n in (1, 2, 3)]
    assert still_open(evening) == {1: BUY_IN, 2: BUY_IN, 3: 0}
    evening.assert_shown_as_recorded()


async def _killed_while_play_is_on(night: Night, evening: Evening, number: int, side: str) -> None:
    body, fatal = bill(evening, number), f"c-{side}"
    with night.mortal_worker(side, fatal) as mortal:
        await evening.tell("settle", id=fatal, **body)
        await asyncio.to_thread(gone, mortal)
        assert (evening.find_outcome(fatal) is not None) == (side == "after")
    # The cashier has no answer and sends it again; the other desk has seen the same debt, and somebody buys.
    await evening.tell("settle", id=fatal, again=True, **body)
    other = await evening.tell("settle", **body | {"method": "card"})
    bought = await evening.tell("rebuy", player=player(number))
    night.stack.restart("worker")
    assert (await evening.outcome(fatal, patience=40)).rejection is None
    refused = (await evening.outcome(other)).rejection
    assert refused is not None
    assert refused.code == "nothing_owed"
    assert (await evening.outcome(bought)).rejection is None
    assert still_open(evening)[number] == BUY_IN


async def _killed_after_the_finish(night: Night, evening: Evening, number: int) -> None:
    body = bill(evening, number)
    with night.mortal_worker("after", "c-late") as mortal:
        await evening.wake("settle", id="c-late", **body)
        await asyncio.to_thread(gone, mortal)
        assert evening.find_outcome("c-late") is not None
    night.stack.restart("worker")
    await evening.handle.result()
    again = await evening.outcome(await evening.wake("settle", **body), patience=40)
    assert again.rejection is not None
    assert again.rejection.code == "nothing_owed"


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
