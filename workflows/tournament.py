"""One tournament as a durable workflow: an inbox of commands, one timer, an outbox to the journal.

Five coroutines share the state and never change it across an `await`: the desk takes commands in the order in which
they were signalled, the clock waits for the next deadline, the publisher has lines written, the lots are fetched one
at a time, and so is what else the state wants done outside.  A store or a vault that is down holds up neither the clock
nor a decision.

What is written may be written before the server has taken note of the task in which it was decided: a worker that dies
in between leaves lines in the store that no history knows.  Every write tells the store where it should stand, so this
is noticed, and the store's lines are adopted (`Outbox.adopt`).
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NoReturn

from temporalio import workflow
from temporalio.common import RawValue
from temporalio.exceptions import ActivityError, ApplicationError, FailureError, is_cancelled_exception

with workflow.unsafe.imports_passed_through():
    from domain import desk, snapshot
    from domain.commands import Asked
    from domain.deadlines import Deadline, next_deadline
    from domain.decisions import Lot
    from domain.events import Recorded
    from domain.ids import CommandId
    from domain.journal import (
        Done,
        Flush,
        FlushResult,
        LotRequest,
        LotResult,
        Outcome,
        StoredSnapshot,
        Work,
    )
    from domain.run import (
        Carried,
        Closed,
        Drawing,
        Opening,
        Position,
        Recall,
        Recalled,
        Run,
        Told,
        carried_from_text,
        carried_to_text,
    )
    from domain.state import Tournament
    from workflows import answers, outside
    from workflows.envelope import Unreadable, read, take
    from workflows.outbox import Outbox, StoreDiffers, after
    from workflows.outside import UNTOLD, Outside
    from workflows.patience import AT_ONCE, BURST, LARGE, LOCAL, QUICK, SLOW, UNTIL_DONE
    from workflows.shown import details, found_by

CONFLICT = "JournalConflict"
"""Kind of the refusal that says that the store holds other events in this place."""

CLEAR_FAULT = "clear_fault"
"""The one signal that is no command: an operator has mended the store, go on."""

LULL = timedelta(seconds=1)
"""A run makes room for the next when no command came for so long: one that comes in the same moment costs a replay."""

KNOWN = timedelta(hours=2)
"""For how long a command's id is known here; after that its outcome row tells the door (CMD-1)."""


class NotWritten(Exception):
    """The store refused a write for good; `kind` says why."""

    def __init__(self, cause: ApplicationError) -> None:
        super().__init__(cause.message)
        self.kind = cause.type


