"""A seed is nowhere before its reveal, and a lot in no history before the command that needed it (OPS-5, SEAT-10)."""

import hashlib
import hmac
import json
import logging
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from temporalio.client import WorkflowHistory
from temporalio.testing import WorkflowEnvironment

from activities import items
from domain.draws import draw
from domain.journal import LotRequest, LotResult
from infra.export import json_lines
from infra.payloads import data_converter
from infra.verify_draws import verify
from tests.support.emulator import Aws
from tests.support.evenings import player, playing
from tests.support.secrets import forms, found, readable
from tests.workflows.replay import recorded

TOURNAMENT = "draws"
SEATS, LATE = 200, 10
ONE_TABLE = tuple(range(1, 10))


def keys(seed: bytes, tournament: str, lots: int) -> list[bytes]:
    """Return what a lot is drawn from: its key, and the first blocks of numbers that come of it."""
    found_keys = [hmac.digest(seed, f"{tournament}/{number}".encode(), "sha256") for number in range(lots + 1)]
    blocks = [hmac.digest(key, block.to_bytes(8, "big"), "sha256") for key in found_keys for block in (0, 1)]
    return found_keys + blocks


@cache
def night() -> WorkflowHistory:
    """Return the recorded night: a first draw of 200 seats, ten late ones, and the reveal."""
    return WorkflowHistory.from_json("tournament-draws", recorded()[TOURNAMENT])


async def value(payloads: Any, hint: type) -> Any:
    (decoded,) = await data_converter.decode(payloads, [hint])
    return decoded


class Draws:
    """What a history holds about lots: each fetch with the events that asked for it and brought it."""

    def __init__(self) -> None:
        self.asked: dict[int, tuple[int, LotRequest]] = {}
        self.came: dict[int, tuple[int, LotResult]] = {}
        self.reveal: tuple[int, LotResult] | None = None

    async def read(self, history: WorkflowHistory) -> "Draws":
        requests: dict[int, LotRequest] = {}
        for event in history.events:
            scheduled = event.activity_task_scheduled_event_attributes
            completed = event.activity_task_completed_event_attributes
            if (
                event.HasField("activity_task_scheduled_event_attributes")
                and scheduled.activity_type.name == "draw_lot"
            ):
                request = await value(scheduled.input.payloads, LotRequest)
                requests[event.event_id] = request
                if request.purpose == "draw":
                    self.asked[request.number] = (event.event_id, request)
            if event.HasField("activity_task_completed_event_attributes") and completed.scheduled_event_id in requests:
                result = await value(completed.result.payloads, LotResult)
                if requests[completed.scheduled_event_id].purpose == "draw":
                    self.came[result.number] = (event.event_id, result)
                elif result.seed is not None:
                    self.reveal = (event.event_id, result)
        return self


def signals(history: WorkflowHistory) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Yield each signal of a history: the event's number, the command's name and its envelope."""
    for event in history.events:
        if event.HasField("workflow_execution_signaled_event_attributes"):
            told = event.workflow_execution_signaled_event_attributes
            yield event.event_id, told.signal_name, json.loads(told.input.payloads[0].data)


async def test_ops_5_a_recorded_night_of_200_seats_holds_no_seed_before_its_reveal() -> None:
    draws = await Draws().read(night())
    assert draws.reveal is not None
    revealed_at, revealed = draws.reveal
    assert revealed.seed is not None
    seed = bytes.fromhex(revealed.seed)
    lots = max(draws.came)
    assert lots >= 1 + LATE
    assert all(
        draw(seed, TOURNAMENT, number, draws.asked[number][1].pools) == result.orders
        for number, (_, result) in draws.came.items()
    )
    derived = keys(seed, TOURNAMENT, lots + 10)
    for number, _, text in readable(night()):
        assert found(derived, within=text) == [], f"event {number}"
        assert (found([seed], within=text) == []) or number >= revealed_at, f"event {number}"


async def test_ops_5_what_is_looked_for_would_be_found() -> None:
    """The search itself: the seed stands in the reveal, and a secret in any of its forms is found."""
    draws = await Draws().read(night())
    assert draws.reveal is not None
    assert draws.reveal[1].seed is not None
    seed = bytes.fromhex(draws.reveal[1].seed)
    assert next(number for number, _, text in readable(night()) if found([seed], within=text)) == draws.reveal[0]
    secret = hashlib.sha256(b"a secret").digest()
    for form in forms(secret):
        assert found([secret], within=b"before" + form + b"after") == [secret]
    assert found([secret], within=hashlib.sha256(b"something else").digest()) == []


async def test_seat_10_no_history_holds_a_lot_before_the_command_that_needed_it() -> None:
    """The floor gave one command after the other; each lot was asked for after the one that needed it, then it came."""
    draws = await Draws().read(night())
    told = {number: name for number, name, _ in signals(night())}
    assert sorted(draws.asked) == sorted(draws.came) == list(range(1, len(draws.asked) + 1))
    needed: dict[int, str] = {}
    for number, (asked, _) in draws.asked.items():
        command = max(signalled for signalled in told if signalled < asked)
        needed[number] = told[command]
        came, result = draws.came[number]
        assert command < asked < came, f"lot {number}"
        if len(result.orders[-1]) < len(ONE_TABLE):
            continue  # two seats in order, say, stand in the record by chance
        orders = json.dumps(result.orders, separators=(",", ":")).encode()
        assert next(event for event, _, text in readable(night()) if orders in text) == came, f"lot {number}"
    assert needed.pop(1) == "start"
    assert set(needed.values()) == {"register"}
    assert sum(request.pools[-1] == ONE_TABLE for number, (_, request) in draws.asked.items() if number > 1) == LATE
    assert len(draws.asked[1][1].pools[0]) == SEATS


async def test_ops_5_a_night_leaves_its_seed_in_no_history_row_or_log(
    env: WorkflowEnvironment, aws: Aws, caplog: pytest.LogCaptureFixture
) -> None:
    """On the real server and store, until the reveal; then a stranger draws every lot again from the export."""
    with caplog.at_level(logging.DEBUG):
        async with playing(env, aws, seats_per_table=3, tables=5) as evening:
            await evening.start(6)
            for n in (7, 8, 9):
                await evening.ok("register", player=player(n))
            (kept,) = aws.rows(aws.vault)
            seed = items.seed_of(kept)
            secrets = [seed, *keys(seed, evening.tournament, 20)]
            history = await evening.handle.fetch_history()
            rows = repr(aws.rows(aws.club)).encode()
            said = "\n".join([caplog.text, *(repr(record.__dict__) for record in caplog.records)]).encode()
            for _, _, text in readable(history):
                assert found(secrets, within=text) == []
            assert history.to_json().find(seed.hex()) == -1
            assert b"player-007" in rows
            assert found(secrets, within=rows) == []
            assert caplog.records
            assert found(secrets, within=said) == []
            await evening.ok("cancel")
            await evening.handle.result()
            assert found(secrets[1:], within=repr(aws.rows(aws.club)).encode()) == []
            exported = [
                line.encode() for line in json_lines(items.log_rows(evening.dynamodb, aws.club, evening.tournament))
            ]
    report = verify(exported)
    assert (report.revealed, report.all_faults()) == (True, [])
    assert [drawn.kind for drawn in report.lots][:2] == ["field_seated", "player_seated"]
