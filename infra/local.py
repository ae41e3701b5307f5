"""The product on this machine, in the foreground: `python -m infra.local`, which is `make run`.

Starts everything, opens tonight's tournament, says how to try it, and then minds the programs: one
that ends is started again. Ctrl-C ends them in order. Whatever ended how, the next start on the same
folder goes on where the evening was.
"""

import argparse
import contextlib
import signal
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Never

from infra.accounts import Accounts
from infra.api import Api
from infra.deploy import DeploymentFailed
from infra.processes import DidNotHappen, Program, wait_until
from infra.seed import Evening, Seed, SeedRefused
from infra.stack import ROOT, LocalStack, Ports

LOOK = 0.2
"""Seconds between two looks at the programs."""

RESTARTS = 5
RESTARTS_WITHIN = 60.0
"""A program that ended `RESTARTS` times in so many seconds does not come back by being started again."""

DAY = 24 * 60
"""Minutes a token of the local stack lives: the evening is longer than an hour."""


ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """Ctrl-C, SIGTERM, or the terminal was closed."""


@dataclass(slots=True, kw_only=True)
class Progress:
    """Says what is being done, with the seconds since the start."""

    begun: float = field(default_factory=time.monotonic)

    def __call__(self, what: str) -> None:
        """Print one line."""
        self.show(f"[{time.monotonic() - self.begun:5.1f} s] {what}")

    def show(self, text: str) -> None:
        """Print a text; a terminal that was closed is no reason to leave something running."""
        with contextlib.suppress(OSError):
            print(text, flush=True)


@dataclass(slots=True, kw_only=True)
class Watch:
    """Brings programs back that ended."""

    stack: LocalStack
    say: Progress
    ends: dict[str, deque[float]] = field(default_factory=dict)

    def stand(self) -> Never:
        """Mind the programs until somebody asks for the end.

        Raises:
            DidNotHappen: one of them does not stay up.
        """
        while True:
            time.sleep(LOOK)
            for program in self.stack.started:
                if program.pid is None:
                    self.bring_back(program)

    def bring_back(self, program: Program) -> None:
        """Start a program that has ended; when that fails the next look tries again."""
        ends = self.ends.setdefault(program.name, deque(maxlen=RESTARTS))
        ends.append(time.monotonic())
        if len(ends) == RESTARTS and ends[-1] - ends[0] < RESTARTS_WITHIN:
            raise DidNotHappen(f"{program.name} stayed up\n{program.last_lines()}")
        self.say(f"{program.name} ended; it is started again")
        try:
            self.stack.restart(program)
        except DidNotHappen as again:
            self.say(str(again))
        else:
            self.say(f"{program.name} is back")


def main() -> None:
    """Run until Ctrl-C; the exit status is 0 then, and 1 when something could not be started."""
    options = parsed(sys.argv[1:])
    stack = LocalStack(
        folder=options.folder.resolve(),
        ports=Ports(emulator=options.port, temporal=options.temporal_port, ui=options.ui_port),
        token_minutes=DAY,
    )
    for number in ENDINGS:
        signal.signal(number, stop)
    say = Progress()
    try:
        with stack.alone():
            try:
                run(stack, say)
            finally:
                say("stopping: worker, Temporal server, emulator")
                stack.stop()
    except Stopped:
        say("stopped; the next run goes on from here")
    except (DidNotHappen, DeploymentFailed, SeedRefused) as fault:
        sys.exit(f"This did not come about: {fault}")


def run(stack: LocalStack, say: Progress) -> None:
    """Start everything, open the evening, and mind it."""
    stack.start(say)
    api = Api(url=stack.url)
    say("door, worker and store: health")
    await_health(api)
    accounts = Accounts(emulator=stack.aws, pool=stack.outputs["UserPool"], client=stack.outputs["UserPoolClient"])
    evening = Seed(api=api, accounts=accounts, say=say).evening(datetime.now(UTC))
    stack.save()
    (stack.folder / "env").touch(mode=0o600)
    (stack.folder / "env").write_text(exports(stack, evening))
    say("ready")
    say.show(welcome(stack, evening))
    Watch(stack=stack, say=say).stand()


def await_health(api: Api) -> None:
    """Return when the API says that all parts do their work."""
    last: list[Any] = []

    def healthy() -> bool:
        answer = api.get("/v1/health")
        last[:] = [answer.status, answer.body]
        return answer.status == 200 and answer.body["parts"]["worker"] == "ok"  # noqa: PLR2004

    try:
        wait_until(healthy, within=30, what="the API was well")
    except DidNotHappen as unwell:
        raise DidNotHappen(f"{unwell}: {last}") from unwell


def exports(stack: LocalStack, evening: Evening) -> str:
    """Return the shell variables that the commands to try use."""
    return "".join(
        f"export {name}={value}\n"
        for name, value in (
            ("API", f"{stack.url}/v1"),
            ("CLUB", evening.club),
            ("TOURNAMENT", evening.tournament),
            ("OWNER", evening.owner.token),
            ("FLOOR", evening.floor.token),
            ("PLAYER", evening.player.token),
        )
    )


def welcome(stack: LocalStack, evening: Evening) -> str:
    """Return what a newcomer reads when everything runs."""
    folder = stack.folder.relative_to(Path.cwd()) if stack.folder.is_relative_to(Path.cwd()) else stack.folder
    return f"""
{exports(stack, evening)}
Shuffle Up runs. {evening.title} ({evening.status})

  API            {stack.url}/v1   (described at /openapi.json)
  Temporal       http://127.0.0.1:{stack.ports.ui}/namespaces/default/workflows/tournament-{evening.tournament}
  kept in        {folder}   (delete it to begin with nothing)
  logs           {folder}/log

The variables above, for the club's owner, its floor and one player, are in {folder}/env too. In another terminal:

  . {folder}/env
  curl -s $API/tournaments/$TOURNAMENT/clock -H "Authorization: $PLAYER"
  curl -s $API/tournaments/$TOURNAMENT/register -H "Authorization: $PLAYER" \\
       -H 'Content-Type: application/json' -d '{{"command_id": "my-registration"}}'
  curl -s $API/clubs/$CLUB/tournaments/$TOURNAMENT/commands -H "Authorization: $FLOOR" \\
       -H 'Content-Type: application/json' -d '{{"command_id": "my-start", "command": {{"kind": "start"}}}}'

Ctrl-C stops everything; the next run goes on where the evening was, clock included.
"""


def parsed(arguments: list[str]) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="make run", description="Run the product on this machine.")
    parser.add_argument("--folder", type=Path, default=ROOT / ".local", help="where everything is kept")
    parser.add_argument("--port", type=int, default=4566, help="of the AWS emulator; 0 for any")
    parser.add_argument("--temporal-port", type=int, default=7233, help="of the Temporal server; 0 for any")
    parser.add_argument("--ui-port", type=int, default=8233, help="of Temporal's Web UI; 0 for any")
    return parser.parse_args(arguments)


def stop(*_: object) -> Never:
    """Take a signal as the wish to end; a second one must not leave something running."""
    for number in ENDINGS:
        signal.signal(number, signal.SIG_IGN)
    raise Stopped


if __name__ == "__main__":
    main()
