"""Texts that speak of no money for want of a word that could: most prizes, told at a glance (PRZ-2).

Each word is judged once and remembered.  A text is plain where none of its words is wrong by itself, none could begin a
word that its neighbours end, no letters stand alone in a row, and what it has of the words of the list makes up neither
an amount nor a phrase.  What is not plain may still pass: `domain.money_check` says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from domain.letters import Letter
from domain.money_check import Check, figures, joined
from domain.money_list import (
    APART,
    CODE,
    CURRENCY,
    FIGURE,
    FIGURES,
    LONGEST,
    NOT_JOINED,
    PARTS,
    REFUSED,
    Marks,
    may_go_on,
    possible,
    word_marks,
)
from domain.words import Chunk, forms, taken, tokens

Word = tuple[Letter, ...]

LONGEST_PIECE = 60
"""Signs without a gap that are looked at here; what is longer is no word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Begun:
    """Letters in `parts` that a word may begin with; `whole`: as a word of its own it begins none before a gap."""

    letters: Word
    parts: int
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """What stands between two gaps: `plain` by itself, and what it may be with its neighbours.

    `words`: its letters, parted where a sign parts them.  `marks`: what is in it of the list.  `head`, `tail`: how many
    letters stand alone at its ends.  `leads`: it begins with a sign.  `begun`: what words may begin in it that the next
    piece ends.
    """

    plain: bool
    words: tuple[Word, ...] = ()
    marks: Marks = frozenset()
    head: int = 0
    tail: int = 0
    leads: bool = False
    begun: tuple[_Begun, ...] = ()


def plain(text: str) -> bool:
    """Return whether nothing in a text can speak of money; the time grows with its length, by little."""
    marks: set[str] = set()
    alone = figures = 0
    begun: list[_Begun] = []
    for raw in text.split():
        piece = _piece(raw)
        if not piece.plain or alone + piece.head >= APART:
            return False
        alone = piece.tail + alone * (piece.head == len(piece.words))
        marks |= piece.marks
        figures += FIGURE in piece.marks
        longer: list[_Begun] = []
        for one in begun:
            if one.whole and piece.words and not piece.leads:
                continue
            grown = _grown(one, piece.words)
            if grown is None:
                return False
            longer += grown
        begun = [*longer, *piece.begun]
    if figures > 1:
        marks.add(FIGURES)
    return not _may_speak(frozenset(marks))


@lru_cache(maxsize=8192)
def _piece(raw: str) -> _Piece:
    if len(raw) > LONGEST_PIECE:
        return _Piece(plain=False)
    read = taken(raw)
    chunks = read.chunks
    if read.money or any(chunk.mixed or chunk.figures for chunk in chunks):
        return _Piece(plain=False)
    words = [word for word in tokens(chunks) if not word.sign]
    marks = frozenset[str]().union(*(word_marks(word.letters) for word in words))
    if REFUSED in marks or (len(words) > 1 and Check(raw, read).found() is not None):
        return _Piece(plain=False)
    alone = [chunk.alone for chunk in chunks]
    return _Piece(
        plain=not any(all(alone[place : place + APART]) for place in range(len(alone) - APART + 1)),
        words=tuple(chunk.letters for chunk in chunks),
        marks=marks | figures(words, marks),
        head=alone.index(False) if False in alone else len(alone),
        tail=alone[::-1].index(False) if False in alone else len(alone),
        leads=bool(chunks) and chunks[0].start > 0,
        begun=tuple(_begun(chunks)),
    )


def _begun(chunks: Sequence[Chunk]) -> Iterator[_Begun]:
    for first in range(max(len(chunks) - PARTS + 1, 0), len(chunks)):
        letters = tuple(letter for part in chunks[first:] for letter in part.letters)
        parts = len(chunks) - first
        if not letters[0].digit and len(letters) < LONGEST and may_go_on(forms(letters)):
            whole = parts == 1 and not chunks[-1].gap and not NOT_JOINED.isdisjoint(forms(letters))
            yield _Begun(letters=letters, parts=parts, whole=whole)


@lru_cache(maxsize=8192)
def _grown(begun: _Begun, words: tuple[Word, ...]) -> tuple[_Begun, ...] | None:
    """Return what words may begin with when these come next, if anything; None: a word that is refused is there."""
    letters, parts = begun.letters, begun.parts
    for word in words:
        before, letters = len(letters), letters + word
        if parts == PARTS or len(letters) > LONGEST or (word[0].digit and len(word) > 1):
            return ()
        if joined(letters, before):
            return None
        if not may_go_on(forms(letters)):
            return ()
        parts += 1
    return (_Begun(letters=letters, parts=parts),)


@lru_cache(maxsize=8192)
def _may_speak(marks: Marks) -> bool:
    """Return whether a text with words of these kinds may hold an amount or a phrase."""
    return (FIGURE in marks and not marks.isdisjoint({CURRENCY, CODE})) or bool(possible(marks))
