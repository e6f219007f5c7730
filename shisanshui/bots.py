"""Bots for 十三水.  How each lays ordinary rows is a primitive on ints, the same for a bulk kernel as at a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from common.actions import Action
from common.bots import Bot, BotFactory, Choices
from common.cards import Card
from common.deal import draw
from common.jit import IntBuffer, IntTable, buffer, jit, row
from shisanshui.actions import Arrange
from shisanshui.best import Search, choose
from shisanshui.by_rule import by_rule
from shisanshui.events import LaidRows
from shisanshui.rows import five, three
from shisanshui.rulebook import Rulebook
from shisanshui.scoring import Tables, best_rows, expected_rows, tables
from shisanshui.view import View

__all__ = ["BOTS", "Best", "Expected", "FirstHint", "Random", "random"]


@jit
def random(tables: Tables, hand: IntTable, luck: IntBuffer, out: IntBuffer) -> None:
    """Any layout that is no foul, each as likely: of all ways to give the cards places, the spare ones included.

    Like cards are told apart, so a layout that holds two of them in different rows is twice as likely.  The masks of
    front, middle and back go to ``out``.
    """
    scale, cards = tables.house.scale, len(hand)
    order, own = buffer(cards), buffer(13)
    while True:  # a split at random, again and again until one is no foul
        for at in range(cards):
            order[at] = at
        for at in range(13):
            place = at + draw(luck, cards - at)
            order[at], order[place] = order[place], order[at]
        masks = 0
        for first, size in ((0, 3), (3, 5), (8, 5)):
            mask = 0
            for at in range(first, first + size):
                mask |= 1 << order[at]
            out[(first + 2) // 5] = mask
            for at in range(cards):
                if mask >> at & 1:
                    own[masks] = hand[at]
                    masks += 1
        front = three(scale, own[0], own[1], own[2])
        middle = five(scale, own[3], own[4], own[5], own[6], own[7])
        back = five(scale, own[8], own[9], own[10], own[11], own[12])
        if front <= middle <= back and not (tables.house.strict and middle == back):
            return


class _Arranger(Bot):
    """A bot that lays out its cards as soon as it is asked."""

    def __init__(self, seat: int, choices: Choices) -> None:
        self.seat = seat
        self._choices = choices

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        """The layout, and what is said of its special."""
        rows, special = self.lay(view.book, view.hand, view.seats)
        return Arrange(seat=self.seat, layout=rows, special=special)

    @abstractmethod
    def lay(self, book: Rulebook, own: tuple[Card, ...], seats: int) -> tuple[LaidRows, bool | None]:
        """The layout of cards in ascending order at a table of so many seats, and what is said of its special."""


class Random(_Arranger):
    """Any layout that is no foul, each as likely; of its special it says nothing."""

    def lay(self, book: Rulebook, own: tuple[Card, ...], seats: int) -> tuple[LaidRows, bool | None]:
        """Any layout, by :func:`random`."""
        out = buffer(3)
        random(tables(book, seats), row([int(card) for card in own]), self._choices.stream, out)
        front, middle, back = (tuple(card for at, card in enumerate(own) if int(mask) >> at & 1) for mask in out)
        return (front, middle, back), None


class FirstHint(_Arranger):
    """Hint #1, its special declared where it must be: what is laid at a time-out (SS-4.3)."""

    def lay(self, book: Rulebook, own: tuple[Card, ...], seats: int) -> tuple[LaidRows, bool | None]:  # noqa: ARG002
        """Hint #1."""
        return by_rule(book, own)


class Expected(_Arranger):
    """The rows that win most, each by itself, against the sample of the house; a special where that is worth more."""

    def lay(self, book: Rulebook, own: tuple[Card, ...], seats: int) -> tuple[LaidRows, bool | None]:
        """The layout of the highest additive expectation."""
        return _chosen(book, own, seats, expected_rows)


class Best(_Arranger):
    """The layout of the highest expected result, guns, home runs and specials included."""

    def lay(self, book: Rulebook, own: tuple[Card, ...], seats: int) -> tuple[LaidRows, bool | None]:
        """The layout of the highest expected result."""
        return _chosen(book, own, seats, best_rows)


def _chosen(book: Rulebook, own: tuple[Card, ...], seats: int, search: Search) -> tuple[LaidRows, bool | None]:
    layout, special, _ = choose(book, tables(book, seats), own, search)
    return (layout.front, layout.middle, layout.back), special


BOTS: Final[Mapping[str, BotFactory]] = MappingProxyType(
    {"random": Random, "first-hint": FirstHint, "expected": Expected, "best": Best}
)
"""The bots by name."""
