"""High card: the smallest game the kit can carry, so that the kit is tested without either real game.

Each seat is dealt two cards and in turn shows one or folds.  The highest card shown wins: each other seat that showed
pays ``pay.shown``, each that folded ``pay.folded``, and ``pay.house`` more to the house.  If all fold, all is free.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter, model_validator

from common.actions import Action, Away, Back, Leave, Seat, Timeout, kinds
from common.cards import Card, pack
from common.errors import IllegalAction
from common.events import Dealt, Event, Left, MarkedAway, MarkedBack, Paid, Settled
from common.flow import Arrow, Flow
from common.game import Game, seating
from common.ledger import HOUSE
from common.money import Stakes
from common.ruleset import Concept, Ruleset, load
from common.table import Table
from common.view import View

RULESETS = Path(__file__).parent / "toy_rulesets"


class Pay(Concept):
    """What losers pay."""

    shown: Annotated[int, Field(ge=1, le=100)] = 1
    """Units of a seat that showed a lower card."""
    folded: Annotated[int, Field(ge=1, le=100)] = 2
    """Units of a seat that folded."""
    house: Annotated[int, Field(ge=0, le=100)] = 0
    """Units that a seat that folded pays to the house besides."""


class RedBonus(Concept):
    """Winning with a red card costs each loser more."""

    kind: Literal["red"] = "red"
    units: Annotated[int, Field(ge=1)]


class RankBonus(Concept):
    """Winning with one of these ranks costs each loser more."""

    kind: Literal["rank"] = "rank"
    ranks: Annotated[tuple[int, ...], Field(min_length=1)]
    units: Annotated[int, Field(ge=1)]


class ToyRules(Ruleset):
    """A house of High Card."""

    seats: Annotated[int, Field(ge=2, le=8)] = 8
    """The most that can play."""
    cards: Literal[52, 65] = 52
    """The pack."""
    first: Literal["seat_0", "previous_winner"] = "seat_0"
    """Who is asked first."""
    pay: Pay = Pay()
    bonuses: tuple[Annotated[RedBonus | RankBonus, Field(discriminator="kind")], ...] = ()

    @model_validator(mode="after")
    def _coherent(self) -> ToyRules:
        if self.pay.folded < self.pay.shown:
            raise ValueError("folding must not cost less than showing: nobody would show")
        return self


class Phase(IntEnum):
    NOT_DEALT, ASKING, SHOWN_ALL, OVER = range(4)


class Trigger(StrEnum):
    DEALT = "dealt"
    SHOWN = "shown"
    FOLDED = "folded"
    ALL_ASKED = "all_asked"
    PAID = "paid"
    SETTLED = "settled"
    MARKED_AWAY = "marked_away"
    MARKED_BACK = "marked_back"
    LEFT = "left"


FLOW = Flow(
    Phase,
    Trigger,
    [
        Arrow(Phase.NOT_DEALT, Trigger.DEALT, Phase.ASKING),
        *(
            Arrow(Phase.ASKING, trigger, Phase.ASKING)
            for trigger in (Trigger.SHOWN, Trigger.FOLDED, Trigger.MARKED_AWAY, Trigger.MARKED_BACK, Trigger.LEFT)
        ),
        Arrow(Phase.ASKING, Trigger.ALL_ASKED, Phase.SHOWN_ALL),
        Arrow(Phase.SHOWN_ALL, Trigger.PAID, Phase.SHOWN_ALL),
        Arrow(Phase.SHOWN_ALL, Trigger.SETTLED, Phase.OVER),
    ],
    initial=Phase.NOT_DEALT,
    final=Phase.OVER,
)


class Show(Action):
    type: Literal["show"] = "show"
    card: Card


class Fold(Action):
    type: Literal["fold"] = "fold"


class Shown(Event):
    type: Literal["shown"] = "shown"
    trigger: ClassVar[str] = "shown"
    seat: Seat
    card: Card

    def seen_by(self, seat: int | None) -> Shown:  # noqa: ARG002
        return self

    def action(self) -> Action:
        return Show(seat=self.seat, card=self.card)


class Folded(Event):
    type: Literal["folded"] = "folded"
    trigger: ClassVar[str] = "folded"
    seat: Seat
    why: Literal["chosen", "timeout", "away"] = "chosen"

    def seen_by(self, seat: int | None) -> Folded:  # noqa: ARG002
        return self

    def action(self) -> Action | None:
        acts: dict[str, Action] = {"chosen": Fold(seat=self.seat), "timeout": Timeout(seat=self.seat)}
        return acts.get(self.why)


class AllAsked(Event):
    type: Literal["all_asked"] = "all_asked"
    trigger: ClassVar[str] = "all_asked"

    def seen_by(self, seat: int | None) -> AllAsked:  # noqa: ARG002
        return self


AnyAction = Annotated[Show | Fold | Timeout | Away | Back | Leave, Field(discriminator="type")]
ACTION: TypeAdapter[Any] = TypeAdapter(AnyAction)
ACTS = kinds(AnyAction)
EVENT: TypeAdapter[Any] = TypeAdapter(
    Annotated[
        Dealt | Shown | Folded | AllAsked | Paid | Settled | MarkedAway | MarkedBack | Left,
        Field(discriminator="type"),
    ]
)


class ToyTable(Table):
    __slots__ = ("answers", "asked", "hands", "leader")

    def __init__(self, seats: int, leader: int) -> None:
        super().__init__(seats, Phase.NOT_DEALT)
        self.hands: tuple[Any, ...] = ()
        self.leader = leader
        self.asked = 0
        self.answers: dict[int, Card | None] = {}

    def dealt(self, event: Dealt) -> None:
        self.hands = event.hands

    def answered(self, event: Shown | Folded) -> None:
        self.answers = {**self.answers, event.seat: event.card if isinstance(event, Shown) else None}
        self.asked += 1

    def nothing(self, event: AllAsked) -> None:
        pass

    HANDLES: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]] = {
        Dealt: dealt,
        Shown: answered,
        Folded: answered,
        AllAsked: nothing,
    }

    @property
    def turn(self) -> int:
        return (self.leader + self.asked) % self.seats

    @property
    def awaiting(self) -> frozenset[int]:
        return frozenset({self.turn}) if self.phase is Phase.ASKING and self.asked < self.seats else frozenset()

    @property
    def winner(self) -> int | None:
        shown = [(card, seat) for seat, card in self.answers.items() if card is not None]
        return max(shown)[1] if shown else None


class ToyView(View):
    __slots__ = ()

    @property
    def _flow(self) -> Flow:
        return FLOW

    def public(self) -> Mapping[str, Any]:
        assert isinstance(self._table, ToyTable)
        hands = [None if hand is None else [str(card) for card in hand] for hand in self._table.hands]
        return {"seat": self.seat, "phase": self.phase.name, "hands": hands, "awaiting": sorted(self.awaiting)}


def load_toy(source: Any) -> ToyRules:
    return load(ToyRules, source, RULESETS)


class Toy(Game):
    """One hand of High Card."""

    __slots__ = ("_rules",)
    name: ClassVar[str] = "toy"
    flow: ClassVar[Flow] = FLOW
    actions: ClassVar[TypeAdapter[Any]] = ACTION
    acts: ClassVar[frozenset[type[Action]]] = ACTS
    events: ClassVar[TypeAdapter[Any]] = EVENT
    _table: ToyTable

    def __init__(
        self, rules: Any = "plain", seats: int = 4, stakes: Stakes | None = None, leader: int | None = None
    ) -> None:
        self._rules = load_toy(rules)
        seats = seating(self._rules.name, 2, self._rules.seats, seats, leader)
        first = leader if leader is not None and self._rules.first == "previous_winner" else 0
        super().__init__(ToyTable(seats, first), stakes, leader)

    @property
    def rules(self) -> ToyRules:
        return self._rules

    @property
    def pack(self) -> tuple[Card, ...]:
        return pack(self._rules.cards)

    @property
    def hand_size(self) -> int:
        return 2

    @property
    def winner(self) -> int | None:
        return self._table.winner if self.is_over else None

    def legal_actions(self, seat: int) -> Sequence[Action]:
        table = self._table
        if table.seat(seat) not in self.awaiting:
            return ()
        return (*(Show(seat=seat, card=card) for card in table.hands[seat]), Fold(seat=seat))

    def _decide(self, action: Action) -> tuple[Event, ...]:
        table = self._table
        if table.phase is not Phase.ASKING:
            raise IllegalAction("hand_over", action.seat, "there is no hand to play")
        if action.at is not None and action.at != table.position:
            raise IllegalAction("stale", action.seat, f"this was for {action.at}, the hand is at {table.position}")
        presence: dict[type[Action], Event] = {
            Away: MarkedAway(seat=action.seat),
            Back: MarkedBack(seat=action.seat),
            Leave: Left(seat=action.seat),
        }
        if type(action) in presence:
            if isinstance(action, Back) != (action.seat in table.away) or action.seat in table.gone:
                raise IllegalAction("stale", action.seat, "it is so already")
            return (presence[type(action)],)
        if action.seat != table.turn:
            raise IllegalAction("not_your_turn", action.seat, f"seat {table.turn} is asked")
        if isinstance(action, Show):
            if action.card not in table.hands[action.seat]:
                raise IllegalAction("not_held", action.seat, f"seat {action.seat} does not hold {action.card}")
            return (Shown(seat=action.seat, card=action.card),)
        return (Folded(seat=action.seat, why="timeout" if isinstance(action, Timeout) else "chosen"),)

    def _follow(self) -> tuple[Event, ...]:
        table = self._table
        if table.phase is Phase.SHOWN_ALL and not table.ledger.postings:
            return self._settle(self._payments())
        if table.phase is not Phase.ASKING:
            return ()
        if table.asked == table.seats:
            return (AllAsked(),)
        return (Folded(seat=table.turn, why="away"),) if table.turn in table.away else ()

    def _payments(self) -> tuple[Paid, ...]:
        rules, answers, winner = self._rules, self._table.answers, self._table.winner
        if winner is None:
            return ()
        best = answers[winner]
        assert best is not None
        extra = sum(
            bonus.units
            for bonus in rules.bonuses
            if (best.rank + 2 in bonus.ranks if isinstance(bonus, RankBonus) else best.suit in {1, 2})
        )
        paid = []
        for seat in sorted(answers):
            folded = answers[seat] is None
            if seat != winner:
                units = (rules.pay.folded if folded else rules.pay.shown) + extra
                paid.append(Paid(payer=seat, payee=winner, units=units, reason="folded" if folded else "lower"))
            if folded and rules.pay.house:
                paid.append(Paid(payer=seat, payee=HOUSE, units=rules.pay.house, reason="folded"))
        return tuple(paid)

    def _new_view(self, seat: int | None) -> View:
        return ToyView(self._rules, ToyTable(self.seats, self._table.leader), seat)
