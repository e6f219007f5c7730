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

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final, Literal, Self

from thirteen.figures import EXACT, many, number, percentage
from thirteen.games import HAS_ONE_WINNER, ArenaError
from thirteen.report import Report

__all__ = ["LEAST", "LOOKS", "Bounds", "Decision", "log_likelihood_ratio"]

LEAST: Final = 30
"""Below so many hands or deals nothing is decided: a standard error means little."""
LOOKS: Final = 1000
"""After about so many hands it is looked at; deals are not torn apart."""
GAIN: Final = {"units": Decimal("0.5"), "wins": Decimal("0.02")}
"""By so much h1 is above h0, if not said: units a hand, or a share of the hands."""
MOST: Final = 10**6
"""No hypothesis is farther from 0."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the test says."""

    bounds: Bounds
    accepted: Literal["h0", "h1"] | None
    """None: undecided."""
    llr: Decimal | None
    """None where it means nothing yet."""
    mean: Decimal | None
    """What was found; None where no hand was counted."""
    failed: tuple[tuple[str, int], ...] = ()
    """Who failed in how many hands (an empty name: a worker died).  Where anybody has, there is no verdict: hands that
    count in no figure may be those that would have been lost."""

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
            "failed": dict(self.failed),
        }

    def __str__(self) -> str:
        """The verdict in a sentence.

        >>> bounds = Bounds.of("units", "planner", "cautious", h1="1")
        >>> print(Decision(bounds, "h1", None, Decimal("1.2")))
        decided: planner wins at least 1 unit a hand more than cautious (found: +1.200)
        >>> print(Decision(bounds, "h0", None, Decimal("-0.3")))
        decided: planner does not win 1 unit a hand more than cautious, but 0 at most (found: -0.300)
        >>> print(Decision(bounds, None, None, Decimal("1.2"), (("planner", 3),)))
        no verdict: planner failed in 3 hands
        """
        if self.failed:
            who = [f"{name or 'a worker'} failed in {many(hands, 'hand')}" for name, hands in self.failed]
            return f"no verdict: {', '.join(who)}"
        bounds, found = self.bounds, ""
        if bounds.on == "units":
            low, high = f"{bounds.h0:f}", f"{bounds.h1:f} unit{'' if abs(bounds.h1) == 1 else 's'} a hand more"
            high += f" than {bounds.second}"
            if self.mean is not None:
                found = f" (found: {self.mean:+.3f})"
        else:
            low, high = percentage(bounds.h0), f"{percentage(bounds.h1)} of the hands"
            if self.mean is not None:
                found = f" (found: {self.mean * 100:.2f} %)"
        if self.accepted is None:
            return f"undecided whether {bounds.first} wins at least {high}, or {low} at most{found}"
        if self.accepted == "h1":
            return f"decided: {bounds.first} wins at least {high}{found}"
        return f"decided: {bounds.first} does not win {high}, but {low} at most{found}"


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
    def of(
        cls,
        on: str,
        first: str,
        second: str,
        *,
        h0: str | None = None,
        h1: str | None = None,
        alpha: str = "0.05",
        beta: str = "0.05",
        game: str | None = None,
        bots: Sequence[str] = (),
    ) -> Self:
        """Bounds from text.

        >>> bounds = Bounds.of("wins", "planner", "cautious", game="tienlen", bots=["planner", "cautious"])
        >>> bounds.h0, bounds.h1
        (Decimal('0.5'), Decimal('0.52'))

        Args:
            h0: what is no difference; if not said, 0 units, or the share of the hands that is par (:func:`par`).
            h1: what is one; if not said, half a unit, or a fiftieth of the hands, above ``h0``.
            game: the game; needed for wins without ``h0``.
            bots: what plays, one for each seat; needed for wins without ``h0``.

        Raises:
            ArenaError: for numbers that decide nothing, or names that do not play.
        """
        if on not in GAIN:
            raise ArenaError(f"what is decided is units or wins, not {on[:40]!r}")
        given = {"h0": h0, "h1": h1, "alpha": alpha, "beta": beta}
        numbers = {name: _number(name, text) for name, text in given.items() if text is not None}
        if bots:
            _play(first, second, bots)
        low = numbers.get("h0", Decimal(0) if on == "units" else None)
        if low is None:
            low = par(game, bots, first)
        high = numbers.get("h1", low + GAIN[on])
        for name, each in (("h0", low), ("h1", high)):
            if on == "wins" and not 0 <= each <= 1:
                raise ArenaError(f"{name} is a share of the hands, from 0 to 1, not {each}")
        if high <= low:
            raise ArenaError(f"h1 is more than h0, which is {low}: what is to be shown is above what is no difference")
        for name in ("alpha", "beta"):
            if not 0 < numbers[name] < Decimal("0.5"):
                raise ArenaError(f"{name} is the chance of a wrong verdict, above 0 and below 0.5, not {numbers[name]}")
        kind: Literal["units", "wins"] = "units" if on == "units" else "wins"
        return cls(kind, first, second, low, high, numbers["alpha"], numbers["beta"])

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
        _play(self.first, self.second, bots)

    def judged(self, report: Report) -> Decision:
        """What a report decides."""
        count, failed = report.independent, tuple(sorted(report.tally.failed.items()))
        if not count:
            return Decision(self, None, None, None, failed)
        if self.on == "units":
            (found,) = (each for each in report.differences if {each.first, each.second} == {self.first, self.second})
            middle = found.mean if found.first == self.first else -found.mean
            error = found.error
        else:
            (line,) = (each for each in report.by_name if each.name == self.first)
            middle, error = line.win_rate, line.win_error
        if error is None or count < LEAST or failed:
            return Decision(self, None, None, middle, failed)
        if not error:  # nothing varies: what was found is so, and beyond a bound that bound holds
            if middle >= self.h1:
                return Decision(self, "h1", None, middle)
            return Decision(self, "h0" if middle <= self.h0 else None, None, middle)
        llr = log_likelihood_ratio(middle, error, self.h0, self.h1)
        accepted: Literal["h0", "h1"] | None = None
        if llr >= self.upper:
            accepted = "h1"
        elif llr <= self.lower:
            accepted = "h0"
        return Decision(self, accepted, llr, middle)


