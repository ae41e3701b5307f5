"""Chips that are counted, and extra chips that are given (RUL-7, RUL-9)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.commands.lifecycle import Stack
from domain.ids import Chips, PlayerId, TableNumber
from domain.settings import BonusName
from domain.structure import STRICT


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTotal:
    """The counted chips of everybody at a table together."""

    __pydantic_config__ = STRICT
    table: TableNumber
    chips: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class CountChips:
    """Put counts on record while nobody plays: of players, of tables, or of both (RUL-7)."""

    __pydantic_config__ = STRICT
    kind: Literal["count_chips"] = "count_chips"
    stacks: Annotated[tuple[Stack, ...], Field(max_length=10_000)] = ()
    tables: Annotated[tuple[TableTotal, ...], Field(max_length=9_999)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBonus:
    """Give a player who is there the extra chips that the settings call so (RUL-9)."""

    __pydantic_config__ = STRICT
    kind: Literal["give_bonus"] = "give_bonus"
    player: PlayerId
    bonus: BonusName


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidBonus:
    """Take back a bonus that was given by mistake (RUL-9)."""

    __pydantic_config__ = STRICT
    kind: Literal["void_bonus"] = "void_bonus"
    player: PlayerId
    bonus: BonusName
    reason: Literal["mistake", "wrong_player", "other"]


ChipCommand = CountChips | GiveBonus | VoidBonus
