"""Prizes that speak of money are refused at the door, before anything is sent (PRZ-2)."""

from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House

MONEY = ["5000 ₽", "$50", "50 руб.", "cash 100", "100 EUR", "1000 rubles"]
"""The table of B-061, as at every place that checks."""


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


@pytest.mark.parametrize(
    "text",
    ["Cashmere scarf", "Рубашка клуба", "Cup + 2 free entries", "500 rating points", "Certificate: dinner for 2"],
)
def test_prz_2_ordinary_prizes_are_announced(text: str, door: Door, floor: Any) -> None:
    answer = floor("c-1", "edit_settings", version=1, settings=with_prize(text))
    assert answer.status == 200
