"""What a seat may ask for at a table of 十三水."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from common.actions import Action, Away, Back, Leave, Timeout, kinds, read
from shisanshui.layout import Rows

__all__ = ["ACTION", "ACTS", "AnyAction", "Arrange", "Away", "Back", "Leave", "Timeout", "read_action"]


class Arrange(Action):
    """Lay out thirteen cards (摆牌); until all are in, a seat may do so again."""

    type: Literal["arrange"] = "arrange"
    layout: Annotated[Rows, Field(max_length=8)]
    """Front, middle and back, as lists of cards or as text: ``As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad``."""
    special: Annotated[bool, Field(strict=True)] | None = None
    """Null: what the house does by itself; true: declare the special (报牌); false: ordinary rows (SS-4.2)."""


AnyAction = Annotated[Arrange | Timeout | Away | Back | Leave, Field(discriminator="type")]
ACTION: TypeAdapter[Arrange | Timeout | Away | Back | Leave] = TypeAdapter(AnyAction)
"""Reads any action."""
ACTS = kinds(AnyAction)
"""What a seat may ask for: these very types."""


def read_action(raw: str | bytes, seat: int | None = None) -> Arrange | Timeout | Away | Back | Leave:
    """A player's JSON as an action; with ``seat``, another seat's name inside is refused.

    >>> read_action('{"type": "timeout", "seat": 2, "at": 1}', seat=2)
    Timeout(seat=2, at=1, type='timeout')

    Raises:
        InvalidAction: with one sentence that names the field and what was wrong; also for what is no text or bytes.
        SeatError: where ``seat`` is none.
    """
    action: Arrange | Timeout | Away | Back | Leave = read(ACTION, raw, seat)
    return action
