"""How a sign reads: in Latin letters and in Cyrillic ones, strictly by its look and with some good will (PRZ-2).

The tables of look-alikes are `domain.look_alikes`; what they do not list is read off a letter's name in Unicode.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from domain.look_alikes import CYRILLIC_LOOK_ALIKES, LOOK_ALIKES
from domain.money_words import MONEY_SIGNS

_Script = Literal["latin", "cyrillic", "other", "digit"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Letter:
    """A letter or a digit, as it may be meant; one is equal to itself alone, so that it is quick to look up.

    `latin`, `cyrillic`: the letter that it is or looks exactly like, small; empty: none.  `latin_free`,
    `cyrillic_free`: what it is taken for in a word that mixes scripts or digits; `cyrillic_sound`: the same by its
    sound.  `digit`: its value in a number; empty: it has none.  `figure`: of a letter, the digit that it looks like.
    `upright`: a stroke, which is an l as well as an i.  `large`: a capital letter.
    """

    script: _Script
    latin: str = ""
    cyrillic: str = ""
    latin_free: str = ""
    cyrillic_free: str = ""
    cyrillic_sound: str = ""
    digit: str = ""
    figure: str = ""
    upright: bool = False
    large: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneySign:
    """A sign that is money by itself: a currency's, or a picture of money."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Something between words: `sign`, folded for compatibility."""

    sign: str


def _pairs(text: str) -> dict[str, str]:
    return {pair[0]: pair[1] for pair in text.split()}


CYRILLIC = frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюя")
LATIN_FREE = _pairs(
    "аa бb вb гr дd еe жx зz иu кk лl мm нh оo пn рp сc тt уy фf хx цu чy шw щw ъb ыb ьb эe юo яr іi јj ѕs ґr єe "
    "αa βb γy εe ζz ηn θo ιi κk μm νv ξe οo πn ρp σo ςc τt υu χx ωw φo 0o 1i 2z 3e 4a 5s 6b 7t 8b 9g"
)
"""A letter of another script, or a digit, and the Latin letter that it stands for in a word of both."""
CYRILLIC_FREE = _pairs(
    "aа bь cс dд eе fф gд hн iи jй kк lл mм nп oо pр qд rг sс tт uи vв wш xх yу zз іи јй ѕс ґг єе "
    "αа βв γг δд εе ζз ηн θо ιи κк λл μм νн ξе οо πп ρр σс ςс τт υи φф χх ωш 0о 1и 3з 4ч 6б 8в"
)
"""The same for Cyrillic, by the look."""
CYRILLIC_SOUND = _pairs(
    "aа bб cс dд eе fф gг hх iи jж kк lл mм nн oо pп qк rр sс tт uу vв wв xх yы zз іи јй ѕс ґг єе "
    "αа βб γг δд εе ζз ηн θт ιи κк λл μм νн ξк οо πп ρр σс ςс τт υу φф χх ωо 0о 1л 3е 4а 5с 6б 7т 8в 9д"
)
"""The same for Cyrillic, by the sound."""
FIGURES = _pairs("o0 о0 l1 i1 z2 з3 ч4 s5 б6 b8")
"""A letter, Latin or Cyrillic, and the digit that it looks like."""
NAMED = re.compile(
    r"(?:.*\b)?(?P<script>LATIN|CYRILLIC|SYMBOL) (?:SMALL |CAPITAL )?LETTER "
    r"(?:SMALL |CAPITAL |STRAIGHT |SIDEWAYS |SHORT |BARRED |OPEN )*(?P<letter>[A-Z]+)(?: WITH .*)?"
)
"""A letter in the name of a sign, with what is put on it or around it."""
SPELLED = _pairs("Aа Oо Iи Uу Eэ")
SPELLED_LONG = {
    "BE": "б", "VE": "в", "GHE": "г", "DE": "д", "IE": "е", "ZHE": "ж", "ZE": "з", "KA": "к", "EL": "л", "EM": "м",
    "EN": "н", "PE": "п", "ER": "р", "ES": "с", "TE": "т", "EF": "ф", "HA": "х", "TSE": "ц", "CHE": "ч", "SHA": "ш",
    "DZE": "ѕ", "SCHWA": "е", "SHHA": "һ", "YERU": "ы",
}  # fmt: skip
"""Cyrillic letters by the names that Unicode gives them."""


