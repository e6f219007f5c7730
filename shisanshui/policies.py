"""Policies: how a seat lays out its cards and what it says of its special, as primitives for bots and for the kernel.

They take hands in ascending order, one or many, and write LAID ints for each: the masks of front, middle and back and
what the seat says, BY_ITSELF, AS_SPECIAL or AS_ROWS (:mod:`shisanshui.counting`).  First :func:`special_layouts` tells
which are specials; then a policy finds rows for the others, and for specials that may be laid as rows too, which are
laid so where that is worth more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from common.deal import draw
from common.jit import IntBuffer, IntTable, buffer, buffers, inlined, jit
from shisanshui.counting import AS_ROWS, AS_SPECIAL, BY_ITSELF
from shisanshui.law import IS_DECLARED, OPT_OUT, Law, is_foul
from shisanshui.ranking import ranked, triples
from shisanshui.row_specials import laid_at
from shisanshui.rows import Scale, five, three
from shisanshui.rulebook import Rulebook
from shisanshui.scoring import Tables, additive_rows_of_more, best_rows_of_13, best_rows_of_more, judge
from shisanshui.search import heaviest_of_13
from shisanshui.specials import NONE, SpecialTables, special_at
from shisanshui.splits import best_split, special_strength, strength_of
from shisanshui.valued import House, house_of

__all__ = ["LAID", "POLICIES", "SAID", "hands_of", "lay_down", "lay_out", "lay_specials", "random"]

POLICIES: Final = ("random", "first-hint", "expected", "best")
"""The policies, as the bots are called."""
LAID: Final = 4
"""What is written for each hand: front, middle and back as masks of its cards in ascending order, and what is said."""
SAID: Final = 3
"""Where it says what is said."""


@jit
def lay_down(hand: IntTable, masks: IntTable, layout: IntBuffer) -> None:
    """Write the cards that three masks take from a hand, one row after the other."""
    at = 0
    for place in range(3):
        for nth in range(len(hand)):
            if masks[place] >> nth & 1:
                layout[at] = hand[nth]
                at += 1


# Specials


@jit
def _is_later(cards: IntTable, before: IntTable) -> bool:
    """Whether of two hands in ascending order the first is higher, by the lowest card that they do not share."""
    for at in range(len(cards)):
        if cards[at] != before[at]:
            return cards[at] > before[at]
    return False


@inlined
def _of_spares(law: Law, hand: IntTable, thirteen: IntBuffer) -> int:
    """Write the thirteen cards of a larger hand that are the highest special; its index, or NONE."""
    highest, strength, own, room = NONE, 0, buffer(13), buffer(3)
    mask = (1 << 13) - 1
    while mask < 1 << len(hand):
        at = 0
        for nth in range(len(hand)):
            if mask >> nth & 1:
                own[at] = hand[nth]
                at += 1
        nth = special_at(law.specials, own)
        if nth >= 0 and (highest < 0 or nth <= highest):
            worth = special_strength(law, nth, own, room)
            if nth != highest or worth > strength or (worth == strength and _is_later(own, thirteen)):
                highest, strength = nth, worth
                for at in range(13):
                    thirteen[at] = own[at]
        low = mask & -mask  # the next larger mask of as many bits
        above = mask + low
        mask = above | (mask ^ above) // low >> 2
    return highest


@inlined
def _of_hand(hand: IntTable, thirteen: IntTable, out: IntBuffer) -> None:
    """Turn masks of thirteen cards into masks of the hand that these are of."""
    front, middle, back, held = 0, 0, 0, 0
    for at in range(len(hand)):
        if held < 13 and hand[at] == thirteen[held]:
            front |= (out[0] >> held & 1) << at
            middle |= (out[1] >> held & 1) << at
            back |= (out[2] >> held & 1) << at
            held += 1
    out[0], out[1], out[2] = front, middle, back


@jit
def special_layouts(
    numbers: IntTable,
    specials: SpecialTables,
    house: House,
    order: IntTable,
    hands: Sequence[IntTable],
    laid: Sequence[IntBuffer],
) -> None:
    """Lay out the highest special that each hand is, as it is best laid: no foul, though it could be.

    In place of what is said stands the index of the special as laid, or NONE.
    """
    law, thirteen, layout = Law(numbers, house.scale, house.suits, specials), buffer(13), buffer(13)
    for at in range(len(hands)):
        hand, out, nth = hands[at], laid[at], NONE
        if len(hand) > 13:
            nth = _of_spares(law, hand, thirteen)
        else:
            nth = special_at(specials, hand)
            for card in range(13):
                thirteen[card] = hand[card]
        if nth >= 0:
            is_laid = best_split(law, specials.kinds[nth], thirteen, out) >= 0
            if is_laid:  # a strict house has no two equal straights
                front, middle = strength_of(law.scale, thirteen, out[0]), strength_of(law.scale, thirteen, out[1])
                is_laid = not is_foul(numbers, front, middle, strength_of(law.scale, thirteen, out[2]))
            if not is_laid:
                ranked(house, order, thirteen, out)
            lay_down(thirteen, out, layout)
            nth = laid_at(law, layout)
            _of_hand(hand, thirteen, out)
        out[SAID] = nth


# Policies


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


@jit
def first_hints(
    numbers: IntTable,
    specials: SpecialTables,
    house: House,
    order: IntTable,
    hands: Sequence[IntTable],
    laid: Sequence[IntBuffer],
) -> None:
    """Hint #1 of each hand, and what is said with it: what is laid at a time-out (SS-4.3).

    It is never a foul, and the special where the hand is one; where specials must be declared, it is declared.
    """
    law, layout = Law(numbers, house.scale, house.suits, specials), buffer(13)
    for at in range(len(hands)):
        out = laid[at]
        if out[SAID] < 0:
            ranked(house, order, hands[at], out)
            lay_down(hands[at], out, layout)
            out[SAID] = laid_at(law, layout)
        out[SAID] = AS_SPECIAL if out[SAID] >= 0 and numbers[IS_DECLARED] else BY_ITSELF


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
        if laid[at][SAID] < 0 or _is_free(numbers):
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
        if laid[at][SAID] < 0 or _is_free(numbers):
            additive_rows_of_more(tables.house, tables.odds.weigh, hands[at], rows[at])


@jit
def best(
    numbers: IntTable,
    tables: Tables,
    hands: Sequence[IntTable],
    laid: Sequence[IntTable],
    rows: Sequence[IntBuffer],
) -> None:
    """Write the rows of the highest expected result, as values and masks."""
    for at in range(len(hands)):
        if laid[at][SAID] < 0 or _is_free(numbers):
            best_rows_of_13(tables, hands[at], rows[at])


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
        if laid[at][SAID] < 0 or _is_free(numbers):
            best_rows_of_more(tables, hands[at], rows[at])


@jit
def _decide(
    numbers: IntTable,
    specials: SpecialTables,
    tables: Tables,
    hands: Sequence[IntTable],
    rows: Sequence[IntTable],
    laid: Sequence[IntBuffer],
) -> None:
    """Leave the specials that are laid, or lay these rows where there is none or they are worth more; and write what
    is said."""
    law, odds, layout = Law(numbers, tables.house.scale, tables.house.suits, specials), tables.odds, buffer(13)
    for at in range(len(hands)):
        own, out = rows[at], laid[at]
        nth = out[SAID]
        if nth >= 0:
            is_worth_more = False
            if _is_free(numbers):
                score = judge(tables, own[0] >> 16, own[1] >> 16, own[2] >> 16) - odds.cost
                is_worth_more = score > odds.specials[specials.places[nth]]
            if not is_worth_more:
                out[SAID] = AS_SPECIAL if numbers[IS_DECLARED] else BY_ITSELF
                continue
        for place in range(3):
            out[place] = own[place] & 0xFFFF
        lay_down(hands[at], out, layout)
        out[SAID] = AS_ROWS if not numbers[IS_DECLARED] and laid_at(law, layout) >= 0 else BY_ITSELF


# From Python


def lay_specials(book: Rulebook, hands: Sequence[IntTable], laid: Sequence[IntBuffer]) -> None:
    """Lay out hands of a house by :func:`special_layouts`."""
    special_layouts(book.numbers, book.specials, house_of(book), triples(book), hands, laid)


def lay_out(
    book: Rulebook, policy: str, tables: Tables | None, hands: Sequence[IntTable], laid: Sequence[IntBuffer]
) -> None:
    """Lay out hands by ``first-hint``, ``expected`` or ``best``; only the first needs no tables."""
    lay_specials(book, hands, laid)
    if tables is None:
        first_hints(book.numbers, book.specials, house_of(book), triples(book), hands, laid)
        return
    rows = buffers(len(hands), 3)
    of_13 = len(hands[0]) == 13
    if policy == "expected":
        search = expected if of_13 else expected_of_more
    else:
        search = best if of_13 else best_of_more
    search(book.numbers, tables, hands, laid, rows)
    _decide(book.numbers, book.specials, tables, hands, rows, laid)


def hands_of(own: Sequence[int]) -> tuple[Sequence[IntBuffer], Sequence[IntBuffer]]:
    """One hand among hands, and room for what it lays."""
    hands, laid = buffers(1, len(own)), buffers(1, LAID)
    for at, card in enumerate(own):
        hands[0][at] = int(card)
    return hands, laid
