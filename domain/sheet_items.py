"""The items of a published sheet, read into levels, breaks, color-ups and ends of days, and written back."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError

from domain.structure import Break, ColorUp, Item, Level, Stakes, Structure

_GAMES = MappingProxyType(
    {
        "NLHE": "no-limit hold'em",
        "PLO": "pot-limit Omaha",
        "PLO8": "pot-limit Omaha eight or better",
        "limit holdem": "limit hold'em",
        "short deck NLHE": "short deck no-limit hold'em",
    }
)
SHORT_GAMES = MappingProxyType({name: short for short, name in _GAMES.items()})
_ANTES = MappingProxyType({"none": "none", "classic": "classic", "bb": "big_blind", "button": "button"})
SHORT_ANTES = MappingProxyType({name: short for short, name in _ANTES.items()})
_STAKES_KEYS = MappingProxyType(
    {
        "game": "game",
        "small_blind": "small_blind",
        "big_blind": "big_blind",
        "ante": "ante",
        "ante_type": "ante_type",
        "limit_small_bet": "small_bet",
        "limit_big_bet": "big_bet",
        "bring_in": "bring_in",
        "completion": "completion",
    }
)
"""Keys of one game's stakes on a sheet, and the fields they fill."""
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
        "stakes": "stakes",
        "note": "note",
    }
)
"""Keys of a level on a sheet, and the fields they fill.  Games, the ante's type and the minutes are converted."""
_STOP_KEYS = MappingProxyType({"until": "until", "color_up_remove": "color_up", "note": "note"})
"""Keys of what stands between levels on a sheet, and the fields they fill."""
_KINDS = frozenset({"level", "break", "color_up", "day_end", "flight_end"})
_ITEM: TypeAdapter[Item] = TypeAdapter(Item)


def read_item(raw: object, game: str, where: str, warnings: list[str]) -> Item | None:
    """Return the item as the product plays it, or None, with a warning, when it cannot be one."""
    kind = raw.get("kind") if isinstance(raw, Mapping) else None
    if not isinstance(raw, Mapping) or not isinstance(kind, str) or kind not in _KINDS:
        warnings.append(f"{where} ({kind}) is no level, break, color-up or end of a day; set aside")
        return None
    keys = _LEVEL_KEYS if kind == "level" else _STOP_KEYS
    fields: dict[str, Any] = {"kind": kind}
    fields |= {keys[key]: value for key, value in raw.items() if key in keys and value is not None}
    if kind == "level":
        fields["ante_type"] = _ante_type(raw)
        fields["game"] = game_of(fields.get("game", game))
        if isinstance(fields.get("rotation"), list | tuple):
            fields["rotation"] = [game_of(one) if isinstance(one, str) else one for one in fields["rotation"]]
        if isinstance(fields.get("stakes"), list | tuple):
            fields["stakes"] = [_stakes(one) for one in fields["stakes"]]
    if kind in {"level", "break"}:
        fields["seconds"] = seconds_of(raw["minutes"]) if "minutes" in raw else raw.get("seconds")
    elif raw.get("clock") == "stopped" and kind == "color_up":
        fields["clock_stops"] = True
    try:
        return _ITEM.validate_python(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        field_name = ".".join(str(part) for part in first["loc"][1:])
        warnings.append(f"{where} ({kind}) cannot be played, {field_name}: {first['msg']}; set aside")
        return None


def _ante_type(raw: Mapping[str, Any]) -> object:
    """Return the type of the ante; a sheet may print one on the levels before the ante begins."""
    printed = raw.get("ante_type", "none") if raw.get("ante") not in (0, None) else "none"
    return _ANTES.get(str(printed), printed)


def _stakes(raw: object) -> object:
    """Return one game's stakes by the product's names; anything else as it is, for the type to refuse."""
    if not isinstance(raw, Mapping):
        return raw
    fields = {_STAKES_KEYS.get(key, key): value for key, value in raw.items()}
    return fields | {"game": game_of(raw.get("game")), "ante_type": _ante_type(raw)}


def game_of(published: object) -> str:
    """Return a game's full name; a sheet that names none means no-limit hold'em."""
    if not isinstance(published, str) or not published:
        return "no-limit hold'em"
    return _GAMES.get(published, published)


def seconds_of(minutes: object) -> object:
    """Return whole seconds; anything else as it is, for the type to refuse."""
    if isinstance(minutes, bool) or not isinstance(minutes, int | float):
        return minutes
    try:
        seconds = Fraction(minutes) * 60
    except (OverflowError, ValueError):  # not a number, or infinite
        return minutes
    return int(seconds) if seconds.denominator == 1 else minutes


def minutes_of(seconds: int) -> int | float:
    """Return a length in minutes, whole where it is."""
    return seconds // 60 if seconds % 60 == 0 else seconds / 60


def length(seconds: int | None) -> dict[str, int | None]:
    """Return the length as sheets print it, in minutes; in seconds where minutes are not whole."""
    if seconds is None:
        return {"minutes": None}
    return {"minutes": seconds // 60} if seconds % 60 == 0 else {"seconds": seconds}


def write_items(structure: Structure, game: object) -> Iterator[dict[str, Any]]:
    """Write the items in order with their numbers, leaving out what has its usual value."""
    level = 0
    for item in structure.items:
        if isinstance(item, Level):
            level += 1
            yield _published_level(item, level, game)
            continue
        written: dict[str, Any] = {"kind": item.kind, "after_level": level}
        if isinstance(item, Break):
            written |= length(item.seconds)
            written |= {"until": item.until} if item.until else {}
        elif isinstance(item, ColorUp) and item.clock_stops:
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
        "ante_type": SHORT_ANTES[item.ante_type],
        **length(item.seconds),
    }
    if item.game != game_of(game):
        written["game"] = SHORT_GAMES.get(item.game, item.game)
    optional = {
        "limit_small_bet": item.small_bet,
        "limit_big_bet": item.big_bet,
        "bring_in": item.bring_in,
        "completion": item.completion,
        "button_blind": item.button_blind,
        "rotation": [SHORT_GAMES.get(game, game) for game in item.rotation] or None,
        "stakes": [_published_stakes(one) for one in item.stakes] or None,
        "short_antes": [{"players_left": one.players_left, "ante": one.ante} for one in item.short_antes] or None,
        "note": item.note or None,
    }
    return written | {key: value for key, value in optional.items() if value is not None}


def _published_stakes(stakes: Stakes) -> dict[str, Any]:
    written = {key: getattr(stakes, name) for key, name in _STAKES_KEYS.items()}
    written |= {"game": SHORT_GAMES.get(stakes.game, stakes.game), "ante_type": SHORT_ANTES[stakes.ante_type]}
    return {key: value for key, value in written.items() if value not in (None, 0, "none")}
