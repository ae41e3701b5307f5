"""Lots that anyone can check: HMAC-SHA256 of a committed seed, and unbiased shuffles from it (SEAT-10).

The algorithm, for a stranger to repeat: the key of lot `n` is HMAC-SHA256(seed, "<tournament id>/<n>").  Block `i`
(from 0) is HMAC-SHA256(key, i as 8 bytes, big end first); the blocks in a row give numbers of 8 bytes, big end first.
Each pool, sorted, is shuffled from its last place down: for place `k` take numbers until one is below the largest
multiple of k + 1 that 64 bits hold, and exchange place k with the number modulo k + 1.  The pools of a lot follow each
other in one stream.
"""

import hashlib
import hmac
from collections.abc import Iterator

_SPAN = 1 << 64


def commitment(seed: bytes) -> str:
    """Return what is published before registration opens: the SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, tournament: str, number: int, pools: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return each pool in the order that lot `number` of this tournament gives it.

    Args:
        seed: the tournament's 32 secret bytes.
        tournament: its id.
        number: the lot's number, from 1.
        pools: the candidates; their order as given does not matter.
    """
    numbers = _numbers(hmac.digest(seed, f"{tournament}/{number}".encode(), "sha256"))
    return tuple(_shuffled(pool, numbers) for pool in pools)


def _numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        for start in range(0, len(digest), 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def _shuffled(pool: tuple[int, ...], numbers: Iterator[int]) -> tuple[int, ...]:
    order = sorted(pool)
    for place in range(len(order) - 1, 0, -1):
        bound = _SPAN - _SPAN % (place + 1)
        number = next(numbers)
        while number >= bound:
            number = next(numbers)
        other = number % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)
