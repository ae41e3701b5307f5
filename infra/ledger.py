"""Turn a full hand ledger into a recorded evening: `python -m infra.ledger LEDGER.json STRUCTURE > RECORD.jsonl`.

A ledger has every hand with its stacks by seat, and the table app's log of seats, sit-outs and stakes.  The record
keeps what a tournament is made of, and takes it from the hands: a player has come, moved or returned with the first
hand that is dealt to him there, a level has begun with the first hand at its blinds, a bust counts from the start of
the hand after it.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from domain.times import from_text
from infra.record import (
    ORDER,
    AwayAt,
    BackAt,
    BustAt,
    Dealt,
    EntryAt,
    Evening,
    FinishAt,
    Hands,
    LevelAt,
    MoveAt,
    Record,
    Result,
    SlipAt,
    Table,
    Timed,
    write,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One hand of the ledger: when and where it began, and who was dealt in with how much."""

    at: datetime
    table: Table
    number: int
    dealt: Dealt

    @property
    def players(self) -> dict[str, int]:
        """Stacks by player."""
        return dict(self.dealt.values())


@dataclass(slots=True, kw_only=True)
class _Seen:
    """What the hands so far have shown."""

    seats: dict[str, tuple[Table, int]] = field(default_factory=dict)
    away: dict[str, int] = field(default_factory=dict)
    level: dict[Table, LevelAt] = field(default_factory=dict)
    stretch: dict[Table, Hands] = field(default_factory=dict)
    lines: list[Timed] = field(default_factory=list)


def convert(ledger: Mapping[str, Any], structure: str) -> Record:
    """Return the ledger's evening, said to be played by the named structure."""
    hands = [_hand(raw) for raw in sorted(ledger["hands"], key=lambda raw: (raw["at"], raw["table"]))]
    seen = _Seen()
    for hand in hands:
        before = len(seen.lines)
        seen.lines += _arrivals(hand, hands, seen, ledger)
        seen.lines += _absences(hand, seen, ledger)
        seen.lines += _level(hand, seen, ledger)
        open_stretch = seen.stretch.get(hand.table)
        if (
            open_stretch is None
            or len(seen.lines) > before
            or sorted(dict(open_stretch.dealt.values())) != sorted(hand.players)
        ):
            _close_stretch(hand.table, seen)
            level = seen.level[hand.table]
            blinds = (level.small_blind, level.big_blind)
            seen.stretch[hand.table] = Hands(
                at=hand.at, table=hand.table, first=hand.number, last=hand.number, blinds=blinds, dealt=hand.dealt
            )
        seen.stretch[hand.table] = replace(seen.stretch[hand.table], last=hand.number)
    for table in list(seen.stretch):
        _close_stretch(table, seen)
    lines = [*seen.lines, *_busts(ledger, hands)]
    end = from_text(ledger["eliminations"][-1]["at"])
    chips = sum(hands[-1].players.values())
    lines.append(FinishAt(at=end, table=hands[-1].table, player=ledger["winner"], chips=chips))
    return Record(
        evening=Evening(
            date=ledger["first_hand_at"][:10],
            structure=structure,
            starting_stack=ledger["starting_stack"],
            seats_per_table=ledger["seats_per_table"],
            entries=ledger["entries"],
            chips=ledger["expected_chips_in_play"],
            hands=len(hands),
            clock=hands[0].table,
        ),
        timed=tuple(sorted(lines, key=_place)),
        results=tuple(Result(place=one["place"], player=one["player"]) for one in ledger["results"]),
    )


def _place(line: Timed) -> tuple[datetime, int, int]:
    return line.at, ORDER.index(line.kind), line.entry if isinstance(line, EntryAt) else 0


def _hand(raw: Mapping[str, Any]) -> Hand:
    dealt = sorted((int(seat), (player, stack)) for seat, (player, stack) in raw["stacks"].items())
    return Hand(at=from_text(raw["at"]), table=raw["table"], number=raw["hand"], dealt=dict(dealt))


