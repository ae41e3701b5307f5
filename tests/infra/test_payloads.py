"""Large payloads are packed, and one that cannot be unpacked stops nobody."""

import zlib

import pytest
from temporalio.api.common.v1 import Payload

from infra import payloads
from infra.payloads import ENCODING, LARGE, Packed


def plain(size: int) -> Payload:
    """Return a payload of so many bytes."""
    return Payload(metadata={"encoding": b"json/plain"}, data=b"7" * size)


@pytest.mark.parametrize(("size", "packed"), [(0, False), (LARGE, False), (LARGE + 1, True), (3_000_000, True)])
async def test_a_payload_comes_back_as_it_went(size: int, *, packed: bool) -> None:
    codec = Packed()
    [sent] = await codec.encode([plain(size)])
    assert (sent.metadata["encoding"] == ENCODING) is packed
    assert await codec.decode([sent]) == [plain(size)]


@pytest.mark.parametrize("data", [b"", b"no zlib", zlib.compress(b"no payload"), zlib.compress(b"cut")[:-3]])
async def test_what_cannot_be_unpacked_is_handed_on(data: bytes) -> None:
    odd = Payload(metadata={"encoding": ENCODING}, data=data)
    assert await Packed().decode([odd, plain(1)]) == [odd, plain(1)]


async def test_what_would_unpack_to_more_than_a_worker_holds_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payloads, "LARGEST", 100_000)
    [bomb] = await Packed().encode([plain(200_000)])
    assert await Packed().decode([bomb]) == [bomb]
