"""Rows that the functions look at, and the one exception that says the store could not be asked."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError

from activities import items
from activities.items import Answer, Item, Key, LogRow, Version
from domain.ids import ClubId, CommandId, PlayerId, TournamentId
from domain.journal import Credit
from infra.settings import settings
from infra.tables import dynamodb

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

BATCH = 100
"""Rows that one batched read takes at most."""
_TRIES = 3


class StoreDown(Exception):
    """The store did not answer, or would not."""


@contextmanager
def asked() -> Iterator[None]:
    """Turn every failure to read or write into `StoreDown`; a refused condition is caught before it gets here."""
    try:
        yield
    except (BotoCoreError, ClientError, items.TornLedger, items.TornLog) as failed:
        raise StoreDown from failed


def club_key(club: ClubId) -> Key:
    """Return where a club is."""
    return {"pk": {"S": f"CLUB#{club}"}, "sk": {"S": "META"}}


def staff_key(club: ClubId, sub: str) -> Key:
    """Return where the roles of a member of staff are."""
    return {"pk": {"S": f"CLUB#{club}"}, "sk": {"S": f"STAFF#{sub}"}}


def name_key(club: ClubId, player: PlayerId) -> Key:
    """Return where the people table keeps what a club calls a player; another club cannot change it."""
    return {"pk": {"S": f"PLAYER#{player}"}, "sk": {"S": f"NAME#{club}"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one read finds before a command: the tournament's head, the caller's staff row, the first outcome."""

    head: Mapping[str, Any] | None
    staff: Mapping[str, Any] | None
    answer: Answer | None


def look(
    tournament: TournamentId,
    *,
    club: ClubId | None = None,
    sub: str | None = None,
    command_id: CommandId | None = None,
) -> Seen:
    """Return the head, and where asked for the staff row and the outcome, as they are now.

    Raises:
        StoreDown: the store could not be asked.
    """
    keys = {"head": items.head_key(tournament)}
    if club is not None and sub is not None:
        keys["staff"] = staff_key(club, sub)
    if command_id is not None:
        keys["answer"] = items.outcome_key(tournament, command_id)
    found = rows(settings().club_table, list(keys.values()))
    head, staff, answer = (
        found.get(_name(keys[which])) if which in keys else None for which in ("head", "staff", "answer")
    )
    return Seen(
        head=items.row_of(head) if head else None,
        staff=items.from_item(staff) if staff else None,
        answer=items.answer_of(answer) if answer else None,
    )


def staff_row(club: ClubId, sub: str) -> Mapping[str, Any] | None:
    """Return the staff row of a member of the club, None for a stranger; the read is consistent."""
    with asked():
        found = dynamodb().get_item(TableName=settings().club_table, Key=staff_key(club, sub), ConsistentRead=True)
    return items.from_item(found["Item"]) if "Item" in found else None


def club(club_id: ClubId) -> Mapping[str, Any] | None:
    """Return a club, None when there is none; the read is consistent."""
    with asked():
        found = dynamodb().get_item(TableName=settings().club_table, Key=club_key(club_id), ConsistentRead=True)
    return items.from_item(found["Item"]) if "Item" in found else None


def outcome(tournament: TournamentId, command_id: CommandId) -> Answer | None:
    """Return what became of a command, None while nobody knows; the read is consistent."""
    with asked():
        return items.find_outcome(dynamodb(), settings().club_table, tournament, command_id)


def events(tournament: TournamentId, first: int, last: int) -> list[str]:
    """Return the stored texts of the events from `first` to `last`."""
    return [row.text for row in log(tournament, first - 1, last - first + 1)]


def head(tournament: TournamentId) -> Mapping[str, Any] | None:
    """Return the head of a tournament, None when there is none; the read is consistent."""
    with asked():
        row = items.find_head(dynamodb(), settings().club_table, tournament)
    return items.row_of(row) if row else None


def heads(tournaments: Sequence[TournamentId]) -> dict[TournamentId, Mapping[str, Any]]:
    """Return the heads of these tournaments, at most `BATCH`."""
    if not tournaments:
        return {}
    found = rows(settings().club_table, [items.head_key(each) for each in tournaments])
    return {row["tournament"]: row for row in map(items.row_of, found.values())}


def tournaments_of(club: ClubId, after: TournamentId | str, limit: int) -> list[TournamentId]:
    """Return ids of the club's tournaments, the latest start first, from the one that follows `after` on."""
    found: list[TournamentId] = []
    passed = not after
    with asked():
        for each in items.tournaments_of_club(dynamodb(), settings().club_table, club):
            if passed:
                found.append(each)
                if len(found) == limit:
                    break
            passed = passed or each == after
    return found


