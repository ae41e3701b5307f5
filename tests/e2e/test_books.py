"""An evening's books over HTTP: bonus chips, a count that is off, and the close after the finish (AUD-6, RUL-7)."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from domain.times import to_text
from infra.processes import wait_until
from tests.e2e.test_door import Floor, ended, opened
from tests.support.door import SETTINGS
from tests.support.stack import Stack

BUY_IN, STAFF = 1_500, 200


def running(stack: Stack) -> Floor:
    """Return a tournament of three with a pool and a staff bonus, at its start."""
    floor = opened(stack)
    terms = {
        **SETTINGS,
        "starts_at": to_text(datetime.now(UTC) + timedelta(hours=1)),
        "profile": "tda-2024-v1",
        "windows": {},
        "prices": {"buy_in": BUY_IN, "parts": {"buy_in": {"rake": 500}}},
        "payouts": [10_000],
        "bonuses": [{"name": "staff", "chips": 500, "price": STAFF, "parts": {"funds": [["staff", STAFF]]}}],
    }
    floor.done("edit_settings", version=1, settings=terms)
    floor.done("open_registration")
    for seat in (1, 2, 3):
        floor.done("register", player=f"player-{seat}")
        floor.done("check_in", player=f"player-{seat}", seat={"table": 1, "seat": seat})
    floor.done("start")
    return floor


def books(floor: Floor) -> Any:
    """Return the books as the cashier sees them."""
    answer = floor.get("/books", role="cashier")
    assert answer.status == 200, answer.body
    return answer.body


def off(floor: Floor) -> dict[str, int]:
    return {each["difference"]: each["amount"] for each in books(floor)["differences"]}


def test_aud_6_the_books_of_an_evening_are_closed_after_its_end(stack: Stack) -> None:
    floor = running(stack)
    bonus = floor.give("give_bonus", role="cashier", player="player-1", bonus="staff")
    assert (bonus.status, floor.get().body["chips_in_play"]) == (200, 30_500)
    assert floor.give("count_chips", role="dealer", tables=[{"table": 1, "chips": 1}]).status == 409
    floor.done("hold_for_review")
    assert floor.give("count_chips", role="dealer", tables=[{"table": 1, "chips": 30_000}]).status == 200
    assert floor.get().body["chip_count"]["off_by"] == -500
    floor.done("release_review")
    for number, amount in ((1, BUY_IN + STAFF), (2, BUY_IN)):
        seen = floor.get().body["seq"]
        money = {"player": f"player-{number}", "amount": amount, "method": "cash", "seen": seen}
        assert floor.give("settle", role="cashier", **money).status == 200
    floor.done("record_knockout", player="player-3", killers=["player-1"])
    floor.done("record_knockout", player="player-2", killers=["player-1"])
    assert books(floor)["under_way"] == ["not_over"]
    floor.done("finish")
    wait_until(lambda: floor.get().body["status"] == "finished", within=60, what="the prizes are credited")
    asyncio.run(ended(floor))

    # all that follows wakes the tournament again
    assert off(floor) == {"debt:player-3": BUY_IN, "chips": -500}
    refused = floor.give("close_books", role="cashier")
    assert (refused.status, refused.body["rule"], refused.body["type"]) == (409, "AUD-6", "urn:shuffleup:unexplained")
    assert refused.body["data"] == {"unexplained": 2, "differences": f"debt:player-3 {BUY_IN}, chips -500"}
    assert (
        floor.give("explain_difference", role="cashier", difference="chips", amount=-500, reason="other").status == 403
    )
    floor.done("explain_difference", difference="chips", amount=-500, reason="lost_chips")
    money = {"player": "player-3", "amount": BUY_IN, "method": "card", "seen": floor.get().body["seq"]}
    assert floor.give("settle", role="cashier", **money).status == 200
    closed = floor.give("close_books", role="cashier", command_id="close")
    assert closed.status == 200, closed.body
    event = closed.body["events"][0]["event"]
    assert (event["expected"], event["net"], event["owed"], event["credited"]) == (
        3 * BUY_IN + STAFF,
        3 * BUY_IN + STAFF,
        3_000,
        3_000,
    )
    assert event["explained"] == [["chips", -500, "lost_chips"]]
    again = floor.give("close_books", role="cashier", command_id="close")
    assert (again.status, again.body["events"]) == (200, closed.body["events"])
    asyncio.run(ended(floor))
    late = floor.give("void_settlement", role="cashier", settlement=1, reason="mistake")
    assert (late.status, late.body["rule"], late.body["type"]) == (409, "AUD-6", "urn:shuffleup:books_closed")
    shown = books(floor)
    assert (shown["closings"], shown["unexplained"], shown["closed_at"]) == (
        1,
        0,
        floor.get().body["books"]["closed_at"],
    )
    assert floor.give("reopen_books", role="cashier", reason="mistake").status == 403
    floor.done("reopen_books", reason="late_payment")
    assert floor.give("void_settlement", role="cashier", settlement=1, reason="not_paid").status == 200
    assert off(floor)["debt:player-1"] == BUY_IN + STAFF
