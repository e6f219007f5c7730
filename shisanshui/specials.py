"""Specials (SS-5): which whole hands collect by themselves, told from thirteen cards by ints alone.

The ranks of a hand are packed into one int, four bits a rank, the count of twos lowest; jokers are counted apart.  A
*cover* is the same for three runs of 3 + 5 + 5 ranks: the hand is three straights if some cover holds every rank at
least as often as the hand does, since both are thirteen and the jokers make up what is missing (SS-5.2, SS-5.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from common.jit import IntTable, inlined, jit, table
from shisanshui.rows import Wheel

__all__ = [
    "NONE",
    "ROW_KINDS",
    "SpecialKind",
    "SpecialTables",
    "fits",
    "is_special",
    "special_at",
    "special_tables",
    "straight_runs",
]

NONE: Final = -1
"""In place of a special: there is none."""


class SpecialKind(IntEnum):
    """The kinds of specials; their lower-case names are those of the ruleset."""

    SAME_SUIT_DRAGON = 0
    """至尊青龙, 清龙, 同花十三水: A to K of one suit."""
    DRAGON = 1
    """一条龙, 十三水: A to K."""
    TWELVE_ROYALS = 2
    """十二皇族: nothing but J Q K A."""
    THREE_STRAIGHT_FLUSHES = 3
    """三同花顺: three straight flushes, one of three cards."""
    THREE_QUADS = 4
    """三分天下, 三套炸弹: three quads and one more."""
    ALL_HIGH = 5
    """全大: nothing but 8 … A."""
    ALL_LOW = 6
    """全小: nothing but 2 … 8."""
    ONE_COLOR = 7
    """凑一色: all red or all black."""
    FOUR_TRIPS = 8
    """四套三条, 四套冲三: four trips and one more."""
    FIVE_PAIRS_TRIPS = 9
    """五对三条: five pairs and trips."""
    SIX_PAIRS = 10
    """六对半, sáu đôi: six pairs and one more."""
    THREE_STRAIGHTS = 11
    """三顺子, ba sảnh: three straights, one of three cards."""
    THREE_FLUSHES = 12
    """三同花, ba thùng: three flushes, one of three cards."""


ROW_KINDS: Final = frozenset(
    {SpecialKind.THREE_STRAIGHT_FLUSHES, SpecialKind.THREE_STRAIGHTS, SpecialKind.THREE_FLUSHES}
)
"""The kinds that are three rows; where the house says so, the layout itself must be these (SS-5.2)."""


class SpecialTables(NamedTuple):
    """A house's specials for :func:`special_at`."""

    kinds: IntTable
    """The kinds the house knows, the highest first."""
    places: IntTable
    """``places[n]``: where ``kinds[n]`` stands in the house's list, from 0, the highest; equals share a place."""
    quads: IntTable
    """Whether a quad counts as two pairs, and whether as trips and one more (SS-5.3)."""
    runs: IntTable
    """Runs of five as packed ranks, low to high as the house orders straights, and after them runs of three."""
    covers: IntTable
    """Three runs as packed ranks, in ascending order."""
    cover_runs: IntTable
    """Their runs as indexes into ``runs``: front, middle and back, eight bits each; the back is no lower run."""


def straight_runs(size: int, wheel: Wheel) -> list[tuple[int, ...]]:
    """The runs of ``size`` ranks, low to high as the house orders straights; A 2 3 where A 2 3 4 5 is one."""
    plain = [tuple(range(low, low + size)) for low in range(14 - size)]
    round_the_corner = (*range(size - 1), 12)
    if wheel == "none":
        return plain
    return [round_the_corner, *plain] if wheel == "lowest" else [*plain[:-1], round_the_corner, plain[-1]]


