"""The guarantee and the prizes (PRZ-5 to PRZ-8)."""

from dataclasses import dataclass
from typing import Literal

from domain.structure import STRICT


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawGuarantee:
    """Take the guaranteed pool of a small field back (PRZ-5)."""

    __pydantic_config__ = STRICT
    kind: Literal["withdraw_guarantee"] = "withdraw_guarantee"


PrizeCommand = WithdrawGuarantee
