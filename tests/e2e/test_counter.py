"""The counter over HTTP: settled, taken back, reported by tournament and by the club's day (FEE-1 to FEE-5)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.times import to_text
from infra.api import Answer
from tests.e2e.test_door import Floor, opened
from tests.support.door import SETTINGS
from tests.support.stack import Stack

BUY_IN, ADD_ON = 1_500, 700
PRICES = {"currency": "EUR", "buy_in": BUY_IN, "add_on": ADD_ON, "parts": {"buy_in": {"rake": 100}}}


@pytest.fixture
def club(stack: Stack) -> Floor:
    """A club of its own."""
    return opened(stack)


def priced(club: Floor, **prices: Any) -> Floor:
    """Open a tournament of the club that costs something, with three players registered."""
    starts = to_text(datetime.now(UTC) + timedelta(hours=1))
    body = {"command_id": "priced", "settings": SETTINGS | {"starts_at": starts, "prices": PRICES | prices}}
    answer = club.stack.api.post(f"/v1/clubs/{club.club}/tournaments", body, token=club.tokens["floor"])
    assert answer.status == 201, answer.body
    floor = Floor(stack=club.stack, club=club.club, tournament=answer.body["tournament"], tokens=club.tokens)
    floor.done("open_registration")
    for number in (1, 2, 3):
        floor.done("register", player=f"player-00{number}")
    return floor


def seated(floor: Floor) -> None:
    for number in (1, 2, 3):
        floor.done("check_in", player=f"player-00{number}", seat={"table": 1, "seat": number})
    floor.done("start")


def settle(floor: Floor, number: int, amount: int, *, seen: int | None = None, **more: Any) -> Answer:
    seen = floor.get().body["seq"] if seen is None else seen
    body: dict[str, Any] = {"player": f"player-00{number}", "amount": amount, "method": "cash", "seen": seen}
    body |= {"role": "cashier"} | more
    return floor.give("settle", **body)


def today(floor: Floor) -> Any:
    """Return the report of the club's day at hand."""
    day = (datetime.now(UTC) - timedelta(hours=6)).date().isoformat()
    answer = floor.stack.api.get(f"/v1/clubs/{floor.club}/counter?day={day}", token=floor.tokens["cashier"])
    assert answer.status == 200, answer.body
    return answer.body


def test_fee_5_what_is_settled_and_taken_back_is_in_the_tournaments_report_and_the_days(club: Floor) -> None:
    floor = priced(club)
    seated(floor)
    assert settle(floor, 1, BUY_IN, method="card", receipt="A-1").status == 200
    assert settle(floor, 2, BUY_IN).status == 200
    assert floor.give("settle", role="dealer", player="player-003", amount=BUY_IN, method="cash", seen=1).status == 403
    assert floor.give("void_settlement", role="cashier", settlement=2, reason="not_paid").status == 200
    cashier = floor.get("/payments", role="cashier").body["payments"][0]["actor"]
    expected = {
        "opening": 0,
        "expected": 3 * BUY_IN,
        "settled": BUY_IN,
        "open": 2 * BUY_IN,
        "refunds_due": 0,
        "ahead": 0,
    }
    desks = [
        {
            "method": "card",
            "cashier": cashier,
            "settlements": 1,
            "taken": BUY_IN,
            "voided": 0,
            "refunded": 0,
            "net": BUY_IN,
        },
        {
            "method": "cash",
            "cashier": cashier,
            "settlements": 1,
            "taken": BUY_IN,
            "voided": BUY_IN,
            "refunded": 0,
            "net": 0,
        },
    ]
    shown = floor.get("/counter", role="cashier").body
    assert {name: shown[name] for name in expected} == expected
    assert shown["desks"] == desks
    assert [(of["player"], of["open"]) for of in shown["players"]] == [("player-002", BUY_IN), ("player-003", BUY_IN)]
    of_day = today(floor)
    assert [of["tournament"] for of in of_day["tournaments"]] == [floor.tournament]
    [total] = of_day["totals"]
    assert {name: total[name] for name in expected} == expected
    assert total["desks"] == desks
    paid = floor.get("/payments", role="cashier").body["payments"]
    assert [(of["number"], of["receipt"], of["reason"]) for of in paid] == [(1, "A-1", None), (2, None, "not_paid")]
    bought = floor.get("/operations", role="cashier").body["operations"]
    assert [(of["kind"], of["price"], of["rake"], of["chips"]) for of in bought] == [
        ("buy_in", BUY_IN, BUY_IN, 10_000)
    ] * 3
    assert floor.get("/operations", role="dealer").status == 403


