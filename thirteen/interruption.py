"""Ctrl-C: a run ends early, with what it has."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType

__all__ = ["interruption", "is_interruption"]


@contextmanager
def interruption() -> Iterator[Event]:
    """Ctrl-C asks for an end after the hands under way; the second time it is the usual exception."""
    asked = Event()
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield asked
        return

    def ask(_number: int, _frame: FrameType | None) -> None:
        asked.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, ask)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def is_interruption(error: BaseException) -> bool:
    """Whether this is somebody's Ctrl-C, and nothing that a bot raised."""
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler
