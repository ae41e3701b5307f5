"""Where each row is kept: partition, sort key, shard, and what the index finds it by."""

from typing import Any
from zlib import crc32

from domain.ids import ClubId, CommandId, PlayerId, TournamentId

Item = dict[str, Any]
"""A row as the store's client takes it: attribute name to typed value, `{"seq": {"N": "7"}}`."""
Key = dict[str, Any]
"""The part of an `Item` that names it."""

CLUB_INDEX = "gsi1"
ENTRY_SHARDS = 16
OUTCOME_SHARDS = 4


def _shard(name: str, count: int) -> int:
    """Return which of `count` partitions takes the row; crc32 is the same in every process, `hash` is not."""
    return crc32(name.encode()) % count


def _key(pk: str, sk: str) -> Key:
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def tournament_partition(tournament: TournamentId) -> str:
    """Return the partition of the head and the snapshot."""
    return f"T#{tournament}"


def head_key(tournament: TournamentId) -> Key:
    """Return where the head is."""
    return _key(tournament_partition(tournament), "HEAD")


def terms_key(tournament: TournamentId) -> Key:
    """Return where the settings and the profile are that players read."""
    return _key(tournament_partition(tournament), "TERMS")


def entry_partitions(tournament: TournamentId) -> tuple[str, ...]:
    """Return every partition that holds entries of the tournament."""
    return tuple(f"T#{tournament}#E#{shard:02}" for shard in range(ENTRY_SHARDS))


def entry_key(tournament: TournamentId, entry: int) -> Key:
    """Return where an entry is."""
    return _key(entry_partitions(tournament)[_shard(str(entry), ENTRY_SHARDS)], f"{entry:06}")


def table_partition(tournament: TournamentId) -> str:
    """Return the partition of the tables."""
    return f"T#{tournament}#TBL"


def table_key(tournament: TournamentId, table: int) -> Key:
    """Return where a table with its seats is."""
    return _key(table_partition(tournament), f"{table:04}")


def log_partition(tournament: TournamentId) -> str:
    """Return the partition of the log."""
    return f"T#{tournament}#LOG"


def log_key(tournament: TournamentId, first: int, part: int | None = None) -> Key:
    """Return where the chunk that begins with event `first` is, or a part of its one large event (from 0)."""
    suffix = "" if part is None else f"#{part:02}"
    return _key(log_partition(tournament), f"{first:010}{suffix}")


def outcome_key(tournament: TournamentId, command_id: CommandId) -> Key:
    """Return where the outcome of a command is."""
    return _key(f"T#{tournament}#CMD#{_shard(command_id, OUTCOME_SHARDS)}", command_id)


def ledger_partition(tournament: TournamentId) -> str:
    """Return the partition of the ledger."""
    return f"T#{tournament}#CRED"


def version_key(tournament: TournamentId, version: int) -> Key:
    """Return where the row is that makes a version of the credits valid."""
    return _key(ledger_partition(tournament), f"{version:04}")


def credit_key(tournament: TournamentId, version: int, written_as: str, player: PlayerId) -> Key:
    """Return where a player's credit of a version is, in the set that it was written with."""
    return _key(ledger_partition(tournament), f"{version:04}#{written_as}#{player}")


def snapshot_key(tournament: TournamentId, number: int) -> Key:
    """Return where piece `number` (from 0) of the last state is."""
    return _key(tournament_partition(tournament), f"SNAP#{number:03}")


def seed_key(tournament: TournamentId) -> Key:
    """Return where the vault keeps the seed."""
    return _key(tournament_partition(tournament), "SEED")


def ballot_partition(tournament: TournamentId, vote: int) -> str:
    """Return the partition of the vault that holds the ballots of a vote; the door may write to such ones alone."""
    return f"BALLOTS#{tournament}#{vote}"


def ballot_key(tournament: TournamentId, vote: int, player: PlayerId) -> Key:
    """Return where the vault keeps a player's ballot."""
    return _key(ballot_partition(tournament, vote), f"BALLOT#{player}")


def counted_key(tournament: TournamentId, vote: int) -> Key:
    """Return where the vault keeps the result of a vote while its ballots are deleted."""
    return _key(ballot_partition(tournament, vote), "COUNTED")


def club_tournaments_key(club: ClubId) -> str:
    """Return what the index finds a club's tournaments by; they come in the order of their starts."""
    return f"CLUB#{club}#TOUR"


def day_key(tournament: TournamentId, day: str) -> Key:
    """Return where it stands that something was bought or paid on a date."""
    return _key(tournament_partition(tournament), f"DAY#{day}")


def club_day_key(club: ClubId, day: str) -> str:
    """Return what the index finds the club's tournaments by in which something was bought or paid on a date."""
    return f"CLUB#{club}#DAY#{day}"


def player_entries_key(player: PlayerId) -> str:
    """Return what the index finds a player's entries by, over all tournaments."""
    return f"PLAYER#{player}"
