"""Whose turn it is (TL-4.3 … TL-4.6, TL-5): primitives on ints.  Sets of seats are masks, seat 0 at bit 0."""

from __future__ import annotations

from common.jit import IntBuffer, IntTable, inlined, jit, lowest, popcount
from tienlen.combos import class_of
from tienlen.moves import blocks

__all__ = [
    "ASKS_HOLDERS",
    "FIRST_OUT",
    "FREE",
    "MUST_CONTAIN_LOWEST",
    "PREVIOUS_WINNER_LEADS",
    "REENTRY_OVER",
    "first_lead",
    "is_decided",
    "next_leader",
    "next_to_answer",
    "reentry_over",
    "to_ask_again",
]

FIRST_OUT = 13
"""In a rulebook's numbers: 1 where the hand ends with the first seat out (TL-5.1)."""
REENTRY_OVER = 14
"""From here, by class of the top: 1 where a special that a seat may come back with may beat it (TL-4.4)."""


PREVIOUS_WINNER_LEADS, MUST_CONTAIN_LOWEST, ASKS_HOLDERS = 190, 191, 192
"""1 where the winner of the hand before leads, where a first play by the lowest card must contain it, and where only
holders of an answer are asked again (TL-4.1, TL-4.2, TL-4.4)."""
FREE = 63
"""In place of the card that a first play must contain: it may be any."""


@inlined
def first_lead(numbers: IntTable, seats: int, holdings: IntBuffer, leader: int) -> int:
    """Who leads a hand first and with what: ``seat << 8 | bit``, ``FREE`` where any card will do (TL-4.1).

    Args:
        leader: the winner of the hand before, or -1.
    """
    if leader >= 0 and numbers[PREVIOUS_WINNER_LEADS]:
        return leader << 8 | FREE
    first = 0
    for seat in range(1, seats):
        if lowest(holdings[seat]) < lowest(holdings[first]):
            first = seat
    return first << 8 | (lowest(holdings[first]) if numbers[MUST_CONTAIN_LOWEST] else FREE)


@inlined
def reentry_over(numbers: IntTable, top: int) -> bool:
    """Whether seats that have passed are asked again for this top, by its kind and not by anyone's cards (TL-4.4)."""
    return numbers[REENTRY_OVER + class_of(top)] != 0


@inlined
def to_ask_again(numbers: IntTable, seats: int, holdings: IntBuffer, locked: int, top: int, room: IntBuffer) -> int:
    """Of the seats that have passed, those to ask again: all, or the holders of an answer (TL-4.4).

    To be asked where :func:`reentry_over` is true of the top; else there are none.  ``room`` is for ``MOST_BLOCKS``.
    """
    if not numbers[ASKS_HOLDERS]:
        return locked
    found = 0
    for seat in range(seats):
        if locked >> seat & 1 and blocks(numbers, holdings[seat], top, False, True, room):
            found |= 1 << seat
    return found


@inlined
def next_to_answer(owner: int, holding: int, locked: int, declined: int, able: int) -> int:
    """The next seat to ask, in ring order from the owner of the top, or -1 when the trick is over (TL-4.4, TL-4.5).

    Args:
        owner: whose play the top is.
        holding: the seats that hold cards.
        locked: those that have passed in this trick.
        declined: those that have declined this top.
        able: those of them to ask again (:func:`to_ask_again`); 0 for none.
    """
    waiting = holding & ~declined & ~(1 << owner) & (~locked | able)
    return _first_after(owner, waiting) if waiting else -1


@jit
def _first_after(seat: int, among: int) -> int:
    """The first of these seats (one at least) that comes after ``seat`` in turn order."""
    behind = among >> seat + 1
    return seat + 1 + lowest(behind) if behind else lowest(among)


@inlined
def next_leader(owner: int, holding: int) -> int:
    """Who leads after a trick: its owner, or, gone out, the next seat in turn order that holds cards (TL-4.6)."""
    return owner if holding >> owner & 1 else _first_after(owner, holding)


@inlined
def is_decided(numbers: IntTable, seats: int, holding: int) -> bool:
    """Whether the hand ends now, ``holding`` being the seats that hold cards (TL-5.1, TL-5.2)."""
    left = popcount(holding)
    return left < seats if numbers[FIRST_OUT] else left <= 1
