"""A text as words and numbers, each with the ways in which it may be meant (PRZ-2)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from domain.letters import Letter, MoneySign, read
from domain.look_alikes import LETTER_PAIRS

JOINS = frozenset("'’`ʼʹʻˈ")
"""What stands within a word and does not part it."""
STOPS = frozenset(".!?;,)|/\n")
PERCENT = "%"
STOP = "."
ABBREVIATED = 3
"""Letters of a word after which a full stop may be that of an abbreviation."""
PAIRS = ((LETTER_PAIRS.split()[1], LETTER_PAIRS.split()[0]), ("vv", "w"), ("cl", "d"))
"""Two letters, and the one that they can be taken for."""
UNREAD = "\0"
SOUND = {
    "shch": "щ", "sch": "щ", "zh": "ж", "kh": "х", "ts": "ц", "ch": "ч", "sh": "ш", "yu": "ю", "ju": "ю", "ya": "я",
    "ja": "я", "yo": "е", "jo": "е", "ye": "е", "a": "а", "b": "б", "v": "в", "w": "в", "g": "г", "d": "д", "e": "е",
    "z": "з", "i": "и", "j": "и", "k": "к", "l": "л", "m": "м", "n": "н", "o": "о", "p": "п", "r": "р", "s": "с",
    "t": "т", "u": "у", "f": "ф", "h": "х", "c": "ц", "y": "ы", "x": "кс", "q": "к",
}  # fmt: skip
"""How Russian is written in Latin letters, without marks over letters; the longer come first."""
SOUND_PARTS = re.compile("|".join(SOUND))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Letters and digits without a gap, from `start` up to `end` in the text, and the `gap` behind."""

    start: int
    end: int
    letters: tuple[Letter, ...]
    gap: str = ""

    @property
    def alone(self) -> bool:
        """Whether this is one letter or digit, or one letter again and again."""
        first = self.letters[0]
        return len(self.letters) == 1 or (not first.digit and all(letter is first for letter in self.letters))

    @property
    def mixed(self) -> bool:
        """Whether there is a digit with letters on both sides of it."""
        named = [place for place, letter in enumerate(self.letters) if not letter.digit]
        return bool(named) and named[-1] - named[0] >= len(named)

    @property
    def figures(self) -> str:
        """The number that this is where some of its digits are letters that look like digits; empty: it is none."""
        if all(letter.digit for letter in self.letters) or not any(letter.digit for letter in self.letters):
            return ""
        read = [letter.digit or letter.figure for letter in self.letters]
        return "".join(read) if all(read) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word, a number, or a sign between them; `glued`: it stands right behind the one before."""

    start: int
    end: int
    letters: tuple[Letter, ...] = ()
    number: str = ""
    sign: str = ""
    glued: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A text taken apart; `money`: the first sign in it that is money by itself."""

    chunks: tuple[Chunk, ...] = ()
    money: str = ""


def taken(text: str) -> Taken:
    """Return the chunks of a text, without what cannot be seen."""
    chunks: list[Chunk] = []
    letters: list[Letter] = []
    start = end = 0
    gap = ""

    def close() -> None:
        if letters:
            chunks.append(Chunk(start=start, end=end, letters=tuple(letters), gap=gap))
            letters.clear()

    for place, sign in enumerate(text):
        for part in read(sign):
            if isinstance(part, MoneySign):
                return Taken(money=sign)
            if not isinstance(part, Letter):
                gap += part.sign
                continue
            if gap and gap not in JOINS:
                close()
            gap = ""
            start = start if letters else place
            letters.append(part)
            end = place + 1
    close()
    return Taken(chunks=tuple(chunks))


