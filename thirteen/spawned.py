"""Processes of our own: spawned, deaf to signals that are their parent's, and gone when their parent is."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process, util
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Final

__all__ = ["NAME", "Spawned", "begin"]

NAME: Final = "worker of thirteen"
_THE_PARENTS: Final = (signal.SIGINT, signal.SIGTERM)
_PATIENCE: Final = 10.0
"""Seconds for the programs that a process has begun to end."""


class _Child(SpawnProcess):
    """Spawned on every system: no thread or lock of this process is copied, and all systems run the same."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **{**named, "name": NAME})

    def start(self) -> None:
        """Begin it, deaf from its first moment, long before :func:`begin`."""
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _THE_PARENTS)
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def terminate(self) -> None:
        """End it at once: what asks it to end it leaves to its parent."""
        self.kill()


class Spawned(SpawnContext):
    """How they are begun."""

    Process = _Child


def begin() -> None:
    """What each does first: it leaves Ctrl-C and SIGTERM, often sent to a whole group, to its parent, and ends with it.

    A parent that was killed can tell its children nothing: each waits for it to be gone, whatever else it does.
    """
    for each in _THE_PARENTS:
        signal.signal(each, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    end_programs = util._run_finalizers  # type: ignore[attr-defined]  # noqa: SLF001
    programs = Thread(target=end_programs, args=(0,), daemon=True)
    programs.start()
    programs.join(_PATIENCE)
    os._exit(1)
