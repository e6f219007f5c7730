"""What a row is: its type and its ranks, as one int on one scale, from tables that one readable evaluator fills.

A **strength** is a row's place on its house's scale of all rows, of five cards and of three, from 0: a larger strength
is the stronger row, whichever place it lies in, so ``front <= middle <= back`` is the test for a foul (SS-3).  A front
compares with a middle by type and by the ranks both have; where those agree it stands lower (SS-3.2).  Suits are no
part of a strength; where the house breaks ties by suit (SS-2.5), :func:`edge` tells equal rows apart.

The primitives take cards as numbers (0 … 53, jokers 52 and 53) **in ascending order**: the tables are indexed by the
colexicographic number of the sorted ranks, a sum of one term per card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Literal, NamedTuple

from common.cards import SUITS, Rank
from common.jit import IntTable, jit, table

__all__ = [
    "Place",
    "RowType",
    "Scale",
    "Wheel",
    "edge",
    "edge_of",
    "evaluate",
    "five",
    "form",
    "ranks_of",
    "suit_table",
    "three",
    "unpacked",
]

Wheel = Literal["second", "lowest", "none"]
"""Where A 2 3 4 5 stands among the straights (SS-2.3)."""


class RowType(IntEnum):
    """The types of rows, low to high (SS-2.1); their lower-case names are those of the ruleset."""

    HIGH_CARD = 0
    """乌龙: nothing."""
    PAIR = 1
    """对子: two of a rank."""
    TWO_PAIR = 2
    """两对: two pairs."""
    TRIPS = 3
    """三条: three of a rank; 冲三, 三尖刀 in the front."""
    STRAIGHT = 4
    """顺子: five ranks in a row."""
    FLUSH = 5
    """同花: one suit."""
    FULL_HOUSE = 6
    """葫芦: trips and a pair."""
    QUADS = 7
    """铁支: four of a rank."""
    STRAIGHT_FLUSH = 8
    """同花顺: a straight of one suit."""
    FIVE_OF_A_KIND = 9
    """五同: five of a rank."""


class Place(IntEnum):
    """Where a row lies; its lower-case name is that of the ruleset."""

    FRONT = 0
    """头: three cards."""
    MIDDLE = 1
    """中: five cards."""
    BACK = 2
    """尾: five cards."""


# How many of each rank a row holds, most first, and what it then is; suits and runs aside (SS-2.1).
_BY_COUNTS = {
    (5,): RowType.FIVE_OF_A_KIND,
    (4, 1): RowType.QUADS,
    (3, 2): RowType.FULL_HOUSE,
    (3, 1, 1): RowType.TRIPS,
    (2, 2, 1): RowType.TWO_PAIR,
    (2, 1, 1, 1): RowType.PAIR,
    (1, 1, 1, 1, 1): RowType.HIGH_CARD,
    (3,): RowType.TRIPS,
    (2, 1): RowType.PAIR,
    (1, 1, 1): RowType.HIGH_CARD,
}

_COUNTS = {kind: counts for counts, kind in _BY_COUNTS.items() if sum(counts) == 5}

_LOW_RUN = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.ACE)


def _tops(wheel: Wheel) -> tuple[Rank, ...]:
    """The straights by their top, low to high; A 2 3 4 5 is told by its ace where it is second, else by its five."""
    plain = tuple(Rank(top) for top in range(Rank.SIX, Rank.ACE + 1))
    if wheel == "none":
        return plain
    if wheel == "lowest":
        return (Rank.FIVE, *plain)
    return (*plain[:-1], Rank.FIVE, Rank.ACE)


def evaluate(ranks: Sequence[int], suited: bool, wheel: Wheel) -> tuple[RowType, tuple[int, ...]]:
    """The type of a row without jokers, and the ranks that it compares by, the first one first (SS-2.1 … SS-2.4).

    ``ranks`` are three or five in ascending order.  A straight is told by its top alone: the five of A 2 3 4 5.
    """
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    by_counts = _BY_COUNTS[tuple(count for count, _ in groups)]
    told = tuple(rank for _, rank in groups)
    if len(ranks) == 3 or by_counts >= RowType.FULL_HOUSE:
        return by_counts, told
    top = None
    if by_counts is RowType.HIGH_CARD:
        if ranks[4] - ranks[0] == 4:
            top = ranks[4]
        elif tuple(ranks) == _LOW_RUN and wheel != "none":
            top = Rank.FIVE
    if top is not None:
        return RowType.STRAIGHT_FLUSH if suited else RowType.STRAIGHT, (top,)
    if suited:
        return RowType.FLUSH, tuple(reversed(ranks))
    return by_counts, told


_DIGIT = 4  # bits of a rank in a packed form


def form(kind: RowType, ranks: Sequence[int], wheel: Wheel) -> int:
    """Type and ranks packed into one int that sorts as rows do; ranks that a front does not have count as lowest."""
    digits = [rank + 1 for rank in ranks]
    if kind in {RowType.STRAIGHT, RowType.STRAIGHT_FLUSH}:
        digits = [_tops(wheel).index(Rank(ranks[0])) + 1]
    packed = int(kind)
    for place in range(5):
        packed = packed << _DIGIT | (digits[place] if place < len(digits) else 0)
    return packed


def unpacked(packed: int, wheel: Wheel) -> tuple[RowType, tuple[int, ...]]:
    """The type and the ranks of a packed form: what :func:`evaluate` said."""
    kind = RowType(packed >> 5 * _DIGIT)
    digits = [packed >> _DIGIT * (4 - place) & 15 for place in range(5)]
    if kind in {RowType.STRAIGHT, RowType.STRAIGHT_FLUSH}:
        return kind, (_tops(wheel)[digits[0] - 1],)
    return kind, tuple(digit - 1 for digit in digits if digit)


def ranks_of(packed: int, wheel: Wheel) -> tuple[int, ...]:
    """The ranks of a row of a packed form, card by card; a joker's is that of the card it stands for."""
    kind, told = unpacked(packed, wheel)
    if kind in {RowType.STRAIGHT, RowType.STRAIGHT_FLUSH}:
        return _LOW_RUN if told[0] == Rank.FIVE else tuple(range(told[0] - 4, told[0] + 1))
    counts = (1,) * 5 if kind is RowType.FLUSH else _COUNTS[kind]
    return tuple(rank for rank, count in zip(told, counts, strict=False) for _ in range(count))


