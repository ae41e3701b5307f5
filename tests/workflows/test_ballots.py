"""A secret vote on the real server and store: nothing says who said what, and every night looks the same (OPS-5)."""

import json
import logging
import re
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from temporalio.client import WorkflowHistory
from temporalio.testing import WorkflowEnvironment

from activities import items
from domain.events import to_text
from domain.run import Limits
from tests.support.emulator import Aws
from tests.support.evenings import Evening, player, playing
from tests.support.secrets import readable, unpacked

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


def sizes(history: WorkflowHistory) -> list[tuple[str, int]]:
    """Return how long what is carried is: by each ballot's signal, to the count, and back."""
    counts = {
        event.event_id
        for event in history.events
        if event.activity_task_scheduled_event_attributes.activity_type.name == "count_ballots"
    }
    told = []
    for event in history.events:
        text = unpacked(event)
        if event.workflow_execution_signaled_event_attributes.signal_name == "cast_ballot":
            told.append(("cast", len(text)))
        elif event.event_id in counts:
            told.append(("count", len(text)))
        elif event.activity_task_completed_event_attributes.scheduled_event_id in counts:
            told.append(("counted", len(text)))
    return told


class Left(NamedTuple):
    """What a vote has left behind.

    `events` with the seconds from its opening, of those that the ballots cause; `after` the kinds of those that come of
    the count; `sizes` in the history; `rows` the sizes of the events and outcomes stored.
    """

    events: list[tuple[float, str]]
    after: list[str]
    sizes: list[tuple[str, int]]
    rows: list[tuple[str, int]]


async def voted(env: WorkflowEnvironment, aws: Aws, says_no: int | None) -> Left:
    """Play a vote whose ballots come 10, 20 and 30 seconds after its opening."""
    async with playing(env, aws, **TERMS) as evening:
        await voting(evening)
        opened = evening.events("deal_vote_opened")[0].at
        for number in VOTERS:
            await evening.forward(seconds=11)
            at = opened + timedelta(seconds=10 * number)
            aws.put_ballot(evening.tournament, 1, player(number), deal=number != says_no, at=at)
            await evening.ok(
                "cast_ballot", id=f"ballot-{number}", at=at, role="player", actor=player(number),
                player=player(number), vote=1,
            )  # fmt: skip
        await evening.until(lambda: bool(evening.events("deal_talk_ended")))
        assert evening.aws.said(evening.tournament, 1) == {}
        history = await evening.handle.fetch_history()
        recorded = evening.events()
        first = next(n for n, each in enumerate(recorded) if each.event.kind == "deal_vote_opened")
        closed = next(n for n, each in enumerate(recorded) if each.event.kind == "deal_vote_closed")
        keys = [items.outcome_key(evening.tournament, f"ballot-{number}") for number in VOTERS]
        outcomes = [evening.dynamodb.get_item(TableName=aws.club, Key=key)["Item"] for key in keys]
        left = Left(
            events=[((each.at - opened).total_seconds(), each.event.kind) for each in recorded[first : closed + 1]],
            after=[each.event.kind for each in recorded[closed + 1 :]],
            sizes=sizes(history),
            rows=[(each.event.kind, len(to_text(each))) for each in recorded[first:]]
            + [("outcome", items.size(outcome)) for outcome in outcomes],
        )
        if says_no is not None:
            await evening.ok("cancel")
            await evening.handle.result()
        return left


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
            for table in (aws.club, aws.vault):
                assert SAID.search(repr(aws.rows(table)).encode()) is None
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
    for text in (b"BALLOT#", b"Plaintext", b"no deal"):
        assert text not in logged
        assert text not in rows


async def test_ops_5_a_vote_leaves_the_same_at_the_same_instants_whoever_says_no(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    first, second, last = [await voted(env, aws, number) for number in VOTERS]
    assert first == second == last
    assert first.events == [
        (0.0, "deal_vote_opened"), (10.0, "ballot_cast"), (20.0, "ballot_cast"), (30.0, "ballot_cast"),
        (30.0, "deal_vote_closed"),
    ]  # fmt: skip
    assert first.after == ["deal_vote_counted", "deal_talk_ended", "clock_resumed"]
    assert [name for name, _ in first.sizes] == ["cast", "cast", "cast", "count", "counted"]


async def test_ops_5_until_the_count_a_vote_that_agrees_leaves_the_same_as_one_that_does_not(
    env: WorkflowEnvironment, aws: Aws
) -> None:
    no, yes = await voted(env, aws, VOTERS[0]), await voted(env, aws, None)
    assert no.events == yes.events
    assert no.sizes[:4] == yes.sizes[:4]
    assert no.rows[: len(no.events)] == yes.rows[: len(yes.events)]
    assert yes.after[:2] == ["deal_vote_counted", "deal_agreed"]


async def test_deal_1_a_vote_goes_on_in_the_next_history(env: WorkflowEnvironment, aws: Aws) -> None:
    """The ballots of the first history and of the next are counted together, once."""
    async with playing(env, aws, limits=Limits(soft=60, hard=110), **TERMS) as evening:
        await voting(evening)
        await cast(evening, 1, deal=True)
        runs = await evening.runs()
        while await evening.runs() < runs + 1:
            await evening.refused("start_hand", table=1)
        await cast(evening, 2, deal=True)
        await evening.tell("cast_ballot", role="player", actor=player(1), player=player(1), vote=1)
        await cast(evening, 3, deal=True)
        await evening.until(lambda: bool(evening.events("play_ended")))
        assert [each.event.kind for each in evening.events()].count("ballot_cast") == len(VOTERS)
        assert len(evening.events("deal_vote_counted")) == len(evening.events("deal_agreed")) == 1
        assert evening.aws.said(evening.tournament, 1) == {}


async def test_deal_1_who_never_votes_holds_nobody_up_when_the_time_is_over(env: WorkflowEnvironment, aws: Aws) -> None:
    """A player whose phone is gone: the vote closes at its instant, there is no deal, and the clock runs again."""
    async with playing(env, aws, **TERMS) as evening:
        await voting(evening)
        for number in VOTERS[:2]:
            await cast(evening, number, deal=True)
        await evening.forward(seconds=600)
        await evening.until(lambda: bool(evening.events("deal_talk_ended")))
        opened, closed = evening.events("deal_vote_opened")[0], evening.events("deal_vote_closed")[0]
        assert (closed.at - opened.at, closed.event.why, closed.event.cast) == (timedelta(seconds=600), "time", 2)  # type: ignore[union-attr]
        ended = evening.events("deal_talk_ended")[0]
        assert (ended.event.why, ended.event.next_from) == ("no_deal", ended.at + timedelta(minutes=20))  # type: ignore[union-attr]
        assert evening.aws.said(evening.tournament, 1) == {}
        assert await evening.refused("open_deal_talk") == "cool_down"
        await evening.forward(minutes=20)
        await evening.until(lambda: bool(evening.events("deal_cool_down_over")))
        assert evening.events("deal_cool_down_over")[0].at == ended.event.next_from  # type: ignore[union-attr]
        await evening.ok("open_deal_talk")
        await evening.ok("cancel")
        await evening.handle.result()


def test_ops_5_what_is_looked_for_would_be_found() -> None:
    """The search itself: a ballot in each of the forms in which it might be written down is found."""
    row = items.to_item({"player": "player-001", "deal": True})
    for written in (json.dumps({"deal": True}), repr(row), json.dumps(json.dumps({"deal": False})), json.dumps(row)):
        assert SAID.search(written.encode()) is not None, written
