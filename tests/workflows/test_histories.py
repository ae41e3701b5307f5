"""Recorded histories replay: whatever process takes a tournament over decides as the one before it did."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from domain.events import Recorded, to_text
from tests.workflows.replay import recorded, replay

HOME = Path(__file__).parent.parent.parent


def test_b_046_each_phase_has_a_recorded_history() -> None:
    phases = ["draws", "over", "registration", "rolled-over", "running", "without-store", "woken"]
    assert list(recorded()) == phases


@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_b_046_recorded_histories_replay_with_any_hash_seed(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.workflows.replay"],
        cwd=HOME,
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stdout.count("replayed")) == (0, 7), done.stderr


@pytest.mark.parametrize("name", ["draws", "over", "registration", "rolled-over", "running", "without-store"])
async def test_b_046_a_rule_that_decides_otherwise_is_noticed_in_replay(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def otherwise(event: Recorded) -> str:
        return to_text(replace(event, actor="somebody"))

    monkeypatch.setattr("workflows.outbox.to_text", otherwise)
    with pytest.raises(Exception, match="what was decided here"):
        await replay(name, recorded()[name])
