import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError
from botocore.httpsession import URLLib3Session
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from temporalio.exceptions import ApplicationError

from activities import items
from activities.journal import Journal, plan
from domain.bounty_settings import MysteryPrize
from domain.events import (
    GENESIS,
    DebtSettled,
    Event,
    MysteryDrawn,
    MysteryPrizesSet,
    Recorded,
    TournamentCreated,
    to_text,
)
from domain.journal import Flush, FlushResult
from domain.profiles import PROFILES
from tests.domain.floor import settings as settings_of_the_house
from tests.support.emulator import Aws, create_table
from tests.support.journals import (
    NOON,
    TOURNAMENT,
    accepted,
    entry,
    flush,
    hash_after,
    head,
    rejected,
    table,
    text,
    texts,
)

HOME = Path(__file__).parent.parent.parent


@pytest.fixture
def journal(aws: Aws) -> Journal:
    return Journal(aws.dynamodb(), aws.club)


def written(stored: int) -> FlushResult:
    return FlushResult(status="written", stored=stored, hash=hash_after(texts(1, stored)))


def log(journal: Journal, after: int = 0) -> list[str]:
    return [row.text for row in items.log_rows(journal.client, journal.table, TOURNAMENT, after=after)]


def position(journal: Journal) -> items.Position:
    found = items.find_head(journal.client, journal.table, TOURNAMENT)
    assert found is not None
    return items.position_of(found)


def answer(journal: Journal, command_id: str) -> items.Answer | None:
    return items.find_outcome(journal.client, journal.table, TOURNAMENT, command_id)


@contextmanager
def transactions(journal: Journal) -> Iterator[list[int]]:
    """Collect the status of each transaction that the journal sends."""
    seen: list[int] = []

    def note(http_response: Any, **_: Any) -> None:
        seen.append(http_response.status_code)

    journal.client.meta.events.register("after-call.dynamodb.TransactWriteItems", note)
    yield seen
    journal.client.meta.events.unregister("after-call.dynamodb.TransactWriteItems", note)


KNOCKOUT = flush(
    7,
    texts(8, 9),
    entries=[entry(1, status="out"), entry(2)],
    tables=[table(1)],
    outcomes=[accepted("c-1", 8, 9), rejected("c-2")],
)


def test_events_rows_and_outcomes_are_written_in_one_transaction(journal: Journal, aws: Aws) -> None:
    journal.write(flush(0, texts(1, 7)))
    with transactions(journal) as seen:
        assert journal.write(KNOCKOUT) == written(9)
    assert seen == [200]
    assert log(journal) == texts(1, 9)
    assert position(journal) == items.Position(seq=9, hash=hash_after(texts(1, 9)))
    assert answer(journal, "c-1") == items.Answer(outcome=accepted("c-1", 8, 9), events=tuple(texts(8, 9)))
    assert answer(journal, "c-2") == items.Answer(outcome=rejected("c-2"), events=())
    read_models = [items.row_of(row) for row in aws.rows() if row["kind"]["S"] in {"head", "entry", "table"}]
    assert sorted(read_models, key=str) == sorted([head(seq=9), entry(1, status="out"), entry(2), table(1)], key=str)


def test_the_repeat_of_a_flush_changes_nothing(journal: Journal, aws: Aws) -> None:
    journal.write(flush(0, texts(1, 7)))
    journal.write(KNOCKOUT)
    before = aws.rows()
    assert journal.write(KNOCKOUT) == written(9)
    assert aws.rows() == before


def test_twelve_racing_repeats_are_applied_once(aws: Aws, journal: Journal) -> None:
    journal.write(flush(0, texts(1, 7)))
    start = threading.Barrier(12)
    applied: list[int] = []

    def race(_: int) -> FlushResult:
        own = Journal(aws.dynamodb(), aws.club)
        start.wait()
        with transactions(own) as seen:
            result = own.write(KNOCKOUT)
        applied.append(seen.count(200))
        return result

    with ThreadPoolExecutor(12) as threads:
        assert list(threads.map(race, range(12))) == [written(9)] * 12
    assert (sum(applied), log(journal)) == (1, texts(1, 9))


def test_of_a_flush_that_the_store_has_in_part_the_rest_is_written(journal: Journal) -> None:
    journal.write(flush(0, texts(1, 4), entries=[entry(1, chips=10)]))
    wider = flush(2, texts(3, 6), entries=[entry(1, chips=20)], outcomes=[accepted("c-1", 4, 5)])
    assert journal.write(wider) == written(6)
    assert log(journal) == texts(1, 6)
    assert answer(journal, "c-1") == items.Answer(outcome=accepted("c-1", 4, 5), events=tuple(texts(4, 5)))


