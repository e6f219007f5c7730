"""The heaviest layout of a hand, by branch and bound.

*Weights* are ints by value (:mod:`shisanshui.valued`), one table a place; a layout weighs as much as its rows together.
The heaviest that is no foul goes to a buffer: its front, middle and back, as values and masks.  Of layouts of equal
weight the one with the higher rows is taken, front first, then by card numbers; so none is bettered by another in every
row.

What a row of at most some strength can weigh tells which rows cannot lead to anything heavier.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, chain, combinations
from typing import NamedTuple

from common.jit import IntBuffer, IntTable, buffer, highest, inlined, jit, table
from shisanshui.beside import BITS, FRONTS_OF_13, WORDS, beside, hold
from shisanshui.valued import (
    NEAR,
    House,
    highest_beside,
    is_higher,
    spread,
    value_fives,
    value_threes,
    with_edge,
)

__all__ = ["Splits", "Weights", "heaviest_of_13", "heaviest_of_more", "splits", "weights"]


class Weights(NamedTuple):
    """Weights of rows by value."""

    front: IntTable
    """What a front weighs."""
    middle: IntTable
    """What a middle weighs."""
    back: IntTable
    """What a back weighs."""
    most: IntTable
    """``most[strengths * place + strength]``: the most that a row of no greater strength weighs at a place."""


def weights(of_values: Sequence[Sequence[int]], shift: int) -> Weights:
    """The weights by value of front, middle and back, in a house with this room for edges."""
    front, middle, back = map(table, of_values)
    most = (list(accumulate(of, max))[(1 << shift) - 1 :: 1 << shift] for of in of_values)
    return Weights(front, middle, back, table(chain.from_iterable(most)))


class Splits(NamedTuple):
    """Of thirteen cards: which five is which; made by :func:`splits`."""

    fives: IntTable
    """By mask: the number of a five, as :func:`shisanshui.valued.value_fives` writes them."""


@cache
def splits() -> Splits:
    """The index table, made once."""
    of_mask = [0] * (1 << 13)
    for nth, five in enumerate(sorted(combinations(range(13), 5), key=lambda five: (five[1], five))):
        of_mask[sum(1 << at for at in five)] = nth
    return Splits(table(of_mask))


@jit
def _floor(most: IntTable, needed: int) -> int:
    """The least strength of a back that weighs as much as needed with a middle below it, if both weigh their most."""
    strengths = len(most) // 3
    low, high = 0, strengths
    while low < high:
        half = (low + high) >> 1
        if most[strengths + half] + most[2 * strengths + half] < needed:
            low = half + 1
        else:
            high = half
    return low


@jit
def _highest(rows: IntTable, out: IntBuffer) -> int:
    """Write the highest row alone; 1, as :func:`_reaching`."""
    top = rows[0]
    for row in rows:
        top = max(top, row)
    out[0] = top
    return 1


@jit
def _reaching(rows: IntTable, floor: int, out: IntBuffer) -> int:
    """Write the rows that are not below the floor, last ones first; how many."""
    count = 0
    for at in range(len(rows) - 1, -1, -1):
        out[count] = rows[at]
        count += rows[at] >= floor  # no branch: none could be foretold
    return count


@inlined
def heaviest_of_13(house: House, index: Splits, weigh: Weights, hand: IntTable, out: IntBuffer) -> None:
    """The heaviest layout of thirteen cards to ``out``.

    Rows are looked at by their strengths, which tell fouls, and by the most that rows of such strengths weigh; only
    what could be the heaviest is weighed with its edges.  A back and a front leave one middle.
    """
    numbers, most, strict = index.fives, weigh.most, house.strict
    strengths = len(most) // 3
    fives, threes = buffer(1287), buffer(FRONTS_OF_13)
    value_fives(house, hand, fives)
    value_threes(house, hand, threes)
    fronts, most_fronts, holders = buffer(FRONTS_OF_13), buffer(FRONTS_OF_13), buffer(13 * WORDS)
    spread(threes, NEAR, fronts)
    hold(fronts, holders)
    most_front = most[fronts[0] >> 16]
    for at in range(FRONTS_OF_13):
        most_front = max(most_front, most[fronts[at] >> 16])
        most_fronts[at] = most_front  # of this front and those before, not all of them lower
    backs = buffer(1287)
    best, floor = -(1 << 62), 0
    for stage in range(2):
        # The highest back comes first: it soon rules out most of the others.
        count = _reaching(fives, floor, backs) if stage else _highest(fives, backs)
        for nth in range(count):
            back = backs[nth]
            if back < floor:
                continue
            strength = back >> 16
            most_back = most[2 * strengths + strength]
            most_both = most_back + most[strengths + strength]
            for word in range(WORDS - 1, -1, -1):
                if most_both + most_fronts[min(BITS * word + BITS, FRONTS_OF_13) - 1] < best:
                    break
                free = beside(holders, word, back)
                while free:
                    bit = highest(free)
                    free ^= 1 << bit
                    most_front, front = most_fronts[BITS * word + bit], fronts[BITS * word + bit]
                    if most_both + most_front < best:
                        break
                    middle = fives[numbers[0x1FFF & ~(front | back)]]
                    under = middle >> 16
                    if under > strength or front >> 16 > under or (strict and under == strength):
                        continue
                    if most_back + most[strengths + under] + most_front < best:
                        continue
                    f = with_edge(house, hand, front)
                    m = with_edge(house, hand, middle)
                    b = with_edge(house, hand, back)
                    weighs = weigh.front[f >> 16] + weigh.middle[m >> 16] + weigh.back[b >> 16]
                    if weighs > best:
                        floor = _floor(most, weighs - most_fronts[FRONTS_OF_13 - 1]) << 16
                    if weighs > best or (weighs == best and is_higher(f, m, b, out)):
                        best = weighs
                        out[0], out[1], out[2] = f, m, b


@jit
def heaviest_of_more(house: House, weigh: Weights, high_fives: IntTable, high_threes: IntTable, out: IntBuffer) -> None:
    """The heaviest layout of more cards than thirteen to ``out``; the rows ascend by value.

    Where a stronger row may weigh less, which no house does that comes with the package, it looks at every layout.
    """
    to_front, to_middle, to_back = weigh.front, weigh.middle, weigh.back
    shift, plain, strict = house.shift, house.plain, house.strict
    most_front = to_front[high_threes[len(high_threes) - 1] >> 16]
    best = -(1 << 62)
    start = len(high_fives) - 1  # the highest five of the back's strength
    for x in range(len(high_fives) - 1, -1, -1):
        back = high_fives[x]
        weight, strength = to_back[back >> 16], back >> 16 + shift
        if high_fives[start] >> 16 + shift != strength:
            start = x
        most = weight + to_middle[high_fives[start] >> 16]
        if plain and most + most_front < best:
            break
        most_beside = to_front[highest_beside(high_threes, back) >> 16]
        if plain and most + most_beside < best:
            continue
        for y in range(start, -1, -1):
            middle = high_fives[y]
            if back & middle & 0xFFFF:
                continue
            both = weight + to_middle[middle >> 16]
            if plain and both + most_beside < best:
                break
            under = middle >> 16 + shift
            if under > strength or (strict and under == strength):
                continue
            for z in range(len(high_threes) - 1, -1, -1):
                front = high_threes[z]
                weighs = both + to_front[front >> 16]
                if weighs < best:
                    if plain:
                        break
                    continue
                if front & (back | middle) & 0xFFFF or front >> 16 + shift > under:
                    continue
                if weighs > best or is_higher(front, middle, back, out):
                    best = weighs
                    out[0], out[1], out[2] = front, middle, back
