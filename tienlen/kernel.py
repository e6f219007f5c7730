"""Whole hands in bulk, on the same primitives, rulebook numbers, policies and phase table as the engine.

There are loops and bookkeeping here and no rule: what may be laid, who is asked, what is paid and which phase comes
next is asked of the primitives.  A hand is determined by its key, its number, the house, the seats and the policies;
the same hand at a table of bots comes out the same, and a trace, the list of its decisions, can be played again
through ``Game``.
"""

from __future__ import annotations

from typing import Final

from common.deal import STATE
from common.jit import IntBuffer, IntTable, inlined, jit, popcount
from tienlen.charges import (
    CARDS,
    PAYEE,
    PAYER,
    PAYMENT,
    REASON,
    REASONS,
    UNITS,
    payments_at_end,
)
from tienlen.combos import ALL, classify
from tienlen.phases import FLOW, Trigger
from tienlen.policies import cautious, planner, random
from tienlen.prices import chop_units, is_chop
from tienlen.turns import is_decided, next_leader, next_to_answer, reentry_over, to_ask_again

__all__ = [
    "ARROWS",
    "BY_POLICY",
    "DECISIONS",
    "LAID",
    "LED",
    "MOST_CHOPS",
    "MOST_DECISIONS",
    "PAYMENTS",
    "PLANNER",
    "PLAYED",
    "POLICIES",
    "POSITION",
    "TOLD",
    "TRICKS",
    "WINNER",
    "play_on",
]

POLICIES: Final = ("random", "cautious", "planner")
"""The policies that a kernel plays, as the bots are called."""
RANDOM, CAUTIOUS, PLANNER = 0, 1, 2

ARROWS: Final = FLOW.array()
FACTS: Final = tuple(Trigger)
"""The facts, as a kernel numbers them."""
_FACTS: Final = len(FACTS)
_LEAD_GIVEN, _LAID, _PASSED, _ASKED = map(
    FACTS.index, (Trigger.LEAD_GIVEN, Trigger.LAID, Trigger.PASSED, Trigger.ASKED)
)
_WENT_OUT, _TRICK_WON, _PAID, _SHOWN, _SETTLED = map(
    FACTS.index, (Trigger.WENT_OUT, Trigger.TRICK_WON, Trigger.PAID, Trigger.SHOWN, Trigger.SETTLED)
)
_CHOP: Final = REASONS.index("chop")

WINNER, DECISIONS, PAYMENTS, TRICKS, PLAYED, LED = range(6)
"""What a hand tells beside its payments, by place."""
TOLD: Final = 6
MOST_DECISIONS: Final = 512
MOST_CHOPS: Final = 16

PHASE, ASKED, MUST, AGAIN, TOP, TOP_MASK, CHOP, OWNER = range(8)
BENEATH, LOCKED, DECLINED, LAID, HAVE_PLAYED, IN_HAND, OUT, DECIDED = range(8, 16)
"""Where a hand stands while a seat is asked, by place; beside this there are only the holdings.

As in :class:`tienlen.table.Table`, whose ``holding`` is IN_HAND here; OUT and DECIDED say how many seats are out and
how many decisions have been made.
"""
POSITION: Final = 16
BY_POLICY: Final = -1
"""In place of a decision: what the seat's policy decides."""


@inlined
def _choose(
    policy: int,
    numbers: IntTable,
    holding: int,
    top: int,
    must: bool,
    again: bool,
    unseen: int,
    rivals: int,
    luck: IntBuffer,
    luck_at: int,
    room: IntBuffer,
) -> int:
    if policy == RANDOM:
        return random(numbers, holding, top, must, again, unseen, rivals, luck, luck_at, room)
    if policy == CAUTIOUS:
        return cautious(numbers, holding, top, must, again, unseen, rivals, luck, luck_at, room)
    return planner(numbers, holding, top, must, again, unseen, rivals, luck, luck_at, room)


@inlined
def _rivals(seats: int, seat: int, holdings: IntBuffer, locked: int) -> int:
    """What a policy is told of the others (:func:`tienlen.policies.rivals_of`)."""
    rivals = 0
    for step in range(seats - 1, 0, -1):
        other = seat + step if seat + step < seats else seat + step - seats
        rivals = rivals << 5 | popcount(holdings[other]) | (locked >> other & 1) << 4
    return rivals


