"""PRZ-2: every text that a tournament takes in anybody's own words is a prize that is checked, or known to be none."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pydantic import TypeAdapter

from domain.commands import COMMANDS, schema
from domain.prize_texts import NAMES
from domain.settings import Settings

NO_PRIZES = {
    "title": "what the evening is called",
    "zone": "a time zone, which must be one",
    "structure.name": "what the structure is called",
    "structure.items.game": "what is played",
    "structure.items.stakes.game": "what is played for these stakes",
    "structure.items.rotation": "what is played in turn",
    "structure.items.note": "what the clock shows with a level or a break",
}
"""Texts of the settings that are no prizes, and what they are."""
PRIZES = {"prizes.lines.text", "bounties.mystery.prizes.text"}
"""Those that are."""


def free_texts(of: Mapping[str, Any], whole: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield the paths of all strings that may say anything: those without a choice, a pattern or a format."""
    if "$ref" in of:
        of = whole["$defs"][of["$ref"].rsplit("/", 1)[1]]
    if of.get("type") == "string" and not {"enum", "const", "pattern", "format"} & of.keys():
        yield path.strip(".")
    for name, inner in of.get("properties", {}).items():
        yield from free_texts(inner, whole, f"{path}.{name}")
    for key in ("anyOf", "oneOf", "prefixItems"):
        for inner in of.get(key, ()):
            yield from free_texts(inner, whole, path)
    for key in ("items", "additionalProperties"):
        if isinstance(of.get(key), Mapping):
            yield from free_texts(of[key], whole, path)


def test_prz_2_the_free_texts_of_settings_are_prizes_or_known_to_be_none() -> None:
    whole = TypeAdapter(Settings).json_schema()
    assert set(free_texts(whole, whole)) == PRIZES | NO_PRIZES.keys()
    assert {path.rsplit(".", 1)[1] for path in PRIZES} <= NAMES


@pytest.mark.parametrize("kind", COMMANDS)
def test_prz_2_the_free_texts_of_commands_are_prizes(kind: str) -> None:
    whole = schema(kind)
    of_settings = {"edit_settings": "settings.", "append_levels": "items."}.get(kind, "nothing.")
    found = {path for path in free_texts(whole, whole) if not path.startswith(of_settings)}
    wanted = {"draw_mystery": {"text"}, "set_mystery_prizes": {"prizes.text"}}
    assert found == wanted.get(kind, set())
    assert {path.rsplit(".", 1)[-1] for path in found} <= NAMES
