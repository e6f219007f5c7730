"""What can go wrong, each with one clear sentence and, where a program must tell cases apart, a stable code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = [
    "CardError",
    "DealError",
    "IllegalAction",
    "InvalidAction",
    "MatchError",
    "MoneyError",
    "RecordError",
    "RulesetError",
    "SeatError",
    "ThirteenError",
]


class ThirteenError(Exception):
    """The parent of every documented error; catching it catches all bad input and nothing else."""


class CardError(ThirteenError, ValueError):
    """A text or number that is no card; the sentence names what was wrong and where."""


class DealError(ThirteenError, ValueError):
    """Hands that no pack can deal, or a seed that is none."""


class MoneyError(ThirteenError, ValueError):
    """Stakes that mean nothing: a negative base, a rake of one or more, a carry of half a coin."""


class MatchError(ThirteenError, ValueError):
    """Something that cannot be done at a table of a match now: too few players, a chair that is taken."""


class SeatError(ThirteenError, ValueError):
    """A seat that there is not at this table."""


class RulesetError(ThirteenError, ValueError):
    """A house that cannot be read or cannot be played; the sentence says where and why.

    ``where`` is a dotted key (``"beating.0.over"``) or a line of the file (``"line 12"``), empty for the whole.
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


class InvalidAction(ThirteenError, ValueError):
    """Something that is no action at all: broken JSON, an unknown type, a card that does not exist."""

    code = "invalid"


class IllegalAction(ThirteenError):
    """An action that the rules refuse here and now.  Nothing has changed.

    ``code`` is stable and meant for programs; ``detail`` holds the facts of the sentence, only such that the seat
    itself may know; ``seat`` is who asked.
    """

    def __init__(self, code: str, seat: int, message: str, detail: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.seat = seat
        self.detail: Mapping[str, Any] = detail or {}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.seat, str(self), dict(self.detail))


class RecordError(ThirteenError, ValueError):
    """A record that cannot be read; ``line`` is the number of the line at fault, from 1, or 0 for none."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line
