"""The counter's report of a tournament and of a club's day, from the journal itself, and the ledger (FEE-5, PRZ-7).

The figures are money: they come from the record, read consistently, and not from rows that may be a moment behind it.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from http import HTTPStatus
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query

from domain import counter
from domain.events import Recorded, from_text
from domain.ids import ClubId, TournamentId
from domain.journal import Credit, CreditResult
from domain.times import from_text as instant
from domain.times import to_text
from handlers import store, wire
from handlers.access import acting_role, roles_of
from handlers.door import entrance, log, new_app
from handlers.identity import caller
from handlers.problems import Fault, not_found, unprocessable
from handlers.routes import route
from handlers.wire import PAGE, After, ClubInPath, Limit, TournamentInPath

Day = Annotated[
    str, Query(pattern=r"^\d{4}-\d{2}-\d{2}$", description="The club's day, which ends at six next morning.")
]

app = new_app()


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/counter", {200: ("What was taken.", "TournamentCounter")})
def tournament_counter(club: ClubInPath, tournament: TournamentInPath) -> Response[Any]:
    """Report what a tournament's players owe and have paid, by method and by cashier, from its first event on.

    Who still owes something and to whom something is due back is listed with a name, for the counter to go through.
    """
    _counter(club)
    head = _own(club, tournament)
    made = counter.report(_record(tournament))
    if made is None:
        raise not_found()
    called = store.names(club, [player for player, _ in (*made.debts, *made.refunds, *made.due)])
    lists = {
        name: [{"player": player, "name": called.get(player), "amount": amount} for player, amount in rows]
        for name, rows in (("debts", made.debts), ("refunds", made.refunds), ("due", made.due))
    }
    return wire.answer(HTTPStatus.OK, {"tournament": tournament, "title": head["title"], **_figures(made), **lists})


@route(app, "GET", "/v1/clubs/<club>/counter", {200: ("What was taken that day.", "DayCounter")})
def day_counter(club: ClubInPath, day: Day) -> Response[Any]:
    """Report a club's day at the counter: each tournament in which something was owed or moved, by method and cashier.

    A day begins and ends at six in the morning in the club's zone, so that the end of an evening belongs to it.
    """
    _counter(club)
    zone = ZoneInfo(str((store.club(club) or {}).get("zone", "UTC")))
    try:
        begin, end = counter.club_day(date.fromisoformat(day), zone)
    except (ValueError, OverflowError):
        raise unprocessable([Fault(field="day", detail=f"there is no day {day}")]) from None
    shown = []
    for head in _since(club, to_text(begin)):
        made = counter.report(_record(head["tournament"]), begin, end)
        if made is not None and made.busy:
            shown.append({"tournament": head["tournament"], "title": head["title"], **_figures(made)})
    bounds = {"begins": to_text(begin), "ends": to_text(end)}
    return wire.answer(HTTPStatus.OK, {"club": club, "day": day, "zone": str(zone), **bounds, "tournaments": shown})


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/credits", {200: ("A page of the ledger.", "Credits")})
def credits_of_a_tournament(
    club: ClubInPath, tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE
) -> Response[Any]:
    """Show what the club pays out: each credit in the order written, with names; a later version adjusts earlier ones.

    Only what is valid is shown and summed (PRZ-7): `total` comes to `owed` as soon as nothing is pending.
    """
    _counter(club)
    head = _own(club, tournament)
    lines: list[dict[str, Any]] = [
        {"number": number, "version": version.version, "results": version.results, "player": credit.player}
        | {"amount": credit.amount, "reason": credit.reason}
        for number, (version, credit) in enumerate(_credited(tournament), start=1)
    ]
    page = lines[after : after + limit]
    called = store.names(club, [line["player"] for line in page])
    payouts: Mapping[str, Any] = head["payouts"] or {"held": None, "owed": 0}
    return wire.answer(
        HTTPStatus.OK,
        {
            "tournament": tournament,
            "status": head["status"],
            "currency": head["currency"],
            "held": payouts["held"],
            "owed": payouts["owed"],
            "total": sum(line["amount"] for line in lines),
            "credits": [{**line, "name": called.get(line["player"])} for line in page],
            "next": page[-1]["number"] if len(page) == limit else None,
        },
    )


def _credited(tournament: TournamentId) -> Iterator[tuple[CreditResult, Credit]]:
    for version in store.credited(tournament):
        for credit in version.credits:
            yield version, credit


def _figures(made: counter.Report) -> dict[str, Any]:
    return {
        "currency": made.currency,
        "opening": made.opening,
        "expected": made.expected,
        "settled": made.settled,
        "refunded": made.refunded,
        "open": made.open,
        "refunds_due": made.refunds_due,
        "ahead": made.ahead,
        "funds": [{"fund": name, "amount": amount} for name, amount in made.funds],
        "desks": [
            {
                "method": desk.method,
                "cashier": desk.cashier,
                "settlements": desk.settlements,
                "taken": desk.taken,
                "voided": desk.voided,
                "refunded": desk.refunded,
                "net": desk.net,
            }
            for desk in made.desks
        ],
    }


def _counter(club: ClubId) -> None:
    """Let those pass who may stand at the counter; to strangers the club does not exist (SEC-1)."""
    held = roles_of(store.staff_row(club, caller(app.current_event).sub))
    if not held:
        log.info("stranger", extra={"staff": False})
        raise not_found()
    acting_role("settle", held)


def _own(club: ClubId, tournament: TournamentId) -> Mapping[str, Any]:
    """Return the head of one of the club's tournaments."""
    head = store.head(tournament)
    if head is None or head["club"] != club:
        log.info("stranger", extra={"staff": True, "known": head is not None})
        raise not_found()
    return head


def _record(tournament: TournamentId) -> Iterator[Recorded]:
    return (from_text(row.text) for row in store.log_rows(tournament, 0))


def _since(club: ClubId, begin: str) -> Iterator[dict[str, Any]]:
    """Yield the heads of the club's tournaments in which something has happened since an instant."""
    after = ""
    while ids := store.tournaments_of(club, after, store.BATCH):
        heads = store.heads(ids)
        yield from (dict(heads[each]) for each in ids if each in heads and instant(heads[each]["at"]) >= instant(begin))
        after = ids[-1]


handler = entrance(app)
