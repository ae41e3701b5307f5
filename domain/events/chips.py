"""Chips that were counted, and extra chips that were given (RUL-7, RUL-9)."""

from dataclasses import dataclass
from typing import Literal

from domain.ids import PlayerId
from domain.settings import Parts


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCounted:
    """Chips were counted while nobody played.

    `stacks` are (entry, player, chips), `tables` (table, chips, the entries whose chips these are together).  With what
    was counted before in the same stop of play `counted` chips of `players` players are known, of `left` who have any;
    `chips_in_play` were issued and not taken out.  Once everybody's are counted the two say what is missing or too
    much.
    """

    kind: Literal["chips_counted"] = "chips_counted"
    stacks: tuple[tuple[int, PlayerId, int], ...] = ()
    tables: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    counted: int
    players: int
    left: int
    chips_in_play: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusGiven:
    """An entry got `chips` beside its stack for `price`: at once, or with its stack when the field is seated."""

    kind: Literal["bonus_given"] = "bonus_given"
    entry: int
    player: PlayerId
    bonus: str
    chips: int
    price: int = 0
    parts: Parts = Parts()


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusVoided:
    """A bonus given by mistake counts no longer: its chips are out of play, its price is not owed."""

    kind: Literal["bonus_voided"] = "bonus_voided"
    entry: int
    player: PlayerId
    bonus: str
    chips: int
    price: int = 0
    parts: Parts = Parts()
    reason: str = "mistake"


ChipEvent = ChipsCounted | BonusGiven | BonusVoided
