"""What a head is worth and how it is paid, as a club sets it (KO-3, KO-6)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.structure import STRICT

BountyType = Literal["none", "classic", "pko"]
"""Which knockouts are credited: none shown, one credit a head, or heads that grow beside it (KO-3, KO-6)."""
OddUnit = Literal["paid", "head"]
"""Where the unit goes that halving a head leaves over (KO-6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyTerms:
    """What a head is worth and how it is divided (KO-6).

    `points`: a fresh head where prizes are no money; where they are, it is the bounty part of the price.  `unit`: what
    is paid and what is added are multiples of it, as far as the head is one.  `odd_unit`: where an odd unit goes, where
    the profile leaves that to the setting.
    """

    __pydantic_config__ = STRICT
    points: Annotated[int, Field(strict=True, ge=0, le=10**9)] = 0
    unit: Annotated[int, Field(strict=True, ge=1, le=10**6)] = 1
    odd_unit: OddUnit = "paid"
