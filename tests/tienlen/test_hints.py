"""提示: hints are legal, never missing while the seat must decide, and rest on its own view alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import tienlen
from common.cards import cards
from common.testing.hands import filled
from tienlen import Declare, Game, Pass, Play, View, hints
from tienlen.bots import BOTS
from tienlen.hints import MOST_HINTS

LOW = "3h 4s 5s 6d 8c 8d Th Jh Qc Kc Ad 2d 2s"
OTHER = "3s 4d 5c 7h 7s 9s 9d Td Js Kd Ks Ah As"
THIRD = "4c 4h 5d 5h 6c 6h 6s 7c 8h 8s 9c 9h Tc"


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(("meitian", "southern", "southern-places")))
def test_hints_are_legal_and_there_is_always_one(seed: int, seats: int, house: str) -> None:
    game = Game(house, seats=seats)
    game.deal(seed=seed)
    while not game.is_over:
        (asked,) = game.awaiting
        for seat in range(seats):
            view = game.view(seat)
            assert isinstance(view, View)
            found = hints(view)
            assert bool(found) == (seat == asked)
            assert len(set(found)) == len(found) <= MOST_HINTS
            assert all(action in view.legal_actions for action in found)
            assert hints(view) == found
        view = game.view(asked)
        best = hints(view)[0]
        planned = BOTS["planner"](asked, None).decide(view, view.legal_actions)  # type: ignore[arg-type]
        assert best == planned
        game.act(hints(view)[-1])


def test_a_spectator_and_a_hand_that_is_over_have_no_hints() -> None:
    game = Game("meitian", seats=2)
    assert hints(game.view(0)) == ()
    game.deal(hands=[LOW, OTHER])
    assert hints(game.view(None)) == ()
    while not game.is_over:
        (seat,) = game.awaiting
        game.act(hints(game.view(seat))[0])
    assert hints(game.view(0)) == hints(game.view(1)) == ()


def test_TL_4_3_no_pass_on_the_lead_and_one_where_nothing_can_be_laid() -> None:
    game = Game("meitian", seats=2)
    game.deal(hands=[LOW, OTHER])
    assert Pass(seat=0) not in hints(game.view(0))
    game.act(Play(seat=0, cards=cards("3h 4s 5s 6d")))
    assert hints(game.view(1)) == (Pass(seat=1),)


def test_TL_4_2_the_first_lead_contains_the_lowest_card_where_the_house_says_so() -> None:
    game = Game("southern", seats=2)
    game.deal(hands=[LOW.replace("3h", "3s"), OTHER.replace("3s", "3h")])
    (seat,) = game.awaiting
    lowest = game.view(seat).must
    assert lowest is not None
    assert all(isinstance(action, Play) and lowest in action.cards for action in hints(game.view(seat)))


def test_TL_6_1_a_dealt_win_to_declare_is_the_first_hint() -> None:
    game = Game({"extends": "meitian", "name": "declared", "dealt_wins": {"mode": "declared"}}, seats=2)
    game.deal(hands=filled("2s 2h 2d 2c", "3s 4s", avoid="3h"))
    assert hints(game.view(0)) == (Declare(seat=0), Pass(seat=0))
    assert hints(game.view(1)) == (Pass(seat=1),)


def test_hints_do_not_change_with_cards_the_seat_cannot_see() -> None:
    told = []
    for second, third in ((OTHER, THIRD), (THIRD, OTHER)):
        game = Game("meitian", seats=3)
        game.deal(hands=[LOW, second, third])
        assert game.awaiting == {0}
        told.append(hints(game.view(0)))
    assert told[0] == told[1]
    assert len(told[0]) > 1


def test_hints_are_public() -> None:
    assert tienlen.hints is hints
