"""What is shown and paid at the end of a hand, as ints in buffers that are written one after the other.

What is shown is an *account*, and each unit paid stands in a *payment*: payer, payee, reason (its place in REASONS) and
units.  A feat or a special is one account, however many payments it makes.
"""

from __future__ import annotations

from typing import Final

from common.jit import IntBuffer, jit

__all__ = ["ACCOUNT", "ACCOUNTS", "AFTER", "BY_GUN", "BY_HOME_RUN", "FOR_ESCAPE", "FOR_FOUL", "FOR_MAJORITY",
           "FOR_SPECIAL", "FOR_SWEEP", "MOST_ACCOUNTS", "MOST_PAYMENTS", "OF_FOUL", "OF_GUN", "OF_HOME_RUN",
           "OF_MAJORITY", "OF_PLACE", "OF_SPECIAL", "OF_SWEEP", "PAYEE", "PAYER", "PAYMENT", "PAYMENTS", "REASON",
           "REASONS", "SEATS", "UNITS", "WHAT", "WHATS", "close", "pay"]  # fmt: skip

WHAT, SEATS, AFTER = range(3)
"""An account: its place in WHATS; its seats; how many payments there are once it is paid.

Seats are packed, four bits each, one more than the number of the seat, the first lowest.  For a row they are all that
compare, the lowest first; else whose feat it is, and for a majority and a gun the seat hit.
"""
ACCOUNT: Final = 3
WHATS: Final = ("front", "middle", "back", "majority", "gun", "home_run", "sweep", "special", "foul")
"""What is shown and paid for."""
OF_MAJORITY, OF_GUN, OF_HOME_RUN, OF_SWEEP, OF_SPECIAL, OF_FOUL = range(3, 9)
"""Places in WHATS; those of rows are their own."""

PAYER, PAYEE, REASON, UNITS = range(4)
PAYMENT: Final = 4
REASONS: Final = (
    *(f"{place}{share}" for place in ("front", "middle", "back") for share in ("", ".bonus", ".gun", ".home_run")),
    "majority",
    "sweep",
    "special",
    "foul",
    "escape",
)
"""Why units are paid, by stable key."""
OF_PLACE: Final = 4
"""So many reasons each place has: the row itself, its bonus, and what a gun and a home run add."""
BY_GUN, BY_HOME_RUN = 2, 3
FOR_MAJORITY, FOR_SWEEP, FOR_SPECIAL, FOR_FOUL, FOR_ESCAPE = range(12, 17)
"""Places in REASONS."""

ACCOUNTS, PAYMENTS = range(2)
"""How many of each there are."""
MOST_ACCOUNTS: Final = 48
"""More accounts than five seats have."""
MOST_PAYMENTS: Final = 192
"""More payments than five seats make."""


@jit
def pay(payer: int, payee: int, reason: int, units: int, rows: IntBuffer, counts: IntBuffer) -> None:
    """Write a payment; none is written where nothing is paid."""
    if units:
        at = counts[PAYMENTS] * PAYMENT
        rows[at + PAYER], rows[at + PAYEE], rows[at + REASON], rows[at + UNITS] = payer, payee, reason, units
        counts[PAYMENTS] += 1


@jit
def close(what: int, seats: int, accounts: IntBuffer, counts: IntBuffer) -> None:
    """Write an account of what was paid since the one before."""
    at = counts[ACCOUNTS] * ACCOUNT
    accounts[at + WHAT], accounts[at + SEATS], accounts[at + AFTER] = what, seats, counts[PAYMENTS]
    counts[ACCOUNTS] += 1
