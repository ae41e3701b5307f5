"""A talk, a vote of three players by their own tokens, and what is paid, over HTTP on the deployed stack (DEAL-1)."""

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from activities import items
from domain.times import to_text
from infra.accounts import Account
from infra.api import Answer
from tests.e2e.test_door import Floor, ended, opened
from tests.support.door import SETTINGS
from tests.support.stack import Stack

STACKS = (25_000, 15_000, 10_000)


@dataclass(kw_only=True)
class Night:
    """A running tournament of five with 50.00 to win, of whom three are left, each with a phone."""

    floor: Floor
    phones: list[Account]

    @property
    def lobby(self) -> dict[str, Any]:
        """What the first of the players sees of the tournament."""
        answer = self.floor.stack.api.get(f"/v1/tournaments/{self.floor.tournament}", token=self.phones[0].token)
        found: dict[str, Any] = answer.body
        return found

    def propose(self, method: str, **more: Any) -> int:
        """Propose a deal by the stacks counted; return its number."""
        stacks = [{"player": phone.sub, "chips": chips} for phone, chips in zip(self.phones, STACKS, strict=True)]
        self.floor.done("propose_deal", method=method, stacks=stacks, **more)
        number: int = self.lobby["deal_talk"]["proposal"]["proposal"]
        return number

    def say(self, phone: Account, *, deal: bool, vote: int, command_id: str = "") -> Answer:
        """Have a player say deal or no deal by his own token."""
        body = {"command_id": command_id or f"ballot-{vote}-{phone.sub[:8]}", "vote": vote, "deal": deal}
        path = f"/v1/tournaments/{self.floor.tournament}/ballot"
        return self.floor.stack.api.put(path, body, token=phone.token)

    def mine(self, phone: Account) -> dict[str, Any]:
        """Return a player's own entry."""
        path = f"/v1/tournaments/{self.floor.tournament}/me"
        entry: dict[str, Any] = self.floor.stack.api.get(path, token=phone.token).body["entries"][0]
        return entry

    async def until(self, field: str, value: Any) -> None:
        """Return once the lobby shows this."""
        async with asyncio.timeout(20):
            while (await asyncio.to_thread(lambda: self.lobby))[field] != value:
                await asyncio.sleep(0.1)


@pytest.fixture
def night(stack: Stack) -> Night:
    floor = opened(stack)
    settings = {
        **SETTINGS,
        "starts_at": to_text(datetime.now(UTC) + timedelta(hours=1)),
        "profile": "east-durham-v1",
        "bounty": "none",
        "windows": {},
        "prices": {"buy_in": 1_000},
        "payouts": [5_000, 3_000, 2_000],
    }
    floor.done("edit_settings", version=1, settings=settings)
    floor.done("open_registration")
    phones = [stack.account(f"{floor.club}-phone-{number}") for number in (1, 2, 3)]
    players = [*(phone.sub for phone in phones), "player-004", "player-005"]
    for seat, name in enumerate(players, start=1):
        floor.done("register", player=name)
        floor.done("check_in", player=name, seat={"table": 1, "seat": seat})
    floor.done("start")
    for name in players[:2:-1]:
        floor.done("record_knockout", player=name, killers=[players[0]])
    return Night(floor=floor, phones=phones)


def kinds(answer: Answer) -> list[str]:
    return [recorded["event"]["kind"] for recorded in answer.body["events"]]


def test_deal_1_three_phones_say_deal_and_are_paid_as_agreed(night: Night) -> None:
    floor = night.floor
    floor.done("open_deal_talk")
    assert floor.give("start_hand", table=1, role="dealer").body["rule"] == "CLK-7"
    proposal = night.propose("chip_chop", left_to_play_for=0)
    assert [night.mine(phone)["deal_share"] for phone in night.phones] == [2_000, 1_600, 1_400]
    assert floor.give("accept_deal", proposal=proposal).status == 409
    floor.done("open_vote", proposal=proposal)
    vote = night.lobby["deal_talk"]["vote"]["vote"]
    first = night.say(night.phones[0], deal=True, vote=vote)
    assert (first.status, kinds(first)) == (200, ["ballot_cast"])
    changed = night.say(night.phones[0], deal=False, vote=vote, command_id="another-mind")
    assert (changed.status, changed.body["outcome"]["note"]) == (200, "your first ballot stands")
    by_the_floor = floor.give("cast_ballot", player=night.phones[1].sub, vote=vote)
    assert (by_the_floor.status, by_the_floor.body["rule"]) == (403, "CLUB-2")
    shown_while_open(night)
    for phone in night.phones[1:]:
        assert night.say(phone, deal=True, vote=vote).status == 200
    asyncio.run(night.until("deal_talk", None))
    assert night.lobby["deal"] == {"method": "chip_chop", "players": 3, "shared": 5_000, "left_to_play_for": 0}
    floor.done("finish")
    asyncio.run(ended(floor))
    prizes = {entry["player"]: entry["prize"] for entry in floor.get("/entries").body["entries"] if entry["prize"]}
    assert prizes == {phone.sub: amount for phone, amount in zip(night.phones, (2_000, 1_600, 1_400), strict=True)}
    credits_ = floor.get("/credits", role="cashier").body
    assert {line["player"]: line["amount"] for line in credits_["credits"]} == prizes
    assert (credits_["total"], credits_["owed"]) == (5_000, 5_000)
    nothing_left(night)


