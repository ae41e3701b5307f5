"""A line of numbers, lowest first, that anybody may leave: the waiting list, and what is due after what (REG-1, KO-5).

Joining, leaving and asking who is first take the same few steps whatever the line's length: `marks` is a tree with a
bit for each number, or for each part of the tree below that is not empty, and the first is found along the lowest bits.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from immutables import Map

from domain.changes import replace
from domain.maps import PMap

_BITS = 6
_WIDTH = 1 << _BITS
_HEIGHTS = range(5)
"""Heights of the tree: numbers below 64 to the fifth power fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Numbers in order, each with what it stands for; `marks` has a mask for each (height, index) that is not empty."""

    held: PMap[int, int] = Map()
    marks: PMap[tuple[int, int], int] = Map()

    def __len__(self) -> int:
        """Return how many are in the line."""
        return len(self.held)

    def __contains__(self, number: int) -> bool:
        """Return whether this number is in the line."""
        return number in self.held


def joined(line: Line, number: int, of: int) -> Line:
    """Return the line with a number in its place, standing for `of`."""
    marks = line.marks.mutate()
    index = number
    for height in _HEIGHTS:
        index, bit = divmod(index, _WIDTH)
        marks[height, index] = marks.get((height, index), 0) | 1 << bit
    return replace(line, held=line.held.set(number, of), marks=marks.finish())


def without(line: Line, number: int) -> Line:
    """Return the line without a number; nothing changes when it is not in it."""
    if number not in line.held:
        return line
    marks = line.marks.mutate()
    index = number
    for height in _HEIGHTS:
        index, bit = divmod(index, _WIDTH)
        mask = marks[height, index] & ~(1 << bit)
        if mask:
            marks[height, index] = mask
            break
        del marks[height, index]
    return replace(line, held=line.held.delete(number), marks=marks.finish())


def first(line: Line) -> int | None:
    """Return the lowest number; None when nobody is in the line."""
    return _lowest(line, len(_HEIGHTS), 0) if line.held else None


def _lowest(line: Line, height: int, index: int) -> int:
    """Return the lowest number under a mark."""
    for below in reversed(range(height)):
        mask = line.marks[below, index]
        index = index * _WIDTH + (mask & -mask).bit_length() - 1
    return index


def after(line: Line, number: int) -> int | None:
    """Return the lowest number above this one; None when there is none."""
    index = number
    for height in _HEIGHTS:
        index, bit = divmod(index, _WIDTH)
        higher = line.marks.get((height, index), 0) >> (bit + 1)
        if higher:
            return _lowest(line, height, index * _WIDTH + bit + (higher & -higher).bit_length())
    return None


def in_order(line: Line) -> Iterator[int]:
    """Yield the numbers, lowest first."""
    number = first(line)
    while number is not None:
        yield number
        number = after(line, number)
