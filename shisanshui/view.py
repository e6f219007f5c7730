"""What a seat, or a spectator, may know of a hand of 十三水."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.cards import Card
from common.view import View as CommonView
from shisanshui.events import LayoutsShown
from shisanshui.layout import Layout
from shisanshui.legal import LegalActions
from shisanshui.phases import FLOW
from shisanshui.rulebook import Rulebook
from shisanshui.table import Table

__all__ = ["View"]


class View(CommonView):
    """A hand as one seat may know it: its own cards and layout, and everything once all are in."""

    __slots__ = ()
    _flow = FLOW
    _table: Table

    def __init__(self, book: Rulebook, seats: int, seat: int | None) -> None:
        super().__init__(book.rules, Table(book, seats), seat)

    @property
    def book(self) -> Rulebook:
        """The house's rulebook."""
        return self._table.book

    @property
    def table(self) -> Table:
        """The table as this seat knows it; changing it changes this view alone."""
        return self._table

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards dealt to this seat, the lowest number first; ``()`` for a spectator."""
        return () if self.seat is None else self._table.hands[self.seat] or ()

    @property
    def layout(self) -> Layout | None:
        """What this seat has laid out last, or what was laid for it; None before that."""
        return None if self.seat is None else self.layout_of(self.seat)

    def layout_of(self, seat: int) -> Layout | None:
        """A seat's layout where it may be known, else None.

        Raises:
            SeatError: for a seat that there is not.
        """
        rows = self._table.layouts[self._table.seat(seat)]
        return None if rows is None else Layout(rows)

    @property
    def special(self) -> bool | None:
        """What this seat has said of its special with its last layout (SS-4.2): True, False, or None for nothing."""
        return None if self.seat is None else self._table.wishes[self.seat]

    @property
    def shown(self) -> LayoutsShown | None:
        """All layouts and what they count as, once all are in; None before that."""
        return self._table.shown

    @property
    def legal_actions(self) -> LegalActions:
        """What this seat may lay out now; empty for a spectator."""
        return LegalActions(self.book, self._table, -1 if self.seat is None else self.seat)

    def public(self) -> Mapping[str, Any]:
        """The view as plain values: what its JSON says."""
        table = self._table
        return {
            "game": "shisanshui",
            "rules": self.rules.digest,
            "seat": self.seat,
            "seats": self.seats,
            "position": self.position,
            "phase": self.phase.name.lower(),
            "awaiting": sorted(self.awaiting),
            "hand": [str(card) for card in self.hand],
            "special": self.special,
            "layouts": [
                None if layout is None else [[str(card) for card in row] for row in layout]
                for layout in map(self.layout_of, range(self.seats))
            ],
            "shown": None if table.shown is None else table.shown.model_dump(mode="json", exclude={"type", "layouts"}),
            "away": sorted(table.away),
            "totals": list(table.ledger.totals),
            "house": table.ledger.house,
            "result": None if table.settled is None else table.settled.model_dump(mode="json"),
        }
