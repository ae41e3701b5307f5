"""A recorded evening: what the floor of a real night did and saw, one fact a line (JSON Lines).

The record knows nothing of the product.  `read` gives its lines, `contradictions` says where they disagree with each
other: every instant, seat and stack stands on two lines at least, so that no line can change unnoticed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from domain.times import Instant, to_text

_STRICT = ConfigDict(extra="forbid")
Table = Literal["A", "B", "C", "D"]
Whole = Annotated[int, Field(strict=True, ge=0)]
Dealt = dict[int, tuple[str, Whole]]
"""Who is dealt in, by seat: the player and his stack before the blinds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What the night was: its (UTC) date, the game's frame, and the table whose clock counts."""

    __pydantic_config__ = _STRICT
    kind: Literal["evening"] = "evening"
    date: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]
    structure: str
    starting_stack: Whole
    seats_per_table: Whole
    entries: Whole
    chips: Whole
    hands: Whole
    clock: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelAt:
    """From the hand at this instant on the table plays these blinds."""

    __pydantic_config__ = _STRICT
    kind: Literal["level"] = "level"
    at: Instant
    table: Table
    level: Whole
    small_blind: Whole
    big_blind: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryAt:
    """Entry number `entry` plays from the hand at this instant on, in this seat."""

    __pydantic_config__ = _STRICT
    kind: Literal["entry"] = "entry"
    at: Instant
    entry: Whole
    player: str
    table: Table
    seat: Whole
    chips: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAt:
    """The player is dealt in at the new table from the hand at this instant on.

    `left`: the first hand at the old table without him, when that table plays on.
    """

    __pydantic_config__ = _STRICT
    kind: Literal["move"] = "move"
    at: Instant
    player: str
    leaving: tuple[Table, Whole]
    to: tuple[Table, Whole]
    chips: Whole
    left: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipAt:
    """The floor gave a moved player another stack than he had left with."""

    __pydantic_config__ = _STRICT
    kind: Literal["slip"] = "slip"
    at: Instant
    table: Table
    player: str
    left_with: Whole
    brought: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class AwayAt:
    """The player keeps his seat and stack and is not dealt in from the hand at this instant on."""

    __pydantic_config__ = _STRICT
    kind: Literal["away"] = "away"
    at: Instant
    table: Table
    player: str
    chips: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class BackAt:
    """The player is dealt in again from the hand at this instant on."""

    __pydantic_config__ = _STRICT
    kind: Literal["back"] = "back"
    at: Instant
    table: Table
    player: str
    chips: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """Hands `first` to `last` are dealt to the same seats at the same blinds; the stacks are those of `first`."""

    __pydantic_config__ = _STRICT
    kind: Literal["hands"] = "hands"
    at: Instant
    table: Table
    first: Whole
    last: Whole
    blinds: tuple[Whole, Whole]
    dealt: Dealt


@dataclass(frozen=True, slots=True, kw_only=True)
class BustAt:
    """The players `out` lost their last chips in this hand, to `winner`; `dealt` has the stacks before the hand."""

    __pydantic_config__ = _STRICT
    kind: Literal["bust"] = "bust"
    at: Instant
    table: Table
    hand: Whole
    level: Whole
    out: tuple[str, ...]
    winner: str
    dealt: Dealt

    def stack(self, player: str) -> int:
        """Return the player's stack before the hand."""
        return dict(self.dealt.values())[player]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishAt:
    """The last player holds all the chips."""

    __pydantic_config__ = _STRICT
    kind: Literal["finish"] = "finish"
    at: Instant
    table: Table
    player: str
    chips: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A player's place."""

    __pydantic_config__ = _STRICT
    kind: Literal["result"] = "result"
    place: Whole
    player: str


Line = (
    Evening | LevelAt | EntryAt | MoveAt | SlipAt | AwayAt | BackAt | Hands | BustAt | FinishAt | Result
)  # fmt: skip
Timed = LevelAt | EntryAt | MoveAt | SlipAt | AwayAt | BackAt | Hands | BustAt | FinishAt
_LINE: TypeAdapter[Line] = TypeAdapter(Annotated[Line, Field(discriminator="kind")])

ORDER = ("bust", "finish", "level", "entry", "move", "slip", "away", "back", "hands")
"""What counts as earlier at one instant: a bust belongs to the hand before it, a hand comes after what changed it."""


class RecordUnreadable(ValueError):
    """A line is no fact of an evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A whole evening: its frame, everything that happened in order, and the places."""

    evening: Evening
    timed: tuple[Timed, ...]
    results: tuple[Result, ...]

    @property
    def starts_at(self) -> datetime:
        """The instant of the first hand."""
        return self.timed[0].at

    @property
    def slipped(self) -> int:
        """Chips that the floor's slips have added by the end."""
        return sum(line.brought - line.left_with for line in self.of(SlipAt))

    def of(self, kind: type["T"]) -> tuple["T", ...]:
        """Return the timed lines of one kind, in order."""
        return tuple(line for line in self.timed if isinstance(line, kind))


