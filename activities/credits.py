"""The ledger: what the club owes its players, written once and for all under a key (PRZ-7).

The key is (tournament, version), and a row of its own makes a version valid, on the condition that there is none yet.
What one transaction holds is written with that row, all or nothing.  What it does not hold is written before it, as
drafts that nobody counts until the row is there; so whoever is stopped anywhere has paid nobody or everybody.

What is on record stands in the ledger.  A store that comes back older has lost versions of both: before the journal is
written again, the ledger's version is (`put_back`), and no version is written after one that is missing.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError
from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities import items
from activities.items import Item
from domain.events import CreditsRecorded, from_text
from domain.ids import TournamentId
from domain.journal import Credit, CreditRequest, CreditResult

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

ACTIONS = 100
"""Most actions of one transaction."""


class LedgerDiffers(RuntimeError):
    """The ledger holds other credits under a number than are on record under it."""


class LedgerBehind(RuntimeError):
    """A version before this one is neither in the ledger nor in the stored record: not yet, or not any more."""


class Credits:
    """Writes the credits of every tournament into one table, which has their journals too."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self.client = client
        self.table = table

    @activity.defn(name="credit_prizes")
    def write(self, request: CreditRequest) -> CreditResult:
        """Write a version of the credits unless it is there, and return it as the ledger has it.

        Raises:
            ApplicationError: not to be retried, of type `TornLedger` (the store has lost rows of a version that is
                valid), `LedgerDiffers` (an earlier version is not what is on record) or `NotStorable`.
            LedgerBehind: an earlier version is missing, and the stored record does not have it yet.
            botocore.exceptions.BotoCoreError, ClientError: the store cannot be reached, or not now.
        """
        try:
            return self._write(request)
        except (items.TornLedger, LedgerDiffers) as fault:
            raise ApplicationError(str(fault), type=type(fault).__name__, non_retryable=True) from fault
        except ClientError as refused:
            if refused.response["Error"]["Code"] == "ValidationException":
                raise ApplicationError(
                    f"version {request.version} of the credits cannot be written",
                    type="NotStorable",
                    non_retryable=True,
                ) from refused
            raise

    def put_back(self, request: CreditRequest) -> bool:
        """Have a version that is on record stand in the ledger; return whether something of it was missing.

        Raises:
            LedgerDiffers: the ledger holds other credits under its number.
        """
        stands = self._stands(request)
        if not stands and self._put(request):
            return True
        if not stands and not self._stands(request):
            raise LedgerBehind(f"version {request.version} of the credits of {request.tournament} came and went")
        missing = self._not_drafted(request)
        self._draft(missing)
        return bool(missing)

    def restore(self, tournament: TournamentId, *, before: int | None = None) -> tuple[int, ...]:
        """Write again what is on record of the credits and not in the ledger; return the versions that were.

        Args:
            tournament: whose.
            before: only the versions before this one; None: all.

        Raises:
            LedgerDiffers: the ledger holds other credits under a number.
        """
        on_record = recorded(self.client, self.table, tournament)
        wanted = [each for each in on_record if before is None or each.version < before]
        return tuple(each.version for each in wanted if self.put_back(each))

    def _write(self, request: CreditRequest) -> CreditResult:
        if (found := self._found(request)) is not None:
            return found
        self._follow_on(request)
        if self._put(request):
            return CreditResult(version=request.version, results=request.results, credits=request.credits)
        if (found := self._found(request)) is not None:
            return found
        raise LedgerBehind(f"version {request.version} of the credits of {request.tournament} came and went")

    def _found(self, request: CreditRequest) -> CreditResult | None:
        about = items.find_version(self.client, self.table, request.tournament, request.version)
        return None if about is None else items.written(self.client, self.table, request.tournament, about)

    def _stands(self, request: CreditRequest) -> bool:
        about = items.find_version(self.client, self.table, request.tournament, request.version)
        if about is not None and about.set != items.set_of(request):
            raise LedgerDiffers(f"version {request.version} of the credits of {request.tournament} is not as recorded")
        return about is not None

    def _follow_on(self, request: CreditRequest) -> None:
        """See that the version before this one is there, from the record where the ledger has lost it."""
        before = request.version - 1
        if before == 0 or items.find_version(self.client, self.table, request.tournament, before) is not None:
            return
        self.restore(request.tournament, before=request.version)
        if items.find_version(self.client, self.table, request.tournament, before) is None:
            raise LedgerBehind(f"version {before} of the credits of {request.tournament} is missing")

    def _put(self, request: CreditRequest) -> bool:
        """Write a version whole; return False when one is valid under its number already."""
        together: Sequence[Item] = items.credit_items(request)
        if len(together) >= ACTIONS:
            self._draft(self._not_drafted(request))
            together = ()
        return self._validate(request, together)

    def _not_drafted(self, request: CreditRequest) -> list[Item]:
        """Return the rows that are not written yet: whoever tries again goes on where he was stopped."""
        there = items.drafted(self.client, self.table, request)
        return [row for row in items.credit_items(request) if row["player"]["S"] not in there]

    def _draft(self, rows: Sequence[Item]) -> None:
        for first in range(0, len(rows), ACTIONS):
            some = rows[first : first + ACTIONS]
            actions: list[Any] = [{"Put": {"TableName": self.table, "Item": row}} for row in some]
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


def request_of(tournament: TournamentId, event: CreditsRecorded) -> CreditRequest:
    """Return a version of the credits on record as it was asked for."""
    told = tuple(Credit(player=player, amount=amount, reason=reason) for player, amount, reason in event.credits)
    return CreditRequest(tournament=tournament, version=event.version, results=event.results, credits=told)


def in_texts(tournament: TournamentId, texts: Sequence[str]) -> list[CreditRequest]:
    """Return the versions of the credits among recorded events."""
    found = (from_text(text).event for text in texts if '"credits_recorded"' in text)
    return [request_of(tournament, event) for event in found if isinstance(event, CreditsRecorded)]


def recorded(client: "DynamoDBClient", table: str, tournament: TournamentId) -> list[CreditRequest]:
    """Return the versions of the credits that the stored record has, in order; the reads are consistent."""
    return in_texts(tournament, [row.text for row in items.log_rows(client, table, tournament)])
