"""A correction through the door: its preview, its answer, a repeat, and every version of the results (AUD-5)."""

from typing import Any

import pytest

from tests.handlers.conftest import CLUB
from tests.support.door import Door

WRONG: dict[str, Any] = {"knockout": 2, "player": "player-001", "killers": ["player-002"], "reason": "misheard"}


@pytest.fixture
def finished(floor: Any) -> Any:
    """Three played; the second is said to have lost to the first."""

    def give(command_id: str, kind: str, **fields: Any) -> Any:
        answer = floor(command_id, kind, **fields)
        assert answer.status == 200, answer.text
        return answer

    give("open", "open_registration")
    for number in range(1, 4):
        give(f"r-{number}", "register", player=f"player-{number:03}")
        give(f"i-{number}", "check_in", player=f"player-{number:03}", seat={"table": 1, "seat": number})
    give("start", "start")
    give("k-3", "record_knockout", player="player-003", killers=["player-001"])
    give("k-2", "record_knockout", player="player-002", killers=["player-001"])
    give("finish", "finish", confirm=True)
    return give


def test_aud_5_a_preview_is_an_answer_without_events_that_can_be_looked_up(
    finished: Any, floor: Any, door: Door, tournament: str
) -> None:
    looked = finished("look", "correct_bust", preview=True, **WRONG)
    told = looked.body["consequences"]
    assert looked.body["events"] == []
    assert [(line["player"], line["before"], line["after"]) for line in told["places"]] == [
        ("player-001", 1, 2),
        ("player-002", 2, 1),
    ]
    assert told["counts"] == {"results_version": {"before": 1, "after": 2}}
    path = f"/v1/clubs/{CLUB}/tournaments/{tournament}"
    assert door.get(f"{path}/commands/look").body == looked.body
    assert finished("look", "correct_bust", preview=True, **WRONG).body == looked.body
    assert door.get(path).body["results_version"] == 1
    unseen = floor("unseen", "correct_bust", **WRONG)
    assert (unseen.status, unseen.body["type"], unseen.body["rule"]) == (409, "urn:shuffleup:preview_first", "AUD-5")


def test_aud_5_both_versions_of_the_results_can_be_read(finished: Any, door: Door, tournament: str) -> None:
    seen = finished("look", "correct_bust", preview=True, **WRONG).body["consequences"]["seen"]
    done = finished("right", "correct_bust", seen=seen, **WRONG)
    assert finished("right", "correct_bust", seen=seen, **WRONG).body == done.body
    path = f"/v1/clubs/{CLUB}/tournaments/{tournament}"
    versions = [door.get(f"{path}/results/{number}").body for number in (1, 2)]
    assert [(each["version"], each["last"]) for each in versions] == [(1, 2), (2, 2)]
    places = [[place[1] for place in each["events"][0]["event"]["places"]] for each in versions]
    assert places == [[1, 2, 3], [2, 1, 3]]
    assert [each["events"][0]["cause"] for each in versions] == ["finish", "right"]
    assert [door.get(f"{path}/results/{number}").status for number in (0, 3)] == [404, 404]
    assert door.as_("stranger").get(f"{path}/results/1").status == 404


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"seen": 0}, "command.seen"),
        ({"preview": 1}, "command.preview"),
        ({"reason": "because P3 said so"}, "command.reason"),
        ({"killers": ["player-001"] * 10}, "command.killers"),
        ({"note": "x"}, "command.note"),
    ],
)
def test_aud_5_a_correction_says_nothing_in_its_own_words(floor: Any, fields: dict[str, Any], field: str) -> None:
    answer = floor("odd", "correct_bust", **(WRONG | fields))
    assert (answer.status, answer.body["field"]) == (422, field)
