"""The ledger's rows: what each player is credited with, by version, and the row that makes a version valid (PRZ-7).

A credit is a draft until the row of its version is there and names the set that it was written with; other sets of the
same version are what was tried and came to nothing.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from activities.items.keys import Item, credit_key, ledger_partition, version_key
from activities.items.reading import pages
from activities.items.values import from_item, to_item
from domain.ids import PlayerId, TournamentId
from domain.journal import Credit, CreditRequest, CreditResult

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class TornLedger(RuntimeError):
    """A version of the credits is missing, or lacks rows that it was written with: the store has lost something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """The row of a version: its set, and what the set comes to."""

    version: int
    results: int
    set: str
    count: int
    total: int


def set_of(request: CreditRequest) -> str:
    """Return the name of a set of credits: the same credits have the same one."""
    told = [[credit.player, credit.amount, credit.reason] for credit in request.credits]
    content = json.dumps([request.version, request.results, told], separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def credit_items(request: CreditRequest) -> list[Item]:
    """Return the rows of the credits, drafts until the version's row names their set."""
    name = set_of(request)
    return [
        to_item({"kind": "credit", "player": credit.player, "amount": credit.amount, "reason": credit.reason})
        | credit_key(request.tournament, request.version, name, credit.player)
        for credit in request.credits
    ]


def version_item(request: CreditRequest) -> Item:
    """Return the row that makes a version valid."""
    about = {
        "kind": "credits",
        "version": request.version,
        "results": request.results,
        "set": set_of(request),
        "count": len(request.credits),
        "total": sum(credit.amount for credit in request.credits),
    }
    return to_item(about) | version_key(request.tournament, request.version)


def version_of(item: Item) -> Version:
    """Return what the row of a version says."""
    row = from_item(item)
    return Version(**{name: row[name] for name in ("version", "results", "set", "count", "total")})


def find_version(client: "DynamoDBClient", table: str, tournament: TournamentId, version: int) -> Version | None:
    """Return a version of the credits, None while it is not valid; the read is consistent."""
    found = client.get_item(TableName=table, Key=version_key(tournament, version), ConsistentRead=True)
    return version_of(found["Item"]) if "Item" in found else None


def find_versions(
    client: "DynamoDBClient", table: str, tournament: TournamentId, *, known: int = 0
) -> Iterator[Version]:
    """Yield the valid versions of the credits, in order; the reads are consistent.

    Args:
        client, table: where the ledger is.
        tournament: whose.
        known: so many versions are on record, and so there are at least as many.

    Raises:
        TornLedger: there are not.
    """
    for number in count(1):
        about = find_version(client, table, tournament, number)
        if about is None:
            if number <= known:
                raise TornLedger(f"version {number} of the credits of {tournament} is on record and not in the ledger")
            return
        yield about


def written(client: "DynamoDBClient", table: str, tournament: TournamentId, about: Version) -> CreditResult:
    """Return the credits of a valid version; the read is consistent.

    Raises:
        TornLedger: they are not those that the version was written with.
    """
    rows = map(from_item, _set_rows(client, table, tournament, about.version, about.set))
    found = tuple(_credit(row) for row in rows)
    if len(found) != about.count or sum(credit.amount for credit in found) != about.total:
        raise TornLedger(f"version {about.version} of the credits of {tournament} lacks rows")
    return CreditResult(version=about.version, results=about.results, credits=found)


def drafted(client: "DynamoDBClient", table: str, request: CreditRequest) -> frozenset[PlayerId]:
    """Return the players whose credits of just this request are written; the read is consistent."""
    rows = _set_rows(client, table, request.tournament, request.version, set_of(request))
    return frozenset(str(from_item(row)["player"]) for row in rows)


def find_credits(client: "DynamoDBClient", table: str, tournament: TournamentId) -> Iterator[CreditResult]:
    """Yield the valid versions with their credits, in order; drafts are none.  The reads are consistent.

    Raises:
        TornLedger: a version does not have the rows that it was written with.
    """
    for about in find_versions(client, table, tournament):
        yield written(client, table, tournament, about)


def find_credit(
    client: "DynamoDBClient", table: str, tournament: TournamentId, about: Version, player: PlayerId
) -> Credit | None:
    """Return what a valid version credits one player with, None for nothing; the read is consistent."""
    key = credit_key(tournament, about.version, about.set, player)
    found = client.get_item(TableName=table, Key=key, ConsistentRead=True)
    return _credit(from_item(found["Item"])) if "Item" in found else None


def _credit(row: dict[str, Any]) -> Credit:
    return Credit(player=row["player"], amount=row["amount"], reason=row["reason"])


def _set_rows(
    client: "DynamoDBClient", table: str, tournament: TournamentId, version: int, name: str
) -> Iterator[Item]:
    """Yield the credits of one set, by player."""
    beginning = version_key(tournament, version)["sk"]["S"] + f"#{name}#"
    values = {":pk": {"S": ledger_partition(tournament)}, ":sk": {"S": beginning}}
    return pages(client, table, "pk = :pk AND begins_with(sk, :sk)", values)
