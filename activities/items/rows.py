"""The rows of the read models and of the outcomes: what is beside the keys, and how it is read back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, cast

from activities.items.keys import (
    Item,
    club_day_key,
    club_tournaments_key,
    day_key,
    entry_key,
    head_key,
    outcome_key,
    player_entries_key,
    table_key,
    terms_key,
)
from activities.items.values import NotStorable, from_item, size, to_item
from domain.decisions import Rejection
from domain.ids import ClubId, TournamentId
from domain.journal import Outcome
from domain.times import from_text, to_text

OUTCOME_KEPT = timedelta(days=90)
"""How long an outcome is kept, from its own time on."""
EMBEDDED_BYTES = 32_000
"""Events of a command up to this size together are kept in its outcome, so that the door answers with one read."""

ROW_BYTES = 400_000
"""Most bytes of one row; the store's own limit is 400 KB."""

_OWN = frozenset({"pk", "sk", "g1", "g2", "kind"})
_OWN_OF_HEAD = _OWN | {"hash", "pending"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A write too large for one transaction is on its way.

    Rows hold everything up to event `complete`; of the write known by `digest`, `done` rows are in.
    """

    complete: int
    digest: str = ""
    done: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """How far a tournament is in the store: its last event, the chain's hash after it, and what is still under way."""

    seq: int
    hash: str
    pending: Pending | None = None

    @property
    def complete(self) -> int:
        """The last event whose rows and outcomes are in."""
        return self.pending.complete if self.pending else self.seq


def _row(key: Item, kind: str, row: Mapping[str, Any], own: frozenset[str] = _OWN, **more: Any) -> Item:
    if clash := own & row.keys():
        raise NotStorable(f"a row of kind {kind} may not have the fields {sorted(clash)}")
    item = to_item({**row, "kind": kind, **more}) | key
    if size(item) > ROW_BYTES:
        raise NotStorable(f"a row of kind {kind} is too large: {size(item)} bytes")
    return item


def row_of(item: Item) -> dict[str, Any]:
    """Return the read model's row as JSON values, without what the store alone needs."""
    own = _OWN_OF_HEAD if item["kind"]["S"] == "head" else _OWN
    return from_item({name: value for name, value in item.items() if name not in own})


def head_item(tournament: TournamentId, club: ClubId, row: Mapping[str, Any], position: Position) -> Item:
    """Return the head: what a lobby shows, and how far the log is.  The index lists it under its club, by start."""
    more: dict[str, Any] = {
        "seq": position.seq,
        "hash": position.hash,
        "g1": club_tournaments_key(club),
        "g2": f"{row['starts_at']}#{tournament}",
    }
    if position.pending:
        more["pending"] = pending_value(position.pending)
    return _row(head_key(tournament), "head", row, _OWN_OF_HEAD, **more)


def pending_value(pending: Pending) -> dict[str, Any]:
    """Return the head's attribute that says what is under way."""
    return {"complete": pending.complete, "digest": pending.digest, "done": pending.done}


def position_of(head: Item) -> Position:
    """Return how far the tournament with this head is."""
    own = from_item({name: head[name] for name in ("seq", "hash", "pending") if name in head})
    pending = Pending(**own["pending"]) if "pending" in own else None
    return Position(seq=own["seq"], hash=own["hash"], pending=pending)


def entry_item(tournament: TournamentId, row: Mapping[str, Any]) -> Item:
    """Return an entry; the index lists it under its player.

    The start is no part of what the index sorts by: it may be edited after an entry was made, and the row of an entry
    follows from what happened to the entry alone.
    """
    number = row["entry"]
    player, place = player_entries_key(row["player"]), f"{tournament}#{number:06}"
    return _row(entry_key(tournament, number), "entry", row, g1=player, g2=place)


def table_item(tournament: TournamentId, row: Mapping[str, Any]) -> Item:
    """Return a table with its seats."""
    return _row(table_key(tournament, row["table"]), "table", row)


def terms_item(tournament: TournamentId, row: Mapping[str, Any]) -> Item:
    """Return the terms: settings and profile as they stand."""
    return _row(terms_key(tournament), "terms", row)


def day_item(tournament: TournamentId, club: ClubId, day: str) -> Item:
    """Return the row that has the index list a tournament on a date in UTC, something having been bought or paid."""
    return _row(day_key(tournament, day), "day", {}, g1=club_day_key(club, day), g2=tournament)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An outcome as the store has it; `events` are the command's stored texts, None where they are too large for it."""

    outcome: Outcome
    events: tuple[str, ...] | None


def outcome_item(tournament: TournamentId, outcome: Outcome, texts: Sequence[str] | None) -> Item:
    """Return the row of an outcome; `texts` are its events, None when they are not at hand."""
    values: dict[str, Any] = {
        "kind": "outcome",
        "name": outcome.name,
        "actor": outcome.actor,
        "role": outcome.role,
        "accepted_at": to_text(outcome.accepted_at),
        "at": to_text(outcome.at),
        "status": outcome.status,
        "ttl": int((outcome.at + OUTCOME_KEPT).timestamp()),
    }
    if outcome.first is not None:
        values |= {"first": outcome.first, "last": outcome.last}
    if outcome.note:
        values["note"] = outcome.note
    if outcome.consequences is not None:
        values["consequences"] = outcome.consequences
    if refused := outcome.rejection:
        values["rejection"] = {
            "rule": refused.rule,
            "code": refused.code,
            "reason": refused.reason,
            "mend": refused.mend,
            "data": dict(refused.data),
        }
    if texts is not None and sum(len(text.encode()) for text in texts) <= EMBEDDED_BYTES:
        values["events"] = list(texts)
    return to_item(values) | outcome_key(tournament, outcome.command_id)


def answer_of(item: Item) -> Answer:
    """Return the outcome that a row holds."""
    values = from_item(item)
    rejection = values.get("rejection")
    outcome = Outcome(
        command_id=values["sk"],
        name=values["name"],
        actor=values["actor"],
        role=values["role"],
        accepted_at=from_text(values["accepted_at"]),
        at=from_text(values["at"]),
        status=cast("Literal['accepted', 'rejected']", values["status"]),
        first=values.get("first"),
        last=values.get("last"),
        rejection=Rejection(**rejection) if rejection else None,
        note=values.get("note", ""),
        consequences=values.get("consequences"),
    )
    events = values.get("events")
    return Answer(outcome=outcome, events=None if events is None else tuple(events))
