"""Layouts worth considering (提示), one for each triple of types, best first (SS-8)."""

from __future__ import annotations

from collections.abc import Iterable

from common.cards import Card
from common.jit import buffer
from shisanshui.ask import Rules, book_of, held
from shisanshui.layout import Layout
from shisanshui.policies import hands_of
from shisanshui.ranking import MOST_HINTS, ranked, triples
from shisanshui.rows import RowType
from shisanshui.rulebook import Rulebook, numbers
from shisanshui.special_layouts import COULD, SAID, lay_specials
from shisanshui.specials import NONE
from shisanshui.splits import taken
from shisanshui.valued import house_of

__all__ = ["MOST_HINTS", "hints", "laid_of", "laid_out", "special_layout"]


def hints(
    hand: str | Iterable[Card | str | int], rules: Rules = "meitian", limit: int | None = None
) -> tuple[Layout, ...]:
    """Layouts worth considering, best first: one for each triple of types, none of them a foul (SS-8).

    Of a hand with spare cards any thirteen are laid.  Where the house knows specials and the hand is one, that layout
    comes first.  The order is SS-8.2: the waters above 1, how many rows have such, the kinds of rows that have them,
    the types of back, middle and front, the ranks of their patterns, loose cards as SS-8.3 has it; and last the numbers
    of the cards, the highest in front, then in the middle.

    Args:
        hand: the cards of one seat, in any order.
        rules: the house.
        limit: how many layouts at most; None for all.

    >>> str(hints("3s 3h 3c 3d 3d 4c 5c 6c 7c 8s 8h 8d 4h", "luosong-five", limit=1)[0])
    '8d 8h 8s | 3d 3d 3h 3s 4h | 3c 4c 5c 6c 7c'

    Raises:
        CardError: for anything but a whole hand of the house, or thirteen cards of it.
        DealError: for cards that the house's pack does not hold together.
        ValueError: for a limit below 0.
    """
    if limit is not None and limit < 0:
        raise ValueError(f"limit is how many layouts at most, not {limit}")
    book = book_of(rules)
    own = tuple(sorted(held(book, hand, {13, book.hand_size})))
    return laid_out(book, own, MOST_HINTS if limit is None else min(limit, MOST_HINTS))


def laid_out(book: Rulebook, own: tuple[Card, ...], limit: int) -> tuple[Layout, ...]:
    """The hints for cards in ascending order that a seat of the house can hold."""
    if limit == 0:
        return ()
    special = special_layout(book, own)
    if special is None:
        return _ordinary(book, own, limit)
    kinds = _types(book, special)
    if limit == 1:
        return (special,)
    others = [layout for layout in _ordinary(book, own, limit) if _types(book, layout) != kinds]
    return (special, *others[: limit - 1])


def special_layout(book: Rulebook, own: tuple[Card, ...]) -> Layout | None:
    """The highest special among cards in ascending order as it is best laid, or None; no foul, though it could be."""
    if not book.special_rules:
        return None
    hands, laid = hands_of(own)
    lay_specials(book, hands, laid)
    return None if laid[0][COULD] == NONE else laid_of(own, laid[0][:SAID])


def laid_of(own: tuple[Card, ...], masks: Iterable[int]) -> Layout:
    """The layout that the masks of front, middle and back take from cards in ascending order."""
    return Layout(taken(own, int(mask)) for mask in masks)


def _ordinary(book: Rulebook, own: tuple[Card, ...], limit: int) -> tuple[Layout, ...]:
    """The hints of cards in ascending order as ordinary rows."""
    out = buffer(3 * limit)
    found = ranked(house_of(book), triples(book), numbers(own), out)
    return tuple(laid_of(own, out[at : at + 3]) for at in range(0, 3 * int(found), 3))


def _types(book: Rulebook, layout: Layout) -> tuple[RowType, ...]:
    return tuple(book.type_of(book.strength(own)) for own in layout)
