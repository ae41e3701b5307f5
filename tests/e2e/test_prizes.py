"""A Sport night over HTTP: lines in Russian, money in disguise, the longest list, a tie, a strike (PRZ-1, PRZ-2)."""

from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

from domain.times import to_text
from infra.processes import wait_until
from tests.e2e.test_door import Floor, opened
from tests.support.door import SETTINGS
from tests.support.stack import Stack

LINES = ["Кубок турнира", "Три бесплатных входа, сезон 2026", "Ужин на двоих"]
HIDDEN = (
    "пpиз 5000 pyб.",
    "д\u200bе\u200bн\u200bь\u200bг\u200bи",
    "с а s h",
    "\u202ehsac\u202c",
    "１００ ＵＳＤ",
    "сто рублей",
)


def edited(version: int, *texts: str, **more: Any) -> dict[str, Any]:
    """Return an edit to these lines, the first for the best place."""
    lines = [{"place": place, "text": text} for place, text in enumerate(texts, 1)]
    told = {**SETTINGS, "starts_at": to_text(datetime.now(UTC) + timedelta(hours=1)), "windows": {}, **more}
    return {"version": version, "settings": {**told, "prizes": {"lines": lines}}}


def seen(floor: Floor, part: str) -> dict[str, Any]:
    """Return what a player's phone shows."""
    answer = floor.stack.api.get(f"/v1/tournaments/{floor.tournament}{part}", token=floor.tokens["player"])
    assert answer.status == 200, answer.body
    body: dict[str, Any] = answer.body
    return body


def won(floor: Floor) -> dict[str, list[str]]:
    """Return what the phone shows that each player has won."""
    return {line["player"]: [each["text"] for each in line["won"]] for line in seen(floor, "/places")["places"]}


def test_prz_2_money_in_disguise_is_refused_and_changes_nothing(stack: Stack) -> None:
    floor = opened(stack)
    for text in HIDDEN:
        refused = floor.give("edit_settings", **edited(1, "Кубок", text))
        assert (refused.status, refused.body["rule"]) == (422, "PRZ-2"), text
        assert refused.body["field"] == "command.settings.prizes.lines.1.text"
        assert "a cup, a free entry" in refused.body["mend"]
    assert floor.get().body["settings_version"] == 1


def test_prz_1_a_sport_night_is_announced_played_tied_and_corrected(stack: Stack) -> None:
    floor = opened(stack)
    floor.tokens["player"] = stack.account(f"{floor.club}-phone").token
    longest = [f"{place:03} " + "Кубок и " * 62 for place in range(1, 201)]
    floor.done("edit_settings", **edited(1, *longest))
    floor.done("edit_settings", **edited(2, *LINES, bounty="mystery"))
    floor.done("open_registration")
    shown = seen(floor, "/prizes")
    assert (shown["version"], [line["text"] for line in shown["lines"]]) == (3, LINES)

    players = [f"player-{number:03}" for number in range(1, 6)]
    for seat, player in enumerate(players, 1):
        floor.done("register", player=player)
        floor.done("check_in", player=player, seat={"table": 1, "seat": seat})
    floor.done("start")
    floor.done("record_knockout", player=players[4], killers=[players[0]])
    refused = floor.give("draw_mystery", player=players[0], text="10 000 р")
    assert (refused.status, refused.body["rule"], refused.body["field"]) == (422, "PRZ-2", "command.text")
    floor.done("draw_mystery", player=players[0], text="Рубашка клуба")
    floor.done("record_knockout", player=players[3], killers=[players[0]])
    busts = [{"player": player, "stack": 400, "killers": [players[0]]} for player in players[1:3]]
    floor.done("record_knockout_group", busts=busts)
    floor.done("finish")
    wait_until(lambda: seen(floor, "")["status"] == "finished", within=60, what="the lot for the tied lines is drawn")
    first, second = (player for player in won(floor) if player in players[1:3])
    given = {players[0]: LINES[:1], players[3]: [], players[4]: []}
    in_order = {first: LINES[1:2], second: LINES[2:]}
    assert won(floor) in (given | in_order, given | {first: LINES[2:], second: LINES[1:2]})

    best = next(player for player, texts in won(floor).items() if texts == LINES[1:2])
    other = next(player for player in (first, second) if player != best)

    def struck() -> bool:
        """Strike him as the record stands; the seed's publication may come in between."""
        strike = {"player": best, "reason": "mistake", "seen": seen(floor, "")["seq"]}
        return floor.give("void_entry", **strike).status == HTTPStatus.OK

    wait_until(struck, within=60, what="he is struck")
    wait_until(lambda: seen(floor, "/places")["version"] == 2, within=60, what="the places are corrected")
    assert won(floor) == {players[0]: LINES[:1], other: LINES[1:2], players[3]: LINES[2:], players[4]: []}
