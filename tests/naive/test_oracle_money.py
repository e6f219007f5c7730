"""The money oracle against the examples of its rules."""

from __future__ import annotations

import random
from fractions import Fraction

from tests.naive.money import payout


def amounts(*texts: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(text) for text in texts)


def test_M_7_capped_scaled_and_raked() -> None:
    paid = payout([-200, -800, 900, 100], "1", ["1000", "500", "200", "500"], "0.05")
    assert paid.amounts == amounts("-85.71", "-214.28", "190", "95")
    assert paid.rake == 15
    assert paid.residue == Fraction("-0.01")


def test_M_7_winner_with_little_carry() -> None:
    paid = payout([200, -60, -80, -60], "1", ["80", "70", "100", "20"])
    assert paid.amounts == amounts("80", "-30", "-40", "-10")
    assert payout([200, -200], "1", ["80", "1000"]).amounts == amounts("80", "-80")


def test_M_8_nobody_capped() -> None:
    paid = payout([-100, -100, -100, 300], "1", ["1000"] * 4, "0.05")
    assert paid.amounts == amounts("-100", "-100", "-100", "285")
    assert (paid.rake, paid.residue) == amounts("15", "0")


def test_case_aa_truncation_is_toward_zero_M_6() -> None:
    paid = payout([-20000, -50000, 70000], "0.01", ["1000", "1000", "300"])
    assert paid.amounts[0] == Fraction("-85.71")


def test_case_aa_everything_sums_to_zero() -> None:
    draw = random.Random("money")
    for _ in range(300):
        totals = [draw.randint(-300, 300) for _ in range(3)]
        totals.append(-sum(totals))
        carries = [str(draw.randint(0, 400)) for _ in totals]
        paid = payout(totals, draw.choice(["1", "0.05", "7"]), carries, draw.choice(["0", "0.05", "0.125"]))
        assert sum(paid.amounts) + paid.house + paid.rake + paid.residue == 0
        for amount, carry in zip(paid.amounts, carries, strict=True):
            assert abs(amount) <= Fraction(carry)


def test_M_10_units_of_the_house_are_handed_in() -> None:
    paid = payout([-18, 1, 1, 1], "2", house=15)
    assert paid.amounts == amounts("-36", "2", "2", "2")
    assert (paid.house, paid.rake, paid.residue) == amounts("30", "0", "0")
