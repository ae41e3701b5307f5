"""Clubs and their staff: an operator opens a club, its owner gives roles and says when its day ends (CLUB-2, FEE-5)."""

from http import HTTPStatus
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from aws_lambda_powertools.event_handler import Response

from activities import items
from handlers import problems, store, wire
from handlers.access import acting_role, roles_of
from handlers.door import entrance, log, new_app, note
from handlers.identity import caller
from handlers.problems import conflict, forbidden, not_found
from handlers.routes import route
from handlers.wire import ClubInPath, SubInPath
from infra.settings import settings

app = new_app()

_NEW = "attribute_not_exists(pk)"


@route(
    app, "POST", "/v1/clubs", {201: ("The club is open.", "ClubOpened")}, conflict="Another club has this id already."
)
def open_club(request: wire.OpenClub) -> Response[Any]:
    """Open a club with its first owner, as an operator; the same club again is the same answer again."""
    who = caller(app.current_event)
    if not who.is_operator:
        raise forbidden("opening a club", ["operator"])
    if not _is_zone(request.zone):
        raise problems.unprocessable([problems.Fault(field="zone", detail=f"there is no time zone {request.zone}")])
    club = request.club_id or uuid4().hex
    note(club=club)
    about = {"name": request.name, "zone": request.zone, "owner": request.owner, "day_ends": request.day_ends}
    listed = {"g1": "CLUBS#unverified", "g2": f"{request.name}#{club}"}
    meta = items.to_item({"kind": "club", "club": club, "status": "unverified", **listed, **about})
    owner = items.to_item({"kind": "staff", "club": club, "roles": ["owner"], "g1": f"SUB#{request.owner}", "g2": club})
    table = settings().club_table
    opened = store.write(
        lambda client: client.transact_write_items(
            TransactItems=[
                {"Put": {"TableName": table, "Item": meta | store.club_key(club), "ConditionExpression": _NEW}},
                {"Put": {"TableName": table, "Item": owner | store.staff_key(club, request.owner)}},
            ]
        )
    )
    if not opened:
        known = {"day_ends": wire.OpenClub.model_fields["day_ends"].default} | dict(store.club(club) or {})
        if {name: known.get(name) for name in about} != about:
            raise conflict("club_exists", "another club has this id", rule="CLUB-1", mend="take another id")
    shown = {"club": club, "name": request.name, "zone": request.zone, "day_ends": request.day_ends}
    return wire.answer(HTTPStatus.CREATED, shown)


@route(app, "PUT", "/v1/clubs/<club>/day", {200: ("The club's day ends so now.", "ClubDay")})
def put_day(club: ClubInPath, request: wire.Day) -> Response[Any]:
    """Set when the club's day ends, as an owner; every day is cut there from then on, also those before (FEE-5)."""
    held = roles_of(store.staff_row(club, caller(app.current_event).sub))
    if not held:
        log.info("stranger", extra={"staff": False})
        raise not_found()
    acting_role("put_day", held)
    store.write(
        lambda client: client.update_item(
            TableName=settings().club_table,
            Key=store.club_key(club),
            UpdateExpression="SET day_ends = :ends",
            ConditionExpression="attribute_exists(pk)",
            ExpressionAttributeValues=items.to_item({":ends": request.day_ends}),
        )
    )
    return wire.answer(HTTPStatus.OK, {"club": club, "day_ends": request.day_ends})


@route(
    app,
    "PUT",
    "/v1/clubs/<club>/staff/<sub>",
    {200: ("These are the roles now.", "StaffRoles")},
    conflict="An owner cannot give up the own ownership.",
)
def put_staff(club: ClubInPath, sub: SubInPath, request: wire.Staff) -> Response[Any]:
    """Set the roles of a member of staff, as an owner; they count from the next command on."""
    who = caller(app.current_event)
    held = roles_of(store.staff_row(club, who.sub))
    if not held:
        log.info("stranger", extra={"staff": False})
        raise not_found()
    acting_role("put_staff", held)
    if sub == who.sub and "owner" not in request.roles:
        words = "an owner keeps the own ownership: a club must not be left without one"
        raise conflict("owner_needed", words, rule="CLUB-2", mend="have another owner take it away")
    roles = sorted(set(request.roles))
    key = store.staff_key(club, sub)
    row = items.to_item({"kind": "staff", "club": club, "roles": roles, "g1": f"SUB#{sub}", "g2": club}) | key
    table = settings().club_table
    if roles:
        store.write(lambda client: client.put_item(TableName=table, Item=row))
    else:
        store.write(lambda client: client.delete_item(TableName=table, Key=key))
    return wire.answer(HTTPStatus.OK, {"sub": sub, "roles": roles})


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


handler = entrance(app)
