"""Faults are caused for real: processes are killed, connections cut, stores brought back as they were."""

from collections.abc import AsyncIterator, Iterator

import pytest
from temporalio.testing import WorkflowEnvironment

from tests.support.emulator import aws, emulator
from tests.support.evenings import time_skipping
from tests.support.nights import Night
from tests.support.stack import running

__all__ = ["aws", "emulator"]


@pytest.fixture
async def env() -> AsyncIterator[WorkflowEnvironment]:
    """A time-skipping server of this test alone."""
    async with time_skipping() as started:
        yield started


@pytest.fixture
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    """A whole stack of this test alone, whose processes it may end."""
    with running(tmp_path_factory.mktemp("night")) as stack:
        yield Night(stack=stack)
