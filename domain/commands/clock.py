"""The level clock and its stops (CLK-3 to CLK-11)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from domain.ids import Chips
from domain.structure import STRICT, AnteType, Item
from domain.times import Instant

Step = Annotated[str, StringConstraints(strict=True, pattern=r"^(level|break) [1-9]\d{0,2}$")]
"""A level or break as the clock shows it: `level 3`, `break 1`."""


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


ClockCommand = (
    Pause
    | Resume
    | HoldForReview
    | ReleaseReview
    | NextLevel
    | PreviousLevel
    | ResetLevel
    | SetRemaining
    | AddTime
    | OverrideBlinds
    | AppendLevels
    | RebaseClock
)
