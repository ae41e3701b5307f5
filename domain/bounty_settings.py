"""What a head is worth and how it is paid, as a club sets it (KO-3, KO-6, KO-7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.prize_settings import PrizeText
from domain.structure import STRICT
from domain.wording import refusal

BountyType = Literal["none", "classic", "pko", "mystery"]
"""Which knockouts are credited: none shown, or one credit a head, beside it heads that grow, or draws (KO-3, KO-7)."""
OddUnit = Literal["paid", "head"]
"""Where the unit goes that halving a head leaves over (KO-6)."""
MysteryStart = Literal["start", "level", "in_the_money"]
"""From when on a knockout brings a draw (KO-7)."""
MOST_ENVELOPES = 5_000
"""Most mystery prizes of a tournament: a draw has those left on record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MysteryPrize:
    """One kind of mystery prize: `amount` in minor units, a `text`, or both; `count` envelopes hold it (KO-7)."""

    __pydantic_config__ = STRICT
    amount: Annotated[int, Field(strict=True, ge=1, le=10**12)] | None = None
    text: PrizeText | None = None
    count: Annotated[int, Field(strict=True, ge=1, le=MOST_ENVELOPES)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MysteryTerms:
    """From when on knockouts bring draws (`level`: which, where a level says so), and the prize table (KO-7)."""

    __pydantic_config__ = STRICT
    starts: MysteryStart = "start"
    level: Annotated[int, Field(strict=True, ge=1, le=400)] | None = None
    prizes: Annotated[tuple[MysteryPrize, ...], Field(max_length=200)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyTerms:
    """What a head is worth and how it is divided (KO-6).

    `points`: a fresh head where prizes are no money; where they are, it is the bounty part of the price.  `unit`: what
    is paid and what is added are multiples of it, as far as the head is one.  `odd_unit`: where an odd unit goes, where
    the profile leaves that to the setting.  `mystery`: draws in place of heads (KO-7).
    """

    __pydantic_config__ = STRICT
    points: Annotated[int, Field(strict=True, ge=0, le=10**9)] = 0
    unit: Annotated[int, Field(strict=True, ge=1, le=10**6)] = 1
    odd_unit: OddUnit = "paid"
    mystery: MysteryTerms = MysteryTerms()


def mystery_reasons(terms: MysteryTerms, *, monetary: bool, by_lot: bool) -> Iterator[tuple[str, str, str]]:
    """Yield (field, rule, reason) of everything that keeps these mysteries from being played.

    Args:
        terms: the mysteries.
        monetary: whether prizes may be money, and speak of it.
        by_lot: whether a lot says what is won, and not the floor.
    """
    if (terms.starts == "level") != (terms.level is not None):
        yield "level", "KO-7", "a level is named where mysteries start with one, and nowhere else"
    if by_lot != bool(terms.prizes):
        yield "prizes", "KO-7", "a lot draws of a prize table" if by_lot else "here the floor says what is won"
    if sum(prize.count for prize in terms.prizes) > MOST_ENVELOPES:
        yield "prizes", "KO-7", f"there are at most {MOST_ENVELOPES} envelopes"
    for number, prize in enumerate(terms.prizes):
        if prize.amount is None and not (prize.text or "").strip():
            yield f"prizes.{number}", "KO-7", "it holds nothing"
        if prize.amount is not None and not monetary:
            yield f"prizes.{number}.amount", "PRZ-2", "prizes are no money here"
        if prize.text and not monetary and (reason := refusal(prize.text)):
            yield f"prizes.{number}.text", "PRZ-2", reason
