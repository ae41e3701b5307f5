"""The Temporal server of one machine: the real one, with SQLite and its Web UI."""

import subprocess
import sysconfig
from pathlib import Path

from infra.processes import DidNotHappen, Program, bare_environment, listening

SEARCH_ATTRIBUTES = {
    "ClubId": "Keyword",
    "TournamentStatus": "Keyword",
    "TournamentStart": "Datetime",
    "Entries": "Int",
    "Level": "Int",
}
"""What a tournament can be found by (OPS-1)."""

PRAGMAS = {"journal_mode": "WAL", "synchronous": "NORMAL"}
"""A killed server loses nothing so, and each write costs a quarter of what SQLite's defaults cost."""

# One history shard does all the work of a development server, so its poll limits, meant to be shared
# by many, are what commands would wait for; and timers are to ring when they are due, not when it suits.
TUNING = {
    "history.transferProcessorMaxPollRPS": "1000",
    "history.timerProcessorMaxPollRPS": "1000",
    "history.visibilityProcessorMaxPollRPS": "1000",
    "history.timerProcessorMaxTimeShift": '"10ms"',
    "history.MaxBufferedQueryCount": "1000",
}
LAMBDA_WORKERS = {
    "workercontroller.enabled": "true",
    "workercontroller.compute_providers.enabled": '["aws-lambda"]',
    "workercontroller.scaling_algorithms.enabled": '["no-sync","rate-based"]',
    "workercontroller.compute_providers.aws.require_role_and_external_id": "false",
}
"""Lets the server start Lambda workers itself, in the emulator that AWS_ENDPOINT_URL names."""


def temporal_program() -> Path:
    """Return the `temporal` program that stands beside this Python."""
    return Path(sysconfig.get_path("scripts")) / "temporal"


def temporal_server(*, folder: Path, port: int, ui_port: int | None, aws_endpoint: str) -> Program:
    """Return the server as a program of the local stack.

    Args:
        folder: its database, log and lock are kept here.
        port: of its gRPC service, on 127.0.0.1 only.
        ui_port: of its Web UI; None for none.
        aws_endpoint: where it finds the functions of Lambda workers.
    """
    command: list[str | Path] = [temporal_program(), "server", "start-dev", "--ip", "127.0.0.1"]
    command += ["--port", str(port), "--log-level", "error", "--db-filename", folder / "temporal.db"]
    command += ["--headless"] if ui_port is None else ["--ui-port", str(ui_port)]
    for name, kind in SEARCH_ATTRIBUTES.items():
        command += ["--search-attribute", f"{name}={kind}"]
    for name, value in PRAGMAS.items():
        command += ["--sqlite-pragma", f"{name}={value}"]
    for name, value in (TUNING | LAMBDA_WORKERS).items():
        command += ["--dynamic-config-value", f"{name}={value}"]
    return Program(
        name="temporal",
        folder=folder,
        directory=folder,
        command=command,
        environment=bare_environment(
            AWS_ENDPOINT_URL=aws_endpoint,
            AWS_ACCESS_KEY_ID="test",
            AWS_SECRET_ACCESS_KEY="test",  # noqa: S106 - the emulator knows no secrets
            AWS_DEFAULT_REGION="eu-central-1",
            AWS_REGION="eu-central-1",
        ),
        ready=lambda: listening(port),
    )


def employ_lambda_worker(*, address: str, deployment: str, build: str, function: str) -> None:
    """Tell the server which function to call when tournaments have work; told again it changes nothing.

    Args:
        address: of the server.
        deployment: name of the worker deployment.
        build: name of the build that the function runs.
        function: ARN of one published version of it.

    Raises:
        DidNotHappen: the server would not have it.
    """
    named = ("--deployment-name", deployment, "--build-id", build)
    called = ("--aws-lambda-function-arn", function, "--aws-lambda-skip-role-and-external-id")
    steps: tuple[tuple[str, ...], ...] = (
        ("create", "--name", deployment),
        ("create-version", *named, *called),
        ("set-current-version", *named, "--allow-no-pollers", "--yes"),
    )
    for step in steps:
        told = subprocess.run(
            [temporal_program(), "worker", "deployment", *step, "--address", address],
            env=bare_environment(),
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        if told.returncode != 0 and "already exists" not in told.stderr:
            raise DidNotHappen(f"temporal worker deployment {step[0]}: {told.stderr.strip()}")
