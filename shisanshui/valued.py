"""Every row that a hand can lay, valued once, for the searches through all its layouts.

A row is one int, its *value* above its *mask*.  Bit ``i`` of the mask is the ``i``-th card of the hand in ascending
order, so of masks with one count of bits the larger holds the higher cards: masks settle ties by card number.  A value
is the strength, shifted by ``shift`` to make room for the edge where the house tells equal rows apart by suit; fouls
are told by strengths alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from common.jit import IntBuffer, IntTable, buffer, inlined, jit, lowest
from shisanshui.rows import Place, RowType, Scale, edge_of
from shisanshui.rulebook import Rulebook

__all__ = [
    "FRONTS",
    "NEAR",
    "SHIFT",
    "House",
    "ascend",
    "fives_of",
    "highest_beside",
    "house_of",
    "is_higher",
    "number_of_three",
    "spread",
    "threes_of",
    "value_fives",
    "value_threes",
    "with_edge",
]

FRONTS: Final = (RowType.HIGH_CARD, RowType.PAIR, RowType.TRIPS)
"""The types of a front (SS-2.2)."""
SHIFT: Final = 3
"""The room for an edge."""
NEAR: Final = 5
"""How many bits of a strength :func:`spread` leaves unsorted of fronts, whose order only serves bounds."""
_DIGIT: Final = 9  # bits that are sorted by at a time; two digits hold any value
_NUMBER: Final = (1 << 14) - 1
_SUITS: Final = 30
_SHORT: Final = 0x3333 << _SUITS
_EIGHTS: Final = 0x8888 << _SUITS


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


@lru_cache(maxsize=64)
def house_of(book: Rulebook) -> House:
    """What tells rows apart in a house, for the searches."""
    # What a house says of rows that there are none of is no matter: five of a rank need doubles or jokers.
    fives = [kind for kind in RowType if kind < RowType.FIVE_OF_A_KIND or len(book.pack) > 52]
    of_place = [[int(book.waters[10 * place + kind]) for kind in (fives if place else FRONTS)] for place in Place]
    plain = all(worth == sorted(worth) for worth in of_place)
    return House(book.scale, book.suits, SHIFT if any(book.suits[4:]) else 0, book.is_strict, plain)


@inlined
def fives_of(cards: int) -> int:
    """How many fives so many cards have."""
    return cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) // 120


@inlined
def threes_of(cards: int) -> int:
    """How many threes so many cards have."""
    return cards * (cards - 1) * (cards - 2) // 6


@jit
def value_fives(house: House, hand: IntTable, out: IntBuffer) -> None:
    """Write all fives of a hand by strength alone: by their second lowest card, by their lowest, by the others."""
    step, bits, plain, suited = house.scale.step, house.scale.suits, house.scale.plain, house.scale.suited
    n = len(hand)
    # What a card is to a row, by its place in the row, ready to be added up: the row's mask, its number and from
    # _SUITS on how many cards it has of each suit, four bits each, short of eight by what five of them have.
    parts = buffer(5 * n)
    for at in range(n):
        card = hand[at]
        of = bits[card]
        suits = of & 1 | (of & 2) << 3 | (of & 4) << 6 | (of & 8) << 9
        for place in range(5):
            parts[place * n + at] = suits << _SUITS | step[54 * place + card] << 16 | 1 << at
    uppers, starts = buffer(threes_of(n)), buffer(n)
    at = 0
    for c in range(2, n - 2):
        starts[c - 1] = at
        for d in range(c + 1, n - 1):
            two = parts[2 * n + c] + parts[3 * n + d]
            for e in range(d + 1, n):
                uppers[at] = two + parts[4 * n + e]
                at += 1
    end, at = at, 0
    for b in range(1, n - 3):
        for a in range(b):
            lower = parts[a] + parts[n + b] + _SHORT
            for nth in range(starts[b], end):
                row = lower + uppers[nth]
                number = row >> 16 & _NUMBER
                out[at] = (suited[number] if row & _EIGHTS else plain[number]) << 16 | row & 0xFFFF
                at += 1


@jit
def value_threes(house: House, hand: IntTable, out: IntBuffer) -> None:
    """Write all threes of a hand by strength alone, each at its :func:`number_of_three`."""
    step, fronts = house.scale.step, house.scale.front
    at = 0
    for c in range(2, len(hand)):
        for b in range(1, c):
            number = step[54 + hand[b]] + step[108 + hand[c]]
            mask = 1 << b | 1 << c
            for a in range(b):
                out[at] = fronts[number + step[hand[a]]] << 16 | 1 << a | mask
                at += 1


@jit
def with_edge(house: House, hand: IntTable, row: int) -> int:
    """The row whose value is a strength, with the room for its edge and the edge."""
    strength, mask = row >> 16, row & 0xFFFF
    types, tops, suits = house.scale.types, house.scale.tops, house.suits
    if house.shift == 0 or suits[4 + types[strength]] == 0:
        return strength << house.shift + 16 | mask
    left = mask & (mask - 1)
    a, b = lowest(mask), lowest(left)
    left &= left - 1
    c = lowest(left)
    left &= left - 1
    if left:
        d, e = lowest(left), lowest(left & (left - 1))
        edge = edge_of(types, tops, suits, strength, (hand[a], hand[b], hand[c], hand[d], hand[e]))
    else:
        edge = edge_of(types, tops, suits, strength, (hand[a], hand[b], hand[c]))
    return (strength << house.shift | edge) << 16 | mask


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
def spread(rows: IntTable, near: int, out: IntBuffer) -> None:
    """Write rows to ``out`` in nearly ascending order: any that differ in the lowest ``near`` bits of the value alone,
    in any order."""
    starts = buffer((1 << _DIGIT) + 1)
    near += 16
    for row in rows:
        starts[(row >> near) + 1] += 1
    for digit in range(1 << _DIGIT):
        starts[digit + 1] += starts[digit]
    for row in rows:
        digit = row >> near
        out[starts[digit]] = row
        starts[digit] += 1


@jit
def highest_beside(threes: IntTable, taken: int) -> int:
    """The highest front of cards that are not taken; ``threes`` ascend, nearly or fully."""
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
