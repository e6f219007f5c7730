"""The search through all layouts of a hand: every row valued once, and the layout of the greatest weight.

A row is one int, its *value* above its *mask*.  Bit ``i`` of the mask is the ``i``-th card of the hand in ascending
order, so of masks with one count of bits the larger holds the higher cards: masks settle ties by card number.  A value
is the strength, shifted by ``shift`` to make room for the edge where the house tells equal rows apart by suit; fouls
are told by strengths alone.

*Weights* are ints by value, one table a place; a layout weighs as much as its rows together.  Where a stronger row
never weighs less, which holds for every house that comes with the package, the search stops at rows that cannot lead to
anything heavier; else it looks at every layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from common.jit import IntBuffer, IntTable, buffer, jit, lowest, table
from shisanshui.rows import Scale, edge_of

__all__ = [
    "BESIDE",
    "SHIFT",
    "House",
    "Splits",
    "Weights",
    "ascend",
    "fives_of",
    "heaviest",
    "highest_beside",
    "is_higher",
    "number_of_three",
    "splits",
    "threes_of",
    "value_fives",
    "value_threes",
]

SHIFT = 3
"""The room for an edge."""
_DIGIT = 9  # bits that are sorted by at a time; two digits hold any value


class House(NamedTuple):
    """What tells rows apart in a house."""

    scale: Scale
    """The strengths of rows."""
    suits: IntTable
    """The table of suits, for edges."""
    shift: int
    """The room for edges in a value; 0 where suits never count."""
    strict: bool
    """Whether two rows of equal strength are a foul."""
    plain: bool
    """Whether no row is worth less than a weaker one at its place."""


class Weights(NamedTuple):
    """Weights of rows by value."""

    front: IntTable
    """What a front weighs."""
    middle: IntTable
    """What a middle weighs."""
    back: IntTable
    """What a back weighs."""


@jit
def fives_of(cards: int) -> int:
    """How many fives so many cards have."""
    return cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) // 120


@jit
def threes_of(cards: int) -> int:
    """How many threes so many cards have."""
    return cards * (cards - 1) * (cards - 2) // 6


@jit
def value_fives(house: House, shift: int, hand: IntTable, out: IntBuffer) -> None:
    """Write all fives of a hand in ascending order, with ``shift`` 0 by strength alone."""
    scale = house.scale
    step, bits, plain, suited = scale.step, scale.suits, scale.plain, scale.suited
    types, tops, suits = scale.types, scale.tops, house.suits
    n, at = len(hand), 0
    for a in range(n - 4):
        number_a, suit_a = step[hand[a]], bits[hand[a]]
        for b in range(a + 1, n - 3):
            number_b, suit_b = number_a + step[54 + hand[b]], suit_a & bits[hand[b]]
            mask_b = 1 << a | 1 << b
            for c in range(b + 1, n - 2):
                number_c, suit_c = number_b + step[108 + hand[c]], suit_b & bits[hand[c]]
                mask_c = mask_b | 1 << c
                for d in range(c + 1, n - 1):
                    number_d, suit_d = number_c + step[162 + hand[d]], suit_c & bits[hand[d]]
                    mask_d = mask_c | 1 << d
                    for e in range(d + 1, n):
                        number = number_d + step[216 + hand[e]]
                        value = suited[number] if suit_d & bits[hand[e]] else plain[number]
                        if shift:
                            own = (hand[a], hand[b], hand[c], hand[d], hand[e])
                            value = value << shift | edge_of(types, tops, suits, value, own)
                        out[at] = value << 16 | mask_d | 1 << e
                        at += 1


@jit
def value_threes(house: House, shift: int, hand: IntTable, out: IntBuffer) -> None:
    """Write all threes of a hand in ascending order, each at its :func:`number_of_three`."""
    scale, suits = house.scale, house.suits
    step, fronts, types, tops = scale.step, scale.front, scale.types, scale.tops
    at = 0
    for c in range(2, len(hand)):
        for b in range(1, c):
            number = step[54 + hand[b]] + step[108 + hand[c]]
            for a in range(b):
                value = fronts[number + step[hand[a]]]
                if shift:
                    value = value << shift | edge_of(types, tops, suits, value, (hand[a], hand[b], hand[c]))
                out[at] = value << 16 | 1 << a | 1 << b | 1 << c
                at += 1


@jit
def number_of_three(mask: int) -> int:
    """Where the three cards of a mask stand among all threes."""
    two = mask & (mask - 1)
    b, c = lowest(two), lowest(two & (two - 1))
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + lowest(mask)


@jit
def ascend(rows: IntBuffer) -> None:
    """Sort rows by value, the lowest first; equal ones in any order."""
    size = len(rows)
    room, starts = buffer(size), buffer(2 * (1 << _DIGIT) + 2)
    last = (1 << _DIGIT) - 1
    for row in rows:
        starts[(row >> 16 & last) + 1] += 1
        starts[(row >> 16 + _DIGIT) + 2 + last + 1] += 1
    for digit in range(last):
        starts[digit + 1] += starts[digit]
        starts[last + 2 + digit + 1] += starts[last + 2 + digit]
    for row in rows:
        digit = row >> 16 & last
        room[starts[digit]] = row
        starts[digit] += 1
    for row in room:
        digit = last + 2 + (row >> 16 + _DIGIT)
        rows[starts[digit]] = row
        starts[digit] += 1


@jit
def highest_beside(threes: IntTable, taken: int) -> int:
    """The highest front of cards that are not taken; ``threes`` ascend."""
    at = len(threes) - 1
    while threes[at] & taken & 0xFFFF:
        at -= 1
    return threes[at]


@jit
def is_higher(front: int, middle: int, back: int, before: IntTable) -> bool:
    """Whether of two layouts of equal weight the first is taken: by values, front first, then by card numbers."""
    if front >> 16 != before[0] >> 16:
        return front > before[0]
    if middle >> 16 != before[1] >> 16:
        return middle > before[1]
    if back >> 16 != before[2] >> 16:
        return back > before[2]
    if front != before[0]:
        return front > before[0]
    if middle != before[1]:
        return middle > before[1]
    return back > before[2]


class Splits(NamedTuple):
    """Of thirteen cards: what can lie beside a five; made by :func:`splits`."""

    fives: IntTable
    """By mask: the number of a five, as :func:`value_fives` writes them."""
    beside: IntTable
    """``beside[BESIDE * five …]``: middles and fronts, three in an int: ``middle << 9 | front`` by their numbers, in
    twenty bits each; the first 56 of them count."""


BESIDE = 19
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
    most_front = to_front[high_threes[285] >> 16]
    numbers, beside = index.fives, index.beside
    middles, fronts = buffer(1287), buffer(286)
    for at in range(1287):
        middles[at] = to_middle[fives[at] >> 16]
    for at in range(286):
        fronts[at] = to_front[threes[at] >> 16]
    best = -(1 << 62)
    top = 0  # the highest value of the back's strength
    for x in range(1286, -1, -1):
        back = high_fives[x]
        weight, strength = to_back[back >> 16], back >> 16 + shift
        if top >> shift != strength:
            top = back >> 16
        most = weight + to_middle[top]
        if plain and most + most_front < best:
            break
        if plain and most + to_front[highest_beside(high_threes, back) >> 16] < best:
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
    bettered by another in every row.  ``fives`` and ``threes`` stand by their numbers, the high ones ascend.
    """
    if len(fives) == 1287:
        _heaviest_of_13(house, index, weigh, fives, threes, high_fives, high_threes, out)
    else:
        _heaviest_of_more(house, weigh, high_fives, high_threes, out)
