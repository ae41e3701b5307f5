"""What really lay on the tables when the recorded nights were over, held against the chips issued (RUL-7, AUD-6)."""

import pytest

from domain.reconciliation import reconciliation
from tests.support.recorded import Night, played

OFF = {
    "home-league-2024-06-23": (1_400, 0),
    "home-league-2024-07-20": (2_200, 2),
    "home-league-2024-09-21": (1_600, 0),
    "home-league-2024-11-24": (1_600, 0),
    "home-league-2024-12-29": (1_200, 0),
    "home-league-2025-01-18": (1_400, 0),
    "home-league-2025-03-29": (1_800, 0),
    "home-league-2025-04-19": (1_400, 0),
}
"""Chips issued on each night and not taken out of play, and how many more there were.

In March 2025 one left for good, with 200 chips.  On 20 July 2024 the floor put a player on another table with the chips
of the hand before: two came out of nothing.
"""


def counted(night: Night) -> None:
    """Count the winner's chips as the record has them; three who were left in September were counted for the finish."""
    state = night.house.running
    left = [entry.player for entry in state.entries.values() if entry.status == "alive"]
    if len(left) == 1:
        night.house.send({"kind": "count_chips", "stacks": [{"player": left[0], "chips": night.counted}]})


@pytest.mark.parametrize("night", OFF)
def test_rul_7_the_chips_of_a_recorded_night_are_held_against_those_issued(night: str) -> None:
    evening = played(night)
    counted(evening)
    state = evening.house.running
    whole = state.counting.whole
    assert whole is not None
    issued, off = OFF[night]
    assert (whole.chips_in_play, whole.off) == (issued, off)
    chips = {each.id: each.amount for each in reconciliation(state).differences if each.kind in {"chips", "uncounted"}}
    assert chips == ({"chips": off} if off else {})


def test_aud_6_the_two_chips_of_july_must_be_explained_before_the_books_close() -> None:
    evening = played("home-league-2024-07-20")
    counted(evening)
    house = evening.house
    house.send({"kind": "explain_difference", "difference": "chips", "amount": 2, "reason": "miscount"})
    house.send({"kind": "close_books"})
    assert house.running.books.explained["chips"] == (2, "miscount")
    assert house.running.books.closings == 1
