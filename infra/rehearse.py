"""Plays a scenario through the rules with simulated time, the way the workflow does, in milliseconds."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, assert_never

from pydantic import TypeAdapter, ValidationError

from domain import desk, draws, snapshot, views
from domain.commands import Asked, MalformedCommandError, Role, parse
from domain.deadlines import next_deadline
from domain.decisions import Lot, Rejection
from domain.events import Recorded
from domain.ids import CommandId
from domain.journal import LotRequest, LotResult, Outcome, Work
from domain.settings import read_settings
from domain.state import Tournament
from infra.scenario import ScenarioUnreadable
from infra.script import CREATED, Action, Befall, Give, Glance, Script

_ROLE: TypeAdapter[Role] = TypeAdapter(Role)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What is shown at an instant: the head and the rows of entries and tables, by their numbers."""

    at: datetime
    head: Mapping[str, Any]
    entries: Mapping[int, Mapping[str, Any]]
    tables: Mapping[int, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How an evening went.

    `outcomes`: of each command.  `repeated`: what a look-up of the id gave after each repeat, in order.  `looks`: what
    each look showed, in order.  `history`: history events of all `runs`.  `ended`: whether the workflow has ended.  All
    None where no workflow was played through.
    """

    outcomes: Mapping[CommandId, Outcome]
    repeated: tuple[Outcome | None, ...]
    looks: tuple[Seen, ...]
    events: tuple[Recorded, ...]
    final: Seen
    history: int | None = None
    runs: int | None = None
    ended: bool | None = None


def play(script: Script) -> Played:
    """Play the evening through the rules alone.

    Raises:
        ScenarioUnreadable: the settings cannot be played.
    """
    opened = open_draft(script)
    rehearsal = _Rehearsal(script, opened)
    for action in script.actions:
        rehearsal.take(action)
    rehearsal.pass_time(script.until() + script.lots_take)
    return rehearsal.played()


def open_draft(script: Script) -> desk.Stepped:
    """Return the draft with the script's settings.

    Raises:
        ScenarioUnreadable: the settings cannot be played.
    """
    try:
        settings = read_settings(script.settings)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        path = ".".join(str(part) for part in ("settings", *first["loc"]))
        raise ScenarioUnreadable(f"{path}: {first['msg']}") from error
    answer = desk.create(
        script.tournament,
        script.club,
        settings,
        command_id=CREATED,
        actor="desk",
        role="floor",
        at=script.created_at,
    )
    if isinstance(answer, Rejection):
        raise ScenarioUnreadable(f"settings: {answer.reason}")
    return answer


def answer_lot(script: Script, request: LotRequest) -> LotResult:
    """Return what the vault would answer, had it the script's seed."""
    match request.purpose:
        case "commit":
            return LotResult(number=request.number, commitment=draws.commitment(script.seed))
        case "draw":
            orders = draws.draw(script.seed, request.tournament, request.number, request.pools)
            return LotResult(number=request.number, orders=orders)
        case "reveal":
            return LotResult(number=request.number, seed=script.seed.hex())
        case _ as missing:
            assert_never(missing)


def asked(give: Give) -> Asked:
    """Return the command that is given.

    Raises:
        MalformedCommandError: it is none.
    """
    return Asked(
        command_id=give.command_id,
        actor=give.actor,
        role=_ROLE.validate_python(give.role),
        accepted_at=give.accepted_at,
        command=parse(give.name, give.body),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawing:
    """A lot that was asked for and comes at `due`; `give` None: the state itself waits for it."""

    request: LotRequest
    due: datetime
    give: Give | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Working:
    """Outside work that was asked for and is done at `due`."""

    request: Work
    due: datetime


class _Rehearsal:
    """The evening as far as it has been played."""

    def __init__(self, script: Script, opened: desk.Stepped) -> None:
        self.script = script
        self.now = script.created_at
        self.state: Tournament = opened.state
        self.recorded: list[Recorded] = list(opened.recorded)
        self.outcomes: dict[CommandId, Outcome] = {}
        self.known: set[CommandId] = {CREATED}
        self.repeated: list[CommandId] = []
        self.waiting: deque[Give] = deque()
        self.drawing: _Drawing | None = None
        self.working: _Working | None = None
        self.looks: list[Seen] = []

    def take(self, action: Action) -> None:
        """Let time pass until the action, then do it."""
        self.pass_time(action.at)
        match action:
            case Give():
                self._give(action)
            case Glance():
                self.looks.append(self._seen())
            case Befall():
                # What a new run, or a worker without the old one's memory, starts from.
                self.state = snapshot.load(snapshot.dump(self.state))
            case _ as missing:
                assert_never(missing)

    def pass_time(self, until: datetime) -> None:
        """Let happen what is due until an instant: timers, each so late as the script says, and lots that come."""
        while True:
            due = next_deadline(self.state)
            rings = None if due is None else max(due.at + self.script.timers_late, self.now)
            comes = None if self.drawing is None else self.drawing.due
            done = None if self.working is None else self.working.due
            first = min((at for at in (rings, comes, done) if at is not None), default=None)
            if first is None or first > until:
                break
            self.now = first
            if due is not None and first == rings:
                stepped = desk.elapse(self.state, self.now)
                self._record(stepped.state, stepped.recorded)
            elif self.drawing is not None and first == comes:
                self._drawn(self.drawing)
            elif self.working is not None:
                self._worked(self.working)
            self._ask_for_lots()
        self.now = max(self.now, until)

    def played(self) -> Played:
        """Return how it went."""
        return Played(
            outcomes=self.outcomes,
            repeated=tuple(self.outcomes.get(command_id) for command_id in self.repeated),
            looks=tuple(self.looks),
            events=tuple(self.recorded),
            final=self._seen(),
        )

    def _seen(self) -> Seen:
        rows = views.all_rows(self.state)
        return Seen(at=self.now, head=rows.head, entries=rows.entries, tables=rows.tables)

    def _record(self, state: Tournament, recorded: tuple[Recorded, ...]) -> None:
        self.state = state
        self.recorded.extend(recorded)

    def _give(self, give: Give) -> None:
        if give.repeat:
            self.repeated.append(give.command_id)
        if give.command_id in self.known:
            return
        self.known.add(give.command_id)
        if self._decide(give) is not None:
            self.waiting.append(give)
        self._ask_for_lots()
        self.pass_time(self.now)

    def _decide(self, give: Give, lot: Lot | None = None) -> desk.Waiting | None:
        """Decide a command, or return what it waits for."""
        try:
            command = asked(give)
        except MalformedCommandError as fault:
            self.outcomes[give.command_id] = desk.malformed(
                give.command_id,
                give.name,
                actor=give.actor,
                role=give.role,
                accepted_at=give.accepted_at,
                at=self.state.last_at,
                path=fault.path,
                reason=fault.reason,
            )
            return None
        answer = desk.apply(self.state, command, self.now, lot)
        self._record(answer.state, answer.recorded)
        if isinstance(answer, desk.Waiting):
            return answer
        self.outcomes[give.command_id] = answer.outcome
        return None

    def _ask_for_lots(self) -> None:
        """Ask for the next lot, one at a time: what the state waits for first, then commands as they came."""
        self._ask_for_work()
        while self.drawing is None:
            request = desk.errand(self.state)
            give = None
            if request is None:
                if not self.waiting:
                    return
                waits = self._decide(self.waiting[0])
                if waits is None:
                    self.waiting.popleft()
                    continue
                if waits.request is None:
                    return
                give, request = self.waiting.popleft(), waits.request
            self.drawing = _Drawing(request=request, due=self.now + self.script.lots_take, give=give)

    def _ask_for_work(self) -> None:
        """Ask for outside work, one thing at a time; what is wanted instead takes its place."""
        wanted = desk.work(self.state)
        if wanted is not None and (self.working is None or self.working.request != wanted):
            self.working = _Working(request=wanted, due=self.now + self.script.lots_take)

    def _worked(self, working: _Working) -> None:
        self.working = None
        stepped = desk.run_work(self.state, working.request, desk.worked(working.request), self.now)
        self._record(stepped.state, stepped.recorded)

    def _drawn(self, drawing: _Drawing) -> None:
        self.drawing = None
        result = answer_lot(self.script, drawing.request)
        if drawing.give is None:
            stepped = desk.run_errand(self.state, drawing.request, result, self.now)
            self._record(stepped.state, stepped.recorded)
        elif self._decide(drawing.give, desk.lot_of(drawing.request, result)) is not None:
            self.waiting.appendleft(drawing.give)
