"""A process that writes one flush and dies on the way: `python -m tests.support.writer WHERE FLUSH CUT`.

WHERE is the account as JSON, FLUSH the flush as JSON; CUT is `before 3` or `after 3`: the process is killed before its
third transaction is sent, or after it was sent and before its answer is read.
"""

import json
import os
import signal
import sys
from typing import Any

from botocore.httpsession import URLLib3Session
from pydantic import TypeAdapter

from activities.journal import Journal
from domain.journal import Flush
from tests.support.emulator import Aws


def main(where: str, flush: str, cut: str) -> None:
    """Write the flush and print the result, unless the cut comes first."""
    side, _, number = cut.partition(" ")
    sent = 0

    def die(request: Any, **_: Any) -> None:
        nonlocal sent
        sent += 1
        if sent == int(number):
            if side == "after":
                URLLib3Session().send(request)
            os.kill(os.getpid(), signal.SIGKILL)

    aws = Aws(**json.loads(where))
    client = aws.dynamodb()
    client.meta.events.register("before-send.dynamodb.TransactWriteItems", die)
    print(Journal(client, aws.club).write(TypeAdapter(Flush).validate_json(flush)))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
