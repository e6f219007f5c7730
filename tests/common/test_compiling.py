"""What Numba is told so that it compiles in less time, and what that must not change."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from common.jit import ENABLED, IntTable, jit, table
from common.unswept import UNSWEPT

pytestmark = pytest.mark.skipif(not ENABLED, reason="nothing is compiled")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.enable()


def _made(code: Any) -> Any:
    """A primitive that was never compiled."""
    return jit(code)


def test_this_numba_is_told() -> None:
    assert "common.compiling" in sys.modules


@pytest.mark.parametrize("swept", [True, False])
def test_garbage_is_swept_again_after_something_is_compiled_if_it_was_before(swept: bool) -> None:
    (gc.enable if swept else gc.disable)()

    def inner(number: int) -> int:
        return number + 1

    called = _made(inner)

    def outer(number: int) -> int:
        return called(number) + called(number + 1)  # type: ignore[no-any-return]

    compiled = _made(outer)
    assert compiled(1) == 5
    assert compiled.signatures
    assert gc.isenabled() is swept


def test_garbage_is_swept_again_after_something_could_not_be_compiled() -> None:
    def wrong(number: int) -> int:
        return number.nothing  # type: ignore[attr-defined, no-any-return]

    with pytest.raises(Exception, match="nothing"):
        _made(wrong)(1)
    assert gc.isenabled()


def test_what_others_compile_is_told_as_before() -> None:
    numba = importlib.import_module("numba")

    def code(row: IntTable, half: float, word: str) -> Any:
        return row[1] + half, row[0] < half, word[0] + word, word == "ab", row[0] / 2, bool(half), row[:1][0]

    assert numba.njit(code)(table([3, 4]), 0.5, "ab") == (4.5, False, "aab", True, 1.5, True, 3)


def test_ints_come_out_as_in_python() -> None:
    def code(a: int, b: int) -> Any:
        c = a
        c += b
        c *= b
        c //= 3
        c -= a
        c ^= b
        c |= 5
        c &= 255
        c <<= 2
        c >>= 1
        c %= 11
        return c, a // b, a % b, a << 3 >> 1, a ^ b, a | b, a & b, a < b, a <= b, a == b, a != b, a > b, a >= b, bool(a)

    for a in (-7, 0, 7, 100):
        for b in (-3, 2, 7):
            assert _made(code)(a, b) == code(a, b)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
def test_a_process_forked_while_something_is_compiled_sweeps_its_garbage() -> None:
    with UNSWEPT:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that there are threads
            child = os.fork()
        if child == 0:
            os._exit(0 if gc.isenabled() else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert not gc.isenabled()


def test_an_interruption_on_the_way_in_leaves_nothing_behind() -> None:
    UNSWEPT.__exit__(None, None, None)  # as Numba does then
    with UNSWEPT:
        assert not gc.isenabled()
    assert gc.isenabled()
