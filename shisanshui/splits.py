"""Specials that are three rows laid out as those rows, and how two equal specials compare (SS-7.5).

A hand can be three straights or three flushes in several ways; its best split is the one with the highest back, then
middle, then front, by ranks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from common.cards import Card
from shisanshui.rulebook import Rulebook, numbers
from shisanshui.specials import NONE, ROW_KINDS, SpecialKind, fits, is_special

__all__ = ["is_row", "laid_special_at", "row_split", "tie_key", "whole_special_at"]

_Rows = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
_Key = tuple[int, ...]


def laid_special_at(book: Rulebook, rows: Sequence[Sequence[Card]]) -> int:
    """The index in ``book.specials.kinds`` of the special that a layout is, or NONE.

    Where the house reads row specials from the layout (SS-5.2), its rows themselves must be these, without a foul.
    """
    thirteen = [card for row in rows for card in row]
    whole = whole_special_at(book, thirteen)
    if not book.rows_from_layout:
        return whole
    for nth, kind in enumerate(map(SpecialKind, book.specials.kinds)):
        if nth == whole:
            return whole
        if kind in ROW_KINDS and all(is_row(book, kind, row) for row in rows):
            front, middle, back = map(book.strength, rows)
            if not book.is_foul(front, middle, back):
                return nth
    return NONE


def whole_special_at(book: Rulebook, thirteen: Iterable[Card]) -> int:
    """The index of the highest special that thirteen cards are however they lie, or NONE."""
    if not book.rows_from_layout:
        return book.special_at(thirteen)
    held = numbers(thirteen)
    for nth, kind in enumerate(map(SpecialKind, book.specials.kinds)):
        if kind not in ROW_KINDS and is_special(book.specials, kind, held):
            return nth
    return NONE


def is_row(book: Rulebook, kind: SpecialKind, row: Sequence[Card]) -> bool:
    """Whether a row of three or five cards is what each row of this special must be (SS-5.2)."""
    suited = kind is SpecialKind.THREE_STRAIGHTS or len({card.suit for card in row if not card.is_joker}) <= 1
    if kind is SpecialKind.THREE_FLUSHES or not suited:
        return suited
    ranks = _packed(row)
    size = len(row)
    return any(fits(ranks, run) for run in map(int, book.specials.runs) if run.bit_count() == size)


def row_split(book: Rulebook, kind: SpecialKind, thirteen: Iterable[Card]) -> _Rows:
    """A hand that is a special of three rows, laid out as its best split.

    It is never a foul but in a strict house where every split is one.
    """
    _, rows = max(_splits(book, kind, tuple(thirteen)), key=lambda split: (not _is_foul(book, split[1]), split[0]))
    return _in_order(book, rows)


def _in_order(book: Rulebook, rows: _Rows) -> _Rows:
    front, middle, back = rows
    if book.strength(middle) > book.strength(back):  # a straight flush among straights
        middle, back = back, middle
    return front, middle, back


def _is_foul(book: Rulebook, rows: _Rows) -> bool:
    return book.is_strict and book.is_foul(*map(book.strength, _in_order(book, rows)))


def tie_key(book: Rulebook, nth: int, thirteen: Iterable[Card]) -> _Key:
    """What two specials of one place compare by, empty where they draw (SS-5.4, SS-7.5)."""
    kind = SpecialKind(book.specials.kinds[nth])
    ties = book.special_rules[book.specials.places[nth]].ties
    held = tuple(thirteen)
    if ties == "draw":
        return ()
    if ties == "suit":
        return (_highest_suit(book, held),)
    if kind in ROW_KINDS:
        return max(key for key, _ in _splits(book, kind, held))
    counts = Counter(int(card.rank) for card in held)
    told = _groups(kind, counts)
    return (*told, _highest_suit(book, [card for card in held if card.rank == told[0]]))


def _groups(kind: SpecialKind, counts: Counter[int]) -> tuple[int, ...]:
    """The ranks a hand compares by: larger groups first, ranks down, then the odd card."""
    sizes = {
        SpecialKind.THREE_QUADS: (4,),
        SpecialKind.FOUR_TRIPS: (3,),
        SpecialKind.FIVE_PAIRS_TRIPS: (3, 2),
        SpecialKind.SIX_PAIRS: (2,),
    }.get(kind, ())
    left = Counter(counts)
    told: list[int] = []
    for size in sizes:
        for rank in sorted(left, reverse=True):
            # The trips beside five pairs are the one rank that is odd; a quad there is two pairs.
            is_pairs = kind is SpecialKind.FIVE_PAIRS_TRIPS and size == 3 and left[rank] % 2 == 0
            times = 0 if is_pairs else left[rank] // size
            told += [rank] * times
            left[rank] -= size * times
    return (*told, *sorted(left.elements(), reverse=True))


def _splits(book: Rulebook, kind: SpecialKind, held: tuple[Card, ...]) -> Iterator[tuple[_Key, _Rows]]:
    """Every split worth looking at, with its key: back, middle, front by ranks, then the suit of the back's top."""
    if kind is SpecialKind.THREE_FLUSHES:
        return _flushes(book, held)
    return _straights(book, held, suited=kind is SpecialKind.THREE_STRAIGHT_FLUSHES)


