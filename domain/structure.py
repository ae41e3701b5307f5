"""The published structure sheet as data: levels, breaks and color-ups in order (CLK-1)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints

from domain.changes import replace
from domain.ids import Chips, Flag

STRICT = ConfigDict(extra="forbid", revalidate_instances="never")

AnteType = Literal["none", "classic", "big_blind", "button"]
AnteOrder = Literal["big_blind_first", "ante_first"]
"""What a stack too short for both pays first, where one player pays the ante for the table (BTN-7)."""
Seconds = Annotated[int, Field(strict=True, ge=1, le=7 * 86_400)]
Name = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=120)]
MOST_ITEMS = 400
"""Most levels, breaks and other items of one sheet."""
WallClock = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortAnte:
    """The ante once at most `players_left` players are left (a house rule seen on real sheets)."""

    __pydantic_config__ = STRICT
    players_left: Annotated[int, Field(strict=True, ge=2, le=1000)]
    ante: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What one game of a level's rotation is played for, where that is not what the level says.

    The fields mean what they mean in `Level`; a game without blinds has none.
    """

    __pydantic_config__ = STRICT
    game: Name
    small_blind: Chips = 0
    big_blind: Chips = 0
    ante: Chips = 0
    ante_type: AnteType = "none"
    small_bet: Chips | None = None
    big_bet: Chips | None = None
    bring_in: Chips | None = None
    completion: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Blinds and antes in force for `seconds`; None: until the floor moves on.

    `bring_in` and `completion` are for stud, `small_bet` and `big_bet` for limit games, `button_blind` for
    short deck; `rotation` names the games dealt in turn within one level, `stakes` what some of them are played for.
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
    stakes: Annotated[tuple[Stakes, ...], Field(max_length=20)] = ()
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
    """Denominations that leave play between two levels without a break; takes no time of the clock.

    `clock_stops`: the level that follows stands with its full time until the floor lets it run.
    """

    __pydantic_config__ = STRICT
    kind: Literal["color_up"] = "color_up"
    color_up: Annotated[tuple[Chips, ...], Field(min_length=1, max_length=10)]
    clock_stops: Flag = False
    note: Annotated[str, StringConstraints(max_length=500)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayEnd:
    """The end of a day or flight between two levels: what follows stands with its full time until the floor resumes.

    `color_up` lists the denominations that do not come back the next day.
    """

    __pydantic_config__ = STRICT
    kind: Literal["day_end", "flight_end"] = "day_end"
    color_up: Annotated[tuple[Chips, ...], Field(max_length=10)] = ()
    note: Annotated[str, StringConstraints(max_length=500)] = ""


Item = Annotated[Level | Break | ColorUp | DayEnd, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortLength:
    """The length of every level that begins with at most `players_left` players left."""

    __pydantic_config__ = STRICT
    players_left: Annotated[int, Field(strict=True, ge=2, le=1000)]
    seconds: Seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenEnd:
    """Levels without end after the last one: each has this much more than the one before it.

    `seconds` None: as long as the one before it.
    """

    __pydantic_config__ = STRICT
    small_blind: Chips
    big_blind: Chips
    ante: Chips = 0
    seconds: Seconds | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """What is played, in order.  Steps are the levels and breaks, counted from 0 as `position`.

    `ante_order` None: the sheet does not say.  `open_end` None: the last level goes on.
    """

    __pydantic_config__ = STRICT
    name: Name
    items: Annotated[tuple[Item, ...], Field(min_length=1, max_length=MOST_ITEMS)]
    ante_order: AnteOrder | None = None
    short_lengths: Annotated[tuple[ShortLength, ...], Field(max_length=10)] = ()
    open_end: OpenEnd | None = None

    @property
    def steps(self) -> tuple[Level | Break, ...]:
        """The levels and breaks; what takes no time, a color-up or the end of a day, is no step."""
        known = _STEPS.get(id(self.items))
        if known is None:
            known = (self.items, tuple(item for item in self.items if isinstance(item, Level | Break)))
            if len(_STEPS) >= _MOST_SHEETS:
                _STEPS.clear()
            _STEPS[id(self.items)] = known
        return known[1]


_MOST_SHEETS = 64
_STEPS: dict[int, tuple[tuple[Item, ...], tuple[Level | Break, ...]]] = {}
"""The steps of sheets looked at lately: each event asks for them several times, and a sheet does not change.

A sheet is known by the identity of its items, which live as long as they stand here: to compare them would cost more.
"""


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


def stakes_of(level: Level) -> tuple[Stakes, ...]:
    """Return what each game of a level is played for; nothing where it is one game with blinds and an ante only."""
    own = Stakes(
        game=level.game,
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
        ante_type=level.ante_type,
        small_bet=level.small_bet,
        big_bet=level.big_bet,
        bring_in=level.bring_in,
        completion=level.completion,
    )
    if not level.rotation:
        bets = (level.small_bet, level.big_bet, level.bring_in, level.completion)
        return () if bets == (None, None, None, None) else (own,)
    told = {one.game: one for one in level.stakes}
    return tuple(told.get(game, replace(own, game=game)) for game in level.rotation)


def length_in_force(structure: Structure, level: Level, players_left: int) -> int | None:
    """Return how many seconds a level has that begins with so many left; None: until the floor moves on."""
    short = [one for one in structure.short_lengths if players_left <= one.players_left]
    return min(short, key=lambda one: one.players_left).seconds if short else level.seconds


def stands_before(structure: Structure, position: int) -> bool:
    """Return whether the sheet has the clock stand before this step: a day has ended, or a color-up stops it."""
    steps = -1
    stands = False
    for item in structure.items:
        if isinstance(item, Level | Break):
            steps += 1
            if steps == position:
                return stands
            stands = False
        elif isinstance(item, DayEnd) or item.clock_stops:
            stands = True
    return False


def level_after_the_last(structure: Structure) -> Level | None:
    """Return the level that the open end puts after the sheet's last level; None: nothing follows it."""
    last = next((step for step in reversed(structure.steps) if isinstance(step, Level)), None)
    more = structure.open_end
    if more is None or last is None or len(structure.items) >= MOST_ITEMS:
        return None
    return replace(
        last,
        small_blind=last.small_blind + more.small_blind,
        big_blind=last.big_blind + more.big_blind,
        ante=last.ante + more.ante,
        seconds=more.seconds or last.seconds,
        note="",
    )


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
        faults += (
            f"{where} has stakes for {one.game}, which is not in its rotation"
            for one in step.stakes
            if one.game not in step.rotation
        )
        if step.game.lower() in _REFUSED_GAMES:
            faults.append(f"{where} names {step.game}; list its games as a rotation instead")
    if not any(isinstance(step, Level) for step in structure.steps):
        faults.append("the sheet has no level")
    elif isinstance(structure.steps[0], Break):
        faults.append("the sheet starts with a break")
    return (*faults, *_open_end_faults(structure))


def _open_end_faults(structure: Structure) -> tuple[str, ...]:
    more = structure.open_end
    last = next((step for step in reversed(structure.steps) if isinstance(step, Level)), None)
    if more is None or last is None:
        return ()
    faults = []
    if more.big_blind < more.small_blind:
        faults.append("the open end lets the small blind grow faster than the big blind")
    if more.ante and last.ante_type == "none":
        faults.append("the open end adds to an ante that the last level does not have")
    if last.stakes or last.button_blind is not None or last.bring_in is not None or last.small_bet is not None:
        faults.append("the open end tells the blinds of further levels only, and the last level has more than blinds")
    return tuple(faults)
