"""The best layouts: exact, against every layout of a hand, and the same on every machine."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from common.cards import Card, cards
from common.errors import CardError, DealError
from common.jit import buffer, row
from shisanshui import Layout, best, load_ruleset, rulesets, special
from shisanshui.ask import book_of
from shisanshui.best import choose
from shisanshui.odds import odds_from
from shisanshui.rulebook import Rulebook
from shisanshui.scoring import Tables, additive_rows, best_rows, tables, tables_with
from shisanshui.search import unmoved
from shisanshui.valued import SHIFT, house_of
from tests.shisanshui.test_odds import Naive, some

Rows = tuple[int, int, int]
Search = Callable[[Tables, Any, Any], Any]


def still_rows(of_house: Tables, hand: Any, out: Any) -> None:
    """The additive rows, whatever the hand holds."""
    additive_rows(of_house.house, of_house.splits, unmoved(of_house.odds.weigh), hand, out)


def dealt(book: Rulebook, seed: int) -> tuple[Card, ...]:
    return tuple(sorted(random.Random(seed).sample(list(book.pack), book.hand_size)))


def found(search: Search, of_house: Tables, hand: tuple[Card, ...]) -> tuple[Rows, Rows]:
    """Values and masks of front, middle and back."""
    out = buffer(3)
    search(of_house, row([int(card) for card in hand]), out)
    front, middle, back = (int(each) for each in out)
    return (front >> 16, middle >> 16, back >> 16), (front & 0xFFFF, middle & 0xFFFF, back & 0xFFFF)


def layouts(book: Rulebook, hand: tuple[Card, ...], shift: int) -> dict[Rows, Rows]:
    """Every layout that is no foul by its values, with the masks of the highest card numbers."""

    @cache
    def value(positions: tuple[int, ...]) -> int:
        own = [hand[at] for at in positions]
        strength = book.strength(own)
        return strength << shift | book.edge(strength, own)

    best_of: dict[Rows, Rows] = {}
    everything = range(len(hand))
    for back in combinations(everything, 5):
        beside = [at for at in everything if at not in back]
        for middle in combinations(beside, 5):
            if value(middle) >> shift > value(back) >> shift:
                continue
            for front in combinations([at for at in beside if at not in middle], 3):
                values = value(front), value(middle), value(back)
                if not book.is_foul(*(each >> shift for each in values)):
                    masks = tuple(sum(1 << at for at in positions) for positions in (front, middle, back))
                    best_of[values] = max(best_of.get(values, (0, 0, 0)), masks)  # type: ignore[assignment]
    return best_of


def unbettered(there: dict[Rows, Rows]) -> list[Rows]:
    kept: list[Rows] = []
    for values in sorted(there, reverse=True):
        if not any(all(a >= b for a, b in zip(other, values, strict=True)) for other in kept):
            kept.append(values)
    return kept


@pytest.mark.parametrize("name", ["meitian", "bb", "bianfeng", "maubinh", "chinese-poker-2-4", "luosong-wild-five"])
def test_the_best_layout_of_all_is_found(name: str) -> None:
    book, sample = book_of(name), some(name)
    seats = book.rules.seats.most
    naive, of_house = Naive(book, seats, sample), tables_with(book, odds_from(book, seats, sample))
    hand = dealt(book, len(name))
    there = layouts(book, hand, of_house.house.shift)
    contenders = unbettered(there)
    for search, score in ((best_rows, naive.score), (still_rows, naive.additive)):
        expected = max(contenders, key=lambda values: (score(values), values))
        assert found(search, of_house, hand) == (expected, there[expected])


def test_the_best_layout_is_found_where_a_stronger_row_may_be_worth_less() -> None:
    rules = load_ruleset(
        {
            "extends": "chinese-poker-1-6",
            "name": "odd",
            "title": "Odd",
            "waters": {"middle": {"pair": 6, "high_card": 3}},
        }
    )
    book, sample = book_of(rules), some("chinese-poker-1-6", 24)
    assert not house_of(book).plain
    naive, of_house = Naive(book, 4, sample), tables_with(book, odds_from(book, 4, sample))
    hand = dealt(book, 2)
    there = layouts(book, hand, 0)
    for search, score in ((best_rows, naive.score), (still_rows, naive.additive)):
        most = max(map(score, there))
        values, masks = found(search, of_house, hand)
        assert score(values) == most
        assert there[values] == masks


@pytest.mark.parametrize("search", [best_rows, still_rows])
@pytest.mark.parametrize("strict", [False, True])
def test_SS_1_3_of_spare_cards_the_best_of_every_thirteen(search: Search, strict: bool) -> None:
    rules = load_ruleset(
        {
            "extends": "luosong-spare",
            "name": "one",
            "title": "One",
            "deal": {"spares": 1},
            "rows": {"strict": strict},
        }
    )
    book = book_of(rules)
    of_house = tables_with(book, odds_from(book, 4, some("luosong-spare", 120)))
    naive = Naive(book, 4, some("luosong-spare", 120))
    score = naive.score if search is best_rows else naive.additive
    for seed in range(3):
        hand = dealt(book, seed)
        reached = []
        for thirteen in sorted(set(combinations(hand, 13))):
            values, masks = found(search, of_house, thirteen)
            places = [hand.index(card) + thirteen[:at].count(card) for at, card in enumerate(thirteen)]
            wide = tuple(sum(1 << places[at] for at in range(13) if mask >> at & 1) for mask in masks)
            reached.append((score(values), values, wide))
        _, values, masks_of_all = max(reached)
        own, masks = found(search, of_house, hand)
        assert own == values
        assert [[hand[at] for at in range(14) if m >> at & 1] for m in masks] == [
            [hand[at] for at in range(14) if m >> at & 1] for m in masks_of_all
        ]


@pytest.mark.parametrize("name", rulesets())
def test_best_is_no_foul_of_the_hands_own_cards_in_any_order(name: str) -> None:
    book = book_of(name)
    hand = list(dealt(book, 77))
    before = list(hand)
    laid = best(hand, name)
    assert hand == before
    assert not book.is_foul(*map(book.strength, laid))
    left = list(hand)
    for card in laid.cards:
        left.remove(card)
    random.Random(1).shuffle(hand)
    assert best(hand, name) == laid == best(" ".join(map(str, hand)), name)


def test_SS_8_ties_go_to_the_higher_cards_in_front() -> None:
    laid = best("As Ah Ad 2c 2d 9s 9h 9c 5s 4d Kd Kc Ts", "chinese-poker-1-6")
    assert laid == best("Ts Kc Kd 4d 5s 9c 9h 9s 2d 2c Ad Ah As", "chinese-poker-1-6")
    book = book_of("meitian")
    hand = cards("2c 2d 2h 3c 3d 3h 5s 6c 8d 9h Jc Kd As")
    of_house = tables(book, 4)
    values, masks = found(best_rows, of_house, tuple(sorted(hand)))
    assert masks == layouts(book, tuple(sorted(hand)), 0)[values]


@pytest.mark.parametrize(
    ("name", "hand", "laid", "wish"),
    [
        ("meitian", "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ah", None, None),
        ("bb", "2c 2d 4c 4d 6s 6h 8s 8h Ts Th Qs Qh 3c", None, True),
        ("bb", "Ts Js Qs Ks As 5h 6h 7h 8h 9h 5c 9c Jc", "rows", None),
        ("maubinh", "Ts Js Qs Ks As 5h 6h 7h 8h 9h 5c 9c Jc", "rows", False),
        ("bianfeng", "Ts Js Qs Ks As 5h 6h 7h 8h 9h 5c 9c Jc", "rows", False),
    ],
)
def test_SS_4_2_a_special_is_laid_unless_its_rows_are_worth_more(
    name: str, hand: str, laid: str | None, wish: bool | None
) -> None:
    book = book_of(name)
    choice = choose(book, tables(book, 4), tuple(sorted(cards(hand))))
    assert special(hand, name) is not None
    assert choice.special is wish
    assert best(hand, name) == choice.layout
    if laid is None:
        assert special(choice.layout, name) is not None
    else:
        assert [book.type_of(book.strength(own)) for own in choice.layout[1:]] == [8, 8]


def test_SS_4_2_no_special_is_laid_as_rows_where_it_cannot_be() -> None:
    rules = load_ruleset({"extends": "maubinh", "name": "must", "title": "Must", "specials": {"opt_out": False}})
    book = book_of(rules)
    choice = choose(book, tables(book, 4), tuple(sorted(cards("Ts Js Qs Ks As 5h 6h 7h 8h 9h 5c 9c Jc"))))
    assert choice.special is None
    assert special(choice.layout, rules) is not None


def test_SS_2_5_where_suits_count_the_better_suit_is_laid_where_it_wins() -> None:
    book = book_of("bb")
    assert house_of(book).shift == SHIFT
    assert house_of(book_of("meitian")).shift == 0
    hand = tuple(sorted(cards("As Ac Ks Kh 9s 9h 7d 6c 5d 4h 3c 2s Jd")))
    values, _ = found(best_rows, tables(book, 4), hand)
    laid = best(hand, "bb")
    assert values == tuple(
        book.strength(own) << SHIFT | book.edge(book.strength(own), own) for own in (laid.front, laid.middle, laid.back)
    )


def test_best_follows_the_number_of_seats() -> None:
    hands = [dealt(book_of("meitian"), seed) for seed in (3, 49, 73, 113)]
    assert any(best(hand, seats=2) != best(hand, seats=4) for hand in hands)
    assert all(best(hand) == best(hand, seats=4) for hand in hands)


def test_best_refuses_what_is_no_hand_and_no_table() -> None:
    with pytest.raises(CardError, match="12 cards are given"):
        best("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s")
    with pytest.raises(DealError, match="As is given 2 times"):
        best("As As Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s")
    with pytest.raises(ValueError, match="bb is for 4 to 4 seats, not 3"):
        best(dealt(book_of("bb"), 1), "bb", seats=3)


@pytest.mark.parametrize(
    ("name", "seed", "laid"),
    [
        ("meitian", 1, "3c 3h 3s | 5d 9c 9h 9s Qd | 4c 6c 8c Jc Ac"),
        ("bb", 2, "7s Qh Qs | 2s 6c 6s Jd Jh | 2h 3d 4h 5d Ah"),
        ("luosong-wild", 3, "5s 7s Jh | 9h Th Jd Qc Ks | 2c 3c 4c Ac Xb"),
        ("luosong-spare", 4, "Qd Ac As | 2d 2h 2s 9c 9h | 3c 3d 3s Jd Jh"),
    ],
)
def test_every_machine_lays_alike(name: str, seed: int, laid: str) -> None:
    assert best(dealt(book_of(name), seed), name) == Layout(laid)
