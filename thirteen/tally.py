"""What many hands add up to: whole numbers only, so that the order and grouping of hands changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from common.record import Record

__all__ = ["MOST_FAILURES", "Failure", "Payment", "Score", "Tally"]

MOST_FAILURES: Final = 10
"""Of so many failed hands, the first ones, a report keeps the records; the others are counted."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A hand that a bot did not play to its end; it counts in no other figure."""

    hand: int
    """The hand's number in the run."""
    entry: int | None
    """Which of the bots, by its place in the list; None where a whole worker died."""
    bot: str
    seat: int | None
    error: str
    """What it raised, or why its action was refused, as one line."""
    record: Record
    """The hand up to there: ``Game.from_record(failure.record)`` stands where the bot failed."""
    trace: str = field(default="", compare=False)
    """Where it raised, for the bot's author."""


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


@dataclass(slots=True)
class Payment:
    """All that was paid for one reason."""

    count: int = 0
    units: int = 0
    hands: int = 0
    """In how many hands it was paid at least once."""

    def add(self, other: Payment) -> Self:
        """All that another tally has seen paid too."""
        self.count += other.count
        self.units += other.units
        self.hands += other.hands
        return self


@dataclass(slots=True)
class Tally:
    """The sums over some hands."""

    hands: int = 0
    """Hands played to the end."""
    decisions: Score = field(default_factory=Score)
    """The length of hands: ``units`` are decisions, ``squares`` their squares."""
    shortest: int = 0
    longest: int = 0
    house: int = 0
    """Units paid to the house."""
    scores: dict[tuple[int, int], Score] = field(default_factory=dict)
    """By bot (its place in the list) and seat."""
    names: dict[str, Score] = field(default_factory=dict)
    """By name, all bots of a name together: ``units`` are what they won in a hand between them."""
    payments: dict[str, Payment] = field(default_factory=dict)
    """By reason."""
    events: dict[str, int] = field(default_factory=dict)
    """How often each type of event happened, with its kind where it has one: ``won_at_deal.dragon``."""
    failed: dict[str, int] = field(default_factory=dict)
    """Hands failed, by bot's name; an empty name where a worker died."""
    failures: list[Failure] = field(default_factory=list)
    """The first of them."""

    def length(self, decisions: int) -> None:
        """A hand of so many decisions was played to its end."""
        self.shortest = min(self.shortest, decisions) if self.hands else decisions
        self.longest = max(self.longest, decisions)
        self.hands += 1
        self.decisions.count(decisions, False)

    def fail(self, failure: Failure) -> None:
        """A hand failed."""
        self.failed[failure.bot] = self.failed.get(failure.bot, 0) + 1
        self._keep([failure])

    def _keep(self, failures: Iterable[Failure]) -> None:
        self.failures = sorted([*self.failures, *failures], key=lambda failure: failure.hand)[:MOST_FAILURES]

    def add(self, other: Tally) -> None:
        """All hands of another tally too."""
        if other.hands:
            self.shortest = min(self.shortest, other.shortest) if self.hands else other.shortest
            self.longest = max(self.longest, other.longest)
        self.hands += other.hands
        self.decisions.add(other.decisions)
        self.house += other.house
        for at, score in other.scores.items():
            self.scores.setdefault(at, Score()).add(score)
        for name, score in other.names.items():
            self.names.setdefault(name, Score()).add(score)
        for reason, payment in other.payments.items():
            self.payments.setdefault(reason, Payment()).add(payment)
        for mine, theirs in ((self.events, other.events), (self.failed, other.failed)):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        self._keep(other.failures)
