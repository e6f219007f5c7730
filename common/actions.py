"""What a seat may ask for in every game; each game adds its own acts.

Actions come from players and are not to be trusted: they are read strictly, and what they ask for is judged by the
game.  ``at`` is the position the seat saw when it decided (``view.position``): an action for a moment that is over is
refused as ``stale`` and not taken for an illegal one.  Without ``at`` an action counts for now.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from common.cards import Card, cards
from common.errors import CardError, InvalidAction, SeatError
from common.mistakes import lowered, shown
from common.strict import no_key_twice

__all__ = ["Action", "Away", "Back", "Cards", "Leave", "Seat", "Timeout", "flaw", "kinds", "problem", "read"]


def _cards(given: object) -> object:
    if isinstance(given, str) and given.strip():
        try:
            return tuple(map(str, cards(given)))  # as text: JSON has no other cards
        except CardError as error:
            raise PydanticCustomError("card", "{reason}", {"reason": str(error)}) from None
    return () if isinstance(given, str) else tuple(given) if isinstance(given, list) else given


Cards = Annotated[tuple[Card, ...], BeforeValidator(_cards, json_schema_input_type=list[Card] | str)]
"""Cards in a model: a collection of them, or their text."""

Seat = Annotated[int, Field(ge=0, lt=8, strict=True)]
"""A seat, from 0 in turn order."""


class Action(BaseModel):
    """What a seat asks for."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    seat: Seat
    """Who asks, from 0 in turn order."""
    at: Annotated[int, Field(ge=0, lt=1 << 53, strict=True)] | None = None
    """The position the seat saw when it decided; another than the present one is refused as stale."""

    def to_json(self) -> str:
        """The action as JSON, as the reader takes it."""
        return self.model_dump_json()


class Timeout(Action):
    """The seat's time is over: it is played for by rule."""

    type: Literal["timeout"] = "timeout"


class Away(Action):
    """The seat is gone for a while: it is played for by rule at once, until it is back."""

    type: Literal["away"] = "away"


class Back(Action):
    """The seat is back and plays for itself again."""

    type: Literal["back"] = "back"


class Leave(Action):
    """The seat leaves the table for good; what becomes of its hand is the house's rule."""

    type: Literal["leave"] = "leave"


def problem(error: ValidationError) -> tuple[str, str]:
    """The first thing wrong as (dotted place, sentence), without the validator's own jargon and addresses."""
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    where = (place if place.isprintable() else ascii(place)[1:-1])[:80]
    if first["type"] == "union_tag_not_found":
        return where, "its type is missing"
    if first["type"] == "union_tag_invalid":
        tags = first["ctx"]["expected_tags"].replace("'", "")
        return where, f"its type must be one of {tags} (given: {shown(first['ctx']['tag'])})"
    found = "" if first["type"] in {"json_invalid", "missing"} else f" (given: {shown(first['input'])})"
    return where, f"{lowered(first['msg'][:200])}{found}"


def kinds(union: Any) -> frozenset[type[Action]]:
    """The very types that a union of actions is made of."""
    return frozenset(get_args(get_args(union)[0]))


def flaw(action: Action) -> str:
    """What is wrong with an action that its class did not make, such as a copy with other fields; empty if nothing."""
    try:
        made = vars(type(action).model_validate(vars(action)))
    except ValidationError as error:
        where, sentence = problem(error)
        return f"at {where}: {sentence}" if where else sentence
    other = next((name for name, value in made.items() if value != vars(action).get(name)), "")
    if other:  # such as text for cards, which the class reads and a copy does not
        return f"at {other}: a copy is not checked, make the action anew (given: {shown(vars(action).get(other))})"
    return ""


def read(adapter: TypeAdapter[Any], raw: str | bytes, seat: int | None = None) -> Any:
    """One action from a player's JSON, as text or bytes; with ``seat``, refused when it names another seat.

    Raises:
        InvalidAction: with one sentence that names the field and what was wrong with it.
        SeatError: where ``seat`` is none.
    """
    if seat is not None and type(seat) is not int:
        raise SeatError(f"a seat is a whole number from 0, not {shown(seat)}")
    if not isinstance(raw, (str, bytes)):
        raise InvalidAction(f"an action is read from its JSON, as text or bytes, not from {type(raw).__name__}")
    if len(raw) > 10_000:
        raise InvalidAction(f"an action of {len(raw)} characters cannot be one: the longest has a few hundred")
    try:
        action = adapter.validate_json(raw)
        json.loads(raw, object_pairs_hook=no_key_twice)
    except ValidationError as error:
        where, sentence = problem(error)
        raise InvalidAction(f"this is no action{' at ' + where if where else ''}: {sentence}") from None
    except ValueError as error:
        raise InvalidAction(f"this is no action: {error}") from None
    if seat is not None and action.seat != seat:
        raise InvalidAction(f"seat {seat} cannot act for seat {action.seat}")
    return action
