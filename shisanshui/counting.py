"""What a layout counts as once all are in: how its rows compare, its special, whether it is a foul (SS-3, SS-4.2)."""

from __future__ import annotations

from typing import Final

from common.jit import IntBuffer, IntTable, inlined
from shisanshui.law import IS_DECLARED, Law, is_foul
from shisanshui.rows import edge_of, five, three
from shisanshui.specials import NONE

__all__ = [
    "AS_ROWS",
    "AS_SPECIAL",
    "BY_ITSELF",
    "COULD",
    "COUNTS",
    "EDGE",
    "FOUL",
    "SEAT",
    "WISHES",
    "WORTH",
    "count_layout",
]

BY_ITSELF, AS_SPECIAL, AS_ROWS = range(3)
"""What a seat says of its special: nothing, that it is declared, that its layout is ordinary rows (SS-4.2)."""
WISHES: Final = (None, True, False)
"""The same as a layout's action has it."""

FRONT, MIDDLE, BACK, COULD, COUNTS, WORTH, FOUL = range(7)
"""What a layout counts as.  FRONT, MIDDLE and BACK: the strength of the row, shifted by EDGE, and its edge.  COULD and
COUNTS: the special that it is as laid, and the one that counts, by index, or NONE.  WORTH: what the special that counts
compares by.  FOUL: 1 for ordinary rows that are a foul."""
SEAT: Final = 7
EDGE: Final = 3
"""How many bits an edge has."""


@inlined
def count_layout(law: Law, layout: IntTable, could: int, worth: int, wish: int, out: IntBuffer) -> None:
    """Write what a layout counts as (SS-4.2): SEAT ints.

    Args:
        layout: thirteen cards: front, middle and back, each ascending.
        could: the special that it is as laid, or NONE (:func:`shisanshui.row_specials.laid_at`).
        worth: what that special compares by (:func:`shisanshui.splits.special_strength`).
        wish: BY_ITSELF, AS_SPECIAL or AS_ROWS.
    """
    scale, suits = law.scale, law.suits
    types, tops = scale.types, scale.tops
    three_cards = (layout[0], layout[1], layout[2])
    front = three(scale, layout[0], layout[1], layout[2])
    out[FRONT] = front << EDGE | edge_of(types, tops, suits, front, three_cards)
    middle = five(scale, layout[3], layout[4], layout[5], layout[6], layout[7])
    five_cards = (layout[3], layout[4], layout[5], layout[6], layout[7])
    out[MIDDLE] = middle << EDGE | edge_of(types, tops, suits, middle, five_cards)
    back = five(scale, layout[8], layout[9], layout[10], layout[11], layout[12])
    five_cards = (layout[8], layout[9], layout[10], layout[11], layout[12])
    out[BACK] = back << EDGE | edge_of(types, tops, suits, back, five_cards)
    counts = could
    if wish == AS_ROWS or (wish == BY_ITSELF and law.numbers[IS_DECLARED]):
        counts = NONE
    out[COULD], out[COUNTS], out[WORTH] = could, counts, worth if counts >= 0 else 0
    out[FOUL] = 1 if counts < 0 and is_foul(law.numbers, front, middle, back) else 0
