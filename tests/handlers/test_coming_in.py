"""The waiting list, a pending bust and a Sit & Go as clients see them (REG-1, KO-5, LIFE-5)."""

from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House, Watch


@pytest.fixture
def opened(house: House, door: Door) -> Any:
    """Open a tournament with other settings and give its id, and a way to give it commands that must be taken."""

    def open_one(**changes: Any) -> tuple[str, Any]:
        body = {"command_id": "open-other", "settings": {**SETTINGS, **changes}}
        answer = door.post(f"/v1/clubs/{CLUB}/tournaments", body)
        assert answer.status == 201, answer.text
        tournament = answer.body["tournament"]

        def give(command_id: str, kind: str, **fields: Any) -> Any:
            sent = {"command_id": command_id, "command": {"kind": kind, **fields}}
            given = door.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", sent)
            assert given.status == 200, given.text
            return given

        give("open-registration", "open_registration")
        return tournament, give

    return open_one


def kinds(answer: Any) -> list[str]:
    return [line["event"]["kind"] for line in answer.body["events"]]


def test_reg_1_a_player_sees_his_number_on_the_waiting_list_and_leaves_it(door: Door, opened: Any) -> None:
    tournament, give = opened(player_cap=2)
    for number in (1, 2, 3):
        give(f"r-{number}", "register", player=f"player-{number:03}")
    player = door.as_("player-sub-1")
    assert kinds(player.post(f"/v1/tournaments/{tournament}/register", {"command_id": "p-1"})) == ["player_waitlisted"]
    mine = player.get(f"/v1/tournaments/{tournament}/me").body["entries"]
    assert [(entry["status"], entry["waiting_position"]) for entry in mine] == [("waiting", 2)]
    lobby = player.get(f"/v1/tournaments/{tournament}").body
    assert (lobby["registered"], lobby["waiting"], lobby["player_cap"]) == (2, 2, 2)
    give("u-1", "unregister", player="player-001")
    (entry,) = player.get(f"/v1/tournaments/{tournament}/me").body["entries"]
    assert entry["waiting_position"] == 1, "the row of who moves up is written too"
    left = player.post(f"/v1/tournaments/{tournament}/unregister", {"command_id": "p-2"})
    assert (left.status, kinds(left)) == (200, ["player_unregistered"])
    assert player.get(f"/v1/tournaments/{tournament}").body["waiting"] == 0


def test_ko_5_a_bust_player_says_for_himself_that_he_does_not_come_back(door: Door, opened: Any, watch: Watch) -> None:
    tournament, give = opened(profile="sport-poker-v2", prices={"buy_in": 1000, "rebuy": 1000})
    for number in (1, 2, 3):
        each = f"player-{number:03}"
        give(f"r-{number}", "register", player=each)
        give(f"i-{number}", "check_in", player=each, seat={"table": 1, "seat": number})
    give("start", "start")
    give("k-1", "record_knockout", player="player-003", killers=["player-001"])
    player = door.as_("player-003")
    (mine,) = player.get(f"/v1/tournaments/{tournament}/me").body["entries"]
    assert (mine["status"], mine["bust"], mine["pending_until"]) == ("pending", 1, "2026-11-29T18:01:00.000000Z")
    tables = door.get(f"/v1/clubs/{CLUB}/tournaments/{tournament}/tables").body["tables"]
    assert [seat["pending"] for seat in tables[0]["seats"]] == [False, False, True]
    assert door.get(f"/v1/tournaments/{tournament}").body["pending_eliminations"] == 1
    path = f"/v1/tournaments/{tournament}/decline_rebuy"
    other = door.as_("player-002").post(path, {"command_id": "d-0"})
    assert (other.status, other.body["rule"]) == (409, "KO-5")
    watch.ahead(seconds=20)
    assert kinds(player.post(path, {"command_id": "d-1"})) == ["elimination_completed"]
    (mine,) = player.get(f"/v1/tournaments/{tournament}/me").body["entries"]
    assert (mine["status"], mine["seat"], mine["pending_until"]) == ("out", None, None)


def test_life_5_the_lobby_shows_the_countdown(door: Door, opened: Any) -> None:
    off = {"windows": {}, "prices": {"buy_in": 1000}}
    tournament, give = opened(**off, sit_and_go={"players": 2})
    give("r-1", "register", player="player-001")
    assert door.get(f"/v1/tournaments/{tournament}").body["countdown_ends_at"] is None
    assert kinds(give("r-2", "register", player="player-002")) == ["player_registered", "countdown_started"]
    lobby = door.get(f"/v1/tournaments/{tournament}").body
    assert (lobby["countdown_ends_at"], lobby["player_cap"]) == ("2026-11-29T18:00:05.000000Z", 2)


def test_life_5_what_does_not_go_with_a_sit_and_go_is_refused_with_its_field(house: House, door: Door) -> None:
    settings = {**SETTINGS, "windows": {}, "prices": {"buy_in": 1000, "rebuy": 500}, "sit_and_go": {"players": 2}}
    answer = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open", "settings": settings})
    assert (answer.status, answer.body["rule"], answer.body["field"]) == (422, "LIFE-5", "settings.prices.rebuy")
    assert house.calls == []
