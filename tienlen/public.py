"""The shape of a view's JSON, for clients in other languages; what is in it is decided by :mod:`tienlen.view`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from common.actions import Seat
from common.cards import Card
from common.events import Settled

__all__ = ["PublicView", "Top"]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Top(_Shape):
    """The play to beat."""

    cards: tuple[Card, ...]
    """Its cards, the lowest first."""
    kind: Literal["single", "pair", "triple", "quad", "straight", "pair_run"]
    """What it is (TL-2)."""
    seat: Seat
    """Whose it is."""


class PublicView(_Shape):
    """A hand as one seat, or a spectator, may know it."""

    game: Literal["tienlen"]
    """Always tienlen."""
    rules: str
    """The digest of the house's rules."""
    seat: Seat | None
    """Whose view it is; null for a spectator."""
    seats: int
    """How many seats play."""
    position: int
    """How many events this seat has seen; an action sent now carries it as ``at``."""
    phase: Literal["dealing", "dealt", "leading", "following", "trick_over", "hand_over", "settled"]
    """Where the hand is."""
    awaiting: tuple[Seat, ...]
    """The seats that must decide, as far as this seat may know."""
    again: bool
    """Whether the seat that is asked has passed in this trick and may lay a special only (TL-4.4)."""
    must: Card | None
    """The card that the lead must contain, if any (TL-4.2)."""
    holdings: tuple[tuple[Card, ...] | None, ...]
    """The cards of each seat, the lowest first; null where they may not be known."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    top: Top | None
    """The play to beat; null on the lead."""
    passed: tuple[Seat, ...]
    """The seats that have passed in this trick."""
    away: tuple[Seat, ...]
    """The seats that are away and played for."""
    out: tuple[Seat, ...]
    """The seats that have gone out, in order."""
    totals: tuple[int, ...]
    """Units won or lost by each seat so far."""
    result: Settled | None
    """The settlement, once the hand is over."""
