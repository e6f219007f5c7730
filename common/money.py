"""From units to money: base, carry, rake; one pure function over a hand's totals, the same for both games.

A hand settles in whole units.  Money is units times the base, then each seat is capped at what it brought
(防以小博大), the two sides are brought into balance again, and the winners pay the rake (抽水).  ``Decimal`` at
the door, integers of the smallest coin inside, no float anywhere (rules M-1 to M-11, ``docs/rules/money.md``).
"""

from __future__ import annotations

import math
import operator
import re
import reprlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Self, SupportsIndex

from pydantic import (
    BaseModel,
    ConfigDict,
    PlainSerializer,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from common.errors import MoneyError

__all__ = ["Amount", "Payout", "Stakes", "Step", "payout", "plain"]

_PLAIN = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_DIGITS = 18  # before the point, and as many after it


def plain(amount: Decimal) -> str:
    """An amount in digits, as everything that is shown or written has it: never ``1E+2``, never ``0E-7``."""
    return f"{amount:f}"


Amount = Annotated[
    Decimal,
    PlainSerializer(plain, return_type=str, when_used="json"),
    WithJsonSchema({"type": ["string", "integer"], "pattern": r"^[0-9]+(\.[0-9]+)?$", "minimum": 0}),
]
"""An exact amount of money or a rate; in JSON a text such as ``"0.05"``."""


def _amount(value: object, what: str) -> Decimal:
    """An amount of 0 or more; ValueError with a sentence about ``what`` otherwise."""
    if isinstance(value, float):
        raise ValueError(f'{what} is the float {value!r}, which is not exact; write it as text, such as "0.05".')
    if isinstance(value, bool) or not isinstance(value, Decimal | int | str):
        shown = reprlib.repr(value)
        raise ValueError(f'{what} is {shown}; it must be a text such as "0.05", an int or a Decimal.')
    if isinstance(value, str) and not _PLAIN.fullmatch(value):
        shown = reprlib.repr(value)
        raise ValueError(f'{what} is {shown}, which is no amount; write digits and at most one point, such as "0.05".')
    if isinstance(value, int) and value.bit_length() > 64:  # Python refuses to print huge ints
        raise ValueError(f"{what} is an int of {value.bit_length()} bits; it must be below 10**{_DIGITS}.")
    amount = Decimal(value)
    if not amount.is_finite():
        raise ValueError(f"{what} is {amount}; it must be finite.")
    places = amount.as_tuple().exponent
    if amount and (amount.adjusted() >= _DIGITS or (isinstance(places, int) and places < -_DIGITS)):
        raise ValueError(f"{what} has too many digits; there may be {_DIGITS} before the point and {_DIGITS} after.")
    if amount < 0:
        raise ValueError(f"{what} is {plain(amount)}; it must be 0 or more.")
    return Decimal(plain(amount)) if amount else Decimal(0)


class Stakes(BaseModel):
    """What a table plays for (rule M-10); frozen.

    ``Stakes(base="10", carries=["1000", "500"])``.  Amounts are text, int or Decimal; a float is refused.  Raises
    MoneyError with one sentence for amounts that mean nothing (M-9): negative ones, a rake of 1 or more, a base or a
    carry that is no whole number of coins.  Inside another pydantic model such stakes are that model's ValidationError.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    base: Amount
    """What one unit is worth (底分): a whole number of coins."""

    carries: tuple[Amount, ...] | None = None
    """What each seat brought to the hand, in whole coins: the most it can win or lose; none: no cap (M-3)."""

    rake: Amount | None = None
    """The share of a winner's winnings that the house takes, at least 0 and below 1; none: the ruleset's (M-5)."""

    coin: Amount = Decimal("0.01")
    """The smallest coin; every amount paid is a whole number of them (M-1)."""

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            base: Decimal | int | str,
            carries: Sequence[Decimal | int | str] | None = None,
            rake: Decimal | int | str | None = None,
            coin: Decimal | int | str = "0.01",
        ) -> None: ...

    else:

        def __init__(self, /, **fields: Any) -> None:
            try:
                super().__init__(**fields)
            except ValidationError as error:
                raise MoneyError(_sentence(error)) from None

    @field_validator("base", "rake", "coin", mode="before")
    @classmethod
    def _one_amount(cls, value: object, info: ValidationInfo) -> Decimal | None:
        if value is None and info.field_name == "rake":
            return None
        return _amount(value, f"the {info.field_name}")

    @field_validator("carries", mode="before")
    @classmethod
    def _amounts(cls, value: object) -> tuple[Decimal, ...] | None:
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            raise ValueError(f"the carries are {reprlib.repr(value)}; they must be a list with one amount per seat.")
        return tuple(_amount(carry, f"the carry of seat {seat}") for seat, carry in enumerate(value))

    @model_validator(mode="after")
    def _meaningful(self) -> Self:
        if not self.coin:
            raise ValueError("the coin is 0; it must be more.")
        if self.rake is not None and self.rake >= 1:
            raise ValueError(f"the rake is {plain(self.rake)}; it must be below 1, such as 0.05 for 5 %.")
        wholes = [("the base", self.base)]
        wholes += [(f"the carry of seat {seat}", carry) for seat, carry in enumerate(self.carries or ())]
        for what, amount in wholes:
            if not self.is_payable(amount):
                raise ValueError(
                    f"{what} is {plain(amount)}; it must be a whole number of the smallest coin, {plain(self.coin)}."
                )
        return self

    @property
    def most(self) -> Decimal:
        """The largest carry there can be: the most coins that are below 10**18."""
        return _money(math.ceil(10**_DIGITS / Fraction(self.coin)) - 1, self.coin)

    def is_payable(self, amount: Decimal) -> bool:
        """Whether an amount is a whole number of coins (M-1)."""
        return _coins(amount, self.coin).denominator == 1

    def with_rake(self, rake: Decimal | int | str) -> Stakes:
        """These stakes, taking ``rake``, the ruleset's, if they name none of their own (M-10)."""
        return self if self.rake is not None else Stakes(**{**dict(self), "rake": rake})


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    if "error" in first.get("ctx", {}):
        return str(first["ctx"]["error"])
    name = str(first["loc"][0])
    if first["type"] == "missing":
        return f'stakes need a {name}, such as Stakes(base="10").'
    return f"stakes have no {reprlib.repr(name)}; they have base, carries, rake and coin."


@dataclass(frozen=True, slots=True)
class Step:
    """How a seat's units became its money, for a host to show: what it won (positive) or lost, step by step (M-11)."""

    raw: Decimal
    """Units times base."""

    capped: Decimal
    """No more than the carry, either way."""

    scaled: Decimal
    """After the larger side was brought down to the smaller: its gross."""

    raked: Decimal
    """After the rake, if it won: its net, what is paid."""


@dataclass(frozen=True, slots=True)
class Payout:
    """A hand in money.  ``sum(amounts) + house + rake + residue`` is 0, exactly (M-6)."""

    amounts: tuple[Decimal, ...]
    """What each seat wins (positive) or loses, net."""

    house: Decimal
    """What the house receives for the units paid to it, rake apart."""

    rake: Decimal
    """What the house takes from the winners (抽水)."""

    residue: Decimal
    """What truncation after scaling left over; negative: the house adds it."""

    steps: tuple[Step, ...]
    """One per seat; ``steps[seat].raked`` is ``amounts[seat]``."""


def payout(totals: Iterable[SupportsIndex], stakes: Stakes, house: SupportsIndex = 0, *, cap: bool = True) -> Payout:
    """What each seat is paid for ``totals``, its whole units of the hand (M-2: total, cap, scale, rake).

    ``house`` is how many units went to the house (M-10); ``totals`` and ``house`` sum to 0.  Capped is whoever has a
    carry; ``cap=False`` is for a ruleset without a cap, whatever the seats brought.  Stakes without a rake pay none:
    a game first fills in its ruleset's, with :meth:`Stakes.with_rake`.

    The house's units stand among the winners' in balancing the sides, with no carry and no rake: where losers cannot
    pay all they owe, the house goes short in the same proportion as the winners (M-4).  Were it paid in full first,
    either a seat would lose more than its carry or the winners would pay for the house.

    Raises MoneyError for totals that are no ints, do not sum to 0 with the house's, or are not as many as the carries.
    """
    units = [_units(total, f"the total of seat {seat}") for seat, total in enumerate(totals)]
    house_units = _units(house, "the house's total")
    if sum(units) + house_units != 0:
        raise MoneyError(
            f"totals {units} and the house's {house_units} sum to {sum(units) + house_units}; they must sum to 0."
        )
    if stakes.carries is not None and len(stakes.carries) != len(units):
        raise MoneyError(
            f"there are {len(units)} totals and {len(stakes.carries)} carries; each seat needs one of both."
        )

    base = int(_coins(stakes.base, stakes.coin))
    raw = [total * base for total in units]
    capped = raw
    if cap and stakes.carries is not None:
        limits = [int(_coins(carry, stakes.coin)) for carry in stakes.carries]
        capped = [max(-limit, min(limit, won)) for won, limit in zip(raw, limits, strict=True)]
    *scaled, house_won = _balanced([*capped, house_units * base])
    kept, of = (stakes.rake or Decimal(0)).as_integer_ratio()
    raked = [won * (of - kept) // of if won > 0 else won for won in scaled]

    def money(coins: int) -> Decimal:
        return _money(coins, stakes.coin)

    return Payout(
        amounts=tuple(map(money, raked)),
        house=money(house_won),
        rake=money(sum(scaled) - sum(raked)),
        residue=money(-sum(scaled) - house_won),
        steps=tuple(Step(*map(money, step)) for step in zip(raw, capped, scaled, raked, strict=True)),
    )


def _balanced(amounts: list[int]) -> list[int]:
    won = sum(amount for amount in amounts if amount > 0)
    lost = -sum(amount for amount in amounts if amount < 0)
    if won == lost:  # always so where nobody was capped
        return amounts
    small, large, side = (lost, won, 1) if won > lost else (won, lost, -1)
    # Sizes are divided, not signed amounts: that truncates toward zero.
    return [side * (abs(amount) * small // large) if amount * side > 0 else amount for amount in amounts]


def _units(total: SupportsIndex, what: str) -> int:
    try:
        if isinstance(total, bool):
            raise TypeError
        units = operator.index(total)
    except TypeError:
        raise MoneyError(f"{what} is {reprlib.repr(total)}; it must be an int, whole units.") from None
    if units.bit_length() > 64:
        raise MoneyError(f"{what} is an int of {units.bit_length()} bits; no hand pays so much.")
    return units


def _coins(amount: Decimal, coin: Decimal) -> Fraction:
    # Decimal's own division would round to the context's precision.
    return Fraction(amount) / Fraction(coin)


def _money(coins: int, coin: Decimal) -> Decimal:
    # Built from digits: Decimal's own product would round to the context's precision.
    digits, exponent = coin.as_tuple().digits, coin.as_tuple().exponent
    return Decimal(f"{coins * int(''.join(map(str, digits)))}E{exponent}")
