"""Looking for bytes that must not be somewhere, in every form in which they might be written."""

import base64
from collections.abc import Iterable, Iterator
from typing import Any

from temporalio.api.common.v1 import Payload
from temporalio.client import WorkflowHistory

from infra.payloads import _unpack


def forms(secret: bytes) -> Iterator[bytes]:
    """Yield how bytes may be written: as they are, in hex, in Base64, as a list, a number or a text with escapes."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    for offset in range(3):
        # In a longer Base64 text they may begin at any of three places; the edges depend on what is beside them.
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            yield encode(bytes(offset) + secret)[4:-4]
    for between in (",", ", ", " "):
        yield between.join(map(str, secret)).encode()
    yield str(int.from_bytes(secret, "big")).encode()
    yield str(int.from_bytes(secret, "little")).encode()
    yield repr(secret)[2:-1].encode()


def found(secrets: Iterable[bytes], *, within: bytes) -> list[bytes]:
    """Return those of the secrets that stand in `within` in any form."""
    return [secret for secret in secrets if any(form in within for form in forms(secret))]


def readable(history: WorkflowHistory) -> Iterator[tuple[int, Any, bytes]]:
    """Yield each event of a history: its number, itself, and all that can be read of it, packed payloads unpacked."""
    for event in history.events:
        packed = b"\n".join(payload.SerializeToString() for payload in _payloads(event))
        yield event.event_id, event, b"\n".join((event.SerializeToString(), packed, unpacked(event)))


def unpacked(event: Any) -> bytes:
    """Return what an event of a history carries: its payloads, without what the server notes beside them."""
    return b"\n".join(_unpack(payload).data for payload in _payloads(event))


def _payloads(message: Any) -> Iterator[Payload]:
    """Yield every payload in a message, at any depth."""
    if isinstance(message, Payload):
        yield message
        return
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.message_type.GetOptions().map_entry:
            values = [each for each in value.values() if hasattr(each, "ListFields")]
        else:
            values = list(value) if field.is_repeated else [value]
        for each in values:
            yield from _payloads(each)
