"""Hold the ledger against the record: each version of the credits, and each player of whom they say otherwise (PRZ-7).

The record says which versions there are and what is in each, the results say what is owed.  A version that the ledger
has lost can be written again from the record; one that is other than recorded is left for people to look at.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from activities import items
from activities.credits import Credits, in_texts
from domain import ledger
from domain.events import from_text
from domain.evolve import fold
from domain.ids import TournamentId
from domain.journal import CreditRequest, CreditResult

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

Standing = Literal["written", "missing", "torn", "other", "not on record"]
"""How a version stands in the ledger: as recorded, not at all, without some of its rows, or as another.

`not on record`: it is written, and the record does not say so yet.
"""


class NothingStored(LookupError):
    """The store has no record of the tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A version of the credits; `total` in minor units."""

    version: int
    results: int
    players: int
    total: int
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was found; `owed` and `held` come to the same, and nothing differs, once all is paid out and sound."""

    tournament: TournamentId
    status: str
    currency: str
    hold: str
    owed: int
    held: int
    versions: tuple[Line, ...]
    differences: tuple[ledger.Difference, ...]

    @property
    def sound(self) -> bool:
        """Whether the ledger is as recorded, and what is recorded as owed."""
        return not self.differences and all(line.standing == "written" for line in self.versions)

    def as_json(self) -> dict[str, Any]:
        """Return it for a program."""
        return asdict(self) | {"sound": self.sound}


def check(client: "DynamoDBClient", table: str, tournament: TournamentId) -> Report:
    """Return how the ledger of a tournament stands to its record; the reads are consistent.

    Raises:
        NothingStored: there is no such tournament.
    """
    texts = [row.text for row in items.log_rows(client, table, tournament)]
    if not texts:
        raise NothingStored(f"nothing is stored of tournament {tournament}")
    state = fold(map(from_text, texts))
    found = list(_versions(client, table, tournament, in_texts(tournament, texts)))
    held = [written for _, written in found if written is not None]
    return Report(
        tournament=tournament,
        status=state.status,
        currency=state.settings.prices.currency,
        hold=state.ledger.held,
        owed=sum(ledger.owed(state).values()),
        held=sum(credit.amount for version in held for credit in version.credits),
        versions=tuple(line for line, _ in found),
        differences=ledger.differences(state, held),
    )


def mend(client: "DynamoDBClient", table: str, tournament: TournamentId) -> tuple[int, ...]:
    """Write again what the ledger has lost; return the versions of which something was missing.

    Raises:
        activities.credits.LedgerDiffers: the ledger holds a version other than recorded; those before it are mended.
    """
    return Credits(client, table).restore(tournament)


def _versions(
    client: "DynamoDBClient", table: str, tournament: TournamentId, recorded: list[CreditRequest]
) -> Iterator[tuple[Line, CreditResult | None]]:
    for request in recorded:
        about = items.find_version(client, table, tournament, request.version)
        if about is None:
            yield _line(request, "missing"), None
            continue
        try:
            written = items.written(client, table, tournament, about)
        except items.TornLedger:
            yield _line(request, "torn"), None
            continue
        yield _line(request, "written" if about.set == items.set_of(request) else "other"), written
    number = len(recorded) + 1
    while (about := items.find_version(client, table, tournament, number)) is not None:
        yield (
            Line(
                version=number,
                results=about.results,
                players=about.count,
                total=about.total,
                standing="not on record",
            ),
            items.written(client, table, tournament, about),
        )
        number += 1


def _line(request: CreditRequest, standing: Standing) -> Line:
    return Line(
        version=request.version,
        results=request.results,
        players=len(request.credits),
        total=sum(credit.amount for credit in request.credits),
        standing=standing,
    )
