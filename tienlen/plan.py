"""How a holding goes in the fewest plays, or in the cheapest: primitives on ints.

A split of a holding is a set of plays that uses up each card once.  Ranks are walked from low to high; what is kept of
the ranks below is only how many straights and pair runs are still open and how long each is.  So every split is
weighed, exactly, without listing them: a rank adds a few states and not a factor.
"""

from __future__ import annotations

from common.jit import IntBuffer, IntTable, jit, lowest, popcount, space, table
from tienlen.combos import PAIR_RUN_FROM, STRAIGHT_FROM, TWO
from tienlen.moves import runs

__all__ = ["COSTS", "PAIR_RUNS", "SETS", "STRAIGHTS", "cheapest_split", "fewest_plays"]

SETS, STRAIGHTS, PAIR_RUNS = 0, 5 * 13, 5 * 13 + 13 * 13
"""Where costs stand: of ``width`` cards of a rank at ``SETS + 13 * width + rank`` (0 cards cost 0), of a run of
``length`` ranks at ``STRAIGHTS`` or ``PAIR_RUNS`` ``+ 13 * length + top rank``."""
COSTS = PAIR_RUNS + 13 * 13
"""How many costs there are."""

# Open runs as one int: three bits for the number of straights of each length, then two for that of pair runs.
_RUNS_AT = 36
_MOST_STATES = 512
_MOST_BRANCHES = 128
_ONES = table([0] * 13 + [1] * (COSTS - 13))


@jit
def fewest_plays(numbers: IntTable, holding: int) -> int:
    """The fewest plays that empty a holding of at most 13 cards when nobody else plays: 0 for no cards."""
    return cheapest_split(numbers, holding, _ONES)


@jit
def cheapest_split(numbers: IntTable, holding: int, costs: IntTable) -> int:
    """The least that a split of a holding of at most 13 cards costs, each play at its price in ``costs``."""
    straights = runs(holding, 1, numbers[STRAIGHT_FROM])
    pair_runs = runs(holding, 2, numbers[PAIR_RUN_FROM])
    if not straights:  # then there are no pair runs either, or they are all that can be open
        return _split(numbers, holding, costs, 0, pair_runs) if pair_runs else _sets(holding, costs)
    return _split(numbers, holding, costs, straights, pair_runs)


@jit
def _sets(holding: int, costs: IntTable) -> int:
    total = 0
    while holding:
        rank = lowest(holding) >> 2
        total += costs[SETS + 13 * popcount(holding >> 4 * rank & 15) + rank]
        holding &= ~(15 << 4 * rank)
    return total


@jit
def _split(numbers: IntTable, holding: int, costs: IntTable, straights: int, pair_runs: int) -> int:
    states, paid = space(_MOST_STATES), space(_MOST_STATES)
    fresh, fresh_paid = space(_MOST_STATES), space(_MOST_STATES)
    room = space(4 * _MOST_BRANCHES)
    states[0] = paid[0] = 0
    count = 1
    for rank in range(TWO):
        held = popcount(holding >> 4 * rank & 15)
        if held == 0 and count == 1 and states[0] == 0:
            continue
        pairs = held // 2 if pair_runs >> 4 * rank & 1 else 0
        ones = held if straights >> 4 * rank & 1 else 0
        found = 0
        for i in range(count):
            found = _walk(numbers, costs, rank, held, pairs, ones, states[i], paid[i], room, fresh, fresh_paid, found)
        states, fresh = fresh, states
        paid, fresh_paid = fresh_paid, paid
        count = found
    best = -1 << 60
    for i in range(count):
        total = _walk(numbers, costs, TWO, 0, 0, 0, states[i], paid[i], room, fresh, fresh_paid, 0)
        if total and (best == -1 << 60 or fresh_paid[0] < best):
            best = fresh_paid[0]
    return best + costs[SETS + 13 * popcount(holding >> 4 * TWO) + TWO]


@jit
def _walk(
    numbers: IntTable,
    costs: IntTable,
    rank: int,
    held: int,
    pairs: int,
    ones: int,
    state: int,
    so_far: int,
    room: IntBuffer,
    fresh: IntBuffer,
    fresh_paid: IntBuffer,
    found: int,
) -> int:
    """Every way to use the cards of one rank: open runs go on or end, others begin, the rest is a set."""
    room[0], room[1], room[2], room[3] = state, 0, held, so_far
    waiting = 1
    while waiting:
        waiting -= 1
        at = 4 * waiting
        left, grown, cards, total = room[at], room[at + 1], room[at + 2], room[at + 3]
        if left:
            bit = lowest(left)
            if bit < _RUNS_AT:
                width, length, step = 1, bit // 3 + 1, 3
                place, least, cost = bit - bit % 3, numbers[STRAIGHT_FROM], STRAIGHTS
            else:
                width, length, step = 2, (bit - _RUNS_AT) // 2 + 1, 2
                place, least, cost = bit - (bit - _RUNS_AT) % 2, numbers[PAIR_RUN_FROM], PAIR_RUNS
            opened = left >> place & (1 << step) - 1
            left ^= opened << place
            ending = costs[cost + 13 * length + rank - 1]
            for on in range(opened + 1) if length >= least else range(opened, opened + 1):
                if on * width <= cards:
                    room[at], room[at + 1] = left, grown + (on << place + step)
                    room[at + 2], room[at + 3] = cards - on * width, total + (opened - on) * ending
                    at += 4
                    waiting += 1
            continue
        for begun in range(min(pairs, cards // 2) + 1):
            for alone in range(min(ones, cards - 2 * begun) + 1):
                new = grown + alone + (begun << _RUNS_AT)
                price = total + costs[SETS + 13 * (cards - 2 * begun - alone) + rank]
                nth = 0
                while nth < found and fresh[nth] != new:
                    nth += 1
                if nth == found:
                    fresh[nth], fresh_paid[nth] = new, price
                    found += 1
                elif price < fresh_paid[nth]:
                    fresh_paid[nth] = price
    return found
