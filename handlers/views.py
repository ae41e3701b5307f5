"""Everything that is looked at: lobby, clock, own seat; for staff the tables, the entries and the journal.

Only rows are read here, never a workflow.  Names of players are joined for the club's own staff and for nobody else
(PLAY-3).
"""

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from http import HTTPStatus
from operator import itemgetter
from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query

from domain import leaders, move_list, standings
from domain.ids import ClubId, TournamentId
from domain.times import to_text
from handlers import store, wire
from handlers.access import acting_role, roles_of
from handlers.door import entrance, log, new_app
from handlers.identity import caller
from handlers.problems import not_found
from handlers.routes import route
from handlers.wire import PAGE, After, ClubInPath, Limit, TournamentInPath, as_json

EXPORT_BYTES = 4_000_000
"""Bytes of an export's page: a function may answer with six megabytes."""

AfterTournament = Annotated[str, Query(max_length=128, description="`next` of the page before.")]

_OF_THE_CLOCK = (
    *("tournament", "seq", "status", "starts_at", "clock", "windows"),
    *("left", "entries", "average_stack", "chips_in_play", "currency", "prizes", "pool"),
)

_OF_A_FINISHER = ("entry", "player", "bust", "prize", "won", "credits_exact", "bounty_won", "head")
"""What a line of the places shows of an entry."""

_OF_A_LEADER = ("entry", "player", "status", "credits_exact", "bounty_won", "head")
"""What a line of the knockouts shows of an entry."""

_WITH_NAMES = ("seats", "coming", "leaving")
"""The parts of a table's row in which players stand."""

_OF_RESULTS = frozenset({"results_recorded", "prizes_recorded"})
VersionInPath = Annotated[int, Path(ge=1, le=10**6, description="Version of the results, from 1.")]

app = new_app()


@route(app, "GET", "/v1/tournaments/<tournament>", {200: ("The tournament.", "Lobby")})
def lobby(tournament: TournamentInPath) -> Response[Any]:
    """Show a tournament: when, what for how much, who may still come, and how it stands.

    A draft is shown to nobody but the staff of its club.
    """
    # Whom the floor is still to move is nobody's business before it has, and why payouts are held no player's.
    return wire.answer(HTTPStatus.OK, _with_time(_published(tournament)) | {"proposal": None, "payouts": None})


@route(app, "GET", "/v1/tournaments/<tournament>/clock", {200: ("The clock.", "ClockView")})
def clock(tournament: TournamentInPath) -> Response[Any]:
    """Show the level clock: a display counts down by itself from `level_ends_at` (CLK-5)."""
    head = _with_time(_published(tournament))
    return wire.answer(HTTPStatus.OK, {name: head[name] for name in (*_OF_THE_CLOCK, "server_now")})


@route(app, "GET", "/v1/tournaments/<tournament>/me", {200: ("Your entries.", "MySeat")})
def me(tournament: TournamentInPath) -> Response[Any]:
    """Show your own entries in a tournament, with table and seat; the last one is the current one."""
    who = caller(app.current_event)
    head = _published(tournament)
    entries = [_entry(row) for row in store.entries_of(tournament, who.sub)]
    return wire.answer(HTTPStatus.OK, {"tournament": tournament, "status": head["status"], "entries": entries})


@route(app, "GET", "/v1/tournaments/<tournament>/places", {200: ("A page of places.", "Places")})
def places(tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE) -> Response[Any]:
    """Show the places with what they win; before the finish the live ranking of who is out, which is provisional.

    Whoever is still in has no place yet.  `after` is how many lines the pages before had.
    """
    return _places(_published(tournament), after, limit)


