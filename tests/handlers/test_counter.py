"""What the counter is told of a tournament and of a club's day (FEE-1, FEE-3, FEE-5, FEE-7)."""

from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest

from infra.tables import dynamodb
from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, Heard, House, Watch

PRICE = 1_500
PARTS = {"rake": 100, "funds": [["league_pool", 50]]}


@pytest.fixture
def tournament(house: House, door: Door) -> str:
    """A draft that costs something."""
    terms = SETTINGS | {"prices": {"buy_in": PRICE, "rebuy": 500, "parts": {"buy_in": PARTS}}}
    opened = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open-priced", "settings": terms})
    assert opened.status == 201
    return str(opened.body["tournament"])


@pytest.fixture
def path(tournament: str) -> str:
    return f"/v1/clubs/{CLUB}/tournaments/{tournament}"


@pytest.fixture
def give(floor: Any, house: House, watch: Watch) -> Any:
    """Two who sit and owe their buy-ins."""

    def give(command_id: str, kind: str, **fields: Any) -> Any:
        answer = floor(command_id, kind, **fields)
        assert answer.status == 200, answer.text
        return answer

    give("open", "open_registration")
    for number in (1, 2):
        give(f"r-{number}", "register", player=f"player-{number:03}")
        give(f"i-{number}", "check_in", player=f"player-{number:03}", seat={"table": 1, "seat": number})
    give("start", "start")
    return give


def of_day(door: Door, day: str) -> Heard:
    return door.get(f"/v1/clubs/{CLUB}/counter", {"day": day})


def test_fee_5_a_tournament_shows_what_was_expected_taken_and_is_open(give: Any, door: Door, path: str) -> None:
    seen = door.get(f"{path}/events").body["events"][-1]["seq"]
    give("s-1", "settle", player="player-001", amount=PRICE, method="card", seen=seen)
    shown = door.get(f"{path}/counter").body
    assert (shown["opening"], shown["expected"], shown["settled"], shown["open"]) == (0, 2 * PRICE, PRICE, PRICE)
    assert (shown["rake"], shown["funds"]) == (2 * (PRICE - 50), [{"fund": "league_pool", "amount": 100}])
    assert shown["players"] == [
        {"player": "player-002", "name": None, "open": PRICE, "due": 0, "refund_due": 0},
    ]
    assert shown["next"] is None
    [desk] = shown["desks"]
    assert (desk["method"], desk["settlements"], desk["taken"], desk["net"]) == ("card", 1, PRICE, PRICE)
    give("v-1", "void_settlement", settlement=1, reason="not_paid")
    [desk] = door.get(f"{path}/counter").body["desks"]
    assert (desk["taken"], desk["voided"], desk["net"]) == (PRICE, PRICE, 0)


def test_api_6_those_who_owe_are_listed_in_pages(give: Any, door: Door, path: str) -> None:
    first = door.get(f"{path}/counter", {"limit": "1"}).body
    rest = door.get(f"{path}/counter", {"limit": "1", "after": first["next"]}).body
    assert [of["player"] for of in (*first["players"], *rest["players"])] == ["player-001", "player-002"]
    assert door.get(f"{path}/counter", {"after": rest["next"]}).body["players"] == []
    assert (first["open"], rest["open"]) == (2 * PRICE, 2 * PRICE)


def test_fee_5_a_day_shows_the_tournaments_of_the_day(give: Any, door: Door, path: str) -> None:
    days = {day: of_day(door, day).body for day in ("2026-11-28", "2026-11-29")}
    assert days["2026-11-28"]["tournaments"] == []
    [shown] = days["2026-11-29"]["tournaments"]
    assert (shown["expected"], shown["settled"], shown["open"]) == (2 * PRICE, 0, 2 * PRICE)


@pytest.mark.parametrize("day", ["2026-02-30", "tomorrow", ""])
def test_fee_5_a_day_that_is_none_is_refused(give: Any, door: Door, day: str) -> None:
    assert of_day(door, day).status == 422


def test_fee_5_the_counter_is_for_those_who_stand_at_it(give: Any, door: Door, path: str) -> None:
    stranger = Door(sub="somebody-else")
    assert stranger.get(f"{path}/counter").status == 404
    assert of_day(stranger, "2026-11-29").status == 404


