"""The journal: events, the rows that they changed and the outcomes of commands, written together or not at all.

A write is one transaction on the condition that the store is where the workflow left it.  What is too large for one
transaction goes in steps: the log first, then the rows, then the outcomes.  Each step moves the head on the condition
that it is where the step before left it, and the head says what is under way until the last step is done.  So a
repeat finds what is there and does the rest, or nothing.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError
from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities import items
from activities.credits import Credits, LedgerDiffers, in_texts
from activities.items import Item, Pending, Position
from domain.counter import BOOKED
from domain.events import GENESIS, chain
from domain.journal import Flush, FlushResult
from domain.prize_texts import brought_in

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_OF_MONEY = tuple(f'"kind":"{kind}"' for kind in sorted(BOOKED))
ACTIONS = 100
"""Most actions of one transaction, the head's included."""
TRANSACTION_BYTES = 3_500_000
"""Most bytes of the rows beside the head in one transaction; with a head of any size that is under the store's 4 MB."""
TURNS = 8
"""How often one write looks where the store is before it gives up for now: others write too, though not for long."""


class SpeaksOfMoney(items.NotStorable):
    """A prize that is not to be written: it speaks of money where prizes are none (PRZ-2)."""


class HeadElsewhere(Exception):
    """The store is not where this write took it to be, but at `position`."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.position = position


class AlreadyAnswered(Exception):
    """These rows of outcomes are there already; the first outcome of a command stands."""

    def __init__(self, keys: frozenset[str]) -> None:
        super().__init__(keys)
        self.keys = keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One transaction: rows to put, and where the head is after it."""

    after: Position
    puts: Sequence[Item]


def _refuse_money(flush: Flush) -> None:
    """Let no event through that brings a prize text in which the house may not have.

    The desk has refused such a text before; what gets here nevertheless came past it.  Nothing is written then, and the
    tournament stands until an operator has looked.  Events that repeat a text which is on record are not judged again:
    a list that knows more words today does not stop an evening on which the text was accepted.

    Raises:
        SpeaksOfMoney: there is one.
    """
    profile = str((flush.head or {}).get("profile", ""))
    for text in flush.events:
        if '"text":' in text or '"prize":' in text:
            for field, reason in brought_in(json.loads(text)["event"], profile):
                raise SpeaksOfMoney(f"{flush.tournament}: {field}: {reason}")


