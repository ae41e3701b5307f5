"""Laws of balancing: evenings of random hands and busts under a house that balances by itself (SEAT-5; TDA 11A)."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import balancing, table_sizes
from domain import events as e
from domain.evolve import evolve
from domain.profiles import PROFILES
from domain.state import Tournament
from tests.domain import laws
from tests.domain.floor import Evening, evening, knock_out

HANDS = st.lists(
    st.fixed_dictionaries(
        {
            "table": st.integers(0, 7),
            "busts": st.sampled_from([0, 1, 1, 2]),
            "seat": st.integers(0, 9),
            "meanwhile": st.integers(0, 7),
        }
    ),
    min_size=4,
    max_size=18,
)


def started(profile: str, sizes: Iterable[int], **more: Any) -> Evening:
    """Return an evening without late registration whose tables have so many players and report every hand."""
    fill = list(sizes)
    terms: dict[str, Any] = {"windows": {"late_registration": None}, "seats_per_table": 6, "minimum_players": 2}
    return evening(sum(fill), sizes=fill, profile=profile, answer_seconds=None, **terms | more)


def playable(night: Evening) -> list[int]:
    """Return the tables at which a hand can begin."""
    state = night.state
    tables = table_sizes.numbers(table_sizes.in_play(state) & ~state.dealing)
    return [number for number in tables if len(state.tables[number].seats) > 1]


def play(night: Evening, hands: list[dict[str, int]], after: Callable[[Tournament], None] = laws.hold) -> None:
    """Play hands, each with one of another table in progress meanwhile; so many players bust in each."""
    for minute, hand in enumerate(hands, start=1):
        tables = playable(night)
        if not tables or night.state.alive < 3:
            return
        when = f"19:{minute:02}"
        table, other = tables[hand["table"] % len(tables)], tables[hand["meanwhile"] % len(tables)]
        in_hand = dict.fromkeys((table, other))
        refused = [night.ask(when, "start_hand", table=number).refused for number in in_hand]
        if any(refused):
            continue
        for _ in range(min(hand["busts"], len(night.state.tables[table].seats) - 1)):
            sitting = [entry for _, entry in sorted(night.state.tables[table].seats.items())]
            place = hand["seat"] % len(sitting)
            out, killer = (night.state.entries[sitting[n]].player for n in (place, place - 1))
            knock_out(night, when, out, killer, stack=5_000)
        for number in in_hand:
            night.ask(when, "end_hand", table=number)
        after(night.state)


def even_or_asked(state: Tournament) -> None:
    """Tables are within the house's difference, or the floor has been told that a button is not known."""
    apart = balancing.largest_difference(state)
    if state.tables_in_play < 2 or state.ended_at is not None or apart is None or state.hand_for_hand is not None:
        return
    most, fewest = table_sizes.fullest(state)[0], table_sizes.emptiest(state)[0]
    asked = state.proposal is not None or state.reseating is not None or state.breaking
    assert most - fewest <= apart or asked, state.sizes
    if state.proposal is not None and state.proposal.about in {"balance", "lone_table"}:
        assert state.proposal.unnamed == "button_unknown"


def moves_as_promised(night: Evening) -> int:
    """Assert of each move to balance what the rule promises of it; return how many there were."""
    state: Tournament | None = None
    found = 0
    for recorded in night.record:
        event = recorded.event
        if state is not None and isinstance(event, e.PlayerMoved) and event.why in {"balance", "lone_table"}:
            found += 1
            donor, to = state.tables[event.leaving[0]], state.tables[event.to[0]]
            assert event.to[1] not in to.seats
            if to.deal is not None and len(to.seats) > 1:
                assert event.to[1] != to.deal.big_blind, "that is the next hand's small blind"
            if donor.deal is not None and len(donor.seats) > 2:
                assert event.leaving[1] != donor.deal.big_blind, "he has just been big blind"
            assert not state.entries[event.entry].locked
        state = evolve(state, recorded)
    return found


@settings(max_examples=12, deadline=None)
@given(sizes=st.lists(st.integers(5, 6), min_size=2, max_size=4), hands=HANDS)
def test_seat_5_by_itself_the_tables_stay_even_and_nobody_is_wronged(sizes: list[int], hands: Any) -> None:
    night = started("tda-wsop-v1", sizes, no_show="drop")
    play(night, hands, even_or_asked)
    moves_as_promised(night)
    laws.hold(night.state)
    assert night.state.chips_in_play == 10_000 * sum(sizes)


@settings(max_examples=8, deadline=None)
@given(sizes=st.lists(st.integers(5, 6), min_size=2, max_size=4), hands=HANDS, locked=st.sets(st.integers(1, 12)))
def test_seat_2_no_locked_and_no_exempt_player_is_ever_drawn(sizes: list[int], hands: Any, locked: set[int]) -> None:
    night = started("east-durham-v1", sizes, no_show="drop", balancing="auto")
    for number in sorted(locked)[:6]:
        kind = "lock_seat" if number % 2 else "exempt_player"
        night.ask("19:00", kind, player=f"player-{number:03}")
    play(night, hands)
    for recorded in night.record:
        if isinstance(recorded.event, e.PlayerMoved) and recorded.event.why in {"balance", "lone_table"}:
            assert recorded.event.entry not in sorted(locked)[:6]
    laws.hold(night.state)


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_seat_5_under_every_house_an_evening_of_hands_goes_its_way(profile: str) -> None:
    night = started(profile, [6, 6, 6, 6], no_show="drop")
    hands = [{"table": 0, "busts": n % 3 > 0, "seat": n, "meanwhile": n % 4} for n in range(20)]
    play(night, hands)
    if profile == "tda-wsop-v1":
        assert moves_as_promised(night)
    if profile == "sport-poker-v1":
        assert not night.state.moves
