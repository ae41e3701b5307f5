"""The published structure sheets that come with the product.

`data/structures/ID.json` is a sheet's structure, `data/sheets.json` has what each sheet says beside it and where it
was published.  `python -m infra.sheets PUBLISHED.json ...` reads published sheets into both and says what it could not
take.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from domain.sheets import Sheet, StartingFacts, from_sheet
from domain.structure import Structure

DATA = Path(__file__).parent / "data"
_STRUCTURE: TypeAdapter[Structure] = TypeAdapter(Structure)
_FACTS: TypeAdapter[dict[str, StartingFacts]] = TypeAdapter(dict[str, StartingFacts])
_REMARKS = frozenset(
    {"notes", "completeness", "anomalies", "levels_where_sb_is_not_half_bb", "category", "ante_type_basis"}
)
"""Remarks of whoever copied a sheet: they are not the sheet's."""
_PLACE = ("url", "repository", "path", "commit")
"""What of a sheet's source says where it was published."""


class NoSuchSheet(LookupError):
    """No sheet of this id comes with the product."""


def structure_of(sheet: str, data: Path = DATA) -> dict[str, Any]:
    """Return a sheet's structure as JSON, the way a tournament's settings take it.

    Raises:
        NoSuchSheet: there is none of this id.
    """
    if sheet not in _facts(data):
        raise NoSuchSheet(f"no structure sheet {sheet}")
    found: dict[str, Any] = json.loads((data / "structures" / f"{sheet}.json").read_text())
    return found


def load(sheet: str, data: Path = DATA) -> Sheet:
    """Return a sheet that comes with the product.

    Raises:
        NoSuchSheet: there is none of this id.
    """
    structure = _STRUCTURE.validate_python(structure_of(sheet, data))
    return Sheet(structure=structure, facts=_facts(data)[sheet])


def names(data: Path = DATA) -> tuple[str, ...]:
    """Return the ids of the sheets that come with the product."""
    return tuple(sorted(_facts(data)))


def keep(published: dict[str, Any], data: Path = DATA) -> Sheet:
    """Read a published sheet, keep it among the product's, and return it with its warnings."""
    told = {key: value for key, value in published.items() if key not in _REMARKS}
    told["source"] = {key: value for key, value in published.get("source", {}).items() if key in _PLACE}
    sheet = from_sheet(told)
    (data / "structures").mkdir(parents=True, exist_ok=True)
    structure = _STRUCTURE.dump_python(sheet.structure, mode="json", exclude_defaults=True)
    items = [
        {"kind": item.kind, **written} for item, written in zip(sheet.structure.items, structure["items"], strict=True)
    ]
    text = _lines({"name": structure["name"], "items": items})
    (data / "structures" / f"{published['id']}.json").write_text(text)
    facts = _facts(data) | {published["id"]: sheet.facts}
    written_facts = _FACTS.dump_python(dict(sorted(facts.items())), mode="json", exclude_defaults=True)
    (data / "sheets.json").write_text(json.dumps(written_facts, indent=2) + "\n")
    return sheet


def _facts(data: Path) -> dict[str, StartingFacts]:
    file = data / "sheets.json"
    return _FACTS.validate_json(file.read_text()) if file.exists() else {}


def _lines(structure: dict[str, Any]) -> str:
    """Return the structure as JSON with one line an item."""
    items = ",\n  ".join(json.dumps(item) for item in structure["items"])
    return f'{{\n"name": {json.dumps(structure["name"])},\n"items": [\n  {items}\n]\n}}\n'


def main(paths: Iterable[str]) -> None:
    """Keep the named sheets and print the warnings of each."""
    for path in paths:
        published = json.loads(Path(path).read_text())
        sheet = keep(published)
        print(f"{published['id']}: {len(sheet.structure.steps)} steps")
        for warning in sheet.warnings:
            print(f"  {warning}")


if __name__ == "__main__":
    main(sys.argv[1:])
