"""The worker as a function: the Temporal server calls it in the emulator, and a short evening is played on it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.times import to_text
from infra.processes import wait_until
from infra.seed import CLUB, Seed
from tests.support.stack import Stack, running

PLAYERS = ("player-101", "player-102", "player-103")

SETTINGS = {
    "title": "Three players",
    "profile": "tda-2024-v1",
    "structure": {
        "name": "two levels",
        "items": [
            {"kind": "level", "small_blind": 100, "big_blind": 200, "seconds": 1},
            {"kind": "level", "small_blind": 200, "big_blind": 400, "seconds": 1200},
        ],
    },
    "starting_stack": 10_000,
    "minimum_players": 2,
}


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running(tmp_path_factory.mktemp("function"), worker_kind="lambda", checked=True) as started:
        yield started


def test_an_evening_is_played_on_a_worker_that_nobody_started(stack: Stack) -> None:
    assert [program.name for program in stack.local.started] == ["emulator", "temporal"]
    club = Seed(api=stack.api, accounts=stack.accounts).evening(datetime.now(UTC))
    floor, path = club.floor.token, f"/v1/clubs/{CLUB}/tournaments"
    asked = SETTINGS | {"starts_at": to_text(datetime.now(UTC) + timedelta(hours=1))}
    opened = stack.api.post(path, {"command_id": "three", "settings": asked}, token=floor)
    assert opened.status in {201, 202}
    path = f"{path}/{opened.body['tournament']}"

    def head() -> dict[str, Any]:
        answer = stack.api.get(path, token=floor)
        return answer.body if answer.status == 200 else {"status": None, "clock": None}

    def command(kind: str, command_id: str, **more: Any) -> None:
        body = {"command_id": command_id, "command": {"kind": kind, **more}}
        answer = stack.api.post(f"{path}/commands", body, token=floor)
        assert answer.status == 200, answer

    wait_until(lambda: head()["status"] == "draft", within=20, what="the draft was there")
    command("open_registration", "publish")
    for player in PLAYERS:
        command("register", f"register-{player}", player=player)
        command("check_in", f"check-in-{player}", player=player)
    command("start", "start")
    wait_until(lambda: head()["drawn"], within=10, what="the field was drawn")
    wait_until(lambda: head()["clock"]["level"] == 2, within=10, what="level 1 ended by itself")
    command("record_knockout", "first", player=PLAYERS[2], killers=[PLAYERS[0]])
    command("record_knockout", "second", player=PLAYERS[1], killers=[PLAYERS[0]])
    command("finish", "finish")
    assert head()["status"] == "finished"
