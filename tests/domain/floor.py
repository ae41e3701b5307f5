"""An evening at the desk: commands with their times go in, answers and what the floor sees come out.

Everything happens on one Sunday, so that a time reads as `19:05`, `19:05:00.400` or, after midnight, `01:30+1`.  Lots
come from one fixed seed.  The structure is the one of the house's cases: levels of 20 minutes from 19:00, a break of
10 minutes after levels 2 and 4, and level 5 as the last.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import TypeAdapter

from domain import desk, draws, views
from domain import events as e
from domain.commands import Asked, Role, parse
from domain.decisions import Lot, Rejection
from domain.journal import Done, LotRequest, LotResult, Outcome, Work
from domain.settings import Settings
from domain.state import Entry, Tournament
from domain.structure import label
from domain.times import to_text
from tests.support.previewed import looked_at

Body = dict[str, Any]
P = [f"player-{number:03}" for number in range(201)]
"""Players by number; there is no player 0."""
FLOOR = "floor-1"
SEED = b"thirty-two bytes that stay here!"
_SETTINGS = TypeAdapter(Settings)


When = str | datetime
"""A time on the evening, `19:05`, `19:05:00.400`, or `01:30+1` for the day after; or an instant."""


def at(when: When) -> datetime:
    """Return the instant of a time on the evening."""
    if isinstance(when, datetime):
        return when
    clock, _, days = when.partition("+")
    day = datetime(2026, 11, 29, tzinfo=UTC) + timedelta(days=int(days or 0))
    hours, minutes, seconds = [*clock.split(":"), "0"][:3]
    return day + timedelta(hours=int(hours), minutes=int(minutes), seconds=float(seconds))


def level(small: int, big: int, minutes: float | None = 20, **more: Any) -> Body:
    """Return a level of the sheet."""
    seconds = None if minutes is None else int(minutes * 60)
    return {"kind": "level", "small_blind": small, "big_blind": big, "seconds": seconds, **more}


def rest(minutes: float | None = 10, **more: Any) -> Body:
    """Return a break of the sheet."""
    return {"kind": "break", "seconds": None if minutes is None else int(minutes * 60), **more}


def until(text: str) -> Body:
    """Return a window's end at an instant."""
    return {"kind": "time", "at": to_text(at(text))}


def with_level(number: int) -> Body:
    """Return a window's end with the end of a level."""
    return {"kind": "level", "level": number}


def with_break(number: int) -> Body:
    """Return a window's end with the end of a break."""
    return {"kind": "break", "number": number}


SHEET = (
    level(100, 200),
    level(200, 400),
    rest(),
    level(300, 600),
    level(500, 1000),
    rest(),
    level(1000, 2000),
)


def settings_body(**changes: Any) -> Body:
    """Return the settings of the house's cases as JSON; `prices` and `windows` are changed key by key."""
    body: Body = {
        "title": "Sunday",
        "profile": "sport-poker-v1",
        "structure": {"name": "sheet", "items": changes.pop("items", SHEET)},
        "starts_at": to_text(at("19:00")),
        "starting_stack": 10_000,
        "bounty": "classic",
        "prices": {"buy_in": 1_000, "rebuy": 1_000, "add_on": 1_500} | changes.pop("prices", {}),
        "windows": {"late_registration": until("20:00"), "add_on_break": 1} | changes.pop("windows", {}),
        "add_on_chips": 15_000,
    }
    return body | changes


