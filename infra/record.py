"""A recorded evening: what the floor of a real night did and saw, one fact a line (JSON Lines).

The record knows nothing of the product.  `read` gives its lines; `infra.contradictions` says where they disagree.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from domain.times import Instant

_STRICT = ConfigDict(extra="forbid")
Table = Literal["A", "B", "C", "D"]
Whole = Annotated[int, Field(strict=True, ge=0)]
Dealt = dict[int, tuple[str, Whole]]
"""Who is dealt in, by seat: the player and his stack before the blinds."""
Positions = tuple[Whole | None, Whole | None, Whole]
"""The seats of button, small blind and big blind in a hand; None: a dead button, a small blind that nobody posts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What the night was: its (UTC) date, the game's frame, and the table whose clock counts.

    `starting_stack` None: everybody came with counted chips of his own.
    """

    __pydantic_config__ = _STRICT
    kind: Literal["evening"] = "evening"
    date: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]
    structure: str
    starting_stack: Whole | None = None
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
class BlindsAt:
    """From the hand at this instant on the table plays other blinds than its level's, which goes on."""

    __pydantic_config__ = _STRICT
    kind: Literal["blinds"] = "blinds"
    at: Instant
    table: Table
    level: Whole
    small_blind: Whole
    big_blind: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled:
    """A registration, the entry of this number, that was taken back before play began."""

    __pydantic_config__ = _STRICT
    kind: Literal["cancelled"] = "cancelled"
    entry: Whole
    player: str


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
class GoneAt:
    """The player has left for good: from the hand at this instant on neither he nor his chips are in play."""

    __pydantic_config__ = _STRICT
    kind: Literal["gone"] = "gone"
    at: Instant
    table: Table
    player: str
    chips: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class GapAt:
    """The source has a gap before the hand at this instant: `left` chips at the table before it, `found` after it.

    `missing` hands are not told; from player to player `moved` chips came or went meanwhile, each end counted.
    """

    __pydantic_config__ = _STRICT
    kind: Literal["gap"] = "gap"
    at: Instant
    table: Table
    missing: Whole
    moved: Whole
    left: Whole
    found: Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What one game of a mix is played for beside its blinds; the fields mean what they mean on a sheet."""

    __pydantic_config__ = _STRICT
    game: str
    ante: Whole = 0
    ante_type: Literal["none", "classic", "big_blind"] = "none"
    small_bet: Whole | None = None
    big_bet: Whole | None = None
    bring_in: Whole | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """Hands `first` to `last` are dealt to the same seats at the same blinds; the stacks are those of `first`.

    `stakes`, in a mix of games: which one is dealt, and what for.  `deals` has the seats of the button, of the small
    blind and of the big blind, hand by hand, where the source tells them.
    """

    __pydantic_config__ = _STRICT
    kind: Literal["hands"] = "hands"
    at: Instant
    table: Table
    first: Whole
    last: Whole
    blinds: tuple[Whole, Whole]
    stakes: Stakes | None = None
    dealt: Dealt
    deals: tuple[Positions, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BustAt:
    """The players `out` lost their last chips in this hand, to `winner`; `dealt` has the stacks before the hand.

    `winner` won the pot that held those chips, or shared it with `sharing`; None: the source does not tell who did.
    `others` won the other pots of the hand, or some pot of it where it is not told which.
    """

    __pydantic_config__ = _STRICT
    kind: Literal["bust"] = "bust"
    at: Instant
    table: Table
    hand: Whole
    level: Whole
    out: tuple[str, ...]
    winner: str | None = None
    sharing: tuple[str, ...] | None = None
    others: tuple[str, ...] | None = None
    dealt: Dealt

    @property
    def killers(self) -> tuple[str, ...]:
        """Who won the last chips of those who are out; nobody where the source does not tell."""
        return () if self.winner is None else (self.winner, *(self.sharing or ()))

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
class StopAt:
    """Play stops with several left, in the hand that begins at this instant; these are their chips before it."""

    __pydantic_config__ = _STRICT
    kind: Literal["stop"] = "stop"
    at: Instant
    table: Table
    stacks: dict[str, Whole]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A player's place."""

    __pydantic_config__ = _STRICT
    kind: Literal["result"] = "result"
    place: Whole
    player: str


Timed = (
    LevelAt | BlindsAt | EntryAt | MoveAt | SlipAt | AwayAt | BackAt | GoneAt | GapAt
    | Hands | BustAt | FinishAt | StopAt
)  # fmt: skip
Line = Evening | Cancelled | Timed | Result
_LINE: TypeAdapter[Line] = TypeAdapter(Annotated[Line, Field(discriminator="kind")])

ORDER = (
    "bust", "finish", "gap", "level", "blinds", "entry", "move", "slip", "away", "gone", "back", "hands", "stop"
)  # fmt: skip
"""What counts as earlier at one instant: a bust belongs to the hand before it, a hand comes after what changed it."""


class RecordUnreadable(ValueError):
    """A line is no fact of an evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A whole evening: its frame, everything that happened in order, and the places."""

    evening: Evening
    timed: tuple[Timed, ...]
    results: tuple[Result, ...]
    cancelled: tuple[Cancelled, ...] = ()

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


T = TypeVar(
    "T", LevelAt, BlindsAt, EntryAt, MoveAt, SlipAt, AwayAt, BackAt, GoneAt, GapAt, Hands, BustAt, FinishAt, StopAt
)


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
    timed = tuple(fact for fact in facts if not isinstance(fact, Evening | Cancelled | Result))
    if len(frames) != 1 or not timed:
        raise RecordUnreadable("a record has one evening, and something happens in it")
    return Record(
        evening=frames[0],
        timed=timed,
        results=tuple(fact for fact in facts if isinstance(fact, Result)),
        cancelled=tuple(fact for fact in facts if isinstance(fact, Cancelled)),
    )


def write(record: Record) -> str:
    """Return the record's lines as text."""
    facts: tuple[Line, ...] = (record.evening, *record.cancelled, *record.timed, *record.results)
    return "".join(_LINE.dump_json(fact, exclude_none=True).decode() + "\n" for fact in facts)
