"""The published structure sheet as data: levels, breaks and color-ups in order (CLK-1)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints

from domain.ids import Chips, Flag

STRICT = ConfigDict(extra="forbid", revalidate_instances="never")

AnteType = Literal["none", "classic", "big_blind", "button"]
Seconds = Annotated[int, Field(strict=True, ge=1, le=7 * 86_400)]
Name = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=120)]
WallClock = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortAnte:
    """The ante once at most `players_left` players are left (a house rule seen on real sheets)."""

    __pydantic_config__ = STRICT
    players_left: Annotated[int, Field(strict=True, ge=2, le=1000)]
    ante: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Blinds and antes in force for `seconds`; None: until the floor moves on.

    `bring_in` and `completion` are for stud, `small_bet` and `big_bet` for limit games, `button_blind` for
    short deck; `rotation` names the games dealt in turn within one level.
    """

    __pydantic_config__ = STRICT
    kind: Literal["level"] = "level"
    small_blind: Chips
    big_blind: Chips
    ante: Chips = 0
    ante_type: AnteType = "none"
    seconds: Seconds | None
    game: Name = "no-limit hold'em"
    rotation: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    small_bet: Chips | None = None
    big_bet: Chips | None = None
    bring_in: Chips | None = None
    completion: Chips | None = None
    button_blind: Chips | None = None
    short_antes: Annotated[tuple[ShortAnte, ...], Field(max_length=10)] = ()
    note: Annotated[str, StringConstraints(max_length=500)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A scheduled stop: for `seconds`, or `until` a wall-clock time of the club, or (neither) until the floor moves on.

    `color_up` lists the denominations that leave play during it.
    """

    __pydantic_config__ = STRICT
    kind: Literal["break"] = "break"
    seconds: Seconds | None = None
    until: WallClock | None = None
    color_up: Annotated[tuple[Chips, ...], Field(max_length=10)] = ()
    note: Annotated[str, StringConstraints(max_length=500)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorUp:
    """Denominations that leave play between two levels without a break; takes no time of the clock."""

    __pydantic_config__ = STRICT
    kind: Literal["color_up"] = "color_up"
    color_up: Annotated[tuple[Chips, ...], Field(min_length=1, max_length=10)]
    clock_stops: Flag = False
    note: Annotated[str, StringConstraints(max_length=500)] = ""


Item = Annotated[Level | Break | ColorUp, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """What is played, in order.  Steps are the levels and breaks, counted from 0 as `position`."""

    __pydantic_config__ = STRICT
    name: Name
    items: Annotated[tuple[Item, ...], Field(min_length=1, max_length=400)]

    @property
    def steps(self) -> tuple[Level | Break, ...]:
        """The levels and breaks; a color-up between levels is no step, as it takes no time."""
        return tuple(item for item in self.items if not isinstance(item, ColorUp))


def level_number(structure: Structure, position: int) -> int:
    """Return the number of the level at `position`; within a break, of the last level before it (0: none yet)."""
    return sum(isinstance(step, Level) for step in structure.steps[: position + 1])


def breaks_reached(structure: Structure, position: int) -> int:
    """Return how many breaks lie at or before `position`: it follows the position and never counts twice (CLK-4)."""
    return sum(isinstance(step, Break) for step in structure.steps[: position + 1])


def label(structure: Structure, position: int) -> str:
    """Return what the floor calls the step: `level 3` or `break 1`."""
    if isinstance(structure.steps[position], Break):
        return f"break {breaks_reached(structure, position)}"
    return f"level {level_number(structure, position)}"


def position_of_level(structure: Structure, number: int) -> int | None:
    """Return the position of level `number`, or None when the sheet has fewer levels."""
    return _nth(structure, Level, number)


def position_of_break(structure: Structure, number: int) -> int | None:
    """Return the position of break `number`, or None when the sheet has fewer breaks."""
    return _nth(structure, Break, number)


def _nth(structure: Structure, kind: type[Level] | type[Break], number: int) -> int | None:
    places = [n for n, step in enumerate(structure.steps) if isinstance(step, kind)]
    return places[number - 1] if 1 <= number <= len(places) else None


def ante_in_force(level: Level, players_left: int) -> int:
    """Return the ante of the level with so many players left (BTN-8's exception is a setting of the sheet)."""
    reduced = [short for short in level.short_antes if players_left <= short.players_left]
    return min(reduced, key=lambda short: short.players_left).ante if reduced else level.ante


_REFUSED_GAMES = {"horse", "8-game", "8 game", "eight-game"}


def sheet_faults(structure: Structure) -> tuple[str, ...]:
    """Return why this sheet cannot be played, in plain words; empty when it can (CLK-1)."""
    faults = []
    for position, step in enumerate(structure.steps):
        if isinstance(step, Break):
            if step.seconds is not None and step.until is not None:
                faults.append(f"{label(structure, position)} has a length and a wall-clock end; keep one")
            continue
        where = label(structure, position)
        if step.small_blind == 0 and step.bring_in is None and step.button_blind is None:
            faults.append(f"{where} has no small blind, bring-in or button blind")
        if step.big_blind < step.small_blind:
            faults.append(f"{where} has a big blind below its small blind")
        if (step.ante_type == "none") != (step.ante == 0):
            faults.append(f"{where} must have an ante exactly when it has an ante type")
        if step.game.lower() in _REFUSED_GAMES:
            faults.append(f"{where} names {step.game}; list its games as a rotation instead")
    if not any(isinstance(step, Level) for step in structure.steps):
        faults.append("the sheet has no level")
    elif isinstance(structure.steps[0], Break):
        faults.append("the sheet starts with a break")
    return tuple(faults)
