"""What rows are worth more for the cards one holds, counted layout by layout."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement
from typing import get_args

import pytest

from common.cards import Rank, cards
from shisanshui import load_ruleset, rulesets
from shisanshui.ask import book_of
from shisanshui.moves import moves
from shisanshui.odds import odds_for
from shisanshui.rows import RowType, Wheel, evaluate, form, ranks_of
from shisanshui.rulebook import Rulebook
from shisanshui.sample import Laid, read
from shisanshui.search import RANKS
from tests.shisanshui.test_odds import some

ONCE = 1 << 20


@pytest.mark.parametrize("wheel", get_args(Wheel))
@pytest.mark.parametrize("size", [3, 5])
def test_SS_2_a_row_tells_the_ranks_of_all_its_cards(size: int, wheel: Wheel) -> None:
    for held in combinations_with_replacement(range(13), size):
        for suited in {False, size == 5}:
            assert tuple(sorted(ranks_of(form(*evaluate(held, suited, wheel), wheel), wheel))) == held


@cache
def ranks_by_strength(book: Rulebook) -> dict[int, tuple[int, ...]]:
    """The ranks of every row by its strength, as the house's own tables have them."""
    found: dict[int, tuple[int, ...]] = {}
    for size, tables_of in ((5, (book.scale.plain, book.scale.suited)), (3, (book.scale.front,))):
        held = sorted(combinations_with_replacement(range(13), size), key=lambda ranks: ranks[::-1])
        for strengths in tables_of:
            found |= {int(strength): ranks for strength, ranks in zip(strengths, held, strict=False)}
    return found


def naive(book: Rulebook, sample: tuple[Laid, ...], is_rows: list[bool], place: int, strength: int, rank: int) -> int:
    """One move, layout by layout."""
    ranks = ranks_by_strength(book)
    copies = sum(int(card) >> 2 == rank for card in book.pack)
    beside = [max(0, copies - sum(ranks[each].count(rank) for each in laid.strengths)) for laid in sample]
    total = 0
    for laid, left, counts in zip(sample, beside, is_rows, strict=True):
        more = ONCE * len(sample) * left // sum(beside) - ONCE
        its = laid.strengths[place]
        if counts and its < strength:
            total += more * book.waters_of(place, strength)
        if counts and its > strength:
            total -= more * book.waters_of(place, its)
    return total // ONCE


@pytest.mark.parametrize("name", ["meitian", "bb", "luosong-five", "luosong-wild-five", "luosong-spare"])
def test_moves_are_counted_by_the_cards_that_are_left_for_others(name: str) -> None:
    book, sample, drawn = book_of(name), some(name), random.Random(name)
    is_rows = [drawn.random() < 0.9 for _ in sample]
    found = moves(book, sample, is_rows)
    assert [len(of) for of in found] == [RANKS * len(book.scale.types)] * 3
    for place in range(3):
        theirs = [laid.strengths[place] for laid in sample]
        near = {at for each in drawn.sample(theirs, 6) for at in (each - 1, each, each + 1)}
        for strength in (near | {0, len(book.scale.types) - 1}) & {*range(len(book.scale.types))}:
            for rank in drawn.sample(range(13), 3):
                expected = naive(book, sample, is_rows, place, strength, rank)
                assert found[place][RANKS * strength + rank] == expected


@pytest.mark.parametrize("name", rulesets())
def test_the_layouts_of_a_sample_have_thirteen_cards_and_hardly_more_of_a_rank_than_there_are(name: str) -> None:
    book, ranks = book_of(name), ranks_by_strength(book_of(name))
    copies = sum(int(card) >> 2 == 0 for card in book.pack)
    over = 0
    for laid in read(name):
        held = [rank for strength in laid.strengths for rank in ranks[strength]]
        assert len(held) == 13
        over += max(map(held.count, held)) > copies
    assert over == 0 or any(int(card) >= 52 for card in book.pack)


def test_who_holds_an_ace_wins_more_by_a_front_of_king_high() -> None:
    book = book_of("meitian")
    moved = odds_for(book, 4).weigh.moves
    front = RANKS * book.strength(cards("4h 9d Kc"))
    assert moved[front + Rank.ACE] > 0 > moved[front + Rank.FOUR]


def test_a_house_of_ones_own_counts_the_waters_of_its_own() -> None:
    rules = load_ruleset({"extends": "meitian", "name": "own", "title": "Own", "waters": {"front": {"trips": 30}}})
    theirs, own = odds_for(book_of("meitian"), 4).weigh.moves, odds_for(book_of(rules), 4).weigh.moves
    assert len(theirs) == len(own)
    last = RANKS * (len(own) // (3 * RANKS))
    assert list(theirs[last:]) == list(own[last:])
    assert list(theirs[:last]) != list(own[:last])
    assert RowType.TRIPS in map(book_of(rules).type_of, (laid.strengths[0] for laid in read("meitian")))
