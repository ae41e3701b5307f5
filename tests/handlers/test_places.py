"""The places as players and staff see them: live and provisional, then on record with what they win (PLC-1, API-2)."""

from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House

PRICE = 1_500


@pytest.fixture
def tournament(house: House, door: Door) -> str:
    """A draft whose prizes are a pool with a guarantee, and a line for the first place."""
    terms = SETTINGS | {
        "profile": "tda-2024-v1",
        "prices": {"buy_in": PRICE},
        "windows": {"late_registration": None},
        "payouts": [5_000, 3_000, 2_000],
        "pool": {"guarantee": 9_001},
        "prizes": {"lines": [{"place": 1, "text": "Cup"}]},
    }
    opened = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open-pool", "settings": terms})
    assert opened.status == 201, opened.text
    return str(opened.body["tournament"])


@pytest.fixture
def give(floor: Any) -> Any:
    """Five at a table, of whom one is out."""

    def give(command_id: str, kind: str, **fields: Any) -> Any:
        answer = floor(command_id, kind, **fields)
        assert answer.status == 200, answer.text
        return answer

    give("open", "open_registration")
    for number in range(1, 6):
        give(f"r-{number}", "register", player=f"player-{number:03}")
        give(f"i-{number}", "check_in", player=f"player-{number:03}", seat={"table": 1, "seat": number})
    give("start", "start")
    give("k-5", "record_knockout", player="player-005", killers=["player-001"])
    return give


def lines(shown: Any) -> list[tuple[int, str, int | None]]:
    return [(line["place"], line["player"], line["prize"]) for line in shown["places"]]


def test_plc_1_a_player_reads_the_live_ranking_and_that_it_is_provisional(
    give: Any, door: Door, tournament: str
) -> None:
    path = f"/v1/tournaments/{tournament}/places"
    shown = door.as_("player-005").get(path).body
    assert (shown["status"], shown["provisional"], shown["version"], shown["left"]) == ("running", True, 0, 4)
    assert lines(shown) == [(5, "player-005", None)]
    busts = [{"player": f"player-00{number}", "stack": 400} for number in (3, 4)]
    give("k-34", "record_knockout_group", busts=busts)
    assert lines(door.as_("player-005").get(path).body) == [
        (3, "player-003", None),
        (3, "player-004", None),
        (5, "player-005", None),
    ]


def test_prz_6_a_player_reads_places_amounts_and_lines_and_each_version_of_them(
    give: Any, door: Door, tournament: str
) -> None:
    path, player = f"/v1/tournaments/{tournament}/places", door.as_("player-004")
    busts = [{"player": f"player-00{number}", "stack": 400} for number in (3, 4)]
    give("k-34", "record_knockout_group", busts=busts)
    give("k-2", "record_knockout", player="player-002", killers=["player-001"])
    give("finish", "finish")
    shown = player.get(path).body
    assert (shown["status"], shown["provisional"], shown["version"], shown["left"]) == ("finished", False, 1, 0)
    assert lines(shown) == [
        (1, "player-001", 4_501),
        (2, "player-002", 2_700),
        (3, "player-003", 900),
        (3, "player-004", 900),
        (5, "player-005", None),
    ]
    assert shown["places"][0]["won"] == [{"place": 1, "text": "Cup"}]
    assert [line["credits_exact"] for line in shown["places"]] == ["2", "0", "0", "0", "0"]
    (mine,) = player.get(f"/v1/tournaments/{tournament}/me").body["entries"]
    assert (mine["place"], mine["prize"]) == (3, 900)
    give("v-2", "void_entry", player="player-002", reason="wrong_player", seen=shown["seq"])
    shown = player.get(path).body
    assert shown["version"] == 2
    assert lines(shown) == [
        (1, "player-001", 4_501),
        (2, "player-003", 2_250),
        (2, "player-004", 2_250),
        (4, "player-005", None),
    ]


def test_api_6_the_places_come_in_pages_with_names_for_the_staff_alone(give: Any, door: Door, tournament: str) -> None:
    give("k-4", "record_knockout", player="player-004", killers=["player-001"])
    door.post(f"/v1/clubs/{CLUB}/players", {"player": "player-004", "name": "Fourth"})
    staffs = f"/v1/clubs/{CLUB}/tournaments/{tournament}/places"
    first = door.get(staffs, {"limit": "1"}).body
    assert [(line["place"], line["name"]) for line in first["places"]] == [(4, "Fourth")]
    assert first["next"] == 1
    rest = door.get(staffs, {"limit": "1", "after": "1"}).body
    assert [(line["place"], line["name"]) for line in rest["places"]] == [(5, None)]
    assert rest["next"] is None
    assert "Fourth" not in door.as_("player-001").get(f"/v1/tournaments/{tournament}/places").text
    assert door.as_("player-001").get(staffs).status == 404
    assert Door(sub="operator-1", groups="operator").get(staffs).status == 404


def test_api_2_a_drafts_places_are_shown_to_its_club_alone(door: Door, tournament: str) -> None:
    path = f"/v1/tournaments/{tournament}/places"
    assert door.as_("player-001").get(path).status == 404
    assert door.get(path).body["places"] == []


def test_prz_3_a_clock_shows_pool_places_paid_and_the_next_prize(give: Any, door: Door, tournament: str) -> None:
    path = f"/v1/tournaments/{tournament}/clock"
    shown = door.as_("player-001").get(path).body
    assert (shown["pool"]["amount"], shown["pool"]["overlay"], shown["currency"]) == (9_001, 1_501, "EUR")
    assert shown["pool"]["amounts"] == [4_501, 2_700, 1_800]
    assert (shown["prizes"]["places_paid"], shown["prizes"]["on_the_bubble"]) == (3, True)
    assert shown["prizes"]["next"] == {"place": 4, "amount": 0, "lines": []}
    give("k-4", "record_knockout", player="player-004", killers=["player-001"])
    prizes = door.as_("player-001").get(path).body["prizes"]
    assert (prizes["in_the_prizes"], prizes["next"]) == (True, {"place": 3, "amount": 1_800, "lines": []})
