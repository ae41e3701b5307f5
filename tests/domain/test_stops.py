"""What may hold the clock: a pause, a review, hand-for-hand, a deal talk, each for itself (CLK-7)."""

from datetime import timedelta

import pytest

from tests.domain.floor import at, evening

MINUTE = timedelta(minutes=1)


def test_clk_7_a_review_stops_the_clock_until_it_is_released() -> None:
    night = evening()
    night.must("19:05", "hold_for_review")
    assert (night.remaining, night.ends_at) == (15 * MINUTE, None)
    night.wait("19:30")
    assert (night.step, night.remaining) == ("level 1", 15 * MINUTE)
    night.must("19:40", "release_review")
    assert (night.step, night.ends_at, night.remaining) == ("level 1", at("19:55"), None)


def test_life_1_a_review_is_no_pause() -> None:
    night = evening()
    night.must("19:05", "hold_for_review")
    assert (night.status(), night.clock["paused"]) == ("running", False)
    night.must("19:06", "pause")
    assert (night.status(), night.clock["paused"]) == ("paused", True)


@pytest.mark.parametrize("first", ["pause", "hold_for_review"])
@pytest.mark.parametrize("ended", ["resume", "release_review"])
def test_clk_7_ending_one_stop_never_ends_another(first: str, ended: str) -> None:
    night = evening()
    second = {"pause": "hold_for_review", "hold_for_review": "pause"}[first]
    other = {"resume": "release_review", "release_review": "resume"}[ended]
    night.must("19:05", first)
    night.must("19:10", second)
    night.must("19:15", ended)
    night.wait("19:59")
    assert (night.remaining, night.ends_at) == (15 * MINUTE, None)
    night.must("20:00", other)
    assert (night.step, night.ends_at, night.status()) == ("level 1", at("20:15"), "running")
