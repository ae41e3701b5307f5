"""A worker that dies at a chosen write: `python -m tests.support.mortal before|after NAME`.

It is the worker of the product, killed by SIGKILL before or after it writes the first flush that answers the command
NAME or, where NAME is the kind of an event, holds such an event.  Killed after the write, it dies before the server
has heard of the task in which the write was decided.  With the NAME `credits` it dies around the write that makes a
version of the credits valid, with the NAME `ballots` before a vote is counted or when one of its ballots is deleted.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, Never

from activities.ballots import Ballots
from activities.credits import Credits
from activities.items import Item
from activities.journal import Journal
from domain.journal import BallotRequest, CreditRequest, Flush, FlushResult
from infra import worker


def main(side: str, name: str) -> None:
    """Run the worker until it dies."""
    write, validate, count = Journal._write, Credits._validate, Ballots._result

    def die(flush: Flush) -> None:
        answers = any(name == outcome.command_id for outcome in flush.outcomes)
        if answers or any(f'"kind":"{name}"' in text for text in flush.events):
            os.kill(os.getpid(), signal.SIGKILL)

    def written(self: Journal, flush: Flush) -> FlushResult:
        if side == "before":
            die(flush)
        result = write(self, flush)
        die(flush)
        return result

    def validated(self: Credits, request: CreditRequest, rows: Sequence[Item]) -> bool:
        if name == "credits" and side == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        valid = validate(self, request, rows)
        if name == "credits":
            os.kill(os.getpid(), signal.SIGKILL)
        return valid

    def counted(self: Ballots, request: BallotRequest) -> bool:
        if name == "ballots" and side == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        deal, delete = count(self, request), self.client.delete_item

        def deleted(**asked: Any) -> Never:
            delete(**asked)
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError

        if name == "ballots":
            self.client.delete_item = deleted  # type: ignore[method-assign]
        return deal

    Ballots._result = counted  # type: ignore[method-assign]
    Credits._validate = validated  # type: ignore[method-assign]
    Journal._write = written  # type: ignore[method-assign]
    asyncio.run(worker.main())


if __name__ == "__main__":
    main(*sys.argv[1:])
