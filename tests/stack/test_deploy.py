"""The deployment: the same again changes nothing, changed code is there at once, a template that cannot be says why."""

import io
import shutil
import time
import zipfile
from pathlib import Path

import pytest

from infra.deploy import DeploymentFailed, bundle, deploy
from infra.stack import ROOT, STACK_NAME
from tests.support.stack import Stack


def copy_of_the_project(to: Path) -> Path:
    """Copy what a deployment takes, so that it can be edited."""
    shutil.copy(ROOT / "template.yaml", to)
    for package in ("domain", "activities", "workflows", "infra", "handlers"):
        shutil.copytree(ROOT / package, to / package, ignore=shutil.ignore_patterns("__pycache__"))
    return to


def test_the_same_code_gives_the_same_bytes_and_nothing_but_python() -> None:
    code = bundle(ROOT)
    assert code == bundle(ROOT)
    names = zipfile.ZipFile(io.BytesIO(code)).namelist()
    assert "handlers/commands.py" in names
    assert all(name.endswith(".py") for name in names)


def test_deployed_again_everything_is_as_it_was_and_it_takes_no_time(bare_stack: Stack) -> None:
    outputs = dict(bare_stack.local.outputs)
    begun = time.monotonic()
    bare_stack.local.deploy()
    assert bare_stack.local.outputs == outputs
    assert time.monotonic() - begun < 5


def test_changed_code_answers_after_the_next_deployment_and_the_address_stays(
    bare_stack: Stack, tmp_path: Path
) -> None:
    root = copy_of_the_project(tmp_path)
    address = bare_stack.local.url
    health = root / "handlers" / "health.py"
    words = '{"statusCode": 200, "headers": {"content-type": "application/json"}, "body": \'{"edited":true}\'}'
    health.write_text(f"def handler(event, context):\n    return {words}\n")
    bare_stack.local.root = root
    bare_stack.local.deploy()
    assert bare_stack.local.url == address
    assert bare_stack.api.get("/v1/health").body == {"edited": True}


@pytest.mark.parametrize(
    ("resource", "words"),
    [
        ("{Type: AWS::Nowhere::Thing}", "AWS::Nowhere::Thing"),
        ("{Type: AWS::SSM::Parameter, Properties: {Type: Nonsense}}", "ROLLBACK_COMPLETE\nBroken: .*Nonsense"),
    ],
)
def test_a_template_that_cannot_be_says_why(bare_stack: Stack, tmp_path: Path, resource: str, words: str) -> None:
    head = "Transform: AWS::Serverless-2016-10-31\nGlobals: {Function: {Layers: []}}\n"
    (tmp_path / "template.yaml").write_text(f"{head}Resources:\n  Broken: {resource}\n")
    with pytest.raises(DeploymentFailed, match=words):
        deploy(bare_stack.local.aws, root=tmp_path, stack=f"{STACK_NAME}-broken", parameters={})
    # And once it is mended it comes up.
    (tmp_path / "template.yaml").write_text(f"{head}Resources:\n  Broken: {{Type: AWS::S3::Bucket}}\n")
    deploy(bare_stack.local.aws, root=tmp_path, stack=f"{STACK_NAME}-broken", parameters={})
