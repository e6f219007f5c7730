"""What a bot decides: primitives on ints, the same for a bulk kernel as for a bot at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from common.deal import draw
from common.jit import IntBuffer, IntTable, inlined, jit, popcount, space
from tienlen.combos import ALL, QUAD, TWO, class_of, classify
from tienlen.moves import MOST_BLOCKS, block_play, block_size, blocks, representative
from tienlen.planner import MOST_PLAYS, WEIGHTS, fewest_cards, weigh_plays
from tienlen.view import View

__all__ = ["FEW", "ROOM", "cautious", "planner", "question", "random", "rivals_of"]

ROOM: Final = 2 * MOST_BLOCKS
"""How many ints of room to work in a policy needs."""
FEW = 4
"""With so many cards left to it or to a rival, ``cautious`` holds nothing back."""


@inlined
def random(
    numbers: IntTable,
    holding: int,
    top: int,
    must: bool,
    locked: bool,
    unseen: int,  # noqa: ARG001
    rivals: int,  # noqa: ARG001
    luck: IntBuffer,
    luck_at: int,
    room: IntBuffer,
) -> int:
    """Any legal action, each as likely, every choice of suits and the pass included: a play's mask, or 0 to pass.

    Where there is nothing but the pass no luck is drawn.
    """
    count = blocks(numbers, holding, top, must, locked, room)
    if count == 0:
        return 0
    ways = 1 if top else 0
    for i in range(count):
        size = block_size(holding, room[i])
        room[MOST_BLOCKS + i] = size
        ways += size
    nth = draw(luck, ways, luck_at)
    for i in range(count):
        size = room[MOST_BLOCKS + i]
        if nth < size:
            return block_play(holding, room[i], nth)
        nth -= size
    return 0


@inlined
def cautious(
    numbers: IntTable,
    holding: int,
    top: int,
    must: bool,
    locked: bool,
    unseen: int,  # noqa: ARG001
    rivals: int,
    luck: IntBuffer,  # noqa: ARG001
    luck_at: int,  # noqa: ARG001
    room: IntBuffer,
) -> int:
    """The longest lead with the lowest card, the lowest answer; 2s and specials only when somebody has few cards.

    Of leads of one length, the one with the lowest top; of specials, the one with the fewest cards, then the lowest.
    """
    few = popcount(holding) <= FEW or fewest_cards(rivals) <= FEW
    best, best_key = 0, 0
    # On the lead a play with the lowest card is asked for as where the house does (TL-4.2).
    count = blocks(numbers, holding, top, must or top == 0, locked, room)
    for i in range(count):
        play = representative(holding, room[i], 0)
        code = classify(numbers, play)
        held_back = class_of(code) >= QUAD or (code & 63) >> 2 == TWO
        if held_back and not few and (top or class_of(code) >= QUAD):
            continue
        size = popcount(play)
        if top:
            key = 1 + (class_of(code) >= QUAD) * 1024 + size * 64 + (code & 63)
        else:
            key = 1 + (13 - size) * 64 + (code & 63)
        if best == 0 or key < best_key:
            best, best_key = play, key
    return best


@jit
def planner(
    numbers: IntTable,
    holding: int,
    top: int,
    must: bool,
    locked: bool,
    unseen: int,
    rivals: int,
    luck: IntBuffer,  # noqa: ARG001
    luck_at: int,  # noqa: ARG001
    room: IntBuffer,  # noqa: ARG001
) -> int:
    """The play that leaves the holding closest to its end (:mod:`tienlen.planner`)."""
    plays, scores = space(MOST_PLAYS), space(MOST_PLAYS)
    count = weigh_plays(numbers, WEIGHTS, holding, top, must, locked, unseen, rivals, plays, scores)
    best = 0
    for i in range(1, count):
        if scores[i] < scores[best]:
            best = i
    return plays[best]


def question(view: View) -> tuple[int, int, bool, bool, int, int]:
    """What a policy is asked, from what the seat knows: holding, top, must, locked, unseen, rivals."""
    table, seat = view.table, view.seat
    assert seat is not None
    holding = table.holdings[seat]
    rivals = rivals_of(seat, table.counts, table.locked)
    return holding, table.top, table.must >= 0, table.asked_again, ALL & ~(holding | table.laid), rivals


def rivals_of(seat: int, counts: Sequence[int], locked: int) -> int:
    """What a policy is told of the others: five bits for each, the next in turn lowest: its cards, 16 if it passed."""
    seats, rivals = len(counts), 0
    for step in range(seats - 1, 0, -1):
        other = (seat + step) % seats
        rivals = rivals << 5 | counts[other] | (locked >> other & 1) << 4
    return rivals
