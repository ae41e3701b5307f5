"""The worker dies in the middle of its work."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from tests.support.evenings import level, player
from tests.support.nights import Night, gone


@pytest.mark.parametrize("side", ["before", "after"])
async def test_cmd_2_a_worker_killed_around_the_write_of_a_command_neither_loses_nor_doubles_it(
    night: Night, side: str
) -> None:
    evening = await night.evening()
    await evening.open()
    await evening.start()
    with night.mortal_worker(side, "c-fatal") as mortal:
        await evening.tell("rebuy", id="c-fatal", player=player(1))
        await asyncio.to_thread(gone, mortal)
        assert (evening.find_outcome("c-fatal") is not None) == (side == "after")
    later = [await evening.tell("rebuy", player=player(n)) for n in range(2, 8)]
    await evening.tell("rebuy", id="c-fatal", again=True, player=player(1))
    night.stack.restart("worker")
    for command_id in ["c-fatal", *later]:
        assert (await evening.outcome(command_id)).rejection is None
    assert [each.cause for each in evening.events("rebought")] == ["c-fatal", *later]
    evening.assert_shown_as_recorded()


async def test_win_6_a_worker_killed_after_it_wrote_a_close_does_not_decide_it_anew_when_a_command_turns_up_from_before(
    night: Night,
) -> None:
    # The close is in the store and no history knows.  The worker that comes after sees the timer and a command from
    # before the close at once, and would let the command go first.
    evening = await night.evening()
    items = [level(100, 6), *(level(200 + n, 600) for n in range(5))]
    await evening.open(
        structure={"name": "short", "items": items}, windows={"late_registration": {"kind": "level", "level": 1}}
    )
    await evening.ok("open_registration")
    await evening.seat(9)
    with night.mortal_worker("after", "window_closed") as mortal:
        await evening.ok("start")
        closes = evening.events("tournament_started")[0].at + timedelta(seconds=6)
        await asyncio.to_thread(gone, mortal)
        closed = [each for each in evening.events() if each.at == closes]
        assert closed
        in_time = await evening.tell("rebuy", player=player(1), at=closes - timedelta(milliseconds=1))
        seat = await evening.tell("register", player=player(30), at=closes - timedelta(milliseconds=1))
    night.stack.restart("worker")
    assert (await evening.outcome(in_time)).status == "accepted"
    assert (await evening.outcome(seat)).status == "accepted"
    assert [each for each in evening.events() if each.at == closes][: len(closed)] == closed
    await evening.ok("pause")
    evening.assert_shown_as_recorded()
    assert [each.id async for each in evening.client.list_workflows("TournamentStatus = 'fault'")] == []


async def test_cmd_4_a_worker_killed_after_it_wrote_a_command_of_a_fast_door_answers_it_once(night: Night) -> None:
    # The door's clock is fast: its add-on bears an instant at which the break has begun, and comes before that.  It is
    # judged as of now and refused.  The worker that comes after must not find that its time has come meanwhile.
    evening = await night.evening()
    items = [level(100, 15), {"kind": "break", "seconds": 300}, *(level(200 + n, 600) for n in range(5))]
    await evening.open(structure={"name": "short", "items": items}, windows={"add_on_break": 1}, add_on_chips=20_000)
    await evening.start()
    begins = evening.events("tournament_started")[0].at + timedelta(seconds=15)
    await asyncio.sleep(1)  # the task of the start is done
    with night.mortal_worker("after", "c-fatal") as mortal:
        await evening.tell("add_on", id="c-fatal", player=player(1), at=begins + timedelta(milliseconds=500))
        await asyncio.to_thread(gone, mortal)
    assert datetime.now(UTC) < begins
    await asyncio.sleep((begins - datetime.now(UTC)).total_seconds() + 1)
    night.stack.restart("worker")
    refused = await evening.outcome("c-fatal")
    assert refused.status == "rejected"
    await evening.until(lambda: bool(evening.head()["clock"]["in_break"]))
    in_time = await evening.ok("add_on", player=player(2))
    assert [each.cause for each in evening.events("add_on_taken")] == [in_time.command_id]
    assert await evening.outcome("c-fatal") == refused
    evening.assert_shown_as_recorded()


async def test_seat_10_a_worker_killed_after_it_wrote_the_first_draw_knows_of_it_when_it_answers(night: Night) -> None:
    # What the store has is what the floor has seen: a command after the draw must not hear that the draw is pending.
    evening = await night.evening()
    await evening.open()
    await evening.ok("open_registration")
    await evening.seat(9)
    with night.mortal_worker("after", "field_seated") as mortal:
        await evening.tell("start")
        await asyncio.to_thread(gone, mortal)
    drawn = evening.events("field_seated")
    bought = await evening.tell("rebuy", player=player(1))
    night.stack.restart("worker")
    assert (await evening.outcome(bought)).rejection is None
    assert evening.events("field_seated") == drawn
    evening.assert_shown_as_recorded()


async def test_seat_10_a_worker_killed_after_it_wrote_a_late_seat_does_not_draw_it_anew(night: Night) -> None:
    evening = await night.evening()
    await evening.open()
    await evening.start()
    with night.mortal_worker("after", "c-late") as mortal:
        await evening.tell("register", id="c-late", player=player(30))
        await asyncio.to_thread(gone, mortal)
        seated = evening.events("player_seated")
        other = await evening.tell("record_knockout", player=player(9), killers=[player(1)])
    night.stack.restart("worker")
    assert (await evening.outcome(other)).status == "accepted"
    assert evening.events("player_seated") == seated
    evening.assert_shown_as_recorded()


async def test_cmd_1_the_repeat_comes_from_another_process_after_the_worker_was_restarted(night: Night) -> None:
    evening = await night.evening()
    await evening.open()
    await evening.start()
    first = await evening.ok("rebuy", id="c1", player=player(1))
    night.worker.stop()
    night.stack.restart("worker")
    script = "import asyncio, sys\nfrom tests.support.again import main\nasyncio.run(main(*sys.argv[1:]))\n"
    process = await asyncio.create_subprocess_exec(
        night.worker.command[0], "-c", script, night.stack.local.temporal_address, evening.tournament, "rebuy", "c1",
        player(1), cwd=night.stack.local.root,
    )  # fmt: skip
    assert await process.wait() == 0
    await evening.ok("pause")
    assert len(evening.events("rebought")) == 1
    assert await evening.outcome("c1") == first


async def test_b_046_a_worker_with_another_hash_seed_takes_the_evening_over_as_it_is(night: Night) -> None:
    evening = await night.evening()
    await evening.open()
    await evening.start(players=27)
    announced = evening.events("field_seated")
    for seed in ("1", "77"):
        night.worker.kill()
        night.worker.environment = {**night.worker.environment, "PYTHONHASHSEED": seed}
        night.stack.restart("worker")
        await evening.ok("register", player=player(28 if seed == "1" else 29))
    assert evening.events("field_seated") == announced
    assert len(evening.events("player_seated")) == 2
    evening.assert_shown_as_recorded()
