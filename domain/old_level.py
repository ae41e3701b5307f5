"""The level of a hand: a new level, or a break, holds for a table from its next hand on (CLK-6).

The position in the sheet at which a table's hand began stays with the table until the next one begins.  Tables that do
not report their hands are never behind.
"""

from datetime import datetime

from domain import events as e
from domain.button import SILENT
from domain.changes import replace
from domain.clock import level_time
from domain.state import Tournament
from domain.structure import level_number
from domain.table_sizes import numbers


def step_of_hand(state: Tournament, accepted_at: datetime) -> int:
    """Return the position in the sheet at which a hand begins that was accepted at this instant: maybe the one before.

    A level applies from the hand that begins after it was announced (TDA 23), and a report may come in behind that.
    """
    clock = state.clock
    if clock is None:
        message = "play is on without a clock"
        raise AssertionError(message)
    before_it = clock.came_from is not None and clock.began_at is not None and accepted_at < clock.began_at
    return clock.came_from if before_it and clock.came_from is not None else clock.position


def evolve_started(state: Tournament, event: e.HandStarted) -> Tournament:
    """Apply the beginning of a hand: the table is at the step at which it began."""
    clock = state.clock
    if clock is None:
        message = "a hand began without a clock"
        raise AssertionError(message)
    step = clock.position if event.step is None else event.step
    begun = replace(state.tables[event.table], hand_step=step)
    bit = 1 << event.table
    behind = state.old_level & ~bit if step == clock.position else state.old_level | bit
    return replace(state, tables=state.tables.set(event.table, begun), old_level=behind)


def evolve_moved_on(state: Tournament) -> Tournament:
    """Apply the clock's coming to another step: the tables in a hand that began at another one are behind it."""
    clock = state.clock
    if clock is None or not state.dealing:
        return state
    behind = sum(1 << n for n in numbers(state.dealing) if state.tables[n].hand_step != clock.position)
    return replace(state, old_level=behind)


def hand_level(state: Tournament, table: int) -> int | None:
    """Return the level that a table's hand in progress is played at; None: it is in none."""
    of = state.tables[table]
    return None if of.hand is None or of.hand_step is None else level_number(state.settings.structure, of.hand_step)


def level_of_bust(state: Tournament, table: int, at: datetime) -> int:
    """Return the level of a bust of which nobody says it: that of the table's hand in progress, or of its last one.

    The last one counts while the table reports its hands; of one that does not, or does no more, the level being played
    is taken.
    """
    of = state.tables[table]
    clock = state.clock
    position = 0 if clock is None else clock.position
    if of.hand_step is not None and (of.hand is not None or level_time(state, at) - of.heard <= SILENT):
        position = of.hand_step
    return level_number(state.settings.structure, position)
