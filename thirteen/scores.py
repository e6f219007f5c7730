"""What came of a hand, and what somebody did in many, hand by hand or deal by deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

__all__ = ["Cluster", "Outcome", "Score"]


@dataclass(slots=True)
class Score:
    """What somebody did in some hands."""

    hands: int = 0
    wins: int = 0
    units: int = 0
    squares: int = 0
    """The sum of the squares of the units of each hand."""

    def count(self, units: int, won: bool) -> None:
        """One hand more."""
        self.hands += 1
        self.wins += won
        self.units += units
        self.squares += units * units

    def add(self, other: Score) -> Self:
        """All hands of another score too."""
        self.hands += other.hands
        self.wins += other.wins
        self.units += other.units
        self.squares += other.squares
        return self


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one hand, seat by seat."""

    seated: tuple[int, ...]
    """Which of the bots sat at each seat, by its place in the list."""
    totals: tuple[int, ...]
    """The units of each seat."""
    won: tuple[bool, ...]
    """Which seats won the hand: one where the game has one winner, else all that won units."""
    led: int = -1
    """The seat that led first; -1: nobody did."""
    decisions: int = 0
    """How many were made."""


@dataclass(slots=True)
class Cluster:
    """What somebody did in some deals, all hands of a deal taken together."""

    units: int = 0
    squares: int = 0
    """The sum of the squares of the units of each deal."""
    wins: int = 0
    win_squares: int = 0

    def count(self, units: int, wins: int) -> None:
        """One deal more."""
        self.units += units
        self.squares += units * units
        self.wins += wins
        self.win_squares += wins * wins

    def add(self, other: Cluster) -> None:
        """All deals of another too."""
        self.units += other.units
        self.squares += other.squares
        self.wins += other.wins
        self.win_squares += other.win_squares
