"""A club's tournaments do not exist for anybody else (SEC-1, B-060)."""

import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from handlers import door as shared
from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House
from tests.support.emulator import Aws

STRANGE = "south"
COMMANDS: tuple[dict[str, Any], ...] = (
    {"kind": "pause"},
    {"kind": "record_knockout", "player": "player-001"},
    {"kind": "void_knockout", "knockout": 1},
    {"kind": "cancel"},
)


@pytest.fixture
def said() -> Iterator[StringIO]:
    """What the functions log."""
    handler = shared.log.registered_handler
    stream = StringIO()
    before = handler.setStream(stream)  # type: ignore[attr-defined]  # it is a stream's handler
    yield stream
    handler.setStream(before)  # type: ignore[attr-defined]


@pytest.fixture
def stranger(door: Door, store: Aws) -> Door:
    """The floor of another club."""
    operator = Door(sub="operator-1", groups="operator")
    operator.post("/v1/clubs", {"club_id": STRANGE, "name": "South", "zone": "UTC", "owner": "owner-2"})
    Door(sub="owner-2").put(f"/v1/clubs/{STRANGE}/staff/floor-2", {"roles": ["floor"]})
    return Door(sub="floor-2")


@pytest.mark.parametrize("club", [CLUB, STRANGE])
def test_sec_1_b_060_another_clubs_tournament_does_not_exist(
    club: str, stranger: Door, house: House, tournament: str, store: Aws
) -> None:
    path = f"/v1/clubs/{club}/tournaments/{tournament}"
    before = store.rows()
    refused = [
        stranger.post(f"{path}/commands", {"command_id": f"x-{number}", "command": command})
        for number, command in enumerate(COMMANDS)
    ]
    refused += [
        stranger.get(path + part)
        for part in ("", "/tables", "/entries", "/places", "/events", "/export", "/credits", "/commands/open")
    ]
    nothing = stranger.get(f"/v1/clubs/{STRANGE}/tournaments/nothing")
    assert {answer.status for answer in refused} == {404}
    assert {answer.text for answer in refused} == {nothing.text}
    assert house.inbox == []
    assert store.rows() == before


def test_sec_1_b_060_the_attempt_is_in_the_log_with_ids_only(
    stranger: Door, house: House, tournament: str, said: StringIO
) -> None:
    body = {"command_id": "x-1", "command": {"kind": "cancel"}}
    stranger.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", body)
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    assert [line["message"] for line in lines] == ["stranger", "answered"]
    for line in lines:
        assert (line["actor"], line["club"], line["tournament"]) == ("floor-2", CLUB, tournament)
        assert (line["command"], line["kind"]) == ("x-1", "cancel")
    assert lines[1]["status"] == 404


@pytest.mark.parametrize("where", ["body", "command"])
def test_sec_1_b_060_a_club_in_the_body_is_not_believed(
    where: str, stranger: Door, house: House, tournament: str
) -> None:
    body: dict[str, Any] = {"command_id": "x-1", "command": {"kind": "cancel"}}
    (body if where == "body" else body["command"])["club"] = STRANGE
    answer = stranger.post(f"/v1/clubs/{STRANGE}/tournaments/{tournament}/commands", body)
    assert (answer.status, answer.body["field"]) == (422, "club" if where == "body" else "command.club")


def test_sec_1_a_stranger_sees_nothing_of_a_club(stranger: Door, house: House) -> None:
    opened = stranger.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open", "settings": SETTINGS})
    named = stranger.post(f"/v1/clubs/{CLUB}/players", {"name": "Somebody"})
    staff = stranger.put(f"/v1/clubs/{CLUB}/staff/floor-2", {"roles": ["owner"]})
    listed = stranger.get(f"/v1/clubs/{CLUB}/tournaments")
    assert {answer.status for answer in (opened, named, staff, listed)} == {404}
    assert house.calls == []


def test_sec_1_an_operator_has_no_role_in_any_club(house: House, tournament: str) -> None:
    operator = Door(sub="operator-1", groups="operator")
    body = {"command_id": "x-1", "command": {"kind": "cancel"}}
    assert operator.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", body).status == 404


def test_play_3_no_name_and_no_free_text_reaches_the_log(
    door: Door, house: House, tournament: str, said: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "Zzyzx"  # stands for what a person is called
    players = f"/v1/clubs/{CLUB}/players"
    door.post(players, {"name": secret})
    door.post(players, {"name": secret, "nick": secret})
    door.post(players, f'{{"name": "{secret}')
    door.post(players, {"name": f"\ud800{secret}"})
    door.get(f"/v1/clubs/{CLUB}/tournaments/{secret} {secret}")
    door.get(f"/v1/clubs/{CLUB}/tournaments/{tournament}/entries", {"after": secret})
    body = {"command_id": "x-1", "command": {"kind": secret, "note": secret}}
    door.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", body)

    def broken(*_: Any) -> None:
        raise RuntimeError(secret)

    with monkeypatch.context() as patch:
        patch.setattr("handlers.people.store.write", broken)
        answer = door.post(players, {"name": secret})
    assert (answer.status, answer.body["type"]) == (500, "urn:shuffleup:internal_error")
    assert secret not in answer.text
    text = said.getvalue()
    assert secret not in text
    faults = [json.loads(line) for line in text.splitlines() if '"fault"' in line]
    assert faults[0]["fault"] == "RuntimeError"
    assert any("people.py" in place for place in faults[0]["trace"])


def test_every_request_leaves_one_line(door: Door, house: House, tournament: str, said: StringIO) -> None:
    door.get(f"/v1/tournaments/{tournament}/clock")
    (line,) = [json.loads(line) for line in said.getvalue().splitlines()]
    assert (line["message"], line["level"], line["status"]) == ("answered", "INFO", 200)
    assert (line["method"], line["resource"]) == ("GET", "/v1/tournaments/{tournament}/clock")
    assert line["ms"] >= 0
