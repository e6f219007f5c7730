"""The state of one hand, as far as both games share it: who is away, who has paid, how many events there were.

A table is changed by events and by nothing else.  ``apply`` never judges: what it is handed has happened.  The same
table serves the referee, who folds every event, and each seat's view, which folds the events as that seat sees them.
"""

from __future__ import annotations

import operator
from abc import ABC
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, ClassVar, Self

from common.errors import SeatError
from common.events import Event, Left, MarkedAway, MarkedBack, Paid, Settled
from common.ledger import Ledger
from common.mistakes import shown

__all__ = ["Table"]


class Table(ABC):
    """What both games' tables hold.  ``HANDLES`` maps each of a game's own events to the method that folds it in."""

    __slots__ = ("away", "gone", "ledger", "phase", "position", "seats", "settled")

    HANDLES: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]] = {}

    phase: IntEnum
    """Where the hand is; only the game's flow writes it."""

    def __init__(self, seats: int, phase: IntEnum) -> None:
        self.phase = phase
        self.seats = seats
        self.position = 0
        self.away: frozenset[int] = frozenset()
        self.gone: frozenset[int] = frozenset()
        self.ledger = Ledger(seats)
        self.settled: Settled | None = None

    def apply(self, event: Event) -> None:
        """Fold one event in; the flow has moved the phase already."""
        self.position += 1
        handle = self.HANDLES.get(type(event))
        if handle is not None:
            handle(self, event)
        elif isinstance(event, Paid):
            self.ledger.post(event.posting)
        elif isinstance(event, Settled):
            self.settled = event
        elif isinstance(event, MarkedAway):
            self.away |= {event.seat}
        elif isinstance(event, MarkedBack):
            self.away -= {event.seat}
        elif isinstance(event, Left):
            self.away |= {event.seat}
            self.gone |= {event.seat}
        else:
            raise TypeError(f"{type(self).__qualname__} does not know what {type(event).__qualname__} does")

    def seat(self, given: object) -> int:
        """A seat of this table, if it is one.

        Raises:
            SeatError: if not.
        """
        try:
            seat = -1 if isinstance(given, bool) else operator.index(given)  # type: ignore[arg-type]
        except TypeError:
            seat = -1
        if not 0 <= seat < self.seats:
            raise SeatError(
                f"there is no seat {shown(given)} at a table of {self.seats}: they are 0 to {self.seats - 1}"
            )
        return seat

    def seen_position(self, seat: int | None) -> int:  # noqa: ARG002
        """How many events ``seat`` has seen: what its actions carry as ``at``."""
        return self.position

    @property
    def awaiting(self) -> frozenset[int]:
        """The seats that must decide now, as far as the owner of this table may know."""
        raise NotImplementedError

    def copy(self) -> Self:
        """A table of its own in the same state."""
        other = object.__new__(type(self))
        for kind in type(self).__mro__:
            for name in getattr(kind, "__slots__", ()):
                value = getattr(self, name)
                setattr(other, name, value.copy() if isinstance(value, (list, Ledger)) else value)
        return other
