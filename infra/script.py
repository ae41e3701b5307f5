"""A scenario without short forms: what is given to the tournament at which instant, in order."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any, assert_never

from domain.ids import ClubId, CommandId, TournamentId
from domain.times import from_text
from infra.scenario import (
    AnyAnswer,
    Ask,
    Durable,
    FieldOfPlayers,
    Happen,
    Look,
    Repeat,
    Scenario,
    ScenarioUnreadable,
    See,
)
from infra.shorthand import Day, NoShortForm, body, chair, in_a_row, instant, length, settings_in_full

CREATED = "create"
"""The id of the command that opens the draft."""

# When the desk does what comes before the evening, by the planned start.
_DRAFT = timedelta(minutes=120)
_OPEN = timedelta(minutes=60)
_REGISTER = timedelta(minutes=50)
_CHECK_IN = timedelta(minutes=40)


@dataclass(frozen=True, slots=True, kw_only=True)
class Give:
    """A command as the tournament gets it at `at`.

    `repeat`: its id was given before; `at_the_door`: by a client who asks once more, not by the platform.
    `prepares`: it belongs to what the desk does before the evening.
    """

    at: datetime
    where: str
    command_id: CommandId
    name: str
    body: dict[str, Any]
    role: str
    actor: str
    accepted_at: datetime
    answer: AnyAnswer = "accepted"
    repeat: bool = False
    at_the_door: bool = False
    prepares: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """A look at what is shown at `at`."""

    at: datetime
    where: str
    see: See


@dataclass(frozen=True, slots=True, kw_only=True)
class Befall:
    """Something that befalls the machinery at `at`."""

    at: datetime
    what: str


Action = Give | Glance | Befall


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """Everything a runner needs: the opening, the actions in order of their instants, the machinery's behaviour."""

    tournament: TournamentId
    club: ClubId
    seed: bytes
    settings: dict[str, Any]
    created_at: datetime
    actions: tuple[Action, ...]
    timers_late: timedelta
    lots_take: timedelta
    durable: Durable
    day: Day

    def until(self) -> datetime:
        """Return the instant of the last action."""
        return self.actions[-1].at if self.actions else self.created_at


def script(scenario: Scenario, moved: timedelta = timedelta(0)) -> Script:
    """Return the scenario without short forms, played `moved` later than it was written for.

    Raises:
        ScenarioUnreadable: a short form is none, a step repeats what was not given, or there is no start.
    """
    try:
        return _script(scenario, moved)
    except NoShortForm as fault:
        raise ScenarioUnreadable(str(fault)) from fault


def _script(scenario: Scenario, moved: timedelta) -> Script:
    day = Day(on=date.fromisoformat(scenario.date), moved=moved)
    settings = settings_in_full(scenario.settings, day)
    if not isinstance(settings.get("starts_at"), str):
        raise ScenarioUnreadable("settings.starts_at: an evening needs a start")
    starts_at = from_text(settings["starts_at"])
    actions = [*_before(scenario, starts_at), *_steps(scenario, day)]
    return Script(
        tournament=scenario.tournament,
        club=scenario.club,
        seed=sha256(scenario.seed.encode()).digest(),
        settings=settings,
        created_at=starts_at - _DRAFT,
        actions=tuple(sorted(actions, key=lambda action: action.at)),
        timers_late=length(scenario.timers_late),
        lots_take=length(scenario.lots_take),
        durable=scenario.durable or Durable(),
        day=day,
    )


def _before(scenario: Scenario, starts_at: datetime) -> Iterator[Give]:
    """Yield what the desk does before the evening: open registration, register, check in."""

    def give(name: str, command_id: str, before: timedelta, **fields: Any) -> Give:
        at = starts_at - before
        return Give(
            at=at,
            where=f"before the start, {command_id}",
            command_id=command_id,
            name=name,
            body=fields,
            role="floor",
            actor="desk",
            accepted_at=at,
            prepares=True,
        )

    if scenario.begin == "draft":
        return
    yield give("open_registration", "open", _OPEN)
    there = scenario.field
    if not isinstance(there, FieldOfPlayers):
        there = FieldOfPlayers(registered=tuple(f"P{number}" for number in range(1, there + 1)))
    registered = in_a_row(there.registered)
    for player in registered:
        yield give("register", f"register-{player}", _REGISTER, player=player)
    for player in registered if there.present is None else in_a_row(there.present):
        named = {"seat": chair(there.seats[player])} if player in there.seats else {}
        counted = {"stack": there.stacks[player]} if player in there.stacks else {}
        yield give("check_in", f"check-in-{player}", _CHECK_IN, player=player, **named, **counted)


def _steps(scenario: Scenario, day: Day) -> Iterator[Action]:
    given: dict[CommandId, Give] = {}
    for number, step in enumerate(scenario.steps, start=1):
        at = instant(step.at, day)
        where = f"step {number} at {step.at}"
        match step:
            case Ask():
                for give in _asked(step, number, scenario, day):
                    if give.command_id in given:
                        raise ScenarioUnreadable(f"{where}: {give.command_id} was given before; see repeat_of")
                    given[give.command_id] = give
                    at = give.at
                    yield give
            case Repeat():
                yield _again(step, given, where, day)
            case Happen():
                yield Befall(at=at, what=step.happen)
            case Look():
                pass
            case _ as missing:
                assert_never(missing)
        if not isinstance(step, Happen) and step.see is not None:
            yield Glance(at=at, where=where, see=step.see)


def _asked(step: Ask, number: int, scenario: Scenario, day: Day) -> Iterator[Give]:
    at = instant(step.at, day)
    gap = length(step.every)
    accepted_at = at if step.accepted_at is None else instant(step.accepted_at, day)
    for turn, value in enumerate([None] if step.each is None else in_a_row(step.each)):
        command_id = step.id or (f"step-{number}" if value is None else f"step-{number}-{{}}")
        yield Give(
            at=at + turn * gap,
            where=f"step {number} at {step.at}, {step.ask}" + ("" if value is None else f" for {value}"),
            command_id=command_id if value is None else command_id.replace("{}", value),
            name=step.ask,
            body=body(step.with_ if value is None else _filled(step.with_, value), day, scenario.settings),
            role=step.role,
            actor=step.actor,
            accepted_at=accepted_at + turn * gap,
            answer=step.answer,
        )


def _filled(part: Any, value: str) -> Any:
    """Return a body with `{}` replaced; one that stands alone becomes a number where the value is one."""
    if isinstance(part, dict):
        return {name: _filled(inner, value) for name, inner in part.items()}
    if isinstance(part, list):
        return [_filled(inner, value) for inner in part]
    if part == "{}" and value.isdecimal():
        return int(value)
    return part.replace("{}", value) if isinstance(part, str) else part


def _again(step: Repeat, given: dict[CommandId, Give], where: str, day: Day) -> Give:
    first = given.get(step.repeat_of)
    if first is None:
        raise ScenarioUnreadable(f"{where}: no command {step.repeat_of} was given before")
    return Give(
        at=instant(step.at, day),
        where=f"{where}, {step.repeat_of} again",
        command_id=first.command_id,
        name=first.name,
        body=first.body | step.with_,
        role=first.role,
        actor=first.actor,
        accepted_at=first.accepted_at if step.accepted_at is None else instant(step.accepted_at, day),
        answer="any",
        repeat=True,
        at_the_door=step.accepted_at is not None,
    )
