"""Programs that this one starts, watches, and ends: how they are known, and how to be sure.

A started program inherits an open, locked file. As long as that lock is held the program is alive,
and it is ours, whatever became of the process that started it: a lock, unlike a process id, is
never handed on to a stranger.
"""

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from typing import IO

LOOK = 0.02
"""Seconds between two looks at something awaited."""

OWN_PORTS = range(20_000, 32_000)
"""Ports that are chosen here: below those that systems hand out by themselves."""

SIGNING = 'printf %s "$$" > "$0" && exec "$@"'
"""Has the shell write its process id into the lock that it holds and then become the program."""


class DidNotHappen(RuntimeError):
    """Something awaited did not come about in time; says what, and where to read more."""


def wait_until(true: Callable[[], bool], *, within: float, what: str) -> None:
    """Return as soon as `true()` holds.

    Raises:
        DidNotHappen: it did not within so many seconds.
    """
    end = time.monotonic() + within
    while not true():
        if time.monotonic() > end:
            raise DidNotHappen(f"{what} within {within:g} s")
        time.sleep(LOOK)


def free_port(preferred: int = 0) -> int:
    """Return `preferred` if nobody listens there, else a port that is free now.

    It is none of those that the system hands out by itself: before our program listens, a connection or a server that
    lets the system choose could be given the very same.
    """
    others = SystemRandom().sample(OWN_PORTS, 100)
    for port in (preferred, *others) if preferred else others:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port
    raise DidNotHappen("a free port could be had")


