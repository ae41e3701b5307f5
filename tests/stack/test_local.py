"""`make run`: whatever is killed, the evening goes on where it was, clock included; Ctrl-C leaves nothing running."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from infra.api import Api
from infra.processes import wait_until
from infra.stack import ROOT, leftover
from tests.support.living import naming

PROGRAMS = ("emulator", "temporal", "worker")
pytestmark = pytest.mark.timeout(180)


@dataclass(kw_only=True)
class Run:
    """`python -m infra.local` on a folder, as a terminal runs it."""

    folder: Path
    process: subprocess.Popen[bytes] | None = None
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def out(self) -> str:
        """What this run has printed so far."""
        return (self.folder / "printed").read_text() if (self.folder / "printed").exists() else ""

    def start(self) -> None:
        """Start and wait until it says how to try it."""
        command = [sys.executable, "-m", "infra.local", "--folder", str(self.folder)]
        command += ["--port", "0", "--temporal-port", "0", "--ui-port", "0"]
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "printed").open("wb") as out:
            # A session of its own stands for the terminal: what Ctrl-C reaches is its foreground group.
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
            )
        wait_until(lambda: "Ctrl-C stops" in self.out or not self.alive(), within=60, what="the product was ready")
        assert self.alive(), self.out
        self.variables = dict(re.findall(r"^export (\w+)=(.*)$", self.out, re.MULTILINE))

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def ctrl_c(self, number: signal.Signals = signal.SIGINT) -> int:
        """Press Ctrl-C, or what else ends a program politely, and return the exit status."""
        assert self.process is not None
        os.killpg(self.process.pid, number)
        return self.process.wait(timeout=60)

    def kill_supervisor(self) -> None:
        """Kill `make run` itself, and nothing else."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=10)

    def pid(self, name: str) -> int | None:
        return leftover(self.folder, name).pid

    def kill(self, name: str) -> None:
        pid = self.pid(name)
        assert pid is not None
        os.kill(pid, signal.SIGKILL)

    def pids(self) -> set[int | None]:
        return {self.pid(name) for name in PROGRAMS}

    def clock(self) -> dict[str, Any]:
        """Return the tournament's clock, as a player sees it."""
        api = Api(url=self.variables["API"].removesuffix("/v1"))
        answer = api.get(f"/v1/tournaments/{self.variables['TOURNAMENT']}/clock", token=self.variables["PLAYER"])
        assert answer.status == 200, answer
        body: dict[str, Any] = answer.body
        return body

    def command(self, command_id: str, kind: str) -> Any:
        """Send a floor command until it is decided; the same id makes that harmless."""
        api = Api(url=self.variables["API"].removesuffix("/v1"))
        path = f"/v1/clubs/{self.variables['CLUB']}/tournaments/{self.variables['TOURNAMENT']}/commands"
        body = {"command_id": command_id, "command": {"kind": kind}}
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                answer = api.post(path, body, token=self.variables["FLOOR"])
            except OSError:
                continue
            if answer.status in {200, 409}:
                return answer
            time.sleep(0.1)
        pytest.fail(f"{command_id} was never decided")


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    started = Run(folder=tmp_path / "local")
    yield started
    if started.alive():
        started.ctrl_c()
    for name in reversed(PROGRAMS):
        leftover(started.folder, name).stop()


def test_the_evening_survives_the_death_of_any_one_program_of_all_and_of_make_run_itself(run: Run) -> None:
    run.start()
    assert run.command("start", "start").status == 200
    wait_until(lambda: run.clock()["clock"] is not None, within=10, what="the clock ran")
    ends = run.clock()["clock"]["level_ends_at"]
    tournament = run.variables["TOURNAMENT"]

    for name in PROGRAMS:
        before = run.pid(name)
        run.kill(name)
        wait_until(lambda: f"{name} is back" in run.out, within=30, what=f"{name} came back")  # noqa: B023
        assert run.pid(name) not in {None, before}
        assert run.command(f"pause-{name}", "pause").status == 200
        assert run.command(f"resume-{name}", "resume").status == 200
        assert run.clock()["clock"]["level_ends_at"] >= ends

    ends = run.clock()["clock"]["level_ends_at"]
    old = run.pids()
    run.kill_supervisor()
    assert run.pids() == old, "what was started outlives its supervisor"
    run.start()
    assert not old & run.pids(), "what was left over was replaced"
    assert run.variables["TOURNAMENT"] == tournament
    assert run.clock()["clock"]["level_ends_at"] == ends

    run.kill_supervisor()
    for name in PROGRAMS:
        run.kill(name)
    run.start()
    assert run.variables["TOURNAMENT"] == tournament
    assert run.clock()["clock"]["level_ends_at"] == ends
    assert run.command("pause-last", "pause").status == 200
    left = run.clock()["clock"]["remaining_ms"]

    assert run.ctrl_c() == 0
    assert run.pids() == {None}
    run.start()
    assert run.clock()["clock"]["remaining_ms"] == left
    assert run.command("pause-last", "pause").body["outcome"]["status"] == "accepted"


def test_ctrl_c_leaves_no_process(run: Run) -> None:
    run.start()
    assert run.process is not None
    assert run.clock()["status"] == "registration_open"
    assert naming(run.folder)
    assert run.ctrl_c() == 0
    assert run.pids() == {None}
    assert not naming(run.folder)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_it_while_it_sets_up_leaves_no_process(run: Run, number: signal.Signals) -> None:
    run.folder.mkdir()
    command = [sys.executable, "-m", "infra.local", "--folder", str(run.folder)]
    command += ["--port", "0", "--temporal-port", "0", "--ui-port", "0"]
    with (run.folder / "printed").open("wb") as out:
        run.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, start_new_session=True)
    wait_until(lambda: "template.yaml" in run.out, within=30, what="the set-up was on its way")
    assert run.ctrl_c(number) == 0
    assert not naming(run.folder)


def test_a_second_make_run_on_the_same_folder_says_so_and_harms_nothing(run: Run) -> None:
    run.start()
    old = run.pids()
    second = subprocess.run(
        [sys.executable, "-m", "infra.local", "--folder", run.folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert second.returncode == 1
    assert "runs already" in second.stderr
    assert run.pids() == old
