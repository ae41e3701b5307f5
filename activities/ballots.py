"""The ballots of a vote on a deal: kept under seal in the vault, opened to be counted, deleted (DEAL-1, OPS-5)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from temporalio import activity

from activities import items, seals
from activities.discretion import keep_quiet
from domain.journal import BallotRequest, BallotResult

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


AT_ONCE = 8
"""So many ballots are opened at a time: two hundred, one after the other, might take longer than an attempt may."""


class Ballots:
    """Counts and deletes ballots; the door puts them there and can neither read nor open one."""

    def __init__(self, client: "DynamoDBClient", table: str, keys: seals.Keys) -> None:
        self.client = client
        self.table = table
        self.keys = keys
        keep_quiet()

    @activity.defn(name="count_ballots")
    def answer(self, request: BallotRequest) -> BallotResult:
        """Return whether every voter has cast a ballot that says deal, and delete all there are; or only delete them.

        Asked again after it was stopped anywhere, it answers the same: the result is kept before a ballot is deleted.
        """
        deal = request.purpose == "count" and self._result(request)
        for ballot in items.find_ballots(self.client, self.table, request.tournament, request.vote):
            self.client.delete_item(TableName=self.table, Key=items.key_of(ballot))
        return BallotResult(vote=request.vote, deal=deal)

    def _result(self, request: BallotRequest) -> bool:
        """Return the result as it is kept, counted now unless it was before."""
        key = items.counted_key(request.tournament, request.vote)
        kept = self.client.get_item(TableName=self.table, Key=key, ConsistentRead=True)
        if "Item" in kept:
            return items.result_of(kept["Item"])
        deal = self._counted(request)
        row = items.counted_item(request.tournament, request.vote, deal=deal, at=datetime.now(UTC))
        try:
            self.client.put_item(TableName=self.table, Item=row, ConditionExpression="attribute_not_exists(pk)")
        except self.client.exceptions.ConditionalCheckFailedException:
            return self._result(request)
        return deal

    def _counted(self, request: BallotRequest) -> bool:
        rows = items.find_ballots(self.client, self.table, request.tournament, request.vote)
        found = [ballot for ballot in rows if items.voter_of(ballot) in set(request.voters)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            opened = pool.map(lambda ballot: self._says_deal(request, ballot), found)
            said = {items.voter_of(ballot): deal for ballot, deal in zip(found, opened, strict=True)}
        # All are looked at, whatever the first of them says, and only those whose vote is on record count.
        cast = set(request.cast)
        agree = [said.get(player, False) and player in cast for player in request.voters]
        return bool(agree) and all(agree)

    def _says_deal(self, request: BallotRequest, ballot: items.Item) -> bool:
        sealed, player = items.sealed_of(ballot), items.voter_of(ballot)
        return seals.says_deal(self.keys, sealed, request.tournament, request.vote, player)
