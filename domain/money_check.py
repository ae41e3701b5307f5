"""One text being checked for everything that speaks of money: words, amounts, phrases, words taken apart (PRZ-2)."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from domain.letters import Letter
from domain.money_list import (
    APART,
    BEGINNINGS,
    BESIDE,
    CODE,
    CURRENCY,
    ENDING,
    FIGURE,
    FIGURES,
    HARMLESS,
    HEADS,
    LABEL,
    LONGEST,
    NOT_JOINED,
    NUMBER,
    PARTS,
    REFUSED,
    SHORTEST,
    STEMS,
    TIMES,
    UNIT,
    WORDS,
    Marks,
    Phrase,
    form_marks,
    may_go_on,
    possible,
    possible_harmless,
    word_marks,
)
from domain.words import PERCENT, Taken, Token, forms, tokens

BETWEEN = 2
"""Words that may stand between a number and a currency."""
ANY_WORDS = 3
"""Words that `~` stands for at most."""
RESOLUTIONS = frozenset({"480", "720", "1080", "1440", "2160"})
"""Numbers before a p that is no currency."""
YEARS = range(1900, 2100)
WHEN = re.compile(r"\d{1,2}([./-])(0?[1-9]|1[0-2])(\1(19|20)?\d\d)?|(19|20)\d\d-\d\d-\d\d|\d+:\d+")
"""A date, a time of day, a score, a scale."""
LEAST = 20
"""Of a number by itself, how much it is at least to be the value of something; what is less counts people or things."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Monetary:
    """Why a text is refused: `part` is what in it speaks of money, as it was written, and what that is."""

    part: str
    reason: str