@inlined
def _pay_chop(found: int, beneath: int, owner: int, chop: int, mask: int, rows: IntBuffer) -> int:
    at = found * PAYMENT
    rows[at + PAYER], rows[at + PAYEE], rows[at + REASON] = beneath, owner, _CHOP
    rows[at + UNITS], rows[at + CARDS] = chop, mask
    return found + 1


@jit
def play_on(
    numbers: IntTable,
    arrows: IntTable,
    seats: int,
    position: IntTable,
    opening: int,
    policies: IntTable,
    holdings: IntBuffer,
    luck: IntBuffer,
    room: IntBuffer,
    order: IntBuffer,
    rows: IntBuffer,
    trace: IntBuffer,
    told: IntBuffer,
) -> int:
    """Play a hand on from where a seat is asked (:data:`POSITION`) to its end.

    Args:
        numbers, arrows: the rulebook's numbers and the phase table.
        position: where the hand stands.
        opening: what the seat that is asked does: a play's mask, 0 to pass, or ``BY_POLICY``.
        policies: by seat, places in POLICIES.
        holdings: the masks held; what is left at the end.
        luck: each seat's stream, one after the other.
        room: room for ``ROOM`` ints.
        order: the seats that have gone out; written: all seats by place.
        rows: written: the payments from here on, chops first.
        trace: written, after the decisions made before: every decision, a play's mask or 0 for a pass.
        told: written: WINNER, DECISIONS, PAYMENTS, TRICKS, PLAYED.

    Returns:
        The phase the hand ended in: the last, or below 0 for a fault of ours.
    """
    phase, asked, must, again = position[PHASE], position[ASKED], position[MUST] != 0, position[AGAIN] != 0
    top, top_mask, chop = position[TOP], position[TOP_MASK], position[CHOP]
    owner, beneath = position[OWNER], position[BENEATH]
    locked, declined = position[LOCKED], position[DECLINED]
    laid, played = position[LAID], position[HAVE_PLAYED]
    in_hand, out = position[IN_HAND], position[OUT]
    decisions = position[DECIDED]
    found = tricks = rivals = 0
    while True:
        policy = policies[asked]
        held = holdings[asked]
        if opening == BY_POLICY:
            if policy != RANDOM:
                rivals = _rivals(seats, asked, holdings, locked)
            mask = _choose(
                policy, numbers, held, top, must, again, ALL & ~(held | laid), rivals, luck, asked * STATE, room
            )
        else:
            mask, opening = opening, BY_POLICY
        trace[decisions] = mask
        decisions += 1
        if mask:
            phase = arrows[phase * _FACTS + _LAID]
            code = classify(numbers, mask)
            chop = chop_units(numbers, chop, code, mask, top, top_mask)
            beneath, owner, top, top_mask = owner, asked, code, mask
            holdings[asked] = held & ~mask
            laid |= mask
            played |= 1 << asked
            declined = 0
            must = False
            if not holdings[asked]:
                order[out] = asked
                out += 1
                in_hand &= ~(1 << asked)
                phase = arrows[phase * _FACTS + _WENT_OUT]
        else:
            phase = arrows[phase * _FACTS + _PASSED]
            locked |= 1 << asked
            declined |= 1 << asked
        decided = out > 0 and is_decided(numbers, seats, in_hand)
        asked = -1
        if not decided:
            able = 0
            if locked and reentry_over(numbers, top):
                able = to_ask_again(numbers, seats, holdings, locked, top, room)
            asked = next_to_answer(owner, in_hand, locked, declined, able)
        if asked >= 0:
            phase = arrows[phase * _FACTS + _ASKED]
            again = locked >> asked & 1 != 0
            continue
        phase = arrows[phase * _FACTS + _TRICK_WON]
        tricks += 1
        if beneath >= 0 and chop and is_chop(top):
            found = _pay_chop(found, beneath, owner, chop, top_mask, rows)
            phase = arrows[phase * _FACTS + _PAID]
        if decided:
            break
        asked = next_leader(owner, in_hand)
        phase = arrows[phase * _FACTS + _LEAD_GIVEN]
        top = top_mask = chop = locked = declined = 0
        owner = beneath = -1
        again = False
    winner = order[0]
    for seat in range(seats):
        if in_hand >> seat & 1:
            order[out] = seat
            out += 1
    found = payments_at_end(numbers, seats, order, holdings, played, rows, found)
    phase = arrows[phase * _FACTS + _SHOWN]
    told[WINNER], told[DECISIONS], told[PAYMENTS], told[TRICKS], told[PLAYED] = winner, decisions, found, tricks, played
    return arrows[phase * _FACTS + _SETTLED]
