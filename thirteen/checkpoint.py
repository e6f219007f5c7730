"""How far a run has come, in a file: one that was killed goes on from there and ends with the same bytes.

The file holds the run's description, so that no other run goes on from it, the exact sums of the hands so far, and
where their records end.  It is replaced as a whole every few seconds: a run killed at any moment leaves a whole one.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

from common.errors import RecordError
from common.files import opened
from common.record import Record, RecordWriter
from thirteen.games import ArenaError
from thirteen.tally import Tally

__all__ = ["Checkpoint"]

FORMAT: Final = 1
EVERY: Final = 2.0
"""Seconds from one checkpoint to the next, at least."""


class Checkpoint:
    """A run's checkpoint.

    Args:
        path: its file; where it is there, the run goes on from it.
        run: what the run is, as plain values.
        record: where its hands are recorded.

    Raises:
        ArenaError: for a file that is no checkpoint, or that of another run.
    """

    def __init__(self, path: Path, run: Mapping[str, Any], record: Path | None) -> None:
        self.path = path
        self.done = 0
        """How many hands have been played."""
        self.tally = Tally()
        """Their sums."""
        self._run = json.loads(json.dumps(run))
        self._record = record
        # A packed file cannot go on from the middle and end with the same bytes, so it is packed at the end.
        packed = record is not None and record.suffix in {".gz", ".zst"}
        self._lines = record.with_name(f"{record.name}.part") if record is not None and packed else record
        self._complete = False
        self._recorded: tuple[int, str] | None = None
        self._kept = time.monotonic()
        try:
            self._read(path.read_text("utf-8"))
        except FileNotFoundError:
            self._write()
        except OSError as error:
            raise ArenaError(f"{str(path)!r:.200} cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecordError) as error:
            if isinstance(error, ArenaError):
                raise
            raise ArenaError(f"{str(path)!r:.200} is no checkpoint of a run: give another file") from None

    def _read(self, text: str) -> None:
        read = json.loads(text)
        if read["checkpoint"] != FORMAT:
            raise ArenaError(f"{str(self.path)!r:.200} is a checkpoint of another version: give another file")
        for key, right in self._run.items():
            if read["run"][key] != right:
                was, now = (json.dumps(value, ensure_ascii=False)[:60] for value in (read["run"][key], right))
                raise ArenaError(
                    f"{str(self.path)!r:.200} is the checkpoint of another run: its {key} is {was}, not {now}"
                )
        self.done, self.tally = int(read["done"]), _restored(Tally, read["tally"])
        self._complete = bool(read["complete"])
        if read["recorded"] is not None:
            self._recorded = int(read["recorded"][0]), str(read["recorded"][1])

    @contextmanager
    def writer(self) -> Iterator[RecordWriter | None]:
        """What records the hands to come, after those that were recorded.

        Raises:
            ArenaError: where what was recorded is not there any more, or is not what it was.
        """
        if self._record is None or self._lines is None:
            yield None
            return
        packed = self._lines != self._record
        if packed and self._complete and self._record.exists() and not self._lines.exists():
            yield None  # all is done
            return
        with self._opened(self._lines) as writer:
            yield writer
        if packed and self._complete:
            _pack(self._lines, self._record)
            self._lines.unlink()

    def _opened(self, lines: Path) -> RecordWriter:
        if self._recorded is None:
            return RecordWriter(lines, append=False)
        size, head = self._recorded
        sentence = f"{lines.name} is not what this run recorded: remove {self.path.name} to begin anew"
        try:
            if lines.stat().st_size < size:
                raise ArenaError(sentence)
            os.truncate(lines, size)
        except OSError:
            raise ArenaError(sentence) from None
        writer = RecordWriter(lines)
        if writer.head != head:
            writer.close()
            raise ArenaError(sentence)
        return writer

    def keep(self, done: int, writer: RecordWriter | None) -> None:
        """So many hands have been played and are in :attr:`tally`; written down where it is time for it."""
        self.done = done
        if time.monotonic() - self._kept >= EVERY:
            self.end(done, writer, complete=False)

    def end(self, done: int, writer: RecordWriter | None, *, complete: bool) -> None:
        """Write down so many hands, and whether that is all of the run."""
        self.done, self._complete = done, complete
        if writer is not None and self._lines is not None:
            with self._lines.open("rb") as file:
                os.fsync(file.fileno())
            self._recorded = self._lines.stat().st_size, writer.head
        self._write()
        self._kept = time.monotonic()

    def _write(self) -> None:
        written = {
            "checkpoint": FORMAT,
            "run": self._run,
            "done": self.done,
            "complete": self._complete,
            "recorded": self._recorded,
            "tally": _plain(self.tally),
        }
        new = self.path.with_name(f"{self.path.name}.new")
        try:
            with new.open("w", encoding="utf-8") as file:
                json.dump(written, file, ensure_ascii=False, separators=(",", ":"))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        except OSError as error:
            raise ArenaError(f"{str(self.path)!r:.200} cannot be written: {error.strerror}") from None


def _pack(lines: Path, target: Path) -> None:
    """Pack lines as a writer would have, one by one."""
    stream, close = opened(target, append=False)
    with lines.open("rb") as file:
        for line in file:
            stream.write(line)
    close()


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
    """What :func:`_plain` was given, of this type."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Record:
        return Record.from_json(value)
    if is_dataclass(kind):
        hints: dict[str, Any] = get_type_hints(kind)
        made: Any = kind
        return made(**{name: _restored(hints[name], held) for name, held in value.items()})
    if origin is dict:
        return {_restored(inner[0], key): _restored(inner[1], held) for key, held in value}
    if origin is list:
        return [_restored(inner[0], held) for held in value]
    if origin is tuple:
        each = inner[:1] * len(value) if inner[1:] == (...,) else inner
        return tuple(_restored(of, held) for of, held in zip(each, value, strict=True))
    return value
