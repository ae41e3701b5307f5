"""Kinds and shapes that several commands share."""

from dataclasses import dataclass
from typing import Literal

from domain.ids import SeatNumber, TableNumber
from domain.structure import STRICT

Role = Literal["owner", "floor", "cashier", "dealer", "player", "operator"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRef:
    """A chair: table and seat number."""

    __pydantic_config__ = STRICT
    table: TableNumber
    seat: SeatNumber
