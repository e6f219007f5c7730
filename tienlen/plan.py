"""How a holding goes in the fewest plays, or in the cheapest: primitives on ints.

A split of a holding is a set of plays that uses up each card once.  Ranks are walked from low to high; at each, runs
that begin there take their cards, and the cards of that rank left over are a set.  What is kept of the ranks below is
only how many cards of each rank are left, and the least that was paid for it.  So every split is weighed, exactly,
without listing them: a rank adds a few states and not a factor.
"""

from __future__ import annotations

from common.jit import IntTable, jit, lowest, space, table
from tienlen.combos import PAIR_RUN_FROM, STRAIGHT_FROM, TWO
from tienlen.moves import runs

__all__ = ["COSTS", "PAIR_RUNS", "SETS", "STRAIGHTS", "cheapest_split", "fewest_plays"]

SETS, STRAIGHTS, PAIR_RUNS = 0, 5 * 13, 5 * 13 + 13 * 13
"""Where costs stand: of ``width`` cards of a rank at ``SETS + 13 * width + rank`` (0 cards cost 0), of a run of
``length`` ranks at ``STRAIGHTS`` or ``PAIR_RUNS`` ``+ 13 * length + top rank``."""
COSTS = PAIR_RUNS + 13 * 13
"""How many costs there are."""

# Thirteen cards, with runs of three ranks or more, leave at most 25 different states above a rank, and at most 61 ways
# of beginning runs at one.
_MOST_STATES = 64
_ODD_BITS, _LOW_PAIRS = 0x5555555555555, 0x3333333333333
_ONES = table([0] * 13 + [1] * (COSTS - 13))


@jit
def _sets(counts: int, costs: IntTable) -> int:
    """What these cards cost where each rank is one set."""
    total = 0
    while counts:
        at = lowest(counts) & ~3
        total += costs[SETS + 13 * (counts >> at & 15) + (at >> 2)]
        counts &= ~(15 << at)
    return total


@jit
def cheapest_split(numbers: IntTable, holding: int, costs: IntTable) -> int:
    """The least that a split of a holding of at most 13 cards costs, each play at its price in ``costs``."""
    straights = runs(holding, 1, numbers[STRAIGHT_FROM])
    starts = straights | runs(holding, 2, numbers[PAIR_RUN_FROM])
    # How many cards of each rank, in its four bits.
    counts = holding - (holding >> 1 & _ODD_BITS)
    counts = (counts & _LOW_PAIRS) + (counts >> 2 & _LOW_PAIRS)
    if not starts:
        return _sets(counts, costs)
    # Three ints for each state: the cards left, what was paid, the last run begun at this rank.
    states, fresh = space(3 * _MOST_STATES), space(3 * _MOST_STATES)
    below = (starts & -starts) - 1
    states[0], states[1], states[2] = counts & ~below, _sets(counts & below, costs), 0
    size = 3
    while starts:
        at = lowest(starts)
        starts &= starts - 1
        # What stands between this rank and the next where runs begin is sets once those that begin here are chosen.
        above = (starts & -starts) - 1 if starts else -1
        found = nth = 0
        while nth < size:
            left, paid, last = states[nth], states[nth + 1], states[nth + 2]
            nth += 3
            for width in range(1, 3):
                least = numbers[STRAIGHT_FROM if width == 1 else PAIR_RUN_FROM]
                prices = (STRAIGHTS if width == 1 else PAIR_RUNS) + (at >> 2) - 1
                run, length = 0, 0
                while at + 4 * length < 4 * TWO and left >> at + 4 * length & 15 >= width:
                    run |= width << at + 4 * length
                    length += 1
                    if length >= least and width << 4 | length >= last:
                        states[size], states[size + 1] = left - run, paid + costs[prices + 14 * length]
                        states[size + 2] = width << 4 | length
                        size += 3
            paid += _sets(left & above, costs)
            left &= ~above
            same = 0
            while same < found and fresh[same] != left:
                same += 3
            if same == found:
                fresh[same], fresh[same + 1] = left, paid
                found += 3
            elif paid < fresh[same + 1]:
                fresh[same + 1] = paid
        for nth in range(0, found, 3):
            states[nth], states[nth + 1], states[nth + 2] = fresh[nth], fresh[nth + 1], 0
        size = found
    return states[1]


@jit
def fewest_plays(numbers: IntTable, holding: int) -> int:
    """The fewest plays that empty a holding of at most 13 cards when nobody else plays: 0 for no cards."""
    return cheapest_split(numbers, holding, _ONES)
