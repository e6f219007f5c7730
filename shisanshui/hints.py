"""Layouts worth considering (提示), one for each triple of types, best first (SS-8)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from common.cards import Card
from common.jit import buffer, row
from shisanshui.ask import Rules, book_of, held
from shisanshui.layout import Layout
from shisanshui.ranking import MOST_HINTS, ranked, triples
from shisanshui.rows import RowType
from shisanshui.rulebook import Rulebook
from shisanshui.specials import NONE, ROW_KINDS, SpecialKind
from shisanshui.splits import laid_special_at, row_split, tie_key
from shisanshui.valued import house_of

__all__ = ["MOST_HINTS", "hints", "laid_out", "special_layout"]


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
    found = [
        (-nth, tie_key(book, nth, thirteen), thirteen)
        for thirteen in sorted(set(combinations(own, 13)))
        if (nth := book.special_at(thirteen)) != NONE
    ]
    if not found:
        return None
    nth, _, thirteen = max(found)
    kind = SpecialKind(book.specials.kinds[-nth])
    laid = Layout(map(sorted, row_split(book, kind, thirteen))) if kind in ROW_KINDS else None
    if laid is None or book.is_foul(*map(book.strength, laid)):  # a strict house has no two equal straights
        laid = _ordinary(book, tuple(sorted(thirteen)), 1)[0]
    return None if laid_special_at(book, laid) == NONE else laid


def _ordinary(book: Rulebook, own: tuple[Card, ...], limit: int) -> tuple[Layout, ...]:
    """The hints of cards in ascending order as ordinary rows."""
    out = buffer(3 * MOST_HINTS)
    found = ranked(house_of(book), triples(book), row([int(card) for card in own]), limit, out)
    masks = [int(mask) for mask in out[: 3 * found]]
    return tuple(
        Layout([[card for at, card in enumerate(own) if mask >> at & 1] for mask in masks[3 * nth : 3 * nth + 3]])
        for nth in range(int(found))
    )


def _types(book: Rulebook, layout: Layout) -> tuple[RowType, ...]:
    return tuple(book.type_of(book.strength(own)) for own in layout)
