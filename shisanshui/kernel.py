"""Whole hands in bulk, on the same primitives, rulebook numbers, policies and phase table as the engine.

There are loops and bookkeeping here and no rule: how a hand is laid out, what a layout counts as, who pays whom and
which phase comes next is asked of the primitives.  A hand is determined by its key, its number, the house, the seats
and the policies; the same hand at a table of bots comes out the same, and a trace, what each seat laid out and said,
can be played again through ``Game``.

All seats arrange unseen, so hands are played many at a time, step by step: all are dealt, each seat lays out all of
its hands, all are counted and settled.  A step is compiled when it is first taken, and links what it calls and nothing
else: that keeps compiling short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from common.bots import FIRST_LANE
from common.deal import STATE, open_stream, shuffle_in_place
from common.jit import IntBuffer, IntTable, buffer, inlined, jit
from shisanshui.accounts import (
    ACCOUNT,
    ACCOUNTS,
    AFTER,
    MOST_ACCOUNTS,
    MOST_PAYMENTS,
    PAYMENT,
    WHAT,
    WHATS,
)
from shisanshui.charges import settle_layouts
from shisanshui.counting import BY_ITSELF, SEAT, count_layout
from shisanshui.law import Law
from shisanshui.phases import FLOW, Phase, Trigger
from shisanshui.policies import random
from shisanshui.rows import Scale
from shisanshui.special_layouts import COULD, SAID, WORTH, lay_down

__all__ = [
    "ARROWS",
    "FACTS",
    "HAPPENED",
    "Room",
    "count_layouts",
    "deal_hands",
    "lay_at_random",
    "room_for",
    "settle_hand",
]

ARROWS: Final = FLOW.array()
FACTS: Final = tuple(Trigger)
"""The facts, as the kernel numbers them."""
_FACTS: Final = len(FACTS)
_DEALING: Final = int(Phase.DEALING)
_DEALT, _ARRANGED, _SHOWN, _PAID, _SETTLED = map(
    FACTS.index, (Trigger.DEALT, Trigger.ARRANGED, Trigger.SHOWN, Trigger.PAID, Trigger.SETTLED)
)
_TELLS: Final = {"special": Trigger.SPECIAL_COUNTED, "foul": Trigger.FOUL_COUNTED} | dict.fromkeys(
    ("front", "middle", "back"), Trigger.ROW_COMPARED
)
_TOLD: Final = tuple(FACTS.index(_TELLS.get(what, Trigger.FEAT_SCORED)) for what in WHATS)
"""The fact that tells an account, by its place in WHATS."""
_CARDS: Final = 13
_MOST_FACTS: Final = 16 + MOST_ACCOUNTS + MOST_PAYMENTS
_COUNTS: Final = 3
HAPPENED: Final = 2
"""Where a hand's counts say how many facts there are, beside ACCOUNTS and PAYMENTS."""


class Room(NamedTuple):
    """What is written while a hand is settled; made by :func:`room_for`."""

    finished: IntBuffer
    """What each layout counts as, SEAT ints."""
    accounts: IntBuffer
    """What is shown and paid for, ACCOUNT ints each."""
    rows: IntBuffer
    """The payments, PAYMENT ints each."""
    facts: IntBuffer
    """What happened, one fact after the other."""
    counts: IntBuffer
    """How many ACCOUNTS, PAYMENTS and facts there are."""


@inlined
def room_for(seats: int) -> Room:
    """Room to settle hands of so many seats."""
    return Room(
        buffer(seats * SEAT),
        buffer(MOST_ACCOUNTS * ACCOUNT),
        buffer(MOST_PAYMENTS * PAYMENT),
        buffer(_MOST_FACTS),
        buffer(_COUNTS),
    )


@jit
def deal_hands(words: IntTable, pack: IntTable, numbers: IntTable, seats: int, hands: Sequence[IntBuffer]) -> None:
    """Deal as the engine does.

    Args:
        words: the key's.
        pack: the cards dealt from.
        numbers: of the hands.
        hands: written: the cards, ascending: all hands of the first seat, then all of the next.
    """
    state, dealt, size = buffer(STATE), buffer(len(pack)), len(hands[0])
    for nth in range(len(numbers)):
        for place in range(len(pack)):
            dealt[place] = pack[place]
        shuffle_in_place(words, numbers[nth], state, dealt)
        for seat in range(seats):
            own = hands[seat * len(numbers) + nth]
            for drawn in range(size):
                card, place = dealt[size * seat + drawn], drawn
                while place > 0 and own[place - 1] > card:
                    own[place] = own[place - 1]
                    place -= 1
                own[place] = card


@jit
def lay_at_random(
    law: IntTable,
    scale: Scale,
    words: IntTable,
    numbers: IntTable,
    seat: int,
    hands: Sequence[IntTable],
    laid: Sequence[IntBuffer],
) -> None:
    """Lay out a seat's hands at random, with its own luck; ``law`` are the house's numbers."""
    luck = buffer(STATE)
    for nth in range(len(numbers)):
        open_stream(words, numbers[nth], FIRST_LANE + seat, luck, 0)
        random(law, scale, hands[nth], luck, laid[nth])
        laid[nth][SAID] = BY_ITSELF


@jit
def count_layouts(law: Law, hands: Sequence[IntTable], laid: Sequence[IntTable], finished: Sequence[IntBuffer]) -> None:
    """Write what layouts count as, SEAT ints for each; it is told which special each is as laid, and its worth."""
    layout = buffer(_CARDS)
    for at in range(len(hands)):
        told = laid[at]
        lay_down(hands[at], told, layout)
        count_layout(law, layout, told[COULD], told[WORTH], told[SAID], finished[at])


@inlined
def _end(arrows: IntTable, facts: IntTable, count: int) -> int:
    """The phase after these facts by the game's own table, below 0 where one of them cannot happen."""
    phase = _DEALING
    for nth in range(count):
        if phase >= 0:
            phase = arrows[phase * _FACTS + facts[nth]]
    return phase


@inlined
def settle_hand(
    numbers: IntTable,
    types: IntTable,
    places: IntTable,
    arrows: IntTable,
    seats: int,
    room: Room,
) -> int:
    """Settle a hand; the phase that it ends in: the last, or below 0 for a fault of ours.

    ``room.finished`` tells what each seat's layout counts as; the rest is as for
    :func:`shisanshui.charges.settle_layouts`.
    """
    facts, counts, accounts = room.facts, room.counts, room.accounts
    settle_layouts(numbers, types, places, seats, room.finished, accounts, room.rows, counts)
    facts[0] = _DEALT
    for seat in range(seats):
        facts[1 + seat] = _ARRANGED
    facts[1 + seats] = _SHOWN
    told, paid = 2 + seats, 0
    for at in range(0, counts[ACCOUNTS] * ACCOUNT, ACCOUNT):
        facts[told] = _TOLD[accounts[at + WHAT]]
        told += 1
        while paid < accounts[at + AFTER]:
            facts[told] = _PAID
            told += 1
            paid += 1
    facts[told] = _SETTLED
    counts[HAPPENED] = told + 1
    return _end(arrows, facts, counts[HAPPENED])
