import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError
from botocore.httpsession import URLLib3Session
from temporalio.exceptions import ApplicationError

from activities import items
from activities.draws import Vault
from domain.draws import draw
from domain.journal import LotRequest, LotResult
from tests.support.emulator import Aws
from tests.support.secrets import found

COMMIT = LotRequest(tournament="friday", number=0, purpose="commit")
DRAW = LotRequest(tournament="friday", number=3, purpose="draw", pools=((1, 2, 3, 4, 5, 6, 7, 8), (11, 12)))
REVEAL = LotRequest(tournament="friday", number=0, purpose="reveal")


@pytest.fixture
def vault(aws: Aws) -> Vault:
    return Vault(aws.dynamodb(), aws.vault)


def seed(aws: Aws) -> bytes:
    (row,) = aws.rows(aws.vault)
    return items.seed_of(row)


def test_seat_10_the_seed_is_32_bytes_made_once_and_only_its_hash_leaves_the_vault(vault: Vault, aws: Aws) -> None:
    answer = vault.answer(COMMIT)
    made = seed(aws)
    assert (len(made), answer) == (32, LotResult(number=0, commitment=sha256(made).hexdigest()))
    assert vault.answer(COMMIT) == answer
    assert seed(aws) == made


def test_seat_10_no_two_tournaments_have_the_same_seed(vault: Vault) -> None:
    other = LotRequest(tournament="saturday", number=0, purpose="commit")
    assert vault.answer(COMMIT).commitment != vault.answer(other).commitment


def test_seat_10_twelve_who_ask_at_once_are_told_the_same_hash(aws: Aws) -> None:
    start = threading.Barrier(12)

    def race(_: int) -> str | None:
        own = Vault(aws.dynamodb(), aws.vault)
        start.wait()
        return own.answer(COMMIT).commitment

    with ThreadPoolExecutor(12) as threads:
        told = set(threads.map(race, range(12)))
    assert told == {sha256(seed(aws)).hexdigest()}


def test_seat_10_a_hash_whose_answer_was_lost_is_told_again(vault: Vault, aws: Aws) -> None:
    def lose(request: Any, **_: Any) -> None:
        URLLib3Session().send(request)
        raise ReadTimeoutError(endpoint_url=request.url)

    vault.client.meta.events.register("before-send.dynamodb.PutItem", lose)
    with pytest.raises(ReadTimeoutError):
        vault.answer(COMMIT)
    made = seed(aws)
    vault.client.meta.events.unregister("before-send.dynamodb.PutItem", lose)
    assert vault.answer(COMMIT).commitment == sha256(made).hexdigest()


def test_seat_10_a_lot_follows_from_the_seed_and_is_the_same_however_often_it_is_asked_for(
    vault: Vault, aws: Aws
) -> None:
    vault.answer(COMMIT)
    answer = vault.answer(DRAW)
    assert answer == LotResult(number=3, orders=draw(seed(aws), "friday", 3, DRAW.pools))
    assert vault.answer(DRAW) == answer


def test_seat_10_the_revealed_seed_has_the_published_hash_and_gives_the_lots(vault: Vault) -> None:
    committed, drawn, revealed = (vault.answer(request) for request in (COMMIT, DRAW, REVEAL))
    assert revealed.seed is not None
    known = bytes.fromhex(revealed.seed)
    assert sha256(known).hexdigest() == committed.commitment
    assert draw(known, "friday", 3, DRAW.pools) == drawn.orders


@pytest.mark.parametrize("request_", [DRAW, REVEAL], ids=lambda request: request.purpose)
def test_seat_10_a_vault_without_the_seed_makes_no_other_and_is_asked_again(
    vault: Vault, aws: Aws, request_: LotRequest
) -> None:
    with pytest.raises(ApplicationError) as missing:
        vault.answer(request_)
    assert (missing.value.type, missing.value.non_retryable, aws.rows(aws.vault)) == ("SeedMissing", False, [])


def test_ops_5_the_seed_is_in_no_answer_before_the_reveal_and_in_no_log_however_much_is_logged(
    vault: Vault, aws: Aws, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even in that of the library that carries it, which at DEBUG writes down whole requests and answers."""
    with caplog.at_level(1):
        answers = repr([vault.answer(COMMIT), vault.answer(DRAW)]).encode()
        Vault(aws.dynamodb(), aws.vault).answer(REVEAL)
        said = "\n".join([caplog.text, *(repr(record.__dict__) for record in caplog.records)]).encode()
    made = seed(aws)
    assert b"botocore" in said
    assert found([made], within=answers) == found([made], within=said) == []


def test_ops_5_other_words_of_that_library_are_still_heard(vault: Vault, caplog: pytest.LogCaptureFixture) -> None:
    assert vault.table
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("botocore.endpoint").warning("a connection was lost")
        logging.getLogger("botocore.endpoint").debug("a whole answer")
    assert [record.getMessage() for record in caplog.records] == ["a connection was lost"]