def par(game: str | None, bots: Sequence[str], name: str) -> Decimal:
    """The share of the hands that bots of a name win where all that play are equal, to four digits.

    >>> par("tienlen", ["planner", "cautious", "cautious"], "planner")
    Decimal('0.3333')

    Raises:
        ArenaError: where a hand may have several winners or none, or it is not told who plays.
    """
    if game not in HAS_ONE_WINNER:
        what = f"in {game} a hand may have several winners or none" if game else "it is not told what is played"
        raise ArenaError(f"{what}, so no share of the hands is par: give h0 (and h1), such as 0.5")
    if not bots:
        raise ArenaError("it is not told which bots play, so no share of the hands is par: give h0 (and h1)")
    share = EXACT.divide(Decimal(list(bots).count(name)), Decimal(len(bots)))
    return share.quantize(Decimal("0.0001")).normalize()


def _play(first: str, second: str, bots: Sequence[str]) -> None:
    for name in (first, second):
        if name not in bots:
            raise ArenaError(f"{name[:60]!r} is none of the bots that play: {', '.join(dict.fromkeys(bots))}")
    if first == second:
        raise ArenaError("a test is between two different bots: give at least two that differ")


def _number(name: str, text: str) -> Decimal:
    try:
        found = Decimal(text)
    except InvalidOperation:
        found = Decimal("nan")
    if not found.is_finite() or abs(found) >= MOST:
        raise ArenaError(f"{name} is a number such as 0.05, not {text[:20]!r}")
    return found


def log_likelihood_ratio(middle: Decimal, error: Decimal, h0: Decimal, h1: Decimal) -> Decimal:
    """How much likelier H1 makes a mean than H0 does, as a logarithm.

    >>> log_likelihood_ratio(Decimal("0.5"), Decimal("0.1"), Decimal(0), Decimal("0.5"))
    Decimal('12.5')
    """
    c = EXACT
    beyond = c.subtract(middle, c.divide(c.add(h0, h1), Decimal(2)))
    return c.divide(c.multiply(c.subtract(h1, h0), beyond), c.multiply(error, error)).normalize(c)
