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
from shisanshui.search import splits, weights
from shisanshui.valued import (
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
    assert list(made.most) == [max(of[: strength + 1 << shift]) for of in of_values for strength in range(20)]


@pytest.mark.parametrize("rules", ["meitian", "bb", "bianfeng", "luosong-five", "luosong-wild-five", ODD])
def test_nothing_is_heavier_than_the_heaviest_layout(rules: str | Mapping[str, Any]) -> None:
    book = book_of(rules if isinstance(rules, str) else load_ruleset(rules))
    of_house = tables(book, book.rules.seats.most)
    house, weigh = of_house.house, of_house.odds.weigh
    for seed in range(4):
        cards = dealt(book, seed)
        hand, out = row([int(card) for card in cards]), buffer(3)
        additive_rows(house, of_house.splits, weigh, hand, out)
        value = {}
        for positions in (*combinations(range(13), 3), *combinations(range(13), 5)):
            own = [cards[at] for at in positions]
            strength = book.strength(own)
            value[mask_of(positions)] = strength << house.shift | (book.edge(strength, own) if house.shift else 0)
        found: tuple[Any, ...] = ()
        for back in filter(lambda mask: mask.bit_count() == 5, value):
            left = [at for at in range(13) if not back >> at & 1]
            for front in map(mask_of, combinations(left, 3)):
                masks = front, 0x1FFF & ~(front | back), back
                f, m, b = (value[mask] for mask in masks)
                if m >> house.shift <= b >> house.shift and not book.is_foul(*(v >> house.shift for v in (f, m, b))):
                    weight = int(weigh.front[f]) + int(weigh.middle[m]) + int(weigh.back[b])
                    found = max(found, (weight, (f, m, b), masks))
        assert tuple(int(each) >> 16 for each in out) == found[1]
        assert tuple(int(each) & 0xFFFF for each in out) == found[2]