def special_tables(
    places: Sequence[Sequence[SpecialKind]], wheel: Wheel, quads_as_two_pairs: bool, quads_as_trips: bool
) -> SpecialTables:
    """The tables of a house that lists these kinds, the highest place first."""
    fives = [sum(1 << 4 * rank for rank in run) for run in straight_runs(5, wheel)]
    threes = [sum(1 << 4 * rank for rank in run) for run in straight_runs(3, wheel)]
    runs = fives + threes
    triples = [
        (front, middle, back)
        for back in range(len(fives))
        for middle in range(back + 1)
        for front in range(len(fives), len(runs))
    ]
    triples.sort(key=lambda triple: sum(runs[run] for run in triple))
    return SpecialTables(
        kinds=table(kind for kinds in places for kind in kinds),
        places=table(place for place, kinds in enumerate(places) for _ in kinds),
        quads=table([int(quads_as_two_pairs), int(quads_as_trips)]),
        runs=table(runs),
        covers=table(sum(runs[run] for run in triple) for triple in triples),
        cover_runs=table(front | middle << 8 | back << 16 for front, middle, back in triples),
    )


@jit
def _is_grouped(tables: SpecialTables, kind: int, ranks: int) -> bool:
    """Whether thirteen ranks without jokers are groups of this kind."""
    ones, twos, threes, fours, fives = 0, 0, 0, 0, 0
    while ranks:
        count = ranks & 15
        ranks >>= 4
        if count == 1:
            ones += 1
        elif count == 2:
            twos += 1
        elif count == 3:
            threes += 1
        elif count == 4:
            fours += 1
        elif count == 5:
            fives += 1
        elif count > 5:
            return False
    if kind == 4:  # five of a rank are a quad and the odd card
        return fours + fives == 3 and ones + fives == 1
    if kind == 8:
        return (threes == 4 and ones == 1) or (threes == 3 and fours == 1 and tables.quads[1] != 0)
    if fours + fives and not tables.quads[0] and not (kind == 9 and fours == 0):
        return False
    pairs = twos + 2 * fours
    if kind == 9:  # five of a rank are trips and a pair
        return (threes == 1 and pairs == 5) or (fives == 1 and pairs == 4)
    return (ones == 1 and pairs == 6) or (fives == 1 and pairs == 4)


@inlined
def _completes(tables: SpecialTables, kind: int, ranks: int, jokers: int) -> bool:
    """Whether ranks and jokers are groups of this kind."""
    if jokers == 0:
        return _is_grouped(tables, kind, ranks)
    for first in range(13):
        once = ranks + (1 << 4 * first)
        if jokers == 1:
            if _is_grouped(tables, kind, once):
                return True
        else:
            for second in range(first + 1):
                if _is_grouped(tables, kind, once + (1 << 4 * second)):
                    return True
    return False


@jit
def fits(ranks: int, cover: int) -> bool:
    """Whether a cover holds every rank at least as often as ``ranks`` does."""
    return (cover + 0x8888888888888 - ranks) & 0x8888888888888 == 0x8888888888888


@jit
def _is_three_flushes(suits: int) -> bool:
    """Whether suits (eight bits a suit, how many cards) are three flushes of 3 + 5 + 5 cards."""
    for front in range(4):
        for middle in range(4):
            for back in range(middle + 1):
                cover = (3 << 8 * front) + (5 << 8 * middle) + (5 << 8 * back)
                if (cover + 0x80808080 - suits) & 0x80808080 == 0x80808080:
                    return True
    return False


class Features(NamedTuple):
    """What the kinds of specials are told by, counted once."""

    ranks: int
    """How many of each rank, four bits a rank; jokers left out."""
    jokers: int
    suits: int
    """How many of each suit, eight bits a suit."""
    clubs: int
    """Ranks of the clubs alone; likewise the other suits."""
    diamonds: int
    hearts: int
    spades: int


