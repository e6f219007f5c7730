"""What may be played (TL-3, TL-4): primitives on ints.

All plays of a holding fall into *blocks*: so many cards of each of so many neighbouring ranks, with free choice of
suits.  A block is one int; the number of its plays is a product, its k-th play is found without listing the others.
So every choice of lower suits is there, exactly, and a hand of hundreds of plays costs no more than its few blocks.
"""

from __future__ import annotations

from common.jit import IntBuffer, IntTable, buffer, inlined, jit, lowest, popcount, table
from tienlen.combos import (
    CLASSES,
    COVER,
    PAIR_RUN_FROM,
    QUAD,
    RUN_3,
    STRAIGHT_FROM,
    TWO,
    at_least,
    class_of,
    classify,
)

__all__ = [
    "FINISH_SPECIAL",
    "FINISH_TWO",
    "MOST_BLOCKS",
    "REENTRY",
    "block_play",
    "block_size",
    "blocks",
    "count_plays",
    "may_finish",
    "nth_play",
    "representative",
    "runs",
]

FINISH_TWO, FINISH_SPECIAL = 2, 3
"""In a rulebook's numbers: 1 where a last play may be 2s, may be a special."""
REENTRY = 4
"""From here, by class: 1 where a seat that has passed may come back with it."""
MOST_BLOCKS = 160
"""More blocks than any holding of 13 cards has."""

# Choices of ``width`` cards among those held of one rank (a nibble), filtered: 0 any; 1, 2, 3 the highest is at least
# that suit; 4 the lowest held is among them.
LOWEST_HELD = 4
FILTERS = 5
MOST_CHOICES = 6


def _choices(held: int, width: int, rule: int) -> list[int]:
    found = [cards for cards in range(1, 16) if cards & held == cards and cards.bit_count() == width]
    if rule == LOWEST_HELD:
        return [cards for cards in found if cards & held & -held]
    return [cards for cards in found if cards.bit_length() - 1 >= rule]


_ALL_CHOICES = [_choices(held, width, rule) for held in range(16) for width in range(5) for rule in range(FILTERS)]
_SIZES = table(len(found) for found in _ALL_CHOICES)
_CHOICES = table(cards for found in _ALL_CHOICES for cards in (*found, *[0] * (MOST_CHOICES - len(found))))


@jit
def _block(rank: int, length: int, width: int, suit: int, lowest_held: int) -> int:
    """One block: ``width`` cards of ``length`` ranks from ``rank`` on, the top card of at least ``suit``.

    Singles are one block together: every card from ``rank`` and ``suit`` on, or the lowest alone.
    """
    return rank | length << 4 | width << 8 | suit << 12 | lowest_held << 15


@inlined
def _may_be_last(numbers: IntTable, holding: int, leads: bool) -> bool:
    """Whether the whole holding, where it is one combination, may be laid as the last play (TL-5.1)."""
    code = classify(numbers, holding)
    kind = class_of(code)
    if (1 <= kind < QUAD or (kind == QUAD and (code & 63) >> 2 == TWO)) and not numbers[FINISH_TWO]:
        return leads and code >> 12 == 1
    return kind < QUAD or numbers[FINISH_SPECIAL] != 0


@inlined
def may_finish(numbers: IntTable, holding: int, play: int, top: int) -> bool:
    """Whether this play is not forbidden as the holding's last one (TL-5.1)."""
    return play != holding or _may_be_last(numbers, holding, top == 0)


@jit
def runs(holding: int, width: int, length: int) -> int:
    """Where runs of ``length`` ranks with ``width`` cards each start: lowest bits of ranks; no 2s (TL-2.2, TL-2.4)."""
    ranks = at_least(holding, width)
    if length > 1:
        ranks &= (1 << 4 * TWO) - 1
    found = ranks
    for step in range(1, length):
        found &= ranks >> 4 * step
    return found


@inlined
def _lead_blocks(numbers: IntTable, holding: int, must: bool, out: IntBuffer) -> int:
    found = 0
    first = lowest(holding) >> 2
    keep = (1 << 4 * (first + 1)) - 1 if must else -1
    flag = 1 if must else 0
    out[found] = _block(first, 1, 1, 0, flag)
    found += 1
    for width in range(2, 5):
        starts = at_least(holding, width) & keep
        while starts:
            out[found] = _block(lowest(starts) >> 2, 1, width, 0, flag)
            found += 1
            starts &= starts - 1
    for width in range(1, 3):
        length = numbers[STRAIGHT_FROM if width == 1 else PAIR_RUN_FROM]
        starts = runs(holding, width, length)
        ranks = at_least(holding, width) & ((1 << 4 * TWO) - 1)
        while starts:
            left = starts & keep
            while left:
                out[found] = _block(lowest(left) >> 2, length, width, 0, flag)
                found += 1
                left &= left - 1
            starts &= ranks >> 4 * length
            length += 1
    return found


