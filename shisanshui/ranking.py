"""The best layout of a hand for each triple of types, in the order of hints (SS-8.2, SS-8.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from common.jit import IntBuffer, IntTable, buffer, highest, inlined, jit, table
from shisanshui.rows import Place, RowType, Scale
from shisanshui.rulebook import Rulebook
from shisanshui.valued import (
    FRONTS,
    House,
    ascend,
    fives_of,
    number_of_three,
    threes_of,
    value_fives,
    value_threes,
)

__all__ = ["MOST_HINTS", "ranked", "triples"]

_TRIPLES: Final = tuple(
    (back, middle, front) for back in RowType for middle in RowType for front in FRONTS if back >= middle >= front
)
MOST_HINTS: Final = len(_TRIPLES)
"""No hand has more hints: so many triples of types there are that can be no foul."""


@lru_cache(maxsize=64)
def triples(book: Rulebook) -> IntTable:
    """All triples of types, the best first (SS-8.2): ``100 * back + 10 * middle + place of the front's type``."""

    def merit(triple: tuple[RowType, RowType, RowType]) -> tuple[object, ...]:
        back, middle, front = triple
        laid = ((Place.BACK, back), (Place.MIDDLE, middle), (Place.FRONT, front))
        above = [int(book.waters[10 * place + kind]) - 1 for place, kind in laid]
        told = (RowType.FIVE_OF_A_KIND, RowType.STRAIGHT_FLUSH, RowType.QUADS)
        return (
            sum(above),
            sum(units > 0 for units in above),
            *(triple.count(kind) for kind in told),
            front is RowType.TRIPS,
            middle is RowType.FULL_HOUSE,
            triple,
        )

    best_first = sorted(_TRIPLES, key=merit, reverse=True)
    return table(100 * back + 10 * middle + FRONTS.index(front) for back, middle, front in best_first)


@jit
def _best_front(types: IntTable, patterns: IntTable, threes: IntTable, left: int, front: int, most: int) -> int:
    """The best front of a type among the cards left, up to a strength; -1 if there is none.

    ``part << 16 | mask``, the part being what such fronts are told apart by: high cards by their strength, others by
    their pattern.
    """
    kind = front + (front >> 1)  # high card 0, pair 1, trips 3
    best = -1
    high = left
    while high:
        top = high & -high
        high ^= top
        mid = left & (top - 1)
        while mid:
            second = mid & -mid
            mid ^= second
            low = left & (second - 1)
            while low:
                third = low & -low
                low ^= third
                mask = top | second | third
                strength = threes[number_of_three(mask)] >> 16
                if types[strength] == kind and strength <= most:
                    part = patterns[strength] if kind else strength
                    best = max(best, part << 16 | mask)
    return best


@inlined
def _fitting_front(
    types: IntTable,
    patterns: IntTable,
    forms: IntTable,
    threes: IntTable,
    known: IntBuffer,
    left: int,
    front: int,
    middle_type: int,
    of_middle: int,
    least: int,
) -> int:
    """The best front of a type under a middle of this strength, as :func:`_best_front` tells it.

    -1 if none has a part of ``least`` or more.  Under a high-card middle the part of a high-card front also tells the
    middle's loose cards (SS-8.3).
    """
    kind = front + (front >> 1)
    if len(known):
        at = 3 * left + front
        if known[at] == 0:
            known[at] = _best_front(types, patterns, threes, left, front, 1 << 14)
        laid = known[at]
        if laid < 0:
            return -1
        strength = threes[number_of_three(laid & 0xFFFF)] >> 16 if kind == middle_type else 0
    else:
        strength = threes[number_of_three(left)] >> 16
        if types[strength] != kind:
            return -1
        laid = (patterns[strength] if kind else strength) << 16 | left
    beside = 0
    if kind == 0 and middle_type == 0:  # the middle's highest card, the front, the middle's others
        beside = (forms[of_middle] >> 16 & 15) << 28 | of_middle
        if beside | min(laid >> 16, of_middle) << 14 < least:
            return -1
    elif laid >> 16 < least:
        return -1
    if kind == middle_type and strength > of_middle:
        laid = _best_front(types, patterns, threes, left, front, of_middle) if len(known) else -1
        if laid < 0:
            return -1
    if beside:
        return (beside | laid >> 16 << 14) << 16 | (laid & 0xFFFF)
    return laid


@inlined
def _high_bound(threes: IntTable, hand: IntTable, left: int, middle_type: int) -> int:
    """A bound for the parts of high-card fronts from these cards, middle and front taken together.

    Under a high-card middle, that has the highest card and the front the next ones, as if nothing stood against it.
    """
    top = highest(left)
    if middle_type == 0:
        left ^= 1 << top
    first = highest(left)
    left &= (1 << first) - 1
    while left and hand[highest(left)] >> 2 == hand[first] >> 2:
        left ^= 1 << highest(left)
    if left == 0:
        return -1
    second = highest(left)
    while left and hand[highest(left)] >> 2 == hand[second] >> 2:
        left ^= 1 << highest(left)
    if left == 0 or hand[first] >= 52:  # jokers never are a high card
        return 1 << 40
    part = threes[number_of_three(1 << first | 1 << second | 1 << highest(left))] >> 16
    if middle_type == 0:
        return ((hand[top] >> 2) + 1) << 28 | part << 14 | 0x3FFF
    return part


@jit
def _group_start(patterns: IntTable, fives: IntTable, end: int, start: int) -> int:
    """Where the rows begin that have the pattern of the one before ``end``."""
    pattern = patterns[fives[end - 1] >> 16]
    at = end - 1
    while at > start and patterns[fives[at - 1] >> 16] == pattern:
        at -= 1
    return at


