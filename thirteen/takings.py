"""What hands are worth in money at given stakes, and what the house takes of it: exact, in the smallest coin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import Any

from common.money import Stakes, payout, plain
from thirteen.figures import EXACT, interval, mean, number, standard_error
from thirteen.games import ArenaError
from thirteen.scores import Cluster, Outcome

__all__ = ["Income", "Taken", "Takings", "stakes_of", "taken"]


def stakes_of(base: str | int | Decimal | None, carry: str | int | Decimal | None, seats: int) -> Stakes | None:
    """What every hand of a run is played for; None: units alone.

    Args:
        base: what one unit is worth.
        carry: what every seat brings to each hand, at most to be lost or won.

    Raises:
        ArenaError: for a base of nothing, or a carry without one.
        MoneyError: for stakes that mean nothing.
    """
    if base is None:
        if carry is not None:
            raise ArenaError("a carry is money and needs a base: what one unit is worth")
        return None
    try:
        is_nothing = Decimal(base) <= 0
    except (InvalidOperation, TypeError, ValueError):
        is_nothing = False  # what is wrong with it the stakes say
    if is_nothing:
        raise ArenaError(f"the base is {str(base)!s:.40}: what one unit is worth is an amount above 0, such as 10")
    return Stakes(base=base, carries=None if carry is None else [carry] * seats)


@dataclass(frozen=True, slots=True)
class Taken:
    """One hand in money, in the smallest coin: all of it adds up to 0 (M-6)."""

    amounts: tuple[int, ...]
    """What each seat wins or loses."""
    house: int
    """What the house receives for the units paid to it."""
    rake: int
    residue: int
    is_capped: bool
    """Whether a carry bound somebody (M-3)."""

    @property
    def income(self) -> int:
        """All that the house takes."""
        return self.house + self.rake + self.residue


@lru_cache(maxsize=1 << 17)
def taken(totals: tuple[int, ...], stakes: Stakes, cap: bool) -> Taken:
    """What a hand with these units is in money.

    Args:
        totals: by seat; what they lack to 0 went to the house.
        stakes: with the house's rake in them.
        cap: whether the house caps what is won and lost at what was brought.
    """
    paid = payout(totals, stakes, -sum(totals), cap=cap)
    coin = Fraction(stakes.coin)

    def coins(amount: Decimal) -> int:
        return int(Fraction(amount) / coin)

    return Taken(
        tuple(map(coins, paid.amounts)),
        coins(paid.house),
        coins(paid.rake),
        coins(paid.residue),
        any(step.raw != step.capped for step in paid.steps),
    )


@dataclass(slots=True)
class Takings:
    """Sums of hands in money, in the smallest coin."""

    hands: int = 0
    house: int = 0
    """For the units paid to the house."""
    rake: int = 0
    residue: int = 0
    squares: int = 0
    """The sum of the squares of what the house took in each hand."""
    capped: int = 0
    """Hands in which a carry bound somebody."""
    amounts: dict[int, int] = field(default_factory=dict)
    """What each bot won or lost, by its place in the list."""
    deals: int = 0
    """Duplicate deals of which all hands were played to the end."""
    by_deal: Cluster = field(default_factory=Cluster)
    """What the house took in those, deal by deal."""

    @property
    def income(self) -> int:
        """All that the house took."""
        return self.house + self.rake + self.residue

    def hand(self, hand: Outcome, stakes: Stakes, cap: bool) -> None:
        """One hand more."""
        found = taken(hand.totals, stakes, cap)
        self.hands += 1
        self.house += found.house
        self.rake += found.rake
        self.residue += found.residue
        self.squares += found.income * found.income
        self.capped += found.is_capped
        for entry, amount in zip(hand.seated, found.amounts, strict=True):
            self.amounts[entry] = self.amounts.get(entry, 0) + amount

    def deal(self, hands: Iterable[Outcome], stakes: Stakes, cap: bool) -> None:
        """One duplicate deal more, with all its hands, which have been counted."""
        self.deals += 1
        self.by_deal.count(sum(taken(hand.totals, stakes, cap).income for hand in hands), 0)

    def add(self, other: Takings) -> None:
        """All hands of others too."""
        self.hands += other.hands
        self.house += other.house
        self.rake += other.rake
        self.residue += other.residue
        self.squares += other.squares
        self.capped += other.capped
        for entry, amount in other.amounts.items():
            self.amounts[entry] = self.amounts.get(entry, 0) + amount
        self.deals += other.deals
        self.by_deal.add(other.by_deal)


@dataclass(frozen=True, slots=True)
class Income:
    """What a run was in money: sums exact, means and errors rounded where they are told."""

    takings: Takings = field(repr=False)
    stakes: Stakes
    replays: int = 1
    """How many hands each deal was played for."""

    def amount(self, coins: int) -> Decimal:
        """So many coins, exactly."""
        return EXACT.multiply(Decimal(coins), self.stakes.coin)

    @property
    def total(self) -> Decimal:
        """All that the house took."""
        return self.amount(self.takings.income)

    @property
    def mean(self) -> Decimal:
        """What it took in a hand."""
        return EXACT.multiply(mean(self.takings.income, self.takings.hands), self.stakes.coin)

    @property
    def error(self) -> Decimal | None:
        """The standard error of that mean."""
        sums = self.takings
        if self.replays == 1:
            whole = standard_error(sums.income, sums.squares, sums.hands)
        else:
            whole = standard_error(sums.by_deal.units, sums.by_deal.squares, sums.deals)
        if whole is None:
            return None
        return EXACT.multiply(EXACT.divide(whole, Decimal(self.replays)), self.stakes.coin)

    @property
    def interval(self) -> tuple[Decimal, Decimal] | None:
        """Its 95 % interval; None of a single hand or deal."""
        return None if self.error is None else interval(self.mean, self.error)

    @property
    def capped(self) -> Decimal:
        """The share of hands in which a carry bound somebody."""
        return mean(self.takings.capped, self.takings.hands)

    def won_by(self, entry: int) -> Decimal:
        """What one of the bots won or lost, by its place in the list."""
        return self.amount(self.takings.amounts.get(entry, 0))

    def to_plain(self, bots: Sequence[str]) -> dict[str, Any]:
        """As plain values: amounts exact and as text, means rounded."""
        low, high = self.interval or (None, None)
        sums = self.takings
        return {
            "stakes": self.stakes.model_dump(mode="json"),
            "income": plain(self.total),
            "for_units": plain(self.amount(sums.house)),
            "rake": plain(self.amount(sums.rake)),
            "residue": plain(self.amount(sums.residue)),
            "income_per_hand": number(self.mean) if sums.hands else None,
            "low": number(low),
            "high": number(high),
            "standard_error": number(self.error),
            "capped_hands": sums.capped,
            "bots": [{"bot": bot, "amount": plain(self.won_by(entry))} for entry, bot in enumerate(bots)],
        }
