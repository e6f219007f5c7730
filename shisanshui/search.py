"""The heaviest layout of a hand, by branch and bound.

*Weights* are ints by value (:mod:`shisanshui.valued`), one table a place; a layout weighs as much as its rows together.
The heaviest that is no foul goes to a buffer: its front, middle and back, as values and masks.  Of layouts of equal
weight the one with the higher rows is taken, front first, then by card numbers; so none is bettered by another in every
row.

Weights may have *moves*: what a row weighs more for each card of a rank that the hand holds.  So the same row can weigh
more in one hand than in another.

What a row of at most some strength can weigh tells which rows cannot lead to anything heavier.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, chain, combinations
from typing import Final, NamedTuple

from common.jit import IntBuffer, IntTable, buffer, highest, inlined, jit, space, table
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

__all__ = ["RANKS", "Splits", "Weights", "heaviest_of_13", "heaviest_of_more", "splits", "unmoved", "weights"]

RANKS: Final = 13
"""A move is told for each of so many ranks; jokers move nothing."""
BLOCK: Final = 8
"""Of strengths that differ in so many low bits alone it is told together what they can be moved by."""


class Weights(NamedTuple):
    """Weights of rows by value."""

    front: IntTable
    """What a front weighs."""
    middle: IntTable
    """What a middle weighs."""
    back: IntTable
    """What a back weighs."""
    most: IntTable
    """``most[strengths * place + strength]``: the most that a row of no greater strength weighs at a place, moves left
    aside."""
    moves: IntTable
    """``moves[RANKS * (strengths * place + strength) + rank]``: what it weighs more for each card of a rank held; or
    nothing at all, where it makes no difference what is held."""
    peaks: IntTable
    """``peaks[RANKS * (blocks * place + block) + rank]``: the most of the moves in a block of 1 << BLOCK strengths."""


def weights(of_values: Sequence[Sequence[int]], shift: int, moves: Sequence[Sequence[int]] = ()) -> Weights:
    """The weights of front, middle and back: by value, in a house with this room for edges, and the moves of each."""
    front, middle, back = map(table, of_values)
    most = (list(accumulate(of, max))[(1 << shift) - 1 :: 1 << shift] for of in of_values)
    size = RANKS << BLOCK
    peaks = [
        max(of[start + rank : start + size : RANKS])
        for of in moves
        for start in range(0, len(of), size)
        for rank in range(RANKS)
    ]
    every = chain.from_iterable
    return Weights(front, middle, back, table(every(most)), table(every(moves)), table(peaks))


def unmoved(weigh: Weights) -> Weights:
    """The same weights without moves."""
    return weigh._replace(moves=table(()), peaks=table(()))


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


@inlined
def _count(weigh: Weights, hand: IntTable, held: IntBuffer, ahead: IntBuffer) -> None:
    """Write how many cards of each rank are held, and how far ``most`` must be raised, block by block, to be the most
    that rows weigh in this hand: fronts, middles, and backs with their middles."""
    most, peaks, blocks = weigh.most, weigh.peaks, len(ahead) // 3
    strengths = len(most) // 3
    for card in hand:
        if card < 4 * RANKS:
            held[card >> 2] += 1
    before = 0  # the most that rows of the blocks before weigh
    for at in range(len(peaks) // RANKS):
        place, block, more = at // blocks, at % blocks, 0
        for rank in range(RANKS):
            more += held[rank] * peaks[RANKS * at + rank]
        first, last = strengths * place + (block << BLOCK), strengths * place + min(block + 1 << BLOCK, strengths) - 1
        if block:
            more = max(more, before - most[first])
        before = most[last] + more
        ahead[at] = more + (ahead[at - blocks] if place == 2 else 0)


@jit
def _moved(moves: IntTable, held: IntTable, front: int, middle: int, back: int) -> int:
    """What rows weigh more in a hand that holds so many cards of each rank."""
    strengths = len(moves) // (3 * RANKS)
    front *= RANKS
    middle = (middle + strengths) * RANKS
    back = (back + 2 * strengths) * RANKS
    more = 0
    for rank in range(RANKS):
        more += held[rank] * (moves[front + rank] + moves[middle + rank] + moves[back + rank])
    return more


@inlined
def _floor(most: IntTable, ahead: IntTable, needed: int) -> int:
    """The least strength of a back that weighs as much as needed with a middle below it, if both weigh their most."""
    strengths = len(most) // 3
    backs = 2 * (len(ahead) // 3)
    low, high = 0, strengths
    while low < high:
        half = (low + high) >> 1
        if most[strengths + half] + most[2 * strengths + half] + ahead[backs + (half >> BLOCK)] < needed:
            low = half + 1
        else:
            high = half
    return low


@inlined
def _highest(rows: IntTable, out: IntBuffer) -> int:
    """Write the highest row alone; 1, as :func:`_reaching`."""
    top = rows[0]
    for row in rows:
        top = max(top, row)
    out[0] = top
    return 1


@inlined
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
    numbers, most, moves, strict = index.fives, weigh.most, weigh.moves, house.strict
    strengths = len(most) // 3
    blocks = ((strengths - 1) >> BLOCK) + 1
    held, ahead = buffer(RANKS), buffer(3 * blocks)
    _count(weigh, hand, held, ahead)
    fives, threes = space(1287), space(FRONTS_OF_13)
    value_fives(house, hand, fives)
    value_threes(house, hand, threes)
    fronts, most_fronts, holders = space(FRONTS_OF_13), space(FRONTS_OF_13), space(13 * WORDS)
    spread(threes, NEAR, fronts)
    hold(fronts, holders)
    most_front = most[fronts[0] >> 16] + ahead[fronts[0] >> 16 + BLOCK]
    for at in range(FRONTS_OF_13):
        most_front = max(most_front, most[fronts[at] >> 16] + ahead[fronts[at] >> 16 + BLOCK])
        most_fronts[at] = most_front  # of this front and those before, not all of them lower
    backs = space(1287)
    best, floor = -(1 << 62), 0
    for stage in range(2):
        # The highest back comes first: it soon rules out most of the others.
        count = _reaching(fives, floor, backs) if stage else _highest(fives, backs)
        for nth in range(count):
            back = backs[nth]
            if back < floor:
                continue
            strength = back >> 16
            most_back = most[2 * strengths + strength] + ahead[2 * blocks + (strength >> BLOCK)]
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
                    if len(moves):
                        weighs += _moved(moves, held, front >> 16, under, strength)
                    if weighs > best:
                        floor = _floor(most, ahead, weighs - most_fronts[FRONTS_OF_13 - 1]) << 16
                    if weighs > best or (weighs == best and is_higher(f, m, b, out)):
                        best = weighs
                        out[0], out[1], out[2] = f, m, b


@jit
def heaviest_of_more(
    house: House, weigh: Weights, hand: IntTable, high_fives: IntTable, high_threes: IntTable, out: IntBuffer
) -> None:
    """The heaviest layout of more cards than thirteen to ``out``; the rows ascend by value."""
    to_front, to_middle, to_back, most, moves = weigh.front, weigh.middle, weigh.back, weigh.most, weigh.moves
    shift, strict, strengths = house.shift, house.strict, len(most) // 3
    blocks = ((strengths - 1) >> BLOCK) + 1
    held, ahead = buffer(RANKS), buffer(3 * blocks)
    _count(weigh, hand, held, ahead)
    front = high_threes[len(high_threes) - 1] >> 16 + shift
    most_front = most[front] + ahead[front >> BLOCK]
    best = -(1 << 62)
    start = len(high_fives) - 1  # the highest five of the back's strength
    for x in range(len(high_fives) - 1, -1, -1):
        back = high_fives[x]
        strength = back >> 16 + shift
        if high_fives[start] >> 16 + shift != strength:
            start = x
        most_back = most[2 * strengths + strength] + ahead[2 * blocks + (strength >> BLOCK)]
        most_both = most_back + most[strengths + strength]
        if most_both + most_front < best:
            break
        front = highest_beside(high_threes, back) >> 16 + shift
        most_beside = most[front] + ahead[front >> BLOCK]
        if most_both + most_beside < best:
            continue
        for y in range(start, -1, -1):
            middle = high_fives[y]
            if back & middle & 0xFFFF:
                continue
            under = middle >> 16 + shift
            most_both = most_back + most[strengths + under]
            if most_both + most_beside < best:
                break
            if under > strength or (strict and under == strength):
                continue
            both = to_back[back >> 16] + to_middle[middle >> 16]
            for z in range(len(high_threes) - 1, -1, -1):
                front = high_threes[z]
                lowest = front >> 16 + shift
                if most_both + most[lowest] + ahead[lowest >> BLOCK] < best:
                    break
                if front & (back | middle) & 0xFFFF or lowest > under:
                    continue
                weighs = both + to_front[front >> 16]
                if len(moves):
                    weighs += _moved(moves, held, lowest, under, strength)
                if weighs > best or (weighs == best and is_higher(front, middle, back, out)):
                    best = weighs
                    out[0], out[1], out[2] = front, middle, back
