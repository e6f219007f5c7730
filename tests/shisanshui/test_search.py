"""The searches' parts, each against what it says in the plainest words: rows valued, fronts beside a back, weights."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from common.cards import Card
from common.jit import buffer, row
from shisanshui import load_ruleset
from shisanshui.ask import book_of
from shisanshui.beside import BITS, FRONTS_OF_13, WORDS, beside, hold
from shisanshui.rulebook import Rulebook
from shisanshui.scoring import additive_rows, tables
from shisanshui.search import RANKS, Weights, splits, unmoved, weights
from shisanshui.valued import (
    House,
    fives_of,
    house_of,
    number_of_three,
    threes_of,
    value_fives,
    value_threes,
    with_edge,
)

HOUSES = ("meitian", "bb", "bianfeng", "luosong-five", "luosong-wild-five", "luosong-spare")
ODD: Mapping[str, Any] = {
    "extends": "bb",
    "name": "odd",
    "title": "Odd",
    "rows": {"strict": True},
    "waters": {"middle": {"pair": 6, "high_card": 3}, "front": {"high_card": 9}},
}


def dealt(book: Rulebook, seed: int) -> tuple[Card, ...]:
    return tuple(sorted(random.Random(seed).sample(list(book.pack), book.hand_size)))


def mask_of(positions: tuple[int, ...]) -> int:
    return sum(1 << at for at in positions)


@pytest.mark.parametrize("name", HOUSES)
@pytest.mark.parametrize("size", [5, 3])
def test_SS_2_every_row_of_a_hand_is_valued_once(name: str, size: int) -> None:
    book = book_of(name)
    house = house_of(book)
    for seed in range(2):
        cards = dealt(book, seed)
        hand = row([int(card) for card in cards])
        rows = buffer(fives_of(len(cards)) if size == 5 else threes_of(len(cards)))
        (value_fives if size == 5 else value_threes)(house, hand, rows)
        by_mask = {int(each) & 0xFFFF: int(each) >> 16 for each in rows}
        assert len(by_mask) == len(rows)
        for positions in combinations(range(len(cards)), size):
            own = [cards[at] for at in positions]
            strength, mask = book.strength(own), mask_of(positions)
            assert by_mask[mask] == strength
            edged = int(with_edge(house, hand, strength << 16 | mask))
            edge = book.edge(strength, own) if house.shift else 0
            assert edged == (strength << house.shift | edge) << 16 | mask


def test_rows_stand_at_their_numbers() -> None:
    book = book_of("meitian")
    hand = row([int(card) for card in dealt(book, 1)])
    fives, threes = buffer(1287), buffer(286)
    value_fives(house_of(book), hand, fives)
    value_threes(house_of(book), hand, threes)
    assert [splits().fives[int(five) & 0xFFFF] for five in fives] == list(range(1287))
    assert [number_of_three(int(three) & 0xFFFF) for three in threes] == list(range(286))


def test_fronts_beside_a_back_share_no_card_with_it() -> None:
    masks = [mask_of(positions) for positions in combinations(range(13), 3)]
    random.Random(3).shuffle(masks)
    holders = buffer(13 * WORDS)
    hold(row([nth << 16 | mask for nth, mask in enumerate(masks)]), holders)
    for positions in combinations(range(13), 5):
        back = 7 << 16 | mask_of(positions)
        found = {
            BITS * word + bit
            for word in range(WORDS)
            for bit in range(64)
            if int(beside(holders, word, back)) >> bit & 1
        }
        assert found == {at for at in range(FRONTS_OF_13) if not masks[at] & back}


@pytest.mark.parametrize("shift", [0, 2])
def test_the_most_that_rows_weigh_counts_all_edges_and_all_weaker_rows(shift: int) -> None:
    chance = random.Random(shift)
    of_values = [[chance.randrange(-50, 50) for _ in range(20 << shift)] for _ in range(3)]
    made = weights(of_values, shift)
    assert [list(made.front), list(made.middle), list(made.back)] == of_values
    assert list(made.moves) == list(made.peaks) == []
    assert list(made.most) == [max(of[: strength + 1 << shift]) for of in of_values for strength in range(20)]


def odd_weights(house: House, seed: int) -> Weights:
    """Weights and moves without any order, with peaks and steps in them."""
    drawn, strengths = random.Random(seed), len(house.scale.types)
    reach = drawn.choice([1, 30, 1000])
    of_values = [[drawn.randrange(-40, 40) for _ in range(strengths << house.shift)] for _ in range(3)]
    moves = [[drawn.randrange(-reach, reach) for _ in range(RANKS * strengths)] for _ in range(3)]
    return weights(of_values, house.shift, moves)


def heaviest(book: Rulebook, weigh: Weights, cards: tuple[Card, ...]) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The weight, the values and the masks of the layout to take, of all that there are."""
    shift, every = house_of(book).shift, range(len(cards))
    strengths = len(book.scale.types)
    ranks = [int(card) >> 2 for card in cards if int(card) < 52]
    value, weight = {}, {}
    for size, places in ((3, (0,)), (5, (1, 2))):
        for positions in combinations(every, size):
            own, mask = [cards[at] for at in positions], mask_of(positions)
            strength = book.strength(own)
            value[mask] = strength << shift | (book.edge(strength, own) if shift else 0)
            for place in places:
                weight[place, mask] = int(weigh[place][value[mask]])
                if len(weigh.moves):
                    at = RANKS * (strengths * place + strength)
                    weight[place, mask] += sum(int(weigh.moves[at + rank]) for rank in ranks)
    found: tuple[Any, ...] = ()
    fives = [mask for mask in value if mask.bit_count() == 5]
    threes = [mask for mask in value if mask.bit_count() == 3]
    for back in fives:
        beside = [middle for middle in fives if not middle & back and value[middle] >> shift <= value[back] >> shift]
        fronts = [front for front in threes if not front & back]
        for middle in beside:
            both = weight[1, middle] + weight[2, back]
            for front in fronts:
                if front & middle or (found and both + weight[0, front] < found[0]):
                    continue
                f, m, b = (value[mask] for mask in (front, middle, back))
                if not book.is_foul(f >> shift, m >> shift, b >> shift):
                    found = max(found, (both + weight[0, front], (f, m, b), (front, middle, back)))
    weight_of, values, masks = found
    return weight_of, values, masks


