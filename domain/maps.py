"""Persistent maps as fields: cheap to change one key of many, written to JSON as pairs sorted by key.

A `Map` iterates in the order of its hashes, which for texts differs from process to process:
iterate over `sorted(...)` where the order can be seen.
"""

from typing import Annotated, Any, Final, TypeVar, get_args

from immutables import Map
from pydantic import GetCoreSchemaHandler
from pydantic_core import core_schema

K = TypeVar("K")
V = TypeVar("V")


class _AsPairs:
    """Tell pydantic how a `Map` is read from pairs and written as pairs."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        key, value = get_args(source)
        pairs = handler.generate_schema(list[tuple[key, value]])  # type: ignore[valid-type]
        return core_schema.no_info_before_validator_function(
            lambda given: sorted(given.items()) if isinstance(given, Map) else given,
            core_schema.no_info_after_validator_function(Map, pairs),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda given: sorted(given.items()), return_schema=pairs
            ),
        )


PMap = Annotated[Map[K, V], _AsPairs()]
"""`PMap[int, Entry]`: a persistent map that can be a field of a value that is stored."""
HELD: Final = True
"""What each key of a map that serves as a set is mapped to."""
