"""Who pays whom why, once all layouts are in (SS-7): primitives on ints.

What a layout counts as is a *seat* of ints in a buffer, what is shown and paid for an *account*, and each unit paid
stands in a *payment*: payer, payee, reason (its place in REASONS) and units.
"""

from __future__ import annotations

from typing import Final

from common.jit import IntBuffer, IntTable, jit
from common.ledger import HOUSE
from shisanshui.law import (
    COLLECTS,
    EACH_ESCAPE,
    FOUL_PAYS,
    GUN,
    HOME_RUN,
    HOME_RUN_SEATS,
    HOUSE_ESCAPE,
    IS_DECLARED,
    MAJORITY,
    PAYS_DEAREST,
    SWEEP,
    SWEPT,
    WATERS,
    Law,
    is_foul,
)
from shisanshui.rows import edge_of, five, three
from shisanshui.specials import NONE
from shisanshui.splits import laid_at, special_strength

__all__ = [
    "ACCOUNT",
    "AFTER",
    "AS_ROWS",
    "AS_SPECIAL",
    "BY_ITSELF",
    "COULD",
    "COUNTS",
    "EDGE",
    "FOUL",
    "MOST_ACCOUNTS",
    "MOST_PAYMENTS",
    "PAYEE",
    "PAYER",
    "PAYMENT",
    "REASON",
    "REASONS",
    "ROOM",
    "SEAT",
    "SEATS",
    "UNITS",
    "WHAT",
    "WHATS",
    "WISHES",
    "count_layout",
    "escape_payments",
    "settled",
]

BY_ITSELF, AS_SPECIAL, AS_ROWS = range(3)
"""What a seat says of its special: nothing, that it is declared, that its layout is ordinary rows (SS-4.2)."""
WISHES: Final = (None, True, False)
"""The same as a layout's action has it."""

FRONT, MIDDLE, BACK, COULD, COUNTS, WORTH, FOUL = range(7)
"""What a layout counts as.  FRONT, MIDDLE and BACK: the strength of the row, shifted by EDGE, and its edge.  COULD and
COUNTS: the special that it is as laid, and the one that counts, by index, or NONE.  WORTH: what the special that counts
compares by.  FOUL: 1 for ordinary rows that are a foul."""
SEAT: Final = 7
EDGE: Final = 3
"""How many bits an edge has."""

WHAT, SEATS, AFTER = range(3)
"""An account: its place in WHATS; its seats; how many payments there are once it is paid.

Seats are packed, four bits each, one more than the number of the seat, the first lowest.  For a row they are all that
compare, the lowest first; else whose feat it is, and for a majority and a gun the seat hit.
"""
ACCOUNT: Final = 3
WHATS: Final = ("front", "middle", "back", "majority", "gun", "home_run", "sweep", "special", "foul")
"""What is shown and paid for."""
_MAJORITY, _GUN, _HOME_RUN, _SWEEP, _SPECIAL, _FOUL = range(3, 9)

PAYER, PAYEE, REASON, UNITS = range(4)
PAYMENT: Final = 4
REASONS: Final = (
    *(f"{place}{share}" for place in ("front", "middle", "back") for share in ("", ".bonus", ".gun", ".home_run")),
    "majority",
    "sweep",
    "special",
    "foul",
    "escape",
)
"""Why units are paid, by stable key."""
_OF_PLACE: Final = 4
_BONUS, _BY_GUN, _BY_HOME_RUN = 1, 2, 3
_FOR_MAJORITY, _FOR_SWEEP, _FOR_SPECIAL, _FOR_FOUL, _FOR_ESCAPE = range(12, 17)

MOST_ACCOUNTS: Final = 48
"""More accounts than five seats have."""
MOST_PAYMENTS: Final = 192
"""More payments than five seats make."""
ROOM: Final = 16
"""How many ints of room :func:`count_layout` needs."""


# What a layout counts as


@jit
def count_layout(law: Law, layout: IntTable, wish: int, at: int, room: IntBuffer, out: IntBuffer) -> None:
    """Write what a layout counts as (SS-4.2) to ``out`` from place ``at`` on.

    Args:
        layout: thirteen cards: front, middle and back, each ascending.
        wish: BY_ITSELF, AS_SPECIAL or AS_ROWS.
        room: room for ``ROOM`` ints.
    """
    scale, suits = law.scale, law.suits
    types, tops = scale.types, scale.tops
    three_cards = (layout[0], layout[1], layout[2])
    front = three(scale, layout[0], layout[1], layout[2])
    out[at + FRONT] = front << EDGE | edge_of(types, tops, suits, front, three_cards)
    middle = five(scale, layout[3], layout[4], layout[5], layout[6], layout[7])
    five_cards = (layout[3], layout[4], layout[5], layout[6], layout[7])
    out[at + MIDDLE] = middle << EDGE | edge_of(types, tops, suits, middle, five_cards)
    back = five(scale, layout[8], layout[9], layout[10], layout[11], layout[12])
    five_cards = (layout[8], layout[9], layout[10], layout[11], layout[12])
    out[at + BACK] = back << EDGE | edge_of(types, tops, suits, back, five_cards)
    could = laid_at(law, layout)
    counts = could
    if wish == AS_ROWS or (wish == BY_ITSELF and law.numbers[IS_DECLARED]):
        counts = NONE
    worth = 0
    if counts >= 0:
        for nth in range(13):  # ascending: insert each card where it belongs
            place = nth
            while place > 0 and room[place - 1] > layout[nth]:
                room[place] = room[place - 1]
                place -= 1
            room[place] = layout[nth]
        worth = special_strength(law, counts, room[:13], room[13:])
    out[at + COULD], out[at + COUNTS], out[at + WORTH] = could, counts, worth
    out[at + FOUL] = 1 if counts < 0 and is_foul(law.numbers, front, middle, back) else 0


