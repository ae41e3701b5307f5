"""Evenings at the desk: the pure rules with lots from a known seed, each step with what it recorded and changed."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter

from domain import desk, views
from domain.commands import Asked, parse
from domain.draws import commitment, draw
from domain.events import GENESIS, Recorded, chain
from domain.events import to_text as stored_text
from domain.journal import Flush, LotRequest, LotResult, Outcome
from domain.settings import Settings
from domain.state import Tournament
from domain.structure import label
from domain.times import to_text
from tests.support.previewed import looked_at

TOURNAMENT = "friday"
CLUB = "north"
SEED = bytes(range(32))
START = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
_SETTINGS: TypeAdapter[Settings] = TypeAdapter(Settings)


def settings(**more: Any) -> dict[str, Any]:
    """Return settings of a small evening, as a club sends them."""
    levels = [{"kind": "level", "small_blind": 100 * n, "big_blind": 200 * n, "seconds": 1200} for n in range(1, 7)]
    level_2 = {"kind": "level", "level": 2}
    return {
        "title": "Friday",
        "profile": "tda-2024-v1",
        "structure": {"name": "six levels", "items": [*levels[:3], {"kind": "break", "seconds": 600}, *levels[3:]]},
        "starts_at": "2026-11-29T19:30:00Z",
        "starting_stack": 20_000,
        "seats_per_table": 4,
        "tables": 4,
        "auto_start": False,
        "bounty": "classic",
        "prices": {"buy_in": 5_000, "rebuy": 5_000, "re_entry": 5_000, "add_on": 3_000},
        "add_on_chips": 30_000,
        "windows": {"late_registration": level_2, "rebuy": level_2, "re_entry": level_2},
    } | more


@dataclass(frozen=True, kw_only=True)
class Step:
    """What one command, one lot or some time brought, and the state after it."""

    recorded: tuple[Recorded, ...]
    state: Tournament
    outcome: Outcome | None = None


@dataclass(kw_only=True)
class Desk:
    """A tournament at the desk; `told` is what was asked of it."""

    now: datetime = field(default=START - timedelta(hours=1), repr=False)
    steps: list[Step] = field(default_factory=list, repr=False)
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        given = _SETTINGS.validate_python(settings())
        created = desk.create(TOURNAMENT, CLUB, given, command_id="c-0", actor="owner-1", role="owner", at=self.now)
        assert isinstance(created, desk.Stepped)
        self._keep(created)

    @property
    def state(self) -> Tournament:
        """The tournament as it stands."""
        return self.steps[-1].state

    @property
    def texts(self) -> list[str]:
        """The events as they are stored."""
        return [stored_text(recorded) for step in self.steps for recorded in step.recorded]

    def wait(self, minutes: float) -> None:
        """Let time pass."""
        self.told.append(f"wait {minutes}")
        self.now += timedelta(minutes=minutes)
        self._keep(desk.elapse(self.state, self.now))
        self._run_errands()

    def ask(self, kind: str, **body: Any) -> Outcome:
        """Give a command, fetch the lot that it may need, and do what the state then waits for."""
        self.now += timedelta(seconds=1)
        asked = Asked(
            command_id=f"c-{len(self.steps)}",
            actor="floor-1",
            role="floor",
            accepted_at=self.now,
            command=parse(kind, body),
        )
        asked, told = looked_at(self.state, asked, self.now)
        applied = desk.apply(self.state, asked, self.now)
        if isinstance(applied, desk.Waiting):
            self._keep(applied)
            assert applied.request is not None
            applied = desk.apply(self.state, asked, self.now, desk.lot_of(applied.request, drawn(applied.request)))
        assert isinstance(applied, desk.Applied)
        assert told is None or applied.outcome.rejection is not None or applied.outcome.consequences == told
        self.steps.append(Step(recorded=applied.recorded, state=applied.state, outcome=applied.outcome))
        named = {name: value for name, value in body.items() if name != "settings"}
        self.told.append(f"{kind} {named} {applied.outcome.status}")
        self._run_errands()
        return applied.outcome

    def ok(self, kind: str, **body: Any) -> None:
        """Give a command that is accepted."""
        outcome = self.ask(kind, **body)
        assert outcome.rejection is None, outcome.rejection

    def try_(self, kind: str, **body: Any) -> None:
        """Give a command whose step, version or seat left is filled in as it stands; it may be refused."""
        state = self.state
        if kind in {"next_level", "previous_level", "reset_level"}:
            body["step"] = label(state.settings.structure, state.clock.position) if state.clock else "level 1"
        if kind == "rebase_clock":
            body = {"stopped_at": to_text(self.now - timedelta(minutes=body["minutes"]))}
        if kind == "edit_settings":
            body["version"] = state.settings_version
        if kind == "move_player":
            current = state.current(body["player"])
            chair = (current.chair if current else None) or (1, 1)
            body["leaving"] = {"table": chair[0], "seat": chair[1]}
        self.ask(kind, **body)

    def _run_errands(self) -> None:
        while (request := desk.errand(self.state)) is not None:
            self._keep(desk.run_errand(self.state, request, drawn(request), self.now))
        if (work := desk.work(self.state)) is not None:
            self._keep(desk.run_work(self.state, work, desk.worked(work), self.now))
            self._run_errands()

    def _keep(self, stepped: desk.Stepped | desk.Waiting) -> None:
        self.steps.append(Step(recorded=stepped.recorded, state=stepped.state))


def drawn(request: LotRequest) -> LotResult:
    """Return the answer that a vault with the known seed gives."""
    match request.purpose:
        case "commit":
            return LotResult(number=request.number, commitment=commitment(SEED))
        case "draw":
            orders = draw(SEED, request.tournament, request.number, request.pools)
            return LotResult(number=request.number, orders=orders)
        case _:
            return LotResult(number=request.number, seed=SEED.hex())


def flushes(steps: Iterable[Step]) -> Iterable[Flush]:
    """Yield the writes of an evening, one a step."""
    prev, prev_hash = 0, GENESIS
    for step in steps:
        rows = views.rows(step.state, step.recorded) if step.recorded else None
        texts = [stored_text(recorded) for recorded in step.recorded]
        yield Flush(
            tournament=TOURNAMENT,
            club=CLUB,
            prev=prev,
            prev_hash=prev_hash,
            events=texts,
            head=rows.head if rows else None,
            entries=list(rows.entries.values()) if rows else [],
            tables=list(rows.tables.values()) if rows else [],
            outcomes=[step.outcome] if step.outcome else [],
            terms=rows.terms if rows else None,
        )
        prev += len(texts)
        for text in texts:
            prev_hash = chain(prev_hash, text)


def merged(several: Iterable[Flush]) -> Flush:
    """Return one write in place of several that follow each other, as a shell sends them after an outage."""
    first, *rest = several
    for following in rest:
        first = replace(
            first,
            events=first.events + following.events,
            head=following.head or first.head,
            entries=list(({row["entry"]: row for row in first.entries + following.entries}).values()),
            tables=list(({row["table"]: row for row in first.tables + following.tables}).values()),
            outcomes=first.outcomes + following.outcomes,
            terms=following.terms or first.terms,
        )
    return first


def an_evening() -> Desk:
    """Return an evening with everything that is taken back: registrations, entries, moves, knockouts."""
    at = Desk()
    at.ok("open_registration")
    for number in range(1, 8):
        at.ok("register", player=player(number))
    at.ok("unregister", player=player(7))
    at.ok("edit_settings", version=1, settings=settings(title="Friday deep", starts_at="2026-11-29T19:40:00Z"))
    for number in range(1, 6):
        at.ok("check_in", player=player(number))
    at.wait(60)
    at.ok("start")
    at.ok("check_in", player=player(6))
    at.ok("register", player=player(8))
    at.ok("rebuy", player=player(1), stack=20_000)
    at.ok("void_entry", player=player(8), reason="mistake")
    first = at.state.current(player(2))
    assert first is not None
    assert first.chair is not None
    leaving = {"table": first.chair[0], "seat": first.chair[1]}
    at.ok("move_player", player=player(2), leaving=leaving, to={"table": 3, "seat": 1})
    at.ok("undo_move")
    at.ok("move_player", player=player(2), leaving=leaving, to={"table": 3, "seat": 2})
    at.ok("swap_seats", player=player(1), other=player(3))
    at.ok("record_knockout", player=player(4), killers=[player(1), player(2)])
    at.ok("record_knockout", player=player(5), killers=[player(1)])
    at.ok("void_knockout", knockout=2)
    at.ok("re_enter", player=player(4))
    assert at.ask("re_enter", player=player(4)).status == "rejected"
    at.wait(25)
    at.ok("pause")
    assert at.ask("pause").note
    at.wait(5)
    at.ok("resume")
    at.wait(60)
    busts = [{"player": player(4), "order": 2}, {"player": player(5), "order": 1}]
    at.ok("record_knockout_group", busts=busts)
    at.ok("record_knockout", player=player(6), killers=[player(3)])
    at.ok("void_knockout", knockout=5)
    at.ok("record_knockout", player=player(6), killers=[player(1)])
    at.ok("record_knockout", player=player(3), killers=[player(1)])
    at.ok("record_knockout", player=player(2), killers=[player(1)])
    at.wait(10)
    assert at.state.over
    return at


def player(number: int) -> str:
    """Return a player's id."""
    return f"player-{number:03}"