def listening(port: int) -> bool:
    """Whether something accepts connections on this port of the machine itself."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@dataclass(slots=True, kw_only=True)
class Lock:
    """A locked file that says who holds it; freed by the operating system when the holder ends."""

    path: Path
    file: IO[str] | None = field(default=None, repr=False)

    def take(self) -> bool:
        """Take the lock; false when another process holds it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self.path.open("a+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        file.truncate(0)  # the name of the last holder says nothing any more
        self.file = file
        return True

    def fileno(self) -> int:
        """Return the descriptor of the lock that was taken, for a program to inherit."""
        return self._taken().fileno()

    def sign(self) -> None:
        """Write our process id into the file."""
        self.path.write_text(str(os.getpid()))

    def _taken(self) -> IO[str]:
        if self.file is None:
            raise DidNotHappen(f"the lock {self.path.name} was taken")
        return self.file

    def release(self) -> None:
        """Close our copy; the lock stays with a program that inherited it."""
        if self.file is not None:
            self.file.close()
            self.file = None

    def held(self) -> bool:
        """Whether somebody holds the lock."""
        if not self.path.exists():
            return False
        trial = Lock(path=self.path)
        taken = trial.take()
        trial.release()
        return not taken

    def holder(self) -> int | None:
        """Return the process id of the holder, None when nobody holds the lock.

        Raises:
            DidNotHappen: somebody holds it and does not sign.
        """

        def signed_or_free() -> bool:
            return self.path.read_text().isdecimal() or not self.held()

        if not self.held():
            return None
        wait_until(signed_or_free, within=5, what=f"the holder of {self.path.name} signed")
        text = self.path.read_text()
        return int(text) if text.isdecimal() else None


@dataclass(slots=True, kw_only=True)
class Program:
    """One program of the local stack.

    Attributes:
        name: what people call it; names its lock and its log in `folder`.
        command: the program and its arguments.
        environment: the whole environment it gets.
        ready: whether it does its work; asked until it says yes.
        patience: seconds it may take to become ready.
        grace: seconds it may take to end after SIGTERM before it is killed.
    """

    name: str
    folder: Path
    command: Sequence[str | Path]
    environment: Mapping[str, str]
    directory: Path
    ready: Callable[[], bool] = field(repr=False)
    patience: float = 30.0
    grace: float = 15.0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    said_before: int = 0

    @property
    def log(self) -> Path:
        """File with everything the program has said."""
        return self.folder / "log" / f"{self.name}.log"

    @property
    def lock(self) -> Lock:
        """The lock that the program holds while it lives."""
        return Lock(path=self.folder / "run" / self.name)

    @property
    def pid(self) -> int | None:
        """Process id of the running program, or None; also finds one that an earlier run left."""
        holder = self.lock.holder()
        if holder is not None:
            return holder
        if self.process is not None:
            # It has let go of its lock, so it is ending: wait for the rest, or it stays behind as a zombie.
            self.process.wait(timeout=self.grace)
            self.process = None
        return None

    def start(self) -> None:
        """Start the program in a session of its own, so that a Ctrl-C at the terminal does not reach it.

        Raises:
            DidNotHappen: it runs already.
        """
        lock = self.lock
        # Somebody who looks whether the lock is held holds it himself for that moment.
        wait_until(lock.take, within=1, what=f"{self.name}, which runs already, had ended")
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.said_before = self.log.stat().st_size if self.log.exists() else 0
        try:
            with self.log.open("ab") as out:
                self.process = subprocess.Popen(
                    ["/bin/sh", "-c", SIGNING, str(lock.path), *(str(part) for part in self.command)],
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=subprocess.STDOUT,
                    env=dict(self.environment),
                    cwd=self.directory,
                    pass_fds=[lock.fileno()],
                    start_new_session=True,
                )
        finally:
            lock.release()

    def await_ready(self) -> None:
        """Return when the program does its work.

        Raises:
            DidNotHappen: it ended, or did not become ready in time; the words end with its last lines.
        """

        def ready_or_gone() -> bool:
            return self.ready() or self.pid is None

        try:
            wait_until(ready_or_gone, within=self.patience, what=f"{self.name} was ready")
        except DidNotHappen as late:
            raise DidNotHappen(f"{late}\n{self.last_lines()}") from late
        if self.pid is None:
            raise DidNotHappen(f"{self.name} kept running\n{self.last_lines()}")

    def has_said(self, words: str) -> bool:
        """Whether the program has said this since it was started."""
        with self.log.open("rb") as log:
            log.seek(self.said_before)
            return words.encode() in log.read()

    def last_lines(self, count: int = 20) -> str:
        """Return the end of the program's log."""
        if not self.log.exists():
            return "(no log)"
        lines = self.log.read_text(errors="replace").splitlines()[-count:]
        return "\n".join([f"{self.log}:", *lines])

    def stop(self) -> None:
        """End the program with SIGTERM and wait; one that does not heed it in time is killed."""
        pid = self.pid
        if pid is None:
            return
        self.signal(signal.SIGTERM)
        try:
            wait_until(lambda: self.pid is None, within=self.grace, what=f"{self.name} ended")
        except DidNotHappen:
            self.kill()
        self.end_children(pid)

    def kill(self) -> None:
        """End the program and the children it has with SIGKILL and wait until they are gone."""
        pid = self.pid
        if pid is None:
            return
        self.signal(signal.SIGKILL)
        wait_until(lambda: self.pid is None, within=self.grace, what=f"{self.name} was killed")
        self.end_children(pid)

    def end_children(self, pid: int) -> None:
        """End what is left of the group that the program, which was its leader, has gone from."""

        def gone() -> bool:
            try:
                os.killpg(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):  # macOS says the latter of a group of zombies
                return True
            return False

        # What is still there after a second is dead and waits for a parent that does not ask.
        with contextlib.suppress(DidNotHappen):
            wait_until(gone, within=1, what=f"the children of {self.name} were gone")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program, if it runs."""
        pid = self.pid
        if pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)


def bare_environment(**more: str) -> dict[str, str]:
    """Return an environment with nothing in it but the search path, the home and what is given.

    What a program inherits by accident hides what its configuration forgot.
    """
    kept = ("PATH", "HOME", "LANG", "SSL_CERT_FILE", "LD_LIBRARY_PATH")
    return {name: os.environ[name] for name in kept if name in os.environ} | more