def tokens(chunks: Sequence[Chunk], *, mixed: Literal["apart", "word", "number"] = "apart") -> Iterator[Token]:
    """Yield the words and numbers of the chunks, percent signs, and the ends of sentences.

    Args:
        chunks: of a text.
        mixed: what letters and digits without a gap are: taken apart, a `word` where a digit between letters stands for
            one of them, a `number` where letters stand for digits.
    """
    for index, chunk in enumerate(chunks):
        if mixed == "word" and chunk.mixed:
            yield Token(start=chunk.start, end=chunk.end, letters=chunk.letters)
        elif mixed == "number" and chunk.figures:
            yield Token(start=chunk.start, end=chunk.end, number=chunk.figures)
        else:
            yield from _pieces(chunk)
        following = chunks[index + 1] if index + 1 < len(chunks) else None
        if PERCENT in chunk.gap:
            yield Token(start=chunk.end, end=chunk.end, sign=PERCENT)
        elif following is None or (STOPS & set(chunk.gap) and not _goes_on(chunk, following)):
            yield Token(start=chunk.end, end=chunk.end, sign=STOP)


def _goes_on(chunk: Chunk, following: Chunk) -> bool:
    """Return whether a stop parts the figures of one number or ends an abbreviation."""
    if chunk.letters[-1].digit and following.letters[0].digit:
        return len(chunk.gap) == 1
    return chunk.gap.strip() == STOP and len(chunk.letters) <= ABBREVIATED and not chunk.letters[-1].digit


def _pieces(chunk: Chunk) -> Iterator[Token]:
    """Yield the words and numbers of a chunk: where letters and digits meet, it is parted."""
    letters = chunk.letters
    first = 0
    for place in range(1, len(letters) + 1):
        if place < len(letters) and bool(letters[place].digit) == bool(letters[first].digit):
            continue
        part = letters[first:place]
        number = "".join(letter.digit for letter in part)
        yield Token(
            start=chunk.start if first == 0 else chunk.end - (len(letters) - first),
            end=chunk.end if place == len(letters) else chunk.end - (len(letters) - place),
            letters=() if number else part,
            number=number,
            glued=first > 0,
        )
        first = place


@lru_cache(maxsize=4096)
def forms(letters: tuple[Letter, ...]) -> frozenset[str]:
    """Return the ways in which a word may be meant, in small letters.

    A word of one script is what it is, and what it looks like as a whole in the other; one that mixes scripts, or
    letters with digits, is whatever its signs can be taken for.
    """
    scripts = {letter.script for letter in letters}
    found = {
        _spelled([letter.latin for letter in letters], letters),
        _spelled([letter.cyrillic for letter in letters], letters),
    }
    if scripts == {"digit"}:
        return frozenset()
    # Between capitals an I is an I; among small letters it may be an l.
    shouted = all(letter.large or letter.digit for letter in letters)
    strokes = any(letter.upright and (letter.digit or not shouted) for letter in letters)
    latin = [letter.latin for letter in letters]
    if scripts not in ({"latin"}, {"cyrillic"}):
        latin = [letter.latin_free or UNREAD for letter in letters]
        looks = [letter.cyrillic_free or UNREAD for letter in letters]
        sounds = [letter.cyrillic_sound or UNREAD for letter in letters]
        mixed = [sound if letter.digit else look for letter, look, sound in zip(letters, looks, sounds, strict=True)]
        found |= {"".join(signs) for signs in (latin, looks, sounds, mixed)}
    if strokes:
        found.add("".join("l" if letter.upright else sign for letter, sign in zip(letters, latin, strict=True)))
    found |= {form.replace(pair, letter) for form in found for pair, letter in PAIRS if pair in form}
    return frozenset(found - {""})


def sound(letters: tuple[Letter, ...]) -> str:
    """Return the Russian word that a word in Latin letters is when it is read aloud; empty: it is in other letters."""
    if len(letters) < 2 or any(letter.script != "latin" for letter in letters):  # noqa: PLR2004 - one letter is no word
        return ""
    return SOUND_PARTS.sub(lambda part: SOUND[part[0]], "".join(letter.latin for letter in letters))


def _spelled(signs: list[str], letters: tuple[Letter, ...]) -> str:
    """Return the word that the signs spell; nothing when one of them is missing."""
    return "".join(signs) if all(signs) and letters else ""
