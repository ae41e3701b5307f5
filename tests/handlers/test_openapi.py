"""The API's description: valid, complete, and the one that is kept in docs (API-1)."""

import json
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from samtranslator.yaml_helper import yaml_parse

from domain.commands import COMMANDS, schema
from handlers import described, openapi
from tests.support.door import FUNCTIONS
from tests.support.emulator import HOME

DOCUMENT = openapi.document()
OPERATIONS = [
    (path, method, operation) for path, item in DOCUMENT["paths"].items() for method, operation in item.items()
]


def test_api_1_the_description_is_a_valid_one() -> None:
    assert list(OpenAPIV31SpecValidator(DOCUMENT).iter_errors()) == []


def test_api_1_the_kept_description_is_the_codes_own() -> None:
    assert openapi.FILE.read_text(encoding="utf-8") == openapi.text(), "run `python -m handlers.openapi`"


def test_api_1_each_command_is_described_and_told_apart_by_its_kind() -> None:
    command = DOCUMENT["components"]["schemas"]["CommandRequest"]["properties"]["command"]
    mapping = command["discriminator"]["mapping"]
    assert (command["discriminator"]["propertyName"], set(mapping)) == ("kind", set(COMMANDS))
    for kind, reference in mapping.items():
        described = DOCUMENT["components"]["schemas"][reference.rpartition("/")[2]]
        assert set(described["properties"]) == set(schema(kind)["properties"])
        assert (described["additionalProperties"], "kind" in described["required"]) == (False, True)


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_api_1_each_route_says_how_it_may_be_refused(path: str, method: str, operation: dict[str, Any]) -> None:
    assert operation["summary"]
    public = path in {"/v1/health", "/v1/openapi.json"}
    assert operation.get("security") == (None if public else [{"idToken": []}])
    refusals = {status for status in operation["responses"] if int(status) >= 400}
    wanted = {"429", "500", "503"} | (set() if public else {"401", "403", "404", "422"})
    assert wanted | ({"400", "413", "415"} if method in {"post", "put"} else set()) <= refusals
    for status in refusals - ({"503"} if path == "/v1/health" else set()):
        (media,) = operation["responses"][status]["content"]
        assert media == "application/problem+json"


def test_api_1_the_gateway_knows_exactly_the_routes_that_are_described() -> None:
    template = yaml_parse((HOME / "template.yaml").read_text())
    gateway = {
        (resource["Properties"]["Handler"], event["Properties"]["Method"], event["Properties"]["Path"])
        for resource in template["Resources"].values()
        if resource["Type"] == "AWS::Serverless::Function"
        for event in resource["Properties"].get("Events", {}).values()
        if event["Type"] == "Api"
    }
    described = {
        (f"{module.__name__}.handler", route.method.lower(), route.openapi_path)
        for module in FUNCTIONS
        for route in module.app._static_routes + module.app._dynamic_routes
    }
    assert gateway == described
    assert {(method, path) for _, method, path in gateway} == {(method, path) for path, method, _ in OPERATIONS}


def test_api_1_no_two_models_share_a_name() -> None:
    answers = {
        name for name, model in vars(described).items() if getattr(model, "__module__", "") == described.__name__
    }
    others = set()
    for module in FUNCTIONS:
        own = json.loads(module.app.get_openapi_json_schema(security_schemes={"idToken": openapi.TOKEN}))
        others |= set(own["components"]["schemas"])
    assert answers & others == set()
    assert [name for name in DOCUMENT["components"]["schemas"] if "__" in name] == []


def test_api_1_the_description_is_plain_json() -> None:
    assert json.loads(openapi.text()) == DOCUMENT
