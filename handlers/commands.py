"""Everything that a tournament is asked: opened, commanded by the floor, registered for by players (CMD-1 to CMD-4).

A command is kept before it is answered, and the answer is its outcome: the door looks for the outcome's row, signals,
and looks for the row again.  A repeat finds the first outcome, whatever has become of the workflow since.
"""

import asyncio
import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from aws_lambda_powertools.event_handler import Response

from activities.items import Answer
from domain.ids import ClubId, CommandId, TournamentId
from domain.times import to_text
from handlers import loop, problems, store, temporal_door, wire
from handlers.access import acting_role, roles_of
from handlers.door import describe, entrance, log, new_app, note
from handlers.identity import Caller, caller
from handlers.problems import Refused, conflict, not_found, unavailable
from handlers.routes import route
from handlers.store import Seen, StoreDown
from handlers.wire import ClubInPath, CommandInPath, TournamentInPath

if TYPE_CHECKING:
    from domain.commands import Role

PATIENCE = 2.5
"""Seconds from the signal to the answer at most; who has no outcome by then is told where to look for it."""
FIRST_LOOK = 0.015
LONGEST_PAUSE = 0.25
"""Seconds between two looks for the outcome: each pause is half as long again as the one before, up to this."""
LARGEST_COMMAND = 1024 * 1024
"""Bytes of a command at most: settings may hold 200 prize lines of 500 characters, and a structure with its notes."""
LOOKUP = 2.5
"""Seconds that the reads before the signal may take together."""

_OVER = frozenset({"finished", "cancelled"})

_BRINGS_TEXT = frozenset({"settings", "prize", "prizes", "text"})
"""Fields of commands in which a prize may be told."""
_NO_MONEY = "say what is won without money, amounts and currencies: a cup, a free entry, a certificate for a dinner"

REFUSED = "The tournament refused it, by the rule named."
TAKEN = {200: ("The tournament took it.", "CommandAnswer"), 202: ("Kept; the outcome comes later.", "Kept")}
_DECIDED = {200: TAKEN[200]}

