"""PRZ-2: texts that must be refused and texts that pass.

The first two lists of each were committed before the check had seen them; the last is what it was taught with, and
is in no rate.
"""

import json
import random
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import money_check, money_words, words
from domain.money_check import Check
from domain.plain_texts import plain
from domain.prize_texts import in_settings
from domain.wording import monetary, whole_check
from tests.wording import look_alikes
from tests.wording.disguises import TRICKS

HERE = Path(__file__).parent


def texts(name: str) -> list[str]:
    found: list[str] = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return found


REFUSED = texts("refused") + texts("refused_hard") + texts("refused_taught")
PASSED = texts("passed") + texts("passed_hard") + texts("passed_taught")
WORDS = sorted({word for text in [*REFUSED, *PASSED] for word in text.split()} | set(",-\u2014%:"))


@pytest.mark.parametrize("text", REFUSED)
def test_prz_2_monetary_wording_is_refused(text: str) -> None:
    found = monetary(text)
    assert found is not None
    assert found.part in text


@pytest.mark.parametrize("text", PASSED)
def test_prz_2_ordinary_wording_passes(text: str) -> None:
    assert monetary(text) is None


def test_prz_2_the_table_of_look_alikes_is_the_librarys() -> None:
    assert look_alikes.MODULE.read_text(encoding="utf-8") == look_alikes.module()


@pytest.mark.parametrize("text", REFUSED)
def test_prz_2_what_is_refused_at_the_desk_is_refused_at_the_door_and_before_the_write(text: str) -> None:
    told = {"profile": "sport-poker-v1", "prizes": {"lines": [{"place": 1, "text": text}]}}
    assert [field for field, _ in in_settings(told)] == ["prizes.lines.0.text"]
    assert in_settings({**told, "profile": "tda-2024-v1"}) == ()


def test_prz_2_the_list_is_written_as_texts_are_read() -> None:
    """Small, without marks over letters: a word written otherwise would never be found."""
    lists = {name: text for name, text in vars(money_words).items() if name.isupper() and name != "MONEY_SIGNS"}
    words = {word for text in lists.values() for word in re.findall(r"\w+", text.replace("_", " "))}
    assert {word for word in words - {"FEE"} if word != unread(word)} == set()


def unread(word: str) -> str:
    """Return a word small and without marks."""
    return "".join(sign for sign in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(sign))


@pytest.mark.parametrize("text", ["деʜьги", "выᴨлата", "бᴀбᴋи", "ᴨeньги, то есть дᴇньги", "ʙaбкᴎ, 5000 py6", "ДОɅɅАР"])
def test_prz_2_letters_that_the_library_knows_for_cyrillic_ones_are_read(text: str) -> None:
    assert monetary(text) is not None


# --- disguises

STAND = {"looking_alike": 0.99, "repeated": 0.99, "digits_for_letters": 0.95}
"""Of the texts to be refused, how many are at least, disguised so; by a trick that is not named here, all of them.

A p may be a Russian r or a Latin p, which after a number may count pages; a digit can stand for two letters.
"""


@pytest.mark.parametrize("trick", TRICKS)
def test_prz_2_a_disguise_does_not_help(trick: str) -> None:
    chances = [random.Random(seed) for seed in range(5)]  # noqa: S311 - the same ones each time
    tried = [(text, TRICKS[trick](text, chance)) for text in REFUSED for chance in chances]
    passed = {(text, disguised) for text, disguised in tried if monetary(disguised) is None}
    assert len(passed) <= (1 - STAND.get(trick, 1)) * len(tried), sorted(passed)


@given(st.sampled_from(REFUSED), st.sampled_from(sorted(TRICKS.keys() - STAND.keys())), st.randoms())
def test_prz_2_whatever_is_refused_stays_so_disguised(text: str, trick: str, chance: random.Random) -> None:
    assert monetary(TRICKS[trick](text, chance)) is not None


@given(st.sampled_from(REFUSED), st.sampled_from(["Cup, ", "Кубок; ", "\U0001f3c6 ", "2 free entries and "]))
def test_prz_2_money_beside_an_ordinary_prize_is_refused(text: str, prize: str) -> None:
    assert monetary(prize + text) is not None


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_prz_2_an_ordinary_text_passes_however_its_letters_are_put_together(
    form: Literal["NFC", "NFD", "NFKC", "NFKD"],
) -> None:
    assert [text for text in PASSED if monetary(unicodedata.normalize(form, text))] == []


def test_prz_2_an_ordinary_text_passes_in_capitals_and_in_small_letters() -> None:
    assert [text for text in PASSED if monetary(text.upper()) or monetary(text.lower())] == []


@given(st.integers(0, 10**9), st.sampled_from(["season", "table 4, seat", "Кубок", "level", "сезон", "stage"]))
def test_prz_2_a_number_is_no_amount(number: int, word: str) -> None:
    assert monetary(f"{word} {number}") is None
    assert monetary(str(number)) is None


@given(st.text(max_size=60))
def test_prz_2_any_text_has_an_answer_and_the_part_stands_in_it(text: str) -> None:
    found = monetary(text)
    assert found is None or found.part in text


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_prz_2_what_is_plain_at_a_glance_is_found_nothing_in_by_the_whole_check(text: str) -> None:
    if plain(text):
        assert whole_check(text) is None


@pytest.mark.parametrize("text", REFUSED)
def test_prz_2_nothing_that_is_refused_is_plain(text: str) -> None:
    if "\u202e" not in text:
        assert not plain(text)


def test_prz_2_most_prizes_are_plain() -> None:
    """Which makes two hundred lines a matter of some milliseconds; the bench has the ratio."""
    assert sum(map(plain, PASSED)) > 0.7 * len(PASSED)


# --- growth


UNITS = ["a ", "1 ", "ab cd ", "1 000 ", "а 1 ", "m.", "ca sh", "1a", "Кубок и вход. ", "pool % ", "half a ", "aaab "]


@pytest.mark.parametrize("unit", UNITS)
def test_prz_2_what_stands_alone_too_often_to_be_read_is_no_prize(unit: str) -> None:
    """So that no text of 500 characters takes long to judge, whatever it is made of."""
    found = monetary((unit * 500)[:500])
    assert (found is not None) == (unit in {"a ", "1 ", "а 1 ", "m.", "ca sh", "1a"})


STEPS = ((words, "read"), (money_check, "forms"), (money_check, "may_go_on"), (Check, "_fits"), (Check, "_number"))
"""What the check does again and again: to a sign, to a word, to words that may belong together."""


@pytest.mark.parametrize("unit", UNITS)
def test_prz_2_the_work_grows_with_the_length_alone(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight times the text is some eight times the steps, not sixty."""
    taken: list[str] = []

    def counted(name: str, step: Callable[..., Any]) -> Callable[..., Any]:
        def take(*args: Any) -> Any:
            taken.append(name)
            return step(*args)

        return take

    for owner, name in STEPS:
        monkeypatch.setattr(owner, name, counted(name, getattr(owner, name)))
    counts = []
    for length in (2_000, 16_000):
        whole_check((unit * length)[:length])
        counts.append(len(taken))
        taken.clear()
    assert 2_000 <= counts[0] < counts[1] < 9 * counts[0]
