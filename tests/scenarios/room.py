"""A room in full play: whatever is picked is turned into a command that fits the state, so that most are accepted."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from domain import desk, draws
from domain.commands import Asked, Role, parse
from domain.events import Recorded
from domain.journal import LotRequest, LotResult, Outcome
from domain.state import Entry, Tournament
from tests.support.previewed import looked_at

SEED = b"a seed of thirty-two known bytes"


class Room:
    """A tournament in play, and what was done in it."""

    def __init__(self, state: Tournament, at: datetime) -> None:
        self.state = state
        self.at = at
        self.recorded: list[Recorded] = []
        self.outcomes: list[Outcome] = []

    def ask(self, kind: str, *, role: Role = "floor", actor: str = "floor-1", **body: Any) -> Outcome:
        """Give a command, with the lots that it needs."""
        asked = Asked(
            command_id=f"c{len(self.outcomes)}",
            actor=actor,
            role=role,
            accepted_at=self.at,
            command=parse(kind, body),
        )
        asked, _ = looked_at(self.state, asked, self.at)
        answer = desk.apply(self.state, asked, self.at)
        while isinstance(answer, desk.Waiting):
            self._keep(answer.state, answer.recorded)
            assert answer.request is not None
            answer = desk.apply(self.state, asked, self.at, desk.lot_of(answer.request, drawn(answer.request)))
        self._keep(answer.state, answer.recorded)
        self.outcomes.append(answer.outcome)
        return answer.outcome

    def _keep(self, state: Tournament, recorded: tuple[Recorded, ...]) -> None:
        self.state = state
        self.recorded.extend(recorded)

    def do(self, what: str, one: int, other: int, gap: int) -> None:
        """Let some seconds pass and do one of `DEEDS`; `one` and `other` pick whom and where."""
        self.at += timedelta(seconds=gap)
        stepped = desk.elapse(self.state, self.at)
        self._keep(stepped.state, stepped.recorded)
        DEEDS[what](self, one, other)

    def entries(self, *status: str) -> list[Entry]:
        """Return the current entries of these statuses, by number."""
        lines = [line for line in self.state.players.values() if line.entries]
        current = [self.state.entries[line.entries[-1]] for line in lines]
        return sorted((entry for entry in current if entry.status in status), key=lambda entry: entry.number)


def drawn(request: LotRequest) -> LotResult:
    """Return the lot that the seed gives."""
    return LotResult(number=request.number, orders=draws.draw(SEED, request.tournament, request.number, request.pools))


def _chair(room: Room, pick: int) -> dict[str, int]:
    tables, seats = min(room.state.settings.tables, 4), room.state.settings.seats_per_table
    return {"table": 1 + pick % tables, "seat": 1 + pick // tables % seats}


def _pick(entries: list[Entry], n: int) -> Entry | None:
    return entries[n % len(entries)] if entries else None


def _bust(room: Room, one: int, other: int) -> None:
    if entry := _pick(room.entries("alive"), one):
        killers = [each.player for each in room.entries("alive") if each != entry][: other % 3]
        room.ask("record_knockout", player=entry.player, killers=killers, stack=1 + other)


def _group(room: Room, one: int, other: int) -> None:
    living = room.entries("alive")
    busts = [{"player": each.player, "stack": 1 + n * other} for n, each in enumerate(living[one % 3 :][:2])]
    if len(busts) > 1:
        room.ask("record_knockout_group", busts=busts)


def _void(room: Room, one: int, other: int) -> None:
    if room.state.knockouts:
        numbers = sorted(room.state.knockouts)
        role: Role = "dealer" if other % 4 == 0 else "floor"
        room.ask("void_knockout", role=role, knockout=numbers[-1 - one % min(3, len(numbers))])


def _leave(room: Room, one: int, other: int) -> None:
    if entry := _pick(room.entries("alive"), one):
        cause = ("left", "disqualified", "removed", "blinded_out")[other % 4]
        room.ask("record_knockout", player=entry.player, cause=cause, stack=1 + other * 10)


def _move(room: Room, one: int, other: int) -> None:
    if (entry := _pick(room.entries("alive"), one)) and entry.chair:
        leaving = {"table": entry.chair[0], "seat": entry.chair[1]}
        room.ask("move_player", player=entry.player, leaving=leaving, to=_chair(room, other))


def _undo(room: Room, _one: int, _other: int) -> None:
    room.ask("undo_move")


def _there_and_back(room: Room, one: int, other: int) -> None:
    _move(room, one, other)
    _undo(room, one, other)


def _swap(room: Room, one: int, other: int) -> None:
    living = room.entries("alive")
    if len(living) > 1:
        room.ask("swap_seats", player=living[one % len(living)].player, other=living[other % len(living)].player)


def _register(room: Room, one: int, other: int) -> None:
    named: dict[str, Any] = {"seat": _chair(room, other)} if other % 2 else {}
    room.ask("register", player=f"N{one % 12}", **named)


def _sign_up(room: Room, one: int, _other: int) -> None:
    player = f"N{one % 12}"
    room.ask("register", role="player", actor=player, player=player)


def _arrive(room: Room, one: int, other: int) -> None:
    if entry := _pick(room.entries("registered", "dropped", "alive"), one):
        named: dict[str, Any] = {"seat": _chair(room, other)} if other % 3 == 0 else {}
        room.ask("check_in", player=entry.player, **named)


def _come_back(room: Room, one: int, other: int) -> None:
    if entry := _pick(room.entries("out", "pending"), one):
        named: dict[str, Any] = {"seat": _chair(room, other)} if other % 3 == 0 else {}
        room.ask("re_enter", player=entry.player, **named)


def _surrender(room: Room, one: int, other: int) -> None:
    if entry := _pick(room.entries("alive"), one):
        room.ask("surrender_stack", player=entry.player, stack=1 + other)


def _strike(room: Room, one: int, _other: int) -> None:
    if entry := _pick(room.entries("alive", "pending", "out", "registered", "waiting"), one):
        room.ask("void_entry", player=entry.player, reason="mistake")


def _buy(room: Room, one: int, other: int) -> None:
    if entry := _pick(room.entries("alive"), one):
        counted: dict[str, Any] = {"stack": 1} if other % 2 else {}
        room.ask("rebuy" if other % 2 else "add_on", player=entry.player, **counted)


def _decide(room: Room, one: int, other: int) -> None:
    if entry := _pick(room.entries("pending"), one):
        room.ask("rebuy" if other % 2 else "decline_rebuy", player=entry.player)


def _drop(room: Room, one: int, other: int) -> None:
    if entry := _pick(room.entries("registered", "dropped", "waiting"), one):
        room.ask(("process_no_show", "restore_registration", "unregister")[other % 3], player=entry.player)


DEEDS: dict[str, Callable[[Room, int, int], None]] = {
    "bust": _bust,
    "group": _group,
    "void": _void,
    "void again": _void,
    "leave": _leave,
    "move": _move,
    "undo": _undo,
    "there and back": _there_and_back,
    "swap": _swap,
    "register": _register,
    "sign up": _sign_up,
    "arrive": _arrive,
    "come back": _come_back,
    "surrender": _surrender,
    "strike": _strike,
    "buy": _buy,
    "decide": _decide,
    "drop": _drop,
}


def deeds(least: int = 5, most: int = 40) -> st.SearchStrategy[list[tuple[str, int, int, int]]]:
    """Draw what is done in a room, and how many seconds after the deed before."""
    deed = st.tuples(st.sampled_from(sorted(DEEDS)), st.integers(0, 60), st.integers(0, 60), st.integers(0, 90))
    return st.lists(deed, min_size=least, max_size=most)