@route(app, "GET", "/v1/tournaments/<tournament>/prizes", {200: ("The prizes that are no money.", "PrizeLines")})
def prizes(tournament: TournamentInPath) -> Response[Any]:
    """Show what each place wins that is no money, the best place first, as it was last announced (PRZ-1, PRZ-4).

    As many of the lines are won as places are paid; what each player has won stands with the places.
    """
    head = _published(tournament)
    terms = store.terms(tournament)
    if terms is None:
        raise not_found()
    lines = sorted(terms["settings"]["prizes"]["lines"] or terms["preset_lines"], key=itemgetter("place"))
    shown = {"lines": lines, "each_paid_place_wins": terms["each_paid_place_wins"], "places": head["prizes"]}
    return wire.answer(HTTPStatus.OK, {"tournament": tournament, "version": terms["version"], **shown})


@route(app, "GET", "/v1/tournaments/<tournament>/knockouts", {200: ("A page of players.", "Leaders")})
def knockouts(tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE) -> Response[Any]:
    """Show who has won most by knockouts, and what is on whose head now; each player once, over all his entries.

    `after` is how many lines the pages before had.
    """
    return _leaders(_published(tournament), after, limit)


@route(app, "GET", "/v1/tournaments/<tournament>/me/credits", {200: ("Your credits.", "MyCredits")})
def my_credits(tournament: TournamentInPath) -> Response[Any]:
    """Show what the club pays out to you: the prize of the finish, then what later versions changed of it (PRZ-7)."""
    who = caller(app.current_event)
    head = _published(tournament)
    known = (head["payouts"] or {"version": 0})["version"]
    found = [(each, store.credit(tournament, each, who.sub)) for each in store.versions(tournament, known)]
    lines = [
        {"version": each.version, "results": each.results, "amount": credit.amount, "reason": credit.reason}
        for each, credit in found
        if credit is not None
    ]
    shown = {"status": head["status"], "currency": head["currency"], "credits": lines}
    total = sum(credit.amount for _, credit in found if credit is not None)
    return wire.answer(HTTPStatus.OK, {"tournament": tournament, **shown, "total": total})


@route(app, "GET", "/v1/clubs/<club>/tournaments", {200: ("A page of tournaments.", "Tournaments")})
def tournaments(club: ClubInPath, after: AfterTournament = "", limit: Limit = PAGE) -> Response[Any]:
    """List the club's tournaments, drafts among them, the latest start first; a new one shows within moments."""
    _staff(club)
    ids = store.tournaments_of(club, after, limit)
    heads = store.heads(ids)
    page = [_with_time(heads[each]) for each in ids if each in heads]
    return wire.answer(HTTPStatus.OK, {"tournaments": page, "next": ids[-1] if len(ids) == limit else None})


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>", {200: ("The tournament.", "Lobby")})
def tournament(club: ClubInPath, tournament: TournamentInPath) -> Response[Any]:
    """Show one of the club's tournaments, drafts too."""
    return wire.answer(HTTPStatus.OK, _with_time(_own(club, tournament)))


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/tables", {200: ("A page of tables.", "Tables")})
def tables(club: ClubInPath, tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE) -> Response[Any]:
    """Show the seat map: tables by number, with the names of who sits there."""
    _own(club, tournament)
    page = store.tables(tournament, after, limit)
    called = store.names(club, [row["player"] for each in page for part in _WITH_NAMES for row in each[part]])
    shown = [{**each, **{part: [_named(row, called) for row in each[part]] for part in _WITH_NAMES}} for each in page]
    return _page("tables", shown, page[-1]["table"] if len(page) == limit else None)


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/moves", {200: ("The open moves.", "Moves")})
def moves(club: ClubInPath, tournament: TournamentInPath) -> Response[Any]:
    """Show who is on the way to which seat, or goes there when his hand is over: overdue ones first (SEAT-11)."""
    _own(club, tournament)
    return wire.answer(HTTPStatus.OK, {"moves": _moves(club, tournament)})


@route(
    app,
    "GET",
    "/v1/clubs/<club>/tournaments/<tournament>/moves.txt",
    {200: ("The list.", "MoveList")},
    media_type="text/plain",
)
def move_sheet(club: ClubInPath, tournament: TournamentInPath) -> Response[Any]:
    """Print the open moves: from, to, who; a line each (SEAT-11)."""
    head = _own(club, tournament)
    body = move_list.as_text(head["title"], to_text(app.context["arrived"]), _moves(club, tournament))
    return Response(
        status_code=HTTPStatus.OK.value,
        content_type="text/plain; charset=utf-8",
        body=body,
        headers={"Cache-Control": "no-store"},
    )


