"""The books of a tournament that is over (AUD-6)."""

from dataclasses import dataclass
from typing import Literal

from domain.commands.books import ExplainReason, ReopenReason


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceExplained:
    """A difference of `amount` was explained; with another amount it is to be explained anew."""

    kind: Literal["difference_explained"] = "difference_explained"
    difference: str
    amount: int
    reason: ExplainReason


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksClosed:
    """Close `closing` of the books, with what they came to, in minor units and chips.

    `net` is what was taken and not given back.  `explained` are the differences left, (id, amount, reason).  `counted`
    is what the last count of everybody's chips came to, `chips_in_play` what it should have; None: there was none.
    """

    kind: Literal["books_closed"] = "books_closed"
    closing: int
    expected: int
    net: int
    open: int
    refunds_due: int
    entries: int
    chips_in_play: int
    counted: int | None
    owed: int
    credited: int
    explained: tuple[tuple[str, int, ExplainReason], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksReopened:
    """The books of close `closing` are open again."""

    kind: Literal["books_reopened"] = "books_reopened"
    closing: int
    reason: ReopenReason


BookEvent = DifferenceExplained | BooksClosed | BooksReopened
