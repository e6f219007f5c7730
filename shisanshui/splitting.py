"""All ways to lay thirteen cards out as 3 + 5 + 5: the index tables, and which of them are no foul.

Positions are those of thirteen cards in ascending order.  Three and five positions are numbered in the order of
``itertools.combinations``; a *split* is numbered ``2 * pair + turned``, 72,072 of them: pair ``p`` belongs to front
``p // 126`` and has two fives, and ``turned`` tells which of them is the back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from common.cards import Card
from common.jit import IntBuffer, IntTable, buffer, jit, table
from shisanshui.rows import Scale, five, three
from shisanshui.rulebook import Rulebook, numbers

__all__ = [
    "FIVES",
    "SPLITS",
    "THREES",
    "Splits",
    "count_splits",
    "legal_splits",
    "parts",
    "positions",
    "splits",
    "strengths",
]

THREES: Final = tuple(combinations(range(13), 3))
FIVES: Final = tuple(combinations(range(13), 5))
PAIRS_OF_FRONT: Final = 126
SPLITS: Final = 2 * len(THREES) * PAIRS_OF_FRONT


class Splits(NamedTuple):
    """The index tables, for primitives."""

    threes: IntTable
    """``threes[3 * n + i]``: the positions of the ``n``-th three."""
    fives: IntTable
    """``fives[5 * n + i]``: the positions of the ``n``-th five."""
    one: IntTable
    """``one[p]``: the first five of pair ``p``, which holds the lowest position left."""
    other: IntTable
    """``other[p]``: the second five of pair ``p``."""
    masks: IntTable
    """The positions of each three, and after them of each five, as bits."""


@cache
def splits() -> Splits:
    """The index tables, made once."""
    number: dict[tuple[int, ...], int] = {held: nth for nth, held in enumerate(FIVES)}
    one: list[int] = []
    other: list[int] = []
    for front in THREES:
        left = [at for at in range(13) if at not in front]
        for rest in combinations(left[1:], 4):
            one.append(number[(left[0], *rest)])
            other.append(number[tuple(at for at in left[1:] if at not in rest)])
    return Splits(
        table(at for three_ in THREES for at in three_),
        table(at for five_ in FIVES for at in five_),
        table(one),
        table(other),
        table(sum(1 << at for at in held) for held in (*THREES, *FIVES)),
    )


def parts(split: int) -> tuple[int, int, int]:
    """A split as the numbers of its front, middle and back."""
    tables, (pair, turned) = splits(), divmod(split, 2)
    one, other = int(tables.one[pair]), int(tables.other[pair])
    return (pair // PAIRS_OF_FRONT, one, other) if turned else (pair // PAIRS_OF_FRONT, other, one)


def positions(split: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The positions of a split's front, middle and back."""
    front, middle, back = parts(split)
    return THREES[front], FIVES[middle], FIVES[back]


@jit
def strengths(scale: Scale, tables: Splits, hand: IntTable, of_threes: IntBuffer, of_fives: IntBuffer) -> None:
    """Fill in the strength of all 286 threes and 1,287 fives of thirteen cards in ascending order."""
    at = tables.threes
    for n in range(286):
        of_threes[n] = three(scale, hand[at[3 * n]], hand[at[3 * n + 1]], hand[at[3 * n + 2]])
    at = tables.fives
    for n in range(1287):
        of_fives[n] = five(
            scale,
            hand[at[5 * n]],
            hand[at[5 * n + 1]],
            hand[at[5 * n + 2]],
            hand[at[5 * n + 3]],
            hand[at[5 * n + 4]],
        )


@jit
def _accepted(
    tables: Splits, fouls: bool, strict: bool, doubles: int, of_threes: IntBuffer, of_fives: IntBuffer, out: IntBuffer
) -> int:
    """Write splits into ``out``, in order: all of them, or those that are no foul; how many there are.

    Of the splits that lay the same cards only the first is written: of like cards, whose first positions are the bits
    of ``doubles``, the earlier lies no further back.
    """
    found, pair = 0, 0
    for front in range(286):
        lowest, low = of_threes[front], tables.masks[front]
        for _ in range(126):
            one, other = tables.one[pair], tables.other[pair]
            for turned in range(2):
                middle, back = (one, other) if turned else (other, one)
                if not fouls:
                    mid, high = of_fives[middle], of_fives[back]
                    if mid > high or lowest > mid or (strict and mid == high):
                        continue
                if doubles:
                    mid, high = tables.masks[286 + middle], tables.masks[286 + back]
                    if ((mid & (low >> 1)) | (high & ((low | mid) >> 1))) & doubles:
                        continue
                out[found] = 2 * pair + turned
                found += 1
            pair += 1
    return found


def _listed(book: Rulebook, thirteen: Sequence[Card], fouls: bool, out: IntBuffer) -> int:
    of_threes, of_fives = buffer(len(THREES)), buffer(len(FIVES))
    strengths(book.scale, splits(), numbers(thirteen), of_threes, of_fives)
    doubles = sum(1 << at for at in range(12) if thirteen[at] == thirteen[at + 1])
    return int(_accepted(splits(), fouls, book.is_strict, doubles, of_threes, of_fives, out))


@lru_cache(maxsize=64)
def legal_splits(book: Rulebook, thirteen: tuple[Card, ...], fouls: bool = False) -> tuple[int, ...]:
    """The splits of thirteen cards in ascending order that are no foul, or with ``fouls`` all; each layout once."""
    out = buffer(SPLITS)
    return tuple(int(split) for split in out[: _listed(book, thirteen, fouls, out)])


@lru_cache(maxsize=4096)
def count_splits(book: Rulebook, thirteen: tuple[Card, ...], fouls: bool = False) -> int:
    """How many :func:`legal_splits` there are."""
    return _listed(book, thirteen, fouls, buffer(SPLITS))
