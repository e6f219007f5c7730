"""What is laid out for a seat that does not do so itself (SS-4.3)."""

from __future__ import annotations

from common.cards import Card
from shisanshui.counting import WISHES
from shisanshui.events import LaidRows
from shisanshui.hints import laid_of
from shisanshui.policies import hands_of, lay_out
from shisanshui.row_specials import laid_special_at
from shisanshui.rulebook import Rulebook
from shisanshui.special_layouts import SAID
from shisanshui.specials import NONE

__all__ = ["by_rule", "wish_for"]


def by_rule(book: Rulebook, hand: tuple[Card, ...]) -> tuple[LaidRows, bool | None]:
    """Hint #1, laid at a seat's time-out or while it is away, and what is said of its special.

    It is never a foul, and the special where the hand is one; where specials must be declared, it is declared.
    """
    own = tuple(sorted(hand))
    hands, laid = hands_of(own)
    lay_out(book, "first-hint", None, hands, laid)
    front, middle, back = laid_of(own, laid[0][:SAID])
    return (front, middle, back), WISHES[laid[0][SAID]]


def wish_for(book: Rulebook, rows: LaidRows) -> bool | None:
    """What is to be said with a layout so that a special counts: a declaration where the house asks for one."""
    return True if book.is_declared and laid_special_at(book, rows) != NONE else None
