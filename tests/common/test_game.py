"""The walk of an action on the toy game: refusals change nothing, views hide, hands can be put aside and taken up."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mypy import api

from common.actions import Action, Away, Back, Leave, Timeout, read
from common.cards import Card
from common.errors import CardError, DealError, IllegalAction, InvalidAction, MoneyError, RecordError
from common.events import Dealt, Event, Settled
from common.money import Stakes
from tests.common.toy import ACTION, Fold, Show, Toy, ToyView

HOUSES = st.sampled_from(["plain", "harsh"])
HANDS = ["2c 3d", "4h 5s", "Ah Kd"]


def acts(game: Toy) -> st.SearchStrategy[Action]:
    (turn,) = game.awaiting
    held = game.log[0]
    assert isinstance(held, Dealt)
    hand = held.hands[turn]
    assert hand is not None
    anyone = st.integers(0, game.seats - 1)
    return st.one_of(
        st.sampled_from(hand).map(lambda card: Show(seat=turn, card=card)),
        st.just(Fold(seat=turn)),
        st.just(Timeout(seat=turn)),
        st.builds(Show, seat=anyone, card=st.sampled_from(game.pack)),
        st.one_of(*(st.builds(kind, seat=anyone) for kind in (Away, Back, Leave, Fold))),
        st.builds(Fold, seat=st.just(turn), at=st.integers(0, 9)),
    )


@st.composite
def games(draw: st.DrawFn, over: bool = False) -> Toy:
    """A hand somewhere in the middle, or at its end, reached by legal acts and illegal ones."""
    seats = draw(st.integers(2, 5))
    stakes = draw(st.none() | st.just(Stakes(base="0.10")) | st.just(Stakes(base=3, carries=["7"] * seats)))
    game = Toy(draw(HOUSES), seats, stakes, draw(st.none() | st.integers(0, seats - 1)))
    game.deal(draw(st.integers()))
    steps = 99 if over else draw(st.integers(0, 8))
    while steps and not game.is_over:
        steps -= 1
        action = draw(acts(game))
        before = (game.log, game.phase, game.ledger, game.awaiting)
        refusal = game.why_not(action)
        if refusal is None:
            assert game.act(action) == game.log[len(before[0]) :]
        else:
            with pytest.raises(IllegalAction, match=re.escape(str(refusal))) as caught:
                game.act(action)
            assert caught.value.code == refusal.code
            assert before == (game.log, game.phase, game.ledger, game.awaiting)
    while over and not game.is_over:
        game.act(Fold(seat=min(game.awaiting)))
    return game


@given(games(over=True))
def test_a_hand_is_zero_sum_in_units_and_money(game: Toy) -> None:
    result = game.result
    assert result is not None
    assert sum(result.totals) + result.house == 0
    assert (result.totals, result.house) == (game.ledger.totals, game.ledger.house)
    if result.amounts is not None:
        assert result.house_amount is not None
        assert result.rake is not None
        assert result.residue is not None
        assert sum(result.amounts) + result.house_amount + result.rake + result.residue == 0


@given(games())
def test_snapshot_and_resume_give_the_same_hand(game: Toy) -> None:
    again = Toy.resume(game.snapshot())
    assert (again.log, again.phase, again.ledger, again.leader) == (game.log, game.phase, game.ledger, game.leader)
    assert again.snapshot() == game.snapshot()
    assert [again.view(s).to_json() for s in (None, 0, 1)] == [game.view(s).to_json() for s in (None, 0, 1)]


@given(games())
def test_a_view_is_the_fold_of_what_the_seat_sees_kept_up_or_made_anew(game: Toy) -> None:
    for seat in (None, *range(game.seats)):
        kept = ToyView(game.rules, type(game)(game.rules, game.seats, None, game.leader)._table, seat)
        for event in game.log:
            kept.update(event.seen_by(seat))
        view = game.view(seat)
        assert view.to_json() == kept.to_json()
        assert (view.events, view.position, view.is_over) == (kept.events, kept.position, game.is_over)


@given(games(), st.integers())
def test_cards_a_seat_cannot_see_change_nothing_it_is_shown(game: Toy, seed: int) -> None:
    shown = {seat for event in game.log for seat in [getattr(event, "seat", None)] if event.trigger == "shown"}
    viewer = game.seats - 1
    dealt = game.log[0]
    assert isinstance(dealt, Dealt)
    hands = [list(hand or ()) for hand in dealt.hands]
    hidden = [s for s in range(game.seats) if s != viewer and s not in shown]
    pool = [card for s in hidden for card in hands[s]]
    pool = pool[seed % max(1, len(pool)) :] + pool[: seed % max(1, len(pool))]
    for s in hidden:
        hands[s] = [pool.pop(), pool.pop()]
    other = Toy(game.rules, game.seats, game.stakes, game.leader)
    other.deal(hands=hands)
    for event in game.log[1:]:
        action = event.action()
        if action is not None:
            other.act(action)
    assert other.view(viewer).to_json() == game.view(viewer).to_json()
    assert repr(other) == repr(game)


def test_a_view_handed_out_is_changed_by_no_later_event() -> None:
    game = Toy(seats=3)
    game.deal(hands=HANDS)
    view = game.view(1)
    before = view.to_json()
    game.act(Show(seat=0, card=Card("2c")))
    assert view.to_json() == before != game.view(1).to_json()
    with pytest.raises(ValueError, match="no seat 3"):
        game.view(3)


def test_a_game_is_one_hand_dealt_once_from_one_source() -> None:
    game = Toy(seats=3)
    for bad, words in (
        ({}, "one of the two"),
        ({"seed": 1, "hands": HANDS}, "one of the two"),
        ({"hands": HANDS[:2]}, "2 hands are given for 3 seats"),
        ({"hands": ["2c 2c", *HANDS[1:]]}, "2c is dealt too often"),
        ({"hands": ["2c", *HANDS[1:]]}, "seat 0 is dealt 1 cards"),
        ({"seed": 1.5}, "a seed is"),
    ):
        with pytest.raises(DealError, match=words):
            game.deal(**bad)
        assert game.position == 0
    with pytest.raises(CardError):
        game.deal(hands=["2c 1s", *HANDS[1:]])
    game.deal(seed="x", hand=3)
    with pytest.raises(DealError, match="dealt already"):
        game.deal(seed="x")


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    def dealt(seed: int, hand: int) -> Event:
        game = Toy(seats=3)
        return game.deal(seed, hand=hand)[0]

    assert dealt(1, 1) == dealt(1, 1)
    assert len({dealt(seed, hand) for seed in range(5) for hand in range(5)}) == 25


def test_the_record_of_a_running_hand_must_be_asked_for() -> None:
    game = Toy(seats=3)
    game.deal(hands=HANDS)
    with pytest.raises(RecordError, match="running"):
        game.record()
    assert len(game.record(running=True).events) == 1
    assert "4h" not in repr(game.record(running=True))


def test_M_5_M_10_the_house_takes_its_rake_where_the_stakes_name_none() -> None:
    def settled(rules: object, **stakes: object) -> Settled:
        game = Toy(rules, 3, Stakes(base=100, **stakes))  # type: ignore[arg-type]
        game.deal(hands=HANDS)
        game.act(Fold(seat=0))
        game.act(Fold(seat=1))
        game.act(Show(seat=2, card=Card("Ah")))
        assert game.result is not None
        return game.result

    assert settled("plain").rake == 0
    assert settled({"extends": "plain", "money": {"rake": "0.05"}}).rake == 20
    assert settled({"extends": "plain", "money": {"rake": "0.05"}}, rake=0).rake == 0
    carries = ["150", "1000", "1000"]
    assert settled("plain", carries=carries).amounts == tuple(map(Decimal, (-150, -200, 350)))
    assert settled({"extends": "plain", "money": {"cap": False}}, carries=carries).amounts == tuple(
        map(Decimal, (-200, -200, 400))
    )


def test_carries_must_fit_the_seats_before_a_card_is_dealt() -> None:
    with pytest.raises(MoneyError, match="2 carries are given for 3 seats"):
        Toy(seats=3, stakes=Stakes(base=1, carries=["1", "2"]))


def test_presence_is_played_for_and_taken_back() -> None:
    game = Toy(seats=3)
    game.deal(hands=HANDS)
    game.act(Away(seat=1))
    game.act(Back(seat=1))
    game.act(Leave(seat=2))
    events = game.act(Timeout(seat=0))
    assert [event.trigger for event in events] == ["folded"]
    events = game.act(Show(seat=1, card=Card("4h")))
    assert [event.trigger for event in events] == ["shown", "folded", "all_asked", "paid", "paid", "settled"]
    assert (game.winner, game.result is not None and game.result.totals) == (1, (-2, 4, -2))


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("", "JSON"),
        ("[]", "should be an object"),
        ('{"type":"shew","seat":0}', "its type must be one of show, fold"),
        ('{"type":"fold","seat":"0"}', "at fold.seat"),
        ('{"type":"fold","seat":true}', "at fold.seat"),
        ('{"type":"fold","seat":8}', "at fold.seat"),
        ('{"type":"fold","seat":0,"at":-1}', "at fold.at"),
        ('{"type":"fold","seat":0,"x":1}', "at fold.x"),
        ('{"type":"show","seat":0,"card":"1s"}', "is no rank"),
        ('{"type":"fold","seat":1}', "seat 0 cannot act for seat 1"),
        ("x" * 10_001, "10001 characters"),
        ('{"type":"timeout","seat":0,"at":' + "9" * 4_299 + "}", "less than"),
        ('{"type":"show","seat":0,"seat":1,"card":"2c"}', "the key 'seat' stands there twice"),
        ('{"type":"show","seat":0,"card":"2c","card":"3c"}', "the key 'card' stands there twice"),
    ],
)
def test_what_is_no_action_is_refused_with_one_sentence(raw: str, words: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        read(ACTION, raw, seat=0)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@given(st.text() | st.binary() | st.recursive(st.none() | st.text(), st.lists).map(json.dumps))
def test_any_bytes_are_an_action_or_invalid(raw: str | bytes) -> None:
    with pytest.raises(InvalidAction):
        read(ACTION, raw)


def test_actions_and_events_round_trip_through_json() -> None:
    for action in (Show(seat=0, card=Card("2c"), at=3), Fold(seat=7), Timeout(seat=1), Away(seat=1), Leave(seat=2)):
        assert read(ACTION, action.to_json(), action.seat) == action
    game = Toy("harsh", 3, Stakes(base="0.5"))
    game.deal(hands=HANDS)
    for seat in range(3):
        game.act(Timeout(seat=seat))
    for event in game.log:
        assert Toy.events.validate_json(event.to_json(), strict=True) == event
    assert game.result is not None
    assert game.result.rake == Decimal(0)


SNIPPET = """
from typing import ClassVar
from common.events import Event

class Whispered(Event):
    trigger: ClassVar[str] = "whispered"
{method}
Whispered()
"""
SEEN_BY = "    def seen_by(self, seat: int | None) -> None:\n        return None\n"


def test_an_event_that_does_not_say_who_sees_it_cannot_be_made() -> None:
    class Whispered(Event):
        trigger = "whispered"

    with pytest.raises(TypeError, match=r"abstract method '?seen_by"):
        Whispered()  # type: ignore[abstract]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["", SEEN_BY])
def test_an_event_that_does_not_say_who_sees_it_does_not_type_check(tmp_path: Path, method: str) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(SNIPPET.format(method=method))
    found, faults, _ = api.run(["--strict", "--no-error-summary", "--follow-imports=silent", str(snippet)])
    assert faults == ""
    assert ('Cannot instantiate abstract class "Whispered"' in found) == (not method), found
