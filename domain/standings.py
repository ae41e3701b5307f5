"""Places as the order of the busts gives them, from a state or from rows: on record, or the live ranking (PLC-1)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.same_hand import dense

if TYPE_CHECKING:  # who reads rows starts without the rules
    from domain.profiles import SameHandBusts

Row = Mapping[str, Any]
IN, OUT = frozenset({"alive", "pending"}), "out"
"""The statuses of an entry that may still be placed better, and of one that is out for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A player who is out, by his last entry: the number of the bust, his table, his rank among those of it."""

    entry: int
    bust: int
    table: int
    rank: int


def behind(rule: "SameHandBusts", ahead: int, gone: Iterable[Gone]) -> tuple[tuple[int, int], ...]:
    """Return (place, entry) of those who are out, best first, when `ahead` players are placed better than all of them.

    Args:
        rule: how players of one bust number are placed among themselves.
        ahead: players who are still in, and those of a hand-for-hand round that is not over.
        gone: who is out, each player once.
    """
    by_bust: dict[int, list[Gone]] = {}
    for each in gone:
        by_bust.setdefault(each.bust, []).append(each)
    keyed: list[tuple[tuple[int, int], int]] = []
    for bust, together in by_bust.items():
        if len(together) == 1:
            keyed.append(((-bust, 0), together[0].entry))
            continue
        # Who was ranked among them and has no place by this bust any more leaves no gap: tables tie by their ranks.
        fresh = dense(rule, ((of.table, of.rank) for of in together))
        keyed += [((-bust, fresh[of.table, of.rank]), of.entry) for of in together]
    return numbered(keyed, ahead)


def numbered(keyed: list[tuple[Any, int]], ahead: int = 0) -> tuple[tuple[int, int], ...]:
    """Return (place, entry) of entries by what orders them, the lowest being the best; equals share a place."""
    found: list[tuple[int, int]] = []
    before = None
    for index, (key, number) in enumerate(sorted(keyed), ahead + 1):
        found.append((found[-1][0] if key == before else index, number))
        before = key
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The places as rows show them.

    `lines` are (place, row), best first.  `provisional`: they may still change, for play goes on; then `left` players
    are in, may still come back, or go out in a hand-for-hand round that is not over, and have no place yet.
    """

    provisional: bool
    left: int
    lines: tuple[tuple[int, Row], ...]


def standings(rule: "SameHandBusts", head: Row, rows: Iterable[Row]) -> Standings:
    """Return the places on record; before there are any the live ranking of those who are out, which is provisional.

    Args:
        rule: how the profile places players of one bust number among themselves.
        head: the tournament's row.
        rows: of its entries, as `domain.views` has them.
    """
    rows = list(rows)
    if head["results_version"] or head["status"] == "cancelled":
        placed = sorted((row["place"], row["entry"]) for row in rows if row["place"] is not None)
        by_entry = {row["entry"]: row for row in rows}
        return Standings(provisional=False, left=0, lines=tuple((place, by_entry[entry]) for place, entry in placed))
    last: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: row["entry"]):
        if row["status"] in IN or row["status"] == OUT:
            last[row["player"]] = row
    # Who goes out in a round is in until it ends: then all of them are ranked together (RUL-1).
    in_round = head["hand_for_hand"]["bust"] if head["hand_for_hand"] is not None else None
    out = {row["entry"]: row for row in last.values() if row["status"] == OUT and row["bust"] != in_round}
    left = len(last) - len(out)
    gone = (
        Gone(entry=row["entry"], bust=row["bust"], table=row["bust_table"], rank=row["bust_rank"])
        for row in out.values()
    )
    lines = tuple((place, out[entry]) for place, entry in behind(rule, left, gone))
    return Standings(provisional=True, left=left, lines=lines)
