"""Evenings with something to put right, and what a look beforehand says (AUD-5)."""

from typing import Any

from tests.domain import floor
from tests.domain.floor import Body, Evening, P, evening, knock_out

MONEY: dict[str, Any] = {
    "profile": "east-durham-v1",
    "no_show": "drop",
    "minimum_players": 2,
    "payouts": [5_000, 3_000, 2_000],
    "windows": {"late_registration": floor.until("19:05"), "re_entry": floor.until("19:05")},
    "bounty": "pko",
    "prices": {
        "buy_in": 3_000,
        "re_entry": 3_000,
        "parts": {"buy_in": {"bounty": 1_000}, "re_entry": {"bounty": 1_000}},
    },
}


def money(players: int, **more: Any) -> Evening:
    """Return an evening with a pool and progressive heads of 1,000."""
    return evening(players, **(MONEY | more))


def finished(night: Evening, outs: list[tuple[int, int]]) -> Evening:
    """Play an evening to its end: (who is out, by whom), a minute apart from 19:10 on."""
    for n, (out, by) in enumerate(outs):
        knock_out(night, f"19:{10 + n}", P[out], P[by])
    night.must(f"19:{10 + len(outs)}", "finish")
    assert night.status() == "finished"
    return night


def preview(night: Evening, when: str, kind: str, **body: Any) -> Body:
    """Return what a correction would change; nothing has changed by asking."""
    before, recorded = night.state, len(night.record)
    answer = night.must(when, kind, preview=True, **body)
    assert answer.note == "a preview: nothing has changed"
    assert (answer.events, night.state, len(night.record)) == ((), before, recorded)
    told = answer.outcome.consequences
    assert told is not None
    return {subject: value for subject, value in told.items() if value}


def pairs(rows: list[Body]) -> list[tuple[str, Any, Any]]:
    """Return (player, before, after) of the lines of a preview."""
    return [(row["player"], row["before"], row["after"]) for row in rows]
