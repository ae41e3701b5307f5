"""What the floor and the players ask for; each value is one command, named as the floor would say it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from domain.ids import Chips, CommandId, EntryNumber, Flag, PlayerId, SeatNumber, TableNumber
from domain.profiles import HandForHandTrigger
from domain.settings import Settings
from domain.structure import STRICT, AnteType, Item
from domain.times import Instant

Step = Annotated[str, StringConstraints(strict=True, pattern=r"^(level|break) [1-9]\d{0,2}$")]
"""A level or break as the clock shows it: `level 3`, `break 1`."""
Role = Literal["owner", "floor", "cashier", "dealer", "player", "operator"]
DisputeSubject = Literal["pot_count", "hand_reading", "other"]
"""What a dispute is about; a pot's count may stay open to dispute the longer (TDA 22)."""
BustCause = Literal["knockout", "blinded_out", "disqualified", "left", "removed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRef:
    """A chair: table and seat number."""

    __pydantic_config__ = STRICT
    table: TableNumber
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRegistration:
    """Publish the tournament: players may register; the hash of the draw's seed is published first (SEAT-10)."""

    __pydantic_config__ = STRICT
    kind: Literal["open_registration"] = "open_registration"


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSettings:
    """Replace the settings before the start; `version` is the version that was edited (LIFE-2)."""

    __pydantic_config__ = STRICT
    kind: Literal["edit_settings"] = "edit_settings"
    version: Annotated[int, Field(strict=True, ge=1)]
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Start the clock and have the field drawn (LIFE-4)."""

    __pydantic_config__ = STRICT
    kind: Literal["start"] = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Stop the clock; not a toggle (CLK-10)."""

    __pydantic_config__ = STRICT
    kind: Literal["pause"] = "pause"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """Let a paused clock run on with what was left (LIFE-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldForReview:
    """Stop the clock for a review: hands in progress are finished, none starts at any table; no toggle (CLK-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["hold_for_review"] = "hold_for_review"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseReview:
    """End the review hold; the clock runs unless another stop is in force (CLK-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["release_review"] = "release_review"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextLevel:
    """Leave `step` for the level or break that follows (CLK-3, CLK-10)."""

    __pydantic_config__ = STRICT
    kind: Literal["next_level"] = "next_level"
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviousLevel:
    """Leave `step` for the level or break before it, which gets its full time (CLK-3)."""

    __pydantic_config__ = STRICT
    kind: Literal["previous_level"] = "previous_level"
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetLevel:
    """Give `step` its full time again (CLK-3)."""

    __pydantic_config__ = STRICT
    kind: Literal["reset_level"] = "reset_level"
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRemaining:
    """Set what is left of `step`, in seconds (CLK-3)."""

    __pydantic_config__ = STRICT
    kind: Literal["set_remaining"] = "set_remaining"
    step: Step
    seconds: Annotated[int, Field(strict=True, ge=1, le=86_400)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTime:
    """Add seconds to what is left of `step`, or with a negative number take them away (CLK-3)."""

    __pydantic_config__ = STRICT
    kind: Literal["add_time"] = "add_time"
    step: Step
    seconds: Annotated[int, Field(strict=True, ge=-86_400, le=86_400)]


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrideBlinds:
    """Play the level at hand with other blinds; the sheet stays as it is (CLK-3)."""

    __pydantic_config__ = STRICT
    kind: Literal["override_blinds"] = "override_blinds"
    step: Step
    small_blind: Chips
    big_blind: Chips
    ante: Chips = 0
    ante_type: AnteType = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendLevels:
    """Let the sheet go on with these levels and breaks after its end (CLK-11)."""

    __pydantic_config__ = STRICT
    kind: Literal["append_levels"] = "append_levels"
    items: Annotated[tuple[Item, ...], Field(min_length=1, max_length=100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RebaseClock:
    """Give the room its time back: the clock as it was at `stopped_at`, when play really stopped (CLK-9)."""

    __pydantic_config__ = STRICT
    kind: Literal["rebase_clock"] = "rebase_clock"
    stopped_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """A player's counted chips."""

    __pydantic_config__ = STRICT
    player: PlayerId
    chips: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """Close the tournament; before play has ended only when `confirm` is set.

    Several survivors need counted stacks (LIFE-9).
    """

    __pydantic_config__ = STRICT
    kind: Literal["finish"] = "finish"
    confirm: Flag = False
    stacks: Annotated[tuple[Stack, ...], Field(max_length=10_000)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawGuarantee:
    """Take the guaranteed pool of a small field back (PRZ-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["withdraw_guarantee"] = "withdraw_guarantee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    """Call the tournament off (LIFE-8)."""

    __pydantic_config__ = STRICT
    kind: Literal["cancel"] = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """Sign a player up; after the start staff seat him at once, in `seat` if named (REG-1, REG-5)."""

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
class RaiseDispute:
    """Say that a hand of a table is disputed, by a player if he is named; `hand` is the table's number of it (RUL-4).

    `before_action` is the table's word that in its hand in progress nobody has acted to speak of, for a pot's count.
    """

    __pydantic_config__ = STRICT
    kind: Literal["raise_dispute"] = "raise_dispute"
    table: TableNumber
    subject: DisputeSubject
    player: PlayerId | None = None
    hand: Annotated[int, Field(strict=True, ge=1, le=100_000)] | None = None
    before_action: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleDispute:
    """Close an open dispute, upheld or not (RUL-4)."""

    __pydantic_config__ = STRICT
    kind: Literal["settle_dispute"] = "settle_dispute"
    dispute: Annotated[int, Field(strict=True, ge=1, le=100_000)]
    upheld: Flag


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportHands:
    """Say how many hands a table has played since its last report; its absent players pay by them (NOSH-2)."""

    __pydantic_config__ = STRICT
    kind: Literal["report_hands"] = "report_hands"
    table: TableNumber
    hands: Annotated[int, Field(strict=True, ge=1, le=1000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartHand:
    """Say that a table begins its next hand; positions that it names stand, the others follow by the rule (SEAT-9).

    `hand` is the table's own number of the hand: given twice it begins once, and a number left out is a hand missed.
    `stud`: in a mix of games, a hand without blinds, for which the button stays where it is (TDA 11B).
    """

    __pydantic_config__ = STRICT
    kind: Literal["start_hand"] = "start_hand"
    table: TableNumber
    hand: Annotated[int, Field(strict=True, ge=1, le=100_000)] | None = None
    button: SeatNumber | None = None
    small_blind: SeatNumber | None = None
    big_blind: SeatNumber | None = None
    stud: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EndHand:
    """Say that a table's hand in progress is over (SEAT-9)."""

    __pydantic_config__ = STRICT
    kind: Literal["end_hand"] = "end_hand"
    table: TableNumber
    hand: Annotated[int, Field(strict=True, ge=1, le=100_000)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetButton:
    """Say where a table's button is, in the hand in progress or else in the last one dealt there (SEAT-9)."""

    __pydantic_config__ = STRICT
    kind: Literal["set_button"] = "set_button"
    table: TableNumber
    button: SeatNumber
    small_blind: SeatNumber | None = None
    big_blind: SeatNumber | None = None


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
    """Buy a bust player back in: a new entry, a full stack and a seat in one decision (WIN-3, WIN-4)."""

    __pydantic_config__ = STRICT
    kind: Literal["re_enter"] = "re_enter"
    player: PlayerId
    seat: SeatRef | None = None


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
    """Give a living stack of `stack` chips up for a re-entry (WIN-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["surrender_stack"] = "surrender_stack"
    player: PlayerId
    stack: Chips
    seat: SeatRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidEntry:
    """Strike an entry made by mistake; without `entry` the player's last one (REG-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["void_entry"] = "void_entry"
    player: PlayerId
    entry: EntryNumber | None = None
    reason: Literal["mistake", "duplicate", "wrong_player", "other"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Bust:
    """One player out: by whom, why, and his stack at the hand's start or its order (1: the largest) among the busts."""

    __pydantic_config__ = STRICT
    player: PlayerId
    killers: Annotated[tuple[PlayerId, ...], Field(max_length=9)] = ()
    cause: BustCause = "knockout"
    stack: Chips | None = None
    order: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordKnockout:
    """Record that a player is out; the first killer is the primary one (KO-1).

    `level` is the level of the hand, at most the one reached.  `killer_out_confirmed` lets a player already out be
    the killer.  `last_round`: it was in the last round of hand-for-hand, which has ended since (RUL-1).
    """

    __pydantic_config__ = STRICT
    kind: Literal["record_knockout"] = "record_knockout"
    player: PlayerId
    killers: Annotated[tuple[PlayerId, ...], Field(max_length=9)] = ()
    cause: BustCause = "knockout"
    stack: Chips | None = None
    level: Annotated[int, Field(strict=True, ge=1, le=400)] | None = None
    killer_out_confirmed: Flag = False
    last_round: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordKnockoutGroup:
    """Record that several players are out in one hand: one bust number, ranked by the profile (KO-2)."""

    __pydantic_config__ = STRICT
    kind: Literal["record_knockout_group"] = "record_knockout_group"
    busts: Annotated[tuple[Bust, ...], Field(min_length=2, max_length=1000)]
    level: Annotated[int, Field(strict=True, ge=1, le=400)] | None = None
    killer_out_confirmed: Flag = False
    last_round: Flag = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StartHandForHand:
    """Announce hand-for-hand: every table plays one hand and waits, the hand in progress being the first (RUL-1).

    `until` is what it lasts for; left out, it lasts until the floor ends it.
    """

    __pydantic_config__ = STRICT
    kind: Literal["start_hand_for_hand"] = "start_hand_for_hand"
    until: HandForHandTrigger | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndHandForHand:
    """End hand-for-hand, also before its reason is gone or in a round (RUL-1)."""

    __pydantic_config__ = STRICT
    kind: Literal["end_hand_for_hand"] = "end_hand_for_hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound:
    """Let every table deal the next hand of hand-for-hand; by its number, `round`, it begins once (RUL-1)."""

    __pydantic_config__ = STRICT
    kind: Literal["start_round"] = "start_round"
    round: Annotated[int, Field(strict=True, ge=1, le=100_000)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishHand:
    """Say that a table has finished its hand of the round, its busts being recorded (RUL-1)."""

    __pydantic_config__ = STRICT
    kind: Literal["finish_hand"] = "finish_hand"
    table: TableNumber
    round: Annotated[int, Field(strict=True, ge=1, le=100_000)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StateStack:
    """Say which stack a player out in this round of hand-for-hand had at the start of the hand (KO-2, RUL-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["state_stack"] = "state_stack"
    knockout: Annotated[int, Field(strict=True, ge=1)]
    stack: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineRebuy:
    """Say that a bust player does not come back, before the time to decide is up (KO-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["decline_rebuy"] = "decline_rebuy"
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidKnockout:
    """Take a knockout back: the record is marked, the entry lives again in a seat (KO-4)."""

    __pydantic_config__ = STRICT
    kind: Literal["void_knockout"] = "void_knockout"
    knockout: Annotated[int, Field(strict=True, ge=1)]


Command = (
    OpenRegistration | EditSettings | Start | Pause | Resume | HoldForReview | ReleaseReview | NextLevel | PreviousLevel
    | ResetLevel | SetRemaining | AddTime | OverrideBlinds | AppendLevels | RebaseClock | WithdrawGuarantee | Finish
    | Cancel | Register | Unregister | CheckIn | ProcessNoShow | ReportHands | StartHand | EndHand | SetButton
    | RaiseDispute | SettleDispute | CountStack
    | RestoreRegistration | ReEnter | Rebuy | AddOn | SurrenderStack | VoidEntry | MovePlayer | ConfirmArrival
    | CorrectSeat
    | UndoMove | SwapSeats | BreakTable | ReopenTable | SetBreakOrder | FormFinalTable | Redraw
    | LockSeat | ExemptPlayer | ConfirmProposal | DeclineProposal | WaiveHalt
    | RecordKnockout | RecordKnockoutGroup
    | DeclineRebuy | VoidKnockout
    | StartHandForHand | EndHandForHand | StartRound | FinishHand | StateStack
)  # fmt: skip
AnyCommand = Annotated[Command, Field(discriminator="kind")]

COMMANDS: Mapping[str, type[Command]] = MappingProxyType(
    {get_args(of.__annotations__["kind"])[0]: of for of in get_args(Command)}
)
"""Every command by its kind, in the order in which the floor meets them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A command with its envelope: who asked, in which role, and when the backend accepted it (WIN-6)."""

    command_id: CommandId
    actor: str
    role: Role
    accepted_at: Instant
    command: AnyCommand


class MalformedCommandError(ValueError):
    """A body that is no such command; `path` names the field, `reason` says why in plain words."""

    def __init__(self, path: str, reason: str) -> None:
        """Keep the field's path (`settings.structure.items.3.seconds`) and the reason."""
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(COMMANDS[kind])


def parse(kind: str, body: Mapping[str, Any]) -> Command:
    """Return the command of this kind with these fields.

    Raises:
        MalformedCommandError: no such command, an unknown field, a wrong type (a float for chips), a missing field.
    """
    if kind not in COMMANDS:
        raise MalformedCommandError("kind", f"there is no command {kind}")
    try:
        command: Command = _adapter(kind).validate_python({**body, "kind": kind})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise MalformedCommandError(".".join(str(part) for part in first["loc"]), first["msg"]) from error
    return command


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a command's body."""
    return _adapter(kind).json_schema()
