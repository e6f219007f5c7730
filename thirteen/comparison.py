"""What two houses made of the same deals: exact sums, and figures that are rounded once, here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from common.money import Stakes
from common.ruleset import Ruleset
from thirteen.figures import EXACT, interval, mean, number, standard_error

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Comparison", "Measure", "Part", "Sums"]


@dataclass(slots=True)
class Sums:
    """Sums over deals of one measure, under both houses."""

    first: int = 0
    second: int = 0
    first_squares: int = 0
    second_squares: int = 0
    products: int = 0

    def count(self, first: int, second: int) -> None:
        """One deal more."""
        self.first += first
        self.second += second
        self.first_squares += first * first
        self.second_squares += second * second
        self.products += first * second

    def add(self, other: Sums) -> None:
        """All deals of another too."""
        self.first += other.first
        self.second += other.second
        self.first_squares += other.first_squares
        self.second_squares += other.second_squares
        self.products += other.products


@dataclass(slots=True)
class Part:
    """What came of some deals."""

    deals: int = 0
    sums: dict[str, Sums] = field(default_factory=dict)
    failed: int = 0
    why: str | None = None
    """How the first of them failed."""

    def add(self, other: Part) -> None:
        """All deals of a later part too."""
        self.deals += other.deals
        for key, sums in other.sums.items():
            self.sums.setdefault(key, Sums()).add(sums)
        self.failed += other.failed
        self.why = self.why or other.why


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure under both houses, per deal."""

    key: str
    first: Decimal
    second: Decimal
    error: Decimal | None
    """The standard error of the difference, deal for deal."""

    @property
    def difference(self) -> Decimal:
        """How much more it is in the second house."""
        return EXACT.subtract(self.second, self.first)

    @property
    def is_same(self) -> bool:
        """Whether it was the same in every single deal."""
        return not self.difference and not self.error

    @property
    def interval(self) -> tuple[Decimal, Decimal] | None:
        """The difference's 95 % interval; None of a single deal."""
        return None if self.error is None else interval(self.difference, self.error)

    def to_plain(self) -> dict[str, Any]:
        """As plain values, rounded."""
        low, high = self.interval or (None, None)
        return {
            "first": number(self.first),
            "second": number(self.second),
            "difference": number(self.difference),
            "low": number(low),
            "high": number(high),
            "standard_error": number(self.error),
        }


@dataclass(frozen=True)
class Comparison:
    """What two houses made of the same deals."""

    game: str
    houses: tuple[Ruleset, Ruleset]
    bots: tuple[str, ...]
    seed: int | str | bytes
    part: Part
    """The exact sums."""
    stakes: Stakes | None = None

    @property
    def deals(self) -> int:
        """How many deals were played to the end in both houses; all figures are of these."""
        return self.part.deals

    @property
    def measures(self) -> Mapping[str, Measure]:
        """All that was counted, by key (:func:`measured`), sorted."""
        return {key: self.measure(key) for key in sorted(self.part.sums)}

    def measure(self, key: str) -> Measure:
        """One of them; 0 in both houses where it never was counted."""
        sums, n = self.part.sums.get(key, Sums()), self.deals
        squares = sums.second_squares - 2 * sums.products + sums.first_squares
        scale = self.stakes.coin if key == "income" and self.stakes is not None else Decimal(1)
        error = standard_error(sums.second - sums.first, squares, n)
        return Measure(
            key,
            EXACT.multiply(mean(sums.first, n), scale),
            EXACT.multiply(mean(sums.second, n), scale),
            None if error is None else EXACT.multiply(error, scale),
        )

    @property
    def reasons(self) -> tuple[str, ...]:
        """Every reason for which something was paid, the dearest first."""
        keys = [key.partition(".")[2] for key in self.part.sums if key.startswith("paid.")]
        sums = self.part.sums
        return tuple(sorted(keys, key=lambda key: (-sums[f"paid.{key}"].first - sums[f"paid.{key}"].second, key)))

    def to_plain(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "game": self.game,
            "houses": [
                {"name": house.name, "rules": house.digest, "rake": str(house.money.rake)} for house in self.houses
            ],
            "bots": list(self.bots),
            "seed": {"hex": self.seed.hex()} if isinstance(self.seed, bytes) else self.seed,
            "stakes": None if self.stakes is None else self.stakes.model_dump(mode="json"),
            "deals": self.deals,
            "failed": self.part.failed,
            "why": self.part.why,
            "measures": {key: measure.to_plain() for key, measure in self.measures.items()},
        }

    def to_json(self, indent: int | None = None) -> str:
        """As JSON: the same comparison gives the same bytes."""
        return json.dumps(self.to_plain(), ensure_ascii=False, indent=indent)

    def __rich__(self) -> RenderableType:
        """As tables for a terminal."""
        from thirteen.side_by_side import compared

        return compared(self)
