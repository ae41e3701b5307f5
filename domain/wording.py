"""Whether a text speaks of money, in English or in Russian, also when it tries to hide it (PRZ-2).

A text is read sign by sign into words and numbers (`domain.letters`, `domain.words`).  Each word is looked up in every
way in which it may be meant; letters that stand apart are put together, and letters that are repeated count once.  What
is refused is the list of `domain.money_words`.  An ordinary number passes: an amount is one with a currency beside it,
or with a word that makes it one.  The time grows with the length of the text; how long the list is does not matter, and
a text of ordinary words is told at a glance (`domain.plain_texts`).
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from domain.money_check import Check, Monetary
from domain.money_list import APART
from domain.plain_texts import plain
from domain.words import PERCENT, Chunk, taken

BACKWARDS = re.compile("\u202e([^\u202c\u2069\n]*)[\u202c\u2069]?")
"""What is shown from right to left, whatever its letters: from one sign that cannot be seen to another."""
MOST_ALONE, MOST_CHANGES = 100, 60
"""Letters and digits that stand alone, and changes between the two within words, of which a prize may have so many."""
LONGEST_PART = 40
"""Signs of a text that a refusal repeats at most."""


def monetary(text: str) -> Monetary | None:
    """Return what in a text speaks of money, or None.

    Args:
        text: of any length; the time grows with it.
    """
    found = None if plain(text) else whole_check(text)
    if found is None and (backwards := BACKWARDS.search(text)) is not None:
        shown = whole_check(BACKWARDS.sub(lambda part: part[1][::-1], text))
        return None if shown is None else Monetary(part=backwards[0], reason=f"{shown.reason}, written backwards")
    return found


def whole_check(text: str) -> Monetary | None:
    """Return what in a text speaks of money, read in the order in which it is written, or None."""
    read = taken(text)
    if read.money:
        return Monetary(part=read.money, reason="a sign of money")
    if _illegible(read.chunks):
        return Monetary(part=text, reason="written so that nobody can tell what it says")
    found = Check(text, read).found()
    if found is None and any(chunk.mixed for chunk in read.chunks):
        found = Check(text, read, mixed="word").found()
    if found is None and any(chunk.figures for chunk in read.chunks):
        found = Check(text, read, mixed="number").found()
    runs = _alone(read.chunks)
    if found is None and runs:
        together = _put_together(text, runs)
        hidden = Check(together, taken(together)).found()
        part = text[runs[0][0].start : runs[-1][-1].end]
        return None if hidden is None else Monetary(part=part, reason=f"{hidden.reason}, letter by letter")
    return found


def _illegible(chunks: Sequence[Chunk]) -> bool:
    """Return whether letters stand alone, or change with digits, so often that it is no prize but a disguise."""
    if sum(chunk.alone for chunk in chunks) > MOST_ALONE:
        return True
    return sum(_changes(chunk) for chunk in chunks) > MOST_CHANGES


def _changes(chunk: Chunk) -> int:
    return sum(bool(one.digit) != bool(other.digit) for one, other in pairwise(chunk.letters))


def _alone(chunks: Sequence[Chunk]) -> tuple[tuple[Chunk, ...], ...]:
    """Return the letters that stand alone, one after another."""
    groups = (tuple(group) for alone, group in groupby(chunks, lambda chunk: chunk.alone) if alone)
    return tuple(run for run in groups if len(run) >= APART)


def _put_together(text: str, runs: Sequence[Sequence[Chunk]]) -> str:
    """Return a text in which letters that stand alone, one after another, are put together to words.

    Where some of the gaps between them are wider than others, those part the words.
    """
    parts: list[str] = []
    end = 0
    for run in runs:
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
    part = found.part if len(found.part) <= LONGEST_PART else f"{found.part[:LONGEST_PART]}\u2026"
    return (
        f"\u201c{part}\u201d is {found.reason}, and prizes here are no money: "
        "say what is won, such as a cup, a free entry or a certificate for a dinner"
    )
