"""How long it takes to judge the longest list of prizes that may be: 200 lines of 500 characters (PRZ-1, PRZ-2).

The measure is the same text read sign by sign, each looked up in Unicode's own table: less than that no check can do
that knows letters by their look.  A list is judged at the door, where it is decided and before it is written.
"""

import json
import random
import string
import time
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial

from domain import plain_texts, wording

LINES, LENGTH = 200, 500
CHANCE = random.Random(1)  # noqa: S311 - the same texts each time
PRIZES = (
    "Cup of the tournament",
    "free entry to the next final",
    "dinner for two at the club",
    "a medal and a club hoodie",
    "your name on the board of champions",
    "Кубок турнира",
    "бесплатный вход на следующий финал",
    "ужин на двоих в клубе",
    "медаль и толстовка клуба",
    "имя на доске почёта",
)
NUMBERED = (
    "2 free entries, season 2026",
    "table 4, seat 9 at the final",
    "cup and 500 rating points",
    "2 бесплатных входа, сезон 2026",
    "стол 4, место 9 в финале",
    "кубок и 500 очков рейтинга",
)
AT_MOST = {"words": 20, "words and numbers": 90, "no word twice": 350}
"""Bars for the ratio, at some twice of what is measured."""


def text(word: Callable[[], str]) -> str:
    """Return a line of words."""
    line = ""
    while len(line) < LENGTH:
        line += word() + " "
    return f"{line[: LENGTH - 1].rpartition(' ')[0]:.<{LENGTH}}"


def unheard_of() -> str:
    """Return a word that stands in no language."""
    return "".join(CHANCE.choices(string.ascii_lowercase, k=CHANCE.randint(2, 9)))


LISTS: dict[str, Callable[[], str]] = {
    "words": lambda: CHANCE.choice(PRIZES) + ",",
    "words and numbers": lambda: CHANCE.choice(PRIZES + NUMBERED) + ",",
    "no word twice": unheard_of,
}


def seconds(of: Callable[[], None]) -> float:
    """Return how long something takes, of the processor's time: others may be at work."""
    begun = time.process_time()
    of()
    return time.process_time() - begun


def forget() -> None:
    """Make the check know no text and no pair of words any more."""
    for known in (wording.refusal, plain_texts._piece, plain_texts._grown):
        known.cache_clear()


def judge(lines: Sequence[str]) -> None:
    """Judge every line."""
    for line in lines:
        wording.refusal(line)


def bare(lines: Sequence[str]) -> None:
    """Look every sign up."""
    for line in lines:
        for sign in line:
            unicodedata.category(sign)


def main() -> None:
    """Print for each kind of list how much longer than its bare reading the first and the next judgment take."""
    for name, word in LISTS.items():
        lines = [text(word) for _ in range(LINES)]
        measure = min(seconds(partial(bare, lines)) for _ in range(5))
        first, again = [], []
        for _ in range(3):
            forget()
            first.append(seconds(partial(judge, lines)))
            again.append(seconds(partial(judge, lines)))
        row = {
            "bench": "wording",
            "of": f"{LINES} lines of {LENGTH} characters, {name}",
            "ratio": round(min(first) / measure, 1),
            "at_most": AT_MOST[name],
            "ms": round(min(first) * 1000, 1),
            "ms_again": round(min(again) * 1000, 2),
            "ms_bare": round(measure * 1000, 1),
        }
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
