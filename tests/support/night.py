"""The pure rules as a house: a recorded evening can be played on them without a server, in time that is made up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from pydantic import TypeAdapter

from domain import desk, views
from domain.commands import Asked, parse
from domain.events import Recorded
from domain.journal import LotResult
from domain.settings import Settings
from domain.state import Tournament
from domain.times import to_text
from infra.evening import Command, Row, Shown
from infra.play import Refused

_SETTINGS: TypeAdapter[Settings] = TypeAdapter(Settings)


@dataclass(slots=True, kw_only=True)
class DeskHouse:
    """A product made of the rules alone; a command takes `takes` of its time."""

    now: datetime
    takes: timedelta = timedelta(milliseconds=200)
    state: Tournament | None = None
    recorded: list[Recorded] = field(default_factory=list)
    asked: int = 0

    def open(self, settings: Mapping[str, Any], players: Sequence[str]) -> None:  # noqa: ARG002 - the rules know ids only
        created = desk.create(
            "night",
            "club",
            _SETTINGS.validate_python(settings),
            command_id="open",
            actor="f",
            role="floor",
            at=self.now,
        )
        if not isinstance(created, desk.Stepped):
            raise Refused(created.reason)
        self._keep(created)

    def send(self, command: Command) -> None:
        self.now += self.takes
        self.asked += 1
        body = {key: value for key, value in command.items() if key != "kind"}
        asked = Asked(
            command_id=f"c-{self.asked}",
            actor="f",
            role="floor",
            accepted_at=self.now,
            command=parse(command["kind"], body),
        )
        applied = desk.apply(self.running, asked, self.now)
        if isinstance(applied, desk.Waiting):
            assert applied.request is not None
            result = LotResult(number=applied.request.number, commitment="0" * 64)
            self._keep(applied)
            applied = desk.apply(self.running, asked, self.now, desk.lot_of(applied.request, result))
        assert isinstance(applied, desk.Applied)
        self._keep(applied)
        if applied.outcome.rejection is not None:
            raise Refused(f"{command}: {applied.outcome.rejection.reason}")

    def head(self) -> Row:
        self._keep(desk.elapse(self.running, self.now))
        return {**views.head(self.running), "server_now": to_text(self.now)}

    def look(self) -> Shown:
        head, state = self.head(), self.running
        tables = {
            number: {seat["seat"]: seat["player"] for seat in views.table(state, number)["seats"]}
            for number in sorted(state.tables)
        }
        return Shown(head=head, tables=tables, entries=[views.entry(state, n) for n in sorted(state.entries)])

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def elapsed(self) -> float:
        return self.now.timestamp()

    @property
    def running(self) -> Tournament:
        assert self.state is not None
        return self.state

    def _keep(self, step: desk.Stepped | desk.Applied | desk.Waiting) -> None:
        self.state = step.state
        self.recorded += step.recorded
