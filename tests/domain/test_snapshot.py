"""The state as one text, to roll over and to keep (LIFE-11)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from domain import snapshot
from tests.domain.floor import Evening, P, evening, knock_out, opened, with_level

HOME = Path(__file__).parents[2]


def busy() -> Evening:
    """Return an evening with something of everything."""
    night = evening(20, present=18, no_show="absent", bounty="classic", windows={"late_registration": with_level(3)})
    night.must("19:05", "pause")
    night.must("19:06", "resume")
    night.must("19:07", "override_blinds", step="level 1", small_blind=150, big_blind=300)
    knock_out(night, "19:08", P[1], P[2], P[3])
    night.must("19:09", "re_enter", player=P[1])
    night.must("19:10", "move_player", player=P[2], leaving={"table": 1, "seat": 2}, to={"table": 3, "seat": 9})
    knock_out(night, "19:11", P[4], P[5])
    night.must("19:12", "void_knockout", knockout=2)
    night.must("19:13", "void_entry", player=P[6], reason="mistake")
    night.must("19:45", "add_on", player=P[7])
    return night


def test_life_11_a_snapshot_is_the_state() -> None:
    for night in (busy(), opened(3), evening(2)):
        assert snapshot.load(snapshot.dump(night.state)) == night.state


def test_life_11_play_goes_on_from_a_snapshot_as_if_nothing_had_been() -> None:
    night = busy()
    other = Evening(state=snapshot.load(snapshot.dump(night.state)), record=list(night.record), asked=night.asked)
    for evening_ in (night, other):
        evening_.must("19:50", "register", player=P[50])
        knock_out(evening_, "19:55", P[7], P[8])
        evening_.wait("20:40")
    assert other.state == night.state
    assert other.record == night.record


def test_life_11_a_snapshot_says_its_version_and_another_is_not_read() -> None:
    text = snapshot.dump(evening().state)
    version, _, body = text.partition("\n")
    assert version == "1"
    with pytest.raises(ValueError, match="version 2 cannot be read"):
        snapshot.load(f"2\n{body}")
    with pytest.raises(ValidationError):
        snapshot.load('1\n{"id": "t"}')


def test_life_11_the_text_is_the_same_in_every_process() -> None:
    """Maps iterate by hashes, which for texts differ from process to process; the stored text does not (B-046)."""
    code = (
        "import hashlib; from domain import snapshot; from tests.domain.test_snapshot import busy;"
        "night = busy(); texts = [snapshot.dump(night.state)];"
        "from domain.events import to_text; texts += [to_text(line) for line in night.record];"
        "from domain.views import all_rows; rows = all_rows(night.state);"
        "texts.append(repr((rows.head, rows.entries, rows.tables)));"
        "print(hashlib.sha256('\\n'.join(texts).encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=HOME,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(seen) == 1