def _arrivals(hand: Hand, hands: Sequence[Hand], seen: _Seen, ledger: Mapping[str, Any]) -> Iterator[Timed]:
    """Yield who is dealt in here and was not before: entries in the order of their approval, moves, returns."""
    approved = [event["player"] for event in _events(ledger, "seat_approved")]
    newcomers = {player for player in hand.players if player not in seen.seats}
    order = sorted(newcomers, key=lambda player: approved.index(player) if player in approved else len(approved))
    number = len(seen.seats)
    for seat, (player, chips) in hand.dealt.items():
        before = seen.seats.get(player)
        seen.seats[player] = (hand.table, seat)
        if before is None:
            entry = number + order.index(player) + 1
            yield EntryAt(at=hand.at, entry=entry, player=player, table=hand.table, seat=seat, chips=chips)
        elif before[0] != hand.table:
            later = (
                one.at for one in hands if one.at > hand.at and one.table == before[0] and player not in one.players
            )
            yield MoveAt(
                at=hand.at, player=player, leaving=before, to=(hand.table, seat), chips=chips, left=next(later, None)
            )
            left = [one["stack"] for one in _events(ledger, "left_table", player) if one["table"] == before[0]]
            if left and left[0] != chips:
                yield SlipAt(at=hand.at, table=hand.table, player=player, left_with=left[0], brought=chips)
        elif player in seen.away:
            yield BackAt(at=hand.at, table=hand.table, player=player, chips=seen.away.pop(player))


def _absences(hand: Hand, seen: _Seen, ledger: Mapping[str, Any]) -> Iterator[Timed]:
    """Yield who keeps a seat here and is not dealt in."""
    busted = {one["player"] for one in ledger["eliminations"] if from_text(one["at"]) <= hand.at}
    for player, (table, _) in sorted(seen.seats.items()):
        if table != hand.table or player in hand.players or player in busted or player in seen.away:
            continue
        sat_out = [one["stack"] for one in _events(ledger, "sit_out", player) if from_text(one["at"]) == hand.at]
        seen.away[player] = sat_out[0]
        yield AwayAt(at=hand.at, table=hand.table, player=player, chips=sat_out[0])


def _level(hand: Hand, seen: _Seen, ledger: Mapping[str, Any]) -> Iterator[Timed]:
    stakes = [
        one for one in ledger["levels_observed"] if one["table"] == hand.table and from_text(one["at"]) <= hand.at
    ]
    known = seen.level.get(hand.table)
    if known is None or known.level < len(stakes):
        seen.level[hand.table] = LevelAt(
            at=hand.at,
            table=hand.table,
            level=len(stakes),
            small_blind=stakes[-1]["sb"],
            big_blind=stakes[-1]["bb"],
        )
        yield seen.level[hand.table]


def _busts(ledger: Mapping[str, Any], hands: Sequence[Hand]) -> Iterator[Timed]:
    for (at, table, number), group in groupby(
        ledger["eliminations"], key=lambda one: (one["at"], one["table"], one["hand"])
    ):
        out = list(group)
        hand = next(one for one in hands if (one.table, one.number) == (table, number))
        begun = [one for one in ledger["levels_observed"] if one["table"] == table and from_text(one["at"]) <= hand.at]
        (winner,) = out[0]["hand_winners"]
        yield BustAt(
            at=from_text(at),
            table=table,
            hand=number,
            level=len(begun),
            out=tuple(one["player"] for one in out),
            winner=winner,
            dealt=hand.dealt,
        )


def _close_stretch(table: Table, seen: _Seen) -> None:
    if table in seen.stretch:
        seen.lines.append(seen.stretch.pop(table))


def _events(ledger: Mapping[str, Any], kind: str, player: str | None = None) -> list[Mapping[str, Any]]:
    return [
        event
        for event in ledger["timeline"]
        if event["type"] == kind and (player is None or event.get("player") == player)
    ]


def main() -> None:
    """Write the record of the ledger named on the command line to the standard output."""
    ledger, structure = sys.argv[1:]
    sys.stdout.write(write(convert(json.loads(Path(ledger).read_text()), structure)))


if __name__ == "__main__":
    main()
