"""What a table reports of its hands, and disputes about them (SEAT-9, RUL-4)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.ids import Flag, PlayerId, SeatNumber, TableNumber
from domain.structure import STRICT

DisputeSubject = Literal["pot_count", "hand_reading", "other"]
"""What a dispute is about; a pot's count may stay open to dispute the longer (TDA 22)."""


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


HandCommand = RaiseDispute | SettleDispute | ReportHands | StartHand | EndHand | SetButton
