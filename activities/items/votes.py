"""The ballots of a vote on a deal, in the vault: put there by the door, counted and deleted by the worker (OPS-5)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from activities.items.keys import Item, Key, ballot_key, ballot_partition, counted_key
from activities.items.values import from_item, to_item
from domain.ids import PlayerId, TournamentId

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

KEPT = timedelta(days=1)
"""After so long the store deletes what nobody has: a ballot that came when all was over, and a result."""


def ballot_item(tournament: TournamentId, vote: int, player: PlayerId, *, sealed: bytes, at: datetime) -> Item:
    """Return the row of a ballot under seal (`activities.seals`)."""
    values = {"kind": "ballot", "player": player, "sealed": sealed, "ttl": int((at + KEPT).timestamp())}
    return to_item(values) | ballot_key(tournament, vote, player)


def counted_item(tournament: TournamentId, vote: int, *, deal: bool, at: datetime) -> Item:
    """Return the row of a result: who is stopped between counting and deleting finds it, and no ballot."""
    values = {"kind": "counted", "deal": deal, "ttl": int((at + KEPT).timestamp())}
    return to_item(values) | counted_key(tournament, vote)


def sealed_of(item: Item) -> bytes:
    """Return a ballot under its seal."""
    return bytes(from_item(item)["sealed"])


def result_of(item: Item) -> bool:
    """Return what the row of a result says."""
    deal: bool = from_item(item)["deal"]
    return deal


def voter_of(item: Item) -> PlayerId:
    """Return whose ballot a row is."""
    player: PlayerId = from_item(item)["player"]
    return player


def find_ballots(client: "DynamoDBClient", table: str, tournament: TournamentId, vote: int) -> Iterator[Item]:
    """Yield the ballots of a vote, consistently."""
    asked: dict[str, Any] = {
        "TableName": table,
        "KeyConditionExpression": "pk = :pk AND begins_with(sk, :ballot)",
        "ExpressionAttributeValues": {":pk": {"S": ballot_partition(tournament, vote)}, ":ballot": {"S": "BALLOT#"}},
        "ConsistentRead": True,
    }
    while True:
        page = client.query(**asked)
        yield from page["Items"]
        if not (after := page.get("LastEvaluatedKey")):
            return
        asked["ExclusiveStartKey"] = after


def key_of(item: Item) -> Key:
    """Return where a row is."""
    return {"pk": item["pk"], "sk": item["sk"]}
