"""Settings that are ready to use: Sit & Gos for 2, 6, 9 and 18 players (LIFE-5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from domain.generators import Speed, at_speed, generate
from domain.ids import Cents
from domain.profiles import ProfileId
from domain.settings import Prices, Settings, SitAndGo

CHIPS = (25, 100, 500, 1_000, 5_000)
"""The denominations from which a preset's stacks are made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A Sit & Go: so many seats at so many tables, so many chips each, levels at a speed for as long as it may last."""

    seats_per_table: int
    tables: int
    starting_stack: int
    speed: Speed
    levels: int


SIT_AND_GO: Mapping[int, Preset] = MappingProxyType(
    {
        2: Preset(seats_per_table=2, tables=1, starting_stack=5_000, speed="hyper", levels=10),
        6: Preset(seats_per_table=6, tables=1, starting_stack=7_500, speed="turbo", levels=12),
        9: Preset(seats_per_table=9, tables=1, starting_stack=7_500, speed="turbo", levels=14),
        18: Preset(seats_per_table=9, tables=2, starting_stack=7_500, speed="turbo", levels=16),
    }
)
"""The presets by number of players."""


def sit_and_go(
    players: int, *, title: str, profile: ProfileId, starts_at: datetime, buy_in: Cents = 0, currency: str = "EUR"
) -> Settings:
    """Return the settings of a Sit & Go for so many players; whoever takes them may change what he likes.

    `starts_at` is the time announced for it; it starts when it is full.

    Raises:
        KeyError: there is no preset for so many players.
    """
    preset = SIT_AND_GO[players]
    growth = at_speed(preset.speed, stack=preset.starting_stack, chips=CHIPS, levels=preset.levels)
    return Settings(
        title=title,
        profile=profile,
        structure=generate(f"Sit & Go for {players}", growth),
        starts_at=starts_at,
        starting_stack=preset.starting_stack,
        seats_per_table=preset.seats_per_table,
        tables=preset.tables,
        prices=Prices(currency=currency, buy_in=buy_in),
        sit_and_go=SitAndGo(players=players),
    )
