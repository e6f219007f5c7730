"""A time limit for the decisions of bots that run inside our own processes.

On systems with timers that interrupt (POSIX), a decision in the main thread of a process is interrupted when its time
is over: the hand fails, and the bot gets its next chance in the next one.  A bot that does not let itself be
interrupted (stuck in foreign code) takes the worker process with it soon after; a worker notes who decides, so that
the bot can be named all the same.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import time
from collections.abc import Iterator, MutableSequence
from contextlib import contextmanager, redirect_stdout
from threading import current_thread, main_thread
from types import FrameType
from typing import IO, Final

__all__ = ["LEAST", "NOTE", "note_in", "noted", "printing_aside", "within"]

LEAST: Final = 0.001
"""No limit is shorter: a shorter one is over before a bot is asked."""

NOTE: Final = 3
"""How many floats a note has."""
_HAND, _SEAT, _SINCE = range(NOTE)
_AGAIN: Final = 1.0
"""A bot that does not want to be woken is woken again after so many seconds or its limit: time to come away."""
_LAST_RESORT: Final = 3
"""After so many times its limit a decision that cannot be interrupted ends its worker."""

_note: MutableSequence[float] | None = None
_nowhere: IO[str] | None = None


class _TimeIsOver(BaseException):
    """Not an Exception: a bot that catches those shall not go on."""


def note_in(note: MutableSequence[float]) -> None:
    """From now on this process is a worker that writes down who decides and may be ended by a decision too long."""
    global _note, _nowhere
    _note, _nowhere = note, open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def noted(note: MutableSequence[float], first: int, last: int) -> tuple[int, int, float] | None:
    """The hand, the seat and for how many seconds by now, where a bot in one of these hands decided last."""
    if note[_SEAT] >= 0 and first <= note[_HAND] < last:
        return int(note[_HAND]), int(note[_SEAT]), time.monotonic() - note[_SINCE]
    return None


@contextmanager
def within(seconds: float | None, hand: int, seat: int) -> Iterator[None]:
    """Let a bot work no longer than this (None: as long as it likes).

    Raises:
        TimeoutError: when its time is over, also where the bot did not care and has answered all the same.
    """
    note, since = _note, time.monotonic()
    if note is not None:
        note[_HAND], note[_SEAT], note[_SINCE] = hand, seat, since
    try:
        if seconds is None:
            yield
        else:
            with _last_resort(seconds), _interrupted(seconds):
                yield
    except _TimeIsOver:
        _disarm()  # it may have rung while the timer was being put away
        raise TimeoutError(f"no answer within {seconds:g} s") from None
    finally:
        if note is not None:
            note[_SEAT] = -1
    if seconds is not None and time.monotonic() - since > seconds:
        raise TimeoutError(f"no answer within {seconds:g} s")


@contextmanager
def _last_resort(seconds: float) -> Iterator[None]:
    if _nowhere is None:
        yield
        return
    # Its watchdog needs neither the interpreter's lock nor its signals.
    faulthandler.dump_traceback_later(_LAST_RESORT * seconds, exit=True, file=_nowhere)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    if (
        not hasattr(signal, "setitimer")
        or current_thread() is not main_thread()
        or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL
    ):
        yield
        return
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, max(seconds, _AGAIN))
    try:
        yield
    finally:
        _disarm()


def _disarm() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise _TimeIsOver


@contextmanager
def printing_aside() -> Iterator[None]:
    """What a bot prints goes to standard error: standard output is the report's."""
    if current_thread() is not main_thread():  # another thread's output is not ours to turn
        yield
        return
    with redirect_stdout(sys.stderr):
        yield
