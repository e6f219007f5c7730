"""A hand as it was played, for ever: its rules, its events, nothing that would have to be looked up.

A file of records is lines of JSON (``docs/records.md``): a ``rules`` line with the resolved ruleset and its digest,
then one ``hand`` line per hand that names its rules by that digest.  A match that was committed to has a
``commitment`` line before its hands and, once they are over, a ``secret`` line.  The module knows no game.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from common.chain import Line, append_point, chained, lines
from common.entry import FORMAT, Commitment, Record, Rules, Secret, entry_of, seed_text, text_of
from common.errors import RecordError
from common.files import Target, given, is_file, opened, readable
from common.ruleset import Ruleset, digest
from common.strict import parse

__all__ = [
    "FORMAT",
    "Commitment",
    "Entry",
    "Record",
    "RecordWarning",
    "RecordWriter",
    "Rules",
    "Secret",
    "entries",
    "read_records",
]


class RecordWarning(UserWarning):
    """A record holds fields that this version does not know; they are kept."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a file, read."""

    line: int
    """Its number, from 1."""
    what: Record | Rules | Commitment | Secret
    head: str
    """The chain's head after it."""
    fault: tuple[str, str] | None
    """The field (``chain`` or ``digest``) that does not agree with the rest, and a sentence; None where all agrees."""

    @property
    def faulty(self) -> str:
        """What is wrong with the line in one sentence that names it; empty where all agrees."""
        return "" if self.fault is None else f"line {self.line}, {self.fault[0]}: {self.fault[1]}"


class _Traces(RecordError):
    """Another kind of file altogether."""


def entries(
    source: str | Path | IO[bytes] | IO[str], *, unread: Callable[[RecordError], object] | None = None
) -> Iterator[Entry]:
    """Every line of a file or stream, lazily and in constant memory; faults of chain and digest are told, not raised.

    Args:
        source: a path, or an open stream of bytes or text.
        unread: is told of each line that cannot be read, which is then left out; without it, that is raised.

    Raises:
        RecordError: naming line and field, for what cannot be read.
    """
    known: dict[str, Rules] = {}
    warned: set[str] = set()
    with readable(source) as stream:
        line = None
        for line in lines(stream):
            try:
                what = _read(line, known)
            except RecordError as error:
                if unread is None or isinstance(error, _Traces):
                    raise
                unread(error)
                continue
            _warn(what, warned, line.number)
            fault = ("chain", line.fault) if line.fault else None
            if isinstance(what, Rules):
                if what.digest != digest(what.rules):
                    fault = ("digest", "the digest is not that of the rules: one of them was changed")
                known[what.digest] = what
            yield Entry(line.number, what, line.head, fault)
        if line is None:
            raise RecordError("there is nothing in this file: a record begins with a rules line", 1)


def _read(line: Line, known: Mapping[str, Rules]) -> Record | Rules | Commitment | Secret:
    number = line.number
    if not line.ends and not line.text.endswith(b"}"):
        raise RecordError(f"line {number} is cut off: the {number - 1} before it are whole", number)
    read = parse(line.text, number)
    read.pop("chain", None)
    if number == 1 and read.get("type") != "rules":
        if read.get("type") == "traces":
            raise _Traces("line 1: these are traces: make records of them with thirteen expand", 1)
        raise RecordError("line 1 must be a rules line: its type is not 'rules'", 1)
    return entry_of(read, known, number)


def read_records(source: str | Path | IO[bytes] | IO[str], *, check: bool = True) -> Iterator[Record]:
    """The hands of a file or stream, lazily and in constant memory; ``.gz`` and ``.zst`` are unpacked.

    Args:
        source: a path, or an open stream of bytes or text.
        check: whether chain and digests must be right; without, a damaged file is read as far as it can be.

    Raises:
        RecordError: naming line and field.  All hands before that line have been handed out by then.
    """
    for entry in entries(source):
        if check and entry.fault:
            raise RecordError(entry.faulty, entry.line)
        if isinstance(entry.what, Record):
            yield entry.what


def _warn(what: Record | Rules | Commitment | Secret, warned: set[str], line: int) -> None:
    for key in what.unknown:
        if key not in warned and len(warned) < 100:
            warned.add(key)
            warnings.warn(
                f"line {line}: this version does not know the field {key[:40]!r}; it is kept",
                RecordWarning,
                stacklevel=4,
            )


