"""All state of a hand of 十三水.  Events change it and nothing else; the phase is moved by the flow alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from common.cards import Card
from common.events import Dealt, Event
from common.table import Table as CommonTable
from shisanshui.events import (
    Arranged,
    Escaped,
    FeatScored,
    FoulCounted,
    LaidRows,
    LayoutsShown,
    RowCompared,
    SpecialCounted,
)
from shisanshui.phases import Phase
from shisanshui.rulebook import Rulebook

__all__ = ["Table"]


class Table(CommonTable):
    """The table of one hand, whole (the referee's) or as one seat sees it."""

    __slots__ = ("arranged", "book", "hands", "layouts", "shown", "wishes")

    def __init__(self, book: Rulebook, seats: int) -> None:
        super().__init__(seats, Phase.DEALING)
        self.book = book
        self.hands: list[tuple[Card, ...] | None] = [None] * seats
        """The cards dealt to each seat, the lowest number first; None where they are not known."""
        self.layouts: list[LaidRows | None] = [None] * seats
        """What each seat has laid out last; None where nothing is known of it."""
        self.wishes: list[bool | None] = [None] * seats
        """What each seat has said of its special."""
        self.arranged = [0] * seats
        """How often each seat has laid out its cards: events that no other seat has seen."""
        self.shown: LayoutsShown | None = None
        """All layouts, once all are in."""

    @property
    def awaiting(self) -> frozenset[int]:
        """The seats that must still lay out their cards; a view cannot tell of other seats whether they have."""
        if self.phase is not Phase.ARRANGING:
            return frozenset()
        return frozenset(seat for seat, layout in enumerate(self.layouts) if layout is None and seat not in self.away)

    def seen_position(self, seat: int | None) -> int:
        """How many events ``seat`` has seen: all but the layouts of others as they came in."""
        own = self.arranged[seat] if seat is not None and seat < self.seats else 0
        return self.position - sum(self.arranged) + own

    def _dealt(self, event: Dealt) -> None:
        self.hands = [None if hand is None else tuple(sorted(hand)) for hand in event.hands]

    def _arranged(self, event: Arranged) -> None:
        self.layouts[event.seat], self.wishes[event.seat] = event.layout, event.special
        self.arranged[event.seat] += 1

    def _shown(self, event: LayoutsShown) -> None:
        self.shown = event
        self.layouts = list(event.layouts)

    def _told(self, _event: Event) -> None:
        """Explains payments; they change the ledger, each by its own event."""

    HANDLES: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]] = {
        Dealt: _dealt,
        Arranged: _arranged,
        LayoutsShown: _shown,
        RowCompared: _told,
        FeatScored: _told,
        SpecialCounted: _told,
        FoulCounted: _told,
        Escaped: _told,
    }
