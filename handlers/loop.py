"""One event loop per process, kept between requests: the Temporal client lives on it, and waits end on time in it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")

_runner = asyncio.Runner()


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """Do the work and return its result."""
    return _runner.run(work)


async def within(seconds: float, call: Callable[[], _T]) -> _T:
    """Return what a blocking call gives, unless it takes longer than `seconds`.

    The call itself goes on in its thread until its own limits end it; only the wait for it ends.

    Raises:
        TimeoutError: it took longer.
    """
    return await asyncio.wait_for(asyncio.to_thread(call), seconds)
