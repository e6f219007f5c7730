"""Who plays the chunks of a run, and what is done when a worker dies: no hand is lost but the one that kills it.

Chunks come back in the order of their hands, whoever played them and in which order they were finished.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, MutableSequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing import current_process
from typing import Any, Final, TypeVar

from common.record import Record
from thirteen.chunk import Chunk, dealt, play_chunk
from thirteen.games import ArenaError, one_line
from thirteen.job import Job
from thirteen.limits import NOTE, note_in, noted
from thirteen.spawned import NAME, Spawned, begin, close
from thirteen.tally import Failure, Tally

__all__ = ["AHEAD", "Given", "Own", "cores", "here", "leave_to_the_parent", "pooled", "ranges"]

T = TypeVar("T")

AHEAD: Final = 3
"""Chunks handed out per worker before the first is back: memory stays flat over millions of hands."""
FRESH: Final = 3
"""Where so many pools in a row end before any of their workers began, there will be none."""

Range = tuple[int, int]
"""Hands from the first up to and without the second."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def here(job: Job, start: int, hands: int, size: int) -> Generator[tuple[int, Chunk], None, None]:
    for first, last in ranges(start, hands, size):
        yield last, play_chunk(job, first, last)


def ranges(start: int, hands: int, size: int) -> Iterator[Range]:
    """The hands from one on, so many at once."""
    return ((first, min(first + size, hands)) for first in range(start, hands, size))


class Given:
    """Somebody's executor: a hand that fails is tried alone, then named; once the executor breaks it is over."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor = executor
        self.workers = workers
        self.note: MutableSequence[float] = [-1.0] * NOTE

    def submit(self, job: Job, first: int, last: int) -> Future[Chunk]:
        return self.executor.submit(play_chunk, job, first, last)

    def renew(self, broken: BrokenExecutor) -> bool:
        raise broken

    def close(self, running: Iterable[Future[Chunk]] = ()) -> None:
        """It is its owner's to close; what is still to come nobody waits for."""
        for future in running:
            future.cancel()

    def abandon(self) -> None:
        """Its work cannot be taken back."""


class Own:
    """Processes of our own, begun anew when one of them dies.

    Raises:
        ArenaError: where they could not begin.
    """

    def __init__(self, workers: int) -> None:
        if str(getattr(sys.modules["__main__"], "__file__", "")).startswith("<"):
            raise ArenaError(
                "worker processes run the script anew, and one from standard input is gone: save it as a file, "
                "or give workers=1"
            )
        self.workers = workers
        self._context = Spawned()
        self.note: MutableSequence[float] = self._context.RawArray("d", [-1.0] * NOTE)
        self._begun: MutableSequence[int] = self._context.RawArray("b", [0])
        self._has_ever_begun = False
        self._in_vain = 0
        self.executor = self._fresh()

    def _fresh(self) -> Executor:
        self._begun[0] = 0
        return ProcessPoolExecutor(
            self.workers, mp_context=self._context, initializer=_begin_worker, initargs=(self.note, self._begun)
        )

    def submit(self, job: Job, first: int, last: int) -> Future[Chunk]:
        return self.start(play_chunk, job, first, last)

    def start(self, work: Callable[..., T], *arguments: Any) -> Future[T]:
        """Have work done by one of them.

        Raises:
            BrokenExecutor: where one of them has died.
        """
        try:
            return self.executor.submit(work, *arguments)
        except OSError as error:  # the pool came to its end while it began one more worker
            raise BrokenExecutor(str(error)) from error

    def renew(self, broken: BrokenExecutor) -> bool:
        """Begin anew; whether any of the workers that are gone had begun, so that their work may be to blame.

        Raises:
            ArenaError: where none ever has.
            BrokenExecutor: where none does any more.
        """
        self._context.end_all()
        self.close()
        had_begun = bool(self._begun[0])
        self._has_ever_begun |= had_begun
        self._in_vain = 0 if had_begun else self._in_vain + 1
        codes = self._context.ended
        went_wrong = any(code >= 0 for code in codes)  # else somebody ended one, and the next may be let live
        if not self._has_ever_begun and (went_wrong or self._in_vain >= FRESH):
            script = getattr(sys.modules["__main__"], "__file__", None) or sys.argv[0]
            why = (
                f"each runs {script!r:.200} anew, which must call this under "
                '`if __name__ == "__main__":` and import without an error'
                if went_wrong or not codes
                else f"signal {-codes[0]} ended them"
            )
            raise ArenaError(f"no worker process could begin, and nothing was played: {why}; or give workers=1")
        if self._in_vain >= FRESH:
            raise BrokenExecutor("worker processes cannot begin any more") from broken
        self.executor = self._fresh()
        return had_begun

    def close(self, running: Iterable[Future[Chunk]] = ()) -> None:  # noqa: ARG002
        """End it; it cancels by itself, and must not be met half-way where it tells of a worker that died."""
        close(self.executor, self._context)

    def abandon(self) -> None:
        """Stop workers in the middle of their hands: the one who waits does not want to wait any more."""
        for process in list((getattr(self.executor, "_processes", None) or {}).values()):
            process.terminate()


