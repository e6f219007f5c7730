"""Hints (SS-8): the order, against the oracle's over every split, and what they never do."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.cards import Card, cards
from common.errors import CardError, DealError
from shisanshui import Game, Layout, Timeout, hints, load_ruleset, rulesets, special, waters
from shisanshui.ask import book_of
from shisanshui.hints import MOST_HINTS
from shisanshui.row_specials import laid_special_at
from shisanshui.rows import RowType
from tests.naive import shisanshui as naive

PLAIN = tuple(name for name in rulesets() if book_of(name).hand_size == 13 and len(book_of(name).pack) in {52, 65})
CASE_X = "3s 3h 3c 3d 3d 4c 5c 6c 7c 8s 8h 8d 4h"
SEEDS = {name: seed for seed, name in enumerate(rulesets())}


def dealt(name: str, seed: int) -> tuple[Card, ...]:
    book = book_of(name)
    return tuple(random.Random(seed).sample(list(book.pack), book.hand_size))


def types_of(layout: Layout, name: Any) -> tuple[RowType, ...]:
    book = book_of(name)
    return tuple(book.type_of(book.strength(own)) for own in layout)


def numbered(layout: Layout) -> tuple[list[Card], ...]:
    """SS-8.2, "last, card numbers": front, middle, back, each from its highest card down."""
    return tuple(sorted(own, reverse=True) for own in layout)


@cache
def by_brute_force(name: str, hand: tuple[Card, ...]) -> list[Layout]:
    """The oracle's order over every legal split, one for each triple of types."""
    house = naive.HOUSES[name]
    best: dict[tuple[int, ...], tuple[Any, Layout]] = {}
    for rows, strengths in naive.legal_layouts(tuple(map(str, hand)), house):
        layout = Layout([sorted(cards(" ".join(own))) for own in rows])
        key = (naive._hint_key(strengths, house), numbered(layout))
        triple = tuple(kind for kind, *_ in strengths)
        if triple not in best or key > best[triple][0]:
            best[triple] = key, layout
    return [layout for _, layout in sorted(best.values(), reverse=True)]


def without_special(name: str, seed: int) -> tuple[Card, ...]:
    """A hand that is no special, so that the oracle's order is the whole answer."""
    return next(
        hand
        for each in range(seed * 100, seed * 100 + 100)
        if (hand := dealt(name, each)) and special(hand, name) is None
    )


@pytest.mark.parametrize("name", PLAIN)
def test_SS_8_2_hints_are_the_oracles_best_of_each_triple_of_types(name: str) -> None:
    for seed in range(SEEDS[name], SEEDS[name] + 2):
        hand = without_special(name, seed)
        assert list(hints(hand, name)) == by_brute_force(name, hand)


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("meitian", "2c 2d 2h 2s 3c 3d 3h 3s 4c 5d 5h 6s 9d"),
        ("bianfeng", "As Ah Ad Ks Kh Kd Qs Qh Js Jd 9s 8h 7c"),
        ("chinese-poker-2-4", "As Ks Qs Js Ts 2c 3c 4c 5c Ac 9d 9h 9s"),
        ("maubinh", "Ac Kd Qh Js 9c 8d 7h 5s 4c 3d 2h Ad Kc"),
        ("luosong-five", "2d 2d 3d 3d 4d 4d 5d 5d 6d 6d 7d 7d 9s"),
        ("luosong-five", "Ad Ad As Ac Ah Kd Kd Ks Kc Kh Qd Qd Qs"),
        ("luosong-wild", "Xb 2c 4d 5h 6s 8c 9d Th Js Qc Kd Ad As"),
        ("luosong-wild-five", "Xb Xr 3d 3d 5d 5d 7s 9c 9h Jd Jd Kd Kd"),
    ],
)
def test_SS_8_2_hints_of_pairs_suits_doubles_and_jokers_are_the_oracles(name: str, hand: str) -> None:
    held = cards(hand)
    assert special(held, name) is None
    assert list(hints(held, name)) == by_brute_force(name, held)


def test_SS_8_4_the_example_has_waters_15_and_the_next_best_13() -> None:
    best, second = hints(CASE_X, "luosong-five", limit=2)
    totals = [
        sum(waters(own, place, "luosong-five") for own, place in zip(laid, ("front", "middle", "back"), strict=True))
        for laid in (best, second)
    ]
    assert totals == [15, 13]


def test_case_x_the_best_hint() -> None:
    best = hints(CASE_X, "luosong-five", limit=1)[0]
    assert [set(own) for own in best] == [
        set(cards("8s 8h 8d")),
        set(cards("3s 3h 3c 3d 3d 4h")) - set(cards("3c")),
        set(cards("3c 4c 5c 6c 7c")),
    ]
    assert sorted(best.middle) == sorted(cards("3s 3h 3d 3d 4h"))


def test_SS_8_3_loose_cards_front_and_middle_high() -> None:
    best = hints("As Kd Qh Tc 9d 7h 6s 4c 2c 2d 5h 3h Jd", "meitian")
    both_high = next(laid for laid in best if types_of(laid, "meitian") == (0, 0, RowType.PAIR))
    assert both_high.middle[-1] == Card("As")
    assert [str(card)[0] for card in both_high.front] == ["J", "Q", "K"]


def test_SS_8_3_loose_cards_front_alone_high() -> None:
    best = next(
        laid
        for laid in hints("As Ad Kh Qc Jd 9h 8s 6c 5d 4h 3s 2c 2d", "meitian")
        if types_of(laid, "meitian") == (RowType.HIGH_CARD, RowType.PAIR, RowType.PAIR)
    )
    assert [str(card)[0] for card in best.front] == ["J", "Q", "K"]


