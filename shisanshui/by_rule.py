"""What is laid out for a seat that does not do so itself (SS-4.3)."""

from __future__ import annotations

from common.cards import Card
from shisanshui.events import LaidRows
from shisanshui.hints import laid_out
from shisanshui.rulebook import Rulebook
from shisanshui.specials import NONE
from shisanshui.splits import laid_special_at

__all__ = ["by_rule", "wish_for"]


def by_rule(book: Rulebook, hand: tuple[Card, ...]) -> tuple[LaidRows, bool | None]:
    """Hint #1, laid at a seat's time-out or while it is away, and what is said of its special.

    It is never a foul, and the special where the hand is one; where specials must be declared, it is declared.
    """
    front, middle, back = laid_out(book, tuple(sorted(hand)), 1)[0]
    return (front, middle, back), wish_for(book, (front, middle, back))


def wish_for(book: Rulebook, rows: LaidRows) -> bool | None:
    """What is to be said with a layout so that a special counts: a declaration where the house asks for one."""
    return True if book.is_declared and laid_special_at(book, rows) != NONE else None
