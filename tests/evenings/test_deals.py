"""Button and blinds of every recorded hand against the rule: 1,227 hands that follow on another, eight nights (SEAT-9).

Where the record differs from the rule, the difference stands in `EXPLAINED` with the reason.  One that does not stand
there fails the test, and so does one that stands there and no longer occurs.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

import pytest

from domain import events as e
from domain.button import first_deal, following
from domain.state import Deal
from infra.evening import Course, commands, opening, players, settings, table_numbers
from infra.record import Hands, LevelAt, Positions, Record, read
from infra.sheets import structure_of
from tests.support.night import DeskHouse
from tests.support.recorded import EVENINGS

NIGHTS = tuple(sorted(file.stem for file in EVENINGS.glob("home-league-*.jsonl")))
Seats = tuple[int, ...]

RESTART = "play was stopped, the blinds were set anew, and the table app began as with a first hand"
BOTH_BLINDS_OUT = (
    "both blinds bust in one hand and two are left, neither of whom was big blind: the rule goes on to the next "
    "player, the table app made the last button big blind"
)
SAT_OUT = (
    "who was to post the small blind sat out for that hand and is back: he sits where the button is, and the table app "
    "leaves a button dead that nobody in the hand before could have passed on"
)


class Explained(NamedTuple):
    """Night, table and hand; button, small blind and big blind by the record and by the rule, None: dead; and why."""

    night: str
    table: str
    hand: int
    record: Positions
    rule: Positions
    why: str


EXPLAINED = (
    Explained("home-league-2024-11-24", "A", 35, (None, 4, 5), (9, 4, 5), SAT_OUT),
    Explained("home-league-2025-03-29", "A", 45, (8, 8, 2), (2, 2, 8), BOTH_BLINDS_OUT),
    Explained("home-league-2025-04-19", "A", 75, (6, 9, 1), (3, 4, 6), RESTART),
)


class Dealt(NamedTuple):
    """A recorded hand: its table and number, who is dealt in, and where button and blinds are."""

    table: str
    hand: int
    seats: Seats
    positions: Positions


@cache
def night(name: str) -> Record:
    return read(EVENINGS / f"{name}.jsonl")


@cache
def tables(name: str) -> tuple[tuple[Dealt, ...], ...]:
    """Return the hands of a night in order, table by table."""
    hands = [
        Dealt(line.table, line.first + n, tuple(sorted(line.dealt)), positions)
        for line in night(name).of(Hands)
        for n, positions in enumerate(line.deals or ())
    ]
    by_table = sorted(hands, key=lambda one: (one.table, one.hand))
    return tuple(tuple(group) for _, group in groupby(by_table, key=lambda one: one.table))


def seen(deal: Deal, seats: Seats) -> Positions:
    """Return button and blinds as a record tells them: on an empty seat they are nowhere."""
    button, small = (seat if seat in seats else None for seat in (deal.button, deal.small_blind))
    return button, small, deal.big_blind


def recorded(hand: Dealt, rule: Deal) -> Deal:
    """Return button and blinds as recorded; what is dead is where the rule has it, as the record names no seat."""
    button, small, big = hand.positions
    return Deal(
        button=rule.button if button is None else button,
        small_blind=rule.small_blind if small is None else small,
        big_blind=big,
        hand=hand.hand,
    )


def by_rule(hands: Sequence[Dealt], before: Deal | None = None) -> Iterator[tuple[Dealt, Positions, Deal]]:
    """Yield each hand of a table with what the rule makes of the hand before it, and how it stood then itself.

    A table's first hand has its button by lot; the rule says where the blinds are.
    """
    for hand in hands:
        if before is None:
            button = hand.positions[0]
            assert button is not None, f"the first button of table {hand.table} is dead"
            rule = first_deal(button, hand.seats)
        else:
            rule = following(before, hand.seats)
        assert rule is not None
        before = recorded(hand, rule)
        yield hand, seen(rule, hand.seats), before


def differences(name: str) -> tuple[Explained, ...]:
    return tuple(
        Explained(name, hand.table, hand.hand, hand.positions, rule, "")
        for hands in tables(name)
        for hand, rule, _ in by_rule(hands)
        if hand.positions != rule
    )


def test_seat_9_button_and_blinds_of_every_hand_are_where_the_rule_has_them() -> None:
    found = tuple(one for name in NIGHTS for one in differences(name))
    assert found == tuple(one._replace(why="") for one in EXPLAINED)


def test_seat_9_all_hands_that_follow_on_another_are_compared() -> None:
    runs = [hands for name in NIGHTS for hands in tables(name)]
    assert sum(len(hands) for hands in runs) == sum(night(name).evening.hands for name in NIGHTS) == 1_236
    assert sum(len(hands) - 1 for hands in runs) == 1_227
    assert all([hand.hand for hand in hands] == list(range(1, len(hands) + 1)) for hands in runs)


def test_tda_32_dead_buttons_and_dead_small_blinds_are_among_them_and_both_in_one_hand() -> None:
    positions = [hand.positions for name in NIGHTS for hands in tables(name) for hand in hands]
    assert sum(button is None for button, _, _ in positions) == 22
    assert sum(small is None for _, small, _ in positions) == 12
    assert sum(button is None and small is None for button, small, _ in positions) == 1


def test_tda_32_the_big_blind_goes_to_the_next_player_in_all_but_two_of_the_hands() -> None:
    assert [one.hand for one in EXPLAINED if one.record[2] != one.rule[2]] == [45, 75]


def test_tda_34b_nobody_is_big_blind_twice_running_when_a_table_gets_heads_up() -> None:
    starts = [
        (before.positions[2], hand.positions, hand.seats)
        for name in NIGHTS
        for hands in tables(name)
        for before, hand in pairwise(hands)
        if len(hand.seats) == 2 < len(before.seats)
    ]
    assert len(starts) == 8
    for big_blind, (button, small, big), seats in starts:
        assert button == small
        assert {small, big} == set(seats)
        assert big != big_blind


@pytest.mark.parametrize("name", NIGHTS)
def test_seat_9_no_button_or_blind_of_a_record_changes_unnoticed(name: str) -> None:
    for hands in tables(name):
        course = [None, *(stood for _, _, stood in by_rule(hands))]
        for n, hand in enumerate(hands):
            known = {one.hand: one.record for one in EXPLAINED if (one.night, one.table) == (name, hand.table)}
            for altered in alterations(hand):
                # The hand itself and the two after it: a dead button names no seat, so an error may show only later.
                window = [altered, *hands[n + 1 : n + 3]]
                try:
                    found = {
                        one.hand: one.positions for one, rule, _ in by_rule(window, course[n]) if one.positions != rule
                    }
                except AssertionError:
                    continue
                expected = {number: at for number, at in known.items() if hand.hand <= number <= window[-1].hand}
                assert found != expected, f"hand {hand.hand} at table {hand.table}: {altered.positions}"


def alterations(hand: Dealt) -> Iterator[Dealt]:
    """Yield the hand with button, small blind or big blind on another player's seat, dead, or dead no longer."""
    for place, seat in enumerate(hand.positions):
        others: list[int | None] = [other for other in hand.seats if other != seat]
        if place < 2 and seat is not None:
            others.append(None)
        for other in others:
            changed = [*hand.positions]
            changed[place] = other
            button, small, big = changed
            assert big is not None
            yield hand._replace(positions=(button, small, big))