def _moves(club: ClubId, tournament: TournamentId) -> list[dict[str, Any]]:
    """Return the open moves from the tables' rows, with names."""
    open_ones = move_list.of(store.tables(tournament, 0, None))
    called = store.names(club, [each["player"] for each in open_ones])
    return [_named(each, called) for each in open_ones]


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/entries", {200: ("A page of entries.", "Entries")})
def entries(club: ClubInPath, tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE) -> Response[Any]:
    """Show the entries by number, registrations among them, with names."""
    _own(club, tournament)
    page = store.entries(tournament, range(after + 1, after + limit + 1))
    called = store.names(club, [each["player"] for each in page])
    shown = [_named(_entry(each), called) for each in page]
    return _page("entries", shown, page[-1]["entry"] if len(page) == limit else None)


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/places", {200: ("A page of places.", "Places")})
def places_with_names(
    club: ClubInPath, tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE
) -> Response[Any]:
    """Show the places, or the live ranking, with the names of the players."""
    return _places(_own(club, tournament), after, limit, club)


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/knockouts", {200: ("A page of players.", "Leaders")})
def knockouts_with_names(
    club: ClubInPath, tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE
) -> Response[Any]:
    """Show who has won most by knockouts, with the names of the players."""
    return _leaders(_own(club, tournament), after, limit, club)


@route(
    app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/results/<version>", {200: ("A version.", "ResultsVersion")}
)
def results(club: ClubInPath, tournament: TournamentInPath, version: VersionInPath) -> Response[Any]:
    """Show a version of the results as it was recorded, with who corrected what came before it (AUD-5).

    404 where there is none.  What a correction leaves behind stays: the first is version 1.
    """
    head = _own(club, tournament)
    last = head["results_version"]
    if not last - len(head["results_at"]) < version <= last:
        raise not_found()
    at = head["results_at"][version - last - 1]
    texts = [text for text in store.events(tournament, at, at + 1) if json.loads(text)["event"]["kind"] in _OF_RESULTS]
    return wire.answer(HTTPStatus.OK, f'{{"version":{version},"last":{last},"events":[{",".join(texts)}]}}')


@route(app, "GET", "/v1/clubs/<club>/tournaments/<tournament>/events", {200: ("A page of events.", "EventsPage")})
def events(club: ClubInPath, tournament: TournamentInPath, after: After = 0, limit: Limit = PAGE) -> Response[Any]:
    """Show the journal: every event in order, with actor, role and command id (AUD-1)."""
    _own(club, tournament)
    page = store.log(tournament, after, limit)
    coming = page[-1].seq if len(page) == limit else None
    texts = ",".join(row.text for row in page)
    return wire.answer(HTTPStatus.OK, f'{{"events":[{texts}],"next":{as_json(coming)}}}')


@route(
    app,
    "GET",
    "/v1/clubs/<club>/tournaments/<tournament>/export",
    {200: ("JSON Lines, one event a line.", "ExportLine")},
    media_type="application/jsonl",
)
def export(club: ClubInPath, tournament: TournamentInPath, after: After = 0) -> Response[Any]:
    """Hand out the journal as JSON Lines, with the hash chain, for a verifier to go through (AUD-2, AUD-4).

    When the header `Next` comes with it, there is more: ask again with its value as `after`.
    """
    _own(club, tournament)
    lines: list[str] = []
    held, last, more = 0, after, False
    for row in store.log_rows(tournament, after):
        line = as_json({"hash": row.hash, "prev": row.prev, "seq": row.seq, "text": row.text})
        held += len(line.encode()) + 1
        if lines and held > EXPORT_BYTES:
            more = True
            break
        lines.append(line)
        last = row.seq
    body = "".join(f"{line}\n" for line in lines)
    headers = {"Next": str(last)} if more else {}
    return Response(
        status_code=HTTPStatus.OK.value,
        content_type="application/jsonl",
        body=body,
        headers={"Cache-Control": "no-store", **headers},
    )


