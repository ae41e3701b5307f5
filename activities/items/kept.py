"""What is kept whole and read rarely: the seed in the vault, the last state of a tournament."""

import hashlib
import zlib
from collections.abc import Sequence

from activities.items.keys import Item, seed_key, snapshot_key
from activities.items.values import from_item, to_item
from domain.ids import TournamentId
from domain.journal import StoredSnapshot


class TornSnapshot(RuntimeError):
    """The pieces do not make one snapshot: some are missing, or of another one."""


def seed_item(tournament: TournamentId, seed: bytes) -> Item:
    """Return the row of a seed."""
    return to_item({"kind": "seed", "seed": seed}) | seed_key(tournament)


def seed_of(item: Item) -> bytes:
    """Return the seed that a row holds."""
    seed: bytes = from_item(item)["seed"]
    return seed


def snapshot_items(snapshot: StoredSnapshot, piece_bytes: int) -> list[Item]:
    """Return the rows of a snapshot; the first says of which state, in how many pieces, and with which digest."""
    data = zlib.compress(snapshot.text.encode())
    pieces = [data[start : start + piece_bytes] for start in range(0, len(data), piece_bytes)]
    about = {"seq": snapshot.seq, "pieces": len(pieces), "digest": hashlib.sha256(data).digest()}
    return [
        to_item({"kind": "snapshot", "data": piece} | ({} if number else about))
        | snapshot_key(snapshot.tournament, number)
        for number, piece in enumerate(pieces)
    ]


def snapshot_of(tournament: TournamentId, rows: Sequence[Item]) -> StoredSnapshot:
    """Return the snapshot that rows, in the order of their keys, hold.

    Raises:
        TornSnapshot: they do not belong together.
    """
    first = from_item(rows[0])
    # A smaller snapshot leaves the last rows of a larger one before it behind.
    data = b"".join(from_item(row)["data"] for row in rows[: first.get("pieces", 0)])
    if hashlib.sha256(data).digest() != first.get("digest"):
        raise TornSnapshot(f"the snapshot of {tournament} does not fit its digest")
    return StoredSnapshot(tournament=tournament, seq=first["seq"], text=zlib.decompress(data).decode())
