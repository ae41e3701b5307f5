"""Lots that the state itself waits for and no command: what is drawn of, and what comes of it (SEAT-10)."""

from collections.abc import Callable
from dataclasses import dataclass

from domain import advice, first_buttons, first_draw
from domain import events as e
from domain.decisions import Lot
from domain.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """A lot that is wanted: its pools, and the events that follow once they are drawn."""

    pools: tuple[tuple[int, ...], ...]
    drawn: Callable[[Lot], tuple[e.Event, ...]]


def wanted(state: Tournament) -> Errand | None:
    """Return the lot that is wanted next; None: none is.

    One is outstanding at a time.  When it comes, and the state wants the same pools still, its events are recorded;
    else it is voided and the state asks again.
    """
    return _first_draw(state) or _first_buttons(state) or _proposal(state)


def _first_draw(state: Tournament) -> Errand | None:
    if not state.running or state.drawn:
        return None
    plan = first_draw.first_draw(state)
    return Errand(
        pools=first_draw.draw_pools(state, plan),
        drawn=lambda lot: (first_draw.field_seated(state, plan, lot),),
    )


def _first_buttons(state: Tournament) -> Errand | None:
    tables = first_buttons.due(state)
    if not tables:
        return None
    return Errand(
        pools=first_buttons.pools(state, tables),
        drawn=lambda lot: (first_buttons.drawn(tables, lot),),
    )


def _proposal(state: Tournament) -> Errand | None:
    """Return the lot that says who moves where, of a proposal that leaves it to one (SEAT-5)."""
    pools = advice.pools(state)
    return Errand(pools=pools, drawn=lambda lot: advice.drawn(state, lot)) if pools else None