T = TypeVar("T", LevelAt, EntryAt, MoveAt, SlipAt, AwayAt, BackAt, Hands, BustAt, FinishAt)


def read(path: Path) -> Record:
    """Return the evening that a file holds.

    Raises:
        RecordUnreadable: the file is no record.
    """
    return parse(path.read_text().splitlines())


def parse(lines: Iterable[str]) -> Record:
    """Return the evening that these lines hold.

    Raises:
        RecordUnreadable: a line is no fact of an evening, or the frame is missing.
    """
    facts = []
    for number, line in enumerate(lines, start=1):
        try:
            facts.append(_LINE.validate_json(line))
        except ValidationError as error:
            raise RecordUnreadable(f"line {number}: {error.errors(include_url=False)[0]['msg']}") from error
    frames = [fact for fact in facts if isinstance(fact, Evening)]
    timed = tuple(fact for fact in facts if not isinstance(fact, Evening | Result))
    if len(frames) != 1 or not timed:
        raise RecordUnreadable("a record has one evening, and something happens in it")
    return Record(evening=frames[0], timed=timed, results=tuple(fact for fact in facts if isinstance(fact, Result)))


def write(record: Record) -> str:
    """Return the record's lines as text."""
    facts: tuple[Line, ...] = (record.evening, *record.timed, *record.results)
    return "".join(_LINE.dump_json(fact, exclude_none=True).decode() + "\n" for fact in facts)


# --- does the record agree with itself? -------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class _Room:
    """The room as the lines so far leave it: who sits where with which chips, who is away, what each table plays."""

    seats: dict[str, tuple[str, int]] = field(default_factory=dict)
    away: dict[str, int] = field(default_factory=dict)
    blinds: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    balance: Counter[str] = field(default_factory=Counter)
    last_hand: Counter[str] = field(default_factory=Counter)
    last_dealt: dict[str, Dealt] = field(default_factory=dict)


def contradictions(record: Record) -> tuple[str, ...]:
    """Return every point on which two lines of the record disagree, in plain words."""
    return (*_order(record), *_anchors(record), *_frame(record), *_course(record))


def _order(record: Record) -> Iterator[str]:
    for before, line in zip(record.timed, record.timed[1:], strict=False):
        if (before.at, ORDER.index(before.kind)) > (line.at, ORDER.index(line.kind)):
            yield f"{_name(line)} stands after {_name(before)}"


def _anchors(record: Record) -> Iterator[str]:
    """Yield lines whose instant no other line shares: every change is seen in the hand that follows it."""
    reasons: dict[tuple[datetime, str], set[str]] = defaultdict(set)
    for line in record.timed:
        tables = [line.leaving[0], line.to[0]] if isinstance(line, MoveAt) else [line.table]
        for table in tables:
            reasons[line.at, table].add(line.kind)
        if isinstance(line, MoveAt) and line.left is not None:
            reasons[line.left, line.leaving[0]].add("left")
    for line in record.timed:
        if isinstance(line, Hands):
            if reasons[line.at, line.table] == {"hands"}:
                yield f"{_name(line)}: nothing happens at that instant that would change the hands"
            continue
        seen_in = {"finish"} if isinstance(line, BustAt) else {"bust"} if isinstance(line, FinishAt) else set()
        table = line.to[0] if isinstance(line, MoveAt) else line.table
        if not reasons[line.at, table] & (seen_in | ({"hands"} if line.kind != "finish" else set())):
            yield f"{_name(line)}: no hand begins at that instant"
        if isinstance(line, MoveAt) and line.left is not None and "hands" not in reasons[line.left, line.leaving[0]]:
            yield f"{_name(line)}: no hand begins at the old table when he is said to have left"


def _frame(record: Record) -> Iterator[str]:
    evening, entries = record.evening, record.of(EntryAt)
    if [line.entry for line in entries] != list(range(1, len(entries) + 1)) or len(entries) != evening.entries:
        yield f"the entries are not 1 to {evening.entries}"
    if to_text(record.starts_at)[:10] != evening.date:
        yield f"the night began on {to_text(record.starts_at)[:10]}, not on {evening.date}"
    if evening.chips != sum(line.chips for line in entries):
        yield f"{evening.chips} chips are not what the entries brought"
    yield from (
        f"{line.player} enters with {line.chips} chips" for line in entries if line.chips != evening.starting_stack
    )
    players = sorted(line.player for line in entries)
    if sorted(result.player for result in record.results) != players:
        yield "the places are not those of the players who entered"
    if sorted(result.place for result in record.results) != list(range(1, len(players) + 1)):
        yield "the places do not run from 1 without a gap"


