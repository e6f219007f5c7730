"""Hands and rows with something in them, drawn from a seed, and the oracle's names beside the product's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from common.cards import SUITS, Card
from shisanshui.ask import book_of
from shisanshui.ruleset import rulesets
from tests.naive import shisanshui as naive

HOUSES = rulesets()
ORACLES = naive.HOUSES
SPECIALS_BY_ORACLE = {
    "suited dragon": "same_suit_dragon",
    "five pairs and trips": "five_pairs_trips",
    "one colour": "one_color",
}
_GROUPS = [
    [2] * 6 + [1],
    [4, 2, 2, 2, 2, 1],
    [4, 4, 2, 2, 1],
    [2] * 5 + [3],
    [4, 2, 2, 2, 3],
    [4, 4, 2, 3],
    [4, 4, 4, 1],
    [3] * 4 + [1],
    [4, 3, 3, 3],
    [5, 4, 4],
    [5, 2, 2, 2, 2],
    [1] * 13,
]

FIXTURE = (
    "As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad",
    "Kh Qs Js | 8s 8h 6s 5h 2s | 7s 7h 4s 4h Jd",
    "Kd Qh Th | 8c 8d 6h 5c 2h | 7c 7d 3s 3h Jc",
    "Ac Qc Tc | 6c 6d Td 9d 5d | 3c 3d 2c 2d 4c",
)
"""Fixture F of the cases: 52 cards, four legal layouts."""


def special_name(oracle: str) -> str:
    """The product's name of a special."""
    return SPECIALS_BY_ORACLE.get(oracle, oracle.replace(" ", "_"))


def texts(held: Sequence[Card]) -> tuple[str, ...]:
    """Cards as the oracle has them."""
    return tuple(str(card) for card in held)


def thirteen(house: str, chance: random.Random) -> tuple[Card, ...]:
    """Thirteen cards of a house's pack: at random, of few ranks or suits, three runs, or groups of a rank."""
    whole = book_of(house).pack
    shape = chance.choice(["any", "ranks", "suits", "runs", "suited runs", "groups", "groups"])
    jokers = [card for card in whole if card.is_joker]
    wanted: list[Card] = []
    if shape == "ranks":
        low = chance.choice([0, 6, 9, chance.randrange(7)])
        some = [card for card in whole if not card.is_joker and low <= card.rank <= low + 6]
        wanted = chance.sample(some, min(13, len(some)))
    elif shape == "suits":
        colors = chance.choice(["cs", "dh", "ch", "ds"])
        some = [card for card in whole if not card.is_joker and SUITS[card.suit] in colors]
        wanted = chance.sample(some, 13)
    elif shape in {"runs", "suited runs"}:
        for size in (3, 5, 5):
            low, suit = chance.randrange(-1, 14 - size), chance.randrange(4)
            for step in range(size):
                rank = (low + step) % 13
                same = [card for card in whole if not card.is_joker and card.rank == rank]
                fitting = [card for card in same if card.suit == suit]
                wanted.append(chance.choice(fitting if shape == "suited runs" and fitting else same))
    elif shape == "groups":
        ranks = chance.sample(range(13), 13)
        for rank, size in zip(ranks, chance.choice(_GROUPS), strict=False):
            same = [card for card in whole if not card.is_joker and card.rank == rank]
            wanted += chance.sample(same, min(size, len(same)))
    for joker in jokers:
        if wanted and chance.random() < 0.5:
            wanted[chance.randrange(len(wanted))] = joker
    left = Counter(whole)
    held: list[Card] = []
    for card in wanted:
        if left[card] and len(held) < 13:
            left[card] -= 1
            held.append(card)
    rest = list(left.elements())
    return tuple(held + chance.sample(rest, 13 - len(held)))


def some_row(house: str, size: int, chance: random.Random) -> tuple[Card, ...]:
    """Three or five cards of such a hand."""
    return tuple(chance.sample(thirteen(house, chance), size))


def deal(house: str, seats: int, chance: random.Random) -> list[tuple[Card, ...]]:
    """Thirteen cards for each seat, the first seats' hands with something in them."""
    left = Counter(book_of(house).pack)
    hands: list[tuple[Card, ...]] = []
    while len(hands) < seats:
        hand = thirteen(house, chance) if len(hands) < seats - 1 else ()
        need = Counter(hand)
        if not hand or any(need[card] > left[card] for card in need):
            hand = tuple(chance.sample(list(left.elements()), 13))
            need = Counter(hand)
        left -= need
        hands.append(hand)
    return hands


__all__ = [
    "FIXTURE",
    "HOUSES",
    "ORACLES",
    "deal",
    "some_row",
    "special_name",
    "texts",
    "thirteen",
]
