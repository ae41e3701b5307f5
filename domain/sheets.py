"""Published structure sheets: read into a `Structure` and written back without loss (CLK-1).

A sheet is a JSON object with `items` in order: levels, breaks and color-ups, lengths in minutes.  Sheets contain
slips; a slip is a warning and never an error.  What the product has no field for is kept word for word, named in a
warning, and comes out again on export.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from domain.settings import AfterBreak, AfterLevel
from domain.structure import (
    Break,
    ColorUp,
    Item,
    Level,
    Structure,
    breaks_reached,
    label,
    position_of_level,
    sheet_faults,
)

_GAMES = MappingProxyType(
    {
        "NLHE": "no-limit hold'em",
        "PLO": "pot-limit Omaha",
        "PLO8": "pot-limit Omaha eight or better",
        "limit holdem": "limit hold'em",
        "short deck NLHE": "short deck no-limit hold'em",
    }
)
_SHORT_GAMES = MappingProxyType({name: short for short, name in _GAMES.items()})
_ANTES = MappingProxyType({"none": "none", "classic": "classic", "bb": "big_blind", "button": "button"})
_SHORT_ANTES = MappingProxyType({name: short for short, name in _ANTES.items()})

_LEVEL_KEYS = MappingProxyType(
    {
        "small_blind": "small_blind",
        "big_blind": "big_blind",
        "ante": "ante",
        "game": "game",
        "rotation": "rotation",
        "limit_small_bet": "small_bet",
        "limit_big_bet": "big_bet",
        "bring_in": "bring_in",
        "completion": "completion",
        "button_blind": "button_blind",
        "short_antes": "short_antes",
        "note": "note",
    }
)
"""Keys of a level on a sheet, and the fields they fill.  The ante's type and the minutes are converted."""
_STOP_KEYS = MappingProxyType({"until": "until", "color_up_remove": "color_up", "note": "note"})
"""Keys of a break or color-up on a sheet, and the fields they fill."""
_TOLD = frozenset(
    {
        "id", "kind", "name", "category", "game", "buy_in", "capacity", "ante_type", "ante_type_basis", "completeness",
        "notes", "source", "anomalies", "levels_where_sb_is_not_half_bb", "level_count", "total_level_minutes",
        "starting_chips", "starting_chips_check",
    }
)  # fmt: skip
"""Keys that only tell about the sheet: kept, and no rule is lost with them."""
_NOTHING: tuple[object, ...] = (None, "", "none", "not stated", "none allowed", [], {})