def test_b_062_two_desks_settle_one_player_at_once(club: Floor) -> None:
    floor = priced(club)
    seated(floor)
    seen = floor.get().body["seq"]

    def desk(number: int) -> Answer:
        return settle(floor, 1, BUY_IN, seen=seen, method=("cash", "card")[number], command_id=f"desk-{number}")

    with ThreadPoolExecutor(max_workers=2) as desks:
        answers = list(desks.map(desk, (0, 1)))
    answers = [desk(number) if answer.status in {202, 503} else answer for number, answer in enumerate(answers)]
    assert sorted(answer.status for answer in answers) == [200, 409]
    [refused] = [answer for answer in answers if answer.status == 409]
    assert (refused.body["rule"], refused.body["type"]) == ("FEE-3", "urn:shuffleup:nothing_owed")
    assert len(floor.get("/payments", role="cashier").body["payments"]) == 1


def test_fee_3_an_add_on_from_the_tables_races_a_settlement_at_the_counter(club: Floor) -> None:
    floor = priced(club)
    seated(floor)
    for number in (1, 2, 3):
        seen = floor.get().body["seq"]

        def buy(number: int = number) -> Answer:
            return floor.give("add_on", player=f"player-00{number}", command_id=f"add-{number}")

        def pay(number: int = number, seen: int = seen) -> Answer:
            return settle(floor, number, BUY_IN, seen=seen, command_id=f"pay-{number}")

        with ThreadPoolExecutor(max_workers=2) as both:
            bought, paid = (each.result() for each in [both.submit(buy), both.submit(pay)])
        bought = buy() if bought.status in {202, 503} else bought
        paid = pay() if paid.status in {202, 503} else paid
        assert bought.status == 200
        entry = floor.get("/entries", role="cashier").body["entries"][number - 1]
        assert (entry["owed"], entry["paid"] + entry["open"]) == (BUY_IN + ADD_ON, BUY_IN + ADD_ON)
        assert entry["paid"] == (BUY_IN if paid.status == 200 else 0)
        assert paid.status == 200 or paid.body["data"]["owed"] == BUY_IN + ADD_ON


def test_fee_2_who_pays_first_is_seated_and_the_club_says_when_its_day_ends(club: Floor) -> None:
    floor = priced(club, pay_first=True)
    refused = floor.give("check_in", player="player-001", role="cashier")
    assert (refused.status, refused.body["rule"], refused.body["data"]) == (409, "FEE-2", {"due": BUY_IN})
    assert settle(floor, 1, BUY_IN).status == 200
    assert settle(floor, 2, BUY_IN, method="ticket", receipt="ticket-2").status == 200
    for number in (1, 2):
        floor.done("check_in", player=f"player-00{number}", seat={"table": 1, "seat": number})
    assert today(floor)["totals"][0]["ahead"] == 2 * BUY_IN
    floor.done("start")
    assert (floor.get().body["left"], floor.get().body["unpaid"]) == (2, 1)
    shown = floor.get("/counter", role="cashier").body
    assert [(of["player"], of["due"]) for of in shown["players"]] == [("player-003", BUY_IN)]
    day = f"/v1/clubs/{floor.club}/day"
    assert floor.stack.api.put(day, {"day_ends": "04:30"}, token=floor.tokens["floor"]).status == 403
    assert floor.stack.api.put(day, {"day_ends": "04:30"}, token=floor.tokens["owner"]).status == 200
    assert today(floor)["ends"].endswith("T04:30:00.000000Z")
