"""Makes the samples of layouts that are shipped in ``samples/``: ``python -m shisanshui.make_odds [HOUSE …]``.

Hands are dealt from whole tables, so that a sample holds each card as often as a pack does.  First each is laid as
hint #1.  Then, round after round, one part in :data:`PARTS` of the sample, the one that has stood longest, is replaced
by fresh hands, laid as is best against the sample as it stands: were all replaced at once, each round would answer the
last and none the next.  The deals are those of a fixed seed, others each round: the same sample on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from common import deal
from common.cards import Card
from common.jit import buffer
from shisanshui.ask import book_of
from shisanshui.best import choose
from shisanshui.hints import special_layout
from shisanshui.odds import SAMPLES, Laid, Odds, odds_from, packed
from shisanshui.ranking import ranked, triples
from shisanshui.rows import RowType, edge, suit_table
from shisanshui.rulebook import Rulebook, numbers
from shisanshui.ruleset import rulesets
from shisanshui.scoring import best_rows, tables_with
from shisanshui.specials import NONE, SpecialKind
from shisanshui.splits import laid_special_at
from shisanshui.valued import house_of

SEED: Final = "what others lay"
PARTS: Final = 8
"""A sample is made of so many rounds' hands."""
ROUNDS: Final = 24
"""Rounds after the first sample."""
_SUITS: Final = suit_table("dchs", RowType)
"""Edges are kept for all types; a house counts those that it tells apart."""


def hands(book: Rulebook, nth: int) -> Iterator[tuple[Card, ...]]:
    """The hands of a round, one part of a sample, each in ascending order of its cards."""
    key, seats, size = deal.key_of(f"{SEED} {nth}"), book.rules.seats.most, book.hand_size
    for place in range(SAMPLES // PARTS):
        table, seat = divmod(place, seats)
        dealt = deal.shuffle(key, table, book.pack)
        yield tuple(sorted(dealt[size * seat : size * (seat + 1)]))


def laid(book: Rulebook, odds: Odds | None, own: tuple[Card, ...]) -> Laid:
    """A hand as it is laid by hint #1, or as is best against others like these."""
    out = buffer(3)
    if odds is None:
        ranked(house_of(book), triples(book), numbers(own), out)
        special, wish = special_layout(book, own), None
    else:
        of_house = tables_with(book, odds)
        best_rows(of_house, numbers(own), out)
        special, wish = choose(book, of_house, own)
    nth = NONE if special is None or wish is False else laid_special_at(book, special)
    rows = [[card for at, card in enumerate(own) if int(mask) >> at & 1] for mask in out]
    front, middle, back = map(book.strength, rows)
    edges = [
        int(edge(book.scale, _SUITS, strength, numbers(cards)))
        for strength, cards in zip((front, middle, back), rows, strict=True)
    ]
    kind = None if nth == NONE else SpecialKind(book.specials.kinds[nth])
    return Laid((front, middle, back), (edges[0], edges[1], edges[2]), kind)


def sample(book: Rulebook) -> list[Laid]:
    """The sample of a house."""
    found = [laid(book, None, own) for nth in range(PARTS) for own in hands(book, nth)]
    for nth in range(PARTS, PARTS + ROUNDS):
        odds = odds_from(book, book.rules.seats.most, found)
        found = found[SAMPLES // PARTS :] + [laid(book, odds, own) for own in hands(book, nth)]
    return found


if __name__ == "__main__":
    for name in sys.argv[1:] or rulesets():
        content = packed(sample(book_of(name)))
        (Path(__file__).parent / "samples" / f"{name}.bin").write_bytes(content)
        sys.stdout.write(f"{name}: {len(content)} bytes\n")