app = new_app()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A command on its way: what it is, who gives it in which role, and when it came."""

    tournament: TournamentId
    command_id: CommandId
    name: str
    body: Mapping[str, Any]
    actor: str
    role: "Role"
    arrived: datetime
    look: str

    def envelope(self) -> dict[str, Any]:
        """Return what the workflow is told."""
        return {
            "command_id": self.command_id,
            "actor": self.actor,
            "role": self.role,
            "accepted_at": to_text(self.arrived),
            "body": dict(self.body),
        }


@route(
    app,
    "POST",
    "/v1/clubs/<club>/tournaments",
    {201: ("It is open, as a draft.", "TournamentOpened"), 202: ("It will be open soon.", "TournamentOpened")},
    conflict=REFUSED,
)
def open_tournament(club: ClubInPath, request: wire.OpenTournament) -> Response[Any]:
    """Open a tournament as a draft; sending it again under the same command id gives the same tournament."""
    return loop.run(_open(club, request, caller(app.current_event), app.context["arrived"]))


@route(app, "POST", "/v1/clubs/<club>/tournaments/<tournament>/commands", TAKEN, conflict=REFUSED)
def command(club: ClubInPath, tournament: TournamentInPath, request: wire.CommandRequest) -> Response[Any]:
    """Give one command to the tournament and answer with its outcome.

    The same command id again gives the first outcome again, whatever else the body says.
    """
    who = caller(app.current_event)
    kind, body = _split(request.command)
    note(command=request.command_id, kind=kind)
    seen = loop.run(_look(tournament, request.command_id, club=club, sub=who.sub))
    role = acting_role(kind, _staff_of(club, seen))
    asked = _Asked(
        tournament=tournament,
        command_id=request.command_id,
        name=kind,
        body=body,
        actor=who.sub,
        role=role,
        arrived=app.context["arrived"],
        look=f"/v1/clubs/{club}/tournaments/{tournament}/commands/{request.command_id}",
    )
    return loop.run(_answered(asked, seen))


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/commands/<command>", _DECIDED, conflict=REFUSED)
def outcome(club: ClubInPath, tournament: TournamentInPath, command: CommandInPath) -> Response[Any]:
    """Answer as the command itself was answered, or would have been; 404 while its outcome is not known."""
    who = caller(app.current_event)
    seen = loop.run(_look(tournament, command, club=club, sub=who.sub))
    acting_role("look", _staff_of(club, seen))
    return _known(seen.answer, tournament)


@route(app, "POST", "/v1/tournaments/<tournament>/register", TAKEN, conflict=REFUSED)
def register(tournament: TournamentInPath, request: wire.OwnRequest) -> Response[Any]:
    """Register yourself, when the field is full for the waiting list; nobody can be registered by another player."""
    return _own("register", tournament, request)


@route(app, "POST", "/v1/tournaments/<tournament>/unregister", TAKEN, conflict=REFUSED)
def unregister(tournament: TournamentInPath, request: wire.OwnRequest) -> Response[Any]:
    """Take your own registration back, or leave the waiting list."""
    return _own("unregister", tournament, request)


@route(app, "POST", "/v1/tournaments/<tournament>/decline_rebuy", TAKEN, conflict=REFUSED)
def decline_rebuy(tournament: TournamentInPath, request: wire.OwnRequest) -> Response[Any]:
    """Say, while your bust is pending, that you do not come back."""
    return _own("decline_rebuy", tournament, request)


@route(app, "GET", "/v1/tournaments/<tournament>/commands/<command>", _DECIDED, conflict=REFUSED)
def own_outcome(tournament: TournamentInPath, command: CommandInPath) -> Response[Any]:
    """Answer as your command itself was answered, or would have been; 404 while its outcome is not known."""
    who = caller(app.current_event)
    seen = loop.run(_look(tournament, command))
    if seen.answer is not None and seen.answer.outcome.actor != who.sub:
        raise not_found()
    return _known(seen.answer, tournament)


def _own(kind: str, tournament: TournamentId, request: wire.OwnRequest) -> Response[Any]:
    who = caller(app.current_event)
    return own(kind, tournament, request.command_id, {"player": who.sub}, who=who, arrived=app.context["arrived"])


def own(
    kind: str,
    tournament: TournamentId,
    command_id: CommandId,
    body: Mapping[str, Any],
    *,
    who: Caller,
    arrived: datetime,
    first: Callable[[Seen], None] = lambda _: None,
) -> Response[Any]:
    """Give a player's own command and answer with its outcome.

    Args:
        kind: of the command.
        tournament: which it is for.
        command_id: under which a repeat finds the first outcome.
        body: the command's fields.
        who: the player.
        arrived: when the command came.
        first: what is done before it is sent, unless it was answered already.

    Raises:
        Refused: there is no such tournament, or the command was refused.
    """
    note(command=command_id, kind=kind)
    seen = loop.run(_look(tournament, command_id))
    if seen.head is None:
        raise not_found()
    if seen.answer is None:
        first(seen)
    asked = _Asked(
        tournament=tournament,
        command_id=command_id,
        name=kind,
        body=body,
        actor=who.sub,
        role="player",
        arrived=arrived,
        look=f"/v1/tournaments/{tournament}/commands/{command_id}",
    )
    return loop.run(_answered(asked, seen))


def _split(asked: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    return asked["kind"], {name: value for name, value in asked.items() if name != "kind"}


async def _look(
    tournament: TournamentId, command_id: CommandId, *, club: ClubId | None = None, sub: str | None = None
) -> Seen:
    """Return what the store knows before anything is sent; without the store nothing is sent (CMD-2)."""
    try:
        return await loop.within(LOOKUP, lambda: store.look(tournament, club=club, sub=sub, command_id=command_id))
    except TimeoutError as silent:
        raise StoreDown from silent


def _staff_of(club: ClubId, seen: Seen) -> frozenset[str]:
    """Return the caller's roles in the club that the tournament belongs to.

    Raises:
        Refused: he has none, or the tournament is not this club's: both sound as if there were none (SEC-1).
    """
    roles = roles_of(seen.staff)
    if not roles or seen.head is None or seen.head["club"] != club:
        log.info("stranger", extra={"staff": bool(roles), "known": seen.head is not None})
        raise not_found()
    return roles


async def _answered(asked: _Asked, seen: Seen) -> Response[Any]:
    """Return the first outcome if there is one, else signal and wait for it."""
    if seen.answer is not None:
        return _reply(seen.answer, asked)
    _refuse_money(asked, seen)
    until = time.monotonic() + PATIENCE
    await _send(asked, seen)
    answer = await _outcome(asked, until)
    return _kept(asked) if answer is None else _reply(answer, asked)


def _refuse_money(asked: _Asked, seen: Seen) -> None:
    """Refuse a prize that speaks of money where prizes are none, before anything is sent (PRZ-2)."""
    if seen.head is None or not _BRINGS_TEXT & asked.body.keys():
        return
    from domain.prize_texts import in_command  # noqa: PLC0415 - with the list of words, and few commands bring a text

    if found := in_command(asked.body, seen.head.get("profile", "")):
        faults = [problems.Fault(field=f"command.{field}", detail=reason) for field, reason in found]
        raise problems.unprocessable(faults, rule="PRZ-2", mend=_NO_MONEY)


async def _send(asked: _Asked, seen: Seen) -> None:
    head = seen.head or {}
    envelope = asked.envelope()
    try:
        try:
            await temporal_door.signal(asked.tournament, asked.name, asked.command_id, envelope)
        except temporal_door.NotRunning:
            if head["status"] not in _OVER:
                raise
            from domain.run import Run  # noqa: PLC0415 - large, and few commands come when all is over

            run = Run(tournament=asked.tournament, club=head["club"])
            await temporal_door.wake(run, asked.name, asked.command_id, envelope)
    except temporal_door.NotRunning as gone:
        # The store has a tournament that plays on, and no workflow plays it: one of the two has lost something.
        log.error("no_workflow")
        raise unavailable("tournament_unavailable", "the tournament does not answer", seconds=5) from gone
    except temporal_door.NotAcknowledged as silent:
        log.warning("not_acknowledged", extra=describe(silent.__cause__ or silent))
        words = "nobody said that the command is kept; it may have arrived all the same"
        raise unavailable("not_acknowledged", words, seconds=2) from silent


async def _outcome(asked: _Asked, until: float) -> Answer | None:
    """Return the outcome, None when it has not come in time; a store that fails now is only slow (CMD-2)."""
    pause = FIRST_LOOK
    while (left := until - time.monotonic()) > 0:
        await asyncio.sleep(min(pause, left))
        pause = min(pause * 1.5, LONGEST_PAUSE)
        left = max(until - time.monotonic(), FIRST_LOOK)
        try:
            answer = await loop.within(left, lambda: _decided(asked))
        except (StoreDown, TimeoutError) as down:
            log.warning("store", extra=describe(down.__cause__ or down))
            continue
        if answer is not None:
            return answer
    return None


def _decided(asked: _Asked) -> Answer | None:
    answer = store.outcome(asked.tournament, asked.command_id)
    return None if answer is None else _with_events(answer, asked.tournament)


def _with_events(answer: Answer, tournament: TournamentId) -> Answer:
    """Return the answer with its events, which stand in the log when they are too large for the outcome's row."""
    first, last = answer.outcome.first, answer.outcome.last
    if answer.events is not None or first is None or last is None:
        return answer
    return Answer(outcome=answer.outcome, events=tuple(store.events(tournament, first, last)))


