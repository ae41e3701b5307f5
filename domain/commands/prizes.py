"""The guarantee and the prizes (PRZ-5 to PRZ-8)."""

from dataclasses import dataclass
from typing import Literal

from domain.structure import STRICT


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawGuarantee:
    """Take the guaranteed pool of a small field back (PRZ-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["withdraw_guarantee"] = "withdraw_guarantee"


HoldReason = Literal["review", "dispute", "integrity", "count", "identity", "other"]
"""Why payouts are held: a ruling is looked at again, somebody disputes it, play is suspected, chips or players
are to be made sure of; no free text, which might name somebody."""

ReleaseReason = Literal["resolved", "unfounded", "mistake", "other"]
"""Why they are held no longer: settled, nothing in it, held by mistake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldPayouts:
    """Credit nothing until the hold is released, before the finish or after it (PRZ-8)."""

    __pydantic_config__ = STRICT
    kind: Literal["hold_payouts"] = "hold_payouts"
    reason: HoldReason


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasePayouts:
    """Let the credits be written that were held (PRZ-8)."""

    __pydantic_config__ = STRICT
    kind: Literal["release_payouts"] = "release_payouts"
    reason: ReleaseReason


PrizeCommand = WithdrawGuarantee | HoldPayouts | ReleasePayouts
