"""A field of 40 tables plays down to a winner under each profile, with and without hands reported (SEAT-5, SEAT-7).

What is checked after each event, and all of it every 500 events, is tests/support/seat_map.py and laws.py; the field of
600 tables is `python -m bench.play_down`.
"""

import pytest

from domain.profiles import PROFILES
from tests.support.play_down import Plan, PlayDown


@pytest.mark.parametrize("hands", [False, True], ids=["silent tables", "reported hands"])
@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_seat_5_a_field_plays_down_to_a_winner(profile: str, hands: bool) -> None:
    room = PlayDown(Plan(tables=40, profile=profile, hands=hands))
    figures = room.run()
    assert figures.events["busted"] == 359
    assert figures.events["table_broken"] + figures.events["final_table_formed"] >= 30
    assert (figures.events["hand_started"] > 0) == hands
    assert len(room.living) == 1


def test_seat_5_the_same_seeds_play_the_same_evening() -> None:
    plan = Plan(tables=6, profile="tda-2024-v1", hands=True)
    one, other = PlayDown(plan), PlayDown(plan)
    one.run()
    other.run()
    assert one.record == other.record
