"""What the counter is told of a tournament and of a club's day (FEE-5, FEE-7)."""

from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, Heard, House, Watch

PRICE = 1_500


@pytest.fixture
def tournament(house: House, door: Door) -> str:
    """A draft that costs something."""
    terms = SETTINGS | {"prices": {"buy_in": PRICE}}
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
    assert shown["debts"] == [{"player": "player-002", "name": None, "amount": PRICE}]
    assert shown["refunds"] == []
    [desk] = shown["desks"]
    assert (desk["method"], desk["settlements"], desk["taken"], desk["net"]) == ("card", 1, PRICE, PRICE)
    give("v-1", "void_settlement", settlement=1, reason="not_paid")
    [desk] = door.get(f"{path}/counter").body["desks"]
    assert (desk["taken"], desk["voided"], desk["net"]) == (PRICE, PRICE, 0)


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
