"""The console command, as somebody types it."""

import io
import itertools
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from activities.journal import Journal
from domain import views
from domain.commands import COMMANDS, schema
from domain.events import GENESIS, chain, from_text
from domain.evolve import fold
from infra import cli, scenario
from infra import settings as configuration
from infra import tables as wiring
from infra.rebuild import flush_of
from tests.support.desk import TOURNAMENT, an_evening
from tests.support.emulator import Aws

HOME = Path(__file__).parents[2] / "scenarios"
TEXTS = an_evening().texts
EVENTS: list[dict[str, Any]] = [json.loads(text) for text in TEXTS]
STATE = fold(map(from_text, TEXTS))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.app, [str(each) for each in arguments])


def test_commands_lists_all_of_them() -> None:
    told = run("commands")
    assert told.exit_code == 0
    assert [kind for kind in COMMANDS if kind not in told.stdout] == []


def test_commands_as_json_has_each_schema_and_who_may() -> None:
    told = json.loads(run("commands", "--json").stdout)
    assert {kind: each["schema"] for kind, each in told.items()} == {kind: schema(kind) for kind in COMMANDS}
    assert told["record_knockout"]["roles"] == ["dealer", "floor", "owner"]


def test_one_command_is_shown_with_its_schema() -> None:
    told = run("commands", "add_on")
    assert told.exit_code == 0
    assert '"player"' in told.stdout
    assert "cashier" in told.stdout


def test_a_command_that_is_none_is_named() -> None:
    told = run("commands", "sing")
    assert (told.exit_code, "no command sing" in told.stderr) == (2, True)


def test_the_schema_of_scenarios_is_printed() -> None:
    assert json.loads(run("schema").stdout) == scenario.schema()


def test_a_rehearsal_prints_the_evening_and_ends_well() -> None:
    told = run("rehearse", HOME / "b-025-one-knockout-reported-twice.yaml")
    assert (told.exit_code, told.stderr) == (0, "")
    assert "record_knockout player=P1: refused by KO-1: P1 is already out" in told.stdout
    assert "9 left" not in told.stdout
    assert "At the end: running, 8 of 10 left" in told.stdout


def test_aud_5_a_rehearsal_says_line_by_line_what_a_correction_changes() -> None:
    told = run("rehearse", HOME / "a-wrong-bust-after-the-finish.yaml")
    assert (told.exit_code, told.stderr) == (0, "")
    asked = next(line for line in told.stdout.splitlines() if "preview=True" in line)
    assert asked.endswith("a preview: nothing has changed")
    for line in ("places: P1 1 -> 2", "credits: P1 1 -> none", "ledger: P2 +5,500", "results version: 1 -> 2"):
        assert f"    {line}\n" in told.stdout


def test_a_rehearsal_as_json_has_answers_events_and_views() -> None:
    told = run("rehearse", HOME / "b-016-the-average-after-a-re-entry.yaml", "--json")
    assert told.exit_code == 0
    result = json.loads(told.stdout)
    assert (result["right"], result["durable"], result["differences"]) == (True, False, [])
    assert result["answers"][-1]["outcome"]["status"] == "accepted"
    assert result["events"][-1]["event"]["kind"] == "re_entered"
    assert result["looks"][0]["head"]["average_stack"] == 11_250
    assert result["final"]["head"]["average_stack"] == 11_111
    assert len(result["final"]["entries"]) == 10
    assert sum(table["players"] for table in result["final"]["tables"]) == 9


def test_a_rehearsal_through_the_workflow_ends_well() -> None:
    told = run("rehearse", HOME / "b-043-one-message-delivered-twice.yaml", "--durable", "--json")
    assert (told.exit_code, told.stderr) == (0, "")
    result = json.loads(told.stdout)
    assert (result["right"], result["durable"]) == (True, True)
    assert result["history"] > 50