class Scale(NamedTuple):
    """The tables of one house's rows, for five, three and edge; made by :mod:`shisanshui.scales`."""

    step: IntTable
    """``step[54 * n + card]``: what the ``n``-th lowest card of a row adds to the row's number."""
    suits: IntTable
    """``suits[card]``: its suit as a bit; all four bits for a joker."""
    plain: IntTable
    """The strength of five cards that are not of one suit, by number; -1 for more than two jokers."""
    suited: IntTable
    """The strength of five cards that are of one suit, by number."""
    front: IntTable
    """The strength of three cards, by number."""
    types: IntTable
    """``types[strength]``: its RowType.  As many entries as there are strengths."""
    patterns: IntTable
    """``patterns[strength]``: the row without its loose cards (the pair, not its kickers), dense, from 0, comparable
    like a strength.  All high cards of one count are one pattern."""
    forms: IntTable
    """``forms[strength]``: type and ranks packed, see :func:`form`."""
    tops: IntTable
    """``tops[strength]``: the rank that the pattern is told by first; the ace of A 2 3 4 5 (SS-2.5)."""


@jit
def five(scale: Scale, a: int, b: int, c: int, d: int, e: int) -> int:
    """The strength of five cards given in ascending order."""
    step, suits = scale.step, scale.suits
    number = step[a] + step[54 + b] + step[108 + c] + step[162 + d] + step[216 + e]
    if suits[a] & suits[b] & suits[c] & suits[d] & suits[e]:
        return scale.suited[number]
    return scale.plain[number]


@jit
def three(scale: Scale, a: int, b: int, c: int) -> int:
    """The strength of three cards given in ascending order."""
    step = scale.step
    return scale.front[step[a] + step[54 + b] + step[108 + c]]


@jit
def edge(scale: Scale, suits: IntTable, strength: int, cards: Sequence[int]) -> int:
    """What tells equal rows apart: the suit of the highest card of the pattern, 1 … 4, or 0 where suits do not count.

    ``suits`` is the house's table (SS-2.5, :func:`suit_table`); ``cards`` are the row's in any order.  A joker in the
    pattern stands for the best suit, in a flush for the flush's.
    """
    return edge_of(scale.types, scale.tops, suits, strength, cards)


@jit
def edge_of(types: IntTable, tops: IntTable, suits: IntTable, strength: int, cards: Sequence[int]) -> int:
    """:func:`edge` from two tables of a scale, for loops over many rows."""
    needed = suits[4 + types[strength]]
    if needed == 0:
        return 0
    top = tops[strength]
    best = 0
    for card in cards:
        if card < 52 and (needed < 0 or card >> 2 == top):
            needed -= 1
            best = max(best, suits[card & 3])
    return 4 if needed > 0 else best


def suit_table(low_to_high: str, types: Iterable[RowType]) -> IntTable:
    """A house's table for :func:`edge`.

    ``[0 … 3]`` is the worth, 1 … 4, of clubs, diamonds, hearts and spades; ``[4 + type]`` is 0 where rows of the type
    are not told apart by suit, -1 for rows of one suit, and else how many cards the highest rank of the pattern has.
    """
    worth = [low_to_high.index(suit) + 1 for suit in SUITS] if low_to_high else [0] * 4
    cards_of = [1, 2, 2, 3, 1, -1, 3, 4, -1, 5]
    return table(worth + [cards_of[kind] if kind in types else 0 for kind in RowType])
