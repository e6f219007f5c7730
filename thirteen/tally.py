"""What many hands add up to: whole numbers only, so that the order and grouping of hands changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, Self, TypeVar

from common.record import Record
from thirteen.scores import Cluster, Outcome, Score
from thirteen.takings import Takings

__all__ = ["MOST_FAILURES", "Deals", "Failure", "Payment", "Tally"]

K = TypeVar("K")

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
class Deals:
    """The sums over duplicate deals, of which all hands were played to the end; empty in other runs."""

    count: int = 0
    names: dict[str, Cluster] = field(default_factory=dict)
    entries: dict[int, Cluster] = field(default_factory=dict)
    seats: dict[int, Cluster] = field(default_factory=dict)
    products: dict[tuple[str, str], int] = field(default_factory=dict)
    """For two names, the sum over deals of the product of their units."""
    led: int = 0
    """Deals that somebody led, and not one that was over with the deal."""
    leader: Cluster = field(default_factory=Cluster)
    """Whoever led first in those."""
    length: Cluster = field(default_factory=Cluster)
    """The length of all hands of a deal: ``units`` are decisions."""

    def deal(self, bots: Sequence[str], hands: Iterable[Outcome]) -> None:
        """One deal more, with all its hands."""
        names, entries, seats, leader = dict[str, Cluster](), dict[int, Cluster](), dict[int, Cluster](), Cluster()
        led, decisions = False, 0
        for hand in hands:
            decisions += hand.decisions
            if hand.led >= 0:
                led = True
                leader.units += hand.totals[hand.led]
                leader.wins += hand.won[hand.led]
            for seat, entry in enumerate(hand.seated):
                units, won = hand.totals[seat], hand.won[seat]
                _more(entries, entry, units, won)
                _more(seats, seat, units, won)
                _more(names, bots[entry], units, False)
            for name in {bots[entry] for entry, won in zip(hand.seated, hand.won, strict=True) if won}:
                _more(names, name, 0, True)
        self.count += 1
        self.length.count(decisions, 0)
        _squared(self.names, names)
        _squared(self.entries, entries)
        _squared(self.seats, seats)
        if led:
            self.led += 1
            self.leader.count(leader.units, leader.wins)
        _multiply(self.products, {name: cluster.units for name, cluster in names.items()})

    def add(self, other: Deals) -> None:
        """All deals of another too."""
        self.count += other.count
        _merge(self.names, other.names)
        _merge(self.entries, other.entries)
        _merge(self.seats, other.seats)
        self.led += other.led
        self.leader.add(other.leader)
        self.length.add(other.length)
        _add(self.products, other.products)


def _more(sums: dict[K, Cluster], who: K, units: int, won: bool) -> None:
    cluster = sums.setdefault(who, Cluster())
    cluster.units += units
    cluster.wins += won


def _squared(sums: dict[K, Cluster], deal: Mapping[K, Cluster]) -> None:
    for who, cluster in deal.items():
        sums.setdefault(who, Cluster()).count(cluster.units, cluster.wins)


def _merge(mine: dict[K, Cluster], theirs: Mapping[K, Cluster]) -> None:
    for who, cluster in theirs.items():
        mine.setdefault(who, Cluster()).add(cluster)


def _multiply(products: dict[tuple[str, str], int], units: dict[str, int]) -> None:
    """Add the products of what every two names won."""
    for first, second in combinations(sorted(units), 2):
        products[first, second] = products.get((first, second), 0) + units[first] * units[second]


def _add(mine: dict[K, int], theirs: Mapping[K, int]) -> None:
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count


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
    takings: Takings = field(default_factory=Takings)
    """The same hands in money, where there are stakes."""
    scores: dict[tuple[int, int], Score] = field(default_factory=dict)
    """By bot (its place in the list) and seat."""
    names: dict[str, Score] = field(default_factory=dict)
    """By name, all bots of a name together: ``units`` are what they won in a hand between them."""
    products: dict[tuple[str, str], int] = field(default_factory=dict)
    """For two names, in the order of the alphabet, the sum over hands of the product of their units."""
    results: dict[str, dict[int, int]] = field(default_factory=dict)
    """How often a bot of this name won or lost so many units in a hand."""
    leader: Score = field(default_factory=Score)
    """Whoever led first, in the hands that somebody led."""
    deals: Deals = field(default_factory=Deals)
    """The same hands as duplicate deals."""
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

    def settled(self, bots: Sequence[str], hand: Outcome) -> None:
        """Who won what in a hand."""
        together: dict[str, tuple[int, bool]] = {}
        for seat, entry in enumerate(hand.seated):
            name, units, won = bots[entry], hand.totals[seat], hand.won[seat]
            self.scores.setdefault((entry, seat), Score()).count(units, won)
            results = self.results.setdefault(name, {})
            results[units] = results.get(units, 0) + 1
            before, has_won = together.get(name, (0, False))
            together[name] = before + units, has_won or won
        if hand.led >= 0:
            self.leader.count(hand.totals[hand.led], hand.won[hand.led])
        for name, (units, won) in together.items():
            self.names.setdefault(name, Score()).count(units, won)
        _multiply(self.products, {name: units for name, (units, _) in together.items()})

    def fail(self, failure: Failure, hands: int = 1) -> None:
        """A hand failed, or all hands of a deal."""
        self.failed[failure.bot] = self.failed.get(failure.bot, 0) + hands
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
        self.leader.add(other.leader)
        self.house += other.house
        self.takings.add(other.takings)
        for at, score in other.scores.items():
            self.scores.setdefault(at, Score()).add(score)
        for name, score in other.names.items():
            self.names.setdefault(name, Score()).add(score)
        for reason, payment in other.payments.items():
            self.payments.setdefault(reason, Payment()).add(payment)
        for name, results in other.results.items():
            _add(self.results.setdefault(name, {}), results)
        _add(self.products, other.products)
        self.deals.add(other.deals)
        _add(self.events, other.events)
        _add(self.failed, other.failed)
        self._keep(other.failures)
