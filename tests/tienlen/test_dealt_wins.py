"""TL-6: hands that win at once."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tienlen
from common.cards import cards
from common.testing.strategies import deals, holdings
from tests.naive import tienlen as naive
from tests.tienlen.tables import HOUSES, ORACLES, RULESETS, asked, go, house, paid, phase, refusal, table

FOUR_TWOS = "2s 2h 2c 2d 3s 4s 5s 6h 7h 8h 9c Tc Jc"
SIX_PAIRS = "3s 3h 5s 5h 7s 7h 9s 9h Js Jh Ks Kh As"
TRIPLES = "3s 3h 3c 5s 5h 5c 7s 7h 7c 9s 9h 9c As"
RUN_5 = "3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 9s Jh Ks"
RUN_6 = "3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h Ks"
DRAGON = "3s 4s 5s 6s 7s 8s 9s Th Jh Qh Kh Ah 2h"
NAMES = {
    "four 2s": "four_twos",
    "six pairs": "six_pairs",
    "four triples": "four_triples",
    "run of five pairs": "pair_run_5",
    "run of six pairs": "pair_run_6",
    "straight 3 to A": "dragon",
}
DEAL = [
    "3s 4s 5s 6h 7h 8h 9h Th Jh Qh Kh Ah 2s",
    "3h 3c 4h 4c 8s 8c 9s 9c Qs Qc 2c 2d Ac",
    "4d 5d 6d 7d 8d Tc Td Js Jc Qd Ks Kc As",
    "5h 5c 6s 6c 7s 7c 2h 3d 9d Jd Kd Ts Ad",
]


@pytest.mark.parametrize("rules", RULESETS)
@given(data=st.data())
def test_TL_6_2_to_6_4_dealt_wins_are_ordered_as_the_prose_orders_them(rules: str, data: st.DataObject) -> None:
    """Of two hands of one deal exactly one is the better, and the oracle says the same; kinds too."""
    hands = data.draw(deals()) if data.draw(st.booleans()) else (data.draw(holdings(13)), data.draw(holdings(13)))
    found = [tienlen.dealt_win(hand, HOUSES[rules]) for hand in hands]
    right = [naive.dealt_win([str(card) for card in hand], ORACLES[rules]) for hand in hands]
    for one, key in zip(found, right, strict=True):
        assert (one is None) == (key is None)
        if one is not None and key is not None:
            assert one.kind == NAMES[ORACLES[rules].dealt_wins[key[0]]]
    for (one, key), (other, other_key) in combinations(zip(found, right, strict=True), 2):
        if one is not None and other is not None and key is not None and other_key is not None:
            assert (one > other) == (key > other_key)
            assert (one == other) == (key == other_key)
            assert (hash(one) == hash(other)) or one != other


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_TL_6_1_checked_right_after_the_deal_before_any_lead(rules: str, seats: int) -> None:
    house_ = HOUSES[rules]
    won = 0
    for seed in range(1500):
        game = tienlen.Game(house_, seats=seats)
        game.deal(seed=seed)
        hands = game.log[0].hands  # type: ignore[attr-defined]
        wins = [tienlen.dealt_win(hand, house_) for hand in hands]
        assert any(wins) == game.is_over
        if any(wins):
            won += 1
            assert [event.trigger for event in game.log[:3]] == ["dealt", "won_at_deal", "shown"]
            assert "lead_given" not in [event.trigger for event in game.log]
            best = max(win for win in wins if win is not None)
            assert game.winner == wins.index(best)
            assert game.log[1].kind == best.kind  # type: ignore[attr-defined]
    assert won >= 3


def test_TL_6_1_declared_is_data() -> None:
    rules = house(dealt_wins={"mode": "declared"})
    game = tienlen.Game(rules)
    game.deal(hands=DEAL)
    assert game.awaiting == {0, 1, 2, 3}
    assert [len(game.legal_actions(seat)) for seat in range(4)] == [2, 2, 1, 1]
    assert refusal(game, tienlen.Declare(seat=2)) == "no_combination"
    assert refusal(game, tienlen.Play(seat=2, cards=cards("4d"))) == "not_your_turn"
    game.act(tienlen.Declare(seat=1))
    assert refusal(game, tienlen.Pass(seat=1)) == "not_your_turn"
    assert refusal(game, tienlen.Declare(seat=1)) == "not_your_turn"
    game.act(tienlen.Pass(seat=0))  # holds the better one and lets it go
    game.act(tienlen.Timeout(seat=2))
    assert phase(game) is tienlen.Phase.DEALT
    game.act(tienlen.Pass(seat=3))
    assert phase(game) is tienlen.Phase.SETTLED
    assert game.winner == 1
    assert paid(game)[0] == (0, 1, 26, "dealt_win")
    assert (0, 1, 2, "black_two") not in paid(game)  # it held one too, so it pays the flat units alone (TL-7.5)


def test_TL_6_1_nobody_declares_and_the_hand_is_played() -> None:
    game = tienlen.Game(house(dealt_wins={"mode": "declared"}))
    game.deal(hands=DEAL)
    for seat in (3, 1, 0, 2):
        game.act(tienlen.Pass(seat=seat))
    assert asked(game) == 1  # it holds the three of hearts
    assert phase(game) is tienlen.Phase.LEADING
    assert tienlen.Game.resume(game.snapshot()).awaiting == {1}
    assert refusal(game, tienlen.Declare(seat=1)) == "no_combination"


def test_TL_6_1_TL_9_1_a_dealt_win_is_not_lost_to_the_clock() -> None:
    game = tienlen.Game(house(dealt_wins={"mode": "declared"}))
    game.deal(hands=DEAL)
    game.act(tienlen.Away(seat=0))
    assert game.awaiting == {1, 2, 3}
    for seat in (1, 2, 3):
        game.act(tienlen.Timeout(seat=seat))
    assert game.winner == 0


def test_TL_6_2_the_list_low_to_high() -> None:
    found = [tienlen.dealt_win(hand) for hand in (FOUR_TWOS, SIX_PAIRS, TRIPLES, RUN_5, RUN_6, DRAGON)]
    assert [win and win.kind for win in found] == [
        "four_twos", "six_pairs", "four_triples", "pair_run_5", "pair_run_6", "dragon"
    ]  # fmt: skip
    for low, high in pairwise(found):
        assert low is not None
        assert high is not None
        assert low < high
    assert tienlen.dealt_win("3s 4s 5s 6s 7s 8s 9s Th Jh Qh Kh 2d 2h") is None


@pytest.mark.parametrize("rules", ["southern", "southern-places"])
def test_TL_6_2_the_southern_list(rules: str) -> None:
    assert tienlen.dealt_win(TRIPLES, rules) is None
    order = [tienlen.dealt_win(hand, rules) for hand in (SIX_PAIRS, RUN_5, FOUR_TWOS, DRAGON)]
    assert [win and win.kind for win in order] == ["six_pairs", "pair_run_5", "four_twos", "dragon"]
    for low, high in pairwise(order):
        assert low is not None
        assert high is not None
        assert low < high
    run6 = tienlen.dealt_win(RUN_6, rules)
    assert run6 is not None
    assert run6.kind == "pair_run_5"


def test_TL_6_2_any_order_and_any_part_of_the_list_is_data() -> None:
    only = house(dealt_wins={"low_to_high": ["dragon", "four_twos"]})
    low, high = tienlen.dealt_win(DRAGON, only), tienlen.dealt_win(FOUR_TWOS, only)
    assert low is not None
    assert high is not None
    assert low < high
    assert tienlen.dealt_win(SIX_PAIRS, only) is None


def test_TL_6_3_quads_as_two_pairs_is_data() -> None:
    hand = "4s 4h 4c 4d 7s 7h 9s 9h Js Jd Kh Kc Ad"
    won = tienlen.dealt_win(hand)
    assert won is not None
    assert won.kind == "six_pairs"
    off = house(dealt_wins={"quads_as_two_pairs": False})
    assert tienlen.dealt_win(hand, off) is None
    triples = "3s 3h 3c 3d 5s 5h 5c 7s 7h 7c 9s 9h 9c"
    won = tienlen.dealt_win(triples)
    assert won is not None
    assert won.kind == "four_triples"
    assert tienlen.dealt_win(triples, off) is None
    assert tienlen.dealt_win("3s 3h 3c 3d 4s 4h 5s 5h 6s 6h 7s 7h 9c", off) is not None  # runs need pairs only


def test_TL_6_3_pairs_of_2s_count_among_six_pairs_and_runs_hold_none() -> None:
    won = tienlen.dealt_win("3s 3h 5s 5h 7s 7h 9s 9h Js Jh 2s 2h As")
    assert won is not None
    assert won.kind == "six_pairs"
    assert tienlen.dealt_win("Js Jh Qs Qh Ks Kh As Ah 2s 2h 3c 4c 6d") is None


def test_TL_6_4_same_entry_by_ranks_then_by_suit() -> None:
    higher = tienlen.dealt_win(SIX_PAIRS)
    lower = tienlen.dealt_win("3c 3d 5c 5d 7c 7d 9c 9d Jc Jd Kc Kd 2s")
    other = tienlen.dealt_win("4c 4d 6c 6d 8c 8d Tc Td Qc Qd Kc Kd 2s")
    assert higher is not None
    assert lower is not None
    assert other is not None
    assert other > higher > lower
    two_aces = tienlen.dealt_win("3s 4s 5s 6s 7s 8s 9s Th Jh Qh Kh Ah As")
    one_ace = tienlen.dealt_win("3h 4h 5h 6h 7h 8h 9h Ts Js Qs Ks Ac 2s")
    assert two_aces is not None
    assert one_ace is not None
    assert two_aces > one_ace


def test_TL_6_4_a_hand_that_has_several_counts_its_best() -> None:
    won = tienlen.dealt_win("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 2s 2h 2c")
    assert won is not None
    assert won.kind == "pair_run_5"  # six pairs as well


def test_TL_6_4_exactly_one_seat_wins() -> None:
    game = tienlen.Game("meitian")
    game.deal(hands=DEAL)
    assert game.winner == 0
    assert [event.trigger for event in game.log].count("won_at_deal") == 1
    assert {payee for _, payee, _, _ in paid(game)} == {0}


def test_TL_6_switched_off_the_hand_is_played() -> None:
    game = tienlen.Game(house(dealt_wins={"low_to_high": []}))
    game.deal(hands=DEAL)
    assert asked(game) == 1
    go(game, "3h")
    assert table("meitian", "3h", "", seed=1).awaiting == {0}
