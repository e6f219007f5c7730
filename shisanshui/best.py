"""The layout of the highest expected result: rows, guns, home runs and specials against opponents of the sample."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from common.cards import Card
from common.jit import IntBuffer, IntTable, buffer, row
from shisanshui.ask import Rules, book_of, held
from shisanshui.hints import special_layout
from shisanshui.layout import Layout
from shisanshui.rulebook import Rulebook
from shisanshui.scoring import Tables, best_rows, tables
from shisanshui.specials import NONE
from shisanshui.splits import laid_special_at

__all__ = ["Choice", "Search", "best", "choose", "special_choice"]


class Choice(NamedTuple):
    """What a seat lays, and what it says of its special."""

    layout: Layout
    """The layout."""
    special: bool | None
    """None: what the house does by itself; True: declared; False: ordinary rows although the hand is a special."""
    score: int
    """What is expected of it, from each opponent, in UNIT times the sample's size."""


Search = Callable[[Tables, IntTable, IntBuffer], int]
"""A way to lay ordinary rows: :func:`best_rows` or :func:`expected_rows`."""


def choose(book: Rulebook, of_house: Tables, own: tuple[Card, ...], search: Search = best_rows) -> Choice:
    """What cards in ascending order are best laid as: their special, declared where it must be, or ordinary rows."""
    out = buffer(3)
    score = int(search(of_house, row([int(card) for card in own]), out)) - of_house.odds.cost
    special = special_choice(book, of_house, own, score)
    if special is not None:
        return special
    masks = [int(each) & 0xFFFF for each in out]
    ordinary = Layout([[card for at, card in enumerate(own) if mask >> at & 1] for mask in masks])
    counts = not book.is_declared and laid_special_at(book, ordinary) != NONE
    return Choice(ordinary, False if counts else None, score)


def special_choice(book: Rulebook, of_house: Tables, own: tuple[Card, ...], score: int) -> Choice | None:
    """The special that these cards are, unless ordinary rows of this score are worth more; None if they are none."""
    special = special_layout(book, own)
    if special is None:
        return None
    of_special = int(of_house.odds.specials[book.specials.places[laid_special_at(book, special)]])
    if of_special < score and (book.opt_out or book.is_declared):
        return None
    return Choice(special, True if book.is_declared else None, of_special)


def best(hand: str | Iterable[Card | str | int], rules: Rules = "meitian", seats: int | None = None) -> Layout:
    """The layout of the highest expected result, guns, home runs and specials included; never a foul.

    Opponents are drawn, each by itself, from the sample that comes with the house (:mod:`shisanshui.odds`).  Of
    layouts worth the same the one with the higher rows is taken, front first, and last the higher card numbers.  A hand
    that is a special is laid as one unless its rows are worth more; a seat says so with ``special=True`` or
    ``special=False``.

    Args:
        hand: the cards of one seat, in any order; of a hand with spare cards any thirteen are laid.
        rules: the house.
        seats: how many play; the most the house takes, if not said.

    >>> str(best("As Ah Ks 9s 9h 9c 5s 4d Ts Jh Qd Kc Ad"))
    'Ks Ah As | 4d 5s 9c 9h 9s | Ts Jh Qd Kc Ad'

    Raises:
        CardError: for anything but a whole hand of the house, or thirteen cards of it.
        DealError: for cards that the house's pack does not hold together.
        ValueError: for a number of seats that the house does not play with.
    """
    book = book_of(rules)
    seating = book.rules.seats
    seats = seating.most if seats is None else seats
    if not seating.least <= seats <= seating.most:
        raise ValueError(f"{book.rules.name} is for {seating.least} to {seating.most} seats, not {seats}")
    return choose(book, tables(book, seats), tuple(sorted(held(book, hand, {13, book.hand_size})))).layout
