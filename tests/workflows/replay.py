"""Replays every recorded history in a process of its own: `PYTHONHASHSEED=7 python -m tests.workflows.replay`."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from temporalio.client import WorkflowHistory
from temporalio.worker import Replayer

from infra.payloads import data_converter
from infra.registrations import WORKFLOWS, sandbox

HISTORIES = Path(__file__).parent.parent / "histories"


def recorded() -> dict[str, str]:
    """Return the recorded histories by name."""
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(HISTORIES.glob("*.json"))}


async def replay(name: str, text: str) -> None:
    """Replay one history.

    Raises:
        RuntimeError: the workflow asks for something else than was recorded, or decides otherwise than was stored.
    """
    history = WorkflowHistory.from_json(f"tournament-{name}", text)
    replayer = Replayer(workflows=WORKFLOWS, workflow_runner=sandbox(), data_converter=data_converter)
    await replayer.replay_workflow(history)


async def main(histories: Mapping[str, str]) -> None:
    """Replay them all; one that fails ends the process with a traceback."""
    for name, text in histories.items():
        await replay(name, text)
        print(f"{name}: replayed")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(recorded()))
    sys.stdout.flush()
    os._exit(0)
