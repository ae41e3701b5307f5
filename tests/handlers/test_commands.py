"""Commands at the door: kept before they are answered, answered with their outcome, and once only (CMD-1 to CMD-4)."""

import threading
from typing import Any

import pytest
from botocore.exceptions import EndpointConnectionError
from temporalio.service import RPCError, RPCStatusCode

from handlers import commands, loop, temporal_door
from handlers import store as reads
from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House, Watch

STORE_AWAY = EndpointConnectionError(endpoint_url="http://127.0.0.1:1")


def path(tournament: str) -> str:
    return f"/v1/clubs/{CLUB}/tournaments/{tournament}/commands"


def test_cmd_3_a_command_that_is_taken_is_answered_with_its_events(floor: Any, tournament: str, house: House) -> None:
    answer = floor("c-1", "open_registration")
    assert answer.status == 200
    assert answer.body["outcome"] == {
        "command_id": "c-1",
        "name": "open_registration",
        "status": "accepted",
        "accepted_at": "2026-11-29T18:00:00.000000Z",
        "at": "2026-11-29T18:00:00.000000Z",
        "first": 2,
        "last": 3,
    }
    assert [each["event"]["kind"] for each in answer.body["events"]] == ["seed_committed", "registration_opened"]
    assert house.told == [
        (
            "open_registration",
            {
                "command_id": "c-1",
                "actor": "floor-1",
                "role": "floor",
                "accepted_at": "2026-11-29T18:00:00.000000Z",
                "body": {},
            },
        )
    ]


def test_cmd_3_b_049_a_command_that_is_refused_is_answered_with_the_rule_at_once(floor: Any) -> None:
    floor("c-1", "open_registration")
    floor("c-2", "register", player="player-001")
    answer = floor("c-3", "add_on", player="player-001")
    assert answer.status == 409
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.body["rule"], answer.body["status"]) == ("LIFE-1", 409)
    assert answer.body["type"] == "urn:shuffleup:not_running"
    assert answer.body["data"]["status"] == "registration_open"
    assert answer.body["mend"]


def test_cmd_3_b_049_kept_and_done_are_different_words(
    floor: Any, house: House, door: Door, tournament: str, impatient: None
) -> None:
    house.answers = False
    answer = floor("c-1", "open_registration")
    look = f"{path(tournament)}/c-1"
    assert (answer.status, answer.headers["location"], answer.headers["retry-after"]) == (202, look, "1")
    assert answer.body == {"command_id": "c-1", "status": "kept", "look": look}
    before = door.get(look)
    assert (before.status, before.body["type"]) == (404, "urn:shuffleup:outcome_unknown")
    house.catch_up()
    after = door.get(look)
    assert (after.status, after.body["outcome"]["status"]) == (200, "accepted")


def test_cmd_3_a_refusal_that_came_late_is_looked_up_as_a_refusal(
    floor: Any, house: House, door: Door, tournament: str, impatient: None
) -> None:
    house.answers = False
    floor("c-1", "pause")
    house.catch_up()
    assert door.get(f"{path(tournament)}/c-1").body["rule"] == "LIFE-1"


def test_cmd_1_a_repeat_gets_the_first_outcome_and_reaches_no_workflow(floor: Any, house: House) -> None:
    first = floor("c-1", "open_registration")
    sent = len(house.calls)
    assert floor("c-1", "open_registration").body == first.body
    assert len(house.calls) == sent


def test_cmd_1_a_repeat_gets_the_first_outcome_whatever_else_it_says(
    floor: Any, house: House, door: Door, tournament: str
) -> None:
    first = floor("c-1", "open_registration")
    body = {"command_id": "c-1", "command": {"kind": "cancel"}, "sent_at": "2026-11-29T18:00:01Z"}
    assert door.post(path(tournament), body).body == first.body
    assert len(house.inbox) == 1


def test_cmd_1_a_repeat_gets_the_first_refusal_when_the_workflow_has_ended(floor: Any, house: House) -> None:
    refused = floor("c-1", "pause")
    floor("c-2", "cancel")
    assert house.over
    assert floor("c-1", "pause").body == refused.body
    assert len(house.inbox) == 2


