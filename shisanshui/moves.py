"""What rows are worth more or less for each card that one holds: the cards one sees are not in others' hands.

Who holds an ace meets fewer aces.  A layout of the sample with ``l`` of the ``n`` cards of a rank that the pack has
lies beside a given one of them in ``n - l`` of ``n`` cases; so it counts ``n - l`` times, measured by the mean of all
layouts.  What a row is then worth more than when all layouts count alike is its *move* for that rank, and a hand adds
up the moves of all its cards, as if each told something of its own.

That is as far as tables by rank can tell.  Suits are left out, and what two cards tell together; jokers, which a
layout of the sample has as the cards that they stand for, so that holding one moves nothing; and the spare cards of
others, as if they were any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, compress, pairwise
from typing import Final

from shisanshui.rows import Place, ranks_of
from shisanshui.rulebook import Rulebook
from shisanshui.sample import Laid
from shisanshui.search import RANKS

__all__ = ["moves"]

_ONCE: Final = 1 << 20
"""What a layout counts in the mean."""


def moves(book: Rulebook, sample: Sequence[Laid], is_rows: Sequence[bool]) -> list[list[int]]:
    """By place, what each strength is worth more for a card of each rank: ``[place][RANKS * strength + rank]``.

    It is told in waters against each layout, all layouts of the sample together, floored.

    Args:
        book: the house.
        sample: the layouts.
        is_rows: for each of them whether it counts as ordinary rows; the others win and lose no row.
    """
    types = [int(kind) for kind in book.scale.types]
    by_rank = [list(compress(more, is_rows)) for more in _more(book, sample)]
    laid = [layout.strengths for layout in compress(sample, is_rows)]
    found = []
    for place in Place:
        there = {strengths[place] for strengths in laid}
        # What a strength is worth changes there, behind it, and where types change: so it is told for whole runs.
        runs = sorted({*there, *(at + 1 for at in there), *map(types.index, {*types}), len(types)})
        nth = {strength: at for at, strength in enumerate(runs)}
        where = [nth[strengths[place]] for strengths in laid]
        own = [int(book.waters[10 * place + types[start]]) for start in runs[:-1]]
        of_rank = []
        for more in by_rank:
            counted = [0] * len(own)
            for at, each in zip(where, more, strict=True):
                counted[at] += each
            below = accumulate(counted, initial=0)
            paid = list(accumulate(map(int.__mul__, counted, own), initial=0))
            lost = [paid[-1] - upto for upto in paid[1:]]
            of_rank.append([(each * won - paid) // _ONCE for each, won, paid in zip(own, below, lost, strict=False)])
        sizes = (end - start for start, end in pairwise(runs))
        of_run = zip(*of_rank, strict=True)
        found.append([more for of, size in zip(of_run, sizes, strict=True) for more in of * size])
    return found


def _more(book: Rulebook, sample: Sequence[Laid]) -> Iterator[list[int]]:
    """For each rank: how much more often each layout counts, in parts of :data:`_ONCE`, if one holds a card of it."""
    copies = Counter(int(card) >> 2 for card in book.pack if card < 4 * RANKS)

    @cache
    def held(strength: int) -> int:
        """The cards of a row by rank, a byte each."""
        return sum(1 << 8 * rank for rank in ranks_of(int(book.scale.forms[strength]), book.wheel))

    held_by = [sum(map(held, layout.strengths)).to_bytes(RANKS, "little") for layout in sample]
    for rank in range(RANKS):
        counts = [layout[rank] for layout in held_by]
        beside = [max(0, copies[rank] - count) for count in range(max(counts) + 1)]  # with jokers there may be more
        whole = sum(beside[count] * times for count, times in Counter(counts).items())
        more = [_ONCE * len(sample) * each // max(whole, 1) - _ONCE for each in beside]
        yield [more[count] for count in counts]
