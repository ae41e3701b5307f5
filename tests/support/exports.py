"""A record as the product exports it, for the programs that read exports."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from activities import items
from domain.events import GENESIS, Recorded, from_text, to_text
from infra.export import json_lines


def exported(record: Iterable[Recorded]) -> list[bytes]:
    """Return the lines of an export, its chain whole whatever stands in the events."""
    texts = [to_text(recorded) for recorded in record]
    rows = [row for chunk in items.cut(0, GENESIS, texts) for row in chunk.rows()]
    return [line.encode() for line in json_lines(rows)]


def changed(record: Iterable[Recorded], seq: int, change: Callable[[Any], Any]) -> list[Recorded]:
    """Return a record in which one event has been changed by somebody who knew to write the rest anew."""
    return [
        from_text(to_text(replace(recorded, event=change(recorded.event)))) if recorded.seq == seq else recorded
        for recorded in record
    ]
