"""A layout: thirteen cards as front, middle and back, and its text ``As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from common.cards import Card, cards, text
from common.errors import CardError

__all__ = ["SIZES", "Layout", "Rows", "rows_of"]

SIZES: Final = (3, 5, 5)
"""How many cards front, middle and back have."""

_LOOKS_LIKE: Final = (
    "a layout is a front of 3, a middle of 5 and a back of 5 cards: As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad"
)


def rows_of(given: str | Iterable[Any]) -> tuple[tuple[Card, ...], ...]:
    """Rows as they are given, from text with ``|`` between them or from collections; their sizes are not judged.

    Raises:
        CardError: for what is no card or no rows.
    """
    if isinstance(given, str):
        return tuple(cards(row) if row.strip() else () for row in given.split("|"))
    try:
        rows = tuple(given)
    except TypeError:
        raise CardError(f"{given!r:.60} is no layout: {_LOOKS_LIKE}") from None
    return tuple(cards(row) for row in rows)


def _read(given: object) -> object:
    if isinstance(given, str):
        given = given.split("|")
    if not isinstance(given, (list, tuple)):
        return given
    try:
        return tuple(_row(row) if isinstance(row, str) else row for row in given)
    except CardError as error:
        raise PydanticCustomError("card", "{reason}", {"reason": str(error)}) from None


def _row(row: str) -> tuple[str, ...]:
    return tuple(map(str, cards(row))) if row.strip() else ()  # as text: JSON has no other cards


Rows = Annotated[tuple[tuple[Card, ...], ...], BeforeValidator(_read, json_schema_input_type=list[list[Card]] | str)]
"""A layout in a model: its rows, or their text."""


class Layout(tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]):
    """Front, middle and back (头, 中, 尾): ``Layout("As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad")``.

    Two layouts are equal if their rows hold the same cards in the same order.

    Raises:
        CardError: for rows of other sizes than 3, 5 and 5.
    """

    __slots__ = ()

    def __new__(cls, given: str | Iterable[Any]) -> Layout:
        """The layout of this text or these three rows."""
        rows = rows_of(given)
        if tuple(map(len, rows)) != SIZES:
            raise CardError(f"rows of {' / '.join(str(len(row)) for row in rows)} cards: {_LOOKS_LIKE}")
        return super().__new__(cls, rows)

    @property
    def front(self) -> tuple[Card, ...]:
        """The front: three cards."""
        return self[0]

    @property
    def middle(self) -> tuple[Card, ...]:
        """The middle: five cards."""
        return self[1]

    @property
    def back(self) -> tuple[Card, ...]:
        """The back: five cards."""
        return self[2]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All thirteen, the lowest number first."""
        return tuple(sorted(card for row in self for card in row))

    def __str__(self) -> str:
        return " | ".join(text(row) for row in self)

    def __repr__(self) -> str:
        return f"Layout({str(self)!r})"