@inlined
def _answer_blocks(numbers: IntTable, holding: int, top: int, locked: bool, out: IntBuffer) -> int:
    found = 0
    width, length, bit = top >> 12, top >> 6 & 63, top & 63
    kind = class_of(top)
    if width == 1 and length == 1:
        if not locked and holding >> bit + 1:
            out[found] = _block(bit + 1 >> 2, 1, 1, bit + 1 & 3, 0)
            found += 1
    elif not locked or (kind >= QUAD and numbers[REENTRY + kind]):
        last = bit >> 2
        if bit & 3 < 3:
            same = runs(holding, width, length) >> 4 * (last - length + 1) & 1
            if same and _SIZES[((holding >> 4 * last & 15) * 5 + width) * FILTERS + (bit & 3) + 1]:
                out[found] = _block(last - length + 1, length, width, (bit & 3) + 1, 0)
                found += 1
        starts = runs(holding, width, length) >> 4 * (last - length + 2) << 4 * (last - length + 2)
        while starts:
            out[found] = _block(lowest(starts) >> 2, length, width, 0, 0)
            found += 1
            starts &= starts - 1
    if kind == 0:
        return found
    for special in range(QUAD, CLASSES):
        if numbers[COVER + special * CLASSES + kind] and (not locked or numbers[REENTRY + special]):
            width = 4 if special == QUAD else 2
            length = 1 if special == QUAD else special - RUN_3 + 3
            starts = runs(holding, width, length)
            while starts:
                out[found] = _block(lowest(starts) >> 2, length, width, 0, 0)
                found += 1
                starts &= starts - 1
    return found


@jit
def blocks(numbers: IntTable, holding: int, top: int, must: bool, locked: bool, out: IntBuffer) -> int:
    """Write the blocks of every legal play into ``out`` and return how many there are.

    Args:
        numbers: the rulebook's numbers.
        holding: the mask of the cards held.
        top: the code of the play to beat; 0 on the lead.
        must: whether the play must contain the lowest card held (TL-4.2; on the lead only).
        locked: whether the seat has passed in this trick and may come back with a special only (TL-4.4).
        out: room for ``MOST_BLOCKS``.
    """
    if holding == 0:
        return 0
    if top == 0:
        found = _lead_blocks(numbers, holding, must, out)
    else:
        found = _answer_blocks(numbers, holding, top, locked, out)
    if numbers[FINISH_TWO] and numbers[FINISH_SPECIAL]:
        return found
    kept = 0
    for i in range(found):
        if may_finish(numbers, holding, block_play(holding, out[i], 0), top):
            out[kept] = out[i]
            kept += 1
    return kept


@jit
def block_size(holding: int, block: int) -> int:
    """How many plays a block has."""
    rank, length, width, suit = block & 15, block >> 4 & 15, block >> 8 & 15, block >> 12 & 7
    if width == 1 and length == 1:
        return 1 if block >> 15 else popcount(holding >> 4 * rank + suit)
    size = 1
    for step in range(length):
        rule = suit if step == length - 1 else 0
        if step == 0 and block >> 15:
            rule = LOWEST_HELD
        size *= _SIZES[((holding >> 4 * (rank + step) & 15) * 5 + width) * FILTERS + rule]
    return size


@jit
def block_play(holding: int, block: int, nth: int) -> int:
    """The ``nth`` play of a block, from 0, as a mask."""
    rank, length, width, suit = block & 15, block >> 4 & 15, block >> 8 & 15, block >> 12 & 7
    if width == 1 and length == 1:
        held = holding >> 4 * rank + suit << 4 * rank + suit
        for _ in range(nth):
            held &= held - 1
        return held & -held
    play = 0
    for step in range(length):
        rule = suit if step == length - 1 else 0
        if step == 0 and block >> 15:
            rule = LOWEST_HELD
        at = ((holding >> 4 * (rank + step) & 15) * 5 + width) * FILTERS + rule
        play |= _CHOICES[at * MOST_CHOICES + nth % _SIZES[at]] << 4 * (rank + step)
        nth //= _SIZES[at]
    return play


@jit
def count_plays(numbers: IntTable, holding: int, top: int, must: bool, locked: bool) -> int:
    """How many plays are legal (a pass not counted)."""
    out = buffer(MOST_BLOCKS)
    total = 0
    for i in range(blocks(numbers, holding, top, must, locked, out)):
        total += block_size(holding, out[i])
    return total


@jit
def nth_play(numbers: IntTable, holding: int, top: int, must: bool, locked: bool, nth: int) -> int:
    """The ``nth`` legal play, from 0, as a mask; 0 where there are not so many."""
    out = buffer(MOST_BLOCKS)
    for i in range(blocks(numbers, holding, top, must, locked, out)):
        size = block_size(holding, out[i])
        if nth < size:
            return block_play(holding, out[i], nth)
        nth -= size
    return 0


@jit
def representative(holding: int, block: int, nth: int) -> int:
    """Of a block's plays with the ``nth`` top card (low to high), the one with the lowest cards beneath; 0 for none."""
    rank, length, width, suit = block & 15, block >> 4 & 15, block >> 8 & 15, block >> 12 & 7
    if width == 1 and length == 1:
        return block_play(holding, block, nth) if nth < block_size(holding, block) else 0
    play = 0
    for step in range(length - 1):
        held = holding >> 4 * (rank + step) & 15
        for _ in range(width):
            play |= (held & -held) << 4 * (rank + step)
            held &= held - 1
    last = rank + length - 1
    held = holding >> 4 * last & 15
    under = 0
    for _ in range(width - 1):
        under |= held & -held
        held &= held - 1
    tops = held >> suit << suit
    for _ in range(nth):
        tops &= tops - 1
    return play | (under | tops & -tops) << 4 * last if tops else 0
