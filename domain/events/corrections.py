"""What was recorded wrong and has been put right: new events, which leave the old ones as they were (AUD-5)."""

from dataclasses import dataclass
from typing import Literal

from domain.commands import BustCause, CorrectionReason
from domain.events.shapes import Chair, Pools, Resplit
from domain.ids import PlayerId

Credits = tuple[tuple[PlayerId, int, int], ...]
"""(player, numerator, denominator) of each killer's credit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A knockout record in the order of the busts: its bust number, its rank there, and what ranks it, if known."""

    knockout: int
    bust: int
    rank: int
    stack: int | None = None
    order: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BustCorrected:
    """Knockout record `knockout` is that of `player`, who sat in `chair`, not that of `instead_of`.

    The entry that was put out by mistake lives again in `lives_in`, found by lot `lot` where one was drawn; `unclaimed`
    is what was on the right player's head; who has what of it now, and of heads that other knockouts took, is in
    `resplits`.  `ranks` are the ranks of those of the same bust number, where they are others.  `mystery` is the entry
    that the knockout brings a draw, 0: none.  `killers_before` are those on record until now.
    """

    kind: Literal["bust_corrected"] = "bust_corrected"
    knockout: int
    entry: int
    player: PlayerId
    chair: Chair
    instead_of: int
    instead_of_player: PlayerId
    lives_in: Chair
    cause: Literal[BustCause, "surrendered"]
    rank: int
    killers: tuple[PlayerId, ...]
    killers_before: tuple[PlayerId, ...]
    credits: Credits
    reason: CorrectionReason
    stack: int | None = None
    order: tuple[int, int] | None = None
    chips_removed: int = 0
    unclaimed: int = 0
    mystery: int = 0
    ranks: tuple[Ranked, ...] = ()
    resplits: tuple[Resplit, ...] = ()
    lot: int | None = None
    pools: Pools = ()
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KillersCorrected:
    """Others knocked the player of knockout record `knockout` out: `killers`, not `killers_before`.

    `resplits` are this knockout's head and those of later ones that are worth something else by it, each as it is
    divided now; `mystery` is the entry that it brings a draw, 0: none.
    """

    kind: Literal["killers_corrected"] = "killers_corrected"
    knockout: int
    entry: int
    player: PlayerId
    killers: tuple[PlayerId, ...]
    killers_before: tuple[PlayerId, ...]
    credits: Credits
    reason: CorrectionReason
    mystery: int = 0
    resplits: tuple[Resplit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCorrected:
    """Players went out in another order: `ranks` is how it is now, `before` how it was, in the same order of records.

    Bust numbers above `shifted_after` are higher by `shifted`, to make room.  `resplits` are heads that are divided
    otherwise, as killers went out in the same hand after all or did not.
    """

    kind: Literal["order_corrected"] = "order_corrected"
    ranks: tuple[Ranked, ...]
    before: tuple[Ranked, ...]
    reason: CorrectionReason
    shifted_after: int = 0
    shifted: int = 0
    resplits: tuple[Resplit, ...] = ()


CorrectionEvent = BustCorrected | KillersCorrected | OrderCorrected