def test_a_flush_that_the_store_left_behind_long_ago_is_written(journal: Journal, aws: Aws) -> None:
    journal.write(flush(0, texts(1, 4), entries=[entry(1, chips=10)]))
    journal.write(flush(4, texts(5, 120), entries=[entry(1, chips=20)]))
    before = aws.rows()
    assert journal.write(flush(0, texts(1, 4), entries=[entry(1, chips=10)])) == written(4)
    assert journal.write(flush(50, texts(51, 77))) == written(77)
    assert aws.rows() == before


@pytest.mark.parametrize(
    "other",
    [
        flush(2, texts(3, 4, tale="b"), entries=[entry(1, chips=99)]),
        flush(2, texts(3, 3, tale="b")),
        flush(2, texts(3, 9, tale="b")),
        flush(4, texts(5, 5), before=texts(1, 4, tale="b")),
        flush(4, [], before=texts(1, 4, tale="b"), outcomes=[rejected("c-1")]),
        flush(2, [], before=texts(1, 2, tale="b"), outcomes=[rejected("c-1")]),
    ],
    ids=["same length", "shorter", "longer", "on another past", "no events", "no events, shorter"],
)
def test_other_events_under_the_same_numbers_are_a_conflict_that_no_retry_cures(
    journal: Journal, aws: Aws, other: Flush
) -> None:
    journal.write(flush(0, texts(1, 4), entries=[entry(1, chips=10)]))
    before = aws.rows()
    with pytest.raises(ApplicationError) as refused:
        journal.write(other)
    assert (refused.value.type, refused.value.non_retryable) == ("JournalConflict", True)
    assert aws.rows() == before


@pytest.mark.parametrize("events", [texts(8, 9), []], ids=["events", "a refusal alone"])
def test_a_store_that_came_back_older_says_where_it_ends(journal: Journal, aws: Aws, events: list[str]) -> None:
    journal.write(flush(0, texts(1, 4)))
    before = aws.rows()
    late = flush(7, events, entries=[entry(1)], outcomes=[rejected("c-2")])
    assert journal.write(late) == FlushResult(status="behind", stored=4, hash=hash_after(texts(1, 4)))
    assert aws.rows() == before


def test_a_store_that_came_back_empty_says_so(journal: Journal) -> None:
    assert journal.write(KNOCKOUT) == FlushResult(status="behind", stored=0, hash=GENESIS)


def test_cmd_2_the_first_outcome_of_a_command_stands_and_holds_up_nothing(journal: Journal) -> None:
    journal.write(flush(0, texts(1, 2), outcomes=[accepted("c-1", 1, 2)]))
    again = flush(2, texts(3, 3), outcomes=[rejected("c-1"), accepted("c-3", 3, 3)])
    assert journal.write(again) == written(3)
    assert answer(journal, "c-1") == items.Answer(outcome=accepted("c-1", 1, 2), events=tuple(texts(1, 2)))
    assert answer(journal, "c-3") == items.Answer(outcome=accepted("c-3", 3, 3), events=tuple(texts(3, 3)))


def test_cmd_3_a_refusal_before_the_first_event_is_kept(journal: Journal, aws: Aws) -> None:
    assert journal.write(flush(0, [], outcomes=[rejected("c-1")])) == FlushResult(
        status="written", stored=0, hash=GENESIS
    )
    assert [row["kind"]["S"] for row in aws.rows()] == ["outcome"]


def test_outcomes_of_an_earlier_flush_sent_again_alone_are_added_where_they_lack(journal: Journal) -> None:
    journal.write(flush(0, texts(1, 9)))
    assert journal.write(flush(4, [], outcomes=[rejected("c-1")])) == written(4)
    assert answer(journal, "c-1") == items.Answer(outcome=rejected("c-1"), events=())


def test_a_flush_with_nothing_in_it_tells_whether_the_store_is_there(journal: Journal) -> None:
    journal.write(flush(0, texts(1, 9)))
    assert journal.write(flush(9, [])) == written(9)
    assert journal.write(flush(12, [])) == FlushResult(status="behind", stored=9, hash=hash_after(texts(1, 9)))


