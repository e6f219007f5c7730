"""TL-2 what cards are together, TL-3 what beats what."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tienlen
from common.cards import Card, cards, pack
from common.testing.strategies import holdings, spellings
from tests.naive import tienlen as naive
from tests.tienlen.tables import HOUSES, ORACLES, RULESETS, house, table

RUN3, RUN3_UP = "3s 3h 4s 4h 5s 5h", "4d 4c 5d 5c 6d 6c"
QUAD, QUAD_UP = "7s 7h 7c 7d", "8s 8h 8c 8d"
RUN4, RUN4_LOW = "9s 9h Ts Th Js Jh Qs Qh", "9c 9d Tc Td Jc Jd Qc Qd"


def kind(text: str, rules: str = "meitian") -> tuple[str, int, str] | None:
    found = tienlen.combination(text, rules)
    return None if found is None else (found.kind, found.length, str(found.top))


# Properties


@pytest.mark.parametrize("rules", RULESETS)
@given(data=st.data())
def test_TL_2_1_to_2_5_every_set_of_cards_is_what_the_prose_says(rules: str, data: st.DataObject) -> None:
    held = data.draw(holdings(1, 12))
    some = held[: data.draw(st.integers(1, len(held)))]
    found = tienlen.combination(some, HOUSES[rules])
    right = naive.combination([str(card) for card in some], ORACLES[rules])
    assert (None if found is None else (found.kind, found.length, str(found.top))) == right


@given(holdings(1, 12), st.randoms(use_true_random=False))
def test_TL_2_6_order_never_matters(held: tuple[Card, ...], chance: random.Random) -> None:
    other = list(held)
    chance.shuffle(other)
    for ask in (tienlen.combination, tienlen.dealt_win, tienlen.leftover_units):
        assert ask(held, HOUSES["meitian"]) == ask(other, HOUSES["meitian"])
    assert tienlen.plays(held, None, HOUSES["meitian"]) == tienlen.plays(other, None, HOUSES["meitian"])


@pytest.mark.parametrize("rules", RULESETS)
@given(data=st.data())
def test_TL_3_6_beats_is_total_and_never_goes_both_ways(rules: str, data: st.DataObject) -> None:
    """Of any two sets of cards, combinations or not, at most one beats the other, and none beats itself."""
    one, other = data.draw(holdings(1, 8)), data.draw(holdings(1, 8))
    assert not (tienlen.beats(one, other, HOUSES[rules]) and tienlen.beats(other, one, HOUSES[rules]))
    assert not tienlen.beats(one, one, HOUSES[rules])
    right = naive.beats([str(card) for card in one], [str(card) for card in other], ORACLES[rules])
    assert tienlen.beats(one, other, HOUSES[rules]) == right


@pytest.mark.parametrize("rules", RULESETS)
def test_TL_3_1_within_a_kind_and_length_there_is_one_order(rules: str) -> None:
    """Singles are ordered as the cards are; pairs with one card in common never beat each other both ways."""
    oracle = ORACLES[rules]
    singles = sorted(pack(), key=lambda card: naive.order(str(card), oracle))
    for low, high in combinations(singles, 2):
        assert tienlen.beats([high], [low], HOUSES[rules])
        assert not tienlen.beats([low], [high], HOUSES[rules])
    for rank in "37A2":
        pairs = list(combinations([card for card in pack() if str(card)[0] == rank], 2))
        for pair in pairs:
            for other in pairs:
                top, under = (max(naive.order(str(card), oracle) for card in each) for each in (pair, other))
                assert tienlen.beats(pair, other, HOUSES[rules]) == (top > under)


@pytest.mark.parametrize("rules", RULESETS)
@given(data=st.data())
def test_TL_3_plays_are_the_combinations_that_beat(rules: str, data: st.DataObject) -> None:
    """Each play is a combination of cards held that beats the top; each is named once; none is missing (see counts)."""
    held = data.draw(holdings(1, 13))
    rest = [card for card in pack() if card not in held]
    some = data.draw(st.sampled_from([1, 1, 2, 2, 3, 4, 6, 8]))
    chance = data.draw(st.randoms(use_true_random=False))
    leads = [play for play in tienlen.plays(chance.sample(rest, 13), None, HOUSES[rules]) if len(play) == some]
    top = chance.choice(leads) if leads else None
    found = tienlen.plays(held, top, HOUSES[rules])
    assert len({frozenset(play) for play in found}) == len(found)
    for play in found:
        assert set(play) <= set(held)
        assert tienlen.combination(play, HOUSES[rules]) is not None
        assert top is None or tienlen.beats(play, top, HOUSES[rules])


# Examples


def test_TL_2_1_singles_pairs_triples() -> None:
    assert kind("3s") == ("single", 1, "3s")
    assert kind("7h 7s") == ("pair", 1, "7s")
    assert kind("7h 7s", "southern") == ("pair", 1, "7h")
    assert kind("7h 7s 7d") == ("triple", 1, "7s")


def test_TL_2_2_straights_have_no_2() -> None:
    assert kind("3h 4s 5d") == ("straight", 3, "5d")
    assert kind("3h 4s 5d 6h 7h 8s 9s Td Js Qd Kd Ah") == ("straight", 12, "Ah")
    assert kind("Qs Kh Ad") == ("straight", 3, "Ad")
    for text in ("Ks Ah 2d", "As 2h 3d", "2s 3h 4d", "3s 4s", "3s 5s 6s"):
        assert kind(text) is None


def test_TL_2_2_TL_2_4_the_shortest_runs_are_data() -> None:
    longer = house(combinations={"straight_from": 5})
    assert tienlen.combination("3h 4s 5d 6s", longer) is None
    assert tienlen.combination("3h 4s 5d 6s 7s", longer) is not None
    four = tienlen.load_ruleset(
        {
            **tienlen.load_ruleset("meitian").resolved,
            "combinations": {"straight_from": 3, "pair_run_from": 4},
            "beating": {"quad": ["two", "pair_of_twos"], "pair_run_4": ["two", "pair_of_twos", "quad"]},
        }
    )
    assert tienlen.combination(RUN3, four) is None
    assert tienlen.combination(RUN4, four) is not None
    assert tienlen.leftover_units(RUN3, four) == 0
    assert tienlen.leftover_units(RUN4, four) == 4


def test_TL_2_3_a_quad() -> None:
    assert kind("7h 7s 7d 7c") == ("quad", 1, "7s")
    assert kind("2h 2s 2d 2c") == ("quad", 1, "2s")


def test_TL_2_4_pair_runs() -> None:
    assert kind("3h 3s 4s 4d 5d 5h") == ("pair_run", 3, "5d")
    assert kind("Qs Qd Kh Ks Ad Ac") == ("pair_run", 3, "Ac")
    assert kind("Ks Kd As Ad 2s 2d") is None
    assert kind("3h 3s 4h 4s") is None
    assert kind("3h 3s 3d 4h 4s 4d 5h 5s 5d") is None
    assert kind("3h 3s 4h 4s 6h 6s") is None
    assert kind("3h 3s 4h 5s 5h 5c") is None


def test_TL_2_5_anything_else_is_no_combination() -> None:
    for text in ("3h 4h", "3h 3s 4s", "3s 3h 3d 4s 4h", "3s 3h 3c 3d 4s", "3h 4h 5h 5s"):
        assert kind(text) is None


def test_case_h_a_run_of_three_pairs_in_every_order_TL_2_6() -> None:
    for laid in permutations(cards("4c 3h 5s 3s 5d 4h")):
        assert tienlen.combination(laid) == ("pair_run", 3, Card("5s"))


@given(spellings())
def test_case_c_a_card_has_many_spellings_and_one_face(spelt: tuple[Card, str]) -> None:
    card, spelling = spelt
    assert tienlen.combination(spelling) == ("single", 1, card)
    assert {str(Card(text)) for text in ("10S", "Ts", "♠10", "10s")} == {"Ts"}


@pytest.mark.parametrize("wrong", ["1s", "0s", "Tx", "", " ", "3", "s3", "3s x", "11s"])
def test_case_c_what_is_no_card_is_an_error_and_never_dropped(wrong: str) -> None:
    with pytest.raises(tienlen.CardError):
        tienlen.combination(wrong)


def test_case_j_a_card_twice_is_refused_when_the_hand_is_read() -> None:
    with pytest.raises(tienlen.CardError, match="5c"):
        tienlen.combination("5c 5c")
    game = tienlen.Game("meitian", seats=2)
    with pytest.raises(tienlen.DealError, match="5c"):
        game.deal(hands=["5c 5c 3s 4s 6s 7s 8s 9s Ts Js Qs Ks As", "5d 5h 3h 4h 6h 7h 8h 9h Th Jh Qh Kh Ah"])
    with pytest.raises(tienlen.DealError, match="5c"):
        game.deal(hands=["5c 5s 3s 4s 6s 7s 8s 9s Ts Js Qs Ks As", "5d 5c 3h 4h 6h 7h 8h 9h Th Jh Qh Kh Ah"])
    assert game.position == 0
    with pytest.raises(tienlen.CardError, match="Xb"):
        tienlen.combination("Xb")


def test_case_ba_straights_and_pair_runs_never_hold_a_2() -> None:
    assert kind("Qs Kh Ad") == ("straight", 3, "Ad")
    assert kind("Qs Qd Kh Ks Ad Ac") == ("pair_run", 3, "Ac")
    for text in ("Qs Kh Ad 2c", "2s 3h 4d", "Ks Kd As Ad 2s 2d", "3s 3h 4d 5c"):
        assert kind(text) is None
    assert not tienlen.beats("4s 5s 6s 7s", "3h 4h 5h")


def test_TL_3_1_rank_then_suit_of_the_top_card() -> None:
    assert tienlen.beats("7s 7h", "7c 7d")
    assert not tienlen.beats("7c 7d", "7s 7h")
    assert tienlen.beats("4h 5h 6s", "4s 5s 6c")
    assert tienlen.beats("3h 3c 3d", "3h 3c 3s") is False
    assert not tienlen.beats("4h 5h 6h 7h", "3h 4h 5h")
    assert not tienlen.beats("4s 4h", "3s")


@pytest.mark.parametrize("rules", RULESETS)
def test_TL_3_2_the_beating_table(rules: str) -> None:
    over = {
        RUN3: {"2s"},
        RUN3_UP: {"2s", RUN3},
        QUAD: {"2s", "2s 2h", RUN3, RUN3_UP},
        QUAD_UP: {"2s", "2s 2h", RUN3, RUN3_UP, QUAD},
        RUN4: {"2s", "2s 2h", RUN3, RUN3_UP, QUAD, QUAD_UP},
    }
    below = ["2s", "2s 2h", "2s 2h 2c", RUN3, RUN3_UP, QUAD, QUAD_UP, RUN4, "As", "Qc Qd", "3c 4c 5d"]
    for laid, lower in over.items():
        assert {top for top in below if tienlen.beats(laid, top, rules)} == lower
    assert tienlen.beats(RUN4, RUN4_LOW, rules)


@pytest.mark.parametrize("rules", RULESETS)
def test_TL_3_3_nothing_beats_three_2s(rules: str) -> None:
    for special in (RUN3, QUAD, RUN4, "3s 3h 4s 4h 5s 5h 6s 6h 7s 7h", "3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h"):
        assert not tienlen.beats(special, "2s 2h 2c", rules)
    assert not tienlen.beats(RUN3, "2s 2h", rules)


def test_TL_3_4_runs_of_five_and_six_pairs() -> None:
    run4, run5, run6 = (" ".join(f"{rank}s {rank}h" for rank in "3456789"[:length]) for length in (4, 5, 6))
    high4, high5 = "Jc Jd Qc Qd Kc Kd Ac Ad", "Tc Td Jc Jd Qc Qd Kc Kd Ac Ad"
    for laid, top in (
        (run5, high4),
        (run6, high5),
        (high5, run5),
        (run5, "2s 2h"),
        (run6, "9s 9h 9c 9d"),
        (run5, RUN3),
    ):
        assert tienlen.beats(laid, top)
    for laid, top in ((high4, run5), ("9s 9h 9c 9d", run4), (run6, "2s 2h 2c"), (run5, high5), (run5, run6)):
        assert not tienlen.beats(laid, top)
    off = house(dealt_wins={"low_to_high": []})
    hands = [run5 + " 9c 9d Jh", "Jc Jd Qc Qd Kc Kd Ac Ad 3c 4c 5c 6c 7c"]
    game = tienlen.Game(off, seats=2)
    game.deal(hands=hands)
    (leader,) = game.awaiting
    assert leader == 0  # it holds the three of hearts
    game.act(tienlen.Play(seat=0, cards=cards(run5)))
    assert len(game.legal_actions(1)) == 1  # the pass


@pytest.mark.parametrize("rules", RULESETS)
def test_TL_3_5_a_special_may_always_be_led(rules: str) -> None:
    held = cards("3s 3h 4s 4h 5s 5h 9s 9h 9c 9d")
    led = {frozenset(play) for play in tienlen.plays(held, None, rules)}
    assert {frozenset(held[:6]), frozenset(held[6:])} <= led
    assert tienlen.plays(held, "Ks", rules) == []
    assert {frozenset(play) for play in tienlen.plays(held, "2s", rules)} == {frozenset(held[:6]), frozenset(held[6:])}


def test_case_bb_a_quad_lies_over_2s_only() -> None:
    game = table("meitian", "Qs Qh 2s 2h 3h", "8s 8h 8c 8d 2c 2d")
    game.act(tienlen.Play(seat=0, cards=cards("Qs Qh")))
    why = game.why_not(tienlen.Play(seat=1, cards=cards("8s 8h 8c 8d")))
    assert why is not None
    assert why.code == "wrong_kind"
    assert not tienlen.beats("8s 8h 8c 8d", "Qs Qh")
    assert tienlen.beats("8s 8h 8c 8d", "2s")
    assert tienlen.beats("8s 8h 8c 8d", "2s 2h")
    assert not tienlen.beats("2s 2h", "8s 8h 8c 8d")


def test_case_bp_fewest_plays() -> None:
    """Alone, a holding is empty after four plays at best."""
    holding = cards("2h 3d 4h 5c 6s 7s 7d 7h Td Jd Qd Kd Ah")
    plays = [frozenset(play) for play in tienlen.plays(holding)]
    reached = {frozenset(holding)}
    for count in range(1, 5):
        first = {left: min(left) for left in reached}
        reached = {left - play for left in reached for play in plays if first[left] in play and play <= left}
        assert (frozenset() in reached) == (count == 4)


def test_plays_over_a_top_that_is_none() -> None:
    with pytest.raises(tienlen.CardError, match="no combination"):
        tienlen.plays("3s", "3h 4h")
    assert tienlen.plays([], None) == []
    assert tienlen.combination([]) is None
    assert not tienlen.beats([], "3s")


@given(holdings(0, 13))
def test_sort_keeps_every_card(held: tuple[Card, ...]) -> None:
    by_rank, together = tienlen.sort(held), tienlen.sort(held, by="combination")
    assert sorted(by_rank) == sorted(together) == sorted(held)
    assert list(by_rank) == sorted(held, key=lambda card: naive.order(str(card), ORACLES["meitian"]))
    with pytest.raises(ValueError, match="rank"):
        tienlen.sort(held, by="colour")  # type: ignore[arg-type]