@jit
def _search(
    scale: Scale,
    strict: bool,
    hand: IntTable,
    fives: IntTable,
    threes: IntTable,
    starts: IntTable,
    back_type: int,
    middle_type: int,
    wanted: int,
    known: IntBuffer,
    parts: IntBuffer,
    out: IntBuffer,
) -> None:
    """The best layouts with these types of back and middle, one for each type of front in the bits of ``wanted``.

    ``fives`` ascend and ``starts`` tells where each type begins; ``known`` keeps the best fronts by the cards left, and
    is empty where but three are left; ``parts`` is room.  The masks of front, middle and back go to ``out``, 16 bits
    each, by front; -1 where there is none.
    """
    everything = (1 << len(hand)) - 1
    types, patterns, forms = scale.types, scale.patterns, scale.forms
    for front in range(3):
        parts[front], out[front] = -1, -1
    back_end = starts[back_type + 1]
    while back_end > starts[back_type] and wanted:
        back_start = _group_start(patterns, fives, back_end, starts[back_type])
        middle_end = starts[middle_type + 1] if middle_type < back_type else back_end
        while middle_end > starts[middle_type] and wanted:
            middle_start = _group_start(patterns, fives, middle_end, starts[middle_type])
            for nth in range(back_end - back_start):
                # Loose cards that are low leave most to the others; but over high cards only a high card can lie.
                back = fives[back_start + nth if back_type else back_end - 1 - nth]
                active = wanted
                others = everything & ~(back & 0xFFFF)
                if middle_type == 0 and len(hand) == 13:
                    top = hand[highest(others)] >> 2
                    if top == 13 or (back_type == 0 and top > hand[highest(back & 0xFFFF)] >> 2):
                        continue  # what lies there is higher than a high card, or than this back
                if wanted & 1 and parts[0] > 0:
                    bound = _high_bound(threes, hand, others, middle_type)
                    if bound < parts[0]:
                        active = wanted & 6
                        if active == 0:
                            continue
                for m in range(middle_end - 1, middle_start - 1, -1):
                    middle = fives[m]
                    if back & middle & 0xFFFF:
                        continue
                    of_middle = middle >> 16
                    if middle_type == 0 and (forms[of_middle] >> 16 & 15) < parts[0] >> 28:
                        break
                    if of_middle > back >> 16 or (strict and of_middle == back >> 16):
                        continue
                    left = everything & ~(back | middle)
                    for front in range(3):
                        if not active >> front & 1:
                            continue
                        laid = _fitting_front(
                            types, patterns, forms, threes, known, left, front, middle_type, of_middle, parts[front]
                        )
                        if laid < 0:
                            continue
                        masks = (laid & 0xFFFF) << 32 | (middle & 0xFFFF) << 16 | (back & 0xFFFF)
                        if laid >> 16 > parts[front] or masks > out[front]:
                            parts[front], out[front] = laid >> 16, masks
            for front in range(3):
                if out[front] >= 0:
                    wanted &= ~(1 << front)
            middle_end = middle_start
        back_end = back_start


@inlined
def _possible(hand: IntTable, back_type: int, middle_type: int) -> int:
    """The types of front, as bits, that the ranks of a hand may allow beside these types; others are impossible.

    A row has so many cards more than ranks, the hand at most as many as all its ranks are held more than once; and a
    rank held more than three times is twice in some row.
    """
    more, least, held, last, jokers = 0, 0, 0, -1, 0
    for card in hand:
        if card >= 52:
            jokers += 1
            continue
        held = held + 1 if card >> 2 == last else 1
        last = card >> 2
        more += held > 1
        least += held > 3
    least -= len(hand) - 13
    # By type, three bits each: a pair has one card more than ranks, five of a kind four.
    beside = (0o4033002210 >> 3 * back_type & 7) + (0o4033002210 >> 3 * middle_type & 7)
    possible = 0
    for front in range(3):
        under = front + (front >> 1) <= middle_type
        if under and beside + front <= more + jokers and (beside + front >= least or back_type > 4):
            possible |= 1 << front
    return possible


@inlined
def ranked(house: House, order: IntTable, hand: IntTable, out: IntBuffer) -> int:
    """Lay out a hand in ascending order in its best ways, one for each triple of types; how many there are.

    ``order`` is from :func:`triples`; the masks of front, middle and back go to ``out``, three for each layout, and
    there are no more than it has room for.
    """
    scale, strict, n = house.scale, house.strict, len(hand)
    fives = buffer(fives_of(n))
    value_fives(house, hand, fives)
    ascend(fives)
    starts = buffer(11)
    for each in fives:
        starts[scale.types[each >> 16] + 1] += 1
    for kind in range(10):
        starts[kind + 1] += starts[kind]
    threes = buffer(threes_of(n))
    value_threes(house, hand, threes)
    fronts = 0
    for each in threes:
        kind = scale.types[each >> 16]
        fronts |= 1 << kind - (kind >> 1)
    known = buffer(3 << n if n > 13 else 0)
    searched, results, parts, laid = buffer(100), buffer(300), buffer(3), buffer(3)
    found = 0
    for code in order:
        pair, front = code // 10, code % 10
        back_type, middle_type = pair // 10, pair % 10
        if not fronts >> front & 1:
            continue
        if not searched[pair]:
            searched[pair] = 1
            wanted = fronts & _possible(hand, back_type, middle_type)
            _search(scale, strict, hand, fives, threes, starts, back_type, middle_type, wanted, known, parts, laid)
            for each in range(3):
                results[3 * pair + each] = laid[each]
        masks = results[3 * pair + front]
        if masks >= 0:
            out[3 * found], out[3 * found + 1], out[3 * found + 2] = masks >> 32, masks >> 16 & 0xFFFF, masks & 0xFFFF
            found += 1
            if found == len(out) // 3:
                break
    return found
