"""A player's ballot in a vote on a deal: it goes to the vault, the tournament is told who has voted (DEAL-1, OPS-5).

What the ballot says is under seal in the vault and nowhere else: in no signal, no answer, no log.  This function may
seal a ballot and put it there once; it can neither read, open nor change one.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from aws_lambda_powertools.event_handler import Response

from activities import items, seals
from activities.discretion import keep_quiet
from handlers import commands, store, wire
from handlers.door import entrance, new_app, note
from handlers.identity import caller
from handlers.problems import conflict
from handlers.routes import route
from handlers.store import Seen
from handlers.wire import TournamentInPath
from infra.keys import keys
from infra.settings import settings

app = new_app()


@route(app, "PUT", "/v1/tournaments/<tournament>/ballot", commands.TAKEN, conflict=commands.REFUSED)
def cast_ballot(tournament: TournamentInPath, request: wire.Ballot) -> Response[Any]:
    """Say deal or no deal in a vote, once and in secret; the first ballot stands.

    The answer says that you have voted, never what.
    """
    _quiet()
    who, arrived = caller(app.current_event), app.context["arrived"]

    def put(seen: Seen) -> None:
        note(vote=str(request.vote))
        _refuse_unless_open(seen.head or {}, request.vote)
        with store.asked():
            sealed = seals.seal(keys(), settings().vault_key, tournament, request.vote, who.sub, deal=request.deal)
        ballot = items.ballot_item(tournament, request.vote, who.sub, sealed=sealed, at=arrived)
        # One that is there already stands, and the signal that was to follow it may have been lost.
        store.write(
            lambda client: client.put_item(
                TableName=settings().vault_table, Item=ballot, ConditionExpression="attribute_not_exists(pk)"
            )
        )

    body = {"player": who.sub, "vote": request.vote}
    return commands.own("cast_ballot", tournament, request.command_id, body, who=who, arrived=arrived, first=put)


def _refuse_unless_open(head: Mapping[str, Any], number: int) -> None:
    """Let no ballot into the vault that nobody is going to count.

    Raises:
        Refused: no such vote is open.
    """
    vote = (head.get("deal_talk") or {}).get("vote")
    if vote is None or vote["vote"] != number or vote["closed"]:
        raise conflict("no_vote", f"vote {number} is not open", rule="DEAL-1", mend="look at the tournament again")


@cache
def _quiet() -> None:
    keep_quiet()


handler = entrance(app)
