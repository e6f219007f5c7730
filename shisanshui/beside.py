"""The fronts of thirteen cards that can lie beside a back, the highest first.

Fronts are numbered in their order, and sets of them are bits: :data:`BITS` to a word, the highest fronts in the last.
For each card there is the set of the fronts that hold it; what can lie beside a back is in none of its cards' sets.
"""

from __future__ import annotations

from typing import Final

from common.jit import IntBuffer, IntTable, jit, lowest

__all__ = ["BITS", "FRONTS_OF_13", "WORDS", "beside", "hold"]

FRONTS_OF_13: Final = 286
"""How many fronts thirteen cards have."""
BITS: Final = 60
"""How many fronts a word of a set has room for."""
WORDS: Final = 5
"""How many words a set has."""
_ALL: Final = (1 << BITS) - 1
_NONE: Final = _ALL & -1 << FRONTS_OF_13 - BITS * (WORDS - 1)


@jit
def hold(fronts: IntTable, holders: IntBuffer) -> None:
    """Fill the cards' sets: word ``w`` of the ``n``-th card's is ``holders[13 * w + n]``."""
    for at in range(13 * (WORDS - 1)):
        holders[at] = 0
    for at in range(13):
        holders[13 * (WORDS - 1) + at] = _NONE  # bits without a front lie beside no back
    for at in range(FRONTS_OF_13):
        word, bit = at // BITS * 13, 1 << at % BITS
        first = fronts[at] & 0x1FFF
        second = first & (first - 1)
        holders[word + lowest(first)] |= bit
        holders[word + lowest(second)] |= bit
        holders[word + lowest(second & (second - 1))] |= bit


@jit
def beside(holders: IntTable, word: int, back: int) -> int:
    """One word of the set of fronts that can lie beside a back."""
    at = 13 * word
    e = back & 0x1FFF
    d = e & (e - 1)
    c = d & (d - 1)
    b = c & (c - 1)
    a = b & (b - 1)
    held = holders[at + lowest(a)] | holders[at + lowest(b)] | holders[at + lowest(c)]
    return _ALL & ~(held | holders[at + lowest(d)] | holders[at + lowest(e)])
