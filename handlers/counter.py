"""The counter's report of a tournament and of a club's day, from the journal itself, and the ledger (FEE-5, PRZ-7).

The figures are money: they come from the record, read consistently, and not from rows that may be a moment behind it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time
from http import HTTPStatus
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query

from activities.items import Version
from domain import counter, operations
from domain.events import Recorded, from_text
from domain.evolve import fold
from domain.ids import ClubId, TournamentId
from domain.reconciliation import reconciliation
from domain.times import to_text
from handlers import books, store, wire
from handlers.access import acting_role, roles_of
from handlers.door import entrance, log, new_app
from handlers.identity import caller
from handlers.problems import Fault, not_found, unprocessable
from handlers.routes import route
from handlers.wire import PAGE, After, ClubInPath, Limit, TournamentInPath

Day = Annotated[str, Query(pattern=r"^\d{4}-\d{2}-\d{2}$", description="The date on which the club's day begins.")]
AfterPlayer = Annotated[str, Query(max_length=64, description="`next` of the page before.")]
OfPlayer = Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="Those of one player alone.")]

app = new_app()


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/counter", {200: ("What was taken.", "TournamentCounter")})
def tournament_counter(
    club: ClubInPath, tournament: TournamentInPath, after: AfterPlayer = "", limit: Limit = PAGE
) -> Response[Any]:
    """Report what a tournament's players owe and have paid, by method and by cashier, from its first event on.

    Who has something to pay and to whom something is due back is listed with a name, for the counter to go through.
    """
    _counter(club)
    head = _own(club, tournament)
    made = counter.report(_record(tournament))
    if made is None:
        raise not_found()
    debts, due, refunds = dict(made.debts), dict(made.due), dict(made.refunds)
    page = sorted(player for player in {*debts, *due, *refunds} if player > after)[:limit]
    called = store.names(club, page)
    players = [
        {
            "player": player,
            "name": called.get(player),
            "open": debts.get(player, 0),
            "due": due.get(player, 0),
            "refund_due": refunds.get(player, 0),
        }
        for player in page
    ]
    further = page[-1] if len(page) == limit else None
    return wire.answer(
        HTTPStatus.OK,
        {"tournament": tournament, "title": head["title"], **_of_one(made), "players": players, "next": further},
    )


@route(app, "GET", "/v1/clubs/<club>/counter", {200: ("What was taken that day.", "DayCounter")})
def day_counter(club: ClubInPath, day: Day) -> Response[Any]:
    """Report a club's day at the counter: each tournament in which something was bought or paid, by method and cashier.

    A day ends when the club says so, at six in the morning unless it does, in its zone: the end of an evening belongs
    to it.  `totals` are those of all tournaments of a currency together.  Each says whether its books are closed.
    """
    _counter(club)
    about = store.club(club) or {}
    zone = ZoneInfo(str(about.get("zone", "UTC")))
    ends = time.fromisoformat(about["day_ends"]) if "day_ends" in about else counter.DAY_ENDS
    try:
        begin, end = counter.club_day(date.fromisoformat(day), zone, ends)
    except (ValueError, OverflowError):
        raise unprocessable([Fault(field="day", detail=f"there is no day {day}")]) from None
    shown, reports = [], []
    for head in store.heads_of_days(club, counter.dates(begin, end)):
        made = counter.report(_record(head["tournament"]), begin, end)
        if made is not None and made.busy:
            reports.append(made)
            about_it = {name: head[name] for name in ("tournament", "title", "status")}
            closed_at = (head.get("books") or {}).get("closed_at")
            shown.append({**about_it, "books_closed_at": closed_at, **_of_one(made)})
    return wire.answer(
        HTTPStatus.OK,
        {
            "club": club,
            "day": day,
            "zone": str(zone),
            "begins": to_text(begin),
            "ends": to_text(end),
            "totals": [_figures(made) for made in counter.together(reports)],
            "tournaments": shown,
        },
    )


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/books", {200: ("How the books stand.", "BooksView")})
def books_of_a_tournament(
    club: ClubInPath, tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE
) -> Response[Any]:
    """Show how a tournament's books stand: fees, entries, chips, prizes, and a page of the differences with reasons.

    On the evening itself too, as of the last event; they can be closed when it is finished or cancelled (AUD-6).
    """
    _counter(club)
    head = _own(club, tournament)
    state = fold(_record(tournament))
    made = reconciliation(state)
    page = made.differences[after : after + limit]
    called = store.names(club, [each.player for each in page if each.player is not None])
    return wire.answer(
        HTTPStatus.OK,
        {
            "tournament": tournament,
            "title": head["title"],
            **books.books(state, made),
            "differences": [books.difference(each, called) for each in page],
            "next": after + limit if after + limit < len(made.differences) else None,
        },
    )


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/accounts", {200: ("A page of accounts.", "Accounts")})
def accounts_of_a_tournament(
    club: ClubInPath, tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE
) -> Response[Any]:
    """Show what each player came to owe, has paid, still owes and gets back, by player (AUD-6)."""
    _counter(club)
    head = _own(club, tournament)
    accounts = reconciliation(fold(_record(tournament))).accounts
    page = accounts[after : after + limit]
    called = store.names(club, [each.player for each in page])
    return wire.answer(
        HTTPStatus.OK,
        {
            "tournament": tournament,
            "currency": head["currency"],
            "accounts": [books.account(each, called) for each in page],
            "next": after + limit if after + limit < len(accounts) else None,
        },
    )


@route(
    app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/operations", {200: ("A page of what was bought.", "Bought")}
)
def operations_of_a_tournament(
    club: ClubInPath,
    tournament: TournamentInPath,
    player: OfPlayer = None,
    after: After = 0,
    limit: Limit = PAGE,
) -> Response[Any]:
    """Show each buy-in, rebuy, re-entry and add-on with its price and parts, its chips, who did it and when (FEE-1).

    A record is never changed: one that counts no longer stands as struck, with the number of the event that struck it.
    """
    _counter(club)
    head = _own(club, tournament)
    made = [of for of in operations.operations(_record(tournament)) if player in {None, of.player}]
    page = [of for of in made if of.number > after][:limit]
    called = store.names(club, [of.player for of in page])
    lines = [
        {"number": of.number, "seq": of.seq, "at": to_text(of.at), "actor": of.actor, "entry": of.entry}
        | {"player": of.player, "name": called.get(of.player), "kind": of.kind, "price": of.price, "chips": of.chips}
        | {"pool": of.split.pool, "bounty": of.split.bounty, "rake": of.split.rake, "funds": _funds(of.split.funds)}
        | {"struck_by": of.struck_by}
        for of in page
    ]
    further = page[-1].number if len(page) == limit else None
    return wire.answer(
        HTTPStatus.OK,
        {"tournament": tournament, "currency": head["currency"], "operations": lines, "next": further},
    )


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/payments", {200: ("A page of what was paid.", "Paid")})
def payments_of_a_tournament(
    club: ClubInPath,
    tournament: TournamentInPath,
    player: OfPlayer = None,
    after: After = 0,
    limit: Limit = PAGE,
) -> Response[Any]:
    """Show each settlement and refund, by the numbers of their events; one that was taken back is marked (FEE-3)."""
    _counter(club)
    head = _own(club, tournament)
    made = [of for of in operations.payments(_record(tournament)) if player in {None, of.player}]
    page = [of for of in made if of.seq > after][:limit]
    called = store.names(club, [of.player for of in page])
    lines = [
        {"seq": of.seq, "at": to_text(of.at), "actor": of.actor, "kind": of.kind, "number": of.number}
        | {"player": of.player, "name": called.get(of.player), "amount": of.amount, "method": of.method}
        | {"shares": [{"entry": entry, "amount": amount} for entry, amount in of.shares], "receipt": of.receipt}
        | {"voided_by": of.voided_by, "reason": of.reason}
        for of in page
    ]
    further = page[-1].seq if len(page) == limit else None
    return wire.answer(
        HTTPStatus.OK, {"tournament": tournament, "currency": head["currency"], "payments": lines, "next": further}
    )


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/credits", {200: ("A page of the ledger.", "Credits")})
def credits_of_a_tournament(
    club: ClubInPath, tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE
) -> Response[Any]:
    """Show what the club pays out: each credit in the order written, with names; a later version adjusts earlier ones.

    Only what is valid is shown and summed (PRZ-7): `total` comes to `owed` as soon as nothing is pending.
    """
    _counter(club)
    head = _own(club, tournament)
    payouts: Mapping[str, Any] = head["payouts"] or {"held": None, "owed": 0, "version": 0}
    versions = store.versions(tournament, payouts["version"])
    page = list(_page(tournament, versions, after, limit))
    called = store.names(club, [line["player"] for line in page])
    return wire.answer(
        HTTPStatus.OK,
        {
            "tournament": tournament,
            "status": head["status"],
            "currency": head["currency"],
            "held": payouts["held"],
            "owed": payouts["owed"],
            "total": sum(version.total for version in versions),
            "credits": [{**line, "name": called.get(line["player"])} for line in page],
            "next": page[-1]["number"] if len(page) == limit else None,
        },
    )


def _page(tournament: TournamentId, versions: Sequence[Version], after: int, limit: int) -> Iterator[dict[str, Any]]:
    """Yield the credits numbered `after + 1` and on; the rows of versions that the page does not touch are not read."""
    before = 0
    for version in versions:
        if before < after + limit and before + version.count > after:
            for number, credit in enumerate(store.credits_of(tournament, version), start=before + 1):
                if after < number <= after + limit:
                    yield {
                        "number": number,
                        "version": version.version,
                        "results": version.results,
                        "player": credit.player,
                        "amount": credit.amount,
                        "reason": credit.reason,
                    }
        before += version.count


def _of_one(made: counter.Report) -> dict[str, Any]:
    return {**_figures(made), "rake": made.rake, "funds": _funds(made.funds)}


def _funds(funds: tuple[tuple[str, int], ...]) -> list[dict[str, Any]]:
    return [{"fund": name, "amount": amount} for name, amount in funds]


def _figures(made: counter.Figures) -> dict[str, Any]:
    return {
        "currency": made.currency,
        "opening": made.opening,
        "expected": made.expected,
        "settled": made.settled,
        "refunded": made.refunded,
        "open": made.open,
        "refunds_due": made.refunds_due,
        "ahead": made.ahead,
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


handler = entrance(app)
