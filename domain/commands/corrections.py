"""What was recorded wrong and is put right, after a look at what that changes (AUD-5)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.commands.entries import VoidEntry
from domain.commands.knockouts import VoidKnockout
from domain.ids import Chips, Flag, PlayerId, Seen
from domain.structure import STRICT

CorrectionReason = Literal["mistake", "misheard", "wrong_player", "wrong_hand", "ruling", "dispute", "other"]
"""Why a record is corrected; no free text, which might name somebody."""
KnockoutNumber = Annotated[int, Field(strict=True, ge=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectBust:
    """Say that `player` went out by this knockout, in that hand, and not the player on record, who is in again.

    Killers and stack stay as they are unless they are given.  `preview`: say what would change and change nothing;
    `seen` is the number that the preview gave (AUD-5).
    """

    __pydantic_config__ = STRICT
    kind: Literal["correct_bust"] = "correct_bust"
    knockout: KnockoutNumber
    player: PlayerId
    killers: Annotated[tuple[PlayerId, ...], Field(max_length=9)] | None = None
    stack: Chips | None = None
    killer_out_confirmed: Flag = False
    reason: CorrectionReason
    preview: Flag = False
    seen: Seen | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectKillers:
    """Say who knocked a player out, the primary one first; `preview` and `seen` as in `correct_bust` (AUD-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["correct_killers"] = "correct_killers"
    knockout: KnockoutNumber
    killers: Annotated[tuple[PlayerId, ...], Field(max_length=9)]
    killer_out_confirmed: Flag = False
    reason: CorrectionReason
    preview: Flag = False
    seen: Seen | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutInHand:
    """A knockout of a hand: the stack at the hand's start, or its order (1: the largest), where they rank the hand."""

    __pydantic_config__ = STRICT
    knockout: KnockoutNumber
    stack: Chips | None = None
    order: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectOrder:
    """Say in which hands players went out, the first hand first; each hand with all who went out in it.

    They share the bust numbers that they have: as many hands as there were change places among them.  With fewer or
    more hands everybody who went out in between is named too.  `preview` and `seen` as in `correct_bust` (AUD-5).
    """

    __pydantic_config__ = STRICT
    kind: Literal["correct_order"] = "correct_order"
    hands: Annotated[
        tuple[Annotated[tuple[OutInHand, ...], Field(min_length=1, max_length=100)], ...],
        Field(min_length=1, max_length=200),
    ]
    reason: CorrectionReason
    preview: Flag = False
    seen: Seen | None = None


CorrectionCommand = CorrectBust | CorrectKillers | CorrectOrder
PreviewedCommand = CorrectBust | CorrectKillers | CorrectOrder | VoidKnockout | VoidEntry
"""Whatever can be previewed."""
