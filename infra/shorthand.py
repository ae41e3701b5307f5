"""Short forms in scenario files: times of day, lengths, names in a row, chairs, structure rows, windows' ends.

Everything that is no short form passes as it is, so that whatever the product takes can be written in full.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from domain.times import from_text, to_text

_UNITS = {
    "ms": timedelta(milliseconds=1),
    "s": timedelta(seconds=1),
    "min": timedelta(minutes=1),
    "h": timedelta(hours=1),
}
_LENGTH = re.compile(r"(\d+)(\.\d+)?(ms|s|min|h)")
_CLOCK = re.compile(r"(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?")
_CHAIR = re.compile(r"T([1-9]\d{0,3})-S([1-9]|10)")
_ROW = re.compile(r"([A-Za-z_-]*)(\d+)\.\.([A-Za-z_-]*)(\d+)")
_STEP = re.compile(r"(level|break) ([1-9]\d{0,2})")
_TIMES = re.compile(r"(\d{1,3}) x (.+)")
_LEVEL = re.compile(
    r"(?P<small>\d+)/(?P<big>\d+)(?: ante (?P<ante>\d+)(?: (?P<type>classic|big_blind|button))?)?(?: (?P<length>\S+))?"
)
_BREAK = re.compile(r"break(?: until (?P<until>\d\d:\d\d)| (?P<length>\S+))?")


class NoShortForm(ValueError):
    """A text that stands where a short form should, and is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """The day of the times of day; `moved` is by how much the whole evening is played later than it was written for."""

    on: date
    moved: timedelta = timedelta(0)


def instant(text: str, day: Day) -> datetime:
    """Return the instant that a time of day on this day, or a whole instant, names.

    Raises:
        NoShortForm: it names none.
    """
    if found := _CLOCK.fullmatch(text):
        hours, minutes, seconds, fraction = found.groups()
        return (
            datetime.combine(day.on, time(0), tzinfo=UTC)
            + day.moved
            + timedelta(
                hours=int(hours),
                minutes=int(minutes),
                seconds=int(seconds or 0),
                microseconds=int((fraction or "").ljust(6, "0")),
            )
        )
    try:
        return from_text(text) + day.moved
    except ValueError as error:
        raise NoShortForm(f"{text}: no instant: {error}") from error


def is_time_of_day(text: str) -> bool:
    """Return whether the text is a time of day."""
    return _CLOCK.fullmatch(text) is not None


def length(text: str) -> timedelta:
    """Return the length that a text such as `1.5s` or `20min` names.

    Raises:
        NoShortForm: it names none.
    """
    found = _LENGTH.fullmatch(text)
    if found is None:
        raise NoShortForm(f"{text}: no length of time such as 90s or 20min")
    whole, fraction, unit = found.groups()
    return int(whole) * _UNITS[unit] + (int((fraction or ".0")[1:].ljust(6, "0")[:6]) * _UNITS[unit]) / 1_000_000


def in_a_row(row: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of a row such as `P1..P10`; a list of names is its own row.

    Raises:
        NoShortForm: the ends do not belong together.
    """
    if not isinstance(row, str):
        return row
    found = _ROW.fullmatch(row)
    if found is None or found[1] != (found[3] or found[1]):
        raise NoShortForm(f"{row}: no row of names such as P1..P10")
    return tuple(f"{found[1]}{number}" for number in range(int(found[2]), int(found[4]) + 1))


def chair(text: str) -> dict[str, int]:
    """Return the chair that `T1-S3` names.

    Raises:
        NoShortForm: it names none.
    """
    found = _CHAIR.fullmatch(text)
    if found is None:
        raise NoShortForm(f"{text}: no chair such as T1-S3")
    return {"table": int(found[1]), "seat": int(found[2])}


def body(given: dict[str, Any], day: Day, settings: dict[str, Any]) -> dict[str, Any]:
    """Return a command's fields without short forms: chairs, an instant, rows of a sheet, settings over others."""
    full = dict(given)
    for name in ("seat", "leaving", "to", "sits_at"):
        value = full.get(name)
        if isinstance(value, str) and _CHAIR.fullmatch(value):
            full[name] = chair(value)
    if isinstance(full.get("stopped_at"), str):
        full["stopped_at"] = to_text(instant(full["stopped_at"], day))
    if isinstance(full.get("items"), list):
        full["items"] = [item for row in full["items"] for item in _rows(row)]
    if isinstance(full.get("settings"), dict):
        full["settings"] = settings_in_full(lay_over(settings, full["settings"]), day)
    return full


def lay_over(base: Any, top: Any) -> Any:
    """Return `base` with `top` over it: maps are merged field by field, everything else is replaced.

    A map that names its `kind` is a value of its own, and replaces.
    """
    if not isinstance(base, dict) or not isinstance(top, dict) or "kind" in top:
        return top
    return base | {name: lay_over(base.get(name), value) for name, value in top.items()}


def settings_in_full(given: dict[str, Any], day: Day) -> dict[str, Any]:
    """Return a tournament's settings without short forms.

    Raises:
        NoShortForm: a text stands where a short form should, and is none.
    """
    full = {"title": "Rehearsal", **given}
    if isinstance(full.get("starts_at"), str):
        full["starts_at"] = to_text(instant(full["starts_at"], day))
    if isinstance(full.get("structure"), list):
        full["structure"] = {"name": full["title"], "items": [item for row in full["structure"] for item in _rows(row)]}
    if isinstance(full.get("windows"), dict):
        full["windows"] = {name: _end(value, day) for name, value in full["windows"].items()}
    if "end" in full:
        full["end"] = _end(full["end"], day)
    return full


def _end(value: Any, day: Day) -> Any:
    """Return the end that `20:00`, `level 4`, `break 1`, `players_left 3` or `one_per_table` names."""
    if not isinstance(value, str):
        return value
    if found := _STEP.fullmatch(value):
        return (
            {"kind": "level", "level": int(found[2])}
            if found[1] == "level"
            else {"kind": "break", "number": int(found[2])}
        )
    if value.startswith("players_left "):
        return {"kind": "players_left", "players": int(value.removeprefix("players_left "))}
    if value in {"last_player", "one_per_table"}:
        return {"kind": value}
    return {"kind": "time", "at": to_text(instant(value, day))}


def _rows(row: Any) -> list[Any]:
    """Return the items that one row of a structure names: `100/200 20min`, `break 10min`, `40 x 100/200 20min`."""
    if not isinstance(row, str):
        return [row]
    if found := _TIMES.fullmatch(row):
        return _rows(found[2]) * int(found[1])
    if found := _BREAK.fullmatch(row):
        seconds = None if found["length"] is None else _seconds(found["length"])
        return [{"kind": "break", "seconds": seconds, "until": found["until"]}]
    if found := _LEVEL.fullmatch(row):
        ante = int(found["ante"] or 0)
        level = {
            "kind": "level",
            "small_blind": int(found["small"]),
            "big_blind": int(found["big"]),
            "ante": ante,
            "ante_type": (found["type"] or "big_blind") if ante else "none",
            "seconds": None if found["length"] is None else _seconds(found["length"]),
        }
        return [level]
    raise NoShortForm(f"{row}: no row of a structure such as 100/200 ante 200 20min or break 10min")


def _seconds(text: str) -> int:
    return int(length(text) / timedelta(seconds=1))
