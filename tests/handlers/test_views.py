"""What is looked at: rows as they are, numbers as numbers, names for staff alone."""

import hashlib
import json
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError

from handlers import store as reads
from handlers import views
from infra.tables import dynamodb
from tests.handlers.conftest import CLUB
from tests.support.door import SETTINGS, Door, House, Watch


@pytest.fixture
def evening(floor: Any, house: House, watch: Watch) -> Any:
    """Four players at a table, and commands that must be taken."""

    def give(command_id: str, kind: str, **fields: Any) -> Any:
        answer = floor(command_id, kind, **fields)
        assert answer.status == 200, answer.text
        return answer

    give("open-registration", "open_registration")
    for number in range(1, 5):
        player = f"player-{number:03}"
        give(f"r-{number}", "register", player=player)
        give(f"i-{number}", "check_in", player=player, seat={"table": 1, "seat": number})
    give("start", "start")
    return give


@pytest.fixture
def path(tournament: str) -> str:
    return f"/v1/clubs/{CLUB}/tournaments/{tournament}"


def test_clk_5_the_clock_gives_the_end_and_the_servers_now(
    evening: Any, door: Door, tournament: str, watch: Watch
) -> None:
    watch.ahead(minutes=5)
    shown = door.get(f"/v1/tournaments/{tournament}/clock").body
    assert shown["server_now"] == "2026-11-29T18:05:00.000000Z"
    assert shown["status"] == "running"
    clock = shown["clock"]
    assert (clock["step"], clock["level_ends_at"]) == ("level 1", "2026-11-29T18:20:00.000000Z")
    assert (clock["small_blind"], clock["big_blind"], clock["ante"]) == (100, 200, 0)
    assert clock["next_level"] == {"small_blind": 200, "big_blind": 400, "ante": 0, "ante_type": "none"}
    evening("pause", "pause")
    clock = door.get(f"/v1/tournaments/{tournament}/clock").body["clock"]
    assert (clock["paused"], clock["level_ends_at"], clock["remaining_ms"]) == (True, None, 900_000)


def test_ko_3_b_050_whole_numbers_are_whole_and_halves_are_exact(evening: Any, door: Door, path: str) -> None:
    evening("k-1", "record_knockout", player="player-002", killers=["player-001"])
    evening("k-2", "record_knockout", player="player-003", killers=["player-001", "player-004"])
    text = door.get(f"{path}/entries").text
    first, *_ = json.loads(text)["entries"]
    assert (first["credits"], first["credits_exact"]) == (1.5, "3/2")
    assert '"chips_issued":10000,' in text
    assert '"credits":1.5,' in text
    evening("v-2", "void_knockout", knockout=2)
    assert '"credits":1,' in door.get(f"{path}/entries").text
    clock = door.get(f"/v1/tournaments/{path.rpartition('/')[2]}/clock").text
    assert '"small_blind":100,"big_blind":200,"ante":0,' in clock


def test_b_050_writing_what_was_read_changes_nothing(
    evening: Any, door: Door, path: str, house: House, tournament: str
) -> None:
    evening("k-1", "record_knockout", player="player-002", killers=["player-001", "player-004"])
    before = [door.get(f"{path}/{part}").body for part in ("entries", "tables")]
    played = house.played[f"tournament-{tournament}"]
    assert played.state is not None
    evening("move", "move_player", player="player-001", leaving={"table": 1, "seat": 1}, to={"table": 1, "seat": 9})
    evening("undo", "undo_move")
    assert [door.get(f"{path}/{part}").body for part in ("entries", "tables")] == before


def test_play_3_names_are_shown_to_the_clubs_staff_alone(
    evening: Any, door: Door, path: str, tournament: str, house: House
) -> None:
    named = door.post(f"/v1/clubs/{CLUB}/players", {"player": "player-001", "name": "First"})
    assert named.status == 201
    entries = door.get(f"{path}/entries").body["entries"]
    assert [each["name"] for each in entries] == ["First", None, None, None]
    (table,) = door.get(f"{path}/tables").body["tables"]
    assert [seat["name"] for seat in table["seats"]] == ["First", None, None, None]
    player = door.as_("player-001")
    mine = player.get(f"/v1/tournaments/{tournament}/me")
    assert [(each["table"], each["seat"]) for each in mine.body["entries"]] == [(1, 1)]
    assert "First" not in mine.text + player.get(f"/v1/tournaments/{tournament}").text
    assert "First" not in str(house.told)


def test_api_6_lists_come_in_pages(evening: Any, door: Door, path: str) -> None:
    first = door.get(f"{path}/entries", {"limit": "3"}).body
    assert ([each["entry"] for each in first["entries"]], first["next"]) == ([1, 2, 3], 3)
    rest = door.get(f"{path}/entries", {"limit": "3", "after": "3"}).body
    assert ([each["entry"] for each in rest["entries"]], rest["next"]) == ([4], None)
    tables = door.get(f"{path}/tables", {"limit": "1"}).body
    assert ([each["table"] for each in tables["tables"]], tables["next"]) == ([1], 1)
    assert door.get(f"{path}/tables", {"after": "1"}).body == {"tables": [], "next": None}
    everything: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = door.get(f"{path}/events", {"limit": "5", "after": str(after)}).body
        everything += page["events"]
        after = page["next"]
    assert [each["seq"] for each in everything] == list(range(1, len(everything) + 1))
    assert everything[0]["event"]["kind"] == "tournament_created"


