"""How far a run has come, in a file: one that was killed goes on from there and ends with the same bytes.

The file holds the run's description, so that no other run goes on from it, the exact sums of the hands so far, where
their records end, and a digest of all this.  It is replaced as a whole every few seconds: a run killed at any moment
leaves a whole one.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self, get_args, get_origin, get_type_hints

from common.errors import RecordError
from common.record import Record, RecordWriter
from common.ruleset import Ruleset
from thirteen.games import ArenaError
from thirteen.job import Job
from thirteen.tally import Tally
from thirteen.traces import Head, TraceWriter

__all__ = ["Checkpoint", "beside"]

FORMAT: Final = 5
EVERY: Final = 2.0
"""Seconds from one checkpoint to the next, at least."""


class Checkpoint:
    """A run's checkpoint.

    Args:
        path: its file; where it is there, the run goes on from it.
        run: what the run is, as plain values.
        record: where its hands are recorded.
        trace: where they are traced.

    Raises:
        ArenaError: for a file that is no checkpoint, or that of another run.
    """

    def __init__(
        self, path: Path, run: Mapping[str, Any], record: Path | None = None, trace: Path | None = None
    ) -> None:
        self.path = path
        self.done = 0
        """How many hands have been played."""
        self.tally = Tally()
        """Their sums."""
        self._run = json.loads(json.dumps(run))
        self._record = record
        self._trace = trace
        self._recorded: tuple[int, str] | None = None
        self._traced: tuple[int, int, list[str]] | None = None
        self._kept = time.monotonic()
        try:
            if path.exists() and not path.is_file() and not path.is_dir():  # a device may never end
                raise ArenaError(f"{str(path)!r:.200} is no plain file: a checkpoint is kept in one")
            self._read(path.read_text("utf-8"))
        except FileNotFoundError:
            self._write()
        except OSError as error:
            raise ArenaError(f"{str(path)!r:.200} cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, RecordError) as error:
            if isinstance(error, ArenaError):
                raise
            raise ArenaError(f"{str(path)!r:.200} is no checkpoint of a run: give another file") from None

    @classmethod
    def of(
        cls,
        path: str | Path,
        job: Job,
        house: Ruleset,
        hands: int,
        record: str | Path | None,
        trace: str | Path | None,
        until: object,
    ) -> Self:
        """The checkpoint of a run.

        Raises:
            ArenaError: for a file that is no checkpoint, or that of another run.
        """
        run = {
            "game": job.game,
            "rules": house.digest,
            "bots": job.bots,
            "hands": hands,
            "seed": {"hex": job.seed.hex()} if isinstance(job.seed, bytes) else job.seed,
            "duplicate": job.duplicate,
            "until": None if until is None else str(until),
            "record": None if record is None else Path(record).name,
            "trace": None if trace is None else Path(trace).name,
            "sample": job.sample or job.traced,
            "stakes": None if job.stakes is None else job.stakes.model_dump(mode="json"),
        }
        return cls(Path(path), run, None if record is None else Path(record), None if trace is None else Path(trace))

    def _read(self, text: str) -> None:
        read = json.loads(text)
        if read["checkpoint"] != FORMAT:
            raise ArenaError(f"{str(self.path)!r:.200} is a checkpoint of another version: give another file")
        if read.pop("digest") != _digest(read):
            raise ArenaError(f"{str(self.path)!r:.200} was changed after a run wrote it: give another file")
        for key, right in self._run.items():
            if read["run"][key] != right:
                was, now = (json.dumps(value, ensure_ascii=False)[:60] for value in (read["run"][key], right))
                raise ArenaError(
                    f"{str(self.path)!r:.200} is the checkpoint of another run: its {key} is {was}, not {now}"
                )
        self.done, self.tally = _restored(int, read["done"]), _restored(Tally, read["tally"])
        if (
            self.tally.hands + sum(self.tally.failed.values()) != self.done
            or not 0 <= self.done <= read["run"]["hands"]
        ):
            raise ValueError
        if read["recorded"] is not None:
            self._recorded = _restored(tuple[int, str], read["recorded"])
        if read["traced"] is not None:
            self._traced = _restored(tuple[int, int, list[str]], read["traced"])

    @contextmanager
    def writer(self) -> Iterator[RecordWriter | None]:
        """What records the hands to come, after those that were recorded.

        Raises:
            ArenaError: where what was recorded is not there any more, or is not what it was.
        """
        if self._record is None:
            yield None
            return
        with self._opened(self._record) as writer:
            yield writer

    def _opened(self, record: Path) -> RecordWriter:
        if self._recorded is None:
            return RecordWriter(record, append=False)
        size, head = self._recorded
        self._cut(record, size)
        writer = RecordWriter(record)
        if writer.head != head:
            writer.close()
            raise self._not_ours(record)
        return writer

    def tracer(self, head: Head) -> TraceWriter:
        """What traces the hands to come, after those that were traced.

        Raises:
            ArenaError: where what was traced is not there any more.
        """
        assert self._trace is not None
        if self._traced is not None:
            self._cut(self._trace, self._traced[0])
        return TraceWriter(self._trace, head, self._traced)

    def _cut(self, file: Path, size: int) -> None:
        """Take away what was written after the checkpoint."""
        try:
            if file.stat().st_size < size:
                raise self._not_ours(file)
            os.truncate(file, size)
        except OSError:
            raise self._not_ours(file) from None

    def _not_ours(self, file: Path) -> ArenaError:
        return ArenaError(f"{file.name} is not what this run wrote: remove {self.path.name} to begin anew")

    def keep(self, done: int, writer: RecordWriter | None, tracer: TraceWriter | None) -> None:
        """So many hands have been played and are in :attr:`tally`; written down where it is time for it."""
        if time.monotonic() - self._kept >= EVERY:
            self.end(done, writer, tracer)

    def end(self, done: int, writer: RecordWriter | None = None, tracer: TraceWriter | None = None) -> None:
        """Write down so many hands."""
        self.done = done
        if writer is not None and self._record is not None:
            _synced(self._record)
            self._recorded = self._record.stat().st_size, writer.head
        if tracer is not None:
            _synced(tracer.path)
            self._traced = tracer.written
        self._write()
        self._kept = time.monotonic()

    def _write(self) -> None:
        written = {
            "checkpoint": FORMAT,
            "run": self._run,
            "done": self.done,
            "recorded": self._recorded,
            "traced": self._traced,
            "tally": _plain(self.tally),
        }
        new = beside(self.path)
        try:
            with new.open("w", encoding="utf-8") as file:
                json.dump({**written, "digest": _digest(written)}, file, separators=(",", ":"))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        except OSError as error:
            raise ArenaError(f"{str(self.path)!r:.200} cannot be written: {error.strerror}") from None


def beside(path: Path) -> Path:
    """Where a checkpoint is written before it takes its place."""
    return path.with_name(f"{path.name}.new")


def _digest(written: Mapping[str, Any]) -> str:
    return sha256(json.dumps(written).encode()).hexdigest()


def _synced(file: Path) -> None:
    """See to it that the disk has what the system has."""
    with file.open("rb") as stream:
        try:
            os.fsync(stream.fileno())
        except OSError as error:
            error.filename = str(file)
            raise


def _plain(value: Any) -> Any:
    """Sums as plain values; what has keys is a list of pairs, since JSON's keys are texts."""
    if isinstance(value, Record):
        return value.to_json()
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return [[_plain(key), _plain(held)] for key, held in value.items()]
    if isinstance(value, (list, tuple)):
        return [_plain(held) for held in value]
    return value


def _restored(kind: Any, value: Any) -> Any:
    """What :func:`_plain` was given, of this type.

    Raises:
        TypeError: for anything else; ValueError, KeyError and RecordError too.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Record:
        return Record.from_json(value)
    if is_dataclass(kind):
        hints: dict[str, Any] = get_type_hints(kind)
        made: Any = kind
        return made(**{name: _restored(hints[name], value[name]) for name in hints})
    if origin in {dict, list, tuple} and type(value) is not list:
        raise TypeError
    if origin is dict:
        return {_restored(inner[0], key): _restored(inner[1], held) for key, held in value}
    if origin is list:
        return [_restored(inner[0], held) for held in value]
    if origin is tuple:
        each = inner[:1] * len(value) if inner[1:] == (...,) else inner
        return tuple(_restored(of, held) for of, held in zip(each, value, strict=True))
    if type(value) not in (inner or (kind,)):
        raise TypeError
    return value