def test_cmd_1_sent_at_never_reaches_the_workflow(house: House, door: Door, tournament: str) -> None:
    body = {"command_id": "c-1", "command": {"kind": "open_registration"}, "sent_at": "yesterday"}
    assert door.post(path(tournament), body).status == 200
    assert "yesterday" not in str(house.told)


def test_win_6_the_door_stamps_the_instant_and_believes_no_client(floor: Any, house: House, watch: Watch) -> None:
    watch.ahead(minutes=7, microseconds=1)
    floor("c-1", "open_registration")
    assert house.told[0][1]["accepted_at"] == "2026-11-29T18:07:00.000001Z"


def test_win_6_the_instant_is_the_one_of_arrival_not_of_the_signal(
    floor: Any, house: House, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = reads.look

    def slow(*args: Any, **more: Any) -> Any:
        watch.ahead(seconds=2)
        return look(*args, **more)

    monkeypatch.setattr(reads, "look", slow)
    floor("c-1", "open_registration")
    assert house.told[0][1]["accepted_at"] == "2026-11-29T18:00:00.000000Z"


@pytest.mark.parametrize("busy", [RPCStatusCode.RESOURCE_EXHAUSTED, RPCStatusCode.UNAVAILABLE])
def test_cmd_2_a_server_that_is_busy_for_a_moment_is_asked_again_at_once(
    floor: Any, house: House, busy: RPCStatusCode
) -> None:
    house.fail = [RPCError("busy", busy, b""), RuntimeError("not connected"), RPCError("busy", busy, b""), None]
    assert floor("c-1", "open_registration").status == 200
    assert [call.request_id for call in house.calls[-4:]] == ["c-1"] * 4


def test_cmd_2_without_a_word_from_the_server_nothing_is_promised(floor: Any, house: House, impatient: None) -> None:
    house.fail = [RPCError("down", RPCStatusCode.UNAVAILABLE, b"")] * 100
    answer = floor("c-1", "open_registration")
    assert (answer.status, answer.headers["retry-after"]) == (503, "2")
    assert answer.body["type"] == "urn:shuffleup:not_acknowledged"


def test_cmd_2_a_server_that_refuses_outright_is_not_asked_again(floor: Any, house: House) -> None:
    sent = len(house.calls)
    house.fail = [RPCError("no", RPCStatusCode.PERMISSION_DENIED, b"")]
    assert floor("c-1", "open_registration").status == 503
    assert len(house.calls) == sent + 1


def test_cmd_2_a_store_that_is_down_before_the_signal_stops_it(
    floor: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise reads.StoreDown from STORE_AWAY

    monkeypatch.setattr(reads, "rows", down)
    answer = floor("c-1", "open_registration")
    assert (answer.status, answer.headers["retry-after"]) == (503, "1")
    assert answer.body["type"] == "urn:shuffleup:store_unavailable"
    assert house.inbox == []


def test_cmd_2_a_store_that_hangs_before_the_signal_does_not_hold_up_the_answer(
    floor: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = threading.Event()
    monkeypatch.setattr(commands, "LOOKUP", 0.1)
    monkeypatch.setattr(reads, "rows", lambda *_: gone.wait(5))
    answer = floor("c-1", "open_registration")
    gone.set()
    assert answer.body["type"] == "urn:shuffleup:store_unavailable"


def test_cmd_2_a_store_that_fails_after_the_signal_is_only_slow(
    floor: Any, house: House, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: Any) -> None:
        raise reads.StoreDown from STORE_AWAY

    monkeypatch.setattr(reads, "outcome", down)
    answer = floor("c-1", "open_registration")
    assert (answer.status, answer.body["status"]) == (202, "kept")
    assert len(house.inbox) == 1


def test_cmd_3_an_outcome_that_comes_late_is_still_found(
    floor: Any, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = reads.outcome
    looks: list[str] = []

    def late(tournament: str, command_id: str) -> Any:
        looks.append(command_id)
        if len(looks) == 3:
            raise reads.StoreDown from STORE_AWAY
        return found(tournament, command_id) if len(looks) > 3 else None

    monkeypatch.setattr(reads, "outcome", late)
    assert floor("c-1", "open_registration").status == 200
    assert looks == ["c-1"] * 4


def test_cmd_3_events_too_large_for_the_outcome_are_read_from_the_log(
    floor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("activities.items.rows.EMBEDDED_BYTES", 10)
    answer = floor("c-1", "open_registration")
    assert [each["seq"] for each in answer.body["events"]] == [2, 3]
    assert floor("c-1", "open_registration").body == answer.body


def test_cmd_3_a_command_that_changes_nothing_says_so(floor: Any) -> None:
    floor("c-1", "open_registration")
    for player in ("player-001", "player-002"):
        floor(f"r-{player}", "register", player=player)
        floor(f"i-{player}", "check_in", player=player)
    assert floor("c-2", "start").status == 200
    floor("c-3", "pause")
    answer = floor("c-4", "pause")
    assert (answer.status, answer.body["events"]) == (200, [])
    assert answer.body["outcome"]["note"]
    assert "first" not in answer.body["outcome"]


def test_life_11_a_tournament_that_is_over_comes_back_for_a_new_command(floor: Any, house: House) -> None:
    floor("c-1", "cancel")
    assert house.over
    answer = floor("c-2", "pause")
    assert (answer.status, answer.body["rule"]) == (409, "LIFE-1")
    woken = house.calls[-1]
    assert (woken.workflow_type.name, woken.task_queue.name) == ("Tournament", "tournaments")
    assert woken.request_id == "c-2"


def test_life_11_nothing_is_started_for_a_tournament_that_plays_on(floor: Any, house: House, tournament: str) -> None:
    del house.played[f"tournament-{tournament}"]
    answer = floor("c-1", "open_registration")
    assert (answer.status, answer.body["type"]) == (503, "urn:shuffleup:tournament_unavailable")
    assert house.played == {}


def test_sec_1_nothing_is_started_for_an_id_that_nobody_knows(house: House, door: Door) -> None:
    body = {"command_id": "c-1", "command": {"kind": "pause"}}
    assert door.post(path("nowhere"), body).status == 404
    assert house.calls == []


def test_life_1_a_tournament_is_opened_once_whatever_is_repeated(house: House, door: Door, tournament: str) -> None:
    other = {**SETTINGS, "title": "Another night"}
    again = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open", "settings": other})
    assert (again.status, again.body["tournament"]) == (201, tournament)
    assert again.headers["location"] == f"/v1/clubs/{CLUB}/tournaments/{tournament}"
    assert len(house.played) == 1
    assert door.get(again.headers["location"]).body["title"] == "Friday night"


def test_life_1_a_repeat_finds_the_tournament_that_the_first_request_had_no_time_to_see(
    house: House, door: Door, impatient: None
) -> None:
    house.answers = False
    body = {"command_id": "open", "settings": SETTINGS}
    first = door.post(f"/v1/clubs/{CLUB}/tournaments", body)
    assert first.status == 202
    house.answers = True
    house._open(next(iter(house.played.values())))
    again = door.post(f"/v1/clubs/{CLUB}/tournaments", body)
    assert (again.status, again.body) == (201, first.body)


def test_life_1_a_workflow_that_has_ended_is_not_opened_again(house: House, door: Door, impatient: None) -> None:
    house.over.add(f"tournament-{commands.tournament_id(CLUB, 'open')}")
    assert door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open", "settings": SETTINGS}).status == 202
    assert house.played == {}


def test_cmd_2_a_tournament_is_not_promised_without_a_word_from_the_server(
    house: House, door: Door, impatient: None
) -> None:
    house.fail = [RPCError("down", RPCStatusCode.UNAVAILABLE, b"")] * 100
    answer = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open", "settings": SETTINGS})
    assert (answer.status, answer.body["type"]) == (503, "urn:shuffleup:not_acknowledged")


def test_life_1_each_club_opens_its_own_tournaments() -> None:
    assert commands.tournament_id("north", "open") != commands.tournament_id("south", "open")
    assert commands.tournament_id("north", "open") == "2097785c368eb070a266b2ec"


def test_life_3_settings_that_cannot_be_played_are_refused_with_field_and_rule(house: House, door: Door) -> None:
    late = {**SETTINGS, "windows": {"late_registration": {"kind": "level", "level": 9}}}
    answer = door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": "open", "settings": late})
    assert (answer.status, answer.body["rule"]) == (422, "WIN-1")
    assert answer.body["field"] == "settings.windows.late_registration"
    assert house.calls == []


def test_reg_1_a_player_registers_himself_alone(house: House, door: Door, floor: Any, tournament: str) -> None:
    floor("c-1", "open_registration")
    player = door.as_("player-sub-1")
    answer = player.post(f"/v1/tournaments/{tournament}/register", {"command_id": "p-1"})
    assert (answer.status, answer.body["events"][0]["event"]["player"]) == (200, "player-sub-1")
    envelope = house.told[-1][1]
    assert (envelope["actor"], envelope["role"]) == ("player-sub-1", "player")
    assert envelope["body"] == {"player": "player-sub-1"}
    for_another = {"command_id": "p-2", "player": "player-sub-2"}
    refused = player.post(f"/v1/tournaments/{tournament}/register", for_another)
    assert (refused.status, refused.body["field"]) == (422, "player")
    assert player.post(f"/v1/tournaments/{tournament}/unregister", {"command_id": "p-3"}).status == 200


def test_reg_2_b_053_the_second_of_two_desks_is_refused(house: House, door: Door, floor: Any, tournament: str) -> None:
    floor("c-1", "open_registration")
    house.answers = False
    commands_before = len(house.inbox)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "PATIENCE", 0.05)
        assert floor("desk-1", "register", player="player-001").status == 202
        assert floor("desk-2", "register", player="player-001").status == 202
    assert len(house.inbox) == commands_before + 2
    house.catch_up()
    looks = [door.get(f"{path(tournament)}/desk-{desk}") for desk in (1, 2)]
    assert [look.status for look in looks] == [200, 409]
    assert looks[1].body["rule"] == "REG-2"
    entries = door.get(f"/v1/clubs/{CLUB}/tournaments/{tournament}/entries").body["entries"]
    assert [each["player"] for each in entries] == ["player-001"]


def test_cmd_3_a_player_looks_up_his_own_outcome_alone(house: House, door: Door, floor: Any, tournament: str) -> None:
    floor("c-1", "open_registration")
    player = door.as_("player-sub-1")
    answer = player.post(f"/v1/tournaments/{tournament}/register", {"command_id": "p-1"})
    look = f"/v1/tournaments/{tournament}/commands/"
    assert player.get(f"{look}p-1").body == answer.body
    assert player.get(f"{look}c-1").status == 404
    assert door.as_("player-sub-2").get(f"{look}p-1").status == 404


def test_cmd_1_a_player_cannot_ask_under_the_command_id_of_another(
    house: House, door: Door, floor: Any, tournament: str
) -> None:
    floor("c-1", "open_registration")
    answer = door.as_("player-sub-1").post(f"/v1/tournaments/{tournament}/register", {"command_id": "c-1"})
    assert (answer.status, answer.body["type"]) == (409, "urn:shuffleup:command_id_taken")
    assert "events" not in answer.body


def test_sec_1_a_player_cannot_register_where_there_is_nothing(house: House, door: Door) -> None:
    assert door.post("/v1/tournaments/nowhere/register", {"command_id": "p-1"}).status == 404


def test_cmd_1_the_client_of_the_process_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []

    async def connect(*, lazy: bool) -> object:
        made.append(lazy)
        return object()

    monkeypatch.setattr(temporal_door, "_client", None)
    monkeypatch.setattr(temporal_door, "connect", connect)
    first = loop.run(temporal_door.connected())
    assert loop.run(temporal_door.connected()) is first
    assert made == [True]