@workflow.defn(name="Tournament")
class TournamentWorkflow:
    """Waits, asks the domain, has the answer written down.  It knows no poker."""

    @workflow.init
    def __init__(self, run: Run) -> None:
        """Set everything up: signals may come before `run` begins."""
        self.about = run
        self.state: Tournament | None = None
        self.inbox: deque[Told] = deque()
        self.waiting: deque[Told] = deque()
        self.drawing: Drawing | None = None
        self.outside = Outside()
        self.looked_at = (-1, -1)
        self.looking = False
        self.known: dict[CommandId, datetime] = {}
        self.unreadable = 0
        self.outbox = Outbox(tournament=run.tournament, club=run.club)
        self.fault = ""
        self.refused: deque[Outcome] = deque()
        self.stuck: Deadline | None = None
        self.closing = False
        if run.carried is not None:
            self._take_over(run.carried)

    @workflow.signal(
        dynamic=True, description="A command of the floor or a player; the signal's name is the command's."
    )
    def receive(self, name: str, args: Sequence[RawValue]) -> None:
        """Put a command into the inbox; whether it can be read shows when its turn comes."""
        self.inbox.append(take(name, args))

    @workflow.query(description="The outcome of a command that was given lately.")
    def verdict(self, command_id: str) -> Outcome | None:
        """Return what became of a command; None while it waits, when it never came, or when it is long past."""
        return self.outbox.outcomes.get(command_id)

    @workflow.run
    async def run(self, run: Run) -> Closed:
        """Run the tournament until it is over, or until this run's history is long enough."""
        if run.opening is not None:
            self._open(run.opening)
        elif run.carried is None and not await self._resume():
            workflow.logger.error("nothing is stored of tournament %s", run.tournament)
        self._show()
        clock = asyncio.create_task(self._clock())
        lots = asyncio.create_task(self._lots())
        work = asyncio.create_task(self._work())
        publisher = asyncio.create_task(self._publisher())
        over = await self._desk([clock, lots, work, publisher])
        self.closing = True
        if self.drawing is not None:
            lots.cancel()
        if self.outbox.pending:
            publisher.cancel()
        for task in (clock, lots, work, publisher):
            await _ended(task)
        await workflow.wait_condition(workflow.all_handlers_finished)
        if not over or self.inbox:
            self._begin_anew()
        return Closed(tournament=run.tournament, seq=self.outbox.written.seq, hash=self.outbox.written.hash)

    # ------------------------------------------------------------------------------------------------ begin and leave

    def _open(self, opening: Opening) -> None:
        """Open a new tournament, or refuse its settings; the outcome goes to the journal either way."""
        answer = answers.opened(self.about.tournament, self.about.club, opening)
        outcome = answers.of_opening(opening, answer)
        if isinstance(answer, desk.Stepped):
            self._record(answer.state, answer.recorded, outcome)
        else:
            self._record(None, (), outcome)
        self.known[opening.command_id] = opening.at

    def _take_over(self, carried: Carried) -> None:
        self.state = snapshot.load(carried.state) if carried.state else None
        self.outbox.written = carried.written
        self.outbox.base = None if carried.unwritten else self.state
        self.outbox.kept.extend(carried.kept)
        self.outbox.kept_from = carried.kept_from
        self.outbox.outcomes = {
            line.outcome.command_id: line.outcome for line in carried.kept if line.outcome is not None
        }
        self.outbox.take_over(carried.unwritten, self.state)
        self.known = dict(carried.known)
        self.waiting.extend(carried.waiting)
        self.drawing = carried.drawing
        self.outside.under_way = carried.working
        self.unreadable = carried.unreadable

    def _carried(self) -> Carried:
        unwritten = tuple(entered.line for entered in self.outbox.pending)
        ours = {line.outcome.command_id for line in unwritten if line.outcome is not None}
        recent = workflow.now() - KNOWN
        return Carried(
            state=snapshot.dump(self.state) if self.state is not None else "",
            written=self.outbox.written,
            unwritten=unwritten,
            kept=tuple(self.outbox.kept),
            kept_from=self.outbox.kept_from,
            known={command_id: at for command_id, at in self.known.items() if at >= recent or command_id in ours},
            waiting=tuple(self.waiting),
            drawing=self.drawing,
            working=self.outside.under_way,
            unreadable=self.unreadable,
        )

    async def _resume(self) -> bool:
        """Take a tournament that is over up again; false when nothing of it is stored."""
        stored: StoredSnapshot | None = await workflow.execute_activity(
            "load_snapshot",
            self.about.tournament,
            result_type=StoredSnapshot | None,  # type: ignore[arg-type]
            start_to_close_timeout=SLOW,
            retry_policy=UNTIL_DONE,
            summary="Take the tournament up again",
        )
        if stored is not None:
            self._take_over(carried_from_text(stored.text))
        return stored is not None

    async def _put_away(self) -> None:
        """Store the last state, for what may still come (LIFE-11)."""
        if self.state is None:
            return
        text = carried_to_text(self._carried())
        try:
            await workflow.execute_activity(
                "store_snapshot",
                StoredSnapshot(tournament=self.about.tournament, seq=self.state.seq, text=text),
                start_to_close_timeout=SLOW,
                retry_policy=UNTIL_DONE,
                summary="Put the tournament away",
            )
        except ActivityError as error:
            await self._stand(f"the last state cannot be stored: {error.cause}")

    def _begin_anew(self) -> NoReturn:
        """Go on with a new history.  Nothing waits from the last look into the inbox to the end of this one."""
        while self.inbox:
            self._take(self.inbox.popleft())
        about = self.about
        workflow.continue_as_new(
            Run(tournament=about.tournament, club=about.club, limits=about.limits, carried=self._carried()),
            initial_versioning_behavior=workflow.ContinueAsNewVersioningBehavior.AUTO_UPGRADE,
        )

    @property
    def _idle(self) -> bool:
        """Whether nothing is under way."""
        busy = self.inbox or self.outbox.pending or self.waiting or self.drawing or self.outside.under_way or self.fault
        return not busy

    def _over(self) -> bool:
        if not self._idle or self.state is None:
            return self._idle
        outside_is_done = not self.outside.to_do(self.state) and not self.outside.fault(self.state)
        return self.state.over and outside_is_done and desk.errand(self.state) is None

    def _must_leave(self) -> bool:
        return workflow.info().get_current_history_length() >= self.about.limits.hard

    def _may_leave(self) -> bool:
        if self._must_leave():
            return True
        if self.outbox.pending or self.drawing is not None or self.outside.under_way is not None or self.fault:
            return False
        info = workflow.info()
        renewed = info.is_target_worker_deployment_version_changed() and not (self.state and self.state.running)
        return (
            info.get_current_history_length() >= self.about.limits.soft
            or info.is_continue_as_new_suggested()
            or renewed
        )

    async def _lull(self) -> bool:
        """Return whether no command comes for a while."""
        try:
            await workflow.wait_condition(
                lambda: bool(self.inbox), timeout=LULL, timeout_summary="A quiet moment to begin a new history"
            )
        except TimeoutError:
            return True
        return False

    # ------------------------------------------------------------------------------------------------ the desk

    async def _desk(self, others: Sequence[asyncio.Task[None]]) -> bool:
        """Take commands until the tournament is over (true) or this run must make room for the next (false)."""
        while True:
            await workflow.wait_condition(
                lambda: bool(self.inbox) or self._over() or self._may_leave() or any(other.done() for other in others)
            )
            for other in others:
                _raise_if_dead(other)
            while self.inbox:
                self._take(self.inbox.popleft())
            self._show()
            if self._over():
                await self._put_away()
                if self._over():
                    return True
            elif self._may_leave() and (self._must_leave() or await self._lull()):
                return False

    def _take(self, told: Told) -> None:
        """Answer one signal."""
        if told.name == CLEAR_FAULT:
            self.fault = ""
            self.outside.try_again()
            return
        asked = read(told)
        command_id = asked.command_id or self._next_unreadable()
        if command_id in self.known:
            self._tell_again(command_id)
        elif self.fault:
            self.refused.append(answers.turned_away(asked, command_id, self.state, self._last_at()))
        elif isinstance(asked, Unreadable):
            self.known[command_id] = asked.accepted_at or self._last_at()
            refusal = answers.malformed(asked, command_id, self._last_at())
            self._record(self.state, (), refusal, told if asked.command_id else None)
        else:
            self.known[command_id] = asked.accepted_at
            if self._decide(told, asked) is not None:
                self.waiting.append(told)

    def _decide(self, told: Told, asked: Asked, lot: Lot | None = None) -> desk.Waiting | None:
        """Decide one command, or return what it waits for.

        A rule that breaks on the command refuses this one, and the evening goes on.
        """
        if self.state is None:
            self._record(None, (), answers.turned_away(asked, asked.command_id, None, self._last_at()), told)
            return None
        try:
            answer = desk.apply(self.state, asked, workflow.now(), lot)
            if isinstance(answer, desk.Waiting):
                if answer.recorded:
                    self._record(answer.state, answer.recorded)
                return answer
            # An instant ahead of us counts as now, and now is another one should this task be done again.
            ahead = asked.accepted_at > workflow.now()
            self._record(answer.state, answer.recorded, answer.outcome, told, unsettled=ahead)
        except Exception:  # noqa: BLE001 - whatever a bug in a rule raises
            workflow.logger.exception("a rule broke on the command %s", told.name)
            self._record(self.state, (), desk.failed(asked, self._last_at()), told)
        return None

    def _record(
        self,
        state: Tournament | None,
        recorded: Sequence[Recorded],
        outcome: Outcome | None = None,
        told: Told | None = None,
        *,
        unsettled: bool = False,
    ) -> None:
        """Have it written, then let it be so: a line that cannot be made leaves the state as it was."""
        at = max(workflow.now(), self._last_at())
        self.outbox.enter(state, recorded, outcome, at=at, told=told, unsettled=unsettled)
        self.state = state

    def _tell_again(self, command_id: CommandId) -> None:
        """Have an outcome written once more: whoever repeats a command found none, so the store may have lost it."""
        outcome = self.outbox.outcomes.get(command_id)
        pending = any(
            entered.line.outcome is not None and entered.line.outcome.command_id == command_id
            for entered in self.outbox.pending
        )
        if outcome is not None and not pending:
            self.outbox.enter(self.state, (), outcome, at=workflow.now())

    def _next_unreadable(self) -> CommandId:
        self.unreadable += 1
        return f"unreadable-{self.unreadable}"

    def _last_at(self) -> datetime:
        return self.state.last_at if self.state is not None else workflow.info().workflow_start_time

    # ------------------------------------------------------------------------------------------------ the clock

    async def _clock(self) -> None:
        """Give time its turn at each deadline; wakes when it moves, never for a command."""
        while not self.closing:
            due = self._due()

            def moved(due: Deadline | None = due) -> bool:
                return self.closing or self._due() != due

            if due is None:
                await workflow.wait_condition(moved)
            elif (left := due.at - workflow.now()) > timedelta(0):
                try:
                    await workflow.wait_condition(moved, timeout=left, timeout_summary=due.reason)
                except TimeoutError:
                    self._elapse(due)
            else:
                self._elapse(due)

    def _due(self) -> Deadline | None:
        due = next_deadline(self.state) if self.state is not None else None
        return None if due == self.stuck else due

    def _elapse(self, due: Deadline) -> None:
        """Let happen what is due; a rule that breaks on it stops this deadline, not the evening."""
        if self.state is None:
            return
        try:
            stepped = desk.elapse(self.state, due.at)
            self._record(stepped.state, stepped.recorded)
        except Exception:  # noqa: BLE001 - whatever a bug in a rule raises
            workflow.logger.exception("a rule broke when %s was due", due.reason)
            self.stuck = due
        self._show()

    # ------------------------------------------------------------------------------------------------ lots

    async def _lots(self) -> None:
        """Fetch lots, one at a time: those the state waits for first, then those of commands, as they came."""
        while True:
            await workflow.wait_condition(lambda: self.closing or (not self.looking and self._lot_wanted()))
            if self.closing:
                return
            self.drawing = self.drawing or self._next_drawing()
            if self.drawing is None:
                continue
            result = await workflow.execute_activity(
                "draw_lot",
                self.drawing.request,
                result_type=LotResult,
                start_to_close_timeout=QUICK,
                retry_policy=UNTIL_DONE,
                summary=_spoken(self.drawing.request),
            )
            # What is decided while the store is asked may have to be decided again; a lot is used once.
            await workflow.wait_condition(lambda: not self.looking or self.closing)
            drawing, self.drawing = self.drawing, None
            self._drawn(drawing, result)

    def _lot_wanted(self) -> bool:
        """Return whether to look for a lot to fetch: one is under way, or something changed since nothing was found."""
        return self.drawing is not None or (self.state is not None and self._look() != self.looked_at)

    def _look(self) -> tuple[int, int]:
        return (self.state.seq if self.state is not None else 0, len(self.waiting))

    def _next_drawing(self) -> Drawing | None:
        """Return the next lot to fetch; a command that does not need its lot any more is decided on the way."""
        if self.state is None:
            return None
        self.looked_at = self._look()
        request = desk.errand(self.state)
        if request is not None:
            return Drawing(request=request)
        if not self.waiting:
            return None
        told = self.waiting.popleft()
        waiting = self._decide(told, _asked(told))
        if waiting is None:
            return None
        if waiting.request is None:
            self.waiting.appendleft(told)
            return None
        return Drawing(request=waiting.request, told=told)

    def _drawn(self, drawing: Drawing, result: LotResult) -> None:
        """Do with a lot what it was fetched for."""
        if drawing.told is not None:
            lot = desk.lot_of(drawing.request, result)
            if self._decide(drawing.told, _asked(drawing.told), lot) is not None:
                self.waiting.appendleft(drawing.told)
        elif self.state is not None:
            try:
                stepped = desk.run_errand(self.state, drawing.request, result, workflow.now())
                self._record(stepped.state, stepped.recorded)
            except Exception:  # noqa: BLE001 - whatever a bug in a rule raises
                workflow.logger.exception("a rule broke on lot %d", drawing.request.number)
        self._show()

    # ------------------------------------------------------------------------------------------------ outside work

    async def _work(self) -> None:
        """Have done outside what the state wants done there."""
        while True:
            await workflow.wait_condition(lambda: self.closing or (not self.looking and self.outside.to_do(self.state)))
            if self.closing:
                return
            if (request := self.outside.begin(self.state, workflow.now())) is None:
                continue
            self._show()
            attempt = outside.attempt(request)
            if await self._comes(attempt):
                await self._worked(request, attempt)
            elif not self.closing:
                self.outside.let_go()

    async def _comes(self, attempt: workflow.ActivityHandle[Done]) -> bool:
        """Return whether an answer comes; else nobody waits for it now: this run is closing, or all has changed."""
        await workflow.wait_condition(
            lambda: attempt.done() or self.closing or (not self.looking and self.outside.superseded(self.state))
        )
        if attempt.done():
            return True
        attempt.cancel()
        await _ended(attempt)
        return False

    async def _worked(self, request: Work, attempt: workflow.ActivityHandle[Done]) -> None:
        """Record what came of outside work, or let operators see that nothing will."""
        try:
            result = await attempt
        except ActivityError as error:
            workflow.logger.error("%s is refused for good", outside.told(request))
            self.outside.stand(request, outside.why(error))
        else:
            await workflow.wait_condition(lambda: not self.looking or self.closing)
            self._done(request, result)
        self.outside.let_go()
        self._show()

    def _done(self, request: Work, result: Done) -> None:
        if self.state is None:
            return
        try:
            stepped = desk.run_work(self.state, request, result, workflow.now())
            self._record(stepped.state, stepped.recorded)
        except Exception:  # noqa: BLE001 - whatever a bug in a rule raises
            workflow.logger.exception("a rule broke on what came of %s", request.kind)
            self.outside.stand(request, UNTOLD)
        else:
            if not stepped.recorded:
                self.outside.stand(request)

    # ------------------------------------------------------------------------------------------------ the publisher

    async def _publisher(self) -> None:
        """Have lines written, in order, as long as there are any."""
        while True:
            await workflow.wait_condition(lambda: bool(self.outbox.pending) or bool(self.refused) or self.closing)
            if self.refused:
                await self._publish_refusals()
            elif self.outbox.pending:
                await self._publish()
            else:
                return

    async def _publish(self) -> None:
        lines = self.outbox.batch()
        flush = self.outbox.flush(lines)
        try:
            inside = len(lines) <= BURST and not any(entered.unsettled for entered in lines)
            result = await self._write(flush, inside=inside)
        except NotWritten as refused:
            if refused.kind == CONFLICT:
                await self._look_again()
            else:
                await self._stand(str(refused))
            return
        stands = Position(seq=result.stored, hash=result.hash)
        if result.status == "behind":
            try:
                self.outbox.send_again(stands, self.state)
            except StoreDiffers as differs:
                await self._stand(str(differs))
            return
        expected = after(self.outbox.written, flush.events)
        if stands != expected:
            message = f"the store ends at {stands}, but what was decided here ends at {expected}"
            raise workflow.NondeterminismError(message)
        self.outbox.note_written(len(lines), workflow.now())

    async def _write(self, flush: Flush, *, inside: bool = True) -> FlushResult:
        """Return what the store said to a write.

        Written inside the task if it may be and that goes at once, else by an activity of its own, until the store is
        back.

        Raises:
            NotWritten: the store refused it for good.
        """
        result: FlushResult
        small = len(flush.entries) + len(flush.tables) <= LARGE
        if inside and small:
            try:
                result = await workflow.execute_local_activity(
                    "write_journal",
                    flush,
                    result_type=FlushResult,
                    start_to_close_timeout=LOCAL,
                    schedule_to_close_timeout=LOCAL,
                    retry_policy=AT_ONCE,
                )
                return result
            except FailureError as error:  # one inside the task comes as it was raised, not wrapped
                _raise_if_final(error)
        try:
            result = await workflow.execute_activity(
                "write_journal",
                flush,
                result_type=FlushResult,
                start_to_close_timeout=QUICK if small else SLOW,
                retry_policy=UNTIL_DONE,
                summary=f"Events {flush.prev + 1} to {flush.prev + len(flush.events)}",
            )
            return result
        except ActivityError as error:
            _raise_if_final(error)
            raise

    async def _look_again(self) -> None:
        """Ask the store what it holds in the place of our lines, and go on from there."""
        asked_from = self.outbox.known_from
        self.looking = True
        found = await workflow.execute_activity(
            "recall_journal",
            Recall(tournament=self.about.tournament, after=asked_from, commands=tuple(self._unwritten())),
            result_type=Recalled,
            start_to_close_timeout=SLOW,
            retry_policy=UNTIL_DONE,
            summary="What does the journal hold?",
        )
        try:
            adopted = self.outbox.adopt(found, asked_from)
        except StoreDiffers as differs:
            self.looking = False
            await self._stand(str(differs))
            return
        self.state = adopted.state
        self.looked_at = (-1, -1)
        self.looking = False
        answered = {outcome.command_id for outcome in adopted.answered}
        self.waiting = deque(told for told in self.waiting if read(told).command_id not in answered)
        for told in reversed(adopted.again):
            command_id = read(told).command_id
            if command_id is not None:
                self.known.pop(command_id, None)
            self.inbox.appendleft(told)
        self._show()

    def _unwritten(self) -> list[CommandId]:
        """Return the commands whose outcomes the store is not known to hold."""
        pending = [entered.line.outcome.command_id for entered in self.outbox.pending if entered.line.outcome]
        waiting = [command_id for told in self.waiting if (command_id := read(told).command_id) is not None]
        return pending + waiting

    async def _stand(self, fault: str) -> None:
        """Write nothing but refusals until an operator has mended the store and says so."""
        workflow.logger.error("%s: %s", self.about.tournament, fault)
        self.fault = fault
        self._show()
        while self.fault and not self.closing:
            await workflow.wait_condition(lambda: not self.fault or bool(self.refused) or self.closing)
            if self.refused:
                await self._publish_refusals()
        self._show()

    async def _publish_refusals(self) -> None:
        """Write the outcomes of commands that were turned away; they belong to no place in the journal."""
        refused, self.refused = list(self.refused), deque()
        flush = Flush(
            tournament=self.about.tournament,
            club=self.about.club,
            prev=0,
            prev_hash=Position().hash,
            events=[],
            head=None,
            entries=[],
            tables=[],
            outcomes=refused,
        )
        try:
            await self._write(flush)
        except NotWritten as not_written:
            workflow.logger.error("%s: %d refusals are not written: %s", flush.tournament, len(refused), not_written)

    # ------------------------------------------------------------------------------------------------ for operators

    def _show(self) -> None:
        """Let operators find the tournament and see how it stands (OPS-1); costs an event only where that changed."""
        stands = self.outside.fault(self.state)
        wanted = found_by(self.about, self.state, fault=bool(self.fault or stands))
        shown = workflow.info().typed_search_attributes
        changes = [pair.key.value_set(pair.value) for pair in wanted if shown.get(pair.key) != pair.value]
        if changes:
            workflow.upsert_search_attributes(changes)
        workflow.set_current_details(
            details(self.state, self.fault, len(self.outbox.pending), outside=self.outside.shown(), stands=stands)
        )