def _begin_worker(note: MutableSequence[float], begun: MutableSequence[int]) -> None:
    begin()
    note_in(note)
    begun[0] = 1


def leave_to_the_parent() -> None:
    """End this process, quietly, where it is a worker to be that runs its parent's script and comes upon a run there.

    The script lacks its ``if __name__ == "__main__":``, which :meth:`Own.renew` says, once.
    """
    process = current_process()
    if process.name == NAME and getattr(process, "_inheriting", False):
        sys.exit(1)


def pooled(job: Job, start: int, hands: int, size: int, pool: Given | Own) -> Generator[tuple[int, Chunk], None, None]:
    """Chunks in the order of their hands, each with the number of hands up to its end, as they become complete."""
    waiting = deque[Range]()
    fresh = ranges(start, hands, size)
    running: dict[Future[Chunk], Range] = {}
    complete: dict[int, tuple[int, Chunk]] = {}
    at = start
    try:
        while at < hands:
            while waiting or len(running) + len(complete) < AHEAD * pool.workers:
                span = waiting.popleft() if waiting else next(fresh, None)
                if span is None:
                    break
                try:
                    running[pool.submit(job, *span)] = span
                except BrokenExecutor as broken:  # a worker died since we looked
                    waiting.appendleft(span)
                    if running:
                        break  # what they were at is told by what runs
                    pool.renew(broken)
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                first, last = running.pop(future)
                error = BrokenExecutor("work was cancelled") if future.cancelled() else future.exception()
                if error is None:
                    complete[first] = last, future.result()
                elif isinstance(error, BrokenExecutor):
                    suspects = sorted([(first, last), *running.values()])
                    running.clear()
                    pool.renew(error)
                    for first, last, chunk in _one_by_one(job, suspects, pool):
                        complete[first] = last, chunk
                    break
                elif last - first > job.replays:
                    waiting.extend(_halves(job, first, last))
                else:
                    complete[first] = last, _lost(job, first, error, None)
            while at in complete:
                at, chunk = complete.pop(at)
                yield at, chunk
    except KeyboardInterrupt:
        pool.abandon()
        raise
    finally:
        pool.close(running)


def _one_by_one(job: Job, suspects: list[Range], pool: Given | Own) -> Iterator[tuple[int, int, Chunk]]:
    """What was running when a worker died, each alone, so that the hand that kills it is found and no other blamed."""
    while suspects:
        first, last = suspects.pop(0)
        pool.note[:] = [-1.0] * NOTE
        try:
            yield first, last, pool.submit(job, first, last).result()
        except BrokenExecutor as error:
            if not pool.renew(error):
                suspects.insert(0, (first, last))
            elif last - first > job.replays:
                suspects[:0] = _halves(job, first, last)
            else:
                yield first, last, _lost(job, first, error, noted(pool.note, first, last))


def _halves(job: Job, first: int, last: int) -> list[Range]:
    """The same hands in two parts, no deal torn apart."""
    middle = (first + last) // (2 * job.replays) * job.replays
    return [(first, middle), (middle, last)]


def _lost(job: Job, hand: int, error: BaseException, noted: tuple[int, int, float] | None) -> Chunk:
    """In place of a hand, or all hands of a deal, that no worker brought home.

    Args:
        hand: the first of them.
        error: why.
        noted: the hand, the seat and for how long by now, where a bot was at work when the worker ended.
    """
    tally, seat, entry, bot = Tally(), None, None, ""
    # A cluster gives up on work that several workers died of.
    died = isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"
    sentence = f"{type(error).__name__}: the worker process died in this hand" if died else one_line(error)
    if noted is not None:
        hand, seat, seconds = noted
        entry = job.seated(hand)[seat]
        bot = job.bots[entry]
        if seconds > job.limit:
            sentence = f"TimeoutError: no answer within {job.limit:g} s, and no way to interrupt it"
    tally.fail(Failure(hand, entry, bot, seat, sentence, Record.of(dealt(job, hand), hand)), job.replays)
    return Chunk(tally, [])
