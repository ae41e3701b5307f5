"""Reading the journal back: what the store holds where the workflow wanted to write something else."""

from typing import TYPE_CHECKING

from temporalio import activity

from activities import items
from domain.events import GENESIS
from domain.run import Recall, Recalled

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class Recollection:
    """Reads what the journal's table holds of a tournament."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self.client = client
        self.table = table

    @activity.defn(name="recall_journal")
    def recall(self, about: Recall) -> Recalled:
        """Return the events after number `after`, the chain's hash there, and the outcomes that are stored.

        Raises:
            botocore.exceptions.BotoCoreError, ClientError: the store cannot be reached, or not now.
        """
        rows = items.log_rows(self.client, self.table, about.tournament, after=max(0, about.after - 1))
        end = GENESIS if about.after == 0 else None
        texts: list[str] = []
        for row in rows:
            if row.seq == about.after:
                end = row.hash
            else:
                texts.append(row.text)
        answers = (
            items.find_outcome(self.client, self.table, about.tournament, command_id) for command_id in about.commands
        )
        return Recalled(
            hash=end, events=tuple(texts), outcomes=tuple(answer.outcome for answer in answers if answer is not None)
        )
