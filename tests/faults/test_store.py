"""The store goes away, is killed, and comes back older than it was."""

import asyncio
from datetime import timedelta

from temporalio.testing import WorkflowEnvironment

from domain.run import Limits
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, sheet, store_activities, working
from tests.support.nights import Night
from tests.support.wire import wired


def port_of(aws: Aws) -> int:
    """Return the port of the emulator."""
    return int(aws.url.rpartition(":")[2])


def whole(evening: Evening) -> None:
    """Hold the rows against the record."""
    evening.assert_shown_as_recorded()


async def test_with_the_store_cut_off_for_ten_minutes_levels_begin_a_window_closes_and_fifty_commands_are_decided(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with wired(port_of(aws)) as wire:
        behind = Aws(url=f"http://127.0.0.1:{wire.port}", account=aws.account)
        async with working(env.client, store_activities(behind)):
            await evening.open(
                structure=sheet(levels=12, seconds=240), windows={"late_registration": {"kind": "level", "level": 1}}
            )
            await evening.start()
            start = evening.events("tournament_started")[0].at
            known = len(evening.events())

            await wire.cut()
            cut_at = await evening.now()
            sent: list[str] = []
            for _ in range(5):
                sent += [await evening.tell("swap_seats", player=player(1), other=player(2 + n % 8)) for n in range(10)]
                await asyncio.sleep(0.5)
                await evening.forward(minutes=2)
            assert await evening.now() - cut_at >= timedelta(minutes=10)
            assert len(evening.events()) == known
            assert [evening.find_outcome(command_id) for command_id in sent] == [None] * 50
            for command_id in sent:  # decided all the same
                assert (await evening.handle.query("verdict", command_id))["status"] == "accepted"

            await wire.mend()
            for command_id in sent:
                assert (await evening.outcome(command_id, patience=40)).status == "accepted"
    events = evening.events()[known:]
    assert [each.cause for each in events if each.event.kind == "seats_swapped"] == sent
    levels = [each.at for each in events if each.event.kind == "level_started"]
    assert levels == [start + n * timedelta(minutes=4) for n in (1, 2)]
    assert next(each.at for each in events if each.event.kind == "window_closed") == start + timedelta(minutes=4)
    assert [each.at for each in events] == sorted(each.at for each in events)
    whole(evening)


async def test_what_waits_for_the_store_is_carried_into_the_next_history(env: WorkflowEnvironment, aws: Aws) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with wired(port_of(aws)) as wire:
        behind = Aws(url=f"http://127.0.0.1:{wire.port}", account=aws.account)
        async with working(env.client, store_activities(behind)):
            await evening.open(limits=Limits(soft=80, hard=120))
            await evening.start()
            await wire.cut()
            runs = await evening.runs()
            sent: list[str] = []
            while await evening.runs() < runs + 2:
                sent.append(await evening.tell("rebuy", player=player(1 + len(sent) % 9)))
                await asyncio.sleep(0.05)
            late = await evening.tell("register", player=player(30))
            await wire.mend()
            for command_id in [*sent, late]:
                assert (await evening.outcome(command_id, patience=40)).status == "accepted"
    assert [each.cause for each in evening.events("rebought")] == sent
    whole(evening)


async def test_the_store_killed_while_signals_come_straight_to_the_workflow_has_every_outcome_afterwards(
    night: Night,
) -> None:
    evening = await night.evening()
    await evening.open()
    await evening.start()
    sent = [await evening.tell("rebuy", player=player(1 + n % 9)) for n in range(10)]
    night.stack.kill("emulator")
    sent += [await evening.tell("rebuy", player=player(1 + n % 9)) for n in range(20)]
    await asyncio.sleep(4)
    sent += [await evening.tell("rebuy", player=player(1 + n % 9)) for n in range(10)]
    night.stack.restart("emulator")
    for command_id in sent:
        assert (await evening.outcome(command_id, patience=40)).status == "accepted"
    assert [each.cause for each in evening.events("rebought")] == sent
    whole(evening)


async def test_cmd_2_a_store_that_comes_back_older_is_written_again(night: Night) -> None:
    evening = await night.evening()
    await evening.open()
    await evening.start()
    await evening.ok("rebuy", player=player(1))
    older = night.stack.copy_store(night.stack.local.folder / "older")
    lost = [await evening.ok("rebuy", player=player(1 + n)) for n in range(8)]
    lost.append(await evening.ask("rebuy", player=player(99)))
    before = evening.events()
    night.stack.bring_back_store(older)
    assert len(evening.events()) < len(before)
    await evening.ok("pause")
    assert evening.events()[:-1] == before
    for outcome in lost:
        assert await evening.outcome(outcome.command_id) == outcome
    whole(evening)


async def test_cmd_1_a_repeat_whose_outcome_the_store_has_lost_gets_the_first_outcome(night: Night) -> None:
    evening = await night.evening()
    await evening.open()
    await evening.start()
    older = night.stack.copy_store(night.stack.local.folder / "older")
    done = await evening.ok("rebuy", id="c1", player=player(1))
    refused = await evening.ask("rebuy", id="c2", player=player(99))
    night.stack.bring_back_store(older)
    assert evening.find_outcome("c1") is None
    await evening.tell("rebuy", id="c2", again=True, player=player(99))
    await evening.tell("rebuy", id="c1", again=True, player=player(1))
    assert await evening.outcome("c2") == refused
    assert await evening.outcome("c1") == done
    assert len(evening.events("rebought")) == 1
    whole(evening)


async def test_ops_1_a_store_older_than_what_is_kept_is_a_fault_that_is_seen_and_cleared(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    evening = Evening(client=env.client, aws=aws, tournament="night", env=env)
    async with working(env.client, store_activities(aws)):
        await evening.open()
        await evening.ok("open_registration")
        old = aws.rows()
        await evening.seat(9)
        await evening.ok("start")
        await evening.until(lambda: bool(evening.head()["drawn"]))
        await evening.forward(minutes=25)
        await evening.level(2)
        await evening.ok("rebuy", player=player(1))
        whole_store = aws.rows()
        _replace(evening, old)
        lost = await evening.tell("rebuy", id="c-lost", player=player(2))
        async with asyncio.timeout(20):
            while not [each async for each in env.client.list_workflows("TournamentStatus = 'fault'")]:
                await asyncio.sleep(0.05)
        refused = await evening.ask("rebuy", player=player(3))
        assert refused.rejection is not None
        assert refused.rejection.code == "journal_fault"
        _replace(evening, whole_store)  # the operator restores the right backup
        await evening.signal("clear_fault")
        assert (await evening.outcome(lost)).status == "accepted"
        await evening.ok("rebuy", player=player(4))
    whole(evening)


def _replace(evening: Evening, rows: list[dict[str, object]]) -> None:
    """Bring the store back as it was when it had these rows."""
    for row in evening.aws.rows():
        evening.dynamodb.delete_item(TableName=evening.aws.club, Key={"pk": row["pk"], "sk": row["sk"]})
    for row in rows:
        evening.dynamodb.put_item(TableName=evening.aws.club, Item=row)
