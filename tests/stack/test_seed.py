"""The demo club, made through the API while the emulator checks every call against the caller's role (SEC-1)."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from infra.local import await_health
from infra.processes import wait_until
from infra.seed import CLUB, FIELD, Evening, Seed, next_start
from tests.support.stack import Stack, running


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running(tmp_path_factory.mktemp("seeded"), checked=True) as started:
        yield started


@pytest.fixture(scope="module")
def evening(checked: Stack) -> Evening:
    return Seed(api=checked.api, accounts=checked.accounts).evening(datetime.now(UTC))


def test_ops_6_door_worker_and_store_are_well(checked: Stack) -> None:
    await_health(checked.api)


def test_tonight_is_open_with_a_field_that_the_desk_has_checked_in(checked: Stack, evening: Evening) -> None:
    path = f"/v1/clubs/{CLUB}/tournaments/{evening.tournament}"
    head = checked.api.get(path, token=evening.floor.token).body
    assert (head["status"], head["registered"]) == ("registration_open", FIELD)
    entries = checked.api.get(f"{path}/entries", token=evening.floor.token).body["entries"]
    assert [entry["name"] for entry in entries] == [f"Player {number}" for number in range(2, FIELD + 2)]


def test_seeded_again_it_is_the_same_evening_and_nothing_is_twice(checked: Stack, evening: Evening) -> None:
    path = f"/v1/clubs/{CLUB}/tournaments/{evening.tournament}"
    before = checked.api.get(path, token=evening.floor.token).body
    again = Seed(api=checked.api, accounts=checked.accounts).evening(datetime.now(UTC))
    assert again.tournament == evening.tournament
    after = checked.api.get(path, token=evening.floor.token).body
    assert (after["seq"], after["registered"]) == (before["seq"], before["registered"])


def test_the_player_registers_himself_and_sees_it(checked: Stack, evening: Evening) -> None:
    path = f"/v1/tournaments/{evening.tournament}"
    answer = checked.api.post(f"{path}/register", {"command_id": "mine"}, token=evening.player.token)
    assert answer.status == 200

    def registered() -> bool:
        return bool(checked.api.get(f"{path}/me", token=evening.player.token).body["entries"])

    wait_until(registered, within=5, what="the player saw his registration")


def test_an_evening_that_is_over_is_followed_by_another(checked: Stack, evening: Evening) -> None:
    path = f"/v1/clubs/{CLUB}/tournaments/{evening.tournament}"
    command = {"command_id": "call-it-off", "command": {"kind": "cancel"}}
    assert checked.api.post(f"{path}/commands", command, token=evening.floor.token).status == 200
    later = datetime(2031, 1, 1, 18, 3, tzinfo=UTC)
    following = Seed(api=checked.api, accounts=checked.accounts).evening(later)
    assert following.tournament != evening.tournament
    assert following.status == "registration_open"


@pytest.mark.parametrize(("now", "start"), [((18, 0), (18, 10)), ((18, 1), (18, 15)), ((18, 55), (19, 5))])
def test_the_evening_starts_on_a_full_five_minutes(now: tuple[int, int], start: tuple[int, int]) -> None:
    assert next_start(datetime(2030, 1, 1, *now, tzinfo=UTC)) == datetime(2030, 1, 1, *start, tzinfo=UTC)
