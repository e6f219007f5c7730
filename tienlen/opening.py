"""How a hand begins in bulk: it is dealt, hands that win at once are looked for, the first lead is given.

As in :mod:`tienlen.kernel`, which plays it on: loops and bookkeeping and no rule.
"""

from __future__ import annotations

from typing import Final

from common.bots import FIRST_LANE
from common.deal import STATE, draw, open_stream, shuffle_in_place
from common.jit import IntBuffer, IntTable, inlined
from tienlen.charges import payments_at_deal
from tienlen.kernel import (
    ASKED,
    BENEATH,
    DECIDED,
    DECISIONS,
    FACTS,
    IN_HAND,
    LED,
    MUST,
    OWNER,
    PAYMENTS,
    PHASE,
    PLAYED,
    POSITION,
    RANDOM,
    TRICKS,
    WINNER,
)
from tienlen.phases import Phase, Trigger
from tienlen.turns import FREE, first_lead
from tienlen.wins import WINS_ARE_DECLARED, dealt_win, winner_at_deal

__all__ = ["deal_hand", "open_hand"]

_FACTS: Final = len(FACTS)
_DEALING: Final = int(Phase.DEALING)
_DEALT, _DECLARED, _WAIVED, _WON_AT_DEAL = map(
    FACTS.index, (Trigger.DEALT, Trigger.DECLARED, Trigger.WAIVED, Trigger.WON_AT_DEAL)
)
_LEAD_GIVEN, _SHOWN, _SETTLED = map(FACTS.index, (Trigger.LEAD_GIVEN, Trigger.SHOWN, Trigger.SETTLED))


@inlined
def deal_hand(
    bit_of: IntTable,
    words: IntTable,
    hand: int,
    seats: int,
    policies: IntTable,
    state: IntBuffer,
    pack: IntBuffer,
    holdings: IntBuffer,
    luck: IntBuffer,
) -> None:
    """Deal a hand as the engine does and open the streams of the seats that need luck."""
    for place in range(52):
        pack[place] = place
    shuffle_in_place(words, hand, state, pack)
    for seat in range(seats):
        mask = 0
        for place in range(13 * seat, 13 * seat + 13):
            mask |= 1 << bit_of[pack[place]]
        holdings[seat] = mask
        if policies[seat] == RANDOM:
            open_stream(words, hand, FIRST_LANE + seat, luck, seat * STATE)


@inlined
def _declaring(
    numbers: IntTable, seats: int, holdings: IntBuffer, policies: IntTable, luck: IntBuffer, trace: IntBuffer
) -> int:
    """The seats that declare a dealt win, where the house has them declared: whoever has one; ``random`` by lot."""
    declared = 0
    for seat in range(seats):
        if dealt_win(numbers, holdings[seat]) and (policies[seat] != RANDOM or draw(luck, 2, seat * STATE) == 0):
            declared |= 1 << seat
        trace[seat] = declared >> seat & 1
    return declared


@inlined
def open_hand(
    numbers: IntTable,
    arrows: IntTable,
    seats: int,
    leader: int,
    policies: IntTable,
    holdings: IntBuffer,
    luck: IntBuffer,
    position: IntBuffer,
    rows: IntBuffer,
    trace: IntBuffer,
    told: IntBuffer,
) -> int:
    """Open a dealt hand: it is over, by a dealt win, or a seat must lead.

    Args:
        numbers, arrows: the rulebook's numbers and the phase table.
        leader: the winner of the hand before, or -1.
        policies: by seat, places in :data:`tienlen.kernel.POLICIES`.
        holdings: the masks dealt.
        luck: each seat's stream, one after the other.
        position: written: where the hand stands (:data:`tienlen.kernel.POSITION`).
        rows: written: the payments of a dealt win.
        trace: written: what each seat declares, 1 or 0, where wins are declared.
        told: written: LED, and of a dealt win all that a hand tells.

    Returns:
        The phase then: the last, or that of leading; below 0 for a fault of ours.
    """
    for place in range(POSITION):
        position[place] = 0
    among = (1 << seats) - 1
    phase = arrows[_DEALING * _FACTS + _DEALT]
    if numbers[WINS_ARE_DECLARED]:
        among = _declaring(numbers, seats, holdings, policies, luck, trace)
        position[DECIDED] = seats
        phase = arrows[phase * _FACTS + (_DECLARED if among else _WAIVED)]
    winner = winner_at_deal(numbers, seats, holdings, among)
    if winner >= 0:
        told[WINNER], told[LED], told[DECISIONS], told[TRICKS], told[PLAYED] = winner, -1, position[DECIDED], 0, 0
        told[PAYMENTS] = payments_at_deal(numbers, seats, winner, holdings, rows)
        phase = arrows[phase * _FACTS + _WON_AT_DEAL]
        phase = arrows[phase * _FACTS + _SHOWN]
        return arrows[phase * _FACTS + _SETTLED]
    lead = first_lead(numbers, seats, holdings, leader)
    told[LED] = position[ASKED] = lead >> 8
    position[MUST] = 1 if lead & 255 != FREE else 0
    position[OWNER] = position[BENEATH] = -1
    position[IN_HAND] = (1 << seats) - 1
    phase = arrows[phase * _FACTS + _LEAD_GIVEN]
    position[PHASE] = phase
    return phase
