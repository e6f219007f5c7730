"""The worst thirteen cards: with the most leads, with the most representatives, and the slowest to plan.

How many leads a holding has depends on how many cards it has of each rank: all such counts are gone through, with
Numba in a minute.  What is slowest to plan is searched for by climbing from many beginnings, in plain Python.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys

from benchmarks.clock import best_of
from common.jit import ENABLED, IntBuffer, IntTable, buffer, jit
from tienlen import load_ruleset
from tienlen.moves import MOST_BLOCKS, block_size, blocks, representative
from tienlen.plan import fewest_plays
from tienlen.rulebook import Rulebook, compile_rules

__all__ = ["main"]

BEGINNINGS, STEPS = 30, 400


@jit
def most(numbers: IntTable, representatives: bool, best: IntBuffer) -> int:
    """Go through all counts of thirteen cards by rank; into ``best`` the most plays and their mask."""
    out, taken = buffer(MOST_BLOCKS), buffer(14)
    looked, rank, left, holding = 0, 0, 13, 0
    taken[0] = -1
    while rank >= 0:
        if taken[rank] >= 0:
            left += taken[rank]
            holding &= ~(15 << 4 * rank)
        taken[rank] += 1
        if taken[rank] > 4 or taken[rank] > left:
            rank -= 1
            continue
        left -= taken[rank]
        holding |= ((1 << taken[rank]) - 1) << 4 * rank
        if rank < 12 and left:
            rank += 1
            taken[rank] = -1
            continue
        if left:
            continue
        looked += 1
        plays = 0
        for i in range(blocks(numbers, holding, 0, False, False, out)):
            if not representatives:
                plays += block_size(holding, out[i])
                continue
            nth = 0
            while representative(holding, out[i], nth):
                nth += 1
            plays += nth
        if plays > best[0]:
            best[0], best[1] = plays, holding
    return looked


def _named(book: Rulebook, mask: int) -> str:
    return " ".join(map(str, book.cards(mask)))


def _slowest(book: Rulebook) -> tuple[float, int]:
    """Microseconds and mask of the holding that takes longest to plan, as far as climbing finds it."""
    chance = random.Random(1)

    def cost(held: set[int]) -> tuple[float, int]:
        mask = sum(1 << bit for bit in held)
        return best_of(lambda: fewest_plays(book.numbers, mask), 3), mask

    found = (0.0, 0)
    for _ in range(BEGINNINGS):
        held = set(chance.sample(range(48), 13))
        now = cost(held)
        for _ in range(STEPS):
            other = set(held)
            for _ in range(chance.choice((1, 1, 2))):
                other.remove(chance.choice(sorted(other)))
            while len(other) < 13:
                other.add(chance.randrange(48))
            new = cost(other)
            if new > now:
                held, now = other, new
        found = max(found, now)
    seconds = best_of(lambda: fewest_plays(book.numbers, found[1]), 50)
    return 1e6 * seconds, found[1]


def main() -> None:
    """Search and print."""
    book = compile_rules(load_ruleset("meitian"))
    if not ENABLED:
        microseconds, mask = _slowest(book)
        print(f"slowest plan found: {microseconds:.0f} µs in plain Python: {_named(book, mask)}")
        return
    for what, representatives in (("leads", False), ("representatives", True)):
        best = buffer(2)
        looked = most(book.numbers, representatives, best)
        print(f"most {what} of {looked:,} counts by rank: {best[0]} with {_named(book, int(best[1]))}")
    sys.stdout.flush()
    subprocess.run([sys.executable, "-m", "benchmarks.worst"], env={**os.environ, "THIRTEEN_JIT": "0"}, check=True)


if __name__ == "__main__":
    main()
