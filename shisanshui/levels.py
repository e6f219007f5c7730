"""Levels of players (SS-9)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["Level", "level", "levels"]


class Level(NamedTuple):
    """A level: where it begins, and its two titles."""

    number: int
    """From 1."""
    least: int
    """The silver or points it begins at."""
    silver: str
    """Its title by silver (银子)."""
    points: str
    """Its title by points (升级分)."""


@cache
def levels() -> tuple[Level, ...]:
    """All levels, the lowest first."""
    read = tomllib.loads((files("shisanshui") / "levels.toml").read_text(encoding="utf-8"))
    titles = zip(read["silver"], read["points"], strict=True)
    return tuple(Level(nth + 1, read["first"] << nth, *both) for nth, both in enumerate(titles))


def level(points: int) -> int:
    """The level that so much silver, or so many points, makes; the first for less than any.

    >>> level(199), level(200), level(838_860_800)
    (1, 2, 24)
    """
    return max((each.number for each in levels() if each.least <= points), default=1)
