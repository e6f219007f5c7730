"""Hands on other machines: a Dask cluster, by the address of its scheduler (``pip install 'thirteen[dask]'``).

The cluster's workers need the same version of this package, and of the bots that play.  A worker that is lost is no
matter: its hands are played again by another, and each is counted once.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from typing import Any, Final

from thirteen.games import ArenaError

__all__ = ["cluster"]

PATIENCE: Final = 10
"""For so many seconds a scheduler is waited for."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor for :func:`thirteen.arena.simulate`, and how many workers it has.

    Args:
        address: of the scheduler, such as ``tcp://10.0.0.5:8786``.

    Raises:
        ArenaError: where no scheduler answers, or Dask is not installed.
    """
    try:
        import distributed
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise ArenaError("a cluster needs Dask: pip install 'thirteen[dask]'") from None
    try:
        with suppress(NotImplementedError):  # not every way to a scheduler has a host
            get_address_host_port(address)
        connect: Any = distributed.Client
        client = connect(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        why = " ".join(str(error).split())
        raise ArenaError(f"no scheduler answers at {address[:80]!r}: {why[:200]}") from None
    with client:
        yield client.get_executor(pure=False), max(1, sum(client.nthreads().values()))
