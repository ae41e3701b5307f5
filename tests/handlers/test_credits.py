"""What the club pays out, as the cashier sees it (PRZ-7, PRZ-8)."""

from typing import Any

import pytest

from activities import items
from activities.credits import Credits
from domain.journal import Credit, CreditRequest
from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House
from tests.support.emulator import Aws

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


@pytest.fixture
def strike(give: Any, door: Door, path: str) -> Any:
    """Strike a player's entry, with what that changes having been seen."""

    def strike(player: str) -> None:
        seen = door.get(path).body["seq"]
        give("strike", "void_entry", player=player, reason="mistake", seen=seen)

    return strike


def test_prz_7_the_cashier_sees_every_credit_and_their_sum_is_the_pool(
    give: Any, strike: Any, door: Door, path: str
) -> None:
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
    strike("player-004")
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


def test_prz_7_two_hundred_and_fifty_credits_are_paged_and_only_the_rows_of_the_page_are_read(
    give: Any, door: Door, path: str, store: Aws, monkeypatch: pytest.MonkeyPatch
) -> None:
    give("finish", "finish")
    tournament = path.rpartition("/")[2]
    more = tuple(Credit(player=f"winner-{n:03}", amount=10, reason="correction") for n in range(250))
    request = CreditRequest(tournament=tournament, version=2, results=2, credits=more)
    Credits(store.dynamodb(), store.club).write(request)
    read: list[int] = []
    written = items.written

    def noted(*asked: Any) -> Any:
        read.append(asked[-1].version)
        return written(*asked)

    monkeypatch.setattr(items, "written", noted)
    pages = [door.get(f"{path}/credits", {"limit": "100", "after": after}).body for after in ("0", "100", "200")]
    assert [page["next"] for page in pages] == [100, 200, None]
    assert [line["number"] for page in pages for line in page["credits"]] == list(range(1, 253))
    assert [line["player"] for page in pages for line in page["credits"]] == [
        "player-001",
        "player-004",
        *(credit.player for credit in more),
    ]
    assert {page["total"] for page in pages} == {4 * PRICE + 2_500}
    assert read == [1, 2, 2, 2]


def test_prz_7_a_player_sees_what_is_credited_to_him_and_nothing_of_others(
    give: Any, strike: Any, tournament: str
) -> None:
    def seen(sub: str) -> Any:
        return Door(sub=sub).get(f"/v1/tournaments/{tournament}/me/credits").body

    give("hold", "hold_payouts", reason="integrity")
    give("finish", "finish")
    pending = {"tournament": tournament, "status": "prizes_pending", "currency": "EUR", "credits": [], "total": 0}
    assert seen("player-004") == pending  # and not a word of why
    give("release", "release_payouts", reason="unfounded")
    strike("player-003")
    assert seen("player-004")["credits"] == [
        {"version": 1, "results": 1, "amount": 1_800, "reason": "prize"},
        {"version": 2, "results": 2, "amount": -450, "reason": "correction"},
    ]
    assert [seen(f"player-{n:03}")["total"] for n in range(1, 5)] == [3_150, 0, 0, 1_350]
    assert seen("nobody")["credits"] == []


def test_prz_7_a_ledger_that_lacks_what_is_on_record_is_not_shown_as_if_it_were_whole(
    give: Any, door: Door, path: str, store: Aws, tournament: str
) -> None:
    give("finish", "finish")
    for row in [row for row in store.rows() if row["kind"]["S"] == "credits"]:
        store.dynamodb().delete_item(TableName=store.club, Key={"pk": row["pk"], "sk": row["sk"]})
    assert door.get(f"{path}/credits").status == 503
    assert Door(sub="player-001").get(f"/v1/tournaments/{tournament}/me/credits").status == 503


def test_sec_1_the_ledger_is_for_those_who_stand_at_the_counter(give: Any, door: Door, path: str) -> None:
    assert Door(sub="somebody-else").get(f"{path}/credits").status == 404


def test_sec_1_who_deals_has_no_business_with_the_ledger_and_the_cashier_has(give: Any, door: Door, path: str) -> None:
    assert {sub: Door(sub=sub).get(f"{path}/credits").status for sub in ("owner-1", "cashier-1", "dealer-1")} == {
        "owner-1": 200,
        "cashier-1": 200,
        "dealer-1": 403,
    }
