"""From units to money a second time: base, cap, scale, rake, in exact fractions, from the prose alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Payout:
    """Exact amounts; whatever there is sums to zero."""

    amounts: tuple[Fraction, ...]
    house: Fraction
    rake: Fraction
    residue: Fraction


def _truncated(amount: Fraction, coin: Fraction) -> Fraction:
    """Toward zero, to whole coins (M 6)."""
    coins = abs(amount) // coin
    return coins * coin if amount >= 0 else -coins * coin


def payout(
    totals: Sequence[int],
    base: str,
    carries: Sequence[str] | None = None,
    rake: str = "0",
    coin: str = "0.01",
    house: int = 0,
) -> Payout:
    """What each seat wins or loses for its total of units; `carries` None: no cap."""
    smallest = Fraction(coin)
    amounts = [total * Fraction(base) for total in totals]
    paid_to_house = house * Fraction(base)
    assert sum(amounts) + paid_to_house == 0

    if carries is not None:
        limits = [Fraction(carry) for carry in carries]
        capped = [max(-most, min(most, amount)) for amount, most in zip(amounts, limits, strict=True)]
        if capped != amounts:
            assert house == 0
            won = sum((amount for amount in capped if amount > 0), Fraction(0))
            lost = sum((-amount for amount in capped if amount < 0), Fraction(0))
            smaller = min(won, lost)
            amounts = []
            for amount in capped:
                side = won if amount > 0 else lost
                amounts.append(amount * smaller / side if side > smaller and amount else amount)

    gross = [_truncated(amount, smallest) for amount in amounts]
    net = [_truncated(amount * (1 - Fraction(rake)), smallest) if amount > 0 else amount for amount in gross]
    raked = sum(gross, Fraction(0)) - sum(net, Fraction(0))
    return Payout(tuple(net), paid_to_house, raked, -sum(gross, Fraction(0)) - paid_to_house)
