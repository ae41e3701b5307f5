"""The guarantee, the prizes and their lines (PRZ-1 to PRZ-8)."""

from dataclasses import dataclass
from typing import Literal

from domain.commands import HoldReason, ReleaseReason
from domain.ids import PlayerId
from domain.journal import CreditReason


@dataclass(frozen=True, slots=True, kw_only=True)
class GuaranteeWithdrawn:
    """The floor withdrew the guarantee of `guarantee` with `entries` in the field: the pool is what was paid."""

    kind: Literal["guarantee_withdrawn"] = "guarantee_withdrawn"
    guarantee: int
    entries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesRecorded:
    """Who gets what by the places of version `version`, in the order of the places.

    `amounts` are (place, entry, minor units), together the pool of `pool`, of which the club adds `overlay` (PRZ-6).
    `lines` are (place, entry, text) of prizes that are not money (PRZ-1).  `heads`
    are (entry, head) of who is still in and has the own one (KO-6).
    """

    kind: Literal["prizes_recorded"] = "prizes_recorded"
    version: int
    amounts: tuple[tuple[int, int, int], ...] = ()
    lines: tuple[tuple[int, int, str], ...] = ()
    pool: int = 0
    overlay: int = 0
    heads: tuple[tuple[int, int], ...] = ()


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditsRecorded:
    """The ledger holds version `version` of the credits, written for version `results` of the places (PRZ-7).

    `credits` are (player, minor units, reason), below zero what is taken back; none: the version was closed unpaid, for
    payouts were held or the tournament was cancelled before it was written.
    """

    kind: Literal["credits_recorded"] = "credits_recorded"
    version: int
    results: int
    credits: tuple[tuple[PlayerId, int, CreditReason], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutsHeld:
    """Nothing is credited until the hold is released (PRZ-8)."""

    kind: Literal["payouts_held"] = "payouts_held"
    reason: HoldReason


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutsReleased:
    """What was held may be credited (PRZ-8)."""

    kind: Literal["payouts_released"] = "payouts_released"
    reason: ReleaseReason


PrizeEvent = CreditsRecorded | PayoutsHeld | PayoutsReleased | GuaranteeWithdrawn | PrizesRecorded | TiedLinesDrawn
