"""All rows that a hand can lay, valued once: what hints and the best layouts search.

A row is told by a *mask*: bit ``i`` is the ``i``-th card of the hand in ascending order.  Of masks with one count of
bits the larger holds the higher cards, so masks settle ties by card number.  Masks have sixteen bits: thirteen
cards and three to spare.
"""

from __future__ import annotations

from common.jit import IntBuffer, IntTable, jit, lowest
from shisanshui.rows import Scale, three

__all__ = ["three_of", "value_fives"]


@jit
def value_fives(scale: Scale, hand: IntTable, out: IntBuffer) -> None:
    """Write all fives of a hand in ascending order as ``strength << 16 | mask``, by their masks."""
    step, suits, plain, suited = scale.step, scale.suits, scale.plain, scale.suited
    at = 0
    for e in range(4, len(hand)):
        number_e, suit_e = step[216 + hand[e]], suits[hand[e]]
        for d in range(3, e):
            number_d, suit_d = number_e + step[162 + hand[d]], suit_e & suits[hand[d]]
            mask_d = 1 << e | 1 << d
            for c in range(2, d):
                number_c, suit_c = number_d + step[108 + hand[c]], suit_d & suits[hand[c]]
                mask_c = mask_d | 1 << c
                for b in range(1, c):
                    number_b, suit_b = number_c + step[54 + hand[b]], suit_c & suits[hand[b]]
                    mask_b = mask_c | 1 << b
                    for a in range(b):
                        number = number_b + step[hand[a]]
                        strength = suited[number] if suit_b & suits[hand[a]] else plain[number]
                        out[at] = strength << 16 | mask_b | 1 << a
                        at += 1


@jit
def three_of(scale: Scale, hand: IntTable, mask: int) -> int:
    """The strength of the three cards of a mask."""
    a = lowest(mask)
    mask &= mask - 1
    b = lowest(mask)
    return three(scale, hand[a], hand[b], hand[lowest(mask & (mask - 1))])
