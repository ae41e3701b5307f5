"""The emulated store keeps its word: what was answered survives a kill (CMD-2)."""

from pathlib import Path
from typing import Any

from infra.accounts import Accounts
from infra.deploy import Emulator
from infra.emulator import Store, entries
from tests.support.stack import Stack


def row(number: int) -> dict[str, Any]:
    return {"pk": {"S": "T#t-1"}, "sk": {"S": f"{number:04}"}, "n": {"N": "0"}}


def rows(stack: Stack) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = stack.dynamodb.query(
        TableName=stack.local.outputs["ClubTable"],
        KeyConditionExpression="pk = :pk",
        ExpressionAttributeValues={":pk": {"S": "T#t-1"}},
        ConsistentRead=True,
    )["Items"]
    return items


def write(stack: Stack, number: int) -> None:
    stack.dynamodb.put_item(TableName=stack.local.outputs["ClubTable"], Item=row(number))


def add(stack: Stack, number: int) -> None:
    """Count up in a row, which makes it if need be: done twice it would show."""
    stack.dynamodb.transact_write_items(
        TransactItems=[
            {
                "Update": {
                    "TableName": stack.local.outputs["ClubTable"],
                    "Key": {"pk": {"S": "T#t-1"}, "sk": {"S": f"{number:04}"}},
                    "UpdateExpression": "ADD n :one",
                    "ExpressionAttributeValues": {":one": {"N": "1"}},
                }
            }
        ]
    )


def test_cmd_2_a_killed_store_has_every_row_that_was_answered_and_each_once(bare_stack: Stack) -> None:
    for number in range(20):
        add(bare_stack, number)
        if number == 5:
            bare_stack.local.save()
        if number == 10:
            bare_stack.kill("emulator")
            bare_stack.restart("emulator")
    bare_stack.local.save()
    bare_stack.kill("emulator")
    bare_stack.restart("emulator")
    assert [item["n"]["N"] for item in rows(bare_stack)] == ["1"] * 20


def test_an_account_and_its_token_survive_a_kill(bare_stack: Stack) -> None:
    before = bare_stack.account("player-001")
    bare_stack.kill("emulator")
    bare_stack.restart("emulator")
    after = bare_stack.accounts.sign_in("player-001")
    assert after.sub == before.sub
    # The authorizer of the gateway lets the old token through: what answers is a function, not the gateway's 401.
    answer = bare_stack.api.get("/v1/tournaments/nobody-knows-it", token=before.token)
    assert answer.status != 401


def test_a_deployment_survives_a_kill_with_all_its_names(bare_stack: Stack) -> None:
    outputs = dict(bare_stack.local.outputs)
    bare_stack.kill("emulator")
    bare_stack.restart("emulator")
    bare_stack.local.deploy()
    assert bare_stack.local.outputs == outputs


def test_a_line_that_was_cut_off_is_taken_away_and_the_next_is_whole(tmp_path: Path) -> None:
    (tmp_path / "snapshot-000001").mkdir()
    (tmp_path / "journal-000001").write_bytes(b'{"n":1}\n{"n":2}\n{"n":')
    store = Store.opened(tmp_path)
    store.append({"n": 3})
    store.close()
    assert list(entries(tmp_path / "journal-000001")) == [{"n": 1}, {"n": 2}, {"n": 3}]


def test_a_snapshot_that_was_cut_off_is_none_and_an_older_generation_is_forgotten(tmp_path: Path) -> None:
    for name in ("snapshot-000004", "snapshot-000005", "snapshot.part"):
        (tmp_path / name).mkdir()
    (tmp_path / "journal-000004").write_bytes(b'{"n":1}\n')
    assert Store.opened(tmp_path).generation == 5
    assert [entry.name for entry in tmp_path.iterdir()] == ["snapshot-000005"]


def test_a_store_can_be_brought_back_older(bare_stack: Stack, tmp_path: Path) -> None:
    write(bare_stack, 1)
    copy = bare_stack.copy_store(tmp_path / "copy")
    write(bare_stack, 2)
    bare_stack.bring_back_store(copy)
    assert rows(bare_stack) == [row(1)]


def test_two_accounts_of_one_name_are_one(bare_stack: Stack) -> None:
    accounts = Accounts(
        emulator=Emulator(endpoint=bare_stack.local.aws.endpoint),
        pool=bare_stack.local.outputs["UserPool"],
        client=bare_stack.local.outputs["UserPoolClient"],
    )
    assert accounts.sign_in("player-001").sub == bare_stack.account("player-001").sub
