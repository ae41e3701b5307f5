"""The books of a tournament that is over (AUD-6)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from domain.structure import STRICT

ExplainReason = Literal[
    "written_off",
    "waived",
    "settled_elsewhere",
    "miscount",
    "lost_chips",
    "bonus_chips",
    "chip_up",
    "not_counted",
    "not_drawn",
    "record_fault",
    "other",
]
"""Why something does not come out even; no free text, which might name somebody."""
ReopenReason = Literal["correction", "late_payment", "refund", "mistake", "other"]
"""Why closed books are opened again."""
DifferenceId = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z_]{1,24}(:[A-Za-z0-9_-]{1,64})?$")]
"""What differs, and of which player: `chips`, `debt:P7`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainDifference:
    """Say why something does not come out even; `amount` is what it was off by when it was looked at (AUD-6)."""

    __pydantic_config__ = STRICT
    kind: Literal["explain_difference"] = "explain_difference"
    difference: DifferenceId
    amount: Annotated[int, Field(strict=True, ge=-(10**15), le=10**15)]
    reason: ExplainReason


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBooks:
    """Close the books: nothing of the record changes any more (AUD-6)."""

    __pydantic_config__ = STRICT
    kind: Literal["close_books"] = "close_books"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenBooks:
    """Open closed books again, for what has to be put right all the same (AUD-6)."""

    __pydantic_config__ = STRICT
    kind: Literal["reopen_books"] = "reopen_books"
    reason: ReopenReason


BookCommand = ExplainDifference | CloseBooks | ReopenBooks
