"""What a write costs in the store: write units by kind of flush, and its time beside a bare transaction of its rows.

Prints one JSON object a line.  The emulator counts write units as the store does: two for each begun 1 KB of a row in a
transaction.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from activities import items
from activities.journal import Journal, plan
from domain.events import GENESIS, FieldSeated, Recorded, to_text
from domain.journal import Flush
from tests.support.desk import START, Desk, flushes, merged, player
from tests.support.emulator import Aws, create_table, start_emulator

PLAYERS = 14
ROUNDS = 40


def emit(of: str, **figures: object) -> None:
    """Print one result."""
    print(json.dumps({"bench": "journal_cost", "of": of, **figures}), flush=True)


@contextmanager
def store() -> Iterator[Aws]:
    """Start an emulator with the tables; end it afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        started = start_emulator(Path(folder))
        try:
            aws = Aws(url=started.url, account="100000000001")
            create_table(aws.dynamodb(), "Club", aws.club)
            yield aws
        finally:
            started.process.terminate()
            started.process.wait(10)


class Meter:
    """Counts the write units and the transactions of one client."""

    def __init__(self, client: Any) -> None:
        self.units = 0.0
        self.transactions = 0
        client.meta.events.register("provide-client-params.dynamodb.TransactWriteItems", self._ask)
        client.meta.events.register("after-call.dynamodb.TransactWriteItems", self._note)

    def _ask(self, params: dict[str, Any], **_: Any) -> dict[str, Any]:
        return params | {"ReturnConsumedCapacity": "TOTAL"}

    def _note(self, parsed: dict[str, Any], **_: Any) -> None:
        self.transactions += 1
        self.units += sum(table["CapacityUnits"] for table in parsed.get("ConsumedCapacity", []))

    def of(self, write: Callable[[], object]) -> dict[str, float]:
        """Return what one write cost."""
        units, transactions, began = self.units, self.transactions, time.perf_counter()
        write()
        return {
            "units": self.units - units,
            "transactions": self.transactions - transactions,
            "ms": round(1000 * (time.perf_counter() - began), 1),
        }


def evening() -> tuple[list[Flush], list[str]]:
    """Return the writes of an evening up to its last busts, one a step, and what each step was."""
    at = Desk()
    at.ok("open_registration")
    for number in range(1, PLAYERS + 1):
        at.ok("register", player=player(number))
        at.ok("check_in", player=player(number))
    at.ok("start")
    at.wait(20)
    assert at.ask("re_enter", player=player(1)).rejection is not None
    for number in range(2, PLAYERS):
        at.ok("record_knockout", player=player(number), killers=[player(1)])
    told = [step for step in at.steps if step.recorded or step.outcome]
    names = [step.outcome.name if step.outcome else ",".join(r.event.kind for r in step.recorded) for step in told]
    return list(flushes(told)), names


def count_units(aws: Aws, writes: list[Flush], names: list[str]) -> None:
    """Say what single commands cost, and ten of them in one flush."""
    client = aws.dynamodb()
    meter, journal = Meter(client), Journal(client, aws.club)
    first_bust = names.index("record_knockout")
    before = zip(names[:first_bust], writes[:first_bust], strict=True)
    figures = {name: meter.of(partial(journal.write, flush)) for name, flush in before}
    for name, cost in figures.items():
        emit(name, **cost)
    bust = meter.of(lambda: journal.write(writes[first_bust]))
    ten = meter.of(lambda: journal.write(merged(writes[first_bust + 1 : first_bust + 11])))
    head = items.find_head(client, aws.club, "friday")
    emit("a bust alone", head_bytes=items.size(head or {}), **bust)
    emit("ten busts together", ratio=round(ten["units"] / bust["units"], 2), at_most=8, **ten)


def time_beside_bare(aws: Aws, bust: Flush) -> None:
    """Say how long a flush takes against its own rows in a bare transaction, taken in turns."""
    client = aws.dynamodb()
    journal = Journal(client, aws.club)
    bare, written = [], []
    for number in range(ROUNDS):
        flush = replace(bust, tournament=f"t{number}", prev=0, prev_hash=GENESIS)
        outcomes = [items.outcome_item(flush.tournament, outcome, flush.events) for outcome in flush.outcomes]
        (step,) = plan(flush, items.Position(seq=0, hash=GENESIS), outcomes)
        head = items.head_item("bare", flush.club, flush.head or {}, step.after)
        puts: list[Any] = [{"Put": {"TableName": aws.club, "Item": item}} for item in (head, *step.puts)]
        began = time.perf_counter()
        client.transact_write_items(TransactItems=puts)
        between = time.perf_counter()
        journal.write(replace(flush, tournament=f"u{number}"))
        bare.append(between - began)
        written.append(time.perf_counter() - between)
    usual = statistics.median(written), statistics.median(bare)
    emit("time of a bust", ratio=round(usual[0] / usual[1], 2), at_most=1.5, ms=round(1000 * usual[0], 2))


def first_draw(aws: Aws, like: Flush, entries: int) -> None:
    """Say what the first draw of a field costs: one event, and a row for each entry and each table."""
    client = aws.dynamodb()
    seats = tuple((number, 1 + number // 9, 1 + number % 9, 20_000) for number in range(1, entries + 1))
    drawn = FieldSeated(lot=1, price=5_000, tables=tuple(range(1, entries // 9 + 2)), seats=seats)
    large = replace(
        like,
        tournament=f"field-{entries}",
        prev=0,
        prev_hash=GENESIS,
        events=[to_text(Recorded(seq=1, at=START, cause="lot", event=drawn))],
        entries=[like.entries[0] | {"entry": number} for number in range(1, entries + 1)],
        tables=[like.tables[0] | {"table": number} for number in drawn.tables],
        outcomes=[],
    )
    cost = Meter(client).of(lambda: Journal(client, aws.club).write(large))
    emit(f"first draw of {entries}", units_an_entry=round(cost["units"] / entries, 2), **cost)


def main() -> None:
    """Measure."""
    writes, names = evening()
    with store() as aws:
        count_units(aws, writes, names)
        time_beside_bare(aws, writes[names.index("record_knockout")])
        for entries in (100, 1_000, 10_000):
            first_draw(aws, writes[names.index("field_seated")], entries)


if __name__ == "__main__":
    main()
