"""A secret vote on the real server and store: nothing says who said what, and every night looks the same (OPS-5)."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from temporalio.client import WorkflowHistory
from temporalio.testing import WorkflowEnvironment

from activities import items
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, playing
from tests.support.secrets import readable

VOTERS = (1, 2, 3)
TERMS: dict[str, Any] = {
    "profile": "east-durham-v1",
    "windows": {"late_registration": None},
    "payouts": [5_000, 3_000, 2_000],
}
SAID = re.compile(rb"""["']deal\\*["']\s*:\s*(?:\{\\*["']BOOL\\*["']\s*:\s*)?(true|false)""", re.IGNORECASE)
"""How what a ballot says, or a result, is written by anything that writes values down."""


async def voting(evening: Evening) -> None:
    """Play down to three who vote on a chop."""
    await evening.start(5)
    for number in (5, 4):
        await evening.ok("record_knockout", player=player(number), killers=[player(1)])
    await evening.ok("open_deal_talk")
    stacks = [{"player": player(n), "chips": chips} for n, chips in zip(VOTERS, (50_000, 30_000, 20_000), strict=True)]
    await evening.ok("propose_deal", method="chip_chop", stacks=stacks)
    await evening.ok("open_vote", proposal=1, seconds=600)


async def cast(evening: Evening, number: int, *, deal: bool) -> None:
    """Do what the door does: the ballot into the vault, then the signal."""
    evening.aws.put_ballot(evening.tournament, 1, player(number), deal=deal, at=await evening.now())
    await evening.ok("cast_ballot", role="player", actor=player(number), player=player(number), vote=1)


def ballots(evening: Evening) -> list[Any]:
    """Return the ballots in the vault."""
    return list(items.find_ballots(evening.dynamodb, evening.aws.vault, evening.tournament, 1))


def shape(history: WorkflowHistory) -> list[tuple[str, str]]:
    """Return what happened in a history: the kind of each event, with its signal's or activity's name."""
    told = []
    for event in history.events:
        signalled = event.workflow_execution_signaled_event_attributes.signal_name
        told.append(
            (str(event.event_type), signalled or event.activity_task_scheduled_event_attributes.activity_type.name)
        )
    return [each for each in told if each[1]]


async def test_deal_1_all_say_deal_and_the_tournament_ends_paid_as_agreed(env: WorkflowEnvironment, aws: Aws) -> None:
    async with playing(env, aws, **TERMS) as evening:
        await voting(evening)
        for number in VOTERS:
            await cast(evening, number, deal=True)
        await evening.until(lambda: bool(evening.events("play_ended")))
        assert ballots(evening) == []
        await evening.ok("finish")
        await evening.handle.result()
        (recorded,) = evening.events("prizes_recorded")
        assert [amount for *_, amount in recorded.event.amounts] == [10_000, 8_000, 7_000]  # type: ignore[union-attr]


@pytest.mark.parametrize("says_no", [VOTERS[0], VOTERS[-1]])
async def test_ops_5_a_vote_is_in_no_history_row_or_log_whoever_says_no(
    env: WorkflowEnvironment, aws: Aws, caplog: pytest.LogCaptureFixture, says_no: int
) -> None:
    with caplog.at_level(logging.DEBUG):
        async with playing(env, aws, **TERMS) as evening:
            await voting(evening)
            for number in VOTERS[:-1]:
                await cast(evening, number, deal=number != says_no)
            assert len(ballots(evening)) == len(VOTERS) - 1
            for number, _, text in readable(await evening.handle.fetch_history()):
                assert SAID.search(text) is None, f"event {number}"
            assert SAID.search(repr(aws.rows(aws.club)).encode()) is None
            await cast(evening, VOTERS[-1], deal=VOTERS[-1] != says_no)
            await evening.until(lambda: bool(evening.events("deal_talk_ended")))
            assert ballots(evening) == []
            history = await evening.handle.fetch_history()
            kinds = [each.event.kind for each in evening.events()]
            rows = repr(aws.rows(aws.club)).encode()
            await evening.ok("cancel")
            await evening.handle.result()
    assert kinds[kinds.index("deal_vote_opened") :] == [
        "deal_vote_opened", *["ballot_cast"] * 3, "deal_vote_closed", "deal_vote_counted", "deal_talk_ended",
        "clock_resumed",
    ]  # fmt: skip
    asked = shape(history)
    assert [name for _, name in asked].count("count_ballots") == 1
    assert [name for _, name in asked if name in {"cast_ballot", "count_ballots"}] == [
        *["cast_ballot"] * len(VOTERS), "count_ballots"
    ]  # fmt: skip
    said = [match.lower() for _, _, text in readable(history) for match in SAID.findall(text)]
    assert set(said) == {b"false"}, "the result, and nothing but the result"
    assert {match.lower() for match in SAID.findall(rows)} <= {b"false"}
    logged = "\n".join([caplog.text, *(repr(record.__dict__) for record in caplog.records)]).encode()
    assert b"BALLOT#" not in logged
    assert b"BALLOT#" not in rows


def test_ops_5_what_is_looked_for_would_be_found() -> None:
    """The search itself: a ballot in each of the forms in which it might be written down is found."""
    row = items.ballot_item("sunday", 1, "player-001", deal=True, at=datetime(2026, 11, 29, tzinfo=UTC))
    for written in (json.dumps({"deal": True}), repr(row), json.dumps(json.dumps({"deal": False})), json.dumps(row)):
        assert SAID.search(written.encode()) is not None, written
