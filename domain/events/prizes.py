"""The guarantee, the prizes and their lines (PRZ-1 to PRZ-8)."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class GuaranteeWithdrawn:
    """The floor withdrew the guarantee of `guarantee` with `entries` in the field: the pool is what was paid (PRZ-5)."""

    kind: Literal["guarantee_withdrawn"] = "guarantee_withdrawn"
    guarantee: int
    entries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesRecorded:
    """Who gets what by the places of version `version`, in the order of the places.

    `amounts` are (place, entry, minor units), together the pool of `pool`, of which the club adds `overlay` (PRZ-6).
    `lines` are (place, entry, text) of prizes that are not money (PRZ-1).
    """

    kind: Literal["prizes_recorded"] = "prizes_recorded"
    version: int
    amounts: tuple[tuple[int, int, int], ...] = ()
    lines: tuple[tuple[int, int, str], ...] = ()
    pool: int = 0
    overlay: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TiedLinesDrawn:
    """Players who tied have won the lines of the places that they cover by lot, for version `version` of the places.

    `pools` are the players of each tie by entry, `places` the best place of each, `orders` how the lot put them: the
    first has what the best place wins.  `lines` are (place, entry, text) (PRZ-1, SEAT-10).
    """

    kind: Literal["tied_lines_drawn"] = "tied_lines_drawn"
    version: int
    lot: int
    pools: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[int, int, str], ...]


PrizeEvent = GuaranteeWithdrawn | PrizesRecorded | TiedLinesDrawn
