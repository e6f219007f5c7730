"""Hypothesis strategies: cards, holdings, deals, and JSON that is nearly right."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from common.cards import RANKS, SUITS, Card, pack

__all__ = ["anything", "deals", "faces", "holdings", "mutated", "spellings"]

_PACK = pack()


def faces(from_pack: Sequence[Card] = _PACK) -> st.SearchStrategy[Card]:
    """One card."""
    return st.sampled_from(sorted(set(from_pack)))


@st.composite
def spellings(draw: st.DrawFn) -> tuple[Card, str]:
    """A card and one of the many ways to write it."""
    card = draw(faces())
    rank = draw(st.sampled_from([RANKS[card.rank], RANKS[card.rank].lower(), RANKS[card.rank].replace("T", "10")]))
    letter = SUITS[card.suit]
    suit = draw(st.sampled_from([letter, letter.upper(), "♣♦♥♠"[card.suit], "♧♢♡♤"[card.suit]]))
    suit_first = not suit.isascii() and draw(st.booleans())
    return card, suit + rank if suit_first else rank + suit


@st.composite
def holdings(draw: st.DrawFn, least: int = 1, most: int = 13, from_pack: Sequence[Card] = _PACK) -> tuple[Card, ...]:
    """So many cards of a pack, in any order: at random, of few ranks, of neighbouring ranks, or mostly pairs.

    Cards at random hold few combinations; the other shapes are full of them.
    """
    size = draw(st.integers(least, most))
    shape = draw(st.sampled_from(["any", "few ranks", "neighbours", "pairs"]))
    chance = draw(st.randoms(use_true_random=False))
    return tuple(_shaped(chance, shape, size, from_pack))


def _shaped(chance: random.Random, shape: str, size: int, from_pack: Sequence[Card]) -> list[Card]:
    stack = list(from_pack)
    chance.shuffle(stack)
    ranks = sorted({card.rank for card in stack if not card.is_joker})
    if shape == "few ranks":
        liked = set(chance.sample(ranks, min(len(ranks), size // 3 + 1)))
    elif shape == "neighbours":
        start = chance.randrange(len(ranks))
        liked = {ranks[(start + step) % len(ranks)] for step in range(size // 2 + 1)}
    elif shape == "pairs":
        liked = set(chance.sample(ranks, min(len(ranks), (size + 1) // 2)))
    else:
        return stack[:size]
    each = 2 if shape == "pairs" else 4
    taken: list[Card] = []
    for card in stack:
        if not card.is_joker and card.rank in liked and sum(c.rank == card.rank for c in taken) < each:
            taken.append(card)
    rest = stack.copy()
    for card in taken:
        rest.remove(card)
    return (taken + rest)[:size]


@st.composite
def deals(
    draw: st.DrawFn, seats: int = 4, size: int = 13, from_pack: Sequence[Card] = _PACK
) -> tuple[tuple[Card, ...], ...]:
    """A deal: at random, or from a pack badly shuffled, so that quads, runs and long suits turn up."""
    chance = draw(st.randoms(use_true_random=False))
    order = draw(st.sampled_from(["any", "by rank", "by suit", "by pairs"]))
    stack = list(from_pack)
    chance.shuffle(stack)
    if order != "any":
        if order == "by pairs":
            stack.sort(key=lambda card: (card & 3 in {0, 3}, card >> 2))
        elif order == "by rank":
            stack.sort()
        else:
            stack.sort(key=lambda card: (card & 3, card >> 2))
        cut = chance.randrange(len(stack))
        stack = stack[cut:] + stack[:cut]
        for _ in range(draw(st.integers(0, 20))):
            one, other = chance.randrange(len(stack)), chance.randrange(len(stack))
            stack[one], stack[other] = stack[other], stack[one]
    return tuple(tuple(stack[seat * size : (seat + 1) * size]) for seat in range(seats))


def anything() -> st.SearchStrategy[Any]:
    """A JSON value, often one that readers stumble over."""
    awkward: list[Any] = [
        None, True, False, 0, -1, 7, 8, 2**31, 2**63, -(2**64), 10**400, 0.5, 1e308, -0.0, "", " ", "3s", "3s 3s", "Xb",
        "\x00", "é", "𝟛s", "1e5", "__class__", [], {}, [[]], {"type": "play"}, ["3s", 3], "9" * 5000,
    ]  # fmt: skip
    plain = st.sampled_from(awkward) | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
    return st.recursive(
        plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
    )


@st.composite
def mutated(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> Any:
    """One of these JSON values with some of its places changed, removed, doubled or swapped: nearly right."""
    value = copy.deepcopy(draw(values))
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(value))
        if not places:
            return draw(anything())
        holder, key = draw(st.sampled_from(places))
        change = draw(st.sampled_from(["replace", "replace", "remove", "double", "swap", "add"]))
        if change == "remove":
            del holder[key]
        elif change == "double" and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif change == "add" and isinstance(holder, dict):
            holder[draw(st.text(max_size=12))] = draw(anything())
        elif change == "swap":
            other, place = draw(st.sampled_from(places))
            holder[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(holder[key])
        else:
            holder[key] = draw(anything())
    return value


def _places(value: Any) -> Any:
    """Every (holder, key) inside a JSON value."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from _places(value[key])
