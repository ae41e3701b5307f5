"""The vault: a tournament's secret seed, which leaves it at the reveal only, and the lots drawn from it (SEAT-10)."""

import secrets
from typing import TYPE_CHECKING, assert_never

from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities import items
from activities.discretion import keep_quiet
from domain.draws import commitment, draw
from domain.ids import TournamentId
from domain.journal import LotRequest, LotResult

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SEED_BYTES = 32


class Vault:
    """Keeps the seeds in a table that nothing else reads, and out of every log (OPS-5)."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self.client = client
        self.table = table
        keep_quiet()

    @activity.defn(name="draw_lot")
    def answer(self, request: LotRequest) -> LotResult:
        """Make the seed and return its hash, return the order that a lot gives, or reveal the seed.

        The same request always gets the same answer.

        Raises:
            ApplicationError: of type `SeedMissing`, when a lot is asked for before the seed was made or after the
                vault lost it.  It is retried: whoever restores the vault lets the draw go on, and a new seed would
                break the promise that was published.
        """
        match request.purpose:
            case "commit":
                return LotResult(number=request.number, commitment=commitment(self._made(request.tournament)))
            case "draw":
                orders = draw(self._kept(request.tournament), request.tournament, request.number, request.pools)
                return LotResult(number=request.number, orders=orders)
            case "reveal":
                return LotResult(number=request.number, seed=self._kept(request.tournament).hex())
            case unknown:
                assert_never(unknown)

    def _made(self, tournament: TournamentId) -> bytes:
        """Return the seed; made now, unless it was made before."""
        seed = secrets.token_bytes(SEED_BYTES)
        item = items.seed_item(tournament, seed)
        try:
            self.client.put_item(TableName=self.table, Item=item, ConditionExpression="attribute_not_exists(pk)")
        except self.client.exceptions.ConditionalCheckFailedException:
            return self._kept(tournament)
        return seed

    def _kept(self, tournament: TournamentId) -> bytes:
        found = self.client.get_item(TableName=self.table, Key=items.seed_key(tournament), ConsistentRead=True)
        if "Item" not in found:
            raise ApplicationError(f"the vault has no seed of {tournament}", type="SeedMissing")
        return items.seed_of(found["Item"])
