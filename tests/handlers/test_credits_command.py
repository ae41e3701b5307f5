"""What operators see of the ledger beside the record, and how what was lost comes back (PRZ-7, OPS-2)."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from activities.credits import Credits
from domain.journal import Credit, CreditRequest
from infra.cli import app
from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House
from tests.support.emulator import Aws


@pytest.fixture
def tournament(house: House, door: Door) -> str:
    """A draft whose prizes are a pool for two."""
    terms = SETTINGS | {
        "profile": "tda-2024-v1",
        "prices": {"buy_in": 1_500},
        "windows": {"late_registration": None},
        "payouts": [7_000, 3_000],
    }
    opened = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open-pool", "settings": terms})
    return str(opened.body["tournament"])


def play(floor: Any) -> None:
    """Have four play until one is left, and close it."""
    floor("open", "open_registration")
    for number in range(1, 5):
        floor(f"r-{number}", "register", player=f"player-{number:03}")
        floor(f"i-{number}", "check_in", player=f"player-{number:03}", seat={"table": 1, "seat": number})
    floor("start", "start")
    for number in range(2, 5):
        floor(f"k-{number}", "record_knockout", player=f"player-{number:03}", killers=["player-001"])
    assert floor("finish", "finish").status == 200


@pytest.fixture
def finished(tournament: str, floor: Any) -> str:
    """A finished tournament: 60.00 for two of four, credited."""
    play(floor)
    return tournament


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["credits", *arguments])


def lose(aws: Aws, kind: str) -> None:
    """Take the first row of a kind out of the ledger."""
    row = next(row for row in aws.rows() if row["kind"]["S"] == kind)
    aws.dynamodb().delete_item(TableName=aws.club, Key={"pk": row["pk"], "sk": row["sk"]})


def test_prz_7_a_ledger_that_is_as_recorded_and_owed_is_sound(finished: str) -> None:
    said = run(finished)
    assert said.exit_code == 0, said.output
    assert "finished: 6000 owed, 6000 in the ledger, minor units of EUR" in said.output
    told = json.loads(run(finished, "--json").output)
    assert (told["sound"], told["mended"], told["differences"]) == (True, [], [])
    assert told["versions"] == [{"version": 1, "results": 1, "players": 2, "total": 6_000, "standing": "written"}]


@pytest.mark.parametrize(("kind", "standing"), [("credits", "missing"), ("credit", "torn")])
def test_prz_7_what_a_restored_store_has_lost_is_listed_and_written_again_from_the_record(
    finished: str, store: Aws, kind: str, standing: str
) -> None:
    before = store.rows()
    lose(store, kind)
    said = run(finished, "--json")
    told = json.loads(said.output)
    assert (said.exit_code, told["sound"], told["versions"][0]["standing"]) == (1, False, standing)
    assert told["differences"] == [
        {"player": "player-001", "owed": 4_200, "recorded": 4_200, "held": 0},
        {"player": "player-004", "owed": 1_800, "recorded": 1_800, "held": 0},
    ]
    mended = run(finished, "--mend")
    assert mended.exit_code == 0, mended.output
    assert "version 1 was written again" in mended.output
    assert store.rows() == before
    assert "written again" not in run(finished, "--mend").output


def test_prz_7_a_ledger_that_is_not_as_recorded_is_shown_and_never_written_over(finished: str, store: Aws) -> None:
    for row in [row for row in store.rows() if row["kind"]["S"] in {"credit", "credits"}]:
        store.dynamodb().delete_item(TableName=store.club, Key={"pk": row["pk"], "sk": row["sk"]})
    other = CreditRequest(
        tournament=finished, version=1, results=1, credits=(Credit(player="player-002", amount=6_000, reason="prize"),)
    )
    Credits(store.dynamodb(), store.club).write(other)
    before = store.rows()
    told = json.loads(run(finished, "--json").output)
    assert told["versions"][0]["standing"] == "other"
    assert [(line["player"], line["recorded"], line["held"]) for line in told["differences"]] == [
        ("player-001", 4_200, 0),
        ("player-002", 0, 6_000),
        ("player-004", 1_800, 0),
    ]
    assert run(finished, "--mend").exit_code == 1
    assert store.rows() == before


def test_prz_7_a_version_that_the_record_does_not_know_yet_is_shown(finished: str, store: Aws) -> None:
    more = (Credit(player="player-002", amount=5, reason="correction"),)
    Credits(store.dynamodb(), store.club).write(CreditRequest(tournament=finished, version=2, results=2, credits=more))
    said = run(finished)
    assert (said.exit_code, "not on record" in said.output) == (1, True)


def test_prz_8_what_is_held_is_still_to_be_credited(tournament: str, floor: Any) -> None:
    floor("open", "open_registration")
    floor("hold", "hold_payouts", reason="integrity")
    play(floor)
    said = run(tournament)
    assert (said.exit_code, said.output.splitlines()[-1]) == (
        1,
        "prizes_pending, payouts are held (integrity): 6000 owed, 0 in the ledger, minor units of EUR",
    )


def test_prz_7_a_tournament_that_is_not_there_cannot_be_looked_at(store: Aws) -> None:
    assert run("nothing").exit_code == 2
