"""What can happen at a table of 十三水, beside what happens in every game.

Once all layouts are in, events follow in the order a table shows them: everything laid; front, middle and back, each
with the seats from the lowest to the highest; guns and home runs or a sweep; specials; fouls.  After each come its
payments (SS-4.4, SS-7).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, TypeAdapter

from common.actions import Action, Leave, Seat, Timeout
from common.cards import Card
from common.events import Dealt, Event, Left, MarkedAway, MarkedBack, Paid, Settled
from shisanshui.actions import Arrange
from shisanshui.phases import Trigger
from shisanshui.ruleset import SpecialName, TypeName

__all__ = [
    "EVENT",
    "AnyEvent",
    "Arranged",
    "Escaped",
    "FeatScored",
    "FoulCounted",
    "LayoutsShown",
    "RowCompared",
    "SpecialCounted",
]

By = Literal["seat", "timeout", "away"]
"""Who decided: the seat, the rule at its time-out, or the rule while it is away (SS-4.3)."""
PlaceName = Literal["front", "middle", "back"]
FeatName = Literal["majority", "gun", "home_run", "sweep"]
LaidRows = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


class Arranged(Event):
    """A seat has laid out its cards; nobody else learns of it before all are in (SS-4.1)."""

    type: Literal["arranged"] = "arranged"
    trigger: ClassVar[str] = Trigger.ARRANGED
    seat: Seat
    layout: LaidRows
    """Front, middle and back."""
    special: bool | None = None
    """Null: what the house does by itself; true: a declared special; false: ordinary rows."""
    by: By = "seat"

    def seen_by(self, seat: int | None) -> Self | None:
        return self if seat == self.seat else None

    def action(self) -> Action | None:
        if self.by == "away":
            return None
        if self.by == "timeout":
            return Timeout(seat=self.seat)
        return Arrange(seat=self.seat, layout=self.layout, special=self.special)


class _Public(Event):
    """Something that the whole table sees."""

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002
        return self


class LayoutsShown(_Public):
    """All are in: every layout is shown, and what it counts as; spare cards are not (SS-4.4)."""

    type: Literal["shown"] = "shown"
    trigger: ClassVar[str] = Trigger.SHOWN
    layouts: tuple[LaidRows, ...]
    """Front, middle and back of each seat."""
    rows: tuple[tuple[TypeName, TypeName, TypeName], ...]
    """The types of each seat's rows."""
    eligible: tuple[SpecialName | None, ...]
    """The special that each layout could count as, whether or not it does."""
    specials: tuple[SpecialName | None, ...]
    """The special that it does count as; null for ordinary rows."""
    fouls: tuple[bool, ...]
    """Whether its ordinary rows are a foul (倒水)."""


class RowCompared(_Public):
    """A row of all seats whose rows compare."""

    type: Literal["row_compared"] = "row_compared"
    trigger: ClassVar[str] = Trigger.ROW_COMPARED
    place: PlaceName
    lowest_first: tuple[int, ...]
    """The seats in the order they show this row; equals by seat."""


class FeatScored(_Public):
    """Winning more than single rows: a majority, a gun (打枪), a home run (全垒打) or a sweep (通杀)."""

    type: Literal["feat_scored"] = "feat_scored"
    trigger: ClassVar[str] = Trigger.FEAT_SCORED
    feat: FeatName
    seat: Seat
    over: int | None = None
    """The other seat of a majority or a gun; null where it is over all."""


class SpecialCounted(_Public):
    """A special collects (SS-7.5)."""

    type: Literal["special_counted"] = "special_counted"
    trigger: ClassVar[str] = Trigger.SPECIAL_COUNTED
    seat: Seat
    special: SpecialName


class FoulCounted(_Public):
    """A foul pays (SS-7.6)."""

    type: Literal["foul_counted"] = "foul_counted"
    trigger: ClassVar[str] = Trigger.FOUL_COUNTED
    seat: Seat


class Escaped(_Public):
    """A seat has left before all were in (逃跑): it pays and the hand is over (SS-7.8)."""

    type: Literal["escaped"] = "escaped"
    trigger: ClassVar[str] = Trigger.ESCAPED
    seat: Seat

    def action(self) -> Action:
        return Leave(seat=self.seat)


AnyEvent = Annotated[
    Dealt
    | Arranged
    | LayoutsShown
    | RowCompared
    | FeatScored
    | SpecialCounted
    | FoulCounted
    | Escaped
    | Paid
    | Settled
    | MarkedAway
    | MarkedBack
    | Left,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(AnyEvent)
"""Reads any event of a record."""
