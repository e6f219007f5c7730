"""What happened: the one log a hand consists of.

Every event has a ``type`` (its tag in JSON), a ``trigger`` (the fact that moves the phase) and ``seen_by``, which says
what each seat may know of it.  ``seen_by`` has no default: an event that does not say who sees it cannot be made, and
does not type-check.  A seat's view is the fold of the events as it sees them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

from common.actions import Action, Away, Back, Leave, Seat
from common.cards import Card
from common.ledger import Posting
from common.money import Payout, plain

__all__ = ["Dealt", "Event", "Left", "MarkedAway", "MarkedBack", "Money", "Paid", "Settled"]

Money = Annotated[Decimal, PlainSerializer(plain, return_type=str)]
"""An exact amount, a string of digits in JSON."""


class Event(BaseModel, ABC):
    """One thing that happened."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
    trigger: ClassVar[str]

    @abstractmethod
    def seen_by(self, seat: int | None) -> Self | None:
        """The event as ``seat`` may know it (None: a spectator), or None where it may not know of it at all."""

    def action(self) -> Action | None:
        """The act that brought it about, for deciding it again; None for what follows by rule."""
        return None

    def to_json(self) -> str:
        """One line of JSON."""
        return self.model_dump_json()


class Dealt(Event):
    """The deal, by its outcome: each seat's cards in the order dealt."""

    type: Literal["dealt"] = "dealt"
    trigger: ClassVar[str] = "dealt"
    hands: tuple[tuple[Card, ...] | None, ...]
    """The cards of each seat; null where they are not yours to see."""

    def seen_by(self, seat: int | None) -> Self:
        return self.model_copy(update={"hands": tuple(h if s == seat else None for s, h in enumerate(self.hands))})


class MarkedAway(Event):
    """A seat is away: it is played for until it is back."""

    type: Literal["marked_away"] = "marked_away"
    trigger: ClassVar[str] = "marked_away"
    seat: Seat

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self

    def action(self) -> Action:
        return Away(seat=self.seat)


class MarkedBack(Event):
    """A seat is back."""

    type: Literal["marked_back"] = "marked_back"
    trigger: ClassVar[str] = "marked_back"
    seat: Seat

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self

    def action(self) -> Action:
        return Back(seat=self.seat)


class Left(Event):
    """A seat has left the table for good."""

    type: Literal["left"] = "left"
    trigger: ClassVar[str] = "left"
    seat: Seat

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self

    def action(self) -> Action:
        return Leave(seat=self.seat)


class Paid(Event):
    """Units change hands; every unit of a hand is paid by one of these."""

    type: Literal["paid"] = "paid"
    trigger: ClassVar[str] = "paid"
    payer: Annotated[int, Field(ge=0)]
    payee: Annotated[int, Field(ge=-1)]
    """Who is paid; -1 is the house."""
    units: Annotated[int, Field(gt=0)]
    reason: str
    """A stable key, such as cards_left."""
    cards: tuple[Card, ...] = ()
    """The cards it was paid for, where it was for cards."""

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self

    @property
    def posting(self) -> Posting:
        """The posting in a ledger."""
        return Posting(self.payer, self.payee, self.units, self.reason)


class Settled(Event):
    """The hand is settled: units, and money where stakes were agreed."""

    type: Literal["settled"] = "settled"
    trigger: ClassVar[str] = "settled"
    totals: tuple[int, ...]
    """Units won or lost by each seat."""
    house: int = 0
    """Units paid to the house."""
    amounts: tuple[Money, ...] | None = None
    """Money won or lost by each seat, rake taken; null without stakes."""
    house_amount: Money | None = None
    """Money for the units paid to the house; with ``amounts``, ``rake`` and ``residue`` it adds up to zero."""
    rake: Money | None = None
    residue: Money | None = None

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self

    @classmethod
    def of(cls, totals: tuple[int, ...], house: int, paid: Payout | None) -> Self:
        """From the totals and, where stakes were agreed, what money stage made of them."""
        money: dict[str, Any] = {}
        if paid is not None:
            money = {
                "amounts": paid.amounts,
                "house_amount": paid.house,
                "rake": paid.rake,
                "residue": paid.residue,
            }
        return cls(totals=totals, house=house, **money)
