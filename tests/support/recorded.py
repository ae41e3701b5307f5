"""A recorded night on the pure rules, at its recorded instants, with every difference from the record on the way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple, TypeVar

import infra
from domain import events as e
from domain.times import to_text
from infra.evening import Course, Difference, commands, compare, compare_results, name, opening, players, settings
from infra.record import BustAt, GapAt, LevelAt, MoveAt, Record, SlipAt, Timed, read
from infra.sheets import structure_of
from tests.support.night import DeskHouse

EVENINGS = Path(infra.__file__).parent / "data" / "evenings"


class Explained(NamedTuple):
    """When, on which line; what the record says, what the product says; and why."""

    at: str
    line: str
    record: str
    product: str
    why: str


Found = tuple[str, str, str, str]
K = TypeVar("K")


@dataclass(slots=True, kw_only=True)
class Night:
    """A night being played; `counted` are the chips in play by the record, its slips and gaps included."""

    record: Record
    house: DeskHouse
    course: Course = field(default_factory=Course)
    counted: int = 0
    found: list[Found] = field(default_factory=list)

    def events(self, kind: type[K]) -> list[tuple[datetime, K]]:
        """Return what was recorded of one kind, each with its instant."""
        return [(one.at, one.event) for one in self.house.recorded if isinstance(one.event, kind)]

    def busts(self) -> list[tuple[str, str, int, tuple[str, ...]]]:
        """Return who went out, when, in which level, to whom."""
        return [(one.player, hour(when), one.level, one.killers) for when, one in self.events(e.Busted)]

    def places(self) -> list[tuple[int, str]]:
        """Return the places in order."""
        state = self.house.running
        return sorted((place, state.entries[number].player) for number, place in state.places.items())


def played(evening: str) -> Night:
    """Play a record: every line at its instant, the levels of the clock's table changed by the floor when it did."""
    record = read(EVENINGS / f"{evening}.jsonl")
    house = DeskHouse(now=record.starts_at - timedelta(minutes=30), takes=timedelta())
    night = Night(record=record, house=house)
    sheet = structure_of(record.evening.structure)
    house.open(settings(record, sheet, record.starts_at, auto_advance=False), players(record))
    *before, start = opening(record)
    for command in before:
        house.send(command)
    house.now = record.starts_at
    house.send(start)
    for line in record.timed:
        _play(night, line)
    night.found += [_at(house.now, one) for one in compare_results(record, house.look())]
    night.found += [_at(due, _overrun(record, due)) for due, _ in night.events(e.LevelExpired)]
    return night


def _play(night: Night, line: Timed) -> None:
    record, house, course = night.record, night.house, night.course
    house.now = line.at
    before = course.chips
    course.follow(line)
    night.counted += course.chips - before
    match line:
        case LevelAt() if line.table == record.evening.clock and line.level > 1:
            house.send({"kind": "next_level", "step": f"level {line.level - 1}"})
        case SlipAt():
            night.counted += line.brought - line.left_with
        case GapAt():
            night.counted += line.found - line.left
        case _:
            pass
    for command in commands(record, line, course):
        house.send(command)
    shown = house.look()
    night.found += [_at(line.at, one) for one in compare(record, line, course, shown)]
    night.found += [_at(line.at, one) for one in _more(night, line)]
    if record.starts_at < line.at:
        # chips in play are what the entries were issued, less what left play
        assert house.running.chips_in_play == course.chips


def _at(instant: datetime, difference: Difference) -> Found:
    return (hour(instant), difference.line, difference.record, difference.product)


def hour(instant: datetime) -> str:
    """Return the time of day, to the millisecond."""
    return to_text(instant)[11:23]


def _more(night: Night, line: Timed) -> Iterator[Difference]:
    """What the seat map and the clock alone do not show: since when, in which level, with which average."""
    house = night.house
    match line:
        case LevelAt():
            (*_, (begun, _)) = night.events(e.LevelStarted)
            if begun != line.at:
                yield Difference(
                    line=name(line),
                    record=f"table {line.table} from {hour(line.at)}",
                    product=f"all tables from {hour(begun)}",
                )
        case MoveAt() if line.left is not None and line.left > line.at:
            table = house.look().entry(line.player)["table"]
            yield Difference(
                line=name(line),
                record=f"at both tables until {hour(line.left)}",
                product=f"at table {table} from {hour(line.at)}",
            )
        case BustAt():
            level = house.look().level
            if level != line.level:
                yield Difference(
                    line=name(line), record=f"played in level {line.level}", product=f"level {level} on the clock"
                )
            alive = house.running.alive
            average, shown = (2 * night.counted + alive) // (2 * alive), house.head()["average_stack"]
            if average != shown:
                yield Difference(line=name(line), record=f"average {average}", product=f"average {shown}")
        case _:
            return


def _overrun(record: Record, due: datetime) -> Difference:
    """The planned end of a level, and when the floor really changed it."""
    changes: Sequence[LevelAt] = [line for line in record.of(LevelAt) if line.table == record.evening.clock]
    after = next((line for line in changes if line.at > due), None)
    level = changes[-1].level if after is None else after.level - 1
    return Difference(
        line=f"level {level} at table {record.evening.clock}",
        record="until the end" if after is None else f"until {hour(after.at)}",
        product=f"time up at {hour(due)}",
    )
