"""Specials as they are laid out: what a layout is, a hand's best split into rows, how two equal ones compare (SS-7.5).

A hand can be three straights or three flushes in several ways; its best split is the one with the highest back, then
middle, then front, by ranks.  The primitives take thirteen cards as numbers: a *layout* lays front, middle and back one
after the other, a *hand* ascends, and a mask has a bit for each of its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from common.cards import Card
from common.jit import IntBuffer, IntTable, buffer, inlined, jit, popcount
from shisanshui.law import COMPARE, ROWS_FROM_LAYOUT, SUIT, TIES, Law, is_foul
from shisanshui.rows import Scale, five, three
from shisanshui.rulebook import Rulebook, numbers
from shisanshui.specials import NONE, SpecialKind, SpecialTables, fits, is_special, special_at

__all__ = [
    "best_split",
    "is_row",
    "laid_at",
    "laid_special_at",
    "row_split",
    "special_strength",
    "strength_of",
    "taken",
    "whole_special_at",
]

_THREE_SUITED, _THREE_QUADS, _FOUR_TRIPS = 3, 4, 8
_FIVE_PAIRS, _SIX_PAIRS, _THREE_RUNS, _THREE_FLUSHES = 9, 10, 11, 12
_JOKER_RANK = 13
"""The rank of a joker in a flush: it is as good as the best."""
_PLACE = 56
"""Where a special's place stands in its strength, above thirteen ranks and a suit."""
_LAST = 15


# What a layout is


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
    if kind == _THREE_FLUSHES or (kind == _THREE_SUITED and not suited):
        return suited
    runs = 0
    for run in tables.runs:
        runs += 1 if popcount(run) == last - first and fits(ranks, run) else 0
    return runs > 0


@jit
def _asks_for_rows(kind: int) -> bool:
    return kind in (_THREE_SUITED, _THREE_RUNS, _THREE_FLUSHES)


@inlined
def _is_three_rows(tables: SpecialTables, kind: int, layout: Sequence[int]) -> bool:
    """Whether each row of a layout is what this special asks for; false for kinds that ask for no rows."""
    if not _asks_for_rows(kind):
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
        if not _asks_for_rows(kind) and is_special(tables, kind, thirteen):
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


# The best split


@jit
def _highest_suit(suits: IntTable, hand: IntTable, mask: int) -> int:
    best = 0
    for at in range(len(hand)):
        if mask >> at & 1 and hand[at] < 52:
            best = max(best, suits[hand[at] & 3])
    return best


@jit
def _joker_of(hand: IntTable, left: int) -> int:
    """The lowest joker left as a bit, or 0."""
    for at in range(len(hand)):
        if left >> at & 1 and hand[at] >= 52:
            return 1 << at
    return 0


@jit
def _dealt_to_run(suits: IntTable, hand: IntTable, left: int, run: int, suit: int) -> int:
    """The cards left that are a run, in a suit unless that is 4, jokers in the gaps; 0 if there are none."""
    mask = 0
    for rank in range(13):
        if not run >> 4 * rank & 1:
            continue
        card, worth = 0, -1
        for at in range(len(hand)):
            is_rank = left >> at & 1 and hand[at] < 52 and hand[at] >> 2 == rank
            if is_rank and (suit == 4 or hand[at] & 3 == suit) and suits[hand[at] & 3] > worth:
                card, worth = 1 << at, suits[hand[at] & 3]
        if card == 0:
            card = _joker_of(hand, left)
            if card == 0:
                return 0
        mask |= card
        left ^= card
    return mask


@jit
def _dealt_to_suit(hand: IntTable, left: int, suit: int, size: int) -> int:
    """The highest cards left of a suit, and jokers for what is missing; 0 if these are too few."""
    mask = 0
    for jokers in range(2):
        for at in range(len(hand) - 1, -1, -1):
            is_joker = hand[at] >= 52
            if size and left >> at & 1 and is_joker == (jokers == 1) and (is_joker or hand[at] & 3 == suit):
                mask |= 1 << at
                size -= 1
    return mask if size == 0 else 0


@jit
def _ranks_down(hand: IntTable, mask: int) -> int:
    """The ranks of a flush, four bits each: the highest first, the jokers last."""
    ranks = 0
    for jokers in range(2):
        for at in range(len(hand) - 1, -1, -1):
            if mask >> at & 1 and (hand[at] >= 52) == (jokers == 1):
                ranks = ranks << 4 | (hand[at] >> 2 if hand[at] < 52 else _JOKER_RANK)
    return ranks


@jit
def strength_of(scale: Scale, hand: IntTable, mask: int) -> int:
    """The strength of the row of five cards, or of three, that a mask takes from an ascending hand."""
    step, suits = scale.step, scale.suits
    number, nth, suited = 0, 0, 15
    for at in range(len(hand)):
        if mask >> at & 1:
            number += step[54 * nth + hand[at]]
            suited &= suits[hand[at]]
            nth += 1
    if nth == 3:
        return scale.front[number]
    return scale.suited[number] if suited else scale.plain[number]


@jit
def _keep_split(
    numbers: IntTable,
    scale: Scale,
    hand: IntTable,
    front: int,
    middle: int,
    back: int,
    key: int,
    best: int,
    out: IntBuffer,
) -> int:
    """Keep a split if it is better than the best before, fouls of a strict house behind all others; the better key."""
    mid, high = strength_of(scale, hand, middle), strength_of(scale, hand, back)
    if mid > high:  # a straight flush among straights
        middle, back, mid, high = back, middle, high, mid
    if not is_foul(numbers, strength_of(scale, hand, front), mid, high):
        key |= 1 << _PLACE
    if key <= best:
        return best
    out[0], out[1], out[2] = front, middle, back
    return key


