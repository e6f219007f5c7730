"""One hand of Tiến lên at one table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from pydantic import TypeAdapter

from common.actions import Action
from common.cards import Card
from common.events import Event
from common.flow import Flow
from common.game import Game as CommonGame
from common.game import seating
from common.money import Stakes
from tienlen import settle
from tienlen.actions import ACTION, ACTS
from tienlen.decide import decide, follow
from tienlen.events import EVENT
from tienlen.legal import LegalActions
from tienlen.phases import FLOW, Phase
from tienlen.rulebook import Rulebook, compile_rules
from tienlen.ruleset import Ruleset, load_ruleset
from tienlen.table import Table
from tienlen.view import View

__all__ = ["Game"]


class Game(CommonGame):
    """One hand of Tiến lên (越式13张): deal it, ask who must decide, let seats act, show each its own view.

    >>> game = Game("meitian", seats=2)
    >>> _ = game.deal(seed=7)
    >>> (seat,) = game.awaiting
    >>> game.act(game.legal_actions(seat)[0])[0].seat == seat
    True
    """

    __slots__ = ("book",)
    name: ClassVar[str] = "tienlen"
    flow: ClassVar[Flow] = FLOW
    actions: ClassVar[TypeAdapter[Any]] = ACTION
    acts: ClassVar[frozenset[type[Action]]] = ACTS
    events: ClassVar[TypeAdapter[Any]] = EVENT
    _table: Table

    def __init__(
        self,
        rules: str | Path | Mapping[str, Any] | Ruleset = "meitian",
        seats: int | None = None,
        stakes: Stakes | None = None,
        leader: int | None = None,
    ) -> None:
        """A table waiting for its deal.

        Args:
            rules: a house by name, path or mapping, or a ruleset.
            seats: how many play; the most the house takes, if not said.
            stakes: what a unit is worth; without a rake they take the house's.
            leader: the winner of the hand before, who leads in houses where the previous winner does (TL-4.1).

        Raises:
            RulesetError: for a house that cannot be read, or one that does not seat so many.
            MoneyError: for stakes that are none, or whose carries are not one for each seat.
        """
        book = compile_rules(load_ruleset(rules))
        seats = seating(book.rules.name, book.rules.seats.least, book.rules.seats.most, seats, leader)
        super().__init__(Table(book, seats), stakes, leader)
        self.book: Rulebook = book
        """The house's rulebook."""

    @property
    def rules(self) -> Ruleset:
        """The house's ruleset."""
        return self.book.rules

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards dealt from."""
        return self.book.pack

    @property
    def hand_size(self) -> int:
        """Thirteen (TL-1.1)."""
        return 13

    @property
    def winner(self) -> int | None:
        """The seat that won the hand (first out, or by a dealt win), None while nobody has."""
        return None if self._table.winner < 0 else self._table.winner

    def legal_actions(self, seat: int) -> LegalActions:
        """What a seat may do now, as a lazy set: exact, every choice of suits included.

        Raises:
            SeatError: for a seat that there is not.
        """
        return LegalActions(self.book, self._table, self._table.seat(seat))

    def view(self, seat: int | None) -> View:
        """The hand as ``seat`` (None: a spectator) may know it, now.

        Raises:
            SeatError: for a seat that there is not.
        """
        view = super().view(seat)
        assert isinstance(view, View)
        return view

    def _decide(self, action: Action) -> tuple[Event, ...]:
        return decide(self.book, self._table, action)

    def _follow(self) -> tuple[Event, ...]:
        table = self._table
        if table.phase is Phase.HAND_OVER and table.shown:
            return self._settle(settle.hand_over(self.book, table))
        return follow(self.book, table, self.leader)

    def _new_view(self, seat: int | None) -> View:
        return View(self.book, self.seats, seat)
