"""The figures of one bot, name or seat, and of two beside one another, from their exact sums."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from thirteen.figures import EXACT, interval, mean, number, standard_error, wilson
from thirteen.scores import Cluster, Score

__all__ = ["Difference", "Line"]


@dataclass(frozen=True, slots=True)
class Line:
    """The figures of one bot, name or seat."""

    name: str
    score: Score = field(repr=False)
    bots: int = 1
    """How many bots of this name played in each hand; a hand's units are those of all of them together."""
    replays: int = 1
    """How many hands each deal was played for."""
    deals: int = 0
    """How many deals were played to the end in all their hands, where they were played more than once."""
    cluster: Cluster | None = field(default=None, repr=False)
    """The figures deal by deal, where deals were played more than once: hands of one deal are not independent."""

    @property
    def win_rate(self) -> Decimal:
        """The share of hands won."""
        return mean(self.score.wins, self.score.hands)

    @property
    def win_interval(self) -> tuple[Decimal, Decimal]:
        """Its 95 % interval."""
        return wilson(self.score.wins, self.score.hands, None if self.cluster is None else self.win_error)

    @property
    def win_error(self) -> Decimal | None:
        """The standard error of the share of hands won."""
        if self.cluster is not None:
            return self._by_deal(self.cluster.wins, self.cluster.win_squares)
        if self._is_torn:
            return None
        return standard_error(self.score.wins, self.score.wins, self.score.hands)

    @property
    def mean_units(self) -> Decimal:
        """Units won or lost per hand and bot."""
        return mean(self.score.units, self.score.hands * self.bots)

    @property
    def error(self) -> Decimal | None:
        """The standard error of the mean units."""
        if self._is_torn:
            return None
        if self.cluster is not None:
            whole = self._by_deal(self.cluster.units, self.cluster.squares)
        else:
            whole = standard_error(self.score.units, self.score.squares, self.score.hands)
        return None if whole is None else EXACT.divide(whole, Decimal(self.bots))

    @property
    def _is_torn(self) -> bool:
        """Whether these are some hands of each deal: not independent, and how little is not known."""
        return self.replays > 1 and self.cluster is None

    def _by_deal(self, total: int, squares: int) -> Decimal | None:
        """The standard error of a mean per hand, from sums over deals."""
        whole = standard_error(total, squares, self.deals)
        return None if whole is None else EXACT.divide(whole, Decimal(self.replays))

    def to_plain(self) -> dict[str, Any]:
        """As plain values: exact sums, then rounded figures, which are None of no hand."""
        score = self.score
        low, high = (None, None) if self._is_torn or not score.hands else self.win_interval
        return {
            "hands": score.hands,
            "wins": score.wins,
            "units": score.units,
            "squares": score.squares,
            "win_rate": number(self.win_rate) if score.hands else None,
            "win_low": number(low),
            "win_high": number(high),
            "mean_units": number(self.mean_units) if score.hands else None,
            "standard_error": number(self.error),
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """How many units a hand a bot of one name won more than one of another, in the same hands."""

    first: str
    second: str
    mean: Decimal
    """Units per hand, of one bot each."""
    error: Decimal | None
    """Its standard error."""
    independent: Decimal | None
    """What the standard error of as many hands would be, each with a deal of its own."""

    @property
    def interval(self) -> tuple[Decimal, Decimal] | None:
        """Its 95 % interval; None of a single hand or deal."""
        return None if self.error is None else interval(self.mean, self.error)

    @property
    def shrank(self) -> Decimal | None:
        """The standard error as a part of what it would be with independent deals; 1 where they are independent."""
        if self.error is None or not self.independent:
            return None
        return EXACT.divide(self.error, self.independent)

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]

    def to_plain(self) -> dict[str, Any]:
        """As plain values, rounded."""
        low, high = self.interval or (None, None)
        return {
            "first": self.first,
            "second": self.second,
            "mean": number(self.mean),
            "low": number(low),
            "high": number(high),
            "standard_error": number(self.error),
            "independent_error": number(self.independent),
            "shrank": number(self.shrank),
        }
