"""What a run of hands has shown: exact sums, and figures that are rounded once, here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import TYPE_CHECKING, Any, Final

from common.ruleset import Ruleset
from thirteen.tally import Failure, Score, Tally

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Line", "Report", "mean", "standard_error", "wilson"]

_EXACT: Final = Context(prec=60, rounding=ROUND_HALF_EVEN)
_Z: Final = Decimal("1.959963984540054")  # 95 % of a normal distribution lies within so many standard deviations
_PLACES: Final = Decimal("0.000001")


def mean(total: int, count: int) -> Decimal:
    """A mean; 0 of nothing."""
    return _EXACT.divide(Decimal(total), Decimal(count)) if count else Decimal(0)


def standard_error(total: int, squares: int, count: int) -> Decimal | None:
    """The standard error of the mean of ``count`` values, from their sum and that of their squares; None below two."""
    if count < 2:
        return None
    spread = count * squares - total * total  # count² times the variance, exactly
    return _EXACT.sqrt(_EXACT.divide(Decimal(spread), Decimal(count * count * (count - 1))))


def wilson(wins: int, hands: int) -> tuple[Decimal, Decimal]:
    """The 95 % interval of a proportion after Wilson: within 0 and 1, and sound for few hands and for none won."""
    if not hands:
        return Decimal(0), Decimal(1)
    c, n, z2 = _EXACT, Decimal(hands), _EXACT.multiply(_Z, _Z)
    share = mean(wins, hands)
    middle = c.add(share, c.divide(z2, c.multiply(2, n)))
    inside = c.add(c.divide(c.multiply(share, c.subtract(1, share)), n), c.divide(z2, c.multiply(4, c.multiply(n, n))))
    reach = c.multiply(_Z, c.sqrt(inside))
    under = c.add(1, c.divide(z2, n))
    low, high = c.divide(c.subtract(middle, reach), under), c.divide(c.add(middle, reach), under)
    return max(Decimal(0), low) if wins else Decimal(0), min(Decimal(1), high) if wins < hands else Decimal(1)


def _number(value: Decimal | None) -> float | None:
    """A figure in JSON: six places, the float nearest to them, which prints the same everywhere."""
    return None if value is None else float(value.quantize(_PLACES, context=_EXACT)) + 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """The figures of one bot, name or seat."""

    name: str
    score: Score = field(repr=False)
    bots: int = 1
    """How many bots of this name played in each hand; a hand's units are those of all of them together."""

    @property
    def win_rate(self) -> Decimal:
        """The share of hands won."""
        return mean(self.score.wins, self.score.hands)

    @property
    def win_interval(self) -> tuple[Decimal, Decimal]:
        """Its 95 % interval."""
        return wilson(self.score.wins, self.score.hands)

    @property
    def mean_units(self) -> Decimal:
        """Units won or lost per hand and bot."""
        return mean(self.score.units, self.score.hands * self.bots)

    @property
    def error(self) -> Decimal | None:
        """The standard error of the mean units."""
        whole = standard_error(self.score.units, self.score.squares, self.score.hands)
        return None if whole is None else _EXACT.divide(whole, Decimal(self.bots))

    def to_plain(self) -> dict[str, Any]:
        """As plain values: exact sums, then rounded figures."""
        low, high = self.win_interval
        score = self.score
        return {
            "hands": score.hands,
            "wins": score.wins,
            "units": score.units,
            "squares": score.squares,
            "win_rate": _number(self.win_rate),
            "win_low": _number(low),
            "win_high": _number(high),
            "mean_units": _number(self.mean_units),
            "standard_error": _number(self.error),
        }


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

    @property
    def hands(self) -> int:
        """Hands played to their end; all figures are of these."""
        return self.tally.hands

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

    @property
    def by_bot(self) -> tuple[Line, ...]:
        """One line for each of the bots, by its place in the list."""
        return tuple(Line(bot, self._sum(entry=entry)) for entry, bot in enumerate(self.bots))

    @property
    def by_name(self) -> tuple[Line, ...]:
        """One line for each name, in the order of the list: what bots of that name did together."""
        return tuple(
            Line(name, self.tally.names.get(name, Score()), self.bots.count(name)) for name in dict.fromkeys(self.bots)
        )

    @property
    def by_seat(self) -> tuple[Line, ...]:
        """One line for each seat, whoever sat there."""
        return tuple(Line(str(seat), self._sum(seat=seat)) for seat in range(self.seats))

    def at(self, entry: int, seat: int) -> Line:
        """What one bot did at one seat."""
        return Line(self.bots[entry], self._sum(entry=entry, seat=seat))

    def _sum(self, entry: int | None = None, seat: int | None = None) -> Score:
        total = Score()
        for (of, at), score in self.tally.scores.items():
            if entry in {None, of} and seat in {None, at}:
                total.add(score)
        return total

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
            "bots": [
                {
                    "bot": line.name,
                    **line.to_plain(),
                    "by_seat": [self.at(entry, seat).to_plain() for seat in range(self.seats)],
                }
                for entry, line in enumerate(self.by_bot)
            ],
            "names": [{"name": line.name, "bots": line.bots, **line.to_plain()} for line in self.by_name],
            "by_seat": [line.to_plain() for line in self.by_seat],
            "length": {
                "decisions": length.units,
                "squares": length.squares,
                "mean": _number(mean(length.units, length.hands)),
                "standard_error": _number(standard_error(length.units, length.squares, length.hands)),
                "shortest": tally.shortest,
                "longest": tally.longest,
            },
            "dealt_wins": self.dealt_wins,
            "payments": {
                reason: {
                    "count": paid.count,
                    "units": paid.units,
                    "hands": paid.hands,
                    "units_per_hand": _number(mean(paid.units, self.hands)),
                }
                for reason, paid in sorted(tally.payments.items())
            },
            "house_units": tally.house,
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