def _leave_open() -> None:
    """A stream that was handed in is its owner's to close."""


class RecordWriter:
    """Writes hands to a file, each line chained to the one before.

    ``RecordWriter(path)`` goes on where the file ends, so that a host never loses a hand; ``append=False`` starts it
    anew.  A path ending in ``.gz`` or ``.zst`` is packed.  A stream, of bytes or text, is written from where it stands.

    A file holds each line as soon as it is written, packed or not.  Where writing fails (no room: OSError), what was
    written of the line is taken back, and the same hand can be written again; where even that fails, nothing more is
    written to this file (RecordError).

    Raises:
        RecordError: if the file cannot be written, or is no whole record file to append to.
    """

    def __init__(self, target: str | Path | IO[bytes] | IO[str], *, append: bool = True) -> None:
        self.head = ""
        """The chain's head: who keeps it can tell later whether a character of the file was changed."""
        self.last: Record | None = None
        """The last hand in the file, as it stood when the file was opened to go on with, or None."""
        self._known: dict[str, Rules] = {}
        self._target: Target
        self._close: Callable[[], None] = _leave_open
        self._committed, self._is_finished = False, False
        self._at_end = list[Callable[[], object]]()
        if isinstance(target, (str, Path)):
            path = Path(target)
            if append and is_file(path) and path.stat().st_size:
                self.head = append_point(path, self._seen)
            self._target, self._close = opened(path, append)
        else:
            self._target = given(target)

    def _seen(self, read: Mapping[str, Any], line: int) -> None:
        what = entry_of({key: value for key, value in read.items() if key != "chain"}, self._known, line)
        if isinstance(what, Rules):
            self._known[what.digest] = what
        elif isinstance(what, Record):
            self.last = what
        else:
            self._committed = isinstance(what, Commitment)

    def declare(self, game: str, rules: Ruleset) -> None:
        """Write the rules of the hands to come, where they are new to the file."""
        self._declare(Rules(game, rules.digest, rules.resolved))

    def _declare(self, rules: Rules) -> None:
        if rules.digest not in self._known:
            line = {"format": FORMAT, "type": "rules", "game": rules.game, "digest": rules.digest}
            self._line({**line, "rules": rules.rules, **rules.unknown})
            self._known[rules.digest] = rules

    def write(self, record: Record) -> None:
        """Add one hand, after its rules where they are new to the file."""
        self._declare(Rules(record.game, record.digest, record.rules, record.unknown_rules))
        self.write_text(record.text)

    def write_text(self, text: str) -> None:
        """Add one hand as :attr:`Record.text` has it, of rules that are declared."""
        self._text(text)

    def commit(self, commitment: str, client_seeds: Sequence[str | bytes] = ()) -> None:
        """Say before a match what its hands will be dealt from; they are numbered from 1 and none is left out.

        Raises:
            RecordError: before any rules line, or for a commitment that is none.
        """
        line = {"type": "commitment", "commitment": commitment, "client_seeds": [*map(seed_text, client_seeds)]}
        entry_of(line, {}, 0)
        if not self._known:
            raise RecordError("a file begins with its rules: declare them before the match is committed to")
        self._line(line)
        self._committed = True

    def reveal(self, secret: bytes, hands: int) -> None:
        """Say after a match of so many hands what it was dealt from.

        Raises:
            RecordError: where no match was committed to, or for a secret or a number that is none.
        """
        line = {"type": "secret", "secret": secret.hex(), "hands": hands}
        entry_of(line, {}, 0)
        if not self._committed:
            raise RecordError("there is no commitment in this file that a secret could belong to")
        self._line(line)
        self._committed = False

    def _line(self, line: Mapping[str, Any]) -> None:
        self._text(text_of(line))

    def _text(self, line: str) -> None:
        if self._is_finished:
            raise RecordError("this file was finished: nothing more is recorded in it")
        text, head = chained(line, self.head)
        self._target.write(f"{text}\n".encode())
        self.head = head

    def at_end(self, record_the_last: Callable[[], object]) -> None:
        """Have this called before the file is finished; a match records what is over and was not taken in yet."""
        self._at_end.append(record_the_last)

    def close(self) -> None:
        """Finish the file; a stream that was handed in stays open.  Nothing more is recorded here (RecordError)."""
        due, self._at_end = self._at_end, []
        try:
            for record_the_last in due:
                record_the_last()
        finally:
            self._is_finished = True
            self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
