"""Holds what came of an evening against what its scenario expects, and says where they differ."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from domain import events as e
from domain.journal import Outcome
from domain.times import from_text, to_text
from infra.rehearse import Played, Seen
from infra.scenario import AnyAnswer, Expected, Scenario, Stretch
from infra.script import Give, Glance, Script
from infra.shorthand import Day, NoShortForm, instant, is_time_of_day


class _Nothing:
    def __repr__(self) -> str:
        return "nothing there"


_NOTHING = _Nothing()


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that came out otherwise: where in the scenario, what it is, what was expected, what was found."""

    where: str
    what: str
    expected: Any
    found: Any


def differences(scenario: Scenario, script: Script, played: Played) -> tuple[Difference, ...]:
    """Return everything in which the evening came out otherwise than expected; empty: it came out right."""
    return (
        *_answers(script, played),
        *_looks(script, played),
        *_stretches(scenario, script, played),
        *_cost(scenario, played),
    )


def _answers(script: Script, played: Played) -> Iterator[Difference]:
    repeated = iter(played.repeated)
    for give in script.actions:
        if not isinstance(give, Give):
            continue
        outcome = played.outcomes.get(give.command_id)
        if give.repeat:
            again = next(repeated, None)
            if again is None or again != outcome:
                yield Difference(where=give.where, what="answer", expected="the first one's", found=_spoken(again))
        else:
            yield from _answer(give.where, give.answer, outcome, played.events)


def _answer(
    where: str, expected: AnyAnswer, outcome: Outcome | None, events: tuple[e.Recorded, ...]
) -> Iterator[Difference]:
    if expected == "any":
        return
    if outcome is None:
        yield Difference(where=where, what="answer", expected="one", found="none")
        return
    found = "unchanged" if outcome.status == "accepted" and outcome.first is None else outcome.status
    wanted = expected if isinstance(expected, str) else expected.is_
    if wanted != found and not (expected == "accepted" and found == "unchanged"):
        yield Difference(where=where, what="answer", expected=wanted, found=_spoken(outcome))
        return
    if isinstance(expected, str):
        return
    rejection = outcome.rejection
    said = rejection.reason if rejection else outcome.note
    if expected.rule is not None and (rejection is None or rejection.rule != expected.rule):
        yield Difference(where=where, what="answer.rule", expected=expected.rule, found=rejection and rejection.rule)
    if expected.code is not None and (rejection is None or rejection.code != expected.code):
        yield Difference(where=where, what="answer.code", expected=expected.code, found=rejection and rejection.code)
    if expected.says is not None and expected.says not in said:
        yield Difference(where=where, what="answer.says", expected=expected.says, found=said)
    data = rejection.data if rejection else outcome.consequences or {}
    for name, value in expected.data.items():
        if data.get(name, _NOTHING) != value:
            yield Difference(where=where, what=f"answer.data.{name}", expected=value, found=data.get(name, _NOTHING))
    if expected.events is not None:
        kinds = tuple(recorded.event.kind for recorded in events if _belongs(recorded, outcome))
        if kinds != expected.events:
            yield Difference(where=where, what="answer.events", expected=list(expected.events), found=list(kinds))


def _belongs(recorded: e.Recorded, outcome: Outcome) -> bool:
    return outcome.first is not None and outcome.last is not None and outcome.first <= recorded.seq <= outcome.last


def _spoken(outcome: Outcome | None) -> str:
    if outcome is None:
        return "none"
    if outcome.rejection is not None:
        return f"rejected by {outcome.rejection.rule} ({outcome.rejection.code}): {outcome.rejection.reason}"
    return "accepted" if outcome.first is not None else f"unchanged: {outcome.note}"


def _looks(script: Script, played: Played) -> Iterator[Difference]:
    glances = [action for action in script.actions if isinstance(action, Glance)]
    for glance, seen in zip(glances, played.looks, strict=True):
        for path, value in glance.see.items():
            found = shown(seen, path)
            if not _agrees(value, found, script.day):
                yield Difference(where=glance.where, what=path, expected=value, found=found)


def shown(seen: Seen, path: str) -> Any:
    """Return what a look shows at a path; a value without a meaning of its own when nothing is there.

    `clock.left` is what a display counts down to at that instant from what the server gave it (CLK-5), `owed.P1`,
    `paid.P1`, `open.P1` and `refund_due.P1` the sums over a player's entries, `largest_row` the bytes of the largest
    row.
    """
    match path.split("."):
        case ["clock", "left"]:
            return _left(seen)
        case ["seat", chair]:
            return _sitting(seen, chair)
        case ["largest_row"]:
            return max(len(json.dumps(row).encode()) for row in _rows(seen))
        case ["owed" | "paid" | "open" | "refund_due" as what, player]:
            return sum(row[what] for row in seen.entries.values() if row["player"] == player)
        case ["player", player, *rest]:
            return _dig(_current(seen, player), rest)
        case ["entry", number, *rest]:
            return _dig(_row(seen.entries, number), rest)
        case ["table", number, *rest]:
            return _dig(_row(seen.tables, number), rest)
        case parts:
            return _dig(seen.head, parts)


def _rows(seen: Seen) -> Iterator[Mapping[str, Any]]:
    yield seen.head
    yield from seen.entries.values()
    yield from seen.tables.values()


