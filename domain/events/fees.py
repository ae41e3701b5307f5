"""What is paid at the counter, taken back, given back, and announced (FEE-3, FEE-6, LIFE-8)."""

from dataclasses import dataclass
from typing import Literal

from domain.commands.fees import Announced, Method, VoidReason, WithdrawReason
from domain.ids import PlayerId
from domain.settings import Parts

Shares = tuple[tuple[int, int], ...]
"""(entry, minor units): what of an amount is for which of a player's entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DebtSettled:
    """Settlement `settlement` closed all that the player owed: `amount`, in minor units, for the entries of `shares`.

    `seen` is the number of the last event that the cashier had seen; `receipt` is a number in the club's books.
    """

    kind: Literal["debt_settled"] = "debt_settled"
    settlement: int
    player: PlayerId
    amount: int
    method: Method
    shares: Shares
    seen: int
    receipt: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementVoided:
    """A settlement does not stand; it stays on record, and what it had closed is owed again."""

    kind: Literal["settlement_voided"] = "settlement_voided"
    settlement: int
    player: PlayerId
    amount: int
    shares: Shares
    reason: VoidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundMarked:
    """Refund `refund`: the counter gave the player back all that he had paid for what does not count any more."""

    kind: Literal["refund_marked"] = "refund_marked"
    refund: int
    player: PlayerId
    amount: int
    method: Method
    shares: Shares
    receipt: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundVoided:
    """A refund does not stand; it stays on record, and what it had given back is due again."""

    kind: Literal["refund_voided"] = "refund_voided"
    refund: int
    player: PlayerId
    amount: int
    shares: Shares
    reason: VoidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseAnnounced:
    """Obligation `obligation`: the player plays chips behind, and must buy them at `price`."""

    kind: Literal["purchase_announced"] = "purchase_announced"
    obligation: int
    entry: int
    player: PlayerId
    operation: Announced
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementWithdrawn:
    """Nobody is held to it any more: it was none."""

    kind: Literal["announcement_withdrawn"] = "announcement_withdrawn"
    obligation: int
    entry: int
    player: PlayerId
    reason: WithdrawReason


@dataclass(frozen=True, slots=True, kw_only=True)
class ObligationDue:
    """What was announced can be bought no more: its price is owed all the same."""

    kind: Literal["obligation_due"] = "obligation_due"
    obligation: int
    entry: int
    player: PlayerId
    operation: Announced
    price: int
    parts: Parts = Parts()


FeeEvent = (
    DebtSettled
    | SettlementVoided
    | RefundMarked
    | RefundVoided
    | PurchaseAnnounced
    | AnnouncementWithdrawn
    | ObligationDue
)
