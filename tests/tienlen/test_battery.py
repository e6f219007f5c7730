"""The battery, under every house, for two, three and four seats."""

from __future__ import annotations

import pytest

import tienlen
from common.cards import cards
from common.money import Stakes
from common.testing.battery import Tally, check_hand
from tests.tienlen.tables import HOUSES, RULESETS, house, table
from tests.tienlen.test_dealt_wins import DEAL


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_battery(rules: str, seats: int) -> None:
    tally = Tally()
    for seed in range(5):
        stakes = Stakes(base=10, carries=[50 * seed] * seats) if seed % 2 else None
        game = tienlen.Game(HOUSES[rules], seats=seats, stakes=stakes, leader=None if seed % 3 else seats - 1)
        tally.add(check_hand(game, seed, thorough=3))
    assert tally.steps >= 20
    assert tally.listed >= 100
    codes = {"hand_over", "stale", "not_your_turn", "empty_play", "duplicate_card", "not_held"}
    assert codes <= set(tally.refusals)


def test_battery_with_declared_wins_and_holders_asked() -> None:
    rules = house("southern-places", dealt_wins={"mode": "declared"}, reentry={"with": "specials", "asks": "holders"})
    tally = Tally()
    for seed in range(6):
        tally.add(check_hand(tienlen.Game(rules), seed, thorough=4))
    tally.add(check_hand(tienlen.Game(rules), 1, hands=[cards(hand) for hand in DEAL]))
    assert tally.steps >= 60


def test_battery_in_a_hand_full_of_specials() -> None:
    hands = [cards(hand) for hand in (
        "3h 3d 4h 4d 5h 5d 9h 9d 9c 9s 2h Kh Ac", "3c 3s 4c 4s 5c 5s 6h 6d Th Td Tc Ts 2d",
        "6c 6s 7h 7d 8h 8d Jh Jd Jc Js 2c Kd As", "7c 7s 8c 8s Qh Qd Qc Qs 2s Kc Ks Ah Ad",
    )]  # fmt: skip
    rules = house(dealt_wins={"low_to_high": []})
    chops = 0
    for seed in range(6):
        game = tienlen.Game(rules)
        check_hand(game, seed, hands=hands, thorough=4)
        chops += sum(posting.reason == "chop" for posting in game.ledger.postings)
    assert chops


def test_legal_actions_are_exact_in_the_worst_hands() -> None:
    """486 leads and more: iteration, len, index and membership agree on all of them."""
    for start in ("3s 3h 3c 4s 4h 4c 4d 5s 5h 5c 6s 6h 6c", "3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h 9s"):
        hands = [cards(start), cards("Ts Th Td Js Jh Jd Ks Kh Kd Qs Qh 9d 8d")]
        game = tienlen.Game(house(dealt_wins={"low_to_high": []}), seats=2, leader=0)
        game.deal(hands=hands)
        (seat,) = game.awaiting
        legal = game.legal_actions(seat)
        found = list(legal)
        assert len(found) == len(legal) == len(set(found)) == len(tienlen.plays(start))
        assert found == [legal[nth] for nth in range(len(legal))]
        assert all(action in legal for action in found)
        assert legal[5:9] == found[5:9]
        assert legal[::-100] == found[::-100]
        menu = legal.representatives()
        assert set(menu) <= set(found)
        tops = {(tuple(sorted(c.rank for c in act.cards)), act.cards[-1]) for act in found if hasattr(act, "cards")}
        assert len(menu) == len(tops)


@pytest.mark.parametrize("rules", RULESETS)
def test_representatives_are_one_for_each_ranks_and_top_card(rules: str) -> None:
    for seed in range(12):
        game = tienlen.Game(rules)
        game.deal(seed=seed)
        step = 0
        while not game.is_over:
            (seat,) = game.awaiting
            legal = game.legal_actions(seat)
            plays = [act for act in legal if isinstance(act, tienlen.Play)]
            menu = [act for act in legal.representatives() if isinstance(act, tienlen.Play)]
            shape = [(tuple(card.rank for card in act.cards), act.cards[-1]) for act in menu]
            assert set(shape) == {(tuple(card.rank for card in act.cards), act.cards[-1]) for act in plays}
            assert len(set(shape)) == len(shape)
            assert set(menu) <= set(plays)
            assert (tienlen.Pass(seat=seat) in legal.representatives()) == (tienlen.Pass(seat=seat) in legal)
            step += 1
            game.act(legal[step * 7 % len(legal)])


def test_a_view_offers_what_the_game_offers() -> None:
    game = table("meitian", "3h 5s", "9s 9h 9c 9d 2h", "2s", "Ts")
    for seat in range(4):
        view = game.view(seat)
        assert list(view.legal_actions) == list(game.legal_actions(seat))
        assert len(view.legal_actions) == len(game.legal_actions(seat))
        assert repr(view.legal_actions) == repr(game.legal_actions(seat))
    assert list(game.view(None).legal_actions) == []
