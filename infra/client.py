"""The way to the Temporal server: how to connect, and under which names a tournament's workflow is found there.

Brings no worker and no workflow with it: the door's functions import this.
"""

from datetime import timedelta

from temporalio.client import Client

from domain.ids import TournamentId
from infra.payloads import data_converter
from infra.secrets import secret
from infra.settings import Settings, settings

WORKFLOW = "Tournament"
"""Name of the workflow type."""

TASK_TIMEOUT = timedelta(seconds=5)
"""Workflow task timeout to start a tournament with: a worker killed inside a task costs it at most this."""


def workflow_id(tournament: TournamentId) -> str:
    """Return the id under which a tournament's workflow runs."""
    return f"tournament-{tournament}"


async def connect(known: Settings | None = None, *, lazy: bool = False) -> Client:
    """Return a client of the Temporal server that the settings name; a lazy one connects with its first call."""
    known = known or settings()
    arn = known.temporal_api_key_secret
    return await Client.connect(
        known.temporal_address,
        namespace=known.temporal_namespace,
        api_key=secret(arn) if arn else None,
        tls=arn is not None,
        data_converter=data_converter,
        lazy=lazy,
    )
