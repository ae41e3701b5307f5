"""The floor's desk: one command or one instant at a time, from the state to what is recorded.

The workflow and the rehearsal both work through these functions and nothing else, so that they cannot differ.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain import ballots, consequences, deadlines, deals, errands, ledger
from domain import events as e
from domain.changes import replace
from domain.commands import Asked, PreviewedCommand, Role
from domain.decide import decide
from domain.decisions import Context, Decision, Lot, Rejection, Unchanged, Wanted, refuse
from domain.evolve import evolve
from domain.ids import ClubId, CommandId, TournamentId
from domain.journal import BallotRequest, BallotResult, CreditResult, Done, LotRequest, LotResult, Outcome, Work
from domain.lifecycle import faults_refused
from domain.profiles import PROFILES
from domain.settings import Settings
from domain.state import Tournament

CLOCK = "clock"
"""The cause of what time did."""
LOT = "lot"
"""The cause of what a lot brought that no command waited for."""
WORK = "work"
"""The cause of what was done outside at the state's wish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped:
    """The state after something, and the events recorded on the way."""

    state: Tournament
    recorded: tuple[e.Recorded, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """A command's answer: the state after it, the events recorded (time's own before it included), the outcome."""

    state: Tournament
    recorded: tuple[e.Recorded, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A command that cannot be decided before a lot is drawn.

    `request` is the lot to fetch; None: it waits for the first draw.  When its turn comes it is applied again, with the
    lot if one was fetched for it.  `state` and `recorded` hold what time did meanwhile and a lot that went to waste.
    """

    state: Tournament
    recorded: tuple[e.Recorded, ...]
    request: LotRequest | None


def create(
    tournament: TournamentId,
    club: ClubId,
    settings: Settings,
    *,
    command_id: CommandId,
    actor: str,
    role: Role,
    at: datetime,
) -> Stepped | Rejection:
    """Return a new draft, or why its settings cannot be played (LIFE-1, LIFE-3)."""
    if refusal := faults_refused(settings):
        return refusal
    created = e.TournamentCreated(
        tournament=tournament, club=club, settings=settings, profile=PROFILES[settings.profile]
    )
    recorded = e.Recorded(seq=1, at=at, cause=command_id, actor=actor, role=role, event=created)
    return Stepped(state=evolve(None, recorded), recorded=(recorded,))


class _Record:
    """Events being recorded one after the other, each applied before the next is thought of."""

    def __init__(self, state: Tournament) -> None:
        self.state = state
        self.recorded: list[e.Recorded] = []

    def add(
        self, events: tuple[e.Event, ...], at: datetime, cause: str, actor: str = "", role: Role | Literal[""] = ""
    ) -> None:
        """Record these events at an instant, never before the event before them, and what follows from each."""
        at = max(at, self.state.last_at)
        for event in events:
            self._one(event, at, cause, actor, role)
        while more := deadlines.consequences(self.state, at):
            for event in more:
                self._one(event, at, cause, actor, role)

    def _one(self, event: e.Event, at: datetime, cause: str, actor: str, role: Role | Literal[""]) -> None:
        recorded = e.Recorded(seq=self.state.seq + 1, at=at, cause=cause, actor=actor, role=role, event=event)
        self.state = evolve(self.state, recorded)
        self.recorded.append(recorded)

    def elapse(self, until: datetime) -> None:
        """Record what is due up to an instant, each thing at its own instant."""
        while (due := deadlines.next_deadline(self.state)) is not None and due.at <= until:
            at = max(due.at, self.state.last_at)
            before = self.state.seq
            self.add(deadlines.on_deadline(self.state, due, at), at, CLOCK)
            if self.state.seq == before:
                message = f"nothing came of the deadline {due.reason}"
                raise AssertionError(message)

    def stepped(self) -> Stepped:
        """Return what has been recorded."""
        return Stepped(state=self.state, recorded=tuple(self.recorded))


def elapse(state: Tournament, until: datetime) -> Stepped:
    """Let time do what is due up to an instant, each thing at its own instant, in order."""
    record = _Record(state)
    record.elapse(until)
    return record.stepped()


def apply(state: Tournament, asked: Asked, now: datetime, lot: Lot | None = None) -> Applied | Waiting:
    """Decide one command at the desk.

    Time has its turn first: what is due up to the accepted instant happens before the command (CMD-4, WIN-6).  The
    command's events carry the later of the accepted instant and the last event's; an instant ahead of `now` counts as
    `now`.  A preview is decided and applied beside the record, which it leaves as it is (AUD-5).  A lot that was
    fetched and is no longer wanted is voided on record.

    Args:
        state: the tournament.
        asked: the command with its envelope.
        now: the caller's own time.
        lot: the lot fetched for this command, if it waited for one.
    """
    accepted = min(asked.accepted_at, now)
    at = max(accepted, state.last_at)
    record = _Record(state)
    record.elapse(at)
    context = Context(
        at=max(at, record.state.last_at),
        accepted_at=accepted,
        actor=asked.actor,
        role=asked.role,
        lot=lot,
    )
    decision = decide(record.state, asked.command, context)
    if isinstance(decision, Wanted) and isinstance(asked.command, PreviewedCommand) and asked.command.preview:
        decision = decide(record.state, asked.command, replace(context, lot=_any_lot(record.state, decision)))
    if isinstance(decision, Wanted):
        _void_unused(record, lot, context.at)
        return Waiting(
            state=record.state,
            recorded=tuple(record.recorded),
            request=_request(record.state, decision),
        )
    first = record.state.seq + 1
    rejection = decision if isinstance(decision, Rejection) else None
    note, changed = _carry_out(record, asked, decision, context.at)
    last = record.state.seq
    _void_unused(record, lot, context.at)
    record.elapse(context.at)
    outcome = Outcome(
        command_id=asked.command_id,
        name=asked.command.kind,
        actor=asked.actor,
        role=asked.role,
        accepted_at=asked.accepted_at,
        at=context.at,
        status="accepted" if rejection is None else "rejected",
        first=first if last >= first else None,
        last=last if last >= first else None,
        rejection=rejection,
        note=note,
        consequences=changed,
    )
    return Applied(state=record.state, recorded=tuple(record.recorded), outcome=outcome)


def _carry_out(record: _Record, asked: Asked, decision: Decision, at: datetime) -> tuple[str, consequences.Data | None]:
    """Record what was decided, a preview beside the record; return the note, and what a correction changes (AUD-5).

    What it changes is told to whoever asks for it, or says that he has seen it: it takes a look at everybody.
    """
    if not isinstance(decision, tuple):
        return (decision.note if isinstance(decision, Unchanged) else ""), None
    command = asked.command
    if not isinstance(command, PreviewedCommand) or not (command.preview or command.seen):
        record.add(decision, at, asked.command_id, asked.actor, asked.role)
        return "", None
    before = record.state
    under = _Record(before) if command.preview else record
    under.add(decision, at, asked.command_id, asked.actor, asked.role)
    note = "a preview: nothing has changed" if command.preview else ""
    return note, consequences.of(before, under.state)


def _any_lot(state: Tournament, wanted: Wanted) -> Lot:
    """Return a lot as it might be drawn, for a preview: which seat somebody gets is none of its lines."""
    return Lot(number=state.lots + 1, pools=wanted.pools, orders=wanted.pools)


def _request(state: Tournament, wanted: Wanted) -> LotRequest | None:
    if state.status == "draft":
        return LotRequest(tournament=state.id, number=0, purpose="commit")
    if not wanted.pools:
        return None
    return LotRequest(tournament=state.id, number=state.lots + 1, purpose="draw", pools=wanted.pools)


def _void_unused(record: _Record, lot: Lot | None, at: datetime) -> None:
    """Put a drawn lot that no event used on record, so that its number is never drawn for anything else."""
    if lot is not None and lot.number > record.state.lots:
        record.add((e.LotVoided(number=lot.number),), at, LOT)


def lot_of(request: LotRequest, result: LotResult) -> Lot:
    """Return a fetched lot as a command's context takes it."""
    return Lot(
        number=request.number,
        pools=request.pools,
        orders=result.orders,
        commitment=result.commitment,
    )


def errand(state: Tournament) -> LotRequest | None:
    """Return the lot that the state itself waits for, or after the end the seed's reveal (SEAT-10)."""
    if (wanted := errands.wanted(state)) is not None:
        return LotRequest(tournament=state.id, number=state.lots + 1, purpose="draw", pools=wanted.pools)
    ended = state.status in {"finished", "cancelled"}
    if ended and state.commitment is not None and not state.seed_revealed:
        return LotRequest(tournament=state.id, number=0, purpose="reveal")
    return None


def run_errand(state: Tournament, request: LotRequest, result: LotResult, now: datetime) -> Stepped:
    """Record what a lot brought that the state waited for; what is due by then happens before it.

    A draw whose pools are no longer wanted (a void, a cancellation) is voided; the state then asks again.
    """
    record = _Record(state)
    at = max(now, state.last_at)
    record.elapse(at)
    if request.purpose == "reveal" and result.seed is not None:
        record.add((e.SeedRevealed(seed=result.seed),), at, LOT)
    elif request.purpose == "draw":
        lot = lot_of(request, result)
        wanted = errands.wanted(record.state)
        if wanted is not None and wanted.pools == request.pools:
            record.add(wanted.drawn(lot, at), at, LOT)
        _void_unused(record, lot, at)
    record.elapse(at)
    return record.stepped()


def malformed(
    command_id: CommandId,
    name: str,
    *,
    actor: str,
    role: str,
    accepted_at: datetime,
    at: datetime,
    path: str,
    reason: str,
) -> Outcome:
    """Return the recorded rejection of something that is no command (CMD-3)."""
    return Outcome(
        command_id=command_id,
        name=name,
        actor=actor,
        role=role,
        accepted_at=accepted_at,
        at=at,
        status="rejected",
        rejection=refuse("CMD-1", "malformed", f"{path}: {reason}" if path else reason, "mend the field", field=path),
    )


def failed(asked: Asked, at: datetime) -> Outcome:
    """Return the outcome of a command on which a rule broke: that one is refused, the evening goes on."""
    return Outcome(
        command_id=asked.command_id,
        name=asked.command.kind,
        actor=asked.actor,
        role=asked.role,
        accepted_at=asked.accepted_at,
        at=at,
        status="rejected",
        rejection=refuse("CMD-3", "internal_error", "this command could not be decided", "tell the operator"),
    )


def work(state: Tournament) -> Work | None:
    """Return what the state wants done outside next, None when nothing is; asked anew whenever the state changes."""
    return ballots.request(state) or ledger.request(state)


def run_work(state: Tournament, request: Work, result: Done, now: datetime) -> Stepped:
    """Record what came of outside work; what is due by then happens before it.

    What the state does not wait for any more leaves nothing on record.

    Args:
        state: the tournament.
        request: what was asked for.
        result: its answer.
        now: the caller's own time.
    """
    record = _Record(state)
    at = max(now, state.last_at)
    record.elapse(at)
    if isinstance(result, CreditResult):
        record.add(ledger.recorded(record.state, result), at, WORK)
    elif request == ballots.request(record.state):
        record.add(deals.counted(record.state, result, at), at, WORK)
    record.elapse(at)
    return record.stepped()


def worked(request: Work) -> Done:
    """Return what the outside answers when all goes well and nothing was written before, as in a rehearsal."""
    if isinstance(request, BallotRequest):
        return BallotResult(vote=request.vote, deal=set(request.voters) <= set(request.cast))
    return CreditResult(version=request.version, results=request.results, credits=request.credits)
