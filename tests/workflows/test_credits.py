"""Prizes are credited beside everything else: until it is done, once, and not while they are held (LIFE-9, PRZ-7)."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from botocore.exceptions import EndpointConnectionError
from temporalio import activity
from temporalio.exceptions import ApplicationError
from temporalio.testing import WorkflowEnvironment

from activities import items
from activities.credits import Credits
from domain import ledger, views
from domain.evolve import fold
from domain.journal import CreditRequest, CreditResult
from domain.run import Limits
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, sheet, store_activities, working
from tests.support.wire import wired

NO_LATE: dict[str, Any] = {"windows": {"late_registration": None}, "structure": sheet(levels=12, seconds=600)}


def versions(aws: Aws, tournament: str = "night") -> list[CreditResult]:
    """Return what a reader of the ledger counts."""
    return list(items.find_credits(aws.dynamodb(), aws.club, tournament))


def reconciled(evening: Evening) -> None:
    """Hold the ledger against the record, and the rows too."""
    state = fold(evening.events())
    written: Counter[str] = Counter()
    for version in versions(evening.aws):
        for credit in version.credits:
            written[credit.player] += credit.amount
    assert {name: amount for name, amount in written.items() if amount} == ledger.owed(state)
    assert state.ledger.total == sum(written.values())
    assert evening.head() == views.head(state)


def with_credits(aws: Aws, write: Callable[[CreditRequest], CreditResult]) -> list[Callable[..., Any]]:
    """Return the activities with another ledger in the place of the real one."""
    named = activity.defn(name="credit_prizes")(write)
    others = [each for each in store_activities(aws) if not isinstance(getattr(each, "__self__", None), Credits)]
    return [*others, named]


async def faulty(evening: Evening) -> None:
    """Return once operators find the tournament by its fault."""
    async with asyncio.timeout(20):
        while not [each async for each in evening.client.list_workflows("TournamentStatus = 'fault'")]:
            await asyncio.sleep(0.05)


async def down_to_one(evening: Evening, players: int = 5, **opening: Any) -> None:
    """Play until one is left; the floor has still to close it."""
    await evening.open(**NO_LATE, **opening)
    await evening.start(players)
    for n in range(2, players + 1):
        await evening.ok("record_knockout", player=player(n), killers=[player(1)])


async def test_life_9_a_tournament_is_finished_once_its_prizes_are_credited(env: WorkflowEnvironment, aws: Aws) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with working(env.client, store_activities(aws)):
        await down_to_one(evening)
        await evening.ok("finish")
        await evening.handle.result()
        kinds = [each.event.kind for each in evening.events()]
        assert kinds[kinds.index("prizes_recorded") :][:3] == [
            "prizes_recorded",
            "credits_recorded",
            "tournament_finished",
        ]
        assert sum(credit.amount for credit in versions(aws)[0].credits) == 25_000
        reconciled(evening)

        # a correction wakes it: the difference is a version of its own, and a repeat changes nothing
        seen = evening.head()["seq"]
        await evening.wake("void_entry", id="c-void", player=player(2), reason="mistake", seen=seen)
        await evening.handle.result()
        assert [each.version for each in versions(aws)] == [1, 2]
        reconciled(evening)
        await evening.wake("void_entry", id="c-void", player=player(2), reason="mistake", seen=seen)
        await evening.handle.result()
        assert len(versions(aws)) == 2


async def test_prz_7_with_the_store_cut_off_the_prizes_are_pending_across_histories_and_credited_once(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with wired(int(aws.url.rpartition(":")[2])) as wire:
        behind = Aws(url=f"http://127.0.0.1:{wire.port}", account=aws.account)
        async with working(env.client, store_activities(behind)):
            await down_to_one(evening, limits=Limits(soft=80, hard=120))
            await wire.cut()
            await evening.tell("finish", id="c-finish")
            runs = await evening.runs()
            sent: list[str] = []
            while await evening.runs() < runs + 2:
                sent.append(await evening.tell("pause"))
                await asyncio.sleep(0.05)
            assert versions(aws) == []
            await wire.mend()
            assert (await evening.outcome("c-finish", patience=40)).status == "accepted"
            for command_id in sent:
                await evening.outcome(command_id, patience=40)
            await evening.until(lambda: bool(evening.events("tournament_finished")), patience=40)
    assert [len(version.credits) for version in versions(aws)] == [2]
    reconciled(evening)


async def test_prz_8_a_hold_while_the_store_is_away_pays_nobody_when_it_comes_back(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with wired(int(aws.url.rpartition(":")[2])) as wire:
        behind = Aws(url=f"http://127.0.0.1:{wire.port}", account=aws.account)
        async with working(env.client, store_activities(behind)):
            await down_to_one(evening)
            await wire.cut()
            await evening.tell("finish")
            await asyncio.sleep(1)
            held = await evening.tell("hold_payouts", reason="dispute")
            await wire.mend()
            assert (await evening.outcome(held, patience=40)).status == "accepted"
            await evening.until(lambda: bool(evening.events("credits_recorded")), patience=40)
            assert [len(version.credits) for version in versions(aws)] == [0]
            assert evening.head()["status"] == "prizes_pending"
            await evening.ok("release_payouts", reason="resolved")
            await evening.until(lambda: evening.head()["status"] == "finished")
    assert [len(version.credits) for version in versions(aws)] == [0, 2]
    reconciled(evening)


async def test_prz_7_an_activity_whose_answer_is_lost_is_repeated_and_pays_once(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    real = Credits(aws.dynamodb(), aws.club)
    asked: list[CreditRequest] = []

    def forgetful(request: CreditRequest) -> CreditResult:
        asked.append(request)
        written = real.write(request)
        if len(asked) < 3:
            raise ApplicationError("the answer is lost")
        return written

    async with working(env.client, with_credits(aws, forgetful)):
        await down_to_one(evening)
        await evening.ok("finish")
        await evening.handle.result()
    assert len(asked) == 3
    assert len(versions(aws)) == 1
    reconciled(evening)
    # a failure that lasts for days is tried again twice a minute, and not more often
    scheduled = [
        event.activity_task_scheduled_event_attributes
        async for event in evening.handle.fetch_history_events()
        if event.activity_task_scheduled_event_attributes.activity_type.name == "credit_prizes"
    ]
    (policy,) = [each.retry_policy for each in scheduled]
    assert (policy.maximum_attempts, policy.backoff_coefficient) == (0, 2.0)
    assert policy.maximum_interval.ToTimedelta() == timedelta(seconds=30)


async def test_life_1_a_cancellation_while_credits_are_under_way_leaves_nothing_owed(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with wired(int(aws.url.rpartition(":")[2])) as wire:
        behind = Aws(url=f"http://127.0.0.1:{wire.port}", account=aws.account)
        async with working(env.client, store_activities(behind)):
            await down_to_one(evening)
            await wire.cut()
            await evening.tell("finish")
            cancelled = await evening.tell("cancel")
            await wire.mend()
            assert (await evening.outcome(cancelled, patience=40)).status == "accepted"
            await evening.handle.result()
    reconciled(evening)
    assert sum(credit.amount for version in versions(aws) for credit in version.credits) == 0


async def test_prz_7_two_hundred_and_fifty_credits_are_written_through_four_cuts_and_count_once_and_together(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    real = Credits(aws.dynamodb(), aws.club)
    calls = {"before": 0}
    seen: list[int] = []
    # after the first hundred drafts, before the last fifty, and before and after the write that makes them valid
    cuts = {("after", 1), ("before", 3), ("before", 5), ("after", 6)}

    def cut(**more: Any) -> None:
        side = str(more["event_name"]).partition("-")[0]
        calls["before"] += side == "before"
        if (side, calls["before"]) in cuts:
            raise EndpointConnectionError(endpoint_url="http://store")

    for side in ("before", "after"):
        real.client.meta.events.register(f"{side}-call.dynamodb.TransactWriteItems", cut)

    def write(request: CreditRequest) -> CreditResult:
        seen.append(len(versions(aws)))
        return real.write(request)

    async with working(env.client, with_credits(aws, write)):
        await evening.open(**NO_LATE, places_paid=250, tables=30)
        await evening.start(251)
        stacks = [{"player": player(n), "chips": 1_000 + n} for n in range(1, 252)]
        await evening.ok("finish", confirm=True, stacks=stacks)
        await evening.handle.result()
    (version,) = versions(aws)
    assert len(version.credits) == 250
    assert sum(credit.amount for credit in version.credits) == 251 * 5_000
    assert (seen, calls["before"]) == ([0, 0, 0, 0, 1], 6)
    rows = [row for row in aws.rows() if row["kind"]["S"] in {"credit", "credits"}]
    assert len(rows) == 251
    reconciled(evening)


async def test_ops_1_credits_that_are_refused_for_good_are_a_fault_that_is_seen_and_tried_again_when_cleared(
    env: WorkflowEnvironment, aws: Aws, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    real = Credits(aws.dynamodb(), aws.club)
    asked: list[int] = []

    def torn(request: CreditRequest) -> CreditResult:
        asked.append(len(request.credits))
        if len(asked) < 3:
            raise ApplicationError("version 1 of the credits lacks rows", type="TornLedger", non_retryable=True)
        return real.write(request)

    async with working(env.client, with_credits(aws, torn)):
        await down_to_one(evening)
        await evening.ok("finish")
        await faulty(evening)
        assert asked == [2]
        said = await evening.handle.query("__temporal_workflow_metadata")
        assert "Credit 2 players, version 1: version 1 of the credits lacks rows" in said.current_details
        # everything else goes on, and nothing is tried again by itself
        assert await evening.refused("pause") == "not_running"
        assert asked == [2]
        await evening.signal("clear_fault")
        async with asyncio.timeout(20):
            while len(asked) < 2:
                await asyncio.sleep(0.05)
        await faulty(evening)
        assert evening.head()["status"] == "prizes_pending"
        # what the state wants otherwise is another attempt
        seen = evening.head()["seq"]
        await evening.ok("void_entry", player=player(2), reason="mistake", seen=seen)
        await evening.handle.result()
    assert asked == [2, 2, 2]
    assert evening.head()["status"] == "finished"
    assert "Credit 2 players, version 1 is refused for good" in caplog.text
    assert not [word for word in ("player-0", "17500", "14000", "amount") if word in caplog.text]  # SEC-1
    reconciled(evening)


async def test_prz_7_credits_that_the_store_loses_before_their_journal_is_written_are_written_with_it(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    real = Credits(aws.dynamodb(), aws.club)
    lost: list[int] = []

    def killed(request: CreditRequest) -> CreditResult:
        # The store takes the credits, is killed, and comes back as it was a moment before.
        written = real.write(request)
        rows = [row for row in aws.rows() if row["kind"]["S"] in {"credit", "credits"}]
        for row in rows:
            real.client.delete_item(TableName=aws.club, Key={"pk": row["pk"], "sk": row["sk"]})
        lost.append(len(rows))
        return written

    async with working(env.client, with_credits(aws, killed)):
        await down_to_one(evening)
        await evening.ok("finish")
        await evening.handle.result()
    assert lost == [3]
    assert [len(each.credits) for each in versions(aws)] == [2]
    reconciled(evening)


async def test_prz_8_a_tournament_that_is_over_is_held_corrected_and_released_by_waking_it(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with working(env.client, store_activities(aws)):
        await down_to_one(evening)
        await evening.ok("finish")
        await evening.handle.result()
        for name, body in (
            ("hold_payouts", {"reason": "dispute"}),
            ("void_entry", {"player": player(2), "reason": "mistake"}),
        ):
            seen = {"seen": evening.head()["seq"]} if name == "void_entry" else {}
            assert (await evening.outcome(await evening.wake(name, **body, **seen))).status == "accepted"
            await evening.handle.result()
        assert len(versions(aws)) == 1
        assert evening.head()["payouts"] == {"held": "dispute", "owed": 20_000, "credited": 25_000, "version": 1}
        await evening.wake("release_payouts", reason="resolved")
        await evening.handle.result()
    assert [each.version for each in versions(aws)] == [1, 2]
    assert {credit.reason for credit in versions(aws)[1].credits} == {"correction"}
    assert evening.head()["payouts"] == {"held": None, "owed": 20_000, "credited": 20_000, "version": 2}
    reconciled(evening)
