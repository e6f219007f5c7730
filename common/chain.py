"""Lines of JSON that are chained: each ends with the SHA-256 over itself and the line before.

``"chain"`` is the last member of every line.  It is the SHA-256, as 64 hex digits, over the chain of the line before
(nothing for the first line), a newline, and the line's own text up to the comma before ``"chain"``.  Whoever keeps the
last one, the *head*, can tell later whether a single character of the file has changed.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import math
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, NamedTuple, cast

from common.errors import RecordError

__all__ = ["Line", "append_point", "chained", "lines", "opened", "parse", "readable"]

_LONGEST: Final = 16_000_000  # bytes of one line; a hand has some ten thousand
_TAIL: Final = re.compile(rb',"chain":"([0-9a-f]{64})"\}$')
_HALF: Final = re.compile(r"\\ud[89a-f]", re.IGNORECASE)


class Line(NamedTuple):
    """One line of a file."""

    number: int
    """From 1."""
    text: bytes
    """Without the end of line."""
    head: str
    """The chain's head after this line, computed, whatever the line says."""
    fault: str
    """What is wrong with the line's chain, or nothing."""
    ends: bool
    """Whether it ends with an end of line; only the last line of a file may not."""


def chained(text: str, head: str) -> tuple[str, str]:
    """A line, written as JSON without its chain, with it; and the new head."""
    body = text.removesuffix("}")
    link = hashlib.sha256(f"{head}\n{body}".encode()).hexdigest()
    return f'{body},"chain":"{link}"}}', link


def lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream, one at a time.

    Raises:
        RecordError: for a line that is too long, or a compressed file that is damaged.
    """
    head, number = "", 0
    while True:
        number += 1
        raw = _next(stream, number)
        if not raw:
            return
        text = raw.rstrip(b"\r\n")
        tail = _TAIL.search(text)
        body = text[: tail.start()] if tail else text.removesuffix(b"}")
        link = hashlib.sha256(head.encode() + b"\n" + body).hexdigest()
        fault = ""
        if tail is None:
            fault = "the line does not end with its chain"
        elif tail[1].decode() != link:
            fault = "the chain is wrong: this line or the one before is not what was written"
        yield Line(number, text, link, fault, raw.endswith(b"\n"))
        head = tail[1].decode() if tail else link


def _next(stream: BinaryIO, number: int) -> bytes:
    try:
        raw = stream.readline(_LONGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise RecordError(f"line {number}: the file is damaged or cut off here: {error}", number) from None
    except Exception as error:
        if type(error).__name__ != "ZstdError":  # the extra's own error, which may not be there to name
            raise
        raise RecordError(f"line {number}: the file is damaged or cut off here: {error}", number) from None
    if len(raw) > _LONGEST:
        raise RecordError(f"line {number} is longer than {_LONGEST} bytes: that is no record", number)
    return raw


def parse(text: str | bytes, number: int = 0) -> dict[str, Any]:
    """One JSON object, read strictly: no key twice, no NaN, no number that JSON readers disagree on.

    Raises:
        RecordError: naming the line.
    """
    where = f"line {number}" if number else "this"
    try:
        if isinstance(text, bytes):
            text = text.decode()
        if text.startswith("\ufeff"):
            raise RecordError(f"{where} begins with a byte order mark: records are UTF-8 without one", number)
        if not text.strip():
            raise RecordError(f"{where} is empty: each line is one JSON object", number)
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_refused, parse_float=_finite)
        if _HALF.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise RecordError(f"{where} is nested too deeply to be a record", number) from None
    except json.JSONDecodeError as error:
        raise RecordError(f"{where} is no JSON: {error.msg} at character {error.pos + 1}", number) from None
    except UnicodeError as error:
        raise RecordError(f"{where} is no valid Unicode text: {error.reason}", number) from None  # type: ignore[attr-defined]
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(f"{where} is no JSON that can be relied on: {error}", number) from None
    if not isinstance(value, dict):
        raise RecordError(f"{where} is no JSON object but {type(value).__name__}", number)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for nth, (key, _) in enumerate(pairs) if any(key == other for other, _ in pairs[:nth]))
        raise ValueError(f"the key {twice[:40]!r} stands there twice")
    return found


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def _finite(text: str) -> float:
    if not math.isfinite(value := float(text)):
        raise ValueError(f"{text[:20]} is too large a number")
    return value


# Files


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise RecordError("a .zst file needs zstandard: pip install 'thirteen[cli]'") from None
    return zstandard


def _unpacked(path: Path) -> BinaryIO:
    if path.suffix == ".gz":
        return cast("BinaryIO", gzip.open(path, "rb"))
    if path.suffix == ".zst":
        library = _zstandard()
        file = path.open("rb")
        reader = library.ZstdDecompressor().stream_reader(file, read_across_frames=True, closefd=True)
        return cast("BinaryIO", io.BufferedReader(reader))
    return path.open("rb")


@contextmanager
def readable(source: str | Path | IO[bytes] | IO[str]) -> Iterator[BinaryIO]:
    """A path (``.gz`` and ``.zst`` unpacked) or an open stream, as bytes.

    Raises:
        RecordError: if the file cannot be opened.
    """
    if not isinstance(source, (str, Path)):
        yield _Encoded(source) if isinstance(source, io.TextIOBase) else source  # type: ignore[misc]
        return
    try:
        stream = _unpacked(Path(source))
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        why = error.strerror if isinstance(error, OSError) else error
        raise RecordError(f"{str(source)!r:.200} cannot be read: {why}") from None
    with stream:
        yield stream


class _Encoded:
    """A stream of text, read as bytes."""

    def __init__(self, stream: io.TextIOBase) -> None:
        self._stream = stream

    def readline(self, limit: int) -> bytes:
        return self._stream.readline(limit).encode("utf-8", "surrogatepass")


def append_point(path: Path, seen: Callable[[Mapping[str, Any], int], None]) -> str:
    """The head to go on from; ``seen`` is told of each line that is no hand.

    Raises:
        RecordError: if the file's chain is wrong or its last line is cut off: what follows could not be trusted.
    """
    head = ""
    with readable(path) as stream:
        for line in lines(stream):
            if line.fault or not line.ends:
                what = line.fault or "the line is cut off"
                raise RecordError(
                    f"line {line.number}: {what}; nothing can be appended to {path.name}, start another file",
                    line.number,
                )
            if not line.text.startswith(b'{"type":"hand"'):
                seen(parse(line.text, line.number), line.number)
            head = line.head
    return head


def opened(path: Path, append: bool) -> tuple[BinaryIO, Callable[[], None]]:
    """A file to write to, packed by its extension, and what closes it.

    The same lines give the same bytes: no name and no time of day goes into a packed file.

    Raises:
        RecordError: if the file cannot be written.
    """
    library = _zstandard() if path.suffix == ".zst" else None
    try:
        file = path.open("ab" if append else "wb")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise RecordError(f"{str(path)!r:.200} cannot be written: {why}") from None
    if library is not None:
        packed = library.ZstdCompressor().stream_writer(file, closefd=True)
        return packed, packed.close
    if path.suffix == ".gz":
        member = gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0)

        def close() -> None:
            member.close()
            file.close()

        return cast("BinaryIO", member), close
    return file, file.close
