"""Files of lines: opened for reading and writing, ``.gz`` and ``.zst`` by their extension.

Each write is whole by itself: it goes to the system at once, packed as a frame (a gzip member) of its own, and one that
fails is taken back.  So a file that is written to, or whose writer was stopped, is whole up to its last write.
"""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, Protocol, cast

from common.errors import RecordError

__all__ = ["Target", "given", "is_file", "named_twice", "next_line", "opened", "readable"]

_LONGEST: Final = 16_000_000  # bytes of one line; a hand has some ten thousand
_PORTION: Final = 1024  # of a packed file at a time: what four bytes of it unpack to is up to 128 kB


def is_file(path: str | Path) -> bool:
    """Whether a file is there; what can be no path is none."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def named_twice(files: Iterable[str | Path | None]) -> Path | None:
    """The first of these that is a file named before, by whatever way, links too; None is no file."""
    seen = set[object]()
    for file in files:
        if file is None:
            continue
        names = set[object]()
        try:
            names.add(os.path.realpath(file))
            there = Path(file).stat()
            names.add((there.st_dev, there.st_ino))
        except (OSError, ValueError):  # it is not there, or can be no path: whoever opens it says so
            pass
        if names & seen:
            return Path(file)
        seen |= names
    return None


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise RecordError("a .zst file needs zstandard: pip install 'thirteen[cli]'") from None
    return zstandard


class _Frames(io.RawIOBase):
    """What the frames of a ``.zst`` file hold; unlike the library's own reader it tells a file that is cut off.

    However much a portion unpacks to, it is held once and never moved: a view of what is left of it shrinks.
    """

    def __init__(self, file: BinaryIO, library: Any) -> None:
        self._file = file
        self._frame_of = library.ZstdDecompressor().decompressobj
        self._frame: Any = None
        self._packed = b""
        self._unpacked = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._unpacked:
            self._packed = self._packed or self._file.read(_PORTION)
            if not self._packed:
                if self._frame is not None:
                    raise EOFError("the packed file ends in the middle of a frame")
                return 0
            self._frame = self._frame or self._frame_of()
            self._unpacked, self._packed = memoryview(self._frame.decompress(self._packed)), b""
            if self._frame.eof:
                self._packed, self._frame = self._frame.unused_data, None
        size = min(len(buffer), len(self._unpacked))
        buffer[:size], self._unpacked = self._unpacked[:size], self._unpacked[size:]
        return size

    def close(self) -> None:
        self._file.close()
        super().close()


def _unpacked(path: Path) -> BinaryIO:
    if path.suffix == ".gz":
        return cast("BinaryIO", gzip.open(path, "rb"))
    if path.suffix == ".zst":
        library = _zstandard()
        return io.BufferedReader(_Frames(path.open("rb"), library))
    return path.open("rb")


@contextmanager
def readable(source: str | Path | IO[bytes] | IO[str]) -> Iterator[BinaryIO]:
    """A path (``.gz`` and ``.zst`` unpacked) or an open stream, as bytes; it is read once, from front to back.

    Raises:
        RecordError: if the file cannot be opened.
    """
    if not isinstance(source, (str, Path)):
        if not hasattr(source, "readline"):
            raise RecordError(f"a file is given by its path or as an open stream, not as {type(source).__name__}")
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


def next_line(stream: BinaryIO, number: int) -> bytes:
    """The next line of a stream, the ``number``-th, with its end; nothing at the end of the stream.

    Raises:
        RecordError: for a line that is too long, or a packed file that is damaged.
    """
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


class Target(Protocol):
    """What lines are written to."""

    def write(self, lines: bytes) -> None:
        """Write whole lines, all or nothing.

        Raises:
            OSError: where there is no room, for one; nothing was written then, and it may be tried again.
            RecordError: where an earlier write failed and could not be taken back; the file must be looked after first.
        """


class _Written:
    """A stream whose writes are taken back when they fail; an error names its file."""

    def __init__(self, stream: Any, pack: Callable[[bytes], bytes | str], name: str | None = None) -> None:
        self._stream, self._pack, self._name = stream, pack, name
        self._is_broken = False
        try:
            self._goes_back = stream.seekable()
        except AttributeError:
            self._goes_back = False

    def write(self, lines: bytes) -> None:
        if self._is_broken:
            raise RecordError(
                "an earlier write failed in the middle and could not be taken back: nothing more is written here"
            )
        rest = self._pack(lines)
        start = self._stream.tell() if self._goes_back else None
        try:
            while rest:
                written = self._stream.write(rest)
                rest = b"" if written is None else rest[written:]
        except BaseException as error:
            self._take_back(start)
            if isinstance(error, OSError) and error.filename is None:
                error.filename = self._name
            raise

    def _take_back(self, start: int | None) -> None:
        self._is_broken = True
        if start is not None:
            try:
                self._stream.seek(start)
                self._stream.truncate()
            except (OSError, ValueError):
                return
            self._is_broken = False


def given(stream: IO[bytes] | IO[str]) -> Target:
    """A stream of somebody else's to write to, from where it stands."""
    is_text = isinstance(stream, io.TextIOBase)
    return _Written(stream, (lambda lines: lines.decode()) if is_text else (lambda lines: lines))


def opened(path: Path, append: bool) -> tuple[Target, Callable[[], None]]:
    """A file to write to, packed by its extension, and what closes it.

    The same lines give the same bytes: no name and no time of day goes into a packed file.

    Raises:
        RecordError: if the file cannot be written.
    """
    pack: Callable[[bytes], bytes] = bytes
    if path.suffix == ".zst":
        pack = _zstandard().ZstdCompressor().compress
    elif path.suffix == ".gz":

        def pack(lines: bytes) -> bytes:
            return gzip.compress(lines, mtime=0)

    try:
        file = path.open("ab" if append else "wb", buffering=0)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise RecordError(f"{str(path)!r:.200} cannot be written: {why}") from None
    return _Written(file, pack, str(path)), file.close
