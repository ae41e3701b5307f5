"""PRZ-2: texts that must be refused and texts that pass, as they were committed before the check was written."""

import json
from pathlib import Path

import pytest

from domain.wording import monetary
from tests.wording import look_alikes

HERE = Path(__file__).parent


def texts(name: str) -> list[str]:
    found: list[str] = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return found


REFUSED, PASSED = texts("refused"), texts("passed")


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