# Accounts and payments


@jit
def _pay(payer: int, payee: int, reason: int, units: int, rows: IntBuffer, found: int) -> int:
    if units == 0:
        return found
    at = found * PAYMENT
    rows[at + PAYER], rows[at + PAYEE], rows[at + REASON], rows[at + UNITS] = payer, payee, reason, units
    return found + 1


@jit
def _close(what: int, seats: int, found: int, accounts: IntBuffer, closed: int) -> int:
    at = closed * ACCOUNT
    accounts[at + WHAT], accounts[at + SEATS], accounts[at + AFTER] = what, seats, found
    return closed + 1


@jit
def _is_compared(finished: IntTable, seat: int) -> bool:
    return finished[SEAT * seat + COUNTS] < 0 and not finished[SEAT * seat + FOUL]


@jit
def _waters(law: Law, finished: IntTable, seat: int, place: int) -> int:
    """What a row of a seat is worth where it lies (SS-6)."""
    return law.numbers[WATERS + 10 * place + law.scale.types[finished[SEAT * seat + place] >> EDGE]]


@jit
def _rows_won(finished: IntTable, one: int, other: int) -> int:
    """How many rows the first wins strictly against the second."""
    won = 0
    for place in range(3):
        won += 1 if finished[SEAT * one + place] > finished[SEAT * other + place] else 0
    return won


@jit
def _pay_shares(
    law: Law, finished: IntTable, winner: int, loser: int, times: int, reason: int, rows: IntBuffer, found: int
) -> int:
    """What a feat adds to each of three rows won."""
    for place in range(3):
        units = times * _waters(law, finished, winner, place)
        found = _pay(loser, winner, _OF_PLACE * place + reason, units, rows, found)
    return found


@jit
def _pay_row(law: Law, seats: int, finished: IntTable, place: int, rows: IntBuffer, found: int) -> tuple[int, int]:
    """A row of every two seats: the loser pays 1 and the winner's bonus (SS-6, SS-7.1).

    Returns:
        How many payments there are then, and the seats, the lowest first, packed.
    """
    order, compared = 0, 0
    for seat in range(seats):
        if not _is_compared(finished, seat):
            continue
        below = 0  # how many of the seats before it in order it does not stand under
        while below < compared:
            other = (order >> 4 * below & 15) - 1
            if finished[SEAT * other + place] > finished[SEAT * seat + place]:
                break
            below += 1
        low = order & ((1 << 4 * below) - 1)
        order = (order >> 4 * below << 4 | seat + 1) << 4 * below | low
        compared += 1
    if compared < 2:
        return found, 0
    for nth in range(compared):
        for further in range(nth + 1, compared):
            lower, higher = (order >> 4 * nth & 15) - 1, (order >> 4 * further & 15) - 1
            if finished[SEAT * lower + place] < finished[SEAT * higher + place]:
                units = _waters(law, finished, higher, place)
                found = _pay(lower, higher, _OF_PLACE * place, min(units, 1), rows, found)
                found = _pay(lower, higher, _OF_PLACE * place + _BONUS, units - 1, rows, found)
    return found, order


@jit
def _collects(law: Law, seats: int, finished: IntTable, seat: int) -> tuple[int, int]:
    """A special's waters from each, and what a sweep adds to them (SS-7.5)."""
    place = law.specials.places[finished[SEAT * seat + COUNTS]]
    units = law.numbers[COLLECTS + place]
    for other in range(seats):
        if other != seat and finished[SEAT * other + WORTH] >= finished[SEAT * seat + WORTH]:
            return units, 0
    return units, units * (law.numbers[SWEPT + place] - 1)


@jit
def _foul_costs(law: Law, seats: int, finished: IntTable) -> int:
    """What a foul pays to an ordinary seat; the dearest thing at the table where the house says so."""
    dearest = law.numbers[FOUL_PAYS]
    if law.numbers[PAYS_DEAREST]:
        for seat in range(seats):
            for place in range(3):
                dearest = max(dearest, _waters(law, finished, seat, place))
            counts = finished[SEAT * seat + COUNTS]
            if counts >= 0:
                dearest = max(dearest, law.numbers[COLLECTS + law.specials.places[counts]])
    return dearest


@jit
def _beats_all(seats: int, finished: IntTable, seat: int) -> int:
    """The seats beaten in all rows, as bits, if with the fouls these are all others; else 0."""
    beaten = 0
    for other in range(seats):
        if other == seat or finished[SEAT * other + FOUL]:
            continue
        if not _is_compared(finished, other) or _rows_won(finished, seat, other) < 3:
            return 0
        beaten |= 1 << other
    return beaten


