"""Who sits without having come: the map of the absent, kept apart so that no command scans the field (NOSH-2)."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from domain.changes import replace
from domain.clock import level_time
from domain.maps import HELD
from domain.state import Tournament


def away(state: Tournament, numbers: Iterable[int], at: datetime) -> Tournament:
    """Return the state with these entries among the absent.

    While nobody was absent no orbit was counted: those that ended by now are gone, and so is the wait for the absent.
    """
    absent = state.absent.mutate()
    for number in numbers:
        absent[number] = HELD
    held = replace(state, absent=absent.finish())
    if state.absent or not held.absent:
        return held
    ran, orbit, wait = level_time(state, at), state.settings.orbit_minutes, state.settings.absent_minutes
    return replace(
        held,
        orbits=max(state.orbits, ran // timedelta(minutes=orbit) if orbit else 0),
        absence_over=state.absence_over or (wait is not None and ran >= timedelta(minutes=wait)),
    )


def here(state: Tournament, numbers: Iterable[int]) -> Tournament:
    """Return the state with these entries no longer among the absent: come, out, or struck."""
    absent = state.absent.mutate()
    for number in numbers:
        absent.pop(number, None)
    return replace(state, absent=absent.finish())
