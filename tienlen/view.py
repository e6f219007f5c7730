"""What a seat, or a spectator, may know of a hand of Tiến lên."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from common.cards import Card
from common.view import View as CommonView
from tienlen.combos import classify
from tienlen.events import Laid
from tienlen.legal import LegalActions
from tienlen.phases import FLOW
from tienlen.rulebook import Rulebook
from tienlen.table import UNSEEN, Table
from tienlen.words import kind_of

__all__ = ["View"]


class View(CommonView):
    """A hand as one seat may know it: its own cards, and of the others what the whole table saw."""

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
    def holding(self) -> tuple[Card, ...]:
        """The cards this seat holds, the lowest first; ``()`` for a spectator."""
        return () if self.seat is None else self.holding_of(self.seat) or ()

    def holding_of(self, seat: int) -> tuple[Card, ...] | None:
        """The cards of a seat where they may be known, else None.

        Raises:
            SeatError: for a seat that there is not.
        """
        mask = self._table.holdings[self._table.seat(seat)]
        return None if mask == UNSEEN else self.book.cards(mask)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(self._table.counts)

    @property
    def top(self) -> tuple[Card, ...]:
        """The cards of the play to beat, the lowest first; ``()`` on the lead."""
        return self.book.cards(self._table.top_mask)

    @property
    def owner(self) -> int | None:
        """Whose play the top is; None on the lead."""
        return None if self._table.owner < 0 else self._table.owner

    @property
    def must(self) -> Card | None:
        """The card that the lead must contain (TL-4.2); None if any lead will do."""
        return None if self._table.must < 0 else self.book.card_of[self._table.must]

    @property
    def passed(self) -> frozenset[int]:
        """The seats that have passed in this trick."""
        return frozenset(seat for seat in range(self.seats) if self._table.locked >> seat & 1)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have gone out, in order; ``()`` while none has."""
        return self._table.out

    @property
    def played(self) -> tuple[Card, ...]:
        """Every card laid so far, in order; ``()`` before the first play."""
        return tuple(card for event in self._events if isinstance(event, Laid) for card in event.cards)

    @property
    def legal_actions(self) -> LegalActions:
        """What this seat may do now; empty for a spectator and while it need not decide."""
        return LegalActions(self.book, self._table, -1 if self.seat is None else self.seat)

    def public(self) -> Mapping[str, Any]:
        """The view as plain values: what its JSON says."""
        table = self._table
        top = None
        if table.top:
            top = {
                "cards": [str(card) for card in self.top],
                "kind": kind_of(classify(self.book.numbers, table.top_mask)),
                "seat": table.owner,
            }
        must = self.must
        return {
            "game": "tienlen",
            "rules": self.rules.digest,
            "seat": self.seat,
            "seats": self.seats,
            "position": self.position,
            "phase": self.phase.name.lower(),
            "awaiting": sorted(self.awaiting),
            "again": table.asked_again,
            "must": None if must is None else str(must),
            "holdings": [
                None if held is None else [str(card) for card in held]
                for held in map(self.holding_of, range(self.seats))
            ],
            "counts": list(table.counts),
            "top": top,
            "passed": sorted(self.passed),
            "away": sorted(table.away),
            "out": list(table.out),
            "totals": list(table.ledger.totals),
            "result": None if table.settled is None else table.settled.model_dump(mode="json"),
        }
