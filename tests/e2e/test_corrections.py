"""A night is over and its last hand was taken down the wrong way round: looked at, put right, paid right, over HTTP."""

import asyncio
from typing import Any

from infra.processes import wait_until
from tests.e2e.test_bounties import seated
from tests.e2e.test_door import Floor, ended
from tests.support.stack import Stack


def asked(floor: Floor, kind: str, **body: Any) -> Any:
    """Give a command of the floor and return its answer's body."""
    answer = floor.give(kind, **body)
    assert answer.status == 200, answer.body
    return answer.body


def moved(rows: list[dict[str, Any]]) -> dict[str, tuple[Any, Any]]:
    """Return (before, after) by the last three letters of the player's id; the one with a phone is `one`."""
    return {_short(row["player"]): (row["before"], row["after"]) for row in rows}


def _short(player: str) -> str:
    return player[-3:] if player.startswith("player-") else "one"


def credited(floor: Floor) -> list[tuple[int, str, int, str]]:
    """Return the ledger's rows: version, player, amount, reason."""
    rows = floor.get("/credits", role="cashier").body["credits"]
    return sorted((row["version"], _short(row["player"]), row["amount"], row["reason"]) for row in rows)


def test_aud_5_a_finished_night_is_looked_at_put_right_and_paid_right(stack: Stack) -> None:
    prices = {"buy_in": 3_000, "parts": {"buy_in": {"bounty": 1_000}}}
    floor = seated(stack, 4, bounty="pko", prices=prices, payouts=[5_000, 3_000, 2_000])
    one = floor.stack.api.get(f"/v1/tournaments/{floor.tournament}/me", token=floor.tokens["player"]).body
    phone = str(one["entries"][0]["player"])
    floor.done("record_knockout", player="player-004", killers=["player-002"])
    floor.done("record_knockout", player="player-003", killers=["player-002"])
    floor.done("record_knockout", player="player-002", killers=[phone])
    floor.done("finish")
    asyncio.run(ended(floor))
    first = [(1, "002", 3_400, "prize"), (1, "003", 1_600, "prize"), (1, "one", 7_000, "prize")]
    assert credited(floor) == first

    right: dict[str, Any] = {"knockout": 3, "player": phone, "killers": ["player-002"], "reason": "misheard"}
    unseen = floor.give("correct_bust", **right)
    assert (unseen.status, unseen.body["rule"], unseen.body["data"]) == (409, "AUD-5", {"field": "seen"})
    assert floor.give("correct_bust", role="dealer", preview=True, **right).status == 403

    looked = asked(floor, "correct_bust", preview=True, **right)
    told = looked["consequences"]
    assert (looked["events"], looked["outcome"]["note"]) == ([], "a preview: nothing has changed")
    assert moved(told["places"]) == {"one": (1, 2), "002": (2, 1)}
    assert moved(told["prizes"]) == {"one": (4_000, 2_400), "002": (2_400, 4_000)}
    assert moved(told["credits"]) == {"one": ("1", None), "002": ("2", "3")}
    assert moved(told["won"]) == {"one": (3_000, None), "002": (1_000, 4_000)}
    assert {_short(row["player"]): row["amount"] for row in told["ledger"]} == {"one": -4_600, "002": 4_600}
    assert floor.get().body["results_version"] == 1
    assert credited(floor) == first

    done = asked(floor, "correct_bust", seen=told["seen"], **right)
    assert done["consequences"] == told
    kinds = [line["event"]["kind"] for line in done["events"]]
    assert kinds == ["bust_corrected", "results_recorded", "prizes_recorded"]
    wait_until(lambda: len(credited(floor)) > len(first), within=60, what="the ledger is brought to what is owed")
    assert credited(floor) == [*first, (2, "002", 4_600, "correction"), (2, "one", -4_600, "correction")]
    shown = floor.get().body
    assert (shown["status"], shown["results_version"]) == ("finished", 2)
    placed = {_short(row["player"]): (row["place"], row["prize"]) for row in floor.get("/entries").body["entries"]}
    assert placed == {"002": (1, 4_000), "one": (2, 2_400), "003": (3, 1_600), "004": (4, None)}

    versions = [floor.get(f"/results/{number}").body for number in (1, 2)]
    assert [each["events"][0]["event"]["places"][:2] for each in versions] == [[[1, 1], [2, 2]], [[1, 2], [2, 1]]]
    assert [each["last"] for each in versions] == [2, 2]

    stale = floor.give("correct_bust", seen=told["seen"], **right)
    assert (stale.status, stale.body["type"]) == (409, "urn:shuffleup:same_player")
    late = floor.give("correct_killers", knockout=1, killers=["player-003"], reason="ruling", seen=told["seen"])
    assert (late.status, late.body["type"]) == (409, "urn:shuffleup:changed_since")
    asyncio.run(ended(floor))