@pytest.mark.parametrize("name", rulesets())
@given(seed=st.integers(0, 10**6))
@settings(max_examples=3, deadline=None)
def test_SS_8_1_one_for_each_triple_of_types_never_a_foul(name: str, seed: int) -> None:
    book, hand = book_of(name), dealt(name, seed)
    found = hints(hand, name, limit=12)
    assert found == hints(sorted(hand, reverse=True), name, limit=12)
    assert len({types_of(laid, name) for laid in found}) == len(found)
    for laid in found:
        assert not book.is_foul(*map(book.strength, laid))
        assert all(list(own) == sorted(own) for own in laid)
        left = list(hand)
        for card in laid.cards:
            left.remove(card)
    assert hints(hand, name, limit=5) == found[:5]


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("meitian", "2c 3c 4d 5h 6s 7c 8d 9h Ts Jc Qd Kh As"),
        ("bb", "4s 4h 4c 4d 7s 7h 9s 9h Js Jd Kh Kc Ad"),
        ("maubinh", "2h 3h 7h 9h Qh 4c 8c 5c Jc Kc 6s 9s Ts"),
        ("bianfeng", "2h 3h 7h 9h Qh 4c 8c 5c Jc Kc 6s 9s Ts"),
        ("luosong", "2c 3c 4c 5c 6c 2d 3d 4d 5d 6d 7s 8s 9s"),
        ("meitian", "2c 3d 4h 5s 6c 2d 3h 4s 5c 6d Qs Kh Ad"),
        ("luosong-wild", "2c 3c 4d 5h 6s 7c 8d 9h Ts Jc Qd Kh Xb"),
        ("luosong-spare", "2c 3c 4d 5h 6s 7c 8d 9h Ts Jc Qd Kh As Ad Ad Ah"),
    ],
)
def test_SS_8_1_a_special_comes_first(name: str, hand: str) -> None:
    book = book_of(name)
    found = hints(hand, name)
    kind = special(hand, name)
    assert kind is not None
    assert special(found[0], name) == kind
    assert laid_special_at(book, found[0]) >= 0
    assert not book.is_foul(*map(book.strength, found[0]))
    assert len({types_of(laid, name) for laid in found}) == len(found) > 1
    assert hints(hand, name, limit=1) == found[:1]


def test_SS_1_3_of_spare_cards_the_best_of_every_thirteen() -> None:
    rules = load_ruleset({"extends": "luosong-spare", "name": "one-spare", "title": "One spare", "deal": {"spares": 1}})
    hand = sorted(random.Random(5).sample(list(book_of(rules).pack), 14))
    house = naive.HOUSES["luosong-spare"]

    def key(laid: Layout) -> tuple[Any, ...]:
        rows = naive.rows(tuple(tuple(map(str, own)) for own in laid), house)  # type: ignore[arg-type]
        return naive._hint_key(rows, house), numbered(laid)

    best: dict[tuple[RowType, ...], Layout] = {}
    for thirteen in combinations(hand, 13):
        for laid in hints(thirteen, rules):
            triple = types_of(laid, rules)
            if triple not in best or key(laid) > key(best[triple]):
                best[triple] = laid
    assert list(hints(hand, rules)) == sorted(best.values(), key=key, reverse=True)


def test_SS_3_1_a_strict_house_never_gets_two_equal_rows() -> None:
    rules = load_ruleset({"extends": "meitian", "name": "strict", "title": "Strict", "rows": {"strict": True}})
    book = book_of(rules)
    hand = "2c 3d 4h 5s 6c 2d 3h 4s 5c 6d 9s Jh Kd"
    assert any(book.strength(laid[1]) == book.strength(laid[2]) for laid in hints(hand, "meitian"))
    assert all(book.strength(laid[1]) < book.strength(laid[2]) for laid in hints(hand, rules))


def test_SS_8_2_the_callers_cards_stay_in_the_callers_order() -> None:
    hand = list(dealt("meitian", 4))
    before = list(hand)
    hints(hand)
    assert hand == before


def test_case_w_at_a_time_out_hint_1_is_laid() -> None:
    game = Game("meitian", seats=4)
    game.deal(seed=11)
    for seat in range(4):
        held = game.view(seat).hand
        game.act(Timeout(seat=seat))
        assert (game.view(seat).layout) == hints(held, "meitian", limit=1)[0]


def test_hints_refuse_what_is_no_hand() -> None:
    with pytest.raises(CardError, match="12 cards are given"):
        hints("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s")
    with pytest.raises(DealError, match="As is given 2 times"):
        hints("As As Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s")
    with pytest.raises(ValueError, match="limit is how many layouts"):
        hints(dealt("meitian", 1), limit=-1)
    assert hints(dealt("meitian", 1), limit=0) == ()
    assert len(hints(dealt("meitian", 1), limit=MOST_HINTS + 1)) == len(hints(dealt("meitian", 1)))


def test_SS_8_1_a_strict_house_lays_the_split_of_a_special_that_is_no_foul() -> None:
    rules = {"extends": "bianfeng", "name": "strict", "seats": {"least": 2}, "rows": {"strict": True}}
    game = Game(rules, seats=2)
    game.deal(
        hands=["2c 4c 6c 8c Ac 2d 3d 3h 4s 5s 5h 7d Ad", "Kh Kd Ks Qh Qd Jh Js 9h 9s 8h 8s Td 2s"],
    )
    game.act(Timeout(seat=1))
    game.act(Timeout(seat=0))
    assert game.ledger.totals == (0, 0)
