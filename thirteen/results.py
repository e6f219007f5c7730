"""How worker processes tell what they did, so that one that dies while it tells leaves nobody waiting for the rest.

The standard library's pools read a result in one go and wait for all of it, though who was to write it is gone.  Ours
is written in pieces, each of which a pipe takes whole or not at all; between two of them it is seen who has died.
"""

from __future__ import annotations

import select
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from multiprocessing.queues import SimpleQueue
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final

__all__ = ["Results"]

_PIECE: Final = getattr(select, "PIPE_BUF", 4096) - 64
"""What a pipe takes whole, less what is written before each piece."""
_SIZE: Final = 8
"""Bytes of the first piece that tell how long all is."""
_PATIENCE: Final = 0.5
"""Seconds without a next piece after which it is looked who lives."""


class _Reader:
    """The end that a pool reads from."""

    def __init__(self, connection: Connection[Any, Any], workers: Sequence[BaseProcess]) -> None:
        self.connection = connection
        self._workers = workers

    def fileno(self) -> int:
        """For whoever waits for a result."""
        return self.connection.fileno()

    def close(self) -> None:
        """No more of them."""
        self.connection.close()

    def recv(self) -> Any:
        """The next result.

        Raises:
            EOFError: where a worker has died and the rest does not come.
        """
        piece = self.connection.recv_bytes()
        size, told = int.from_bytes(piece[:_SIZE], "little"), bytearray(piece[_SIZE:])
        while len(told) < size:
            while not self.connection.poll(_PATIENCE):
                if any(worker.exitcode is not None for worker in self._workers):
                    raise EOFError("a worker died while it told what it did")
            told += self.connection.recv_bytes()
        return ForkingPickler.loads(told)


class Results(SimpleQueue[Any]):
    """What a pool takes for its results; ``workers`` are its processes, as they begin."""

    def __init__(self, workers: Sequence[BaseProcess], ctx: SpawnContext) -> None:
        super().__init__(ctx=ctx)
        self._reader: Any = _Reader(self._reader, workers)

    def __getstate__(self) -> Any:
        state: Any = super().__getstate__()
        return (self._reader.connection, *state[1:])

    def put(self, obj: Any) -> None:
        """Tell a result."""
        told = memoryview(ForkingPickler.dumps(obj))
        first = _PIECE - _SIZE
        with self._wlock:  # type: ignore[attr-defined]
            self._writer.send_bytes(len(told).to_bytes(_SIZE, "little") + told[:first])  # type: ignore[attr-defined]
            for at in range(first, len(told), _PIECE):
                self._writer.send_bytes(told[at : at + _PIECE])  # type: ignore[attr-defined]
