"""Which texts of a command, of settings or of what is written are prizes, and which of them may not be (PRZ-2).

The door asks before the signal, and whoever writes asks again before a row is put; both have JSON only.  In between the
desk decides for itself, by the settings' faults and by the commands' own rules.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.profiles import PROFILES
from domain.wording import refusal

NAMES = frozenset({"text", "prize"})
"""What the text of a prize is called, wherever one stands in settings, commands, events and rows."""
IN_SETTINGS = ("prizes", "bounties")
"""Settings in which prizes are told."""


def may_speak_of_money(profile: str) -> bool:
    """Return whether a house of this name pays money, so that its prizes may speak of it."""
    house = PROFILES.get(profile)
    return house is not None and house.prizes == "pool"


def in_command(body: Mapping[str, Any], profile: str) -> tuple[tuple[str, str], ...]:
    """Return (field, reason) of every prize text in a command's JSON that may not be.

    Args:
        body: the command's fields, well-formed.
        profile: of the tournament that it is for.
    """
    settings = body.get("settings")
    if isinstance(settings, Mapping):
        return tuple((f"settings.{field}", reason) for field, reason in in_settings(settings))
    return () if may_speak_of_money(profile) else tuple(_refused("", body))


def in_settings(settings: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return (field, reason) of every prize text in settings as JSON that may not be in the house they name."""
    if may_speak_of_money(str(settings.get("profile"))):
        return ()
    return tuple(fault for part in IN_SETTINGS for fault in _refused(part, settings.get(part)))


def brought_in(event: Mapping[str, Any], profile: str) -> tuple[tuple[str, str], ...]:
    """Return (field, reason) of every prize text that an event's JSON brings in and that may not be.

    Args:
        event: as it is stored.
        profile: of its tournament.
    """
    return in_command(event, profile)


def _refused(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the texts that are refused in a JSON value, by their paths."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name in NAMES and isinstance(inner, str):
                if reason := refusal(inner):
                    yield f"{path}.{name}".lstrip("."), reason
            elif isinstance(inner, Mapping | list | tuple):
                yield from _refused(f"{path}.{name}".lstrip("."), inner)
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _refused(f"{path}.{number}".lstrip("."), inner)
