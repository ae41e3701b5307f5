"""A recorded evening on the product: which commands the floor gives for a line of the record, and what must then be so.

Both are functions of the record and of what the product shows (head, seat map, entries, as the API gives them), so that
the demo over HTTP and the tests on the pure rules play the same night.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from domain.times import to_text
from infra.record import (
    AwayAt,
    BackAt,
    BlindsAt,
    BustAt,
    EntryAt,
    FinishAt,
    GapAt,
    GoneAt,
    Hands,
    LevelAt,
    MoveAt,
    Record,
    SlipAt,
    Stakes,
    StopAt,
    Timed,
)

Row = Mapping[str, Any]
Command = dict[str, Any]
PROFILE = "tda-2024-v1"
LATE_REGISTRATION_LEVEL = 2
"""The league let players in during the first two levels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What the product shows at one moment: the head, players by table and seat, the rows of the entries."""

    head: Row
    tables: Mapping[int, Mapping[int, str]]
    entries: Sequence[Row]

    @property
    def level(self) -> int:
        """The level on the clock; 0 before the start."""
        clock = self.head["clock"]
        return 0 if clock is None else int(clock["level"])

    def entry(self, player: str) -> Row:
        """Return the last entry of a player; an empty row when he has none."""
        return next((row for row in reversed(self.entries) if row["player"] == player), {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A point on which the product and the record do not agree: the line, what each says."""

    line: str
    record: str
    product: str


@dataclass(slots=True, kw_only=True)
class Course:
    """How far the record has been read: who is away, which level each table plays, how many chips are in play."""

    away: dict[str, str] = field(default_factory=dict)
    level: dict[str, int] = field(default_factory=dict)
    chips: int = 0

    def follow(self, line: Timed) -> None:
        """Read one line."""
        match line:
            case AwayAt():
                self.away[line.player] = line.table
            case BackAt():
                self.away.pop(line.player, None)
            case LevelAt():
                self.level[line.table] = line.level
            case EntryAt():
                self.chips += line.chips
            case GoneAt():
                self.chips -= line.chips
            case _:
                pass


def settings(record: Record, structure: Row, starts_at: datetime, *, auto_advance: bool) -> dict[str, Any]:
    """Return the settings of the recorded tournament; the floor starts it.

    Where everybody comes with counted chips the starting stack is their average, and nobody comes in late.
    """
    night = record.evening
    late = {} if night.starting_stack is None else {"kind": "level", "level": LATE_REGISTRATION_LEVEL}
    return {
        "title": f"Recorded evening of {night.date}",
        "profile": PROFILE,
        "structure": structure,
        "starts_at": to_text(starts_at),
        "starting_stack": night.starting_stack or night.chips // night.entries,
        "seats_per_table": night.seats_per_table,
        "tables": len(table_numbers(record)),
        "auto_start": False,
        "auto_advance": auto_advance,
        "windows": {"late_registration": late or None},
    }


def table_numbers(record: Record) -> dict[str, int]:
    """Return the product's number for each table of the record, in the order in which they were used."""
    used = dict.fromkeys(line.table for line in record.of(Hands))
    return {table: number for number, table in enumerate(used, start=1)}


def players(record: Record) -> tuple[str, ...]:
    """Return everybody who has signed up, in the order of the entries; who came back after a cancellation once."""
    entries = {line.entry: line.player for line in record.of(EntryAt)}
    entries |= {line.entry: line.player for line in record.cancelled}
    return tuple(dict.fromkeys(entries[number] for number in sorted(entries)))


def opening(record: Record) -> Iterator[Command]:
    """Yield what the floor does before the first hand: everybody of the first hand signs up and is given his chair.

    A registration that was cancelled is made and taken back in its turn.
    """
    yield {"kind": "open_registration"}
    first = {line.entry: line for line in record.of(EntryAt) if line.at == record.starts_at}
    cancelled = {line.entry: line for line in record.cancelled}
    for number in sorted(first | cancelled):
        yield {"kind": "register", "player": (first | cancelled)[number].player}
        if number in cancelled:
            yield {"kind": "unregister", "player": cancelled[number].player}
    for line in first.values():
        counted = {"stack": line.chips} if record.evening.starting_stack is None else {}
        yield {"kind": "check_in", "player": line.player, "seat": _seat(record, (line.table, line.seat)), **counted}
    yield {"kind": "start"}


