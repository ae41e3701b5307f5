"""What the tests of the shell run on: a time-skipping Temporal server, and the store in the emulator."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from tests.support.emulator import aws, emulator
from tests.support.evenings import time_skipping

__all__ = ["aws", "emulator"]


@pytest.fixture
async def env() -> AsyncIterator[WorkflowEnvironment]:
    """A server of this test alone."""
    async with time_skipping() as started:
        yield started
