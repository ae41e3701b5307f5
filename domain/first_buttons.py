"""The first button of a table for which the first draw drew none: one of those who sit there, by lot (SEAT-3).

So it is for a field whose chairs were all named, and for a table that opens later, as soon as two sit at it.
"""

from datetime import datetime, timedelta

from immutables import Map

from domain import events as e
from domain import table_sizes
from domain.changes import replace
from domain.clock import level_time
from domain.decisions import Lot
from domain.state import Tournament


def due(state: Tournament) -> tuple[int, ...]:
    """Return the tables whose first button is to be drawn now, but for those that have told theirs meanwhile."""
    if not state.buttons_due or not state.running or not state.drawn or state.ended_at is not None:
        return ()
    playing = 0
    for tables in state.sizes[2:]:
        playing |= tables
    waiting = (state.tables[number] for number in table_sizes.numbers(state.buttons_due & playing))
    return tuple(table.number for table in waiting if table.deal is None and table.hand is None)


def pools(state: Tournament, tables: tuple[int, ...]) -> e.Pools:
    """Return the lot's pools: for each table the seats at which somebody sits."""
    return tuple(tuple(sorted(state.tables[table].seats)) for table in tables)


def drawn(tables: tuple[int, ...], lot: Lot) -> e.ButtonsDrawn:
    """Return the buttons that a lot gives: at each table the first seat in the order drawn."""
    buttons = tuple((table, order[0]) for table, order in zip(tables, lot.orders, strict=True))
    return e.ButtonsDrawn(lot=lot.number, pools=lot.pools, buttons=buttons)


def evolve_drawn(state: Tournament, event: e.ButtonsDrawn, at: datetime) -> Tournament:
    """Apply the draw of buttons."""
    return with_buttons(state, event.buttons, at)


def with_buttons(state: Tournament, buttons: tuple[e.Chair, ...], at: datetime) -> Tournament:
    """Return the state with these first buttons, (table, seat), drawn; where the button was before counts no more."""
    heard = timedelta(0) if state.clock is None else level_time(state, at)
    with state.tables.mutate() as tables:
        for table, seat in buttons:
            tables[table] = replace(tables[table], deal=None, button_drawn=seat, heard=heard, newcomers=Map(), left=())
        done = tables.finish()
    drawn_for = table_sizes.mask_of(tuple(table for table, _ in buttons))
    return replace(state, tables=done, buttons_due=state.buttons_due & ~drawn_for)