@jit
def _settle_rows(law: Law, seats: int, finished: IntTable, accounts: IntBuffer, rows: IntBuffer) -> tuple[int, int]:
    """Rows, the majority, guns, home runs and the sweep (SS-7.1 … SS-7.4); how many accounts and payments."""
    numbers = law.numbers
    closed, found = 0, 0
    for place in range(3):
        found, order = _pay_row(law, seats, finished, place, rows, found)
        if order:
            closed = _close(place, order, found, accounts, closed)
    for feat in (_MAJORITY, _GUN):
        if (feat == _MAJORITY and numbers[MAJORITY] == 0) or (feat == _GUN and numbers[GUN] < 2):
            continue
        for one in range(seats):
            for other in range(seats):
                if one == other or not (_is_compared(finished, one) and _is_compared(finished, other)):
                    continue
                won = _rows_won(finished, one, other)
                if feat == _GUN and won == 3:
                    found = _pay_shares(law, finished, one, other, numbers[GUN] - 1, _BY_GUN, rows, found)
                elif feat == _MAJORITY and won > _rows_won(finished, other, one):
                    found = _pay(other, one, _FOR_MAJORITY, numbers[MAJORITY], rows, found)
                else:
                    continue
                closed = _close(feat, (other + 1) << 4 | one + 1, found, accounts, closed)
    for seat in range(seats):
        beaten = _beats_all(seats, finished, seat) if _is_compared(finished, seat) else 0
        if beaten == 0:
            continue
        is_home_run = numbers[HOME_RUN] > 1 and seats == numbers[HOME_RUN_SEATS]
        if not is_home_run and numbers[SWEEP] < 2:
            continue
        units = 0
        for place in range(3):
            units += _waters(law, finished, seat, place) * (numbers[SWEEP] - 1)
        for loser in range(seats):
            if not beaten >> loser & 1:
                continue
            if is_home_run:
                times = numbers[HOME_RUN] - numbers[GUN]
                found = _pay_shares(law, finished, seat, loser, times, _BY_HOME_RUN, rows, found)
            else:
                found = _pay(loser, seat, _FOR_SWEEP, units, rows, found)
        closed = _close(_HOME_RUN if is_home_run else _SWEEP, seat + 1, found, accounts, closed)
    return closed, found


@jit
def settled(law: Law, seats: int, finished: IntTable, accounts: IntBuffer, rows: IntBuffer) -> tuple[int, int]:
    """Write everything there is to show and pay, in the order of the table.

    Args:
        finished: what each seat's layout counts as (:func:`count_layout`), one seat after the other.
        accounts: written; room for ``MOST_ACCOUNTS``.
        rows: written: the payments; room for ``MOST_PAYMENTS``.

    Returns:
        How many accounts and how many payments there are.
    """
    closed, found = _settle_rows(law, seats, finished, accounts, rows)
    # Each special, the lowest first, collects from ordinary seats and from lower specials (SS-7.5).
    done = 0
    while True:
        seat = NONE
        for each in range(seats):
            if finished[SEAT * each + COUNTS] < 0 or done >> each & 1:
                continue
            if seat < 0 or finished[SEAT * each + WORTH] < finished[SEAT * seat + WORTH]:
                seat = each
        if seat < 0:
            break
        done |= 1 << seat
        units, more = _collects(law, seats, finished, seat)
        for extra in range(2 if more else 1):
            for loser in range(seats):
                lower = finished[SEAT * loser + WORTH] < finished[SEAT * seat + WORTH]
                if loser != seat and lower and not finished[SEAT * loser + FOUL]:
                    amount, reason = (more, _FOR_SWEEP) if extra else (units, _FOR_SPECIAL)
                    found = _pay(loser, seat, reason, amount, rows, found)
            closed = _close(_SWEEP if extra else _SPECIAL, seat + 1, found, accounts, closed)
    # Each foul pays every seat that has none: one payment each (SS-7.6).
    for seat in range(seats):
        if not finished[SEAT * seat + FOUL]:
            continue
        for other in range(seats):
            if finished[SEAT * other + FOUL]:
                continue
            units = 0
            if finished[SEAT * other + COUNTS] >= 0:
                units, more = _collects(law, seats, finished, other)
                units += more
            else:
                units = _foul_costs(law, seats, finished)
            found = _pay(seat, other, _FOR_FOUL, units, rows, found)
        closed = _close(_FOUL, seat + 1, found, accounts, closed)
    return closed, found


@jit
def escape_payments(numbers: IntTable, seats: int, seat: int, rows: IntBuffer) -> int:
    """Write what a seat pays that leaves before all are in (SS-7.8); how many payments there are."""
    found = 0
    for other in range(seats):
        if other != seat:
            found = _pay(seat, other, _FOR_ESCAPE, numbers[EACH_ESCAPE], rows, found)
    return _pay(seat, HOUSE, _FOR_ESCAPE, numbers[HOUSE_ESCAPE], rows, found)
