"""Specials split into rows: a hand's best split, and how two specials of one kind compare (SS-7.5).

A hand can be three straights or three flushes in several ways; its best split is the one with the highest back, then
middle, then front, by ranks.  The primitives take thirteen cards as numbers, ascending; a mask has a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from common.cards import Card
from common.jit import IntBuffer, IntTable, buffer, inlined, jit
from shisanshui.law import COMPARE, SUIT, TIES, Law, is_foul
from shisanshui.row_specials import THREE_FLUSHES, THREE_SUITED, asks_for_rows
from shisanshui.rows import Scale
from shisanshui.rulebook import Rulebook, numbers
from shisanshui.specials import NONE, SpecialKind, fits

__all__ = ["best_split", "row_split", "special_strength", "strength_of", "taken"]

_THREE_QUADS, _FOUR_TRIPS = int(SpecialKind.THREE_QUADS), int(SpecialKind.FOUR_TRIPS)
_FIVE_PAIRS, _SIX_PAIRS = int(SpecialKind.FIVE_PAIRS_TRIPS), int(SpecialKind.SIX_PAIRS)
_JOKER_RANK = 13
"""The rank of a joker in a flush: it is as good as the best."""
_PLACE = 56
"""Where a special's place stands in its strength, above thirteen ranks and a suit."""
_LAST = 15


# The best split


@jit
def _highest_suit(suits: IntTable, hand: IntTable, mask: int) -> int:
    best = 0
    for at in range(len(hand)):
        if mask >> at & 1 and hand[at] < 52:
            best = max(best, suits[hand[at] & 3])
    return best


@inlined
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
    if kind == THREE_FLUSHES:
        return _best_of_suits(law, hand, out)
    return _best_of_runs(law, kind == THREE_SUITED, hand, out) if asks_for_rows(kind) else -1


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
