"""Whether a text speaks of money, in English or in Russian, also when it tries to hide it (PRZ-2).

A text is read sign by sign into words and numbers (`domain.letters`, `domain.words`).  Each word is looked up in every
way in which it may be meant; letters that stand apart are put together, and letters that are repeated count once.  What
is refused is the list of `domain.money_words`.  An ordinary number passes: an amount is one with a currency beside it,
or with a word that makes it one.  The time grows with the length of the text; how long the list is does not matter.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from domain import money_words
from domain.words import PERCENT, STOP, Chunk, Taken, Token, forms, taken, tokens

Marks = frozenset[str]

LONGEST = 20
"""Letters of a word that is put together again; every word of the list is shorter."""
SHORTEST = 4
"""Letters of a word that is found within others, or repeated, or put together of parts."""
OFTEN = 3
"""Times that a letter stands in a row, from which on it is repeated for its own sake."""
APART = 3
"""From how many letters on that stand alone, one after another, they are read as a word."""
PARTS = 4
"""Into how many parts a word may be split to be put together again."""
ENDING = 4
"""Letters that a word which was put together may have beyond the list's."""
BETWEEN = 2
"""Words that may stand between a number and a currency."""
ANY_WORDS = 3
"""Words that `~` stands for at most."""
RESOLUTIONS = frozenset({"480", "720", "1080", "1440", "2160"})
"""Numbers before a p that is no currency."""
YEARS = range(1900, 2100)
LEAST = 20
"""Of a number by itself, how much it is at least to be the value of something; what is less counts people or things."""

REFUSED, CURRENCY, CODE, NUMBER, TIMES, BESIDE, UNIT = "!", "$", "$#", "number", "times", "beside", "unit"
"""What a word of the list is; a word of a phrase is marked with the phrase's own text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Monetary:
    """Why a text is refused: `part` is what in it speaks of money, as it was written, and what that is."""

    part: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """The list, ready to be looked up: what a whole word is, the beginning of one, and what stands within one."""

    whole: dict[str, Marks]
    begins: dict[str, Marks]
    within: re.Pattern[str] | None

    def marks(self, form: str) -> Marks:
        """Return what a word is."""
        found = self.whole.get(form, frozenset())
        for size in range(1, min(len(form), LONGEST) + 1):
            if (more := self.begins.get(form[:size])) is not None:
                found |= more
        return found | {REFUSED} if self.holds(form) else found

    def holds(self, form: str) -> bool:
        """Return whether one of the words that are refused within others is in a word."""
        return self.within is not None and self.within.search(form) is not None


def _compiled(marked: Iterable[tuple[str, str]]) -> _Words:
    whole: dict[str, Marks] = {}
    begins: dict[str, Marks] = {}
    within: set[str] = set()
    for written, mark in marked:
        word = written.strip("*")
        if written.startswith("*"):
            within.add(word)
        elif written.endswith("*"):
            begins[word] = begins.get(word, frozenset()) | {mark}
        else:
            whole[word] = whole.get(word, frozenset()) | {mark}
    pattern = re.compile("|".join(sorted(within))) if within else None
    return _Words(whole=whole, begins=begins, within=pattern)


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of a list, each as its places; what stands in braces is a list by itself."""
    fees = [" ".join(fee.split()) for fee in money_words.FEE.split("|")]
    lines = [line for line in text.strip().splitlines() if line]
    full = (line.replace("{FEE}", fee) for line in lines for fee in (fees if "{FEE}" in line else [""]))
    return tuple(tuple(line.split()) for line in full)


PHRASES = _phrases(money_words.PHRASES)
HARMLESS_PHRASES = _phrases(money_words.HARMLESS_PHRASES)
SPECIAL = frozenset({"#", "#-", "#.", "#!", PERCENT, STOP, "~"})


def _lists() -> Iterator[tuple[str, str]]:
    """Yield each word of the list with what it is."""
    for text, mark in (
        (money_words.MONEY, REFUSED),
        (money_words.CURRENCIES, CURRENCY),
        (money_words.CODES, CODE),
        (money_words.CODES, CURRENCY),
        (money_words.NUMBERS, NUMBER),
        (money_words.TIMES, TIMES),
        (money_words.BETWEEN, BESIDE),
        (money_words.UNITS, UNIT),
    ):
        yield from ((word, mark) for word in text.split())
    for phrase in (*PHRASES, *HARMLESS_PHRASES):
        yield from ((word, place) for place in phrase for word in place.split("|") if word not in SPECIAL)


def _squeezed(word: str) -> str:
    return "".join(letter for letter, _ in groupby(word))


WORDS = _compiled(_lists())
ALL_REPEATED = _compiled(
    ("*" * (word.startswith("*") and mark == REFUSED) + _squeezed(word.strip("*")) + "*" * word.endswith("*"), mark)
    for word, mark in _lists()
    if mark != REFUSED or len(_squeezed(word.strip("*"))) >= APART
)
"""All words, each letter once, for one in which a letter stands three times or more."""
REPEATED = _compiled(
    ("*" * word.startswith("*") + _squeezed(word.strip("*")) + "*" * word.endswith("*"), REFUSED)
    for word in money_words.MONEY.split()
    if len(_squeezed(word.strip("*"))) >= APART
)
"""The words that are refused, each letter once."""
HARMLESS = _compiled((word, "harmless") for word in money_words.HARMLESS.split())
NOT_JOINED = frozenset(money_words.NOT_JOINED.split())
STEMS = frozenset(word.strip("*") for word in money_words.MONEY.split() if len(word.strip("*")) >= SHORTEST)
"""Words and beginnings that are refused where they are put together of letters."""
HEADS = frozenset(stem[:SHORTEST] for stem in STEMS)
"""How these begin."""
BEGINNINGS = {word.strip("*") for word in money_words.MONEY.split() if word.startswith("*")} | {
    word for word, marks in WORDS.begins.items() if REFUSED in marks
}
"""Words that are refused whatever their ending."""


