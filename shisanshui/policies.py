"""Policies: how a seat lays out its cards and what it says of its special, as primitives for bots and for the kernel.

Hands ascend.  The masks of front, middle and back go to ``out``, which has room for these and less than six ints; what
a seat says is BY_ITSELF, AS_SPECIAL or AS_ROWS (:mod:`shisanshui.charges`).
"""

from __future__ import annotations

from typing import Final

from common.deal import draw
from common.jit import IntBuffer, IntTable, buffer, jit
from shisanshui.charges import AS_ROWS, AS_SPECIAL, BY_ITSELF
from shisanshui.law import IS_DECLARED, OPT_OUT, Law, is_foul
from shisanshui.ranking import ranked
from shisanshui.rows import five, three
from shisanshui.scoring import Tables, additive_rows, best_rows, judge
from shisanshui.specials import NONE, special_at
from shisanshui.splits import best_split, laid_at, special_strength, strength_of
from shisanshui.valued import House

__all__ = ["BEST", "EXPECTED", "FIRST_HINT", "POLICIES", "RANDOM", "chosen", "first_hint", "lay", "lay_down", "random",
           "special_layout"]  # fmt: skip

POLICIES: Final = ("random", "first-hint", "expected", "best")
"""The policies, as the bots are called."""
RANDOM, FIRST_HINT, EXPECTED, BEST = range(4)


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
def _laid_at(law: Law, hand: IntTable, masks: IntTable) -> int:
    """The special that masks of a hand are as laid, or NONE."""
    layout = buffer(13)
    lay_down(hand, masks, layout)
    return laid_at(law, layout)


# Specials


@jit
def _as_special(law: Law, house: House, order: IntTable, nth: int, thirteen: IntTable, out: IntBuffer) -> int:
    """Lay out thirteen cards that are the ``nth`` special, as no foul; the special that they are so, or NONE."""
    is_laid = best_split(law, law.specials.kinds[nth], thirteen, out) >= 0
    if is_laid:  # a strict house has no two equal straights
        front, middle = strength_of(law, thirteen, out[0]), strength_of(law, thirteen, out[1])
        is_laid = not is_foul(law.numbers, front, middle, strength_of(law, thirteen, out[2]))
    if not is_laid:
        ranked(house, order, thirteen, out)
    return _laid_at(law, thirteen, out)


@jit
def _is_later(cards: IntTable, before: IntTable) -> bool:
    """Whether of two hands in ascending order the first is higher, by the lowest card that they do not share."""
    for at in range(len(cards)):
        if cards[at] != before[at]:
            return cards[at] > before[at]
    return False


@jit
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


@jit
def special_layout(law: Law, house: House, order: IntTable, hand: IntTable, out: IntBuffer) -> int:
    """Lay out the highest special that a hand is, as it is best laid; its index as laid, or NONE if it is none.

    It is no foul, though it could be.
    """
    if len(hand) == 13:
        nth = special_at(law.specials, hand)
        return _as_special(law, house, order, nth, hand, out) if nth >= 0 else NONE
    if len(law.specials.kinds) == 0:
        return NONE
    thirteen = buffer(13)
    nth = _of_spares(law, hand, thirteen)
    if nth < 0:
        return NONE
    nth = _as_special(law, house, order, nth, thirteen, out)
    front, middle, back = 0, 0, 0
    held = 0
    for at in range(len(hand)):  # the masks are of these thirteen: now of the hand
        if held < 13 and hand[at] == thirteen[held]:
            front |= (out[0] >> held & 1) << at
            middle |= (out[1] >> held & 1) << at
            back |= (out[2] >> held & 1) << at
            held += 1
    out[0], out[1], out[2] = front, middle, back
    return nth


# Policies


@jit
def random(law: Law, hand: IntTable, luck: IntBuffer, out: IntBuffer) -> None:
    """Any layout that is no foul, each as likely: of all ways to give the cards places, the spare ones included.

    Like cards are told apart, so a layout that holds two of them in different rows is twice as likely.
    """
    scale, cards = law.scale, len(hand)
    order, own = buffer(cards), buffer(13)
    while True:  # a split at random, again and again until one is no foul
        for at in range(cards):
            order[at] = at
        for at in range(13):
            place = at + draw(luck, cards - at)
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
        if not is_foul(law.numbers, front, middle, back):
            return


@jit
def first_hint(law: Law, house: House, order: IntTable, hand: IntTable, out: IntBuffer) -> int:
    """Hint #1 and what is said with it: what is laid at a time-out (SS-4.3).

    It is never a foul, and the special where the hand is one; where specials must be declared, it is declared.
    """
    nth = special_layout(law, house, order, hand, out)
    if nth < 0:
        ranked(house, order, hand, out)
        nth = _laid_at(law, hand, out)
    return AS_SPECIAL if nth >= 0 and law.numbers[IS_DECLARED] else BY_ITSELF


@jit
def chosen(law: Law, tables: Tables, policy: int, hand: IntTable, out: IntBuffer) -> int:
    """The layout that EXPECTED or BEST expects most of, and what is said with it.

    The rows that win most, each by itself, or the layout of the highest expected result; a special where that is worth
    more, or where rows are no choice.
    """
    nth = special_layout(law, tables.house, tables.order, hand, out)
    declared = law.numbers[IS_DECLARED]
    if nth >= 0 and not (declared or law.numbers[OPT_OUT]):
        return BY_ITSELF
    front, middle, back, score = out[0], out[1], out[2], 0
    if policy == BEST:
        score = best_rows(tables, hand, out)
    else:
        additive_rows(tables.house, tables.splits, tables.odds.weigh, hand, out)
        if nth >= 0:
            score = judge(tables, out[0] >> 16, out[1] >> 16, out[2] >> 16)
    if nth >= 0 and tables.odds.specials[law.specials.places[nth]] >= score - tables.odds.cost:
        out[0], out[1], out[2] = front, middle, back
        return AS_SPECIAL if declared else BY_ITSELF
    for place in range(3):
        out[place] &= 0xFFFF
    return AS_ROWS if not declared and _laid_at(law, hand, out) >= 0 else BY_ITSELF


@jit
def lay(law: Law, tables: Tables, policy: int, hand: IntTable, luck: IntBuffer, out: IntBuffer) -> int:
    """Lay out a hand by a policy, by its place in POLICIES; what is said with it."""
    if policy == RANDOM:
        random(law, hand, luck, out)
        return BY_ITSELF
    if policy == FIRST_HINT:
        return first_hint(law, tables.house, tables.order, hand, out)
    return chosen(law, tables, policy, hand, out)
