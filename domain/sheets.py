"""Published structure sheets: read into a `Structure` and written back without loss (CLK-1).

A sheet is a JSON object with `items` in order: levels, breaks, color-ups and ends of days, lengths in minutes.  Sheets
contain slips; a slip is a warning and never an error.  What the product has no field for is kept word for word, named
in a warning, and comes out again on export; `StartingFacts.typed` is without it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from domain import offers
from domain.changes import replace
from domain.settings import AfterBreak, AfterLevel, EndOfLevel, Prices, Windows
from domain.sheet_items import (
    SHORT_ANTES,
    SHORT_GAMES,
    game_of,
    length,
    minutes_of,
    read_item,
    seconds_of,
    write_items,
)
from domain.structure import (
    MOST_ITEMS,
    AnteOrder,
    Break,
    Item,
    Level,
    OpenEnd,
    ShortLength,
    Structure,
    label,
    position_of_level,
    sheet_faults,
    stands_before,
)

_ORDERS: Mapping[object, AnteOrder] = MappingProxyType({"bb_first": "big_blind_first", "ante_first": "ante_first"})
_SHORT_ORDERS = MappingProxyType({name: short for short, name in _ORDERS.items()})
_TOLD = frozenset(
    {
        "id", "kind", "name", "category", "game", "buy_in", "capacity", "ante_type", "ante_type_basis", "completeness",
        "notes", "source", "anomalies", "levels_where_sb_is_not_half_bb", "level_count", "total_level_minutes",
        "starting_chips", "starting_chips_check",
    }
)  # fmt: skip
"""Keys that only tell about the sheet: kept, and no rule is lost with them."""
_NOTHING: tuple[object, ...] = (None, "", "none", "not stated", "none allowed", "never reduced", [], {})
"""What a sheet says where there is nothing to say."""
_NUMBERS = MappingProxyType(
    {
        "starting_stack": "starting_stack",
        "seats_per_table": "seats_per_table",
        "capacity": "player_cap",
        "on_time_bonus": "on_time_bonus",
        "ends_after_level": "ends_after_level",
    }
)
"""Keys of whole numbers on a sheet, and the fields they fill."""
_RULES = MappingProxyType(
    {"ante_when_short": "ante_order", "minutes_when_short": "short_lengths", "open_ended": "open_end"}
)
"""Keys of rules over all levels on a sheet, and the structure's fields they fill."""
_TYPED = frozenset({"items", "late_registration", *_NUMBERS, *_RULES, *offers.KINDS})
_ABSENT = object()
_SHORT_LENGTH: TypeAdapter[ShortLength] = TypeAdapter(ShortLength)
_OPEN_END: TypeAdapter[OpenEnd] = TypeAdapter(OpenEnd)
_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """An item of no kind that the product knows, and its index in the published list."""

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
    player_cap: int | None = None
    on_time_bonus: int | None = None
    ends_after_level: int | None = None
    late_registration: AfterLevel | AfterBreak | None = None
    re_entry: offers.Offer | None = None
    rebuy: offers.Offer | None = None
    add_on: offers.AddOnOffer | None = None
    deferred_chips: offers.DeferredChips | None = None
    kept: Mapping[str, Any] = field(default_factory=dict)
    printed: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    set_aside: tuple[SetAside, ...] = ()

    @property
    def typed(self) -> "StartingFacts":
        """The facts that the product has fields for, without what is kept word for word."""
        return replace(self, kept={}, printed={}, set_aside=())


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
    read: list[tuple[Any, Item]] = []
    set_aside: list[SetAside] = []
    listed = published.get("items")
    if not isinstance(listed, list | tuple):
        warnings.append("the sheet lists no items")
        listed = ()
    game = game_of(published.get("game"))
    for index, raw in enumerate(listed):
        where = f"item {index + 1}"
        item = read_item(raw, game, where, warnings)
        if item is not None and len(read) == MOST_ITEMS:
            warnings.append(f"{where} is beyond the {MOST_ITEMS} items a structure holds; set aside")
            item = None
        if item is None:
            set_aside.append(SetAside(index=index, item=raw))
        else:
            read.append((raw, item))
    items = tuple(item for _, item in read)
    structure = Structure(name=_name(published, warnings), items=items, **_rules(published, items))
    printed = _printed([raw for raw, _ in read], structure, published.get("game"))
    numbers = {name: _positive(published, key, warnings) for key, name in _NUMBERS.items()}
    late = _late_registration(published.get("late_registration"), structure, warnings)
    offered = {kind: offers.read(kind, published.get(kind), structure) for kind in offers.KINDS}
    facts: dict[str, Any] = {**numbers, **offered}
    bare = StartingFacts(late_registration=late, set_aside=tuple(set_aside), **facts)
    told = to_sheet(structure, bare)
    facts_kept = {
        key: value for key, value in published.items() if key != "items" and not _same(told.get(key, _ABSENT), value)
    }
    warnings += _misprints(structure, printed)
    warnings += sheet_faults(structure)
    warnings += _slips(structure)
    warnings += _mismatches(published, told)
    warnings += _not_played(published, told, bare)
    return Sheet(structure=structure, facts=replace(bare, kept=facts_kept, printed=printed), warnings=tuple(warnings))


