"""What happened: facts with everything decided inside.  Names and meanings never change; new fields get defaults."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from domain.commands import BustCause, Role
from domain.ids import ClubId, PlayerId, TournamentId
from domain.profiles import Profile
from domain.settings import Settings
from domain.structure import AnteType
from domain.times import Instant

WindowName = Literal["late_registration", "rebuy", "re_entry", "add_on"]
Chair = tuple[int, int]
"""Table number and seat number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    """A club opened a draft; the profile is pinned as it reads now (section 2)."""

    kind: Literal["tournament_created"] = "tournament_created"
    tournament: TournamentId
    club: ClubId
    settings: Settings
    profile: Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsEdited:
    """The settings are now `settings`, version `version`."""

    kind: Literal["settings_edited"] = "settings_edited"
    version: int
    settings: Settings
    profile: Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedCommitted:
    """The SHA-256 of the secret seed from which every lot of this tournament is drawn (SEAT-10)."""

    kind: Literal["seed_committed"] = "seed_committed"
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedRevealed:
    """The seed, in hex, now that the tournament is over."""

    kind: Literal["seed_revealed"] = "seed_revealed"
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LotVoided:
    """Lot `number` was drawn for a command that no longer needed it; the number is never used."""

    kind: Literal["lot_voided"] = "lot_voided"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationOpened:
    """Players may register."""

    kind: Literal["registration_opened"] = "registration_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentStarted:
    """Play has begun and the settings are frozen."""

    kind: Literal["tournament_started"] = "tournament_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSeated:
    """The first draw: `seats` are (entry, table, seat, chips), each owing `price`.  `lot` None: all were named."""

    kind: Literal["field_seated"] = "field_seated"
    lot: int | None
    price: int
    tables: tuple[int, ...]
    seats: tuple[tuple[int, int, int, int], ...]
    absent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelStarted:
    """Level `level` runs to `ends_at`, or stands with `remaining`; neither: it lasts until the floor moves on."""

    kind: Literal["level_started"] = "level_started"
    position: int
    level: int
    small_blind: int
    big_blind: int
    ante: int
    ante_type: AnteType
    ends_at: Instant | None = None
    remaining: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakStarted:
    """Break `number` runs to `ends_at`, or stands with `remaining`."""

    kind: Literal["break_started"] = "break_started"
    position: int
    number: int
    ends_at: Instant | None = None
    remaining: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEnded:
    """Break `number` is over."""

    kind: Literal["break_ended"] = "break_ended"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelExpired:
    """The step's time is up and nothing follows by itself: it goes on (CLK-3)."""

    kind: Literal["level_expired"] = "level_expired"
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused:
    """The clock stands with `remaining` left (None: the step has no end)."""

    kind: Literal["clock_paused"] = "clock_paused"
    remaining: timedelta | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed:
    """The clock runs again, to `ends_at`."""

    kind: Literal["clock_resumed"] = "clock_resumed"
    ends_at: Instant | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeChanged:
    """The floor changed what is left of the step (reset, set, added or taken)."""

    kind: Literal["time_changed"] = "time_changed"
    position: int
    before: timedelta | None
    ends_at: Instant | None = None
    remaining: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindsOverridden:
    """The level at hand is played with other blinds until it ends; `before` are those it had."""

    kind: Literal["blinds_overridden"] = "blinds_overridden"
    position: int
    small_blind: int
    big_blind: int
    ante: int
    ante_type: AnteType
    before: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOpened:
    """The window is open from this instant on."""

    kind: Literal["window_opened"] = "window_opened"
    window: WindowName


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowClosed:
    """The window is closed from this instant on."""

    kind: Literal["window_closed"] = "window_closed"
    window: WindowName


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRegistered:
    """A player holds a place in the field as entry `entry`."""

    kind: Literal["player_registered"] = "player_registered"
    entry: int
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerUnregistered:
    """The registration was taken back."""

    kind: Literal["player_unregistered"] = "player_unregistered"
    entry: int
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCheckedIn:
    """The player is present and waits for the first draw, for a named chair, or with counted chips."""

    kind: Literal["player_checked_in"] = "player_checked_in"
    entry: int
    player: PlayerId
    chair: Chair | None = None
    stack: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeated:
    """A registered player came after the first draw and sits with `chips`; he owes `price`."""

    kind: Literal["player_seated"] = "player_seated"
    entry: int
    player: PlayerId
    chair: Chair
    chips: int
    price: int
    lot: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerArrived:
    """A player who was seated absent has come and keeps what is left of the stack."""

    kind: Literal["player_arrived"] = "player_arrived"
    entry: int
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationsDropped:
    """Registered players who did not come lost their places (NOSH-1, NOSH-3)."""

    kind: Literal["registrations_dropped"] = "registrations_dropped"
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationRestored:
    """A dropped registration holds again."""

    kind: Literal["registration_restored"] = "registration_restored"
    entry: int
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class ReEntered:
    """The player holds `chips` new chips as entry `entry`, in `chair`; his entry before was `previous`."""

    kind: Literal["re_entered"] = "re_entered"
    entry: int
    player: PlayerId
    previous: int
    chair: Chair
    chips: int
    price: int
    lot: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebought:
    """A living entry got `chips` more for `price`."""

    kind: Literal["rebought"] = "rebought"
    entry: int
    player: PlayerId
    chips: int
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOnTaken:
    """A living entry took an add-on of `chips` for `price`."""

    kind: Literal["add_on_taken"] = "add_on_taken"
    entry: int
    player: PlayerId
    chips: int
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryVoided:
    """An entry made by mistake no longer counts: `chips` leave play, `price` is no longer owed, `chair` is free."""

    kind: Literal["entry_voided"] = "entry_voided"
    entry: int
    player: PlayerId
    reason: str
    chips: int
    price: int
    chair: Chair | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """Table `table` is in use from now on."""

    kind: Literal["table_opened"] = "table_opened"
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMoved:
    """Move number `move`: the entry sits at `to` and no longer at `leaving`."""

    kind: Literal["player_moved"] = "player_moved"
    move: int
    entry: int
    player: PlayerId
    leaving: Chair
    to: Chair


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUndone:
    """Move number `move` was taken back: the entry sits at `to` again."""

    kind: Literal["move_undone"] = "move_undone"
    move: int
    entry: int
    player: PlayerId
    leaving: Chair
    to: Chair


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsSwapped:
    """Two entries exchanged their chairs; `chairs` are where they sit now."""

    kind: Literal["seats_swapped"] = "seats_swapped"
    entries: tuple[int, int]
    chairs: tuple[Chair, Chair]


