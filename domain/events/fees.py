"""What is paid at the counter, taken back and given back (FEE-3, LIFE-8)."""

from dataclasses import dataclass
from typing import Literal

from domain.commands.fees import Method, VoidReason
from domain.ids import PlayerId

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


FeeEvent = DebtSettled | SettlementVoided | RefundMarked