def _looks(look_alikes: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in look_alikes.split("\n"):
        letter, *codes = line.split() or [""]
        for code in codes:
            found.setdefault(chr(int(code, 16)), letter)
    return found


LOOKS = _looks(LOOK_ALIKES)
"""A sign that is no Latin letter, and the Latin one, large or small, that it looks like."""
LOOKS_CYRILLIC_ALONE = {sign: letter.lower() for sign, letter in _looks(CYRILLIC_LOOK_ALIKES).items()}
"""A sign that is no Cyrillic letter, and the Cyrillic one that it looks like, where it looks like no Latin one."""
LOOKS_CYRILLIC = {letter: sign.lower() for sign, letter in LOOKS.items() if sign.lower() in CYRILLIC}
"""A Latin letter, large or small, and the Cyrillic one that it looks like."""


@lru_cache(maxsize=4096)
def read(sign: str) -> tuple[Letter | MoneySign | Gap, ...]:
    """Return what one sign of a text reads as; nothing: it cannot be seen, or stands over another.

    Marks over a letter are dropped, whether they are written in one sign with it or after it.
    """
    if sign in MONEY_SIGNS or unicodedata.category(sign) == "Sc":
        return (MoneySign(),)
    folded = sign if sign in LOOKS else unicodedata.normalize("NFKD", sign)
    found: list[Letter | MoneySign | Gap] = []
    for part in folded:
        category = unicodedata.category(part)
        if category == "Sc":
            return (MoneySign(),)
        if category in {"Mn", "Mc", "Me", "Cf"} or part in "\u115f\u1160\u2800":
            continue
        found.append(_letter(part) or Gap(sign=part))
    return tuple(found)


def _letter(part: str) -> Letter | None:
    """Return the letter or digit that a sign is or stands for, or None."""
    value = unicodedata.digit(part, None)
    if value is not None:
        figure = str(value)
        return Letter(
            script="digit",
            latin_free=LATIN_FREE[figure],
            cyrillic_free=CYRILLIC_FREE.get(figure, ""),
            cyrillic_sound=CYRILLIC_SOUND.get(figure, ""),
            digit=figure,
            upright=figure == "1",
        )
    small = part.lower()
    if len(small) > 1:  # a letter of which small and large differ in length: the mark on it is dropped
        small = small[0]
    if part == "@":
        return Letter(script="other", latin="a", cyrillic="а", latin_free="a", cyrillic_free="а", cyrillic_sound="а")
    if small in CYRILLIC:
        seen = LOOKS.get(part, "").lower()
        return _made("cyrillic", seen, small, upright=False)
    if "a" <= small <= "z":
        return _made("latin", small, LOOKS_CYRILLIC.get(part, ""), upright=part == "I", large=part != small)
    if unicodedata.category(part)[0] not in "LS":
        return None
    seen = LOOKS.get(part) or LOOKS.get(small, "")
    if not seen and small not in LATIN_FREE:  # in scripts whose small letters are their capitals, only smaller
        seen = LOOKS.get(part.upper(), "")
    if not seen:
        return _as_cyrillic(part, small) or _named(part)
    cyrillic = LOOKS_CYRILLIC.get(seen, "") or CYRILLIC_FREE.get(small, "")
    return _made("other", seen.lower(), cyrillic, upright=seen in {"I", "l"}, small=small)


def _as_cyrillic(part: str, small: str) -> Letter | None:
    """Return the Cyrillic letter that a sign looks like, which may be taken for a Latin one by its name beside it."""
    letter = LOOKS_CYRILLIC_ALONE.get(part, "")
    if not letter:
        return None
    named = _named(part)
    return Letter(
        script="other",
        latin=named.latin if named else "",
        cyrillic=letter,
        latin_free=(named.latin_free if named else "") or LATIN_FREE.get(small, ""),
        cyrillic_free=letter,
        cyrillic_sound=letter,
    )


def _made(script: _Script, latin: str, cyrillic: str, *, upright: bool, small: str = "", large: bool = False) -> Letter:
    key = small or (cyrillic if script == "cyrillic" else latin)
    return Letter(
        script=script,
        latin=latin,
        cyrillic=cyrillic,
        latin_free=latin or LATIN_FREE.get(key, ""),
        cyrillic_free=cyrillic or CYRILLIC_FREE.get(key, "") or CYRILLIC_FREE.get(latin, ""),
        cyrillic_sound=(cyrillic if script == "cyrillic" else "")
        or CYRILLIC_SOUND.get(key, "")
        or CYRILLIC_SOUND.get(latin, ""),
        figure=FIGURES.get(latin) or FIGURES.get(cyrillic, ""),
        upright=upright,
        large=large,
    )


def _named(part: str) -> Letter | None:
    """Return the letter that a sign is by its name, such as a letter in a square or one with a stroke."""
    if found := NAMED.fullmatch(unicodedata.name(part, "")):
        spelled = found["letter"]
        if found["script"] == "CYRILLIC":
            letter = SPELLED.get(spelled) or SPELLED_LONG.get(spelled, "")
            return _made("cyrillic", LOOKS.get(letter, "").lower(), letter, upright=False) if letter else None
        if len(spelled) == 1:
            return _made("other", spelled.lower(), LOOKS_CYRILLIC.get(spelled, ""), upright=spelled == "I")
    small = part.lower()
    if small in LATIN_FREE or small in CYRILLIC_FREE:
        return Letter(
            script="other",
            latin_free=LATIN_FREE.get(small, ""),
            cyrillic_free=CYRILLIC_FREE.get(small, ""),
            cyrillic_sound=CYRILLIC_SOUND.get(small, ""),
        )
    return Letter(script="other") if unicodedata.category(part)[0] == "L" else None
