"""Hand after hand at one table: who sits, who leads next, what each has won, and what the cards are dealt from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Self, TypeVar, cast

from common.actions import Leave
from common.cards import Card
from common.chairs import Amount, Chairs, agreed
from common.entry import seed_text
from common.errors import MatchError, RecordError, RulesetError, ThirteenError
from common.events import Settled
from common.game import Game
from common.kept import Kept
from common.money import Stakes
from common.players import House, Player, at_stake, seated
from common.record import Record, RecordWriter
from common.ruleset import Ruleset
from common.sealed import Sealed
from common.verify import MakesGame

__all__ = ["House", "Match", "Player"]

G = TypeVar("G", bound=Game)


class Match(Chairs, Generic[G]):
    """A match: ``Match(tienlen.Game, "meitian", ["An", "Bo", "Chi", "Du"], base="10", carries=["500"] * 4)``.

    The match seats the players, hands out one game after the other and takes in what each has won; the games are
    played as ever, with ``act``.  Chairs are places at the table; a hand's seats are the chairs of those who play it,
    from 0 in the same order.  The winner of a hand leads the next where the house has it so and the winner plays.

    A match with a ``secret`` is provably fair: publish :attr:`commitment`, let each player name a seed, hand them to
    :meth:`mix_in`, play, and :meth:`reveal` when it is over.  With a ``writer`` every hand is recorded as it ends.
    """

    def __init__(
        self,
        game: MakesGame[G],
        rules: str | Path | Mapping[str, Any] | Ruleset,
        players: Sequence[str],
        *,
        chairs: int | None = None,
        base: Amount | None = None,
        carries: Sequence[Amount] | None = None,
        rake: Amount | None = None,
        coin: Amount | None = None,
        secret: bytes | None = None,
        writer: RecordWriter | None = None,
    ) -> None:
        """A table before its first hand.

        Args:
            game: the game's class.
            rules: a house, as the game takes it.
            players: the players' names, by chair.
            chairs: how many chairs there are; as many as players, if not said.
            base: what a unit is worth; without it the match is for units alone.
            carries: what each player brings, or None: no cap.
            rake: the house's share of a win; the ruleset's, if not said.
            coin: the smallest coin; 0.01, if not said.
            secret: 16 bytes or more, best ``secrets.token_bytes(32)``, that all hands are dealt from.
            writer: where finished hands are recorded.

        Raises:
            MatchError: for players and chairs that make no table of this house.
            MoneyError, RulesetError, DealError: for stakes, rules or a secret that are none.
        """
        if not callable(game):
            raise MatchError(f"a match is of a game's class, such as tienlen.Game, not of {game!r:.40}")
        super().__init__(players, chairs, agreed(base, carries, rake, coin))
        self._sealed = None if secret is None else Sealed(secret)
        self._number = 0
        self._hand: G | None = None
        self._finished: Settled | None = None
        self._is_written = False
        self._in_hand: tuple[str, ...] = ()
        self._leader: str | None = None
        self._house = House()
        self.writer = writer
        """Where finished hands are recorded, or None; the last is recorded before it closes."""
        self._recorded_at_end()
        self._make = game
        self._rules: Any = rules
        table = self._table(seated(self._players.values()))
        self._rules, self._name = table.rules, table.name

    # what it is

    @property
    def rules(self) -> Ruleset:
        """The house's ruleset."""
        rules: Ruleset = self._rules
        return rules

    @property
    def number(self) -> int:
        """The number of the last hand dealt, from 1; 0 before the first."""
        return self._number

    @property
    def hand(self) -> G | None:
        """The running hand; None between hands, and so as soon as a hand is over: keep what next_hand gave."""
        self._take_in()
        return self._hand

    @property
    def house(self) -> House:
        """What went to the house."""
        self._take_in()
        return self._house

    @property
    def leader(self) -> str | None:
        """Who won the last hand: leads the next where the house has it so."""
        self._take_in()
        return self._leader

    # hands

    def next_hand(
        self,
        seed: int | str | bytes | None = None,
        *,
        hands: Sequence[str | Iterable[Card | str]] | None = None,
    ) -> G:
        """The next hand, dealt: from the match's secret, or from a seed, or these very cards.

        Raises:
            MatchError: while a hand runs, with too few players or too many, after the secret was revealed, or where
                nothing or more than one thing says what is dealt.
            DealError, CardError: for hands that cannot be dealt.
        """
        self._between_hands("the next is dealt")
        sealed = self._sealed
        if sealed is not None and sealed.is_revealed:
            raise MatchError("the secret of this match is revealed: who knows it knows every card to come")
        if (sealed is not None) + (seed is not None) + (hands is not None) != 1:
            wanted = "the match's own secret, so give neither seed nor hands" if sealed else "a seed or hands"
            raise MatchError(f"a hand of this match is dealt from {wanted}")
        players = seated(self._players.values())
        game = self._table(players)
        number = self._number + 1
        if sealed is not None:
            game.deal(hands=game.dealt_by(sealed.key, number))
        else:
            game.deal(seed, hands=hands, hand=number)
        if self.writer is not None and number == 1 and sealed is not None:
            self.writer.declare(self._name, self._rules)
            self.writer.commit(sealed.commitment, sealed.client_seeds)
        self._hand, self._number = game, number
        self._in_hand = tuple(player.name for player in players)
        return game

    def finish(self) -> Settled:
        """Take in the hand that is over and say how it was settled; asking for anything else takes it in too.

        Between hands it says the same of the last one again.

        Raises:
            MatchError: if no hand was there yet or it still runs.
        """
        self._take_in()
        if self._hand is not None:
            raise MatchError(f"hand {self._number} still runs")
        if self._finished is None:
            raise MatchError("there is no hand: next_hand deals one")
        return self._finished

    def _recorded_at_end(self) -> None:
        if self.writer is not None:
            self.writer.at_end(self._take_in)

    def _take_in(self) -> None:
        game = self._hand
        if game is None or game.result is None:
            return
        if self.writer is not None and not self._is_written:
            # Before anything changes: should it fail, the hand is there.
            self.writer.write(Record.of(game, self._number))
        settled, winner = game.result, game.winner
        amounts = settled.amounts or (None,) * game.seats
        for seat, name in enumerate(self._in_hand):
            player = self._players[name]
            self._players[name] = player.after(settled.totals[seat], amounts[seat], seat == winner)
        self._house = self._house.after(settled)
        self._leader = None if winner is None else self._in_hand[winner]
        acts = (event.action() for event in game.log)
        gone = {self._in_hand[act.seat] for act in acts if isinstance(act, Leave)}
        for name in gone | self._leaving:
            self._players[name] = self._players[name].model_copy(update={"chair": None})
        self._leaving = frozenset()
        self._hand, self._finished, self._is_written = None, settled, False

    def _table(self, players: Sequence[Player]) -> G:
        stakes = at_stake(self._stakes, players)
        names = [player.name for player in players]
        leader = names.index(self._leader) if self._leader in names else None
        try:
            return self._make(self._rules, seats=len(players), stakes=stakes, leader=leader)
        except RulesetError as error:
            if error.where != "seats":
                raise
            raise MatchError(f"{len(players)} players are ready to play: {error}") from None

    def _between_hands(self, what: str) -> None:
        self._take_in()
        if self._hand is not None:
            raise MatchError(f"hand {self._number} still runs: {what} when it is over")

    @property
    def _playing(self) -> tuple[str, ...]:
        return self._in_hand if self._hand is not None else ()

    # the secret

    @property
    def commitment(self) -> str | None:
        """What binds the host to its secret: publish it before the players name their seeds."""
        return None if self._sealed is None else self._sealed.commitment

    def mix_in(self, client_seeds: Sequence[str | bytes]) -> None:
        """Mix the players' own seeds into the secret, so that the host cannot have chosen the cards either.

        Raises:
            MatchError: without a secret, once a hand was dealt, or for seeds that are long beyond reason.
            DealError: for seeds that are neither text nor bytes.
        """
        if self._sealed is None or self._number:
            raise MatchError("seeds are mixed into a match's secret before its first hand")
        self._sealed = self._sealed.mixed(client_seeds)

    def reveal(self) -> bytes:
        """End the match and give its secret away, so that every deal can be proved.

        Raises:
            MatchError: without a secret, or while a hand runs.
            RecordError: where the match's record has no commitment: the hands before stand in another file.
        """
        self._between_hands("the secret is revealed")
        if self._sealed is None:
            raise MatchError("this match has no secret: its hands were dealt from seeds")
        if self.writer is not None and self._number and not self._sealed.is_revealed:
            self.writer.reveal(self._sealed.secret, self._number)
        self._sealed.is_revealed = True
        return self._sealed.secret

    # keeping and taking up again

    def snapshot(self) -> str:
        """The match with its running hand as JSON for :meth:`resume`; for the host's own store: it holds the secret."""
        self._take_in()
        sealed = self._sealed
        state = Kept(
            game=self._name,
            rules=self.rules.resolved,
            chairs=self.chairs,
            stakes=self._stakes and self._stakes.model_dump(mode="json"),
            players=tuple(self._players.values()),
            leaving=tuple(sorted(self._leaving)),
            house=self._house,
            number=self._number,
            leader=self._leader,
            secret=None if sealed is None else sealed.secret.hex(),
            client_seeds=() if sealed is None else tuple(map(seed_text, sealed.client_seeds)),
            is_revealed=sealed is not None and sealed.is_revealed,
            seats=self._playing,
            hand=None if self._hand is None else self._hand.snapshot(),
        )
        return state.model_dump_json()

    @classmethod
    def resume(cls, snapshot: str | bytes, game: type[G], *, writer: RecordWriter | None = None) -> Self:
        """The match a snapshot was taken of; its running hand is :attr:`hand`.

        Where the record that is gone on with holds that very hand to its end already, it was over before the restart:
        the record stands, the hand is taken in from it and not recorded again.

        Raises:
            RecordError: if it is no snapshot of a match of this game.
        """
        state = Kept.read(snapshot)
        if state.game != game.name:
            raise RecordError(f"this is a match of {state.game[:40]!r}, not of {game.name}")
        match = object.__new__(cls)
        match._make = cast("MakesGame[G]", game)
        match._name, match.writer = state.game, writer
        match._rules, match.chairs = state.rules, state.chairs
        match._players = {player.name: player for player in state.players}
        match._leaving, match._leader = frozenset(state.leaving), state.leader
        match._in_hand, match._hand = state.seats, None
        match._number, match._house = state.number, state.house
        match._finished, match._is_written = None, False
        try:
            match._stakes = None if state.stakes is None else Stakes(**state.stakes)
            match._sealed = state.sealed
            probe: Any = game
            match._rules = probe(state.rules).rules
            match._hand = None if state.hand is None else game.resume(state.hand)
            for contradiction in state.contradictions(match._rules, match._stakes, match._hand):
                raise RecordError(contradiction)
            last = None if writer is None else writer.last
            if match._hand is not None and last is not None and last.number == match._number:
                begun = Record.of(match._hand, match._number)
                if (last.digest, last.events[:1]) == (begun.digest, begun.events[:1]):
                    match._hand, match._is_written = game.from_record(last), True
        except ThirteenError as error:
            raise RecordError(f"this snapshot of a match does not hold together: {error}") from None
        match._recorded_at_end()
        return match

    def __repr__(self) -> str:
        playing = sum(player.chair is not None for player in self._players.values())
        return f"<match of {self._name} {self.rules.name}, {playing} players, hand {self._number}>"
