"""A ballot goes from the door to the vault, and everything else is told no more than who has voted (DEAL-1, OPS-5)."""

import logging
from typing import Any, cast

import pytest

from activities import items
from infra.keys import keys
from infra.tables import dynamodb
from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House
from tests.support.emulator import Aws

VOTERS = ("player-001", "player-002", "player-003")
TERMS: dict[str, Any] = SETTINGS | {
    "profile": "east-durham-v1",
    "bounty": "none",
    "windows": {"late_registration": None},
    "prices": {"buy_in": 1_000},
    "payouts": [5_000, 3_000, 2_000],
}


@pytest.fixture
def tournament(house: House, door: Door) -> str:
    opened = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open", "settings": TERMS})
    assert opened.status == 201, opened.text
    return str(opened.body["tournament"])


@pytest.fixture
def floor_must(floor: Any) -> Any:
    def give(command_id: str, kind: str, **fields: Any) -> Any:
        answer = floor(command_id, kind, **fields)
        assert answer.status == 200, answer.text
        return answer

    return give


@pytest.fixture
def voting(floor_must: Any) -> Any:
    """A vote of three about a chop, opened by the floor."""
    floor_must("open-registration", "open_registration")
    for number in range(1, 6):
        player = f"player-{number:03}"
        floor_must(f"r-{number}", "register", player=player)
        floor_must(f"i-{number}", "check_in", player=player, seat={"table": 1, "seat": number})
    floor_must("start", "start")
    for number in (5, 4):
        floor_must(f"k-{number}", "record_knockout", player=f"player-{number:03}", killers=["player-001"])
    floor_must("talk", "open_deal_talk")
    stacks = [
        {"player": player, "chips": chips} for player, chips in zip(VOTERS, (25_000, 15_000, 10_000), strict=True)
    ]
    floor_must("propose", "propose_deal", method="chip_chop", stacks=stacks)
    floor_must("vote", "open_vote", proposal=1)
    return floor_must


def say(door: Door, tournament: str, player: str, *, deal: bool, command_id: str = "", vote: int = 1) -> Any:
    """Have a player put his ballot."""
    body = {"command_id": command_id or f"b-{player}", "vote": vote, "deal": deal}
    return door.as_(player).put(f"/v1/tournaments/{tournament}/ballot", body)


def shown(store: Aws, tournament: str) -> Any:
    """Return the tournament's head as it is stored."""
    row = items.find_head(store.dynamodb(), store.club, tournament)
    assert row is not None
    return items.row_of(row)


def in_the_vault(store: Aws) -> dict[str, bool]:
    partitions = {row["pk"]["S"] for row in store.rows(store.vault)}
    return {
        player: deal
        for _, tournament, vote in (partition.split("#") for partition in partitions if partition.startswith("BALLOTS"))
        for player, deal in store.said(tournament, int(vote)).items()
    }


def test_deal_1_all_say_deal_by_the_door_and_it_is_agreed(voting: Any, door: Door, store: Aws, tournament: str) -> None:
    for number, player in enumerate(VOTERS[:2], start=1):
        assert say(door, tournament, player, deal=True).status == 200
        assert shown(store, tournament)["deal_talk"]["vote"]["cast"] == number
    assert in_the_vault(store) == {"player-001": True, "player-002": True}
    assert say(door, tournament, "player-003", deal=True).status == 200
    assert in_the_vault(store) == {}
    head = shown(store, tournament)
    assert (head["deal"]["shared"], head["deal_talk"]) == (5_000, None)


def test_deal_1_the_first_ballot_stands_and_a_repeat_gives_the_first_answer(
    voting: Any, door: Door, store: Aws, tournament: str
) -> None:
    first = say(door, tournament, "player-001", deal=False)
    assert say(door, tournament, "player-001", deal=True).body == first.body
    again = say(door, tournament, "player-001", deal=True, command_id="another")
    assert (again.status, again.body["outcome"]["note"]) == (200, "your first ballot stands")
    assert in_the_vault(store) == {"player-001": False}
    for player in VOTERS[1:]:
        say(door, tournament, player, deal=True)
    assert shown(store, tournament)["deal"] is None


def test_deal_1_without_an_open_vote_no_ballot_reaches_the_vault(
    voting: Any, door: Door, store: Aws, tournament: str
) -> None:
    other = say(door, tournament, "player-001", deal=True, vote=2)
    assert (other.status, other.body["type"], other.body["rule"]) == (409, "urn:shuffleup:no_vote", "DEAL-1")
    voting("expose", "expose_vote")
    assert say(door, tournament, "player-001", deal=True).status == 409
    assert say(door, "no-such-tournament", "player-001", deal=True).status == 404
    assert in_the_vault(store) == {}


