"""Many who change their seats at once: what a table's break and a redraw have in common (SEAT-7, SEAT-12)."""

from collections.abc import Iterable
from datetime import datetime

from immutables import Map

from domain import disputes, promises, table_sizes
from domain import events as e
from domain.changes import replace
from domain.events import Chair
from domain.moved import Moved, promised
from domain.state import Tournament
from domain.table_sizes import with_table


def played_at(state: Tournament) -> int:
    """Return the tables with players, those about to be broken included."""
    waiting = (table for table in table_sizes.numbers(state.breaking) if state.tables[table].seats)
    return table_sizes.in_play(state) | table_sizes.mask_of(tuple(waiting))


def locked_at(state: Tournament, table: int) -> int | None:
    """Return an entry that is locked in its seat at a table; None: there is none (SEAT-2)."""
    return min((entry for entry in state.tables[table].seats.values() if state.entries[entry].locked), default=None)


def send(
    state: Tournament, placed: Iterable[tuple[int, Chair]], why: e.MoveReason, *, at: datetime, due_at: datetime | None
) -> Tournament:
    """Return the state with these entries on these chairs; who has kept his has not moved."""
    moved: list[Moved] = []
    for number, to in placed:
        entry = state.entries[number]
        if entry.chair is not None and entry.chair != to:
            moved.append((number, entry.chair, to))
            if entry.status == "pending" and entry.knockout is not None:
                # He who has still to decide lives again where he sits now, not at a table that is gone (KO-5).
                knockout = replace(state.knockouts[entry.knockout], chair=to)
                state = replace(state, knockouts=state.knockouts.set(knockout.number, knockout))
    return promised(state, moved, why, at=at, due_at=due_at)


def close_table(state: Tournament, number: int, at: datetime) -> Tournament:
    """Return the state with an emptied table broken: nothing is known of it any more, nobody is on his way there."""
    state = promises.table_gone(state, number)
    gone = replace(
        state.tables[number],
        seats_at=None,
        broken=True,
        breaking=None,
        deal=None,
        button_drawn=None,
        hand=None,
        newcomers=Map(),
        left=(),
    )
    return replace(
        disputes.evolve_broken(with_table(state, gone), number, at),
        buttons_due=state.buttons_due & ~(1 << number),
        overflow=tuple(table for table in state.overflow if table != number),
    )
