"""What a layout counts as where it is a special: by its thirteen cards, or by its rows (SS-5.2).

The primitives take thirteen cards as numbers; a *layout* lays front, middle and back one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from common.cards import Card
from common.jit import inlined, jit, popcount
from shisanshui.law import ROWS_FROM_LAYOUT, Law, is_foul
from shisanshui.rows import five, three
from shisanshui.rulebook import Rulebook, numbers
from shisanshui.specials import NONE, SpecialKind, SpecialTables, fits, is_special, special_at

__all__ = [
    "THREE_FLUSHES",
    "THREE_RUNS",
    "THREE_SUITED",
    "asks_for_rows",
    "is_row",
    "laid_at",
    "laid_special_at",
    "whole_special_at",
]

THREE_SUITED: Final = int(SpecialKind.THREE_STRAIGHT_FLUSHES)
THREE_RUNS: Final = int(SpecialKind.THREE_STRAIGHTS)
THREE_FLUSHES: Final = int(SpecialKind.THREE_FLUSHES)
"""The kinds that ask for three rows."""


@jit
def _is_row(tables: SpecialTables, kind: int, layout: Sequence[int], first: int, last: int) -> bool:
    suit, suited, ranks = -1, True, 0
    for at in range(first, last):
        card = layout[at]
        if card < 52:
            ranks += 1 << 4 * (card >> 2)
            if suit >= 0 and card & 3 != suit:
                suited = False
            suit = card & 3
    if kind == THREE_FLUSHES or (kind == THREE_SUITED and not suited):
        return suited
    runs = 0
    for run in tables.runs:
        runs += 1 if popcount(run) == last - first and fits(ranks, run) else 0
    return runs > 0


@jit
def asks_for_rows(kind: int) -> bool:
    """Whether this special is one of three rows."""
    return kind in (THREE_SUITED, THREE_RUNS, THREE_FLUSHES)


@inlined
def _is_three_rows(tables: SpecialTables, kind: int, layout: Sequence[int]) -> bool:
    """Whether each row of a layout is what this special asks for; false for kinds that ask for no rows."""
    if not asks_for_rows(kind):
        return False
    rows = 0
    for place in range(3):
        rows += 1 if _is_row(tables, kind, layout, max(0, 5 * place - 2), 5 * place + 3) else 0
    return rows == 3


@jit
def _whole_at(law: Law, thirteen: Sequence[int]) -> int:
    """The index of the highest special that thirteen cards are however they lie, or NONE."""
    tables = law.specials
    if not law.numbers[ROWS_FROM_LAYOUT]:
        return special_at(tables, thirteen)
    for nth in range(len(tables.kinds)):
        kind = tables.kinds[nth]
        if not asks_for_rows(kind) and is_special(tables, kind, thirteen):
            return nth
    return NONE


@jit
def laid_at(law: Law, layout: Sequence[int]) -> int:
    """The index in ``law.specials.kinds`` of the special that a layout is, its rows ascending, or NONE.

    Where the house reads row specials from the layout (SS-5.2), its rows themselves must be these, without a foul.
    """
    whole = _whole_at(law, layout)
    if not law.numbers[ROWS_FROM_LAYOUT]:
        return whole
    kinds = law.specials.kinds
    for nth in range(len(kinds)):
        if nth == whole:
            return whole
        if _is_three_rows(law.specials, kinds[nth], layout):
            front = three(law.scale, layout[0], layout[1], layout[2])
            middle = five(law.scale, layout[3], layout[4], layout[5], layout[6], layout[7])
            back = five(law.scale, layout[8], layout[9], layout[10], layout[11], layout[12])
            if not is_foul(law.numbers, front, middle, back):
                return nth
    return NONE


# From Python


def laid_special_at(book: Rulebook, rows: Sequence[Sequence[Card]]) -> int:
    """The index in ``book.specials.kinds`` of the special that a layout is, or NONE (:func:`laid_at`).

    The cards of a row stand in any order.
    """
    if not book.special_rules:
        return NONE
    return int(laid_at(book.law, numbers(card for laid in rows for card in sorted(laid))))


def whole_special_at(book: Rulebook, thirteen: Iterable[Card]) -> int:
    """The index of the highest special that thirteen cards are however they lie, or NONE."""
    return int(_whole_at(book.law, numbers(thirteen)))


def is_row(book: Rulebook, kind: SpecialKind, row: Sequence[Card]) -> bool:
    """Whether a row of three or five cards is what each row of this special must be (SS-5.2)."""
    return bool(_is_row(book.specials, int(kind), numbers(row), 0, len(row)))
