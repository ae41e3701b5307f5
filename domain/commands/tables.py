"""Moves, breaks, the final table, redraws and what is proposed (SEAT-2 to SEAT-14)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.commands.shapes import SeatRef
from domain.ids import Chips, Flag, PlayerId, SeatNumber, TableNumber
from domain.structure import STRICT


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePlayer:
    """Move a player from the seat he leaves to another, now or after his hand; `arrived`: he sits there (SEAT-4)."""

    __pydantic_config__ = STRICT
    kind: Literal["move_player"] = "move_player"
    player: PlayerId
    leaving: SeatRef
    to: SeatRef
    arrived: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmArrival:
    """Say that a player is where he was sent; either table may (SEAT-11)."""

    __pydantic_config__ = STRICT
    kind: Literal["confirm_arrival"] = "confirm_arrival"
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectSeat:
    """Send a player found in a wrong seat to his own with the chips he has now, `stack` (SEAT-14).

    `sits_at`: where he was found.  `other_stack`: who belongs there sits in his seat, with so many chips; both go.
    """

    __pydantic_config__ = STRICT
    kind: Literal["correct_seat"] = "correct_seat"
    player: PlayerId
    stack: Chips
    sits_at: SeatRef | None = None
    other_stack: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoMove:
    """Take the last move back; `move` says which one the floor means (SEAT-4)."""

    __pydantic_config__ = STRICT
    kind: Literal["undo_move"] = "undo_move"
    move: Annotated[int, Field(strict=True, ge=1)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapSeats:
    """Exchange the seats of two players (SEAT-4)."""

    __pydantic_config__ = STRICT
    kind: Literal["swap_seats"] = "swap_seats"
    player: PlayerId
    other: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A player and the seat that the floor names for him."""

    __pydantic_config__ = STRICT
    player: PlayerId
    seat: SeatRef


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakTable:
    """Break a table: its players go by lot to free seats elsewhere, but for those whose seats are named (SEAT-7).

    While a hand is in progress there it waits for its end.
    """

    __pydantic_config__ = STRICT
    kind: Literal["break_table"] = "break_table"
    table: TableNumber
    seats: Annotated[tuple[Placed, ...], Field(max_length=10)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenTable:
    """Put a broken table back into use; one that waits to be broken stays (SEAT-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["reopen_table"] = "reopen_table"
    table: TableNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBreakOrder:
    """Set the order in which tables break (SEAT-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["set_break_order"] = "set_break_order"
    tables: Annotated[tuple[TableNumber, ...], Field(max_length=9_999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormFinalTable:
    """Seat all who are left at one table, `table` or the fullest; `confirm`: though others may still come (SEAT-8)."""

    __pydantic_config__ = STRICT
    kind: Literal["form_final_table"] = "form_final_table"
    table: TableNumber | None = None
    confirm: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraw:
    """Draw every seat anew, at `tables` or at those in play; `withdraw`: take a redraw back that waits (SEAT-12)."""

    __pydantic_config__ = STRICT
    kind: Literal["redraw"] = "redraw"
    tables: Annotated[tuple[TableNumber, ...], Field(max_length=9_999)] = ()
    withdraw: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LockSeat:
    """Keep a player in his seat whatever is balanced, broken or drawn anew, or no longer (SEAT-2)."""

    __pydantic_config__ = STRICT
    kind: Literal["lock_seat"] = "lock_seat"
    player: PlayerId
    locked: Flag = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ExemptPlayer:
    """Have a player never moved to balance tables, or again (SEAT-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["exempt_player"] = "exempt_player"
    player: PlayerId
    exempt: Flag = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmProposal:
    """Do what proposal `proposal` says; who moves and to which seat where it leaves that to the floor (SEAT-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["confirm_proposal"] = "confirm_proposal"
    proposal: Annotated[int, Field(strict=True, ge=1)]
    player: PlayerId | None = None
    seat: SeatNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineProposal:
    """Leave the tables as they are; the proposal comes back only when they have changed (SEAT-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["decline_proposal"] = "decline_proposal"
    proposal: Annotated[int, Field(strict=True, ge=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaiveHalt:
    """Let a short table play on (SEAT-13)."""

    __pydantic_config__ = STRICT
    kind: Literal["waive_halt"] = "waive_halt"
    table: TableNumber


TableCommand = (
    MovePlayer
    | ConfirmArrival
    | CorrectSeat
    | UndoMove
    | SwapSeats
    | BreakTable
    | ReopenTable
    | SetBreakOrder
    | FormFinalTable
    | Redraw
    | LockSeat
    | ExemptPlayer
    | ConfirmProposal
    | DeclineProposal
    | WaiveHalt
)
