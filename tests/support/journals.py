"""Journals made by hand: events whose meaning does not matter, in the chain as it is stored."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from domain.decisions import Rejection, refuse
from domain.events import (
    GENESIS,
    BreakEnded,
    FieldSeated,
    LotVoided,
    Recorded,
    chain,
    to_text,
)
from domain.journal import Flush, Outcome

TOURNAMENT = "friday"
CLUB = "north"
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def text(seq: int, *, tale: str = "a", large: int = 0) -> str:
    """Return an event's stored text; another `tale` is another event, `large` seats make it large."""
    event: Any = LotVoided(number=seq) if tale == "a" else BreakEnded(number=seq)
    if large:
        seats = tuple((entry, 1 + entry // 10, 1 + entry % 10, 30_000) for entry in range(1, large + 1))
        event = FieldSeated(lot=1, price=0, tables=(), seats=seats)
    return to_text(Recorded(seq=seq, at=NOON + timedelta(seconds=seq), cause="clock", event=event))


def texts(first: int, last: int, *, tale: str = "a") -> list[str]:
    """Return the texts of events `first` to `last`."""
    return [text(seq, tale=tale) for seq in range(first, last + 1)]


def hash_after(events: list[str], before: str = GENESIS) -> str:
    """Return the chain's hash after these events."""
    for event in events:
        before = chain(before, event)
    return before


def entry(number: int, **more: Any) -> dict[str, Any]:
    """Return the read model's row of an entry."""
    return {"entry": number, "player": f"player-{number:03}", "status": "alive", "chips": 30_000, **more}


def table(number: int, **more: Any) -> dict[str, Any]:
    """Return the read model's row of a table."""
    return {"table": number, "seats": [{"seat": 1, "entry": number}], **more}


def head(**more: Any) -> dict[str, Any]:
    """Return the read model's row of the tournament."""
    return {"tournament": TOURNAMENT, "title": "Friday", "starts_at": "2026-11-29T19:30:00.000000Z", **more}


def accepted(command_id: str, first: int | None = None, last: int | None = None, **more: Any) -> Outcome:
    """Return the outcome of a command that was accepted."""
    return _outcome(command_id, "accepted", first=first, last=last, **more)


def rejected(command_id: str, reason: Rejection | None = None) -> Outcome:
    """Return the outcome of a command that was refused."""
    why = reason or refuse("KO-1", "not_alive", "the entry is not alive", "name another", entry=7, known=True, by=None)
    return _outcome(command_id, "rejected", rejection=why)


def _outcome(command_id: str, status: Literal["accepted", "rejected"], **more: Any) -> Outcome:
    return Outcome(
        command_id=command_id,
        name="record_knockout",
        actor="dealer-1",
        role="dealer",
        accepted_at=NOON,
        at=NOON + timedelta(milliseconds=3),
        status=status,
        **more,
    )


def flush(prev: int, events: list[str], *, before: list[str] | None = None, **more: Any) -> Flush:
    """Return a flush of events after number `prev`; `before` are those up to there, `texts(1, prev)` unless given."""
    rows: dict[str, Any] = {"head": head() if events else None, "entries": [], "tables": [], "outcomes": []}
    return Flush(
        tournament=TOURNAMENT,
        club=CLUB,
        prev=prev,
        prev_hash=hash_after(texts(1, prev) if before is None else before),
        events=events,
        **(rows | more),
    )