def _by_first(phrases: Iterable[tuple[str, ...]]) -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for phrase in phrases:
        keys = [phrase[0]]
        if PERCENT in phrase[0].split("|"):
            keys.append(PERCENT)
        for key in keys:
            found[key] = (*found.get(key, ()), phrase)
    return found


FROM = _by_first(PHRASES)
HARMLESS_FROM = _by_first(HARMLESS_PHRASES)


def monetary(text: str) -> Monetary | None:
    """Return what in a text speaks of money, or None.

    Args:
        text: of any length; the time grows with it.
    """
    read = taken(text)
    if read.money:
        return Monetary(part=read.money, reason="a sign of money")
    found = _Check(text, read).found()
    if found is None and any(chunk.mixed for chunk in read.chunks):
        found = _Check(text, read, digits_in_words=True).found()
    if found is None and (together := _put_together(text, read.chunks)) != text:
        hidden = _Check(together, taken(together)).found()
        return None if hidden is None else Monetary(part=text.strip(), reason=f"{hidden.reason}, letter by letter")
    return found


def _put_together(text: str, chunks: Sequence[Chunk]) -> str:
    """Return a text in which letters that stand alone, one after another, are put together to words.

    Where some of the gaps between them are wider than others, those part the words.
    """
    parts: list[str] = []
    end = 0
    for alone, group in groupby(chunks, lambda chunk: chunk.alone):
        run = tuple(group)
        if not alone or len(run) < APART:
            continue
        narrow = min(len(chunk.gap) for chunk in run[:-1])
        parts.append(text[end : run[0].start])
        for chunk in run[:-1]:
            percent = PERCENT if PERCENT in chunk.gap else ""
            parts.append(text[chunk.start] + percent + " " * (len(chunk.gap) > narrow))
        parts.append(text[run[-1].start])
        end = run[-1].end
    return "".join((*parts, text[end:]))


@lru_cache(maxsize=1024)
def refusal(text: str) -> str:
    """Return why a text may not be a prize where prizes are no money, and how to mend it; empty: it may (PRZ-2)."""
    found = monetary(text)
    if found is None:
        return ""
    return (
        f"\u201c{found.part}\u201d is {found.reason}, and prizes here are no money: "
        "say what is won, such as a cup, a free entry or a certificate for a dinner"
    )


@lru_cache(maxsize=8192)
def _marks(form: str) -> Marks:
    """Return what a word is, in one way of reading it."""
    if HARMLESS.marks(form):
        return frozenset()
    found = WORDS.marks(form)
    once = _squeezed(form)
    if once == form or HARMLESS.marks(once):
        return found
    if any(letter * OFTEN in form for letter in set(form)):
        return found | ALL_REPEATED.marks(once)
    return found | {REFUSED} if REFUSED in REPEATED.marks(once) else found


def _all_marks(token: Token | Chunk) -> Marks:
    found: Marks = frozenset()
    for form in forms(token.letters):
        found |= _marks(form)
    return found


class _Check:
    """One text being checked; every step looks for one way to speak of money."""

    def __init__(self, text: str, read: Taken, *, digits_in_words: bool = False) -> None:
        self.text = text
        self.chunks = read.chunks
        self.tokens = list(tokens(read.chunks, digits_in_words=digits_in_words))
        self.marks = [_all_marks(token) for token in self.tokens]
        self.run_ends = self._run_ends()
        self.harmless: set[int] = set()
        for index in range(len(self.tokens)):
            for phrase in self._phrases(HARMLESS_FROM, index):
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
            if mixed and chunk.start not in self.spared and REFUSED in _all_marks(chunk):
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
                if not any(len(form) < SHORTEST or form[:SHORTEST] in HEADS for form in forms(letters)):
                    break
                more = self.chunks[last].letters
                before, letters = len(letters), letters + more
                if len(letters) > LONGEST or (more[0].digit and len(more) > 1):
                    break
                if any(_joined(form, before) for form in forms(letters)):
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
            for phrase in self._phrases(FROM, index):
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

    def _phrases(self, index_of: dict[str, tuple[tuple[str, ...], ...]], index: int) -> Iterator[tuple[str, ...]]:
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
        if place == "#-":
            return None if behind is not None and UNIT in self.marks[after] else after
        figures = self.tokens[index].number if after == index + 1 else ""
        value = int(figures[:6]) if figures else LEAST
        if value in YEARS or (place == "#." and (value < LEAST or (behind is not None and behind.letters))):
            return None
        return after


def _spells(form: str) -> bool:
    """Return whether letters that stood alone spell a word of the list, anywhere among them."""
    if REFUSED in _marks(form):
        return True
    heads = (place for place in range(len(form) - SHORTEST + 1) if form[place : place + SHORTEST] in HEADS)
    return any(form[place : place + size] in STEMS for place in heads for size in range(SHORTEST, LONGEST))


def _joined(form: str, before: int) -> bool:
    """Return whether a word that was put together is of the list: its first `before` letters alone are not."""
    if form[:SHORTEST] not in HEADS:
        return False
    sizes = range(max(before + 1, SHORTEST, len(form) - ENDING), min(len(form), LONGEST) + 1)
    found = REFUSED in WORDS.whole.get(form, ()) or any(form[:size] in BEGINNINGS for size in sizes)
    return found and not HARMLESS.marks(form)
