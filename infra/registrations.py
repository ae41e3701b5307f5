"""What every worker runs, however it is hosted: the workflow, its sandbox, the activities on their tables."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from temporalio.common import VersioningBehavior, WorkerDeploymentVersion
from temporalio.worker import WorkerDeploymentConfig
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner, SandboxRestrictions

from activities.ballots import Ballots
from activities.credits import Credits
from activities.draws import Vault
from activities.journal import Journal
from activities.recall import Recollection
from activities.snapshots import Snapshots
from infra.keys import keys
from infra.settings import Settings
from infra.tables import dynamodb
from workflows.tournament import TournamentWorkflow

DEPLOYMENT = "tournaments"
"""Name of the worker deployment; its versions are builds of this code."""

STICKY = timedelta(seconds=1)
"""How long a task waits for the worker that has the tournament in memory: what a killed worker costs."""

WORKFLOWS: Sequence[type] = [TournamentWorkflow]

PURE = ("domain", "pydantic", "pydantic_core", "annotated_types", "immutables", "typing_extensions")
"""Modules that the sandbox need not load anew for every tournament: they hold no state and touch nothing outside."""


def activities(settings: Settings) -> list[Callable[..., Any]]:
    """Return the activities, on the tables that the settings name."""
    client = dynamodb()
    snapshots = Snapshots(client, settings.club_table)
    return [
        Journal(client, settings.club_table).write,
        Recollection(client, settings.club_table).recall,
        Vault(client, settings.vault_table).answer,
        Ballots(client, settings.vault_table, keys()).answer,
        Credits(client, settings.club_table).write,
        snapshots.store,
        snapshots.load,
    ]


def sandbox() -> SandboxedWorkflowRunner:
    """Return what runs workflow code: a sandbox in which clock, chance and files are out of reach."""
    return SandboxedWorkflowRunner(restrictions=SandboxRestrictions.default.with_passthrough_modules(*PURE))


def build() -> str:
    """Return a name for this build: a hash of the code that decides and of what carries its decisions."""
    home = Path(__file__).parent.parent
    content = hashlib.sha256()
    for folder in ("domain", "workflows", "activities"):
        for file in sorted((home / folder).rglob("*.py")):
            content.update(f"{file.relative_to(home).as_posix()}\n".encode())
            content.update(file.read_bytes())
    return content.hexdigest()[:16]


def version(settings: Settings) -> WorkerDeploymentVersion:
    """Return the version that this worker is of: the build the settings name, else one named by its code."""
    return WorkerDeploymentVersion(deployment_name=DEPLOYMENT, build_id=settings.build or build())


def deployment(settings: Settings) -> WorkerDeploymentConfig:
    """Return how versions are kept apart: a tournament stays with the build that it was started with.

    It moves on to a new build when it begins a new history.
    """
    return WorkerDeploymentConfig(
        version=version(settings),
        use_worker_versioning=True,
        default_versioning_behavior=VersioningBehavior.PINNED,
    )
