"""A floor that looks at what a correction changes before it sends it, as the rules ask of it (AUD-5)."""

from dataclasses import replace
from datetime import datetime

from domain import desk
from domain.commands import Asked, PreviewedCommand, VoidKnockout
from domain.consequences import Data
from domain.state import Tournament


def looked_at(state: Tournament, asked: Asked, now: datetime) -> tuple[Asked, Data | None]:
    """Return a command as a floor sends it that has seen its preview, and what that said.

    What needs no preview, and what the preview already refuses, is returned as it is.
    """
    command = asked.command
    if not isinstance(command, PreviewedCommand) or isinstance(command, VoidKnockout):
        return asked, None
    if command.preview or command.seen is not None:
        return asked, None
    looked = desk.apply(state, replace(asked, command=replace(command, preview=True)), now)
    assert isinstance(looked, desk.Applied), "a preview waits for nothing"
    told = looked.outcome.consequences
    if told is None:
        return asked, None
    assert looked.outcome.first is None, "a preview leaves nothing on record"
    return replace(asked, command=replace(command, seen=told["seen"])), told