class Journal:
    """Writes the journal of every tournament into one table."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self.client = client
        self.table = table
        self.ledger = Credits(client, table)

    @activity.defn(name="write_journal")
    def write(self, flush: Flush) -> FlushResult:
        """Write a flush; what of it is stored already is left as it is.

        Raises:
            ApplicationError: not to be retried, of type `JournalConflict` (the store holds other events under these
                numbers), `LedgerDiffers` (the ledger holds other credits than these events say) or `NotStorable` (a
                row cannot be written as it is, or a prize in it speaks of money where it may not); to be retried, of
                type `JournalBusy`.
            botocore.exceptions.BotoCoreError, ClientError: the store cannot be reached, or not now.
        """
        try:
            _refuse_money(flush)
            self._credited(flush)
            return self._write(flush)
        except LedgerDiffers as differs:
            raise ApplicationError(str(differs), type="LedgerDiffers", non_retryable=True) from differs
        except items.NotStorable as odd:
            raise ApplicationError(str(odd), type="NotStorable", non_retryable=True) from odd
        except ClientError as refused:
            if refused.response["Error"]["Code"] == "ValidationException":
                raise ApplicationError(str(refused), type="NotStorable", non_retryable=True) from refused
            raise

    def _credited(self, flush: Flush) -> None:
        """See that what these events say of the ledger is in it: a store that came back older may have lost it."""
        for credits_written in in_texts(flush.tournament, flush.events):
            self.ledger.put_back(credits_written)

    def _write(self, flush: Flush) -> FlushResult:
        hashes = _hashes(flush)
        position = Position(seq=flush.prev, hash=flush.prev_hash)
        outcomes = _outcome_items(flush)
        for _ in range(TURNS):
            if (behind := self._behind(flush, position)) is not None:
                return behind
            self._refuse_conflict(flush, position, hashes)
            try:
                for step in _whole_plan(flush, position, outcomes):
                    self._take(flush, position, step)
                    position = step.after
                return FlushResult(status="written", stored=flush.prev + len(flush.events), hash=hashes[-1])
            except HeadElsewhere as found:
                position = found.position
            except AlreadyAnswered as found:
                outcomes = [item for item in outcomes if item["sk"]["S"] not in found.keys]
        raise ApplicationError(f"{flush.tournament} is being written by others", type="JournalBusy")

    def _behind(self, flush: Flush, position: Position) -> FlushResult | None:
        """Return where to send again from, when the store lacks what comes before this flush."""
        if position.complete >= flush.prev:
            return None
        stored = position.complete
        return FlushResult(status="behind", stored=stored, hash=self._hash_at(flush, position, stored))

    def _refuse_conflict(self, flush: Flush, position: Position, hashes: Sequence[str]) -> None:
        """Raise unless the store holds the same events as far as both go, and none beyond an exact flush."""
        if flush.exact and position.seq > flush.prev + len(flush.events):
            raise ApplicationError(
                f"{flush.tournament}: the store goes on to event {position.seq}, the flush ends before",
                type="JournalConflict",
                non_retryable=True,
            )
        common = min(position.seq, flush.prev + len(flush.events))
        stored, sent = self._hash_at(flush, position, common), hashes[common - flush.prev]
        if stored != sent:
            raise ApplicationError(
                f"{flush.tournament}: after event {common} the store has hash {stored}, the flush {sent}",
                type="JournalConflict",
                non_retryable=True,
            )

    def _hash_at(self, flush: Flush, position: Position, seq: int) -> str:
        if seq == 0:
            return GENESIS
        if seq == position.seq:
            return position.hash
        return next(items.log_rows(self.client, self.table, flush.tournament, after=seq - 1)).hash

    def _take(self, flush: Flush, before: Position, step: Step) -> None:
        """Do one step, all or nothing.

        Raises:
            HeadElsewhere: the head is not at `before`.
            AlreadyAnswered: outcomes among the rows have been written before.
        """
        head = self._head_action(flush, before, step.after)
        actions: list[Any] = [head, *(self._put(item) for item in step.puts)]
        try:
            self.client.transact_write_items(TransactItems=actions)
        except self.client.exceptions.TransactionCanceledException as cancelled:
            reasons = cancelled.response["CancellationReasons"]
            if reasons[0]["Code"] == "ConditionalCheckFailed":
                raise HeadElsewhere(_position(dict(reasons[0].get("Item", {})))) from cancelled
            failed = [
                item
                for item, reason in zip(step.puts, reasons[1:], strict=True)
                if reason["Code"] == "ConditionalCheckFailed"
            ]
            if any(reason["Code"] == "ValidationError" for reason in reasons):
                raise items.NotStorable(str(cancelled)) from cancelled
            if not failed:  # too much at once, or somebody else at the same rows: a retry cures it
                raise
            if any(item["kind"]["S"] != "outcome" for item in failed):
                raise ApplicationError(
                    f"{flush.tournament}: the log goes on after its head at {before.seq}",
                    type="JournalConflict",
                    non_retryable=True,
                ) from cancelled
            raise AlreadyAnswered(frozenset(item["sk"]["S"] for item in failed)) from cancelled

    def _head_action(self, flush: Flush, before: Position, after: Position) -> dict[str, Any]:
        guard = {"TableName": self.table, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"} | _standing_at(before)
        if after == before:
            return {"ConditionCheck": guard | {"Key": items.head_key(flush.tournament)}}
        head = items.head_item(flush.tournament, flush.club, flush.head or {}, after)
        return {"Put": guard | {"Item": head}}

    def _put(self, item: Item) -> dict[str, Any]:
        put: dict[str, Any] = {"TableName": self.table, "Item": item}
        if item["kind"]["S"] in {"log", "log_part", "outcome"}:
            put["ConditionExpression"] = "attribute_not_exists(pk)"
        return {"Put": put}


def _whole_plan(flush: Flush, stored: Position, outcomes: Sequence[Item]) -> list[Step]:
    """Return every step of the plan, so that what cannot be written is refused before the first of them is taken."""
    if flush.events and flush.head is None:
        raise items.NotStorable(f"{flush.tournament}: a flush with events has no head")
    steps = list(plan(flush, stored, outcomes))
    for step in steps:
        if sum(map(items.size, step.puts)) > TRANSACTION_BYTES:
            raise items.NotStorable(f"{flush.tournament}: event {step.after.seq} is too large for one transaction")
    return steps


def plan(flush: Flush, stored: Position, outcomes: Sequence[Item]) -> Iterator[Step]:
    """Yield the steps that bring the store from `stored` to the end of the flush; one, if one transaction can hold it.

    `stored` is not before the flush's beginning and has the same events as far as both go.
    """
    last = flush.prev + len(flush.events)
    chunks = items.cut(stored.seq, stored.hash, flush.events[stored.seq - flush.prev :]) if stored.seq < last else []
    if stored.complete >= last:  # the rows are in; outcomes without events are not bound to them
        nothing: list[list[Item]] = [] if flush.events else [[]]  # without events it still finds out where the store is
        for batch in _batches(outcomes) or nothing:
            yield Step(after=stored, puts=batch)
        return
    rows = _row_items(flush)
    if stored.pending is None and len(chunks) == 1:
        puts = [*items.chunk_items(flush.tournament, chunks[0]), *rows, *outcomes]
        if len(_batches(puts)) == 1:
            yield Step(after=Position(seq=last, hash=chunks[0].hash), puts=puts)
            return
    yield from _steps(flush, stored, chunks, rows, outcomes)


def _steps(
    flush: Flush, stored: Position, chunks: Sequence[items.Chunk], rows: Sequence[Item], outcomes: Sequence[Item]
) -> Iterator[Step]:
    """Yield log, rows and outcomes as steps of their own; a chunk of the log has one to itself.

    Rows of one transaction may come out of the table's stream in any order, those of two in theirs.
    """
    at = stored
    for chunk in chunks:
        at = Position(seq=chunk.last, hash=chunk.hash, pending=Pending(complete=stored.complete))
        yield Step(after=at, puts=items.chunk_items(flush.tournament, chunk))
    digest = _digest(flush)
    done = at.pending.done if at.pending and at.pending.digest == digest else 0
    for batch in _batches(rows[done:]):
        done += len(batch)
        at = Position(seq=at.seq, hash=at.hash, pending=Pending(complete=stored.complete, digest=digest, done=done))
        yield Step(after=at, puts=batch)
    *others, final = _batches(outcomes) or [[]]
    for batch in others:
        yield Step(after=at, puts=batch)
    last = flush.prev + len(flush.events)
    left = Pending(complete=last) if last < at.seq else None  # an earlier, larger write is still to be sent again
    yield Step(after=Position(seq=at.seq, hash=at.hash, pending=left), puts=final)


def _batches(puts: Sequence[Item]) -> list[list[Item]]:
    """Return the rows in as few transactions as hold them, with room for the head in each."""
    batches: list[list[Item]] = []
    held = 0
    for item in puts:
        length = items.size(item)
        if not batches or len(batches[-1]) == ACTIONS - 1 or held + length > TRANSACTION_BYTES:
            batches.append([])
            held = 0
        batches[-1].append(item)
        held += length
    return batches


def _hashes(flush: Flush) -> list[str]:
    """Return the chain's hash before the flush and after each of its events."""
    hashes = [flush.prev_hash]
    for text in flush.events:
        hashes.append(chain(hashes[-1], text))
    return hashes