def to_sheet(structure: Structure, facts: StartingFacts) -> dict[str, Any]:
    """Write a structure and its facts as a published sheet; what was kept or set aside comes back as it was."""
    levels = [item for item in structure.items if isinstance(item, Level)]
    first = levels[0].game if levels else "no-limit hold'em"
    game = facts.kept.get("game", SHORT_GAMES.get(first, first))
    minutes = [level.seconds for level in levels]
    items = [{**written, **facts.printed.get(index, {})} for index, written in enumerate(write_items(structure, game))]
    for aside in facts.set_aside:
        items.insert(aside.index, aside.item)
    late = facts.late_registration
    optional = {
        "capacity": facts.player_cap,
        "on_time_bonus": facts.on_time_bonus,
        "ends_after_level": facts.ends_after_level,
        **_published_rules(structure, len(levels)),
        **{kind: _published_offer(kind, structure, facts) for kind in offers.KINDS},
    }
    return {
        "name": structure.name,
        "game": game,
        "starting_stack": facts.starting_stack,
        "seats_per_table": facts.seats_per_table,
        "ante_type": next((SHORT_ANTES[level.ante_type] for level in levels if level.ante), "none"),
        "late_registration": None if late is None else offers.write_close(late, structure),
        **{key: value for key, value in optional.items() if value is not None},
        "level_count": len(levels),
        "total_level_minutes": None if None in minutes else minutes_of(sum(one or 0 for one in minutes)),
        **facts.kept,
        "items": items,
    }


def proposed(sheet: Sheet) -> dict[str, Any]:
    """Return the fields of a tournament's settings that a sheet fixes; prices are the club's to set.

    Deferred chips become add-ons without a price, to be taken until their close.
    """
    facts = sheet.facts
    deferred = facts.deferred_chips
    add_on = facts.add_on or offers.AddOnOffer()
    fields: dict[str, Any] = {
        "title": sheet.structure.name,
        "structure": sheet.structure,
        "starting_stack": facts.starting_stack,
        "seats_per_table": facts.seats_per_table,
        "player_cap": facts.player_cap,
        "on_time_bonus": facts.on_time_bonus,
        "end": EndOfLevel(level=facts.ends_after_level) if facts.ends_after_level else None,
        "re_entries": facts.re_entry.limit_per_player if facts.re_entry else None,
        "add_on_chips": deferred.each_worth if deferred else add_on.chips,
        "add_ons": deferred.pieces if deferred else add_on.limit_per_player,
        "prices": Prices(add_on=0) if deferred else None,
        "windows": Windows(
            late_registration=facts.late_registration,
            re_entry=facts.re_entry.closes if facts.re_entry else None,
            rebuy=facts.rebuy.closes if facts.rebuy else None,
            add_on_deadline=deferred.closes if deferred else add_on.closes,
            add_on_break=add_on.during.number if add_on.during else None,
        ),
    }
    return {name: value for name, value in fields.items() if value is not None}


def _rules(published: Mapping[str, Any], items: Sequence[Item]) -> dict[str, Any]:
    """Return the rules over all levels that a sheet gives in figures, by the structure's fields."""
    rules: dict[str, Any] = {}
    order = published.get("ante_when_short")
    if isinstance(order, str) and order in _ORDERS:
        rules["ante_order"] = _ORDERS[order]
    short = published.get("minutes_when_short")
    if isinstance(short, list | tuple):
        lengths = [_in_seconds(one, _SHORT_LENGTH) for one in short[:10]]
        if None not in lengths and len(lengths) == len(short):
            rules["short_lengths"] = tuple(lengths)
    levels = sum(isinstance(item, Level) for item in items)
    further = published.get("open_ended")
    if isinstance(further, Mapping) and further.get("after_level") == levels:
        added = {
            key.removeprefix("add_"): value for key, value in further.items() if key not in {"after_level", "add_level"}
        }
        if (open_end := _in_seconds(added, _OPEN_END)) is not None:
            rules["open_end"] = open_end
    return rules