@pytest.mark.parametrize("events", [texts(5, 6), []], ids=["events", "a refusal alone"])
def test_what_was_decided_on_an_older_store_is_refused_by_one_that_is_ahead(
    journal: Journal, aws: Aws, events: list[str]
) -> None:
    journal.write(flush(0, texts(1, 9)))
    before = aws.rows()
    stale = replace(flush(4, events, entries=[entry(1)], outcomes=[rejected("c-1")]), exact=True)
    with pytest.raises(ApplicationError) as refused:
        journal.write(stale)
    assert (refused.value.type, refused.value.non_retryable, aws.rows()) == ("JournalConflict", True, before)


def test_the_repeat_of_an_exact_flush_changes_nothing(journal: Journal, aws: Aws) -> None:
    exact = replace(flush(0, texts(1, 9), outcomes=[rejected("c-1")]), exact=True)
    assert journal.write(exact) == written(9)
    before = aws.rows()
    assert journal.write(exact) == written(9)
    assert aws.rows() == before


def test_an_answer_lost_after_the_write_is_found_by_the_retry(journal: Journal, aws: Aws) -> None:
    journal.write(flush(0, texts(1, 7)))

    def lose(request: Any, **_: Any) -> None:
        URLLib3Session().send(request)
        raise ReadTimeoutError(endpoint_url=request.url)

    journal.client.meta.events.register("before-send.dynamodb.TransactWriteItems", lose)
    with pytest.raises(ReadTimeoutError):
        journal.write(KNOCKOUT)
    journal.client.meta.events.unregister("before-send.dynamodb.TransactWriteItems", lose)
    before = aws.rows()
    assert journal.write(KNOCKOUT) == written(9)
    assert aws.rows() == before


@pytest.mark.parametrize(
    ("reason", "retried"), [("TransactionConflict", True), ("ThrottlingError", True), ("ValidationError", False)]
)
def test_what_a_retry_cures_is_left_to_the_retry(journal: Journal, reason: str, *, retried: bool) -> None:
    class Refusal:
        status_code = 400
        headers: dict[str, str] = {}  # noqa: RUF012
        content = json.dumps(
            {
                "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
                "Message": f"Transaction cancelled, please refer cancellation reasons for specific reasons [{reason}]",
                "CancellationReasons": [{"Code": "None"}, {"Code": reason}, *[{"Code": "None"}] * 5],
            }
        ).encode()

    refuse: Any = lambda **_: Refusal()  # noqa: E731 - what the hook returns is taken as the answer
    journal.client.meta.events.register("before-send.dynamodb.TransactWriteItems", refuse)
    with pytest.raises(Exception, match=reason) as refused:
        journal.write(replace(KNOCKOUT, prev=0, prev_hash=GENESIS))
    assert (isinstance(refused.value, ApplicationError) and refused.value.non_retryable) != retried


@pytest.mark.parametrize(
    "odd",
    [
        {"entries": [entry(1, chips=1.0)]},
        {"entries": [entry(1, gsi={1})]},
        {"entries": [entry(1, g1="x")]},
        {"head": None},
        {"head": head(title="x" * 500_000)},
        {"tables": [table(1, note="x" * 500_000)]},
        {"entries": [*(entry(number) for number in range(1, 200)), entry(200, note="x" * 500_000)]},
        {"events": [text(1), "x" * 3_600_000]},
    ],
    ids=["float", "set", "name", "no head", "head too large", "row too large", "last row too large", "event too large"],
)
def test_a_row_that_cannot_be_kept_is_refused_for_good(journal: Journal, aws: Aws, odd: dict[str, Any]) -> None:
    with pytest.raises(ApplicationError) as refused:
        journal.write(replace(flush(0, texts(1, 1)), **odd))
    assert (refused.value.type, refused.value.non_retryable) == ("NotStorable", True)
    assert aws.rows() == []


def test_a_table_that_is_not_there_is_a_fault_to_retry(aws: Aws) -> None:
    with pytest.raises(ClientError, match="ResourceNotFound"):
        Journal(aws.dynamodb(), "elsewhere").write(KNOCKOUT)


# --- what no single transaction can hold ---------------------------------------------------------------------------

MANY_ROWS = flush(2, texts(3, 3), entries=[entry(number) for number in range(1, 251)], outcomes=[accepted("c-1", 3, 3)])
MANY_EVENTS = flush(
    2, texts(3, 130), entries=[entry(1)], tables=[table(1)], outcomes=[accepted("c-1", 3, 70), rejected("c-2")]
)
MANY_OUTCOMES = flush(2, texts(3, 3), outcomes=[rejected(f"c-{number}") for number in range(1, 251)])