def _kept(asked: _Asked) -> Response[Any]:
    body = {"command_id": asked.command_id, "status": "kept", "look": asked.look}
    return wire.answer(HTTPStatus.ACCEPTED, body, {"Location": asked.look, "Retry-After": "1"})


def _known(answer: Answer | None, tournament: TournamentId) -> Response[Any]:
    if answer is None:
        missing = problems.problem(
            HTTPStatus.NOT_FOUND, "outcome_unknown", "no outcome is known under this id, or not yet", rule="CMD-3"
        )
        raise Refused(missing, {"Retry-After": "1"})
    return _told(answer, tournament)


def _reply(answer: Answer, asked: _Asked) -> Response[Any]:
    if asked.role == "player" and answer.outcome.actor != asked.actor:
        raise conflict("command_id_taken", "this command id is somebody else's", rule="CMD-1", mend="take a new id")
    return _told(answer, asked.tournament)


def _told(answer: Answer, tournament: TournamentId) -> Response[Any]:
    """Return an outcome in HTTP: 200 with the events, or 409 with the reason (CMD-3)."""
    found = answer.outcome
    note(outcome=found.status)
    if found.rejection is not None:
        refused = found.rejection
        raise conflict(refused.code, refused.reason, rule=refused.rule, mend=refused.mend, data=refused.data)
    return wire.command_answer(found, _with_events(answer, tournament).events or ())


