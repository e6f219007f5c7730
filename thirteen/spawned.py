"""Processes of our own: spawned, deaf to signals that are their parent's, and gone when their parent is."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import Executor
from multiprocessing import parent_process, util
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from multiprocessing.queues import SimpleQueue
from threading import Event, Thread
from typing import Any, Final

from thirteen.results import Results

__all__ = ["NAME", "Spawned", "begin", "close"]

NAME: Final = "worker of thirteen"
_THE_PARENTS: Final = (signal.SIGINT, signal.SIGTERM)
_PATIENCE: Final = 10.0
"""Seconds for the programs that a process has begun to end."""
_LOOK: Final = 0.2
"""Every so many seconds it is looked who is gone."""


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
    """How the processes of a pool are begun, and how they tell what they did."""

    def __init__(self) -> None:
        super().__init__()
        self._workers = list[BaseProcess]()

    def Process(self, *arguments: Any, **named: Any) -> _Child:  # type: ignore[override]  # noqa: N802 - the context's
        """One more of the pool that asked for a queue last."""
        self._workers.append(_Child(*arguments, **named))
        return self._workers[-1]  # type: ignore[return-value]

    @property
    def ended(self) -> list[int]:
        """The exit codes of those that are gone; below 0 the signal that ended it."""
        codes = (worker.exitcode for worker in self._workers if worker.pid is not None)
        return [code for code in codes if code is not None]

    def end_all(self) -> None:
        """End all that live."""
        for worker in self._workers:
            if worker.pid is not None and worker.exitcode is None:
                worker.kill()

    def SimpleQueue(self) -> SimpleQueue[Any]:  # noqa: N802 - the context's
        """The queue of a new pool."""
        if sys.platform == "win32":  # there what is written is whole
            return super().SimpleQueue()
        self._workers = []
        return Results(self._workers, self)


def close(pool: Executor, context: Spawned) -> None:
    """End a pool.

    Where one of its processes is gone, the others are ended too: a pool does not know those that it began meanwhile,
    but waits for them, while they wait to tell what they did.
    """
    done = Event()
    Thread(target=_end_the_others, args=(context, done), daemon=True).start()
    pool.shutdown(wait=True, cancel_futures=True)
    done.set()


def _end_the_others(context: Spawned, done: Event) -> None:
    while not done.wait(_LOOK):
        if any(context.ended):
            context.end_all()


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