def shown_while_open(night: Night) -> None:
    """With one ballot in, tables, journal and lobby say that there is one, and nowhere what it says."""
    stack, floor = night.floor.stack, night.floor
    shown = night.lobby["deal_talk"]["vote"]
    assert (shown["voters"], shown["cast"], shown["closed"]) == (3, 1, False)
    for output in ("ClubTable", "PeopleTable", "VaultTable"):
        for row in stack.dynamodb.scan(TableName=stack.local.outputs[output])["Items"]:
            assert "deal" not in row or row["sk"]["S"] == "HEAD", row["sk"]
    assert '"deal":' not in str(floor.get("/export").body)
    key = items.ballot_key(floor.tournament, 1, night.phones[0].sub)
    ballot = stack.dynamodb.get_item(TableName=stack.local.outputs["VaultTable"], Key=key)["Item"]
    assert set(items.from_item(ballot)) == {"pk", "sk", "kind", "player", "sealed", "ttl"}


def nothing_left(night: Night) -> None:
    """After the count the result is kept, no ballot is, and the journal names the voters and the result alone."""
    stack, floor = night.floor.stack, night.floor
    table = stack.local.outputs["VaultTable"]
    assert list(items.find_ballots(stack.dynamodb, table, floor.tournament, 1)) == []
    journal = [json.loads(json.loads(line)["text"])["event"] for line in str(floor.get("/export").body).splitlines()]
    about = [event for event in journal if event.get("vote") == 1]
    assert [event["kind"] for event in about] == [
        "deal_vote_opened", *["ballot_cast"] * 3, "deal_vote_closed", "deal_vote_counted", "deal_agreed"
    ]  # fmt: skip
    assert [event for event in about if "deal" in event] == [{"kind": "deal_vote_counted", "vote": 1, "deal": True}]
    logs = stack.local.aws.client("logs")
    groups = [group["logGroupName"] for group in logs.describe_log_groups()["logGroups"]]
    told = [event["message"] for group in groups for event in logs.filter_log_events(logGroupName=group)["events"]]
    told += [stack.program(name).log.read_text() for name in ("worker", "emulator")]
    assert any("cast_ballot" in line for line in told)
    for text in ('"deal"', "'deal'", "Plaintext", "no deal", "BALLOT#"):
        assert not any(text in line for line in told), text


def test_deal_1_one_phone_says_no_deal_and_the_prizes_are_as_they_were(night: Night) -> None:
    floor = night.floor
    floor.done("open_deal_talk")
    proposal = night.propose("icm")
    floor.done("open_vote", proposal=proposal)
    for phone, deal in zip(night.phones, (False, True, True), strict=True):
        assert night.say(phone, deal=deal, vote=1).status == 200
    asyncio.run(night.until("deal_talk", None))
    assert night.lobby["deal"] is None
    again = floor.give("open_deal_talk")
    assert (again.status, again.body["type"], again.body["rule"]) == (409, "urn:shuffleup:cool_down", "DEAL-1")
    late = night.say(night.phones[0], deal=True, vote=1, command_id="too-late")
    assert (late.status, late.body["type"]) == (409, "urn:shuffleup:no_vote")
    first, second, third = (phone.sub for phone in night.phones)
    floor.done("record_knockout", player=third, killers=[first])
    floor.done("record_knockout", player=second, killers=[first])
    floor.done("finish", confirm=True)
    asyncio.run(ended(floor))
    prizes = {entry["player"]: entry["prize"] for entry in floor.get("/entries").body["entries"] if entry["prize"]}
    assert prizes == {first: 2_500, second: 1_500, third: 1_000}
