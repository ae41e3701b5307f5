"""Goes through a recorded tournament again: its journal through the rules, or its history through the workflow."""

import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from temporalio.client import Client, WorkflowHistory
from temporalio.service import RPCError, RPCStatusCode
from temporalio.worker import Replayer

from domain import views
from domain.events import GENESIS, chain, from_text
from domain.evolve import fold
from domain.ids import TournamentId
from infra.client import workflow_id
from infra.export import rows_of
from infra.payloads import data_converter
from infra.rebuild import BrokenChain, whole_texts
from infra.registrations import WORKFLOWS, sandbox


class CannotReplay(ValueError):
    """What was given is neither a journal nor a history, or does not hold; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What a recorded tournament comes to: where it ends, and its rows (None for a history, which has none)."""

    what: str
    events: int
    head: dict[str, Any] | None = None


def is_journal(path: Path) -> bool:
    """Return whether a file holds an exported journal rather than a workflow's history."""
    try:
        with path.open(encoding="utf-8", newline="\n") as lines:
            first = lines.readline()
        return isinstance(row := json.loads(first), dict) and "text" in row
    except ValueError:
        return False


def journal(path: Path) -> Replayed:
    """Fold an exported journal and return the head that its events give.

    Raises:
        CannotReplay: it is no whole journal, or the rules cannot follow it.
    """
    try:
        with path.open(encoding="utf-8", newline="\n") as lines:  # a title may hold other separators of lines
            rows = list(rows_of(lines))
        texts = whole_texts(rows)
        before = GENESIS
        for row in rows:
            before = chain(before, row.text)
            if row.hash != before:
                raise CannotReplay(f"{path}: event {row.seq} was changed: its hash does not fit")
        state = fold(map(from_text, texts))
    except (BrokenChain, ValueError, TypeError, KeyError) as fault:
        raise CannotReplay(f"{path}: {fault}") from fault
    return Replayed(what=f"journal of {state.id}", events=len(texts), head=views.head(state))


async def histories(texts: Iterable[WorkflowHistory]) -> tuple[Replayed, ...]:
    """Replay histories through the workflow as it is now.

    Raises:
        CannotReplay: the workflow as it is now would have done something else.
    """
    replayer = Replayer(workflows=WORKFLOWS, data_converter=data_converter, workflow_runner=sandbox())
    done = []
    for history in texts:
        result = await replayer.replay_workflow(history, raise_on_replay_failure=False)
        if result.replay_failure is not None:
            raise CannotReplay(f"{history.workflow_id}: {result.replay_failure}")
        done.append(Replayed(what=f"history of {history.workflow_id}", events=len(history.events)))
    return tuple(done)


def history(path: Path) -> WorkflowHistory:
    """Return the history that a file holds, as the Temporal CLI and its Web UI write it.

    Raises:
        CannotReplay: it holds none.
    """
    try:
        return WorkflowHistory.from_json(path.stem, path.read_text(encoding="utf-8"))
    except (ValueError, TypeError, KeyError, AttributeError) as fault:
        raise CannotReplay(f"{path}: neither a journal nor a workflow's history: {fault}") from fault


async def runs_of(client: Client, tournament: TournamentId) -> AsyncIterator[WorkflowHistory]:
    """Yield the history of each run of a tournament that the server still has, the newest first.

    Raises:
        CannotReplay: the server has none.
    """
    run: str | None = None
    found = False
    while True:
        try:
            fetched = await client.get_workflow_handle(workflow_id(tournament), run_id=run).fetch_history()
        except RPCError as error:
            if error.status != RPCStatusCode.NOT_FOUND:
                raise
            if not found:
                raise CannotReplay(f"the server has no workflow {workflow_id(tournament)}") from error
            return
        found = True
        yield fetched
        begun = fetched.events[0].workflow_execution_started_event_attributes
        if not begun.continued_execution_run_id:
            return
        run = begun.continued_execution_run_id
