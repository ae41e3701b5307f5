"""Draw every lot of a tournament again from its exported journal: `shuffleup verify-draws FILE` (SEAT-10).

A program of its own: it needs the standard library and the files that it imports, and shares no code with what drew.

It checks that the seed revealed at the end is the one whose hash was published before registration opened; that the
lots are numbered from 1 without a gap, each used once; of each that its pools are what the seat map then says, and that
they give what is on record.  Whether the record itself is whole, `python -m infra.verify` says; its chain is followed
here too.

Exit status: 0 all as it should be, 1 not, 2 it could not be looked at, as before the seed is revealed.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from infra.draw_checks import CHECKS, REFERENCES, without_a_lot
from infra.lots import lot
from infra.seat_map import Event, SeatMap
from infra.verify import Chain

SEED_BYTES = 32
NONSENSE = (KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration, RuntimeError)
"""What comes of an event that speaks of tables and entries that there are not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One lot: its number, the event that used it, and what is wrong with it.

    `again`: a proposal that is made anew, its pools being the same, and stands by the lot of the one before it.
    """

    number: int
    seq: int
    at: str
    kind: str
    outcome: str
    faults: tuple[str, ...]
    again: bool = False


@dataclass(slots=True, kw_only=True)
class Report:
    """Every lot of a journal, what is wrong apart from them, and whether the seed is known."""

    lots: list[Drawn] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    revealed: bool = False

    def all_faults(self) -> list[str]:
        """Return everything that is wrong, the lots' own with their numbers."""
        own = [f"lot {drawn.number} (event {drawn.seq}): {fault}" for drawn in self.lots for fault in drawn.faults]
        return self.faults + own


class JournalUnreadable(Exception):
    """The file is no exported journal."""


def read(lines: Iterable[bytes]) -> list[Event]:
    """Return the events of an export as they were recorded.

    Raises:
        JournalUnreadable: a line is none of an export's.
    """
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            recorded = json.loads(json.loads(line)["text"])
            _ = recorded["seq"], recorded["at"], recorded["event"]["kind"]
        except (ValueError, KeyError, TypeError, RecursionError) as unreadable:
            raise JournalUnreadable(f"line {number} is no event of an exported journal: {unreadable!r}") from unreadable
        rows.append(recorded)
    if not rows or rows[0]["event"]["kind"] != "tournament_created":
        raise JournalUnreadable("the journal does not begin with the creation of its tournament")
    return rows


def verify(lines: Sequence[bytes]) -> Report:
    """Return what a journal's draws come to.

    Raises:
        JournalUnreadable: the lines are no exported journal.
    """
    rows = read(lines)
    report = Report()
    report.faults += [f"the record is not whole: {fault}" for fault in Chain().faults(lines)]
    report.faults += _seed_faults(rows)
    seed = _seed(rows)
    report.revealed = seed is not None
    room = SeatMap()
    tournament = str(rows[0]["event"]["tournament"])
    for row in rows:
        event = row["event"]
        number = _lot_used(event)
        try:
            if number is not None:
                drawn = _drawn(row, number, room, seed, tournament)
                report.lots.append(replace(drawn, again=_made_anew(event, room)))
            else:
                report.faults += [f"event {row['seq']}: {fault}" for fault in without_a_lot(event, room)]
            room.apply(event)
        except NONSENSE as nonsense:
            report.faults.append(f"event {row['seq']}: {event['kind']} does not fit what came before it: {nonsense!r}")
    report.faults += _numbering_faults(report.lots)
    return report


# ---------------------------------------------------------------------------------------------------------- the seed


def _seed(rows: list[Event]) -> bytes | None:
    """Return the seed that was revealed, whatever it is worth; None: it has not been."""
    for row in rows:
        if row["event"]["kind"] == "seed_revealed":
            try:
                return bytes.fromhex(row["event"]["seed"])
            except (KeyError, ValueError, TypeError):
                return None
    return None


def _seed_faults(rows: list[Event]) -> Iterator[str]:
    """Yield what is wrong with the promise: a hash before registration opens, the seed that has it at the end."""
    at = {kind: [row for row in rows if row["event"]["kind"] == kind] for kind in ("seed_committed", "seed_revealed")}
    committed, revealed = at["seed_committed"], at["seed_revealed"]
    opened = _first(rows, "registration_opened")
    if opened is None:
        return
    if not committed or committed[0]["seq"] > opened:
        yield f"event {opened}: registration opened before the seed's hash was published"
    if len(committed) > 1:
        yield f"event {committed[1]['seq']}: a second hash was published"
    over = min(
        (seq for kind in ("tournament_finished", "tournament_cancelled") if (seq := _first(rows, kind))), default=0
    )
    if not revealed:
        return
    if not over or revealed[0]["seq"] < over:
        yield f"event {revealed[0]['seq']}: the seed was revealed before the end"
    if len(revealed) > 1:
        yield f"event {revealed[1]['seq']}: a second seed was revealed"
    seed = _seed(rows)
    if seed is None or len(seed) != SEED_BYTES:
        yield f"event {revealed[0]['seq']}: the seed is not {SEED_BYTES} bytes in hex"
    elif committed and hashlib.sha256(seed).hexdigest() != committed[0]["event"].get("commitment"):
        yield f"event {revealed[0]['seq']}: the seed does not have the hash that was published"


