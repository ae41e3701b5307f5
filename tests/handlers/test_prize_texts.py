"""Prizes that speak of money are refused at the door, before anything is sent (PRZ-2)."""

import json
from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House
from tests.support.prize_texts import MONEY, ORDINARY


def with_prize(text: str) -> dict[str, Any]:
    lines = [{"place": 1, "text": "Cup + 2 free entries"}, {"place": 2, "text": text}]
    return {**SETTINGS, "profile": "sport-poker-v1", "prizes": {"lines": lines}}


@pytest.mark.parametrize("text", MONEY)
def test_prz_2_a_tournament_with_a_prize_of_money_is_not_opened(text: str, house: House, door: Door) -> None:
    answer = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open", "settings": with_prize(text)})
    assert (answer.status, answer.body["rule"]) == (422, "PRZ-2")
    assert answer.body["field"] == "settings.prizes.lines.1.text"
    assert "a free entry" in answer.body["mend"]
    assert house.calls == []


@pytest.mark.parametrize("text", MONEY)
def test_prz_2_settings_are_not_edited_to_a_prize_of_money(
    text: str, house: House, door: Door, tournament: str
) -> None:
    told = len(house.told)
    command = {"kind": "edit_settings", "version": 1, "settings": with_prize(text)}
    answer = door.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", {"command_id": "c-1", "command": command})
    assert (answer.status, answer.body["rule"]) == (422, "PRZ-2")
    assert answer.body["field"] == "command.settings.prizes.lines.1.text"
    assert answer.body["faults"][0]["detail"].startswith("\u201c")
    assert len(house.told) == told


@pytest.mark.parametrize("text", ORDINARY)
def test_prz_2_ordinary_prizes_are_announced(text: str, door: Door, floor: Any) -> None:
    answer = floor("c-1", "edit_settings", version=1, settings=with_prize(text))
    assert answer.status == 200


@pytest.mark.parametrize("text", MONEY)
def test_prz_2_the_door_sends_no_mystery_of_money(text: str, house: House, floor: Any) -> None:
    told = len(house.told)
    said = floor("c-1", "draw_mystery", player="player-001", text=text)
    announced = floor("c-2", "set_mystery_prizes", prizes=[{"text": "Cup"}, {"text": text}])
    assert [(answer.status, answer.body["rule"], answer.body["field"]) for answer in (said, announced)] == [
        (422, "PRZ-2", "command.text"),
        (422, "PRZ-2", "command.prizes.1.text"),
    ]
    assert len(house.told) == told


def test_prz_2_the_problem_names_the_line_the_part_and_what_to_do_and_repeats_nothing_else(floor: Any) -> None:
    text = "Cup from player-007, player-007@example.org, and 100 EUR in an envelope"
    answer = floor("c-1", "edit_settings", version=1, settings=with_prize(text))
    assert answer.body["field"] == "command.settings.prizes.lines.1.text"
    assert answer.body["faults"] == [
        {
            "field": "command.settings.prizes.lines.1.text",
            "detail": "\u201cEUR\u201d is a word for money, and prizes here are no money: "
            "say what is won, such as a cup, a free entry or a certificate for a dinner",
        }
    ]
    assert answer.body["mend"].startswith("say what is won without money")
    assert not [word for word in ("player-007", "example.org", "envelope") if word in answer.text]


@pytest.mark.parametrize(
    ("lines", "field", "says"),
    [
        ([{"place": 1, "text": "x"}] * 201, "settings.prizes.lines", "200"),
        ([{"place": 1, "text": "Cup"}, {"place": 2, "text": "x" * 501}], "settings.prizes.lines.1.text", "500"),
        ([{"place": 1, "text": "Cup"}, {"place": 2, "text": ""}], "settings.prizes.lines.1.text", "1"),
        ([{"place": 1, "text": "Cup"}, {"place": 2, "text": "  "}], "settings.prizes.lines.1.text", "nothing"),
    ],
)
def test_prz_1_what_is_too_long_or_empty_is_refused_with_its_rule_and_place(
    lines: list[dict[str, Any]], field: str, says: str, house: House, door: Door
) -> None:
    asked = {"command_id": "open", "settings": {**SETTINGS, "prizes": {"lines": lines}}}
    answer = door.post(f"/v1/clubs/{CLUB}/tournaments", asked)
    assert (answer.status, answer.body["rule"], answer.body["field"]) == (422, "PRZ-1", field)
    assert says in answer.body["faults"][0]["detail"]
    assert house.calls == []


def test_prz_1_two_hundred_lines_of_five_hundred_characters_are_announced_and_read(house: House, door: Door) -> None:
    lines: list[dict[str, Any]] = [
        {"place": place, "text": f"{place:03} " + "Кубок и " * 62} for place in range(1, 201)
    ]
    asked = {"command_id": "open", "settings": {**SETTINGS, "prizes": {"lines": lines}}}
    assert len(json.dumps(lines).encode()) > 400_000
    assert {len(line["text"]) for line in lines} == {500}
    answer = door.post(f"/v1/clubs/{CLUB}/tournaments", asked)
    assert answer.status == 201, answer.text
    path = f"/v1/clubs/{CLUB}/tournaments/{answer.body['tournament']}/commands"
    assert door.post(path, {"command_id": "c-1", "command": {"kind": "open_registration"}}).status == 200
    shown = door.as_("player-001").get(f"/v1/tournaments/{answer.body['tournament']}/prizes").body
    assert (shown["version"], shown["lines"], shown["each_paid_place_wins"]) == (1, lines, None)


def test_prz_1_lines_that_no_row_could_hold_are_refused_before_they_stand(house: House, door: Door) -> None:
    """Five hundred characters may be two thousand bytes; many such lines would stand in no row."""
    lines = [{"place": place, "text": "\U0001f3c6" * 500} for place in range(1, 171)]
    asked = {"command_id": "open", "settings": {**SETTINGS, "prizes": {"lines": lines}}}
    answer = door.post(f"/v1/clubs/{CLUB}/tournaments", asked)
    assert (answer.status, answer.body["rule"], answer.body["field"]) == (422, "API-6", "settings")
    assert "at most 330000 bytes" in answer.body["faults"][0]["detail"]
    assert "most of it is in prizes" in answer.body["faults"][0]["detail"]
    assert house.calls == []


@pytest.mark.parametrize(
    ("prizes", "lines", "each"),
    [
        ({"preset": "club_merch", "language": "ru"}, ["Худи клуба", "Футболка клуба", "Кепка клуба"], None),
        ({"preset": "freerolls", "language": "ru"}, [], "Бесплатный вход на фриролл клуба"),
        ({"lines": [{"place": 2, "text": "Cap"}, {"place": 1, "text": "Cup"}]}, ["Cup", "Cap"], None),
        ({}, [], None),
    ],
)
@pytest.mark.usefixtures("house")
def test_prz_4_players_read_what_is_won_the_best_place_first(
    prizes: dict[str, Any], lines: list[str], each: str | None, door: Door
) -> None:
    asked = {"command_id": "open", "settings": {**SETTINGS, "prizes": prizes}}
    tournament = door.post(f"/v1/clubs/{CLUB}/tournaments", asked).body["tournament"]
    player = door.as_("player-001")
    assert player.get(f"/v1/tournaments/{tournament}/prizes").status == 404
    command = {"command_id": "c-1", "command": {"kind": "open_registration"}}
    assert door.post(f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands", command).status == 200
    shown = player.get(f"/v1/tournaments/{tournament}/prizes").body
    assert ([line["text"] for line in shown["lines"]], shown["each_paid_place_wins"]) == (lines, each)
