"""Lots drawn as docs/draws.md describes it, apart from the code that draws them: what checks the one may not be it.

The standard library and this file are all that it needs.
"""

import hashlib
from collections.abc import Iterator, Sequence

BLOCK = 64
"""SHA-256 works on blocks of so many bytes."""
WIDTH = 8
"""A number is so many bytes."""


def sha256(data: bytes) -> bytes:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(data).digest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256, spelled out (RFC 2104)."""
    padded = (sha256(key) if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message)
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner)


def numbers(seed: bytes, tournament: str, number: int) -> Iterator[int]:
    """Yield the numbers of one lot without end, each of 64 bits."""
    key = hmac_sha256(seed, f"{tournament}/{number}".encode())
    block = 0
    while True:
        digest = hmac_sha256(key, block.to_bytes(WIDTH, "big"))
        while digest:
            yield int.from_bytes(digest[:WIDTH], "big")
            digest = digest[WIDTH:]
        block += 1


def order(pool: Sequence[int], stream: Iterator[int]) -> list[int]:
    """Return a pool in the order that the stream's next numbers give it; every order is equally likely."""
    rest = sorted(pool)
    drawn: list[int] = []
    while len(rest) > 1:
        whole_rounds = (1 << 64) // len(rest) * len(rest)
        taken = next(stream)
        while taken >= whole_rounds:
            taken = next(stream)
        place = taken % len(rest)
        # The last of those that are left takes the place of the one drawn, which is done with.
        drawn.append(rest[place])
        rest[place] = rest[-1]
        rest.pop()
    return [*rest, *reversed(drawn)]


def lot(seed: bytes, tournament: str, number: int, pools: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return each pool of lot `number` in the order drawn."""
    stream = numbers(seed, tournament, number)
    return [order(pool, stream) for pool in pools]