def _places(head: Mapping[str, Any], after: int, limit: int, named_by: ClubId | None = None) -> Response[Any]:
    """Return a page of the places as the rows have them, with names where a club's staff look."""
    tournament = head["tournament"]
    terms = store.terms(tournament)
    if terms is None:
        raise not_found()
    shown = standings.standings(terms["profile"]["same_hand_busts"], head, store.finishers(tournament))
    page = shown.lines[after : after + limit]
    called = store.names(named_by, [row["player"] for _, row in page]) if named_by is not None else {}
    end = after + len(page)
    answer = {
        "tournament": tournament,
        "seq": head["seq"],
        "status": head["status"],
        "provisional": shown.provisional,
        "version": head["results_version"],
        "left": shown.left,
        "places": [_named(_finisher(place, row), called) for place, row in page],
        "next": end if end < len(shown.lines) else None,
    }
    return wire.answer(HTTPStatus.OK, answer)


def _finisher(place: int, row: Mapping[str, Any]) -> dict[str, Any]:
    line = {name: row[name] for name in _OF_A_FINISHER if name in row}
    return {**_entry(line), "place": place}


def _leaders(head: Mapping[str, Any], after: int, limit: int, named_by: ClubId | None = None) -> Response[Any]:
    """Return a page of who leads in knockouts, with names where a club's staff look."""
    lines = leaders.leaders(store.finishers(head["tournament"]))
    page = lines[after : after + limit]
    called = store.names(named_by, [row["player"] for row in page]) if named_by is not None else {}
    end = after + len(page)
    shown = [{name: row[name] for name in _OF_A_LEADER if name in row} for row in page]
    answer = {
        "tournament": head["tournament"],
        "seq": head["seq"],
        "bounty": head["bounty"],
        "players": [_named(_entry(row), called) for row in shown],
        "next": end if end < len(lines) else None,
    }
    return wire.answer(HTTPStatus.OK, answer)


def _published(tournament: TournamentId) -> Mapping[str, Any]:
    """Return the head of a tournament that is no draft, or whose draft the caller may see.

    Raises:
        Refused: there is none for him.
    """
    who = caller(app.current_event)
    head = store.head(tournament)
    if head is None or (head["status"] == "draft" and not roles_of(store.staff_row(head["club"], who.sub))):
        raise not_found()
    return head


def _staff(club: ClubId) -> None:
    """Let the club's staff pass; to everybody else the club does not exist (SEC-1)."""
    held = roles_of(store.staff_row(club, caller(app.current_event).sub))
    if not held:
        log.info("stranger", extra={"staff": False})
        raise not_found()
    acting_role("look", held)


def _own(club: ClubId, tournament: TournamentId) -> Mapping[str, Any]:
    """Return the head of one of the club's tournaments, for its staff."""
    _staff(club)
    head = store.head(tournament)
    if head is None or head["club"] != club:
        log.info("stranger", extra={"staff": True, "known": head is not None})
        raise not_found()
    return head


def _with_time(head: Mapping[str, Any]) -> dict[str, Any]:
    return {**head, "server_now": to_text(app.context["arrived"])}


def _entry(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry with its credits as a number too; a half is 2.5 and a whole one 2 (KO-3)."""
    if "credits_exact" not in row:
        return dict(row)
    exact = Fraction(row["credits_exact"])
    return {**row, "credits": int(exact) if exact.denominator == 1 else float(exact)}


def _named(row: Mapping[str, Any], called: Mapping[str, str]) -> dict[str, Any]:
    return {**row, "name": called.get(row["player"])}


def _page(name: str, rows: Iterable[Mapping[str, Any]], coming: int | None) -> Response[Any]:
    return wire.answer(HTTPStatus.OK, {name: list(rows), "next": coming})


handler = entrance(app)
