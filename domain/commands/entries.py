"""Coming in, waiting, being absent, buying (REG-1 to REG-7, NOSH-1 to NOSH-3, WIN-2 to WIN-7)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.commands.fees import Payment
from domain.commands.shapes import SeatRef
from domain.ids import Chips, EntryNumber, Flag, PlayerId, Seen
from domain.structure import STRICT


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """Sign a player up; after the start staff seat him at once, in `seat` if named (REG-1, REG-5).

    Where the price comes before the seat he is seated when he checks in (FEE-2).
    """

    __pydantic_config__ = STRICT
    kind: Literal["register"] = "register"
    player: PlayerId
    seat: SeatRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unregister:
    """Take a registration back before check-in (REG-1)."""

    __pydantic_config__ = STRICT
    kind: Literal["unregister"] = "unregister"
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn:
    """Mark a registered player present at the counter; once tables are drawn this seats him (REG-4).

    Before the start `seat` names his chair and `stack` gives counted chips in place of the starting stack.  `locked`:
    he deals, needs that chair or is the director, and nobody moves him from the chair that he gets (SEAT-2).
    """

    __pydantic_config__ = STRICT
    kind: Literal["check_in"] = "check_in"
    player: PlayerId
    seat: SeatRef | None = None
    stack: Annotated[int, Field(strict=True, ge=1, le=10**12)] | None = None
    locked: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessNoShow:
    """Drop a registered player who has not come, before the timer would (NOSH-3)."""

    __pydantic_config__ = STRICT
    kind: Literal["process_no_show"] = "process_no_show"
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class CountStack:
    """Put a counted stack in the place of an absent player's computed one (NOSH-2)."""

    __pydantic_config__ = STRICT
    kind: Literal["count_stack"] = "count_stack"
    player: PlayerId
    stack: Annotated[int, Field(strict=True, ge=1, le=10**15)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreRegistration:
    """Give a dropped player his registration back while late registration is open (WIN-1)."""

    __pydantic_config__ = STRICT
    kind: Literal["restore_registration"] = "restore_registration"
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class ReEnter:
    """Buy a bust player back in: a new entry, a full stack and a seat in one decision (WIN-3, WIN-4).

    With `payment` it is paid in the same decision, which it must be where the price comes before the seat (FEE-2).
    """

    __pydantic_config__ = STRICT
    kind: Literal["re_enter"] = "re_enter"
    player: PlayerId
    seat: SeatRef | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuy:
    """Add a starting stack to a living entry; `stack` is his count where the rule has a limit (WIN-2)."""

    __pydantic_config__ = STRICT
    kind: Literal["rebuy"] = "rebuy"
    player: PlayerId
    stack: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOn:
    """Add the add-on's chips to a living entry (WIN-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["add_on"] = "add_on"
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class SurrenderStack:
    """Give a living stack up for a re-entry, paid with `payment` as any other (WIN-7).

    `stack` is its count, where none is known (RUL-7).
    """

    __pydantic_config__ = STRICT
    kind: Literal["surrender_stack"] = "surrender_stack"
    player: PlayerId
    stack: Chips | None = None
    seat: SeatRef | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidEntry:
    """Strike an entry made by mistake; without `entry` the player's last one (REG-7).

    `preview`: say what would change and change nothing; `seen` is the number that the preview gave (AUD-5).
    """

    __pydantic_config__ = STRICT
    kind: Literal["void_entry"] = "void_entry"
    player: PlayerId
    entry: EntryNumber | None = None
    reason: Literal["mistake", "duplicate", "wrong_player", "other"]
    preview: Flag = False
    seen: Seen | None = None


EntryCommand = (
    Register
    | Unregister
    | CheckIn
    | ProcessNoShow
    | CountStack
    | RestoreRegistration
    | ReEnter
    | Rebuy
    | AddOn
    | SurrenderStack
    | VoidEntry
)
