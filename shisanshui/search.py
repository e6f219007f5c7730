"""The heaviest layout of a hand, by branch and bound.

*Weights* are ints by value (:mod:`shisanshui.valued`), one table a place; a layout weighs as much as its rows together.
Where a stronger row never weighs less, which holds for every house that comes with the package, the search stops at
rows that cannot lead to anything heavier; else it looks at every layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from common.jit import IntBuffer, IntTable, buffer, jit, table
from shisanshui.valued import NEAR, House, highest_beside, is_higher, number_of_three

__all__ = ["BESIDE", "Splits", "Weights", "heaviest", "splits"]


class Weights(NamedTuple):
    """Weights of rows by value."""

    front: IntTable
    """What a front weighs."""
    middle: IntTable
    """What a middle weighs."""
    back: IntTable
    """What a back weighs."""


class Splits(NamedTuple):
    """Of thirteen cards: what can lie beside a five; made by :func:`splits`."""

    fives: IntTable
    """By mask: the number of a five, as :func:`shisanshui.valued.value_fives` writes them."""
    beside: IntTable
    """``beside[BESIDE * five …]``: middles and fronts, three in an int: ``middle << 9 | front`` by their numbers, in
    twenty bits each; the first 56 of them count."""


BESIDE: Final = 19
"""How many ints tell what lies beside a five; they are packed to stay close to the processor."""


@cache
def splits() -> Splits:
    """The index tables, made once."""
    fives = list(combinations(range(13), 5))
    of_mask = [0] * (1 << 13)
    for nth, positions in enumerate(fives):
        of_mask[sum(1 << at for at in positions)] = nth

    def beside() -> Iterator[int]:
        for back in fives:
            left = [at for at in range(13) if at not in back]
            found = []
            for front in combinations(left, 3):
                middle = of_mask[sum(1 << at for at in left if at not in front)]
                found.append(middle << 9 | number_of_three(sum(1 << at for at in front)))
            found.append(0)
            for at in range(0, 57, 3):
                yield found[at] | found[at + 1] << 20 | found[at + 2] << 40

    return Splits(table(of_mask), table(beside()))


@jit
def _heaviest_of_13(
    house: House,
    index: Splits,
    weigh: Weights,
    fives: IntTable,
    threes: IntTable,
    high_fives: IntTable,
    high_threes: IntTable,
    out: IntBuffer,
) -> None:
    to_front, to_middle, to_back = weigh.front, weigh.middle, weigh.back
    shift, plain, strict = house.shift, house.plain, house.strict
    edges, near = (1 << shift) - 1, (1 << shift + NEAR) - 1
    most_front = to_front[min(high_threes[285] >> 16 | near, len(to_front) - 1)]
    numbers, beside = index.fives, index.beside
    middles, fronts = buffer(1287), buffer(286)
    for at in range(1287):
        middles[at] = to_middle[fives[at] >> 16]
    for at in range(286):
        fronts[at] = to_front[threes[at] >> 16]
    best = -(1 << 62)
    for x in range(1286, -1, -1):
        back = high_fives[x]
        weight, strength = to_back[back >> 16], back >> 16 + shift
        if plain:
            most = weight + to_middle[back >> 16 | edges]
            if most + most_front < best:
                # Fives are in order nearly: the search is over when even the highest near this one would not do.
                top = min(back >> 16 | near, len(to_back) - 1)
                if to_back[top] + to_middle[top] + most_front < best:
                    break
                continue
            if most + to_front[min(highest_beside(high_threes, back) >> 16 | near, len(to_front) - 1)] < best:
                continue
        word, at = 0, BESIDE * numbers[back & 0xFFFF]
        for nth in range(56):
            if nth % 3 == 0:
                word = beside[at]
                at += 1
            m, f = word >> 9 & 2047, word & 511
            word >>= 20
            weighs = weight + middles[m] + fronts[f]
            if weighs < best:
                continue
            middle, front = fives[m], threes[f]
            under = middle >> 16 + shift
            if under > strength or front >> 16 + shift > under or (strict and under == strength):
                continue
            if weighs > best or is_higher(front, middle, back, out):
                best = weighs
                out[0], out[1], out[2] = front, middle, back


@jit
def _heaviest_of_more(
    house: House, weigh: Weights, high_fives: IntTable, high_threes: IntTable, out: IntBuffer
) -> None:
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


@jit
def heaviest(
    house: House,
    index: Splits,
    weigh: Weights,
    fives: IntTable,
    threes: IntTable,
    high_fives: IntTable,
    high_threes: IntTable,
    out: IntBuffer,
) -> None:
    """Write the rows, front first, of the layout of the greatest weight that is no foul.

    Of layouts of equal weight the one with the higher rows is taken, front first, then by card numbers; so none is
    bettered by another in every row.  ``fives`` and ``threes`` stand by their numbers; the high ones ascend, those of
    thirteen cards nearly, by :func:`~shisanshui.valued.spread`.
    """
    if len(fives) == 1287:
        _heaviest_of_13(house, index, weigh, fives, threes, high_fives, high_threes, out)
    else:
        _heaviest_of_more(house, weigh, high_fives, high_threes, out)
