"""Fixtures of the real stack; a suite's conftest imports the ones it wants."""

from collections.abc import Iterator

import pytest

from tests.support.stack import Stack, running


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One stack for the whole run, for tests that leave its processes alone."""
    with running(tmp_path_factory.mktemp("stack")) as started:
        yield started


@pytest.fixture
def own_stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A stack of this test alone, whose processes it may end."""
    with running(tmp_path_factory.mktemp("own")) as started:
        yield started
