"""What everyone pays when a hand is over (TL-7.1 … TL-7.5, places): primitives on ints.

A payment is a row of five ints in a buffer: payer, payee, reason (its place in REASONS), units, and the mask of the
cards it is paid for.
"""

from __future__ import annotations

from common.jit import IntBuffer, IntTable, inlined, jit, popcount
from tienlen.combos import QUAD, TWO
from tienlen.prices import BLACK_TWO, LEFT, RED_TWO, pack_specials, red_twos, special_cards
from tienlen.wins import dealt_win

__all__ = [
    "CARDS",
    "MOST_PAYMENTS",
    "PAYEE",
    "PAYER",
    "PAYMENT",
    "REASON",
    "REASONS",
    "UNITS",
    "payments_at_deal",
    "payments_at_end",
    "price_payments",
]

REASONS = (
    "cards_left",
    "unplayed",
    "red_two",
    "black_two",
    "quad_left",
    "pair_run_3_left",
    "pair_run_4_left",
    "pair_run_5_left",
    "pair_run_6_left",
    "dealt_win",
    "place",
    "chop",
)
"""Why units are paid, by stable key."""
CARDS_LEFT, UNPLAYED, RED_TWOS, BLACK_TWOS, QUAD_LEFT, DEALT_WIN, PLACE = 0, 1, 2, 3, 4, 9, 10

PAYER, PAYEE, REASON, UNITS, CARDS = range(5)
PAYMENT = 5
MOST_PAYMENTS = 48
"""More payments than a hand of four seats ends with."""

# Where things stand in a rulebook's numbers.
PER_CARD, UNPLAYED_MULTIPLIER, PRICED_CARDS_COUNT, TO_PLACE_AHEAD = 170, 171, 172, 173
DEALT_WIN_PAYS, DEALT_WIN_LEFTOVERS = 174, 175
PLACES = 176
"""From here, three for each number of seats: units from last to first, from the last but one to the second."""


@jit
def _pay(out: IntBuffer, found: int, payer: int, payee: int, reason: int, units: int, mask: int) -> int:
    if units == 0:
        return found
    at = found * PAYMENT
    out[at + PAYER], out[at + PAYEE], out[at + REASON] = payer, payee, reason
    out[at + UNITS], out[at + CARDS] = units, mask
    return found + 1


@jit
def price_payments(numbers: IntTable, mask: int, payer: int, payee: int, out: IntBuffer, found: int) -> int:
    """Write what 2s and specials among cards left cost after ``found`` payments; how many there are then (TL-7.3)."""
    reds = red_twos(numbers, mask)
    blacks = mask >> 4 * TWO << 4 * TWO & ~reds
    found = _pay(out, found, payer, payee, RED_TWOS, popcount(reds) * numbers[LEFT + RED_TWO], reds)
    found = _pay(out, found, payer, payee, BLACK_TWOS, popcount(blacks) * numbers[LEFT + BLACK_TWO], blacks)
    packed = pack_specials(numbers, mask)
    for nth in range(packed >> 52):
        special = packed >> 8 * nth & 255
        cards = special_cards(mask, special)
        mask &= ~cards
        kind = special >> 4
        found = _pay(out, found, payer, payee, QUAD_LEFT + kind - QUAD, numbers[LEFT + kind], cards)
    return found


@inlined
def _pay_left(
    numbers: IntTable, mask: int, has_played: bool, payer: int, payee: int, out: IntBuffer, found: int
) -> int:
    """For all cards left to a seat: their count (TL-7.1, TL-7.2), then 2s and specials."""
    prices = found + 1  # the count comes first, once it is known what of it is priced
    after = price_payments(numbers, mask, payer, payee, out, prices)
    counted = mask
    reason, times = CARDS_LEFT, 1
    if not has_played:
        reason, times = UNPLAYED, numbers[UNPLAYED_MULTIPLIER]
    elif not numbers[PRICED_CARDS_COUNT]:
        for row in range(prices, after):
            counted &= ~out[row * PAYMENT + CARDS]
    units = numbers[PER_CARD] * popcount(counted) * times
    if units:
        _pay(out, found, payer, payee, reason, units, counted)
        return after
    for at in range(prices * PAYMENT, after * PAYMENT):
        out[at - PAYMENT] = out[at]
    return after - 1


@inlined
def payments_at_deal(numbers: IntTable, seats: int, winner: int, holdings: IntBuffer, out: IntBuffer) -> int:
    """Write what a dealt win is paid and return how many payments there are (TL-7.5).

    A loser that holds a dealt win of its own pays the flat units only.
    """
    found = 0
    for seat in range(seats):
        if seat != winner:
            found = _pay(out, found, seat, winner, DEALT_WIN, numbers[DEALT_WIN_PAYS], 0)
            if numbers[DEALT_WIN_LEFTOVERS] and not dealt_win(numbers, holdings[seat]):
                found = price_payments(numbers, holdings[seat], seat, winner, out, found)
    return found


@inlined
def payments_at_end(
    numbers: IntTable, seats: int, order: IntBuffer, holdings: IntBuffer, played: int, out: IntBuffer, found: int
) -> int:
    """Write what is paid at the end of a hand that was played, after ``found`` payments; how many there are then.

    Args:
        order: the seats by place: those that went out, in order, then the others.
        holdings: the mask of each seat's cards.
        played: the seats that have laid a card, as a mask.
        out: room for ``MOST_PAYMENTS`` payments.
    """
    for nth in range(seats // 2):
        units = numbers[PLACES + 3 * (seats - 2) + nth]
        found = _pay(out, found, order[seats - 1 - nth], order[nth], PLACE, units, 0)
    ahead = numbers[TO_PLACE_AHEAD] != 0
    for nth in range(seats):
        seat = order[nth] if ahead else nth
        if holdings[seat]:
            payee = order[nth - 1] if ahead else order[0]
            found = _pay_left(numbers, holdings[seat], played >> seat & 1 != 0, seat, payee, out, found)
    return found
