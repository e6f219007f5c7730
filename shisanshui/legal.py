"""What a seat may lay out now, as one lazy set: nothing is listed before it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final, NamedTuple, overload

from common.cards import Card
from common.errors import IllegalAction
from shisanshui.actions import Arrange
from shisanshui.decide import decide, may_arrange
from shisanshui.events import LaidRows
from shisanshui.rulebook import Rulebook
from shisanshui.specials import NONE
from shisanshui.splits import laid_special_at, whole_special_at
from shisanshui.splitting import SPLITS, legal_splits, positions
from shisanshui.table import Table

__all__ = ["LegalActions"]

_WISHES: Final = (None, False, True)


class _Part(NamedTuple):
    """Actions that share their thirteen cards and what they say of a special."""

    thirteen: tuple[Card, ...]
    special: bool | None


def _doubles(held: Sequence[Card]) -> tuple[int, ...]:
    """The positions of cards that the next position holds once more."""
    return tuple(at for at in range(len(held) - 1) if held[at] == held[at + 1])


def _is_first(split: int, doubles: tuple[int, ...]) -> bool:
    """Whether a split is the first of those that lay the same cards: of like cards the earlier lies no further back."""
    rows = positions(split)
    lies = [next(place for place, row in enumerate(rows) if at in row) for at in range(13)]
    return all(lies[at] <= lies[at + 1] for at in doubles)


@lru_cache(maxsize=64)
def _splits_of(book: Rulebook, part: _Part) -> Sequence[int]:
    """The splits of a part that are legal, each layout once."""
    found = _accepted(book, part)
    doubles = _doubles(part.thirteen)
    return [split for split in found if _is_first(split, doubles)] if doubles else found


def _accepted(book: Rulebook, part: _Part) -> Sequence[int]:
    thirteen, wish = part
    whole = _is_special_anyhow(book, thirteen)
    if wish is True and not whole:
        return _row_specials(book, thirteen) if book.rows_from_layout else ()
    counts = wish is True or (wish is None and not book.is_declared)
    rows = legal_splits(book, thirteen) if book.refuses_fouls and not (whole and counts) else range(SPLITS)
    if wish is False and not book.opt_out and not book.is_declared:
        if whole:
            return ()
        if book.rows_from_layout:
            laid = set(_row_specials(book, thirteen))
            return [split for split in rows if split not in laid]
    return rows


def _is_special_anyhow(book: Rulebook, thirteen: tuple[Card, ...]) -> bool:
    """Whether these cards are a special however they lie (SS-5.2)."""
    return whole_special_at(book, thirteen) != NONE


def _row_specials(book: Rulebook, thirteen: tuple[Card, ...]) -> list[int]:
    """The splits that are a special as they lie."""
    if book.special_at(thirteen) == NONE:
        return []
    return [split for split in legal_splits(book, thirteen) if laid_special_at(book, _rows(thirteen, split)) != NONE]


def _rows(thirteen: tuple[Card, ...], split: int) -> LaidRows:
    front, middle, back = (tuple(thirteen[at] for at in row) for row in positions(split))
    return front, middle, back


class LegalActions(Sequence[Arrange]):
    """Every layout of a seat, each with what it may say of its special; empty where it may not lay out cards.

    ``action in legal`` asks the referee itself, whatever the order of the cards within the rows; listed, rows have
    the lowest card first.  It speaks of the moment it was asked for: acting makes it a matter of the past.
    """

    def __init__(self, book: Rulebook, table: Table, seat: int) -> None:
        self.seat = seat
        self._book, self._table = book, table

    @cached_property
    def _parts(self) -> tuple[_Part, ...]:
        if not may_arrange(self._table, self.seat):
            return ()
        hand = self._table.hands[self.seat]
        assert hand is not None
        doubles = _doubles(hand)
        chosen = [
            tuple(hand[at] for at in kept)
            for kept in combinations(range(len(hand)), 13)
            if all(at in kept or at + 1 not in kept for at in doubles)
        ]
        return tuple(_Part(thirteen, wish) for wish in _WISHES for thirteen in chosen)

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        return tuple(len(_splits_of(self._book, part)) for part in self._parts)

    def _action(self, part: _Part, split: int) -> Arrange:
        return Arrange(seat=self.seat, layout=_rows(part.thirteen, split), special=part.special)

    def __len__(self) -> int:
        return sum(self._sizes)

    def __bool__(self) -> bool:
        return bool(self._parts)

    @overload
    def __getitem__(self, nth: int) -> Arrange: ...
    @overload
    def __getitem__(self, nth: slice) -> Sequence[Arrange]: ...
    def __getitem__(self, nth: int | slice) -> Arrange | Sequence[Arrange]:
        if isinstance(nth, slice):
            return [self[i] for i in range(*nth.indices(len(self)))]
        left = nth if nth >= 0 else nth + len(self)  # what comes first is found without counting the rest
        if left >= 0:
            for part in self._parts:
                splits = _splits_of(self._book, part)
                if left < len(splits):
                    return self._action(part, splits[left])
                left -= len(splits)
        raise IndexError(f"there are {len(self)} legal actions, no number {nth}")

    def __iter__(self) -> Iterator[Arrange]:
        for part in self._parts:
            for split in _splits_of(self._book, part):
                yield self._action(part, split)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Arrange) or action.seat != self.seat or not may_arrange(self._table, self.seat):
            return False
        try:
            decide(self._book, self._table, action)
        except IllegalAction:
            return False
        return True

    def __repr__(self) -> str:
        return f"<legal actions of seat {self.seat}>"
