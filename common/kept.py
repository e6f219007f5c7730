"""What a snapshot of a match holds, and whether it can be true: a store is trusted no more than a line."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from common.actions import problem
from common.chairs import name_of
from common.entry import seed_of
from common.errors import MatchError, RecordError
from common.events import Dealt
from common.game import Game
from common.money import Stakes
from common.players import Count, House, Player, at_stake
from common.ruleset import Ruleset
from common.sealed import Sealed
from common.strict import parse
from common.verify import difference

__all__ = ["Kept"]

_Hex = Annotated[str, Field(pattern="^([0-9a-f][0-9a-f])*$")]


class Kept(BaseModel):
    """What a snapshot of a match holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = 1
    type: Literal["match"] = "match"
    game: str
    rules: dict[str, Any]
    chairs: Annotated[int, Field(ge=1, le=8)]
    stakes: dict[str, Any] | None
    players: tuple[Player, ...]
    leaving: tuple[str, ...]
    """Who goes when the running hand is over."""
    house: House
    number: Count
    leader: str | None
    secret: _Hex | None
    client_seeds: tuple[str | dict[Literal["hex"], _Hex], ...]
    is_revealed: bool
    seats: tuple[str, ...]
    """The players of the running hand, by seat; nobody between hands."""
    hand: str | None

    @classmethod
    def read(cls, snapshot: str | bytes) -> Self:
        """What stands in a snapshot.

        Raises:
            RecordError: if it is none; whether it can be true is not yet said.
        """
        if not isinstance(snapshot, (str, bytes)):
            raise RecordError(f"a snapshot is text, not {type(snapshot).__name__}")
        parse(snapshot)
        try:
            return cls.model_validate_json(snapshot, strict=True)
        except ValidationError as error:
            where, sentence = problem(error)
            raise RecordError(f"this is no snapshot of a match{', at ' + where if where else ''}: {sentence}") from None

    @property
    def sealed(self) -> Sealed | None:
        """The match's secret.

        Raises:
            DealError: for a secret that is none.
        """
        if self.secret is None:
            return None
        return Sealed(bytes.fromhex(self.secret), [seed_of(seed) for seed in self.client_seeds], self.is_revealed)

    def contradictions(self, rules: Ruleset, stakes: Stakes | None, hand: Game | None) -> Iterator[str]:
        """Whatever does not agree with the rest, or with what was made of it."""
        if difference(rules.resolved, self.rules) is not None:
            yield "its rules leave something to defaults"
        yield from self._of_players()
        yield from self._of_money(stakes)
        if self.is_revealed and (self.secret is None or hand is not None):
            yield "its secret is revealed, but there is none, or a hand still runs"
        if self.client_seeds and self.secret is None:
            yield "there are players' seeds without a secret"
        if hand is not None:
            yield from self._of_hand(rules, stakes, hand)
        elif self.seats or self.leaving:
            yield "players are in a hand, but none runs"

    def _of_players(self) -> Iterator[str]:
        named = {player.name: player for player in self.players}
        chairs = [player.chair for player in self.players if player.chair is not None]
        played = self.number - (self.hand is not None)
        try:
            for name in named:
                name_of(name)
        except MatchError as error:
            yield str(error)
        if len(named) < len(self.players) or len(set(chairs)) < len(chairs):
            yield "two players have one name or one chair"
        if any(chair >= self.chairs for chair in chairs):
            yield f"a player sits on a chair that is none of its {self.chairs}"
        if any(not player.wins <= player.hands <= played for player in self.players):
            yield "a player has won more hands than it played, or played more than there were"
        if self.leader is not None and (self.leader not in named or not named[self.leader].wins):
            yield "who won the last hand has won none"
        if sum(player.units for player in self.players) + self.house.units:
            yield "its units do not add up to zero"

    def _of_money(self, stakes: Stakes | None) -> Iterator[str]:
        won = [player.won for player in self.players]
        sums = [*won, self.house.amount, self.house.rake, self.house.residue]
        if sum(map(Fraction, sums)):  # Decimal would round long amounts
            yield "its money does not add up to zero"
        if stakes is None:
            if any(sums):
                yield "money was won, but no stakes were agreed"
        elif not all(stakes.is_payable(amount) for amount in sums):
            yield "it has amounts that are no whole numbers of the smallest coin"
        agreed = stakes is not None and stakes.carries is not None
        carries = [player.carry for player in self.players]
        if any((carry is not None) != agreed for carry in carries):
            yield "each player has a carry where carries were agreed, and nobody elsewhere"
        if stakes is not None and not all(stakes.is_payable(carry) for carry in carries if carry is not None):
            yield "a carry is no whole number of the smallest coin"

    def _of_hand(self, rules: Ruleset, stakes: Stakes | None, hand: Game) -> Iterator[str]:
        named = {player.name: player for player in self.players}
        players = [named[name] for name in self.seats if name in named]
        chairs = [player.chair for player in players if player.chair is not None]
        if not len(self.seats) == len(chairs) == hand.seats or chairs != sorted(set(chairs)):
            yield "the players of its hand do not sit on chairs in this order"
        elif hand.stakes != at_stake(stakes, players):
            yield "its hand is played for other stakes"
        if not set(self.leaving) <= set(self.seats):
            yield "a player leaves a hand that it is not in"
        if hand.leader != (self.seats.index(self.leader) if self.leader in self.seats else None):
            yield "its hand has another leader"
        if hand.rules != rules:
            yield "its hand is played by other rules"
        if not self.number:
            yield "its hand has no number"
        elif self.sealed is not None:
            dealt = hand.log[0]
            if isinstance(dealt, Dealt) and dealt.hands != hand.dealt_by(self.sealed.key, self.number):
                yield "its hand is not dealt from its secret"