class Check:
    """One text being checked; every step looks for one way to speak of money."""

    def __init__(self, text: str, read: Taken, *, mixed: Literal["apart", "word", "number"] = "apart") -> None:
        self.text = text
        self.chunks = read.chunks
        self.tokens = list(tokens(read.chunks, mixed=mixed))
        self.marks = [word_marks(token.letters) for token in self.tokens]
        self.run_ends = self._run_ends()
        present = frozenset[str]().union(*self.marks)
        present |= figures(self.tokens, present)
        self.possible = possible(present)
        harmless = possible_harmless(present)
        self.harmless: set[int] = set()
        for index in range(len(self.tokens) if harmless else 0):
            for phrase in self._phrases(harmless, index):
                if (end := self._follows(index, phrase)) is not None:
                    self.harmless.update(range(index, end))
        self.spared = {self.tokens[index].start for index in self.harmless}
        for index in self.harmless:
            self.marks[index] = frozenset()
        self.run_ends = self._run_ends()

    def _run_ends(self) -> list[int]:
        """Return for each token where a number that is under way there is over."""
        ends = [*range(len(self.tokens))]
        for index in reversed(range(len(self.tokens))):
            if self.tokens[index].number or self.marks[index] & {NUMBER, TIMES}:
                following = index + 1
                ends[index] = ends[following] if following < len(ends) else following
        return ends

    def found(self) -> Monetary | None:
        """Return the first thing that speaks of money."""
        return self._words() or self._apart() or self._split() or self._sequences()

    def _part(self, start: int, end: int, reason: str) -> Monetary:
        return Monetary(part=self.text[start:end], reason=reason)

    def _words(self) -> Monetary | None:
        for token, marks in zip(self.tokens, self.marks, strict=True):
            if REFUSED in marks:
                return self._part(token.start, token.end, "a word for money")
        for chunk in self.chunks:
            mixed = any(letter.digit for letter in chunk.letters)
            if mixed and chunk.start not in self.spared and REFUSED in word_marks(chunk.letters):
                return self._part(chunk.start, chunk.end, "a word for money")
        return None

    def _apart(self) -> Monetary | None:
        """Return a word whose letters stand alone."""
        for alone, group in groupby(self.chunks, lambda chunk: chunk.alone):
            run = tuple(group) if alone else ()
            letters = tuple(chunk.letters[0] for chunk in run)
            named = tuple(letter for letter in letters if not letter.digit)
            for part in {named, letters}:
                if len(part) >= APART and any(_spells(form) for form in forms(part)):
                    return self._part(run[0].start, run[-1].end, "a word for money, letter by letter")
        return None

    def _split(self) -> Monetary | None:
        """Return a word that gaps have split into parts."""
        for first, chunk in enumerate(self.chunks):
            letters = chunk.letters
            if all(part.alone for part in self.chunks[first : first + PARTS]):
                continue
            if letters[0].digit or (chunk.gap.isspace() and forms(letters) & NOT_JOINED):
                continue
            for last in range(first + 1, min(first + PARTS, len(self.chunks))):
                if not may_go_on(forms(letters)):
                    break
                more = self.chunks[last].letters
                before, letters = len(letters), letters + more
                if len(letters) > LONGEST or (more[0].digit and len(more) > 1):
                    break
                if joined(letters, before):
                    return self._part(chunk.start, self.chunks[last].end, "a word for money, in parts")
        return None

    def _sequences(self) -> Monetary | None:
        """Return the first amount, or words that speak of money one after the other."""
        numbered = False
        for index, token in enumerate(self.tokens):
            after = self._number(index)
            if after is not None and not numbered and (end := self._amount(index, after)) is not None:
                return self._part(token.start, self.tokens[end].end, "an amount")
            numbered = after is not None
            if CODE in self.marks[index] and self._number(index + 1) is not None:
                return self._part(token.start, self.tokens[index + 1].end, "an amount")
            for phrase in self._phrases(self.possible, index):
                if (end := self._follows(index, phrase)) is not None:
                    return self._part(token.start, self.tokens[end - 1].end, "words that speak of money")
        return None

    def _number(self, index: int) -> int | None:
        """Return where a number that begins here is over, or None."""
        begins = index < len(self.tokens) and (self.tokens[index].number or NUMBER in self.marks[index])
        return self.run_ends[index] if begins else None

    def _amount(self, index: int, after: int) -> int | None:
        """Return where an amount ends whose number stands from `index` up to `after`, or None."""
        for place in range(index + 1, min(after + BETWEEN + 1, len(self.tokens))):
            marks = self.marks[place]
            if CURRENCY in marks and self._is_currency(place):
                return place
            if place >= after and BESIDE not in marks:
                return None
        return None

    def _is_currency(self, place: int) -> bool:
        """Return whether one letter behind a number is a currency's: a p is one in Russian, or right behind it."""
        token = self.tokens[place]
        if len(token.letters) > 1:
            return True
        if self.tokens[place - 1].number in RESOLUTIONS:
            return False
        russian = any(letter.script == "cyrillic" for chunk in self.chunks for letter in chunk.letters)
        return token.glued or russian

    def _phrases(self, index_of: Mapping[str, tuple[Phrase, ...]], index: int) -> Iterator[Phrase]:
        """Yield the phrases that may begin with a token."""
        for mark in self.marks[index]:
            yield from index_of.get(mark, ())
        if self.tokens[index].sign == PERCENT:
            yield from index_of.get(PERCENT, ())
        if self.tokens[index].number or NUMBER in self.marks[index]:
            yield from index_of.get("#", ())
            yield from index_of.get("#!", ())

    def _follows(self, index: int, phrase: Sequence[str]) -> int | None:
        """Return where a phrase that begins with this token is over, or None."""
        for step, place in enumerate(phrase):
            if place == "~":
                rest = phrase[step + 1 :]
                ends = (self._follows(start, rest) for start in range(index, index + ANY_WORDS + 1))
                return next((end for end in ends if end is not None), None)
            after = self._fits(index, place)
            if after is None:
                return None
            index = after
        return index

    def _fits(self, index: int, place: str) -> int | None:
        """Return the token after those that fill one place of a phrase, or None."""
        if index >= len(self.tokens):
            return None
        if place.startswith("#"):
            return self._counted(index, place)
        sign = self.tokens[index].sign
        fits = place in self.marks[index] or (bool(sign) and sign in place.split("|"))
        return index + 1 if fits else None

    def _counted(self, index: int, place: str) -> int | None:
        after = self._number(index)
        if after is None or place == "#":
            return after
        behind = self.tokens[after] if after < len(self.tokens) else None
        if behind is not None and behind.sign == PERCENT:
            return None
        labelled = place != "#=" and index > 0 and LABEL in self.marks[index - 1]
        if labelled or (index and self._number(index - 1) is not None):
            return None
        if place == "#-":
            return None if behind is not None and UNIT in self.marks[after] else after
        written = unicodedata.normalize("NFKC", self.text[self.tokens[index].start : self.tokens[after - 1].end])
        if WHEN.fullmatch(written):
            return None
        figures = self.tokens[index].number if after == index + 1 else ""
        value = int(figures[:6]) if figures else LEAST
        if value in YEARS or (place in {"#.", "#="} and (value < LEAST or (behind is not None and behind.letters))):
            return None
        return after


def _spells(form: str) -> bool:
    """Return whether letters that stood alone spell a word of the list, anywhere among them."""
    if REFUSED in form_marks(form):
        return True
    heads = (place for place in range(len(form) - SHORTEST + 1) if form[place : place + SHORTEST] in HEADS)
    return any(form[place : place + size] in STEMS for place in heads for size in range(SHORTEST, LONGEST))


def joined(letters: tuple[Letter, ...], before: int) -> bool:
    """Return whether letters that were put together are a word of the list that the first `before` alone are not."""
    return any(_joined(form, before) for form in forms(letters))


def figures(words: Sequence[Token], marks: Marks) -> Marks:
    """Return whether there are numbers among words of these kinds, and whether there is more than one."""
    if NUMBER not in marks and not any(word.number for word in words):
        return frozenset()
    count = sum(bool(word.number) or NUMBER in word_marks(word.letters) for word in words)
    return frozenset({FIGURE, FIGURES} if count > 1 else {FIGURE})


def _joined(form: str, before: int) -> bool:
    """Return whether a word that was put together is of the list: its first `before` letters alone are not."""
    if form[:SHORTEST] not in HEADS:
        return False
    sizes = range(max(before + 1, SHORTEST, len(form) - ENDING), min(len(form), LONGEST) + 1)
    found = REFUSED in WORDS.whole.get(form, ()) or any(form[:size] in BEGINNINGS for size in sizes)
    return found and not HARMLESS.marks(form)
