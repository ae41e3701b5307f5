"""What a tournament's workflow is started with: an opening, what the run before it carried over, or a name to resume.

`version` grows when the meaning of a field changes; new fields get defaults, so that a run carried over by an older
build is understood.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from domain.commands import Role
from domain.events import GENESIS
from domain.ids import ClubId, CommandId, TournamentId
from domain.journal import LotRequest, Outcome, Work
from domain.times import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The request that opens a new tournament; `settings` are as the club sent them, in JSON."""

    command_id: CommandId
    actor: str
    role: Role
    at: Instant
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A command as it was signalled: its name, and its envelope as text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What one decision, or one instant of the clock, has to say to the journal.

    `first` is the number of its first event, or of the event that would come next when it has none.  `told` is the
    command to decide again should the store turn out to know better; it is dropped once the line is written.
    """

    first: int
    at: Instant
    events: tuple[str, ...] = ()
    outcome: Outcome | None = None
    told: Told | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A place in the journal: the number of an event and the chain's hash after it."""

    seq: int = 0
    hash: str = GENESIS


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A lot that was asked for and has not come: for a command, or (`told` None) for the state itself."""

    request: LotRequest
    told: Told | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """All that one run leaves to the next, or to the store when the tournament is over.

    Attributes:
        state: the state as it stands, as text, the events of `unwritten` included.
        written: where the journal stands.
        unwritten: lines still to be written, in order.
        kept: lines written lately, in order; `kept_from` is the place before the first of them.
        known: ids of the commands of the last two hours and of all unwritten ones, with the instant of each.
        waiting: commands that wait for a lot, in the order in which they came.
        drawing: the lot that was asked for.
        working: the outside work that was asked for.
        unreadable: how many signals without a readable command id have come.
    """

    state: str
    written: Position
    unwritten: tuple[Line, ...] = ()
    kept: tuple[Line, ...] = ()
    kept_from: Position = Position()
    known: dict[CommandId, Instant] = field(default_factory=dict)
    waiting: tuple[Told, ...] = ()
    drawing: Drawing | None = None
    working: Work | None = None
    unreadable: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When a run makes room for the next: from `soft` history events on in a quiet moment, from `hard` on at once.

    A signal that comes in the same moment fails the task that makes room, and the next one replays the history: `hard`
    is what a busy worker replays well within the task's five seconds.
    """

    soft: int = 1_500
    hard: int = 3_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The workflow's input; with neither `opening` nor `carried` it resumes a tournament that is over (LIFE-11)."""

    tournament: TournamentId
    club: ClubId
    opening: Opening | None = None
    carried: Carried | None = None
    limits: Limits = Limits()
    version: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Asks what the store holds after event `after`, and which of these commands have an outcome there."""

    tournament: TournamentId
    after: int
    commands: tuple[CommandId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """The store's answer: the chain's hash at `after` (None: no such place), the texts after it, the outcomes."""

    hash: str | None
    events: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """What the workflow returns when the tournament is over: where its journal ends."""

    tournament: TournamentId
    seq: int
    hash: str


@cache
def _carried() -> TypeAdapter[Carried]:
    # Built when first needed: the door reads this module too, and starts faster without it.
    return TypeAdapter(Carried)


def carried_to_text(carried: Carried) -> str:
    """Return what one run leaves as JSON, without what is at its default."""
    return _carried().dump_json(carried, exclude_defaults=True).decode()


def carried_from_text(text: str) -> Carried:
    """Return what a text of `carried_to_text` holds.

    Raises:
        pydantic.ValidationError: the text holds no such thing.
    """
    return _carried().validate_json(text)
