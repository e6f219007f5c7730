"""What a seat may ask for at a table of Tiến lên."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from common.actions import Action, Away, Back, Cards, Leave, Timeout, kinds, read

__all__ = ["ACTION", "ACTS", "AnyAction", "Away", "Back", "Declare", "Leave", "Pass", "Play", "Timeout", "read_action"]


class Play(Action):
    """Lay these cards (出牌)."""

    type: Literal["play"] = "play"
    cards: Cards
    """The cards, in any order."""


class Pass(Action):
    """Decline the top (跳过, bỏ lượt); where dealt wins are declared, also: declare none."""

    type: Literal["pass"] = "pass"


class Declare(Action):
    """Show a hand that wins at once, where the house has them declared (TL-6.1)."""

    type: Literal["declare"] = "declare"


AnyAction = Annotated[Play | Pass | Declare | Timeout | Away | Back | Leave, Field(discriminator="type")]
ACTION: TypeAdapter[Play | Pass | Declare | Timeout | Away | Back | Leave] = TypeAdapter(AnyAction)
"""Reads any action."""
ACTS = kinds(AnyAction)
"""What a seat may ask for: these very types."""


def read_action(raw: str | bytes, seat: int | None = None) -> Play | Pass | Declare | Timeout | Away | Back | Leave:
    """A player's JSON as an action; with ``seat``, another seat's name inside is refused.

    >>> read_action('{"type": "play", "seat": 2, "cards": ["3h"], "at": 12}', seat=2)
    Play(seat=2, at=12, type='play', cards=(Card('3h'),))

    Raises:
        InvalidAction: with one sentence that names the field and what was wrong; also for what is no text or bytes.
        SeatError: where ``seat`` is none.
    """
    action: Play | Pass | Declare | Timeout | Away | Back | Leave = read(ACTION, raw, seat)
    return action
