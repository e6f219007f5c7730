"""Who pays whom when all layouts are in (SS-7): pure, from finished layouts to postings.

The accounts come in the order a table shows them: front, middle, back, the majority, guns, home runs or the sweep,
specials, fouls.  Every unit is a posting with its reason, so that a player can be shown why:

========================  ==============================================================
``front`` …               the 1 of a row won; ``middle``, ``back`` likewise
``front.bonus`` …         what the winner's type is worth above 1 (SS-6)
``front.gun`` …           the gun's share of that row (SS-7.2)
``front.home_run`` …      the home run's share, on top of the gun's (SS-7.3)
``majority``              for more rows won than the other
``sweep``                 what a sweep adds, of rows or of a special (SS-7.4, SS-7.5)
``special``               a special's waters (SS-7.5)
``foul``                  what a foul pays (SS-7.6)
``escape``                what leaving costs (SS-7.8)
========================  ==============================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from common.cards import Card
from common.errors import DealError, IllegalAction
from common.jit import IntBuffer, buffer, row
from common.ledger import Ledger, Posting
from shisanshui import charges, counting
from shisanshui.accounts import (
    ACCOUNT,
    ACCOUNTS,
    MOST_ACCOUNTS,
    MOST_PAYMENTS,
    PAYMENT,
    PAYMENTS,
    REASONS,
    WHATS,
)
from shisanshui.ask import Rules, book_of, held
from shisanshui.counting import EDGE, SEAT, WISHES
from shisanshui.layout import Layout
from shisanshui.row_specials import laid_at, laid_special_at
from shisanshui.rows import Place, RowType
from shisanshui.rulebook import Rulebook
from shisanshui.specials import NONE
from shisanshui.splits import special_strength

__all__ = ["Account", "Finished", "accounts", "escape", "finish", "settle", "why_not_laid"]


class Finished(NamedTuple):
    """A seat's layout as it counts once all are in: the ints of :data:`shisanshui.counting.SEAT`."""

    front: int
    """The strength of the front and its edge, which tells equal rows apart (SS-2.5)."""
    middle: int
    """Likewise of the middle."""
    back: int
    """Likewise of the back."""
    could: int
    """The special that the layout could count as, whether or not it does; NONE for ordinary rows."""
    counts: int
    """The special that it does count as, or NONE."""
    worth: int
    """What the special that counts compares by."""
    is_foul: int
    """Whether it is ordinary rows and these a foul."""

    def types(self, book: Rulebook) -> tuple[RowType, RowType, RowType]:
        """The types of front, middle and back."""
        front, middle, back = (book.type_of(row >> EDGE) for row in self[: len(Place)])
        return front, middle, back


class Account(NamedTuple):
    """One thing that is shown and paid for."""

    what: str
    """One of :data:`shisanshui.accounts.WHATS`."""
    seats: tuple[int, ...]
    """Rows: all that compare, the lowest first.  Else whose feat it is, and for a majority or gun the other."""
    postings: tuple[Posting, ...]


def finish(book: Rulebook, rows: Sequence[Sequence[Card]], wish: bool | None) -> Finished:
    """What a layout counts as (SS-4.2).

    ``wish`` is None for what the house does by itself, True for declared, False for ordinary rows.
    """
    laid, out = row([int(card) for each in rows for card in sorted(each)]), buffer(SEAT)
    could = laid_at(book.law, laid)
    worth = 0 if could == NONE else special_strength(book.law, could, row(sorted(laid)), buffer(3))
    counting.count_layout(book.law, laid, could, worth, WISHES.index(wish), out)
    return Finished(*map(int, out))


def accounts(book: Rulebook, finished: Sequence[Finished]) -> tuple[Account, ...]:
    """Everything there is to show and pay, in order."""
    told, rows = buffer(MOST_ACCOUNTS * ACCOUNT), buffer(MOST_PAYMENTS * PAYMENT)
    counted, counts = row([value for seat in finished for value in seat]), buffer(2)
    charges.settle_layouts(
        book.numbers, book.scale.types, book.specials.places, len(finished), counted, told, rows, counts
    )
    postings, found, first = _postings(rows, int(counts[PAYMENTS])), list[Account](), 0
    for nth in range(int(counts[ACCOUNTS])):
        what, packed, after = (int(value) for value in told[nth * ACCOUNT : (nth + 1) * ACCOUNT])
        seats = []
        while packed:
            seats.append((packed & 15) - 1)
            packed >>= 4
        found.append(Account(WHATS[what], tuple(seats), postings[first:after]))
        first = after
    return tuple(found)


