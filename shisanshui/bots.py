"""Bots for 十三水: each is a policy (:mod:`shisanshui.policies`), the same for the bulk kernel as at a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from common.actions import Action
from common.bots import Bot, BotFactory, Choices
from common.cards import Card
from common.jit import buffer
from shisanshui.actions import Arrange
from shisanshui.best import choose
from shisanshui.by_rule import by_rule
from shisanshui.events import LaidRows
from shisanshui.hints import laid_of
from shisanshui.policies import POLICIES, random
from shisanshui.rulebook import Rulebook, numbers
from shisanshui.scoring import tables
from shisanshui.view import View

__all__ = ["BOTS", "Best", "Expected", "FirstHint", "Random"]


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

    def lay(self, book: Rulebook, own: tuple[Card, ...], seats: int) -> tuple[LaidRows, bool | None]:  # noqa: ARG002
        """Any layout, by :func:`random`."""
        out = buffer(3)
        random(book.numbers, book.scale, numbers(own), self._choices.stream, out)
        front, middle, back = laid_of(own, out)
        return (front, middle, back), None


class FirstHint(_Arranger):
    """Hint #1, its special declared where it must be: what is laid at a time-out (SS-4.3)."""

    def lay(self, book: Rulebook, own: tuple[Card, ...], seats: int) -> tuple[LaidRows, bool | None]:  # noqa: ARG002
        """Hint #1."""
        return by_rule(book, own)


class Expected(_Arranger):
    """The rows that win most, each by itself, against the sample of the house without the cards that the seat holds; a
    special where that is worth more."""

    def lay(self, book: Rulebook, own: tuple[Card, ...], seats: int) -> tuple[LaidRows, bool | None]:
        """The layout of the highest additive expectation."""
        return _chosen(book, own, seats, "expected")


class Best(_Arranger):
    """The layout of the highest expected result, guns, home runs and specials included."""

    def lay(self, book: Rulebook, own: tuple[Card, ...], seats: int) -> tuple[LaidRows, bool | None]:
        """The layout of the highest expected result."""
        return _chosen(book, own, seats, "best")


def _chosen(book: Rulebook, own: tuple[Card, ...], seats: int, policy: str) -> tuple[LaidRows, bool | None]:
    layout, special = choose(book, tables(book, seats), own, policy)
    return (layout.front, layout.middle, layout.back), special


BOTS: Final[Mapping[str, BotFactory]] = MappingProxyType(
    dict(zip(POLICIES, (Random, FirstHint, Expected, Best), strict=True))
)
"""The bots by name."""
