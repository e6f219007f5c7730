"""Hints for cards that are given as text, without a table: one module for each game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Hint"]


@dataclass(frozen=True, slots=True)
class Hint:
    """One thing worth considering."""

    text: str
    """What a player reads."""
    plain: dict[str, Any] = field(repr=False)
    """The same as plain JSON values."""

    def to_plain(self) -> dict[str, Any]:
        """The hint as plain JSON values."""
        return {**self.plain, "text": self.text}
