"""Houses that have another one's value in a field and are else as they were."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

import domain.settings
from domain import desk, lifecycle, prize_texts, profiles

WHERE = (profiles, desk, domain.settings, lifecycle, prize_texts)
"""Modules that ask which houses there are."""


@contextmanager
def swapped(name: str, field: str, value: Any) -> Iterator[None]:
    """Have a house with this value in a field, for a while."""
    known = profiles.PROFILES
    houses = MappingProxyType({**known, name: replace(known[name], **{field: value})})
    with pytest.MonkeyPatch.context() as patch:
        for module in WHERE:
            patch.setattr(module, "PROFILES", houses)
        yield
