"""Commands reach the desk once, in order, and each gets its answer, whatever came in."""

import asyncio
from typing import Any

import pytest
from temporalio.api.common.v1 import Payload
from temporalio.common import RawValue
from temporalio.testing import WorkflowEnvironment

from infra.payloads import ENCODING
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, playing

FIRST_OUT: dict[str, Any] = {"player": player(9), "killers": [player(1)]}


async def test_b_041_cmd_1_a_repeated_re_entry_is_one_entry_and_gets_the_first_outcome(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        await evening.ok("record_knockout", **FIRST_OUT)
        first = await evening.ok("re_enter", id="c1", player=player(9))
        await evening.forward(seconds=30)
        await evening.tell("re_enter", id="c1", again=True, player=player(9))
        after = await evening.ok("pause")
        assert len(evening.events("re_entered")) == 1
        assert await evening.outcome("c1") == first
        assert after.first == (first.last or 0) + 1


async def test_b_042_cmd_1_two_purchases_with_equal_bodies_are_two(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        await evening.ok("rebuy", id="c1", player=player(1))
        await evening.forward(minutes=4)
        await evening.ok("rebuy", id="c2", player=player(1))
        await evening.tell("rebuy", id="c1", again=True, at=await evening.now(), player=player(1))
        await evening.ok("pause")
        assert [event.cause for event in evening.events("rebought")] == ["c1", "c2"]


async def test_b_043_cmd_1_a_message_delivered_twice_counts_once_and_disturbs_nothing(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        at = await evening.now()
        await evening.tell("record_knockout", id="c1", at=at, **FIRST_OUT)
        between = await evening.tell("rebuy", player=player(2))
        await evening.tell("record_knockout", id="c1", at=at, again=True, **FIRST_OUT)
        assert (await evening.outcome(between)).status == "accepted"
        last = await evening.ok("record_knockout", player=player(8), killers=[player(1)])
        assert [event.cause for event in evening.events("busted")] == ["c1", last.command_id]
        assert evening.head()["busts"] == 2
        assert evening.head()["left"] == 7


async def test_cmd_1_the_same_command_fifty_times_at_once_is_decided_once(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        at = await evening.now()
        await asyncio.gather(*(evening.tell("rebuy", id="c1", at=at, again=True, player=player(1)) for _ in range(50)))
        await evening.ok("pause")
        assert len(evening.events("rebought")) == 1
        assert (await evening.outcome("c1")).status == "accepted"


BAD = [
    ("record_knockout", {"player": "NOPE", "killers": [player(2)]}),
    ("void_knockout", {"knockout": 99}),
    ("move_player", {"player": player(1), "leaving": {"table": 1, "seat": 1}, "to": {"table": 99, "seat": 1}}),
    ("override_blinds", {"step": "level 1", "small_blind": 100}),
    ("rebuy", {"player": player(1), "stack": 20_000.0}),
    ("rebuy", {"player": player(1), "tip": 1}),
    ("shuffle_up_and_deal", {}),
]


@pytest.mark.parametrize(("name", "body"), BAD, ids=[f"{name}-{n}" for n, (name, _) in enumerate(BAD)])
async def test_b_047_one_bad_command_is_refused_with_a_reason_and_the_next_is_done(
    env: WorkflowEnvironment, aws: Aws, name: str, body: dict[str, Any]
) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        before = evening.head()
        bad = await evening.ask(name, **body)
        assert bad.status == "rejected"
        assert bad.rejection is not None
        assert bad.rejection.rule
        assert bad.rejection.reason
        assert evening.head() == before
        await evening.ok("next_level", step="level 1")
        assert evening.head()["clock"]["level"] == 2


UNREADABLE: list[tuple[str, tuple[object, ...], str | None]] = [
    ("no payload at all", (), None),
    ("a number", (7,), None),
    ("text", ("pause",), None),
    ("bytes", (b"\x00\xff",), None),
    ("no command id", ({"actor": "x", "role": "floor", "body": {}},), None),
    ("an id that is none", ({"command_id": "no spaces, please", "body": {}},), None),
    ("nothing beside the id", ({"command_id": "m1"},), "m1"),
    ("a role that is none", ({"command_id": "m2", "actor": "x", "role": "king", "body": {}},), "m2"),
    ("an instant that is none", ({"command_id": "m3", "accepted_at": "soon", "body": {}},), "m3"),
    ("a deep nest", (RawValue(Payload(metadata={"encoding": b"json/plain"}, data=b"[" * 100_000)),), None),
    ("no zlib", (RawValue(Payload(metadata={"encoding": ENCODING}, data=b"no zlib")),), None),
]


async def test_cmd_3_a_signal_that_cannot_be_read_is_a_recorded_refusal(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        unnamed = 0
        for _, args, command_id in UNREADABLE:
            await evening.signal("pause", *args)
            unnamed += command_id is None
            outcome = await evening.outcome(command_id or f"unreadable-{unnamed}")
            assert outcome.rejection is not None
            assert outcome.rejection.code == "malformed"
        assert evening.head()["status"] == "running"
        await evening.ok("pause")


async def test_b_048_a_command_sent_in_the_same_moment_as_the_start_is_answered(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws) as evening:
        await evening.ok("open_registration")
        await evening.seat(9)
        at = await evening.now()
        start, pause, register = await asyncio.gather(
            evening.tell("start", at=at),
            evening.tell("pause", at=at),
            evening.tell("register", at=at, player=player(20)),
        )
        answers = [await evening.outcome(command_id) for command_id in (start, pause, register)]
        assert answers[0].status == "accepted"
        if answers[1].status == "accepted":
            assert evening.head()["clock"]["remaining_ms"] == 1_200_000
        else:
            assert answers[1].rejection is not None
        assert answers[2].status == "accepted"
        await evening.until(lambda: evening.head()["drawn"])
        await evening.ok("check_in", player=player(20)) if evening.head()["registered"] else None
        await evening.until(lambda: evening.head()["left"] == 10)


async def test_ops_1_a_tournament_can_be_found_and_read_by_operators(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws) as evening:
        await evening.start()
        await evening.forward(minutes=21)
        await evening.until(lambda: evening.head()["clock"]["level"] == 2)
        wanted = "ClubId = 'north' AND TournamentStatus = 'running' AND Entries = 9 AND `Level` = 2"

        async def found() -> list[str]:
            return [each.id async for each in evening.client.list_workflows(wanted)]

        async with asyncio.timeout(10):
            while await found() != [evening.handle.id]:  # what is found lags behind what is
                await asyncio.sleep(0.05)
        await verdicts(evening)


async def verdicts(evening: Evening) -> None:
    """The query for people says what the store says."""
    done = await evening.ok("pause")
    asked = await evening.handle.query("verdict", done.command_id)
    assert (asked["status"], asked["first"]) == ("accepted", done.first)
    assert await evening.handle.query("verdict", "never-sent") is None


async def test_life_1_settings_that_cannot_be_played_are_refused_and_the_workflow_ends(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws, windows={"late_registration": {"kind": "level", "level": 99}}) as evening:
        outcome = await evening.outcome(f"open-{evening.tournament}")
        assert outcome.rejection is not None
        assert outcome.rejection.code == "bad_settings"
        assert (await evening.handle.result())["seq"] == 0


async def test_life_1_settings_with_an_unknown_field_are_refused_with_its_path(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    async with playing(env, aws, tip=1) as evening:
        outcome = await evening.outcome(f"open-{evening.tournament}")
        assert outcome.rejection is not None
        assert outcome.rejection.data["field"] == "settings.tip"
