"""What a seat may lay out now, as one lazy set: nothing is listed before it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import ClassVar, Final, NamedTuple, overload

from common.actions import flaw
from common.cards import Card
from common.errors import IllegalAction
from shisanshui.actions import Arrange
from shisanshui.by_rule import wish_for
from shisanshui.decide import decide, may_arrange
from shisanshui.events import LaidRows
from shisanshui.hints import MOST_HINTS, laid_out
from shisanshui.row_specials import is_row, whole_special_at
from shisanshui.rulebook import Rulebook, numbers
from shisanshui.specials import NONE, ROW_KINDS, SpecialKind, is_special
from shisanshui.splitting import FIVES, THREES, count_splits, legal_splits, parts, positions
from shisanshui.table import Table

__all__ = ["LegalActions"]

_WISHES: Final = (None, False, True)


class _Part(NamedTuple):
    """Actions that share their thirteen cards and what they say of a special."""

    thirteen: tuple[Card, ...]
    special: bool | None


def _accepted(book: Rulebook, part: _Part) -> bool | Sequence[int]:
    """The splits of a part that are accepted: all of them, or all that are no foul (False), or just these."""
    thirteen, wish = part
    whole = whole_special_at(book, thirteen) != NONE  # a special however its cards lie
    if wish is True and not whole:
        return _row_specials(book, thirteen)
    by_itself = wish is None and not book.is_declared
    fouls = not book.refuses_fouls or (whole and (by_itself or wish is True))
    if wish is False and not book.opt_out and not book.is_declared:
        if whole:
            return ()
        if laid := set(_row_specials(book, thirteen)):
            return [split for split in legal_splits(book, thirteen, fouls) if split not in laid]
    return fouls


def _splits_of(book: Rulebook, part: _Part) -> Sequence[int]:
    found = _accepted(book, part)
    return legal_splits(book, part.thirteen, found) if isinstance(found, bool) else found


def _size_of(book: Rulebook, part: _Part) -> int:
    found = _accepted(book, part)
    return count_splits(book, part.thirteen, found) if isinstance(found, bool) else len(found)


@lru_cache(maxsize=64)
def _row_specials(book: Rulebook, thirteen: tuple[Card, ...]) -> Sequence[int]:
    """The splits that are a special as they lie, where the house reads that from the layout (SS-5.2)."""
    if not book.rows_from_layout:
        return ()
    found: set[int] = set()
    for kind in ROW_KINDS & {SpecialKind(kind) for kind in book.specials.kinds}:
        if is_special(book.specials, kind, numbers(thirteen)):
            fronts = [is_row(book, kind, [thirteen[at] for at in held]) for held in THREES]
            fives = [is_row(book, kind, [thirteen[at] for at in held]) for held in FIVES]
            for split in legal_splits(book, thirteen):
                front, middle, back = parts(split)
                if fronts[front] and fives[middle] and fives[back]:
                    found.add(split)
    return sorted(found)


def _rows(thirteen: tuple[Card, ...], split: int) -> LaidRows:
    front, middle, back = (tuple(thirteen[at] for at in row) for row in positions(split))
    return front, middle, back


class LegalActions(Sequence[Arrange]):
    """Every layout of a seat, each with what it may say of its special; empty where it may not lay out cards.

    ``action in legal`` asks the referee itself, whatever the order of the cards within the rows; listed, rows have
    the lowest card first.  It speaks of the moment it was asked for: acting makes it a matter of the past.
    """

    kinds: ClassVar = (Arrange,)
    """What a seat itself asks for; everything else is its host's to ask."""

    def __init__(self, book: Rulebook, table: Table, seat: int) -> None:
        self.seat = seat
        self._book, self._table = book, table

    @cached_property
    def _parts(self) -> tuple[_Part, ...]:
        if not may_arrange(self._table, self.seat):
            return ()
        hand = self._table.hands[self.seat]
        assert hand is not None
        doubles = [at for at in range(len(hand) - 1) if hand[at] == hand[at + 1]]
        chosen = [
            tuple(hand[at] for at in kept)
            for kept in combinations(range(len(hand)), 13)
            if all(at in kept or at + 1 not in kept for at in doubles)
        ]
        return tuple(_Part(thirteen, wish) for wish in _WISHES for thirteen in chosen)

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        return tuple(_size_of(self._book, part) for part in self._parts)

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
                size = _size_of(self._book, part)
                if left < size:
                    return self._action(part, _splits_of(self._book, part)[left])
                left -= size
        raise IndexError(f"there are {len(self)} legal actions, no number {nth}")

    def __iter__(self) -> Iterator[Arrange]:
        for part in self._parts:
            for split in _splits_of(self._book, part):
                yield self._action(part, split)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Arrange) or type(action) not in self.kinds:
            return False
        if action.seat != self.seat or not may_arrange(self._table, self.seat):
            return False
        try:
            decide(self._book, self._table, action)
        except IllegalAction:
            return False
        except Exception:
            if flaw(action):
                return False
            raise
        return True

    def representatives(self) -> tuple[Arrange, ...]:
        """The layouts worth considering, best first, one for each triple of types: for menus and bots (SS-8.1)."""
        if not self:
            return ()
        hand = self._table.hands[self.seat]
        assert hand is not None
        return tuple(
            Arrange(seat=self.seat, layout=layout, special=wish_for(self._book, layout))
            for layout in laid_out(self._book, hand, MOST_HINTS)
        )

    def __repr__(self) -> str:
        return f"<legal actions of seat {self.seat}>"
