"""Values with some of their fields changed: `dataclasses.replace`, several times as quick for a value of many fields.

Each event changes a few of a tournament's fields, one subject after the other, so that most of the time that deciding
took went into copying the others.  Here they are copied without a line of Python for each.
"""

from collections import deque
from dataclasses import fields
from functools import cache
from itertools import repeat
from operator import attrgetter, call
from typing import TYPE_CHECKING, Any

__all__ = ["replace"]

if TYPE_CHECKING:
    # The type checker knows what may be changed of what by the name of the library's function.
    from dataclasses import replace
else:

    @cache
    def _plan(of: type) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
        """Return how all fields of such a value are read at once, and how each is written."""
        names = [field.name for field in fields(of)]
        writers = {name: getattr(of, name).__set__ for name in names}
        one = names[0] if len(names) == 1 else None
        read = (lambda value: (getattr(value, one),)) if one else attrgetter(*names)
        return read, tuple(writers.values()), writers

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a value like this one but for these fields; both are frozen, slotted dataclasses.

        Raises:
            TypeError: it has no such field.
        """
        of = type(value)
        read, writers, by_name = _plan(of)
        if not changes.keys() <= by_name.keys():
            message = f"{of.__name__} has no fields {sorted(changes.keys() - by_name.keys())}"
            raise TypeError(message)
        new = object.__new__(of)
        deque(map(call, writers, repeat(new), read(value)), maxlen=0)
        for name, changed in changes.items():
            by_name[name](new, changed)
        return new