@inlined
def _best_of_runs(law: Law, suited: bool, hand: IntTable, out: IntBuffer) -> int:
    tables, suits = law.specials, law.suits
    ranks, everything = 0, (1 << len(hand)) - 1
    most = best = -1
    for card in hand:
        if card < 52:
            ranks += 1 << 4 * (card >> 2)
    for cover in range(len(tables.covers)):
        if not fits(ranks, tables.covers[cover]):
            continue
        of = tables.cover_runs[cover]
        high, mid, low = of >> 16, of >> 8 & 255, of & 255
        for in_suits in range(64 if suited else 1):
            of_back = in_suits >> 4 if suited else 4
            of_middle = in_suits >> 2 & 3 if suited else 4
            of_front = in_suits & 3 if suited else 4
            back = _dealt_to_run(suits, hand, everything, tables.runs[high], of_back)
            if back == 0:
                continue
            middle = _dealt_to_run(suits, hand, everything ^ back, tables.runs[mid], of_middle)
            if middle == 0:
                continue
            front = _dealt_to_run(suits, hand, everything ^ back ^ middle, tables.runs[low], of_front)
            if front == 0:
                continue
            top, tops = 0, 0
            for rank in range(13):
                if tables.runs[high] >> 4 * rank & 1:
                    top = rank
            for at in range(len(hand)):
                if back >> at & 1 and hand[at] >> 2 == top:
                    tops |= 1 << at
            suit = _highest_suit(suits, hand, tops or back)
            key = ((high << 8 | mid) << 8 | low) << 3 | suit
            most = max(most, key)
            best = _keep_split(law.numbers, law.scale, hand, front, middle, back, key, best, out)
    return most


@inlined
def _best_of_suits(law: Law, hand: IntTable, out: IntBuffer) -> int:
    everything = (1 << len(hand)) - 1
    most = best = -1
    for in_suits in range(64):
        left, key, short = everything, 0, False
        front, middle, back = 0, 0, 0
        for nth in range(3):  # back, middle, front
            size = 5 if nth < 2 else 3
            mask = _dealt_to_suit(hand, left, in_suits >> 4 - 2 * nth & 3, size)
            if mask == 0:
                short = True
                break
            front, middle, back = mask, front, middle
            left ^= mask
            key = key << 4 * size | _ranks_down(hand, mask)
        if short:
            continue
        key = key << 3 | _highest_suit(law.suits, hand, back)
        most = max(most, key)
        best = _keep_split(law.numbers, law.scale, hand, front, middle, back, key, best, out)
    return most


@jit
def best_split(law: Law, kind: int, hand: IntTable, out: IntBuffer) -> int:
    """Lay out a hand that is a special of three rows; what its best split compares by, below 0 for any other special.

    The masks of front, middle and back go to ``out``: those of the best split that is no foul, if there is one.
    """
    if kind == _THREE_FLUSHES:
        return _best_of_suits(law, hand, out)
    return _best_of_runs(law, kind == _THREE_SUITED, hand, out) if _asks_for_rows(kind) else -1


# How equal ones compare


@jit
def _size_in_groups(kind: int, size: int, of_rank: int) -> bool:
    """Whether a rank that is held so often stands in this special with a group of this size."""
    if size == 4:
        return kind == _THREE_QUADS
    if size == 3:  # the trips beside five pairs are the one rank that is odd; a quad there is two pairs
        return kind == _FOUR_TRIPS or (kind == _FIVE_PAIRS and of_rank & 1 != 0)
    return size == 1 or kind in (_FIVE_PAIRS, _SIX_PAIRS)


@inlined
def _groups_down(law: Law, kind: int, hand: IntTable) -> int:
    """The ranks a hand compares by, larger groups first, ranks down, the odd card; then the suit of the first."""
    ranks, key, first = 0, 0, -1
    for card in hand:
        if card < 52:
            ranks += 1 << 4 * (card >> 2)
    for size in range(4, 0, -1):
        for rank in range(12, -1, -1):
            count = ranks >> 4 * rank & 15
            while count >= size and _size_in_groups(kind, size, count):
                key = key << 4 | rank
                first = rank if first < 0 else first
                count -= size
                ranks -= size << 4 * rank
    tops = 0
    for at in range(len(hand)):
        if hand[at] >> 2 == first:
            tops |= 1 << at
    return key << 3 | _highest_suit(law.suits, hand, tops)


@jit
def special_strength(law: Law, nth: int, hand: IntTable, room: IntBuffer) -> int:
    """What a hand that is the ``nth`` special compares by with others, 0 for NONE; ``room`` for three ints (SS-7.5)."""
    if nth == NONE:
        return 0
    place, kind = law.specials.places[nth], law.specials.kinds[nth]
    ties, key = law.numbers[TIES + place], 0
    if ties == SUIT:
        key = _highest_suit(law.suits, hand, (1 << len(hand)) - 1)
    elif ties == COMPARE:
        key = best_split(law, kind, hand, room)
        if key < 0:
            key = _groups_down(law, kind, hand)
    return (_LAST - place) << _PLACE | key


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


def row_split(book: Rulebook, kind: SpecialKind, thirteen: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """A hand that is a special of three rows, laid out as its best split.

    It is never a foul but in a strict house where every split is one.
    """
    own, out = tuple(sorted(thirteen)), buffer(3)
    best_split(book.law, int(kind), numbers(own), out)
    return tuple(taken(own, int(mask)) for mask in out)


def taken(own: Sequence[Card], mask: int) -> tuple[Card, ...]:
    """The cards that a mask takes from cards in ascending order."""
    return tuple(card for at, card in enumerate(own) if mask >> at & 1)
