"""What is laid out for a seat that does not do so itself (SS-4.3)."""

from __future__ import annotations

from itertools import combinations

from common.cards import Card
from shisanshui.events import LaidRows
from shisanshui.rulebook import Rulebook
from shisanshui.specials import NONE, ROW_KINDS, SpecialKind
from shisanshui.splits import laid_special_at, row_split

__all__ = ["by_rule"]


def by_rule(book: Rulebook, hand: tuple[Card, ...]) -> tuple[LaidRows, bool | None]:
    """The layout laid at a seat's time-out or while it is away, and what is said of its special.

    It is never a foul, and the special where the hand is one; where specials must be declared, it is declared.
    """
    rows = _first(book, hand)
    declares = book.is_declared and laid_special_at(book, rows) != NONE
    return rows, True if declares else None


def _first(book: Rulebook, hand: tuple[Card, ...]) -> LaidRows:
    """The special if there is one, else the highest back, then the highest middle that leaves no foul."""
    own = tuple(sorted(hand))
    best: tuple[int, tuple[Card, ...]] | None = None
    if book.special_rules:
        for thirteen in combinations(own, 13):
            nth = book.special_at(thirteen)
            if nth != NONE and (best is None or nth < best[0]):
                best = nth, thirteen
    if best is not None:
        nth, own = best
        kind = SpecialKind(book.specials.kinds[nth])
        if kind in ROW_KINDS:
            return row_split(book, kind, own)
    for back in _fives(book, own):
        left = _without(own, back)
        limit = book.strength(back)
        for middle in _fives(book, left):
            front = max(combinations(_without(left, middle), 3), key=book.strength)
            if not book.is_foul(book.strength(front), book.strength(middle), limit):
                return (front[0], front[1], front[2]), middle, back
    raise AssertionError("every hand can be laid out")


def _fives(book: Rulebook, held: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    return sorted(combinations(held, 5), key=book.strength, reverse=True)


def _without(held: tuple[Card, ...], taken: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(held)
    for card in taken:
        left.remove(card)
    return tuple(left)
