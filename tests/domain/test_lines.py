"""A line keeps its order whoever joins and leaves (REG-1)."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from domain.lines import Line, after, first, in_order, joined, without

NUMBERS = st.one_of(st.integers(0, 200), st.integers(0, 64**5 - 1))
STORED = TypeAdapter(Line)


@given(st.lists(st.tuples(st.booleans(), NUMBERS), max_size=60), NUMBERS)
def test_reg_1_a_line_is_what_a_sorted_list_is(told: list[tuple[bool, int]], asked: int) -> None:
    line = Line()
    model: dict[int, int] = {}
    for joins, number in told:
        if joins:
            line, model = joined(line, number, number + 1), model | {number: number + 1}
        else:
            line, model = without(line, number), {kept: of for kept, of in model.items() if kept != number}
    assert list(in_order(line)) == sorted(model)
    assert dict(line.held) == model
    assert first(line) == min(model, default=None)
    assert after(line, asked) == min((number for number in model if number > asked), default=None)
    assert (len(line), asked in line) == (len(model), asked in model)
    assert STORED.validate_json(STORED.dump_json(line)) == line


@given(st.sets(NUMBERS, max_size=40))
def test_reg_1_the_order_of_joining_leaves_no_trace(numbers: set[int]) -> None:
    one = Line()
    for number in sorted(numbers):
        one = joined(one, number, 0)
    other = Line()
    for number in sorted(numbers, key=lambda n: (n * 2_654_435_761) % 2**32):
        other = joined(other, number, 0)
    assert one == other
    for number in numbers:
        other = without(other, number)
    assert other == Line()


@pytest.mark.parametrize("length", [1, 100, 20_000])
def test_reg_1_a_long_line_is_joined_and_left_in_as_few_steps_as_a_short_one(length: int) -> None:
    """Counted in marks that change, which is what each step costs."""
    line = Line()
    for number in range(0, length * 3, 3):
        line = joined(line, number, number)
    longer = joined(line, length * 3 + 1, 0)
    assert sum(line.marks.get(key) != mask for key, mask in longer.marks.items()) <= 5
    assert without(longer, length * 3 + 1) == line
    assert list(islice(in_order(line), 3)) == list(range(0, min(length * 3, 9), 3))
