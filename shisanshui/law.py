"""A house as the primitives of laying out and settling read it: its numbers, its rows and its specials."""

from __future__ import annotations

from typing import Final, NamedTuple

from common.jit import IntTable, jit
from shisanshui.rows import Scale
from shisanshui.specials import SpecialTables

__all__ = [
    "COLLECTS",
    "COMPARE",
    "DRAW",
    "EACH_ESCAPE",
    "FOUL_PAYS",
    "GUN",
    "HOME_RUN",
    "HOME_RUN_SEATS",
    "HOUSE_ESCAPE",
    "IS_DECLARED",
    "MAJORITY",
    "OPT_OUT",
    "PAYS_DEAREST",
    "PLACES",
    "ROWS_FROM_LAYOUT",
    "STRICT",
    "SUIT",
    "SWEEP",
    "SWEPT",
    "TIES",
    "WATERS",
    "Law",
    "is_foul",
]

# Where things stand in a rulebook's numbers.
WATERS: Final = 0
"""From here, by ten times the place and the type: what the loser of a row pays (SS-6)."""
GUN, HOME_RUN, HOME_RUN_SEATS, SWEEP, MAJORITY = 30, 31, 32, 33, 34
"""What winning more than single rows is worth (SS-7.2 … SS-7.4)."""
FOUL_PAYS, PAYS_DEAREST = 35, 36
"""What a foul pays to an ordinary seat, or the least of it, and whether that is the dearest thing laid (SS-7.6)."""
EACH_ESCAPE, HOUSE_ESCAPE = 37, 38
"""What leaving costs (SS-7.8)."""
IS_DECLARED, OPT_OUT, ROWS_FROM_LAYOUT, STRICT = 39, 40, 41, 42
"""How specials come to count (SS-4.2, SS-5.2), and whether two equal rows are a foul (SS-3.1)."""
PLACES: Final = 13
"""More places than this no list of specials has: there are so many kinds."""
COLLECTS, SWEPT, TIES = 43, 56, 69
"""From here, by the special's place: what it collects from each, by how much that is multiplied where it beats every
other seat, and what tells two of one place apart (SS-7.5)."""

DRAW, SUIT, COMPARE = range(3)
"""What tells two specials of one place apart: nothing, the highest suit, or their cards."""


class Law(NamedTuple):
    """All that primitives know of a house's layouts, made by :class:`shisanshui.rulebook.Rulebook`."""

    numbers: IntTable
    """Its numbers, by the places above."""
    scale: Scale
    """Its rows."""
    suits: IntTable
    """Its suits, for edges."""
    specials: SpecialTables
    """Its specials."""


@jit
def is_foul(numbers: IntTable, front: int, middle: int, back: int) -> bool:
    """Whether rows of these strengths are a foul (SS-3.1, SS-3.2); a front never equals a middle."""
    return front > middle or middle > back or (numbers[STRICT] != 0 and middle == back)
