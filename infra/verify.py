"""Check an exported journal: `python -m infra.verify FILE [--end SEQ:HASH]` (AUD-4).

A program of its own: it needs the standard library and this file, and shares no code with what wrote the journal.

Each line is a JSON object with `hash`, `prev`, `seq` and `text`, written in one way only.  `hash` is SHA-256, in hex,
over `prev`, a line feed and `text`; `prev` is the `hash` of the line before, 64 zeros on the first; `seq` counts from
1 and also stands in `text`.  So a changed, missing, inserted, exchanged or renumbered line breaks the chain.  A chain
that was cut at its end, or forged anew from a line on, is whole in itself: its end, known from elsewhere, shows that.

Exit status: 0 whole, 1 not, 2 it could not be looked at.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BEGINNING = "0" * 64
FIELDS = ["hash", "prev", "seq", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong at a line of the file; lines count from 1."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The last event and the hash after it."""

    seq: int
    hash: str

    def __str__(self) -> str:
        return f"{self.seq}:{self.hash}"


class Chain:
    """Follows the lines of a journal and notes where it ends."""

    def __init__(self) -> None:
        self.end = End(seq=0, hash=BEGINNING)
        self.hashes: dict[int, str] = {}

    def faults(self, lines: Iterable[bytes]) -> Iterator[Fault]:
        """Yield what is wrong, line by line."""
        for number, line in enumerate(lines, 1):
            try:
                row = _row(line)
            except ValueError as unreadable:
                yield Fault(line=number, reason=str(unreadable))
                continue
            for reason in self._reasons(row):
                yield Fault(line=number, reason=reason)
            self.end = End(seq=row["seq"], hash=row["hash"])
            self.hashes[row["seq"]] = row["hash"]

    def _reasons(self, row: dict[str, Any]) -> Iterator[str]:
        seq, expected = row["seq"], self.end.seq + 1
        if seq > expected:
            missing = f"event {expected} is" if seq == expected + 1 else f"events {expected} to {seq - 1} are"
            yield f"event {seq} comes after event {self.end.seq}: {missing} missing here"
        elif seq < expected:
            yield f"event {seq} comes after event {self.end.seq}: it was inserted, or stands in the wrong place"
        if row["prev"] != self.end.hash:
            yield f"event {seq} does not follow on the line before it"
        if row["hash"] != hashlib.sha256(f"{row['prev']}\n{row['text']}".encode()).hexdigest():
            yield f"event {seq} was changed: its hash does not fit"
        if (told := _told(row["text"])) != seq:
            yield f"event {seq} was renumbered: its text says {told}"

    def faults_at_end(self, known: End, lines: int) -> Iterator[Fault]:
        """Yield what is wrong with the end, which is known from elsewhere."""
        if self.end.seq < known.seq:
            reason = f"the journal goes to event {known.seq}, the file to event {self.end.seq}: its end is missing"
            yield Fault(line=lines + 1, reason=reason)
        elif self.hashes.get(known.seq, BEGINNING) != known.hash:
            reason = f"after event {known.seq} the hash is not {known.hash}: the chain was forged before it"
            yield Fault(line=known.seq, reason=reason)


def _row(line: bytes) -> dict[str, Any]:
    """Return a line's fields.

    Raises:
        ValueError: the line is not written as every line is.
    """
    try:
        text = line.decode()
        row = json.loads(text)
    except (ValueError, RecursionError) as unreadable:
        raise ValueError(f"not JSON in UTF-8: {unreadable}") from unreadable
    if not isinstance(row, dict) or list(row) != FIELDS or not _typed(row):
        raise ValueError(f"not an object of {', '.join(FIELDS)}")
    if text != json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n":
        raise ValueError(f"event {row['seq']} is not written as the export writes it")
    return row


def _typed(row: dict[str, Any]) -> bool:
    return type(row["seq"]) is int and all(isinstance(row[name], str) for name in FIELDS if name != "seq")


def _told(text: str) -> Any:
    """Return the number that an event's text gives it, None if it gives none."""
    try:
        event = json.loads(text)
    except ValueError:
        return None
    return event.get("seq") if isinstance(event, dict) else None


def _end(text: str) -> End:
    seq, _, known = text.partition(":")
    return End(seq=int(seq), hash=known)


def main(arguments: list[str] | None = None) -> int:
    """Say what is wrong, or that nothing is; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m infra.verify", description="Check an exported journal.")
    parser.add_argument("file", type=Path, help="JSON Lines, as `python -m infra.export` writes them")
    parser.add_argument("--end", type=_end, metavar="SEQ:HASH", help="where the journal ends, known from elsewhere")
    asked = parser.parse_args(arguments)
    chain = Chain()
    try:
        with asked.file.open("rb") as lines:
            faults = list(chain.faults(lines))
    except OSError as unreadable:
        print(unreadable, file=sys.stderr)
        return 2
    if asked.end is not None:
        faults += chain.faults_at_end(asked.end, len(chain.hashes))
    for fault in faults:
        print(fault)
    if faults:
        return 1
    unknown = "" if asked.end else "; whether that is the journal's end only --end can tell"
    print(f"{chain.end.seq} events, the chain is whole, it ends at {chain.end}{unknown}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
