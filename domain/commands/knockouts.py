"""Busts, voids and hand-for-hand (KO-1 to KO-5, RUL-1)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from domain.bounty_settings import MysteryPrize
from domain.ids import Chips, Flag, PlayerId, Seen, TableNumber
from domain.profiles import HandForHandTrigger
from domain.structure import STRICT

BustCause = Literal["knockout", "blinded_out", "disqualified", "left", "removed"]


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
    """Take a knockout back: the record is marked, the entry lives again in a seat (KO-4).

    `preview`: say what would change and change nothing; `seen` is the number that the preview gave (AUD-5).
    """

    __pydantic_config__ = STRICT
    kind: Literal["void_knockout"] = "void_knockout"
    knockout: Annotated[int, Field(strict=True, ge=1)]
    preview: Flag = False
    seen: Seen | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawMystery:
    """Take a player's next mystery draw, or that of a knockout; `text` says what was won where no lot does (KO-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["draw_mystery"] = "draw_mystery"
    player: PlayerId
    knockout: Annotated[int, Field(strict=True, ge=1)] | None = None
    text: Annotated[str, StringConstraints(strict=True, max_length=500)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMysteryPrizes:
    """Announce the prize table of the draws, once it is known how many heads there are and what was paid (KO-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["set_mystery_prizes"] = "set_mystery_prizes"
    prizes: Annotated[tuple[MysteryPrize, ...], Field(min_length=1, max_length=200)]


KnockoutCommand = (
    RecordKnockout
    | RecordKnockoutGroup
    | StartHandForHand
    | EndHandForHand
    | StartRound
    | FinishHand
    | StateStack
    | DeclineRebuy
    | VoidKnockout
    | DrawMystery
    | SetMysteryPrizes
)
