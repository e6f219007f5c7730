"""A league: every table of some bots, a cross table, and ratings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from common.ruleset import Ruleset
from thirteen import arena, games
from thirteen.figures import EXACT, interval, number
from thirteen.games import ArenaError
from thirteen.job import are_names, is_count
from thirteen.report import Report
from thirteen.scores import Outcome

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Cell", "League", "Rating", "Standing", "league"]

POINTS: Final = 100
"""At about so many moments the ratings are kept, for a plot."""
_Placed = tuple[tuple[str, int], ...]  # by name, the units of its bots in one hand


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength after openskill's Plackett-Luce model, which knows only who was ahead of whom in a hand."""

    mu: Decimal
    sigma: Decimal
    """How uncertain it is: one standard deviation."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How many units a hand a bot won more than another, at all tables where they met and a hand was counted."""

    mean: Decimal | None
    """None where there is no such table."""
    error: Decimal | None

    @property
    def interval(self) -> tuple[Decimal, Decimal] | None:
        """Its 95 % interval."""
        return None if self.mean is None or self.error is None else interval(self.mean, self.error)


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot of the league."""

    name: str
    hands: int
    units: Decimal
    """Units a hand, of one bot."""
    win_rate: Decimal
    """The share of its hands that it won."""
    rating: Rating
    failed: int
    """In how many hands it failed: they count in no other figure, so these may be too good."""


@dataclass(frozen=True)
class League:
    """What came of a league."""

    game: str
    house: Ruleset
    bots: tuple[str, ...]
    seed: int | str
    reports: tuple[Report, ...]
    """One for each table."""
    ratings: tuple[tuple[int, dict[str, Rating]], ...]
    """After so many hands at every table; the last are those of the whole league."""

    @property
    def failed(self) -> int:
        """How many hands failed."""
        return sum(report.failed for report in self.reports)

    def failed_by(self, name: str) -> int:
        """In how many hands this bot failed."""
        return sum(report.failed_by(name) for report in self.reports)

    def cell(self, one: str, other: str) -> Cell:
        """How ``one`` did against ``other``."""
        found = [
            each for report in self.reports for each in report.differences if {each.first, each.second} == {one, other}
        ]
        means = [each.mean if each.first == one else -each.mean for each in found]
        errors = [each.error for each in found]
        if not found:
            return Cell(None, None)
        tables = Decimal(len(found))
        square = Decimal(0)
        for error in errors:
            if error is None:
                return Cell(EXACT.divide(sum(means, Decimal(0)), tables), None)
            square = EXACT.add(square, EXACT.multiply(error, error))
        return Cell(EXACT.divide(sum(means, Decimal(0)), tables), EXACT.divide(EXACT.sqrt(square), tables))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All bots, the highest rated first."""
        return tuple(sorted(map(self._standing, self.bots), key=lambda each: (-each.rating.mu, each.name)))

    def _standing(self, name: str) -> Standing:
        lines = [line for report in self.reports for line in report.by_name if line.name == name]
        hands = sum(line.score.hands for line in lines)
        units = sum(line.score.units for line in lines)
        bots = sum(line.score.hands * line.bots for line in lines)
        wins = sum(line.score.wins for line in lines)
        return Standing(
            name,
            hands,
            EXACT.divide(Decimal(units), Decimal(bots)) if bots else Decimal(0),
            EXACT.divide(Decimal(wins), Decimal(hands)) if hands else Decimal(0),
            self.ratings[-1][1][name],
            self.failed_by(name),
        )

    def to_plain(self) -> dict[str, Any]:
        """As plain values."""
        cells = {(one, other): self.cell(one, other) for one in self.bots for other in self.bots if one != other}
        return {
            "game": self.game,
            "house": self.house.name,
            "rules": self.house.digest,
            "seed": self.seed,
            "standings": [
                {
                    "bot": each.name,
                    "hands": each.hands,
                    "failed": each.failed,
                    "mean_units": number(each.units) if each.hands else None,
                    "win_rate": number(each.win_rate) if each.hands else None,
                    "mu": number(each.rating.mu),
                    "sigma": number(each.rating.sigma),
                }
                for each in self.standings
            ],
            "cross": {
                one: {
                    other: {
                        "mean": number(cells[one, other].mean),
                        "standard_error": number(cells[one, other].error),
                    }
                    for other in self.bots
                    if other != one
                }
                for one in self.bots
            },
            "ratings": [
                {"hands": hands, **{name: number(rating.mu) for name, rating in sorted(ratings.items())}}
                for hands, ratings in self.ratings
            ],
            "tables": [report.to_plain() for report in self.reports],
        }

    def to_json(self, indent: int | None = None) -> str:
        """As JSON: the same league gives the same bytes."""
        return json.dumps(self.to_plain(), ensure_ascii=False, indent=indent)

    def __rich__(self) -> RenderableType:
        """As tables for a terminal."""
        from thirteen.standings import league_tables

        return league_tables(self)


