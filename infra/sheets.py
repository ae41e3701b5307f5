"""The published structure sheets that come with the product.

`data/structures/ID.json` is a sheet in its published form: levels, breaks and what stands between them, what it says
beside them, and where it was published.  `python -m infra.sheets PUBLISHED.json ...` keeps further ones and says what
the product does not play by itself.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from domain.sheets import Sheet, from_sheet
from domain.structure import Structure

DATA = Path(__file__).parent / "data"
_STRUCTURE: TypeAdapter[Structure] = TypeAdapter(Structure)
_REMARKS = frozenset(
    {"notes", "anomalies", "levels_where_sb_is_not_half_bb", "category", "ante_type_basis", "starting_chips_check"}
)
"""Remarks of whoever copied a sheet: they are not the sheet's."""
_PLACE = ("url", "repository", "path", "commit")
"""What of a sheet's source says where it was published."""


class NoSuchSheet(LookupError):
    """No sheet of this id comes with the product."""


def published(sheet: str, data: Path = DATA) -> dict[str, Any]:
    """Return a sheet in its published form.

    Raises:
        NoSuchSheet: there is none of this id.
    """
    if sheet not in names(data):
        raise NoSuchSheet(f"no structure sheet {sheet}")
    found: dict[str, Any] = json.loads((data / "structures" / f"{sheet}.json").read_text())
    return found


def load(sheet: str, data: Path = DATA) -> Sheet:
    """Return a sheet that comes with the product, with its warnings.

    Raises:
        NoSuchSheet: there is none of this id.
    """
    return from_sheet(published(sheet, data))


def structure_of(sheet: str, data: Path = DATA) -> dict[str, Any]:
    """Return a sheet's structure as JSON, the way a tournament's settings take it.

    Raises:
        NoSuchSheet: there is none of this id.
    """
    structure: dict[str, Any] = _STRUCTURE.dump_python(load(sheet, data).structure, mode="json")
    return structure


def names(data: Path = DATA) -> tuple[str, ...]:
    """Return the ids of the sheets that come with the product."""
    return tuple(sorted(file.stem for file in (data / "structures").glob("*.json")))


def keep(sheet: Mapping[str, Any], data: Path = DATA) -> Sheet:
    """Keep a published sheet among the product's, and return it as read, with its warnings."""
    told = {key: value for key, value in sheet.items() if key not in _REMARKS}
    told["source"] = {key: value for key, value in sheet.get("source", {}).items() if key in _PLACE}
    (data / "structures").mkdir(parents=True, exist_ok=True)
    (data / "structures" / f"{sheet['id']}.json").write_text(_lines(told))
    return from_sheet(told)


def _lines(sheet: Mapping[str, Any]) -> str:
    """Return a sheet as JSON with one line for each thing that it says, and for each item."""
    told = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in sheet.items() if key != "items"]
    items = ",\n  ".join(json.dumps(item) for item in sheet.get("items", ()))
    return ",\n".join(["{\n" + told[0], *told[1:], f'"items": [\n  {items}\n]\n}}\n'])


def main(paths: Iterable[str]) -> None:
    """Keep the named sheets and print the warnings of each."""
    for path in paths:
        sheet = json.loads(Path(path).read_text())
        kept = keep(sheet)
        print(f"{sheet['id']}: {len(kept.structure.steps)} steps")
        for warning in kept.warnings:
            print(f"  {warning}")


if __name__ == "__main__":
    main(sys.argv[1:])
