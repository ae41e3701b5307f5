"""Texts that speak of no money for want of a word that could: most prizes, told at a glance (PRZ-2).

Each word is judged once and remembered.  A text is plain where none of its words is wrong by itself, none could begin a
word that its neighbours end, no letters stand alone in a row, and what it has of the words of the list makes up neither
an amount nor a phrase.  What is not plain may still pass: `domain.money_check` says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from domain.money_check import Check
from domain.money_list import (
    APART,
    CODE,
    CURRENCY,
    LONGEST,
    NOT_JOINED,
    NUMBER,
    PARTS,
    PHRASES,
    REFUSED,
    Marks,
    may_go_on,
    word_marks,
)
from domain.words import PERCENT, STOP, Chunk, forms, taken, tokens

FIGURE, FIGURES, ANY = "#", "##", "~"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """What stands between two gaps: `plain` by itself, and what it may be with its neighbours.

    `marks`: what is in it of the list.  `head`, `tail`: how many letters stand alone at its ends, all of `size` where
    they are all.  `opens`: it may begin a word that the next piece ends.
    """

    plain: bool
    marks: Marks = frozenset()
    size: int = 0
    head: int = 0
    tail: int = 0
    opens: bool = False


def plain(text: str) -> bool:
    """Return whether nothing in a text can speak of money; the time grows with its length, by little."""
    marks: set[str] = set()
    alone = figures = 0
    begun: list[tuple[int, str]] = []
    for raw in text.split():
        piece = _piece(raw)
        if not piece.plain or alone + piece.head >= APART:
            return False
        alone = alone + piece.size if piece.head == piece.size else piece.tail
        marks |= piece.marks
        figures += FIGURE in piece.marks
        going_on = [(own, f"{before} {raw}") for own, before in begun]
        if any(_joined(own, longer) for own, longer in going_on):
            return False
        begun = [(own, longer) for own, longer in going_on if _opens(own, longer)]
        if piece.opens:
            begun.append((piece.size, raw))
    if figures > 1:
        marks.add(FIGURES)
    return not _may_speak(frozenset(marks))


@lru_cache(maxsize=8192)
def _piece(raw: str) -> _Piece:
    read = taken(raw)
    chunks = read.chunks
    if read.money or any(chunk.mixed or chunk.figures for chunk in chunks):
        return _Piece(plain=False)
    words = list(tokens(chunks))
    several = sum(not word.sign for word in words) > 1
    marks = frozenset[str]().union(*(word_marks(word.letters) for word in words))
    if REFUSED in marks or (several and Check(raw, read).found() is not None):
        return _Piece(plain=False)
    figures = [word.number for word in words if word.number or NUMBER in word_marks(word.letters)]
    if figures:
        marks |= {FIGURE}
    if len(figures) > 1:
        marks |= {FIGURES}
    if PERCENT in raw or any(word.sign == PERCENT for word in words):
        marks |= {PERCENT}
    alone = [chunk.alone for chunk in chunks]
    head = alone.index(False) if False in alone else len(alone)
    tail = alone[::-1].index(False) if False in alone else len(alone)
    return _Piece(
        plain=not any(all(alone[place : place + APART]) for place in range(len(alone) - APART + 1)),
        marks=marks,
        size=len(chunks),
        head=head,
        tail=tail,
        opens=_goes_on(chunks, len(chunks)),
    )


@lru_cache(maxsize=8192)
def _joined(own: int, text: str) -> bool:
    """Return whether a word that is refused begins in the first `own` chunks of a text, in parts."""
    return Check(text, taken(text)).split(of=own) is not None


@lru_cache(maxsize=8192)
def _opens(own: int, text: str) -> bool:
    """Return whether a word may begin in the first `own` chunks of a text and go on behind its end."""
    return _goes_on(taken(text).chunks, own)


def _goes_on(chunks: Sequence[Chunk], own: int) -> bool:
    for first in range(max(len(chunks) - PARTS + 1, 0), own):
        chunk = chunks[first]
        if chunk.letters[0].digit or (chunk.gap.isspace() and forms(chunk.letters) & NOT_JOINED):
            continue
        letters = tuple(letter for part in chunks[first:] for letter in part.letters)
        if len(letters) < LONGEST and may_go_on(forms(letters)):
            return True
    return False


def _needed(phrase: Sequence[str]) -> Marks:
    """Return what must be in a text in which this phrase is."""
    words = (place for place in phrase if place not in {STOP, ANY} and PERCENT not in place.split("|"))
    needed = frozenset(FIGURE if place.startswith(FIGURE) else place for place in words)
    return needed | {FIGURES} if sum(place.startswith(FIGURE) for place in phrase) > 1 else needed


_NEEDED = tuple({_needed(phrase) for phrase in PHRASES})


@lru_cache(maxsize=8192)
def _may_speak(marks: Marks) -> bool:
    """Return whether a text with words of these kinds may hold an amount or a phrase."""
    if FIGURE in marks and not marks.isdisjoint({CURRENCY, CODE}):
        return True
    return any(needed <= marks for needed in _NEEDED)
