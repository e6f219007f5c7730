"""How hands that are specials are laid out, and what a layout is and says once it lies.

The primitives take hands in ascending order, one or many, and write LAID ints for each, step by step: which special a
hand is, its rows, and at last, whoever laid them, which special those rows are.  A step is compiled by itself and links
what it calls and nothing else: that keeps compiling short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from common.jit import IntBuffer, IntTable, buffer, inlined, jit
from shisanshui.counting import AS_ROWS, AS_SPECIAL, BY_ITSELF
from shisanshui.law import IS_DECLARED, Law, is_foul
from shisanshui.ranking import ranked, triples
from shisanshui.row_specials import laid_at
from shisanshui.rulebook import Rulebook
from shisanshui.specials import NONE, SpecialTables, special_at
from shisanshui.splits import best_split, special_strength, strength_of
from shisanshui.valued import House, house_of

__all__ = ["COULD", "LAID", "SAID", "WORTH", "lay_down", "lay_hints", "lay_specials", "tell", "weigh_specials"]

FRONT, MIDDLE, BACK, SAID, COULD, WORTH = range(6)
"""What is written for each hand.  FRONT, MIDDLE and BACK: the rows, as masks of its cards in ascending order; no middle
where nothing is laid yet.  SAID: what is said of its special, BY_ITSELF, AS_SPECIAL or AS_ROWS.  COULD: the special
that it is, as laid once it is laid, by index, or NONE.  WORTH: what that special compares by."""
LAID: Final = 6


@jit
def lay_down(hand: IntTable, masks: IntTable, layout: IntBuffer) -> None:
    """Write the cards that three masks take from a hand, one row after the other."""
    at = 0
    for place in range(3):
        for nth in range(len(hand)):
            if masks[place] >> nth & 1:
                layout[at] = hand[nth]
                at += 1


@jit
def _take(hand: IntTable, mask: int, own: IntBuffer) -> int:
    """Write the cards that a mask takes from a hand; how many."""
    count = 0
    for at in range(len(hand)):
        if mask >> at & 1:
            own[count] = hand[at]
            count += 1
    return count


@jit
def _is_later(cards: IntTable, before: IntTable) -> bool:
    """Whether of two hands in ascending order the first is higher, by the lowest card that they do not share."""
    for at in range(len(cards)):
        if cards[at] != before[at]:
            return cards[at] > before[at]
    return False


@inlined
def _of_spares(law: Law, hand: IntTable, out: IntBuffer) -> int:
    """Write the thirteen cards of a larger hand that are the highest special, as the front; its index, or NONE."""
    highest, strength, own, room, thirteen = NONE, 0, buffer(13), buffer(3), buffer(13)
    mask = (1 << 13) - 1
    while mask < 1 << len(hand):
        _take(hand, mask, own)
        nth = special_at(law.specials, own)
        if nth >= 0 and (highest < 0 or nth <= highest):
            worth = special_strength(law, nth, own, room)
            if nth != highest or worth > strength or (worth == strength and _is_later(own, thirteen)):
                highest, strength, out[FRONT] = nth, worth, mask
                for at in range(13):
                    thirteen[at] = own[at]
        low = mask & -mask  # the next larger mask of as many bits
        above = mask + low
        mask = above | (mask ^ above) // low >> 2
    return highest


@jit
def find(specials: SpecialTables, hands: Sequence[IntTable], laid: Sequence[IntBuffer]) -> None:
    """Write the highest special that each hand is, and that nothing is laid yet: as the front stand the cards that are
    the special."""
    for at in range(len(hands)):
        out = laid[at]
        out[FRONT], out[MIDDLE], out[BACK], out[SAID] = (1 << len(hands[at])) - 1, 0, 0, AS_SPECIAL
        out[COULD] = special_at(specials, hands[at])


@jit
def find_of_more(law: Law, hands: Sequence[IntTable], laid: Sequence[IntBuffer]) -> None:
    """:func:`find` for hands with spare cards: by itself, for most houses need not compile it."""
    for at in range(len(hands)):
        out = laid[at]
        out[MIDDLE], out[BACK], out[SAID] = 0, 0, AS_SPECIAL
        out[COULD] = _of_spares(law, hands[at], out)


@jit
def _keep(rows: IntTable, out: IntBuffer) -> None:
    """Write masks of the cards that stand as the front as masks of the hand that these are of."""
    front, middle, back, nth, left = 0, 0, 0, 0, out[FRONT]
    while left:
        card = left & -left
        left ^= card
        front |= card if rows[0] >> nth & 1 else 0
        middle |= card if rows[1] >> nth & 1 else 0
        back |= card if rows[2] >> nth & 1 else 0
        nth += 1
    out[FRONT], out[MIDDLE], out[BACK] = front, middle, back


@jit
def weigh_specials(law: Law, hands: Sequence[IntTable], laid: Sequence[IntBuffer]) -> None:
    """Write what specials compare by, and lay out those of three rows as they are best split where nothing is laid yet;
    a strict house has no two equal straights."""
    own, rows = buffer(13), buffer(3)
    for at in range(len(hands)):
        out = laid[at]
        out[WORTH] = 0
        if out[COULD] >= 0:
            _take(hands[at], out[FRONT] | out[MIDDLE] | out[BACK], own)
            out[WORTH] = special_strength(law, out[COULD], own, rows)
            if out[MIDDLE] == 0 and best_split(law, law.specials.kinds[out[COULD]], own, rows) >= 0:
                front, middle = strength_of(law.scale, own, rows[0]), strength_of(law.scale, own, rows[1])
                if not is_foul(law.numbers, front, middle, strength_of(law.scale, own, rows[2])):
                    _keep(rows, out)


@jit
def lay_hints(
    house: House, order: IntTable, hands: Sequence[IntTable], laid: Sequence[IntBuffer], are_specials: bool
) -> None:
    """Lay out as hint #1 the specials that are not laid yet, or all hands that are no special."""
    own, rows = buffer(len(hands[0])), buffer(3)
    for at in range(len(hands)):
        out = laid[at]
        is_due = out[COULD] >= 0 and out[MIDDLE] == 0 if are_specials else out[COULD] < 0
        if is_due:
            out[FRONT] = out[FRONT] if are_specials else (1 << len(own)) - 1
            out[SAID] = AS_SPECIAL
            count = _take(hands[at], out[FRONT], own)
            ranked(house, order, own[:count], rows)
            _keep(rows, out)


@jit
def tell(law: Law, hands: Sequence[IntTable], laid: Sequence[IntBuffer]) -> None:
    """Write which special each layout is as laid, and leave of what is said only what there is to say (SS-4.2)."""
    layout, needed = buffer(13), AS_SPECIAL if law.numbers[IS_DECLARED] else AS_ROWS
    for at in range(len(hands)):
        out = laid[at]
        if out[MIDDLE]:
            lay_down(hands[at], out, layout)
            out[COULD] = laid_at(law, layout)
            if out[COULD] < 0 or out[SAID] != needed:
                out[SAID] = BY_ITSELF


# From Python


def lay_specials(book: Rulebook, hands: Sequence[IntTable], laid: Sequence[IntBuffer]) -> None:
    """Lay out the highest special that each hand is, as it is best laid: no foul, though it could be."""
    if len(hands[0]) == 13:
        find(book.specials, hands, laid)
    else:
        find_of_more(book.law, hands, laid)
    weigh_specials(book.law, hands, laid)
    lay_hints(house_of(book), triples(book), hands, laid, True)
    tell(book.law, hands, laid)
