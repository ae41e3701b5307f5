"""Payouts held and released over HTTP, seen by who may see them, and a ledger that has lost what is on record."""

from datetime import UTC, datetime, timedelta
from typing import Any

from domain.times import to_text
from infra import credits as ledger
from infra.processes import wait_until
from tests.e2e.test_door import Floor, opened
from tests.support.door import SETTINGS
from tests.support.emulator import Aws
from tests.support.stack import Stack

PRICE = 1_500


def mine(floor: Floor) -> Any:
    """Return what the winner sees on his phone."""
    return floor.stack.api.get(f"/v1/tournaments/{floor.tournament}/me/credits", token=floor.tokens["winner"])


def status(floor: Floor) -> str:
    return str(floor.get().body["status"])


def pool_of_four(stack: Stack) -> Floor:
    """Return a tournament for 60.00 in two places, its registration open."""
    floor = opened(stack)
    settings = {
        **SETTINGS,
        "starts_at": to_text(datetime.now(UTC) + timedelta(hours=1)),
        "profile": "tda-2024-v1",
        "windows": {},
        "prices": {"buy_in": PRICE},
        "payouts": [7_000, 3_000],
    }
    floor.done("edit_settings", version=1, settings=settings)
    floor.done("open_registration")
    return floor


def test_prz_8_a_cashier_holds_the_payouts_the_floor_releases_them_and_everybody_sees_his_part(stack: Stack) -> None:
    floor = pool_of_four(stack)
    winner = stack.account(f"{floor.club}-winner")
    floor.tokens["winner"] = winner.token
    for seat, player in enumerate((winner.sub, "player-2", "player-3", "player-4"), 1):
        floor.done("register", player=player)
        floor.done("check_in", player=player, seat={"table": 1, "seat": seat})
    floor.done("start")
    assert floor.give("hold_payouts", role="dealer", reason="integrity").status == 403
    assert floor.give("hold_payouts", role="cashier", reason="integrity").status == 200
    for player in ("player-4", "player-3", "player-2"):
        floor.done("record_knockout", player=player, killers=[winner.sub])
    floor.done("finish")
    assert (status(floor), mine(floor).body["credits"]) == ("prizes_pending", [])
    assert floor.get("/credits", role="dealer").status == 403
    shown = floor.get("/credits", role="cashier").body
    assert (shown["held"], shown["owed"], shown["total"], shown["credits"]) == ("integrity", 4 * PRICE, 0, [])

    assert floor.give("release_payouts", role="cashier", reason="unfounded").status == 403
    floor.done("release_payouts", reason="unfounded")
    wait_until(lambda: status(floor) == "finished", within=60, what="the prizes are credited")
    shown = floor.get("/credits", role="cashier").body
    lines = [(line["player"], line["amount"], line["reason"]) for line in shown["credits"]]
    assert sorted(lines) == sorted([(winner.sub, 4_200, "prize"), ("player-2", 1_800, "prize")])
    assert (mine(floor).body["total"], [line["version"] for line in mine(floor).body["credits"]]) == (4_200, [1])

    lost_and_brought_back(floor)


def lost_and_brought_back(floor: Floor) -> None:
    """PRZ-7: a store that has lost the ledger says so, and operators bring it back from the record."""
    local = floor.stack.local
    aws = Aws(url=local.aws.endpoint, account=local.aws.credentials["AWS_ACCESS_KEY_ID"])
    client, table = aws.dynamodb(), local.outputs["ClubTable"]
    (row,) = [
        {name: item[name] for name in ("pk", "sk")}
        for item in aws.rows(table)
        if item["pk"]["S"] == f"T#{floor.tournament}#CRED" and item["kind"]["S"] == "credits"
    ]
    client.delete_item(TableName=table, Key=row)
    assert (floor.get("/credits").status, mine(floor).status) == (503, 503)
    found = ledger.check(client, table, floor.tournament)
    assert ([line.standing for line in found.versions], found.owed, found.held) == (["missing"], 4 * PRICE, 0)
    assert ledger.mend(client, table, floor.tournament) == (1,)
    assert ledger.check(client, table, floor.tournament).sound
    assert (floor.get("/credits").body["total"], mine(floor).body["total"]) == (4 * PRICE, 4_200)
