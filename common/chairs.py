"""The chairs of a match: who sits down, sits out, comes back, leaves, and with how much money."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from common.errors import MatchError, MoneyError
from common.money import Stakes, plain
from common.players import Player, seated

__all__ = ["Amount", "Chairs", "agreed", "name_of"]

Amount = Decimal | int | str
"""An amount of money as a program gives it."""


def agreed(
    base: Amount | None, carries: Sequence[Amount] | None, rake: Amount | None, coin: Amount | None
) -> Stakes | None:
    """What a match is played for; None: units alone.

    Raises:
        MatchError: for money without a base.
        MoneyError: for stakes that mean nothing.
    """
    if base is not None:
        return Stakes(base=base, carries=carries, rake=rake, coin="0.01" if coin is None else coin)
    if any(given is not None for given in (carries, rake, coin)):
        raise MatchError("carries, a rake and a coin go with a base")
    return None


class Chairs(ABC):
    """The chairs of a match and its players, by name; what changes counts from the next hand on."""

    def __init__(self, names: Sequence[str], chairs: int | None, stakes: Stakes | None) -> None:
        if isinstance(names, (str, bytes)) or not isinstance(names, Sequence):
            raise MatchError("players are a list of names, by chair")
        if chairs is not None and type(chairs) is not int:
            raise MatchError(f"chairs are a whole number from 1 to 8, not {chairs!r:.20}")
        self.chairs = len(names) if chairs is None else chairs
        """How many chairs the table has."""
        if not 1 <= self.chairs <= 8 or len(names) > self.chairs:
            raise MatchError(f"{len(names)} players and {self.chairs} chairs make no table: there are 1 to 8 chairs")
        if len(set(map(name_of, names))) < len(names):
            raise MatchError("two players have one name: each needs a name of its own")
        carries = None if stakes is None else stakes.carries
        if carries is not None and len(carries) != len(names):
            raise MatchError(f"{len(carries)} carries for {len(names)} players: there is one for each player")
        brought: Sequence[Decimal | None] = (None,) * len(names) if carries is None else carries
        self._stakes = stakes
        self._players = {
            name: Player(name=name, chair=chair, carry=carry)
            for chair, (name, carry) in enumerate(zip(names, brought, strict=True))
        }
        self._leaving: frozenset[str] = frozenset()

    @abstractmethod
    def _take_in(self) -> None:
        """Take in the hand that is over, if one is."""

    @property
    @abstractmethod
    def _playing(self) -> tuple[str, ...]:
        """The players of the running hand, by seat; nobody between hands."""

    @property
    def players(self) -> Mapping[str, Player]:
        """Every player by name, those who have left too; a running hand counts when it is over."""
        self._take_in()
        return MappingProxyType(self._players)

    @property
    def seats(self) -> tuple[str, ...]:
        """The players of the running hand, or of the next, by seat."""
        self._take_in()
        return self._playing or tuple(player.name for player in seated(self._players.values()))

    def _known(self, name: object) -> Player:
        self._take_in()
        player = self._players.get(name) if isinstance(name, str) else None
        if player is None or player.chair is None or player.name in self._leaving:
            raise MatchError(f"no player called {name!r:.60} sits at this table")
        return player

    def _set(self, player: Player, **changes: Any) -> None:
        self._players[player.name] = player.model_copy(update=changes)

    def sit_out(self, name: str) -> None:
        """Deal the player no cards from the next hand on; the chair is kept."""
        self._set(self._known(name), sits_out=True)

    def back(self, name: str) -> None:
        """Deal the player in again from the next hand on."""
        self._set(self._known(name), sits_out=False)

    def leave(self, name: str) -> None:
        """Let the player go, after the hand if one runs; what was won stays in :attr:`players`.

        Who leaves in the middle of a hand acts ``Leave`` in the game and is gone from the match with that hand.
        """
        player = self._known(name)
        if name in self._playing:
            self._leaving |= {name}
        else:
            self._set(player, chair=None)

    def join(self, name: str, chair: int, carry: Amount | None = None) -> None:
        """Let a player sit down, to play from the next hand on; who was here before goes on with the old totals.

        Raises:
            MatchError: for a chair that is taken or is none, or a carry where none was agreed or the other way round.
            MoneyError: for a carry that is no amount.
        """
        self._take_in()
        before = self._players.get(name_of(name))
        if before is not None and before.chair is not None:
            raise MatchError(f"{name!r:.60} sits at this table already")
        if type(chair) is not int or not 0 <= chair < self.chairs:
            raise MatchError(f"the chairs of this table are 0 to {self.chairs - 1}, not {chair!r:.20}")
        if any(player.chair == chair for player in self._players.values()):
            raise MatchError(f"chair {chair} is taken")
        agreed = self._stakes is not None and self._stakes.carries is not None
        if agreed != (carry is not None):
            raise MatchError("who sits down here brings a carry" if agreed else "no carries were agreed in this match")
        player = before or Player(name=name, chair=chair)
        brought = None if carry is None else self._amount(carry)
        self._set(player, chair=chair, carry=brought, sits_out=False)

    def top_up(self, name: str, amount: Amount) -> None:
        """Add to a player's carry, between hands only: in a hand nobody's limit moves.

        Raises:
            MatchError: while the player is in a hand, or where no carries were agreed.
            MoneyError: for what is no amount, or a carry larger than can be at stake.
        """
        player = self._known(name)
        if name in self._playing:
            raise MatchError("a hand still runs: carries are topped up when it is over")
        if player.carry is None:
            raise MatchError("no carries were agreed in this match")
        more = player.with_more(self._amount(amount))
        assert self._stakes is not None
        assert more.carry is not None
        if more.carry > (most := self._stakes.most):
            raise MoneyError(f"the carry of {name!r:.60} would be {plain(more.carry)}; it may be {plain(most)} at most")
        self._players[name] = more

    def _amount(self, given: Amount) -> Decimal:
        assert self._stakes is not None
        carries = Stakes(base=self._stakes.base, carries=(given,), coin=self._stakes.coin).carries
        assert carries is not None
        return carries[0]


def name_of(given: object) -> str:
    """A player's name, if it is one.

    Raises:
        MatchError: if not.
    """
    if not isinstance(given, str) or not 0 < len(given) <= 200 or not given.isprintable():
        raise MatchError("a player's name is 1 to 200 printable characters")
    return given
