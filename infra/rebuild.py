"""Make the read models again from the stored events alone: `python -m infra.rebuild SOURCE --into TABLE` (AUD-3).

SOURCE is an exported journal (JSON Lines), or the id of a tournament whose log is read from the store.  TABLE must know
nothing of the tournament yet; afterwards it has its log, head, terms, entries and tables, and the ledger on record.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from activities import items
from activities.items import LogRow
from activities.journal import Journal
from domain import views
from domain.events import GENESIS, from_text
from domain.evolve import fold
from domain.journal import Flush, FlushResult
from infra.export import rows_of
from infra.settings import settings
from infra.tables import dynamodb

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class BrokenChain(ValueError):
    """The events are not an unbroken chain from the first on."""


class NotEmpty(ValueError):
    """The table knows the tournament already."""


def whole_texts(rows: Iterable[LogRow]) -> list[str]:
    """Return the events' texts.

    Raises:
        BrokenChain: one does not follow on the one before.
    """
    texts: list[str] = []
    before = GENESIS
    for row in rows:
        if (row.seq, row.prev) != (len(texts) + 1, before):
            raise BrokenChain(f"event {row.seq} does not follow on event {len(texts)}")
        texts.append(row.text)
        before = row.hash
    return texts


def flush_of(texts: list[str]) -> Flush:
    """Return the one write that makes everything but the outcomes of commands from the events of a tournament."""
    state = fold(map(from_text, texts))
    rows = views.all_rows(state)
    return Flush(
        tournament=state.id,
        club=state.club,
        prev=0,
        prev_hash=GENESIS,
        events=texts,
        head=rows.head,
        entries=list(rows.entries.values()),
        tables=list(rows.tables.values()),
        outcomes=[],
        terms=rows.terms,
    )


def rebuild(texts: list[str], client: "DynamoDBClient", table: str) -> FlushResult:
    """Write the log and the read models of a tournament into a table that knows nothing of it.

    A rebuild that was cut off is taken up again.

    Raises:
        NotEmpty: the table has the tournament already.
    """
    flush = flush_of(texts)
    head = items.find_head(client, table, flush.tournament)
    if head is not None and items.position_of(head).pending is None:
        raise NotEmpty(f"{table} has tournament {flush.tournament} already")
    return Journal(client, table).write(flush)


def main(arguments: list[str] | None = None) -> int:
    """Rebuild and say how far; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m infra.rebuild", description="Read models from events alone.")
    parser.add_argument("source", help="an exported journal, or a tournament in the store")
    parser.add_argument("--into", metavar="TABLE", required=True, help="a table that has nothing of the tournament")
    asked = parser.parse_args(arguments)
    file = Path(asked.source)
    try:
        if file.is_file():
            with file.open(encoding="utf-8", newline="\n") as lines:
                texts = whole_texts(rows_of(lines))
        else:
            texts = whole_texts(items.log_rows(dynamodb(), settings().club_table, asked.source))
        result = rebuild(texts, dynamodb(), asked.into)
    except ValueError as wrong:
        print(wrong, file=sys.stderr)
        return 1
    print(f"rebuilt up to {result.stored}:{result.hash}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