def test_aud_4_the_export_carries_the_chain(
    evening: Any, door: Door, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = door.get(f"{path}/export").text
    before = "0" * 64
    for number, line in enumerate(whole.splitlines(), 1):
        row = json.loads(line)
        assert list(row) == ["hash", "prev", "seq", "text"]
        assert (row["seq"], row["prev"], json.loads(row["text"])["seq"]) == (number, before, number)
        before = hashlib.sha256(f"{before}\n{row['text']}".encode()).hexdigest()
        assert row["hash"] == before
    monkeypatch.setattr(views, "EXPORT_BYTES", 2_000)
    pieces, after = [], "0"
    while after:
        page = door.get(f"{path}/export", {"after": after})
        pieces.append(page.text)
        after = page.headers.get("next", "")
    assert len(pieces) > 2
    assert "".join(pieces) == whole


def test_api_2_a_draft_is_shown_to_its_club_alone(door: Door, tournament: str, path: str, floor: Any) -> None:
    player = door.as_("player-sub-1")
    lobby = f"/v1/tournaments/{tournament}"
    assert [player.get(lobby + part).status for part in ("", "/clock", "/me")] == [404] * 3
    assert door.get(lobby).body["status"] == "draft"
    assert door.as_("dealer-1").get(path).body["title"] == "Friday night"
    floor("c-1", "open_registration")
    shown = player.get(lobby).body
    assert (shown["status"], shown["title"], shown["clock"]) == ("registration_open", "Friday night", None)
    assert shown["buy_in"] == 0


def test_api_2_a_player_without_an_entry_has_no_seat(floor: Any, door: Door, tournament: str) -> None:
    floor("c-1", "open_registration")
    mine = door.as_("player-sub-1").get(f"/v1/tournaments/{tournament}/me").body
    assert mine == {"tournament": tournament, "status": "registration_open", "entries": []}


def test_api_2_a_player_sees_all_his_entries_in_order(evening: Any, door: Door, tournament: str) -> None:
    evening("k-1", "record_knockout", player="player-002", killers=["player-001"])
    mine = door.as_("player-002").get(f"/v1/tournaments/{tournament}/me").body
    assert [(each["entry"], each["status"], each["table"]) for each in mine["entries"]] == [(2, "out", None)]


def test_api_2_the_clubs_tournaments_come_latest_first(door: Door, house: House) -> None:
    for day in range(1, 6):
        settings = {**SETTINGS, "title": f"Night {day}", "starts_at": f"2026-12-0{day}T19:00:00Z"}
        door.post(f"/v1/clubs/{CLUB}/tournaments", {"command_id": f"open-{day}", "settings": settings})
    listed = f"/v1/clubs/{CLUB}/tournaments"
    first = door.get(listed, {"limit": "2"}).body
    second = door.get(listed, {"limit": "2", "after": first["next"]}).body
    third = door.get(listed, {"limit": "2", "after": second["next"]}).body
    titles = [[each["title"] for each in page["tournaments"]] for page in (first, second, third)]
    assert titles == [["Night 5", "Night 4"], ["Night 3", "Night 2"], ["Night 1"]]
    assert third["next"] is None


def test_api_2_a_club_without_tournaments_has_an_empty_list(door: Door) -> None:
    assert door.get(f"/v1/clubs/{CLUB}/tournaments").body == {"tournaments": [], "next": None}


def test_views_a_store_that_does_not_answer_is_named(
    door: Door, tournament: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Silent:
        def __getattr__(self, name: str) -> Any:
            raise ReadTimeoutError(endpoint_url="http://127.0.0.1:1")

    monkeypatch.setattr(reads, "dynamodb", Silent)
    for part in ("", "/tables", "/entries", "/events", "/export"):
        answer = door.get(path + part)
        assert (answer.status, answer.headers["retry-after"]) == (503, "1")
        assert answer.body["type"] == "urn:shuffleup:store_unavailable"


def test_views_rows_that_a_busy_store_left_unread_are_asked_for_again(
    evening: Any, door: Door, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client: Any = dynamodb()
    asked: list[int] = []

    class Stingy:
        """Answers one row at a time."""

        def __getattr__(self, name: str) -> Any:
            return getattr(client, name)

        def batch_get_item(self, RequestItems: Any) -> Any:  # noqa: N803 - the client's own word
            ((table, wanted),) = RequestItems.items()
            asked.append(len(wanted["Keys"]))
            one = client.batch_get_item(RequestItems={table: {**wanted, "Keys": wanted["Keys"][:1]}})
            left = wanted["Keys"][1:]
            return {**one, "UnprocessedKeys": {table: {**wanted, "Keys": left}} if left else {}}

    monkeypatch.setattr(reads, "dynamodb", Stingy)
    page = door.get(f"{path}/entries", {"limit": "3"})
    assert [each["entry"] for each in page.body["entries"]] == [1, 2, 3]
    assert asked[:3] == [3, 2, 1]
    assert door.get(f"{path}/entries", {"limit": "4"}).status == 503
