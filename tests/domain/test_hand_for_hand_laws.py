"""Rounds of hand-for-hand in which anybody may go out, reported in any order (RUL-1, KO-2, PLC-1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.profiles import PROFILES
from domain.rounds import unfinished
from domain.table_sizes import numbers
from tests.domain import laws
from tests.domain.floor import Body, Evening, P, evening

PLAYERS = 14


@dataclass(frozen=True, slots=True)
class Out:
    """Who goes out in a round, where, and with how many chips."""

    player: str
    table: int
    stack: int


@cache
def begun(profile: str) -> Evening:
    """Return an evening at three tables, in the first hand of hand-for-hand."""
    night = evening(
        PLAYERS,
        sizes=(5, 5, 4),
        seats_per_table=6,
        profile=profile,
        windows={"late_registration": None},
        no_show="drop",
        final_table_players=2,
        minimum_players=2,
        payouts=[4000, 3000, 2000, 500, 500],
    )
    night.must("19:05", "start_hand_for_hand")
    return night


def play(profile: str, luck: int, reports: int) -> tuple[Evening, list[list[Out]]]:
    """Play up to three rounds and close the tournament; return who went out in each, but for one taken back after it.

    Args:
        profile: whose rules.
        luck: decides who goes out, at each table anybody but one, and with which stack; some stacks are equal.
        reports: decides in which order the tables report, and whether a table reports one by one or all together.
    """
    start = begun(profile)
    night = Evening(state=start.state, record=list(start.record), asked=start.asked)
    luck_of, order_of = Random(luck), Random(reports)  # noqa: S311 - the room's luck, no lot
    played = []
    for number in (1, 2, 3):
        if number > 1 and night.ask("19:10", "start_round").refused:
            break
        outs = _goes_out(night, luck_of)
        _report(night, outs, order_of)
        if outs and night.state.ended_at is None and luck_of.random() < 1 / 4:
            mistaken = outs.pop(luck_of.randrange(len(outs)))
            night.must("19:10", "void_knockout", knockout=night.current(mistaken.player).knockout)
        played.append(outs)
    left = sorted(entry.player for entry in night.state.entries.values() if entry.status == "alive")
    if night.state.ended_at is None:
        night.must("19:11", "finish", confirm=True, stacks=[{"player": player, "chips": 7} for player in left])
    return night, played


def _goes_out(night: Evening, luck: Random) -> list[Out]:
    outs = []
    for number in numbers(unfinished(night.state)):
        sitting = sorted(night.state.entries[of].player for of in night.state.tables[number].seats.values())
        gone = luck.sample(sitting, luck.choice((0, 0, 1, 1, 2, len(sitting) - 1)) % len(sitting))
        outs += [Out(player, number, luck.choice((3_000, 4_000, 5_000))) for player in gone]
    return outs


def _report(night: Evening, outs: list[Out], order: Random) -> None:
    """Report what happened at the tables, a table's busts before it says that it has finished."""
    waiting: dict[int, list[list[Body]]] = {}
    for number in numbers(unfinished(night.state)):
        busts: list[Body] = [{"player": out.player, "stack": out.stack} for out in outs if out.table == number]
        order.shuffle(busts)
        together = len(busts) > 1 and order.random() < 1 / 2
        waiting[number] = [[], *([busts] if together else [[bust] for bust in busts])]
    while waiting:
        number = order.choice(sorted(waiting))
        told: list[Body] = waiting[number].pop()
        if not waiting[number]:
            del waiting[number]
        if len(told) > 1:
            night.must("19:10", "record_knockout_group", busts=told)
        elif told:
            night.must("19:10", "record_knockout", **told[0])
        elif unfinished(night.state) >> number & 1:
            night.must("19:10", "finish_hand", table=number)


def expected(profile: str, played: Sequence[Sequence[Out]]) -> dict[str, int]:
    """Return the places by a model that knows the rounds only."""
    rule = PROFILES[profile].same_hand_busts
    out = {each.player for outs in played for each in outs}
    places = {player: 1 for player in P[1 : PLAYERS + 1] if player not in out}
    for outs in reversed(played):
        keys = {each.player: _rank(rule, each, outs) for each in outs}
        better = len(places)
        places |= {player: better + 1 + sum(other < key for other in keys.values()) for player, key in keys.items()}
    return places


def _rank(rule: str, one: Out, outs: Sequence[Out]) -> int:
    if rule == "share":
        return 0
    rivals = [out for out in outs if rule == "stack_across_tables" or out.table == one.table]
    return len({out.stack for out in rivals if out.stack > one.stack})


def bust_numbers(night: Evening, outs: Sequence[Out]) -> set[tuple[int, int]]:
    """Return the (bust number, round) that those who went out in one round have by busts that stand."""
    gone = {out.player for out in outs}
    busts = [of.event for of in night.record if isinstance(of.event, e.Busted)]
    return {
        (bust.bust, bust.round)
        for bust in busts
        if bust.player in gone and night.state.knockouts[bust.knockout].voided_at is None
    }


@settings(max_examples=40)
@given(profile=st.sampled_from(sorted(PROFILES)), luck=st.integers(0, 10**6), reports=st.integers(0, 10**6))
def test_rul_1_places_do_not_hang_on_the_order_of_the_reports(profile: str, luck: int, reports: int) -> None:
    (night, played), (other, played_too) = play(profile, luck, reports), play(profile, luck, reports + 1)
    assert played == played_too
    assert other.places() == night.places() == expected(profile, played)
    assert night.state.chips_in_play == 10_000 * PLAYERS
    given_to = [bust_numbers(night, outs) for outs in played]
    assert [len(of) for of in given_to] == [min(len(outs), 1) for outs in played]
    busts = [(bust, round_) for of in given_to for bust, round_ in of]
    assert [round_ for _, round_ in busts] == [n for n, outs in enumerate(played, start=1) if outs]
    assert [bust for bust, _ in busts] == sorted({bust for bust, _ in busts})
    laws.hold(night.state)
    laws.the_record_is_the_state(night.state, night.record)
