"""What the counter takes, takes back and gives back (FEE-3, LIFE-8)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from domain.ids import Chips, PlayerId
from domain.structure import STRICT

Method = Literal["cash", "card", "transfer", "ticket", "other"]
"""How the counter was paid, or paid back; a ticket's id is the receipt."""
VoidReason = Literal["mistake", "wrong_player", "wrong_amount", "not_paid", "other"]
"""Why a settlement or a refund does not stand."""
Announced = Literal["rebuy", "re_entry", "add_on"]
"""What can be announced before a hand."""
WithdrawReason = Literal["mistake", "after_the_cards", "other"]
"""Why an announcement was none."""
Amount = Annotated[int, Field(strict=True, ge=1, le=10**12)]
Receipt = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9./_-]{0,63}$")]
"""A receipt's number in the club's books."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What is paid with a re-entry: all that the player owes after event `seen`, and its own price (FEE-2, FEE-3)."""

    __pydantic_config__ = STRICT
    amount: Amount
    method: Method
    seen: Annotated[int, Field(strict=True, ge=1)]
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """Close all that a player owes: `amount`, as it stood after event `seen`, the last that the cashier saw (FEE-3).

    Where the price comes before the seat, what his place costs is taken with it (FEE-2).
    """

    __pydantic_config__ = STRICT
    kind: Literal["settle"] = "settle"
    player: PlayerId
    amount: Amount
    method: Method
    seen: Annotated[int, Field(strict=True, ge=1)]
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidSettlement:
    """Take a settlement back: it is marked, and its debt is open again (FEE-3)."""

    __pydantic_config__ = STRICT
    kind: Literal["void_settlement"] = "void_settlement"
    settlement: Annotated[int, Field(strict=True, ge=1)]
    reason: VoidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkRefunded:
    """Say that the counter has given a player back all that is due to him: `amount` (LIFE-8)."""

    __pydantic_config__ = STRICT
    kind: Literal["mark_refunded"] = "mark_refunded"
    player: PlayerId
    amount: Amount
    method: Method
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRefund:
    """Take a refund back that was none: it is marked, and what it had given back is due again (LIFE-8)."""

    __pydantic_config__ = STRICT
    kind: Literal["void_refund"] = "void_refund"
    refund: Annotated[int, Field(strict=True, ge=1)]
    reason: VoidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncePurchase:
    """Say before a hand that a player buys: he plays chips behind and must; `stack` where a rebuy needs one (FEE-6)."""

    __pydantic_config__ = STRICT
    kind: Literal["announce_purchase"] = "announce_purchase"
    player: PlayerId
    operation: Announced
    stack: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawAnnouncement:
    """Take an announcement back that was none (FEE-6)."""

    __pydantic_config__ = STRICT
    kind: Literal["withdraw_announcement"] = "withdraw_announcement"
    obligation: Annotated[int, Field(strict=True, ge=1)]
    reason: WithdrawReason


FeeCommand = Settle | VoidSettlement | MarkRefunded | VoidRefund | AnnouncePurchase | WithdrawAnnouncement
