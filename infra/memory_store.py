"""A store in memory for rehearsals: the workflow's activities without tables, as strict about order as the real ones.

What the real store does beyond this, transactions and rows in pieces among it, is no matter of an evening's course.
"""

from collections.abc import Callable
from typing import Any

from temporalio import activity
from temporalio.exceptions import ApplicationError, ApplicationErrorCategory

from domain.events import GENESIS, Recorded, chain, from_text
from domain.evolve import evolve
from domain.ids import CommandId, TournamentId
from domain.journal import (
    BallotRequest,
    BallotResult,
    CreditRequest,
    CreditResult,
    Flush,
    FlushResult,
    LotRequest,
    LotResult,
    Outcome,
    StoredSnapshot,
)
from domain.run import Recall, Recalled
from domain.state import Tournament

Row = dict[str, Any]


def _down() -> ApplicationError:
    # benign: it is meant, and is no news for the worker's log
    return ApplicationError("the store is down", type="StoreDown", category=ApplicationErrorCategory.BENIGN)


class MemoryStore:
    """One tournament's journal, rows, outcomes and snapshot; `down` makes it refuse every write."""

    def __init__(self, lots: Callable[[LotRequest], LotResult]) -> None:
        self.lots = lots
        self.down = False
        self.texts: list[str] = []
        self.hashes: list[str] = [GENESIS]
        self.head: Row = {}
        self.entries: dict[int, Row] = {}
        self.tables: dict[int, Row] = {}
        self.outcomes: dict[CommandId, Outcome] = {}
        self.ledger: dict[int, CreditResult] = {}
        self.snapshot: StoredSnapshot | None = None
        self.state: Tournament | None = None

    @property
    def recorded(self) -> tuple[Recorded, ...]:
        """The events, in order."""
        return tuple(map(from_text, self.texts))

    @property
    def activities(self) -> list[Callable[..., Any]]:
        """What a worker runs in the place of the real activities."""
        return [self.write, self.recall, self.answer, self.count, self.credit, self.store, self.load]

    @activity.defn(name="write_journal")
    async def write(self, flush: Flush) -> FlushResult:
        """Take the events that follow on what is there, the rows and the outcomes; all or nothing.

        Raises:
            ApplicationError: to be retried while the store is down; not to be retried when it holds other events.
        """
        if self.down:
            raise _down()
        stored = len(self.texts)
        if stored < flush.prev:
            return FlushResult(status="behind", stored=stored, hash=self.hashes[-1])
        hashes = [flush.prev_hash]
        for text in flush.events:
            hashes.append(chain(hashes[-1], text))
        common = min(stored, flush.prev + len(flush.events))
        if flush.events and self.hashes[common] != hashes[common - flush.prev]:
            raise ApplicationError("the store holds other events", type="JournalConflict", non_retryable=True)
        for text, end in zip(flush.events[stored - flush.prev :], hashes[stored - flush.prev + 1 :], strict=True):
            self.texts.append(text)
            self.hashes.append(end)
            self.state = evolve(self.state, from_text(text))
        self.head = flush.head or self.head
        self.entries.update({row["entry"]: row for row in flush.entries})
        self.tables.update({row["table"]: row for row in flush.tables})
        for outcome in flush.outcomes:
            self.outcomes.setdefault(outcome.command_id, outcome)
        return FlushResult(status="written", stored=len(self.texts), hash=self.hashes[-1])

    @activity.defn(name="recall_journal")
    async def recall(self, about: Recall) -> Recalled:
        """Return the events after number `about.after`, and the outcomes that are stored."""
        known = about.after < len(self.hashes)
        found = tuple(self.outcomes[command_id] for command_id in about.commands if command_id in self.outcomes)
        return Recalled(
            hash=self.hashes[about.after] if known else None, events=tuple(self.texts[about.after :]), outcomes=found
        )

    @activity.defn(name="draw_lot")
    async def answer(self, request: LotRequest) -> LotResult:
        """Return the lot."""
        return self.lots(request)

    @activity.defn(name="count_ballots")
    async def count(self, request: BallotRequest) -> BallotResult:
        """Answer as if everybody who has voted had said deal: a rehearsal has no ballots."""
        return BallotResult(vote=request.vote, deal=set(request.voters) <= set(request.cast))

    @activity.defn(name="credit_prizes")
    async def credit(self, request: CreditRequest) -> CreditResult:
        """Write a version of the credits, and return the first that was written.

        Raises:
            ApplicationError: to be retried, while the store is down.
        """
        if self.down:
            raise _down()
        written = CreditResult(version=request.version, results=request.results, credits=request.credits)
        return self.ledger.setdefault(request.version, written)

    @activity.defn(name="store_snapshot")
    async def store(self, snapshot: StoredSnapshot) -> None:
        """Keep the last state of a tournament that is over.

        Raises:
            ApplicationError: to be retried, while the store is down.
        """
        if self.down:
            raise _down()
        self.snapshot = snapshot

    @activity.defn(name="load_snapshot")
    async def load(self, tournament: TournamentId) -> StoredSnapshot | None:
        """Return the last state, None when there is none."""
        kept = self.snapshot
        return kept if kept is not None and kept.tournament == tournament else None
