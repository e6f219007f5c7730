"""Files of lines: opened for reading and writing, ``.gz`` and ``.zst`` by their extension."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from common.errors import RecordError

__all__ = ["opened", "readable"]


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
