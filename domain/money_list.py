"""The list of words for money, ready to be looked up: what a word is, by itself and as a part of a phrase (PRZ-2)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from domain import money_words
from domain.letters import Letter
from domain.words import PERCENT, STOP, forms, sound

Marks = frozenset[str]
Phrase = tuple[str, ...]

LONGEST = 20
"""Letters of a word that is put together again; every word of the list is shorter."""
SHORTEST = 4
"""Letters of a word that is found within others, or repeated, or put together of parts."""
HEAD = 3
"""Letters of a word by which most are told to be none of the list."""
OFTEN = 3
"""Times that a letter stands in a row, from which on it is repeated for its own sake."""
APART = 3
"""From how many letters on that stand alone, one after another, they are read as a word."""
PARTS = 4
"""Into how many parts a word may be split to be put together again."""
ENDING = 4
"""Letters that a word which was put together may have beyond the list's."""
SOUNDED = 5
"""Letters of a Russian word written in Latin ones from which on it is one: shorter ones are English words as well."""
SOFT = "ь"
"""A letter that is left out at the end of a word where Russian is written in Latin ones."""
REFUSED, CURRENCY, CODE, NUMBER, TIMES = "!", "$", "$#", "number", "times"
BESIDE, UNIT, LABEL = "beside", "unit", "label"
"""What a word of the list is; a word of a phrase is marked with the phrase's own text."""
FIGURE, FIGURES, ANY = "#", "##", "~"
"""In a phrase: a number, two of them, any words."""
WEIGHTY = frozenset({REFUSED, CURRENCY, CODE})
"""What a word is that is refused by itself, or beside a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """The list, ready to be looked up: what a whole word is, the beginning of one, and what stands within one.

    `heads`: how the beginnings begin, so that most words are told by that.
    """

    whole: dict[str, Marks]
    begins: dict[str, Marks]
    within: re.Pattern[str] | None
    heads: frozenset[str]

    def marks(self, form: str) -> Marks:
        """Return what a word is."""
        found = self.whole.get(form, frozenset())
        if not self.heads.isdisjoint((form[:1], form[:2], form[:HEAD])):
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
    heads = frozenset(word[:HEAD] for word in begins)
    return _Words(whole=whole, begins=begins, within=pattern, heads=heads)


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of a list, each as its places; what stands in braces is a list by itself."""
    fees = [" ".join(fee.split()) for fee in money_words.FEE.split("|")]
    lines = [line for line in text.strip().splitlines() if line]
    full = (line.replace("{FEE}", fee) for line in lines for fee in (fees if "{FEE}" in line else [""]))
    return tuple(tuple(line.split()) for line in full)


PHRASES = _phrases(money_words.PHRASES)
HARMLESS_PHRASES = _phrases(money_words.HARMLESS_PHRASES)
SPECIAL = frozenset({"#", "#-", "#.", "#=", "#!", PERCENT, STOP, ANY})


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
        (money_words.LABELS, LABEL),
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
DOUBLED = re.compile(r"(.)\1", re.DOTALL)
"""A letter twice in a row."""
NOT_JOINED = frozenset(money_words.NOT_JOINED.split())
STEMS = frozenset(word.strip("*") for word in money_words.MONEY.split() if len(word.strip("*")) >= SHORTEST)
"""Words and beginnings that are refused where they are put together of letters."""
HEADS = frozenset(stem[:SHORTEST] for stem in STEMS)
"""How these begin."""
BEGINNINGS = {word.strip("*") for word in money_words.MONEY.split() if word.startswith("*")} | {
    word for word, marks in WORDS.begins.items() if REFUSED in marks
}
"""Words that are refused whatever their ending."""


PREFIXES = frozenset(word[:size] for word in STEMS | BEGINNINGS for size in range(SHORTEST, len(word)))
"""How these begin, whatever is still missing of them."""


def may_go_on(forms_of_it: Iterable[str]) -> bool:
    """Return whether what follows may make a word that is refused of this, in one way of reading it."""
    return any(len(form) < SHORTEST or form in PREFIXES for form in forms_of_it)


def _by_first(phrases: Iterable[Phrase]) -> dict[str, tuple[Phrase, ...]]:
    found: dict[str, tuple[Phrase, ...]] = {}
    for phrase in phrases:
        keys = [phrase[0]]
        if PERCENT in phrase[0].split("|"):
            keys.append(PERCENT)
        for key in keys:
            found[key] = (*found.get(key, ()), phrase)
    return found


def _needed(phrase: Phrase) -> Marks:
    """Return what must be in a text in which a phrase is."""
    words = frozenset(place for place in phrase if place not in SPECIAL and PERCENT not in place)
    numbers = sum(place.startswith(FIGURE) for place in phrase)
    return words | frozenset((FIGURE, FIGURES)[:numbers])


_NEEDED = tuple((phrase, _needed(phrase)) for phrase in PHRASES)
_NEEDED_HARMLESS = tuple((phrase, _needed(phrase)) for phrase in HARMLESS_PHRASES)


@lru_cache(maxsize=1024)
def possible(marks: Marks) -> Mapping[str, tuple[Phrase, ...]]:
    """Return the phrases that can be in a text with words of these kinds, by what they begin with."""
    return _by_first(phrase for phrase, needed in _NEEDED if needed <= marks)


@lru_cache(maxsize=1024)
def possible_harmless(marks: Marks) -> Mapping[str, tuple[Phrase, ...]]:
    """Return the same of the phrases that are harmless though their words are not."""
    return _by_first(phrase for phrase, needed in _NEEDED_HARMLESS if needed <= marks)


@lru_cache(maxsize=8192)
def form_marks(form: str) -> Marks:
    """Return what a word is, in one way of reading it."""
    found = WORDS.marks(form)
    once = _squeezed(form) if DOUBLED.search(form) else form
    if not found and once == form:
        return found
    if HARMLESS.marks(form):
        return frozenset()
    if once == form or HARMLESS.marks(once):
        return found
    if any(letter * OFTEN in form for letter in set(form)):
        return found | ALL_REPEATED.marks(once)
    return found | {REFUSED} if REFUSED in REPEATED.marks(once) else found


@lru_cache(maxsize=8192)
def word_marks(letters: tuple[Letter, ...]) -> Marks:
    """Return what a word is, in all ways of reading it."""
    found: Marks = frozenset()
    for form in forms(letters):
        found |= form_marks(form)
    if heard := sound(letters):
        found |= form_marks(heard) - (WEIGHTY if len(heard) < SOUNDED else frozenset())
        found |= WORDS.whole.get(heard + SOFT, frozenset()) - WEIGHTY
    return found
