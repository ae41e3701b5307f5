"""The results of the recorded nights as they were printed, and what their places are paid (PLC-1, PRZ-5, PRZ-6).

The records tell no prices: every entry is taken to bring 20.00.
"""

import pytest

from domain import payouts, pool
from domain.changes import replace
from domain.profiles import PROFILES
from tests.support.recorded import played

PRICE = 2_000
RESULTS = {
    "home-league-2024-06-23": (4, 9, 2, 10, 6, 11, 7),
    "home-league-2024-07-20": (10, 6, 3, 5, 7, 11, 4, 2, 9, 8, 1),
    "home-league-2024-09-21": (None, None, None, 5, 12, 2, 3, 1),
    "home-league-2024-11-24": (11, 4, 1, 7, 9, 6, 3, 5),
    "home-league-2024-12-29": (9, 7, 4, 3, 10, 2),
    "home-league-2025-01-18": (9, 2, 7, 1, 3, 8, 6),
    "home-league-2025-03-29": (4, 11, 9, 2, 6, 10, 8, 5, 1, None),
    "home-league-2025-04-19": (10, 3, 2, 9, 4, 7, 11),
}
"""Players by place as each night's record has them; None: it tells nobody's.

In September 2024 play stopped with three left, who rank by their counted stacks.  In March 2025 one left for good after
four hands: he is the first who is out, and the last in the places.
"""
UNTOLD = {"home-league-2024-09-21": {1: 10, 2: 9, 3: 6}, "home-league-2025-03-29": {10: 7}}
"""Who has the places that no record tells, by the rules."""
PAID = {
    "home-league-2024-06-23": (7_000, 4_200, 2_800),
    "home-league-2024-07-20": (11_000, 6_600, 4_400),
    "home-league-2024-09-21": (8_000, 4_800, 3_200),
    "home-league-2024-11-24": (8_000, 4_800, 3_200),
    "home-league-2024-12-29": (8_400, 3_600),
    "home-league-2025-01-18": (7_000, 4_200, 2_800),
    "home-league-2025-03-29": (10_000, 6_000, 4_000),
    "home-league-2025-04-19": (7_000, 4_200, 2_800),
}
"""50, 30 and 20 per cent of 20.00 an entry from seven entries on, 70 and 30 of six."""


def test_plc_1_every_recorded_night_is_here() -> None:
    assert sum(len(result) for result in RESULTS.values()) == 64
    assert sum(player is not None for result in RESULTS.values() for player in result) == 60


@pytest.mark.parametrize("night", RESULTS)
def test_plc_1_a_home_leagues_places_are_those_of_its_record(night: str) -> None:
    places = {place: int(player.removeprefix("player-")) for place, player in played(night).places()}
    told = {place: player for place, player in enumerate(RESULTS[night], 1) if player is not None}
    assert {place: player for place, player in places.items() if place in told} == told
    assert {place: player for place, player in places.items() if place not in told} == UNTOLD.get(night, {})


@pytest.mark.parametrize("night", PAID)
def test_prz_6_a_home_leagues_recorded_places_are_paid(night: str) -> None:
    state = played(night).house.running
    pooled = replace(state, profile=PROFILES["tda-2024-v1"], pool_contributions=PRICE * state.field)
    placed = sorted((place, entry) for entry, place in state.places.items())
    amounts = payouts.amounts(pooled, placed)
    first = [UNTOLD.get(night, {}).get(place, player) for place, player in enumerate(RESULTS[night], 1)]
    assert [(place, pooled.entries[entry].player, amount) for place, entry, amount in amounts] == [
        (place, f"player-{player:03}", amount)
        for place, (player, amount) in enumerate(zip(first, PAID[night], strict=False), 1)
    ]
    assert sum(amount for *_, amount in amounts) == pool.pool(pooled) == sum(PAID[night])
