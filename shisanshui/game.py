"""One hand of 十三水 at one table."""

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
from shisanshui.actions import ACTION, ACTS
from shisanshui.decide import decide, follow
from shisanshui.events import EVENT
from shisanshui.legal import LegalActions
from shisanshui.phases import FLOW, Phase
from shisanshui.rulebook import Rulebook, compile_rules
from shisanshui.ruleset import Ruleset, load_ruleset
from shisanshui.table import Table
from shisanshui.view import View

__all__ = ["Game"]


class Game(CommonGame):
    """One hand of 十三水: deal it, let all seats lay out their cards, show each its own view.

    >>> game = Game("meitian", seats=2)
    >>> _ = game.deal(seed=7)
    >>> sorted(game.awaiting)
    [0, 1]
    >>> game.act(game.legal_actions(1)[0])[0].seat, sorted(game.awaiting)
    (1, [0])
    """

    __slots__ = ("_rules", "book")
    name: ClassVar[str] = "shisanshui"
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
            leader: kept in the record; nobody leads here.

        Raises:
            RulesetError: for a house that cannot be read, or one that does not seat so many.
            MoneyError: for stakes that are none, or whose carries are not one for each seat.
        """
        self._rules = load_ruleset(rules)
        book = compile_rules(self._rules)
        seats = seating(self._rules.name, self._rules.seats.least, self._rules.seats.most, seats, leader)
        super().__init__(Table(book, seats), stakes, leader)
        self.book: Rulebook = book
        """The house's rulebook."""

    @property
    def rules(self) -> Ruleset:
        """The house's ruleset."""
        return self._rules

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards dealt from."""
        return self.book.pack

    @property
    def hand_size(self) -> int:
        """Thirteen, and the spare cards (SS-1.1, SS-1.3)."""
        return self.book.hand_size

    def legal_actions(self, seat: int) -> LegalActions:
        """What a seat may lay out now, as a lazy set: exact, every layout included; until all are in, also anew.

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
        if self._table.phase is Phase.COMPARING:
            return self._settle(())
        return follow(self.book, self._table)

    def _new_view(self, seat: int | None) -> View:
        return View(self.book, self.seats, seat)
