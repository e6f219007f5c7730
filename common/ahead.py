"""Hands of a file decided again on many cores, ahead of the one who reads their verdicts in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from typing import Any, Final

from common.errors import RecordError
from common.record import Entry, Record
from common.verify import Houses, MakesGame, Verdict, walked

__all__ = ["decided_ahead"]

AT_ONCE: Final = 50
"""So many lines are given to a worker."""
AHEAD: Final = 2
"""And so often for each worker before the first are back: memory stays flat whatever the file's length."""

_Find = Callable[[str], MakesGame[Any] | None]
_Batch = tuple[list[Entry], "Future[list[Verdict | None]]"]


def _decided(find: _Find, records: Sequence[Record]) -> list[Verdict | None]:
    """The verdict on each record; None where there is no game of its name."""
    houses: Houses = {}
    games = [find(record.game) for record in records]
    return [
        None if game is None else walked(record, game, running=False, houses=houses)[1]
        for record, game in zip(records, games, strict=True)
    ]


def decided_ahead(
    entries: Iterable[Entry], find: _Find, executor: Executor, workers: int
) -> Iterator[tuple[Entry, Verdict | None]]:
    """Every line in order, and beside a hand its verdict; None where it is still to be found.

    Raises:
        RecordError: where the lines do, after all lines before.
    """
    lines, error = iter(entries), list[RecordError]()

    def batch() -> list[Entry]:
        read = list[Entry]()
        try:
            for entry in islice(lines, AT_ONCE):
                read.append(entry)
        except RecordError as raised:
            error.append(raised)
        return read

    running = deque[_Batch]()
    try:
        while True:
            while not error and len(running) < AHEAD * workers and (read := batch()):
                running.append((read, _submitted(executor, find, read)))
            if not running:
                break
            read, future = running.popleft()
            try:
                verdicts = iter(future.result())
            except BrokenExecutor:  # who reads the verdicts finds them itself
                verdicts = iter([None] * len(read))
            for entry in read:
                yield entry, next(verdicts) if isinstance(entry.what, Record) else None
    finally:
        for _, future in running:
            future.cancel()
    if error:
        raise error[0]


def _submitted(executor: Executor, find: _Find, read: Sequence[Entry]) -> Future[list[Verdict | None]]:
    records = [entry.what for entry in read if isinstance(entry.what, Record)]
    try:
        return executor.submit(_decided, find, records)
    except BrokenExecutor as broken:
        future: Future[list[Verdict | None]] = Future()
        future.set_exception(broken)
        return future