def heads_of_days(club: ClubId, days: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    """Yield the heads of the club's tournaments in which something was bought or paid on these dates, by id.

    Raises:
        StoreDown: the store could not be asked.
    """
    client, table = dynamodb(), settings().club_table
    with asked():
        ids = sorted({each for day in days for each in items.tournaments_of_day(client, table, club, day)})
    for start in range(0, len(ids), BATCH):
        part = ids[start : start + BATCH]
        found = heads(part)
        yield from (found[each] for each in part if each in found)


def entries(tournament: TournamentId, numbers: Iterable[int]) -> list[Mapping[str, Any]]:
    """Return the entries with these numbers, at most `BATCH`, in order; those that do not exist are left out."""
    found = rows(settings().club_table, [items.entry_key(tournament, number) for number in numbers])
    return sorted(map(items.row_of, found.values()), key=itemgetter("entry"))


def entries_of(tournament: TournamentId, player: PlayerId) -> list[Mapping[str, Any]]:
    """Return a player's entries in a tournament, in order; the very first shows within moments of its making."""
    with asked():
        numbers = [n for _, n in items.entries_of_player(dynamodb(), settings().club_table, player, tournament)]
    return entries(tournament, sorted(numbers)[-BATCH:]) if numbers else []


def terms(tournament: TournamentId) -> Mapping[str, Any] | None:
    """Return the settings and the profile of a tournament, None when there is none."""
    with asked():
        row = items.find_terms(dynamodb(), settings().club_table, tournament)
    return items.row_of(row) if row else None


def finishers(tournament: TournamentId) -> list[Mapping[str, Any]]:
    """Return of every entry what its place depends on and what it wins."""
    with asked():
        return [items.from_item(row) for row in items.find_finishers(dynamodb(), settings().club_table, tournament)]


def tables(tournament: TournamentId, after: int, limit: int | None) -> list[Mapping[str, Any]]:
    """Return the tables with numbers beyond `after`, in order; without a limit all of them."""
    with asked():
        page = items.find_tables(dynamodb(), settings().club_table, tournament)
        beyond = (row for row in map(items.row_of, page) if row["table"] > after)
        return list(islice(beyond, limit))


def versions(tournament: TournamentId, known: int) -> list[Version]:
    """Return the valid versions of the credits, in order, of which `known` are on record; drafts are none."""
    with asked():
        return list(items.find_versions(dynamodb(), settings().club_table, tournament, known=known))


def credits_of(tournament: TournamentId, version: Version) -> tuple[Credit, ...]:
    """Return the credits of a valid version, by player."""
    with asked():
        return items.written(dynamodb(), settings().club_table, tournament, version).credits


def credit(tournament: TournamentId, version: Version, player: PlayerId) -> Credit | None:
    """Return what a valid version credits a player with, None for nothing."""
    with asked():
        return items.find_credit(dynamodb(), settings().club_table, tournament, version, player)


def log(tournament: TournamentId, after: int, limit: int) -> list[LogRow]:
    """Return the events beyond number `after`, in order."""
    return list(islice(log_rows(tournament, after), limit))


def log_rows(tournament: TournamentId, after: int) -> Iterator[LogRow]:
    """Yield the events beyond number `after`, in order."""
    with asked():
        yield from items.log_rows(dynamodb(), settings().club_table, tournament, after=after)


def names(club: ClubId, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
    """Return what the club calls these players; who has no name here is left out."""
    table = settings().people_table
    found: dict[PlayerId, str] = {}
    wanted = sorted(set(players))
    for start in range(0, len(wanted), BATCH):
        part = wanted[start : start + BATCH]
        held = rows(table, [name_key(club, player) for player in part])
        for player in part:
            row = held.get(_name(name_key(club, player)))
            if row is not None:
                found[player] = row["name"]["S"]
    return found


def rows(table: str, keys: Sequence[Key]) -> dict[tuple[str, str], Item]:
    """Return the rows with these keys (at most `BATCH`) by partition and sort key, consistently, in one request.

    Raises:
        StoreDown: the store could not be asked, or left rows unread again and again.
    """
    found: dict[tuple[str, str], Item] = {}
    wanted: Any = {table: {"Keys": list(keys), "ConsistentRead": True}}
    for _ in range(_TRIES):
        with asked():
            page = dynamodb().batch_get_item(RequestItems=wanted)
        found |= {_name(row): row for row in page["Responses"].get(table, [])}
        wanted = page.get("UnprocessedKeys")
        if not wanted:
            return found
    raise StoreDown


def _name(row: Mapping[str, Any]) -> tuple[str, str]:
    return row["pk"]["S"], row["sk"]["S"]


def write(call: Callable[["DynamoDBClient"], object]) -> bool:
    """Make a conditional write; return False when its condition did not hold.

    Raises:
        StoreDown: the store could not be asked.
    """
    with asked():
        try:
            call(dynamodb())
        except ClientError as refused:
            if not _condition(refused):
                raise
            return False
    return True


def _condition(refused: ClientError) -> bool:
    answer: Mapping[str, Any] = refused.response
    code = answer.get("Error", {}).get("Code")
    reasons = {each.get("Code") for each in answer.get("CancellationReasons", ())}
    return code == "ConditionalCheckFailedException" or "ConditionalCheckFailed" in reasons
