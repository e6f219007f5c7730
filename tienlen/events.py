"""What can happen at a table of Tiến lên, beside what happens in every game."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, TypeAdapter

from common.actions import Action, Seat, Timeout
from common.cards import Card
from common.events import Dealt, Event, Left, MarkedAway, MarkedBack, Paid, Settled
from tienlen.actions import Declare, Pass, Play
from tienlen.phases import Trigger

__all__ = [
    "EVENT",
    "AnyEvent",
    "Asked",
    "Declared",
    "Laid",
    "LeadGiven",
    "Passed",
    "Shown",
    "TrickWon",
    "Waived",
    "WentOut",
    "WonAtDeal",
]

By = Literal["seat", "timeout", "away"]
"""Who decided: the seat, the rule at its time-out, or the rule while it is away (TL-9)."""


class _Decided(Event):
    """A decision of a seat, or by rule in its place."""

    seat: Seat
    by: By = "seat"

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self

    def _act(self) -> Action:
        raise NotImplementedError

    def action(self) -> Action | None:
        if self.by == "away":
            return None
        return Timeout(seat=self.seat) if self.by == "timeout" else self._act()


class Laid(_Decided):
    """A seat lays a combination."""

    type: Literal["laid"] = "laid"
    trigger: ClassVar[str] = Trigger.LAID
    cards: tuple[Card, ...]
    """The cards, the lowest first."""

    def _act(self) -> Action:
        return Play(seat=self.seat, cards=self.cards)


class Passed(_Decided):
    """A seat declines the top."""

    type: Literal["passed"] = "passed"
    trigger: ClassVar[str] = Trigger.PASSED

    def _act(self) -> Action:
        return Pass(seat=self.seat)


class Declared(_Decided):
    """A seat declares that its hand wins at once (TL-6.1)."""

    type: Literal["declared"] = "declared"
    trigger: ClassVar[str] = Trigger.DECLARED

    def _act(self) -> Action:
        return Declare(seat=self.seat)


class Waived(_Decided):
    """A seat declares no dealt win."""

    type: Literal["waived"] = "waived"
    trigger: ClassVar[str] = Trigger.WAIVED

    def _act(self) -> Action:
        return Pass(seat=self.seat)


class _Public(Event):
    """Something by rule that the whole table sees."""

    seat: Seat

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self


class WonAtDeal(_Public):
    """A hand wins at once (直接获胜, tới trắng)."""

    type: Literal["won_at_deal"] = "won_at_deal"
    trigger: ClassVar[str] = Trigger.WON_AT_DEAL
    kind: str
    """Which dealt win, as the ruleset names it."""
    cards: tuple[Card, ...]
    """The winning hand, the lowest first."""


class LeadGiven(_Public):
    """A seat must lead."""

    type: Literal["lead_given"] = "lead_given"
    trigger: ClassVar[str] = Trigger.LEAD_GIVEN
    must: Card | None = None
    """The card its play must contain, if any (TL-4.2)."""


class Asked(_Public):
    """A seat is asked to answer the top."""

    type: Literal["asked"] = "asked"
    trigger: ClassVar[str] = Trigger.ASKED
    again: bool = False
    """Whether it has passed in this trick and may come back with a special only (TL-4.4)."""


class WentOut(_Public):
    """A seat has no cards left."""

    type: Literal["went_out"] = "went_out"
    trigger: ClassVar[str] = Trigger.WENT_OUT
    place: int
    """Its place, from 1."""


class TrickWon(_Public):
    """A trick is over; its top is this seat's."""

    type: Literal["trick_won"] = "trick_won"
    trigger: ClassVar[str] = Trigger.TRICK_WON


class Shown(Event):
    """The hand is over: every holding left is shown (TL-5.3)."""

    type: Literal["shown"] = "shown"
    trigger: ClassVar[str] = Trigger.SHOWN
    holdings: tuple[tuple[Card, ...], ...]
    """The cards left to each seat, the lowest first."""

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self


AnyEvent = Annotated[
    Dealt
    | Declared
    | Waived
    | WonAtDeal
    | LeadGiven
    | Asked
    | Laid
    | Passed
    | WentOut
    | TrickWon
    | Shown
    | Paid
    | Settled
    | MarkedAway
    | MarkedBack
    | Left,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(AnyEvent)
"""Reads any event of a record."""
