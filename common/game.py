"""The walk of an action, the same in both games.

``decide`` looks at one state and returns events or refuses; the events are committed one by one, each moving the
phase and the table; then ``follow`` adds what the rules make happen until someone must decide again.  Deciding never
changes anything and committing never refuses, so a refused action leaves no trace.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self, cast

from pydantic import TypeAdapter

from common import deal as chance
from common.actions import Action, flaw
from common.cards import Card, cards, check_dealt
from common.errors import (
    DealError,
    IllegalAction,
    InvalidAction,
    MoneyError,
    RecordError,
    RulesetError,
    ThirteenError,
)
from common.events import Dealt, Event, Paid, Settled
from common.flow import Flow
from common.ledger import Ledger
from common.mistakes import shown
from common.money import Stakes, payout
from common.record import Record
from common.ruleset import Ruleset
from common.table import Table
from common.verify import MakesGame, replayed
from common.view import View

__all__ = ["Game", "seating"]


def seating(house: str, least: int, most: int, seats: int | None, leader: int | None) -> int:
    """How many sit down: as many as asked for, or the most that the house takes.

    Raises:
        RulesetError: for so many seats or a leader that this house cannot have; ``where`` is ``seats`` or ``leader``.
    """
    seats = most if seats is None else seats
    if type(seats) is not int or not least <= seats <= most:
        number = "" if type(seats) is int else " (a whole number)"
        raise RulesetError(f"{house} is for {least} to {most} seats{number}, not {shown(seats)}", "seats")
    if leader is not None and (type(leader) is not int or not 0 <= leader < seats):
        raise RulesetError(f"the leader is a seat from 0 to {seats - 1}, not {shown(leader)}", "leader")
    return seats


class Game(ABC):
    """One hand at one table: the parent of ``tienlen.Game`` and ``shisanshui.Game``."""

    __slots__ = ("_log", "_table", "_views", "leader", "stakes")

    name: ClassVar[str]
    """The game's name in records."""
    flow: ClassVar[Flow]
    actions: ClassVar[TypeAdapter[Any]]
    acts: ClassVar[frozenset[type[Action]]]
    """What a seat may ask for: these very types, for what derives from them may change as it likes."""
    events: ClassVar[TypeAdapter[Any]]

    _table: Table

    def __init__(self, table: Table, stakes: Stakes | None, leader: int | None) -> None:
        if stakes is not None and not isinstance(stakes, Stakes):
            raise MoneyError(f'stakes are made with Stakes, such as Stakes(base="10"), not with {shown(stakes)}')
        if stakes is not None and stakes.carries is not None and len(stakes.carries) != table.seats:
            raise MoneyError(f"{len(stakes.carries)} carries are given for {table.seats} seats: each brings its own")
        self._table = table
        self._log: list[Event] = []
        self._views: dict[int | None, View] = {}
        self.leader = leader
        """Who leads by the match's rule; None where the cards decide."""
        self.stakes = stakes
        """What a unit is worth, or None: the hand is settled in units alone."""

    # what each game says for itself

    @property
    @abstractmethod
    def rules(self) -> Ruleset:
        """The house's ruleset."""

    @property
    @abstractmethod
    def pack(self) -> tuple[Card, ...]:
        """The cards dealt from."""

    @property
    @abstractmethod
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""

    @abstractmethod
    def legal_actions(self, seat: int) -> Sequence[Action]:
        """What a seat may do now, as a lazy set; empty while it need not decide.

        Raises:
            SeatError: for a seat that there is not.
        """

    @abstractmethod
    def _decide(self, action: Action) -> tuple[Event, ...]: ...

    @abstractmethod
    def _follow(self) -> tuple[Event, ...]: ...

    @abstractmethod
    def _new_view(self, seat: int | None) -> View: ...

    # the hand

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._table.seats

    @property
    def phase(self) -> Any:
        """The phase of the hand."""
        return self._table.phase

    @property
    def awaiting(self) -> frozenset[int]:
        """The seats that must decide now."""
        return self._table.awaiting

    @property
    def is_over(self) -> bool:
        """Whether the hand is settled."""
        return self._table.phase is self.flow.final

    @property
    def position(self) -> int:
        """How many events there have been."""
        return self._table.position

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far, unmasked: for the host's eyes only."""
        return tuple(self._log)

    @property
    def ledger(self) -> Ledger:
        """What has been paid so far."""
        return self._table.ledger.copy()

    @property
    def result(self) -> Settled | None:
        """The settlement, once the hand is over."""
        return self._table.settled

    @property
    def winner(self) -> int | None:
        """The seat that won the hand, where the game has one winner; it leads the next where the house says so."""
        return None

    def deal(
        self,
        seed: int | str | bytes | None = None,
        *,
        hands: Sequence[str | Iterable[Card | str]] | None = None,
        hand: int = 0,
    ) -> tuple[Event, ...]:
        """Deal the hand: from a seed, or these very hands.

        Args:
            seed: an int, text or bytes; small ints are for tests and simulation, ``secrets.token_bytes(32)`` for
                hosts, since who sees thirteen cards can search a small space of seeds.
            hands: the cards of each seat, as text or collections.
            hand: the hand's number under this seed; each number is another deal.

        Raises:
            DealError: if the hand is dealt already, for an empty seed, or for hands that no pack can deal.
            CardError: for a text that is no card.
        """
        if self.position:
            raise DealError("this hand is dealt already: a game is one hand, make another for the next")
        if self.stakes is not None:
            self.stakes.with_rake(self.rules.money.rake)  # what is wrong with them is said before a card is dealt
        if (seed is None) == (hands is None):
            raise DealError("deal from a seed or deal given hands, one of the two")
        if hands is not None:
            if isinstance(hands, str | bytes) or not isinstance(hands, Sequence):
                raise DealError(f"hands are a list with the cards of each seat, not {type(hands).__name__}")
            dealt = [cards(given) for given in hands]
            if len(dealt) != self.seats:
                raise DealError(f"{len(dealt)} hands are given for {self.seats} seats")
            check_dealt(dealt, self.pack, self.hand_size)
        else:
            assert seed is not None
            dealt = list(self.dealt_by(chance.key_of(seed), hand))
        return self._commit((Dealt(hands=tuple(dealt)),))

    def dealt_by(self, key: bytes, hand: int) -> tuple[tuple[Card, ...], ...]:
        """The cards of each seat that a key of 32 bytes gives in its ``hand``-th hand; nothing is dealt by asking."""
        order, size = chance.shuffle(key, hand, self.pack), self.hand_size
        return tuple(tuple(Card(card) for card in order[s * size : s * size + size]) for s in range(self.seats))

    def act(self, action: Action) -> tuple[Event, ...]:
        """Let a seat act; the events that follow, its own first.

        Raises:
            IllegalAction: with a stable ``code``; nothing has changed.
            InvalidAction: for what is no action of this game; nothing has changed.
        """
        return self._commit(self._judged(action))

    def why_not(self, action: Action) -> IllegalAction | None:
        """Why an action would be refused now, or None where it would be accepted.

        Raises:
            InvalidAction: for what is no action of this game.
        """
        try:
            self._judged(action)
        except IllegalAction as refusal:
            return refusal.with_traceback(None)  # its frames hold the table, and every card on it
        return None

    def view(self, seat: int | None) -> View:
        """The hand as ``seat`` (None: a spectator) may know it, now.

        Raises:
            SeatError: for a seat that there is not.
        """
        seat = None if seat is None else self._table.seat(seat)
        live = self._views.get(seat)
        if live is None:
            live = self._views[seat] = self._new_view(seat)
            seen = 0
        else:
            seen = live.folded
        for event in self._log[seen:]:
            live.update(event.seen_by(seat))
        live.folded = len(self._log)
        return live.copy()

    def _judged(self, action: Action) -> tuple[Event, ...]:
        if type(action) not in self.acts:
            names = ", ".join(sorted(act.__name__ for act in self.acts))
            kind = action if isinstance(action, type) else type(action)
            given = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
            raise InvalidAction(f"this is no action of {self.name}, which has {names}: {given:.80}")
        try:
            return self._decide(action)
        except ThirteenError:
            raise
        except Exception:
            # Actions are sound as they are made; a copy with other fields need not be.  Else the fault is our own.
            if wrong := flaw(action):
                raise InvalidAction(f"this is no action {wrong}") from None
            raise

    def _commit(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        table, fire, log = self._table, self.flow.fire, self._log
        start = len(log)
        while events:
            for event in events:
                fire(table, event.trigger)  # type: ignore[arg-type]
                table.apply(event)
                log.append(event)
            events = self._follow()
        return tuple(log[start:])

    def _settle(self, payments: Sequence[Paid]) -> tuple[Event, ...]:
        """The end of a hand: its last payments, then the totals, and money where stakes were agreed."""
        ledger = self._table.ledger.copy()
        for paid in payments:
            ledger.post(paid.posting)
        money, totals, house = self.rules.money, ledger.totals, ledger.house
        stakes = None if self.stakes is None else self.stakes.with_rake(money.rake)
        settled = Settled.of(totals, house, None if stakes is None else payout(totals, stakes, house, cap=money.cap))
        return (*payments, settled)

    # keeping and taking up again

    def record(self, running: bool = False) -> Record:
        """The hand as a record: its rules and its events, every card of it.

        Raises:
            RecordError: before the deal, and while the hand runs, unless ``running`` says that the caller may see all
                cards.
        """
        if self.position and not self.is_over and not running:
            raise RecordError("this hand is running and its record shows every card: pass running=True to export it")
        return Record.of(self)

    def snapshot(self) -> str:
        """The running hand as JSON for :meth:`resume`; it holds every card and is for the host's own store.

        Raises:
            RecordError: before the deal.
        """
        return self.record(running=True).to_json()

    @classmethod
    def resume(cls, snapshot: str | bytes) -> Self:
        """The hand a snapshot was taken of, in the state it was in.

        Raises:
            RecordError: if the snapshot is no record of this game or does not agree with its own rules.
        """
        return cls.from_record(Record.from_json(snapshot))

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """The hand a record tells of, decided again event by event.

        Raises:
            RecordError: for a record of another game, or where it does not agree with its own rules.
        """
        if not isinstance(record, Record):
            raise RecordError(f"a hand is taken up from a Record, not from {type(record).__name__}")
        if record.game != cls.name:
            raise RecordError(f"this is a record of the game {record.game[:40]!r}, not of {cls.name}", record.line)
        return replayed(record, cast("MakesGame[Self]", cls))

    def __repr__(self) -> str:
        return f"<{self.name} {self.rules.name}, {self.seats} seats, {self.phase.name} at {self.position}>"
