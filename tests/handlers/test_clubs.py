"""Clubs, staff and the names of players."""

from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import Door
from tests.support.emulator import Aws

SOUTH = {"club_id": "south", "name": "South", "zone": "Europe/Berlin", "owner": "owner-2"}
OPERATOR = Door(sub="operator-1", groups="operator")


def test_club_2_an_operator_opens_a_club_with_its_owner(store: Aws) -> None:
    answer = OPERATOR.post("/v1/clubs", SOUTH)
    opened = {"club": "south", "name": "South", "zone": "Europe/Berlin", "day_ends": "06:00"}
    assert (answer.status, answer.body) == (201, opened)
    put = Door(sub="owner-2").put("/v1/clubs/south/staff/floor-2", {"roles": ["floor", "dealer", "floor"]})
    assert (put.status, put.body) == (200, {"sub": "floor-2", "roles": ["dealer", "floor"]})


def test_club_2_the_same_club_again_is_the_same_answer_and_another_is_refused(store: Aws) -> None:
    first = OPERATOR.post("/v1/clubs", SOUTH)
    Door(sub="owner-2").put("/v1/clubs/south/staff/floor-2", {"roles": ["floor"]})
    before = store.rows()
    assert OPERATOR.post("/v1/clubs", SOUTH).body == first.body
    for other in ({"name": "Other"}, {"owner": "owner-3"}, {"zone": "UTC"}, {"day_ends": "05:00"}):
        answer = OPERATOR.post("/v1/clubs", {**SOUTH, **other})
        assert (answer.status, answer.body["rule"]) == (409, "CLUB-1")
    assert store.rows() == before


def test_club_2_a_club_without_an_id_gets_one(store: Aws) -> None:
    body = {name: value for name, value in SOUTH.items() if name != "club_id"}
    clubs = {OPERATOR.post("/v1/clubs", body).body["club"] for _ in range(2)}
    assert len(clubs) == 2


@pytest.mark.parametrize("groups", ["", "player", "[floor owner]", "operators"])
def test_sec_1_only_an_operator_opens_a_club(groups: str, store: Aws) -> None:
    answer = Door(sub="owner-2", groups=groups).post("/v1/clubs", SOUTH)
    assert (answer.status, answer.body["data"]) == (403, {"roles": ["operator"]})
    assert store.rows() == []


@pytest.mark.parametrize("groups", ["operator", "[operator]", "[staff operator]", "staff,operator", "operator, staff"])
def test_sec_1_groups_are_read_as_each_gateway_writes_them(groups: str, store: Aws) -> None:
    assert Door(sub="operator-1", groups=groups).post("/v1/clubs", SOUTH).status == 201


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"zone": "Mars/Olympus"}, "zone"),
        ({"zone": "../../etc/passwd"}, "zone"),
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"name": "\ud800"}, "name"),
        ({"owner": "a#b"}, "owner"),
        ({"club_id": ""}, "club_id"),
        ({"status": "verified"}, "status"),
        ({"day_ends": "24:00"}, "day_ends"),
        ({"day_ends": 6}, "day_ends"),
    ],
)
def test_api_6_a_club_that_cannot_be_is_refused(change: dict[str, Any], field: str, store: Aws) -> None:
    answer = OPERATOR.post("/v1/clubs", {**SOUTH, **change})
    assert (answer.status, answer.body["field"]) == (422, field)
    assert store.rows() == []


def test_club_2_only_an_owner_gives_roles_and_keeps_his_own(door: Door) -> None:
    path = f"/v1/clubs/{CLUB}/staff"
    assert door.put(f"{path}/floor-2", {"roles": ["floor"]}).status == 403
    owner = door.as_("owner-1")
    kept = owner.put(f"{path}/owner-1", {"roles": ["floor"]})
    assert (kept.status, kept.body["type"]) == (409, "urn:shuffleup:owner_needed")
    assert owner.put(f"{path}/owner-2", {"roles": ["owner"]}).status == 200
    assert door.as_("owner-2").put(f"{path}/owner-1", {"roles": []}).status == 200
    assert owner.put(f"{path}/owner-1", {"roles": ["owner"]}).status == 404


@pytest.mark.parametrize("roles", [["operator"], ["player"], "floor", [None], ["floor"] * 5, None])
def test_club_2_there_are_four_roles(roles: Any, door: Door) -> None:
    answer = door.as_("owner-1").put(f"/v1/clubs/{CLUB}/staff/floor-2", {"roles": roles})
    assert answer.status == 422
    assert answer.body["field"].startswith("roles")


def test_play_3_a_name_is_in_the_people_table_alone(door: Door, store: Aws) -> None:
    before = store.rows()
    answer = door.as_("cashier-1").post(f"/v1/clubs/{CLUB}/players", {"name": "  Somebody "})
    assert (answer.status, answer.body["name"]) == (201, "Somebody")
    assert store.rows() == before
    (row,) = store.rows("people")
    assert row["pk"]["S"] == f"PLAYER#{answer.body['player']}"


def test_play_3_a_name_can_be_mended_and_is_nothing_to_another_club(door: Door, store: Aws) -> None:
    OPERATOR.post("/v1/clubs", SOUTH)
    for club, owner, name in ((CLUB, "owner-1", "One"), ("south", "owner-2", "Two"), (CLUB, "owner-1", "Three")):
        body = {"player": "player-001", "name": name}
        assert Door(sub=owner).post(f"/v1/clubs/{club}/players", body).status == 201
    assert [row["name"]["S"] for row in store.rows("people")] == ["Three", "Two"]


def test_club_2_a_dealer_names_nobody(door: Door) -> None:
    assert door.as_("dealer-1").post(f"/v1/clubs/{CLUB}/players", {"name": "Somebody"}).status == 403