# ------------------------------------------------------------ the same nights, hand by hand, told to the product


class Played(NamedTuple):
    """A hand that the product was told of: the record's table, who was away there, what it recorded."""

    table: str
    hand: int
    away: tuple[str, ...]
    seats: Seats
    started: e.HandStarted


def played(name: str, *, named: bool) -> tuple[Played, ...]:
    """Play a night with its hands, each begun and ended by its table, with or without naming button and blinds."""
    record = night(name)
    house = DeskHouse(now=record.starts_at - timedelta(minutes=30), takes=timedelta())
    terms = settings(record, structure_of(record.evening.structure), record.starts_at, auto_advance=False)
    house.open(terms | {"arrival_seconds": None}, players(record))
    *before, start = opening(record)
    for command in before:
        house.send(command)
    house.now = record.starts_at
    house.send(start)
    course, hands = Course(), []
    for line in record.timed:
        house.now = line.at
        course.follow(line)
        if isinstance(line, LevelAt) and line.table == record.evening.clock and line.level > 1:
            house.send({"kind": "next_level", "step": f"level {line.level - 1}"})
        if isinstance(line, Hands):
            number = table_numbers(record)[line.table]
            hands += [_dealt(house, number, line, n, course, named=named) for n in range(len(line.deals or ()))]
        for command in commands(record, line, course):
            house.send(command)
    return tuple(hands)


def _dealt(house: DeskHouse, number: int, line: Hands, n: int, course: Course, *, named: bool) -> Played:
    assert line.deals is not None
    told = zip(("button", "small_blind", "big_blind"), line.deals[n], strict=True)
    first = line.first + n == 1
    positions = {key: seat for key, seat in told if seat is not None and (named or first)}
    house.send({"kind": "start_hand", "table": number, "hand": line.first + n, **positions})
    started = house.recorded[-1].event
    assert isinstance(started, e.HandStarted)
    house.send({"kind": "end_hand", "table": number})
    away = tuple(sorted(player for player, table in course.away.items() if table == line.table))
    return Played(line.table, line.first + n, away, tuple(sorted(line.dealt)), started)


def test_seat_9_a_whole_night_told_without_a_position_has_every_button_and_blind_of_the_record() -> None:
    hands = played("home-league-2024-06-23", named=False)
    assert len(hands) == 180
    (recorded_hands,) = tables("home-league-2024-06-23")
    for told, hand in zip(hands, recorded_hands, strict=True):
        started = told.started
        button, small = (seat if seat in hand.seats else None for seat in (started.button, started.small_blind))
        assert (button, small, started.big_blind) == hand.positions, hand
        assert started.dead_small_blind == (hand.positions[1] is None)
        assert started.not_dealt == ()


@pytest.mark.parametrize("name", NIGHTS)
def test_seat_9_where_the_table_says_otherwise_its_word_stands_and_somebody_was_away(name: str) -> None:
    """The table app deals past who sits out; a club deals him in, so that the big blind goes to him."""
    irregular = {(one.table, one.hand) for one in EXPLAINED if one.night == name and one.why != SAT_OUT}
    departures = set()
    positions = {(hand.table, hand.hand): hand.positions for hands in tables(name) for hand in hands}
    for told in played(name, named=True):
        started = told.started
        recorded_at = positions[told.table, told.hand]
        assert started.big_blind == recorded_at[2]
        assert started.small_blind == recorded_at[1] or recorded_at[1] is None
        assert started.button == recorded_at[0] or recorded_at[0] is None
        if started.instead_of is not None and not told.away:
            departures.add((told.table, told.hand))
    assert departures == irregular
