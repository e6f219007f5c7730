"""What a run of hands has shown: exact sums, and figures that are rounded once, here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Any

from common.money import Stakes
from common.ruleset import Ruleset
from thirteen.figures import EXACT, mean, number, standard_error
from thirteen.lines import Difference, Line
from thirteen.scores import Cluster, Score
from thirteen.takings import Income
from thirteen.tally import Failure, Tally

if TYPE_CHECKING:
    from rich.console import RenderableType

    from thirteen.sequential import Decision

__all__ = ["Report"]


@dataclass(frozen=True)
class Report:
    """What came of a run."""

    game: str
    house: Ruleset
    bots: tuple[str, ...]
    """What played, by its place in the list; bots move up one seat from hand to hand."""
    seed: int | str | bytes
    asked: int
    """How many hands were asked for."""
    done: int
    """How many were played or failed: always the first so many, without a gap."""
    tally: Tally
    """The exact sums."""
    stopped: str | None = None
    """Why the run ended early, if it did."""
    replays: int = 1
    """How many hands each deal was played for, with the bots in other seats; 1: every hand was dealt anew."""
    decision: Decision | None = None
    """What a sequential test says, where one was asked for; the run ends with its decision."""
    stakes: Stakes | None = None
    """What every hand was played for; None: units alone."""

    @property
    def hands(self) -> int:
        """Hands played to their end; all figures are of these."""
        return self.tally.hands

    @property
    def independent(self) -> int:
        """How many hands, or whole duplicate deals, do not depend on each other: errors are of these."""
        return self.hands if self.replays == 1 else self.tally.deals.count

    @property
    def seats(self) -> int:
        """How many seats played."""
        return len(self.bots)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The first hands that a bot did not play to the end."""
        return tuple(self.tally.failures)

    @property
    def failed(self) -> int:
        """How many such hands there were."""
        return sum(self.tally.failed.values())

    def failed_by(self, name: str) -> int:
        """In how many hands a bot of this name failed."""
        return self.tally.failed.get(name, 0)

    @property
    def by_bot(self) -> tuple[Line, ...]:
        """One line for each of the bots, by its place in the list."""
        return tuple(
            self._line(bot, self._sum(entry=entry), 1, self.tally.deals.entries.get(entry))
            for entry, bot in enumerate(self.bots)
        )

    @property
    def by_name(self) -> tuple[Line, ...]:
        """One line for each name, in the order of the list: what bots of that name did together."""
        tally = self.tally
        return tuple(
            self._line(name, tally.names.get(name, Score()), self.bots.count(name), tally.deals.names.get(name))
            for name in dict.fromkeys(self.bots)
        )

    @property
    def by_seat(self) -> tuple[Line, ...]:
        """One line for each seat, whoever sat there."""
        return tuple(
            self._line(str(seat), self._sum(seat=seat), 1, self.tally.deals.seats.get(seat))
            for seat in range(self.seats)
        )

    @property
    def leader(self) -> Line | None:
        """Whoever led first, in the hands that were led; None in a game or run without a lead."""
        score, deals = self.tally.leader, self.tally.deals
        if not score.hands:
            return None
        if self.replays == 1:
            return Line("who leads", score)
        return Line("who leads", score, 1, self.replays, deals.led, deals.leader)

    def _line(self, name: str, score: Score, bots: int, cluster: Cluster | None) -> Line:
        if self.replays == 1:
            return Line(name, score, bots)
        return Line(name, score, bots, self.replays, self.tally.deals.count, cluster or Cluster())

    @property
    def differences(self) -> tuple[Difference, ...]:
        """For every two names, how much more a bot of the first won than one of the second, hand for hand or, among
        duplicate deals, deal for deal; none where none was counted."""
        if not self.independent:
            return ()
        return tuple(self._difference(first, second) for first, second in combinations(dict.fromkeys(self.bots), 2))

    def _difference(self, first: str, second: str) -> Difference:
        tally = self.tally
        pair = (min(first, second), max(first, second))
        one, other = tally.names.get(first, Score()), tally.names.get(second, Score())
        hands, independent = self._compared(
            first,
            second,
            (one.units, one.squares),
            (other.units, other.squares),
            tally.products.get(pair, 0),
            self.hands,
        )
        if self.replays == 1:
            return Difference(first, second, hands, independent, independent)
        deals = tally.deals
        mine, theirs = deals.names.get(first, Cluster()), deals.names.get(second, Cluster())
        whole, error = self._compared(
            first,
            second,
            (mine.units, mine.squares),
            (theirs.units, theirs.squares),
            deals.products.get(pair, 0),
            deals.count,
        )
        per_hand = Decimal(self.replays)
        return Difference(
            first,
            second,
            EXACT.divide(whole, per_hand),
            None if error is None else EXACT.divide(error, per_hand),
            independent,
        )

    def _compared(
        self, first: str, second: str, one: tuple[int, int], other: tuple[int, int], product: int, count: int
    ) -> tuple[Decimal, Decimal | None]:
        """Mean and standard error of a difference of one bot each, from sums and squares of all bots of the names."""
        m, n = self.bots.count(first), self.bots.count(second)
        total = n * one[0] - m * other[0]
        squares = n * n * one[1] - 2 * m * n * product + m * m * other[1]
        error = standard_error(total, squares, count)
        return mean(total, count * m * n), None if error is None else EXACT.divide(error, Decimal(m * n))

    def at(self, entry: int, seat: int) -> Line:
        """What one bot did at one seat; of duplicate deals without intervals."""
        return Line(self.bots[entry], self._sum(entry=entry, seat=seat), 1, self.replays)

    @property
    def length_error(self) -> Decimal | None:
        """The standard error of the mean number of decisions in a hand."""
        length, deals = self.tally.decisions, self.tally.deals
        if self.replays == 1:
            return standard_error(length.units, length.squares, length.hands)
        whole = standard_error(deals.length.units, deals.length.squares, deals.count)
        return None if whole is None else EXACT.divide(whole, Decimal(self.replays))

    def _sum(self, entry: int | None = None, seat: int | None = None) -> Score:
        total = Score()
        for (of, at), score in self.tally.scores.items():
            if entry in {None, of} and seat in {None, at}:
                total.add(score)
        return total

    @property
    def income(self) -> Income | None:
        """What the house took, and what the bots won, in money; None without stakes."""
        return None if self.stakes is None else Income(self.tally.takings, self.stakes, self.replays)

    @property
    def dealt_wins(self) -> Mapping[str, int]:
        """Hands won at the deal, by kind."""
        found = {key.partition(".")[2]: n for key, n in self.tally.events.items() if key.startswith("won_at_deal.")}
        return dict(sorted(found.items()))

    def to_plain(self) -> dict[str, Any]:
        """The report as plain values."""
        tally, length = self.tally, self.tally.decisions
        return {
            "game": self.game,
            "house": self.house.name,
            "rules": self.house.digest,
            "seed": {"hex": self.seed.hex()} if isinstance(self.seed, bytes) else self.seed,
            "asked": self.asked,
            "done": self.done,
            "hands": self.hands,
            "stopped": self.stopped,
            "seats": self.seats,
            "replays": self.replays,
            "decision": None if self.decision is None else self.decision.to_plain(),
            "bots": [
                {
                    "bot": line.name,
                    **line.to_plain(),
                    "by_seat": [self.at(entry, seat).to_plain() for seat in range(self.seats)],
                }
                for entry, line in enumerate(self.by_bot)
            ],
            "names": [
                {"name": line.name, "bots": line.bots, "failed": self.failed_by(line.name), **line.to_plain()}
                for line in self.by_name
            ],
            "differences": [each.to_plain() for each in self.differences],
            "distribution": {
                name: {str(units): count for units, count in sorted(results.items())}
                for name, results in sorted(tally.results.items())
            },
            "by_seat": [line.to_plain() for line in self.by_seat],
            "leader": None if self.leader is None else self.leader.to_plain(),
            "length": {
                "decisions": length.units,
                "squares": length.squares,
                "mean": number(mean(length.units, length.hands)) if length.hands else None,
                "standard_error": number(self.length_error),
                "shortest": tally.shortest,
                "longest": tally.longest,
            },
            "dealt_wins": self.dealt_wins,
            "payments": {
                reason: {
                    "count": paid.count,
                    "units": paid.units,
                    "hands": paid.hands,
                    "units_per_hand": number(mean(paid.units, self.hands)),
                }
                for reason, paid in sorted(tally.payments.items())
            },
            "house_units": tally.house,
            "money": None if self.income is None else self.income.to_plain(self.bots),
            "events": dict(sorted(tally.events.items())),
            "failed": {
                "hands": self.failed,
                "by_bot": dict(sorted(tally.failed.items())),
                "first": [
                    {
                        "hand": failure.hand,
                        "bot": failure.bot,
                        "entry": failure.entry,
                        "seat": failure.seat,
                        "error": failure.error,
                        "record": json.loads(failure.record.to_json()),
                    }
                    for failure in self.failures
                ],
            },
        }

    def to_json(self, indent: int | None = None) -> str:
        """The report as JSON: the same run gives the same bytes."""
        separators = (",", ":") if indent is None else None
        return json.dumps(self.to_plain(), ensure_ascii=False, indent=indent, separators=separators)

    def __rich__(self) -> RenderableType:
        """The report as tables for a terminal."""
        from thirteen.tables import tables

        return tables(self)

    def __repr__(self) -> str:
        return f"<report of {self.hands} hands of {self.game}, {self.house.name}: {', '.join(self.bots)}>"
