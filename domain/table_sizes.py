"""How many sit where, as bit masks: of 600 tables the fullest is found without looking at one of them.

`Tournament.sizes[n]` is the set of the tables with n players, bit t for table t, 0 for those that are open and empty.
Broken tables, those about to be, and those never opened are in none.
"""

from collections.abc import Iterator, Sequence

from domain.changes import replace
from domain.state import Table, Tournament


def lowest(mask: int) -> int | None:
    """Return the lowest number in a set of tables; None when there is none."""
    return (mask & -mask).bit_length() - 1 if mask else None


def numbers(mask: int) -> Iterator[int]:
    """Yield the numbers in a set of tables, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def mask_of(tables: tuple[int, ...]) -> int:
    """Return the set of these tables."""
    mask = 0
    for table in tables:
        mask |= 1 << table
    return mask


def seats_at(state: Tournament, table: int) -> int:
    """Return how many chairs a table has: its own number, else the setting's (SEAT-8)."""
    placed = state.tables.get(table)
    own = None if placed is None else placed.seats_at
    return state.settings.seats_per_table if own is None else own


def full(state: Tournament, size: int) -> int:
    """Return which tables with this many players have no chair left; one that is kept for somebody is none."""
    mask = state.sizes[size] if size < len(state.sizes) else 0
    if not mask:
        return 0
    kept = mask_of(
        tuple(
            number
            for number in numbers(mask & state.reserving)
            if size + len(state.tables[number].reserved) >= seats_at(state, number)
        )
    )
    ordinary = mask & ~state.resized if size >= state.settings.seats_per_table else 0
    own = mask_of(tuple(number for number in numbers(mask & state.resized) if size >= seats_at(state, number)))
    return ordinary | own | kept


def in_play(state: Tournament) -> int:
    """Return the tables with players."""
    mask = 0
    for tables in state.sizes[1:]:
        mask |= tables
    return mask


def fullest(state: Tournament) -> tuple[int, int]:
    """Return the most players that sit at any table, and the tables where so many do; (0, 0): nobody sits."""
    for size in range(len(state.sizes) - 1, 0, -1):
        if state.sizes[size]:
            return size, state.sizes[size]
    return 0, 0


def emptiest(state: Tournament) -> tuple[int, int]:
    """Return the fewest players at a table with players, and the tables where so few sit; (0, 0): nobody sits."""
    for size, tables in enumerate(state.sizes[1:], start=1):
        if tables:
            return size, tables
    return 0, 0


def roomiest(state: Tournament) -> tuple[int, int]:
    """Return as `emptiest` does, among the tables that have a chair left."""
    for size, tables in enumerate(state.sizes[1:], start=1):
        if free := tables & ~full(state, size):
            return size, free
    return 0, 0


def free_seats(state: Tournament) -> int:
    """Return how many chairs are free at the tables with players, and kept for nobody."""
    cap = state.settings.seats_per_table
    free = sum((cap - size) * tables.bit_count() for size, tables in enumerate(state.sizes) if size)
    playing = in_play(state)
    kept = sum(len(state.tables[number].reserved) for number in numbers(state.reserving & playing))
    return free + sum(seats_at(state, number) - cap for number in numbers(state.resized & playing)) - kept


def with_table(state: Tournament, table: Table) -> Tournament:
    """Return the state with this table, its size and what else is counted of the tables kept true."""
    return with_tables(state, (table,))


def with_tables(state: Tournament, tables: Sequence[Table]) -> Tournament:
    """Return the state with these tables, as `with_table` does for one; for a whole field it is much cheaper."""
    theirs = mask_of(tuple(table.number for table in tables))
    sizes = [mask & ~theirs for mask in state.sizes]
    resized, broken, breaking = state.resized & ~theirs, state.broken & ~theirs, state.breaking & ~theirs
    in_play = state.tables_in_play
    with state.tables.mutate() as changed:
        for table in tables:
            before = state.tables.get(table.number)
            size = len(table.seats)
            in_play += bool(size) - bool(before and before.seats)
            changed[table.number] = table
            bit = 1 << table.number
            if table.broken:
                broken |= bit
            elif table.breaking is None:
                sizes.extend([0] * (size + 1 - len(sizes)))
                sizes[size] |= bit
            if table.breaking is not None:
                breaking |= bit
            if table.seats_at is not None:
                resized |= bit
        placed = changed.finish()
    return replace(
        state,
        tables=placed,
        sizes=tuple(sizes),
        resized=resized,
        broken=broken,
        breaking=breaking,
        tables_in_play=in_play,
    )
