"""What the level clock and the windows do (CLK-1 to CLK-11, WIN-1)."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from domain.events.seats import OpenMove
from domain.events.shapes import Withdrawn
from domain.structure import AnteType, Item
from domain.times import Instant

WindowName = Literal["late_registration", "rebuy", "re_entry", "add_on"]
StopReason = Literal["pause", "review", "hand_for_hand", "deal"]
"""Why the clock stands: the stops are separate, and it runs when none is in force (CLK-7)."""


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
    """Break `number` runs to `ends_at`, or stands with `remaining`; `owed` comes off the level after it (RUL-1)."""

    kind: Literal["break_started"] = "break_started"
    position: int
    number: int
    ends_at: Instant | None = None
    remaining: timedelta | None = None
    owed: timedelta = timedelta(0)


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
    """A stop of the clock came into force: it stands with `remaining` left (None: the step has no end)."""

    kind: Literal["clock_paused"] = "clock_paused"
    remaining: timedelta | None
    reason: StopReason = "pause"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed:
    """A stop ended: the clock runs again, to `ends_at` (None: the step has no end), or stands for the stops left."""

    kind: Literal["clock_resumed"] = "clock_resumed"
    ends_at: Instant | None
    reason: StopReason = "pause"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeChanged:
    """What is left of the step was changed: by the floor (reset, set, added or taken), or by a hand of hand-for-hand.

    In a break such a hand takes nothing from it: `owed` in all comes off the level after it (RUL-1).
    """

    kind: Literal["time_changed"] = "time_changed"
    position: int
    before: timedelta | None
    ends_at: Instant | None = None
    remaining: timedelta | None = None
    owed: timedelta = timedelta(0)


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
class LevelsAppended:
    """The sheet goes on with `items` after its end; the terms are version `version` now (CLK-11)."""

    kind: Literal["levels_appended"] = "levels_appended"
    items: tuple[Item, ...]
    version: int


Intervals = tuple[tuple[Instant, Instant | None], ...]
"""When a window was open: from, and until; None: it still is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRebased:
    """A window's intervals as they were on record, and as they are now."""

    window: WindowName
    before: Intervals
    now: Intervals


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRebased:
    """The room had really stopped at `stopped_at`: the clock has what it had then, what time did since is taken back.

    The clock: `position`, running to `ends_at` or standing with `remaining`, `expired` when the step's time was up,
    `blinds` (small, big, ante, ante's type) in place of the sheet's, `played` and `owed` as the clock keeps them; those
    ending in `_before` are what it was a moment ago.  Taken back: `windows`; `registrations` that hold again;
    `withdrawn` entries that sit again; `knockouts` that no longer stand; `charges` (entry, given back, stack now), the
    stack None for who has come meanwhile and gets the chips from the floor; `kept` (entry, the event that called it,
    until when) places and seats that are kept on, `waiting` entries that are on the list again, `pending` (record,
    until when) busts about which a decision is still awaited, `disputes` (table, until when; None: the next hand) hands
    that can be disputed again, `moves` that are waited for again though they were overdue or given up.  `orbits` and
    `absence_over` are what they were; `play_goes_on`: it had ended.
    """

    kind: Literal["clock_rebased"] = "clock_rebased"
    stopped_at: Instant
    position_before: int
    ends_at_before: Instant | None
    remaining_before: timedelta | None
    position: int
    ends_at: Instant | None
    remaining: timedelta | None
    expired: bool
    blinds: tuple[int, int, int, AnteType] | None
    played: tuple[tuple[int, timedelta], ...]
    windows: tuple[WindowRebased, ...] = ()
    registrations: tuple[int, ...] = ()
    withdrawn: tuple[Withdrawn, ...] = ()
    knockouts: tuple[int, ...] = ()
    charges: tuple[tuple[int, int, int | None], ...] = ()
    kept: tuple[tuple[int, int, Instant], ...] = ()
    waiting: tuple[int, ...] = ()
    pending: tuple[tuple[int, Instant], ...] = ()
    orbits: int = 0
    absence_over: bool = False
    play_goes_on: bool = False
    owed: timedelta = timedelta(0)
    disputes: tuple[tuple[int, Instant | None], ...] = ()
    moves: tuple[OpenMove, ...] = ()


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


ClockEvent = (
    LevelStarted
    | BreakStarted
    | BreakEnded
    | LevelExpired
    | ClockPaused
    | ClockResumed
    | TimeChanged
    | BlindsOverridden
    | LevelsAppended
    | ClockRebased
    | WindowOpened
    | WindowClosed
)