@pytest.mark.parametrize(
    ("large", "steps"), [(MANY_ROWS, 5), (MANY_EVENTS, 5), (MANY_OUTCOMES, 4)], ids=["rows", "events", "outcomes"]
)
def test_a_large_flush_goes_in_steps_and_a_repeat_does_nothing(
    journal: Journal, aws: Aws, large: Flush, steps: int
) -> None:
    journal.write(flush(0, texts(1, 2)))
    last = large.prev + len(large.events)
    with transactions(journal) as seen:
        assert journal.write(large) == written(last)
    assert seen == [200] * steps
    assert (log(journal), position(journal).pending) == (texts(1, last), None)
    kinds = [row["kind"]["S"] for row in aws.rows()]
    assert (kinds.count("entry"), kinds.count("table")) == (len(large.entries), len(large.tables))
    assert kinds.count("outcome") == len(large.outcomes)
    before = aws.rows()
    assert journal.write(large) == written(last)
    assert aws.rows() == before


def killed(aws: Aws, large: Flush, cut: str) -> None:
    """Write the flush in a process that is killed at the cut."""
    where = json.dumps(asdict(aws))
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.writer", where, TypeAdapter(Flush).dump_json(large).decode(), cut],
        cwd=HOME,
        check=False,
        capture_output=True,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.parametrize("large", [MANY_ROWS, MANY_EVENTS], ids=["rows", "events"])
@pytest.mark.parametrize("cut", ["before 2", "after 2", "after 3", "before 5", "after 5"])
def test_a_large_flush_cut_off_by_the_death_of_its_writer_is_finished_by_the_retry(
    journal: Journal, aws: Aws, large: Flush, cut: str
) -> None:
    journal.write(flush(0, texts(1, 2)))
    last = large.prev + len(large.events)
    killed(aws, large, cut)
    if cut != "after 5":  # until the rows are in there is no outcome
        assert (answer(journal, "c-1"), position(journal).complete) == (None, 2)
    assert journal.write(large) == written(last)
    uncut = Journal(aws.dynamodb(), "uncut")
    create_table(aws.dynamodb(), "Club", "uncut")
    uncut.write(flush(0, texts(1, 2)))
    uncut.write(large)
    assert aws.rows() == aws.rows("uncut")


def test_a_retry_goes_on_with_the_rows_where_the_writer_died(journal: Journal, aws: Aws) -> None:
    journal.write(flush(0, texts(1, 2)))
    killed(aws, MANY_ROWS, "after 3")
    with transactions(journal) as seen:
        assert journal.write(MANY_ROWS) == written(3)
    assert seen == [400, 200, 200]  # not where it should be; the last rows; the outcome


def test_whoever_comes_on_an_unfinished_flush_sends_again_from_its_beginning(journal: Journal, aws: Aws) -> None:
    journal.write(flush(0, texts(1, 2)))
    killed(aws, MANY_EVENTS, "after 2")
    assert position(journal).seq == 102
    behind = FlushResult(status="behind", stored=2, hash=hash_after(texts(1, 2)))
    assert journal.write(flush(102, texts(103, 110))) == behind
    assert journal.write(flush(102, [], outcomes=[rejected("c-9")])) == behind
    assert journal.write(flush(2, texts(3, 40), entries=[entry(1, chips=1)], outcomes=[rejected("c-8")])) == written(40)
    assert journal.write(flush(60, texts(61, 70))) == FlushResult(
        status="behind", stored=40, hash=hash_after(texts(1, 40))
    )
    assert journal.write(flush(40, texts(41, 115), entries=[entry(1, chips=2)])) == written(115)
    assert position(journal) == items.Position(seq=115, hash=hash_after(texts(1, 115)))
    assert [items.row_of(row)["chips"] for row in aws.rows() if row["kind"]["S"] == "entry"] == [2]
    assert answer(journal, "c-8") is not None


def test_rows_of_a_later_state_are_all_written_again(journal: Journal, aws: Aws) -> None:
    journal.write(flush(0, texts(1, 2)))
    killed(aws, MANY_ROWS, "after 3")
    later = replace(MANY_ROWS, entries=[entry(number, chips=7) for number in range(1, 251)])
    assert journal.write(later) == written(3)
    assert {row["chips"]["N"] for row in aws.rows() if row["kind"]["S"] == "entry"} == {"7"}


