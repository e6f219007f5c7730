"""Policies: how a seat lays out its cards and what it says of its special, as primitives for bots and for the kernel.

First it is told which hands are specials (:mod:`shisanshui.special_layouts`); then a policy finds rows for the others,
and for specials that may be laid as rows too, which are laid so where that is worth more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from common.deal import draw
from common.jit import IntBuffer, IntTable, buffer, buffers, inlined, jit
from shisanshui.counting import AS_ROWS, AS_SPECIAL
from shisanshui.law import IS_DECLARED, OPT_OUT, is_foul
from shisanshui.ranking import triples
from shisanshui.rows import Scale, five, three
from shisanshui.rulebook import Rulebook
from shisanshui.scoring import Tables, additive_rows_of_more, better_rows_of_13, better_rows_of_more, judge
from shisanshui.search import heaviest_of_13
from shisanshui.special_layouts import COULD, LAID, SAID, lay_down, lay_hints, lay_specials, tell
from shisanshui.valued import house_of

__all__ = ["POLICIES", "hands_of", "lay_out", "random"]

POLICIES: Final = ("random", "first-hint", "expected", "best")
"""The policies, as the bots are called."""


@jit
def random(numbers: IntTable, scale: Scale, hand: IntTable, luck: IntBuffer, out: IntBuffer) -> None:
    """Any layout that is no foul, each as likely: of all ways to give the cards places, the spare ones included.

    Like cards are told apart, so a layout that holds two of them in different rows is twice as likely.
    """
    cards = len(hand)
    order, own = buffer(cards), buffer(13)
    while True:  # a split at random, again and again until one is no foul
        for at in range(cards):
            order[at] = at
        for at in range(13):
            place = at + draw(luck, cards - at, 0)
            order[at], order[place] = order[place], order[at]
        for place in range(3):
            mask = 0
            for at in range(max(0, 5 * place - 2), 5 * place + 3):
                mask |= 1 << order[at]
            out[place] = mask
        lay_down(hand, out, own)
        front = three(scale, own[0], own[1], own[2])
        middle = five(scale, own[3], own[4], own[5], own[6], own[7])
        back = five(scale, own[8], own[9], own[10], own[11], own[12])
        if not is_foul(numbers, front, middle, back):
            return


@inlined
def _is_free(numbers: IntTable) -> bool:
    """Whether a hand that is a special may be laid as ordinary rows."""
    return numbers[IS_DECLARED] != 0 or numbers[OPT_OUT] != 0


@jit
def expected(
    numbers: IntTable,
    tables: Tables,
    hands: Sequence[IntTable],
    laid: Sequence[IntTable],
    rows: Sequence[IntBuffer],
) -> None:
    """Write the rows that win most, each by itself, against others who hold none of the own cards, as values and
    masks."""
    for at in range(len(hands)):
        if laid[at][COULD] < 0 or _is_free(numbers):
            heaviest_of_13(tables.house, tables.splits, tables.odds.weigh, hands[at], rows[at])


@jit
def expected_of_more(
    numbers: IntTable,
    tables: Tables,
    hands: Sequence[IntTable],
    laid: Sequence[IntTable],
    rows: Sequence[IntBuffer],
) -> None:
    """:func:`expected` for hands with spare cards: by itself, for most houses need not compile it."""
    for at in range(len(hands)):
        if laid[at][COULD] < 0 or _is_free(numbers):
            additive_rows_of_more(tables.house, tables.odds.weigh, hands[at], rows[at])


@jit
def best(
    numbers: IntTable,
    tables: Tables,
    hands: Sequence[IntTable],
    laid: Sequence[IntTable],
    rows: Sequence[IntBuffer],
) -> None:
    """Write the rows of the highest expected result in place of those of :func:`expected`."""
    for at in range(len(hands)):
        if laid[at][COULD] < 0 or _is_free(numbers):
            better_rows_of_13(tables, hands[at], rows[at])


@jit
def best_of_more(
    numbers: IntTable,
    tables: Tables,
    hands: Sequence[IntTable],
    laid: Sequence[IntTable],
    rows: Sequence[IntBuffer],
) -> None:
    """:func:`best` for hands with spare cards: by itself, as :func:`expected_of_more` is."""
    for at in range(len(hands)):
        if laid[at][COULD] < 0 or _is_free(numbers):
            better_rows_of_more(tables, hands[at], rows[at])


@jit
def _decide(
    numbers: IntTable, places: IntTable, tables: Tables, rows: Sequence[IntTable], laid: Sequence[IntBuffer]
) -> None:
    """Leave the specials that are laid, or lay these rows where there is none or they are worth more."""
    for at in range(len(rows)):
        own, out = rows[at], laid[at]
        is_special = out[COULD] >= 0
        if is_special and _is_free(numbers):
            score = judge(tables, own[0] >> 16, own[1] >> 16, own[2] >> 16) - tables.odds.cost
            is_special = score <= tables.odds.specials[places[out[COULD]]]
        out[SAID] = AS_SPECIAL if is_special else AS_ROWS
        if not is_special:
            for place in range(3):
                out[place] = own[place] & 0xFFFF


# From Python


def lay_out(
    book: Rulebook, policy: str, tables: Tables | None, hands: Sequence[IntTable], laid: Sequence[IntBuffer]
) -> None:
    """Lay out hands by ``first-hint``, ``expected`` or ``best``; only the first needs no tables."""
    lay_specials(book, hands, laid)
    if tables is None:
        lay_hints(house_of(book), triples(book), hands, laid, False)
    else:
        rows = buffers(len(hands), 3)
        of_13 = len(hands[0]) == 13
        (expected if of_13 else expected_of_more)(book.numbers, tables, hands, laid, rows)
        if policy == "best":
            (best if of_13 else best_of_more)(book.numbers, tables, hands, laid, rows)
        _decide(book.numbers, book.specials.places, tables, rows, laid)
    tell(book.law, hands, laid)


def hands_of(own: Sequence[int]) -> tuple[Sequence[IntBuffer], Sequence[IntBuffer]]:
    """One hand among hands, and room for what it lays."""
    hands, laid = buffers(1, len(own)), buffers(1, LAID)
    for at, card in enumerate(own):
        hands[0][at] = int(card)
    return hands, laid
