"""What the club pays out, as the cashier sees it (PRZ-7, PRZ-8)."""

from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House

PRICE = 1_500


@pytest.fixture
def tournament(house: House, door: Door) -> str:
    """A draft whose prizes are a pool."""
    terms = SETTINGS | {
        "profile": "tda-2024-v1",
        "prices": {"buy_in": PRICE},
        "windows": {"late_registration": None},
        "payouts": [7_000, 3_000],
    }
    opened = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open-pool", "settings": terms})
    assert opened.status == 201, opened.text
    return str(opened.body["tournament"])


@pytest.fixture
def path(tournament: str) -> str:
    return f"/v1/clubs/{CLUB}/tournaments/{tournament}"


@pytest.fixture
def give(floor: Any) -> Any:
    """Four of whom one is left; the floor has still to close it."""

    def give(command_id: str, kind: str, **fields: Any) -> Any:
        answer = floor(command_id, kind, **fields)
        assert answer.status == 200, answer.text
        return answer

    give("open", "open_registration")
    for number in range(1, 5):
        give(f"r-{number}", "register", player=f"player-{number:03}")
        give(f"i-{number}", "check_in", player=f"player-{number:03}", seat={"table": 1, "seat": number})
    give("start", "start")
    for number in range(2, 5):
        give(f"k-{number}", "record_knockout", player=f"player-{number:03}", killers=["player-001"])
    return give


def test_prz_7_the_cashier_sees_every_credit_and_their_sum_is_the_pool(give: Any, door: Door, path: str) -> None:
    assert door.get(f"{path}/credits").body["credits"] == []
    give("finish", "finish")
    door.post(f"/v1/clubs/{CLUB}/players", {"player": "player-001", "name": "First"})
    shown = door.get(f"{path}/credits").body
    assert (shown["status"], shown["owed"], shown["total"], shown["held"]) == ("finished", 4 * PRICE, 4 * PRICE, None)
    lines = [(line["player"], line["name"], line["amount"], line["reason"]) for line in shown["credits"]]
    assert lines == [("player-001", "First", 4_200, "prize"), ("player-004", None, 1_800, "prize")]
    pages = [door.get(f"{path}/credits", {"limit": "1", "after": str(after)}).body for after in (0, 1, 2)]
    assert [[line["number"] for line in page["credits"]] for page in pages] == [[1], [2], []]
    assert [page["next"] for page in pages] == [1, 2, None]
    give("void", "void_entry", player="player-004", reason="mistake")
    shown = door.get(f"{path}/credits").body
    assert {line["version"] for line in shown["credits"]} == {1, 2}
    assert shown["total"] == shown["owed"] == 3 * PRICE


def test_prz_8_a_hold_is_shown_to_the_staff_and_to_no_player(give: Any, door: Door, path: str, tournament: str) -> None:
    give("hold", "hold_payouts", reason="integrity")
    give("finish", "finish")
    shown = door.get(f"{path}/credits").body
    assert (shown["status"], shown["held"], shown["total"], shown["owed"]) == (
        "prizes_pending",
        "integrity",
        0,
        4 * PRICE,
    )
    assert door.get(path).body["payouts"] == {"held": "integrity", "owed": 4 * PRICE, "credited": 0, "version": 0}
    assert door.get(f"/v1/tournaments/{tournament}").body["payouts"] is None
    give("release", "release_payouts", reason="unfounded")
    assert door.get(f"{path}/credits").body["status"] == "finished"


def test_sec_1_the_ledger_is_for_those_who_stand_at_the_counter(give: Any, door: Door, path: str) -> None:
    assert Door(sub="somebody-else").get(f"{path}/credits").status == 404
