"""Bad input is refused with the place where it is bad, and changes nothing."""

import base64
import json
from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House
from tests.support.emulator import Aws


@pytest.fixture
def send(door: Door, tournament: str, house: House, store: Aws) -> Any:
    """Send a body as a command; nothing may come of it."""
    before = store.rows()

    def post(body: Any, **more: Any) -> Any:
        answer = door.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", body, **more)
        assert house.inbox == []
        assert store.rows() == before
        return answer

    return post


def command(kind: str, **fields: Any) -> dict[str, Any]:
    return {"command_id": "c-1", "command": {"kind": kind, **fields}}


REBUY = {"player": "player-001"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (command("rebuy", **REBUY, stack=100.0), "command.stack"),
        (command("rebuy", **REBUY, stack=100.5), "command.stack"),
        (command("rebuy", **REBUY, stack="100"), "command.stack"),
        (command("rebuy", **REBUY, stack=True), "command.stack"),
        (command("rebuy", **REBUY, stack=-1), "command.stack"),
        (command("rebuy", **REBUY, stack=10**30), "command.stack"),
        (command("rebuy", **REBUY, chips=1), "command.chips"),
        (command("rebuy"), "command.player"),
        (command("rebuy", player="Ann Other"), "command.player"),
        (command("rebuy", player="x" * 65), "command.player"),
        (command("rebuy", player=None), "command.player"),
        (command("record_knockout_group", busts=[REBUY, {**REBUY, "stack": 1.0}]), "command.busts.1.stack"),
        (command("record_knockout_group", busts=[REBUY]), "command.busts"),
        (command("move_player", **REBUY, leaving={"table": 1, "seat": 0}, to={}), "command.leaving.seat"),
        (command("settle_up"), "command.kind"),
        (command("finish", confirm="perhaps"), "command.confirm"),
        ({"command_id": "c-1", "command": {}}, "command.kind"),
        ({"command_id": "c-1", "command": "pause"}, "command"),
        ({"command_id": "c-1"}, "command"),
        ({"command": {"kind": "pause"}}, "command_id"),
        ({**command("pause"), "command_id": "c 1"}, "command_id"),
        ({**command("pause"), "command_id": 7}, "command_id"),
        ({**command("pause"), "accepted_at": "2026-11-29T18:00:00Z"}, "accepted_at"),
        ({**command("pause"), "sent_at": "x" * 65}, "sent_at"),
        ({}, "command_id"),
        ([command("pause")], ""),
        ("null", ""),
        ("7", ""),
    ],
)
def test_api_6_what_does_not_fit_is_refused_with_its_path(send: Any, body: Any, field: str) -> None:
    answer = send(body)
    assert (answer.status, answer.body["field"]) == (422, field)
    assert answer.body["detail"]
    assert answer.body["faults"][0]["field"] == field


@pytest.mark.parametrize(
    ("place", "value", "field"),
    [
        (("structure", "items", 2, "seconds"), 1.5, "structure.items.2.seconds"),
        (("structure", "items", 0, "big_blind"), 200.0, "structure.items.0.big_blind"),
        (("structure", "items", 0, "kind"), "round", "structure.items.0"),
        (("windows", "late_registration", "level"), 2.0, "windows.late_registration.level"),
        (("windows", "late_registration", "at"), "now", "windows.late_registration.at"),
        (("starts_at",), "2026-11-29T19:00:00", "starts_at"),
        (("starting_stack",), 10_000.0, "starting_stack"),
        (("prices",), {"buy_in": 12.5}, "prices.buy_in"),
        (("title",), "x" * 121, "title"),
        (("tables",), 10_000, "tables"),
        (("colour",), "red", "colour"),
    ],
)
@pytest.mark.parametrize("where", ["open", "edit"])
def test_api_6_a_fault_deep_in_the_settings_is_named_as_it_stands_in_the_body(  # noqa: PLR0917
    where: str, send: Any, door: Door, house: House, place: tuple[Any, ...], value: Any, field: str
) -> None:
    settings = json.loads(json.dumps(SETTINGS))
    inner = settings
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = value
    if where == "edit":
        answer = send(command("edit_settings", version=1, settings=settings))
        assert answer.body["field"] == f"command.settings.{field}"
    else:
        answer = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "o-2", "settings": settings})
        assert answer.body["field"] == f"settings.{field}"
        assert len(house.played) == 1
    assert answer.status == 422


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "{'command_id': 'c-1'}",
        '{"command_id": NaN}',
        '{"command_id": -Infinity}',
        '{"command_id": 1' + "0" * 5000 + "}",
        "[" * 20_000 + "]" * 20_000,
        '{"command_id": "c-1", "command": {"kind": "pause"}} x',
    ],
)
def test_api_1_what_is_no_json_is_refused_as_such(send: Any, body: str) -> None:
    answer = send(body)
    assert (answer.status, answer.body["type"]) == (400, "urn:shuffleup:no_json")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"content-type": "text/plain"},
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "application/jsonp"},
    ],
)
def test_api_1_a_body_that_is_not_called_json_is_refused(send: Any, headers: dict[str, str]) -> None:
    answer = send(command("pause"), headers=headers)
    assert (answer.status, answer.body["type"]) == (415, "urn:shuffleup:unsupported_media_type")


