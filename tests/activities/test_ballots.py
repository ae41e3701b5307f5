"""The ballots of a vote: counted in the vault, deleted there, and nothing of them but the result leaves it (DEAL-1)."""

import logging
from datetime import UTC, datetime
from itertools import product

import pytest
from botocore.exceptions import ClientError

from activities import items
from activities.ballots import Ballots
from domain.journal import BallotRequest, BallotResult
from tests.support.emulator import Aws

VOTERS = ("player-1", "player-2", "player-3")
NOW = datetime(2026, 11, 29, 20, tzinfo=UTC)


@pytest.fixture
def ballots(aws: Aws) -> Ballots:
    return Ballots(aws.dynamodb(), aws.vault)


def put(aws: Aws, said: dict[str, bool], vote: int = 1) -> None:
    for player, deal in said.items():
        row = items.ballot_item("sunday", vote, player, deal=deal, at=NOW)
        aws.dynamodb().put_item(TableName=aws.vault, Item=row, ConditionExpression="attribute_not_exists(pk)")


def count(cast: tuple[str, ...] = VOTERS, vote: int = 1) -> BallotRequest:
    return BallotRequest(tournament="sunday", vote=vote, purpose="count", voters=VOTERS, cast=cast)


def left(aws: Aws) -> list[str]:
    return [row["sk"]["S"] for row in aws.rows(aws.vault)]


@pytest.mark.parametrize("said", list(product((True, False), repeat=3)))
def test_deal_1_only_a_deal_that_all_want_is_one_and_no_ballot_is_left(
    ballots: Ballots, aws: Aws, said: tuple[bool, ...]
) -> None:
    put(aws, dict(zip(VOTERS, said, strict=True)))
    assert ballots.answer(count()) == BallotResult(vote=1, deal=all(said))
    assert left(aws) == ["COUNTED"]


def test_deal_1_who_is_not_known_to_have_voted_has_not_agreed(ballots: Ballots, aws: Aws) -> None:
    put(aws, dict.fromkeys(VOTERS, True))
    assert not ballots.answer(count(VOTERS[:2])).deal
    put(aws, dict.fromkeys(VOTERS[:2], True), vote=2)
    assert not ballots.answer(count(vote=2)).deal


def test_deal_1_a_stranger_has_no_voice_and_leaves_no_ballot(ballots: Ballots, aws: Aws) -> None:
    put(aws, {**dict.fromkeys(VOTERS, True), "stranger": False})
    assert ballots.answer(count()).deal
    assert left(aws) == ["COUNTED"]


def test_deal_1_ballots_of_another_vote_stay(ballots: Ballots, aws: Aws) -> None:
    put(aws, dict.fromkeys(VOTERS, True))
    put(aws, dict.fromkeys(VOTERS, False), vote=2)
    assert ballots.answer(count()).deal
    assert sorted(left(aws)) == ["BALLOT#player-1", "BALLOT#player-2", "BALLOT#player-3", "COUNTED"]


def test_deal_1_a_vote_that_was_called_off_is_deleted_uncounted(ballots: Ballots, aws: Aws) -> None:
    put(aws, dict.fromkeys(VOTERS, True))
    off = BallotRequest(tournament="sunday", vote=1, purpose="discard")
    assert ballots.answer(off) == ballots.answer(off) == BallotResult(vote=1, deal=False)
    assert left(aws) == []


def test_deal_1_who_is_stopped_while_deleting_is_told_the_same_result(
    aws: Aws, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = aws.dynamodb()
    put(aws, dict.fromkeys(VOTERS, True))
    real, calls = client.delete_item, []

    def stopped(**asked: object) -> object:
        calls.append(asked)
        if len(calls) == 2:
            raise ClientError({"Error": {"Code": "ThrottlingException"}}, "DeleteItem")
        return real(**asked)

    monkeypatch.setattr(client, "delete_item", stopped)
    own = Ballots(client, aws.vault)
    with pytest.raises(ClientError):
        own.answer(count())
    assert len(left(aws)) == 3
    assert own.answer(count()) == own.answer(count()) == BallotResult(vote=1, deal=True)
    assert left(aws) == ["COUNTED"]


def test_deal_1_a_ballot_is_put_once(aws: Aws) -> None:
    put(aws, {"player-1": False})
    with pytest.raises(ClientError, match="ConditionalCheckFailed"):
        put(aws, {"player-1": True})


def test_ops_5_what_stays_behind_is_deleted_by_the_store_in_a_day() -> None:
    row = items.ballot_item("sunday", 1, "player-1", deal=True, at=NOW)
    assert items.from_item(row)["ttl"] == int(NOW.timestamp()) + 86_400


def test_ops_5_no_log_holds_a_ballot(ballots: Ballots, aws: Aws, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        put(aws, {"player-1": True, "player-2": False, "player-3": True})
        ballots.answer(count())
    said = "\n".join([caplog.text, *(repr(record.__dict__) for record in caplog.records)])
    assert caplog.records
    assert '"deal"' not in said
    assert "'deal'" not in said