def settings(**changes: Any) -> Settings:
    """Return the settings of the house's cases, with changes."""
    return _SETTINGS.validate_python(settings_body(**changes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a command brought: its outcome and its events, those of time left out."""

    outcome: Outcome
    events: tuple[e.Event, ...]

    @property
    def refused(self) -> str | None:
        """The code of the refusal; None when it was accepted."""
        return None if self.outcome.rejection is None else self.outcome.rejection.code

    @property
    def rejection(self) -> Rejection:
        """The refusal."""
        assert self.outcome.rejection is not None, f"{self.outcome.name} was accepted"
        return self.outcome.rejection

    @property
    def kinds(self) -> list[str]:
        """The kinds of its events, what followed from them included."""
        return [event.kind for event in self.events]

    @property
    def note(self) -> str:
        """Why nothing changed."""
        return self.outcome.note


@dataclass(slots=True)
class Evening:
    """A tournament at the desk.

    `prompt`: lots come at once; else they are asked for by `fetch` and come with `lot_comes`, as they do in the house.
    `credited`: so are credits; else they wait for `work_comes`.  `looks`: the floor looks at what a correction changes
    before it sends it, and that is what comes of it.
    """

    state: Tournament
    record: list[e.Recorded]
    prompt: bool = True
    credited: bool = True
    looks: bool = True
    asked: int = 0
    waiting: list[Asked] = field(default_factory=list)
    drawing: tuple[LotRequest, Asked | None] | None = None
    answers: dict[str, Answer] = field(default_factory=dict)

    def send(
        self,
        when: When,
        kind: str,
        *,
        role: Role = "floor",
        actor: str = FLOOR,
        delivered: When | None = None,
        **body: Any,
    ) -> str:
        """Have a command accepted at a time and delivered then or later; return its id."""
        self.asked += 1
        asked = Asked(
            command_id=f"command-{self.asked}",
            actor=actor,
            role=role,
            accepted_at=at(when),
            command=parse(kind, body),
        )
        now = at(delivered or when)
        asked, told = looked_at(self.state, asked, now) if self.looks else (asked, None)
        if self._apply(asked, now, None):
            self.waiting.append(asked)
        if self.prompt:
            self.lots_come(now)
        answer = self.answers.get(asked.command_id)
        if told is not None and answer is not None and answer.refused is None:
            assert answer.outcome.consequences == told
        return asked.command_id

    def ask(self, when: When, kind: str, **more: Any) -> Answer:
        """Send a command and return its answer."""
        return self.answers[self.send(when, kind, **more)]

    def must(self, when: When, kind: str, **more: Any) -> Answer:
        """Send a command that must be accepted, and return its answer."""
        answer = self.ask(when, kind, **more)
        assert answer.refused is None, f"{kind} was refused: {answer.rejection.reason}"
        return answer

    def wait(self, when: When) -> None:
        """Let time go on to an instant."""
        stepped = desk.elapse(self.state, at(when))
        self._keep(stepped.state, stepped.recorded)
        if self.prompt:
            self.lots_come(at(when))

    def lots_come(self, now: datetime) -> None:
        """Bring every lot that is wanted now and what waited for it, one after the other."""
        while self.fetch():
            self.lot_comes(now)
        while self.credited and (work := desk.work(self.state)) is not None:
            self.work_comes(now, work, desk.worked(work))
            self.lots_come(now)

    def work_comes(self, now: datetime, request: Work, result: Done) -> None:
        """Bring what came of outside work."""
        stepped = desk.run_work(self.state, request, result, now)
        self._keep(stepped.state, stepped.recorded)

    def fetch(self) -> bool:
        """Ask for the lot that is wanted next, if none is outstanding: the state's own first, then a command's."""
        if self.drawing is None and (errand := desk.errand(self.state)):
            self.drawing = (errand, None)
        while self.drawing is None and self.waiting:
            waits = self._apply(self.waiting[0], self.state.last_at, None)
            if waits is None:
                del self.waiting[0]
                continue
            assert waits.request is not None, "a command waits for a draw that nobody asked for"
            self.drawing = (waits.request, self.waiting[0])
        return self.drawing is not None

    def lot_comes(self, now: datetime) -> None:
        """Bring the lot that is outstanding, and decide what waited for it and what waited behind that."""
        assert self.drawing is not None, "no lot is outstanding"
        (request, asked), self.drawing = self.drawing, None
        if asked is None:
            stepped = desk.run_errand(self.state, request, drawn(request), now)
            self._keep(stepped.state, stepped.recorded)
        elif self._apply(asked, now, desk.lot_of(request, drawn(request))) is None:
            del self.waiting[0]

    def _apply(self, asked: Asked, now: datetime, lot: Lot | None) -> desk.Waiting | None:
        """Decide a command, or return what it waits for."""
        answer = desk.apply(self.state, asked, now, lot)
        self._keep(answer.state, answer.recorded)
        if isinstance(answer, desk.Waiting):
            return answer
        own = tuple(recorded.event for recorded in answer.recorded if recorded.cause == asked.command_id)
        self.answers[asked.command_id] = Answer(outcome=answer.outcome, events=own)
        return None

    def _keep(self, state: Tournament, recorded: Iterable[e.Recorded]) -> None:
        self.state = state
        self.record.extend(recorded)

    # ------------------------------------------------------------------------------------------- what the floor sees

    def status(self) -> str:
        """Return the tournament's status."""
        return self.state.status

    def ended(self) -> tuple[str, datetime | None]:
        """Return why and when play ended; ("", None) while it goes on."""
        return self.state.end_reason, self.state.ended_at

    @property
    def step(self) -> str:
        """What the clock is at: `level 3`, `break 1`."""
        assert self.state.clock is not None
        return label(self.state.settings.structure, self.state.clock.position)

    @property
    def ends_at(self) -> datetime | None:
        """When the step ends, while the clock runs."""
        assert self.state.clock is not None
        return self.state.clock.ends_at

    @property
    def remaining(self) -> timedelta | None:
        """What the step has left, while the clock stands."""
        assert self.state.clock is not None
        return self.state.clock.remaining

    @property
    def blinds(self) -> tuple[int, int]:
        """The blinds in force."""
        shown = self.clock
        return shown["small_blind"], shown["big_blind"]

    @property
    def head(self) -> Body:
        """The tournament's row."""
        return views.head(self.state)

    @property
    def clock(self) -> Body:
        """The clock as displays get it."""
        shown = views.clock(self.state)
        assert shown is not None
        return shown

    def current(self, player: str) -> Entry:
        """Return a player's last entry."""
        entry = self.state.current(player)
        assert entry is not None, f"{player} has no entry"
        return entry

    def row(self, player: str) -> Body:
        """Return the row of a player's last entry."""
        return views.entry(self.state, self.current(player).number)

    def seat(self, player: str) -> tuple[int, int] | None:
        """Return table and seat of a player's last entry."""
        return self.current(player).chair

    def seats(self) -> dict[tuple[int, int], str]:
        """Return who sits where."""
        return {
            (table.number, seat): self.state.entries[number].player
            for table in self.state.tables.values()
            for seat, number in table.seats.items()
        }

    def sizes(self) -> dict[int, int]:
        """Return how many sit at each table."""
        return {number: len(self.state.tables[number].seats) for number in sorted(self.state.tables)}

    def places(self) -> dict[str, int]:
        """Return each placed player's place."""
        return {self.state.entries[number].player: place for number, place in sorted(self.state.places.items())}

    def told(self, since: When, up_to: When = "23:59+2") -> list[tuple[str, str]]:
        """Return time and kind of what was recorded from one instant to another, both included."""
        return [
            (recorded.at.strftime("%H:%M:%S"), recorded.event.kind)
            for recorded in self.record
            if at(since) <= recorded.at <= at(up_to)
        ]

    def windows_told(self, name: str) -> list[tuple[str, str]]:
        """Return the openings and closings of a window, each with its time."""
        return [
            (recorded.at.strftime("%H:%M:%S"), recorded.event.kind)
            for recorded in self.record
            if isinstance(recorded.event, e.WindowOpened | e.WindowClosed) and recorded.event.window == name
        ]


def drawn(request: LotRequest) -> LotResult:
    """Return what the vault would answer."""
    if request.purpose == "commit":
        return LotResult(number=0, commitment=draws.commitment(SEED))
    if request.purpose == "reveal":
        return LotResult(number=0, seed=SEED.hex())
    orders = draws.draw(SEED, request.tournament, request.number, request.pools)
    return LotResult(number=request.number, orders=orders)


def draft(**changes: Any) -> Evening:
    """Return a tournament as a draft, made two hours before it is to start."""
    terms = settings(**changes)
    made = desk.create(
        "sunday-1",
        "club-1",
        terms,
        command_id="command-0",
        actor=FLOOR,
        role="floor",
        at=terms.starts_at - timedelta(hours=2),
    )
    assert isinstance(made, desk.Stepped), made
    return Evening(state=made.state, record=list(made.recorded))


def opened(players: int = 0, **changes: Any) -> Evening:
    """Return a tournament open for registration, with players 1 to `players` registered an hour before the start."""
    night = draft(**changes)
    start = night.state.settings.starts_at
    night.must(start - timedelta(minutes=90), "open_registration")
    for number in range(1, players + 1):
        night.must(start - timedelta(minutes=60), "register", player=P[number])
    return night


def chair(text: str) -> Body:
    """Return the chair `2-7`: table 2, seat 7."""
    table, seat = text.split("-")
    return {"table": int(table), "seat": int(seat)}


def evening(players: int = 9, *, present: int | None = None, sizes: Iterable[int] = (), **changes: Any) -> Evening:
    """Return an evening at its start, 19:00 unless set otherwise, which it makes by itself.

    Players 1 to `players` are registered and the first `present` of them (all, unless said) checked in on named chairs:
    table 1 from seat 1 on, then table 2, or as many at each table as `sizes` says.
    """
    night = opened(players, **changes)
    start = night.state.settings.starts_at
    seats = night.state.settings.seats_per_table
    fill = list(sizes) or [seats] * (players // seats + 1)
    chairs = [(table, seat) for table, size in enumerate(fill, start=1) for seat in range(1, size + 1)]
    here = players if present is None else present
    for number, (table, seat) in zip(range(1, here + 1), chairs, strict=False):
        named = {"table": table, "seat": seat}
        night.must(start - timedelta(minutes=30), "check_in", player=P[number], seat=named)
    night.wait(start)
    return night


def knock_out(night: Evening, when: When, player: str, *killers: str, **more: Any) -> Answer:
    """Record a bust that must be accepted."""
    return night.must(when, "record_knockout", player=player, killers=killers, **more)
