"""What layouts are worth against opponents of the sample, counted exactly, and the layouts worth most.

Every expectation is an integer counted over :class:`~shisanshui.odds.Odds`; layouts worth the same are told apart by
their rows and then by card numbers, so every machine lays out alike.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from common.jit import IntBuffer, IntTable, buffer, highest, inlined, jit, popcount
from shisanshui.beside import BITS, FRONTS_OF_13, WORDS, beside, hold
from shisanshui.odds import FIELD, STEPS, UNIT, Odds, odds_for
from shisanshui.ranking import triples
from shisanshui.rulebook import Rulebook
from shisanshui.search import Splits, Weights, heaviest_of_13, heaviest_of_more, splits
from shisanshui.valued import (
    NEAR,
    House,
    ascend,
    fives_of,
    highest_beside,
    house_of,
    is_higher,
    spread,
    threes_of,
    value_fives,
    value_threes,
    with_edge,
)

__all__ = [
    "Tables",
    "additive_rows",
    "additive_rows_of_more",
    "best_rows",
    "better_rows_of_13",
    "better_rows_of_more",
    "judge",
    "tables",
    "tables_with",
]

_ONES: Final = 1 << 2 * FIELD | 1 << FIELD | 1
_GUARDS: Final = _ONES << FIELD - 1
_FREE: Final = _GUARDS - _ONES


class Tables(NamedTuple):
    """All that a policy of laying out reads: one house, one number of seats."""

    house: House
    """What tells rows apart."""
    order: IntTable
    """The triples of types, best first, for hints."""
    splits: Splits
    """Which five is which."""
    odds: Odds
    """What opponents lay."""


@lru_cache(maxsize=16)
def tables(book: Rulebook, seats: int) -> Tables:
    """The tables of a house at a table of so many seats."""
    return tables_with(book, odds_for(book, seats))


def tables_with(book: Rulebook, odds: Odds) -> Tables:
    """The tables of a house with these odds."""
    return Tables(house_of(book), triples(book), splits(), odds)


@inlined
def _worth(tables: Tables, front: int, middle: int, back: int) -> int:
    """The waters of all three rows of these values."""
    shift, types, waters = tables.house.shift, tables.house.scale.types, tables.odds.waters
    return waters[types[front >> shift]] + waters[10 + types[middle >> shift]] + waters[20 + types[back >> shift]]


@jit
def judge(tables: Tables, front: int, middle: int, back: int) -> int:
    """The score of a layout of these values: its expected waters from each opponent, in UNIT, times the sample's size.

    What others' specials collect is left out; it is the same for all layouts (``odds.cost``).
    """
    odds = tables.odds
    laid, hits, starts, floors, tops = odds.laid, odds.hits, odds.starts, odds.floors, odds.tops
    values = len(odds.steps) // 3
    f, m, b = odds.steps[front], odds.steps[values + middle], odds.steps[2 * values + back]
    at = (f * STEPS + m) * STEPS + b
    beaten, lost, ahead = odds.under[at], odds.over[at], 0
    # The layouts that lie in a step of this one's are looked at: in that of its front; in that of its middle, of these
    # the ones in other steps at the front; in that of its back, of these the ones in other steps at both.
    own = back << 2 * FIELD | middle << FIELD | front
    low, high, nth = own, own, f
    for place in range(3):
        above = low + _FREE
        for at in range(starts[nth], starts[nth + 1]):
            beaten += 1 if (above - laid[at]) & _GUARDS == _GUARDS else 0
            lost += hits[at] if (laid[at] + _FREE - high) & _GUARDS == _GUARDS else 0
        if place == 0:
            low, high, nth = low - front + floors[f], high - front + tops[f], STEPS + 1 + m
        else:
            low, high = low + (floors[STEPS + m] - middle << FIELD), high + (tops[STEPS + m] - middle << FIELD)
            nth = 2 * (STEPS + 1) + b
    if odds.majority:
        above = own + _FREE
        for at in range(starts[0], starts[STEPS]):
            won = popcount((above - laid[at]) & _GUARDS)
            lose = popcount((laid[at] + _FREE - own) & _GUARDS)
            ahead += (won > lose) - (won < lose)
    additive = odds.weigh.front[front] + odds.weigh.middle[middle] + odds.weigh.back[back]
    feats = _worth(tables, front, middle, back) * odds.feats[beaten]
    return UNIT * (additive + odds.majority * ahead) + feats - lost


@jit
def _valued(house: House, hand: IntTable, fives: IntBuffer, threes: IntBuffer) -> None:
    """All rows of a hand by value, at their numbers."""
    value_fives(house, hand, fives)
    value_threes(house, hand, threes)
    for at in range(len(fives)):
        fives[at] = with_edge(house, hand, fives[at])
    for at in range(len(threes)):
        threes[at] = with_edge(house, hand, threes[at])


@jit
def additive_rows_of_more(house: House, weigh: Weights, hand: IntTable, out: IntBuffer) -> None:
    """:func:`additive_rows` of more cards than thirteen."""
    fives, threes = buffer(fives_of(len(hand))), buffer(threes_of(len(hand)))
    _valued(house, hand, fives, threes)
    ascend(fives)
    ascend(threes)
    heaviest_of_more(house, weigh, hand, fives, threes, out)


@inlined
def additive_rows(house: House, index: Splits, weigh: Weights, hand: IntTable, out: IntBuffer) -> None:
    """The layout of the greatest weight: its front, middle and back go to ``out`` as value and mask.

    With the weights of the odds: the layout whose rows, each by itself, are worth most against the sample, as far as
    the hand's own cards tell what others hold.
    """
    if len(hand) == 13:
        heaviest_of_13(house, index, weigh, hand, out)
    else:
        additive_rows_of_more(house, weigh, hand, out)


@jit
def _best_of_13(tables: Tables, fives: IntTable, threes: IntTable, best: int, out: IntBuffer) -> int:
    house, odds, numbers = tables.house, tables.odds, tables.splits.fives
    shift, strict = house.shift, house.strict
    types, waters, steps, gains, losses = house.scale.types, odds.waters, odds.steps, odds.gains, odds.losses
    to_front, to_middle, to_back, most = odds.weigh.front, odds.weigh.middle, odds.weigh.back, odds.weigh.most
    values, strengths = len(steps) // 3, len(most) // 3
    fronts, holders = buffer(FRONTS_OF_13), buffer(13 * WORDS)
    spread(threes, NEAR + shift, fronts)
    hold(fronts, holders)
    # The most that a front or any before it brings: weight, waters, step.
    weighs_3, worths_3, steps_3 = buffer(FRONTS_OF_13), buffer(FRONTS_OF_13), buffer(FRONTS_OF_13)
    weighs_front, worth_front, step_front = to_front[fronts[0] >> 16], 0, 0
    for at in range(FRONTS_OF_13):
        value = fronts[at] >> 16
        weighs_front = max(weighs_front, to_front[value])
        worth_front = max(worth_front, waters[types[value >> shift]])
        step_front = max(step_front, steps[value] * STEPS * STEPS)
        weighs_3[at], worths_3[at], steps_3[at] = weighs_front, worth_front, step_front
    worths = buffer(10)  # by type of a back: the most waters of a middle
    for kind in range(10):
        worths[kind] = max(waters[10 + kind], worths[max(kind - 1, 0)])
    for x in range(len(fives) - 1, -1, -1):
        back = fives[x]
        strength = back >> 16 + shift
        weighs_back, worth_back = to_back[back >> 16], waters[20 + types[strength]]
        step_back = steps[2 * values + (back >> 16)]
        most_both, worth_both = weighs_back + most[strengths + strength], worth_back + worths[types[strength]]
        step_both = step_back + steps[values + (strength + 1 << shift) - 1] * STEPS
        for word in range(WORDS - 1, -1, -1):
            last = min(BITS * word + BITS, FRONTS_OF_13) - 1
            at = step_both + steps_3[last]
            if UNIT * (most_both + weighs_3[last]) + (worth_both + worths_3[last]) * gains[at] - losses[at] < best:
                break
            free = beside(holders, word, back)
            while free:
                bit = highest(free)
                free ^= 1 << bit
                nth = BITS * word + bit
                at = step_both + steps_3[nth]
                if UNIT * (most_both + weighs_3[nth]) + (worth_both + worths_3[nth]) * gains[at] - losses[at] < best:
                    break
                front = fronts[nth]
                middle = fives[numbers[0x1FFF & ~(front | back)]]
                under = middle >> 16 + shift
                if under > strength or front >> 16 + shift > under or (strict and under == strength):
                    continue
                weighs = weighs_back + to_middle[middle >> 16] + to_front[front >> 16]
                worth = worth_back + waters[10 + types[under]] + waters[types[front >> 16 + shift]]
                at = step_back + steps[values + (middle >> 16)] * STEPS + steps[front >> 16] * STEPS * STEPS
                if UNIT * weighs + worth * gains[at] - losses[at] < best:
                    continue
                score = judge(tables, front >> 16, middle >> 16, back >> 16)
                if score > best or (score == best and is_higher(front, middle, back, out)):
                    best = score
                    out[0], out[1], out[2] = front, middle, back
    return best


@jit
def _best_of_more(tables: Tables, high_fives: IntTable, high_threes: IntTable, best: int, out: IntBuffer) -> int:
    house, odds = tables.house, tables.odds
    shift, plain, strict = house.shift, house.plain, house.strict
    types, waters, steps, gains, losses = house.scale.types, odds.waters, odds.steps, odds.gains, odds.losses
    to_front, to_middle, to_back = odds.weigh.front, odds.weigh.middle, odds.weigh.back
    values = len(steps) // 3
    start = len(high_fives) - 1  # the highest five of the back's strength
    for x in range(len(high_fives) - 1, -1, -1):
        back = high_fives[x]
        strength = back >> 16 + shift
        if high_fives[start] >> 16 + shift != strength:
            start = x
        weighs_back, worth_back = to_back[back >> 16], waters[20 + types[strength]]
        step_back = steps[2 * values + (back >> 16)]
        high = highest_beside(high_threes, back) >> 16
        weighs_high, worth_high, step_high = to_front[high], waters[types[high >> shift]], steps[high] * STEPS * STEPS
        if plain:
            top = high_fives[start] >> 16
            at = step_back + steps[values + top] * STEPS + step_high
            worth = worth_back + worth_high + waters[10 + types[strength]]
            if UNIT * (weighs_back + weighs_high + to_middle[top]) + worth * gains[at] - losses[at] < best:
                continue
        for y in range(start, -1, -1):
            middle = high_fives[y]
            if back & middle & 0xFFFF:
                continue
            under = middle >> 16 + shift
            both = weighs_back + to_middle[middle >> 16]
            worth = worth_back + waters[10 + types[under]]
            step = step_back + steps[values + (middle >> 16)] * STEPS
            at = step + step_high
            if plain and UNIT * (both + weighs_high) + (worth + worth_high) * gains[at] - losses[at] < best:
                break
            if under > strength or (strict and under == strength):
                continue
            for z in range(len(high_threes) - 1, -1, -1):
                front = high_threes[z]
                at = step + steps[front >> 16] * STEPS * STEPS
                worth_all = worth + waters[types[front >> 16 + shift]]
                if UNIT * (both + to_front[front >> 16]) + worth_all * gains[at] - losses[at] < best:
                    if plain:
                        break
                elif not front & (back | middle) & 0xFFFF and front >> 16 + shift <= under:
                    score = judge(tables, front >> 16, middle >> 16, back >> 16)
                    if score > best or (score == best and is_higher(front, middle, back, out)):
                        best = score
                        out[0], out[1], out[2] = front, middle, back
    return best


@jit
def better_rows_of_13(tables: Tables, hand: IntTable, out: IntBuffer) -> int:
    """From a layout of thirteen cards in ``out`` to the one of the highest score, and its score."""
    fives, threes = buffer(fives_of(13)), buffer(threes_of(13))
    _valued(tables.house, hand, fives, threes)
    best = judge(tables, out[0] >> 16, out[1] >> 16, out[2] >> 16)
    return _best_of_13(tables, fives, threes, best, out)


@jit
def better_rows_of_more(tables: Tables, hand: IntTable, out: IntBuffer) -> int:
    """:func:`better_rows_of_13` of more cards than thirteen."""
    fives, threes = buffer(fives_of(len(hand))), buffer(threes_of(len(hand)))
    _valued(tables.house, hand, fives, threes)
    ascend(fives)
    ascend(threes)
    best = judge(tables, out[0] >> 16, out[1] >> 16, out[2] >> 16)
    return _best_of_more(tables, fives, threes, best, out)


@jit
def best_rows(tables: Tables, hand: IntTable, out: IntBuffer) -> int:
    """The layout of the highest score, to ``out`` like :func:`additive_rows`, and its score; ties as there.

    Branch and bound, from the additive layout on.  By steps of the values of its rows (``odds.steps``) it is known what
    a layout's score cannot exceed; only what could be the best is counted out.  The same, asked of the most that fronts
    and middles bring, tells which need not be looked at.
    """
    additive_rows(tables.house, tables.splits, tables.odds.weigh, hand, out)
    return better_rows_of_13(tables, hand, out) if len(hand) == 13 else better_rows_of_more(tables, hand, out)
