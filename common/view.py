"""What one seat, or a spectator, may know of a hand: the fold of the events it has seen, and nothing else."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self

from common.events import Event
from common.flow import Flow
from common.ledger import Ledger
from common.table import Table

__all__ = ["View"]


class View(ABC):
    """A hand as ``seat`` (None: a spectator) may know it.

    A host keeps one per seat up to date with :meth:`update`, event by event; ``game.view(seat)`` hands out a copy that
    no later event changes.
    """

    __slots__ = ("_events", "_table", "folded", "rules", "seat")

    def __init__(self, rules: Any, table: Table, seat: int | None) -> None:
        self.rules = rules
        """The house's ruleset, known to all."""
        self.seat = seat
        """Whose view it is; None for a spectator."""
        self._table = table
        self._events: list[Event] = []
        self.folded = 0
        """How many events of the host's log have been looked at, unseen ones included."""

    @property
    @abstractmethod
    def _flow(self) -> Flow: ...

    def update(self, event: Event | None) -> None:
        """Fold in one event as this seat sees it (``event.seen_by(seat)``; None changes nothing)."""
        if event is not None:
            self._flow.fire(self._table, event.trigger)  # type: ignore[arg-type]
            self._table.apply(event)
            self._events.append(event)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._table.seats

    @property
    def phase(self) -> Any:
        """The phase of the hand."""
        return self._table.phase

    @property
    def position(self) -> int:
        """How many events this seat has seen; an action carries it as ``at``."""
        return self._table.position

    @property
    def awaiting(self) -> frozenset[int]:
        """The seats that must decide, as far as this seat may know."""
        return self._table.awaiting

    @property
    def is_over(self) -> bool:
        """Whether the hand is settled."""
        return self._table.phase is self._flow.final

    @property
    def events(self) -> tuple[Event, ...]:
        """The events as this seat saw them."""
        return tuple(self._events)

    @property
    def ledger(self) -> Ledger:
        """What has been paid so far."""
        return self._table.ledger.copy()

    def copy(self) -> Self:
        """A view of its own in the same state."""
        other = object.__new__(type(self))
        other.rules, other.seat, other.folded = self.rules, self.seat, self.folded
        other._table, other._events = self._table.copy(), self._events.copy()
        return other

    @abstractmethod
    def public(self) -> Mapping[str, Any]:
        """The view as plain values (texts, ints, lists): what :meth:`to_json` writes."""

    def to_json(self) -> str:
        """The view as one JSON object."""
        return json.dumps(self.public(), ensure_ascii=False, separators=(",", ":"))

    def __repr__(self) -> str:
        return f"<{type(self).__module__.partition('.')[0]} view of seat {self.seat} at {self.position}>"
