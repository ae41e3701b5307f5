"""The books as those who close them see them: on the evening, when all is over, and closed (AUD-6, RUL-7)."""

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
        "prices": {"buy_in": PRICE, "parts": {"buy_in": {"rake": 500}}},
        "windows": {"late_registration": None},
        "payouts": [10_000],
    }
    opened = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open-books", "settings": terms})
    assert opened.status == 201, opened.text
    return str(opened.body["tournament"])


@pytest.fixture
def path(tournament: str) -> str:
    return f"/v1/clubs/{CLUB}/tournaments/{tournament}"


@pytest.fixture
def give(floor: Any) -> Any:
    """Three who sit and owe their buy-ins."""

    def give(command_id: str, kind: str, **fields: Any) -> Any:
        answer = floor(command_id, kind, **fields)
        assert answer.status == 200, answer.text
        return answer

    give("open", "open_registration")
    for number in range(1, 4):
        give(f"r-{number}", "register", player=f"player-{number:03}")
        give(f"i-{number}", "check_in", player=f"player-{number:03}", seat={"table": 1, "seat": number})
    give("start", "start")
    return give


def pay(give: Any, door: Door, path: str, number: int) -> None:
    seen = door.get(path).body["seq"]
    give(f"s-{number}", "settle", player=f"player-{number:03}", amount=PRICE, method="cash", seen=seen)


def finish(give: Any, counted: int) -> None:
    for number in (2, 3):
        give(f"k-{number}", "record_knockout", player=f"player-{number:03}", killers=["player-001"])
    give("count", "count_chips", stacks=[{"player": "player-001", "chips": counted}])
    give("finish", "finish")


def test_aud_6_the_books_can_be_looked_at_on_the_evening_itself(give: Any, door: Door, path: str) -> None:
    door.post(f"/v1/clubs/{CLUB}/players", {"player": "player-001", "name": "First"})
    pay(give, door, path, 1)
    shown = door.get(f"{path}/books").body
    assert (shown["status"], shown["under_way"], shown["closed_at"]) == ("running", ["not_over"], None)
    assert shown["fees"] == {"expected": 4_500, "net": 1_500, "open": 3_000, "refunds_due": 0}
    accounts = door.get(f"{path}/accounts", {"limit": "1"}).body
    assert (accounts["currency"], accounts["next"]) == ("EUR", 1)
    assert accounts["accounts"] == [
        {
            "player": "player-001",
            "name": "First",
            "expected": 1_500,
            "net": 1_500,
            "open": 0,
            "refund_due": 0,
        }
    ]
    rest = door.get(f"{path}/accounts", {"after": "1"}).body
    assert [(each["player"], each["open"]) for each in rest["accounts"]] == [
        ("player-002", 1_500),
        ("player-003", 1_500),
    ]
    assert rest["next"] is None
    page = door.get(f"{path}/books", {"after": "1", "limit": "1"}).body
    assert ([each["difference"] for each in page["differences"]], page["next"]) == (["debt:player-003"], 2)
    assert [(each["difference"], each["amount"]) for each in shown["differences"]] == [
        ("debt:player-002", 1_500),
        ("debt:player-003", 1_500),
        ("uncounted", 30_000),
    ]
    assert shown["unexplained"] == 3
    assert shown["entries"] == {"entries": 3, "paid": 1, "voided": 0, "rebuys": 0, "add_ons": 0}
    assert shown["chips"] == {"in_play": 30_000, "count": None}


