"""A night with a guaranteed pool over HTTP: clock, live ranking, a tie across the bubble, versions of the results."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.times import to_text
from infra.processes import wait_until
from tests.e2e.test_door import Floor, opened
from tests.support.door import SETTINGS
from tests.support.stack import Stack


@dataclass(kw_only=True)
class Night:
    """Six at a table, of whom the third has a phone; 10.00 each, and 70.01 are guaranteed."""

    floor: Floor
    players: list[str]

    @property
    def phone(self) -> str:
        return self.players[2]

    def seen(self, part: str = "") -> dict[str, Any]:
        """Return what the phone shows of the tournament."""
        answer = self.floor.stack.api.get(
            f"/v1/tournaments/{self.floor.tournament}{part}", token=self.floor.tokens["player"]
        )
        assert answer.status == 200, answer.body
        body: dict[str, Any] = answer.body
        return body

    def paid(self, version: int) -> None:
        """Wait until this version of the results is on record, and all that they bring is credited."""

        def there() -> bool:
            head = self.floor.get().body
            payouts = head["payouts"] or {"owed": None, "credited": 0}
            return (
                head["status"] == "finished"
                and head["results_version"] == version
                and bool(payouts["owed"] == payouts["credited"])
            )

        wait_until(there, within=60, what=f"version {version} is paid")

    def lines(self) -> list[tuple[int, str, int | None]]:
        """Return place, player and prize of each line that the phone shows."""
        return [(line["place"], line["player"], line["prize"]) for line in self.seen("/places")["places"]]


@pytest.fixture
def night(stack: Stack) -> Night:
    floor = opened(stack)
    settings = {
        **SETTINGS,
        "starts_at": to_text(datetime.now(UTC) + timedelta(hours=1)),
        "profile": "tda-2024-v1",
        "windows": {},
        "prices": {"buy_in": 1_000},
        "payouts": [5_000, 3_000, 2_000],
        "pool": {"guarantee": 7_001},
        "prizes": {
            "lines": [{"place": 1, "text": "Cup"}, {"place": 2, "text": "Silver"}, {"place": 3, "text": "Bronze"}]
        },
    }
    floor.done("edit_settings", version=1, settings=settings)
    floor.done("open_registration")
    phone = floor.stack.account(f"{floor.club}-phone")
    floor.tokens["player"] = phone.token
    players = ["player-001", "player-002", phone.sub, "player-004", "player-005", "player-006"]
    for seat, player in enumerate(players, 1):
        floor.done("register", player=player)
        floor.done("check_in", player=player, seat={"table": 1, "seat": seat})
    floor.done("start")
    return Night(floor=floor, players=players)


def test_prz_5_a_guaranteed_night_is_paid_read_and_corrected(night: Night) -> None:
    shown_on_the_way(night)
    tied_across_the_bubble(night)
    corrected(night)


def shown_on_the_way(night: Night) -> None:
    """PRZ-3, PRZ-5: clock and live ranking, for a player."""
    clock = night.seen("/clock")
    assert {name: clock["pool"][name] for name in ("amount", "contributions", "guarantee", "overlay")} == {
        "amount": 7_001,
        "contributions": 6_000,
        "guarantee": 7_001,
        "overlay": 1_001,
    }
    assert clock["pool"]["amounts"] == [3_501, 2_100, 1_400]
    assert (clock["prizes"]["places_paid"], clock["prizes"]["busts_to_go"]) == (3, 3)
    refused = night.floor.give("withdraw_guarantee")
    assert (refused.status, refused.body["rule"]) == (409, "PRZ-5")
    for number in (6, 5):
        night.floor.done("record_knockout", player=night.players[number - 1], killers=["player-001"])
    shown = night.seen("/places")
    assert (shown["provisional"], shown["left"]) == (True, 4)
    assert night.lines() == [(5, "player-005", None), (6, "player-006", None)]
    prizes = night.seen("/clock")["prizes"]
    assert (prizes["on_the_bubble"], prizes["next"]) == (True, {"place": 4, "amount": 0, "lines": []})


def tied_across_the_bubble(night: Night) -> None:
    """PRZ-6, PRZ-1: two go out in one hand with equal stacks, share what third place pays, and a lot has the bronze."""
    busts = [{"player": player, "stack": 400, "killers": ["player-001"]} for player in night.players[2:4]]
    night.floor.done("record_knockout_group", busts=busts)
    assert night.seen("/clock")["prizes"]["next"] == {"place": 2, "amount": 2_100, "lines": ["Silver"]}
    night.floor.done("record_knockout", player="player-002", killers=["player-001"])
    night.floor.done("finish")
    night.paid(version=1)
    shown = night.seen("/places")
    assert (shown["provisional"], shown["version"], shown["left"]) == (False, 1, 0)
    tied = sorted([(3, night.phone, 700), (3, "player-004", 700)], key=lambda line: night.players.index(line[1]))
    assert night.lines() == [
        (1, "player-001", 3_501),
        (2, "player-002", 2_100),
        *tied,
        (5, "player-005", None),
        (6, "player-006", None),
    ]
    won = [[line["text"] for line in each["won"]] for each in shown["places"]]
    assert won[:2] == [["Cup"], ["Silver"]]
    assert sorted(won[2:4]) == [[], ["Bronze"]]
    (mine,) = night.seen("/me")["entries"]
    assert (mine["place"], mine["prize"], [line["text"] for line in mine["won"]]) == (3, 700, won[2])


def corrected(night: Night) -> None:
    """AUD-5, LIFE-11: an entry struck after the end makes a second version; the first one stays on record.

    Who tied before is drawn for no second time: the lot's first has the better of the two places again.
    """
    first = [bool(each["won"]) for each in night.seen("/places")["places"][2:4]]
    seen = night.floor.get().body["seq"]
    night.floor.done("void_entry", player="player-002", reason="wrong_player", seen=seen)
    night.paid(version=2)
    shown = night.seen("/places")
    assert shown["version"] == 2
    assert night.lines()[:3] == [(1, "player-001", 3_501), (2, night.phone, 1_750), (2, "player-004", 1_750)]
    won = [[line["text"] for line in each["won"]] for each in shown["places"][1:3]]
    assert won == [["Silver"] if better else ["Bronze"] for better in first]
    credited = night.floor.get("/credits", role="cashier").body
    assert (credited["total"], credited["owed"]) == (7_001, 7_001)
    kinds = [event["event"]["kind"] for event in night.floor.get("/events?after=0").body["events"]]
    assert kinds.count("results_recorded") == kinds.count("prizes_recorded") == 2
