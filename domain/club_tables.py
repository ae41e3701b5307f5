"""The club's tables: how many can be used, and which of them opens next (SEAT-6)."""

from domain import table_sizes
from domain.settings import Settings
from domain.state import Tournament

_SPOKEN = 12
"""So many numbers of a list are said aloud."""


def spoken(settings: Settings) -> str:
    """Return which tables there are, as the floor says it."""
    if not settings.table_numbers:
        return f"tables go from 1 to {settings.tables}"
    numbers = sorted(settings.table_numbers)
    more = f" and {len(numbers) - _SPOKEN} more" if len(numbers) > _SPOKEN else ""
    return f"the tables are {', '.join(map(str, numbers[:_SPOKEN]))}{more}"


def usable(state: Tournament) -> int:
    """Return how many tables the club has without the broken ones, which are used again only when reopened (SEAT-7)."""
    return state.settings.table_count - state.broken.bit_count()


def room(state: Tournament) -> int:
    """Return how many chairs there are at these tables, those not opened yet included."""
    cap = state.settings.seats_per_table
    other = table_sizes.numbers(state.resized & ~state.broken)
    return usable(state) * cap + sum(table_sizes.seats_at(state, table) - cap for table in other)


def to_open(state: Tournament) -> int:
    """Return the tables of which one opens by lot when no chair is free, as bits; 0: there is none.

    They are those that were never used and those that were reopened and not played at since; a table that everybody has
    left opens again only when there is no other.
    """
    opened = state.broken | state.breaking
    for tables in state.sizes:
        opened |= tables
    emptied = state.sizes[0] & ~table_sizes.full(state, 0) if state.sizes else 0
    unused = table_sizes.mask_of(tuple(state.settings.club_tables)) & ~opened
    return unused | emptied & state.buttons_due or emptied