def _course(record: Record) -> Iterator[str]:
    """Follow the evening and yield every line that what came before it rules out."""
    room = _Room()
    slips = {(line.at, line.player): line.brought - line.left_with for line in record.of(SlipAt)}
    moves = {(line.at, line.player): line.chips for line in record.of(MoveAt)}
    for number, line in enumerate(record.timed):
        match line:
            case LevelAt():
                before = room.blinds.get(line.table, (0, 0, 0))
                if line.level != before[0] + 1 or line.big_blind <= before[2]:
                    yield f"{_name(line)}: level {line.level} does not follow level {before[0]}"
                room.blinds[line.table] = (line.level, line.small_blind, line.big_blind)
            case EntryAt():
                room.seats[line.player] = (line.table, line.seat)
                room.balance[line.table] += line.chips
            case MoveAt():
                if room.seats.get(line.player) != line.leaving:
                    yield f"{_name(line)}: {line.player} does not sit there"
                room.seats[line.player] = line.to
                room.balance[line.leaving[0]] -= line.chips - slips.get((line.at, line.player), 0)
                room.balance[line.to[0]] += line.chips
            case SlipAt():
                if moves.get((line.at, line.player)) != line.brought or line.left_with == line.brought:
                    yield f"{_name(line)}: no move of that instant brought {line.brought} chips"
            case AwayAt() | BackAt():
                yield from _presence(line, room)
            case Hands():
                yield from _hands(line, room)
            case BustAt():
                yield from _bust(line, room, record.timed[number + 1 :])
            case FinishAt():
                if set(room.seats) != {line.player} or line.chips != room.balance[line.table]:
                    yield f"{_name(line)}: {line.player} is not left alone with {line.chips} chips"
    if room.last_hand.total() != record.evening.hands:
        yield f"{room.last_hand.total()} hands were dealt, not {record.evening.hands}"
    if record.of(FinishAt) == ():
        yield "the record has no finish"


def _presence(line: AwayAt | BackAt, room: _Room) -> Iterator[str]:
    if room.seats.get(line.player, ("", 0))[0] != line.table:
        yield f"{_name(line)}: {line.player} does not sit at table {line.table}"
    if isinstance(line, AwayAt):
        room.away[line.player] = line.chips
    elif room.away.pop(line.player, None) != line.chips:
        yield f"{_name(line)}: {line.player} had not gone away with {line.chips} chips"


def _hands(line: Hands, room: _Room) -> Iterator[str]:
    name = _name(line)
    seated = {
        seat: player for player, (table, seat) in room.seats.items() if table == line.table and player not in room.away
    }
    if {seat: player for seat, (player, _) in line.dealt.items()} != seated:
        yield f"{name}: those dealt in are not those who sit there"
    if line.blinds != room.blinds.get(line.table, (0, 0, 0))[1:]:
        yield f"{name}: blinds {line.blinds} are not those of the table's level"
    if line.first != room.last_hand[line.table] + 1 or line.last < line.first:
        yield f"{name}: hands {line.first} to {line.last} do not follow hand {room.last_hand[line.table]}"
    yield from _total(name, line.dealt, line.table, room)
    room.last_hand[line.table] = line.last
    room.last_dealt[line.table] = line.dealt


def _bust(line: BustAt, room: _Room, later: Sequence[Timed]) -> Iterator[str]:
    name = _name(line)
    if line.hand != room.last_hand[line.table]:
        yield f"{name}: the hand before was {room.last_hand[line.table]}, not {line.hand}"
    if line.level != room.blinds.get(line.table, (0, 0, 0))[0]:
        yield f"{name}: the table did not play level {line.level}"
    seats = {seat: player for seat, (player, _) in line.dealt.items()}
    if seats != {seat: player for seat, (player, _) in room.last_dealt.get(line.table, {}).items()}:
        yield f"{name}: those dealt in are not those of the hands before"
    yield from _total(name, line.dealt, line.table, room)
    before = dict(line.dealt.values())
    after = next((dict(one.dealt.values()) for one in later if isinstance(one, Hands) and one.table == line.table), {})
    # In the hand after, a winner has more than before; in the last hand of the night he has everything.
    grew = {player for player, stack in after.items() if stack > before.get(player, stack)}
    grew = grew or {player for player in before if player not in line.out}
    if grew != {line.winner}:
        yield f"{name}: {line.winner} is not the one whose stack grew"
    for player in line.out:
        if player not in before or room.seats.pop(player, None) is None:
            yield f"{name}: {player} was not dealt in"


def _total(name: str, dealt: Mapping[int, tuple[str, int]], table: str, room: _Room) -> Iterator[str]:
    away = sum(chips for player, chips in room.away.items() if room.seats.get(player, ("", 0))[0] == table)
    total = sum(stack for _, stack in dealt.values()) + away
    if total != room.balance[table]:
        yield f"{name}: {total} chips at the table, where {room.balance[table]} came"


def _name(line: Timed) -> str:
    return f"{line.kind} at {to_text(line.at)}"
