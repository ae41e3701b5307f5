"""A final day from counted stacks and two nights of the league, over HTTP on one stack, each against its record."""

import re
from pathlib import Path

import pytest

from infra.demo import RECORD
from infra.explained import MARCH_2025, PLAYERS_CHAMPIONSHIP
from tests.e2e.test_july_night import ended, start

NIGHTS = ("wsop-2023-event-43-final-day", "home-league-2025-03-29", "home-league-2025-04-19")
SIX_MINUTES = 360


@pytest.mark.timeout(SIX_MINUTES)
def test_counted_stacks_a_mix_split_pots_and_a_slip_of_the_floor_agree_with_their_records(tmp_path: Path) -> None:
    files = [RECORD.parent / f"{night}.jsonl" for night in NIGHTS]
    ran = ended(start(tmp_path, *(word for file in files for word in ("--record", str(file)))), 0.0)
    assert ran.status == 0, ran.output
    # every line but the frame, and every player's place
    lines = [len(file.read_text().splitlines()) - 1 for file in files]
    assert [int(found) for found in re.findall(r"(\d+) lines of the record compared", ran.output)] == lines
    assert ran.output.count("explained: ") == len(PLAYERS_CHAMPIONSHIP) + len(MARCH_2025)
    assert ran.output.count("places, busts, levels, seats and chips are as recorded") == len(NIGHTS)
