"""JSON values to typed attributes and back, exactly: what would read back as something else is refused.

The client's own mapping turns every number into a decimal and takes sets; rows hold JSON values and bytes alone.
"""

import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from activities.items.keys import Item

DIGITS = 38
"""Most digits of a number in the store."""
NUMBER_BYTES = 21
"""The most bytes that the store counts for a number."""


class NotStorable(TypeError):
    """The value holds something that no row may hold: a set, a number of more than 38 digits, infinity."""


def to_item(values: Mapping[str, Any]) -> Item:
    """Return the row for JSON values (bytes may be among them); a field that is None is kept as such.

    Raises:
        NotStorable: a value is not one that reads back as it was.
    """
    return {name: _typed(value) for name, value in values.items()}


def _typed(value: Any) -> dict[str, Any]:
    match value:
        case str():
            return {"S": value}
        case bool():
            return {"BOOL": value}
        case int() if abs(value) < 10**DIGITS:
            return {"N": str(value)}
        case None:
            return {"NULL": True}
        case Mapping():
            return {"M": {name: _typed(inner) for name, inner in value.items()}}
        case list() | tuple():
            return {"L": [_typed(inner) for inner in value]}
        case float() if math.isfinite(value) and not value.is_integer():  # half a credit; chips and money are whole
            return {"N": repr(value)}
        case bytes():
            return {"B": value}
        case _:
            raise NotStorable(f"{value!r} cannot be kept in a row")


def from_item(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON values of a row."""
    return {name: _plain(value) for name, value in item.items()}


def _plain(typed: Mapping[str, Any]) -> Any:
    ((kind, held),) = typed.items()
    match kind:
        case "N":
            return _number(held)
        case "NULL":
            return None
        case "M":
            return from_item(held)
        case "L":
            return [_plain(inner) for inner in held]
        case _:
            return held


def _number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        exact = Decimal(text)  # the store may write a large whole number as 1E+20
        return int(exact) if exact == exact.to_integral_value() else float(exact)


def size(item: Mapping[str, Any]) -> int:
    """Return about how many bytes the store counts for a row, never fewer than it does."""
    return sum(len(name.encode()) + _size(value) for name, value in item.items())


def _size(typed: Mapping[str, Any]) -> int:
    ((kind, held),) = typed.items()
    match kind:
        case "S":
            return len(held.encode())
        case "B":
            return len(held)
        case "N":
            return min(NUMBER_BYTES, len(held) // 2 + 2)
        case "M":
            return 3 + len(held) + size(held)
        case "L":
            return 3 + len(held) + sum(map(_size, held))
        case _:
            return 1
