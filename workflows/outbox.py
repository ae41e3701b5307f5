"""What is still to be written, what was written lately, and where the journal stands.

Lines go out in order, in flushes that one transaction can hold.  A line that was written is kept for ten minutes: a
store that was brought back older than the workflow, from a backup or by the death of its process, is written again
from where it stands.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from domain import views
from domain.events import GENESIS, Recorded, chain, from_text, to_text
from domain.evolve import evolve
from domain.ids import ClubId, CommandId, TournamentId
from domain.journal import Flush, Outcome
from domain.run import Line, Position, Recalled, Told
from domain.state import Tournament

ROWS = 90
"""Rows of one flush, so that it is one transaction; a single line may have more and is then written in steps."""

EVENTS = 50
"""Events of one flush, so that a row of the log stays small."""

KEEP = timedelta(minutes=10)
"""For how long written lines are kept."""


class StoreDiffers(Exception):
    """The store holds other events than were written, or lacks some that are not kept any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A line in the outbox and the rows that it changed; `state` is the one right after it, where that is known.

    `unsettled`: it was decided by the time of the task, so it must not be written before the server knows of that task.
    """

    line: Line
    state: Tournament | None = None
    rows: views.Rows | None = None
    unsettled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopted:
    """What the store knew better: the state it leads to, the commands it answered, and those to be decided again."""

    state: Tournament
    answered: tuple[Outcome, ...]
    again: tuple[Told, ...]


@dataclass(slots=True, kw_only=True)
class Outbox:
    """The lines of one tournament on their way to the journal.

    Attributes:
        written: where the journal stands.
        base: the state there, where that is known.
        pending: lines to be written, in order.
        kept: lines written lately, in order.
        kept_from: the place before the first of them.
        outcomes: those of the commands in `pending` and `kept`.
    """

    tournament: TournamentId
    club: ClubId
    written: Position = field(default_factory=Position)
    base: Tournament | None = None
    pending: deque[Entered] = field(default_factory=deque)
    kept: deque[Line] = field(default_factory=deque)
    kept_from: Position = field(default_factory=Position)
    outcomes: dict[CommandId, Outcome] = field(default_factory=dict)

    def enter(
        self,
        state: Tournament | None,
        recorded: Sequence[Recorded],
        outcome: Outcome | None,
        *,
        at: datetime,
        told: Told | None = None,
        unsettled: bool = False,
    ) -> None:
        """Put a line at the end: what one decision, or time, recorded, and `state` after it."""
        seq = state.seq if state is not None else 0
        line = Line(
            first=seq + 1 - len(recorded),
            at=at,
            events=tuple(map(to_text, recorded)),
            outcome=outcome,
            told=told,
        )
        rows = views.rows(state, recorded) if state is not None and recorded else None
        self._put(Entered(line=line, state=state, rows=rows, unsettled=unsettled))

    def take_over(self, lines: Iterable[Line], state: Tournament | None) -> None:
        """Put lines that a run before this one left unwritten at the end, with rows as they read today."""
        for line in lines:
            self._put(_reading_today(line, state))

    def _put(self, entered: Entered) -> None:
        self.pending.append(entered)
        if entered.line.outcome is not None:
            self.outcomes[entered.line.outcome.command_id] = entered.line.outcome

    def batch(self) -> list[Entered]:
        """Return the next lines that one transaction can hold, at least one."""
        lines: list[Entered] = []
        entries: set[int] = set()
        tables: set[int] = set()
        events = outcomes = 0
        for entered in self.pending:
            if entered.rows is not None:
                entries |= entered.rows.entries.keys()
                tables |= entered.rows.tables.keys()
            events += len(entered.line.events)
            outcomes += entered.line.outcome is not None
            if lines and (len(entries) + len(tables) + outcomes > ROWS or events > EVENTS):
                break
            lines.append(entered)
        return lines

    def flush(self, lines: Iterable[Entered]) -> Flush:
        """Return the write of these lines, which are the first of those pending."""
        head: views.Row | None = None
        terms: views.Row | None = None
        entries: dict[int, views.Row] = {}
        tables: dict[int, views.Row] = {}
        events: list[str] = []
        outcomes: dict[CommandId, Outcome] = {}  # one that was asked for again may stand in two lines
        for entered in lines:
            if entered.rows is not None:
                head = entered.rows.head
                terms = entered.rows.terms or terms
                entries |= entered.rows.entries
                tables |= entered.rows.tables
            events += entered.line.events
            if entered.line.outcome is not None:
                outcomes[entered.line.outcome.command_id] = entered.line.outcome
        return Flush(
            tournament=self.tournament,
            club=self.club,
            prev=self.written.seq,
            prev_hash=self.written.hash,
            events=events,
            head=head,
            entries=list(entries.values()),
            tables=list(tables.values()),
            outcomes=list(outcomes.values()),
            terms=terms,
            exact=True,
        )

    def note_written(self, count: int, now: datetime) -> None:
        """Take note that the first `count` lines are written, and forget what was kept long enough."""
        for _ in range(count):
            entered = self.pending.popleft()
            self.kept.append(replace(entered.line, told=None))
            self.written = after(self.written, entered.line.events)
            if entered.line.events:
                self.base = entered.state
        while self.kept and self.kept[0].at < now - KEEP:
            line = self.kept.popleft()
            self.kept_from = after(self.kept_from, line.events)
            if line.outcome is not None:
                self.outcomes.pop(line.outcome.command_id, None)

    def send_again(self, stands: Position, state: Tournament | None) -> None:
        """Take note that the store ends at `stands`: what it lacks is pending again, with rows as they read today.

        Raises:
            StoreDiffers: some of what it lacks is not kept any more, or it holds other events.
        """
        at = self.kept_from
        if stands.seq < at.seq or (stands.seq == at.seq and stands.hash != at.hash):
            raise StoreDiffers(f"the store ends at event {stands.seq}; lines are kept from event {at.seq + 1} on")
        there: list[Line] = []
        lacking: list[Line] = []
        for line in self.kept:
            count = min(len(line.events), max(0, stands.seq - at.seq))
            reached = after(at, line.events[:count])
            if count and reached.seq == stands.seq and reached.hash != stands.hash:
                raise StoreDiffers(f"the store holds another event {stands.seq}")
            if count == len(line.events) and (count or at.seq < stands.seq):
                there.append(line)
            elif count:
                there.append(replace(line, events=line.events[:count], outcome=None))
                lacking.append(replace(line, first=line.first + count, events=line.events[count:]))
            else:
                lacking.append(line)
            at = after(reached, line.events[count:])
        self.kept = deque(there)
        self.pending.extendleft(_reading_today(line, state) for line in reversed(lacking))
        self.written, self.base = stands, None

    @property
    def known_from(self) -> int:
        """The number of the event after which the store must be asked to know better: 0 when only all of it helps."""
        return self.written.seq if self.base is not None else 0

    def adopt(self, found: Recalled, known_from: int) -> Adopted:
        """Take what the store holds beyond `written` for what happened, in the place of what is pending.

        A worker can die after it has written and before the server has taken note.  Whoever decides again then may
        see more than the dead one saw, and decide in another order.  The floor has had the first answers: they stand.

        Args:
            found: the store's events after event `known_from`, and the outcomes of commands that are pending here.
            known_from: as `known_from` said when the store was asked.

        Raises:
            StoreDiffers: the store holds other events than were written.
        """
        at = Position(seq=known_from, hash=found.hash or GENESIS)
        state = self.base if known_from else None
        if known_from == self.written.seq and at != self.written:
            raise StoreDiffers(f"the store holds another event {known_from}")
        outcomes = {outcome.command_id: outcome for outcome in found.outcomes}
        lines: list[Line] = []
        for text in found.events:
            recorded = from_text(text)
            state = evolve(state, recorded)
            at = after(at, (text,))
            if at.seq == self.written.seq and at.hash != self.written.hash:
                raise StoreDiffers(f"the store holds another event {at.seq}")
            if at.seq > self.written.seq:
                outcome = outcomes.get(recorded.cause)
                ends = outcome is not None and outcome.last == at.seq
                lines.append(Line(first=at.seq, at=recorded.at, events=(text,), outcome=outcome if ends else None))
        if state is None or at.seq <= self.written.seq:
            raise StoreDiffers(f"the store refused event {self.written.seq + 1} and holds none")
        pending = [entered.line for entered in self.pending]
        self.pending.clear()
        self.kept.extend(lines)
        self.written, self.base = at, state
        self.outcomes |= outcomes
        again: list[Told] = []
        for line in pending:
            if line.outcome is None or line.outcome.command_id in outcomes:
                continue  # time and lots take their turn anew
            if line.told is None:
                self._put(Entered(line=replace(line, first=at.seq + 1)))
            else:
                del self.outcomes[line.outcome.command_id]
                again.append(line.told)
        return Adopted(state=state, answered=found.outcomes, again=tuple(again))


def _reading_today(line: Line, state: Tournament | None) -> Entered:
    if state is None or not line.events:
        return Entered(line=line)
    return Entered(line=line, rows=views.rows(state, map(from_text, line.events)))


def after(position: Position, texts: Iterable[str]) -> Position:
    """Return the place in the journal after these events."""
    seq, end = position.seq, position.hash
    for text in texts:
        seq, end = seq + 1, chain(end, text)
    return Position(seq=seq, hash=end)