def _digest(flush: Flush) -> str:
    """Return what tells this flush from another with the same events but later rows."""
    content = json.dumps([flush.terms, flush.entries, flush.tables], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def _row_items(flush: Flush) -> list[Item]:
    entries = [items.entry_item(flush.tournament, row) for row in flush.entries]
    terms = [items.terms_item(flush.tournament, flush.terms)] if flush.terms is not None else []
    tables = [items.table_item(flush.tournament, row) for row in flush.tables]
    return terms + entries + tables + [items.day_item(flush.tournament, flush.club, day) for day in days_of(flush)]


def days_of(flush: Flush) -> list[str]:
    """Return the dates in UTC on which events of the flush changed what was bought or paid, in order."""
    found = (json.loads(text) for text in flush.events if any(marker in text for marker in _OF_MONEY))
    return sorted({recorded["at"][:10] for recorded in found if recorded["event"]["kind"] in BOOKED})


def _outcome_items(flush: Flush) -> list[Item]:
    found = []
    for outcome in flush.outcomes:
        texts: Sequence[str] | None = []
        if outcome.first is not None and outcome.last is not None:
            here = flush.prev < outcome.first and outcome.last <= flush.prev + len(flush.events)
            texts = flush.events[outcome.first - flush.prev - 1 : outcome.last - flush.prev] if here else None
        found.append(items.outcome_item(flush.tournament, outcome, texts))
    return found


def _position(head: Item) -> Position:
    return items.position_of(head) if head else Position(seq=0, hash=GENESIS)


def _standing_at(position: Position) -> dict[str, Any]:
    """Return the condition that the head is at this position."""
    if position.seq == 0:
        return {"ConditionExpression": "attribute_not_exists(pk)"}
    condition = "#seq = :seq AND #hash = :hash AND "
    values: dict[str, Any] = {"seq": position.seq, "hash": position.hash}
    if position.pending is None:
        condition += "attribute_not_exists(#pending)"
    else:
        condition += "#pending = :pending"
        values["pending"] = items.pending_value(position.pending)
    return {
        "ConditionExpression": condition,
        "ExpressionAttributeNames": {"#seq": "seq", "#hash": "hash", "#pending": "pending"},
        "ExpressionAttributeValues": {f":{name}": value for name, value in items.to_item(values).items()},
    }