def _row(rows: Mapping[int, Any], number: str) -> Any:
    return rows.get(int(number), _NOTHING) if number.isdecimal() else _NOTHING


def _dig(value: Any, parts: list[str]) -> Any:
    for part in parts:
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return _NOTHING
    return value


def _current(seen: Seen, player: str) -> Any:
    """Return the player's last entry that counts, else his last one."""
    rows: list[Any] = [
        seen.entries[number] for number in sorted(seen.entries) if seen.entries[number]["player"] == player
    ]
    counting = [row for row in rows if row["status"] not in {"voided", "unregistered", "dropped"}]
    return (counting or rows or [_NOTHING])[-1]


def _sitting(seen: Seen, chair: str) -> Any:
    table, _, seat = chair.removeprefix("T").partition("-S")
    rows = _row(seen.tables, table)
    seats = rows["seats"] if isinstance(rows, Mapping) else []
    return next((row["player"] for row in seats if str(row["seat"]) == seat), None)


def _left(seen: Seen) -> Any:
    clock = seen.head["clock"]
    if clock is None:
        return _NOTHING
    if clock["level_ends_at"] is not None:
        return _as_clock(max(from_text(clock["level_ends_at"]) - seen.at, timedelta(0)))
    return None if clock["remaining_ms"] is None else _as_clock(timedelta(milliseconds=clock["remaining_ms"]))


def _as_clock(left: timedelta) -> str:
    """Return a length as a display writes it: `05:00`, `1:05:00`; with what there is of a second."""
    seconds, rest = divmod(left, timedelta(seconds=1))
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    fraction = f".{rest // timedelta(microseconds=1):06}".rstrip("0") if rest else ""
    return (f"{hour}:" if hour else "") + f"{minute:02}:{second:02}{fraction}"


def _agrees(expected: Any, found: Any, day: Day) -> bool:
    match expected:
        case {"at_least": int(bound), **more} if isinstance(found, int) and not more:
            return found >= bound
        case {"at_most": int(bound), **more} if isinstance(found, int) and not more:
            return found <= bound
        case {"not": value, **more} if not more:
            return found is not _NOTHING and not _agrees(value, found, day)
    if type(expected) is type(found) and expected == found:
        return True
    if isinstance(expected, float) and isinstance(found, int | float) and not isinstance(found, bool):
        return expected == found
    return isinstance(expected, str) and isinstance(found, str) and _same_instant(expected, found, day)


def _same_instant(expected: str, found: str, day: Day) -> bool:
    """Return whether a time of day, or an instant, is the instant that was found."""
    try:
        return (is_time_of_day(expected) or "T" in expected) and instant(expected, day) == from_text(found)
    except (NoShortForm, ValueError):
        return False


def _stretches(scenario: Scenario, script: Script, played: Played) -> Iterator[Difference]:
    for number, stretch in enumerate(scenario.events, start=1):
        found = [recorded for recorded in played.events if _within(recorded, stretch, script.day)]
        same = len(found) == len(stretch.are) and all(
            _is(recorded, expected, script.day) for recorded, expected in zip(found, stretch.are, strict=True)
        )
        if not same:
            yield Difference(
                where=f"events {number}, from {stretch.from_ or 'the beginning'} to {stretch.to or 'the end'}",
                what="events",
                expected=[_named(expected) for expected in stretch.are],
                found=[
                    f"{to_text(recorded.at)[11:-1]} {recorded.event.kind} by {recorded.cause}" for recorded in found
                ],
            )


def _within(recorded: e.Recorded, stretch: Stretch, day: Day) -> bool:
    if stretch.of and recorded.event.kind not in stretch.of:
        return False
    if stretch.from_ is not None and recorded.at < instant(stretch.from_, day):
        return False
    return stretch.to is None or recorded.at < instant(stretch.to, day)


def _named(expected: str | Expected) -> str:
    if isinstance(expected, str):
        return expected
    extra = f" with {json.dumps(expected.with_)}" if expected.with_ else ""
    by = f" by {expected.cause}" if expected.cause else ""
    return f"{expected.at or ''} {expected.kind}{by}{extra}".strip()


def _is(recorded: e.Recorded, expected: str | Expected, day: Day) -> bool:
    if isinstance(expected, str):
        at, _, kind = expected.rpartition(" ")
        return recorded.event.kind == kind and (not at or recorded.at == instant(at, day))
    fields = json.loads(e.to_text(recorded))["event"]
    return (
        recorded.event.kind == expected.kind
        and (expected.at is None or recorded.at == instant(expected.at, day))
        and (expected.cause is None or recorded.cause == expected.cause)
        and all(_agrees(value, _dig(fields, path.split(".")), day) for path, value in expected.with_.items())
    )


def _cost(scenario: Scenario, played: Played) -> Iterator[Difference]:
    wanted = scenario.durable
    if wanted is None or played.history is None:
        return
    if wanted.history_at_most is not None and played.history > wanted.history_at_most:
        yield Difference(where="durable", what="history_at_most", expected=wanted.history_at_most, found=played.history)
    if wanted.runs_at_least is not None and (played.runs or 0) < wanted.runs_at_least:
        yield Difference(where="durable", what="runs_at_least", expected=wanted.runs_at_least, found=played.runs)
    if wanted.ends is not None and played.ended != wanted.ends:
        yield Difference(where="durable", what="ends", expected=wanted.ends, found=played.ended)
