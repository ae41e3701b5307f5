"""`make demo` as a newcomer runs it: the July night over HTTP on a stack of its own, true and with one line altered."""

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from infra.demo import RECORD

TWO_MINUTES = 120


@dataclass(frozen=True, slots=True)
class Ran:
    """A demo that has ended."""

    status: int
    output: str
    seconds: float


@pytest.fixture(scope="module")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Ran]]:
    """Both demos, run side by side: each has its own ports and folder."""
    altered = tmp_path_factory.mktemp("records") / "altered.jsonl"
    true_place, false_place = '"place":6,"player":"player-011"', '"place":7,"player":"player-011"'
    text = RECORD.read_text()
    assert text.count(true_place) == 1
    altered.write_text(text.replace(true_place, false_place))
    begun = time.monotonic()
    running = {
        "true": start(tmp_path_factory.mktemp("true")),
        "altered": start(tmp_path_factory.mktemp("altered"), "--record", str(altered)),
    }
    try:
        yield {name: ended(process, begun) for name, process in running.items()}
    finally:
        for process in running.values():
            process.terminate()
            process.wait(timeout=30)


def start(directory: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "infra.demo", "--folder", str(directory / "stack"), *options]
    return subprocess.Popen(
        command,
        cwd=RECORD.parents[3],
        env={"PATH": "/usr/bin:/bin", "HOME": str(directory)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ended(process: subprocess.Popen[str], begun: float) -> Ran:
    output, _ = process.communicate(timeout=2 * TWO_MINUTES)
    return Ran(process.returncode, output, time.monotonic() - begun)


@pytest.mark.timeout(3 * TWO_MINUTES)
def test_the_recorded_night_is_played_over_http_and_agrees_with_the_record(demos: dict[str, Ran]) -> None:
    demo = demos["true"]
    assert demo.status == 0, demo.output
    assert "places, busts, levels, seats and chips are as recorded" in demo.output
    assert "108 lines of the record compared" in demo.output
    assert demo.output.count("explained: ") == 5
    assert demo.seconds < TWO_MINUTES


@pytest.mark.timeout(3 * TWO_MINUTES)
def test_one_altered_line_fails_the_demo_and_is_named(demos: dict[str, Ran]) -> None:
    demo = demos["altered"]
    assert demo.status == 1, demo.output
    assert "NOT AS RECORDED: result of player-011: the record says place 7, the product place 6" in demo.output
    assert "FAILED" in demo.output


def test_what_is_no_record_is_not_played(tmp_path: Path) -> None:
    record = tmp_path / "none.jsonl"
    record.write_text("{}\n")
    ran = ended(start(tmp_path, "--record", str(record)), time.monotonic())
    assert ran.status == 2, ran.output
    assert "no record that can be played" in ran.output
