"""Bots for Tiến lên, by name.  What each decides is a primitive (:mod:`tienlen.policies`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from common.actions import Action
from common.bots import Bot, BotFactory, Choices
from common.jit import IntBuffer, IntTable, buffer
from tienlen.actions import Pass, Play
from tienlen.phases import Phase
from tienlen.policies import ROOM, cautious, planner, question, random
from tienlen.searcher import Searcher
from tienlen.view import View

__all__ = ["BOTS", "Cautious", "Planner", "PolicyBot", "Random"]


class PolicyBot(Bot):
    """A policy at a table."""

    policy: ClassVar[staticmethod[[IntTable, int, int, bool, bool, int, int, IntBuffer, int, IntBuffer], int]]
    """What it decides by: a primitive such as :func:`random`."""

    def __init__(self, seat: int, choices: Choices) -> None:
        self.seat = seat
        self._choices = choices
        self._room = buffer(ROOM)

    @property
    def _luck(self) -> IntBuffer:
        return _NO_LUCK

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        if view.table.phase is Phase.DEALT:
            return self._declare(legal_actions)
        book = view.book
        mask = type(self).policy(book.numbers, *question(view), self._luck, 0, self._room)
        return Play(seat=self.seat, cards=book.cards(int(mask))) if mask else Pass(seat=self.seat)

    def _declare(self, legal_actions: Sequence[Action]) -> Action:
        """Where dealt wins are declared: the declaration, where there is one."""
        return legal_actions[0]


_NO_LUCK: Final = buffer(0)


class Random(PolicyBot):
    """Any legal action, each as likely."""

    policy = staticmethod(random)

    @property
    def _luck(self) -> IntBuffer:
        return self._choices.stream

    def _declare(self, legal_actions: Sequence[Action]) -> Action:
        return self._choices.one_of(legal_actions) if len(legal_actions) > 1 else legal_actions[0]


class Cautious(PolicyBot):
    """Leads long and low, answers low, keeps 2s and specials to the end."""

    policy = staticmethod(cautious)


class Planner(PolicyBot):
    """Splits its holding into the fewest plays and plays to be rid of them."""

    policy = staticmethod(planner)


BOTS: Final[Mapping[str, BotFactory]] = MappingProxyType(
    {"random": Random, "cautious": Cautious, "planner": Planner, "searcher": Searcher}
)
"""The bots by name."""
