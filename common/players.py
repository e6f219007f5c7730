"""Who sits where in a match, and what each, and the house, has won so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Context, Decimal, Inexact
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from common.events import Money, Settled
from common.money import Stakes

__all__ = ["Count", "House", "Player", "at_stake", "seated"]

_EXACT = Context(prec=400, traps=[Inexact])  # the default would round an amount of thirty digits in silence


def _exact(amount: Decimal) -> Decimal:
    exponent = amount.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -18 or (amount and amount.adjusted() > 60):
        raise ValueError("an amount of so many digits is never won")
    return amount


Count = Annotated[int, Field(ge=0, lt=2**63)]
"""How many hands."""
_Units = Annotated[int, Field(gt=-(2**127), lt=2**127)]
_Amount = Annotated[Money, AfterValidator(_exact)]


class Player(BaseModel):
    """One player of a match."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    name: Annotated[str, Field(min_length=1, max_length=200)]
    chair: Annotated[int, Field(ge=0, lt=8)] | None
    """The chair, from 0 in turn order; None for who has left."""
    carry: Annotated[_Amount, Field(ge=0)] | None = None
    """The money brought to the next hand, the most it can win or lose; None where no carries were agreed.

    What was won makes it larger without bound; no more than :attr:`~common.money.Stakes.most` of it is at stake.
    """
    sits_out: bool = False
    """Whether the next hand is dealt without this player."""
    hands: Count = 0
    """Hands played."""
    wins: Count = 0
    """Hands won, in a game that has one winner."""
    units: _Units = 0
    """Units won, or lost (negative)."""
    won: _Amount = Decimal(0)
    """Money won, or lost (negative), rake taken."""

    def after(self, units: int, amount: Decimal | None, is_winner: bool) -> Player:
        """The player after one more hand; what the carry cannot pay in a house without a cap stays owed in ``won``."""
        money = amount or Decimal(0)
        changed = {
            "hands": self.hands + 1,
            "wins": self.wins + is_winner,
            "units": self.units + units,
            "won": _EXACT.add(self.won, money),
            "carry": None if self.carry is None else max(Decimal(0), _EXACT.add(self.carry, money)),
        }
        return self.model_copy(update=changed)

    def with_more(self, amount: Decimal) -> Player:
        """The player with a larger carry."""
        return self.model_copy(update={"carry": _EXACT.add(self.carry or Decimal(0), amount)})


class House(BaseModel):
    """What went to the house so far: with what the players have won it adds up to zero, exactly (M-6)."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    units: _Units = 0
    """Units paid to the house."""
    amount: _Amount = Decimal(0)
    """Money for those units."""
    rake: _Amount = Decimal(0)
    """Its share of what was won."""
    residue: _Amount = Decimal(0)
    """What rounding left over; negative: the house added it."""

    def after(self, settled: Settled) -> House:
        """The house after one more hand."""
        return House(
            units=self.units + settled.house,
            amount=_EXACT.add(self.amount, settled.house_amount or Decimal(0)),
            rake=_EXACT.add(self.rake, settled.rake or Decimal(0)),
            residue=_EXACT.add(self.residue, settled.residue or Decimal(0)),
        )


def seated(players: Iterable[Player]) -> tuple[Player, ...]:
    """Who plays the next hand, by chair: the first has seat 0."""
    ready = [player for player in players if player.chair is not None and not player.sits_out]
    return tuple(sorted(ready, key=lambda player: player.chair or 0))


def at_stake(stakes: Stakes | None, players: Sequence[Player]) -> Stakes | None:
    """What these players play the next hand for, by seat; a carry that has outgrown stakes counts as the largest."""
    if stakes is None:
        return None
    carries = [min(player.carry, stakes.most) for player in players if player.carry is not None]
    return Stakes(**{**dict(stakes), "carries": carries if len(carries) == len(players) else None})
