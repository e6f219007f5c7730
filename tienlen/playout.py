"""Hands as they may be for a seat that cannot see them, and how they end: primitives on ints.

A seat knows its own cards, all cards laid and how many cards each rival holds; the rest it deals to them at random.
What a rival declined tells more: who can beat a play seldom passes.  So a deal counts by how likely it makes the
passes that were seen, and deals are drawn by that: two unseen cards change places, again and again, and a change that
makes the passes unlikelier is taken back the oftener the more it does (Metropolis).  Where many passes were seen,
dealing anew until a deal agrees with all of them would hardly ever end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from common.deal import STATE, draw
from common.jit import IntBuffer, IntTable, buffer, jit, lowest, table
from tienlen.charges import MOST_PAYMENTS, PAYEE, PAYER, PAYMENT, UNITS
from tienlen.combos import ALL, TWO
from tienlen.kernel import LAID, MOST_CHOPS, MOST_DECISIONS, PAYMENTS, TOLD, play_on
from tienlen.moves import blocks
from tienlen.policies import ROOM

__all__ = ["AGAIN", "BY", "FEW", "OVER", "PASS", "SINCE", "deal_unseen", "play_out", "stir", "surprise"]

BY, OVER, SINCE, AGAIN, FEW = range(5)
"""A pass that was seen, by place: the seat, the code of the play it declined, the mask of what it has laid since, 1
where it had passed in that trick before (TL-4.4), 1 where somebody had few cards left."""
PASS: Final = 5

# How surprising a pass is by the answer that it held back, in eighths of a natural logarithm.  Counted over 500 hands
# between planners in meitian: of a hundred that hold a plain answer 5 pass, a special 3, nothing but 2s 45 while
# everybody has many cards and 6 later.
_HELD_BACK = table((24, 28, 6, 22))
_PLAIN, _SPECIAL, _TWO = 0, 1, 2
_CHANCES = table(round(2**32 * math.exp(-step / 8)) for step in range(128))
_BELOW_TWOS: Final = (1 << 4 * TWO) - 1
_ANY_SINGLE: Final = 1 << 6 | 1  # what is left of a single's code without its top

FIRST_STIRS, STIRS = 300, 20
"""How often two cards change places before the first deal is used, and between one deal and the next."""


@jit
def deal_unseen(
    seats: int, unseen: int, owners: IntTable, luck: IntBuffer, cards: IntBuffer, holdings: IntBuffer
) -> int:
    """Deal the unseen cards at random.

    Args:
        unseen: their mask.
        owners: whose each of them becomes, one after the other; ``seats``: nobody's.
        luck: the stream drawn from.
        cards: written: the bits of the unseen cards, in the order of their owners.
        holdings: by seat; what each seat is dealt is added.

    Returns:
        How many cards there are.
    """
    size = 0
    while unseen:
        cards[size] = lowest(unseen)
        unseen &= unseen - 1
        size += 1
    for at in range(size):
        place = at + draw(luck, size - at)
        card = cards[place]
        cards[place], cards[at] = cards[at], card
        if owners[at] < seats:
            holdings[owners[at]] |= 1 << card
    return size


@jit
def _held_back(numbers: IntTable, held: int, top: int, again: bool, few: int, room: IntBuffer) -> int:
    """How surprising it is that nothing of this was laid over the top."""
    bit = top & 63
    if top >> 6 == _ANY_SINGLE and bit >> 2 < TWO and not again:  # the usual case; only 2s and plain cards answer
        above = held >> bit + 1 << bit + 1
        return _HELD_BACK[_PLAIN] if above & _BELOW_TWOS else _HELD_BACK[_TWO + few] if above else 0
    most = 0
    for i in range(blocks(numbers, held, top, False, again, room)):
        rank, length, width = room[i] & 15, room[i] >> 4 & 15, room[i] >> 8 & 15
        if width == 4 or (width == 2 and length > 1):
            most = max(most, _HELD_BACK[_SPECIAL])
        elif rank == TWO:
            most = max(most, _HELD_BACK[_TWO + few])
        else:
            most = max(most, _HELD_BACK[_PLAIN])
    return most


@jit
def surprise(numbers: IntTable, seat: int, holding: int, passes: Sequence[IntBuffer], room: IntBuffer) -> int:
    """How surprising the passes of a seat are if it holds these cards now: 0 where it could answer nothing."""
    total = 0
    for nth in range(len(passes)):
        seen = passes[nth]
        if seen[BY] == seat:
            held = holding | seen[SINCE]
            total += _held_back(numbers, held, seen[OVER], seen[AGAIN] != 0, seen[FEW], room)
    return total


@jit
def stir(
    numbers: IntTable,
    seats: int,
    times: int,
    size: int,
    owners: IntTable,
    passes: Sequence[IntBuffer],
    luck: IntBuffer,
    cards: IntBuffer,
    holdings: IntBuffer,
    surprises: IntBuffer,
    room: IntBuffer,
) -> None:
    """Let two unseen cards change places so many times; deals that make the passes likely are met the oftener.

    Args:
        size, owners, cards, holdings: the deal (:func:`deal_unseen`); changed.
        passes: the passes seen.
        surprises: by seat, what :func:`surprise` says of its holding; kept up to date.
        room: room for ``ROOM`` ints.
    """
    for _ in range(times):
        one, other = draw(luck, size), draw(luck, size)
        first, second = owners[one], owners[other]
        if first == second:
            continue
        change = 1 << cards[one] | 1 << cards[other]
        now_first = now_second = more = 0
        if first < seats:
            now_first = surprise(numbers, first, holdings[first] ^ change, passes, room)
            more += now_first - surprises[first]
        if second < seats:
            now_second = surprise(numbers, second, holdings[second] ^ change, passes, room)
            more += now_second - surprises[second]
        if more > 0 and (more >= len(_CHANCES) or draw(luck, 1 << 32) >= _CHANCES[more]):
            continue
        cards[one], cards[other] = cards[other], cards[one]
        if first < seats:
            holdings[first] ^= change
            surprises[first] = now_first
        if second < seats:
            holdings[second] ^= change
            surprises[second] = now_second


@jit
def play_out(
    numbers: IntTable,
    arrows: IntTable,
    seats: int,
    seat: int,
    position: IntTable,
    gone: IntTable,
    held: int,
    owners: IntTable,
    passes: Sequence[IntBuffer],
    policies: IntTable,
    plays: IntTable,
    alive: IntTable,
    deals: int,
    luck: IntBuffer,
    sums: IntBuffer,
) -> int:
    """Play the hand to its end after each of several plays, all on the same deals.

    Args:
        numbers, arrows: the rulebook's numbers and the phase table.
        seat: who decides now.
        position: where the hand stands (:data:`tienlen.kernel.POSITION`).
        gone: the seats that have gone out, in order; of the length ``seats``.
        held: the mask of the seat's cards.
        owners: whose the unseen cards are (:func:`deal_unseen`).
        passes: the passes seen.
        policies: by seat, what plays on: places in :data:`tienlen.kernel.POLICIES`, none that needs luck.
        plays: the masks of the plays, 0 for a pass.
        alive: by play, 0 where it is not looked at any more.
        deals: how many.
        luck: the stream drawn from.
        sums: by play; the units that the seat gets in each playout are added.

    Returns:
        The phase the hands ended in: the last, or below 0 for a fault of ours.
    """
    cards, dealt, holdings, order = buffer(52), buffer(seats), buffer(seats), buffer(seats)
    lucks, room, surprises = buffer(seats * STATE), buffer(ROOM), buffer(seats)
    rows, trace, told = buffer((MOST_PAYMENTS + MOST_CHOPS) * PAYMENT), buffer(MOST_DECISIONS), buffer(TOLD)
    unseen = ALL & ~(held | position[LAID])
    dealt[seat] = held
    size = deal_unseen(seats, unseen, owners, luck, cards, dealt)
    stirs = 0
    if len(passes):
        stirs = FIRST_STIRS
        for other in range(seats):
            surprises[other] = surprise(numbers, other, dealt[other], passes, room)
    phase = 0
    for nth in range(deals):
        if nth and len(passes):
            stirs = STIRS
        elif nth:
            for other in range(seats):
                dealt[other] = held if other == seat else 0
            size = deal_unseen(seats, unseen, owners, luck, cards, dealt)
        stir(numbers, seats, stirs, size, owners, passes, luck, cards, dealt, surprises, room)
        for place in range(len(plays)):
            if not alive[place]:
                continue
            for other in range(seats):
                holdings[other], order[other] = dealt[other], gone[other]
            phase = play_on(
                numbers,
                arrows,
                seats,
                position,
                plays[place],
                policies,
                holdings,
                lucks,
                room,
                order,
                rows,
                trace,
                told,
            )
            if phase < 0:
                return phase
            for at in range(0, told[PAYMENTS] * PAYMENT, PAYMENT):
                if rows[at + PAYEE] == seat:
                    sums[place] += rows[at + UNITS]
                elif rows[at + PAYER] == seat:
                    sums[place] -= rows[at + UNITS]
    return phase
