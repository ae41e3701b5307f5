"""The API's description, OpenAPI 3.1, from the routes and their models: `python -m handlers.openapi`.

Each function describes its own routes; here they become one document, with the models that the answers refer to.
"""

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from aws_lambda_powertools.event_handler.openapi.models import APIKey, APIKeyIn
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from handlers import ballots, clubs, commands, counter, described, health, people, views

FILE = Path(__file__).parent.parent / "docs" / "openapi.json"
TITLE = "Shuffle Up"
VERSION = "1"
WORDS = (
    "Runs live poker tournaments. Every request but two carries a Cognito ID token in the header Authorization. "
    "Everything that is not a success is a problem detail (RFC 9457) with the id of the rule in the way."
)
TOKEN = APIKey(
    name="Authorization",
    in_=APIKeyIn.header,
    description="An ID token of the user pool, as it is, without a word before it.",
)
_REFERENCE = "#/components/schemas/{model}"
_LIBRARY_OWN = ("HTTPValidationError", "ValidationError", "ResponseValidationError")
"""Models of answers that the routing library describes and this API does not give."""


@cache
def document() -> dict[str, Any]:
    """Return the whole description as JSON values."""
    paths: dict[str, Any] = {}
    schemas = _answers()
    schemes: dict[str, Any] = {}
    for module in (commands, ballots, views, counter, clubs, people, health):
        own = json.loads(
            module.app.get_openapi_json_schema(title=TITLE, version=VERSION, security_schemes={"idToken": TOKEN})
        )
        for path, operations in own["paths"].items():
            paths.setdefault(path, {}).update(operations)
        schemas |= own["components"]["schemas"]
        schemes |= own["components"].get("securitySchemes", {})
    for name in _LIBRARY_OWN:
        schemas.pop(name, None)
    for schema in schemas.values():
        _require_kind(schema)
    for operation in (each for path in paths.values() for each in path.values()):
        _drop_unused(operation["responses"])
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": VERSION, "description": WORDS},
        "servers": [{"url": "/", "description": "What stands before /v1."}],
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": dict(sorted(schemas.items())), "securitySchemes": schemes},
    }


def _answers() -> dict[str, Any]:
    models = [
        (model, "serialization")
        for model in vars(described).values()
        if isinstance(model, type) and issubclass(model, BaseModel) and model is not BaseModel
    ]
    _, schema = models_json_schema(models, ref_template=_REFERENCE)  # type: ignore[arg-type]  # a list of pairs it is
    definitions: dict[str, Any] = schema["$defs"]
    return definitions


def _require_kind(schema: dict[str, Any]) -> None:
    """Say that a member of a union must name its kind: the validator tells them apart by it alone."""
    if "const" in schema.get("properties", {}).get("kind", {}):
        schema["required"] = sorted({"kind", *schema.get("required", ())})


def _drop_unused(responses: dict[str, Any]) -> None:
    """Take out the 422 that the routing library adds where no parameter can be malformed."""
    if "application/json" in responses.get("422", {}).get("content", {}):
        del responses["422"]


def text() -> str:
    """Return the description as it is kept in `docs/openapi.json`."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
    sys.stderr.write(f"{FILE.name} written\n")