@dataclass(frozen=True, slots=True, kw_only=True)
class Busted:
    """An entry is out as knockout record `knockout` with bust number `bust`.

    `rank` orders those of one bust number: 0 is the best of them, equal ranks share a place.  `credits` are
    (player, numerator, denominator) for each killer.  `chips_removed` left play with the player.
    """

    kind: Literal["busted"] = "busted"
    knockout: int
    entry: int
    player: PlayerId
    chair: Chair
    cause: Literal[BustCause, "surrendered"]
    bust: int
    rank: int
    level: int
    killers: tuple[PlayerId, ...] = ()
    credits: tuple[tuple[PlayerId, int, int], ...] = ()
    stack: int | None = None
    chips_removed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutVoided:
    """Knockout record `knockout` no longer stands; its entry lives in `chair`."""

    kind: Literal["knockout_voided"] = "knockout_voided"
    knockout: int
    entry: int
    player: PlayerId
    chair: Chair
    lot: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayEnded:
    """Nobody plays on: the end condition is met (LIFE-9)."""

    kind: Literal["play_ended"] = "play_ended"
    reason: Literal["last_player", "players_left", "one_per_table", "level", "time", "confirmed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsRecorded:
    """The places, version `version`: (place, entry), best first (PLC-1)."""

    kind: Literal["results_recorded"] = "results_recorded"
    version: int
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFinished:
    """The tournament is closed."""

    kind: Literal["tournament_finished"] = "tournament_finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCancelled:
    """The tournament was called off; its players are free at once (LIFE-8)."""

    kind: Literal["tournament_cancelled"] = "tournament_cancelled"


Event = (
    TournamentCreated | SettingsEdited | SeedCommitted | SeedRevealed | LotVoided
    | RegistrationOpened | TournamentStarted | FieldSeated | LevelStarted | BreakStarted
    | BreakEnded | LevelExpired | ClockPaused | ClockResumed | TimeChanged | BlindsOverridden
    | WindowOpened | WindowClosed | PlayerRegistered | PlayerUnregistered | PlayerCheckedIn
    | PlayerSeated | PlayerArrived | RegistrationsDropped | RegistrationRestored | ReEntered
    | Rebought | AddOnTaken | EntryVoided | TableOpened | PlayerMoved | MoveUndone | SeatsSwapped
    | Busted | KnockoutVoided | PlayEnded | ResultsRecorded | TournamentFinished
    | TournamentCancelled
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event with its place in the record (AUD-1).

    `cause` is the command's id, `clock` for what time did, or `lot` for a draw's result; `actor` and `role` are
    empty for the latter two.
    """

    seq: int
    at: Instant
    cause: str
    actor: str = ""
    role: Role | Literal[""] = ""
    event: Annotated[Event, Field(discriminator="kind")]


GENESIS = "0" * 64
"""The hash before the first event."""

_RECORDED: TypeAdapter[Recorded] = TypeAdapter(Recorded)


def to_text(recorded: Recorded) -> str:
    """Return the event's JSON as it is stored; its UTF-8 bytes are what the hash chain runs over."""
    return _RECORDED.dump_json(recorded).decode()


def from_text(text: str) -> Recorded:
    """Return the event that a stored text holds.

    Raises:
        pydantic.ValidationError: the text is no event.
    """
    return _RECORDED.validate_json(text)


def chain(before: str, text: str) -> str:
    """Return the hash after an event: SHA-256, in hex, of the hash before, a line feed and the stored text (AUD-4)."""
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()
