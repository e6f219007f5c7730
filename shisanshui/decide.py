"""What an action brings about, or why it is refused; and what the rules then make happen.

Both look at one table and change nothing.  Refusals come in a fixed order; the first that applies is the answer.
"""

from __future__ import annotations

from collections import Counter
from typing import NoReturn

from common.actions import Action, Leave, Timeout
from common.decide import check_timely, presence
from common.errors import IllegalAction
from common.events import Event, Paid
from shisanshui.actions import Arrange
from shisanshui.by_rule import by_rule
from shisanshui.events import (
    Arranged,
    By,
    Escaped,
    FeatScored,
    FoulCounted,
    LaidRows,
    LayoutsShown,
    RowCompared,
    SpecialCounted,
)
from shisanshui.layout import SIZES
from shisanshui.phases import FLOW, Phase, Trigger
from shisanshui.rulebook import Rulebook
from shisanshui.settle import Account, Finished, accounts, escape, finish, why_not_laid
from shisanshui.table import Table

__all__ = ["decide", "follow", "may_arrange"]


def _refuse(code: str, seat: int, sentence: str, **detail: object) -> NoReturn:
    raise IllegalAction(code, seat, sentence, detail)


def may_arrange(table: Table, seat: int) -> bool:
    """Whether this seat may lay out its cards now, or lay them out anew; all that a view knows is enough to tell."""
    return (
        FLOW.allows(table.phase, Trigger.ARRANGED)
        and 0 <= seat < table.seats
        and seat not in table.gone
        and table.hands[seat] is not None
    )


def decide(book: Rulebook, table: Table, action: Action) -> tuple[Event, ...]:
    """The events an action brings about (what follows by rule comes after).

    Raises:
        IllegalAction: with the first code that applies of ``hand_over``, ``stale``, ``not_dealt_in``, ``row_sizes``,
            ``duplicate_card``, ``not_held``, ``no_special``, ``cannot_opt_out``, ``foul``.
    """
    seat = action.seat
    if table.phase >= Phase.COMPARING:
        _refuse("hand_over", seat, "this hand is over: nothing more can be laid out in it")
    check_timely(table, action)
    if seat >= table.seats:
        _refuse("not_dealt_in", seat, f"there is no seat {seat} at this table of {table.seats}")
    if not FLOW.allows(table.phase, Trigger.ARRANGED):
        _refuse("not_dealt_in", seat, "no cards are dealt yet")
    if isinstance(action, Leave) and seat not in table.gone and (paid := escape(book, table.seats, seat)):
        return (Escaped(seat=seat), *(Paid(**posting._asdict()) for posting in paid))
    done = presence(table, action)
    if done is not None:
        return done
    if isinstance(action, Timeout):
        if table.layouts[seat] is not None:
            _refuse("stale", seat, f"seat {seat} has laid out its cards: there is nothing to do at its time-out")
        return (_laid_by_rule(book, table, seat, "timeout"),)
    assert isinstance(action, Arrange)
    if seat in table.gone:
        _refuse("not_dealt_in", seat, f"seat {seat} has left this hand for good")
    rows = _checked(book, table, action)
    return (Arranged(seat=seat, layout=rows, special=action.special),)


def _checked(book: Rulebook, table: Table, action: Arrange) -> LaidRows:
    """The rows of a layout that is legal; it is refused otherwise."""
    seat, rows = action.seat, action.layout
    sizes = tuple(map(len, rows))
    if sizes != SIZES:
        shown = ", ".join(map(str, sizes)) or "none"
        _refuse("row_sizes", seat, f"front, middle and back have 3, 5 and 5 cards, not {shown}", sizes=sizes)
    hand = table.hands[seat]
    assert hand is not None
    held, laid = Counter(hand), Counter(card for row in rows for card in row)
    for card, times in laid.items():
        if times > max(1, held[card]):
            _refuse("duplicate_card", seat, f"{card} is laid {times} times", card=str(card))
    for card in laid:
        if not held[card]:
            _refuse("not_held", seat, f"seat {seat} does not hold {card}", card=str(card))
    refusal = why_not_laid(book, seat, rows, action.special)
    if refusal is not None:
        raise refusal
    front, middle, back = rows
    return front, middle, back


def _laid_by_rule(book: Rulebook, table: Table, seat: int, by: By) -> Arranged:
    """What is laid for a seat whose time is over or that is away (SS-4.3)."""
    hand = table.hands[seat]
    assert hand is not None
    rows, wish = by_rule(book, hand)
    return Arranged(seat=seat, layout=rows, special=wish, by=by)


def follow(book: Rulebook, table: Table) -> tuple[Event, ...]:
    """What the rules make happen now; empty while a seat must decide, and once all is compared."""
    if table.phase is not Phase.ARRANGING:
        return ()
    for seat in sorted(table.away):
        if table.layouts[seat] is None:
            return (_laid_by_rule(book, table, seat, "away"),)
    layouts = [layout for layout in table.layouts if layout is not None]
    if len(layouts) < table.seats:
        return ()
    return _compared(book, layouts, table.wishes)


def _compared(book: Rulebook, layouts: list[LaidRows], wishes: list[bool | None]) -> tuple[Event, ...]:
    """Everything there is to show, and its payments, in the order of the table."""
    finished = [finish(book, layout, wish) for layout, wish in zip(layouts, wishes, strict=True)]
    events: list[Event] = [
        LayoutsShown(
            layouts=tuple(layouts),
            rows=tuple(tuple(kind.name.lower() for kind in seat.types(book)) for seat in finished),
            eligible=tuple(book.special_name(seat.could) for seat in finished),
            specials=tuple(book.special_name(seat.counts) for seat in finished),
            fouls=tuple(seat.is_foul != 0 for seat in finished),
        )
    ]
    for account in accounts(book, finished):
        events.append(_told(book, account, finished))
        events += [Paid(**posting._asdict()) for posting in account.postings]
    return tuple(events)


def _told(book: Rulebook, account: Account, finished: list[Finished]) -> Event:
    what, seats = account.what, account.seats
    if what in {"front", "middle", "back"}:
        return RowCompared(place=what, lowest_first=seats)
    if what == "special":
        return SpecialCounted(seat=seats[0], special=book.special_name(finished[seats[0]].counts))
    if what == "foul":
        return FoulCounted(seat=seats[0])
    return FeatScored(feat=what, seat=seats[0], over=seats[1] if len(seats) > 1 else None)
