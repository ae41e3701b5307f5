"""Programs are known by the lock they hold, and ended with certainty."""

import socket
import sys
from pathlib import Path

import pytest

from infra.processes import DidNotHappen, Lock, Program, bare_environment, free_port, listening, wait_until
from infra.stack import LocalStack, leftover
from tests.support.living import naming

STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
PATIENT = "import time; print('up', flush=True); time.sleep(60)"


def program(folder: Path, source: str, *, grace: float = 5.0) -> Program:
    def ready() -> bool:
        return made.log.exists() and "up" in made.log.read_text()

    made = Program(
        name="sleeper",
        folder=folder,
        directory=folder,
        command=[sys.executable, "-c", source],
        environment=bare_environment(),
        ready=ready,
        patience=10,
        grace=grace,
    )
    return made


def test_a_program_is_found_again_by_those_who_did_not_start_it(tmp_path: Path) -> None:
    sleeper = program(tmp_path, PATIENT)
    sleeper.start()
    sleeper.await_ready()
    assert leftover(tmp_path, "sleeper").pid == sleeper.pid
    leftover(tmp_path, "sleeper").stop()
    assert sleeper.pid is None


def test_a_program_cannot_run_twice_in_one_folder(tmp_path: Path) -> None:
    sleeper = program(tmp_path, PATIENT)
    sleeper.start()
    try:
        with pytest.raises(DidNotHappen, match="runs already"):
            program(tmp_path, PATIENT).start()
    finally:
        sleeper.kill()


def test_a_program_that_does_not_heed_sigterm_is_killed(tmp_path: Path) -> None:
    sleeper = program(tmp_path, STUBBORN, grace=0.3)
    sleeper.start()
    sleeper.await_ready()
    sleeper.stop()
    assert sleeper.pid is None


def test_the_children_of_a_program_end_with_it(tmp_path: Path) -> None:
    child = f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', {str(tmp_path)!r}])"
    sleeper = program(tmp_path, f"import subprocess, sys; {child}; {PATIENT}")
    sleeper.start()
    sleeper.await_ready()
    assert len(naming(tmp_path)) == 2
    sleeper.stop()
    assert not naming(tmp_path)


def test_a_program_that_ends_at_once_is_reported_with_its_last_words(tmp_path: Path) -> None:
    sleeper = program(tmp_path, "raise SystemExit('no such table')")
    sleeper.start()
    with pytest.raises(DidNotHappen, match="no such table"):
        sleeper.await_ready()


def test_a_process_id_alone_makes_nobody_ours(tmp_path: Path) -> None:
    """The file names this very process, as after a restart of the machine; nobody holds the lock."""
    lock = Lock(path=tmp_path / "run" / "worker")
    assert lock.take()
    lock.sign()
    lock.release()
    assert leftover(tmp_path, "worker").pid is None
    LocalStack(folder=tmp_path).end_leftovers()


def test_one_folder_has_one_supervisor(tmp_path: Path) -> None:
    with (
        LocalStack(folder=tmp_path).alone(),
        pytest.raises(DidNotHappen, match="runs already"),
        LocalStack(folder=tmp_path).alone(),
    ):
        pass


def test_a_port_that_is_taken_is_not_given_out() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert listening(port)
        assert free_port(port) != port


def test_what_does_not_happen_is_named() -> None:
    with pytest.raises(DidNotHappen, match="the moon rose within"):
        wait_until(lambda: False, within=0.1, what="the moon rose")
