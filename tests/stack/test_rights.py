"""The roles of the template, held against the emulator with its IAM checks switched on (SEC-1)."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError

from activities import seals
from infra.deploy import REGION
from tests.support.stack import Stack, running

READERS = ("CommandsRole", "BallotsRole", "ViewsRole", "CounterRole", "HealthRole")


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running(tmp_path_factory.mktemp("checked"), worker_kind="none", checked=True) as started:
        yield started


def store_as(stack: Stack, role: str) -> Any:
    """Return a DynamoDB client that acts in this role."""
    credentials = stack.local.credentials_of(role)
    return boto3.client(
        "dynamodb",
        endpoint_url=stack.local.aws.endpoint,
        region_name=REGION,
        aws_access_key_id=credentials["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=credentials["AWS_SECRET_ACCESS_KEY"],
        aws_session_token=credentials["AWS_SESSION_TOKEN"],
    )


def refused(call: Any, **arguments: Any) -> bool:
    try:
        call(**arguments)
    except ClientError as error:
        if error.response["Error"]["Code"] == "AccessDeniedException":
            return True
        raise
    return False


ROW = {"pk": {"S": "T#t-1"}, "sk": {"S": "HEAD"}}


@pytest.mark.parametrize("role", READERS)
def test_sec_1_readers_read_and_write_nothing(checked: Stack, role: str) -> None:
    store = store_as(checked, role)
    club = checked.local.outputs["ClubTable"]
    assert not refused(store.get_item, TableName=club, Key=ROW)
    assert refused(store.put_item, TableName=club, Item=ROW)
    assert refused(store.transact_write_items, TransactItems=[{"Put": {"TableName": club, "Item": ROW}}])
    assert refused(store.delete_item, TableName=club, Key=ROW)


@pytest.mark.parametrize("role", [*READERS, "ClubsRole", "PeopleDeskRole"])
def test_ops_5_no_function_of_the_door_reads_the_vault(checked: Stack, role: str) -> None:
    store = store_as(checked, role)
    assert refused(store.get_item, TableName=checked.local.outputs["VaultTable"], Key=ROW)


@pytest.mark.parametrize("role", ["CommandsRole", "ClubsRole", "HealthRole", "WorkerRole"])
def test_play_3_names_are_out_of_reach_for_those_who_need_none(checked: Stack, role: str) -> None:
    store = store_as(checked, role)
    assert refused(store.get_item, TableName=checked.local.outputs["PeopleTable"], Key=ROW)


def test_ops_5_the_function_of_ballots_puts_one_and_reads_and_deletes_none(checked: Stack) -> None:
    store, vault = store_as(checked, "BallotsRole"), checked.local.outputs["VaultTable"]
    ballot = {"pk": {"S": "BALLOTS#t-1#1"}, "sk": {"S": "BALLOT#player-1"}}
    assert not refused(store.put_item, TableName=vault, Item=ballot)
    assert refused(store.get_item, TableName=vault, Key=ballot)
    assert refused(store.delete_item, TableName=vault, Key=ballot)
    asked = {"KeyConditionExpression": "pk = :pk", "ExpressionAttributeValues": {":pk": ballot["pk"]}}
    assert refused(store.query, TableName=vault, **asked)


def keys_as(stack: Stack, role: str) -> Any:
    """Return a client of the key service that acts in this role."""
    credentials = stack.local.credentials_of(role)
    return boto3.client(
        "kms",
        endpoint_url=stack.local.aws.endpoint,
        region_name=REGION,
        aws_access_key_id=credentials["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=credentials["AWS_SECRET_ACCESS_KEY"],
        aws_session_token=credentials["AWS_SESSION_TOKEN"],
    )


def test_ops_5_the_function_of_ballots_seals_them_and_the_worker_alone_opens_one(checked: Stack) -> None:
    key = checked.local.outputs["VaultKeyArn"]
    ballot = ("sunday", 1, "player-1")
    sealed = seals.seal(keys_as(checked, "BallotsRole"), key, *ballot, deal=True)
    assert seals.says_deal(keys_as(checked, "WorkerRole"), sealed, *ballot)
    for role in (*READERS, "ClubsRole", "PeopleDeskRole"):
        with pytest.raises(ClientError, match="AccessDenied"):
            seals.says_deal(keys_as(checked, role), sealed, *ballot)
    for role in ("CommandsRole", "ViewsRole", "WorkerRole"):
        with pytest.raises(ClientError, match="AccessDenied"):
            seals.seal(keys_as(checked, role), key, *ballot, deal=True)


def test_sec_1_the_worker_writes_tournaments_and_keeps_seeds(checked: Stack) -> None:
    store = store_as(checked, "WorkerRole")
    for table in ("ClubTable", "VaultTable"):
        assert not refused(store.put_item, TableName=checked.local.outputs[table], Item=ROW)