def test_fee_1_each_purchase_is_shown_with_its_parts_and_who_did_it(give: Any, door: Door, path: str) -> None:
    give("b-1", "rebuy", player="player-001")
    give("v-1", "void_entry", player="player-002", reason="mistake")
    events = {event["event"]["kind"]: event["seq"] for event in door.get(f"{path}/events").body["events"]}
    first = door.get(f"{path}/operations", {"limit": "2"}).body
    assert [(of["number"], of["kind"], of["player"], of["price"], of["struck_by"]) for of in first["operations"]] == [
        (1, "buy_in", "player-001", PRICE, None),
        (2, "buy_in", "player-002", PRICE, events["entry_voided"]),
    ]
    bought = first["operations"][0]
    assert (bought["actor"], bought["seq"], bought["at"]) == (
        "floor-1",
        events["field_seated"],
        "2026-11-29T18:00:00.000000Z",
    )
    assert (bought["chips"], bought["pool"], bought["bounty"], bought["rake"]) == (10_000, 0, 0, 1_450)
    assert bought["funds"] == [{"fund": "league_pool", "amount": 50}]
    rest = door.get(f"{path}/operations", {"after": str(first["next"])}).body
    assert [(of["kind"], of["price"], of["actor"]) for of in rest["operations"]] == [("rebuy", 500, "floor-1")]
    assert rest["next"] is None
    own = door.get(f"{path}/operations", {"player": "player-001"}).body["operations"]
    assert [of["number"] for of in own] == [1, 3]


def test_fee_3_each_settlement_is_shown_and_one_taken_back_is_marked(give: Any, door: Door, path: str) -> None:
    seen = door.get(f"{path}/events").body["events"][-1]["seq"]
    for number in (1, 2):
        receipt = f"A-{number}"
        give(
            f"s-{number}",
            "settle",
            player=f"player-00{number}",
            amount=PRICE,
            method="card",
            seen=seen,
            receipt=receipt,
        )
    give("v-1", "void_settlement", settlement=1, reason="not_paid")
    first = door.get(f"{path}/payments", {"limit": "1"}).body
    [paid] = first["payments"]
    assert (paid["kind"], paid["number"], paid["amount"], paid["actor"], paid["receipt"]) == (
        "settlement",
        1,
        PRICE,
        "floor-1",
        "A-1",
    )
    assert (paid["voided_by"], paid["reason"], paid["shares"]) == (
        seen + 3,
        "not_paid",
        [{"entry": 1, "amount": PRICE}],
    )
    [other] = door.get(f"{path}/payments", {"after": str(first["next"])}).body["payments"]
    assert (other["player"], other["voided_by"]) == ("player-002", None)
    assert door.get(f"{path}/payments", {"player": "player-009"}).body["payments"] == []


@pytest.mark.parametrize("of", ["operations", "payments"])
def test_fee_1_what_was_bought_and_paid_is_for_those_at_the_counter(give: Any, path: str, of: str) -> None:
    assert Door(sub="somebody-else").get(f"{path}/{of}").status == 404
    assert Door(sub="dealer-1").get(f"{path}/{of}").status == 403
    assert Door(sub="cashier-1").get(f"{path}/{of}").status == 200


def test_fee_5_the_club_says_when_its_day_ends(give: Any, door: Door, path: str, watch: Watch) -> None:
    seen = door.get(f"{path}/events").body["events"][-1]["seq"]
    watch.now = datetime(2026, 11, 30, 1, 30, tzinfo=UTC)
    give("s-1", "settle", player="player-001", amount=PRICE, method="cash", seen=seen)

    def settled() -> list[int]:
        days = [of_day(door, day).body for day in ("2026-11-29", "2026-11-30")]
        return [sum(of["settled"] for of in day["totals"]) for day in days]

    assert settled() == [PRICE, 0]
    owner = door.as_("owner-1")
    put = owner.put(f"/v1/clubs/{CLUB}/day", {"day_ends": "01:00"})
    assert (put.status, put.body) == (200, {"club": CLUB, "day_ends": "01:00"})
    assert settled() == [0, PRICE]
    shown = of_day(door, "2026-11-30").body
    assert (shown["begins"], shown["ends"]) == ("2026-11-30T01:00:00.000000Z", "2026-12-01T01:00:00.000000Z")


