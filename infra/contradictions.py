"""Says where the lines of a recorded evening disagree with each other.

Every instant, seat and stack stands on two lines at least, so that no line can change unnoticed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from domain.times import to_text
from infra.record import (
    ORDER,
    AwayAt,
    BackAt,
    BlindsAt,
    BustAt,
    Dealt,
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


@dataclass(slots=True, kw_only=True)
class _Room:
    """The room as the lines so far leave it: who sits where with which chips, who is away, what each table plays."""

    seats: dict[str, tuple[str, int]] = field(default_factory=dict)
    away: dict[str, int] = field(default_factory=dict)
    blinds: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    other: dict[str, tuple[int, int]] = field(default_factory=dict)
    games: dict[tuple[int, str], tuple[tuple[int, int], Stakes]] = field(default_factory=dict)
    balance: Counter[str] = field(default_factory=Counter)
    last_hand: Counter[str] = field(default_factory=Counter)
    last_dealt: dict[str, Dealt] = field(default_factory=dict)
    missing: int = 0


def contradictions(record: Record) -> tuple[str, ...]:
    """Return every point on which two lines of the record disagree, in plain words."""
    return (*_order(record), *_anchors(record), *_frame(record), *_course(record))


def _order(record: Record) -> Iterator[str]:
    for before, line in zip(record.timed, record.timed[1:], strict=False):
        if (before.at, ORDER.index(before.kind)) > (line.at, ORDER.index(line.kind)):
            yield f"{_name(line)} stands after {_name(before)}"


def _anchors(record: Record) -> Iterator[str]:
    """Yield lines whose instant no other line shares: every change is seen in the hand that follows it."""
    reasons: dict[tuple[datetime, str], set[str]] = defaultdict(set)
    games: dict[str, str] = {}
    for line in record.timed:
        if isinstance(line, Hands) and line.stakes is not None:
            if games.get(line.table, line.stakes.game) != line.stakes.game:
                reasons[line.at, line.table].add("game")
            games[line.table] = line.stakes.game
        tables = [line.leaving[0], line.to[0]] if isinstance(line, MoveAt) else [line.table]
        for table in tables:
            reasons[line.at, table].add(line.kind)
        if isinstance(line, MoveAt) and line.left is not None:
            reasons[line.left, line.leaving[0]].add("left")
    for line in record.timed:
        if isinstance(line, Hands):
            if reasons[line.at, line.table] == {"hands"}:
                yield f"{_name(line)}: nothing happens at that instant that would change the hands"
            continue
        seen_in = {"finish"} if isinstance(line, BustAt) else {"bust"} if isinstance(line, FinishAt) else set()
        table = line.to[0] if isinstance(line, MoveAt) else line.table
        if not reasons[line.at, table] & (seen_in | ({"hands"} if line.kind != "finish" else set())):
            yield f"{_name(line)}: no hand begins at that instant"
        if isinstance(line, MoveAt) and line.left is not None and "hands" not in reasons[line.left, line.leaving[0]]:
            yield f"{_name(line)}: no hand begins at the old table when he is said to have left"


def _frame(record: Record) -> Iterator[str]:
    evening, entries = record.evening, record.of(EntryAt)
    numbers = sorted([line.entry for line in entries] + [line.entry for line in record.cancelled])
    if numbers != list(range(1, len(numbers) + 1)) or len(entries) != evening.entries:
        yield f"the entries are not {evening.entries}, numbered from 1 with the cancelled ones"
    if to_text(record.starts_at)[:10] != evening.date:
        yield f"the night began on {to_text(record.starts_at)[:10]}, not on {evening.date}"
    if evening.chips != sum(line.chips for line in entries):
        yield f"{evening.chips} chips are not what the entries brought"
    yield from (
        f"{line.player} enters with {line.chips} chips"
        for line in entries
        if evening.starting_stack is not None and line.chips != evening.starting_stack
    )
    gone = {line.player for line in record.of(GoneAt)}
    left = {player for line in record.of(StopAt) for player in line.stacks}
    placed = sorted({line.player for line in entries} - gone - left)
    if sorted(result.player for result in record.results) != placed:
        yield "the places are not those of the players who entered"
    if sorted(result.place for result in record.results) != [len(left) + n for n in range(1, len(placed) + 1)]:
        yield "the places do not run on without a gap"


def _course(record: Record) -> Iterator[str]:
    """Follow the evening and yield every line that what came before it rules out."""
    room = _Room()
    slips = {(line.at, line.player): line.brought - line.left_with for line in record.of(SlipAt)}
    moves = {(line.at, line.player): line.chips for line in record.of(MoveAt)}
    for number, line in enumerate(record.timed):
        match line:
            case LevelAt():
                before = room.blinds.get(line.table, (0, 0, 0))
                if line.level != before[0] + 1 or 0 < line.big_blind <= before[2]:  # stud has no blinds
                    yield f"{_name(line)}: level {line.level} does not follow level {before[0]}"
                room.blinds[line.table] = (line.level, line.small_blind, line.big_blind)
                room.other.pop(line.table, None)
            case BlindsAt():
                blinds = (line.small_blind, line.big_blind)
                level = room.blinds.get(line.table, (0, 0, 0))
                if level[0] != line.level or blinds in {level[1:], room.other.get(line.table)}:
                    yield f"{_name(line)}: the table does not leave the blinds of level {line.level}"
                room.other[line.table] = blinds
            case EntryAt():
                room.seats[line.player] = (line.table, line.seat)
                room.balance[line.table] += line.chips
            case MoveAt():
                if room.seats.get(line.player) != line.leaving:
                    yield f"{_name(line)}: {line.player} does not sit there"
                room.seats[line.player] = line.to
                room.balance[line.leaving[0]] -= line.chips - slips.get((line.at, line.player), 0)
                room.balance[line.to[0]] += line.chips
            case SlipAt():
                if moves.get((line.at, line.player)) != line.brought or line.left_with == line.brought:
                    yield f"{_name(line)}: no move of that instant brought {line.brought} chips"
            case AwayAt() | BackAt():
                yield from _presence(line, room)
            case GoneAt():
                if room.seats.pop(line.player, ("", 0))[0] != line.table:
                    yield f"{_name(line)}: {line.player} does not sit at table {line.table}"
                room.balance[line.table] -= line.chips
            case GapAt():
                if line.left != room.balance[line.table] or abs(line.found - line.left) > line.moved:
                    yield f"{_name(line)}: {room.balance[line.table]} chips were at the table"
                if line.missing == line.moved == 0:
                    yield f"{_name(line)}: nothing is missing"
                room.balance[line.table] = line.found
                room.last_hand[line.table] += line.missing
                room.missing += line.missing
            case Hands():
                yield from _hands(line, room)
            case BustAt():
                yield from _bust(line, room, record.timed[number + 1 :])
            case FinishAt():
                if set(room.seats) != {line.player} or line.chips != room.balance[line.table]:
                    yield f"{_name(line)}: {line.player} is not left alone with {line.chips} chips"
            case StopAt():
                if set(room.seats) != set(line.stacks) or sum(line.stacks.values()) != room.balance[line.table]:
                    yield f"{_name(line)}: these are not the players who are left, or not their chips"
    if room.last_hand.total() - room.missing != record.evening.hands:
        yield f"{room.last_hand.total() - room.missing} hands were dealt, not {record.evening.hands}"
    if len(record.of(FinishAt)) + len(record.of(StopAt)) != 1:
        yield "the record does not end once"


def _presence(line: AwayAt | BackAt, room: _Room) -> Iterator[str]:
    if room.seats.get(line.player, ("", 0))[0] != line.table:
        yield f"{_name(line)}: {line.player} does not sit at table {line.table}"
    if isinstance(line, AwayAt):
        room.away[line.player] = line.chips
    elif room.away.pop(line.player, None) != line.chips:
        yield f"{_name(line)}: {line.player} had not gone away with {line.chips} chips"


def _hands(line: Hands, room: _Room) -> Iterator[str]:
    name = _name(line)
    seated = {
        seat: player for player, (table, seat) in room.seats.items() if table == line.table and player not in room.away
    }
    if {seat: player for seat, (player, _) in line.dealt.items()} != seated:
        yield f"{name}: those dealt in are not those who sit there"
    level, *of_level = room.blinds.get(line.table, (0, 0, 0))
    if line.stakes is None:
        same = line.blinds == room.other.get(line.table, tuple(of_level))
    else:
        # the first game that a level is dealt in gives the level its blinds; each game keeps its stakes for the level
        first = line.blinds == tuple(of_level) or level in {known for known, _ in room.games}
        known = room.games.setdefault((level, line.stakes.game), (line.blinds, line.stakes))
        same = first and known == (line.blinds, line.stakes)
    if not same:
        yield f"{name}: blinds {line.blinds} are not those of the table's level"
    if line.first != room.last_hand[line.table] + 1 or line.last < line.first:
        yield f"{name}: hands {line.first} to {line.last} do not follow hand {room.last_hand[line.table]}"
    if line.deals is not None and len(line.deals) != line.last - line.first + 1:
        yield f"{name}: buttons are told of {len(line.deals)} hands"
    if any(seat is not None and seat not in line.dealt for deal in line.deals or () for seat in deal):
        yield f"{name}: button or blinds are on a seat that is not dealt to"
    yield from _total(name, line.dealt, line.table, room)
    room.last_hand[line.table] = line.last
    room.last_dealt[line.table] = line.dealt


def _bust(line: BustAt, room: _Room, later: Sequence[Timed]) -> Iterator[str]:
    name = _name(line)
    if line.hand != room.last_hand[line.table]:
        yield f"{name}: the hand before was {room.last_hand[line.table]}, not {line.hand}"
    if line.level != room.blinds.get(line.table, (0, 0, 0))[0]:
        yield f"{name}: the table did not play level {line.level}"
    seats = {seat: player for seat, (player, _) in line.dealt.items()}
    if seats != {seat: player for seat, (player, _) in room.last_dealt.get(line.table, {}).items()}:
        yield f"{name}: those dealt in are not those of the hands before"
    yield from _total(name, line.dealt, line.table, room)
    before = dict(line.dealt.values())
    after = next((dict(one.dealt.values()) for one in later if isinstance(one, Hands) and one.table == line.table), {})
    # In the hand after, a winner has more than before; in the last hand of the night he has everything.
    grew = {player for player, stack in after.items() if stack > before.get(player, stack)}
    grew = grew or {player for player in before if player not in line.out}
    if grew != {*line.killers, *(line.others or ())}:
        yield f"{name}: {line.winner} is not the one whose stack grew"
    for player in line.out:
        if player not in before or room.seats.pop(player, None) is None:
            yield f"{name}: {player} was not dealt in"


def _total(name: str, dealt: Mapping[int, tuple[str, int]], table: str, room: _Room) -> Iterator[str]:
    away = sum(chips for player, chips in room.away.items() if room.seats.get(player, ("", 0))[0] == table)
    total = sum(stack for _, stack in dealt.values()) + away
    if total != room.balance[table]:
        yield f"{name}: {total} chips at the table, where {room.balance[table]} came"


def _name(line: Timed) -> str:
    return f"{line.kind} at {to_text(line.at)}"
