"""The shape of a view's JSON, for clients in other languages; what is in it is decided by :mod:`shisanshui.view`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from common.actions import Seat
from common.cards import Card
from common.events import Settled
from shisanshui.ruleset import SpecialName, TypeName

__all__ = ["PublicView", "Shown"]

Row = tuple[Card, ...]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Shown(_Shape):
    """What all layouts count as, once all are in."""

    rows: tuple[tuple[TypeName, TypeName, TypeName], ...]
    """The types of each seat's rows."""
    eligible: tuple[SpecialName | None, ...]
    """The special that each layout could count as, whether or not it does."""
    specials: tuple[SpecialName | None, ...]
    """The special that it does count as; null for ordinary rows."""
    fouls: tuple[bool, ...]
    """Whether its ordinary rows are a foul (倒水)."""


class PublicView(_Shape):
    """A hand as one seat, or a spectator, may know it."""

    game: Literal["shisanshui"]
    """Always shisanshui."""
    rules: str
    """The digest of the house's rules."""
    seat: Seat | None
    """Whose view it is; null for a spectator."""
    seats: int
    """How many seats play."""
    position: int
    """How many events this seat has seen; an action sent now carries it as ``at``."""
    phase: Literal["dealing", "arranging", "comparing", "settled"]
    """Where the hand is."""
    awaiting: tuple[Seat, ...]
    """The seats that must decide, as far as this seat may know."""
    hand: tuple[Card, ...]
    """The cards dealt to this seat, the lowest number first; none for a spectator."""
    special: bool | None
    """What this seat has said of its special with its last layout (SS-4.2)."""
    layouts: tuple[tuple[Row, Row, Row] | None, ...]
    """Front, middle and back of each seat; null where they may not be known."""
    shown: Shown | None
    """What all layouts count as, once all are in."""
    away: tuple[Seat, ...]
    """The seats that are away and laid out for."""
    totals: tuple[int, ...]
    """Waters won or lost by each seat so far."""
    house: int
    """Waters paid to the house so far."""
    result: Settled | None
    """The settlement, once the hand is over."""
