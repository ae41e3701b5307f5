"""What a head is worth and how it is paid, as a club sets it (KO-3, KO-6, KO-7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.prize_settings import PrizeText
from domain.structure import STRICT
from domain.times import Instant
from domain.wording import refusal

BountyType = Literal["none", "classic", "pko", "mystery"]
"""Which knockouts are credited: none shown, or one credit a head, beside it heads that grow, or draws (KO-3, KO-7)."""
OddUnit = Literal["paid", "head"]
"""Where the unit goes that halving a head leaves over (KO-6)."""
MysteryStart = Literal["start", "level", "time", "in_the_money"]
"""From when on a knockout brings a draw (KO-7)."""
MOST_TEXT = 50_000
"""Most bytes of the texts of a prize table: it may be announced anew, and stands beside the settings then."""
MOST_ENVELOPES = 5_000
"""Most mystery prizes of a tournament: a draw has those left on record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MysteryPrize:
    """One kind of mystery prize: `amount` in minor units, a `text`, or both; `count` envelopes hold it (KO-7)."""

    __pydantic_config__ = STRICT
    amount: Annotated[int, Field(strict=True, ge=1, le=10**12)] | None = None
    text: PrizeText | None = None
    count: Annotated[int, Field(strict=True, ge=1, le=MOST_ENVELOPES)] = 1


MysteryPrizes = Annotated[tuple[MysteryPrize, ...], Field(max_length=200)]
"""A prize table: envelopes are numbered from 1 in its order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MysteryTerms:
    """From when on knockouts bring draws, and the prize table; empty: it is announced when they begin (KO-7).

    `level`, `at`: which level or instant, where `starts` says so.  `times`: in the money draws begin once no more than
    so many times the places paid are left.
    """

    __pydantic_config__ = STRICT
    starts: MysteryStart = "start"
    level: Annotated[int, Field(strict=True, ge=1, le=400)] | None = None
    at: Instant | None = None
    times: Annotated[int, Field(strict=True, ge=1, le=10)] = 1
    prizes: MysteryPrizes = ()


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


def envelopes_of(prizes: MysteryPrizes) -> int:
    """Return how many envelopes a prize table fills."""
    return sum(prize.count for prize in prizes)


def mystery_reasons(terms: MysteryTerms, *, monetary: bool, by_lot: bool) -> Iterator[tuple[str, str, str]]:
    """Yield (field, rule, reason) of everything that keeps these mysteries from being played.

    Args:
        terms: the mysteries.
        monetary: whether prizes may be money, and speak of it.
        by_lot: whether a lot says what is won, and not the floor.
    """
    if (terms.starts == "level") != (terms.level is not None):
        yield "level", "KO-7", "a level is named where mysteries start with one, and nowhere else"
    if (terms.starts == "time") != (terms.at is not None):
        yield "at", "KO-7", "an instant is named where mysteries start with one, and nowhere else"
    if terms.times > 1 and terms.starts != "in_the_money":
        yield "times", "KO-7", "it is said of the places paid where mysteries start in the money, and nowhere else"
    if terms.prizes and not by_lot:
        yield "prizes", "KO-7", "here the floor says what is won"
    yield from prize_reasons(terms.prizes, monetary=monetary)


def prize_reasons(prizes: MysteryPrizes, *, monetary: bool) -> Iterator[tuple[str, str, str]]:
    """Yield (field, rule, reason) of everything that keeps this prize table from being drawn of."""
    if envelopes_of(prizes) > MOST_ENVELOPES:
        yield "prizes", "KO-7", f"there are at most {MOST_ENVELOPES} envelopes"
    if (length := sum(len((prize.text or "").encode()) for prize in prizes)) > MOST_TEXT:
        yield "prizes", "KO-7", f"the texts are at most {MOST_TEXT} bytes long together, and these are {length}"
    for number, prize in enumerate(prizes):
        if prize.amount is None and not (prize.text or "").strip():
            yield f"prizes.{number}", "KO-7", "it holds nothing"
        if prize.amount is not None and not monetary:
            yield f"prizes.{number}.amount", "PRZ-2", "prizes are no money here"
        if prize.text and not monetary and (reason := refusal(prize.text)):
            yield f"prizes.{number}.text", "PRZ-2", reason
