"""The last state of a tournament that is over, kept so that it can be taken up again (LIFE-11)."""

from typing import TYPE_CHECKING, Any

from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities import items
from domain.ids import TournamentId
from domain.journal import StoredSnapshot

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

PIECE_BYTES = 300_000
PIECES = 13
"""Most pieces of one snapshot: they are written in one transaction, which holds 4 MB."""


class Snapshots:
    """Keeps the newest snapshot of each tournament, compressed and in pieces."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self.client = client
        self.table = table

    @activity.defn(name="store_snapshot")
    def store(self, snapshot: StoredSnapshot) -> None:
        """Put a snapshot in the place of an older one, all pieces or none; a newer one stays.

        Raises:
            ApplicationError: not to be retried, of type `SnapshotTooLarge`.
        """
        pieces = items.snapshot_items(snapshot, PIECE_BYTES)
        if len(pieces) > PIECES:
            raise ApplicationError(
                f"the snapshot of {snapshot.tournament} has {len(pieces)} pieces, more than {PIECES}",
                type="SnapshotTooLarge",
                non_retryable=True,
            )
        actions: list[Any] = [{"Put": {"TableName": self.table, "Item": piece}} for piece in pieces]
        actions[0]["Put"] |= {
            "ConditionExpression": "attribute_not_exists(pk) OR seq <= :seq",
            "ExpressionAttributeValues": {":seq": {"N": str(snapshot.seq)}},
        }
        try:
            self.client.transact_write_items(TransactItems=actions)
        except self.client.exceptions.TransactionCanceledException as cancelled:
            if cancelled.response["CancellationReasons"][0]["Code"] != "ConditionalCheckFailed":
                raise

    @activity.defn(name="load_snapshot")
    def load(self, tournament: TournamentId) -> StoredSnapshot | None:
        """Return the newest snapshot, None when there is none.

        Raises:
            ApplicationError: to be retried, of type `SnapshotTorn`: it was replaced while it was read.
        """
        found = list(items.find_snapshot(self.client, self.table, tournament))
        if not found:
            return None
        try:
            return items.snapshot_of(tournament, found)
        except items.TornSnapshot as torn:
            raise ApplicationError(str(torn), type="SnapshotTorn") from torn
