"""Whose turn it is (TL-4.3 … TL-4.6, TL-5): primitives on ints.  Sets of seats are masks, seat 0 at bit 0."""

from __future__ import annotations

from common.jit import IntTable, jit, popcount
from tienlen.combos import class_of

__all__ = ["FIRST_OUT", "REENTRY_OVER", "is_decided", "next_leader", "next_to_answer", "reentry_over"]

FIRST_OUT = 13
"""In a rulebook's numbers: 1 where the hand ends with the first seat out (TL-5.1)."""
REENTRY_OVER = 14
"""From here, by class of the top: 1 where a special that a seat may come back with may beat it (TL-4.4)."""


@jit
def reentry_over(numbers: IntTable, top: int) -> bool:
    """Whether seats that have passed are asked again for this top, by its kind and not by anyone's cards (TL-4.4)."""
    return numbers[REENTRY_OVER + class_of(top)] != 0


@jit
def next_to_answer(
    numbers: IntTable, seats: int, owner: int, top: int, holding: int, locked: int, declined: int, able: int
) -> int:
    """The next seat to ask, in ring order from the owner of the top, or -1 when the trick is over (TL-4.4, TL-4.5).

    Args:
        owner: whose play the top is.
        top: its code.
        holding: the seats that hold cards.
        locked: those that have passed in this trick.
        declined: those that have declined this top.
        able: those to ask again if locked: everyone, or the holders of an answer, as the house has it.
    """
    waiting = holding & ~declined
    if reentry_over(numbers, top):
        waiting &= ~locked | able
    else:
        waiting &= ~locked
    for step in range(1, seats):
        seat = (owner + step) % seats
        if waiting >> seat & 1:
            return seat
    return -1


@jit
def next_leader(seats: int, owner: int, holding: int) -> int:
    """Who leads after a trick: its owner, or, gone out, the next seat in turn order that holds cards (TL-4.6)."""
    seat = owner
    while not holding >> seat & 1:
        seat = (seat + 1) % seats
    return seat


@jit
def is_decided(numbers: IntTable, seats: int, holding: int) -> bool:
    """Whether the hand ends now, ``holding`` being the seats that hold cards (TL-5.1, TL-5.2)."""
    left = popcount(holding)
    return left < seats if numbers[FIRST_OUT] else left <= 1
