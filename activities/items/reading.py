"""Rows read back, consistently where an answer or a write builds on them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from activities.items.keys import (
    CLUB_INDEX,
    Item,
    club_day_key,
    club_tournaments_key,
    entry_partitions,
    head_key,
    log_key,
    log_partition,
    outcome_key,
    player_entries_key,
    table_partition,
    terms_key,
    tournament_partition,
)
from activities.items.log import Chunk, LogRow, chunk_of
from activities.items.rows import Answer, answer_of
from domain.ids import ClubId, CommandId, PlayerId, TournamentId

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


FINISHER = (
    *("entry", "player", "status", "bust", "bust_table", "bust_rank"),
    *("place", "prize", "won", "credits_exact", "bounty_won", "head"),
)
"""The part of an entry's row that says how it finished, and what its player has won of others."""


class TornLog(RuntimeError):
    """A row of the log lacks a part that it was written with."""


def find_outcome(
    client: "DynamoDBClient", table: str, tournament: TournamentId, command_id: CommandId
) -> Answer | None:
    """Return what became of a command, None while that is not known; the read is consistent."""
    found = client.get_item(TableName=table, Key=outcome_key(tournament, command_id), ConsistentRead=True)
    return answer_of(found["Item"]) if "Item" in found else None


def find_head(client: "DynamoDBClient", table: str, tournament: TournamentId) -> Item | None:
    """Return the head of a tournament, None when there is no such tournament; the read is consistent."""
    return client.get_item(TableName=table, Key=head_key(tournament), ConsistentRead=True).get("Item")


def find_terms(client: "DynamoDBClient", table: str, tournament: TournamentId) -> Item | None:
    """Return the settings and profile of a tournament, None when there is no such tournament."""
    return client.get_item(TableName=table, Key=terms_key(tournament), ConsistentRead=True).get("Item")


def find_entries(client: "DynamoDBClient", table: str, tournament: TournamentId) -> Iterator[Item]:
    """Yield every entry of a tournament, shard by shard."""
    for partition in entry_partitions(tournament):
        yield from pages(client, table, "pk = :pk", {":pk": {"S": partition}})


def find_finishers(client: "DynamoDBClient", table: str, tournament: TournamentId) -> Iterator[Item]:
    """Yield of every entry of a tournament what its place depends on and what it wins, shard by shard."""
    names = {f"#{n}": name for n, name in enumerate(FINISHER)}
    for partition in entry_partitions(tournament):
        more = {"ProjectionExpression": ", ".join(names), "ExpressionAttributeNames": names}
        yield from pages(client, table, "pk = :pk", {":pk": {"S": partition}}, **more)


def find_tables(client: "DynamoDBClient", table: str, tournament: TournamentId) -> Iterator[Item]:
    """Yield every table of a tournament, by number."""
    yield from pages(client, table, "pk = :pk", {":pk": {"S": table_partition(tournament)}})


def find_snapshot(client: "DynamoDBClient", table: str, tournament: TournamentId) -> Iterator[Item]:
    """Yield the rows of a tournament's snapshot, by piece; the reads are consistent."""
    values = {":pk": {"S": tournament_partition(tournament)}, ":sk": {"S": "SNAP#"}}
    yield from pages(client, table, "pk = :pk AND begins_with(sk, :sk)", values)


def tournaments_of_club(client: "DynamoDBClient", table: str, club: ClubId) -> Iterator[TournamentId]:
    """Yield the tournaments of a club by their starts, the latest first; a new one shows within moments."""
    for keys in _index(client, table, club_tournaments_key(club), forward=False):
        yield keys["pk"]["S"].removeprefix("T#")


def tournaments_of_day(client: "DynamoDBClient", table: str, club: ClubId, day: str) -> Iterator[TournamentId]:
    """Yield the club's tournaments in which something was bought or paid on a date in UTC; a new one soon after."""
    for keys in _index(client, table, club_day_key(club, day)):
        yield keys["g2"]["S"]