@jit
def _features(hand: Sequence[int]) -> Features:
    ranks, jokers, suits = 0, 0, 0
    clubs, diamonds, hearts, spades = 0, 0, 0, 0
    for card in hand:
        if card >= 52:
            jokers += 1
            continue
        bit = 1 << 4 * (card >> 2)
        suit = card & 3
        ranks += bit
        suits += 1 << 8 * suit
        if suit == 0:
            clubs += bit
        elif suit == 1:
            diamonds += bit
        elif suit == 2:
            hearts += bit
        else:
            spades += bit
    return Features(ranks, jokers, suits, clubs, diamonds, hearts, spades)


@inlined
def _is_suited_cover(tables: SpecialTables, cover: int, held: Features) -> bool:
    """Whether the runs of a cover, each in some suit, hold every card of the hand."""
    runs, of = tables.runs, tables.cover_runs[cover]
    front, middle, back = runs[of & 255], runs[of >> 8 & 255], runs[of >> 16]
    for suits in range(64):
        low, mid, high = suits & 3, suits >> 2 & 3, suits >> 4
        have = (front if low == 0 else 0) + (middle if mid == 0 else 0) + (back if high == 0 else 0)
        if not fits(held.clubs, have):
            continue
        have = (front if low == 1 else 0) + (middle if mid == 1 else 0) + (back if high == 1 else 0)
        if not fits(held.diamonds, have):
            continue
        have = (front if low == 2 else 0) + (middle if mid == 2 else 0) + (back if high == 2 else 0)
        if not fits(held.hearts, have):
            continue
        have = (front if low == 3 else 0) + (middle if mid == 3 else 0) + (back if high == 3 else 0)
        if fits(held.spades, have):
            return True
    return False


@inlined
def _first_cover(covers: IntTable, ranks: int) -> int:
    """The first cover, in ascending order, that is not below these ranks."""
    low, high = 0, len(covers)
    while low < high:
        half = (low + high) >> 1
        if covers[half] < ranks:
            low = half + 1
        else:
            high = half
    return low


@jit
def _is_three_runs(tables: SpecialTables, suited: bool, held: Features) -> bool:
    """Whether the hand is three runs, each in one suit if ``suited``."""
    ranks, covers = held.ranks, tables.covers
    if ranks & 0x4444444444444 or (suited and not _is_three_flushes(held.suits)):  # four of a rank are in no three runs
        return False
    for cover in range(_first_cover(covers, ranks), len(covers)):  # a cover that holds them is not below them
        if held.jokers == 0 and covers[cover] != ranks:
            return False
        if fits(ranks, covers[cover]) and (not suited or _is_suited_cover(tables, cover, held)):
            return True
    return False


@jit
def _is(tables: SpecialTables, kind: int, held: Features) -> bool:
    ranks = held.ranks
    if kind <= 1:
        if ranks & 0xEEEEEEEEEEEEE:
            return False
        return kind == 1 or ranks in (held.clubs, held.diamonds, held.hearts, held.spades)
    if kind == 2:
        return ranks & 0xFFFFFFFFF == 0
    if kind == 5:
        return ranks & 0xFFFFFF == 0
    if kind == 6:
        return ranks >> 28 == 0
    if kind == 7:
        return held.clubs + held.spades == 0 or held.diamonds + held.hearts == 0
    if kind == 12:
        return _is_three_flushes(held.suits)
    if kind in (3, 11):
        return _is_three_runs(tables, kind == 3, held)
    return _completes(tables, kind, ranks, held.jokers)


@inlined
def is_special(tables: SpecialTables, kind: int, hand: Sequence[int]) -> bool:
    """Whether thirteen cards, in any order, are a special of this kind; any partition into rows will do (SS-5.2)."""
    return _is(tables, kind, _features(hand))


@jit
def special_at(tables: SpecialTables, hand: Sequence[int]) -> int:
    """The index in ``tables.kinds`` of the highest special that thirteen cards are, or NONE."""
    kinds = tables.kinds
    if len(kinds) == 0:
        return NONE
    held = _features(hand)
    for nth in range(len(kinds)):
        if _is(tables, kinds[nth], held):
            return nth
    return NONE
