"""A machine that drives a hand with legal and illegal acts, the oracle's referee beside it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import tienlen
from common.cards import cards, pack
from common.testing.strategies import deals, faces
from common.view import View
from tests.naive import tienlen as naive
from tests.tienlen.tables import HOUSES, ORACLES, RULESETS, texts
from tests.tienlen.test_oracle import oracle_postings, postings

seats = st.integers(0, 4)


class Hand(RuleBasedStateMachine):
    """One hand from its deal to its end, whatever is asked of it on the way."""

    game: tienlen.Game
    hand: naive.Referee
    views: dict[int | None, View]

    @initialize(rules=st.sampled_from(RULESETS), count=st.integers(2, 4), data=st.data())
    def deal(self, rules: str, count: int, data: st.DataObject) -> None:
        dealt = data.draw(deals(count))
        leader = data.draw(st.none() | st.integers(0, count - 1))
        self.game = tienlen.Game(HOUSES[rules], seats=count, leader=leader)
        self.views = {seat: self.game.view(seat) for seat in (*range(count), None)}
        self.see(self.game.deal(hands=dealt))
        self.hand = naive.Referee(ORACLES[rules], [texts(hand) for hand in dealt], leader)
        self.away: set[int] = set()

    def see(self, events: tuple[Any, ...]) -> None:
        for event in events:
            for seat, view in self.views.items():
                view.update(event.seen_by(seat))

    def mirror(self) -> None:
        """Let the oracle play for seats that are away."""
        while not self.hand.over and self.hand.asked in self.away:
            self.hand.timeout()

    def refused(self, act: Any) -> str | None:
        """The code of a refusal; nothing has changed."""
        before = self.game.snapshot()
        why = self.game.why_not(act)
        if why is None:
            return None
        with pytest.raises(tienlen.IllegalAction) as caught:
            self.game.act(act)
        assert caught.value.code == why.code
        assert self.game.snapshot() == before
        return why.code

    def is_running(self) -> bool:
        return not self.game.is_over

    @precondition(is_running)
    @rule(nth=st.integers(0, 10**6), timely=st.booleans())
    def legal(self, nth: int, timely: bool) -> None:
        (seat,) = self.game.awaiting
        legal = self.game.legal_actions(seat)
        act = legal[nth % len(legal)]
        at = self.game.view(seat).position
        if timely:
            act = act.model_copy(update={"at": at})
        self.see(self.game.act(act))
        self.hand.play(texts(act.cards)) if isinstance(act, tienlen.Play) else self.hand.pass_()
        self.mirror()
        assert self.refused(act.model_copy(update={"at": at})) in {"stale", "hand_over"}

    @precondition(is_running)
    @rule()
    def longest(self) -> None:
        """Lay as many cards as can be, so that hands come to an end."""
        (seat,) = self.game.awaiting
        act = max(self.game.legal_actions(seat), key=lambda each: len(getattr(each, "cards", ())))
        self.see(self.game.act(act))
        self.hand.play(texts(act.cards)) if isinstance(act, tienlen.Play) else self.hand.pass_()
        self.mirror()

    @precondition(is_running)
    @rule()
    def timeout(self) -> None:
        (seat,) = self.game.awaiting
        self.see(self.game.act(tienlen.Timeout(seat=seat)))
        self.hand.timeout()
        self.mirror()

    @precondition(is_running)
    @rule(seat=seats, kind=st.sampled_from([tienlen.Away, tienlen.Back, tienlen.Leave]))
    def presence(self, seat: int, kind: Any) -> None:
        act = kind(seat=seat)
        code = self.refused(act)
        if seat >= self.game.seats:
            assert code == "not_your_turn"
            return
        if code is not None:
            assert code == "stale"
            return
        self.see(self.game.act(act))
        self.away = set(self.game._table.away)
        self.mirror()

    @rule(seat=seats, held=st.lists(faces(), max_size=6))
    def any_cards(self, seat: int, held: list[Any]) -> None:
        self.tried(tienlen.Play(seat=seat, cards=tuple(held)))

    @precondition(is_running)
    @rule(data=st.data())
    def own_cards(self, data: st.DataObject) -> None:
        """Some of the cards the seat holds, a combination or not."""
        (seat,) = self.game.awaiting
        holding = self.game.view(seat).holding
        chosen = data.draw(st.lists(st.sampled_from(holding), min_size=1, max_size=6))
        self.tried(tienlen.Play(seat=seat, cards=tuple(chosen)))

    @rule(seat=seats, kind=st.sampled_from([tienlen.Pass, tienlen.Declare]))
    def other_acts(self, seat: int, kind: Any) -> None:
        self.tried(kind(seat=seat))

    @rule(seat=seats, at=st.integers(0, 200))
    def late(self, seat: int, at: int) -> None:
        if at != self.game.position:
            code = self.refused(tienlen.Pass(seat=seat, at=at))
            assert code == ("hand_over" if self.game.is_over else "stale")

    def tried(self, act: Any) -> None:
        """Refused exactly where the oracle does not know it; taken otherwise."""
        code = self.refused(act)
        wanted: Any = "pass" if isinstance(act, tienlen.Pass) else frozenset(texts(getattr(act, "cards", ())))
        twice = isinstance(act, tienlen.Play) and len(set(act.cards)) != len(act.cards)
        allowed = act.seat == self.hand.asked and wanted in self.hand.legal() and not twice
        assert (code is None) == allowed, (act, code)
        for seat in range(self.game.seats):
            assert (act in self.game.legal_actions(seat)) == (allowed and seat == act.seat)
        if code is None:
            self.see(self.game.act(act))
            self.hand.pass_() if wanted == "pass" else self.hand.play(wanted)
            self.mirror()

    @rule()
    def saved_and_resumed(self) -> None:
        snapshot = self.game.snapshot()
        self.game = tienlen.Game.resume(snapshot)
        assert self.game.snapshot() == snapshot
        assert json.loads(snapshot)["events"]

    @invariant()
    def agrees_with_the_oracle(self) -> None:
        game, hand = self.game, self.hand
        assert game.is_over == hand.over
        assert game.awaiting == (frozenset() if hand.asked is None else {hand.asked})
        assert postings(game) == oracle_postings(hand)
        assert list(game.ledger.totals) == hand.totals()
        if not game.is_over:
            assert [set(texts(game.view(seat).holding)) for seat in range(game.seats)] == hand.hands

    @invariant()
    def views_are_folds(self) -> None:
        for seat, view in self.views.items():
            assert view.to_json() == self.game.view(seat).to_json()

    @invariant()
    def nothing_is_lost(self) -> None:
        assert sum(self.game.ledger.totals) == 0
        dealt = self.game.log[0].hands  # type: ignore[attr-defined]
        laid = [card for event in self.game.log if event.trigger == "laid" for card in event.cards]  # type: ignore[attr-defined]
        held = [card for seat in range(self.game.seats) for card in self.game.view(seat).holding]
        assert Counter(laid + held) == Counter(card for hand in dealt for card in hand)
        assert set(laid + held) <= set(pack())


Hand.TestCase.settings = settings(max_examples=25, stateful_step_count=40)
TestHand = Hand.TestCase


def test_the_machine_is_not_blind() -> None:
    """The oracle refuses what it must, so an engine that took it would be found out."""
    game = Hand()
    game.game = tienlen.Game("meitian", seats=2)
    game.views = {}
    hands = ["3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh 3s 3c", "4s 4d 4c 5s 5c 6s 6c 7s 7c 8s 9c Ad Ac"]
    game.game.deal(hands=hands)
    game.hand = naive.Referee(naive.MEITIAN, [hand.split() for hand in hands])
    game.away = set()
    game.tried(tienlen.Play(seat=0, cards=cards("3h 4h")))
    game.tried(tienlen.Play(seat=1, cards=cards("4s")))
    game.tried(tienlen.Play(seat=0, cards=cards("3h 3s")))
    assert game.hand.asked == 1
    assert game.game.awaiting == {1}
