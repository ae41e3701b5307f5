"""What players are called.  Names are here and in the people table, and nowhere else (PLAY-3)."""

from http import HTTPStatus
from typing import Any
from uuid import uuid4

from aws_lambda_powertools.event_handler import Response

from activities import items
from handlers import store, wire
from handlers.access import acting_role, roles_of
from handlers.door import entrance, log, new_app, note
from handlers.identity import caller
from handlers.problems import not_found
from handlers.routes import route
from handlers.wire import ClubInPath
from infra.settings import settings

app = new_app()


@route(app, "POST", "/v1/clubs/<club>/players", {201: ("This is the player's id.", "PlayerNamed")})
def name_player(club: ClubInPath, request: wire.NamePlayer) -> Response[Any]:
    """Note down what the club calls a player, and give him an id if he has none.

    The same id again replaces the name.  What one club calls a player is nothing to another club.
    """
    who = caller(app.current_event)
    held = roles_of(store.staff_row(club, who.sub))
    if not held:
        log.info("stranger", extra={"staff": False})
        raise not_found()
    acting_role("name_player", held)
    player = request.player or uuid4().hex
    note(player=player)
    row = items.to_item({"kind": "name", "club": club, "player": player, "name": request.name})
    table = settings().people_table
    store.write(lambda client: client.put_item(TableName=table, Item=row | store.name_key(club, player)))
    return wire.answer(HTTPStatus.CREATED, {"player": player, "name": request.name})


handler = entrance(app)
