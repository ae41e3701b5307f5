"""Whatever is sent, the door answers as described: what fits goes through, what nearly fits is refused."""

import json
from datetime import UTC
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.commands import COMMANDS, schema
from domain.times import to_text
from handlers import commands, temporal_door
from handlers import store as reads
from handlers.store import Seen
from tests.support.door import Door

# a sheet of 400 steps made of chance says nothing more; a ballot has a door of its own
KINDS = sorted(set(COMMANDS) - {"edit_settings", "cast_ballot"})
PATH = "/v1/clubs/north/tournaments/t-1/commands"
QUICK = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """The signals that go out; the store has the tournament, and the caller owns its club."""
    signals: list[tuple[str, dict[str, Any]]] = []

    async def signal(tournament: str, name: str, command_id: str, envelope: dict[str, Any]) -> None:
        signals.append((name, envelope))

    head = {"club": "north", "status": "running"}
    seen = Seen(head=head, staff={"roles": ["owner"]}, answer=None)
    monkeypatch.setattr(reads, "look", lambda *_, **__: seen)
    monkeypatch.setattr(temporal_door, "signal", signal)
    monkeypatch.setattr(commands, "PATIENCE", 0.0)
    return signals


def bodies(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return bodies that fit the command's schema."""
    whole = schema(kind)
    return fitting(whole, whole.get("$defs", {}))


def fitting(part: dict[str, Any], models: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return values that fit a schema, of the kinds of schema that commands have."""
    match part:
        case {"$ref": str(reference)}:
            return fitting(models[reference.rpartition("/")[2]], models)
        case {"anyOf": list(choices)} | {"oneOf": list(choices)}:
            return st.one_of([fitting(each, models) for each in choices])
        case {"const": value}:
            return st.just(value)
        case {"enum": list(values)}:
            return st.sampled_from(values)
        case {"type": "object", "properties": dict(properties)}:
            fields = {name: fitting(each, models) for name, each in properties.items()}
            # A member of a union is told apart by its kind, so that it is always named.
            kind = ("kind",) if "kind" in fields else ()
            needed = {name: fields.pop(name) for name in {*part.get("required", ()), *kind}}
            return st.fixed_dictionaries(needed, optional=fields)
        case {"type": "array", "items": dict(inner)}:
            least = part.get("minItems", 0)
            return st.lists(fitting(inner, models), min_size=least, max_size=min(least + 3, part["maxItems"]))
        case {"type": "integer"}:
            return st.integers(part.get("minimum"), part.get("maximum"))
        case {"type": "string", "pattern": str(pattern)}:
            return st.from_regex(pattern.removesuffix("$") + r"\Z")  # `$` would let a line feed pass
        case {"type": "string", "format": "date-time"}:
            return st.datetimes(timezones=st.just(UTC)).map(to_text)
        case {"type": "string"}:
            return st.text(min_size=part.get("minLength", 0), max_size=part["maxLength"])
        case {"type": "boolean"}:
            return st.booleans()
        case {"type": "null"}:
            return st.none()
        case _:
            raise NotImplementedError(part)


def send(kind: str, body: Any) -> Any:
    return Door().post(PATH, {"command_id": "c-1", "command": {**body, "kind": kind}})


@pytest.mark.parametrize("kind", KINDS)
def test_api_1_what_fits_the_description_is_sent_as_it_came(kind: str, sent: list[tuple[str, dict[str, Any]]]) -> None:
    @QUICK
    @given(bodies(kind))
    def holds(body: dict[str, Any]) -> None:
        sent.clear()
        answer = send(kind, body)
        assert answer.status == 202, answer.text
        body.pop("kind", None)
        assert [(name, envelope["body"]) for name, envelope in sent] == [(kind, body)]

    holds()


@pytest.mark.parametrize("kind", KINDS)
def test_api_6_a_field_too_many_or_a_float_for_a_whole_number_is_named(
    kind: str, sent: list[tuple[str, dict[str, Any]]]
) -> None:
    properties = schema(kind)["properties"]
    whole = sorted(name for name, each in properties.items() if each.get("type") == "integer")

    @QUICK
    @given(bodies(kind), st.text("abcdefgh_", min_size=1, max_size=12), st.floats(allow_nan=False))
    def holds(body: dict[str, Any], stray: str, part: float) -> None:
        if stray not in properties:
            assert send(kind, {**body, stray: 1}).body["field"] == f"command.{stray}"
        for name in whole:
            value = part if abs(part) < 1e300 else 0.0
            assert send(kind, {**body, name: value}).body["field"] == f"command.{name}"

    holds()
    assert sent == []


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(body=ANYTHING)
def test_api_1_no_json_breaks_the_door(sent: list[Any], body: Any) -> None:
    answer = Door().post(PATH, json.dumps(body))
    assert answer.status == 422
    assert sent == []


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text() | st.binary().map(lambda data: data.decode("latin-1")), method=st.sampled_from(["POST", "PUT"]))
def test_api_1_no_text_breaks_the_door(sent: list[Any], text: str, method: str) -> None:
    path = PATH if method == "POST" else "/v1/clubs/north/staff/sub-1"
    answer = Door().call(method, path, text)
    assert answer.status in {400, 422}
    assert sent == []


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(command_id=st.text(), kind=st.text().filter(lambda kind: kind not in COMMANDS))
def test_api_6_there_are_no_other_commands(sent: list[Any], command_id: str, kind: str) -> None:
    answer = Door().post(PATH, {"command_id": command_id, "command": {"kind": kind}})
    assert (answer.status, sent) == (422, [])
