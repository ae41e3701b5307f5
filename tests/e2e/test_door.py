"""A short evening over HTTP, through the deployed gateway, functions, workflow and tables."""

import asyncio
import base64
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from domain.times import to_text
from infra.api import Answer
from tests.support.door import SETTINGS
from tests.support.stack import Stack, running

CLUBS = count(1)
ELSEWHERE = "eyJhbGciOiJSUzI1NiJ9"  # a header of a token, whatever else stands in it


@dataclass(kw_only=True)
class Floor:
    """A club with its floor and one tournament, and the words to command it."""

    stack: Stack
    club: str
    tournament: str
    tokens: dict[str, str]
    sent: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def path(self) -> str:
        return f"/v1/clubs/{self.club}/tournaments/{self.tournament}"

    def send(self, body: Any, *, role: str = "floor", path: str | None = None) -> Answer:
        return self.stack.api.post(path or f"{self.path}/commands", body, token=self.tokens[role])

    def give(self, kind: str, *, command_id: str | None = None, role: str = "floor", **fields: Any) -> Answer:
        command_id = command_id or f"c-{next(self.sent):03}"
        command: dict[str, Any] = {"kind": kind, **fields}
        return self.send({"command_id": command_id, "command": command}, role=role)

    def done(self, kind: str, **fields: Any) -> Answer:
        answer = self.give(kind, **fields)
        assert answer.status == 200, answer.body
        return answer

    def get(self, part: str = "", *, role: str = "floor") -> Answer:
        return self.stack.api.get(self.path + part, token=self.tokens[role])


def opened(stack: Stack) -> Floor:
    """Open a club of its own with a draft."""
    club = f"club-{next(CLUBS)}"
    people = {role: stack.account(f"{club}-{role}") for role in ("owner", "floor", "cashier", "dealer")}
    operator = stack.account("operator", operator=True)
    body = {"club_id": club, "name": "A club", "zone": "UTC", "owner": people["owner"].sub}
    assert stack.api.post("/v1/clubs", body, token=operator.token).status == 201
    for role in ("floor", "cashier", "dealer"):
        staff = f"/v1/clubs/{club}/staff/{people[role].sub}"
        assert stack.api.put(staff, {"roles": [role]}, token=people["owner"].token).status == 200
    settings = {**SETTINGS, "starts_at": to_text(datetime.now(UTC) + timedelta(hours=1))}
    draft: dict[str, Any] = {"command_id": "open", "settings": settings}
    answer = stack.api.post(f"/v1/clubs/{club}/tournaments", draft, token=people["floor"].token)
    assert answer.status == 201, answer.body
    again = stack.api.post(f"/v1/clubs/{club}/tournaments", draft, token=people["floor"].token)
    assert (again.status, again.body) == (201, answer.body)
    tokens = {role: account.token for role, account in people.items()}
    return Floor(stack=stack, club=club, tournament=answer.body["tournament"], tokens=tokens)


@pytest.fixture
def floor(stack: Stack) -> Floor:
    return opened(stack)


async def ended(floor: Floor) -> None:
    """Wait until the tournament's workflow has ended."""
    client = await floor.stack.temporal()
    await asyncio.wait_for(client.get_workflow_handle(f"tournament-{floor.tournament}").result(), 30)


def test_a_short_evening_from_the_draft_to_the_places(floor: Floor) -> None:
    play(floor)


def test_sec_1_the_rights_of_the_template_are_enough_for_an_evening(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("checked"), checked=True) as checked:
        play(opened(checked))


