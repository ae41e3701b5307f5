"""The whole product on one machine: emulator, Temporal server, deployment, worker.

The local stack, the demo and the tests are each one `LocalStack` with a folder and ports of its own.
Everything that must outlive a process is in the folder; starting again on the same folder goes on
where it was.
"""

import contextlib
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path

from infra.deploy import REGION, Emulator, base_url, deploy
from infra.emulator import SAVE_PATH
from infra.processes import DidNotHappen, Lock, Program, bare_environment, free_port, listening, wait_until
from infra.temporal_server import employ_lambda_worker, temporal_server

ROOT = Path(__file__).resolve().parent.parent
"""Folder of `template.yaml` and the packages."""

STACK_NAME = "shuffleup"
NAMESPACE = "default"
TASK_QUEUE = "tournaments"

# In AWS a running tournament keeps the build it was started with. Here the worker of the last run is
# gone with its code, so all code is one build, and an evening goes on under whatever code there is now.
BUILD = "local"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Where the parts listen, all on 127.0.0.1; 0 stands for any free port."""

    emulator: int = 0
    temporal: int = 0
    ui: int | None = None

    def free(self) -> "Ports":
        """Return these ports, with another one where somebody listens already."""
        return Ports(
            emulator=free_port(self.emulator),
            temporal=free_port(self.temporal),
            ui=None if self.ui is None else free_port(self.ui),
        )


@dataclass(kw_only=True)
class LocalStack:
    """The product on one machine.

    Attributes:
        folder: everything the stack keeps.
        ports: where it listens; those of an earlier run on the same folder come first.
        checked: whether the emulator holds every call against the caller's IAM role.
        worker_kind: "outside" for the worker as a process of its own, "lambda" for the worker as a
            function that the Temporal server starts, "none" for no worker at all.
        token_minutes: life of the tokens.
        root: folder of `template.yaml` and the packages.
    """

    folder: Path
    ports: Ports = field(default_factory=Ports)
    checked: bool = False
    worker_kind: str = "outside"
    token_minutes: int = 60
    root: Path = ROOT
    outputs: dict[str, str] = field(default_factory=dict)
    started: list[Program] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Have the folder mean the same to every program, wherever each of them runs."""
        self.folder = self.folder.resolve()

    @property
    def aws(self) -> Emulator:
        """The emulator, for those who speak to AWS."""
        return Emulator(endpoint=f"http://127.0.0.1:{self.ports.emulator}")

    @property
    def url(self) -> str:
        """Address of the API, without the `/v1`."""
        return base_url(self.aws, self.outputs["ApiId"])

    @property
    def temporal_address(self) -> str:
        """Host and port of the Temporal server."""
        return f"127.0.0.1:{self.ports.temporal}"

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables by which programs of this stack find its parts, as the template names them."""
        return {
            "AWS_ENDPOINT_URL": self.aws.endpoint,
            "AWS_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION,
            **self.aws.credentials,
            "CLUB_TABLE": self.outputs["ClubTable"],
            "PEOPLE_TABLE": self.outputs["PeopleTable"],
            "VAULT_TABLE": self.outputs["VaultTable"],
            "VAULT_KEY": self.outputs["VaultKeyArn"],
            "USER_POOL": self.outputs["UserPool"],
            "USER_POOL_CLIENT": self.outputs["UserPoolClient"],
            "TEMPORAL_ADDRESS": self.temporal_address,
            "TEMPORAL_NAMESPACE": NAMESPACE,
            "TASK_QUEUE": TASK_QUEUE,
            "BUILD": BUILD,
        }

    @cached_property
    def emulator(self) -> Program:
        """The AWS emulator as a program."""
        port = self.ports.emulator
        (self.folder / "tmp").mkdir(parents=True, exist_ok=True)
        return Program(
            name="emulator",
            folder=self.folder,
            directory=self.root,
            command=[sys.executable, "-m", "infra.emulator"],
            # A function inherits this environment: anything else in it would hide a variable that the template forgot.
            environment=bare_environment(
                **self.aws.credentials,
                AWS_DEFAULT_REGION=REGION,
                MINISTACK_REGION=REGION,
                GATEWAY_PORT=str(port),
                BIND_HOST="127.0.0.1",
                LAMBDA_EXECUTOR="local",
                LAMBDA_ACCOUNT_CONCURRENCY="16",
                LOG_LEVEL="WARNING",
                STATE_DIR=str(self.folder / "aws"),
                TMPDIR=str(self.folder / "tmp"),
                SFTP_ENABLED="0",
                IOT_MTLS_ENABLED="0",
                AUTH="true" if self.checked else "false",
            ),
            ready=lambda: listening(port),
        )

    @cached_property
    def temporal(self) -> Program:
        """The Temporal server as a program."""
        return temporal_server(
            folder=self.folder,
            port=self.ports.temporal,
            ui_port=self.ports.ui,
            aws_endpoint=self.aws.endpoint,
        )

    @cached_property
    def worker(self) -> Program:
        """The long-lived worker as a program."""
        return Program(
            name="worker",
            folder=self.folder,
            directory=self.root,
            command=[sys.executable, "-m", "infra.worker"],
            environment=bare_environment(**(self.environment | self.credentials_of("WorkerRole"))),
            ready=lambda: self.worker.has_said("ready"),
            grace=30.0,
        )

    def credentials_of(self, role: str) -> dict[str, str]:
        """Return the variables by which a program acts in a role of the template; where nobody checks, as root."""
        if not self.checked:
            return self.aws.credentials
        described = self.aws.cloudformation.describe_stack_resource(StackName=STACK_NAME, LogicalResourceId=role)
        name = described["StackResourceDetail"]["PhysicalResourceId"]
        arn = self.aws.client("iam").get_role(RoleName=name)["Role"]["Arn"]
        taken = self.aws.client("sts").assume_role(RoleArn=arn, RoleSessionName=role)["Credentials"]
        return {
            "AWS_ACCESS_KEY_ID": taken["AccessKeyId"],
            "AWS_SECRET_ACCESS_KEY": taken["SecretAccessKey"],
            "AWS_SESSION_TOKEN": taken["SessionToken"],
        }

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Be the only one who minds this folder; what a killed predecessor left running is ended first.

        Raises:
            DidNotHappen: somebody else minds it.
        """
        lock = Lock(path=self.folder / "run" / "supervisor")
        if not lock.take():
            raise DidNotHappen(f"the stack in {self.folder} was free: it runs already (process {lock.holder()})")
        lock.sign()
        try:
            self.end_leftovers()
            yield
        finally:
            lock.release()

    def end_leftovers(self) -> None:
        """End the programs of this folder that still run, the worker first."""
        for name in ("worker", "temporal", "emulator"):
            leftover(self.folder, name).stop()

    def start(self, say: Callable[[str], None] = lambda _: None) -> None:
        """Start everything, or go on where the folder left off; returns when the API answers.

        Args:
            say: is told what is being done, one line each time.

        Raises:
            DidNotHappen: a part did not come up.
            DeploymentFailed: the template could not be deployed.
        """
        self.ports = remembered_ports(self.folder, self.ports).free()
        say(f"AWS emulator on port {self.ports.emulator}")
        self.begin(self.emulator)
        say(f"Temporal server on port {self.ports.temporal}")
        self.begin(self.temporal)
        remember_ports(self.folder, self.ports)
        self.emulator.await_ready()
        say("template.yaml: API, functions, tables, identities")
        self.deploy()
        self.temporal.await_ready()
        if self.worker_kind == "outside":
            say("worker")
            self.begin(self.worker)
            self.worker.await_ready()
        elif self.worker_kind == "lambda":
            say("worker, a function that the Temporal server calls")
            self.employ_function()

    def employ_function(self) -> None:
        """Have the Temporal server start workers by calling the deployed function."""
        from infra.registrations import DEPLOYMENT  # noqa: PLC0415 - brings the workflow, which few need

        employ_lambda_worker(
            address=self.temporal_address,
            deployment=DEPLOYMENT,
            build=BUILD,
            function=self.outputs["LambdaWorkerArn"],
        )

    def begin(self, program: Program) -> None:
        """Start a program and remember to end it, even when the start is interrupted."""
        self.started.append(program)
        program.start()

    def deploy(self) -> None:
        """Bring the deployment up to date with `template.yaml` and the code, and have it kept."""
        self.outputs = deploy(
            self.aws,
            root=self.root,
            stack=STACK_NAME,
            parameters={
                "AwsEndpoint": self.aws.endpoint,
                "TemporalAddress": self.temporal_address,
                "TemporalNamespace": NAMESPACE,
                "TaskQueue": TASK_QUEUE,
                "Build": BUILD,
                "TokenMinutes": str(self.token_minutes),
                "WorkerKind": "lambda" if self.worker_kind == "lambda" else "outside",
            },
        )
        self.save()

    def save(self) -> None:
        """Have the emulator take a snapshot now; it survives a kill from here on, rows and all else."""

        def saved() -> bool:
            request = urllib.request.Request(self.aws.endpoint + SAVE_PATH, method="POST")  # noqa: S310 - our own
            try:
                with urllib.request.urlopen(request, timeout=20):  # noqa: S310
                    return True
            except urllib.error.HTTPError:
                return False

        wait_until(saved, within=20, what="the emulator kept its state")

    def restart(self, program: Program) -> None:
        """Start a program that has ended on the same ports and data."""
        program.start()
        program.await_ready()

    def stop(self) -> None:
        """End everything that was started, the worker first, so that each finds what it needs to finish its work."""
        while self.started:
            self.started.pop().stop()


def leftover(folder: Path, name: str) -> Program:
    """Return a program of this folder that an earlier run may have left."""
    return Program(name=name, folder=folder, directory=folder, command=[], environment={}, ready=lambda: True)


def remember_ports(folder: Path, ports: Ports) -> None:
    """Write the ports down for the next run on this folder."""
    (folder / "ports.json").write_text(json.dumps(asdict(ports)))


def remembered_ports(folder: Path, ports: Ports) -> Ports:
    """Return the ports of the last run on this folder, so that links and tokens keep; else `ports`."""
    file = folder / "ports.json"
    if not file.exists():
        return ports
    last = json.loads(file.read_text())
    return replace(ports, emulator=last["emulator"], temporal=last["temporal"], ui=last["ui"])
