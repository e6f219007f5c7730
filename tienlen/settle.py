"""What is paid and why (TL-7): from a table to the payments it calls for, pure."""

from __future__ import annotations

from itertools import pairwise

from common.events import Paid
from tienlen.combos import QUAD, RUN_3, TWO, class_of
from tienlen.prices import BLACK_TWO, LEFT, RED_TWO, pack_specials, red_twos, special_cards
from tienlen.rulebook import Rulebook
from tienlen.table import Table
from tienlen.wins import dealt_win

__all__ = ["chop", "hand_over", "leftovers"]

Charge = tuple[str, int, int]
"""(reason, units, mask of the cards charged for)."""


def chop(book: Rulebook, table: Table) -> tuple[Paid, ...]:
    """The payment for a chop (压牌, chặt) in the trick just over, if there was one (TL-7.6).

    It is paid by the owner of the play directly beneath the top, whether it has gone out since or not.
    """
    if table.beneath < 0 or class_of(table.top) < QUAD or not table.chop:
        return ()
    return (
        Paid(payer=table.beneath, payee=table.owner, units=table.chop, reason="chop", cards=book.cards(table.top_mask)),
    )


def leftovers(book: Rulebook, mask: int) -> list[Charge]:
    """What 2s and specials among cards left cost, each with its cards (TL-7.3, TL-7.4)."""
    numbers, charges = book.numbers, list[Charge]()
    twos = mask & 15 << 4 * TWO
    reds = red_twos(numbers, twos)
    red_mask = sum(bit for bit in _bits(twos) if red_twos(numbers, bit))
    if reds and numbers[LEFT + RED_TWO]:
        charges.append(("red_two", reds * int(numbers[LEFT + RED_TWO]), red_mask))
    if twos ^ red_mask and numbers[LEFT + BLACK_TWO]:
        blacks = (twos ^ red_mask).bit_count()
        charges.append(("black_two", blacks * int(numbers[LEFT + BLACK_TWO]), twos ^ red_mask))
    packed, rest = int(pack_specials(numbers, mask)), mask
    for nth in range(packed >> 52):
        special = packed >> 8 * nth & 255
        cards = int(special_cards(rest, special))
        rest &= ~cards
        kind = special >> 4
        if numbers[LEFT + kind]:
            reason = "quad_left" if kind == QUAD else f"pair_run_{kind - RUN_3 + 3}_left"
            charges.append((reason, int(numbers[LEFT + kind]), cards))
    return charges


def _bits(mask: int) -> list[int]:
    return [1 << bit for bit in range(52) if mask >> bit & 1]


def _cards_left(book: Rulebook, table: Table, seat: int, charges: list[Charge]) -> Charge | None:
    """The card count of a loser (TL-7.1, TL-7.2), with the cards counted."""
    rule, mask = book.rules.settlement.leftovers, table.holdings[seat]
    if not table.played >> seat & 1:
        units = rule.per_card * mask.bit_count() * rule.unplayed_multiplier
        return ("unplayed", units, mask) if units else None
    if not rule.priced_cards_count:
        for _, _, priced in charges:
            mask &= ~priced
    units = rule.per_card * mask.bit_count()
    return ("cards_left", units, mask) if units else None


def _pay(book: Rulebook, payer: int, payee: int, charges: list[Charge]) -> list[Paid]:
    return [
        Paid(payer=payer, payee=payee, units=units, reason=reason, cards=book.cards(mask))
        for reason, units, mask in charges
    ]


def hand_over(book: Rulebook, table: Table) -> tuple[Paid, ...]:
    """Every payment of a hand that is over, its holdings shown (TL-7.1 … TL-7.5, and places)."""
    if not table.out:
        return tuple(_dealt_win(book, table))
    if book.rules.settlement.leftovers.to == "place_ahead":
        return tuple(_places(book, table))
    found: list[Paid] = []
    for seat in range(table.seats):
        if seat != table.winner:
            charges = leftovers(book, table.holdings[seat])
            counted = _cards_left(book, table, seat, charges)
            found += _pay(book, seat, table.winner, [counted, *charges] if counted else charges)
    return tuple(found)


def _dealt_win(book: Rulebook, table: Table) -> list[Paid]:
    """TL-7.5: a loser with a dealt win of its own pays the flat units only."""
    rule, found = book.rules.dealt_wins, list[Paid]()
    for seat in range(table.seats):
        if seat != table.winner:
            mask = table.holdings[seat]
            charges: list[Charge] = [("dealt_win", rule.pays, 0)] if rule.pays else []
            if rule.leftovers and not dealt_win(book.numbers, mask):
                charges += leftovers(book, mask)
            found += _pay(book, seat, table.winner, charges)
    return found


def _places(book: Rulebook, table: Table) -> list[Paid]:
    """Last pays first, last but one the second, and so on; cards left are paid to the place just ahead."""
    left = [seat for seat in range(table.seats) if seat not in table.out]
    order, found = [*table.out, *left], list[Paid]()
    rule = book.rules.settlement
    for nth, units in enumerate(rule.places[str(table.seats)]):  # type: ignore[index]
        if units:
            found += _pay(book, order[-1 - nth], order[nth], [("place", units, 0)])
    for ahead, seat in pairwise(order):
        charges = leftovers(book, table.holdings[seat])
        counted = _cards_left(book, table, seat, charges)
        found += _pay(book, seat, ahead, [counted, *charges] if counted else charges)
    return found
