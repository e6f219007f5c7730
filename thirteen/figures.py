"""Figures from exact sums: rounded once, the same on every machine."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import Final

__all__ = ["EXACT", "Z", "interval", "many", "mean", "number", "percentage", "standard_error", "wilson"]

EXACT: Final = Context(prec=60, rounding=ROUND_HALF_EVEN)
Z: Final = Decimal("1.959963984540054")  # 95 % of a normal distribution lies within so many standard deviations
_PLACES: Final = Decimal("0.000001")


def mean(total: int, count: int) -> Decimal:
    """A mean; 0 of nothing."""
    return EXACT.divide(Decimal(total), Decimal(count)) if count else Decimal(0)


def standard_error(total: int, squares: int, count: int) -> Decimal | None:
    """The standard error of the mean of ``count`` values, from their sum and that of their squares; None below two."""
    if count < 2:
        return None
    spread = count * squares - total * total  # count² times the variance, exactly
    return EXACT.sqrt(EXACT.divide(Decimal(spread), Decimal(count * count * (count - 1))))


def interval(middle: Decimal, error: Decimal) -> tuple[Decimal, Decimal]:
    """The 95 % interval of a mean of many values, from its standard error."""
    reach = EXACT.multiply(Z, error)
    return EXACT.subtract(middle, reach), EXACT.add(middle, reach)


def wilson(wins: int, hands: int, error: Decimal | None = None) -> tuple[Decimal, Decimal]:
    """The 95 % interval of a proportion after Wilson: within 0 and 1, and sound for few hands and for none won.

    Where hands are not independent, ``error`` is the standard error as it was found: as many independent hands are
    taken as would have this error.
    """
    if not hands:
        return Decimal(0), Decimal(1)
    c, n, z2 = EXACT, Decimal(hands), EXACT.multiply(Z, Z)
    share = mean(wins, hands)
    if error:
        n = c.divide(c.multiply(share, c.subtract(1, share)), c.multiply(error, error))
    middle = c.add(share, c.divide(z2, c.multiply(2, n)))
    inside = c.add(c.divide(c.multiply(share, c.subtract(1, share)), n), c.divide(z2, c.multiply(4, c.multiply(n, n))))
    reach = c.multiply(Z, c.sqrt(inside))
    under = c.add(1, c.divide(z2, n))
    low, high = c.divide(c.subtract(middle, reach), under), c.divide(c.add(middle, reach), under)
    return max(Decimal(0), low) if wins else Decimal(0), min(Decimal(1), high) if wins < hands else Decimal(1)


def percentage(share: Decimal) -> str:
    """A share that was given, not found, in words.

    >>> percentage(Decimal("0.5")), percentage(Decimal("0.025"))
    ('50 %', '2.5 %')
    """
    whole = f"{share * 100:f}"
    return f"{whole.rstrip('0').rstrip('.') if '.' in whole else whole} %"


def number(value: Decimal | None) -> float | None:
    """A figure in JSON: six places, the float nearest to them, which prints the same everywhere."""
    return None if value is None else float(value.quantize(_PLACES, context=EXACT)) + 0.0


def many(count: int, what: str) -> str:
    """How many of what there are, in words.

    >>> many(1, "hand"), many(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"
