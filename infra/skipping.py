"""How far a server that skips time may be told to skip."""

from collections.abc import Iterable
from datetime import datetime, timedelta

WALK = timedelta(milliseconds=150)
"""Time that is waited for rather than skipped: skipping takes about as long."""


def landing(timers: Iterable[datetime], until: datetime) -> datetime:
    """Return the last instant up to `until` that can be skipped to: no timer goes off there or shortly before.

    A server that is told to skip to such an instant may not see that it has come there before the timer is done, and
    then skips to the next timer.
    """
    for at in sorted(timers, reverse=True):
        if until - WALK < at <= until:
            until = at - WALK
    return until
