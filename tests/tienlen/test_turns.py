"""TL-1 table and deal, TL-4 turns, TL-5 end, TL-9 clock and absence, played through ``Game``."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tienlen
from common.cards import Card, cards, pack
from common.testing.hands import Hands, filled
from common.testing.strategies import deals
from tests.naive import tienlen as naive
from tests.tienlen.tables import (
    HOUSES,
    ORACLES,
    RULESETS,
    action,
    asked,
    go,
    house,
    options,
    paid,
    phase,
    rank_of,
    refusal,
    table,
)
from tienlen.turns import next_leader

STRAIGHT = "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"


def run_out(game: tienlen.Game, seed: int = 0) -> None:
    """Play on at random to the end."""
    draw = random.Random(seed)
    while not game.is_over:
        seat = min(game.awaiting)
        legal = game.legal_actions(seat)
        game.act(legal[draw.randrange(len(legal))])


# TL-1


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_TL_1_1_thirteen_cards_each_of_one_pack(rules: str, seats: int) -> None:
    game = tienlen.Game(rules, seats=seats)
    game.deal(seed=seats)
    (dealt,) = [event for event in game.log if event.trigger == "dealt"]
    hands = dealt.hands  # type: ignore[attr-defined]
    assert [len(hand) for hand in hands] == [13] * seats
    assert len({card for hand in hands for card in hand}) == 13 * seats
    assert {card for hand in hands for card in hand} <= set(pack())


def test_TL_1_1_two_to_four_seats_are_data() -> None:
    for seats in (0, 1, 5, -1):
        with pytest.raises(tienlen.RulesetError, match="seats"):
            tienlen.Game("meitian", seats=seats)
    with pytest.raises(tienlen.RulesetError, match="seats"):
        tienlen.Game("meitian", seats=True)
    only_four = house(seats={"least": 4})
    assert tienlen.Game(only_four).seats == 4
    with pytest.raises(tienlen.RulesetError, match="4 to 4"):
        tienlen.Game(only_four, seats=3)
    assert tienlen.Game(house(seats={"most": 3})).seats == 3


def test_TL_1_2_the_ring_is_the_order_of_seats_and_direction_is_display() -> None:
    assert HOUSES["meitian"].direction == "counter_clockwise"
    for direction in ("clockwise", "counter_clockwise"):
        game = table(house(direction=direction), "3h 5h", "", "", "")
        order: list[int] = []
        go(game, "3h")
        while not order or asked(game) != 0:
            order.append(asked(game))
            go(game, "pass")
        assert order == [1, 2, 3]


def test_TL_1_3_suits_are_data() -> None:
    singles = {name: tienlen.sort(pack(), rules=HOUSES[name]) for name in RULESETS}
    assert str(singles["meitian"][0]) == "3h"
    assert str(singles["meitian"][-1]) == "2s"
    assert str(singles["southern"][0]) == "3s"
    assert str(singles["southern"][-1]) == "2h"
    assert [str(card) for card in singles["meitian"][:4]] == ["3h", "3d", "3c", "3s"]
    assert [str(card) for card in singles["southern-places"][:4]] == ["3s", "3c", "3d", "3h"]


# TL-4.1, TL-4.2


@pytest.mark.parametrize("rules", RULESETS)
@given(data=st.data())
def test_TL_4_1_the_holder_of_the_lowest_card_dealt_leads(rules: str, data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 4))
    hands = data.draw(deals(seats))
    game = tienlen.Game(HOUSES[rules], seats=seats)
    game.deal(hands=hands)
    if game.is_over:  # a hand that wins at once
        return
    dealt = sorted((card for hand in hands for card in hand), key=lambda card: rank_of(card, HOUSES[rules]))
    assert dealt[0] in hands[asked(game)]
    must = HOUSES[rules].first_lead.must_contain_lowest
    assert game.view(None).must == (dealt[0] if must else None)


def test_TL_4_1_meitian_each_hand_anew_southern_the_previous_winner() -> None:
    hands = filled("3h 3s", "4h", "", "", fits=lambda h: not any(tienlen.dealt_win(x, "southern") for x in h))
    for leader in (None, 1, 2):
        game = tienlen.Game("meitian", leader=leader)
        game.deal(hands=hands)
        assert game.awaiting == {0}
        later = tienlen.Game("southern", leader=leader)
        later.deal(hands=hands)
        assert later.awaiting == {0 if leader is None else leader}
        assert (later.view(0).must is None) == (leader is not None)
    with pytest.raises(tienlen.RulesetError, match="leader"):
        tienlen.Game("southern", seats=2, leader=2)


@pytest.mark.parametrize("seats", [2, 3])
def test_case_bk_without_the_lowest_cards_the_lowest_dealt_leads_TL_4_1(seats: int) -> None:
    for rules, missing in (("meitian", "3h 3d"), ("southern", "3s 3c"), ("southern-places", "3s")):
        starts = ["", "5h", ""][:seats]
        hands = filled(*starts, avoid=missing, fits=lambda h: not any(tienlen.dealt_win(x) for x in h))
        game = tienlen.Game(rules, seats=seats)
        game.deal(hands=hands)
        lowest = min((card for hand in hands for card in hand), key=lambda card: rank_of(card, HOUSES[rules]))
        seat = asked(game)
        assert lowest in hands[seat]
        if rules != "meitian":
            assert all(lowest in act.cards for act in game.legal_actions(seat))  # type: ignore[attr-defined]
            other = next(card for card in game.view(seat).holding if card != lowest)
            assert refusal(game, tienlen.Play(seat=seat, cards=(other,))) == "must_include_lowest"


def test_TL_4_2_whether_the_first_play_must_contain_it_is_data() -> None:
    hands = filled("3h 3s 9h", "4h", "", "", fits=lambda h: not any(tienlen.dealt_win(x, "southern") for x in h))
    free, bound = tienlen.Game("meitian"), tienlen.Game("southern")
    free.deal(hands=hands)
    bound.deal(hands=hands)
    assert free.why_not(tienlen.Play(seat=0, cards=cards("9h"))) is None
    assert refusal(bound, tienlen.Play(seat=0, cards=cards("9h"))) == "must_include_lowest"
    right = naive.plays([str(card) for card in hands[0]], None, ORACLES["southern"])
    found = {frozenset(str(card) for card in act.cards) for act in bound.legal_actions(0)}  # type: ignore[attr-defined]
    assert found == {play for play in right if "3s" in play}
    go(bound, "3s 3h", "pass", "pass", "pass")
    assert bound.view(0).must is None
    assert bound.why_not(tienlen.Play(seat=0, cards=cards("9h"))) is None


# TL-4.3 … TL-4.7


def test_case_bd_a_leader_cannot_pass_and_an_empty_play_is_none_TL_4_3() -> None:
    game = table("meitian", "3h 5s", "9s", "8s", "Ts")
    assert refusal(game, tienlen.Pass(seat=0)) == "must_lead"
    assert refusal(game, tienlen.Play(seat=0, cards=())) == "empty_play"
    assert "pass" not in options(game)
    go(game, "5s")
    assert "pass" in options(game)
    assert refusal(game, tienlen.Play(seat=1, cards=())) == "empty_play"
    assert tienlen.Play(seat=1, cards=cards("9s")) in game.legal_actions(1)


def test_case_bg_a_pass_locks_the_trick_TL_4_4_TL_4_5() -> None:
    game = table("meitian", "3h 5s", "9s", "8s", "Ts")
    go(game, "5s", "pass", "8s", "pass")
    assert asked(game) == 0
    assert refusal(game, tienlen.Play(seat=1, cards=cards("9s"))) == "locked_out"
    go(game, "pass")
    assert asked(game) == 2
    assert phase(game) is tienlen.Phase.LEADING
    assert refusal(game, tienlen.Play(seat=1, cards=cards("9s"))) == "not_your_turn"
    assert game.view(1).passed == frozenset()


def specials(hand: tuple[Card, ...]) -> set[str]:
    """The specials that a hand could lay over a 2, as text."""
    return {" ".join(map(str, play)) for play in tienlen.plays(hand, "2s", HOUSES["meitian"])}


@pytest.mark.parametrize("wanted", [{"9h 9d 9c 9s"}, set()])
def test_case_bh_a_new_2_asks_the_locked_seat_again_TL_4_4(wanted: set[str]) -> None:
    """With a quad it may lay it or pass, and nothing else; without, it is asked just the same and may only pass."""
    start = "9s 9h 9c 9d 2h" if wanted else "9s 9h 9c 2h 2d"
    game = table("meitian", "3h 5s", start, "2s", "Ts", such=lambda hands: specials(hands[1]) == wanted)
    go(game, "5s", "pass", "2s", "pass")
    assert asked(game) == 0
    go(game, "pass")
    assert asked(game) == 1
    assert options(game) == wanted | {"pass"}
    assert '"again":true' in game.view(None).to_json()
    go(game, "pass")
    assert asked(game) == 2
    assert phase(game) is tienlen.Phase.LEADING


@pytest.mark.parametrize("again", ["none", "specials", "pair_run_4"])
@pytest.mark.parametrize("asks", ["everyone", "holders"])
@pytest.mark.parametrize(
    ("start", "holds"), [("9s 9h 9c 9d", "quad"), ("4s 4h 5s 5h 6s 6h 7s 7h", "pair_run_4"), ("9s 9h 9c", "nothing")]
)
def test_TL_4_4_reentry_is_data(again: str, asks: str, start: str, holds: str) -> None:
    def such(hands: Hands) -> bool:
        kinds = {len(play.split()) for play in specials(hands[1])}
        return kinds == {"quad": {4}, "pair_run_4": {6, 8}, "nothing": set()}[holds]

    rules = house(reentry={"with": again, "asks": asks}, dealt_wins={"low_to_high": []})
    game = table(rules, "3h 3s", start, "2s", such=such)
    go(game, "3s", "pass", "2s")
    assert asked(game) == 0  # it has not passed, so it is asked in any house
    go(game, "pass")
    can = holds in {"none": (), "specials": ("quad", "pair_run_4"), "pair_run_4": ("pair_run_4",)}[again]
    if again != "none" and (asks == "everyone" or can):
        assert asked(game) == 1
        sizes = {len(play.split()) for play in options(game) - {"pass"}}
        assert sizes == (set() if not can else {4} if holds == "quad" else {6, 8} if again == "specials" else {8})
        if holds == "quad" and not can:
            assert refusal(game, action(game, start)) == "wrong_kind"
        go(game, "pass")
    assert phase(game) is tienlen.Phase.LEADING
    assert asked(game) == 2


def test_TL_4_4_seats_are_asked_in_ring_order_locked_and_unlocked_alike() -> None:
    game = table("meitian", "3h 5h", "2h", "6h", "2s")
    go(game, "5h", "2h", "pass", "2s")
    order = []
    while phase(game) is tienlen.Phase.FOLLOWING:
        order.append((asked(game), '"again":true' in game.view(None).to_json()))
        go(game, "pass")
    assert order == [(0, False), (1, False), (2, True)]


def test_TL_4_4_ordinary_tops_and_three_2s_ask_nobody_again() -> None:
    game = table("meitian", "3h 5s 5h 5d", "9s 9h", "2s 2h 2c", "Ts")
    go(game, "5h 5d 5s", "pass", "2h 2c 2s", "pass", "pass")
    assert asked(game) == 2
    assert phase(game) is tienlen.Phase.LEADING
    game = table("meitian", "3h 4h", "9s 9h 9c 9d", "As", "Ts")
    go(game, "4h", "pass", "As", "pass", "pass")
    assert asked(game) == 2


def test_TL_4_4_no_second_chance_at_the_same_top() -> None:
    game = table("meitian", "3h 2s", "9s 9h 9c 9d", "", "")
    go(game, "2s", "pass", "pass", "pass")
    assert phase(game) is tienlen.Phase.LEADING
    assert asked(game) == 0


def test_TL_4_5_the_owner_leads_and_passes_are_cleared() -> None:
    game = table("meitian", "3h", "4h 6d", "5h", "")
    go(game, "3h", "4h", "5h")
    while phase(game) is tienlen.Phase.FOLLOWING:
        go(game, "pass")
    assert asked(game) == 2
    assert game.view(None).passed == frozenset()
    assert game.view(None).top == ()


@pytest.mark.parametrize("rules", RULESETS)
def test_TL_4_7_what_is_refused_changes_nothing(rules: str) -> None:
    game = table(rules, "3h 3s 6c 4h", "6d 5h", "8h", "9h")
    for act in (
        tienlen.Play(seat=1, cards=cards("6d")),
        tienlen.Pass(seat=1),
        tienlen.Play(seat=0, cards=cards("6d")),
        tienlen.Play(seat=0, cards=cards("6c 6c")),
        tienlen.Play(seat=0, cards=cards("6c 6d")),
        tienlen.Play(seat=0, cards=()),
        tienlen.Play(seat=0, cards=cards("3h 4h")),
    ):
        refusal(game, act)


def test_case_be_a_card_twice_or_with_another_seat_is_refused_TL_4_7() -> None:
    game = table("meitian", "3h 6c", "6d", "", "")
    assert refusal(game, tienlen.Play(seat=0, cards=cards("6c 6c"))) == "duplicate_card"
    assert refusal(game, tienlen.Play(seat=0, cards=cards("6c 6d"))) == "not_held"
    assert refusal(game, tienlen.Play(seat=0, cards=cards("Xb"))) == "not_held"
    assert refusal(game, tienlen.Play(seat=0, cards=cards("Xb Xb"))) == "duplicate_card"


def test_case_bc_a_led_quad_is_chopped() -> None:
    game = table("meitian", "9s 9h 9c 9d 3h", "Ts Th Tc Td 8s 8h 8c 8d", "", "")
    go(game, "9s 9h 9c 9d")
    assert refusal(game, tienlen.Play(seat=1, cards=cards("8s 8h 8c 8d"))) == "too_low"
    assert "Th Td Tc Ts" in options(game)
    run = table("meitian", "9s 9h 9c 9d 3h", "3s 3d 4s 4h 5s 5h", "", "")
    go(run, "9s 9h 9c 9d")
    assert refusal(run, tienlen.Play(seat=1, cards=cards("3s 3d 4s 4h 5s 5h"))) == "wrong_kind"
    go(game, "Ts Th Tc Td", "pass", "pass", "pass")
    assert paid(game) == [(0, 1, 6, "chop")]
    assert asked(game) == 1


def test_case_bf_saved_and_loaded_under_a_2_the_quad_is_still_legal() -> None:
    game = table("meitian", "3h 2h", "4h", "9s 9h 9c 9d", "")
    go(game, "2h", "pass")
    again = tienlen.Game.resume(game.snapshot())
    assert tienlen.Play(seat=2, cards=cards("9s 9h 9c 9d")) in again.legal_actions(2)
    assert list(again.legal_actions(2)) == list(game.legal_actions(2))
    assert again.act(tienlen.Play(seat=2, cards=cards("9s 9h 9c 9d"))) == go(game, "9s 9h 9c 9d")
    assert again.snapshot() == game.snapshot()


def test_case_bl_late_and_repeated_acts_are_stale_and_change_nothing() -> None:
    game = table("meitian", "3h 5s", "9s", "8s", "Ts")
    at = game.position
    act = tienlen.Play(seat=0, cards=cards("5s"), at=at)
    game.act(act)
    assert refusal(game, act) == "stale"
    assert refusal(game, tienlen.Timeout(seat=0, at=at)) == "stale"
    assert refusal(game, tienlen.Timeout(seat=1, at=at)) == "stale"
    assert refusal(game, tienlen.Timeout(seat=0)) == "not_your_turn"
    assert refusal(game, tienlen.Play(seat=0, cards=cards("5s"))) == "not_your_turn"
    game.act(tienlen.Pass(seat=1, at=game.view(1).position))


def test_case_bn_names_and_bots_never_change_the_deal() -> None:
    dealt = set()
    for stakes in (None, tienlen.Game("meitian").stakes):
        game = tienlen.Game("meitian", stakes=stakes)
        game.deal(seed="table 7", hand=3)
        dealt.add(game.log[0].to_json())
    renamed = tienlen.Game({"extends": "meitian", "name": "another", "title": "Another"})
    renamed.deal(seed="table 7", hand=3)
    dealt.add(renamed.log[0].to_json())
    assert len(dealt) == 1


# TL-5


@pytest.mark.parametrize("rules", RULESETS)
@given(data=st.data())
def test_TL_5_1_TL_5_2_when_a_hand_ends(rules: str, data: st.DataObject) -> None:
    """first_out: with one seat empty, at once, no answer.  one_left: with one seat holding cards."""
    seats = data.draw(st.integers(2, 4))
    game = tienlen.Game(HOUSES[rules], seats=seats)
    game.deal(seed=data.draw(st.integers(0, 10**6)))
    run_out(game, data.draw(st.integers(0, 99)))
    counts = game.view(None).counts
    if any(event.trigger == "won_at_deal" for event in game.log):
        assert counts == (13,) * seats
        return
    empty = sum(count == 0 for count in counts)
    assert empty == (1 if rules != "southern-places" else seats - 1)
    triggers = [event.trigger for event in game.log]
    last = len(triggers) - 1 - triggers[::-1].index("laid")
    assert "asked" not in triggers[last:]
    assert triggers[last + 1 : last + 3] == ["went_out", "trick_won"]
    assert game.winner == game.view(None).out[0]


def test_case_bj_a_seat_goes_out_and_the_hand_is_over_TL_5_1() -> None:
    """No answer to its last play; a quad left costs 3; the last play was a chop, and the one chopped pays."""
    game = tienlen.Game("meitian", seats=3)
    game.deal(
        hands=[
            "3h 4h 5h 6h 7h 8h 9h Th 2h Qd Qc 3d 3c",
            "4s 5s 6s 7s 8s 9s Ts Js As Ah Ac Ad 4d",
            "Ks Kh Kc Kd 5c 5d 6c 6d 7c 8c 8d 9c Tc",
        ]
    )
    go(game, "3h 4h 5h 6h 7h 8h 9h Th", "4s 5s 6s 7s 8s 9s Ts Js", "pass", "pass", "4d", "pass", "2h")
    assert options(game) == {"Ah Ad Ac As", "pass"}
    go(game, "As Ah Ac Ad")
    assert game.is_over
    assert paid(game) == [
        (0, 1, 3, "chop"),
        (0, 1, 4, "cards_left"),
        (2, 1, 26, "unplayed"),
        (2, 1, 3, "quad_left"),
    ]


@pytest.mark.parametrize("rules", ["meitian", "southern"])
def test_TL_5_1_finishing_on_a_2_or_a_special_is_data(rules: str) -> None:
    """Off: the last play may not be it; alone on the lead a single 2 may, so that nobody is stuck."""
    for changes, wrong in (({"finish_on_two": False}, "2s"), ({"finish_on_special": False}, "special")):
        book = house(rules, end=changes, dealt_wins={"low_to_high": []})
        for seed in range(30):
            game = tienlen.Game(book, seats=2 + seed % 3)
            game.deal(seed=seed)
            run_out(game, seed)  # a seat that is stuck would have no legal action
            last = [event for event in game.log if event.trigger == "laid"][-1]
            laid = tienlen.combination(last.cards, book)  # type: ignore[attr-defined]
            assert laid is not None
            if wrong == "2s" and laid.top.rank == 0:
                assert laid.kind == "single"
                before = [event.trigger for event in game.log][: game.log.index(last)]
                assert before[-1] == "lead_given"
            if wrong == "special":
                assert laid.kind not in {"quad", "pair_run"}


def test_TL_5_1_no_finish_on_2s_while_following() -> None:
    book = house(end={"finish_on_two": False})
    game = tienlen.Game(book, seats=2)
    game.deal(hands=[STRAIGHT + " 3s 2h", "3d 3c 4s 5s 6s 7s 8s 9s Ts Js Qs Ad As"])
    go(game, STRAIGHT, "pass", "3s", "As")
    assert options(game) == {"pass"}
    assert refusal(game, tienlen.Play(seat=0, cards=cards("2h"))) == "wrong_kind"
    go(game, "pass", "3d")
    assert options(game) == {"pass"}
    go(game, "pass")
    free = tienlen.Game("meitian", seats=2)
    free.deal(hands=[STRAIGHT + " 3s 2h", "3d 3c 4s 5s 6s 7s 8s 9s Ts Js Qs Ad As"])
    go(free, STRAIGHT, "pass", "3s", "As", "2h")
    assert free.is_over


def test_TL_5_1_no_finish_on_a_special_even_over_a_2() -> None:
    hands = ["3h 4h 5h 6h 7h 8h 9h Th Jh Ks Kh Kc Kd", "3s 4s 5s 6s 7s 8s 9s Ts Js 2s 2c 2d 2h"]
    for finish, over in ((True, True), (False, False)):
        book = house(end={"finish_on_special": finish}, dealt_wins={"low_to_high": []})
        game = tienlen.Game(book, seats=2)
        game.deal(hands=hands)
        go(game, "3h 4h 5h 6h 7h 8h 9h Th Jh", "3s 4s 5s 6s 7s 8s 9s Ts Js", "pass", "2s")
        quad = tienlen.Play(seat=0, cards=cards("Ks Kh Kc Kd"))
        assert (game.why_not(quad) is None) == over
        assert (quad in game.legal_actions(0)) == over
        if not over:
            assert refusal(game, quad) == "wrong_kind"


def test_TL_5_2_one_left_plays_for_places() -> None:
    hands = [STRAIGHT + " 3s 3c", "4s 4d 4c 5s 5c 6s 6c 7s 7c 8s 8c Ad Ac", "9s 9c Ts Tc Js Jc Qs Qc Ks Kc As 2s 2c"]
    game = tienlen.Game(house("southern-places", dealt_wins={"low_to_high": []}), seats=3, leader=0)
    game.deal(hands=hands)
    go(game, STRAIGHT, "pass", "pass", "3s 3c")
    assert game.view(None).out == (0,)
    assert not game.is_over
    run_out(game)
    out = game.view(None).out
    assert out[0] == 0
    assert len(out) == 2
    assert sorted(game.view(None).counts)[:2] == [0, 0]


def test_case_bi_whoever_has_not_acted_is_asked_TL_4_6() -> None:
    hands = [STRAIGHT + " 3s Ks", "4s 4d 5s 5d 6s 6d 7s 8s 9s Ts Js Qs Ac", "4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Kd Ad 3c",
             "7d 8d 9d Td Jd Qd 3d Ah As 2h 2s 2c 2d"]  # fmt: skip
    game = tienlen.Game(house("southern-places", dealt_wins={"low_to_high": []}), leader=0)
    game.deal(hands=hands)
    go(game, STRAIGHT, "pass", "pass", "pass", "3s", "pass", "pass", "pass", "Ks")
    assert game.view(None).out == (0,)
    go(game, "pass", "pass")
    assert asked(game) == 3
    assert phase(game) is tienlen.Phase.FOLLOWING
    go(game, "pass")
    assert phase(game) is tienlen.Phase.LEADING
    assert asked(game) == 1  # the next in turn order that holds cards
    assert game.view(None).passed == frozenset()


def test_TL_4_6_the_next_seat_in_order_may_have_gone_out_too() -> None:
    """Seats 1 and 0 go out in one trick; nobody answers; seat 2 leads."""
    hands = [STRAIGHT + " 3s 2h", "3d 4s 5s 6s 7s 8s 9s Ts Js Qs 4c 4d Ac", "5c 6c 7c 8c 9c Tc Jc Qc 5d 6d 7d 8d 3c",
             "9d Td Jd Qd Kc Kd Ks Ah Ad As 2s 2c 2d"]  # fmt: skip
    game = tienlen.Game(house("southern-places", dealt_wins={"low_to_high": []}), leader=0)
    game.deal(hands=hands)
    go(game, STRAIGHT, "pass", "pass", "pass", "3s", "3d", "pass", "pass", "pass")
    go(game, "4s 5s 6s 7s 8s 9s Ts Js Qs", "pass", "pass", "pass", "4c 4d", "pass", "pass", "pass")
    go(game, "Ac", "pass", "pass", "2h")
    assert game.view(None).out == (1, 0)
    assert asked(game) == 2  # asked again: the top is a 2 now
    go(game, "pass", "pass")
    assert phase(game) is tienlen.Phase.LEADING
    assert asked(game) == 2


def test_TL_4_6_who_leads_after_an_owner_that_is_out_is_the_next_in_turn_order_and_not_the_lowest_seat() -> None:
    for owner in range(4):
        for holding in range(1, 16):
            in_turn = [seat % 4 for seat in range(owner, owner + 4) if holding >> seat % 4 & 1]
            assert int(next_leader(owner, holding)) == in_turn[0]


def test_TL_7_6_a_chopped_seat_that_has_gone_out_pays() -> None:
    hands = [STRAIGHT + " 3c 2h", "As Ah Ac Ad 4s 5s 6d 7s 8s 9d Ts Js Qs", "3s 3d 4c 4d 5c 6c 7c 8c 9c Tc Jc Qc 2c"]
    game = tienlen.Game("southern-places", seats=3, leader=0)
    game.deal(hands=hands)
    go(game, STRAIGHT, "pass", "pass", "3c", "pass", "pass", "2h")
    assert game.view(None).out == (0,)
    go(game, "As Ah Ac Ad")
    assert asked(game) == 2
    go(game, "pass")
    assert paid(game) == [(0, 1, 6, "chop")]
    assert asked(game) == 1


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_TL_5_3_all_holdings_are_shown_and_cards_never_dealt_are_not(rules: str, seats: int) -> None:
    game = tienlen.Game(rules, seats=seats)
    game.deal(seed=3)
    run_out(game)
    (shown,) = [event for event in game.log if event.trigger == "shown"]
    dealt = {card for hand in game.log[0].hands for card in hand}  # type: ignore[attr-defined]
    laid = {card for event in game.log if event.trigger == "laid" for card in event.cards}  # type: ignore[attr-defined]
    left = [set(hand) for hand in shown.holdings]  # type: ignore[attr-defined]
    assert set().union(*left) | laid == dealt
    assert not set().union(*left) & laid
    seen = game.view(None).to_json() + "".join(e.to_json() for e in game.view(None).events)
    for card in set(pack()) - dealt:
        assert f'"{card}"' not in seen


# TL-9


@pytest.mark.parametrize("rules", RULESETS)
@given(data=st.data())
def test_TL_9_1_a_timeout_lays_the_lowest_single_or_passes(rules: str, data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 4))
    game = tienlen.Game(HOUSES[rules], seats=seats)
    game.deal(seed=data.draw(st.integers(0, 10**6)))
    draw = random.Random(data.draw(st.integers(0, 99)))
    while not game.is_over:
        seat = asked(game)
        leads = phase(game) is tienlen.Phase.LEADING
        holding = game.view(seat).holding
        if draw.random() < 0.5:
            legal = game.legal_actions(seat)
            game.act(legal[draw.randrange(len(legal))])
            continue
        first = game.act(tienlen.Timeout(seat=seat))[0]
        assert first.by == "timeout"  # type: ignore[attr-defined]
        if leads:
            assert first.cards == (min(holding, key=lambda card: rank_of(card, HOUSES[rules])),)  # type: ignore[attr-defined]
        else:
            assert first.trigger == "passed"
    assert tienlen.Game.from_record(game.record()).log == game.log


def test_TL_9_1_a_timeout_lays_the_card_that_is_required() -> None:
    hands = filled("3h 3s", "4h", "", "", fits=lambda h: not any(tienlen.dealt_win(x, "southern") for x in h))
    game = tienlen.Game("southern")
    game.deal(hands=hands)
    (first, *_) = game.act(tienlen.Timeout(seat=0))
    assert first.cards == cards("3s")  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", RULESETS)
def test_TL_9_2_a_seat_that_is_away_is_played_for_until_it_is_back(rules: str) -> None:
    game = table(rules, "3h 3s 5s", "4h", "8s", "Ts")
    events = game.act(tienlen.Away(seat=1))
    assert [event.trigger for event in events] == ["marked_away"]
    events = go(game, "5s")
    assert [(e.trigger, getattr(e, "by", None)) for e in events if e.trigger == "passed"] == [("passed", "away")]
    assert asked(game) == 2
    assert refusal(game, tienlen.Away(seat=1)) == "stale"
    game.act(tienlen.Back(seat=1))
    assert refusal(game, tienlen.Back(seat=1)) == "stale"
    events = game.act(tienlen.Away(seat=2))  # its turn: it is played for at once
    assert [event.trigger for event in events][:2] == ["marked_away", "passed"]
    for seat in (0, 1, 3):
        if not game.is_over:
            game.act(tienlen.Leave(seat=seat))
    assert game.is_over  # nobody is there: the rule plays the hand to its end
    assert sum(game.ledger.totals) == 0
    assert tienlen.Game.from_record(game.record()).log == game.log


def test_TL_9_2_who_has_left_does_not_come_back() -> None:
    game = table("meitian", "3h", "4h", "8s", "Ts")
    game.act(tienlen.Leave(seat=3))
    assert refusal(game, tienlen.Back(seat=3)) == "stale"
    assert refusal(game, tienlen.Away(seat=3)) == "stale"
    assert refusal(game, tienlen.Leave(seat=3)) == "stale"
    assert game.view(None).table.away == {3}


def test_TL_9_2_an_absent_seat_still_pays_and_is_paid() -> None:
    game = table("meitian", "3h", "", "", "")
    for seat in (1, 2, 3):
        game.act(tienlen.Away(seat=seat))
    while not game.is_over:
        game.act(tienlen.Timeout(seat=0))
    assert game.winner == 0
    assert all(total <= -13 for total in game.ledger.totals[1:])
    assert action(game, "pass", 1).seat == 1
    assert Card("3h") in game.log[0].hands[0]  # type: ignore[attr-defined]