def _straights(book: Rulebook, held: tuple[Card, ...], suited: bool) -> Iterator[tuple[_Key, _Rows]]:
    tables = book.specials
    ranks = _packed(held)
    for cover, of in zip(map(int, tables.covers), map(int, tables.cover_runs), strict=True):
        if not fits(ranks, cover):
            continue
        order = (of >> 16, of >> 8 & 255, of & 255)
        runs = [[rank for rank in range(13) if int(tables.runs[run]) >> 4 * rank & 1] for run in order]
        for suits in product(range(4), repeat=3) if suited else ((None, None, None),):
            rows = _dealt_to_runs(book, held, runs, suits)
            if rows is not None:
                back = rows[0]
                top = 12 if runs[0][0] == 0 and runs[0][-1] == 12 else runs[0][-1]
                tops = [card for card in back if not card.is_joker and card.rank == top] or list(back)
                yield (*order, _highest_suit(book, tops)), (rows[2], rows[1], rows[0])


def _dealt_to_runs(
    book: Rulebook, held: tuple[Card, ...], runs: Sequence[Sequence[int]], suits: Sequence[int | None]
) -> list[tuple[Card, ...]] | None:
    """The cards as these runs, in these suits where they are given; the jokers fill the gaps."""
    left = sorted(held, key=lambda card: (card.is_joker, -_worth(book, card)))
    rows = []
    for run, suit in zip(runs, suits, strict=True):
        row: list[Card] = []
        for rank in run:
            fitting = (c for c in left if c.is_joker or (c.rank == rank and suit in {None, c.suit}))
            card = next(fitting, None)
            if card is None:
                return None
            left.remove(card)
            row.append(card)
        rows.append(tuple(row))
    return rows


def _flushes(book: Rulebook, held: tuple[Card, ...]) -> Iterator[tuple[_Key, _Rows]]:
    for suits in product(range(4), repeat=3):
        left = sorted(held, reverse=True)  # jokers first, and the highest rank of a suit before the lower ones
        rows: list[tuple[Card, ...]] = []
        for suit, size in zip(suits, (5, 5, 3), strict=True):
            later = suits[len(rows) + 1 :]
            own = [card for card in left if not card.is_joker and card.suit == suit][:size]
            jokers = [card for card in left if card.is_joker][: size - len(own)]
            row = own + jokers
            for card in row:
                left.remove(card)
            if len(row) < size or (suit not in later and any(not c.is_joker and c.suit == suit for c in left)):
                break
            rows.append(tuple(row))
        if len(rows) == 3:
            back, middle, front = rows
            key = tuple(13 if card.is_joker else int(card.rank) for row in rows for card in row)
            yield (*key, _highest_suit(book, back)), (front, middle, back)


def _packed(held: Iterable[Card]) -> int:
    return sum(1 << 4 * card.rank for card in held if not card.is_joker)


def _worth(book: Rulebook, card: Card) -> int:
    return 4 if card.is_joker else int(book.suits[card.suit])


def _highest_suit(book: Rulebook, held: Iterable[Card]) -> int:
    return max(_worth(book, card) for card in held if not card.is_joker)
