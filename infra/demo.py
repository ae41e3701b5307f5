"""Play a recorded evening through the public API and compare it with the record: `python -m infra.demo` (`make demo`).

A stack of its own comes up in a folder of its own, and the night is played on it over HTTP; several records are played
one after the other, each at a club of its own.  The exit status says whether product and record agree: 0 when they do,
1 when they do not, 2 when a night could not be played.
"""

import argparse
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Never

from rich.console import Console
from rich.live import Live

from infra.accounts import Accounts
from infra.api import Api
from infra.contradictions import contradictions
from infra.deploy import DeploymentFailed
from infra.evening import Difference, Shown
from infra.explained import explained
from infra.house import HttpHouse
from infra.local import await_health
from infra.play import House, LevelMissed, Play, Refused
from infra.processes import DidNotHappen
from infra.record import Record, RecordUnreadable, read
from infra.screen import Screen
from infra.sheets import NoSuchSheet, structure_of
from infra.stack import ROOT, LocalStack

RECORD = Path(__file__).parent / "data" / "evenings" / "home-league-2024-07-20.jsonl"
SIGNALS = (signal.SIGINT, signal.SIGTERM)
NOT_PLAYED = 2
"""Exit status when there was nothing to compare."""


class Stopped(BaseException):
    """Ctrl-C or SIGTERM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of the comparison: the faults, the explained differences, and what was played and compared."""

    faults: tuple[str, ...]
    explained: tuple[str, ...] = ()
    compared: int = 0
    held: int = 0


def judge(record: Record, house: House, tell: Screen | None = None, note: Console | None = None) -> Verdict:
    """Play the record in a house and say what is not as recorded.

    Raises:
        NoSuchSheet: the record names a structure that does not come with the product.
    """
    play = Play(record=record, structure=structure_of(record.evening.structure), house=house)

    def told(line: str, shown: Shown) -> None:
        if tell is not None:
            tell.tell(line, shown, f"{play.compared} lines compared, {len(play.differences)} differences")
        if note is not None:
            note.print(f"level {shown.level}  {line}", highlight=False)

    play.tell = told
    known = explained(record)
    faults = [f"the record contradicts itself: {one}" for one in contradictions(record)]
    try:
        found = play.run(datetime.now(UTC))
    except (Refused, LevelMissed) as stopped:
        faults += [_unexplained(one) for one in play.differences if one not in known]
        return Verdict(faults=(*faults, str(stopped)), compared=play.compared, held=play.held_in_all)
    faults += [_unexplained(one) for one in found if one not in known]
    faults += [f"expected and did not occur: {_unexplained(one)}" for one in known if one not in found]
    reasons = tuple(f"{_unexplained(one)}: {known[one]}" for one in found if one in known)
    return Verdict(faults=tuple(faults), explained=reasons, compared=play.compared, held=play.held_in_all)


def _unexplained(one: Difference) -> str:
    return f"{one.line}: the record says {one.record}, the product {one.product}"


@dataclass(slots=True, kw_only=True)
class Demo:
    """One run, on a stack that begins with nothing.

    Attributes:
        records: the nights.
        console: the terminal.
        stack: the stack that is brought up for it.
    """

    records: Sequence[Record]
    console: Console
    stack: LocalStack
    begun: float = field(default_factory=time.monotonic)

    def say(self, what: str) -> None:
        """Say what is being done, with the seconds since the start."""
        self.console.print(f"[{time.monotonic() - self.begun:5.1f} s] {what}", markup=False, highlight=False)

    def run(self) -> list[Verdict]:
        """Bring the stack up, play the nights in turn, and end everything."""
        with self.stack.alone():
            self.clear()
            try:
                self.stack.start(self.say)
                api = Api(url=self.stack.url)
                await_health(api)
                house = self.house(api)
                return [self.play(record, house, number) for number, record in enumerate(self.records)]
            finally:
                # One Ctrl-C is enough, and a second one must not leave something running.
                for number in SIGNALS:
                    signal.signal(number, signal.SIG_IGN)
                self.say("stopping")
                self.stack.stop()

    def clear(self) -> None:
        """Remove what an earlier demo left in the folder; its programs have been ended."""
        for rest in self.stack.folder.iterdir():
            if rest.name == "run":  # the locks by which programs are known
                continue
            if rest.is_dir():
                shutil.rmtree(rest)
            else:
                rest.unlink()

    def house(self, api: Api) -> HttpHouse:
        """Return the floor's place at the API, everybody signed in."""
        outputs = self.stack.outputs
        accounts = Accounts(emulator=self.stack.aws, pool=outputs["UserPool"], client=outputs["UserPoolClient"])
        return HttpHouse(
            api=api,
            operator=accounts.sign_in("operator", operator=True),
            owner=accounts.sign_in("owner"),
            floor=accounts.sign_in("floor"),
        )

    def play(self, record: Record, house: HttpHouse, number: int) -> Verdict:
        """Play a night with the display on, or line by line where there is no terminal."""
        self.say("the evening, through the API")
        if number:
            house = replace(house, club=f"{house.club}-{number + 1}")
        if not self.console.is_terminal:
            return judge(record, house, note=self.console)
        screen = Screen(seats_per_table=record.evening.seats_per_table)
        with Live(screen, console=self.console, refresh_per_second=4):
            return judge(record, house, tell=screen)

    def report(self, verdicts: Sequence[Verdict]) -> int:
        """Print the comparison of each night and return the exit status."""
        return max([self._report(verdict) for verdict in verdicts])

    def _report(self, verdict: Verdict) -> int:
        for line in verdict.explained:
            self.console.print(f"  explained: {line}", highlight=False)
        for line in verdict.faults:
            self.console.print(f"  NOT AS RECORDED: {line}", style="red", highlight=False)
        held = f"; the floor held levels for {verdict.held} s so that busts fell into them" if verdict.held else ""
        self.say(f"{verdict.compared} lines of the record compared{held}")
        if verdict.faults:
            self.say(f"FAILED: {len(verdict.faults)} points are not as recorded; logs in {self.stack.folder / 'log'}")
            return 1
        self.say("places, busts, levels, seats and chips are as recorded")
        return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demo and return its exit status."""
    parser = argparse.ArgumentParser(prog="make demo", description="Play a recorded evening and compare it.")
    told = "a recorded evening, JSON Lines; may be given several times"
    parser.add_argument("--record", type=Path, action="append", help=told)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "demo", help="where its stack is kept")
    options = parser.parse_args(arguments)
    console = Console(soft_wrap=True)
    try:
        records = [read(path) for path in options.record or [RECORD]]
        for record in records:
            structure_of(record.evening.structure)
    except (OSError, RecordUnreadable, NoSuchSheet) as fault:
        console.print(f"This is no record that can be played: {fault}", markup=False)
        return NOT_PLAYED
    for number in SIGNALS:
        signal.signal(number, stop)
    demo = Demo(records=records, console=console, stack=LocalStack(folder=options.folder.resolve()))
    try:
        return demo.report(demo.run())
    except (DidNotHappen, DeploymentFailed) as fault:
        console.print(f"This did not come about: {fault}", markup=False)
    except Stopped:
        console.print("stopped")
    return NOT_PLAYED


def stop(*_: object) -> Never:
    """Take a signal as the wish to end."""
    raise Stopped


if __name__ == "__main__":
    sys.exit(main())
