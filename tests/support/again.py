"""A process that sends a command again: `python -m tests.support.again ADDRESS TOURNAMENT NAME COMMAND_ID PLAYER`."""

import asyncio
import os
import sys
from datetime import UTC, datetime

from temporalio.client import Client

from domain.times import to_text
from infra.client import workflow_id
from infra.payloads import data_converter


async def main(address: str, tournament: str, name: str, command_id: str, player: str) -> None:
    """Signal the command and end."""
    client = await Client.connect(address, data_converter=data_converter)
    envelope = {
        "command_id": command_id,
        "actor": "floor-1",
        "role": "floor",
        "accepted_at": to_text(datetime.now(UTC)),
        "body": {"player": player},
    }
    await client.get_workflow_handle(workflow_id(tournament)).signal(name, envelope)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