@pytest.mark.parametrize("rules", ["meitian", "bb", "bianfeng", "luosong-five", "luosong-wild-five", ODD])
def test_nothing_is_heavier_than_the_heaviest_layout(rules: str | Mapping[str, Any]) -> None:
    book = book_of(rules if isinstance(rules, str) else load_ruleset(rules))
    of_house = tables(book, book.rules.seats.most)
    house, weigh = of_house.house, of_house.odds.weigh
    for seed in range(2):
        cards = dealt(book, seed)
        hand, out = row([int(card) for card in cards]), buffer(3)
        for each in (weigh, unmoved(weigh), odd_weights(house, seed)):
            additive_rows(house, of_house.splits, each, hand, out)
            _, values, masks = heaviest(book, each, cards)
            assert tuple(int(row) >> 16 for row in out) == values
            assert tuple(int(row) & 0xFFFF for row in out) == masks


@pytest.mark.parametrize("strict", [False, True])
def test_SS_1_3_nothing_is_heavier_than_the_heaviest_layout_of_any_thirteen_cards(strict: bool) -> None:
    rules = {"extends": "luosong-spare", "name": "one", "title": "One", "deal": {"spares": 1}}
    book = book_of(load_ruleset({**rules, "rows": {"strict": strict}}))
    of_house = tables(book, 4)
    cards = dealt(book, int(strict))
    hand, out = row([int(card) for card in cards]), buffer(3)
    for weigh in (of_house.odds.weigh, odd_weights(of_house.house, 7)):
        additive_rows(of_house.house, of_house.splits, weigh, hand, out)
        _, values, masks = heaviest(book, weigh, cards)
        assert tuple(int(row) >> 16 for row in out) == values
        assert tuple(int(row) & 0xFFFF for row in out) == masks


def test_what_is_held_tells_which_layout_is_heavier() -> None:
    book = book_of("meitian")
    of_house, out = tables(book, 4), buffer(3)
    weigh, otherwise = of_house.odds.weigh, 0
    for seed in range(20):
        hand, laid = row([int(card) for card in dealt(book, seed)]), []
        for each in (weigh, unmoved(weigh)):
            additive_rows(of_house.house, of_house.splits, each, hand, out)
            laid.append([int(row) & 0xFFFF for row in out])
        otherwise += laid[0] != laid[1]
    assert 0 < otherwise < 15
