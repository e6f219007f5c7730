"""Numba where it is installed, plain Python where it is not: decided here and nowhere else.

A *primitive* is a function on ints and tables of ints, decorated with :func:`jit`.  Engines and bulk
kernels call the same primitives; only their speed differs.  Tables are tuples in plain Python and arrays under
Numba, so the core needs no numpy.

Set ``THIRTEEN_JIT=0`` in the environment to run in plain Python although Numba is there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

__all__ = [
    "ENABLED",
    "IntBuffer",
    "IntTable",
    "buffer",
    "buffers",
    "highest",
    "inlined",
    "jit",
    "lowest",
    "popcount",
    "row",
    "space",
    "table",
]

F = TypeVar("F", bound=Callable[..., Any])

IntTable = Sequence[int]
"""A frozen row of ints: a tuple, or an int64 array under Numba."""

IntBuffer = MutableSequence[int]
"""A row of ints that a primitive writes into: a list, or an int64 array under Numba."""

ENABLED: bool = os.environ.get("THIRTEEN_JIT", "1") != "0" and find_spec("numba") is not None
"""Whether primitives are compiled in this process."""


def popcount(bits: int) -> int:
    """How many bits are set in ``bits`` (not negative)."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The index of the lowest set bit of ``bits`` (above 0)."""
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """The index of the highest set bit of ``bits`` (above 0)."""
    return bits.bit_length() - 1


