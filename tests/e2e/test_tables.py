"""A night at three tables over HTTP: hands, breaks, proposals, moves as promises, and draws that anybody can check."""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from domain.times import to_text
from infra.api import Answer
from tests.e2e.test_door import Floor, ended, opened
from tests.support.door import SETTINGS
from tests.support.stack import Stack

OTHERS = [f"player-{number:03}" for number in range(2, 14)]


@dataclass(kw_only=True)
class Room:
    """A running tournament at three tables of five, five and three; the first of its players has a phone."""

    floor: Floor
    players: list[str]

    @property
    def phone(self) -> str:
        return self.players[0]

    def mine(self) -> dict[str, Any]:
        """Return what the phone shows."""
        answer = self.floor.stack.api.get(
            f"/v1/tournaments/{self.floor.tournament}/me", token=self.floor.tokens["player"]
        )
        entry: dict[str, Any] = answer.body["entries"][0]
        return entry


@pytest.fixture
def room(stack: Stack) -> Room:
    floor = opened(stack)
    starts_at = to_text(datetime.now(UTC) + timedelta(hours=1))
    settings = {
        **SETTINGS,
        "starts_at": starts_at,
        "profile": "tda-2024-v1",
        "bounty": "none",
        "windows": {},
        "tables": 3,
    }
    floor.done("edit_settings", version=1, settings=settings)
    floor.done("open_registration")
    phone = floor.stack.account(f"{floor.club}-phone")
    floor.tokens["player"] = phone.token
    players = [phone.sub, *OTHERS]
    for number, name in enumerate(players):
        table, seat = divmod(number, 5)
        floor.done("register", player=name)
        floor.done("check_in", player=name, seat={"table": table + 1, "seat": seat + 1})
    floor.done("start")
    return Room(floor=floor, players=players)


def tables(floor: Floor) -> dict[int, dict[int, str]]:
    """Return who sits where, by table and seat."""
    return {
        row["table"]: {seat["seat"]: seat["player"] for seat in row["seats"]}
        for row in floor.get("/tables").body["tables"]
    }


def kinds(answer: Any) -> list[str]:
    return [recorded["event"]["kind"] for recorded in answer.body["events"]]


def test_a_night_at_three_tables(room: Room, tmp_path: Path) -> None:
    queued_to_the_end_of_the_hand(room)
    broken_from_two_tablets(room.floor)
    proposed_and_confirmed(room.floor)
    drawn_again_from_the_export(room.floor, tmp_path)


def queued_to_the_end_of_the_hand(room: Room) -> None:
    """SEAT-4, SEAT-11: who is in a hand moves when it is over; phone, list and paper know of it."""
    floor = room.floor
    floor.done("set_button", table=1, button=1)
    assert kinds(floor.give("start_hand", table=1, role="dealer")) == ["hand_started"]
    to = {"table": 3, "seat": 9}
    moved = floor.done("move_player", player=room.phone, leaving={"table": 1, "seat": 1}, to=to)
    assert kinds(moved) == ["move_queued"]
    assert tables(floor)[1][1] == room.phone
    taken = floor.give("move_player", player=room.players[6], leaving={"table": 2, "seat": 2}, to=to)
    assert (taken.status, taken.body["rule"]) == (409, "SEAT-4")
    assert kinds(floor.give("end_hand", table=1, role="dealer"))[:2] == ["hand_ended", "player_moved"]
    assert tables(floor)[3][9] == room.phone
    assert (room.mine()["table"], room.mine()["move"]["status"]) == (3, "called")
    listed = floor.get("/moves").body["moves"]
    assert [move["player"] for move in listed] == [room.phone]
    assert room.phone in str(floor.get("/moves.txt").body)
    floor.done("confirm_arrival", player=room.phone)
    assert floor.get("/moves").body["moves"] == []


def broken_from_two_tablets(floor: Floor) -> None:
    """SEAT-7, B-024: two tablets break table 3 at once; one draw, one seat for everybody, nobody sits there again."""
    before = {player for seats in tables(floor).values() for player in seats.values()}

    def breaks(tablet: int) -> Answer:
        return floor.give("break_table", command_id=f"break-{tablet}", table=3)

    with ThreadPoolExecutor(max_workers=2) as tablets:
        answers = list(tablets.map(breaks, range(2)))
    assert [answer.status for answer in answers] == [200, 200]
    assert sorted(kinds(answer).count("table_broken") for answer in answers) == [0, 1]
    after = tables(floor)
    assert {player for seats in after.values() for player in seats.values()} == before
    assert sorted(len(seats) for seats in after.values()) == [0, 6, 7]
    assert after[3] == {}


def proposed_and_confirmed(floor: Floor) -> None:
    """SEAT-5: who is next big blind is named as soon as the buttons are known; a proposal is confirmed once."""
    short, full = sorted((1, 2), key=lambda table: len(tables(floor)[table]))
    for seat in sorted(tables(floor)[short])[:2]:
        seats = tables(floor)[short]
        floor.done("record_knockout", player=seats[seat], killers=[seats[max(seats)]])
    proposal = floor.get().body["proposal"]
    assert (proposal["about"], proposal["unnamed"]) == ("balance", "button_unknown")
    assert [move["player"] for move in proposal["moves"]] == [None]
    for table in (short, full):
        button, small_blind, big_blind = sorted(tables(floor)[table])[:3]
        floor.done("set_button", table=table, button=button, small_blind=small_blind, big_blind=big_blind)
    next_big_blind = tables(floor)[full][sorted(tables(floor)[full])[3]]
    proposal = floor.get().body["proposal"]
    [move] = proposal["moves"]
    assert (proposal["unnamed"], move["player"]) == (None, next_big_blind)
    done = floor.done("confirm_proposal", proposal=proposal["proposal"])
    assert "player_moved" in kinds(done)
    assert tables(floor)[move["to_table"]][move["to_seat"]] == next_big_blind
    again = floor.give("confirm_proposal", proposal=proposal["proposal"])
    assert (again.status, again.body["rule"]) == (409, "SEAT-5")


def drawn_again_from_the_export(floor: Floor, folder: Path) -> None:
    """SEAT-10, OPS-2: once the seed is out, a command draws every lot of the export again; a changed one is named."""
    sitting = [player for seats in tables(floor).values() for player in seats.values()]
    stacks = [{"player": player, "chips": 1000 + number} for number, player in enumerate(sitting)]
    floor.done("finish", confirm=True, stacks=stacks)
    asyncio.run(ended(floor))
    journal = folder / "journal.jsonl"
    journal.write_text(str(floor.get("/export").body), encoding="utf-8")
    checked = drawn_again(journal)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert {lot["kind"] for lot in json.loads(checked.stdout)["lots"]} >= {"buttons_drawn", "table_broken"}
    rows = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    broken = next(row for row in rows if json.loads(row["text"])["event"]["kind"] == "table_broken")
    told = json.loads(broken["text"])
    told["event"]["moves"][0][2], told["event"]["moves"][1][2] = (
        told["event"]["moves"][1][2],
        told["event"]["moves"][0][2],
    )
    told["event"]["moves"][0][3], told["event"]["moves"][1][3] = (
        told["event"]["moves"][1][3],
        told["event"]["moves"][0][3],
    )
    broken["text"] = json.dumps(told, sort_keys=True, separators=(",", ":"))
    journal.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert drawn_again(journal).returncode == 1


def drawn_again(journal: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "infra.cli", "verify-draws", str(journal), "--json"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
