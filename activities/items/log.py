"""The log's rows: events as their stored texts, in chunks that each carry their piece of the hash chain.

A chunk holds at most `CHUNK_EVENTS` events or `CHUNK_BYTES`.  An event too large for one row (the first draw of a
large field) is a chunk of its own, and its text lies beside it in parts.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from activities.items.keys import Item, log_key
from activities.items.values import from_item, to_item
from domain.ids import TournamentId

CHUNK_EVENTS = 50
CHUNK_BYTES = 100_000
PART_BYTES = 300_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """One event of the log: its number, its text as stored, and the chain's hash before and after it."""

    seq: int
    text: str
    prev: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Events `first` to `last`; `prev` is the chain's hash before them, `hash` the one after."""

    first: int
    last: int
    prev: str
    hash: str
    texts: tuple[str, ...]

    def rows(self) -> Iterator[LogRow]:
        """Yield each event with its hashes."""
        before = self.prev
        for seq, text in enumerate(self.texts, self.first):
            after = link(before, text)
            yield LogRow(seq=seq, text=text, prev=before, hash=after)
            before = after


def link(before: str, text: str) -> str:
    """Return the hash after an event, as `domain.events.chain` does; this one comes without the events' parser."""
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()


def cut(prev: int, prev_hash: str, texts: Sequence[str]) -> list[Chunk]:
    """Return the chunks for the events after number `prev`, where the chain's hash is `prev_hash`."""
    chunks: list[Chunk] = []
    held: list[str] = []
    bytes_held = 0
    before = after = prev_hash
    for text in texts:
        length = len(text.encode())
        if held and (len(held) == CHUNK_EVENTS or bytes_held + length > CHUNK_BYTES):
            chunks.append(_chunk(prev, before, after, held))
            prev, before, held, bytes_held = prev + len(held), after, [], 0
        held.append(text)
        bytes_held += length
        after = link(after, text)
    if held:
        chunks.append(_chunk(prev, before, after, held))
    return chunks


def _chunk(prev: int, before: str, after: str, texts: list[str]) -> Chunk:
    return Chunk(first=prev + 1, last=prev + len(texts), prev=before, hash=after, texts=tuple(texts))


def chunk_items(tournament: TournamentId, chunk: Chunk) -> list[Item]:
    """Return the rows of a chunk: the one that a stream passes on, then the parts of a large event."""
    about: dict[str, Any] = {
        "kind": "log", "first": chunk.first, "last": chunk.last, "prev": chunk.prev, "hash": chunk.hash
    }  # fmt: skip
    parts = _parts(chunk.texts[0]) if len(chunk.texts) == 1 else []
    if len(parts) < 2:  # noqa: PLR2004 - it fits into the row itself
        return [log_key(tournament, chunk.first) | to_item(about | {"events": chunk.texts})]
    return [
        log_key(tournament, chunk.first) | to_item(about | {"parts": len(parts)}),
        *(
            log_key(tournament, chunk.first, number) | to_item({"kind": "log_part", "text": part})
            for number, part in enumerate(parts)
        ),
    ]


def _parts(text: str) -> list[str]:
    """Return the text in pieces of at most `PART_BYTES`; no character is cut in two."""
    data = text.encode()
    parts = []
    start = 0
    while start < len(data):
        end = min(start + PART_BYTES, len(data))
        while end < len(data) and data[end] & 0xC0 == 0x80:  # noqa: PLR2004 - the inside of a character in UTF-8
            end -= 1
        parts.append(data[start:end].decode())
        start = end
    return parts


def chunk_of(item: Item, parts: Sequence[Item] = ()) -> Chunk:
    """Return the chunk that a row holds, with the parts that lie beside it."""
    values = from_item(item)
    texts = values["events"] if "events" in values else ["".join(from_item(part)["text"] for part in parts)]
    return Chunk(
        first=values["first"], last=values["last"], prev=values["prev"], hash=values["hash"], texts=tuple(texts)
    )
