"""The ballots of a vote: counted in the vault, deleted there, and nothing of them but the result leaves it (DEAL-1)."""

import logging
from datetime import UTC, datetime
from hashlib import sha256
from itertools import product
from typing import Any

import pytest
from botocore.exceptions import ClientError

from activities import items, seals
from activities.ballots import Ballots
from domain.journal import BallotRequest, BallotResult
from tests.support.emulator import Aws

VOTERS = ("player-1", "player-2", "player-3")
NOW = datetime(2026, 11, 29, 20, tzinfo=UTC)


@pytest.fixture
def ballots(aws: Aws) -> Ballots:
    return Ballots(aws.dynamodb(), aws.vault, aws.keys())


def put(aws: Aws, said: dict[str, bool], vote: int = 1) -> None:
    for player, deal in said.items():
        aws.put_ballot("sunday", vote, player, deal=deal, at=NOW)


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


def test_deal_1_strangers_ballots_are_deleted_and_not_opened(aws: Aws) -> None:
    """So that nobody can hold up a count with them."""
    voters = tuple(f"player-{number}" for number in range(20))
    calls: list[tuple[str, int]] = []
    put(aws, dict.fromkeys((*voters, *(f"stranger-{number}" for number in range(5))), True))
    own = Ballots(asked_of(aws.dynamodb(), calls, []), aws.vault, asked_of(aws.keys(), calls, []))
    request = BallotRequest(tournament="sunday", vote=1, purpose="count", voters=voters, cast=voters)
    assert own.answer(request) == BallotResult(vote=1, deal=True)
    names = [name for name, _ in calls]
    assert (names.count("Decrypt"), names.count("DeleteItem")) == (20, 25)
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
    own = Ballots(client, aws.vault, aws.keys())
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
    row = items.ballot_item("sunday", 1, "player-1", sealed=b"", at=NOW)
    assert items.from_item(row)["ttl"] == int(NOW.timestamp()) + 86_400


def test_ops_5_who_reads_the_vault_cannot_tell_one_ballot_from_another(aws: Aws) -> None:
    put(aws, dict(zip(VOTERS, (True, True, False), strict=True)))
    rows = [items.from_item(row) for row in aws.rows(aws.vault)]
    assert [set(row) for row in rows] == [{"pk", "sk", "kind", "player", "sealed", "ttl"}] * 3
    sealed = [bytes(row["sealed"]) for row in rows]
    assert len(set(sealed)) == 3
    assert len({len(each) for each in sealed}) == 1
    assert not any(b"deal" in each for each in sealed)


@pytest.mark.parametrize("moved", [("sunday", 2, "player-1"), ("sunday", 1, "player-2"), ("monday", 1, "player-1")])
def test_ops_5_a_seal_holds_for_one_player_in_one_vote(aws: Aws, moved: tuple[str, int, str]) -> None:
    sealed = seals.seal(aws.keys(), aws.key, "sunday", 1, "player-1", deal=True)
    assert seals.says_deal(aws.keys(), sealed, "sunday", 1, "player-1")
    assert not seals.says_deal(aws.keys(), sealed, *moved)


def test_ops_5_a_key_service_that_does_not_answer_is_no_vote(ballots: Ballots, aws: Aws) -> None:
    """What cannot be opened now is opened later; only what was never sealed for this says nothing."""
    put(aws, dict.fromkeys(VOTERS, True))
    keys = aws.keys()
    keys.disable_key(KeyId=aws.key)
    with pytest.raises(ClientError, match="Disabled"):
        ballots.answer(count())
    keys.enable_key(KeyId=aws.key)
    assert ballots.answer(count()).deal


def asked_of(client: Any, calls: list[tuple[str, int]], bodies: list[bytes]) -> Any:
    """Have what a client sends listed: the operation, how long the request is, and the request."""

    def before(model: Any, params: dict[str, Any], **_: Any) -> None:
        calls.append((model.name, len(params["body"])))
        bodies.append(params["body"])

    client.meta.events.register("before-call", before)
    return client


def test_ops_5_a_count_asks_for_the_same_whoever_says_no(aws: Aws) -> None:
    """The same calls in the same order, each of the same length: nothing stops at the first who says no."""
    told = set()
    for vote, said in enumerate(list(product((True, False), repeat=3))[1:], start=1):
        put(aws, dict(zip(VOTERS, said, strict=True)), vote=vote)
        calls: list[tuple[str, int]] = []
        own = Ballots(asked_of(aws.dynamodb(), calls, []), aws.vault, asked_of(aws.keys(), calls, []))
        assert not own.answer(count(vote=vote)).deal
        told.add(tuple(calls))
    assert len(told) == 1
    (calls_of_all,) = told
    assert [name for name, _ in calls_of_all] == [
        "GetItem", "Query", "Decrypt", "Decrypt", "Decrypt", "PutItem", "Query", *["DeleteItem"] * 3
    ]  # fmt: skip


def test_ops_5_no_log_holds_a_ballot(aws: Aws, caplog: pytest.LogCaptureFixture) -> None:
    """Nor the hash of a request with one in it, by which yes could be told from no."""
    bodies: list[bytes] = []
    with caplog.at_level(logging.DEBUG):
        put(aws, {"player-1": True, "player-2": False, "player-3": True})
        seals.seal(asked_of(aws.keys(), [], bodies), aws.key, "sunday", 1, "player-1", deal=True)
        own = Ballots(asked_of(aws.dynamodb(), [], bodies), aws.vault, asked_of(aws.keys(), [], bodies))
        own.answer(count())
    said = "\n".join([caplog.text, *(repr(record.__dict__) for record in caplog.records)])
    assert caplog.records
    for text in ('"deal"', "'deal'", "Plaintext", "no deal", "BALLOT#"):
        assert text not in said
    assert len(bodies) == 11
    for body in bodies:
        assert sha256(body).hexdigest() not in said
