"""The points on which the recorded evenings and the product differ, and why; any other point is a fault."""

from collections.abc import Mapping
from types import MappingProxyType

from infra.evening import Difference
from infra.record import Record

OWN_CLOCK = "table B ran a clock of its own, seven minutes behind; a tournament has one clock"
TWO_CHIPS = "the floor gave player-002 two chips too many at his new table; chips in play are chips issued"
JULY_2024 = {
    Difference(line="slip of player-002", record="2202 chips", product="2200 chips"): TWO_CHIPS,
    Difference(line="hands 30 to 30 at table B", record="blinds 2/4", product="blinds 3/6"): OWN_CLOCK,
    Difference(line="hands 31 to 31 at table B", record="blinds 2/4", product="blinds 3/6"): OWN_CLOCK,
    Difference(line="hands 48 to 48 at table B", record="blinds 3/6", product="blinds 4/8"): OWN_CLOCK,
    Difference(line="finish", record="player-010 has 2202 chips", product="player-010 has 2200 chips"): TWO_CHIPS,
}

COUNTED = "play stopped with three left and the log does not say how it was settled; survivors rank by counted stacks"
SEPTEMBER_2024 = {
    Difference(line="result of player-010", record="no place told", product="place 1"): COUNTED,
    Difference(line="result of player-009", record="no place told", product="place 2"): COUNTED,
    Difference(line="result of player-006", record="no place told", product="place 3"): COUNTED,
}

LEFT = "he left for good after four hands and the log gives him no place; he is the first who is out"
MARCH_2025 = {Difference(line="result of player-007", record="no place told", product="place 10"): LEFT}

FIRST_HANDS = (
    "the source has 5000 chips more in its first two hands than in all others; chips in play are those that were "
    "counted at the start"
)
PLAYERS_CHAMPIONSHIP = {
    **{
        Difference(line=f"gap at {at}", record="29700000 chips", product="29705000 chips"): FIRST_HANDS
        for at in ("00:15:36", "01:00:21", "02:13:08", "03:11:08")
    },
    Difference(
        line="finish", record="player-005 has 29700000 chips", product="player-005 has 29705000 chips"
    ): FIRST_HANDS,
}

EXPLAINED: Mapping[tuple[str, str], Mapping[Difference, str]] = MappingProxyType(
    {
        ("home-league-monthly-observed", "2024-07-20"): JULY_2024,
        ("home-league-monthly-observed", "2024-09-21"): SEPTEMBER_2024,
        ("home-league-monthly-observed", "2025-03-29"): MARCH_2025,
        ("wsop-2023-event-43-final-day", "1970-01-01"): PLAYERS_CHAMPIONSHIP,
    }
)
"""The differences of each evening by its structure and date; an evening that is not here has none."""


def explained(record: Record) -> Mapping[Difference, str]:
    """Return on which points a recorded evening and the product are known to differ, each with the reason."""
    return EXPLAINED.get((record.evening.structure, record.evening.date), {})
