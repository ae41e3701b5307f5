"""The stack under test here is started without a worker: these tests are about its parts and their keeping."""

from collections.abc import Iterator

import pytest

from tests.support.stack import Stack, running


@pytest.fixture
def bare_stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A stack of this test alone, without a worker."""
    with running(tmp_path_factory.mktemp("bare"), worker_kind="none") as started:
        yield started
