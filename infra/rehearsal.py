"""What a rehearsal prints: as JSON for programs, as lines for a director."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from domain import events as e
from domain.journal import Outcome
from domain.times import to_text
from infra.display import spoken
from infra.judge import Difference
from infra.rehearse import Played, Seen
from infra.scenario import Scenario
from infra.script import CREATED, Give, Script

_LAST = 10**9
"""Stands for the place of an answer that brought no event: after the events of its instant."""
_OUTCOME: TypeAdapter[Outcome] = TypeAdapter(Outcome)


def as_json(
    scenario: Scenario, script: Script, played: Played, found: Sequence[Difference], *, durable: bool
) -> dict[str, Any]:
    """Return everything that came of an evening as plain JSON values."""
    return {
        "title": scenario.title,
        "case": scenario.case,
        "durable": durable,
        "right": not found,
        "answers": [
            {"where": give.where, "delivered_at": to_text(give.at), "repeat": give.repeat, "outcome": outcome}
            for give, outcome in _answers(script, played)
        ],
        "events": [json.loads(e.to_text(recorded)) for recorded in played.events],
        "looks": [_seen(look) for look in played.looks],
        "final": _seen(played.final),
        "history": played.history,
        "differences": [
            {
                "where": difference.where,
                "what": difference.what,
                "expected": difference.expected,
                "found": difference.found if _is_json(difference.found) else None,
            }
            for difference in found
        ],
    }


def _answers(script: Script, played: Played) -> Iterator[tuple[Give, Any]]:
    for give in script.actions:
        if isinstance(give, Give):
            outcome = played.outcomes.get(give.command_id)
            yield give, None if outcome is None else _OUTCOME.dump_python(outcome, mode="json")


def _seen(seen: Seen) -> dict[str, Any]:
    return {
        "at": to_text(seen.at),
        "head": seen.head,
        "entries": [seen.entries[number] for number in sorted(seen.entries)],
        "tables": [seen.tables[number] for number in sorted(seen.tables)],
    }


def _is_json(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | list | dict)


def as_text(scenario: Scenario, script: Script, played: Played) -> str:
    """Return the evening in lines: every command with its answer before its events, what time did in between.

    What the desk did before the evening is left out, unless it was refused.
    """
    lines = [f"{scenario.case}: {scenario.title}" if scenario.case else scenario.title]
    told = {give.command_id: give for give in script.actions if isinstance(give, Give) and not give.repeat}
    prepared = {CREATED} | {command_id for command_id, give in told.items() if give.prepares}
    said = [
        ((outcome.at, outcome.first or _LAST, 0), _answer(told[command_id], outcome))
        for command_id, outcome in played.outcomes.items()
        if command_id not in prepared or outcome.status == "rejected"
    ]
    said += [
        ((recorded.at, recorded.seq, 1), f"    {spoken(json.loads(e.to_text(recorded)))}")
        for recorded in played.events
        if recorded.cause not in prepared
    ]
    lines += [line for _, line in sorted(said)]
    head = played.final.head
    left = f"{head['left']} of {head['entries']} left, {head['chips_in_play']:,} chips in play"
    lines.append(f"At the end: {head['status'].replace('_', ' ')}, {left}")
    return "\n".join(lines)


def _answer(give: Give, outcome: Outcome) -> str:
    if outcome.rejection is not None:
        said = f"refused by {outcome.rejection.rule}: {outcome.rejection.reason}"
    else:
        said = outcome.note or "done"
    fields = " ".join(f"{name}={value}" for name, value in give.body.items() if isinstance(value, str | int))
    answer = f"{to_text(outcome.at)[11:23]}  {give.name} {fields}: {said}"
    return "\n".join([answer, *_changes(outcome.consequences or {})])


def _changes(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a correction changes, or would change, a line each (AUD-5)."""
    for subject, rows in told.items():
        for row in rows if isinstance(rows, list) else ():
            who = row["player"] if "player" in row else f"knockout {row['knockout']}"
            yield f"    {subject}: {who} {_change(row)}"
    for count, row in told.get("counts", {}).items():
        yield f"    {count.replace('_', ' ')}: {_change(row)}"


def _change(row: Mapping[str, Any]) -> str:
    if "amount" in row:
        return f"{row['amount']:+,}"
    return " -> ".join("none" if row[side] is None else str(row[side]) for side in ("before", "after"))