def padded(length: int, **body: Any) -> str:
    """Return a body of this many bytes, with a field x that nothing knows."""
    text = json.dumps({**body, "x": ""})
    return text[:-2] + "x" * (length - len(text)) + '"}'


def test_api_6_a_command_has_at_most_a_megabyte(send: Any) -> None:
    """Settings with 200 prize lines of 500 characters, each written as an escape, are under it (PRZ-1)."""
    most = padded(1_048_576, **command("pause"))
    assert (len(most), send(most).body["field"]) == (1_048_576, "x")
    for body, encoded in ((most + " ", False), (base64.b64encode(f"{most} ".encode()).decode(), True)):
        answer = send(body, base64_encoded=encoded)
        assert (answer.status, answer.body["type"]) == (413, "urn:shuffleup:too_large")
    # counted in bytes as sent, not in characters
    assert send('{"x": "' + "Ж" * 600_000 + '"}').status == 413


def test_api_6_another_body_has_at_most_64_kilobytes(door: Door) -> None:
    club = {"club_id": "south", "name": "South", "zone": "UTC", "owner": "owner-1"}
    operator = door.as_("operator-1", groups="operator")
    assert operator.post("/v1/clubs", padded(65_536, **club)).body["field"] == "x"
    assert operator.post("/v1/clubs", padded(65_537, **club)).status == 413


def test_api_1_a_body_in_base64_is_read_and_one_that_is_not_is_no_json(
    door: Door, house: House, tournament: str
) -> None:
    path = f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands"
    body = base64.b64encode(json.dumps(command("open_registration")).encode()).decode()
    assert door.post(path, body, base64_encoded=True, headers={"CONTENT-TYPE": "Application/JSON"}).status == 200
    assert door.post(path, "?", base64_encoded=True, headers={"content-type": "application/json"}).status == 400


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/nothing"),
        ("POST", "/v1/tournaments"),
        ("DELETE", "/v1/clubs"),
        ("GET", "/v1/tournaments/nowhere"),
        ("GET", "/v1/tournaments/not an id"),
        ("GET", f"/v1/tournaments/{'x' * 65}/clock"),
        ("GET", f"/v1/clubs/{CLUB}/tournaments/nowhere/tables"),
        ("GET", f"/v1/clubs/{CLUB}/tournaments/nowhere/commands/c-1"),
        ("GET", "/v1/tournaments/nowhere/commands/c-1"),
        ("GET", "/v1/clubs/nowhere/tournaments"),
    ],
)
def test_sec_1_what_is_not_there_is_not_found(method: str, path: str, door: Door, house: House) -> None:
    body: dict[str, Any] | None = {} if method == "POST" else None
    answer = door.call(method, path, body)
    assert (answer.status, answer.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"after": "-1"}, "after"),
        ({"after": "x"}, "after"),
        ({"after": "1.5"}, "after"),
        ({"after": "9" * 40}, "after"),
        ({"limit": "0"}, "limit"),
        ({"limit": "101"}, "limit"),
    ],
)
@pytest.mark.parametrize("part", ["tables", "entries", "events"])
def test_api_6_a_page_is_bounded(part: str, query: dict[str, str], field: str, door: Door, tournament: str) -> None:
    answer = door.get(f"/v1/clubs/{CLUB}/tournaments/{tournament}/{part}", query)
    assert (answer.status, answer.body["field"]) == (422, field)


@pytest.mark.parametrize("token_use", ["access", ""])
def test_sec_1_only_an_id_token_opens_the_door(token_use: str, house: House, tournament: str) -> None:
    visitor = Door(sub="floor-1", token_use=token_use)
    body = command("open_registration")
    assert visitor.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", body).status == 401
    assert visitor.get(f"/v1/tournaments/{tournament}").status == 401
    assert house.inbox == []


def test_sec_1_a_subject_that_is_no_id_is_nobody(house: House, tournament: str) -> None:
    assert Door(sub="floor#1").get(f"/v1/tournaments/{tournament}").status == 401