def play(floor: Floor) -> None:
    """Play from the draft to the places, and ask for more when all is over."""
    assert floor.get().body["status"] == "draft"
    floor.done("open_registration")
    player = floor.stack.account("player-one")
    own = f"/v1/tournaments/{floor.tournament}"
    joined = floor.stack.api.post(f"{own}/register", {"command_id": "p-1"}, token=player.token)
    assert (joined.status, joined.body["events"][0]["event"]["player"]) == (200, player.sub)
    players = [player.sub, "player-002", "player-003"]
    for name in players[1:]:
        floor.done("register", player=name)
    for seat, name in enumerate(players, 1):
        answer = floor.give("check_in", player=name, seat={"table": 1, "seat": seat}, role="cashier")
        assert answer.status == 200
    refused = floor.give("add_on", player="player-002", role="cashier")
    assert (refused.status, refused.headers["content-type"]) == (409, "application/problem+json")
    assert (refused.body["rule"], refused.body["data"]["status"]) == ("LIFE-1", "registration_open")
    floor.done("start")
    mine = floor.stack.api.get(f"{own}/me", token=player.token).body
    assert [(entry["table"], entry["seat"], entry["chips_issued"]) for entry in mine["entries"]] == [(1, 1, 10_000)]
    clock = floor.stack.api.get(f"{own}/clock", token=player.token).body
    assert (clock["status"], clock["clock"]["step"]) == ("running", "level 1")
    assert clock["server_now"] < clock["clock"]["level_ends_at"]
    floor.done("pause")
    assert floor.get().body["clock"]["paused"]
    floor.done("resume")
    knockout = floor.give("record_knockout", player="player-003", killers=players[:2], role="dealer")
    assert knockout.status == 200
    assert floor.give("pause", role="dealer").status == 403
    floor.done("record_knockout", player="player-002", killers=[player.sub])
    entries = floor.get("/entries").body["entries"]
    assert (entries[0]["credits"], entries[0]["credits_exact"]) == (1.5, "3/2")
    floor.done("finish", confirm=True)
    assert floor.get().body["status"] == "finished"
    places = {entry["player"]: entry["place"] for entry in floor.get("/entries").body["entries"]}
    assert places == {player.sub: 1, "player-002": 2, "player-003": 3}
    asyncio.run(ended(floor))
    journal = [json.loads(line) for line in str(floor.get("/export").body).splitlines()]
    assert [line["seq"] for line in journal] == list(range(1, floor.get().body["seq"] + 1))
    assert '"seed_revealed"' in journal[-1]["text"]
    over = floor.give("pause", command_id="after")
    assert (over.status, over.body["rule"]) == (409, "LIFE-1")
    assert floor.give("pause", command_id="after").body == over.body
    assert floor.give("open_registration", command_id="c-001").status == 200


def test_cmd_1_the_same_command_fifty_times_at_once_happens_once(floor: Floor) -> None:
    floor.done("open_registration")
    before = floor.get().body["seq"]

    def once(_: int) -> Answer:
        return floor.give("register", command_id="same", player="player-001")

    with ThreadPoolExecutor(max_workers=10) as desks:
        answers = list(desks.map(once, range(50)))
    answers = [once(0) if answer.status in {202, 503} else answer for answer in answers]
    assert {answer.status for answer in answers} == {200}
    assert len({json.dumps(answer.body, sort_keys=True) for answer in answers}) == 1
    assert floor.get().body["seq"] == before + 1


def test_reg_2_b_053_two_desks_register_one_player_once(floor: Floor) -> None:
    floor.done("open_registration")
    with ThreadPoolExecutor(max_workers=2) as desks:
        first, second = desks.map(
            lambda desk: floor.give("register", command_id=f"desk-{desk}", player="player-001"), (1, 2)
        )
    assert sorted([first.status, second.status]) == [200, 409]
    assert [entry["player"] for entry in floor.get("/entries").body["entries"]] == ["player-001"]


def test_cmd_3_without_a_worker_a_command_is_kept_and_decided_later(own_stack: Stack) -> None:
    floor = opened(own_stack)
    own_stack.kill("worker")
    kept = floor.give("open_registration", command_id="late")
    assert (kept.status, kept.body["status"]) == (202, "kept")
    look = kept.headers["location"]
    assert look == f"{floor.path}/commands/late"
    assert own_stack.api.get(look, token=floor.tokens["floor"]).status == 404
    assert floor.give("open_registration", command_id="late").status == 202
    own_stack.restart("worker")
    until = time.monotonic() + 30
    while (found := own_stack.api.get(look, token=floor.tokens["floor"])).status == 404:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert (found.status, found.body["outcome"]["status"]) == (200, "accepted")
    assert [event["event"]["kind"] for event in found.body["events"]] == ["seed_committed", "registration_opened"]


