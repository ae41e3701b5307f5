"""A night of a house that pays a pool, played down to the players who talk about a deal."""

from typing import Any

from domain import desk
from domain.clock import stops_of
from domain.journal import BallotRequest, BallotResult
from tests.domain.floor import Answer, Body, Evening, P, at, evening

VOTING, AGREEING = "east-durham-v1", "tda-2024-v1"
"""Houses where a deal takes a secret vote, and where the floor records that all agree."""
STACKS = {1: 50_000, 2: 30_000, 3: 20_000}
MORE = {4: 10_000, 5: 5_000}


def left_with(players: int = 3, field: int = 10, *, profile: str = AGREEING, **terms: Any) -> Evening:
    """Return a night on which so many are left of a field at one table, all windows shut; 100.00 was paid by ten."""
    terms = {"windows": {"late_registration": None}, "payouts": [5_000, 3_000, 2_000], "seats_per_table": 10, **terms}
    night = evening(field, profile=profile, **terms)
    for number in range(field, players, -1):
        night.must("19:20", "record_knockout", player=P[number], killers=[P[1]])
    return night


def counted(stacks: dict[int, int]) -> list[Body]:
    """Return counted stacks as a command carries them."""
    return [{"player": P[number], "chips": chips} for number, chips in stacks.items()]


def talk(night: Evening, when: str = "19:30", method: str = "chip_chop", stacks_of: int = 3, **more: Any) -> Evening:
    """Open a talk and propose a deal of those who are left."""
    night.must(when, "open_deal_talk")
    night.must(
        when, "propose_deal", method=method, stacks=counted(dict(list((STACKS | MORE).items())[:stacks_of])), **more
    )
    return night


def cast(night: Evening, when: str, number: int, vote: int = 1) -> Answer:
    """Have a player's ballot noted."""
    return night.ask(when, "cast_ballot", actor=P[number], role="player", player=P[number], vote=vote)


def request(night: Evening) -> BallotRequest | None:
    """Return what is wanted of the vault."""
    wanted = desk.work(night.state)
    return wanted if isinstance(wanted, BallotRequest) else None


def result(night: Evening, when: str, *, deal: bool) -> list[str]:
    """Have the vault answer, and return the kinds of the events."""
    asked = request(night)
    assert asked is not None
    before = len(night.record)
    night.work_comes(at(when), asked, BallotResult(vote=asked.vote, deal=deal))
    return [recorded.event.kind for recorded in night.record[before:]]


def paid(night: Evening) -> dict[str, int]:
    """Return what each player is paid, by player."""
    return {night.state.entries[number].player: amount for number, amount in night.state.prizes.items()}


def stops(night: Evening) -> list[str]:
    """Return why the clock stands; nothing: it runs."""
    assert night.state.clock is not None
    return [reason for reason, _ in stops_of(night.state.clock)]


def amounts(night: Evening) -> dict[str, int]:
    """Return what the proposal at hand gives each, by player."""
    of = night.state.deals.proposal
    assert of is not None
    return {player: amount for _, player, _, amount in of.shares}
