"""What the recorded nights' places are paid at 20.00 an entry; the records tell no prices (PRZ-5, PRZ-6)."""

import pytest

from domain import payouts, pool
from domain.changes import replace
from domain.profiles import PROFILES
from tests.support.recorded import played

PRICE = 2_000
NIGHTS = [
    ("home-league-2024-06-23", [(1, "player-004", 7_000), (2, "player-009", 4_200), (3, "player-002", 2_800)]),
    ("home-league-2024-07-20", [(1, "player-010", 11_000), (2, "player-006", 6_600), (3, "player-003", 4_400)]),
    ("home-league-2024-11-24", [(1, "player-011", 8_000), (2, "player-004", 4_800), (3, "player-001", 3_200)]),
    ("home-league-2024-12-29", [(1, "player-009", 8_400), (2, "player-007", 3_600)]),
    ("home-league-2025-01-18", [(1, "player-009", 7_000), (2, "player-002", 4_200), (3, "player-007", 2_800)]),
    ("home-league-2025-04-19", [(1, "player-010", 7_000), (2, "player-003", 4_200), (3, "player-002", 2_800)]),
]


@pytest.mark.parametrize(("night", "paid"), NIGHTS)
def test_prz_6_a_home_leagues_recorded_places_are_paid(night: str, paid: list[tuple[int, str, int]]) -> None:
    state = played(night).house.running
    pooled = replace(state, profile=PROFILES["tda-2024-v1"], pool_contributions=PRICE * state.field)
    placed = sorted((place, entry) for entry, place in state.places.items())
    amounts = payouts.amounts(pooled, placed)
    assert [(place, pooled.entries[entry].player, amount) for place, entry, amount in amounts] == paid
    assert sum(amount for *_, amount in amounts) == pool.pool(pooled)
