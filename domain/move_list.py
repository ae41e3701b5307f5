"""The list of open moves as the floor reads it: on a screen, or printed and carried to the tables (SEAT-11).

It is made of the tables' rows alone, so that it costs what the tables cost, whatever the field.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from domain.times import to_text

if TYPE_CHECKING:  # who reads the list starts without the rules
    from domain.state import Promise

Row = Mapping[str, Any]
_SAID = {"queued": "after the hand", "called": "called", "overdue": "OVERDUE"}
_URGENT = ("overdue", "called", "queued")


def row(promise: "Promise", *, carried: bool) -> dict[str, Any]:
    """Return an open move as a table's or an entry's row shows it; `carried`: the staff carry an absent player's stack.

    Source: TDA RP-16.
    """
    return {
        "move": promise.move,
        "entry": promise.entry,
        "player": promise.player,
        "why": promise.why,
        "status": promise.status,
        "from": {"table": promise.leaving[0], "seat": promise.leaving[1]},
        "to": {"table": promise.to[0], "seat": promise.to[1]},
        "since": to_text(promise.since),
        "due_at": None if promise.due_at is None else to_text(promise.due_at),
        "escalations": promise.escalations,
        "carried": carried,
    }


def of(tables: Iterable[Row]) -> list[Row]:
    """Return every open move, from the rows of the tables that are left: overdue first, then by table and seat."""
    moves = [move for table in tables for move in table["leaving"]]
    return sorted(
        moves,
        key=lambda move: (
            _URGENT.index(move["status"]),
            move["from"]["table"],
            move["from"]["seat"],
            move["entry"],
        ),
    )


def as_text(title: str, at: str, moves: Iterable[Row]) -> str:
    """Return the list for a printer: one move a line, from, to, who, and how it stands; `name` where there is one.

    Args:
        title: what the tournament is called.
        at: when the list is made, as it is to be read.
        moves: as `of` gives them.
    """
    lines = [("FROM", "TO", "PLAYER", "")]
    lines += [
        (_spoken(move["from"]), _spoken(move["to"]), move.get("name") or move["player"], _how(move)) for move in moves
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    body = [
        "   ".join([*(cell.ljust(width) for cell, width in zip(line, widths, strict=False)), line[3]]).rstrip()
        for line in lines
    ]
    if len(lines) == 1:
        body = ["Nobody is on the way."]
    return "\n".join([title, at, "", *body]) + "\n"


def _how(move: Row) -> str:
    return f"{_SAID[move['status']]}, stack to be carried" if move["carried"] else _SAID[move["status"]]


def _spoken(chair: Row) -> str:
    return f"TABLE {chair['table']}  SEAT {chair['seat']}"
