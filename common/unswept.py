"""Garbage is not swept while something is compiled: millions of things are made then, and next to none are garbage."""

from __future__ import annotations

import gc
import os
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
            self._within += 1
            gc.disable()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._within = max(0, self._within - 1)  # who was interrupted on the way in leaves all the same
            if not self._within and self._swept:
                gc.enable()

    def forked(self) -> None:
        """In a new process nothing is being compiled yet, whatever other threads were at when it was forked."""
        self._lock = Lock()
        if self._within and self._swept:
            gc.enable()
        self._within = 0


UNSWEPT: Final = _Unswept()
"""The one that there is, for all threads."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=UNSWEPT.forked)