def league(
    game: str,
    rules: str | Path | Ruleset,
    bots: Sequence[str],
    hands: int,
    seed: int | str = 0,
    *,
    size: int = 2,
    seats: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    apart: bool = False,
    progress: arena.Progress | None = None,
) -> League:
    """Let every ``size`` of the bots meet at a table of their own, in duplicate deals.

    Args:
        bots: two or more that differ.
        hands: how many at each table, rounded up to whole deals.
        size: how many different bots meet at a table: 2 for every pair.
        apart: as of :func:`thirteen.arena.simulate`.
        seats: how many seats a table has, a multiple of ``size`` (each bot then takes as many); ``size``, if not said.

    Raises:
        ArenaError: for bots, seats or numbers that make no league, or without openskill.
        RulesetError: for a house that cannot be read.
    """
    if not are_names(bots):
        raise ArenaError("a league is between bots: give a list of their names")
    names = tuple(dict.fromkeys(bots))
    seats = size if seats is None else seats
    if len(names) < len(bots) or len(names) < 2:
        raise ArenaError("a league is between two bots or more, each named once")
    if not is_count(size, 2) or size > len(names):
        raise ArenaError(f"at a table of this league 2 to {len(names)} different bots meet, not {size}")
    if not is_count(seats, 1) or seats % size:
        raise ArenaError(f"{seats} seats cannot be shared out evenly among {size} bots")
    if not is_count(hands, 1):
        raise ArenaError("a league plays one hand or more at each table")
    tables = list(combinations(names, size))
    reports, placed = list[Report](), list[list[_Placed]]()
    for nth, table in enumerate(tables):
        hands_of: list[_Placed] = []
        seated = table * (seats // size)

        def keep(_hand: int, outcome: Outcome, seated: tuple[str, ...] = seated, to: list[_Placed] = hands_of) -> None:
            units = dict.fromkeys(seated, 0)
            for seat, entry in enumerate(outcome.seated):
                units[seated[entry]] += outcome.totals[seat]
            to.append(tuple(units.items()))

        def told(done: int, of: int, nth: int = nth) -> None:
            if progress is not None:
                progress(nth * of + done, of * len(tables))

        reports.append(
            arena.simulate(
                game,
                rules,
                seated,
                hands,
                f"{seed}/{','.join(table)}",
                workers=workers,
                executor=executor,
                apart=apart,
                duplicate=True,
                results=keep,
                progress=told,
            )
        )
        placed.append(hands_of)
        if reports[-1].stopped:
            raise ArenaError(f"the league was not played to its end: {reports[-1].stopped}")
    return League(game, games.house(game, rules), names, seed, tuple(reports), _ratings(names, placed))


def _ratings(names: Sequence[str], placed: Sequence[Sequence[_Placed]]) -> tuple[tuple[int, dict[str, Rating]], ...]:
    """Ratings hand after hand, the tables in turn, so that no table's hands weigh more for being the last."""
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError:
        raise ArenaError("ratings need openskill: pip install 'thirteen[sim]'") from None
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    longest = max(map(len, placed))
    every = max(1, longest // POINTS)
    kept = [(0, _now(ratings))]
    for nth in range(longest):
        for table in placed:
            if nth < len(table):
                hand = table[nth]
                teams = [[ratings[name]] for name, _ in hand]
                for (name, _), (rated,) in zip(
                    hand, model.rate(teams, scores=[float(u) for _, u in hand]), strict=True
                ):
                    ratings[name] = rated
        if (nth + 1) % every == 0 or nth + 1 == longest:
            kept.append((nth + 1, _now(ratings)))
    return tuple(kept)


def _now(ratings: dict[str, Any]) -> dict[str, Rating]:
    # Rounded at once: whatever the last bits of a machine's exponential function are, figures are the same.
    return {
        name: Rating(Decimal(f"{rating.mu:.6f}"), Decimal(f"{rating.sigma:.6f}")) for name, rating in ratings.items()
    }
