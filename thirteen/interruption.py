"""Ctrl-C: a run ends early, with what it has; SIGTERM is the same, where the command line says so."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import Final

__all__ = ["exit_code", "interruption", "is_interruption", "terminations"]

_AT_ONCE: Final = 1.0
"""Seconds in which a second SIGTERM is the first: some senders send it to a process and again to its group."""

_ask: Callable[[], None] | None = None
"""What an interruption does now; None: it is the usual exception."""
_by: signal.Signals | None = None
"""What interrupted the command last."""


class _Termination(KeyboardInterrupt):
    pass


@contextmanager
def interruption() -> Iterator[Event]:
    """Ctrl-C asks for an end after the hands under way; the second time it is the usual exception."""
    global _ask
    asked = Event()
    if current_thread() is not main_thread():
        yield asked
        return
    is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def ask() -> None:
        asked.set()
        usual()

    def usual() -> None:
        global _ask
        _ask = None
        if is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupted(_number: int, _frame: FrameType | None) -> None:
        global _by
        _by = signal.SIGINT
        ask()

    _ask = ask
    if is_ours:
        signal.signal(signal.SIGINT, interrupted)
    try:
        yield asked
    finally:
        usual()


@contextmanager
def terminations() -> Iterator[None]:
    """Take SIGTERM for Ctrl-C; :func:`exit_code` tells them apart."""
    global _by
    _by, last = None, -_AT_ONCE
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return

    def terminated(_number: int, _frame: FrameType | None) -> None:
        global _by
        nonlocal last
        now = time.monotonic()
        if now - last < _AT_ONCE:
            return
        _by, last = signal.SIGTERM, now
        if _ask is None:
            raise _Termination
        _ask()

    signal.signal(signal.SIGTERM, terminated)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def exit_code(otherwise: int = 128 + signal.SIGINT) -> int:
    """What a command ends with that was interrupted: 130 after Ctrl-C, 143 after SIGTERM."""
    return otherwise if _by is None else 128 + _by


def is_interruption(error: BaseException) -> bool:
    """Whether this is somebody's Ctrl-C, and nothing that a bot raised."""
    if isinstance(error, _Termination):
        return True
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler
