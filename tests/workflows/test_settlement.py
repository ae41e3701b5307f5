"""Money at the counter while the room buys: the order of the signals decides, and the record says so (FEE-2, FEE-3)."""

import asyncio
from typing import Any

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.counter import report
from domain.evolve import fold
from domain.operations import operations, payments
from domain.settlement import open_of
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, playing

BUY_IN, ADD_ON = 5_000, 3_000
ROUNDS = 18


def bill(evening: Evening, number: int, amount: int = BUY_IN, **more: Any) -> dict[str, Any]:
    """Return a settlement as a cashier sends it who has just looked."""
    return {"player": player(number), "amount": amount, "method": "cash", "seen": evening.head()["seq"]} | more


def books(evening: Evening) -> dict[int, tuple[int, int, int]]:
    """Return by entry what was bought, paid and is open, each from the record of it."""
    recorded = evening.events()
    bought = dict.fromkeys((of.entry for of in operations(recorded)), 0)
    paid = dict.fromkeys(bought, 0)
    for operation in operations(recorded):
        bought[operation.entry] += operation.price
    for payment in payments(recorded):
        if payment.voided_by is None:
            for entry, share in payment.shares:
                paid[entry] += share
    entries = fold(recorded).entries
    return {entry: (bought[entry], paid[entry], open_of(entries[entry])) for entry in bought}


async def test_fee_3_an_add_on_that_races_a_settlement_is_in_it_and_paid_or_out_of_it_and_owed(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    """Add-on and settlement are sent at once, in both orders; what is paid is never other than what was seen."""
    async with playing(env, aws, add_ons=2) as evening:
        await evening.start(9)
        met = set()
        for turn in range(ROUNDS):
            number = turn % 9 + 1
            owed = sum(opened for entry, (_, _, opened) in books(evening).items() if entry == number)
            at = await evening.now()
            settle = bill(evening, number, max(1, owed))
            asked = [("add_on", {"player": player(number)}), ("settle", settle)]
            first, second = asked if turn % 2 else reversed(asked)
            ids = await asyncio.gather(*(evening.tell(name, at=at, **body) for name, body in (first, second)))
            answers = {outcome.name: outcome for outcome in [await evening.outcome(each) for each in ids]}
            assert answers["add_on"].status == "accepted"
            settled = answers["settle"]
            bought, paid, opened = books(evening)[number]
            assert bought == paid + opened
            if settled.rejection is None:
                met.add("settled first")
                assert settled.first is not None
                assert settled.first < (answers["add_on"].first or 0)
                assert opened == ADD_ON
            else:
                met.add("bought first")
                assert settled.rejection.code == "debt_changed"
                assert dict(settled.rejection.data)["owed"] == owed + ADD_ON
                assert opened == owed + ADD_ON
        evening.assert_shown_as_recorded()
        assert met == {"settled first", "bought first"}


@pytest.mark.parametrize("bought_first", [True, False])
async def test_fee_3_the_order_of_the_signals_decides_the_race(
    env: WorkflowEnvironment, aws: Aws, *, bought_first: bool
) -> None:
    async with playing(env, aws) as evening:
        await evening.start(2)
        at, settle = await evening.now(), bill(evening, 1)
        asked = [("rebuy", {"player": player(1)}), ("settle", settle)]
        ids = {name: await evening.tell(name, at=at, **body) for name, body in (asked if bought_first else asked[::-1])}
        settled = await evening.outcome(ids["settle"])
        assert (await evening.outcome(ids["rebuy"])).status == "accepted"
        if bought_first:
            assert settled.rejection is not None
            assert dict(settled.rejection.data)["owed"] == 2 * BUY_IN
            assert books(evening)[1] == (2 * BUY_IN, 0, 2 * BUY_IN)
        else:
            assert settled.rejection is None
            assert books(evening)[1] == (2 * BUY_IN, BUY_IN, BUY_IN)
        # Who looks again and takes what is shown closes it, in either case.
        await evening.ok("settle", **bill(evening, 1, books(evening)[1][2]))
        assert books(evening)[1] == (2 * BUY_IN, 2 * BUY_IN, 0)


async def test_b_062_two_desks_settle_one_player_at_once_and_one_settlement_is_made(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws) as evening:
        await evening.start(9)
        for number in range(1, 9):
            at = await evening.now()
            desks = [bill(evening, number, method=method) for method in ("cash", "card", "transfer")]
            ids = await asyncio.gather(
                *(
                    evening.tell("settle", at=at, actor=f"desk-{n}", role="cashier", **body)
                    for n, body in enumerate(desks)
                )
            )
            outcomes = [await evening.outcome(each) for each in ids]
            codes = [None if outcome.rejection is None else outcome.rejection.code for outcome in outcomes]
            assert sorted(codes, key=str) == [None, "nothing_owed", "nothing_owed"]
        assert [event.kind for event in [each.event for each in evening.events("debt_settled")]] == ["debt_settled"] * 8
        made = report(evening.events())
        assert made is not None
        assert (made.settled, made.open) == (8 * BUY_IN, BUY_IN)


async def test_cmd_1_a_settlement_sent_fifty_times_takes_the_money_once(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws) as evening:
        await evening.start(2)
        at, body = await evening.now(), bill(evening, 1)
        await asyncio.gather(*(evening.tell("settle", id="c1", at=at, again=True, **body) for _ in range(50)))
        await evening.ok("pause")
        assert len(evening.events("debt_settled")) == 1
        assert (await evening.outcome("c1")).status == "accepted"
        assert books(evening)[1] == (BUY_IN, BUY_IN, 0)


async def test_life_11_a_debt_is_settled_and_voided_after_the_finish_by_runs_of_their_own(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws, windows={"late_registration": None}) as evening:
        await evening.start(2)
        await evening.ok("record_knockout", player=player(2), killers=[player(1)])
        await evening.ok("finish")
        await evening.handle.result()
        settled = await evening.outcome(await evening.wake("settle", **bill(evening, 1)))
        assert settled.rejection is None
        voided = await evening.outcome(await evening.wake("void_settlement", settlement=1, reason="mistake"))
        assert voided.rejection is None
        again = await evening.outcome(await evening.wake("settle", **bill(evening, 1, method="card")))
        assert again.rejection is None
        await evening.handle.result()
        assert books(evening) == {1: (BUY_IN, BUY_IN, 0), 2: (BUY_IN, 0, BUY_IN)}
        assert [(of.method, of.voided_by is None) for of in payments(evening.events())] == [
            ("cash", False),
            ("card", True),
        ]
        evening.assert_shown_as_recorded()


async def test_fee_2_who_pays_first_is_drawn_and_a_re_entry_is_paid_in_the_same_flush(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    prices = {"currency": "EUR", "buy_in": BUY_IN, "rebuy": BUY_IN, "re_entry": BUY_IN, "pay_first": True}
    async with playing(env, aws, prices=prices, no_show="drop") as evening:
        await evening.ok("open_registration")
        for number in range(1, 5):
            await evening.ok("register", player=player(number))
        assert await evening.refused("check_in", player=player(1)) == "pay_first"
        for number in range(1, 4):
            await evening.ok("settle", **bill(evening, number))
            await evening.ok("check_in", player=player(number))
        await evening.ok("start")
        await evening.until(lambda: bool(evening.head()["drawn"]))
        assert (evening.head()["left"], evening.head()["unpaid"]) == (3, 1)
        await evening.ok("record_knockout", player=player(3), killers=[player(1)])
        assert await evening.refused("re_enter", player=player(3)) == "pay_first"
        payment = {"amount": BUY_IN, "method": "card", "seen": evening.head()["seq"]}
        back = await evening.ok("re_enter", player=player(3), payment=payment)
        told = [each.event.kind for each in evening.events() if (back.first or 0) <= each.seq <= (back.last or 0)]
        assert told[-2:] == ["re_entered", "debt_settled"]
        assert books(evening)[5] == (BUY_IN, BUY_IN, 0)
        evening.assert_shown_as_recorded()
