"""DOC-1: docs/rules.md and the code say the same.

A profile field, setting, command or named choice that is not in the document fails here, and so does a line of the
document whose function or test is gone.
"""

import ast
import dataclasses
import importlib
import pkgutil
import re
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
import yaml

import domain
from domain.bounty_settings import BountyTerms, MysteryPrize, MysteryTerms
from domain.commands import COMMANDS
from domain.events import Event
from domain.prize_settings import PrizeLine, PrizeTerms
from domain.profiles import PROFILES, Profile
from domain.settings import Bonus, DealTerms, Parts, PoolTerms, PriceParts, Prices, Settings, SitAndGo, Windows
from domain.structure import Structure

HOME = Path(__file__).parent.parent
DOCUMENT = HOME / "docs" / "rules.md"
RULE = re.compile(r"[A-Z]+-\d+")
Row = tuple[str, ...]


@cache
def sections() -> dict[str, tuple[Row, ...]]:
    """Return the rows of each section's table by heading, without the table's head; code marks stay."""
    found: dict[str, list[Row]] = {}
    heading = ""
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("#").strip()
            assert heading not in found, f"two sections are called {heading}"
            found[heading] = []
        elif line.startswith("|"):
            found[heading].append(tuple(cell.strip() for cell in line.strip("|").split("|")))
    return {heading: tuple(rows[2:]) for heading, rows in found.items()}


def code(cell: str) -> list[str]:
    """Return what stands between code marks in a cell."""
    return re.findall(r"`([^`]+)`", cell)


def first_column(heading: str) -> list[str]:
    """Return the values that a section's table is about; each must stand in code marks and once."""
    assert heading in sections(), f"docs/rules.md has no section {heading}"
    names = [name for row in sections()[heading] for name in code(row[0])]
    assert len(names) == len(set(names)), f"{heading} names something twice"
    return names


@cache
def rules() -> tuple[Row, ...]:
    """Return every row about a rule: id, words, functions, tests."""
    return tuple(row for rows in sections().values() for row in rows if RULE.fullmatch(row[0]))


def modules() -> Iterator[types.ModuleType]:
    for module in pkgutil.walk_packages(domain.__path__, "domain."):
        yield importlib.import_module(module.name)


def without_annotations(hint: Any) -> Any:
    return without_annotations(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


def kinds(hint: Any) -> set[str]:
    """Return the values a choice has: of a Literal its texts, of a union of values with a `kind` their kinds."""
    hint = without_annotations(hint)
    if get_origin(hint) is Literal:
        return {value for value in get_args(hint) if isinstance(value, str)}
    if get_origin(hint) in {Union, types.UnionType}:
        parts = [part for part in get_args(hint) if dataclasses.is_dataclass(part)]
        return {kind for part in parts for kind in kinds(get_type_hints(part).get("kind", part))}
    return set()


def choices() -> dict[str, set[str]]:
    """Return every named choice of the domain with its values, but for the messages, which are listed by themselves."""
    return {
        name: kinds(value)
        for module in modules()
        for name, value in vars(module).items()
        if not name.startswith("_") and not name.endswith(("Command", "Event")) and kinds(value)
    }


@pytest.mark.parametrize("name", sorted(choices()))
def test_doc_1_every_choice_is_described_value_by_value(name: str) -> None:
    assert set(first_column(f"`{name}`")) == choices()[name]


def test_doc_1_every_profile_field_is_described_with_each_profiles_value() -> None:
    fields = [field.name for field in dataclasses.fields(Profile) if field.name != "id"]
    written = {code(row[0])[0]: [code(cell)[0] for cell in row[1:]] for row in sections()["Rule profiles"]}
    assert written == {field: [str(getattr(profile, field)) for profile in PROFILES.values()] for field in fields}


def test_doc_1_the_profiles_stand_in_the_tables_order() -> None:
    assert first_column("The profiles that ship") == list(PROFILES)


@pytest.mark.parametrize(
    "value",
    [
        Settings,
        Bonus,
        BountyTerms,
        MysteryTerms,
        MysteryPrize,
        SitAndGo,
        Prices,
        PriceParts,
        Parts,
        PoolTerms,
        DealTerms,
        PrizeTerms,
        PrizeLine,
        Windows,
        Structure,
    ],
)
def test_doc_1_every_setting_is_described(value: type[Any]) -> None:
    assert set(first_column(f"`{value.__name__}`")) == {field.name for field in dataclasses.fields(value)}


def test_doc_1_every_command_is_described() -> None:
    assert first_column("Commands") == list(COMMANDS)


def test_doc_1_every_event_is_described() -> None:
    assert set(first_column("Events")) == kinds(Event)


@pytest.mark.parametrize("row", rules(), ids=lambda row: row[0])
def test_doc_1_each_rule_names_functions_that_exist(row: Row) -> None:
    rule, words, functions, _ = row
    assert words, f"{rule} is not put into words"
    assert code(functions), f"{rule} names no function"
    for name in code(functions):
        found = pkgutil.resolve_name(name)
        assert not isinstance(found, types.ModuleType), f"{rule} names the module {name}, not what decides in it"


@cache
def named_in(path: str) -> frozenset[str]:
    """Return the rules that a file holds the product to, as `clk_4`: in its tests' names, or a scenario's `rules`."""
    file = HOME / path
    assert file.is_file(), f"docs/rules.md names {path}, which is gone"
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".yaml":
        return frozenset(rule.lower().replace("-", "_") for rule in yaml.safe_load(text).get("rules", ()))
    tests = (
        node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    # a published book's own numbers (`tda_11a`) end in a letter or are no family of ours
    return frozenset(rule for name in tests for rule in re.findall(r"(?<=_)([a-z]+_\d+)(?=_|$)", name))


@pytest.mark.parametrize("row", rules(), ids=lambda row: row[0])
def test_doc_1_each_rule_has_a_test_that_names_it(row: Row) -> None:
    rule, _, _, tests = row
    assert code(tests), f"{rule} names no test"
    for path in code(tests):
        assert rule.lower().replace("-", "_") in named_in(path), f"nothing in {path} names {rule}"


def test_doc_1_no_rule_stands_twice() -> None:
    ids = [row[0] for row in rules()]
    assert len(ids) == len(set(ids))


def test_doc_1_no_test_and_no_scenario_names_a_rule_that_the_document_lacks() -> None:
    known = {row[0].lower().replace("-", "_") for row in rules()}
    families = {rule.partition("_")[0] for rule in known}
    files = [*(HOME / "tests").rglob("test_*.py"), *(HOME / "scenarios").glob("*.yaml")]
    named = {rule for file in files for rule in named_in(file.relative_to(HOME).as_posix())}
    strangers = {rule for rule in named - known if rule.partition("_")[0] in families}
    assert not strangers, f"rules that docs/rules.md lacks: {sorted(strangers)}"
