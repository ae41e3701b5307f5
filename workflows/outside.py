"""What the state wants done outside, beside lots: ballots counted, prizes credited; one thing at a time.

It is tried until it is done or the state wants something else instead.  What was begun may then be done all the same,
and nobody hears of it: whoever does such work has to be safe against it.  What is refused for good stands where
operators see it, until they have mended what it hangs on or the state wants something else.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import assert_never

from temporalio import workflow
from temporalio.exceptions import ActivityError

with workflow.unsafe.imports_passed_through():
    from domain import desk
    from domain.journal import BallotRequest, BallotResult, CreditRequest, CreditResult, Done, Work
    from domain.state import Tournament
from workflows.patience import LARGE, QUICK, SLOW, UNHURRIED, UNTIL_DONE

_DONE_BY = {"ballots": "count_ballots", "credits": "credit_prizes"}
"""The activity that does a kind of work."""

_ANSWERS: Mapping[str, type[Done]] = {"ballots": BallotResult, "credits": CreditResult}
"""What it answers with."""

UNTOLD = "its answer could not be recorded"
"""Why work stands on whose answer a rule broke."""


class Outside:
    """Knows what is wanted, what is under way, and what is not to be asked for again as it was."""

    def __init__(self) -> None:
        self.under_way: Work | None = None
        self.since: datetime | None = None
        self._fruitless: Work | None = None
        self._reason = ""
        self._looked_up: tuple[Tournament | None, Work | None] = (None, None)

    def wanted(self, state: Tournament | None) -> Work | None:
        """Return what the state wants done next; looked up once for each state."""
        if self._looked_up[0] is not state:
            self._looked_up = (state, desk.work(state) if state is not None else None)
        return self._looked_up[1]

    def to_do(self, state: Tournament | None) -> bool:
        """Return whether there is something to begin with, or to go on with."""
        wanted = self.wanted(state)
        return self.under_way is not None or (wanted is not None and wanted != self._fruitless)

    def superseded(self, state: Tournament | None) -> bool:
        """Return whether the state wants something else than what is under way."""
        wanted = self.wanted(state)
        return wanted is not None and wanted != self.under_way

    def begin(self, state: Tournament | None, now: datetime) -> Work | None:
        """Return what to do, which is under way from now on: what a history before left undone comes first."""
        self.under_way = self.under_way or self.wanted(state)
        self.since = now
        return self.under_way

    def let_go(self) -> None:
        """Have nothing under way any more."""
        self.under_way = self.since = None

    def stand(self, request: Work, reason: str = "") -> None:
        """Do not ask for this again as it was: it left nothing on record, or for `reason` it never will."""
        self._fruitless, self._reason = request, reason

    def try_again(self) -> None:
        """Ask once more for what stands."""
        self._fruitless, self._reason = None, ""

    def fault(self, state: Tournament | None) -> str:
        """Return what is wanted and will not be done, with the reason; empty: nothing stands."""
        wanted = self.wanted(state)
        return f"{told(wanted)}: {self._reason}" if wanted and wanted == self._fruitless and self._reason else ""

    def shown(self) -> str:
        """Return what is under way and since when; empty: nothing is."""
        return f"{told(self.under_way)}, since {self.since:%H:%M:%S} UTC" if self.under_way and self.since else ""


def attempt(request: Work) -> workflow.ActivityHandle[Done]:
    """Have work done, again and again until it is or is refused for good."""
    large = isinstance(request, CreditRequest) and len(request.credits) >= LARGE
    return workflow.start_activity(
        _DONE_BY[request.kind],
        request,
        result_type=_ANSWERS[request.kind],
        start_to_close_timeout=SLOW if large else QUICK,
        retry_policy=UNTIL_DONE if isinstance(request, BallotRequest) else UNHURRIED,
        summary=told(request),
    )


def why(error: ActivityError) -> str:
    """Return why work was refused for good, in words without what was asked for."""
    cause = error.cause
    return getattr(cause, "message", "") or type(cause).__name__


def told(request: Work) -> str:
    """Return what is to be done as operators read it: nobody's name, no amount."""
    match request:
        case BallotRequest():
            return f"Ballots of vote {request.vote}"
        case CreditRequest():
            return f"Credit {len(request.credits)} players, version {request.version}"
        case _ as missing:
            assert_never(missing)