_TYPED = frozenset({"items", "starting_stack", "seats_per_table", "late_registration"})
_ABSENT = object()
_ITEM: TypeAdapter[Level | Break | ColorUp] = TypeAdapter(Item)
_LONGEST_NAME = 120
_MOST_ITEMS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """An item that could not be read as a level, break or color-up, and its index in the published list."""

    index: int
    item: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingFacts:
    """What a sheet says beside its levels: what a tournament played by it starts from.

    `kept` holds every other key as published, `set_aside` the items the product has no kind for, and `printed`, by the
    number of the item from 0, what is printed there and cannot be told from the item (a wrong level number).
    """

    starting_stack: int | None = None
    seats_per_table: int | None = None
    late_registration: AfterLevel | AfterBreak | None = None
    kept: Mapping[str, Any] = field(default_factory=dict)
    printed: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    set_aside: tuple[SetAside, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A published sheet as read: the structure, what play starts from, and every doubt in plain words."""

    structure: Structure
    facts: StartingFacts
    warnings: tuple[str, ...] = ()


def from_sheet(published: Mapping[str, Any]) -> Sheet:
    """Read a published sheet; whatever is wrong with it becomes a warning.

    A sheet without a single readable level gives a structure that `sheet_faults` refuses.
    """
    warnings: list[str] = []
    read: list[tuple[Any, Level | Break | ColorUp]] = []
    set_aside: list[SetAside] = []
    listed = published.get("items")
    if not isinstance(listed, list | tuple):
        warnings.append("the sheet lists no items")
        listed = ()
    game = _game(published.get("game"))
    for index, raw in enumerate(listed):
        where = f"item {index + 1}"
        item = _item(raw, game, where, warnings)
        if item is not None and len(read) == _MOST_ITEMS:
            warnings.append(f"{where} is beyond the {_MOST_ITEMS} items a structure holds; set aside")
            item = None
        if item is None:
            set_aside.append(SetAside(index=index, item=raw))
        else:
            read.append((raw, item))
    structure = Structure(name=_name(published, warnings), items=tuple(item for _, item in read))
    printed = _printed([raw for raw, _ in read], structure, published.get("game"))
    stack = _positive(published, "starting_stack", warnings)
    seats = _positive(published, "seats_per_table", warnings)
    late = _late_registration(published.get("late_registration"), structure, warnings)
    bare = StartingFacts(
        starting_stack=stack, seats_per_table=seats, late_registration=late, set_aside=tuple(set_aside)
    )
    told = to_sheet(structure, bare)
    facts = replace(
        bare,
        kept={
            key: value
            for key, value in published.items()
            if key != "items" and not _same(told.get(key, _ABSENT), value)
        },
        printed=printed,
    )
    warnings += _misprints(structure, printed)
    warnings += sheet_faults(structure)
    warnings += _slips(structure)
    warnings += _mismatches(published, told)
    warnings += (
        f"{key} is kept but not played by itself: {published[key]}"
        for key in sorted(published, key=str)
        if key not in _TYPED | _TOLD and published[key] not in _NOTHING
    )
    return Sheet(structure=structure, facts=facts, warnings=tuple(warnings))


def to_sheet(structure: Structure, facts: StartingFacts) -> dict[str, Any]:
    """Write a structure and its facts as a published sheet; what was kept or set aside comes back as it was."""
    levels = [item for item in structure.items if isinstance(item, Level)]
    first = levels[0].game if levels else "no-limit hold'em"
    game = facts.kept.get("game", _SHORT_GAMES.get(first, first))
    minutes = [level.seconds for level in levels]
    items = [
        {**written, **facts.printed.get(index, {})} for index, written in enumerate(_published_items(structure, game))
    ]
    for aside in facts.set_aside:
        items.insert(aside.index, aside.item)
    late = facts.late_registration
    return {
        "name": structure.name,
        "game": game,
        "starting_stack": facts.starting_stack,
        "seats_per_table": facts.seats_per_table,
        "ante_type": next((_SHORT_ANTES[level.ante_type] for level in levels if level.ante), "none"),
        "late_registration": None if late is None else _published_close(late, structure),
        "level_count": len(levels),
        "total_level_minutes": None if None in minutes else _minutes(sum(length or 0 for length in minutes)),
        **facts.kept,
        "items": items,
    }


def _item(raw: object, game: str, where: str, warnings: list[str]) -> Level | Break | ColorUp | None:
    """Return the item as the product plays it, or None, with a warning, when it cannot be one."""
    kind = raw.get("kind") if isinstance(raw, Mapping) else None
    if not isinstance(raw, Mapping) or kind not in ("level", "break", "color_up"):
        warnings.append(f"{where} ({kind}) is no level, break or color-up; set aside")
        return None
    keys = _LEVEL_KEYS if kind == "level" else _STOP_KEYS
    fields: dict[str, Any] = {"kind": kind}
    fields |= {keys[key]: value for key, value in raw.items() if key in keys and value is not None}
    if kind == "level":
        # a sheet may print its ante's type on the levels before the ante begins
        ante_type = raw.get("ante_type", "none") if fields.get("ante", 0) != 0 else "none"
        fields["ante_type"] = _ANTES.get(str(ante_type), ante_type)
        fields["game"] = _game(fields.get("game", game))
    if kind != "color_up":
        fields["seconds"] = _seconds(raw["minutes"]) if "minutes" in raw else raw.get("seconds")
    elif raw.get("clock") == "stopped":
        fields["clock_stops"] = True
    try:
        return _ITEM.validate_python(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        field_name = ".".join(str(part) for part in first["loc"][1:])
        warnings.append(f"{where} ({kind}) cannot be played, {field_name}: {first['msg']}; set aside")
        return None


def _game(published: object) -> str:
    if not isinstance(published, str) or not published:
        return "no-limit hold'em"
    return _GAMES.get(published, published)


def _seconds(minutes: object) -> object:
    """Return whole seconds; anything else as it is, for the type to refuse."""
    if isinstance(minutes, bool) or not isinstance(minutes, int | float):
        return minutes
    try:
        seconds = Fraction(minutes) * 60
    except (OverflowError, ValueError):  # not a number, or infinite
        return minutes
    return int(seconds) if seconds.denominator == 1 else minutes


def _minutes(seconds: int) -> int | float:
    return seconds // 60 if seconds % 60 == 0 else seconds / 60


def _length(seconds: int | None) -> dict[str, int | None]:
    """Return the length as sheets print it, in minutes; in seconds where minutes are not whole."""
    if seconds is None:
        return {"minutes": None}
    return {"minutes": seconds // 60} if seconds % 60 == 0 else {"seconds": seconds}


def _same(one: object, other: object) -> bool:
    """Whether two JSON values are equal, with 1, 1.0 and true told apart."""
    return type(one) is type(other) and one == other


def _printed(raws: Sequence[Mapping[str, Any]], structure: Structure, game: object) -> dict[int, dict[str, Any]]:
    """Return, by item, what the sheet prints and an export of the item alone would not."""
    printed = {}
    for index, (raw, written) in enumerate(zip(raws, _published_items(structure, game), strict=True)):
        other = {key: value for key, value in raw.items() if not _same(written.get(key, _ABSENT), value)}
        if other:
            printed[index] = other
    return printed


def _misprints(structure: Structure, printed: Mapping[int, Mapping[str, Any]]) -> Iterator[str]:
    """Warn of level numbers that are not those that counting gives, and of keys without a field."""
    misnumbered = [other[key] for other in printed.values() for key in ("level", "after_level") if key in other]
    if misnumbered:
        numbers = ", ".join(str(number) for number in misnumbered)
        yield f"level numbers that do not count from 1 in order: {numbers}; the product counts"
    for index, other in sorted(printed.items()):
        odd = sorted(
            str(key) for key in other if key not in {"level", "after_level", "ante_type", "minutes", "seconds"}
        )
        if odd:
            yield f"{structure.items[index].kind} at place {index + 1} has no field for {', '.join(odd)}"


def _name(published: Mapping[str, Any], warnings: list[str]) -> str:
    name = str(published.get("name") or published.get("id") or "untitled")
    if len(name) > _LONGEST_NAME:
        warnings.append(f"the name has more than {_LONGEST_NAME} characters; cut")
    return name[:_LONGEST_NAME]


def _positive(published: Mapping[str, Any], key: str, warnings: list[str]) -> int | None:
    value = published.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        warnings.append(f"{key} is no whole number of at least 1: {value}")
        return None
    return value


def _late_registration(published: object, structure: Structure, warnings: list[str]) -> AfterLevel | AfterBreak | None:
    """Return the close as the end of a level or, where the sheet says so, of the break that follows it (SEAT-7)."""
    if published in _NOTHING:
        return None
    level = published.get("closes_after_level") if isinstance(published, Mapping) else None
    position = position_of_level(structure, level) if type(level) is int else None
    if not isinstance(published, Mapping) or position is None or type(level) is not int:
        warnings.append(f"late registration is given in words, set it by hand: {published}")
        return None
    follows = structure.steps[position + 1 : position + 2]
    if not (follows and isinstance(follows[0], Break)):
        return AfterLevel(level=level)
    if published.get("includes_break") is True:
        return AfterBreak(number=breaks_reached(structure, position + 1))
    words = published.get("closes")
    warnings.append(f"late registration is taken to close before the break after level {level}: {words}")
    return AfterLevel(level=level)


def _published_close(late: AfterLevel | AfterBreak, structure: Structure) -> dict[str, Any]:
    if isinstance(late, AfterLevel):
        return {"closes_after_level": late.level}
    breaks = [n for n, step in enumerate(structure.steps) if isinstance(step, Break)]
    levels = sum(isinstance(step, Level) for step in structure.steps[: breaks[late.number - 1]])
    return {"closes_after_level": levels, "includes_break": True}


def _slips(structure: Structure) -> Iterator[str]:
    """Warn of what a sheet seldom means: blinds that fall, a length left open before the end."""
    steps = structure.steps
    highest = 0
    for position, step in enumerate(steps):
        where = label(structure, position)
        if step.seconds is None and not (isinstance(step, Break) and step.until) and position < len(steps) - 1:
            yield f"{where} has no length: it lasts until the floor moves on"
        if isinstance(step, Level):
            if step.big_blind < highest:
                yield f"{where} has a big blind of {step.big_blind}, below the {highest} before it"
            highest = step.big_blind


def _mismatches(published: Mapping[str, Any], told: Mapping[str, Any]) -> Iterator[str]:
    """Warn where the sheet's own totals are not those of its items."""
    for key in ("level_count", "total_level_minutes", "ante_type"):
        if key in published and published[key] != told[key]:
            yield f"{key} is printed as {published[key]} and comes to {told[key]}"


def _published_items(structure: Structure, game: object) -> Iterator[dict[str, Any]]:
    """Write the items in order with their numbers, leaving out what has its usual value."""
    level = 0
    for item in structure.items:
        if isinstance(item, Level):
            level += 1
            yield _published_level(item, level, game)
            continue
        written: dict[str, Any] = {"kind": item.kind, "after_level": level}
        if isinstance(item, Break):
            written |= _length(item.seconds)
            written |= {"until": item.until} if item.until else {}
        elif item.clock_stops:
            written["clock"] = "stopped"
        written |= {"note": item.note} if item.note else {}
        written |= {"color_up_remove": list(item.color_up)} if item.color_up else {}
        yield written


def _published_level(item: Level, number: int, game: object) -> dict[str, Any]:
    written: dict[str, Any] = {
        "kind": "level",
        "level": number,
        "small_blind": item.small_blind,
        "big_blind": item.big_blind,
        "ante": item.ante,
        "ante_type": _SHORT_ANTES[item.ante_type],
        **_length(item.seconds),
    }
    if item.game != _game(game):
        written["game"] = _SHORT_GAMES.get(item.game, item.game)
    optional = {
        "limit_small_bet": item.small_bet,
        "limit_big_bet": item.big_bet,
        "bring_in": item.bring_in,
        "completion": item.completion,
        "button_blind": item.button_blind,
        "rotation": list(item.rotation) or None,
        "short_antes": [{"players_left": one.players_left, "ante": one.ante} for one in item.short_antes] or None,
        "note": item.note or None,
    }
    return written | {key: value for key, value in optional.items() if value is not None}
