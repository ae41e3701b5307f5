"""A night of heads and a night of envelopes over HTTP: what is taken, drawn, taken back, paid, and drawn once more."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from domain.times import to_text
from tests.e2e.test_door import Floor, ended, opened
from tests.e2e.test_tables import drawn_again
from tests.support.door import SETTINGS
from tests.support.stack import Stack


def seated(stack: Stack, players: int, **terms: Any) -> Floor:
    """Return a running tournament of a house that pays money; its first player has a phone and is P1 here."""
    floor = opened(stack)
    settings = {
        **SETTINGS,
        "starts_at": to_text(datetime.now(UTC) + timedelta(hours=1)),
        "profile": "tda-2024-v1",
        "no_show": "drop",
        "windows": {},
        "minimum_players": 2,
        **terms,
    }
    floor.done("edit_settings", version=1, settings=settings)
    floor.done("open_registration")
    phone = floor.stack.account(f"{floor.club}-phone")
    floor.tokens["player"] = phone.token
    for number in range(1, players + 1):
        player = phone.sub if number == 1 else f"player-{number:03}"
        floor.done("register", player=player)
        floor.done("check_in", player=player, seat={"table": 1, "seat": number})
    floor.done("start")
    return floor


def seen_by_a_player(floor: Floor, part: str = "") -> Any:
    answer = floor.stack.api.get(f"/v1/tournaments/{floor.tournament}{part}", token=floor.tokens["player"])
    assert answer.status == 200, answer.body
    return answer.body


def heads(floor: Floor) -> dict[str, tuple[int, int]]:
    """Return what each of the others has won and has on the own head, as a player's phone shows it."""
    lines = seen_by_a_player(floor, "/knockouts")["players"]
    return {line["player"][-3:]: (line["bounty_won"], line["head"]) for line in lines if line["player"][:6] == "player"}


def test_a_night_of_progressive_heads(stack: Stack) -> None:
    """KO-4, KO-6: the first knockout is taken back after its killer's head was taken; every cent is paid out."""
    prices = {"buy_in": 5_000, "parts": {"buy_in": {"bounty": 1_001, "rake": 500}}}
    floor = seated(stack, 5, bounty="pko", prices=prices, bounties={"odd_unit": "head"})
    floor.done("record_knockout", player="player-005", killers=["player-004"], role="dealer")
    assert heads(floor) == {"002": (0, 1_001), "003": (0, 1_001), "004": (500, 1_502), "005": (0, 0)}
    floor.done("record_knockout", player="player-004", killers=["player-003", "player-002"])
    assert heads(floor) == {"003": (376, 1_377), "002": (375, 1_376), "004": (500, 0), "005": (0, 0)}
    floor.done("void_knockout", knockout=1)
    assert heads(floor) == {"003": (250, 1_252), "002": (250, 1_251), "005": (0, 1_001), "004": (0, 0)}
    [table] = [table for table in floor.get("/tables").body["tables"] if table["players"]]
    assert [(seat["seat"], seat["head"]) for seat in table["seats"]] == [(1, 1_001), (2, 1_251), (3, 1_252), (5, 1_001)]
    phone = str(seen_by_a_player(floor, "/me")["entries"][0]["player"])
    floor.done("record_knockout", player="player-005", cause="disqualified", stack=10_000)
    assert seen_by_a_player(floor)["pool"]["amount"] == 5 * 3_499 + 1_001
    for loser in ("player-003", "player-002"):
        floor.done("record_knockout", player=loser, killers=[phone])
    assert seen_by_a_player(floor)["bounties"] == {"issued": 5_005, "won": 1_751, "on_heads": 2_253, "unclaimed": 1_001}
    floor.done("finish")
    asyncio.run(ended(floor))
    credits_of_all = floor.get("/credits", role="cashier").body
    assert credits_of_all["total"] == 5 * 4_500
    mine = seen_by_a_player(floor, "/me")["entries"][0]
    assert (mine["bounty_won"], mine["head"]) == (1_251, 2_253)
    assert seen_by_a_player(floor, "/me/credits")["total"] == mine["prize"] + 1_251 + 2_253


def test_a_night_of_envelopes(stack: Stack, tmp_path: Path) -> None:
    """KO-7, B-034, SEAT-10: told when draws begin, drawn or taken back, and drawn once more by whoever wants to."""
    prices = {"buy_in": 1_000, "parts": {"buy_in": {"bounty": 300}}}
    terms = {"starts": "in_the_money"}
    floor = seated(stack, 6, bounty="mystery", prices=prices, bounties={"mystery": terms}, places_paid=4)
    for loser in ("player-006", "player-005"):
        floor.done("record_knockout", player=loser, killers=["player-002"])
    short = floor.give("set_mystery_prizes", prizes=[{"amount": 100, "count": 3}])
    assert (short.status, short.body["type"]) == (409, "urn:shuffleup:less_than_was_paid")
    floor.done("set_mystery_prizes", prizes=[{"amount": 1_000}, {"amount": 400, "count": 2}])
    assert seen_by_a_player(floor)["mystery"]["left"] == [1, 2]
    floor.done("record_knockout", player="player-004", killers=["player-002", "player-003"])
    draw_or_void(floor)
    floor.done("record_knockout", player="player-003", killers=["player-002"])
    phone = str(seen_by_a_player(floor, "/me")["entries"][0]["player"])
    floor.done("record_knockout", player=phone, killers=["player-002"])
    floor.done("finish")
    asyncio.run(ended(floor))
    shown = seen_by_a_player(floor)["mystery"]
    assert (shown["envelopes_left"], shown["paid"], shown["due"]) == (0, 1_800, [])
    assert floor.get("/credits", role="cashier").body["total"] == 6_000
    checked_and_tampered_with(floor, tmp_path / "journal.jsonl")


def draw_or_void(floor: Floor) -> None:
    """Draw and void of one knockout come at once: exactly one is done, and the envelope is opened once either way."""
    asks = [("draw_mystery", {"player": "player-002"}), ("void_knockout", {"knockout": 3})]
    with ThreadPoolExecutor(max_workers=2) as tablets:
        drawn, voided = tablets.map(lambda ask: floor.give(ask[0], **ask[1]), asks)
    assert sorted((drawn.status, voided.status)) == [200, 409]
    if voided.status == 200:
        assert drawn.body["type"] == "urn:shuffleup:no_draw"
        floor.done("record_knockout", player="player-004", killers=["player-002", "player-003"])
        floor.done("draw_mystery", player="player-002")
    else:
        assert voided.body["type"] == "urn:shuffleup:mystery_drawn"
    assert seen_by_a_player(floor)["mystery"]["envelopes_left"] == 2


def checked_and_tampered_with(floor: Floor, journal: Path) -> None:
    """Every draw of the export is drawn again, those of the finish too; an envelope that is another one is found."""
    journal.write_text(str(floor.get("/export").body), encoding="utf-8")
    checked = drawn_again(journal)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert [lot["kind"] for lot in json.loads(checked.stdout)["lots"]].count("mystery_drawn") == 3
    rows = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    row = next(row for row in rows if json.loads(row["text"])["event"]["kind"] == "mystery_drawn")
    told = json.loads(row["text"])
    told["event"]["amount"] += 1
    row["text"] = json.dumps(told, sort_keys=True, separators=(",", ":"))
    journal.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert drawn_again(journal).returncode == 1
