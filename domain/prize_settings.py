"""Prizes that are no money, as a club sets them: lines of text by place, or a preset (PRZ-1, PRZ-4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from domain.structure import STRICT
from domain.wording import refusal

MOST_LINES = 200
"""Most prize lines of a tournament (PRZ-1)."""
PrizeText = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=500)]
"""What a prize is, in words (PRZ-1)."""
PrizePreset = Literal["cup_and_free_entries", "club_merch", "venue_certificates", "freerolls"]
PrizeLanguage = Literal["en", "ru"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLine:
    """One thing that a place wins; a place may have several lines."""

    __pydantic_config__ = STRICT
    place: Annotated[int, Field(strict=True, ge=1, le=10_000)]
    text: PrizeText


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeTerms:
    """What is won beside money, or in its place: `lines`, or a `preset` in a `language`; neither: nothing (PRZ-1)."""

    __pydantic_config__ = STRICT
    lines: Annotated[tuple[PrizeLine, ...], Field(max_length=MOST_LINES)] = ()
    preset: PrizePreset | None = None
    language: PrizeLanguage = "en"

    def __bool__(self) -> bool:
        """Return whether anything is won."""
        return bool(self.lines) or self.preset is not None

    @property
    def announced(self) -> tuple[PrizeLine, ...]:
        """The lines, the best place first; those of a preset that depends on the field are not among them."""
        return tuple(sorted(self._lines, key=lambda line: line.place))

    @property
    def of_preset(self) -> tuple[PrizeLine, ...]:
        """The lines of the preset, where there is one that does not depend on the field."""
        return FIXED.get((self.preset, self.language), ())

    @property
    def _lines(self) -> tuple[PrizeLine, ...]:
        return self.lines or self.of_preset

    @property
    def each_paid_place(self) -> str | None:
        """What every place that is paid wins, of the preset that depends on the field; None: nothing (PRZ-4)."""
        return FREEROLL[self.language] if self.preset == "freerolls" else None

    @property
    def last_place(self) -> int:
        """The last place that has a line; 0: none has, or the field says how many have."""
        return max((line.place for line in self._lines), default=0)


def _preset(*places: tuple[str, ...]) -> tuple[PrizeLine, ...]:
    return tuple(PrizeLine(place=place, text=text) for place, texts in enumerate(places, start=1) for text in texts)


FIXED: Mapping[tuple[PrizePreset | None, PrizeLanguage], tuple[PrizeLine, ...]] = MappingProxyType(
    {
        ("cup_and_free_entries", "en"): _preset(
            ("Cup of the tournament", "Free entry to three tournaments of the club"),
            ("Medal", "Free entry to two tournaments of the club"),
            ("Medal", "Free entry to one tournament of the club"),
        ),
        ("cup_and_free_entries", "ru"): _preset(
            ("Кубок турнира", "Бесплатный вход на три турнира клуба"),
            ("Медаль", "Бесплатный вход на два турнира клуба"),
            ("Медаль", "Бесплатный вход на один турнир клуба"),
        ),
        ("club_merch", "en"): _preset(("Club hoodie",), ("Club T-shirt",), ("Club cap",)),
        ("club_merch", "ru"): _preset(("Худи клуба",), ("Футболка клуба",), ("Кепка клуба",)),
        ("venue_certificates", "en"): _preset(
            ("Certificate for a dinner for two at the club",),
            ("Certificate for a dinner at the club",),
            ("Certificate for a drink at the club",),
        ),
        ("venue_certificates", "ru"): _preset(
            ("Сертификат на ужин на двоих в клубе",),
            ("Сертификат на ужин в клубе",),
            ("Сертификат на напиток в клубе",),
        ),
    }
)
"""The presets with a fixed number of lines, by name and language (PRZ-4)."""
FREEROLL: Mapping[PrizeLanguage, str] = MappingProxyType(
    {"en": "Free entry to a freeroll of the club", "ru": "Бесплатный вход на фриролл клуба"}
)
"""What each place wins of the preset that gives as many lines as a share of the field (PRZ-4)."""
FREEROLL_PERCENT = 10
"""That share."""


def prize_reasons(terms: PrizeTerms, *, monetary: bool) -> Iterator[tuple[str, str, str]]:
    """Yield (field, rule, reason) of everything that keeps these prizes from being announced.

    Args:
        terms: the prizes.
        monetary: whether they may speak of money.
    """
    if terms.lines and terms.preset is not None:
        yield "preset", "PRZ-4", "there are lines already: take the preset away, or the lines"
    for number, line in enumerate(terms.lines):
        if not line.text.strip():
            yield f"lines.{number}.text", "PRZ-1", "it says nothing"
        elif not monetary and (reason := refusal(line.text)):
            yield f"lines.{number}.text", "PRZ-2", reason
