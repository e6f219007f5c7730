"""What a seat may do now, as one lazy set: nothing is listed before it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, overload

from common.actions import Action, flaw
from common.cards import Card
from common.errors import IllegalAction
from common.jit import buffer
from tienlen.actions import Declare, Pass, Play
from tienlen.decide import decide, is_due
from tienlen.moves import MOST_BLOCKS, block_play, block_size, blocks, count_plays, nth_play, representative
from tienlen.phases import FLOW, Phase, Trigger
from tienlen.rulebook import Rulebook
from tienlen.table import UNSEEN, Table
from tienlen.wins import dealt_win

__all__ = ["LegalActions", "plays_of", "representatives_of"]


def plays_of(book: Rulebook, holding: int, top: int, must: bool = False, locked: bool = False) -> Iterator[int]:
    """Every legal play as a mask, block by block."""
    out = buffer(MOST_BLOCKS)
    for i in range(blocks(book.numbers, holding, top, must, locked, out)):
        block = out[i]
        for nth in range(block_size(holding, block)):
            yield int(block_play(holding, block, nth))


def representatives_of(
    book: Rulebook, holding: int, top: int, must: bool = False, locked: bool = False
) -> Iterator[int]:
    """One legal play per ranks and top card, with the lowest cards beneath, as masks."""
    out = buffer(MOST_BLOCKS)
    for i in range(blocks(book.numbers, holding, top, must, locked, out)):
        nth = 0
        while play := int(representative(holding, out[i], nth)):
            yield play
            nth += 1


class LegalActions(Sequence[Action]):
    """Every play of a seat, every choice of suits included, then its pass; empty while it need not decide.

    ``action in legal`` asks the referee itself.  It speaks of the moment it was asked for: acting makes it a matter of
    the past, so ask again.
    """

    kinds: ClassVar = (Play, Pass, Declare)
    """What a seat itself asks for; everything else is its host's to ask."""

    __slots__ = ("_book", "_plays", "_table", "seat")

    def __init__(self, book: Rulebook, table: Table, seat: int) -> None:
        self.seat = seat
        self._book, self._table = book, table
        self._plays = -1

    @property
    def _is_due(self) -> bool:
        return is_due(self._table, self.seat) and self._table.holdings[self.seat] != UNSEEN

    @property
    def _question(self) -> tuple[int, int, bool, bool]:
        table = self._table
        return table.holdings[self.seat], table.top, table.must >= 0, table.asked_again

    @property
    def _lays(self) -> bool:
        return self._is_due and FLOW.allows(self._table.phase, Trigger.LAID)

    @property
    def plays(self) -> int:
        """How many of the actions are plays."""
        if self._plays < 0:
            self._plays = int(count_plays(self._book.numbers, *self._question)) if self._lays else 0
        return self._plays

    @property
    def _others(self) -> tuple[Action, ...]:
        seat, table = self.seat, self._table
        if not self._is_due:
            return ()
        if table.phase is Phase.DEALT:
            won = dealt_win(self._book.numbers, table.holdings[seat])
            return (Declare(seat=seat), Pass(seat=seat)) if won else (Pass(seat=seat),)
        return (Pass(seat=seat),) if FLOW.allows(table.phase, Trigger.PASSED) else ()

    def cards(self, nth: int) -> tuple[Card, ...]:
        """The cards of the ``nth`` play."""
        return self._book.cards(int(nth_play(self._book.numbers, *self._question, nth)))

    def __len__(self) -> int:
        return self.plays + len(self._others)

    def __bool__(self) -> bool:
        return self._is_due

    @overload
    def __getitem__(self, nth: int) -> Action: ...
    @overload
    def __getitem__(self, nth: slice) -> Sequence[Action]: ...
    def __getitem__(self, nth: int | slice) -> Action | Sequence[Action]:
        if isinstance(nth, slice):
            return [self[i] for i in range(*nth.indices(len(self)))]
        size = len(self)
        if not -size <= nth < size:
            raise IndexError(f"there are {size} legal actions, no number {nth}")
        nth %= size
        return self._others[nth - self.plays] if nth >= self.plays else Play(seat=self.seat, cards=self.cards(nth))

    def __iter__(self) -> Iterator[Action]:
        if self._lays:
            for mask in plays_of(self._book, *self._question):
                yield Play(seat=self.seat, cards=self._book.cards(mask))
        yield from self._others

    def __contains__(self, action: object) -> bool:
        if (
            not isinstance(action, Action)
            or type(action) not in self.kinds
            or action.seat != self.seat
            or not self._is_due
        ):
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

    def representatives(self) -> tuple[Action, ...]:
        """One play per ranks and top card, with the lowest cards beneath, then the pass: for menus and bots."""
        found: list[Action] = []
        if self._lays:
            for mask in representatives_of(self._book, *self._question):
                found.append(Play(seat=self.seat, cards=self._book.cards(mask)))
        return (*found, *self._others)

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions of seat {self.seat}>"
