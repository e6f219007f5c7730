"""Dealt wins (直接获胜, tới trắng; TL-6): primitives on ints."""

from __future__ import annotations

from common.jit import IntBuffer, IntTable, highest, inlined, jit, popcount
from tienlen.combos import TWO, at_least

__all__ = ["KINDS", "QUADS_AS_TWO_PAIRS", "RANK", "WINS_ARE_DECLARED", "dealt_win", "kind_of", "winner_at_deal"]

KINDS = ("four_twos", "six_pairs", "four_triples", "pair_run_5", "pair_run_6", "dragon")
"""The hands that can win at once, as a ruleset names them; the house says which do, and in what order."""
FOUR_TWOS, SIX_PAIRS, FOUR_TRIPLES, PAIR_RUN_5, PAIR_RUN_6, DRAGON = range(6)

QUADS_AS_TWO_PAIRS = 24
"""In a rulebook's numbers: 1 where a quad is two pairs, and a triple among four (TL-6.3)."""
WINS_ARE_DECLARED = 31
"""1 where a dealt win counts only when its holder declares it (TL-6.1)."""
RANK = 25
"""From here, by kind: its place in the house's list from 1, or 0 where it does not win."""


@jit
def _groups(numbers: IntTable, hand: int, width: int, wanted: int) -> int:
    """The ranks of the ``wanted`` highest groups of ``width`` cards, four bits each, the highest first; 0 if fewer."""
    quads = popcount(at_least(hand, 4))
    most = popcount(at_least(hand, width))
    most += quads * (4 // width - 1) if numbers[QUADS_AS_TWO_PAIRS] else -quads
    if most < wanted:
        return 0
    key = 0
    found = 0
    for step in range(TWO + 1):
        rank = TWO - step
        held = popcount(hand >> 4 * rank & 15)
        groups = held // width
        if held == 4 and not numbers[QUADS_AS_TWO_PAIRS]:
            groups = 0
        for _ in range(groups):
            if found < wanted:
                key = key << 4 | rank
                found += 1
    return key


@jit
def _run(hand: int, width: int, length: int) -> int:
    """The top rank of the highest run of ``length`` ranks with ``width`` cards each, no 2s, plus 1; 0 for none."""
    ranks = at_least(hand, width) & ((1 << 4 * TWO) - 1)
    found = ranks
    for step in range(1, length):
        found &= ranks >> 4 * step
    return (highest(found) >> 2) + length if found else 0


@inlined
def _ranks(numbers: IntTable, hand: int, kind: int) -> int:
    """What two hands of one kind are compared by, ranks from the top down, above 0; 0 if it is none (TL-6.4)."""
    if kind == FOUR_TWOS:
        return 1 if hand >> 4 * TWO == 15 else 0
    if kind == SIX_PAIRS:
        return _groups(numbers, hand, 2, 6)
    if kind == FOUR_TRIPLES:
        return _groups(numbers, hand, 3, 4)
    if kind == DRAGON:
        return _run(hand, 1, 12)
    return _run(hand, 2, 5 if kind == PAIR_RUN_5 else 6)


@inlined
def _top_rank(kind: int, ranks: int) -> int:
    """The rank of the highest card of the winning combination."""
    if kind == FOUR_TWOS:
        return TWO
    if kind == SIX_PAIRS:
        return ranks >> 20
    if kind == FOUR_TRIPLES:
        return ranks >> 12
    return ranks - 1


@jit
def dealt_win(numbers: IntTable, hand: int) -> int:
    """A key that orders dealt wins, higher is better; 0 for a hand that has none.  The best of several counts.

    The place of its kind in the house's list, then its ranks, then the suit of the highest card of the combination.
    """
    best = 0
    for kind in range(6):
        place = numbers[RANK + kind]
        if place:
            ranks = _ranks(numbers, hand, kind)
            if ranks:
                suit = highest(hand >> 4 * _top_rank(kind, ranks) & 15)
                best = max(best, place << 32 | ranks << 4 | suit)
    return best


@inlined
def kind_of(numbers: IntTable, key: int) -> int:
    """Which of KINDS a key is of."""
    for kind in range(6):
        if numbers[RANK + kind] == key >> 32:
            return kind
    return -1


@inlined
def winner_at_deal(numbers: IntTable, seats: int, holdings: IntBuffer, among: int) -> int:
    """The seat whose dealt win counts, of those in the mask ``among``; -1 where none has one (TL-6.4)."""
    best, winner = 0, -1
    for seat in range(seats):
        if among >> seat & 1:
            key = dealt_win(numbers, holdings[seat])
            if key > best:
                best, winner = key, seat
    return winner
