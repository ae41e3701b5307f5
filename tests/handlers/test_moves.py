"""Open moves are seen where they are wanted: on the phone, on the floor's screen, on paper (SEAT-11)."""

from typing import Any

import pytest
from typer.testing import CliRunner

from infra.cli import app
from tests.handlers.conftest import CLUB
from tests.support.door import Door, House, Watch


@pytest.fixture
def path(tournament: str) -> str:
    return f"/v1/clubs/{CLUB}/tournaments/{tournament}"


@pytest.fixture
def evening(floor: Any, door: Door, house: House, watch: Watch) -> Any:
    """Four players at two tables, the first of them just sent from 1-1 to 2-5, and commands that must be taken."""

    def give(command_id: str, kind: str, **fields: Any) -> Any:
        answer = floor(command_id, kind, **fields)
        assert answer.status == 200, answer.text
        return answer

    give("open-registration", "open_registration")
    for number in range(1, 5):
        player = f"player-{number:03}"
        give(f"r-{number}", "register", player=player)
        give(f"i-{number}", "check_in", player=player, seat={"table": 1 + number // 3, "seat": number})
    give("start", "start")
    door.post(f"/v1/clubs/{CLUB}/players", {"player": "player-001", "name": "First"})
    give("m-1", "move_player", player="player-001", leaving={"table": 1, "seat": 1}, to={"table": 2, "seat": 5})
    return give


def test_seat_11_the_floor_sees_who_is_under_way_with_names(evening: Any, door: Door, path: str) -> None:
    (move,) = door.get(f"{path}/moves").body["moves"]
    assert move == {
        "move": 1,
        "entry": 1,
        "player": "player-001",
        "name": "First",
        "why": "floor",
        "status": "called",
        "from": {"table": 1, "seat": 1},
        "to": {"table": 2, "seat": 5},
        "since": "2026-11-29T18:00:00.000000Z",
        "due_at": "2026-11-29T18:03:00.000000Z",
        "escalations": 0,
        "carried": False,
    }
    tables = door.get(f"{path}/tables").body["tables"]
    assert [[each["name"] for each in table[part]] for table in tables for part in ("leaving", "coming")] == [
        ["First"],
        [],
        [],
        ["First"],
    ]
    evening("a-1", "confirm_arrival", player="player-001")
    assert door.get(f"{path}/moves").body == {"moves": []}


def test_seat_11_the_list_is_made_to_be_printed(evening: Any, door: Door, path: str) -> None:
    listed = door.get(f"{path}/moves.txt")
    assert (listed.status, listed.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert listed.text.splitlines() == [
        "Friday night",
        "2026-11-29T18:00:00.000000Z",
        "",
        "FROM              TO                PLAYER",
        "TABLE 1  SEAT 1   TABLE 2  SEAT 5   First    called",
    ]


def test_seat_11_a_player_sees_where_he_has_to_go(evening: Any, door: Door, tournament: str) -> None:
    mine = door.as_("player-001").get(f"/v1/tournaments/{tournament}/me").body["entries"][-1]
    assert (mine["table"], mine["seat"], mine["moved"]) == (2, 5, 1)
    assert (mine["move"]["from"], mine["move"]["to"], mine["move"]["status"]) == (
        {"table": 1, "seat": 1},
        {"table": 2, "seat": 5},
        "called",
    )
    others = door.as_("player-002").get(f"/v1/tournaments/{tournament}/me").body["entries"][-1]
    assert others["move"] is None


def test_seat_11_who_is_overdue_stands_first_and_is_counted(
    evening: Any, door: Door, path: str, tournament: str, watch: Watch
) -> None:
    watch.ahead(minutes=4)
    evening("m-2", "move_player", player="player-003", leaving={"table": 2, "seat": 3}, to={"table": 1, "seat": 9})
    shown = door.get(f"{path}/moves").body["moves"]
    assert [(move["player"], move["status"]) for move in shown] == [
        ("player-001", "overdue"),
        ("player-003", "called"),
    ]
    head = door.get(f"/v1/tournaments/{tournament}").body
    assert (head["open_moves"], head["overdue_moves"]) == (2, 1)


def test_sec_1_the_list_is_for_the_clubs_staff(evening: Any, door: Door, path: str) -> None:
    for part in ("moves", "moves.txt"):
        assert door.as_("dealer-1").get(f"{path}/{part}").status == 200
        assert door.as_("player-001").get(f"{path}/{part}").status == 404


def test_sec_1_a_dealer_confirms_an_arrival_and_moves_nobody(evening: Any, door: Door, path: str) -> None:
    dealer = door.as_("dealer-1")

    def ask(command_id: str, kind: str, **fields: Any) -> int:
        body = {"command_id": command_id, "command": {"kind": kind, **fields}}
        status: int = dealer.post(f"{path}/commands", body).status
        return status

    assert ask("d-1", "undo_move") == 403
    assert ask("d-2", "correct_seat", player="player-001", stack=100) == 403
    assert ask("d-3", "confirm_arrival", player="player-001") == 200


def test_seat_11_the_command_line_lists_them_too(evening: Any, tournament: str, house: House) -> None:
    said = CliRunner().invoke(app, ["moves", tournament])
    assert said.exit_code == 0, said.output
    assert said.output.splitlines()[-1] == "TABLE 1  SEAT 1   TABLE 2  SEAT 5   player-001   called"
    as_json = CliRunner().invoke(app, ["moves", tournament, "--json"])
    assert '"player": "player-001"' in as_json.output
