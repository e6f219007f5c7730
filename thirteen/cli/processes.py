"""Processes for commands that decide recorded hands."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from thirteen.spawned import Spawned, begin, close

__all__ = ["pool"]


@contextmanager
def pool(workers: int) -> Iterator[Executor | None]:
    """So many processes of our own; none for a single one."""
    if workers == 1:
        yield None
        return
    context = Spawned()
    executor = ProcessPoolExecutor(workers, mp_context=context, initializer=begin)
    try:
        yield executor
    finally:
        close(executor, context)