def test_a_writer_that_was_held_up_cannot_put_old_rows_over_new_ones(journal: Journal, aws: Aws) -> None:
    journal.write(flush(0, texts(1, 2)))
    held = Journal(aws.dynamodb(), aws.club)
    sent = 0

    def hold(**_: Any) -> None:
        nonlocal sent
        sent += 1
        if sent == 3:  # meanwhile another attempt finishes, and the evening goes on
            journal.write(MANY_ROWS)
            journal.write(flush(3, texts(4, 4), entries=[entry(150, status="out")]))

    held.client.meta.events.register("before-send.dynamodb.TransactWriteItems", hold)
    assert held.write(MANY_ROWS) == written(3)
    assert items.row_of(next(row for row in aws.rows() if row["sk"]["S"] == "000150"))["status"] == "out"


def test_the_first_draw_of_thirty_thousand_seats_is_one_event_and_reads_back(journal: Journal, aws: Aws) -> None:
    draw = text(1, large=30_000)
    result = journal.write(flush(0, [draw], outcomes=[accepted("c-1", 1, 1)]))
    assert result == FlushResult(status="written", stored=1, hash=hash_after([draw]))
    journal.write(flush(1, texts(2, 2), before=[draw]))
    assert log(journal) == [draw, text(2)]
    assert log(journal, after=1) == [text(2)]
    assert answer(journal, "c-1") == items.Answer(outcome=accepted("c-1", 1, 1), events=None)
    assert [row["sk"]["S"] for row in aws.rows() if row["kind"]["S"] == "log_part"] == [
        "0000000001#00",
        "0000000001#01",
        "0000000001#02",
    ]


def test_a_log_that_lacks_a_part_is_not_read(journal: Journal) -> None:
    journal.write(flush(0, [text(1, large=30_000)]))
    journal.client.delete_item(TableName=journal.table, Key=items.log_key(TOURNAMENT, 1, 1))
    with pytest.raises(items.TornLog, match="2 of its 3"):
        log(journal)


@pytest.mark.parametrize("after", [0, 1, 49, 50, 51, 101, 119, 120, 500])
def test_the_log_reads_from_any_event_on(journal: Journal, after: int) -> None:
    journal.write(flush(0, texts(1, 120)))
    assert log(journal, after=after) == texts(after + 1, 120)


# --- laws ----------------------------------------------------------------------------------------------------------

EVENING = 140


def part(first: int, last: int) -> Flush:
    """Return the flush of these events of an evening; each changes one row and has an outcome."""
    return flush(
        first - 1,
        texts(first, last),
        entries=[entry(number, at=number) for number in range(first, last + 1)],
        outcomes=[accepted(f"c-{number}", number, number) for number in range(first, last + 1)],
    )


spans = st.tuples(st.integers(1, EVENING), st.integers(0, EVENING - 1)).map(
    lambda span: (span[0], min(EVENING, span[0] + span[1]))
)


class Cut(BaseException):
    """The writer is gone."""


class Cutting(Journal):
    """A journal whose writer is gone before one of its steps."""

    def __init__(self, journal: Journal, cut: int | None) -> None:
        super().__init__(journal.client, journal.table)
        self.left = cut

    def _take(self, *step: Any) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left == 0:
                raise Cut
        super()._take(*step)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=st.lists(st.tuples(spans, st.none() | st.integers(1, 6)), max_size=8), number=st.uuids())
def test_whatever_is_sent_again_and_cut_off_the_store_is_a_whole_beginning_of_the_evening(
    journal: Journal, sent: list[tuple[tuple[int, int], int | None]], number: Any
) -> None:
    tournament = str(number)

    def store(first: int, last: int, cut: int | None) -> FlushResult | None:
        try:
            return Cutting(journal, cut).write(replace(part(first, last), tournament=tournament))
        except Cut:
            return None

    def answered(tournament: str) -> set[str]:
        shards = (
            journal.client.query(
                TableName=journal.table,
                KeyConditionExpression="pk = :pk",
                ExpressionAttributeValues={":pk": {"S": f"T#{tournament}#CMD#{shard}"}},
            )["Items"]
            for shard in range(4)
        )
        return {row["sk"]["S"] for shard in shards for row in shard}

    def whole(last: int) -> bool:
        rows = items.log_rows(journal.client, journal.table, tournament)
        entries = {items.row_of(row)["entry"] for row in items.find_entries(journal.client, journal.table, tournament)}
        answers = {f"c-{number}" for number in range(1, last + 1)}
        return (
            [row.text for row in rows][:last] == texts(1, last)
            and entries >= set(range(1, last + 1))
            and answered(tournament) >= answers
        )

    for (first, last), cut in sent:
        result = store(first, last, cut)
        if result is not None and result.status == "behind":
            assert result.stored < first - 1
            assert result.hash == hash_after(texts(1, result.stored))
        if result is not None:
            assert whole(result.stored)
    assert store(1, EVENING, None) == written(EVENING)
    assert whole(EVENING)


