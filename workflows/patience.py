"""How long the shell waits for what is done outside, and how often it asks again."""

from datetime import timedelta

from temporalio.common import RetryPolicy

AT_ONCE = RetryPolicy(maximum_attempts=1)
UNTIL_DONE = RetryPolicy(
    initial_interval=timedelta(milliseconds=200), backoff_coefficient=2.0, maximum_interval=timedelta(seconds=5)
)
"""For what others wait for: an outage of any length costs five seconds more at most."""

UNHURRIED = RetryPolicy(
    initial_interval=timedelta(milliseconds=200), backoff_coefficient=2.0, maximum_interval=timedelta(seconds=30)
)
"""For what nobody at the tables waits for; it may fail for days until somebody has looked."""

LOCAL = timedelta(seconds=3)
"""How long a write may take inside the task that decided it; the clock and new commands wait for it."""

QUICK = timedelta(seconds=8)
"""How long one attempt of an activity may take; a worker killed in the middle of it costs as much."""

SLOW = timedelta(minutes=2)
"""The same for one that moves a whole field or a whole tournament."""

LARGE = 500
"""Rows from which on a write is not tried inside the task, and may take its time."""

BURST = 16
"""Lines up to which a write is tried inside the task: meanwhile the server holds signals back, a hundred at most."""
