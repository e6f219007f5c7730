"""Results of workers: whole, in whatever size; and nobody waits for the rest of one whose worker is gone."""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

import pytest

from thirteen.results import _PATIENCE
from thirteen.spawned import Spawned

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what is written there is whole")


def _told(queue: Any, size: int) -> None:
    queue.put(bytes(size))


def _with_size(size: int) -> tuple[int, bytes]:
    return size, bytes(size)


def _caught() -> bytes:
    """More than a pipe takes at once, of a worker that is stopped before it tells the last of it."""
    os.kill(os.getppid(), signal.SIGUSR1)
    return bytes(40_000_000)


def test_results_of_every_size_come_whole_from_many_workers() -> None:
    sizes = [0, 1, 3_000, 4_000, 4_024, 4_025, 4_096, 9_000, 65_536, 1_000_000, 5_000_000]
    with ProcessPoolExecutor(2, mp_context=Spawned()) as pool:
        for found, size in zip(pool.map(_with_size, sizes * 3), sizes * 3, strict=True):
            assert found == (size, bytes(size))


def test_a_worker_that_died_while_it_told_ends_the_wait_for_the_rest() -> None:
    context = Spawned()
    queue: Any = context.SimpleQueue()
    worker = context.Process(target=_told, args=(queue, 10_000_000))
    worker.start()
    assert queue._reader.connection.poll(60)  # it tells, and the pipe is full long before the end
    worker.kill()
    worker.join()
    began = time.monotonic()
    with pytest.raises(EOFError, match="died while it told"):
        queue._reader.recv()
    assert time.monotonic() - began < 20 * _PATIENCE


def test_a_worker_that_tells_slowly_is_waited_for() -> None:
    context = Spawned()
    queue: Any = context.SimpleQueue()
    worker = context.Process(target=_told, args=(queue, 500_000))
    worker.start()
    assert queue._reader.connection.poll(60)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    goes_on = signal.signal(signal.SIGALRM, lambda *_: os.kill(worker.pid or 0, signal.SIGCONT))
    signal.setitimer(signal.ITIMER_REAL, 3 * _PATIENCE)
    try:
        assert queue._reader.recv() == bytes(500_000)
    finally:
        signal.signal(signal.SIGALRM, goes_on)
    worker.join()


def test_a_pool_is_broken_by_a_worker_that_dies_while_it_tells() -> None:
    with ProcessPoolExecutor(2, mp_context=Spawned()) as pool:
        pool.submit(_with_size, 1).result()

        def end_all(*_: object) -> None:
            for process in list(pool._processes.values()):
                process.kill()

        before = signal.signal(signal.SIGUSR1, end_all)
        try:
            with pytest.raises(BrokenExecutor):
                pool.submit(_caught).result(timeout=60)
        finally:
            signal.signal(signal.SIGUSR1, before)
