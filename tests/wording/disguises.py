"""Ways to write a text so that people still read it and a list of words does not find it."""

import random
import unicodedata
from collections.abc import Callable, Mapping

from domain.look_alikes import LOOK_ALIKES


def _by_letter() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in LOOK_ALIKES.strip().splitlines():
        letter, *codes = line.split()
        found.setdefault(letter, []).extend(chr(int(code, 16)) for code in codes)
    return found


LATIN_TO_OTHERS = _by_letter()
CYRILLIC_TO_LATIN = {
    sign: letter for letter, signs in LATIN_TO_OTHERS.items() for sign in signs if "А" <= sign <= "я"
}  # fmt: skip
LEET = {"o": "0", "e": "3", "i": "1", "a": "4", "s": "5", "t": "7", "b": "8", "о": "0", "з": "3", "ч": "4", "б": "6"}
NUMERALS = ("٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "๐๑๒๓๔๕๖๗๘๙", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗")
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e"
MARKS = "\u0301\u0308\u0336\u0338\u20dd"


def _each(text: str, change: Callable[[str], str]) -> str:
    return "".join(map(change, text))


def full_width(text: str, _: random.Random) -> str:
    return _each(text, lambda sign: chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign)


def mathematical(text: str, _: random.Random) -> str:
    def bold(sign: str) -> str:
        if "a" <= sign <= "z":
            return chr(0x1D41A + ord(sign) - ord("a"))
        return chr(0x1D400 + ord(sign) - ord("A")) if "A" <= sign <= "Z" else sign

    return _each(text, bold)


def other_numerals(text: str, chance: random.Random) -> str:
    numerals = chance.choice(NUMERALS)
    return _each(text, lambda sign: numerals[int(sign)] if sign in "0123456789" else sign)


def unseen_between(text: str, chance: random.Random) -> str:
    return _each(text, lambda sign: sign + chance.choice(UNSEEN))


def marked(text: str, chance: random.Random) -> str:
    return _each(text, lambda sign: sign + chance.choice(MARKS) if sign.isalpha() else sign)


def taken_apart(text: str, _: random.Random) -> str:
    return unicodedata.normalize("NFD", text)


def looking_alike(text: str, chance: random.Random) -> str:
    def other(sign: str) -> str:
        choice = [*LATIN_TO_OTHERS.get(sign, ()), *CYRILLIC_TO_LATIN.get(sign, "")]
        return chance.choice(choice) if choice and chance.random() < 0.7 else sign

    return _each(text, other)


def letters_apart(text: str, chance: random.Random) -> str:
    between = chance.choice(" .-_*·")
    return "   ".join(between.join(word) for word in text.split())


def repeated(text: str, chance: random.Random) -> str:
    return _each(text, lambda sign: sign * chance.randint(3, 5) if sign.isalpha() else sign)


def digits_for_letters(text: str, chance: random.Random) -> str:
    return _each(text, lambda sign: LEET.get(sign, sign) if chance.random() < 0.6 else sign)


def shouted(text: str, _: random.Random) -> str:
    return text.upper()


TRICKS: Mapping[str, Callable[[str, random.Random], str]] = {
    trick.__name__: trick
    for trick in (
        full_width,
        mathematical,
        other_numerals,
        unseen_between,
        marked,
        taken_apart,
        looking_alike,
        letters_apart,
        repeated,
        digits_for_letters,
        shouted,
    )
}
