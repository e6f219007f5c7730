"""The kit itself: it lets a sound game pass and finds each fault that it is there to find."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.actions import Action
from common.cards import Card, cards, pack
from common.errors import DealError, IllegalAction
from common.events import Event, Settled
from common.money import Stakes
from common.testing import strategies
from common.testing.battery import Tally, check_hand
from common.testing.hands import filled
from common.testing.interference import Compared, check_secrecy
from common.view import View
from tests.common.toy import Fold, Folded, Show, Shown, Toy, ToyTable, ToyView


@pytest.mark.parametrize("rules", ["plain", "harsh"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_toy_passes(rules: str, seats: int) -> None:
    tally, found = Tally(), Compared()
    for seed in range(4):
        stakes = Stakes(base=10, carries=[15] * seats) if seed % 2 else None
        tally.add(check_hand(Toy(rules, seats=seats, stakes=stakes), seed))
        found.add(check_secrecy(lambda: Toy(rules, seats=seats), seed))
    assert tally.steps >= 4
    assert tally.resumed > tally.steps
    assert {"not_your_turn", "stale", "hand_over", "not_held"} <= set(tally.refusals)
    assert found.deals > found.passed_over
    assert found.actions
    assert found.refusals


def played(game: type[Toy]) -> None:
    for seed in range(40):
        check_hand(game("plain", seats=4), seed)


def compared(game: type[Toy]) -> None:
    for seed in range(60):
        check_secrecy(lambda: game("plain", seats=4), seed)


class TooFewListed(Toy):
    """Its list forgets the second card."""

    def legal_actions(self, seat: int) -> Sequence[Action]:
        found = super().legal_actions(seat)
        return found if len(found) < 2 else (found[0], *found[2:])


class TooManyListed(Toy):
    """Its list offers a card that is not held."""

    def legal_actions(self, seat: int) -> Sequence[Action]:
        found = super().legal_actions(seat)
        extra = next(card for card in pack() if card not in self._table.hands[seat]) if found else None
        return found if extra is None else (*found, Show(seat=seat, card=extra))


class Mutating(Toy):
    """It marks the seat away before it refuses."""

    def _decide(self, action: Action) -> tuple[Event, ...]:
        try:
            return super()._decide(action)
        except IllegalAction as refusal:
            if refusal.code == "not_held":
                self._table.away |= {action.seat}
            raise


class Unsettled(Toy):
    """Its result is not what its ledger says."""

    def _follow(self) -> tuple[Event, ...]:
        return tuple(
            event.model_copy(update={"totals": tuple(2 * total for total in event.totals)})
            if isinstance(event, Settled)
            else event
            for event in super()._follow()
        )


class Tracebacks(Toy):
    """It falls over a card that is not held."""

    def _decide(self, action: Action) -> tuple[Event, ...]:
        if isinstance(action, Show) and action.seat in self.awaiting:
            return (Shown(seat=action.seat, card=self._table.hands[action.seat][self._index(action)]),)
        return super()._decide(action)

    def _index(self, action: Show) -> int:
        found: int = self._table.hands[action.seat].index(action.card)
        return found


class EverStale(Toy):
    """It takes an action sent twice for an illegal one."""

    def _decide(self, action: Action) -> tuple[Event, ...]:
        return super()._decide(action.model_copy(update={"at": None}))


class OwnFold(Toy):
    """Its views are not the fold of what was seen."""

    def view(self, seat: int | None) -> View:
        view = super().view(seat)
        assert isinstance(view._table, ToyTable)
        view._table.hands = view._table.hands[::-1]
        return view


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (TooFewListed, "not listed|not in the set"),
        (TooManyListed, "not in the set|would be refused"),
        (Mutating, "changed something"),
        (Unsettled, "result is not the ledger|does not agree|verify"),
        (EverStale, "would be accepted"),
        (OwnFold, "another view"),
    ],
)
def test_the_battery_finds(game: type[Toy], sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        played(game)


def test_the_battery_lets_no_exception_pass_but_refusals() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        played(Tracebacks)


class LeakyView(ToyView):
    """It shows what the game put there."""

    __slots__ = ("extra",)
    extra: Any

    def public(self) -> dict[str, Any]:
        return {**super().public(), "extra": self.extra}

    def copy(self) -> LeakyView:
        other = super().copy()
        other.extra = self.extra
        return other


class LeaksInView(Toy):
    """Every view tells how many aces are out there."""

    def _new_view(self, seat: int | None) -> View:
        plain = super()._new_view(seat)
        view = LeakyView(plain.rules, plain._table, seat)
        view.extra = sum(card.rank for hand in self._table.hands for card in hand)
        return view


class LeaksByOptions(Toy):
    """Folding is listed first for the holder of the highest card."""

    def legal_actions(self, seat: int) -> Sequence[Action]:
        found = super().legal_actions(seat)
        best = max(range(self.seats), key=lambda s: max(self._table.hands[s])) if found else None
        return found[::-1] if best == seat else found


class LeaksByRefusal(Toy):
    """It says who holds the card that is not held."""

    def _decide(self, action: Action) -> tuple[Event, ...]:
        try:
            return super()._decide(action)
        except IllegalAction as refusal:
            if isinstance(action, Show) and refusal.code == "not_held":
                holders = [seat for seat, hand in enumerate(self._table.hands) if action.card in hand]
                raise IllegalAction("not_held", action.seat, f"it is with {holders}") from None
            raise


class LeaksByConsequence(Toy):
    """A seat without a face card folds by itself."""

    def _follow(self) -> tuple[Event, ...]:
        table = self._table
        if self.awaiting and table.asked and all(card.rank < 9 for card in table.hands[table.turn]):
            return (Folded(seat=table.turn, why="away"),)
        return super()._follow()


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (LeaksInView, "the view of"),
        (LeaksByOptions, "order of"),
        (LeaksByRefusal, "the answer to"),
        (LeaksByConsequence, "what followed"),
    ],
)
def test_non_interference_finds(game: type[Toy], sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        compared(game)


def test_hands_from_text() -> None:
    hands = filled("3h 4h", "", "2s", avoid="As Ac", seed=3)
    assert hands == filled("3h 4h", "", "2s", avoid="As Ac", seed=3)
    assert hands != filled("3h 4h", "", "2s", avoid="As Ac", seed=4)
    assert hands[0][:2] == cards("3h 4h")
    dealt = [card for hand in hands for card in hand]
    assert len(set(dealt)) == 39
    assert not {Card("As"), Card("Ac")} & set(dealt)
    assert filled("", "", fits=lambda found: Card("2s") in found[1])[1].count(Card("2s")) == 1


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: filled("3h", "3h"), "3h"),
        (lambda: filled("3h 4h", size=1), "cannot be filled"),
        (lambda: filled(*[""] * 5), "cannot be filled"),
        (lambda: filled("", fits=lambda _: False), "no filling"),
    ],
)
def test_hands_that_no_pack_gives(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(DealError, match=sentence):
        make()


@given(strategies.holdings(0, 13), strategies.deals(), strategies.spellings())
def test_strategies_give_cards_of_one_pack(held: Any, dealt: Any, spelt: tuple[Card, str]) -> None:
    assert len(set(held)) == len(held) <= 13
    assert [len(hand) for hand in dealt] == [13] * 4
    assert len({card for hand in dealt for card in hand}) == 52
    card, spelling = spelt
    assert cards(spelling) == (card,)


@given(strategies.deals(3, 13, pack(67)))
def test_strategies_keep_to_the_pack(dealt: Any) -> None:
    flat = [card for hand in dealt for card in hand]
    assert all(flat.count(card) <= pack(67).count(card) for card in flat)


@given(st.data())
def test_mutated_json_stays_json_and_mostly_differs(data: st.DataObject) -> None:
    value = {"type": "play", "seat": 1, "cards": ["3s", "4s"], "deep": {"list": [1, 2]}}
    changed = data.draw(strategies.mutated(st.just(value)))
    assert value == {"type": "play", "seat": 1, "cards": ["3s", "4s"], "deep": {"list": [1, 2]}}
    assert changed is not value


def test_a_fold_is_told_apart_from_a_show() -> None:
    game = Toy("plain", seats=2)
    game.deal(seed=1)
    (seat,) = game.awaiting
    assert Fold(seat=seat) in game.legal_actions(seat)
