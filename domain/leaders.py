"""Who leads in knockouts: what each player has won of heads and draws, and what is on his own head now (KO-3, KO-6)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

Row = Mapping[str, Any]


def leaders(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return each player's last entry, who has won most first, then by credits, by his own head and by the entry.

    Credits and what was won are over all his entries.  Who is not in the field, and everybody where no knockout is
    credited, is left out.

    Args:
        rows: of a tournament's entries, as `domain.views` has them.
    """
    last: dict[str, Row] = {}
    for row in sorted((row for row in rows if "credits_exact" in row), key=lambda row: row["entry"]):
        last[row["player"]] = row
    return tuple(sorted(last.values(), key=_best_first))


def _best_first(row: Row) -> tuple[int, Fraction, int, int]:
    return -row.get("bounty_won", 0), -Fraction(row["credits_exact"]), -row.get("head", 0), row["entry"]
