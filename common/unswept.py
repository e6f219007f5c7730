"""Garbage is not swept while something is compiled: millions of things are made then, and next to none are garbage."""

from __future__ import annotations

import gc
from threading import Lock
from types import TracebackType
from typing import Final

__all__ = ["UNSWEPT"]


class _Unswept:
    """A context without sweeps; once the last is left, garbage is swept again if it was before the first."""

    def __init__(self) -> None:
        self._lock, self._within, self._swept = Lock(), 0, False

    def __enter__(self) -> None:
        with self._lock:
            if not self._within:
                self._swept = gc.isenabled()
                gc.disable()
            self._within += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._within -= 1
            if not self._within and self._swept:
                gc.enable()


UNSWEPT: Final = _Unswept()
"""The one that there is, for all threads."""