def test_aud_6_a_difference_is_explained_and_the_books_are_closed(give: Any, floor: Any, door: Door, path: str) -> None:
    for number in (1, 2, 3):
        pay(give, door, path, number)
    finish(give, 29_500)
    refused = floor("close-1", "close_books")
    assert (refused.status, refused.body["rule"], refused.body["type"].rpartition(":")[2]) == (
        409,
        "AUD-6",
        "unexplained",
    )
    assert refused.body["data"] == {"unexplained": 1, "differences": "chips -500"}
    give("explain", "explain_difference", difference="chips", amount=-500, reason="lost_chips")
    closed = give("close-2", "close_books").body["events"][0]["event"]
    assert (closed["kind"], closed["expected"], closed["net"], closed["owed"], closed["credited"]) == (
        "books_closed",
        4_500,
        4_500,
        3_000,
        3_000,
    )
    assert give("close-2", "close_books").body["events"][0]["event"] == closed
    shown = door.get(f"{path}/books").body
    assert (shown["unexplained"], shown["closings"], shown["under_way"]) == (0, 1, [])
    assert shown["closed_at"] == door.get(path).body["books"]["closed_at"]
    assert [(each["difference"], each["amount"], each["reason"]) for each in shown["differences"]] == [
        ("chips", -500, "lost_chips")
    ]
    assert shown["chips"]["count"]["counted"] == 29_500
    assert (shown["chips"]["count"]["chips_in_play"], shown["chips"]["count"]["off_by"]) == (30_000, -500)
    assert (shown["prizes"]["pool"], shown["prizes"]["by_places"], shown["prizes"]["credited"]) == (3_000,) * 3
    [of_day] = door.get(f"/v1/clubs/{CLUB}/counter", {"day": "2026-11-29"}).body["tournaments"]
    assert (of_day["status"], of_day["books_closed_at"]) == ("finished", shown["closed_at"])
    late = floor("late", "void_settlement", settlement=1, reason="mistake")
    assert (late.status, late.body["rule"], late.body["type"].rpartition(":")[2]) == (409, "AUD-6", "books_closed")
    give("again", "reopen_books", reason="correction")
    give("now", "void_settlement", settlement=1, reason="mistake")
    assert door.get(f"{path}/books").body["fees"]["open"] == 1_500
    [of_day] = door.get(f"/v1/clubs/{CLUB}/counter", {"day": "2026-11-29"}).body["tournaments"]
    assert of_day["books_closed_at"] is None


def test_aud_6_the_books_are_for_those_who_stand_at_the_counter_of_this_club(give: Any, door: Door, path: str) -> None:
    operator = Door(sub="operator-1", groups="operator")
    assert (
        operator.post("/v1/clubs", {"club_id": "south", "name": "South", "zone": "UTC", "owner": "owner-2"}).status
        == 201
    )
    assert door.as_("cashier-1").get(f"{path}/books").status == 200
    for part in ("books", "accounts"):
        assert door.as_("dealer-1").get(f"{path}/{part}").status == 403
        assert door.as_("owner-2").get(f"{path}/{part}").status == 404
    assert door.as_("somebody-else").get(f"{path}/books").status == 404
    assert door.as_("player-001").get(f"{path}/books").status == 404
    assert door.as_("owner-2").get(f"{path}/books").status == 404
    assert door.as_("owner-2").get(path.replace(CLUB, "south") + "/books").status == 404
    assert door.get(f"/v1/clubs/{CLUB}/tournaments/nothing/books").status == 404


def test_rul_7_the_count_is_shown_in_the_lobby_at_the_table_and_with_the_entry(
    give: Any, floor: Any, door: Door, path: str
) -> None:
    refused = floor("too-early", "count_chips", tables=[{"table": 1, "chips": 30_000}])
    assert (refused.status, refused.body["rule"], refused.body["type"].rpartition(":")[2]) == (
        409,
        "RUL-7",
        "being_played",
    )
    give("pause", "pause")
    event = give("count", "count_chips", tables=[{"table": 1, "chips": 30_002}]).body["events"][0]["event"]
    assert (event["counted"], event["players"], event["left"], event["chips_in_play"]) == (30_002, 3, 3, 30_000)
    count = door.get(path).body["chip_count"]
    assert (count["counted"], count["off_by"], count["at"]) == (30_002, 2, count["whole_at"])
    [table] = door.get(f"{path}/tables").body["tables"]
    assert table["chips_counted"] == {"at": count["at"], "chips": 30_002}
    give("one", "count_chips", stacks=[{"player": "player-001", "chips": 9_000}])
    first = door.get(f"{path}/entries").body["entries"][0]
    assert first["chips_counted"]["chips"] == 9_000
