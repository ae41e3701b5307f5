"""The ledger in the store: a failure pays nobody, a repeat pays nobody twice (PRZ-7, PRZ-8)."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from botocore.exceptions import EndpointConnectionError
from temporalio.exceptions import ApplicationError

from activities import items
from activities.credits import ACTIONS, Credits, LedgerBehind, LedgerDiffers
from activities.journal import Journal
from domain.events import CreditsRecorded, Recorded, to_text
from domain.journal import Credit, CreditRequest, CreditResult, Flush
from tests.support.emulator import Aws
from tests.support.journals import NOON, flush


def asked(count: int, version: int = 1, amount: int = 100) -> CreditRequest:
    """Return a version with so many credits."""
    credits_of = tuple(Credit(player=f"player-{n:04}", amount=amount + n, reason="prize") for n in range(count))
    return CreditRequest(tournament="friday", version=version, results=version, credits=credits_of)


def answer(request: CreditRequest) -> CreditResult:
    """Return what the ledger says when this was written first."""
    return CreditResult(version=request.version, results=request.results, credits=request.credits)


def valid(aws: Aws) -> list[CreditResult]:
    """Return what a reader of the ledger counts."""
    return list(items.find_credits(aws.dynamodb(), aws.club, "friday"))


class Cut(Credits):
    """A writer whose connection goes before or after a call that writes, the calls being counted from 1."""

    def __init__(self, aws: Aws, call: int, *, after: bool) -> None:
        super().__init__(aws.dynamodb(), aws.club)
        self.call, self.calls = call, 0
        self.client.meta.events.register(f"{'after' if after else 'before'}-call.dynamodb.TransactWriteItems", self._go)

    def _go(self, **_: Any) -> None:
        self.calls += 1
        if self.calls == self.call:
            raise EndpointConnectionError(endpoint_url="http://store")


def writes(count: int) -> int:
    """Return how many calls write so many credits."""
    return 1 if count < ACTIONS else 1 + -(-count // ACTIONS)


@pytest.fixture
def ledger(aws: Aws) -> Credits:
    return Credits(aws.dynamodb(), aws.club)


@pytest.mark.parametrize("count", [0, 1, 99, 100, 250])
def test_prz_7_a_version_is_written_whole_and_its_repeat_changes_nothing(ledger: Credits, aws: Aws, count: int) -> None:
    request = asked(count)
    assert ledger.write(request) == answer(request)
    before = aws.rows()
    assert len(before) == count + 1
    assert ledger.write(request) == answer(request)
    assert aws.rows() == before
    assert valid(aws) == [answer(request)]


@pytest.mark.parametrize(
    ("count", "call"), [(count, call) for count in (3, 99, 250) for call in range(1, writes(count) + 1)]
)
@pytest.mark.parametrize("after", [False, True])
def test_prz_7_wherever_the_writing_is_cut_off_nobody_is_paid_or_everybody_and_the_retry_pays_nobody_twice(
    ledger: Credits, aws: Aws, count: int, call: int, after: bool
) -> None:
    request = asked(count)
    with pytest.raises(EndpointConnectionError):
        Cut(aws, call, after=after).write(request)
    done = after and call == writes(count)
    assert valid(aws) == ([answer(request)] if done else [])
    assert ledger.write(request) == answer(request)
    assert valid(aws) == [answer(request)]


def test_prz_7_the_first_write_of_a_version_stands_whatever_is_asked_for_later(ledger: Credits, aws: Aws) -> None:
    first, other = asked(3), asked(5, amount=7)
    ledger.write(first)
    assert ledger.write(other) == answer(first)
    assert valid(aws) == [answer(first)]


@pytest.mark.parametrize("call", [1, 2, 3])
def test_prz_7_drafts_that_came_to_nothing_are_not_counted_with_another_set(
    ledger: Credits, aws: Aws, call: int
) -> None:
    # The results were corrected while the store was away: who is no longer paid has a draft left behind.
    with pytest.raises(EndpointConnectionError):
        Cut(aws, call, after=True).write(asked(250))
    corrected = replace(asked(240), results=2)
    assert ledger.write(corrected) == answer(corrected)
    assert valid(aws) == [answer(corrected)]


def test_prz_8_a_closed_version_is_never_written_and_a_written_one_not_closed(ledger: Credits, aws: Aws) -> None:
    request = asked(250)
    with pytest.raises(EndpointConnectionError):
        Cut(aws, 4, after=False).write(request)
    closing = replace(request, credits=())
    assert ledger.write(closing) == answer(closing)
    assert ledger.write(request) == answer(closing)  # the straggler is told that nobody is paid
    second = asked(250, version=2)
    assert ledger.write(second) == answer(second)
    assert ledger.write(replace(second, credits=())) == answer(second)
    assert [len(each.credits) for each in valid(aws)] == [0, 250]


def test_prz_7_many_workers_at_once_write_one_set(aws: Aws) -> None:
    sets = [asked(120, amount=100 * n) for n in range(1, 5)]

    def write(request: CreditRequest) -> CreditResult:
        ledger = Credits(aws.dynamodb(), aws.club)
        while True:
            try:
                return ledger.write(request)
            except ledger.client.exceptions.TransactionCanceledException:
                continue  # as the workflow has it tried again

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(write, sets * 3))
    assert answers == [answers[0]] * len(answers)
    assert valid(aws) == [answers[0]]


def test_prz_7_who_tries_again_goes_on_with_the_drafts_where_he_was_stopped(aws: Aws) -> None:
    request = asked(250)
    with pytest.raises(EndpointConnectionError):
        Cut(aws, 2, after=True).write(request)
    counting = Cut(aws, 0, after=False)
    assert counting.write(request) == answer(request)
    assert counting.calls == 2  # the last fifty drafts, and what makes all of them valid


def test_prz_7_a_reader_sees_nothing_of_a_version_or_all_of_it(aws: Aws) -> None:
    request = asked(250)
    seen: list[list[CreditResult]] = []
    begun, over = threading.Event(), threading.Event()

    def read() -> None:
        while not over.is_set():
            seen.append(valid(aws))
            begun.set()
        seen.append(valid(aws))

    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(read)
        begun.wait(10)
        for call in range(1, writes(250)):  # each retry gets one step further
            with pytest.raises(EndpointConnectionError):
                Cut(aws, 1 if call == 1 else 2, after=call == 1).write(request)
        Credits(aws.dynamodb(), aws.club).write(request)
        over.set()
        reading.result(30)
    assert all(each in ([], [answer(request)]) for each in seen)
    assert (seen[0], seen[-1]) == ([], [answer(request)])


def test_prz_7_a_version_that_has_lost_rows_is_not_read_as_if_it_were_whole(ledger: Credits, aws: Aws) -> None:
    ledger.write(asked(3))
    lose(aws, "credit", 1)
    with pytest.raises(items.TornLedger):
        valid(aws)
    with pytest.raises(ApplicationError) as refused:
        ledger.write(asked(3))
    assert (refused.value.type, refused.value.non_retryable) == ("TornLedger", True)
    assert "player" not in str(refused.value)  # who, and how much, is in no message


def lose(aws: Aws, kind: str, count: int) -> None:
    """Take rows out of the ledger, as a store does that comes back older."""
    rows = [row for row in aws.rows() if row["kind"]["S"] == kind][:count]
    for row in rows:
        aws.dynamodb().delete_item(TableName=aws.club, Key={"pk": row["pk"], "sk": row["sk"]})


def told(*versions: CreditRequest) -> Flush:
    """Return the write of a journal that says that these versions are in the ledger."""
    events = [
        CreditsRecorded(
            version=each.version,
            results=each.results,
            credits=tuple((credit.player, credit.amount, credit.reason) for credit in each.credits),
        )
        for each in versions
    ]
    texts = [
        to_text(Recorded(seq=seq, at=NOON, cause="work", event=event)) for seq, event in enumerate(events, start=1)
    ]
    return flush(0, texts)


@pytest.mark.parametrize("count", [0, 3, 250])
@pytest.mark.parametrize("lost", ["everything", "versions", "credits"])
def test_prz_7_what_the_journal_says_of_the_ledger_is_written_again_with_it(
    ledger: Credits, aws: Aws, count: int, lost: str
) -> None:
    first, second = asked(count), asked(2, version=2)
    for each in (first, second):
        ledger.write(each)
    whole = aws.rows()
    if lost in {"everything", "versions"}:
        lose(aws, "credits", 2)
    if lost in {"everything", "credits"}:
        lose(aws, "credit", count + 2)
    Journal(aws.dynamodb(), aws.club).write(told(first, second))
    assert [row for row in aws.rows() if row["kind"]["S"] in {"credit", "credits"}] == whole
    assert valid(aws) == [answer(first), answer(second)]


def test_prz_7_a_version_is_not_written_after_one_that_is_missing_and_the_record_brings_that_back(
    ledger: Credits, aws: Aws
) -> None:
    first, second = asked(120), asked(2, version=2)
    with pytest.raises(LedgerBehind):
        ledger.write(second)
    assert valid(aws) == []
    Journal(aws.dynamodb(), aws.club).write(told(first))
    lose(aws, "credits", 1)
    lose(aws, "credit", 50)
    assert ledger.write(second) == answer(second)
    assert valid(aws) == [answer(first), answer(second)]
    assert ledger.restore("friday") == ()
    lose(aws, "credit", 1)
    assert ledger.restore("friday") == (1,)
    assert valid(aws) == [answer(first), answer(second)]


def test_prz_7_a_ledger_that_differs_from_the_record_is_a_fault_and_left_as_it_is(ledger: Credits, aws: Aws) -> None:
    ledger.write(asked(3))
    before = aws.rows()
    other = asked(3, amount=7)
    with pytest.raises(LedgerDiffers):
        ledger.put_back(other)
    with pytest.raises(ApplicationError) as refused:
        Journal(aws.dynamodb(), aws.club).write(told(other))
    assert (refused.value.type, refused.value.non_retryable) == ("LedgerDiffers", True)
    assert aws.rows() == before
