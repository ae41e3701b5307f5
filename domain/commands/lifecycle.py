"""From draft to finished (LIFE-1 to LIFE-9)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from domain.ids import Chips, Flag, PlayerId
from domain.settings import Settings
from domain.structure import STRICT


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRegistration:
    """Publish the tournament: players may register; the hash of the draw's seed is published first (SEAT-10)."""

    __pydantic_config__ = STRICT
    kind: Literal["open_registration"] = "open_registration"


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSettings:
    """Replace the settings before the start; `version` is the version that was edited (LIFE-2)."""

    __pydantic_config__ = STRICT
    kind: Literal["edit_settings"] = "edit_settings"
    version: Annotated[int, Field(strict=True, ge=1)]
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Start the clock and have the field drawn (LIFE-4)."""

    __pydantic_config__ = STRICT
    kind: Literal["start"] = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """A player's counted chips."""

    __pydantic_config__ = STRICT
    player: PlayerId
    chips: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """Close the tournament; before play has ended only when `confirm` is set.

    Several survivors need counted stacks (LIFE-9).
    """

    __pydantic_config__ = STRICT
    kind: Literal["finish"] = "finish"
    confirm: Flag = False
    stacks: Annotated[tuple[Stack, ...], Field(max_length=10_000)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    """Call the tournament off (LIFE-8)."""

    __pydantic_config__ = STRICT
    kind: Literal["cancel"] = "cancel"


LifecycleCommand = OpenRegistration | EditSettings | Start | Finish | Cancel
