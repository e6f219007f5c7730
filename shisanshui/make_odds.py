"""Makes the samples of layouts that are shipped in ``samples/``: ``python -m shisanshui.make_odds [HOUSE …]``.

Hands are dealt from whole tables, so that a sample holds each card as often as a pack does.  First each is laid as
hint #1.  Then, round after round, one part in :data:`PARTS` of the sample, the one that has stood longest, is replaced
by fresh hands, laid as is best against the sample as it stands: were all replaced at once, each round would answer the
last and none the next.  The deals are those of a fixed seed, others each round: the same sample on every machine.

It goes on until two rounds differ by less than :data:`NEAR`: by how much a player of the next round would win more than
one of this round, the hands of this round's part laid by both against three others of the sample.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

from common import deal
from common.cards import Card
from common.jit import buffer
from shisanshui.ask import book_of
from shisanshui.best import choose
from shisanshui.hints import special_layout
from shisanshui.odds import UNIT, Odds, odds_from, values_of
from shisanshui.ranking import ranked, triples
from shisanshui.row_specials import laid_special_at
from shisanshui.rows import RowType, edge, suit_table
from shisanshui.rulebook import Rulebook, numbers
from shisanshui.ruleset import rulesets
from shisanshui.sample import SAMPLES, Laid, packed
from shisanshui.scoring import best_rows, judge, tables_with
from shisanshui.specials import NONE, SpecialKind
from shisanshui.valued import house_of

SEED: Final = "what others lay"
PARTS: Final = 8
"""A sample is made of so many rounds' hands."""
ROUNDS: Final = 24
"""At least so many rounds after the first sample: each part is laid anew three times."""
MOST_ROUNDS: Final = 64
"""And at most so many."""
NEAR: Final = Fraction(1, 100)
"""Waters a hand by which a round may differ from the next to be the last."""
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
    out, declared = buffer(3), book.rules.specials.mode == "declared"
    wish: bool | None
    if odds is None:
        ranked(house_of(book), triples(book), numbers(own), out)
        special, wish = special_layout(book, own), True
    else:
        of_house = tables_with(book, odds)
        best_rows(of_house, numbers(own), out)
        special, wish = choose(book, of_house, own)
    nth = laid_special_at(book, special) if special is not None and (wish or (wish is None and not declared)) else NONE
    rows = [[card for at, card in enumerate(own) if int(mask) >> at & 1] for mask in out]
    front, middle, back = map(book.strength, rows)
    edges = [
        int(edge(book.scale, _SUITS, strength, numbers(cards)))
        for strength, cards in zip((front, middle, back), rows, strict=True)
    ]
    kind = None if nth == NONE else SpecialKind(book.specials.kinds[nth])
    return Laid((front, middle, back), (edges[0], edges[1], edges[2]), kind)


class Round(NamedTuple):
    """How the sample stands after a round."""

    number: int
    """0 for hint #1."""
    laid: list[Laid]
    """The sample, the newest part last."""
    gain: Fraction
    """What a player of the next round would win more than one of this round, in waters a hand."""


def gain(book: Rulebook, odds: Odds, own: Iterator[tuple[Card, ...]], laid_: Sequence[Laid]) -> Fraction:
    """What is won more, in waters a hand, by laying these hands as is best against the sample than as they are laid.

    It is counted exactly, over all the sample; hands laid as specials count as laid alike.
    """
    of_house, out, more, size = tables_with(book, odds), buffer(3), 0, 0
    for hand, before in zip(own, laid_, strict=True):
        size += 1
        if before.special is None:
            more += int(best_rows(of_house, numbers(hand), out)) - int(judge(of_house, *values_of(book, before)))
    return Fraction((book.rules.seats.most - 1) * more, UNIT * SAMPLES * size)


def rounds(book: Rulebook) -> Iterator[Round]:
    """Round after round, until two differ by little."""
    part = SAMPLES // PARTS
    found = [laid(book, None, own) for nth in range(PARTS) for own in hands(book, nth)]
    for number in range(MOST_ROUNDS + 1):
        newest = number + PARTS - 1
        odds = odds_from(book, book.rules.seats.most, found)
        more = gain(book, odds, hands(book, newest), found[-part:])
        yield Round(number, found, more)
        if number == MOST_ROUNDS or (number >= ROUNDS and more < NEAR):
            return
        found = found[part:] + [laid(book, odds, own) for own in hands(book, newest + 1)]


def sample(book: Rulebook) -> list[Laid]:
    """The sample of a house."""
    return deque(rounds(book), maxlen=1)[0].laid


def _made(name: str) -> None:
    for done in rounds(book_of(name)):
        sys.stdout.write(f"{name}: round {done.number}, the next would win {float(done.gain):.4f} waters a hand more\n")
    content = packed(done.laid)
    (Path(__file__).parent / "samples" / f"{name}.bin").write_bytes(content)
    sys.stdout.write(f"{name}: {len(content)} bytes\n")


if __name__ == "__main__":
    for name in sys.argv[1:] or rulesets():
        _made(name)
