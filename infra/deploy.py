"""Deploys `template.yaml`, with the code as it stands, to the AWS emulator.

The template goes there as it goes to AWS, with two differences: the code is a zip of the packages
below instead of a build, and there is no layer, because the emulator's functions run on the Python
that runs this program. A deployment that changes nothing takes a fraction of a second.
"""

import contextlib
import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from samtranslator.yaml_helper import yaml_parse

from infra.processes import wait_until

REGION = "eu-central-1"
"""The region the local stack pretends to be in."""

PACKAGES = ("domain", "activities", "workflows", "infra", "handlers")
CODE_BUCKET = "code"
PATIENCE = 60.0
"""Seconds a deployment may take."""

PATIENT = Config(connect_timeout=2, read_timeout=60, retries={"mode": "standard", "total_max_attempts": 2})


class DeploymentFailed(RuntimeError):
    """The stack did not come up; carries what CloudFormation says about each failed resource."""


@dataclass(frozen=True, kw_only=True)
class Emulator:
    """The AWS emulator at one address, and the clients that speak to it."""

    endpoint: str

    @property
    def credentials(self) -> dict[str, str]:
        """Return what every program of the local stack signs with; the emulator takes it for the account's root."""
        return {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}

    def client(self, service: str) -> Any:
        """Return a client of this service."""
        return boto3.client(  # type: ignore[call-overload]  # the service is a variable here
            service,
            endpoint_url=self.endpoint,
            region_name=REGION,
            aws_access_key_id=self.credentials["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=self.credentials["AWS_SECRET_ACCESS_KEY"],
            config=PATIENT,
        )

    @cached_property
    def cloudformation(self) -> Any:
        """The client that stacks are deployed with."""
        return self.client("cloudformation")

    @cached_property
    def s3(self) -> Any:
        """The client that code is laid down with."""
        return self.client("s3")


def bundle(root: Path) -> bytes:
    """Return the zip of the code under `root`; the same code gives the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for package in PACKAGES:
            for file in sorted((root / package).rglob("*.py")):
                # Entries made from a name alone carry a fixed date.
                archive.writestr(zipfile.ZipInfo(file.relative_to(root).as_posix()), file.read_bytes())
    return out.getvalue()


def local_template(root: Path, code_uri: str) -> dict[str, Any]:
    """Return `template.yaml` with this code and without the layer."""
    template: dict[str, Any] = yaml_parse((root / "template.yaml").read_text())
    function = template["Globals"]["Function"]
    function["CodeUri"] = code_uri
    del function["Layers"]
    template["Resources"] = {
        name: resource
        for name, resource in template["Resources"].items()
        if resource["Type"] != "AWS::Serverless::LayerVersion"
    }
    return template


def deploy(emulator: Emulator, *, root: Path, stack: str, parameters: Mapping[str, str]) -> dict[str, str]:
    """Bring the stack up to date and return its outputs.

    Args:
        emulator: where to.
        root: folder that holds `template.yaml` and the packages.
        stack: name of the stack; the same name again updates it.
        parameters: those of the template that differ from their defaults.

    Raises:
        DeploymentFailed: CloudFormation did not finish with the stack.
    """
    code = bundle(root)
    key = f"{hashlib.sha256(code).hexdigest()}.zip"
    with contextlib.suppress(emulator.s3.exceptions.BucketAlreadyOwnedByYou):
        emulator.s3.create_bucket(Bucket=CODE_BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
    emulator.s3.put_object(Bucket=CODE_BUCKET, Key=key, Body=code)
    _apply(
        emulator.cloudformation,
        StackName=stack,
        TemplateBody=json.dumps(local_template(root, f"s3://{CODE_BUCKET}/{key}")),
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
        Parameters=[{"ParameterKey": name, "ParameterValue": value} for name, value in parameters.items()],
    )
    return outputs(emulator, stack)


def outputs(emulator: Emulator, stack: str) -> dict[str, str]:
    """Return the outputs of a deployed stack."""
    described = emulator.cloudformation.describe_stacks(StackName=stack)["Stacks"][0]
    return {output["OutputKey"]: output["OutputValue"] for output in described.get("Outputs", [])}


def base_url(emulator: Emulator, api: str) -> str:
    """Return the address under which the emulator serves a deployed API, without the `/v1`."""
    return f"{emulator.endpoint}/_aws/execute-api/{api}/live"


def _status(cloudformation: Any, stack: str) -> str | None:
    """Return the status of a stack, None when there is none."""
    try:
        described: str = cloudformation.describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]
    except ClientError as error:
        if error.response["Error"]["Code"] == "ValidationError":
            return None
        raise
    return None if described == "DELETE_COMPLETE" else described


def _apply(cloudformation: Any, **call: Any) -> None:
    stack = call["StackName"]
    before = _status(cloudformation, stack)
    if before == "ROLLBACK_COMPLETE":  # it never came up, and cannot be updated
        cloudformation.delete_stack(StackName=stack)
        wait_until(lambda: _status(cloudformation, stack) is None, within=PATIENCE, what=f"stack {stack} was gone")
        before = None
    verb = "create" if before is None else "update"
    try:
        getattr(cloudformation, f"{verb}_stack")(**call)
    except ClientError as error:
        if "No updates" in error.response["Error"]["Message"]:
            return
        raise DeploymentFailed(str(error)) from error

    def settled() -> bool:
        return not str(_status(cloudformation, stack)).endswith("_IN_PROGRESS")

    wait_until(settled, within=PATIENCE, what=f"stack {stack} settled")
    after = _status(cloudformation, stack)
    if after != f"{verb.upper()}_COMPLETE":
        raise DeploymentFailed("\n".join([f"stack {stack}: {after}", *_failures(cloudformation, stack)]))


def _failures(cloudformation: Any, stack: str) -> list[str]:
    events = cloudformation.describe_stack_events(StackName=stack)["StackEvents"]
    return [
        f"{event['LogicalResourceId']}: {event.get('ResourceStatusReason', 'no reason given')}"
        for event in events
        if event["ResourceStatus"].endswith("FAILED")
    ]