@given(st.integers(0, 60), st.integers(0, 260), st.integers(0, 260), st.integers(1, 120))
def test_no_step_is_larger_than_a_transaction(entries: int, tables: int, outcomes: int, events: int) -> None:
    large = flush(
        0,
        texts(1, events),
        entries=[entry(number, note="x" * 90_000) for number in range(1, entries + 1)],
        tables=[table(number) for number in range(1, tables + 1)],
        outcomes=[],
    )
    refusals = [items.outcome_item(TOURNAMENT, rejected(f"c-{n}"), []) for n in range(outcomes)]
    for step in plan(large, items.Position(seq=0, hash=GENESIS), refusals):
        assert len(step.puts) <= 99
        assert sum(map(items.size, step.puts)) < 4_000_000
        assert sum(row["kind"]["S"] == "log" for row in step.puts) <= 1


# --- on which days there was money ------------------------------------------------------------------------------------


def test_fee_5_a_date_on_which_something_was_bought_or_paid_lists_the_tournament_once(journal: Journal) -> None:
    def paid(seq: int, at: datetime) -> str:
        event = DebtSettled(
            settlement=seq, player="p-1", amount=5, method="cash", shares=((1, 5),), seen=1, receipt="refund_marked"
        )
        return to_text(Recorded(seq=seq, at=at, cause=f"c-{seq}", actor="desk-1", role="cashier", event=event))

    late = NOON.replace(hour=23, minute=59, second=59)
    told = [text(1), paid(2, NOON), paid(3, late), paid(4, late + timedelta(seconds=1)), text(5)]
    for prev in (0, 0, 3):
        events = told[prev : prev + 3]
        journal.write(flush(prev, events, before=told[:prev]))
    days = [late.date() + timedelta(days=n) for n in (-1, 0, 1, 2)]
    listed = [
        list(items.tournaments_of_day(journal.client, journal.table, flush(0, []).club, day.isoformat()))
        for day in days
    ]
    assert listed == [[], [TOURNAMENT], [TOURNAMENT], []]


# --- what may not be written -----------------------------------------------------------------------------------------


def created(profile: str, prize: str) -> Flush:
    """Return the first write of a tournament with a prize line, as though nobody had judged it before."""
    told = settings_of_the_house(profile=profile, prizes={"lines": [{"place": 1, "text": prize}]})
    event = TournamentCreated(tournament=TOURNAMENT, club="north", settings=told, profile=PROFILES[profile])
    stored = to_text(Recorded(seq=1, at=NOON, cause="c-1", event=event))
    return replace(flush(0, [stored]), head=head(profile=profile))


@pytest.mark.parametrize("prize", ["5000 ₽", "$50", "50 руб.", "cash 100", "100 EUR", "1000 rubles", "с а s h"])
def test_prz_2_a_prize_of_money_is_never_written(journal: Journal, aws: Aws, prize: str) -> None:
    with pytest.raises(ApplicationError, match="such as a cup") as refused:
        journal.write(created("sport-poker-v1", prize))
    assert (refused.value.type, refused.value.non_retryable) == ("NotStorable", True)
    assert aws.rows() == []


@pytest.mark.parametrize(
    "event",
    [
        MysteryDrawn(draw=1, knockout=1, entry=2, player="player-002", text="100 EUR"),
        MysteryPrizesSet(prizes=(MysteryPrize(text="Cup"), MysteryPrize(text="50 руб."))),
    ],
)
def test_prz_2_a_mystery_of_money_is_never_written(journal: Journal, aws: Aws, event: Event) -> None:
    stored = to_text(Recorded(seq=1, at=NOON, cause="c-1", event=event))
    with pytest.raises(ApplicationError, match="such as a cup") as refused:
        journal.write(replace(flush(0, [stored]), head=head(profile="sport-poker-v2")))
    assert (refused.value.type, refused.value.non_retryable) == ("NotStorable", True)
    assert aws.rows() == []


@pytest.mark.parametrize(("profile", "prize"), [("sport-poker-v1", "Cup"), ("tda-2024-v1", "A seat worth $500")])
def test_prz_2_other_prizes_are_written(journal: Journal, profile: str, prize: str) -> None:
    assert journal.write(created(profile, prize)).status == "written"