def commands(record: Record, line: Timed, course: Course) -> tuple[Command, ...]:
    """Return what the floor tells the product for a line; levels are the clock's own affair."""
    match line:
        case EntryAt() if line.at > record.starts_at:
            seat = _seat(record, (line.table, line.seat))
            return ({"kind": "register", "player": line.player, "seat": seat},)
        case BlindsAt():
            blinds = {"small_blind": line.small_blind, "big_blind": line.big_blind}
            return ({"kind": "override_blinds", "step": f"level {line.level}", **blinds},)
        case MoveAt():
            leaving, to = _seat(record, line.leaving), _seat(record, line.to)
            # The record knows of a move from the hand that he is dealt at his new seat.
            return ({"kind": "move_player", "player": line.player, "leaving": leaving, "to": to, "arrived": True},)
        case GoneAt():
            return ({"kind": "record_knockout", "player": line.player, "cause": "left", "stack": line.chips},)
        case BustAt():
            return (_bust(record, line, course),)
        case FinishAt():
            return ({"kind": "finish"},)
        case StopAt():
            stacks = [{"player": player, "chips": chips} for player, chips in line.stacks.items()]
            return ({"kind": "finish", "confirm": True, "stacks": stacks},)
        case _:
            return ()


def _seat(record: Record, chair: tuple[str, int]) -> dict[str, int]:
    return {"table": table_numbers(record)[chair[0]], "seat": chair[1]}


def _bust(record: Record, line: BustAt, course: Course) -> Command:
    """Return the bust with stacks and winner; the level only where the table was behind the clock."""
    of_hand: Command = {}
    if course.level[line.table] != course.level[record.evening.clock]:
        of_hand = {"level": course.level[line.table]}
    busts = [{"player": one, "killers": list(line.killers), "stack": line.stack(one)} for one in line.out]
    if len(busts) == 1:
        return {"kind": "record_knockout", **busts[0], **of_hand}
    return {"kind": "record_knockout_group", "busts": busts, **of_hand}


# --- what must be so --------------------------------------------------------------------------------------------------


def compare(record: Record, line: Timed, course: Course, shown: Shown) -> tuple[Difference, ...]:
    """Return where the product, once it has been told of a line, does not show what the line says."""
    return tuple(
        Difference(line=name(line), record=said, product=shows)
        for said, shows in _pairs(record, line, course, shown)
        if said != shows
    )


def compare_results(record: Record, shown: Shown) -> tuple[Difference, ...]:
    """Return where the product's places are not those of the record, which may leave some open."""
    places = {result.player: f"place {result.place}" for result in record.results}
    open_ = {line.player: "no place told" for line in record.of(EntryAt) if line.player not in places}
    return tuple(
        Difference(line=f"result of {player}", record=told, product=shows)
        for player, told in (places | open_).items()
        if (shows := f"place {shown.entry(player).get('place')}") != told
    )


def _pairs(record: Record, line: Timed, course: Course, shown: Shown) -> Iterator[tuple[str, str]]:
    """Yield what the line says and what the product shows, in the same words when they agree."""
    head = shown.head
    match line:
        case LevelAt() | BlindsAt():
            yield _level(line.level, line.small_blind, line.big_blind), _clock(head)
        case EntryAt():
            row = shown.entry(line.player)
            chair = (table_numbers(record)[line.table], line.seat)
            yield (
                _entered(line.entry, chair, line.chips),
                _entered(row.get("entry"), (row.get("table"), row.get("seat")), row.get("chips_issued")),
            )
        case MoveAt():
            row = shown.entry(line.player)
            yield _chair((table_numbers(record)[line.to[0]], line.to[1])), _chair((row.get("table"), row.get("seat")))
        case SlipAt():
            yield f"{record.evening.chips + line.brought - line.left_with} chips", f"{head['chips_in_play']} chips"
        case AwayAt() | BackAt():
            yield (
                f"seated at table {table_numbers(record)[line.table]}",
                (f"seated at table {shown.entry(line.player).get('table')}"),
            )
        case GoneAt():
            row = shown.entry(line.player)
            yield (
                f"{line.player} left, {course.chips} chips in play",
                f"{line.player} {row.get('cause')}, {head['chips_in_play']} chips in play",
            )
        case GapAt():
            yield f"{line.found} chips", f"{head['chips_in_play']} chips"
        case Hands():
            yield from _hands(record, line, course, shown)
        case BustAt():
            for player in line.out:
                row = shown.entry(player)
                killers = list(line.killers)
                yield _out(player, line.level, killers), _out(player, row.get("bust_level"), row.get("killers"))
        case FinishAt():
            left = " and ".join(row["player"] for row in shown.entries if row["status"] == "alive")
            yield f"{line.player} has {line.chips} chips", f"{left} has {head['chips_in_play']} chips"
            yield "finished", head["status"]
        case StopAt():
            alive = sorted(row["player"] for row in shown.entries if row["status"] == "alive")
            yield (
                f"{sorted(line.stacks)} have {sum(line.stacks.values())} chips",
                f"{alive} have {head['chips_in_play']} chips",
            )
            yield "finished", head["status"]


