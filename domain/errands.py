"""Lots that the state itself waits for and no command: what is drawn of, and what comes of it (SEAT-10)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from domain import advice, balancing, breaking, first_buttons, first_draw, mystery, prize_lines, redraws
from domain import events as e
from domain.decisions import Lot
from domain.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """A lot that is wanted: its pools, and the events that follow once they are drawn, at that instant."""

    pools: tuple[tuple[int, ...], ...]
    drawn: Callable[[Lot, datetime], tuple[e.Event, ...]]


def wanted(state: Tournament) -> Errand | None:
    """Return the lot that is wanted next; None: none is.

    One is outstanding at a time.  When it comes, and the state wants the same pools still, its events are recorded;
    else it is voided and the state asks again.
    """
    return (
        _first_draw(state)
        or _redraw(state)
        or _break(state)
        or _first_buttons(state)
        or _proposal(state)
        or _tied_lines(state)
        or _last_mystery_draw(state)
    )


def _first_draw(state: Tournament) -> Errand | None:
    if not state.running or state.drawn:
        return None
    plan = first_draw.first_draw(state)
    return Errand(
        pools=first_draw.draw_pools(state, plan),
        drawn=lambda lot, _: (first_draw.field_seated(state, plan, lot),),
    )


def _first_buttons(state: Tournament) -> Errand | None:
    tables = first_buttons.due(state)
    if not tables:
        return None
    return Errand(
        pools=first_buttons.pools(state, tables),
        drawn=lambda lot, _: (first_buttons.drawn(tables, lot),),
    )


def _proposal(state: Tournament) -> Errand | None:
    """Return the lot that says who moves where, of a proposal that leaves it to one (SEAT-5)."""
    pools = advice.pools(state)
    return Errand(pools=pools, drawn=lambda lot, _: balancing.drawn(state, lot)) if pools else None


def _break(state: Tournament) -> Errand | None:
    """Return the lot by which the players of a table are seated elsewhere, once it has no hand any more (SEAT-7)."""
    plan = breaking.ready(state)
    if plan is None:
        return None
    return Errand(pools=plan.pools, drawn=lambda lot, at: breaking.broken(state, plan, lot, at))


def _redraw(state: Tournament) -> Errand | None:
    """Return the lot that draws seats anew, once no hand is in progress (SEAT-8, SEAT-12)."""
    plan = redraws.ready(state)
    return None if plan is None else Errand(pools=plan.pools, drawn=lambda lot, at: redraws.drawn(state, plan, lot, at))


def _tied_lines(state: Tournament) -> Errand | None:
    """Return the lot that says what each of the players who tied wins (PRZ-1)."""
    ties = prize_lines.ties(state)
    if not ties:
        return None
    return Errand(
        pools=tuple(tie.entries for tie in ties),
        drawn=lambda lot, _: (prize_lines.drawn(state, ties, lot),),
    )


def _last_mystery_draw(state: Tournament) -> Errand | None:
    """Return the lot of a mystery draw that was still owed at the finish (KO-7)."""
    due = mystery.last_draw(state)
    if due is None:
        return None
    knockout, left = due
    return Errand(pools=(left,), drawn=lambda lot, _: (mystery.opened(state, knockout, lot),))
