"""Shows a tournament in the terminal: the clock, the tables, and what happened last, all as the API last said it."""

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.align import Align
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from infra.evening import Row, Shown
from infra.play import seconds_left

LINES = 10
"""How many of the last lines stay on the screen."""


@dataclass(slots=True, kw_only=True)
class Screen:
    """What a floor display shows; between two answers the clock counts down by itself, as CLK-5 has it."""

    seats_per_table: int
    shown: Shown | None = None
    since: float = 0.0
    progress: str = ""
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=LINES))

    def tell(self, line: str, shown: Shown, progress: str) -> None:
        """Show a line and what the product shows after it."""
        self.shown = shown
        self.since = time.monotonic()
        self.progress = progress
        self.lines.append(line)

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> RenderResult:
        """Draw the display as it stands at this moment."""
        if self.shown is None:
            yield Text("the doors open", style="dim")
            return
        head = self.shown.head
        panels = [self._table(number, seats) for number, seats in sorted(self.shown.tables.items()) if seats]
        if head["results_version"]:
            panels.append(self._places())
        said = Text("\n".join(self.lines), style="cyan")
        yield Panel(
            Group(self._clock(head), Columns(panels), said, Text(self.progress, style="dim")),
            title=str(head["title"]),
            subtitle=f"{head['status'].replace('_', ' ')}, {head['profile']}",
        )

    def _clock(self, head: Row) -> Table:
        clock: Mapping[str, Any] = head["clock"] or {}
        left = seconds_left(head) if clock else None
        if left is not None:
            left = max(0.0, left - (time.monotonic() - self.since))
        counts = Table.grid(padding=(0, 3), expand=True)
        cells = [
            (str(clock.get("step", "")).capitalize(), "step"),
            (f"{clock.get('small_blind', '')} / {clock.get('big_blind', '')}", "blinds"),
            ("" if left is None else f"{int(left) // 60:02}:{int(left) % 60:02}", "left of the level"),
            (f"{head['left']} of {head['entries']}", "players"),
            (f"{head['chips_in_play']:,}", "chips in play"),
            (f"{head['average_stack'] or 0:,}", "average stack"),
        ]
        if (pool := head["pool"]) is not None:
            cells.append((f"{pool['amount']:,}", f"pool, minor units of {head['currency']}"))
        if (prizes := head["prizes"]) is not None:
            cells.append((str(prizes["places_paid"]), "places paid"))
            if (coming := prizes["next"]) is not None and (won := coming["amount"] or ", ".join(coming["lines"])):
                cells.append((f"{won:,}" if isinstance(won, int) else won, f"for place {coming['place']}, the next"))
        for _ in cells:
            counts.add_column(justify="center")
        counts.add_row(*(Text(value, style="bold green") for value, _ in cells))
        counts.add_row(*(Text(label, style="dim") for _, label in cells))
        return counts

    def _places(self) -> Panel:
        chart = Table.grid(padding=(0, 1))
        entries = self.shown.entries if self.shown else ()
        placed = (row for row in entries if row["place"] is not None)
        for row in sorted(placed, key=lambda row: (row["place"], row["entry"])):
            prize = "" if row["prize"] is None else f"{row['prize']:,}"
            chart.add_row(Text(f"{row['place']:>2}", style="dim"), Text(row["player"], style="bold"), prize)
        return Panel(Align.left(chart), title="Places", width=26)

    def _table(self, number: int, seats: Mapping[int, str]) -> Panel:
        chart = Table.grid(padding=(0, 1))
        for seat in range(1, self.seats_per_table + 1):
            player = seats.get(seat)
            chart.add_row(Text(f"{seat:>2}", style="dim"), Text(player or "·", style="bold" if player else "dim"))
        return Panel(Align.left(chart), title=f"Table {number}", width=26)