def test_fee_5_only_an_owner_says_when_the_day_ends(door: Door) -> None:
    for sub, status in (("floor-1", 403), ("cashier-1", 403), ("somebody-else", 404)):
        assert door.as_(sub).put(f"/v1/clubs/{CLUB}/day", {"day_ends": "05:00"}).status == status
    for wrong in ("24:00", "6:00", "06:00:00", ""):
        assert door.as_("owner-1").put(f"/v1/clubs/{CLUB}/day", {"day_ends": wrong}).status == 422


def test_fee_5_a_day_adds_its_tournaments_up_by_method_and_cashier(give: Any, door: Door, house: House) -> None:
    """Two tournaments of one currency and one of another; two desks."""
    expected = Counter[tuple[str, str, str]]()
    for number, currency in enumerate(("EUR", "EUR", "USD"), start=1):
        terms = SETTINGS | {"prices": {"buy_in": PRICE, "currency": currency}}
        opened = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": f"more-{number}", "settings": terms})
        where = f"/v1/clubs/{CLUB}/tournaments/{opened.body['tournament']}"

        def ask(who: Door, kind: str, where: str = where, number: int = number, **fields: Any) -> Heard:
            body = {"command_id": f"{number}-{kind}-{fields.get('player', '')}", "command": {"kind": kind, **fields}}
            answer = who.post(f"{where}/commands", body)
            assert answer.status == 200, answer.text
            return answer

        ask(door, "open_registration")
        for player in (1, 2):
            ask(door, "register", player=f"guest-{number}{player}")
            ask(door, "check_in", player=f"guest-{number}{player}", seat={"table": 1, "seat": player})
        ask(door, "start")
        seen = door.get(f"{where}/events").body["events"][-1]["seq"]
        for player, desk, method in ((1, "cashier-1", "cash"), (2, "floor-1", "card")):
            paid = {"player": f"guest-{number}{player}", "amount": PRICE, "method": method, "seen": seen}
            ask(door.as_(desk), "settle", **paid)
            expected[currency, method, desk] += PRICE
    shown = of_day(door, "2026-11-29").body
    assert len(shown["tournaments"]) == 4
    totals = {of["currency"]: of for of in shown["totals"]}
    assert {
        (of["currency"], desk["method"], desk["cashier"]): desk["net"] for of in shown["totals"] for desk in of["desks"]
    } == expected
    assert (totals["EUR"]["expected"], totals["EUR"]["settled"], totals["EUR"]["open"]) == (9_000, 6_000, 3_000)
    assert (totals["USD"]["expected"], totals["USD"]["settled"], totals["USD"]["open"]) == (3_000, 3_000, 0)


def test_fee_5_a_days_report_reads_the_tournaments_of_the_day_and_no_others(
    give: Any, door: Door, house: House, watch: Watch
) -> None:
    """However many the club has had: who asks, the club, two dates, the heads, and each journal in one piece."""
    for number in range(25):
        terms = SETTINGS | {"starts_at": "2026-12-01T19:00:00Z"}
        body = {"command_id": f"t-{number}", "settings": terms}
        assert door.post(f"/v1/clubs/{CLUB}/tournaments", body).status == 201
    reads = Counter[str]()
    dynamodb().meta.events.register("before-call.dynamodb", lambda model, **_: reads.update([model.name]))
    assert len(of_day(door, "2026-11-29").body["tournaments"]) == 1
    assert reads == {"GetItem": 2, "BatchGetItem": 1, "Query": 2 + 1}
    reads.clear()
    assert of_day(door, "2026-12-01").body["tournaments"] == []
    assert reads == {"GetItem": 2, "Query": 2}


def test_fee_5_a_debt_of_yesterday_is_shown_again_on_the_day_on_which_it_is_paid(
    give: Any, door: Door, path: str, watch: Watch
) -> None:
    seen = door.get(f"{path}/events").body["events"][-1]["seq"]
    watch.now = datetime(2026, 12, 2, 5, 59, tzinfo=UTC)
    give("s-1", "settle", player="player-001", amount=PRICE, method="cash", seen=seen)
    shown = {day: of_day(door, day).body["tournaments"] for day in ("2026-11-30", "2026-12-01", "2026-12-02")}
    assert [len(tournaments) for tournaments in shown.values()] == [0, 1, 0]
    [late] = shown["2026-12-01"]
    assert (late["opening"], late["expected"], late["settled"], late["open"]) == (2 * PRICE, 0, PRICE, PRICE)