def _first(rows: list[Event], kind: str) -> int | None:
    return next((int(row["seq"]) for row in rows if row["event"]["kind"] == kind), None)


# ---------------------------------------------------------------------------------------------------------- the lots


def _lot_used(event: Event) -> int | None:
    """Return the number of the lot that an event used up; what only says from which lot it comes uses none."""
    if event["kind"] == "lot_voided":
        return int(event["number"])
    used = event.get("lot") if event["kind"] not in REFERENCES else None
    return None if used is None else int(used)


def _made_anew(event: Event, room: SeatMap) -> bool:
    before = room.proposal
    return event["kind"] == "move_proposed" and all(before.get(name) == event[name] for name in ("lot", "pools"))


def _numbering_faults(lots: list[Drawn]) -> Iterator[str]:
    """Yield where the lots' numbers do not go 1, 2, 3, ..."""
    last = 0
    for drawn in lots:
        if drawn.again:
            continue
        if drawn.number <= last:
            yield f"event {drawn.seq}: lot {drawn.number} after lot {last}: its number is used twice, or out of turn"
        elif drawn.number > last + 1:
            missing = f"lot {last + 1} is" if drawn.number == last + 2 else f"lots {last + 1} to {drawn.number - 1} are"
            yield f"event {drawn.seq}: lot {drawn.number} comes after lot {last}: {missing} missing"
        last = max(last, drawn.number)


def _drawn(row: Event, number: int, room: SeatMap, seed: bytes | None, tournament: str) -> Drawn:
    event = row["event"]
    kind = event["kind"]
    faults: list[str] = []
    outcome = "nobody needed it"
    try:
        if kind != "lot_voided":
            check = CHECKS[kind]
            outcome = check.spoken(event)
            pools = check.pools(event, room)
            faults.extend(check.pool_faults(event, pools, room))
            if seed is not None:
                faults.extend(check.outcome_faults(event, lot(seed, tournament, number, pools), room))
    except NONSENSE as nonsense:
        known = f"it does not fit what came before it: {nonsense!r}"
        faults.append(known if kind in CHECKS else f"nothing is known of lots in {kind}")
    return Drawn(number=number, seq=row["seq"], at=row["at"], kind=kind, outcome=outcome, faults=tuple(faults))


# -------------------------------------------------------------------------------------------------------- the report


def table(report: Report) -> Iterator[str]:
    """Yield the lots as the lines of a table."""
    rows = [("lot", "event", "at", "kind", "outcome", "")]
    for drawn in report.lots:
        said = "as drawn" if report.revealed else "seed not revealed"
        said = "" if drawn.kind == "lot_voided" else said
        rows.append(
            (
                str(drawn.number),
                str(drawn.seq),
                drawn.at[:19],
                drawn.kind,
                drawn.outcome,
                "NOT SO" if drawn.faults else said,
            )
        )
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()


def as_json(report: Report) -> dict[str, Any]:
    """Return the report for a program."""
    return {
        "revealed": report.revealed,
        "lots": [
            {
                "lot": drawn.number,
                "seq": drawn.seq,
                "at": drawn.at,
                "kind": drawn.kind,
                "outcome": drawn.outcome,
                "faults": list(drawn.faults),
            }
            for drawn in report.lots
        ],
        "faults": report.all_faults(),
    }


def status(report: Report) -> int:
    """Return the exit status."""
    if report.all_faults():
        return 1
    return 0 if report.revealed else 2


def last_line(report: Report) -> str:
    """Return what it all comes to."""
    faults = report.all_faults()
    if faults:
        return f"{len(report.lots)} lots, {len(faults)} things are not as they should be"
    if not report.revealed:
        return f"{len(report.lots)} lots; the seed has not been revealed yet, so nothing can be drawn again"
    return f"{len(report.lots)} lots, each drawn again with the seed that was promised"


def main(arguments: list[str] | None = None) -> int:
    """Say of every lot whether it is as drawn; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m infra.verify_draws", description="Draw a tournament's lots again.")
    parser.add_argument("file", type=Path, help="JSON Lines, as `python -m infra.export` writes them")
    asked = parser.parse_args(arguments)
    try:
        report = verify(asked.file.read_bytes().splitlines(keepends=True))
    except (OSError, JournalUnreadable) as unreadable:
        print(unreadable, file=sys.stderr)
        return 2
    print("\n".join(table(report)))
    for fault in report.all_faults():
        print(fault)
    print(last_line(report))
    return status(report)


if __name__ == "__main__":
    sys.exit(main())
