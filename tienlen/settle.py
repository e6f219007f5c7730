"""What is paid and why (TL-7): from a table to the payments it calls for, pure."""

from __future__ import annotations

from common.events import Paid
from common.jit import buffer, row
from tienlen.charges import (
    CARDS,
    MOST_PAYMENTS,
    PAYEE,
    PAYER,
    PAYMENT,
    REASON,
    REASONS,
    UNITS,
    payments_at_deal,
    payments_at_end,
    price_payments,
)
from tienlen.prices import is_chop
from tienlen.rulebook import Rulebook
from tienlen.table import Table

__all__ = ["chop", "hand_over", "price_units"]


def chop(book: Rulebook, table: Table) -> tuple[Paid, ...]:
    """The payment for a chop (压牌, chặt) in the trick just over, if there was one (TL-7.6).

    It is paid by the owner of the play directly beneath the top, whether it has gone out since or not.
    """
    if table.beneath < 0 or not table.chop or not is_chop(table.top):
        return ()
    cards = book.cards(table.top_mask)
    return (Paid(payer=table.beneath, payee=table.owner, units=int(table.chop), reason="chop", cards=cards),)


def hand_over(book: Rulebook, table: Table) -> tuple[Paid, ...]:
    """Every payment of a hand that is over, its holdings shown (TL-7.1 … TL-7.5, and places)."""
    rows, holdings = buffer(MOST_PAYMENTS * PAYMENT), row(table.holdings)
    if not table.out:
        found = payments_at_deal(book.numbers, table.seats, table.winner, holdings, rows)
    else:
        order = row([*table.out, *(seat for seat in range(table.seats) if seat not in table.out)])
        found = payments_at_end(book.numbers, table.seats, order, holdings, table.played, rows, 0)
    payments = []
    for at in range(0, found * PAYMENT, PAYMENT):
        payer, payee, reason, units, mask = (int(rows[at + part]) for part in (PAYER, PAYEE, REASON, UNITS, CARDS))
        payments.append(Paid(payer=payer, payee=payee, units=units, reason=REASONS[reason], cards=book.cards(mask)))
    return tuple(payments)


def price_units(book: Rulebook, mask: int) -> int:
    """Units that 2s and specials among cards left cost, the card count not included (TL-7.3, TL-7.4)."""
    rows = buffer(MOST_PAYMENTS * PAYMENT)
    found = price_payments(book.numbers, mask, 0, 1, rows, 0)
    return sum(int(rows[nth * PAYMENT + UNITS]) for nth in range(found))
