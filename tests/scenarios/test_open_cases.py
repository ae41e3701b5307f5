"""Every scenario comes out as it says, every case in scope has one, and none of them could not fail."""

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from infra import scenario as of
from infra.judge import differences
from infra.rehearse import Played, play
from infra.scenario import Scenario, parse, read
from infra.script import Script, script

HOME = Path(__file__).parents[2] / "scenarios"
FILES = sorted(path.name for path in HOME.glob("*.yaml"))

IN_SCOPE = {*range(1, 57), *range(61, 66)}
"""Cases about what is built; B-060, whose club a tournament is, is settled at the door: tests/handlers."""


@cache
def told(name: str) -> Scenario:
    return read(HOME / name)


@cache
def evening(name: str) -> tuple[Script, Played]:
    planned = script(told(name))
    return planned, play(planned)


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_comes_out_as_it_says(name: str) -> None:
    assert differences(told(name), *evening(name)) == ()


def test_every_case_in_scope_has_a_scenario() -> None:
    settled = {int(found.case.removeprefix("B-")) for name in FILES if (found := told(name)).case is not None}
    assert settled == IN_SCOPE


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("b-")])
def test_a_case_stands_in_the_files_name(name: str) -> None:
    assert told(name).case == name[:5].upper()


@pytest.mark.parametrize("name", [name for name in FILES if name != "std.yaml"])
def test_a_scenario_names_its_rules(name: str) -> None:
    assert told(name).rules


@pytest.mark.parametrize("name", [name for name in FILES if name != "std.yaml"])
def test_an_altered_expectation_fails(name: str) -> None:
    original = of.merged(HOME / name)
    altered = list(alterations(original))
    assert altered
    planned, played = evening(name)
    unnoticed = [
        what
        for what, changed in altered
        if not differences(
            other := parse(changed, what), script(other) if what.startswith("steps") else planned, played
        )
    ]
    assert unnoticed == []


def alterations(original: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the scenario with one expectation after the other made wrong, and which it is."""
    for where in places(original):
        changed = copy.deepcopy(original)
        *way, last = where
        part: Any = changed
        for step in way:
            part = part[step]
        part[last] = wrong(part.get(last) if isinstance(part, dict) else part[last], last)
        yield ".".join(map(str, where)), changed


def places(original: dict[str, Any]) -> Iterator[tuple[str | int, ...]]:
    """Yield where each expectation of a scenario stands."""
    for n, step in enumerate(original.get("steps", ())):
        if "ask" in step:
            answer = step.get("answer")
            if not isinstance(answer, dict):
                yield ("steps", n, "answer")
            else:
                yield from (("steps", n, "answer", name) for name in answer if name != "data")
                yield from (("steps", n, "answer", "data", name) for name in answer.get("data", ()))
        yield from (("steps", n, "see", path) for path in step.get("see", ()))
    for n, stretch in enumerate(original.get("events", ())):
        yield ("events", n, "are")
        for index, item in enumerate(stretch["are"]):
            if isinstance(item, dict):
                yield from (("events", n, "are", index, name) for name in item if name != "with")
                yield from (("events", n, "are", index, "with", name) for name in item.get("with", ()))
            else:
                yield ("events", n, "are", index)


def wrong(value: Any, name: str | int) -> Any:
    """Return something else than the value, of a form that can stand there."""
    match value:
        case "accepted" | "unchanged" | None if name in {"answer", "is"}:
            return "rejected"
        case "rejected":
            return "accepted"
        case {"not": inner}:
            return inner
        case {"at_most": int(bound)}:
            return {"at_least": bound + 1}
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str() if name == "at":
            return "03:00"
        case str():
            return f"{value}x"
        case [*items]:
            return [*items, "nothing_such"]
        case {**fields}:
            return fields | {"nothing_such": 1}
        case None:
            return "nobody"
    raise AssertionError(f"no way is known to alter {value!r}")


def test_the_published_schema_is_the_one_of_the_code() -> None:
    assert json.loads((HOME / "schema.json").read_text(encoding="utf-8")) == of.schema()


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_valid_by_the_published_schema(name: str) -> None:
    given = of.parsed((HOME / name).read_text(encoding="utf-8"))
    jsonschema.validate(given, json.loads((HOME / "schema.json").read_text(encoding="utf-8")))


def test_a_file_that_is_wrong_is_not_valid_by_the_published_schema() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"title": "x", "steps": [{"at": "19:00"}]}, of.schema())


README = (HOME / "README.md").read_text(encoding="utf-8")


def test_the_example_of_the_readme_comes_out_as_it_says(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    (tmp_path / "std.yaml").write_text((HOME / "std.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "example.yaml").write_text(example, encoding="utf-8")
    shown = read(tmp_path / "example.yaml")
    planned = script(shown)
    assert differences(shown, planned, play(planned)) == ()


def test_the_readme_lists_every_file_as_it_is() -> None:
    listed = [line for line in README.splitlines() if re.match(r"\| (B-\d{3} )?\| \[", line)]
    assert listed == [
        f"| {found.case + ' ' if found.case else ''}| [{name.removesuffix('.yaml')}]({name}) | {found.title} |"
        + (" yes |" if found.durable is not None else " |")
        for name in FILES
        for found in [told(name)]
    ]
