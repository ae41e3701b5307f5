"""Where a tournament is looked at from: the API with a token, or the store with an operator's settings."""

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from botocore.exceptions import BotoCoreError, ClientError

from activities import items
from domain.ids import TournamentId
from infra.api import Answer, Api

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

Row = Mapping[str, Any]


class NotShown(RuntimeError):
    """The tournament is not there, or not for this caller; says what was answered."""


class Source(Protocol):
    """What can be looked at of one tournament."""

    def head(self) -> Row:
        """Return the head.

        Raises:
            NotShown: there is none for this caller.
        """

    def tables(self) -> list[Row]:
        """Return the tables by number; none for a caller who may not see them."""

    def entries(self) -> list[Row]:
        """Return the entries by number; none for a caller who may not see them."""

    def events(self, after: int) -> Iterator[Row]:
        """Yield the events after number `after`; none for a caller who may not see them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FromApi:
    """Looks through the public API; staff of the club see everything, others the lobby."""

    api: Api
    token: str
    tournament: TournamentId

    def head(self) -> Row:
        """Return the head, as the lobby shows it."""
        answer = self._get(f"tournaments/{self.tournament}")
        if answer.status != 200:  # noqa: PLR2004 - HTTP's own number
            raise NotShown(f"{self.tournament}: {_words(answer)}")
        head: Row = answer.body
        return head

    def tables(self) -> list[Row]:
        """Return the tables, page by page."""
        return list(self._pages("tables", 0))

    def entries(self) -> list[Row]:
        """Return the entries, page by page."""
        return list(self._pages("entries", 0))

    def events(self, after: int) -> Iterator[Row]:
        """Yield the events, page by page."""
        return self._pages("events", after)

    def _pages(self, name: str, after: int) -> Iterator[Row]:
        club = self.head()["club"]
        coming: int | None = after
        while coming is not None:
            answer = self._get(f"clubs/{club}/tournaments/{self.tournament}/{name}?after={coming}")
            if answer.status != 200:  # noqa: PLR2004
                return
            yield from answer.body[name]
            coming = answer.body["next"]

    def _get(self, path: str) -> Answer:
        return self.api.get(f"/v1/{path}", token=self.token)


def _words(answer: Answer) -> str:
    if isinstance(answer.body, Mapping):
        return str(answer.body.get("detail") or answer.body.get("message") or answer.status)
    return f"the API answered {answer.status}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FromStore:
    """Reads the rows themselves, as an operator may."""

    client: "DynamoDBClient"
    table: str
    tournament: TournamentId

    def head(self) -> Row:
        """Return the head's row."""
        with _answering():
            found = items.find_head(self.client, self.table, self.tournament)
        if found is None:
            raise NotShown(f"{self.tournament}: no such tournament in {self.table}")
        return items.row_of(found)

    def tables(self) -> list[Row]:
        """Return the tables' rows."""
        with _answering():
            return [items.row_of(item) for item in items.find_tables(self.client, self.table, self.tournament)]

    def entries(self) -> list[Row]:
        """Return the entries' rows."""
        with _answering():
            rows = [items.row_of(item) for item in items.find_entries(self.client, self.table, self.tournament)]
        return sorted(rows, key=lambda row: row["entry"])

    def events(self, after: int) -> Iterator[Row]:
        """Yield the journal's events."""
        with _answering():
            for row in items.log_rows(self.client, self.table, self.tournament, after=after):
                yield json.loads(row.text)


@contextlib.contextmanager
def _answering() -> Iterator[None]:
    """Turn what the store's client raises into what whoever looks knows: nobody answered, or not with that.

    Raises:
        ConnectionError: the store could not be asked.
    """
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise ConnectionError(f"the store: {error}") from error
