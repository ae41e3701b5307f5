"""Heads and draws as players and staff see them, and what may not be said of a prize (KO-6, KO-7, PRZ-2)."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House

CALM = {"windows": {"late_registration": None}, "prices": {"buy_in": 1_500}}


@dataclass(kw_only=True)
class Room:
    """A running tournament with four at table 1, as the floor has it."""

    door: Door
    tournament: str
    given: int = 0

    def give(self, kind: str, **fields: Any) -> Any:
        self.given += 1
        body = {"command_id": f"command-{self.given}", "command": {"kind": kind, **fields}}
        return self.door.post(f"/v1/clubs/{CLUB}/tournaments/{self.tournament}/commands", body)

    def get(self, path: str, *, player: str | None = None, **query: str) -> Any:
        asks, home = self.door, f"/v1/clubs/{CLUB}/tournaments/{self.tournament}"
        if player is not None:
            asks, home = self.door.as_(player), f"/v1/tournaments/{self.tournament}"
        return asks.get(home + path, query)


def opened(door: Door, **terms: Any) -> Room:
    made = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open-it", "settings": SETTINGS | CALM | terms})
    assert made.status == 201, made.text
    room = Room(door=door, tournament=str(made.body["tournament"]))
    room.give("open_registration")
    for number in range(1, 5):
        room.give("register", player=f"player-{number:03}")
        room.give("check_in", player=f"player-{number:03}", seat={"table": 1, "seat": number})
    assert room.give("start").status == 200
    return room


@pytest.fixture
def pko(house: House, door: Door) -> Room:
    return opened(door, profile="sport-poker-v2", bounty="pko", bounties={"points": 10})


def test_ko_6_a_player_reads_who_has_won_most_and_what_is_on_whose_head(pko: Room) -> None:
    pko.give("record_knockout", player="player-001", killers=["player-002", "player-003"])
    pko.give("record_knockout", player="player-004", killers=["player-003"])
    shown = pko.get("/knockouts", player="player-001").body
    assert (shown["bounty"], shown["next"]) == ("pko", None)
    lines = [(line["player"], line["credits_exact"], line["bounty_won"], line["head"]) for line in shown["players"]]
    assert lines == [
        ("player-003", "3/2", 7, 17),
        ("player-002", "1/2", 3, 13),
        ("player-001", "0", 0, 0),
        ("player-004", "0", 0, 0),
    ]
    assert [line["credits"] for line in shown["players"]] == [1.5, 0.5, 0, 0]
    (mine,) = pko.get("/me", player="player-003").body["entries"]
    assert (mine["head"], mine["bounty_won"]) == (17, 7)
    lobby = pko.get("", player="player-001").body
    assert lobby["bounties"] == {"issued": 40, "won": 10, "on_heads": 30, "unclaimed": 0}


def test_ko_6_the_places_show_the_champions_own_head_beside_what_he_has_won(pko: Room) -> None:
    for loser in ("player-001", "player-002", "player-004"):
        pko.give("record_knockout", player=loser, killers=["player-003"])
    pko.give("finish")
    lines = [(line["player"], line["bounty_won"], line["head"]) for line in pko.get("/places").body["places"]]
    assert lines[0] == ("player-003", 15, 25)
    assert {head for _, _, head in lines[1:]} == {0}
    assert sum(won + head for _, won, head in lines) == 40


def test_ko_6_the_seat_map_shows_what_is_on_each_head(pko: Room) -> None:
    pko.give("record_knockout", player="player-001", killers=["player-002"])
    [table] = pko.get("/tables").body["tables"]
    assert [(seat["player"], seat["head"]) for seat in table["seats"]] == [
        ("player-002", 15),
        ("player-003", 10),
        ("player-004", 10),
    ]


def test_api_6_knockouts_come_in_pages_with_names_for_the_staff_alone(pko: Room) -> None:
    pko.give("record_knockout", player="player-001", killers=["player-002"])
    pko.door.post(f"/v1/clubs/{CLUB}/players", {"player": "player-002", "name": "Second"})
    first = pko.get("/knockouts", limit="1").body
    assert ([line["name"] for line in first["players"]], first["next"]) == (["Second"], 1)
    rest = pko.get("/knockouts", limit="3", after="1").body
    assert [line["player"] for line in rest["players"]] == ["player-003", "player-004", "player-001"]
    assert rest["next"] is None
    assert "Second" not in pko.get("/knockouts", player="player-001").text
    outsider = pko.door.as_("player-001").get(f"/v1/clubs/{CLUB}/tournaments/{pko.tournament}/knockouts")
    assert outsider.status == 404


def test_ko_7_the_lobby_shows_whose_draw_is_next_and_the_envelopes_left(house: House, door: Door) -> None:
    prizes = [{"text": "Cup"}, {"text": "Cap", "count": 3}]
    terms = {"bounty": "mystery", "bounties": {"mystery": {"prizes": prizes}}}
    room = opened(door, profile="sport-poker-v2", **terms)
    room.give("record_knockout", player="player-001", killers=["player-002"])
    seen = room.get("", player="player-001").body["mystery"]
    assert seen["due"] == [{"knockout": 1, "entry": 2, "player": "player-002"}]
    assert (seen["envelopes_left"], seen["left"]) == (4, [1, 3])
    answer = room.give("draw_mystery", player="player-002")
    assert answer.status == 200, answer.text
    [drawn] = [line["event"] for line in answer.body["events"] if line["event"]["kind"] == "mystery_drawn"]
    (mine,) = room.get("/me", player="player-002").body["entries"]
    assert [each["text"] for each in mine["draws"]] == [drawn["text"]]
    late = room.give("void_knockout", knockout=1)
    assert (late.status, late.body["rule"], late.body["type"]) == (409, "KO-4", "urn:shuffleup:mystery_drawn")


@pytest.mark.parametrize("text", ["500 EUR", "сто рублей", "\uff15\uff10 \uff55\uff53\uff44", "a $20 note"])
def test_prz_2_the_door_lets_no_mystery_speak_of_money(house: House, door: Door, text: str) -> None:
    """In the settings, with the draw, and in the prize table that is announced."""
    terms = {"bounty": "mystery", "bounties": {"mystery": {"prizes": [{"text": text}]}}}
    asked = {"command_id": "open-money", "settings": SETTINGS | CALM | {"profile": "sport-poker-v2"} | terms}
    refused = door.post(f"/v1/clubs/{CLUB}/tournaments", asked)
    assert (refused.status, refused.body["rule"]) == (422, "PRZ-2"), refused.text
    told = opened(door, profile="sport-poker-v1", bounty="mystery")
    told.give("record_knockout", player="player-001", killers=["player-002"])
    for kind, fields in (
        ("draw_mystery", {"player": "player-002", "text": text}),
        ("set_mystery_prizes", {"prizes": [{"text": text}]}),
    ):
        refused = told.give(kind, **fields)
        assert (refused.status, refused.body["rule"]) == (422, "PRZ-2"), refused.text
