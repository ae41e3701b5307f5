"""Plays a recorded evening on a running product, a few seconds a level, and compares what it shows with the record.

The product's own clock rules: its levels are short because its structure says so, and every line of the record waits
for the level in which it belongs.  Nothing of the tournament is kept here but the product's last answers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Protocol

from domain.times import from_text
from infra.evening import (
    Command,
    Course,
    Difference,
    Row,
    Shown,
    commands,
    compare,
    compare_results,
    opening,
    players,
    settings,
    spoken,
)
from infra.record import LevelAt, Record, Timed

SHORT = 1 / 360
"""Seconds on the clock for a second of the night: six minutes pass in one."""
SHORTEST = 4
"""Seconds of a level, at least."""
SPARE = 1.5
"""Seconds that must be left of a level for a command, at least; three times the slowest, if that is more."""
HOLD = 5
"""Seconds that the floor adds to a level that would end before what belongs in it is done."""
PATIENCE = 20.0
"""Seconds to wait for a level after its time."""


class Refused(RuntimeError):
    """The product refused a command; says which, and why."""


class LevelMissed(RuntimeError):
    """A level was not there when its line came: the clock had left it, or did not come to it."""


class House(Protocol):
    """The product as a floor person has it in front of her."""

    def open(self, settings: Mapping[str, Any], players: Sequence[str]) -> None:
        """Open a tournament, its players known to the club."""

    def send(self, command: Command) -> None:
        """Give a command and return when it is done.

        Raises:
            Refused: the product refused it.
        """

    def head(self) -> Row:
        """Return what the lobby shows, with `server_now`."""

    def look(self) -> Shown:
        """Return what lobby, seat map and entries show."""

    def wait(self, seconds: float) -> None:
        """Let time go by."""

    def elapsed(self) -> float:
        """Return seconds that only ever go forward."""


def shortened(record: Record, structure: Row, *, short: float = SHORT) -> dict[str, Any]:
    """Return the structure with each recorded level as long as it was played, shortened; the rest as published."""
    clock = [line for line in record.of(LevelAt) if line.table == record.evening.clock]
    lengths = [round((after.at - before.at).total_seconds() * short) for before, after in pairwise(clock)]
    played = iter(lengths)
    items = []
    for item in structure["items"]:
        seconds = next(played, item["seconds"]) if item["kind"] == "level" else None
        items.append(item if seconds is None else {**item, "seconds": max(SHORTEST, seconds)})
    return {**structure, "items": items}


@dataclass(slots=True, kw_only=True)
class Play:
    """One recorded evening being played.

    Attributes:
        record, structure: the night, and the published structure that it was played by.
        house: the product.
        tell: is told every line as it is played, once the product shows it.
        short: seconds on the clock for a second of the night.
    """

    record: Record
    structure: Row
    house: House
    tell: Callable[[str, Shown], None] = lambda _line, _shown: None
    short: float = SHORT
    course: Course = field(default_factory=Course)
    differences: list[Difference] = field(default_factory=list)
    slowest: float = 0.0
    held: int = 0
    held_in_all: int = 0
    compared: int = 0

    def run(self, starts_at: datetime) -> tuple[Difference, ...]:
        """Play the whole night and return where the product and the record differ, in order.

        Raises:
            Refused: the product refused what the record says was done.
            LevelMissed: the clock did not show a level when its line came.
        """
        short = shortened(self.record, self.structure, short=self.short)
        self.house.open(settings(self.record, short, starts_at, auto_advance=True), players(self.record))
        for command in opening(self.record):
            self._send(command)
        level = self.record.timed[0]
        shown = self.house.look()
        for line in self.record.timed:
            self.course.follow(line)
            if isinstance(line, LevelAt) and line.table == self.record.evening.clock:
                level = line
                shown = self._await_level(line)
            else:
                shown = self._do(line, level, shown)
            self.differences += compare(self.record, line, self.course, shown)
            self.compared += 1
            self.tell(spoken(line), shown)
        self.differences += compare_results(self.record, shown)
        self.compared += len(self.record.results)
        return tuple(self.differences)

    def _do(self, line: Timed, level: Timed, shown: Shown) -> Shown:
        """Do what a line says in its place within the level; return what the product shows after it."""
        self._until((line.at - level.at).total_seconds() * self.short)
        self._keep_level()
        asked = commands(self.record, line, self.course)
        for command in asked:
            self._send(command)
            self._keep_level()
        if asked:
            return self.house.look()
        # Nobody was told anything: seats and entries are as they were, only the clock may have gone on.
        return Shown(head=self.house.head(), tables=shown.tables, entries=shown.entries)

    def _send(self, command: Command) -> None:
        begun = self.house.elapsed()
        self.house.send(command)
        self.slowest = max(self.slowest, self.house.elapsed() - begun)

    @property
    def _spare(self) -> float:
        return max(SPARE, 3 * self.slowest)

    def _until(self, seconds: float) -> None:
        """Wait until the level has run for so long, but not to the end of it."""
        head = self.house.head()
        left = seconds_left(head)
        if left is None:
            return
        step = self._planned(head) + self.held
        wait = min(seconds - (step - left), left - self._spare - 1)
        if wait > 0:
            self.house.wait(wait)

    def _planned(self, head: Row) -> float:
        levels = shortened(self.record, self.structure, short=self.short)["items"]
        return float(levels[int(head["clock"]["level"]) - 1]["seconds"])

    def _keep_level(self) -> None:
        """Have the floor hold the level when it might end before the next thing in it is done and looked at."""
        head = self.house.head()
        left = seconds_left(head)
        if left is not None and left < self._spare:
            seconds = HOLD + round(self._spare)
            self._send({"kind": "add_time", "step": head["clock"]["step"], "seconds": seconds})
            self.held += seconds
            self.held_in_all += seconds

    def _await_level(self, line: LevelAt) -> Shown:
        """Wait for the clock to come to the level of this line, as it does by itself."""
        until = None
        while True:
            head = self.house.head()
            level = int(head["clock"]["level"])
            if level == line.level:
                self.held = 0
                return self.house.look()
            if level > line.level:
                raise LevelMissed(f"the clock is at level {level} already, before level {line.level} was due")
            left = seconds_left(head) or 0.0
            until = until or self.house.elapsed() + left + PATIENCE
            if self.house.elapsed() > until:
                raise LevelMissed(f"the clock still shows level {level}; level {line.level} was due")
            self.house.wait(max(left, 0.0) + 0.1)


def seconds_left(head: Row) -> float | None:
    """Return how long the step on the clock still runs, None when it has no end or stands (CLK-5)."""
    ends = head["clock"]["level_ends_at"]
    if ends is None:
        return None
    left: timedelta = from_text(ends) - from_text(head["server_now"])
    return left.total_seconds()
