"""The layout of the highest expected result: rows, guns, home runs and specials against opponents of the sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from common.cards import Card
from shisanshui.ask import Rules, book_of, held
from shisanshui.counting import WISHES
from shisanshui.hints import laid_of
from shisanshui.layout import Layout
from shisanshui.policies import hands_of, lay_out
from shisanshui.rulebook import Rulebook
from shisanshui.scoring import Tables, tables
from shisanshui.special_layouts import SAID

__all__ = ["Choice", "best", "choose"]


class Choice(NamedTuple):
    """What a seat lays, and what it says of its special."""

    layout: Layout
    """The layout."""
    special: bool | None
    """None: what the house does by itself; True: declared; False: ordinary rows although the hand is a special."""


def choose(book: Rulebook, of_house: Tables, own: tuple[Card, ...], policy: str = "best") -> Choice:
    """What cards in ascending order are best laid as, or as ``expected`` has it: their special or ordinary rows."""
    hands, laid = hands_of(own)
    lay_out(book, policy, of_house, hands, laid)
    return Choice(laid_of(own, laid[0][:SAID]), WISHES[laid[0][SAID]])


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