def _hands(record: Record, line: Hands, course: Course, shown: Shown) -> Iterator[tuple[str, str]]:
    """The seats are those dealt in and those away; the blinds those of the clock."""
    seats = shown.tables.get(table_numbers(record)[line.table], {})
    present = {seat: player for seat, player in seats.items() if course.away.get(player) != line.table}
    yield _seats({seat: player for seat, (player, _) in line.dealt.items()}), _seats(present)
    away = {player for player, table in course.away.items() if table == line.table}
    yield f"away {sorted(away)}", f"away {sorted(away & set(seats.values()))}"
    clock = shown.head["clock"]
    if line.stakes is not None:
        yield _stakes(line.blinds, line.stakes), _stakes_shown(clock, line.stakes.game)
        return
    yield f"blinds {line.blinds[0]}/{line.blinds[1]}", f"blinds {clock['small_blind']}/{clock['big_blind']}"


_TOLD = ("ante", "ante_type", "small_bet", "big_bet", "bring_in")
"""What is compared of a game's stakes beside its blinds."""


def _stakes(blinds: tuple[int, int], stakes: Stakes) -> str:
    return f"{stakes.game} {blinds[0]}/{blinds[1]} {[getattr(stakes, name) for name in _TOLD]}"


def _stakes_shown(clock: Row, game: str) -> str:
    """Return what the product shows a game to be played for: with its stakes, or at the level's blinds and ante."""
    plain = {"game": clock["game"], **{name: clock[name] for name in ("small_blind", "big_blind", "ante", "ante_type")}}
    shown = next((one for one in (*clock["stakes"], plain) if one["game"] == game), None)
    if shown is None:
        return f"no {game} in {clock['rotation']}"
    return f"{game} {shown['small_blind']}/{shown['big_blind']} {[shown.get(name) for name in _TOLD]}"


def name(line: Timed) -> str:
    """Return how the line is called among the differences."""
    match line:
        case LevelAt():
            return f"level {line.level} at table {line.table}"
        case BlindsAt():
            return f"other blinds in level {line.level} at table {line.table}"
        case GapAt():
            return f"gap at {to_text(line.at)[11:19]}"
        case EntryAt():
            return f"entry of {line.player}"
        case Hands():
            return f"hands {line.first} to {line.last} at table {line.table}"
        case BustAt():
            return f"bust of {' and '.join(line.out)}"
        case FinishAt() | StopAt():
            return "finish"
        case _:
            return f"{line.kind} of {line.player}"


def spoken(line: Timed) -> str:
    """Return the line as the floor would say it."""
    match line:
        case LevelAt() | BlindsAt():
            return f"table {line.table} plays {line.small_blind}/{line.big_blind}"
        case EntryAt():
            return f"{line.player} sits down at table {line.table}, seat {line.seat}"
        case MoveAt():
            return f"{line.player} moves from table {line.leaving[0]} to table {line.to[0]}, seat {line.to[1]}"
        case SlipAt():
            return f"{line.player} left with {line.left_with} chips and was given {line.brought}"
        case AwayAt():
            return f"{line.player} is away, {line.chips} chips in front of the seat"
        case BackAt():
            return f"{line.player} is back"
        case GoneAt():
            return f"{line.player} has left for good, {line.chips} chips leave play"
        case GapAt():
            return f"the source misses {line.missing} hands here, and {line.moved} chips have moved"
        case Hands():
            game = "" if line.stakes is None else f" of {line.stakes.game}"
            return f"table {line.table} deals hands {line.first} to {line.last}{game} to {len(line.dealt)} players"
        case BustAt():
            to = " and ".join(line.killers) or "a player unknown"
            return f"{' and '.join(line.out)} out in hand {line.hand} at table {line.table}, to {to}"
        case FinishAt():
            return f"{line.player} has all {line.chips} chips"
        case StopAt():
            return f"play stops with {len(line.stacks)} left"


def _level(number: object, small: object, big: object) -> str:
    return f"level {number}, {small}/{big}"


def _clock(head: Row) -> str:
    clock = head["clock"]
    return _level(clock["level"], clock["small_blind"], clock["big_blind"])


def _chair(chair: tuple[object, object]) -> str:
    return f"table {chair[0]}, seat {chair[1]}"


def _entered(number: object, chair: tuple[object, object], chips: object) -> str:
    return f"entry {number}, {_chair(chair)}, {chips} chips"


def _out(player: str, level: object, killers: object) -> str:
    return f"{player} out in level {level} to {killers}"


def _seats(seats: Mapping[int, str]) -> str:
    return ", ".join(f"{seat}: {player}" for seat, player in sorted(seats.items()))
