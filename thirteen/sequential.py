"""When to stop: Wald's sequential probability ratio test on what a run has shown so far.

Two hypotheses about a mean are weighed, H0 that it is ``h0`` and H1 that it is ``h1``.  With the mean m found so far
and its standard error e, deal for deal where deals are duplicate, the logarithm of the likelihood ratio is

    llr = (h1 - h0) * (m - (h0 + h1) / 2) / e²

as a mean of many values is close to normal, whatever a single hand's results look like.  H1 is accepted once llr
reaches ln((1 - beta) / alpha), H0 once it falls to ln(beta / (1 - alpha)); alpha is then about the chance that H1 is
accepted where H0 holds, beta that H0 is where H1 holds.  It is looked at after fixed numbers of hands only, so the
number of workers does not matter; fewer looks than hands make both chances a little smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final, Literal, Self

from thirteen.figures import EXACT, number
from thirteen.games import ArenaError
from thirteen.report import Report

__all__ = ["LEAST", "LOOKS", "Bounds", "Decision", "log_likelihood_ratio"]

LEAST: Final = 30
"""Below so many hands or deals nothing is decided: a standard error means little."""
LOOKS: Final = 1000
"""After about so many hands it is looked at; deals are not torn apart."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the test says."""

    bounds: Bounds
    accepted: Literal["h0", "h1"] | None
    """None: undecided."""
    llr: Decimal | None
    """None where it means nothing yet."""
    mean: Decimal

    def to_plain(self) -> dict[str, Any]:
        """As plain values, rounded."""
        bounds = self.bounds
        return {
            "on": bounds.on,
            "first": bounds.first,
            "second": bounds.second,
            "h0": str(bounds.h0),
            "h1": str(bounds.h1),
            "alpha": str(bounds.alpha),
            "beta": str(bounds.beta),
            "accepted": self.accepted,
            "llr": number(self.llr),
            "lower": number(bounds.lower),
            "upper": number(bounds.upper),
            "mean": number(self.mean),
        }

    def __str__(self) -> str:
        bounds = self.bounds
        if bounds.on == "units":
            what = f"a {bounds.first} wins {{}} units a hand more than a {bounds.second}"
        else:
            what = f"{bounds.first} wins {{}} of the hands"
        if self.accepted is None:
            return f"undecided whether {what.format(f'{bounds.h0} or {bounds.h1}')}"
        held = bounds.h1 if self.accepted == "h1" else bounds.h0
        least = "or more" if (self.accepted == "h1") == (bounds.h1 > bounds.h0) else "or less"
        return f"decided: {what.format(f'{held} {least}')} (found: {self.mean:.3f})"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is to be decided, and how surely.

    >>> bounds = Bounds.of("units", "planner", "cautious", h0="0", h1="0.5", alpha="0.05", beta="0.05")
    >>> f"{bounds.lower:.3f} {bounds.upper:.3f}"
    '-2.944 2.944'
    """

    on: Literal["units", "wins"]
    """The mean of what: how many units a hand a bot of the first name wins more than one of the second, or the share
    of the hands that bots of the first name win."""
    first: str
    second: str
    h0: Decimal
    h1: Decimal
    alpha: Decimal
    beta: Decimal

    @classmethod
    def of(cls, on: str, first: str, second: str, *, h0: str, h1: str, alpha: str = "0.05", beta: str = "0.05") -> Self:
        """Bounds from text.

        Raises:
            ArenaError: for numbers that decide nothing.
        """
        try:
            numbers = [Decimal(text) for text in (h0, h1, alpha, beta)]
        except InvalidOperation:
            raise ArenaError("h0, h1, alpha and beta are numbers, such as 0, 0.5, 0.05 and 0.05") from None
        low, high, wrong_h1, wrong_h0 = numbers
        if not all(each.is_finite() and abs(each) < 10**6 for each in numbers) or low == high:
            raise ArenaError(f"h0 and h1 are two different numbers, not {h0[:20]} and {h1[:20]}")
        if not (0 < wrong_h1 < Decimal("0.5") and 0 < wrong_h0 < Decimal("0.5")):
            raise ArenaError("alpha and beta are chances of being wrong, above 0 and below 0.5, such as 0.05")
        if on == "units":
            return cls("units", first, second, *numbers)
        if on != "wins" or not (0 <= low <= 1 and 0 <= high <= 1):
            raise ArenaError("what is decided is units, or wins with h0 and h1 from 0 to 1")
        return cls("wins", first, second, *numbers)

    @property
    def lower(self) -> Decimal:
        """At or below this H0 is accepted."""
        return EXACT.ln(EXACT.divide(self.beta, 1 - self.alpha))

    @property
    def upper(self) -> Decimal:
        """At or above this H1 is accepted."""
        return EXACT.ln(EXACT.divide(1 - self.beta, self.alpha))

    def suits(self, bots: tuple[str, ...]) -> None:
        """Refuse names that do not play, or one name twice.

        Raises:
            ArenaError: saying which.
        """
        for name in (self.first, self.second):
            if name not in bots:
                raise ArenaError(f"{name[:60]!r} is none of the bots that play: {', '.join(dict.fromkeys(bots))}")
        if self.first == self.second:
            raise ArenaError("a test is between two different bots: give at least two that differ")

    def judged(self, report: Report) -> Decision:
        """What a report decides."""
        count = report.tally.deals.count if report.replays > 1 else report.hands
        if self.on == "units":
            (found,) = (each for each in report.differences if {each.first, each.second} == {self.first, self.second})
            middle = found.mean if found.first == self.first else -found.mean
            error = found.error
        else:
            (line,) = (each for each in report.by_name if each.name == self.first)
            middle, error = line.win_rate, line.win_error
        if error is None or count < LEAST:
            return Decision(self, None, None, middle)
        if not error:  # nothing varies: what was found is so, and beyond a bound that bound holds
            up = self.h1 > self.h0
            if middle >= self.h1 if up else middle <= self.h1:
                return Decision(self, "h1", None, middle)
            return Decision(self, "h0" if (middle <= self.h0 if up else middle >= self.h0) else None, None, middle)
        llr = log_likelihood_ratio(middle, error, self.h0, self.h1)
        accepted: Literal["h0", "h1"] | None = None
        if llr >= self.upper:
            accepted = "h1"
        elif llr <= self.lower:
            accepted = "h0"
        return Decision(self, accepted, llr, middle)


def log_likelihood_ratio(middle: Decimal, error: Decimal, h0: Decimal, h1: Decimal) -> Decimal:
    """How much likelier H1 makes a mean than H0 does, as a logarithm.

    >>> log_likelihood_ratio(Decimal("0.5"), Decimal("0.1"), Decimal(0), Decimal("0.5"))
    Decimal('12.5')
    """
    c = EXACT
    beyond = c.subtract(middle, c.divide(c.add(h0, h1), Decimal(2)))
    return c.divide(c.multiply(c.subtract(h1, h0), beyond), c.multiply(error, error)).normalize(c)
