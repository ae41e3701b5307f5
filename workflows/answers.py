"""What is answered without the desk: to an opening, to what is no command, and while nothing can be decided."""

from datetime import datetime

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from pydantic import ValidationError

    from domain import desk
    from domain.commands import Asked
    from domain.decisions import Rejection, refuse
    from domain.ids import ClubId, CommandId, TournamentId
    from domain.journal import Outcome
    from domain.run import Opening
    from domain.settings import read_settings
    from domain.state import Tournament
    from workflows.envelope import Unreadable


def opened(tournament: TournamentId, club: ClubId, opening: Opening) -> desk.Stepped | Rejection:
    """Return a new tournament, or why its settings cannot be taken."""
    try:
        settings = read_settings(opening.settings)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        path = ".".join(str(part) for part in ("settings", *first["loc"]))
        return refuse("CMD-1", "malformed", f"{path}: {first['msg']}", "mend the field", field=path)
    return desk.create(
        tournament,
        club,
        settings,
        command_id=opening.command_id,
        actor=opening.actor,
        role=opening.role,
        at=opening.at,
    )


def of_opening(opening: Opening, answer: desk.Stepped | Rejection) -> Outcome:
    """Return the outcome of an opening."""
    rejection = answer if isinstance(answer, Rejection) else None
    number = 1 if rejection is None else None
    return Outcome(
        command_id=opening.command_id,
        name="create_tournament",
        actor=opening.actor,
        role=opening.role,
        accepted_at=opening.at,
        at=opening.at,
        status="accepted" if rejection is None else "rejected",
        first=number,
        last=number,
        rejection=rejection,
    )


def malformed(unreadable: Unreadable, command_id: CommandId, at: datetime) -> Outcome:
    """Return the refusal of what is no command; `at` is the instant of the last event (CMD-3)."""
    return desk.malformed(
        command_id,
        unreadable.name,
        actor=unreadable.actor,
        role=unreadable.role,
        accepted_at=unreadable.accepted_at or at,
        at=at,
        path=unreadable.path,
        reason=unreadable.reason,
    )


def turned_away(asked: Asked | Unreadable, command_id: CommandId, state: Tournament | None, at: datetime) -> Outcome:
    """Return the refusal of a command that cannot be decided now, whatever it is.

    Args:
        asked: the command.
        command_id: the id under which it is answered.
        state: the tournament, whose record is at fault; None: there is none.
        at: the instant of the last event.
    """
    name = asked.name if isinstance(asked, Unreadable) else asked.command.kind
    if state is None:
        why = refuse("LIFE-1", "no_such_tournament", "there is no such tournament")
    else:
        why = refuse("OPS-6", "journal_fault", "the tournament's record is at fault", "tell the operator")
    return Outcome(
        command_id=command_id,
        name=name,
        actor=asked.actor,
        role=asked.role,
        accepted_at=asked.accepted_at or at,
        at=at,
        status="rejected",
        rejection=why,
    )