def altered(tmp_path: Path, name: str, old: str, new: str) -> Path:
    (tmp_path / "std.yaml").write_text((HOME / "std.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    text = (HOME / name).read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / name
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def test_a_rehearsal_that_comes_out_otherwise_says_where_and_fails(tmp_path: Path) -> None:
    file = altered(tmp_path, "b-016-the-average-after-a-re-entry.yaml", "11111", "10000")
    told = run("rehearse", file)
    assert told.exit_code == 1
    assert told.stderr == (
        "step 2 at 19:32: average_stack\n    expected: 10000\n    found: 11111\n1 came out otherwise\n"
    )
    assert json.loads(run("rehearse", file, "--json").stdout)["right"] is False


def test_events_that_come_out_otherwise_are_listed_line_by_line(tmp_path: Path) -> None:
    told = run("rehearse", altered(tmp_path, "b-009-an-old-timer-ends-nothing.yaml", "19:25 break", "19:26 break"))
    assert told.exit_code == 1
    assert "expected:\n        19:26 break_started\n" in told.stderr
    assert "found:\n        19:25:00.000000 break_started by clock\n" in told.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title: x\nsteps: [{at: '19:00'}]", "steps.0: a step has one of"),
        ("title: x\ncolour: red", "colour: Extra inputs are not permitted"),
        ("title: x\ntitle: y", "title stands twice"),
        ("title: x\nbase: none.yaml", "No such file"),
        ("- a list", "valid dictionary"),
        ("title: x", "an evening needs a start"),
        ("title: x\nbase: std.yaml\nsettings: {starting_stack: 10.5}", "settings.starting_stack: "),
        ("title: x\nbase: std.yaml\nsettings: {structure: [a lot of blinds]}", "no row of a structure"),
        ("title: x\nbase: std.yaml\nsettings: {windows: {late_registration: '18:00'}}", "must end after the start"),
        ("title: x\nbase: std.yaml\nsteps: [{at: 19:05, repeat_of: c1}]", "no command c1 was given before"),
        (
            "title: x\nbase: std.yaml\nsteps: [{at: 19:05, ask: pause, id: a}, {at: 19:06, ask: resume, id: a}]",
            "was given before",
        ),
        ("title: x\nbase: x.yaml", "it is its own base"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_scenario_is_refused_with_the_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "std.yaml").write_text((HOME / "std.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    file = tmp_path / "x.yaml"
    file.write_text(text, encoding="utf-8")
    told = run("rehearse", file)
    assert told.exit_code == 2
    assert said in told.stderr


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert run("rehearse", tmp_path / "none.yaml").exit_code == 2


# -------------------------------------------------------------------------------------------- looking at a tournament


class FakeApi(BaseHTTPRequestHandler):
    """Answers as the deployed API does, with the rows of one evening; only `floor` is of the club's staff."""

    def do_GET(self) -> None:
        """Answer a request."""
        token = self.headers["Authorization"]
        parts = urlsplit(self.path)
        rows = views.all_rows(STATE)
        staff = f"/v1/clubs/{STATE.club}/tournaments/{TOURNAMENT}"
        if token and parts.path == f"/v1/tournaments/{TOURNAMENT}":
            self._answer(200, rows.head)
        elif token == "floor" and parts.path.startswith(staff):
            name = parts.path.rpartition("/")[2]
            after = int(parse_qs(parts.query)["after"][0])
            keys = {"events": "seq", "tables": "table", "entries": "entry"}
            every = {
                "events": EVENTS,
                "tables": list(rows.tables.values()),
                "entries": list(rows.entries.values()),
            }[name]
            page = [row for row in every if row[keys[name]] > after][:10]
            self._answer(200, {name: page, "next": page[-1][keys[name]] if len(page) == 10 else None})
        else:
            self._answer(404, {"detail": "there is no such thing for you"})

    def _answer(self, status: int, body: Any) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def api() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), FakeApi)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_staff_see_clock_counts_and_tables(api: str) -> None:
    told = run("show", TOURNAMENT, "--api", f"{api}/v1", "--token", "floor")
    assert told.exit_code == 0
    assert f"{STATE.alive} of {STATE.field} left" in told.stdout
    assert "Level" in told.stdout
    assert "table" in told.stdout


def test_what_is_shown_comes_as_json_too(api: str) -> None:
    told = json.loads(run("show", TOURNAMENT, "--api", api, "--token", "floor", "--json").stdout)
    rows = views.all_rows(STATE)
    assert told["head"] == rows.head
    assert told["entries"] == list(rows.entries.values())
    assert told["tables"] == list(rows.tables.values())


def test_a_player_sees_the_lobby_alone(api: str) -> None:
    told = json.loads(run("show", TOURNAMENT, "--api", api, "--token", "player", "--json").stdout)
    assert told["head"]["title"] == STATE.settings.title
    assert (told["tables"], told["entries"]) == ([], [])


def test_what_is_not_there_is_said(api: str) -> None:
    told = run("show", "another", "--api", api, "--token", "floor")
    assert (told.exit_code, "there is no such thing for you" in told.stderr) == (2, True)


def test_following_prints_each_event_once_and_ends_with_the_tournament(api: str) -> None:
    told = run("follow", TOURNAMENT, "--api", api, "--token", "floor", "--json")
    assert told.exit_code == 0
    assert [json.loads(line) for line in told.stdout.splitlines()] == EVENTS


def test_following_begins_where_one_says_and_speaks_plainly(api: str) -> None:
    told = run("follow", TOURNAMENT, "--api", api, "--token", "floor", "--after", str(len(EVENTS) - 3))
    assert told.exit_code == 0
    assert len(told.stdout.splitlines()) == 3
    assert "tournament finished" in told.stdout


def test_the_environment_of_the_local_stack_is_enough(api: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("API", f"{api}/v1"), ("FLOOR", "floor"), ("TOURNAMENT", TOURNAMENT)):
        monkeypatch.setenv(name, value)
    assert run("show").exit_code == 0


def test_without_an_address_or_a_store_it_says_what_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    configuration.settings.cache_clear()
    monkeypatch.delenv("CLUB_TABLE", raising=False)
    told = run("show", TOURNAMENT)
    assert (told.exit_code, "--api" in told.stderr) == (2, True)


@pytest.fixture
def at_home(aws: Aws, monkeypatch: pytest.MonkeyPatch) -> Iterator[Aws]:
    """The console finds this account's store, with the evening in it."""
    monkeypatch.setenv("CLUB_TABLE", aws.club)
    monkeypatch.setenv("AWS_ENDPOINT_URL", aws.url)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", aws.account)
    monkeypatch.setattr(boto3, "DEFAULT_SESSION", None)  # it remembers the credentials it saw first
    configuration.settings.cache_clear()
    wiring.dynamodb.cache_clear()
    assert Journal(aws.dynamodb(), aws.club).write(flush_of(TEXTS)).status == "written"
    yield aws
    configuration.settings.cache_clear()
    wiring.dynamodb.cache_clear()


def test_a_store_that_does_not_answer_is_said(at_home: Aws, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_TABLE", "another")
    told = run("show", TOURNAMENT)
    assert (told.exit_code, "the store: " in told.stderr) == (2, True)


@pytest.mark.usefixtures("at_home")
def test_an_operator_reads_the_store() -> None:
    shown = run("show", TOURNAMENT, "--json")
    assert shown.stderr == ""
    told = json.loads(shown.stdout)
    rows = views.all_rows(STATE)
    assert told["head"] == rows.head
    assert [each["entry"] for each in told["entries"]] == sorted(rows.entries)
    assert told["tables"] == list(rows.tables.values())
    followed = run("follow", TOURNAMENT, "--json")
    assert [json.loads(line) for line in followed.stdout.splitlines()] == EVENTS
    assert run("show", "another").exit_code == 2


# -------------------------------------------------------------------------------------------- a record once more


def exported(texts: list[str]) -> str:
    hashes = list(itertools.accumulate(texts, chain, initial=GENESIS))
    return "".join(
        json.dumps({"hash": after, "prev": before, "seq": n, "text": text}) + "\n"
        for n, (text, before, after) in enumerate(zip(texts, hashes, hashes[1:], strict=False), start=1)
    )


def test_a_journal_is_folded_to_the_state_it_leads_to(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    file.write_text(exported(TEXTS), encoding="utf-8")
    told = run("replay", file, "--json")
    assert told.exit_code == 0
    assert json.loads(told.stdout) == [
        {"what": f"journal of {TOURNAMENT}", "events": len(TEXTS), "head": views.head(STATE)}
    ]
    assert f"{len(TEXTS)} events" in run("replay", file).stdout


def test_a_journal_with_a_changed_event_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    file.write_text(exported(TEXTS).replace("player-004", "player-005", 1), encoding="utf-8")
    told = run("replay", file)
    assert (told.exit_code, "was changed" in told.stderr) == (1, True)


def test_a_journal_with_a_missing_event_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    lines = exported(TEXTS).splitlines(keepends=True)
    file.write_text("".join(lines[:5] + lines[6:]), encoding="utf-8")
    assert run("replay", file).exit_code == 1


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear floor", encoding="utf-8")
    told = run("replay", file)
    assert (told.exit_code, "neither a journal nor" in told.stderr) == (1, True)


def test_a_tournament_needs_a_server_to_be_replayed_from(monkeypatch: pytest.MonkeyPatch) -> None:
    configuration.settings.cache_clear()
    monkeypatch.delenv("TEMPORAL_ADDRESS", raising=False)
    told = run("replay", TOURNAMENT)
    assert (told.exit_code, "TEMPORAL_ADDRESS" in told.stderr) == (2, True)


def test_the_terminal_shows_the_board_and_the_last_events(api: str) -> None:
    out = io.StringIO()
    source = cli.source_of(TOURNAMENT, api, "floor")
    cli.follow_live(source, 0, 0.1, Console(file=out, force_terminal=True, width=120))
    assert STATE.settings.title in out.getvalue()
    assert "tournament finished" in out.getvalue()


def test_following_waits_while_nobody_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    source = cli.source_of(TOURNAMENT, f"http://127.0.0.1:{port}", "floor")
    assert cli.news(source, 0) == (None, [])
