"""Turn a ledger of stacks into a recorded evening; `python -m infra.ledger` does when it is given one.

Such a ledger has each hand's game, stakes and stacks before and after, the players in the order of their seats, and the
time on a film of the day.  It has no dates, no seat numbers and no pots: the film begins at 1970-01-01T00:00:00Z, a
seat's number is the player's place in the first hand, and who busted a player is known where one stack alone grew.  The
last hand is over a second after it began.
A level has begun with the first hand of a game at stakes that the level before did not have for it.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

from infra.record import (
    ORDER,
    BustAt,
    Dealt,
    EntryAt,
    Evening,
    FinishAt,
    GapAt,
    Hands,
    LevelAt,
    Record,
    Result,
    Stakes,
    Table,
    Timed,
)

FILM = datetime(1970, 1, 1, tzinfo=UTC)
A_SECOND = timedelta(seconds=1)
TABLE: Table = "A"
_GAMES = MappingProxyType(
    {
        "no-limit holdem": "no-limit hold'em",
        "limit holdem": "limit hold'em",
        "pot-limit omaha": "pot-limit Omaha",
        "limit omaha 8 or better": "limit Omaha eight or better",
        "limit stud 8 or better": "limit seven card stud eight or better",
    }
)
"""Games that the source calls otherwise than the product."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One hand of the ledger, its stacks by seat before and by player after it."""

    at: datetime
    number: int
    blinds: tuple[int, int]
    stakes: Stakes
    dealt: Dealt
    after: Mapping[str, int]

    @property
    def players(self) -> dict[str, int]:
        """Stacks before the hand by player."""
        return dict(self.dealt.values())


@dataclass(slots=True, kw_only=True)
class _Level:
    """The level at hand: its number, and what each game has been played for in it."""

    number: int = 0
    games: dict[str, tuple[tuple[int, int], Stakes]] = field(default_factory=dict)


def convert(ledger: Mapping[str, Any], structure: str) -> Record:
    """Return the ledger's day, said to be played by the named structure."""
    seats = {player: seat for seat, player in enumerate(ledger["hands"][0]["players"], start=1)}
    hands = [_hand(raw, seats) for raw in ledger["hands"]]
    first = hands[0]
    lines: list[Timed] = [
        EntryAt(at=first.at, entry=seat, player=player, table=TABLE, seat=seat, chips=chips)
        for seat, (player, chips) in first.dealt.items()
    ]
    lines += _stretches(hands)
    lines += _busts(ledger, hands)
    last = hands[-1]
    lines.append(
        FinishAt(at=last.at + A_SECOND, table=TABLE, player=ledger["winner"], chips=last.after[ledger["winner"]])
    )
    places = [Result(place=one["place"], player=one["player"]) for one in ledger["eliminations"]]
    return Record(
        evening=Evening(
            date=FILM.date().isoformat(),
            structure=structure,
            seats_per_table=len(seats),
            entries=len(seats),
            chips=sum(first.players.values()),
            hands=len(hands),
            clock=TABLE,
        ),
        timed=tuple(sorted(lines, key=lambda line: (line.at, ORDER.index(line.kind)))),
        results=(Result(place=1, player=ledger["winner"]), *sorted(places, key=lambda result: result.place)),
    )


def _hand(raw: Mapping[str, Any], seats: Mapping[str, int]) -> Hand:
    hours, minutes, seconds = (int(part) for part in raw["stream_time"].split(":"))
    blinds, stakes = _stakes(raw["game"], ast.literal_eval(f"({raw['stakes_raw'].rstrip(', ')},)"))
    stacks = dict(zip(raw["players"], raw["start"], strict=True))
    return Hand(
        at=FILM + timedelta(hours=hours, minutes=minutes, seconds=seconds),
        number=raw["hand"],
        blinds=blinds,
        stakes=stakes,
        dealt={seats[player]: (player, stacks[player]) for player in sorted(stacks, key=seats.__getitem__)},
        after=dict(zip(raw["players"], raw["end"], strict=True)),
    )


def _stakes(called: str, told: Sequence[Any]) -> tuple[tuple[int, int], Stakes]:
    """Return blinds and stakes from the source's order: (), uniform ante, ante, then blinds and bets by the game."""
    game = _GAMES.get(called, called)
    _, _, ante, *more = told
    if isinstance(ante, Mapping):  # one player pays it, the big blind
        return more[0], Stakes(game=game, ante=next(iter(ante.values())), ante_type="big_blind")
    if isinstance(more[0], tuple):
        *dead, big_blind = more[0]
        small_blind = dead[0] if dead else big_blind // 2  # nobody pays a small blind that falls on an empty seat
        return (small_blind, big_blind), Stakes(game=game, small_bet=more[1], big_bet=more[2])
    bring_in, small_bet, big_bet = more
    return (0, 0), Stakes(
        game=game, ante=ante, ante_type="classic", bring_in=bring_in, small_bet=small_bet, big_bet=big_bet
    )


def _stretches(hands: Sequence[Hand]) -> Iterator[Timed]:
    """Yield levels, gaps of the source, and stretches of hands with the same players in the same game."""
    level = _Level()
    stretch: Hands | None = None
    before: Hand | None = None
    for hand in hands:
        broken = before is None or before.dealt.keys() != hand.dealt.keys() or before.stakes != hand.stakes
        if before is not None:
            left, found = sum(before.after.values()), sum(hand.players.values())
            missing = hand.number - before.number - 1
            moved = sum(abs(before.after[player] - chips) for player, chips in hand.players.items())
            if missing or moved:
                yield GapAt(at=hand.at, table=TABLE, missing=missing, moved=moved, left=left, found=found)
                broken = True
        if level.games.setdefault(hand.stakes.game, (hand.blinds, hand.stakes)) != (hand.blinds, hand.stakes) or (
            not level.number
        ):
            level = _Level(number=level.number + 1, games={hand.stakes.game: (hand.blinds, hand.stakes)})
            small_blind, big_blind = hand.blinds
            yield LevelAt(at=hand.at, table=TABLE, level=level.number, small_blind=small_blind, big_blind=big_blind)
            broken = True
        if stretch is None or broken:
            if stretch is not None:
                yield stretch
            stretch = Hands(
                at=hand.at,
                table=TABLE,
                first=hand.number,
                last=hand.number,
                blinds=hand.blinds,
                stakes=hand.stakes,
                dealt=hand.dealt,
            )
        stretch = replace(stretch, last=hand.number)
        before = hand
    if stretch is not None:
        yield stretch


def _busts(ledger: Mapping[str, Any], hands: Sequence[Hand]) -> Iterator[BustAt]:
    for one in ledger["eliminations"]:
        hand, *later = [each for each in hands if each.number >= one["hand"]]
        grew = [player for player, chips in hand.players.items() if hand.after[player] > chips]
        begun = [line for line in _stretches(hands) if isinstance(line, LevelAt) and line.at <= hand.at]
        yield BustAt(
            at=later[0].at if later else hand.at + A_SECOND,
            table=TABLE,
            hand=hand.number,
            level=begun[-1].level,
            out=(one["player"],),
            winner=grew[0] if len(grew) == 1 else None,
            others=tuple(grew) if len(grew) > 1 else None,
            dealt=hand.dealt,
        )
