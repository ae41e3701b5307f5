"""The Sit & Go: it starts by itself, a countdown after the last place was taken (LIFE-5)."""

from datetime import datetime, timedelta

from domain import events as e
from domain.changes import replace
from domain.state import Tournament


def full(state: Tournament) -> bool:
    """Return whether this is a Sit & Go with every place taken, and paid for where that comes first, and not begun."""
    terms = state.settings.sit_and_go
    taken = terms is not None and state.registered >= terms.players and not state.unpaid
    return taken and state.status == "registration_open"


def stops(state: Tournament) -> tuple[e.Event, ...]:
    """Return the end of a countdown while which a place became free, or after which the settings ask for more."""
    return () if state.countdown is None or full(state) else (e.CountdownStopped(),)


def begins(state: Tournament, at: datetime) -> tuple[e.Event, ...]:
    """Return the countdown of a Sit & Go that has just become full."""
    terms = state.settings.sit_and_go
    if terms is None or state.countdown is not None or not full(state):
        return ()
    return (e.CountdownStarted(starts_at=at + timedelta(seconds=terms.countdown_seconds)),)


def evolve_countdown(state: Tournament, starts_at: datetime | None) -> Tournament:
    """Apply the beginning of a countdown, or with None its end."""
    return replace(state, countdown=starts_at)
