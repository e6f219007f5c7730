"""The oracle against every worked example and case that its rules give."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path

import pytest

from tests.naive.text import cards
from tests.naive.tienlen import (
    HOUSES,
    MEITIAN,
    SOUTHERN,
    SOUTHERN_PLACES,
    House,
    Referee,
    beats,
    cards_counted,
    combination,
    dealt_win,
    fewest_plays,
    leftover_units,
    order,
    plays,
)

COUNTS = Path(__file__).parents[1] / "counts" / "tienlen.txt"
PACK = [rank + suit for rank in "3456789TJQKA2" for suit in "shcd"]


def over(laid: str, top: str, house: House = MEITIAN) -> bool:
    return beats(cards(laid), cards(top), house)


def kind(text: str, house: House = MEITIAN) -> tuple[str, int, str] | None:
    return combination(cards(text), house)


def hands_with(*starts: str, avoid: str = "") -> list[list[str]]:
    """Thirteen cards a seat, beginning with those named; the rest as it comes, none of `avoid` and no dealt win."""
    given = [list(cards(start)) for start in starts]
    kept_out = {card for hand in given for card in hand} | set(cards(avoid))
    rest = [card for card in PACK if card not in kept_out]
    for seed in range(1000):
        random.Random(seed).shuffle(rest)
        stack = list(rest)
        hands = [hand + [stack.pop() for _ in range(13 - len(hand))] for hand in given]
        if all(dealt_win(hand, house) is None for hand in hands for house in HOUSES.values()):
            return hands
    raise AssertionError


def referee(house: House, *starts: str, avoid: str = "") -> Referee:
    """A hand in which seat 0 leads freely."""
    made = Referee(house, hands_with(*starts, avoid=avoid))
    made.asked, made._required = 0, None
    return made


def act(hand: Referee, *acts: str) -> None:
    for one in acts:
        if one == "pass":
            hand.pass_()
        else:
            hand.play(cards(one))


def shorten(hand: Referee, seat: int, text: str) -> None:
    """Leave a seat with these cards only, as if the others had gone before."""
    hand.hands[seat] = set(cards(text))
    hand._dealt_leads[seat] = plays(hand.hands[seat], None, hand.house)


# Combinations and what beats what


def test_TL_2_1_to_2_4_kinds() -> None:
    assert kind("3s") == ("single", 1, "3s")
    assert kind("7h 7s") == ("pair", 1, "7s")
    assert kind("7h 7s", SOUTHERN) == ("pair", 1, "7h")
    assert kind("7h 7s 7d") == ("triple", 1, "7s")
    assert kind("7h 7s 7d 7c") == ("quad", 1, "7s")
    assert kind("2h 2s 2d 2c") == ("quad", 1, "2s")
    assert kind("3h 4s 5d") == ("straight", 3, "5d")
    assert kind("3h 4s 5d 6h 7h 8s 9s Td Js Qd Kd Ah") == ("straight", 12, "Ah")
    assert kind("3h 3s 4s 4d 5d 5h") == ("pair_run", 3, "5d")
    assert kind("") is None
    assert kind("3h 3h") is None
    assert kind("3h 4h") is None
    assert kind("3h 3s 4h 4s") is None
    assert kind("3h 3s 3d 4h 4s 4d 5h 5s 5d") is None


def test_case_ba_straights_and_pair_runs_never_hold_a_2() -> None:
    assert kind("Qs Kh Ad") == ("straight", 3, "Ad")
    assert kind("Qs Qd Kh Ks Ad Ac") == ("pair_run", 3, "Ac")
    for text in ("Qs Kh Ad 2c", "2s 3h 4d", "Ks Ad 2c", "As 2d 3c", "Ks Kd As Ad 2s 2d", "3s 3h 4d 5c"):
        assert kind(text) is None
    assert not over("4s 5s 6s 7s", "3h 4h 5h")


def test_case_h_order_of_cards_never_matters_TL_2_6() -> None:
    for laid in permutations(cards("4c 3h 5s 3s 5d 4h")):
        assert combination(laid, MEITIAN) == ("pair_run", 3, "5s")


def test_TL_3_1_rank_then_suit_of_the_top_card() -> None:
    assert over("7s 7h", "7c 7d")
    assert not over("7c 7d", "7s 7h")
    assert over("2s", "2c")
    assert over("2c", "2d")
    assert over("2d", "2h")
    assert over("2h", "2d", SOUTHERN)
    assert over("2d", "2c", SOUTHERN)
    assert over("2c", "2s", SOUTHERN)
    assert over("4h 5h 6s", "4s 5s 6c")
    assert not over("3s", "3s")


def test_TL_3_2_beating_table() -> None:
    run3, run3_up, quad, quad_up = "3s 3h 4s 4h 5s 5h", "4d 4c 5d 5c 6d 6c", "7s 7h 7c 7d", "8s 8h 8c 8d"
    run4 = "9s 9h Ts Th Js Jh Qs Qh"
    expected = {
        run3: {"2s"},
        run3_up: {"2s", run3},
        quad: {"2s", "2s 2h", run3, run3_up},
        quad_up: {"2s", "2s 2h", run3, run3_up, quad},
        run4: {"2s", "2s 2h", run3, run3_up, quad, quad_up},
    }
    below = ["2s", "2s 2h", "2s 2h 2c", run3, run3_up, quad, quad_up, run4, "As", "Qc Qd", "3c 4c 5d"]
    for house in HOUSES.values():
        for laid, lower in expected.items():
            assert {top for top in below if over(laid, top, house)} == lower


def test_TL_3_4_runs_of_five_and_six() -> None:
    run4, run5, run6 = (" ".join(f"{rank}s {rank}h" for rank in "3456789"[:length]) for length in (4, 5, 6))
    high4, high5 = "Jc Jd Qc Qd Kc Kd Ac Ad", "Tc Td Jc Jd Qc Qd Kc Kd Ac Ad"
    assert over(run5, high4)
    assert over(run6, high5)
    assert over(high5, run5)
    assert over(run5, "2s 2h")
    assert over(run6, "9s 9h 9c 9d")
    assert not over(high4, run5)
    assert not over("9s 9h 9c 9d", run4)
    assert not over(run6, "2s 2h 2c")


def test_TL_3_6_beats_never_goes_both_ways() -> None:
    found = [sorted(play) for play in plays(cards("3s 3h 3c 3d 4s 4h 5s 5h 6s 6d 2s 2h 2d"), None, MEITIAN)]
    for one in found:
        for other in found:
            assert not (beats(one, other, MEITIAN) and beats(other, one, MEITIAN))


def test_case_bb_quad_over_2s_only() -> None:
    assert not over("8s 8h 8c 8d", "Qs Qh")
    assert over("8s 8h 8c 8d", "2s")
    assert over("8s 8h 8c 8d", "2s 2h")
    assert not over("2s 2h", "8s 8h 8c 8d")


def test_TL_3_5_a_special_may_be_led() -> None:
    held = cards("3s 3h 4s 4h 5s 5h 9s 9h 9c 9d")
    led = plays(held, None, MEITIAN)
    assert frozenset(held[:6]) in led
    assert frozenset(held[6:]) in led
    assert plays(held, cards("Ks"), MEITIAN) == set()
    assert plays(held, cards("2s"), MEITIAN) == {frozenset(held[:6]), frozenset(held[6:])}


def test_case_bp_fewest_plays() -> None:
    assert fewest_plays(cards("2h 3d 4h 5c 6s 7s 7d 7h Td Jd Qd Kd Ah"), MEITIAN) == 4


# Dealt wins


def test_TL_6_2_order_of_the_list() -> None:
    four_twos = dealt_win(cards("2s 2h 2c 2d 3s 4s 5s 6h 7h 8h 9c Tc Jc"), MEITIAN)
    six_pairs = dealt_win(cards("3s 3h 5s 5h 7s 7h 9s 9h Js Jh Ks Kh As"), MEITIAN)
    triples = dealt_win(cards("3s 3h 3c 5s 5h 5c 7s 7h 7c 9s 9h 9c As"), MEITIAN)
    run5 = dealt_win(cards("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 9s Jh Ks"), MEITIAN)
    run6 = dealt_win(cards("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h Ks"), MEITIAN)
    dragon = dealt_win(cards("3s 4s 5s 6s 7s 8s 9s Th Jh Qh Kh Ah 2h"), MEITIAN)
    found = [four_twos, six_pairs, triples, run5, run6, dragon]
    assert [key and key[0] for key in found] == [0, 1, 2, 3, 4, 5]
    assert dealt_win(cards("3s 4s 5s 6s 7s 8s 9s Th Jh Qh Kh 2d 2h"), MEITIAN) is None


def test_TL_6_2_southern_list() -> None:
    assert dealt_win(cards("3s 3h 3c 5s 5h 5c 7s 7h 7c 9s 9h 9c As"), SOUTHERN) is None
    run6 = dealt_win(cards("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h Ks"), SOUTHERN)
    assert run6 is not None
    assert run6[:2] == (1, (5, 4, 3, 2, 1))


def test_TL_6_3_quads_as_two_pairs() -> None:
    hand = cards("4s 4h 4c 4d 7s 7h 9s 9h Js Jd Kh Kc Ad")
    key = dealt_win(hand, MEITIAN)
    assert key is not None
    assert key[0] == 1
    assert dealt_win(cards("3s 3h 3c 3d 5s 5h 5c 7s 7h 7c 9s 9h 9c"), MEITIAN) == (2, (6, 4, 2, 0), 3)
    assert dealt_win(cards("3s 3h 5s 5h 7s 7h 9s 9h Js Jh 2s 2h As"), MEITIAN) == (1, (12, 8, 6, 4, 2, 0), 3)
    assert dealt_win(cards("5s 5h 7s 7h 9s 9h Js Jh Ks Kh 2s 2h 2c"), MEITIAN) is not None
    assert dealt_win(cards("9s 9h Ts Th Js Jh Qs Qh Ks Kd 2s 2h 4s"), MEITIAN) == (3, (10, 9, 8, 7, 6), 3)


def test_TL_6_4_same_entry_by_ranks_then_suit() -> None:
    higher = dealt_win(cards("3s 3h 5s 5h 7s 7h 9s 9h Js Jh Ks Kh As"), MEITIAN)
    lower = dealt_win(cards("3c 3d 5c 5d 7c 7d 9c 9d Jc Jd Kc Kd 2s"), MEITIAN)
    other = dealt_win(cards("4c 4d 6c 6d 8c 8d Tc Td Qc Qd Kc Kd 2s"), MEITIAN)
    assert higher is not None
    assert lower is not None
    assert other is not None
    assert higher > lower
    assert other > higher
    two_aces = dealt_win(cards("3s 4s 5s 6s 7s 8s 9s Th Jh Qh Kh Ah As"), MEITIAN)
    one_ace = dealt_win(cards("3h 4h 5h 6h 7h 8h 9h Ts Js Qs Ks Ac 2s"), MEITIAN)
    assert two_aces is not None
    assert one_ace is not None
    assert two_aces > one_ace


# What is left


@pytest.mark.parametrize(
    ("left", "units"),
    [
        ("3s 3h 3c 3d 4s 4h 5s 5h 6s 6h", 5),
        ("3s 3h 4s 4h 4c 4d 5s 5h 6s 6h", 4),
        ("2h 9s 9h 9c 9d", 8),
        ("2h 2d 2s", 12),
        ("2s 2c 2h 2d", 17),
        ("3s 4s 5s", 0),
        ("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h", 5),
        ("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h", 4),
        ("3s 3h 3c 3d 4s 4h 4c 4d 5s 5h 5c 5d", 9),
        ("", 0),
    ],
)
def test_TL_7_3_and_7_4_leftovers(left: str, units: int) -> None:
    assert leftover_units(cards(left), MEITIAN) == units


@pytest.mark.parametrize(
    ("left", "units", "counted"),
    [
        ("2h 9s 9h 9c 9d", 18, 0),
        ("2h 2s 3c", 9, 1),
        ("2s 2c 2h 2d 4c", 18, 1),
        ("3s 3h 3c 3d 4s 4h 5s 5h 6s 6h", 21, 0),
        ("3s 3h 4s 4h 4c 4d 5s 5h 6s 6h", 18, 2),
        ("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h", 18, 0),
        ("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h", 18, 0),
        ("3s 4s 5s", 0, 3),
    ],
)
def test_TL_7_3_southern_prices_stand_instead_of_the_card(left: str, units: int, counted: int) -> None:
    for house in (SOUTHERN, SOUTHERN_PLACES):
        assert leftover_units(cards(left), house) == units
        assert cards_counted(cards(left), house) == counted


def test_case_bm_examples_of_TL_7_7() -> None:
    assert 10 * (5 + leftover_units(cards("2h 9s 9h 9c 9d"), MEITIAN)) == 130
    assert 10 * (3 + leftover_units(cards("2h 2d 2s"), MEITIAN)) == 150


# Whole hands


def test_TL_4_1_and_case_bk_lowest_dealt_card_leads() -> None:
    hands = hands_with("4h", "5h", avoid="3h 3d 3s 3c")
    for house in HOUSES.values():
        lowest = min((card for hand in hands for card in hand), key=lambda card: order(card, house))
        hand = Referee(house, hands)
        assert hand.asked is not None
        assert lowest in hand.hands[hand.asked]
        containing = {play for play in hand.legal() if lowest in play}
        assert (hand.legal() == containing) == house.first_contains_lowest


def test_TL_4_1_later_southern_hands_are_led_by_the_previous_winner() -> None:
    hands = hands_with("3s", "5h")
    first = Referee(MEITIAN, hands).asked
    for leader in (0, 1):
        assert Referee(MEITIAN, hands, leader=leader).asked == first
        later = Referee(SOUTHERN, hands, leader=leader)
        assert later.asked == leader
        assert later.legal() == plays(hands[leader], None, SOUTHERN)


def test_case_bd_a_leader_cannot_pass_TL_4_3() -> None:
    hand = referee(MEITIAN, "5s", "9s", "8s", "Ts")
    assert "pass" not in hand.legal()
    act(hand, "5s")
    assert "pass" in hand.legal()


def test_case_bg_a_pass_locks_the_trick_TL_4_4() -> None:
    hand = referee(MEITIAN, "5s", "9s", "8s", "Ts")
    act(hand, "5s", "pass", "8s", "pass", "pass")
    assert hand.asked == 2
    assert "pass" not in hand.legal()


def test_case_bh_a_new_2_asks_the_locked_seat_again_TL_4_4() -> None:
    hand = referee(MEITIAN, "5s", "9s 9h 9c 9d", "2s", "Ts")
    act(hand, "5s", "pass", "2s", "pass", "pass")
    assert hand.asked == 1
    assert hand.legal() >= {frozenset(cards("9s 9h 9c 9d")), "pass"}
    shorten(hand, 1, "9s 9h 9c 9d 4c")
    assert hand.legal() == {frozenset(cards("9s 9h 9c 9d")), "pass"}
    shorten(hand, 1, "9s 9h 9c 4c")
    assert hand.legal() == {"pass"}
    act(hand, "pass")
    assert hand.asked == 2


def test_TL_4_4_southern_asks_again_for_a_run_of_four_only() -> None:
    hand = referee(SOUTHERN, "5s", "9s 9h 9c 9d", "2s", "Ts")
    act(hand, "5s", "pass", "2s", "pass", "pass")
    assert hand.asked == 1
    shorten(hand, 1, "9s 9h 9c 9d 4c")
    assert hand.legal() == {"pass"}
    shorten(hand, 1, "4s 4h 5d 5h 6s 6h 7s 7h 9c")
    assert hand.legal() == {frozenset(cards("4s 4h 5d 5h 6s 6h 7s 7h")), "pass"}


def test_case_be_and_TL_4_7_what_is_not_held_is_no_legal_play() -> None:
    hand = referee(MEITIAN, "6c", "6d")
    legal = hand.legal()
    assert frozenset(["6c"]) in legal
    assert frozenset(["6d"]) not in legal
    assert frozenset(["6c", "6d"]) not in legal
    with pytest.raises(AssertionError):
        hand.play(["6c", "6d"])


def test_TL_9_1_timeout_lays_the_lowest_single_or_passes() -> None:
    hand = referee(MEITIAN, "4h 4d", "6d", avoid="3s 3h 3c 3d")
    hand.timeout()
    assert hand.top == frozenset(["4h"])
    hand.timeout()
    assert hand.asked == 0
    assert hand.top is None


def test_TL_4_4_three_2s_ask_nobody_again() -> None:
    hand = referee(MEITIAN, "5s 5h 5d", "9s", "2s 2h 2c", "Ts")
    act(hand, "5s 5h 5d", "pass", "2s 2h 2c", "pass", "pass")
    assert hand.asked == 2


def test_case_bc_a_led_quad_is_chopped() -> None:
    hand = referee(MEITIAN, "9s 9h 9c 9d", "Ts Th Tc Td 8s 8h 8c 8d", "4s", "5s")
    act(hand, "9s 9h 9c 9d")
    legal = hand.legal()
    assert frozenset(cards("Ts Th Tc Td")) in legal
    assert frozenset(cards("8s 8h 8c 8d")) not in legal
    act(hand, "Ts Th Tc Td", "pass", "pass", "pass")
    assert hand.postings == [(0, 1, 6, "chop")]


def test_TL_7_6_example_three_specials_in_a_trick() -> None:
    hand = referee(MEITIAN, "3s 3h 4s 4h 5s 5h", "6s 6h 7s 7h 8s 8h", "Ks", "4c 4d 5c 5d 6c 6d 7c 7d")
    act(hand, "3s 3h 4s 4h 5s 5h", "6s 6h 7s 7h 8s 8h", "pass", "4c 4d 5c 5d 6c 6d 7c 7d", "pass", "pass")
    assert hand.asked == 2
    act(hand, "pass")
    assert hand.totals() == [0, -8, 0, 8]
    assert hand.asked == 3


def test_TL_7_6_example_a_2_chopped_by_a_run_of_four() -> None:
    run = "4c 4d 5c 5d 6c 6d 7c 7d"
    hand = referee(MEITIAN, "2h", run, "Ks", "Kc")
    act(hand, "2h", run, "pass", "pass", "pass")
    assert hand.totals() == [-4, 4, 0, 0]


def test_TL_7_6_example_a_special_led_pays_nothing() -> None:
    run = "4c 4d 5c 5d 6c 6d 7c 7d"
    hand = referee(MEITIAN, run, "3h", "Ks", "Kc")
    act(hand, run, "pass", "pass", "pass")
    assert hand.postings == []
    assert hand.asked == 0


def test_southern_chops_pay_what_was_cut() -> None:
    hand = referee(SOUTHERN, "2s", "2h", "9s 9h 9c 9d", "4s 4h 5s 5h 6s 6h 7s 7h")
    act(hand, "2s", "2h", "9s 9h 9c 9d", "4s 4h 5s 5h 6s 6h 7s 7h", "pass", "pass", "pass")
    assert hand.postings == [(2, 3, 18, "chop")]
    assert hand.asked == 3


def test_case_bj_hand_ends_at_once_and_the_last_chop_is_paid_TL_5_1() -> None:
    hand = referee(MEITIAN, "2h", "9s 9h 9c 9d", "4s 4h 4c 4d", "Kc")
    shorten(hand, 1, "9s 9h 9c 9d")
    shorten(hand, 2, "4s 4h 4c 4d 8c")
    hand._has_laid |= {2, 3}
    act(hand, "2h", "9s 9h 9c 9d")
    assert hand.over
    assert hand.asked is None
    assert (0, 1, 3, "chop") in hand.postings
    assert (2, 1, 5, "cards left") in hand.postings
    assert (2, 1, 3, "2s and specials left") in hand.postings
    assert sum(hand.totals()) == 0


def test_TL_7_2_an_unplayed_hand_pays_26_and_its_extras() -> None:
    for house in (MEITIAN, SOUTHERN):
        hand = referee(house, "Ks", "2h 3c 4c 5d 6d 8c 8d 9c Td Jd Qd Kc Ac")
        shorten(hand, 0, "Ks")
        act(hand, "Ks")
        assert hand.totals() == [26 + house.prices["red 2"], -26 - house.prices["red 2"]]


def test_TL_7_5_example_dealt_wins() -> None:
    deal = [
        cards("3s 4s 5s 6h 7h 8h 9h Th Jh Qh Kh Ah 2s"),
        cards("3h 3c 4h 4c 8s 8c 9s 9c Qs Qc 2c 2d Ac"),
        cards("4d 5d 6d 7d 8d Tc Td Js Jc Qd Ks Kc As"),
        cards("5h 5c 6s 6c 7s 7c 2h 3d 9d Jd Kd Ts Ad"),
    ]
    hand = Referee(MEITIAN, deal)
    assert hand.over
    assert hand.asked is None
    assert hand.winner == 0
    assert [10 * units for units in hand.totals()] == [850, -260, -260, -330]
    assert Referee(SOUTHERN, deal).totals() == [78, -26, -26, -26]
    assert Referee(SOUTHERN_PLACES, deal).totals() == [6, -2, -2, -2]


# Places


def test_case_bi_whoever_has_not_acted_is_asked_TL_4_6() -> None:
    hand = referee(SOUTHERN_PLACES, "Ks", "5s", "6s", "7s")
    shorten(hand, 0, "Ks")
    act(hand, "Ks", "pass", "pass")
    assert not hand.over
    assert hand.asked == 3
    act(hand, "pass")
    assert hand.asked == 1
    assert "pass" not in hand.legal()


def test_TL_5_2_places_of_four() -> None:
    hand = referee(SOUTHERN_PLACES, "Ks", "As", "2h", "9s 9h 9c 9d")
    shorten(hand, 0, "Ks")
    shorten(hand, 1, "As")
    shorten(hand, 2, "2h 3c")
    shorten(hand, 3, "9s 9h 9c 9d 2c")
    act(hand, "Ks", "As", "2h", "9s 9h 9c 9d", "pass")
    assert hand.postings == [(2, 3, 6, "chop")]
    assert hand.asked == 3
    act(hand, "2c")
    assert hand.over
    assert hand.out == [0, 1, 3]
    assert hand.totals() == [2, 1, -2 - 6, -1 + 6]


def test_TL_5_2_a_seat_gone_out_can_still_be_chopped() -> None:
    hand = referee(SOUTHERN_PLACES, "2h", "9s 9h 9c 9d", "3s")
    shorten(hand, 0, "2h")
    shorten(hand, 1, "9s 9h 9c 9d 2s")
    shorten(hand, 2, "3s 2c 4s")
    act(hand, "2h", "9s 9h 9c 9d", "pass", "2s")
    assert hand.over
    assert hand.totals() == [-6 + 1, 6 + 3, -1 - 3]


def test_TL_5_2_places_of_two() -> None:
    hand = referee(SOUTHERN_PLACES, "2h", "9s")
    shorten(hand, 0, "2h")
    shorten(hand, 1, "9s 2d 8s")
    act(hand, "2h")
    assert hand.totals() == [7, -7]


@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_TL_7_random_hands_come_to_an_end_and_sum_to_zero(house: House, seats: int) -> None:
    draw = random.Random(seats)
    for _ in range(2):
        pack = list(PACK)
        draw.shuffle(pack)
        hand = Referee(house, [pack[13 * seat : 13 * seat + 13] for seat in range(seats)])
        while not hand.over:
            options = sorted(hand.legal(), key=lambda one: one if isinstance(one, str) else " ".join(sorted(one)))
            choice = draw.choice(options)
            if isinstance(choice, str):
                hand.pass_()
            else:
                hand.play(choice)
        assert sum(hand.totals()) == 0
        assert hand.asked is None
        if any(reason == "dealt win" for _, _, _, reason in hand.postings):
            assert all(len(held) == 13 for held in hand.hands)
        else:
            emptied = sum(1 for held in hand.hands if not held)
            assert emptied == (seats - 1 if house.play_until == "one_left" else 1)


def test_counts_a_sample_of_the_count_file_is_what_the_oracle_says() -> None:
    lines = [line.split("\t") for line in COUNTS.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) >= 400
    for name, holding, top, number in random.Random(0).sample(lines, 40):
        below = None if top == "-" else cards(top)
        assert len(plays(cards(holding), below, HOUSES[name])) == int(number)
