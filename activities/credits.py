"""The ledger: what the club owes its players, written once and for all under a key (PRZ-7).

The key is (tournament, version), and a row of its own makes a version valid, on the condition that there is none yet.
What one transaction holds is written with that row, all or nothing.  What it does not hold is written before it, as
drafts that nobody counts until the row is there; so whoever is stopped anywhere has paid nobody or everybody.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from temporalio import activity

from activities import items
from activities.items import Item
from domain.journal import CreditRequest, CreditResult

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ACTIONS = 100
"""Most actions of one transaction."""


class Credits:
    """Writes the credits of every tournament into one table."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self.client = client
        self.table = table

    @activity.defn(name="credit_prizes")
    def write(self, request: CreditRequest) -> CreditResult:
        """Write a version of the credits unless it is there, and return it as the ledger has it.

        Raises:
            items.TornLedger: a valid version lacks rows: the store has lost what it had acknowledged.
            botocore.exceptions.BotoCoreError, ClientError: the store cannot be reached, or not now.
        """
        if (found := self._found(request)) is not None:
            return found
        rows = items.credit_items(request)
        drafts, together = (rows, []) if len(rows) >= ACTIONS else ([], rows)
        for first in range(0, len(drafts), ACTIONS):
            self._put(drafts[first : first + ACTIONS])
        if not self._validate(request, together):
            found = self._found(request)
            if found is not None:
                return found
        return CreditResult(version=request.version, results=request.results, credits=request.credits)

    def _found(self, request: CreditRequest) -> CreditResult | None:
        about = items.find_version(self.client, self.table, request.tournament, request.version)
        return None if about is None else items.written(self.client, self.table, request.tournament, about)

    def _put(self, rows: Sequence[Item]) -> None:
        actions: list[Any] = [{"Put": {"TableName": self.table, "Item": row}} for row in rows]
        self.client.transact_write_items(TransactItems=actions)

    def _validate(self, request: CreditRequest, rows: Sequence[Item]) -> bool:
        """Make the version valid, together with rows; return False when one is valid already."""
        valid = {
            "TableName": self.table,
            "Item": items.version_item(request),
            "ConditionExpression": "attribute_not_exists(pk)",
        }
        actions: list[Any] = [{"Put": valid}, *({"Put": {"TableName": self.table, "Item": row}} for row in rows)]
        try:
            self.client.transact_write_items(TransactItems=actions)
        except self.client.exceptions.TransactionCanceledException as cancelled:
            if cancelled.response["CancellationReasons"][0]["Code"] != "ConditionalCheckFailed":
                raise  # too much at once, or somebody else at the same rows: a retry cures it
            return False
        return True