def test_cmd_2_without_temporal_nothing_is_promised_and_the_repeat_goes_through(own_stack: Stack) -> None:
    floor = opened(own_stack)
    own_stack.kill("temporal")
    answer = floor.give("open_registration", command_id="again")
    assert (answer.status, answer.headers["retry-after"]) == (503, "2")
    assert answer.body["rule"] == "CMD-1"
    health = own_stack.api.get("/v1/health")
    assert (health.status, health.body["parts"]["temporal"], health.body["parts"]["store"]) == (503, "failing", "ok")
    own_stack.restart("temporal")
    until = time.monotonic() + 30
    while (answer := floor.give("open_registration", command_id="again")).status != 200:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert floor.get().body["status"] == "registration_open"


def test_sec_1_b_060_the_floor_of_another_club_finds_nothing(floor: Floor) -> None:
    stranger = opened(floor.stack)
    before = (floor.get().body["seq"], floor.get("/events").body)
    for path in (floor.path, f"/v1/clubs/{stranger.club}/tournaments/{floor.tournament}"):
        for kind in ("pause", "cancel"):
            body = {"command_id": f"x-{kind}", "command": {"kind": kind}}
            assert stranger.send(body, path=f"{path}/commands").status == 404
        for part in ("", "/tables", "/entries", "/events", "/export", "/commands/open"):
            assert floor.stack.api.get(path + part, token=stranger.tokens["owner"]).status == 404
    assert (floor.get().body["seq"], floor.get("/events").body) == before


def expired(token: str) -> str:
    """Return the token with another end; the signature no longer fits, as little as the time does."""
    head, body, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    claims["exp"] = int(time.time()) - 60
    changed = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"{head}.{changed}.{signature}"


def test_sec_1_a_token_that_is_missing_expired_or_forged_opens_nothing(floor: Floor) -> None:
    body = {"command_id": "x-1", "command": {"kind": "open_registration"}}
    for token in (None, "nonsense", expired(floor.tokens["floor"]), f"{ELSEWHERE}.e30.x"):
        assert floor.stack.api.post(f"{floor.path}/commands", body, token=token).status == 401
        assert floor.stack.api.get(floor.path, token=token).status == 401
    assert floor.get().body["status"] == "draft"


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"command_id": "x", "command": {"kind": "rebuy", "player": "p-1", "stack": 1.0}}, 422, "command.stack"),
        ({"command_id": "x", "command": {"kind": "pause", "why": "tea"}}, 422, "command.why"),
        ({"command_id": "x", "command": {"kind": "stroll"}}, 422, "command.kind"),
        ({"command": {"kind": "pause"}}, 422, "command_id"),
        (b"{", 400, None),
        (b'{"x":"' + b"x" * 1_100_000 + b'"}', 413, None),
    ],
)
def test_api_6_bad_input_changes_nothing(floor: Floor, body: Any, status: int, field: str | None) -> None:
    answer = floor.send(body)
    assert (answer.status, answer.body.get("field")) == (status, field)
    assert answer.headers["content-type"] == "application/problem+json"
    assert (floor.get().body["seq"], floor.get().body["status"]) == (1, "draft")


def test_api_1_what_is_not_there_is_not_found(floor: Floor) -> None:
    for path in ("/v1/tournaments/nowhere", f"/v1/clubs/{floor.club}/tournaments/nowhere/tables"):
        assert floor.stack.api.get(path, token=floor.tokens["floor"]).status == 404


def test_api_1_the_description_is_served_to_anybody(stack: Stack) -> None:
    answer = stack.api.get("/v1/openapi.json")
    assert (answer.status, answer.body["openapi"]) == (200, "3.1.0")
    assert stack.api.get("/v1/health").body["parts"]["door"] == "ok"