def test_deal_1_who_is_out_has_no_vote(voting: Any, door: Door, tournament: str) -> None:
    refused = say(door, tournament, "player-005", deal=True)
    assert (refused.status, refused.body["type"]) == (409, "urn:shuffleup:no_voter")


def test_club_2_the_floor_casts_no_ballot(voting: Any, door: Door, floor: Any) -> None:
    refused = floor("c-1", "cast_ballot", player="player-001", vote=1)
    assert (refused.status, refused.body["rule"]) == (403, "CLUB-2")
    assert refused.body["mend"] == "players do it themselves, by their own token"


@pytest.mark.parametrize(
    "wrong", [{"deal": 1}, {"deal": "yes"}, {"deal": None}, {"vote": 0}, {"vote": "1"}, {"vote": 1.5}, {"vote": True}]
)
def test_api_1_a_ballot_says_yes_or_no_to_a_vote(
    voting: Any, door: Door, store: Aws, tournament: str, wrong: dict[str, Any]
) -> None:
    body = {"command_id": "b-1", "vote": 1, "deal": True} | wrong
    answer = door.as_("player-001").put(f"/v1/tournaments/{tournament}/ballot", body)
    assert answer.status == 422
    assert in_the_vault(store) == {}


@pytest.mark.usefixtures("voting")
@pytest.mark.parametrize("said", [(False, True, True), (True, True, False)])
def test_ops_5_a_ballot_is_in_no_signal_row_answer_or_log(
    house: House,
    door: Door,
    tournament: str,
    caplog: pytest.LogCaptureFixture,
    said: tuple[bool, ...],
) -> None:
    """Whether the first says no or the last, what is told, answered, stored and logged of a ballot is who has voted."""
    before = len(house.inbox)
    with caplog.at_level(logging.DEBUG):
        answers = [say(door, tournament, player, deal=deal) for player, deal in zip(VOTERS, said, strict=True)]
    told = house.inbox[before:]
    assert [(name, envelope["body"]) for _, name, envelope in told] == [
        ("cast_ballot", {"player": player, "vote": 1}) for player in VOTERS
    ]
    assert [set(envelope) for *_, envelope in told] == [{"command_id", "actor", "role", "accepted_at", "body"}] * len(
        VOTERS
    )
    for answer in answers[:-1]:
        assert [event["event"]["kind"] for event in answer.body["events"]] == ["ballot_cast"]
        assert set(answer.body["events"][0]["event"]) == {"kind", "vote", "player"}
    store = house.journal.client.scan(TableName=house.journal.table)["Items"]
    rows = repr(store)
    logged = "\n".join([caplog.text, *(repr(record.__dict__) for record in caplog.records)])
    assert "cast_ballot" in rows
    for text in (rows, logged):
        assert "BALLOT#" not in text
    assert [event["event"]["kind"] for event in answers[-1].body["events"]] == ["ballot_cast", "deal_vote_closed"]


@pytest.mark.usefixtures("voting")
def test_ops_5_the_door_does_the_same_for_deal_as_for_no_deal(door: Door, tournament: str, store: Aws) -> None:
    """What it asks of the store and of the key service, and how long each request and its answer are."""
    sent: list[tuple[str, int]] = []

    def before(model: Any, params: dict[str, Any], **_: Any) -> None:
        sent.append((model.name, len(params["body"])))

    for client in (dynamodb(), cast("Any", keys())):
        client.meta.events.register("before-call", before)
    told = []
    for player, deal in (("player-001", True), ("player-002", False)):
        sent.clear()
        answer = say(door, tournament, player, deal=deal)
        told.append((answer.status, len(answer.text), [name for name, _ in sent], dict(sent)["PutItem"]))
    assert told[0] == told[1]
    assert "Encrypt" in told[0][2]
    assert "Decrypt" not in told[0][2]


@pytest.mark.usefixtures("voting")
def test_ops_5_without_the_key_service_no_ballot_is_kept_and_it_can_be_sent_again(
    door: Door, tournament: str, store: Aws
) -> None:
    store.keys().disable_key(KeyId=store.key)
    down = say(door, tournament, "player-001", deal=True)
    assert (down.status, down.body["type"]) == (503, "urn:shuffleup:store_unavailable")
    store.keys().enable_key(KeyId=store.key)
    assert say(door, tournament, "player-001", deal=True).status == 200
    assert in_the_vault(store) == {"player-001": True}
