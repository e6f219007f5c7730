"""What plays a seat by itself: a bot sees a view, kept up to date event by event, and says what its seat does.

A bot lives for one hand at one seat, made by a factory ``(seat, choices) -> Bot``.  ``choices`` is all the luck it may
have: the stream of its own seat in that hand, so that no bot's luck touches the deal or another bot.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from common import deal
from common.actions import Action
from common.jit import IntBuffer

__all__ = ["FIRST_LANE", "Bot", "BotFactory", "Choices"]

T = TypeVar("T")

FIRST_LANE: Final = 1
"""The lane of seat 0's luck in a hand; lane 0 is the deal."""


class Choices:
    """The luck of one seat in one hand: draws from a stream that nothing else draws from.

    >>> choices = Choices(deal.key_of(7), hand=0, seat=2)
    >>> 0 <= choices.below(6) < 6
    True
    """

    __slots__ = ("stream",)

    stream: IntBuffer
    """The state for :func:`common.deal.draw`."""

    def __init__(self, key: bytes, hand: int, seat: int) -> None:
        # Opened at once and the key not kept: the key deals all cards, and a lane's state does not tell it.
        self.stream = deal.stream(key, hand, FIRST_LANE + seat)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each as likely."""
        return int(deal.draw(self.stream, bound))

    def one_of(self, things: Sequence[T]) -> T:
        """One of these, each as likely."""
        return things[self.below(len(things))]


class Bot(ABC):
    """Plays one seat for one hand."""

    @abstractmethod
    def decide(self, view: Any, legal_actions: Sequence[Action]) -> Action:
        """What the seat does now.

        Args:
            view: the hand as this seat may know it, at this moment.
            legal_actions: what the seat may do; never empty.
        """


BotFactory = Callable[[int, Choices], Bot]
"""Makes a bot for a seat and a hand."""
