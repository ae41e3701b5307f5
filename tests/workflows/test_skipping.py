"""Skipping on the tests' own server: never to an instant at which a timer goes off."""

from datetime import UTC, datetime, timedelta

import pytest

from infra.skipping import WALK, landing

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
MS = timedelta(milliseconds=1)


@pytest.mark.parametrize(
    ("before", "short"),
    [([], 0), ([1000], 0), ([150], 0), ([149], 299), ([0], 150), ([0, 200], 350), ([0, 300], 150), ([-1, 500], 0)],
)
def test_the_last_stretch_to_a_timer_is_left_to_be_walked(before: list[int], short: int) -> None:
    assert timedelta(milliseconds=150) == WALK
    assert landing([NOON - n * MS for n in before], NOON) == NOON - short * MS
