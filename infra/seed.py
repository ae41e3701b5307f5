"""A club with an evening to look at, made through the API as any club would make its own.

Everything here may be done again and changes nothing then: ids of clubs and players are fixed, and
every command has the id of what it is for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from domain.times import to_text
from infra.accounts import Account, Accounts
from infra.api import Answer, Api
from infra.sheets import load, structure_of

CLUB = "demo"
CLUB_NAME = "Demo Club"
ZONE = "UTC"
SHEET = "home-game-t100-two-tables"
"""The published structure sheet that is played tonight."""

FIELD = 16
"""Players whom the desk has registered; all but the last two have checked in."""

LEAD = timedelta(minutes=10)
"""How long after the seed the evening starts by itself, at least; it starts on a full five minutes."""

OVER = frozenset({"finished", "cancelled"})


class SeedRefused(RuntimeError):
    """The API did not take what the seed asked for; carries its answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The demo club with its tournament, and who may be whom."""

    club: str
    tournament: str
    title: str
    status: str
    owner: Account
    floor: Account
    player: Account


def settings(starts_at: datetime) -> dict[str, Any]:
    """Return the settings of tonight's tournament, as a club sends them."""
    structure, facts = structure_of(SHEET), load(SHEET).facts
    return {
        "title": f"Tonight: {structure['name']}",
        "profile": "tda-2024-v1",
        "structure": structure,
        "starts_at": to_text(starts_at),
        "zone": ZONE,
        "starting_stack": facts.starting_stack,
        "seats_per_table": facts.seats_per_table,
        "tables": 2,
        "prices": {"currency": "EUR", "buy_in": 2_000, "rebuy": 2_000},
        "re_entries": 0,
        "windows": {
            "late_registration": {"kind": "level", "level": 4},
            "rebuy": {"kind": "break", "number": 1},
        },
    }


def next_start(now: datetime) -> datetime:
    """Return the full five minutes at which tonight's tournament starts."""
    earliest = now + LEAD
    beyond = timedelta(minutes=earliest.minute % 5, seconds=earliest.second, microseconds=earliest.microsecond)
    return earliest - beyond + (timedelta(minutes=5) if beyond else timedelta())


@dataclass(slots=True, kw_only=True)
class Seed:
    """Makes the club and its evening.

    Attributes:
        api: the deployed API.
        accounts: where the club's people sign in.
        say: is told what is being done.
    """

    api: Api
    accounts: Accounts
    say: Callable[[str], None] = lambda _: None

    def evening(self, now: datetime) -> Evening:
        """Return the evening that is on; when there is none, or it is over, open the next.

        Raises:
            SeedRefused: the API refused a step.
        """
        operator = self.accounts.sign_in("operator", operator=True)
        owner, floor, player = (self.accounts.sign_in(name) for name in ("owner", "floor", "player-001"))
        club = {"club_id": CLUB, "name": CLUB_NAME, "zone": ZONE, "owner": owner.sub}
        self._done("the club", self.api.post("/v1/clubs", club, token=operator.token))
        staff = f"/v1/clubs/{CLUB}/staff/{floor.sub}"
        self._done("the floor's role", self.api.put(staff, {"roles": ["floor"]}, token=owner.token))
        found = self._open_tournament(owner)
        if found is None:
            self.say("tonight's tournament")
            found = self._new_tournament(owner, now)
        if found["status"] in {"draft", "registration_open"}:
            self.say(f"{FIELD} players at the desk")
            self._register_field(floor, found["tournament"])
        where = f"/v1/clubs/{CLUB}/tournaments/{found['tournament']}"
        now_is = self._done("the tournament", self.api.get(where, token=owner.token)).body
        return Evening(
            club=CLUB,
            tournament=found["tournament"],
            title=now_is["title"],
            status=now_is["status"],
            owner=owner,
            floor=floor,
            player=player,
        )

    def _open_tournament(self, owner: Account) -> dict[str, Any] | None:
        answer = self._done("the list", self.api.get(f"/v1/clubs/{CLUB}/tournaments", token=owner.token))
        evenings: list[dict[str, Any]] = [t for t in answer.body["tournaments"] if t["status"] not in OVER]
        return evenings[0] if evenings else None

    def _new_tournament(self, owner: Account, now: datetime) -> dict[str, Any]:
        starts_at = next_start(now)
        body = {"command_id": f"seed-open-{starts_at:%Y%m%d-%H%M}", "settings": settings(starts_at)}
        path = f"/v1/clubs/{CLUB}/tournaments"
        opened = self._done("the tournament", self.api.post(path, body, token=owner.token))
        return {"tournament": opened.body["tournament"], "status": "draft"}

    def _register_field(self, floor: Account, tournament: str) -> None:
        self._command(floor, tournament, "seed-publish", {"kind": "open_registration"})
        for number in range(2, FIELD + 2):
            player = f"player-{number:03}"
            body = {"player": player, "name": f"Player {number}"}
            self._done(player, self.api.post(f"/v1/clubs/{CLUB}/players", body, token=floor.token))
            self._command(floor, tournament, f"seed-register-{number}", {"kind": "register", "player": player})
            if number < FIELD:
                self._command(floor, tournament, f"seed-check-in-{number}", {"kind": "check_in", "player": player})

    def _command(self, who: Account, tournament: str, command_id: str, command: dict[str, Any]) -> None:
        path = f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands"
        body = {"command_id": command_id, "command": command}
        self._done(command_id, self.api.post(path, body, token=who.token))

    def _done(self, what: str, answer: Answer) -> Answer:
        # 409: refused by a rule, because somebody did it, or something else, before; the evening stands as it is.
        if answer.status not in {200, 201, 202, 204, 409}:
            raise SeedRefused(f"{what}: {answer.status} {answer.body}")
        return answer
