"""Makes domain/look_alikes.py from the confusables library: python -m tests.wording.look_alikes

The library's file is read once, here, and not when a tournament decides: docs/adr says why.
"""

import string
import unicodedata
from pathlib import Path

from confusable_homoglyphs import confusables

MODULE = Path(__file__).parents[2] / "domain" / "look_alikes.py"
TEXT = '''"""Letters and what looks like them, made from the confusables library: do not edit (docs/dependencies.md)."""

LOOK_ALIKES = """
{lines}
"""
"""A Latin letter, upper and lower apart, and the signs of other scripts that can be taken for it, in hexadecimal."""

CYRILLIC_LOOK_ALIKES = """
{cyrillic}
"""
"""The same for the Cyrillic letters that look like no Latin one."""

LETTER_PAIRS = "{pairs}"
"""A Latin letter and the two that together can be taken for it."""
'''
SIGNS_A_LINE = 18
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
MARKS = "\u200e\u200f"
"""Direction marks that the library puts around letters written from right to left."""


def look_alikes() -> dict[str, str]:
    """Return by Latin letter what can be taken for it and does not become it by compatibility alone."""
    found: dict[str, str] = {}
    for letter in string.ascii_letters:
        signs = {entry["c"].strip(MARKS) for entry in confusables.confusables_data.get(letter, ())}
        kept = (
            sign
            for sign in signs
            if len(sign) == 1
            and not sign.isascii()
            and unicodedata.category(sign)[0] == "L"
            and not _becomes_one(sign, signs)
        )
        found[letter] = "".join(sorted(kept))
    return {letter: signs for letter, signs in found.items() if signs}


def cyrillic_look_alikes() -> dict[str, str]:
    """Return by Cyrillic letter what can be taken for it, where no Latin letter can; the library names one for all."""
    found: dict[str, str] = {}
    for letter in CYRILLIC + CYRILLIC.upper():
        alike = {entry["c"] for entry in confusables.confusables_data.get(letter, ())}
        if alike & set(string.ascii_letters):
            continue
        alike |= {entry["c"] for sign in alike for entry in confusables.confusables_data.get(sign, ())}
        kept = (
            sign
            for sign in alike - {letter}
            if len(sign) == 1
            and not sign.isascii()
            and not unicodedata.name(sign).startswith("CYRILLIC")
            and unicodedata.category(sign)[0] == "L"
            and not _becomes_one(sign, alike)
        )
        found[letter] = "".join(sorted(kept))
    return {letter: signs for letter, signs in found.items() if signs}


def _becomes_one(sign: str, signs: set[str]) -> bool:
    """Return whether compatibility makes a plain letter, or another of these signs, of a sign."""
    folded = unicodedata.normalize("NFKC", sign)
    return folded != sign and (folded.isascii() or folded in signs)


def letter_pairs() -> dict[str, str]:
    """Return by two Latin letters the one that they can be taken for."""
    pairs: dict[str, str] = {}
    for letter in string.ascii_lowercase:
        for entry in confusables.confusables_data.get(letter, ()):
            if len(entry["c"]) == 2 and entry["c"].isascii() and entry["c"].isalpha() and entry["c"].islower():
                pairs[entry["c"]] = letter
    return pairs


def _lines(alike: dict[str, str]) -> str:
    lines = []
    for letter, signs in alike.items():
        for start in range(0, len(signs), SIGNS_A_LINE):
            codes = (f"{ord(sign):04x}" for sign in signs[start : start + SIGNS_A_LINE])
            lines.append(f"{letter} {' '.join(codes)}")
    return "\n".join(lines)


def module() -> str:
    """Return the text of the module."""
    parts = {
        "{lines}": _lines(look_alikes()),
        "{cyrillic}": _lines(cyrillic_look_alikes()),
        "{pairs}": " ".join(f"{letter} {pair}" for pair, letter in letter_pairs().items()),
    }
    text = TEXT
    for name, part in parts.items():
        text = text.replace(name, part)
    return text


if __name__ == "__main__":
    MODULE.write_text(module(), encoding="utf-8")
