"""Turn a full hand ledger into a recorded evening: `python -m infra.ledger LEDGER.json STRUCTURE > RECORD.jsonl`.

A ledger has every hand with its stacks by seat, and the table app's log of seats, sit-outs and stakes.  The record
keeps what a tournament is made of, and takes it from the hands: a player has come, moved or returned with the first
hand that is dealt to him there, a level has begun with the first hand at its blinds, a bust counts from the start of
the hand after it.  Lower blinds than before are no level but a slip of the floor.
"""

import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from domain.times import from_text
from infra import stack_ledger
from infra.pots import winners_of_last_chips
from infra.record import (
    ORDER,
    AwayAt,
    BackAt,
    BlindsAt,
    BustAt,
    Cancelled,
    Dealt,
    EntryAt,
    Evening,
    FinishAt,
    GoneAt,
    Hands,
    LevelAt,
    MoveAt,
    Positions,
    Record,
    Result,
    SlipAt,
    StopAt,
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
    dead: Mapping[str, int]
    positions: Positions | None

    @property
    def players(self) -> dict[str, int]:
        """Stacks by player."""
        return dict(self.dealt.values())


@dataclass(slots=True, kw_only=True)
class _Seen:
    """What the hands so far have shown; `blinds` are those of the level, or the floor's slip since."""

    seats: dict[str, tuple[Table, int]] = field(default_factory=dict)
    away: dict[str, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    level: dict[Table, LevelAt] = field(default_factory=dict)
    blinds: dict[Table, tuple[int, int]] = field(default_factory=dict)
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
            seen.stretch[hand.table] = Hands(
                at=hand.at,
                table=hand.table,
                first=hand.number,
                last=hand.number,
                blinds=seen.blinds[hand.table],
                dealt=hand.dealt,
            )
        stretch = seen.stretch[hand.table]
        known = () if hand.number == stretch.first else stretch.deals
        deals = None if known is None or hand.positions is None else (*known, hand.positions)
        seen.stretch[hand.table] = replace(stretch, last=hand.number, deals=deals)
    for table in list(seen.stretch):
        _close_stretch(table, seen)
    lines = [*seen.lines, *_busts(ledger, hands), _end(ledger, hands)]
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
        cancelled=tuple(
            Cancelled(entry=number, player=player)
            for number, (player, stays) in enumerate(_registrations(ledger), start=1)
            if not stays
        ),
    )


def _place(line: Timed) -> tuple[datetime, int, int]:
    return line.at, ORDER.index(line.kind), line.entry if isinstance(line, EntryAt) else 0


def _hand(raw: Mapping[str, Any]) -> Hand:
    dealt = sorted((int(seat), (player, stack)) for seat, (player, stack) in raw["stacks"].items())
    dead = {player: chips for player, what, chips in raw["posts"] if what == "missing_small_blind"}
    return Hand(
        at=from_text(raw["at"]),
        table=raw["table"],
        number=raw["hand"],
        dealt=dict(dealt),
        dead=dead,
        positions=_positions(raw),
    )


def _positions(raw: Mapping[str, Any]) -> Positions | None:
    """Return where button and blinds are, None when the ledger does not tell; what is dead is nowhere."""
    seats = {player: int(seat) for seat, (player, _) in raw["stacks"].items()}
    posted = {what: seats[player] for player, what, _ in raw["posts"] if what in {"small_blind", "big_blind"}}
    if "big_blind" not in posted:
        return None
    return seats.get(raw["dealer"]), posted.get("small_blind"), posted["big_blind"]


def _registrations(ledger: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """Return who was given a place, in order, and whether he kept it until play began."""
    approved = []
    begins = from_text(ledger["first_hand_at"])
    for event in _events(ledger, "seat_approved"):
        player, at = event["player"], from_text(event["at"])
        left = [from_text(one["at"]) for one in _events(ledger, "left_table", player)]
        approved.append((player, not any(at <= one < begins for one in left)))
    # a second approval of who has a place already is a change of tables, not a registration
    kept: dict[str, bool] = {}
    registrations = []
    for player, stays in approved:
        if not kept.get(player, False):
            registrations.append((player, stays))
            kept[player] = stays
    return registrations


def _arrivals(hand: Hand, hands: Sequence[Hand], seen: _Seen, ledger: Mapping[str, Any]) -> Iterator[Timed]:
    """Yield who is dealt in here and was not before: entries in the order of their approval, moves, returns."""
    numbers = _numbers(ledger)
    for seat, (player, chips) in hand.dealt.items():
        before = seen.seats.get(player)
        seen.seats[player] = (hand.table, seat)
        if before is None:
            entry = numbers[player]
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


def _numbers(ledger: Mapping[str, Any]) -> dict[str, int]:
    """Return each player's entry number: his place among the registrations, the cancelled ones counted."""
    registrations = _registrations(ledger)
    numbers = {player: number for number, (player, stays) in enumerate(registrations, start=1) if stays}
    # a log may begin when some have their places already
    dealt = dict.fromkeys(player for raw in ledger["hands"] for player, _ in raw["stacks"].values())
    missing = [player for player in dealt if player not in numbers]
    return numbers | {player: len(registrations) + n for n, player in enumerate(missing, start=1)}


def _absences(hand: Hand, seen: _Seen, ledger: Mapping[str, Any]) -> Iterator[Timed]:
    """Yield who keeps a seat here and is not dealt in, or has left with it for good."""
    busted = {one["player"] for one in ledger["eliminations"] if from_text(one["at"]) <= hand.at}
    for player, (table, _) in sorted(seen.seats.items()):
        if table != hand.table or player in hand.players or player in busted | set(seen.away) | seen.gone:
            continue
        sat_out = [one["stack"] for one in _events(ledger, "sit_out", player) if from_text(one["at"]) == hand.at]
        if any(one["player"] == player for one in ledger.get("withdrawn", ())):
            seen.gone.add(player)
            yield GoneAt(at=hand.at, table=hand.table, player=player, chips=sat_out[0])
        else:
            seen.away[player] = sat_out[0]
            yield AwayAt(at=hand.at, table=hand.table, player=player, chips=sat_out[0])


def _level(hand: Hand, seen: _Seen, ledger: Mapping[str, Any]) -> Iterator[Timed]:
    """Yield the level that has begun with this hand, or the slip by which it is dealt at lower blinds."""
    number, small_blind, big_blind = _stakes(ledger, hand)
    known = seen.level.get(hand.table)
    if known is None or known.level < number:
        seen.level[hand.table] = LevelAt(
            at=hand.at, table=hand.table, level=number, small_blind=small_blind, big_blind=big_blind
        )
        yield seen.level[hand.table]
    elif seen.blinds[hand.table] != (small_blind, big_blind):
        yield BlindsAt(at=hand.at, table=hand.table, level=number, small_blind=small_blind, big_blind=big_blind)
    seen.blinds[hand.table] = (small_blind, big_blind)


def _stakes(ledger: Mapping[str, Any], hand: Hand) -> tuple[int, int, int]:
    """Return the level of a hand, counted by big blinds never seen so high before, and the blinds set for it."""
    level = highest = 0
    small_blind = big_blind = 0
    for one in ledger["levels_observed"]:
        if one["table"] == hand.table and from_text(one["at"]) <= hand.at:
            small_blind, big_blind = one["sb"], one["bb"]
            level += big_blind > highest
            highest = max(highest, big_blind)
    return level, small_blind, big_blind


def _busts(ledger: Mapping[str, Any], hands: Sequence[Hand]) -> Iterator[Timed]:
    for (at, table, number), group in groupby(
        ledger["eliminations"], key=lambda one: (one["at"], one["table"], one["hand"])
    ):
        out = list(group)
        hand, *later = [one for one in hands if one.table == table and one.number >= number]
        won: Mapping[str, int] = out[0]["hand_winners"]
        after = later[0].players if later else {}
        known = {_killers(one["player"], hand, after, won, {busted["player"] for busted in out}) for one in out}
        killers = known.pop() if len(known) == 1 else ()
        others = tuple(player for player in won if player not in killers)
        yield BustAt(
            at=from_text(at),
            table=table,
            hand=number,
            level=_stakes(ledger, hand)[0],
            out=tuple(one["player"] for one in out),
            winner=killers[0] if killers else None,
            sharing=killers[1:] or None,
            others=others or None,
            dealt=hand.dealt,
        )


def _killers(
    victim: str, hand: Hand, after: Mapping[str, int], won: Mapping[str, int], out: Collection[str]
) -> tuple[str, ...]:
    """Return who won the victim's last chips; nobody where a stack after the hand is not known (he sat out)."""
    if len(won) > 1 and any(player not in after for player in hand.players if player not in out):
        return ()
    bets = {
        player: stack - after.get(player, 0) + won.get(player, 0) - hand.dead.get(player, 0)
        for player, stack in hand.players.items()
    }
    return winners_of_last_chips(victim, hand.players, bets, won, sum(hand.dead.values()))


def _end(ledger: Mapping[str, Any], hands: Sequence[Hand]) -> Timed:
    """Return the end of the night: one player has everything, or play stops at the last hand with several left."""
    last = hands[-1]
    if ledger["winner"] is None:
        return StopAt(at=last.at, table=last.table, stacks=ledger["final_stacks"])
    at = from_text(ledger["eliminations"][-1]["at"])
    return FinishAt(at=at, table=last.table, player=ledger["winner"], chips=sum(last.players.values()))


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
    file, structure = sys.argv[1:]
    ledger = json.loads(Path(file).read_text())
    of_stacks = ledger["kind"] == "final_table_stack_ledger"
    sys.stdout.write(write((stack_ledger.convert if of_stacks else convert)(ledger, structure)))


if __name__ == "__main__":
    main()
