"""What primitives are, with Numba and without."""

from __future__ import annotations

from typing import Any

import pytest

from common.jit import ENABLED, IntBuffer, IntTable, buffer, highest, inlined, jit, lowest, popcount, table


@jit
def _twice(number: int) -> int:
    return number + number


@jit
def _all_twice(number: int, yes: bool) -> int:
    return _twice(3) + _twice(number) + _twice(1 if yes else 2)


@jit
def _thrice(number: int) -> int:
    return 3 * number


@jit
def _all_thrice(number: int) -> int:
    return _thrice(number) + _thrice(number)


@inlined
def _sum_of_squares(numbers: IntTable, out: IntBuffer) -> int:
    squares = buffer(len(numbers))
    total = 0
    for at in range(len(numbers)):
        squares[at] = numbers[at] * numbers[at]
        total += squares[at]
    out[0] = total
    return total


@jit
def _asks_for_squares(numbers: IntTable, out: IntBuffer) -> int:
    return _sum_of_squares(numbers, out) + 1


def test_bits_are_counted_and_found() -> None:
    found = [(popcount(bits), lowest(bits), highest(bits)) for bits in (1, 0b1011000, (1 << 52) - 1, 1 << 61)]
    assert found == [(1, 0, 0), (3, 3, 6), (52, 0, 51), (1, 61, 61)]


@pytest.mark.skipif(not ENABLED, reason="nothing is compiled")
def test_a_constant_is_an_int_like_any_other_and_a_primitive_is_compiled_once() -> None:
    assert _all_twice(5, True) == 18
    compiled: Any = _twice
    assert len(compiled.twin.signatures) == 1


@pytest.mark.skipif(not ENABLED, reason="nothing is compiled")
def test_what_unpacks_the_arguments_of_python_is_compiled_for_what_python_calls_alone() -> None:
    assert _all_thrice(5) == 30
    compiled: Any = _thrice
    assert (len(compiled.signatures), len(compiled.twin.signatures)) == (0, 1)
    assert [_thrice(number) for number in (1, 2)] == [3, 6]
    assert _all_thrice(1) == 6
    assert (len(compiled.signatures), len(compiled.twin.signatures)) == (1, 1)


def test_an_inlined_primitive_makes_its_own_room_wherever_it_is_taken_in() -> None:
    out = buffer(1)
    for _ in range(3):
        assert int(_asks_for_squares(table([1, 2, 3]), out)) == 15
        assert int(_sum_of_squares(table([1, 2, 3]), out)) == 14
        assert int(out[0]) == 14
