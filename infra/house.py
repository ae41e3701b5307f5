"""The deployed product as a floor person has it in front of her: HTTP, a token, nothing else."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from infra.accounts import Account
from infra.api import Answer, Api
from infra.evening import Command, Row, Shown
from infra.play import Refused

PATIENCE = 30.0
"""Seconds to ask again while the product is slow to answer."""
PAUSE = 0.25
"""Seconds between two askings."""
_LATER = frozenset(
    {
        HTTPStatus.ACCEPTED,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
"""Answers after which the same is asked again: it is under way, not to be seen yet, or did not get through."""


@dataclass(slots=True, kw_only=True)
class HttpHouse:
    """One club's floor at the API; everything that is shown is asked for, nothing is remembered.

    Attributes:
        api: the deployed API.
        operator, owner, floor: who opens the club, who opens the tournament and gives roles, who runs the evening.
        club: the club's id.
    """

    api: Api
    operator: Account
    owner: Account
    floor: Account
    club: str = "demo"
    tournament: str = ""
    asked: int = 0

    def open(self, settings: Mapping[str, Any], players: Sequence[str]) -> None:
        """Open the club, its staff and its players, then the tournament."""
        club = {"club_id": self.club, "name": "Demo club", "zone": "UTC", "owner": self.owner.sub}
        self._done("the club", self._patiently("POST", "/v1/clubs", self.operator, club))
        staff = f"/v1/clubs/{self.club}/staff/{self.floor.sub}"
        self._done("the floor's role", self._patiently("PUT", staff, self.owner, {"roles": ["floor"]}))
        for player in players:
            named = {"player": player, "name": player}
            self._done(player, self._patiently("POST", f"/v1/clubs/{self.club}/players", self.floor, named))
        body = {"command_id": "demo-tournament", "settings": settings}
        opened = self._patiently("POST", f"/v1/clubs/{self.club}/tournaments", self.owner, body)
        self.tournament = self._done("the tournament", opened).body["tournament"]

    def send(self, command: Command) -> None:
        """Give a command and wait for its outcome.

        Raises:
            Refused: the product refused it, or said nothing in time.
        """
        self.asked += 1
        body = {"command_id": f"demo-{self.asked:04}", "command": command}
        self._done(str(command), self._patiently("POST", f"{self._path}/commands", self.floor, body))

    def head(self) -> Row:
        """Return what the lobby shows, with `server_now`."""
        head: Row = self._get(self._path)
        return head

    def look(self) -> Shown:
        """Return what lobby, seat map and entries show."""
        tables = self._get(f"{self._path}/tables")["tables"]
        return Shown(
            head=self.head(),
            tables={each["table"]: {seat["seat"]: seat["player"] for seat in each["seats"]} for each in tables},
            entries=self._get(f"{self._path}/entries")["entries"],
        )

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        time.sleep(seconds)

    def elapsed(self) -> float:
        """Return seconds that only ever go forward."""
        return time.monotonic()

    @property
    def _path(self) -> str:
        return f"/v1/clubs/{self.club}/tournaments/{self.tournament}"

    def _get(self, path: str) -> Any:
        return self._done(path, self._patiently("GET", path, self.floor)).body

    def _patiently(self, method: str, path: str, who: Account, body: Any = None) -> Answer:
        """Ask, under the same command id again, until there is an answer that will stay (CMD-1, CMD-3)."""
        until = self.elapsed() + PATIENCE
        while True:
            answer = self._ask(method, path, who, body)
            if answer.status not in _LATER or self.elapsed() > until:
                return answer
            self.wait(PAUSE)

    def _ask(self, method: str, path: str, who: Account, body: Any) -> Answer:
        try:
            return self.api.call(method, path, token=who.token, body=body)
        except OSError as gone:
            return Answer(status=HTTPStatus.BAD_GATEWAY, headers={}, body=str(gone))

    def _done(self, what: str, answer: Answer) -> Answer:
        if answer.status not in {HTTPStatus.OK, HTTPStatus.CREATED}:
            told = answer.body if isinstance(answer.body, Mapping) else {"detail": answer.body}
            raise Refused(f"{what}: {answer.status} {told.get('rule', '')} {told.get('detail', '')}")
        return answer
