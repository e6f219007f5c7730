"""The benchmark that tells how far the bots are from unbeatable: its odds and its gains."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.unbeatable import RESPONSES, conditioned, gains, pool_of
from common import deal
from shisanshui.ask import book_of
from shisanshui.odds import odds_from
from shisanshui.rulebook import Rulebook
from shisanshui.sample import Laid
from shisanshui.scoring import tables
from shisanshui.search import unmoved
from shisanshui.specials import SpecialKind
from shisanshui.valued import house_of

np: Any = pytest.importorskip("numpy")


def sample_of(book: Rulebook, pool: Any) -> list[Laid]:
    """A pool's layouts as those of a sample."""
    shift = house_of(book).shift
    special = SpecialKind(int(book.specials.kinds[0])) if len(book.specials.kinds) else None
    return [
        Laid(
            tuple(int(value) >> shift for value in rows),  # type: ignore[arg-type]
            tuple(int(value) & (1 << shift) - 1 for value in rows),  # type: ignore[arg-type]
            special if is_special else None,
        )
        for rows, is_special in zip(pool.rows, pool.is_special, strict=True)
    ]


@pytest.mark.parametrize("name", ["meitian", "bb"])
def test_the_odds_of_a_pool_are_counted_as_those_of_a_sample(name: str) -> None:
    book = book_of(name)
    pool = pool_of(book, "expected", 40, deal.key_of(3))
    assert len(pool.held) == 160
    assert {int(held).bit_count() for held in pool.held} == {13}
    assert {sum(map(int, pool.held[nth::40])) for nth in range(40)} == {(1 << 52) - 1}
    given = conditioned(book, tables(book, 4), pool, 0).odds
    counted = odds_from(book, 4, sample_of(book, pool))
    for field in ("steps", "gains", "floors", "tops", "under", "starts", "feats"):
        assert list(map(int, getattr(given, field))) == list(map(int, getattr(counted, field))), field
    assert sorted(map(int, given.laid)) == sorted(map(int, counted.laid))
    for mine, theirs in zip(given.weigh, unmoved(counted.weigh), strict=True):
        assert list(map(int, mine)) == list(map(int, theirs))


def test_only_hands_that_hold_none_of_the_own_cards_are_counted() -> None:
    book = book_of("meitian")
    pool = pool_of(book, "expected", 40, deal.key_of(3))
    aces = sum(1 << int(card) for card in book.pack if str(card)[0] == "A")
    given = conditioned(book, tables(book, 4), pool, aces).odds
    none_held = [int(held) & aces == 0 for held in pool.held]
    assert len(given.feats) - 1 == sum(none_held)
    assert len(given.laid) == 3 * sum(
        none and not special for none, special in zip(none_held, pool.is_special, strict=True)
    )


def test_gains_are_told_for_each_way_and_the_same_again() -> None:
    found = gains("meitian", "best", 6, 4, 40)
    assert tuple(found) == RESPONSES
    assert found["best"].otherwise == found["best"].mean == found["best"].error == 0
    assert found == gains("meitian", "best", 6, 4, 40)
    assert any(gain.otherwise > 0 for gain in found.values())
    assert gains("meitian", "expected", 6, 4, 40)["expected"].otherwise == 0
    with pytest.raises(ValueError, match="waters for the majority"):
        gains("chinese-poker-2-4", "best", 1, 1, 1)
