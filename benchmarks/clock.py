"""How long things take on one core, beside how fast this machine is at all.

Time is that of the processor: what others do on the machine is left out as far as it can be.
"""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["best_of", "calibration", "rate"]


def calibration() -> float:
    """Rounds a second of a plain Python loop: other figures are read beside it."""

    def loop() -> int:
        total = 0
        for number in range(1_000_000):
            total += number & 7
        return total

    return 1_000_000 / best_of(loop, 3)


def best_of(what: Callable[[], object], times: int, clock: Callable[[], float] = time.process_time) -> float:
    """Seconds of the fastest of so many tries: what else the machine did is left out."""
    found = []
    for _ in range(times):
        began = clock()
        what()
        found.append(clock() - began)
    return min(found)


def rate(what: Callable[[], int], times: int = 3) -> float:
    """Things a second, where ``what`` does as many as it returns; the fastest of so many tries."""
    best = 0.0
    for _ in range(times):
        began = time.process_time()
        done = what()
        best = max(best, done / (time.process_time() - began))
    return best