async def _open(club: ClubId, request: wire.OpenTournament, who: Caller, arrived: datetime) -> Response[Any]:
    tournament = tournament_id(club, request.command_id)
    note(command=request.command_id, tournament=tournament)
    seen = await _look(tournament, request.command_id, club=club, sub=who.sub)
    held = roles_of(seen.staff)
    if not held:
        log.info("stranger", extra={"staff": False})
        raise not_found()
    role = acting_role("open_tournament", held)
    if seen.head is None:
        _refuse_faults(request)
        opening = (request.command_id, who.sub, role, arrived)
        until = time.monotonic() + PATIENCE
        await _start(tournament, club, opening)
        seen = await _opened(tournament, request.command_id, until)
    if seen.answer is not None and seen.answer.outcome.rejection is not None:
        return _told(seen.answer, tournament)
    look = f"/v1/clubs/{club}/tournaments/{tournament}"
    status = HTTPStatus.ACCEPTED if seen.head is None else HTTPStatus.CREATED
    return wire.answer(status, {"tournament": tournament, "look": look}, {"Location": look})


def _refuse_faults(request: wire.OpenTournament) -> None:
    """Refuse settings that cannot be played, naming every fault (LIFE-3)."""
    from domain.settings import settings_faults  # noqa: PLC0415 - large, and only this route needs it

    faults = settings_faults(request.settings)
    if faults:
        raise problems.unprocessable(
            [problems.Fault(field=f"settings.{fault.field}".rstrip("."), detail=fault.reason) for fault in faults],
            rule=faults[0].rule,
            mend=_NO_MONEY if faults[0].rule == "PRZ-2" else None,
        )


async def _start(tournament: TournamentId, club: ClubId, opening: tuple[CommandId, str, "Role", datetime]) -> None:
    """Start the tournament's workflow with the settings as the club sent them."""
    from domain.run import Opening, Run  # noqa: PLC0415 - large, and only this route needs it

    command_id, actor, role, at = opening
    asked = Opening(
        command_id=command_id, actor=actor, role=role, at=at, settings=app.current_event.json_body["settings"]
    )
    try:
        await temporal_door.open_tournament(Run(tournament=tournament, club=club, opening=asked), command_id)
    except temporal_door.NotAcknowledged as silent:
        log.warning("not_acknowledged", extra=describe(silent.__cause__ or silent))
        words = "nobody said that the tournament is open; it may be all the same"
        raise unavailable("not_acknowledged", words, seconds=2) from silent


async def _opened(tournament: TournamentId, command_id: CommandId, until: float) -> Seen:
    """Return the head once it is there, or what is there when the time is up."""
    pause = FIRST_LOOK
    seen = Seen(head=None, staff=None, answer=None)
    while seen.head is None and seen.answer is None and (left := until - time.monotonic()) > 0:
        await asyncio.sleep(min(pause, left))
        pause = min(pause * 1.5, LONGEST_PAUSE)
        try:
            seen = await loop.within(
                max(until - time.monotonic(), FIRST_LOOK), lambda: store.look(tournament, command_id=command_id)
            )
        except (StoreDown, TimeoutError) as down:
            log.warning("store", extra=describe(down.__cause__ or down))
    return seen


def tournament_id(club: ClubId, command_id: CommandId) -> TournamentId:
    """Return the id of the tournament that this request opens: the same request always opens the same one."""
    return hashlib.sha256(f"{club}\n{command_id}".encode()).hexdigest()[:24]


handler = entrance(app, largest=LARGEST_COMMAND)