def entries_of_player(
    client: "DynamoDBClient", table: str, player: PlayerId, tournament: TournamentId | None = None
) -> Iterator[tuple[TournamentId, int]]:
    """Yield a player's entries as (tournament, entry), of one tournament or of all; a new one shows within moments."""
    beginning = "" if tournament is None else f"{tournament}#"
    for keys in _index(client, table, player_entries_key(player), beginning):
        found, _, number = keys["g2"]["S"].partition("#")
        yield found, int(number)


def log_rows(client: "DynamoDBClient", table: str, tournament: TournamentId, *, after: int = 0) -> Iterator[LogRow]:
    """Yield the events after number `after`, in order, with their hashes; the reads are consistent.

    Raises:
        TornLog: a part of a large event is missing.
    """
    for chunk in log_chunks(client, table, tournament, after=after):
        for row in chunk.rows():
            if row.seq > after:
                yield row


def log_chunks(client: "DynamoDBClient", table: str, tournament: TournamentId, *, after: int = 0) -> Iterator[Chunk]:
    """Yield the chunks of the log from the one that holds event `after + 1` on; the reads are consistent.

    Raises:
        TornLog: a part of a large event is missing.
    """
    beginning = _beginning(client, table, tournament, after + 1)
    values = {":pk": {"S": log_partition(tournament)}, ":sk": {"S": beginning}}
    held: Item | None = None
    parts: list[Item] = []
    for item in pages(client, table, "pk = :pk AND sk >= :sk", values):
        if item["kind"]["S"] == "log":
            if held is not None:
                yield _whole(held, parts)
            held, parts = item, []
        else:
            parts.append(item)
    if held is not None:
        yield _whole(held, parts)


def _whole(item: Item, parts: list[Item]) -> Chunk:
    wanted = int(item["parts"]["N"]) if "parts" in item else 0
    if wanted != len(parts):
        raise TornLog(f"{item['pk']['S']} {item['sk']['S']} has {len(parts)} of its {wanted} parts")
    return chunk_of(item, parts)


def _beginning(client: "DynamoDBClient", table: str, tournament: TournamentId, seq: int) -> str:
    """Return the sort key of the chunk that holds event `seq`, or would."""
    wanted: str = log_key(tournament, seq)["sk"]["S"]
    if seq == 1:
        return wanted
    found = client.query(
        TableName=table,
        KeyConditionExpression="pk = :pk AND sk <= :sk",
        ExpressionAttributeValues={":pk": {"S": log_partition(tournament)}, ":sk": {"S": wanted}},
        ScanIndexForward=False,
        Limit=1,
        ConsistentRead=True,
    )["Items"]
    return found[0]["sk"]["S"].partition("#")[0] if found else wanted  # a part begins like the row it belongs to


def pages(client: "DynamoDBClient", table: str, condition: str, values: dict[str, Any], **more: Any) -> Iterator[Item]:
    """Yield the rows of one partition that meet a condition, in the order of their keys; the reads are consistent."""
    found = client.get_paginator("query").paginate(
        TableName=table,
        KeyConditionExpression=condition,
        ExpressionAttributeValues=values,
        ConsistentRead=True,
        **more,
    )
    for page in found:
        yield from page["Items"]


def _index(
    client: "DynamoDBClient", table: str, name: str, beginning: str = "", *, forward: bool = True
) -> Iterator[Item]:
    values = {":g1": {"S": name}}
    condition = "g1 = :g1"
    if beginning:
        condition += " AND begins_with(g2, :g2)"
        values[":g2"] = {"S": beginning}
    pages = client.get_paginator("query").paginate(
        TableName=table,
        IndexName=CLUB_INDEX,
        KeyConditionExpression=condition,
        ExpressionAttributeValues=values,
        ScanIndexForward=forward,
    )
    for page in pages:
        yield from page["Items"]
