"""How values cross to Temporal and back: JSON by pydantic, and zlib where a payload is large.

A payload that cannot be unpacked is handed on as it came. Whoever reads it then refuses it as what it is, an
unreadable value; were unpacking to fail here, the worker could not take the task that brought it, ever again, and one
bad signal would stand in the way of all that follow.
"""

import dataclasses
import zlib
from collections.abc import Sequence

from temporalio.api.common.v1 import Payload
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.converter import DataConverter, PayloadCodec

LARGE = 32 * 1024
"""Bytes from which on a payload is packed; below, packing costs more than it saves."""

LARGEST = 64 * 1024 * 1024
"""Bytes that a packed payload may have when unpacked: more than any snapshot, less than a worker's memory."""

ENCODING = b"binary/zlib"


class Packed(PayloadCodec):
    """Packs payloads of more than `LARGE` bytes with zlib."""

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Return the payloads, the large ones packed."""
        return [_pack(payload) for payload in payloads]

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Return the payloads as they were; what is packed and cannot be unpacked stays as it is."""
        return [_unpack(payload) for payload in payloads]


def _pack(payload: Payload) -> Payload:
    if len(payload.data) <= LARGE:
        return payload
    packed = zlib.compress(payload.SerializeToString(), level=6)
    return Payload(metadata={"encoding": ENCODING}, data=packed)


def _unpack(payload: Payload) -> Payload:
    if payload.metadata.get("encoding") != ENCODING:
        return payload
    try:
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(payload.data, LARGEST)
        return Payload.FromString(plain) if unpacking.eof else payload
    except Exception:  # noqa: BLE001 - zlib's and protobuf's errors share no class, and none may stop the worker
        return payload


data_converter: DataConverter = dataclasses.replace(pydantic_data_converter, payload_codec=Packed())
"""The one converter of client, worker and replayer."""
