"""What a set of cards is and what beats what (TL-2, TL-3): primitives on ints.

A set of cards is a *mask* of 52 bits: bit ``4 * rank + suit`` with ranks 3 … A 2 as 0 … 12 and suits by the house's
order, low to high, so that a higher bit is a higher card.  A combination is one int, its *code*: ``width << 12 |
length << 6 | top bit``, where ``width`` cards of each of ``length`` neighbouring ranks are held: a single is 1 × 1, a
pair 2 × 1, a straight 1 × n, a pair run 2 × n, a quad 4 × 1.  Code 0 is no combination, and as a top: the lead.
"""

from __future__ import annotations

from common.jit import IntTable, highest, jit, lowest, popcount

__all__ = [
    "ALL",
    "CLASSES",
    "COVER",
    "PAIR_RUN_FROM",
    "QUAD",
    "RUN_3",
    "STRAIGHT_FROM",
    "TWO",
    "at_least",
    "beats",
    "class_of",
    "classify",
]

ALL = (1 << 52) - 1
"""The whole pack as a mask."""
LOW_BITS = 0x1111111111111
TWO = 12
"""The rank of the 2s."""

# Classes of plays that the beating table speaks of; everything else is class 0.
TWOS_1, TWOS_2, TWOS_3, QUAD, RUN_3 = 1, 2, 3, 4, 5
"""A single 2, two 2s, three 2s, a quad, and runs of 3, 4, 5, 6 pairs from 5 on."""
CLASSES = 9

# Where things stand in a rulebook's numbers.
STRAIGHT_FROM, PAIR_RUN_FROM = 0, 1
COVER = 32
"""From here: ``numbers[COVER + laid class * CLASSES + top class]`` is 1 where the one may be laid over the other."""


@jit
def classify(numbers: IntTable, mask: int) -> int:
    """The code of the combination these cards form, 0 for none (TL-2)."""
    if mask == 0:
        return 0
    top = highest(mask)
    low = lowest(mask) >> 2
    length = (top >> 2) - low + 1
    width = popcount((mask >> (4 * low)) & 15)
    if length > 1:
        if top >> 2 == TWO or popcount(mask) != width * length:
            return 0
        if not (width == 1 and length >= numbers[STRAIGHT_FROM]) and not (
            width == 2 and length >= numbers[PAIR_RUN_FROM]
        ):
            return 0
        if at_least(mask, width) != (LOW_BITS & ((1 << (4 * length)) - 1)) << (4 * low):
            return 0
    return width << 12 | length << 6 | top


@jit
def at_least(mask: int, width: int) -> int:
    """The ranks of which ``width`` cards or more are held, as a mask of their lowest bits."""
    a, b, c, d = mask & LOW_BITS, mask >> 1 & LOW_BITS, mask >> 2 & LOW_BITS, mask >> 3 & LOW_BITS
    if width == 1:
        return a | b | c | d
    if width == 2:
        return a & b | c & d | (a | b) & (c | d)
    if width == 3:
        return a & b & (c | d) | c & d & (a | b)
    return a & b & c & d


@jit
def class_of(code: int) -> int:
    """The class of a combination in the beating table; 0 for what no special may be laid over."""
    width = code >> 12
    length = code >> 6 & 63
    if length == 1:
        if width == 4:
            return QUAD
        return width if (code & 63) >> 2 == TWO else 0
    return RUN_3 + length - 3 if width == 2 else 0


@jit
def beats(numbers: IntTable, laid: int, top: int) -> bool:
    """Whether the combination ``laid`` may be laid over the combination ``top`` (TL-3, both codes)."""
    if laid >> 6 == top >> 6:
        return laid > top
    kind = class_of(laid)
    return kind >= QUAD and numbers[COVER + kind * CLASSES + class_of(top)] != 0
