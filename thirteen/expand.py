"""Traces made records: each hand of a run on a kernel decided again by its game, as a record says it.

The records are those that the run would have written itself, byte for byte; who verifies them decides them once more.
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from common.errors import RecordError, ThirteenError
from common.files import named_twice, readable
from common.record import Record, RecordWriter
from thirteen import games
from thirteen.job import is_count
from thirteen.traces import Head, head_of, raw_traces, trace_of

__all__ = ["Expansion", "expand"]

AT_ONCE: Final = 50
"""So many traces are given to a worker."""
AHEAD: Final = 2
"""And so often for each worker before the first are back: memory stays flat whatever the file's length."""

_Lines = list[tuple[int, bytes]]
_Made = list[tuple[int, int, str]]
"""Line, hand and the record's own line; the last has a sentence in place of it where its hand is -1."""


@dataclass(frozen=True, slots=True)
class Expansion:
    """What became of a file of traces.  True when all of it became records."""

    ok: bool
    message: str
    """One sentence."""
    hands: int
    """How many hands are recorded now: all before the first fault."""
    head: str
    """The head of the records' chain."""

    def __bool__(self) -> bool:
        return self.ok


def expand(
    traces: str | Path,
    records: str | Path,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Expansion:
    """Make records of a file of traces, up to its first fault.

    Args:
        traces: the file; ``.gz`` and ``.zst`` are unpacked.
        records: the file to write, begun anew; ``.gz`` and ``.zst`` pack it.
        executor: decides the hands, in place of this process; the records are the same.
        workers: how many it has.
        progress: told of how many hands are recorded, of how many.

    Raises:
        ArenaError: for workers that there cannot be.
        RecordError: for what is no file of traces, before anything is written, or what cannot be read or written.
    """
    if not is_count(workers, 1):
        raise games.ArenaError(f"workers are 1 or more, not {workers!r:.40}")
    done, fault = 0, ""
    with readable(traces) as stream:
        head = head_of(stream)
        if named_twice([traces, records]):
            raise RecordError("the traces cannot be expanded into their own file: give another for the records")
        of = -(-head.hands // head.sample)
        with RecordWriter(records, append=False) as writer:
            writer.declare(head.game, head.rules)
            try:
                for line, hand, text in _made(raw_traces(stream, head), head, executor, workers):
                    if hand < 0:
                        raise RecordError(text, line)
                    if hand != done * head.sample:
                        sentence = f"hand {hand} stands where hand {done * head.sample} should: each is there, in order"
                        raise RecordError(f"line {line}: {sentence}", line)
                    writer.write_text(text)
                    done += 1
                    if progress is not None:
                        progress(done, of)
            except RecordError as error:
                if not error.line:
                    raise
                fault = str(error)
    message = fault or f"{done} hands expanded"
    return Expansion(not fault, message, done, writer.head)


def _made(
    lines: Iterator[tuple[int, bytes]], head: Head, executor: Executor | None, workers: int
) -> Iterator[tuple[int, int, str]]:
    """What becomes of each line, in order.

    Raises:
        RecordError: where the lines do, after all lines before.
    """
    common, error = head.line, list[RecordError]()

    def batch() -> _Lines:
        read: _Lines = []
        try:
            for line in islice(lines, AT_ONCE):
                read.append(line)
        except RecordError as raised:
            error.append(raised)
        return read

    running = deque[tuple[_Lines, Future[_Made]]]()
    try:
        while True:
            while not error and len(running) < AHEAD * workers and (read := batch()):
                running.append((read, _submitted(executor, common, read)))
            if not running:
                break
            read, future = running.popleft()
            try:
                yield from future.result()
            except BrokenExecutor:  # a worker died: these are made here
                yield from _expanded(common, read)
    finally:
        for _, future in running:
            future.cancel()
    if error:
        raise error[0]


def _submitted(executor: Executor | None, common: bytes, lines: _Lines) -> Future[_Made]:
    if executor is not None:
        try:
            return executor.submit(_expanded, common, lines)
        except BrokenExecutor:
            pass
    future: Future[_Made] = Future()
    future.set_result(_expanded(common, lines))
    return future


@lru_cache(maxsize=4)
def _common(line: bytes) -> Head:
    return head_of(io.BytesIO(line))


def _expanded(common: bytes, lines: _Lines) -> _Made:
    """The records of some traces, up to the first that is none."""
    head, made = _common(common), list[tuple[int, int, str]]()
    plays: Any = games.bulk_of(head.game)
    for number, line in lines:
        try:
            hand, trace = trace_of(line, number, head)
            game = plays.expanded(head.rules, len(head.bots), head.key, hand, trace, head.replays)
        except ThirteenError as error:
            where = "" if isinstance(error, RecordError) and error.line else f"line {number}, hand {hand}: "
            made.append((number, -1, f"{where}{error}"))
            break
        made.append((number, hand, Record.of(game, hand).text))
    return made