def _in_seconds(raw: object, kind: TypeAdapter[Any]) -> Any:
    """Return a rule with its minutes taken as seconds, or None when it is not told in figures."""
    if not isinstance(raw, Mapping):
        return None
    fields = {key: value for key, value in raw.items() if key != "minutes"}
    if "minutes" in raw:
        fields["seconds"] = seconds_of(raw["minutes"])
    try:
        return kind.validate_python(fields)
    except ValidationError:
        return None


def _published_rules(structure: Structure, levels: int) -> dict[str, Any]:
    further = structure.open_end
    return {
        "ante_when_short": None if structure.ante_order is None else _SHORT_ORDERS[structure.ante_order],
        "minutes_when_short": [
            {"players_left": one.players_left, **length(one.seconds)} for one in structure.short_lengths
        ]
        or None,
        "open_ended": None
        if further is None
        else {
            "after_level": levels,
            "add_small_blind": further.small_blind,
            "add_big_blind": further.big_blind,
            **({"add_ante": further.ante} if further.ante else {}),
            **({} if further.seconds is None else length(further.seconds)),
        },
    }


def _published_offer(kind: str, structure: Structure, facts: StartingFacts) -> dict[str, Any] | None:
    offer: offers.AnyOffer | None = getattr(facts, kind)
    return None if offer is None else offers.write(kind, offer, structure)


def _same(one: object, other: object) -> bool:
    """Whether two JSON values are equal, with 1, 1.0 and true told apart."""
    return type(one) is type(other) and one == other


def _printed(raws: Sequence[Mapping[str, Any]], structure: Structure, game: object) -> dict[int, dict[str, Any]]:
    """Return, by item, what the sheet prints and an export of the item alone would not."""
    printed = {}
    for index, (raw, written) in enumerate(zip(raws, write_items(structure, game), strict=True)):
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
    """Return the close of late registration (SEAT-7)."""
    if published in _NOTHING:
        return None
    close = offers.read_close(published, structure) if isinstance(published, Mapping) else None
    if close is None or not isinstance(published, Mapping):
        warnings.append(f"late registration is given in words, set it by hand: {published}")
        return None
    between = "includes_break" in offers.write_close(close, structure)
    if isinstance(close, AfterLevel):
        words = published.get("closes")
        if between and "includes_break" not in published:
            warnings.append(f"late registration is taken to close before the break after level {close.level}: {words}")
        elif stands_before(structure, (position_of_level(structure, close.level) or 0) + 1):
            warnings.append(f"late registration is taken to close when level {close.level} ends, not a day later")
    return close


def _not_played(published: Mapping[str, Any], told: Mapping[str, Any], facts: StartingFacts) -> Iterator[str]:
    """Warn of every key that tells a rule and has no field, and of what has a field and does nothing by itself."""
    for key in sorted(published, key=str):
        value = published[key]
        if key in {"items", "late_registration", *_NUMBERS, *_TOLD} or value in _NOTHING:
            continue
        if key == "house_rules" and isinstance(value, list | tuple):
            yield from (f"a house rule is kept but not played by itself: {rule}" for rule in value)
        elif key in _TYPED and key not in told:
            yield f"{key} is given in words, set it by hand: {value}"
        elif key not in _TYPED:
            yield f"{key} is kept but not played by itself: {value}"
    if facts.rebuy is not None and facts.rebuy.chips not in (None, facts.starting_stack):
        yield f"a rebuy is {facts.rebuy.chips} chips here; the product gives a starting stack"
    if facts.rebuy is not None and facts.rebuy.stack_below not in (None, facts.starting_stack):
        yield f"rebuys are for stacks below {facts.rebuy.stack_below} here; the product's limit is the starting stack"
    if facts.rebuy is not None and facts.rebuy.limit_per_player is not None:
        yield f"rebuys are limited to {facts.rebuy.limit_per_player} a player here; the product counts none"
    if facts.add_on is not None and facts.add_on.by_stack:
        yield "the size of the add-on hangs on the stack here; the product has one size"


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
