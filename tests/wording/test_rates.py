"""PRZ-2: the rates at which the check is wrong are printed with every run of the tests."""

import pytest

from tests.wording.rates import rates, told


def test_prz_2_the_rates_on_the_texts_kept_apart_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """They were measured once when the check was done; a change to the list may not make them worse."""
    with capsys.disabled():
        print(f"\n{told()}")  # noqa: T201 - that is the point
    apart, hard = rates("_kept_apart"), rates("_hard_kept_apart")
    assert (len(apart.missed) <= 3, len(apart.wrong) <= 2) == (True, True)
    assert (len(hard.missed) <= 5, len(hard.wrong) <= 1) == (True, True)
    for which in ("", "_hard"):
        assert (rates(which).missed, rates(which).wrong) == ((), ())


@pytest.mark.parametrize("which", ["", "_hard"])
def test_prz_2_the_corpora_are_large_and_a_third_of_each_is_kept_apart(which: str) -> None:
    developed, apart = rates(which), rates(f"{which}_kept_apart")
    for with_, kept in ((developed.refused, apart.refused), (developed.passed, apart.passed)):
        assert with_ + kept >= 200
        assert 3 * kept >= with_ + kept - 2
