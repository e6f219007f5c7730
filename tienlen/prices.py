"""What 2s and specials cost, left in the hand (TL-7.3, TL-7.4) or chopped (TL-7.6): primitives on ints."""

from __future__ import annotations

from common.jit import IntTable, buffer, inlined, jit, popcount
from tienlen.combos import PAIR_RUN_FROM, QUAD, RUN_3, TWO, at_least, class_of

__all__ = [
    "BLACK_TWO",
    "CHOP",
    "CHOP_COUNTS_CUT",
    "FOUR_TWOS_ARE_A_QUAD",
    "LEFT",
    "RED_TWO",
    "RED_TWOS",
    "chop_units",
    "is_chop",
    "pack_specials",
    "red_twos",
    "special_cards",
]

LEFT, CHOP = 128, 144
"""Where the prices of cards left and of chops stand in a rulebook's numbers: by class, and these two."""
RED_TWO, BLACK_TWO = 0, 1
CHOP_COUNTS_CUT = 160
"""1 where a chop prices what was cut, 0 where it prices what was laid."""
FOUR_TWOS_ARE_A_QUAD = 161
MOST_SPLITS = 256
"""More splits than thirteen cards can have begun at one time."""
RED_TWOS = 162
"""The mask of the red 2s."""


@jit
def red_twos(numbers: IntTable, mask: int) -> int:
    """The red 2s among the cards, as a mask."""
    return mask & numbers[RED_TWOS]


@inlined
def _twos_units(numbers: IntTable, at: int, mask: int) -> int:
    twos = mask >> 4 * TWO << 4 * TWO
    if not twos:
        return 0
    reds = popcount(red_twos(numbers, twos))
    return reds * numbers[at + RED_TWO] + (popcount(twos) - reds) * numbers[at + BLACK_TWO]


@jit
def special_cards(mask: int, special: int) -> int:
    """The cards that make a special (``class << 4 | rank``) of those in ``mask``: the lowest that do."""
    kind, rank = special >> 4, special & 15
    if kind == QUAD:
        return mask & 15 << 4 * rank
    found = 0
    for step in range(kind - RUN_3 + 3):
        held = mask & 15 << 4 * (rank + step)
        low = held & -held
        held ^= low
        found |= low | held & -held
    return found


@inlined
def _fits(numbers: IntTable, mask: int, kind: int, rank: int) -> bool:
    """Whether the cards hold a special of this kind that starts at this rank."""
    if kind == QUAD:
        return mask >> 4 * rank & 15 == 15 and (rank < TWO or numbers[FOUR_TWOS_ARE_A_QUAD] != 0)
    length = kind - RUN_3 + 3
    wanted = 0x111111 & (1 << 4 * length) - 1
    return (
        length >= numbers[PAIR_RUN_FROM] and rank + length <= TWO and at_least(mask, 2) >> 4 * rank & wanted == wanted
    )


@inlined
def pack_specials(numbers: IntTable, mask: int) -> int:
    """The cards split into disjoint specials: as many as can be, among those the highest price (TL-7.4).

    Returns ``count << 52 | units << 24 | specials``, each special eight bits ``class << 4 | rank``, the first in the
    lowest bits; thirteen cards hold three at most.
    """
    pairs = at_least(mask, 2) & ((1 << 4 * TWO) - 1)
    if not pairs & pairs >> 4 & pairs >> 8 and not at_least(mask, 4):
        return 0
    best = 0
    left, found = buffer(MOST_SPLITS), buffer(MOST_SPLITS)  # splits begun: the cards left, and what was split off
    left[0], waiting = mask, 1
    while waiting:
        waiting -= 1
        rest, split = left[waiting], found[waiting]
        best = max(best, split)
        count = split >> 52
        last = split >> 8 * (count - 1) & 15 if count else 0
        for rank in range(last, TWO + 1):  # specials in order of their ranks, so that each split is met once
            for kind in range(QUAD, RUN_3 + 4):
                if _fits(numbers, rest, kind, rank):
                    special = kind << 4 | rank
                    left[waiting] = rest & ~special_cards(rest, special)
                    units = (split >> 24 & 0xFFFFFFF) + numbers[LEFT + kind]
                    found[waiting] = (count + 1) << 52 | units << 24 | split & 0xFFFFFF | special << 8 * count
                    waiting += 1
    return best


@jit
def _play_units(numbers: IntTable, code: int, mask: int) -> int:
    kind = class_of(code)
    if kind >= QUAD:
        return numbers[CHOP + kind]
    return _twos_units(numbers, CHOP, mask)


@jit
def is_chop(top: int) -> bool:
    """Whether a top that lies over another play has chopped it: only specials chop (TL-7.6)."""
    return class_of(top) >= QUAD


@jit
def chop_units(numbers: IntTable, units: int, laid: int, laid_mask: int, top: int, top_mask: int) -> int:
    """What the trick's chop is worth once ``laid`` lies over ``top`` (0 on the lead), ``units`` before (TL-7.6)."""
    if not numbers[CHOP_COUNTS_CUT]:
        return units + _play_units(numbers, laid, laid_mask)
    if top and class_of(laid) >= QUAD:
        return units + _play_units(numbers, top, top_mask)
    return units