def _commands() -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    players = st.integers(1, 8).map(player)
    seat = st.fixed_dictionaries({"table": st.integers(1, 4), "seat": st.integers(1, 4)})

    def of(kind: str, **body: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
        return st.tuples(st.just(kind), st.fixed_dictionaries(body))

    table_totals = st.fixed_dictionaries({"table": st.integers(1, 4), "chips": st.just(60_000)})
    bounties = st.sampled_from(["none", "classic"]).map(lambda bounty: settings(bounty=bounty))
    return st.one_of(
        of("wait", minutes=st.integers(1, 40)),
        *(of(kind) for kind in ("open_registration", "start", "pause", "resume", "undo_move", "next_level")),
        *(of(kind, player=players) for kind in ("register", "unregister", "check_in", "re_enter", "rebuy", "add_on")),
        *(of(kind, player=players) for kind in ("process_no_show", "restore_registration")),
        *(of(kind, player=players, seat=seat) for kind in ("register", "check_in", "re_enter")),
        of("previous_level"),
        of("rebase_clock", minutes=st.integers(0, 60)),
        of("append_levels", items=st.just([{"kind": "level", "small_blind": 1, "big_blind": 2, "seconds": 60}])),
        of("count_chips", tables=st.lists(table_totals, max_size=2)),
        of("close_books"),
        of("count_stack", player=players, stack=st.integers(1, 30_000)),
        of("edit_settings", settings=bounties),
        of("surrender_stack", player=players, stack=st.integers(0, 20_000)),
        of("void_entry", player=players, reason=st.just("mistake")),
        of("void_entry", player=players, reason=st.just("mistake"), entry=st.integers(1, 12)),
        of("move_player", player=players, to=seat),
        of("swap_seats", player=players, other=players),
        *(of("record_knockout", player=players, killers=st.lists(players, max_size=2, unique=True)) for _ in range(3)),
        of("void_knockout", knockout=st.integers(1, 8)),
        of("finish", confirm=st.just(value=True)),
        of("cancel"),
    )


def random_evenings() -> st.SearchStrategy[Desk]:
    """Return evenings of any commands in any order, most of them after a start with six players."""

    def play(opening: tuple[bool, list[Any], list[Any]]) -> Desk:
        usual, before, after = opening
        at = Desk()
        if usual:
            at.ok("open_registration")
            for number in range(1, 7):
                at.ok("register", player=player(number))
                at.ok("check_in", player=player(number))
        _play(at, before)
        if usual:
            at.ask("start")
        _play(at, after)
        return at

    commands = _commands()
    return st.tuples(
        st.sampled_from([True, True, True, False]), st.lists(commands, max_size=6), st.lists(commands, max_size=25)
    ).map(play)


def _play(at: Desk, commands: Iterable[tuple[str, dict[str, Any]]]) -> None:
    for kind, body in commands:
        if kind == "wait":
            at.wait(**body)
        else:
            at.try_(kind, **body)
