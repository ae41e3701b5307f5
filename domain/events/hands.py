"""What a table reports of its hands, and disputes about them (SEAT-9, RUL-4)."""

from dataclasses import dataclass
from typing import Literal

from domain.commands import DisputeSubject
from domain.ids import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsReported:
    """Table `table` has played `hands` more; `since` are those since its last orbit, before any that they fill.

    Button and blinds are where they were in the last of them, None when that cannot be known; the newcomers on the
    seats `not_dealt` have still to be dealt in.  `frozen`: they were hands of stud, in which the button stays.
    """

    kind: Literal["hands_reported"] = "hands_reported"
    table: int
    hands: int
    since: int
    button: int | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    not_dealt: tuple[int, ...] = ()
    frozen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted:
    """Hand `hand` of a table has begun, with button and blinds on these seats; None: it is not known where they are.

    `dead_small_blind`: nobody posts it.  Nothing is dealt to the seats `not_dealt`: newcomers, and who has no chips.
    `instead_of` are button and blinds by the rule where the table says otherwise.  `step` is the position in the sheet
    at which it began (CLK-6); None: that of the clock.  `frozen`: it is a hand of stud, in which button and blinds stay
    where the last hand with blinds had them.
    """

    kind: Literal["hand_started"] = "hand_started"
    table: int
    hand: int
    button: int | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    dead_small_blind: bool = False
    not_dealt: tuple[int, ...] = ()
    instead_of: tuple[int, int, int] | None = None
    frozen: bool = False
    step: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded:
    """Hand `hand` of a table is over; `since` are its hands since its last orbit, before any that it fills."""

    kind: Literal["hand_ended"] = "hand_ended"
    table: int
    hand: int
    since: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonSet:
    """The floor, or the table, told where button and blinds are: in the hand in progress, else in the last one."""

    kind: Literal["button_set"] = "button_set"
    table: int
    button: int
    small_blind: int
    big_blind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRaised:
    """Dispute number `dispute` is open, about hand `hand` of a table; None: nobody says which (RUL-4)."""

    kind: Literal["dispute_raised"] = "dispute_raised"
    dispute: int
    table: int
    hand: int | None
    player: PlayerId | None
    subject: DisputeSubject


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeSettled:
    """A dispute is closed: upheld or not."""

    kind: Literal["dispute_settled"] = "dispute_settled"
    dispute: int
    table: int
    upheld: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeWindowClosed:
    """In a break the last hands of these tables can be disputed no more: the minute after the pot is up (RUL-4)."""

    kind: Literal["dispute_window_closed"] = "dispute_window_closed"
    tables: tuple[int, ...]


HandEvent = HandsReported | HandStarted | HandEnded | ButtonSet | DisputeRaised | DisputeSettled | DisputeWindowClosed
