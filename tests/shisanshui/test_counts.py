"""The count file of the oracle: legal layouts, Pareto-best triples and best bonuses of whole hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from common.cards import Card, cards
from common.jit import ENABLED
from shisanshui import Game, hints, rulesets, waters
from shisanshui.ask import book_of
from shisanshui.rulebook import Rulebook
from shisanshui.splitting import legal_splits, positions

COUNTS = Path(__file__).parents[1] / "counts" / "shisanshui.txt"
EVERY = 1 if ENABLED else 4
"""Without Numba every fourth line, which is some of every house."""


class Line(NamedTuple):
    """A line of the count file."""

    house: str
    hand: tuple[Card, ...]
    layouts: int
    pareto: int
    bonus: int


def lines() -> Iterator[Line]:
    for line in COUNTS.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            house, hand, *counts = line.split("\t")
            yield Line(house, tuple(sorted(cards(hand))), *map(int, counts))


LINES = tuple(lines())
TRIED = LINES[::EVERY]


def test_the_file_has_every_house_of_thirteen_cards() -> None:
    """Spare cards, of forty million layouts, have no line."""
    wanted = {house for house in rulesets() if book_of(house).hand_size == 13}
    lacking = {"luosong-wild", "luosong-wild-five"} - {line.house for line in LINES}
    assert not lacking
    assert {line.house for line in LINES} == {line.house for line in TRIED} == wanted
    assert min(Counter(line.house for line in LINES).values()) >= 4


def values(book: Rulebook, hand: tuple[Card, ...], split: int, known: dict[tuple[int, ...], int]) -> tuple[int, ...]:
    """Front, middle and back as one int each that sorts as the house's rows do, suits included."""
    found = []
    for row in positions(split):
        if row not in known:
            own = [hand[at] for at in row]
            strength = book.strength(own)
            known[row] = strength << 3 | book.edge(strength, own)
        found.append(known[row])
    return tuple(found)


def undominated(triples: set[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Those that no other equals or betters throughout; whatever betters one comes before it."""
    best: list[tuple[int, ...]] = []
    for front, middle, back in sorted(triples, key=lambda triple: triple[::-1], reverse=True):
        if not any(front <= other[0] and middle <= other[1] for other in best):
            best.append((front, middle, back))
    return best


def by_position(hand: tuple[Card, ...], split: int) -> int:
    """How many splits by position lay the same cards: two like cards in different rows can change places."""
    rows = positions(split)
    twice = [at for at in range(12) if hand[at] == hand[at + 1]]
    return 1 << sum(not any(at in row and at + 1 in row for row in rows) for at in twice)


@pytest.mark.parametrize("line", TRIED, ids=lambda line: f"{line.house}-{LINES.index(line)}")
def test_SS_3_1_and_8_2_legal_layouts_pareto_best_triples_and_the_best_bonus(line: Line) -> None:
    book = book_of(line.house)
    legal = legal_splits(book, line.hand)
    assert sum(by_position(line.hand, split) for split in legal) == line.layouts
    known: dict[tuple[int, ...], int] = {}
    best = undominated({values(book, line.hand, split, known) for split in legal})
    assert len(best) == line.pareto
    bonuses = [
        sum(waters(row, place, line.house) - 1 for row, place in zip(layout, ("front", "middle", "back"), strict=True))
        for layout in hints(line.hand, line.house)
    ]
    assert max(bonuses) == line.bonus
    printed = [sum(book.waters_of(place, triple[place] >> 3) - 1 for place in range(3)) for triple in best]
    assert max(printed) == line.bonus


def test_legal_actions_are_counted_like_the_layouts() -> None:
    """A hand at a table: each layout once for what the house does by itself and once for ordinary rows."""
    line = next(line for line in LINES if line.house == "chinese-poker-2-4")
    rest = [card for card in book_of(line.house).pack if card not in line.hand]
    game = Game(line.house, seats=2)
    game.deal(hands=[line.hand, rest[:13]])
    legal = game.legal_actions(0)
    splits = 72_072  # a foul is accepted there
    assert len(legal) == 2 * splits
    refusing = Game({"extends": line.house, "rows": {"foul": {"kind": "refused"}}}, seats=2)
    refusing.deal(hands=[line.hand, rest[:13]])
    assert len(refusing.legal_actions(0)) == 2 * line.layouts
    assert sum(1 for _ in combinations(range(13), 3)) * 252 == splits
