"""The journal of a tournament as a file: `python -m infra.export TOURNAMENT [--csv] [--output FILE]` (AUD-2).

JSON Lines: one event a line, `hash`, `prev`, `seq` and `text`, the last being the event as it was stored, byte for
byte.  `python -m infra.verify` checks such a file, `python -m infra.rebuild` makes the read models from it.  CSV: the
same for a spreadsheet, with the common fields in columns of their own.

The environment names the store, as for every other part (`CLUB_TABLE`, `AWS_ENDPOINT_URL`).
"""

import argparse
import csv
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from activities import items
from activities.items import LogRow
from infra.settings import settings
from infra.tables import dynamodb

COLUMNS = ("seq", "at", "kind", "cause", "actor", "role", "text", "prev", "hash")


def json_lines(rows: Iterable[LogRow]) -> Iterator[str]:
    """Yield one line for each event; there is exactly one way to write it, so that any changed byte shows."""
    for row in rows:
        fields = {"hash": row.hash, "prev": row.prev, "seq": row.seq, "text": row.text}
        yield json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def rows_of(lines: Iterable[str]) -> Iterator[LogRow]:
    """Yield the events of JSON Lines; whether they are whole is for the verifier to say."""
    for line in lines:
        yield LogRow(**json.loads(line))


def write_csv(rows: Iterable[LogRow], out: TextIO) -> None:
    """Write the events as a table with a heading."""
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(COLUMNS)
    for row in rows:
        event = json.loads(row.text)
        about = (event["at"], event["event"]["kind"], event["cause"], event["actor"], event["role"])
        sheet.writerow((row.seq, *about, row.text, row.prev, row.hash))


def main(arguments: list[str] | None = None) -> int:
    """Write the file and say where the journal ends; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m infra.export", description="A tournament's journal as a file.")
    parser.add_argument("tournament")
    parser.add_argument("--csv", action="store_true", help="for a spreadsheet, in place of JSON Lines")
    parser.add_argument("--output", type=Path, help="a file; else it is printed")
    asked = parser.parse_args(arguments)
    head = items.find_head(dynamodb(), settings().club_table, asked.tournament)
    if head is None:
        print(f"no tournament {asked.tournament}", file=sys.stderr)
        return 1
    end = items.position_of(head)
    rows = items.log_rows(dynamodb(), settings().club_table, asked.tournament)
    rows = (row for row in rows if row.seq <= end.seq)
    if asked.output is None:
        _write(rows, sys.stdout, as_csv=asked.csv)
    else:
        with asked.output.open("w", encoding="utf-8", newline="") as out:
            _write(rows, out, as_csv=asked.csv)
    print(f"ends at {end.seq}:{end.hash}", file=sys.stderr)
    return 0


def _write(rows: Iterable[LogRow], out: TextIO, *, as_csv: bool) -> None:
    if as_csv:
        write_csv(rows, out)
    else:
        out.writelines(json_lines(rows))


if __name__ == "__main__":
    sys.exit(main())
