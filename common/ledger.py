"""Who paid whom, how much and why.  Zero-sum because a posting has two ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = ["HOUSE", "Ledger", "Posting"]

HOUSE: Final = -1
"""The house's seat in a posting: it is paid an escape's share and never plays."""


class Posting(NamedTuple):
    """``units`` whole units go from ``payer`` to ``payee`` (seats, or HOUSE), because of ``reason``.

    ``reason`` is a stable key such as ``cards_left`` or ``middle.gun``; ``common.labels`` has its words.
    """

    payer: int
    payee: int
    units: int
    reason: str


class Ledger:
    """The postings of one hand, in the order they were made."""

    __slots__ = ("_house", "_postings", "_totals")

    def __init__(self, seats: int, postings: Iterable[Posting] = ()) -> None:
        self._totals = [0] * seats
        self._house = 0
        self._postings: list[Posting] = []
        for posting in postings:
            self.post(posting)

    def post(self, posting: Posting) -> None:
        """Add one posting.

        Raises:
            ValueError: for units that are not a whole number above zero, a seat that is not at the table, or a seat
                paying itself.
        """
        payer, payee, units, _ = posting
        seats = len(self._totals)
        if type(units) is not int or units <= 0:
            raise ValueError(f"{posting}: units are a whole number above 0")
        if payer == payee or not (0 <= payer < seats and HOUSE <= payee < seats):
            raise ValueError(f"{posting}: a posting goes from a seat to another seat or to the house")
        self._postings.append(posting)
        self._totals[payer] -= units
        if payee == HOUSE:
            self._house += units
        else:
            self._totals[payee] += units

    @property
    def totals(self) -> tuple[int, ...]:
        """Units won (or lost, negative) by each seat; with ``house`` they add up to zero."""
        return tuple(self._totals)

    @property
    def house(self) -> int:
        """Units paid to the house."""
        return self._house

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Every posting in order."""
        return tuple(self._postings)

    def copy(self) -> Ledger:
        """A ledger of its own with the same postings."""
        other = Ledger(0)
        other._totals, other._house, other._postings = self._totals.copy(), self._house, self._postings.copy()
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and (self._totals, self._postings) == (other._totals, other._postings)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Ledger({len(self._totals)}, {self._postings!r})"