if ENABLED:
    import numpy as np
    from llvmlite import ir
    from numba import config
    from numba import njit as _njit
    from numba.core import types
    from numba.extending import intrinsic, overload

    with suppress(ImportError, AttributeError):  # another Numba: then it takes as long as it does
        import common.compiling  # noqa: F401

    _config: Any = config
    njit: Any = _njit
    _intrinsic: Any = intrinsic
    _unliteral: Any = types.unliteral

    def _source_digest() -> str:
        # Numba's own cache looks at the file of a function, not at the files of what it calls: an edited rule
        # could go on being played from the cache.  So the cache folder is named after all sources together.
        digest = hashlib.sha256()
        root = Path(__file__).resolve().parent.parent
        for package in ("common", "tienlen", "shisanshui", "thirteen"):
            for path in sorted((root / package).glob("*.py")):
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()[:16]

    def _cache_folder() -> str:
        chosen = os.environ.get("NUMBA_CACHE_DIR")
        caches = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
        folder = Path(chosen) if chosen else Path(caches) / "thirteen"
        return str(folder / f"jit-{_source_digest()}")

    _CACHE_FOLDER = _cache_folder()

    def _takes(**options: Any) -> bool:
        try:
            njit(**options)(lambda: 0)
        except (TypeError, KeyError):
            return False
        return True

    _COUNTS_BY_CHOICE = _takes(_nrt=False)

    _ROOMY = set[Any]()

    def _makes_room(function: Callable[..., Any]) -> bool:
        names = function.__code__.co_names
        calls = [function.__globals__.get(name) for name in names]
        return any(call in (buffer, buffers, space) or call in _ROOMY for call in calls if callable(call))

    def jit(function: F) -> F:
        """Compile a primitive on its first call, cached on disk; in plain Python the function itself."""
        return _compiled(function)

    def inlined(function: F) -> F:
        """Like :func:`jit`; primitives that call this one take its code in, and it is compiled with them.

        For a primitive with tables among its arguments that has one caller or two, or is called very often: handing a
        table on costs seven words, and what is compiled by itself and then once more with its caller costs its time
        twice.
        """
        compiled: Any = _compiled(function, inline="always")
        if _makes_room(function):
            _ROOMY.add(compiled)
        return compiled  # type: ignore[no-any-return]

    def _compiled(function: F, **options: Any) -> F:
        # A primitive that makes no room of its own need not count who holds the rows it is handed: the caller does.
        # Counting would cost more than most primitives do.
        options |= {"nogil": True, "no_cfunc_wrapper": True}
        if _COUNTS_BY_CHOICE:
            options["_nrt"] = _makes_room(function)
        called = _cached(function, _CACHE_FOLDER, options)
        # Primitives call a twin that Python cannot call: to unpack what Python hands over takes code, and only what
        # Python does call is compiled with it.  Numba's cache would take the two for one: twins have another folder.
        twin = called.twin = _cached(function, f"{_CACHE_FOLDER}/twins", options | {"no_cpython_wrapper": True})
        template = twin.get_call_template

        def of_ints(args: Any, kinds: Any) -> Any:
            # A 3 in a call is an int like any other: else each primitive were compiled once for every constant.
            return template(tuple(map(_unliteral, args)), {key: _unliteral(kinds[key]) for key in kinds})

        called.get_call_template = of_ints
        called.get_overload = twin.get_overload
        return called  # type: ignore[no-any-return]

    def _cached(function: Callable[..., Any], folder: str, options: dict[str, Any]) -> Any:
        kept, _config.CACHE_DIR = _config.CACHE_DIR, folder
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:  # nowhere to write a cache: compile in every process instead
            return njit(**options)(function)
        finally:
            _config.CACHE_DIR = kept

    def table(values: Iterable[int]) -> IntTable:
        """A frozen table of ints for primitives."""
        # Over bytes, which are frozen for good: an array that owns its ints can be made writable again.
        return np.frombuffer(np.fromiter(values, dtype=np.int64).tobytes(), dtype=np.int64)  # type: ignore[return-value]

    def buffer(size: int) -> IntBuffer:
        """A row of ``size`` zeros for a primitive to write into."""
        return np.zeros(size, dtype=np.int64)  # type: ignore[return-value]

    def space(size: int) -> IntBuffer:
        """A row of ``size`` ints, whatever they are: for a primitive that reads none before it wrote it."""
        return np.empty(size, dtype=np.int64)  # type: ignore[return-value]

    def buffers(count: int, size: int) -> Sequence[IntBuffer]:
        """``count`` rows of ``size`` zeros."""
        return np.zeros((count, size), dtype=np.int64)  # type: ignore[return-value]

    def row(values: Sequence[int]) -> IntBuffer:
        """A row of these ints that a primitive may write into."""
        return np.array(values, dtype=np.int64)  # type: ignore[return-value]

    @_intrinsic  # type: ignore[untyped-decorator]
    def _popcount(_typing: Any, _bits: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), code

    @_intrinsic  # type: ignore[untyped-decorator]
    def _lowest(_typing: Any, _bits: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), code

    @_intrinsic  # type: ignore[untyped-decorator]
    def _highest(_typing: Any, _bits: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.int64(types.int64), code

    @overload(buffer)
    def _compiled_buffer(size):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return lambda size: np.zeros(size, dtype=np.int64)

    @overload(space)
    def _compiled_space(size):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return lambda size: np.empty(size, dtype=np.int64)

    @overload(buffers)
    def _compiled_buffers(count, size):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return lambda count, size: np.zeros((count, size), dtype=np.int64)

    @overload(popcount)
    def _compiled_popcount(bits):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return lambda bits: _popcount(np.int64(bits))

    @overload(lowest)
    def _compiled_lowest(bits):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return lambda bits: _lowest(np.int64(bits))

    @overload(highest)
    def _compiled_highest(bits):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return lambda bits: _highest(np.int64(bits))

else:

    def jit(function: F) -> F:
        """Compile a primitive on its first call, cached on disk; in plain Python the function itself."""
        return function

    inlined = jit

    def table(values: Iterable[int]) -> IntTable:
        """A frozen table of ints for primitives."""
        return tuple(values)

    def buffer(size: int) -> IntBuffer:
        """A row of ``size`` zeros for a primitive to write into."""
        return [0] * size

    def space(size: int) -> IntBuffer:
        """A row of ``size`` ints, whatever they are: for a primitive that reads none before it wrote it."""
        return [0] * size

    def buffers(count: int, size: int) -> Sequence[IntBuffer]:
        """``count`` rows of ``size`` zeros."""
        return tuple([0] * size for _ in range(count))

    def row(values: Sequence[int]) -> IntBuffer:
        """A row of these ints that a primitive may write into."""
        return list(values)
