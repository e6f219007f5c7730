"""The fewest plays that empty a holding, and the cheapest: against the naive oracle and against every split."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.cards import Card, cards
from common.jit import ENABLED, IntTable, table
from common.testing.strategies import holdings
from tests.naive import tienlen as naive
from tienlen.combos import PAIR_RUN_FROM, STRAIGHT_FROM
from tienlen.plan import COSTS, PAIR_RUNS, SETS, STRAIGHTS, cheapest_split, fewest_plays
from tienlen.rulebook import compile_rules
from tienlen.ruleset import load_ruleset

MEITIAN = compile_rules(load_ruleset("meitian"))


def _numbers(straight_from: int, pair_run_from: int) -> IntTable:
    numbers = [int(number) for number in MEITIAN.numbers]
    numbers[STRAIGHT_FROM], numbers[PAIR_RUN_FROM] = straight_from, pair_run_from
    return table(numbers)


def _fewest(held: tuple[Card, ...], numbers: IntTable = MEITIAN.numbers) -> int:
    return int(fewest_plays(numbers, MEITIAN.mask(held)))


def _clumps() -> st.SearchStrategy[tuple[Card, ...]]:
    """Holdings from a few neighbouring ranks, where runs, sets and pair runs compete for cards."""
    by_rank = [MEITIAN.card_of[bit] for bit in range(52)]
    return st.tuples(st.integers(0, 7), st.sampled_from((16, 20, 24))).flatmap(
        lambda at: st.lists(
            st.sampled_from(by_rank[4 * at[0] : 4 * at[0] + at[1]]), min_size=1, max_size=13, unique=True
        ).map(tuple)
    )


def test_case_bp_fewest_plays() -> None:
    assert _fewest(cards("2h 3d 4h 5c 6s 7s 7d 7h Td Jd Qd Kd Ah")) == 4


@pytest.mark.parametrize(
    ("held", "fewest"),
    [
        ("3s", 1),
        ("2s 2c 2d 2h", 1),
        ("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s", 2),
        ("Qs Ks As 2s", 2),  # a straight has no 2
        ("3s 3h 4s 4h 5s 5h", 1),
        ("3s 3h 4s 4h 5s", 3),
        ("3s 4s 5s 5h 6h 7h", 2),
        ("3s 4s 5s 6s 6h 6d 7s 8s", 2),
        ("3s 3h 3c 3d 4s 5s", 2),
    ],
)
def test_TL_2_known_splits(held: str, fewest: int) -> None:
    assert _fewest(cards(held)) == fewest


def test_no_cards_take_no_plays() -> None:
    assert fewest_plays(MEITIAN.numbers, 0) == 0


def _neighbours(size: int) -> Iterator[tuple[int, ...]]:
    """How many cards of each rank so many cards of neighbouring ranks may have."""
    if size == 0:
        yield ()
    for count in range(1, min(4, size) + 1):
        for rest in _neighbours(size - count):
            yield (count, *rest)


@pytest.mark.skipif(ENABLED, reason="Numba does not say where a row is left")
def test_there_is_room_for_the_states_of_any_thirteen_cards() -> None:
    for counts in _neighbours(13):
        if len(counts) <= 12:
            holding = sum((1 << count) - 1 << 4 * rank for rank, count in enumerate(counts))
            assert 1 <= fewest_plays(MEITIAN.numbers, holding) <= len(counts)


@settings(deadline=None, max_examples=60)
@given(st.one_of(holdings(), _clumps()))
def test_TL_2_fewest_plays_as_the_oracle_finds_them(held: tuple[Card, ...]) -> None:
    assert _fewest(held) == naive.fewest_plays([str(card) for card in held], naive.MEITIAN)


@settings(deadline=None, max_examples=50)
@given(_clumps(), st.integers(3, 6), st.integers(3, 5))
def test_TL_2_fewest_plays_where_a_house_has_longer_runs(
    held: tuple[Card, ...], straight_from: int, pair_run_from: int
) -> None:
    house = replace(naive.MEITIAN, straight_min=straight_from, pair_run_min=pair_run_from)
    found = _fewest(held, _numbers(straight_from, pair_run_from))
    assert found == naive.fewest_plays([str(card) for card in held], house)


@given(holdings(least=2))
def test_TL_2_one_card_more_takes_one_play_more_at_most(held: tuple[Card, ...]) -> None:
    assert _fewest(held) <= _fewest(held[1:]) + 1


def _splits(counts: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The plays that use a card of the lowest rank held, each with its place among costs and the counts after it."""
    low = next(rank for rank in range(13) if counts[rank])
    for width in range(1, counts[low] + 1):
        yield SETS + 13 * width + low, (*counts[:low], counts[low] - width, *counts[low + 1 :])
    for width, kind in ((1, STRAIGHTS), (2, PAIR_RUNS)):
        left, rank = list(counts), low
        while rank < 12 and left[rank] >= width:
            left[rank] -= width
            rank += 1
            if rank - low >= 3:
                yield kind + 13 * (rank - low) + rank - 1, tuple(left)


@settings(deadline=None)
@given(_clumps(), st.integers(0, 2**32))
def test_the_cheapest_split_is_the_cheapest_of_all(held: tuple[Card, ...], seed: int) -> None:
    chance = random.Random(seed)
    costs = [0] * 13 + [chance.randint(-30, 100) for _ in range(COSTS - 13)]
    for rank in range(13):  # a set in parts costs no less: the split takes what is left of a rank as one set
        for width in range(2, 5):
            at = SETS + 13 * width + rank
            parts = (costs[SETS + 13 * n + rank] + costs[SETS + 13 * (width - n) + rank] for n in range(1, width))
            costs[at] = min(costs[at], *parts)

    @cache
    def cheapest(counts: tuple[int, ...]) -> int:
        if not any(counts):
            return 0
        return min(costs[at] + cheapest(left) for at, left in _splits(counts))

    mask = MEITIAN.mask(held)
    counts = tuple((mask >> 4 * rank & 15).bit_count() for rank in range(13))
    assert cheapest_split(MEITIAN.numbers, mask, table(costs)) == cheapest(counts)
