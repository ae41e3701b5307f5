"""What a published sheet offers beside its levels: re-entries, rebuys, add-ons, chips for later, and their closes.

Sheets say it in words or in figures; `read` takes the figures, and `write` gives them back as they were.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from domain.ids import Chips
from domain.settings import AfterBreak, AfterLevel
from domain.structure import STRICT, Break, Level, Structure, breaks_reached, position_of_level

Count = Annotated[int, Field(strict=True, ge=0, le=1000)]
Price = Annotated[int, Field(strict=True, ge=0, le=10**9)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A rebuy or a re-entry as a sheet announces it; what it does not say is None.

    `price` is in whole units of the sheet's currency; `stack_below`: with fewer chips than this (1: with none).
    """

    __pydantic_config__ = STRICT
    limit_per_player: Count | None = None
    chips: Chips | None = None
    price: Price | None = None
    stack_below: Chips | None = None
    in_prize_pool: bool = True
    closes: AfterLevel | AfterBreak | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StackOption:
    """An add-on for who has fewer chips than `stack_below`."""

    __pydantic_config__ = STRICT
    stack_below: Chips
    chips: Chips
    price: Price | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOnOffer:
    """An add-on as a sheet announces it: until a close, or in one break; its size may hang on the stack."""

    __pydantic_config__ = STRICT
    limit_per_player: Count = 1
    chips: Chips | None = None
    price: Price | None = None
    closes: AfterLevel | AfterBreak | None = None
    during: AfterBreak | None = None
    by_stack: tuple[StackOption, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeferredChips:
    """Chips of the starting stack that a player draws piece by piece until a close (lammers, bullets)."""

    __pydantic_config__ = STRICT
    pieces: Annotated[int, Field(strict=True, ge=1, le=100)]
    each_worth: Annotated[int, Field(strict=True, ge=1, le=10**9)]
    closes: AfterLevel | AfterBreak


AnyOffer = Offer | AddOnOffer | DeferredChips
KINDS: Mapping[str, TypeAdapter[Any]] = MappingProxyType(
    {
        "re_entry": TypeAdapter(Offer),
        "rebuy": TypeAdapter(Offer),
        "add_on": TypeAdapter(AddOnOffer),
        "deferred_chips": TypeAdapter(DeferredChips),
    }
)
"""The offers by their keys on a sheet."""


def read(kind: str, published: object, structure: Structure) -> AnyOffer | None:
    """Return the offer that a sheet gives in figures; None: it is told in words, or its close is no step of the sheet.

    On a sheet a close is `closes_after_level`, and `includes_break` where the break that follows belongs to it; a
    single break is the one `during_break_after_level`.
    """
    if not isinstance(published, Mapping):
        return None
    fields = dict(published)
    if "closes_after_level" in fields or "includes_break" in fields:
        fields["closes"] = read_close(
            {key: fields.pop(key) for key in ("closes_after_level", "includes_break") if key in fields}, structure
        )
        if fields["closes"] is None:
            return None
    if "during_break_after_level" in fields:
        fields["during"] = read_close(
            {"closes_after_level": fields.pop("during_break_after_level"), "includes_break": True}, structure
        )
        if not isinstance(fields["during"], AfterBreak):
            return None
    try:
        offer: AnyOffer = KINDS[kind].validate_python(fields)
    except ValidationError:
        return None
    return offer


def write(kind: str, offer: AnyOffer, structure: Structure) -> dict[str, Any]:
    """Return an offer as a sheet gives it."""
    fields: dict[str, Any] = KINDS[kind].dump_python(offer, mode="json", exclude_defaults=True)
    fields.pop("closes", None)
    fields.pop("during", None)
    if offer.closes is not None:
        fields |= write_close(offer.closes, structure)
    if isinstance(offer, AddOnOffer) and offer.during is not None:
        fields["during_break_after_level"] = write_close(offer.during, structure)["closes_after_level"]
    return fields


def read_close(published: Mapping[str, Any], structure: Structure) -> AfterLevel | AfterBreak | None:
    """Return a close as the end of a level or, where the sheet says so, of the break that follows it (SEAT-7)."""
    level = published.get("closes_after_level")
    position = position_of_level(structure, level) if type(level) is int else None
    if position is None or type(level) is not int:
        return None
    follows = structure.steps[position + 1 : position + 2]
    if follows and isinstance(follows[0], Break) and published.get("includes_break") is True:
        return AfterBreak(number=breaks_reached(structure, position + 1))
    return AfterLevel(level=level)


def write_close(close: AfterLevel | AfterBreak, structure: Structure) -> dict[str, Any]:
    """Return a close as a sheet gives it: after which level, and whether the break that follows belongs to it."""
    if isinstance(close, AfterLevel):
        position = position_of_level(structure, close.level) or 0
        follows = structure.steps[position + 1 : position + 2]
        between = follows and isinstance(follows[0], Break)
        return {"closes_after_level": close.level} | ({"includes_break": False} if between else {})
    breaks = [n for n, step in enumerate(structure.steps) if isinstance(step, Break)]
    levels = sum(isinstance(step, Level) for step in structure.steps[: breaks[close.number - 1]])
    return {"closes_after_level": levels, "includes_break": True}
