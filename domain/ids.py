"""The names of things and the numbers that are counted: opaque ids, chips, money in minor units."""

from typing import Annotated

from pydantic import Field, StringConstraints

_OPAQUE = StringConstraints(strict=True, pattern=r"^[A-Za-z0-9_-]{1,64}$")

ClubId = Annotated[str, _OPAQUE]
TournamentId = Annotated[str, _OPAQUE]
PlayerId = Annotated[str, _OPAQUE]
CommandId = Annotated[str, _OPAQUE]

Chips = Annotated[int, Field(strict=True, ge=0, le=10**15)]
"""Tournament chips: whole and never negative; a float, also 1.0, is refused."""
Cents = Annotated[int, Field(strict=True, ge=0, le=10**12)]
"""Money in the minor unit of the tournament's currency: whole and never negative."""
TableNumber = Annotated[int, Field(strict=True, ge=1, le=9_999)]
SeatNumber = Annotated[int, Field(strict=True, ge=1, le=10)]
EntryNumber = Annotated[int, Field(strict=True, ge=1)]
Seen = Annotated[int, Field(strict=True, ge=1)]
"""Number of the last event that somebody had seen when he decided."""
Flag = Annotated[bool, Field(strict=True)]
"""Yes or no; a 1, a 0 or a text is refused."""
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