def _postings(rows: IntBuffer, paid: int) -> tuple[Posting, ...]:
    found = []
    for at in range(0, paid * PAYMENT, PAYMENT):
        payer, payee, reason, units = (int(value) for value in rows[at : at + PAYMENT])
        found.append(Posting(payer, payee, units, REASONS[reason]))
    return tuple(found)


def escape(book: Rulebook, seats: int, seat: int) -> tuple[Posting, ...]:
    """What a seat pays that leaves before all are in (逃跑; SS-7.8); empty where the house knows no escape."""
    rows, counts = buffer(seats * PAYMENT), buffer(2)
    charges.pay_escape(book.numbers, seats, seat, rows, counts)
    return _postings(rows, int(counts[PAYMENTS]))


def settle(
    layouts: Sequence[Layout | str | Iterable[Any]],
    rules: Rules = "meitian",
    declared: Sequence[bool | None] | None = None,
) -> Ledger:
    """What finished layouts pay, without a game.

    Args:
        layouts: one for each seat, in seat order.
        rules: the house.
        declared: for each seat None (what the house does by itself), True (a declared special) or False (ordinary
            rows although the hand is a special); None for all None.

    >>> settle(["Ks Kd 9d | 7s 7h 7c 7d 4s | 8s 8h 8c 8d 5s", "Kh Qh Jh | 2s 2h 9s 6s 4h | 3s 3h 5h 6h 9h"]).totals
    (26, -26)

    Raises:
        CardError: for what is no layout.
        DealError: for cards that the house's pack cannot deal to these seats, a number of seats it does not play, or
            something declared that is neither None, True nor False.
        IllegalAction: as a table would refuse it: ``no_special``, ``cannot_opt_out``, ``foul``.
    """
    book = book_of(rules)
    laid = [Layout(layout) for layout in layouts]
    wishes = [None] * len(laid) if declared is None else list(declared)
    for seat, wish in enumerate(wishes):
        if wish is not None and not isinstance(wish, bool):
            raise DealError(f"what seat {seat} declares must be None, True or False, not {wish!r:.40}")
    seats = book.rules.seats
    if not seats.least <= len(laid) <= seats.most:
        raise DealError(f"{len(laid)} layouts are given: this house plays with {seats.least} to {seats.most} seats")
    if len(wishes) != len(laid):
        raise DealError(f"{len(laid)} layouts are given, and what {len(wishes)} seats declare")
    held(book, [card for layout in laid for card in layout.cards], {13 * len(laid)})
    for seat, (layout, wish) in enumerate(zip(laid, wishes, strict=True)):
        refusal = why_not_laid(book, seat, layout, wish)
        if refusal is not None:
            raise refusal
    finished = [finish(book, layout, wish) for layout, wish in zip(laid, wishes, strict=True)]
    return Ledger(len(laid), (posting for account in accounts(book, finished) for posting in account.postings))


def why_not_laid(book: Rulebook, seat: int, rows: Sequence[Sequence[Card]], wish: bool | None) -> IllegalAction | None:
    """Why a house would not accept a layout of thirteen cards that the seat holds, or None (SS-3.3, SS-4.2)."""
    nth = laid_special_at(book, rows) if wish is not None or not book.is_declared else NONE
    if wish is True and nth == NONE:
        return IllegalAction("no_special", seat, "this layout is no special of the house: lay it as ordinary rows")
    if wish is False and nth != NONE and not book.opt_out and not book.is_declared:
        return IllegalAction("cannot_opt_out", seat, "a special counts by itself here: it cannot be laid as rows")
    is_special = nth != NONE and wish is not False
    front, middle, back = map(book.strength, rows)
    if not is_special and book.refuses_fouls and book.is_foul(front, middle, back):
        upper, lower = (Place.FRONT, Place.MIDDLE) if front > middle else (Place.MIDDLE, Place.BACK)
        relation = "equals" if middle == back and upper is Place.MIDDLE else "is higher than"
        return IllegalAction(
            "foul",
            seat,
            f"this is a foul: the {upper.name.lower()} {relation} the {lower.name.lower()}",
            {"row": upper.name.lower(), "against": lower.name.lower()},
        )
    return None
