"""How a tournament begins and ends, its settings and its seed (LIFE-1 to LIFE-9, SEAT-10)."""

from dataclasses import dataclass
from typing import Literal

from domain.ids import ClubId, TournamentId
from domain.profiles import CancelledAfterStart, Profile
from domain.settings import Settings
from domain.times import Instant


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
class CountdownStarted:
    """A Sit & Go is full and starts at `starts_at` (LIFE-5)."""

    kind: Literal["countdown_started"] = "countdown_started"
    starts_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class CountdownStopped:
    """A Sit & Go is no longer full: nothing starts (LIFE-5)."""

    kind: Literal["countdown_stopped"] = "countdown_stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentStarted:
    """Play has begun and the settings are frozen."""

    kind: Literal["tournament_started"] = "tournament_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayEnded:
    """Nobody plays on: the end condition is met (LIFE-9)."""

    kind: Literal["play_ended"] = "play_ended"
    reason: Literal["last_player", "players_left", "one_per_table", "level", "time", "deal", "confirmed"]


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
    """The tournament was called off; its players are free at once (LIFE-8).

    `debts` is what becomes of what they owe and have paid; `stand`: nothing was said of it.
    """

    kind: Literal["tournament_cancelled"] = "tournament_cancelled"
    debts: Literal[CancelledAfterStart, "stand"] = "stand"


LifecycleEvent = (
    TournamentCreated
    | SettingsEdited
    | SeedCommitted
    | SeedRevealed
    | LotVoided
    | RegistrationOpened
    | CountdownStarted
    | CountdownStopped
    | TournamentStarted
    | PlayEnded
    | ResultsRecorded
    | TournamentFinished
    | TournamentCancelled
)