def _raise_if_dead(task: asyncio.Task[None]) -> None:
    """Raise when a coroutine has died: unseen, the tournament would just stop doing its part.

    A failure of an activity would close the tournament for good; this fails the task only, loudly and again and again,
    until a build that knows better takes over.
    """
    error = task.exception() if task.done() else None
    if isinstance(error, FailureError):
        raise RuntimeError(str(error)) from error  # noqa: TRY004 - a failure of an activity is no wrong type
    if error is not None:
        raise error


async def _ended(task: asyncio.Task[Any]) -> None:
    """Return when a coroutine has ended; that it was told to is no fault."""
    try:
        await task
    except BaseException as error:
        if not is_cancelled_exception(error):
            raise


def _asked(told: Told) -> Asked:
    """Return a command that was read before."""
    asked = read(told)
    if isinstance(asked, Unreadable):
        message = f"the command {told.name} could be read before"
        raise TypeError(message)
    return asked


def _raise_if_final(error: FailureError) -> None:
    """Raise where trying again does not help: the run is closing, or the store refused for good."""
    if is_cancelled_exception(error):
        raise error
    cause = error.cause if isinstance(error, ActivityError) else error
    if isinstance(cause, ApplicationError) and cause.non_retryable:
        raise NotWritten(cause) from error


def _spoken(request: LotRequest) -> str:
    match request.purpose:
        case "commit":
            return "Make the seed of the draws"
        case "reveal":
            return "Reveal the seed of the draws"
        case _:
            return f"Draw lot {request.number}"
