"""Who pays whom why, once all layouts are in (SS-7): primitives on ints.

What each layout counts as stands in a buffer (:mod:`shisanshui.counting`).  What is shown and paid for is an *account*,
and each unit paid stands in a *payment*: payer, payee, reason (its place in REASONS) and units.
"""

from __future__ import annotations

from typing import Final

from common.jit import IntBuffer, IntTable, jit
from common.ledger import HOUSE
from shisanshui.counting import COUNTS, EDGE, FOUL, SEAT, WORTH
from shisanshui.law import (
    COLLECTS,
    EACH_ESCAPE,
    FOUL_PAYS,
    GUN,
    HOME_RUN,
    HOME_RUN_SEATS,
    HOUSE_ESCAPE,
    MAJORITY,
    PAYS_DEAREST,
    SWEEP,
    SWEPT,
    WATERS,
)
from shisanshui.specials import NONE

__all__ = [
    "ACCOUNT",
    "ACCOUNTS",
    "AFTER",
    "MOST_ACCOUNTS",
    "MOST_PAYMENTS",
    "PAYEE",
    "PAYER",
    "PAYMENT",
    "PAYMENTS",
    "REASON",
    "REASONS",
    "SEATS",
    "UNITS",
    "WHAT",
    "WHATS",
    "pay_escape",
    "settle_layouts",
]

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
_BY_GUN, _BY_HOME_RUN = 2, 3
_FOR_MAJORITY, _FOR_SWEEP, _FOR_SPECIAL, _FOR_FOUL, _FOR_ESCAPE = range(12, 17)

ACCOUNTS, PAYMENTS = range(2)
"""How many of each there are."""
MOST_ACCOUNTS: Final = 48
"""More accounts than five seats have."""
MOST_PAYMENTS: Final = 192
"""More payments than five seats make."""


@jit
def _pay(payer: int, payee: int, reason: int, units: int, rows: IntBuffer, counts: IntBuffer) -> None:
    if units:
        at = counts[PAYMENTS] * PAYMENT
        rows[at + PAYER], rows[at + PAYEE], rows[at + REASON], rows[at + UNITS] = payer, payee, reason, units
        counts[PAYMENTS] += 1


@jit
def _close(what: int, seats: int, accounts: IntBuffer, counts: IntBuffer) -> None:
    at = counts[ACCOUNTS] * ACCOUNT
    accounts[at + WHAT], accounts[at + SEATS], accounts[at + AFTER] = what, seats, counts[PAYMENTS]
    counts[ACCOUNTS] += 1


@jit
def _is_compared(finished: IntTable, seat: int) -> bool:
    return finished[SEAT * seat + COUNTS] < 0 and not finished[SEAT * seat + FOUL]


@jit
def _waters(numbers: IntTable, types: IntTable, finished: IntTable, seat: int, place: int) -> int:
    """What a row of a seat is worth where it lies (SS-6)."""
    return numbers[WATERS + 10 * place + types[finished[SEAT * seat + place] >> EDGE]]


@jit
def _rows_won(finished: IntTable, one: int, other: int) -> int:
    """How many rows the first wins strictly against the second."""
    won = 0
    for place in range(3):
        won += 1 if finished[SEAT * one + place] > finished[SEAT * other + place] else 0
    return won


@jit
def _pay_shares(
    numbers: IntTable,
    types: IntTable,
    finished: IntTable,
    winner: int,
    loser: int,
    times: int,
    share: int,
    rows: IntBuffer,
    counts: IntBuffer,
) -> None:
    """What a feat adds to each of three rows won."""
    for place in range(3):
        units = times * _waters(numbers, types, finished, winner, place)
        _pay(loser, winner, _OF_PLACE * place + share, units, rows, counts)


@jit
def _lowest_first(seats: int, finished: IntTable, place: int) -> int:
    """The seats that compare, packed, in the order they show a row: the lowest first, equals by seat."""
    order, compared = 0, 0
    for seat in range(seats):
        if not _is_compared(finished, seat):
            continue
        below = 0  # how many of the seats before it stand no higher
        while below < compared:
            other = (order >> 4 * below & 15) - 1
            if finished[SEAT * other + place] > finished[SEAT * seat + place]:
                break
            below += 1
        low = order & ((1 << 4 * below) - 1)
        order = (order >> 4 * below << 4 | seat + 1) << 4 * below | low
        compared += 1
    return order


@jit
def _pay_rows(
    numbers: IntTable,
    types: IntTable,
    seats: int,
    finished: IntTable,
    accounts: IntBuffer,
    rows: IntBuffer,
    counts: IntBuffer,
) -> None:
    """Each row of every two seats: the loser pays 1 and the winner's bonus (SS-6, SS-7.1)."""
    for place in range(3):
        order = _lowest_first(seats, finished, place)
        if order < 16:  # nobody to compare with
            return
        low = order
        while low >= 16:
            lower, low = (low & 15) - 1, low >> 4
            high = low
            while high:
                higher, high = (high & 15) - 1, high >> 4
                if finished[SEAT * lower + place] < finished[SEAT * higher + place]:
                    units = _waters(numbers, types, finished, higher, place)
                    for bonus in range(2):
                        share = units - 1 if bonus else 1
                        _pay(lower, higher, _OF_PLACE * place + bonus, share, rows, counts)
        _close(place, order, accounts, counts)


@jit
def _pay_pairs(
    numbers: IntTable,
    types: IntTable,
    seats: int,
    finished: IntTable,
    accounts: IntBuffer,
    rows: IntBuffer,
    counts: IntBuffer,
) -> None:
    """Majorities, and after them guns (SS-7.2), of every two seats."""
    for feat in range(_MAJORITY, _GUN + 1):
        for nth in range(seats * seats):
            one, other = nth // seats, nth % seats
            if one == other or not (_is_compared(finished, one) and _is_compared(finished, other)):
                continue
            won = _rows_won(finished, one, other)
            if feat == _GUN:
                if won < 3 or numbers[GUN] < 2:
                    continue
                _pay_shares(numbers, types, finished, one, other, numbers[GUN] - 1, _BY_GUN, rows, counts)
            else:
                if won <= _rows_won(finished, other, one) or numbers[MAJORITY] == 0:
                    continue
                _pay(other, one, _FOR_MAJORITY, numbers[MAJORITY], rows, counts)
            _close(feat, (other + 1) << 4 | one + 1, accounts, counts)


@jit
def _all_beaten(seats: int, finished: IntTable, seat: int) -> int:
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
def _pay_sweeps(
    numbers: IntTable,
    types: IntTable,
    seats: int,
    finished: IntTable,
    accounts: IntBuffer,
    rows: IntBuffer,
    counts: IntBuffer,
) -> None:
    """A home run, or a sweep of rows (SS-7.3, SS-7.4)."""
    is_home_run = numbers[HOME_RUN] > 1 and seats == numbers[HOME_RUN_SEATS]
    if not is_home_run and numbers[SWEEP] < 2:
        return
    for seat in range(seats):
        beaten = _all_beaten(seats, finished, seat) if _is_compared(finished, seat) else 0
        if beaten == 0:
            continue
        units = 0
        for place in range(3):
            units += _waters(numbers, types, finished, seat, place) * (numbers[SWEEP] - 1)
        for loser in range(seats):
            if not beaten >> loser & 1:
                continue
            if is_home_run:
                times = numbers[HOME_RUN] - numbers[GUN]
                _pay_shares(numbers, types, finished, seat, loser, times, _BY_HOME_RUN, rows, counts)
            else:
                _pay(loser, seat, _FOR_SWEEP, units, rows, counts)
        _close(_HOME_RUN if is_home_run else _SWEEP, seat + 1, accounts, counts)


@jit
def _swept(seats: int, finished: IntTable, seat: int) -> bool:
    """Whether a special beats every other seat."""
    beaten = 0
    for other in range(seats):
        beaten += 1 if finished[SEAT * other + WORTH] < finished[SEAT * seat + WORTH] else 0
    return beaten == seats - 1


@jit
def _collects(numbers: IntTable, places: IntTable, finished: IntTable, seat: int, extra: int) -> int:
    """A special's waters from each, or with ``extra`` what a sweep adds to them (SS-7.5)."""
    place = places[finished[SEAT * seat + COUNTS]]
    return numbers[COLLECTS + place] * (numbers[SWEPT + place] - 1 if extra else 1)


@jit
def _pay_specials(
    numbers: IntTable,
    places: IntTable,
    seats: int,
    finished: IntTable,
    accounts: IntBuffer,
    rows: IntBuffer,
    counts: IntBuffer,
) -> None:
    """Each special, the lowest first, collects from ordinary seats and from lower specials (SS-7.5)."""
    done = 0
    for _ in range(seats):
        seat = NONE
        for each in range(seats):
            if finished[SEAT * each + COUNTS] < 0 or done >> each & 1:
                continue
            if seat < 0 or finished[SEAT * each + WORTH] < finished[SEAT * seat + WORTH]:
                seat = each
        if seat < 0:
            return
        done |= 1 << seat
        for extra in range(2):
            units = _collects(numbers, places, finished, seat, extra)
            if extra and (units == 0 or not _swept(seats, finished, seat)):
                continue
            for loser in range(seats):
                lower = finished[SEAT * loser + WORTH] < finished[SEAT * seat + WORTH]
                if loser != seat and lower and not finished[SEAT * loser + FOUL]:
                    _pay(loser, seat, _FOR_SWEEP if extra else _FOR_SPECIAL, units, rows, counts)
            _close(_SWEEP if extra else _SPECIAL, seat + 1, accounts, counts)


@jit
def _foul_costs(numbers: IntTable, types: IntTable, places: IntTable, seats: int, finished: IntTable) -> int:
    """What a foul pays to an ordinary seat; the dearest thing at the table where the house says so."""
    dearest = numbers[FOUL_PAYS]
    if numbers[PAYS_DEAREST]:
        for seat in range(seats):
            for place in range(3):
                dearest = max(dearest, _waters(numbers, types, finished, seat, place))
            counts = finished[SEAT * seat + COUNTS]
            if counts >= 0:
                dearest = max(dearest, numbers[COLLECTS + places[counts]])
    return dearest


@jit
def _pay_fouls(
    numbers: IntTable,
    types: IntTable,
    places: IntTable,
    seats: int,
    finished: IntTable,
    accounts: IntBuffer,
    rows: IntBuffer,
    counts: IntBuffer,
) -> None:
    """Each foul pays every seat that has none: one payment each (SS-7.6)."""
    for seat in range(seats):
        if not finished[SEAT * seat + FOUL]:
            continue
        for other in range(seats):
            if finished[SEAT * other + FOUL]:
                continue
            units = 0
            if finished[SEAT * other + COUNTS] >= 0:
                for extra in range(2 if _swept(seats, finished, other) else 1):
                    units += _collects(numbers, places, finished, other, extra)
            else:
                units = _foul_costs(numbers, types, places, seats, finished)
            _pay(seat, other, _FOR_FOUL, units, rows, counts)
        _close(_FOUL, seat + 1, accounts, counts)


@jit
def settle_layouts(
    numbers: IntTable,
    types: IntTable,
    places: IntTable,
    seats: int,
    finished: IntTable,
    accounts: IntBuffer,
    rows: IntBuffer,
    counts: IntBuffer,
) -> None:
    """Write everything there is to show and pay, in the order of the table.

    Args:
        types: those of strengths (:class:`shisanshui.rows.Scale`).
        places: those of specials (:class:`shisanshui.specials.SpecialTables`).
        finished: what each layout counts as (:func:`shisanshui.counting.count_layout`), one seat after the other.
        accounts: written; room for ``MOST_ACCOUNTS``.
        rows: written: the payments; room for ``MOST_PAYMENTS``.
        counts: written: how many ACCOUNTS and PAYMENTS there are.
    """
    counts[ACCOUNTS] = counts[PAYMENTS] = 0
    _pay_rows(numbers, types, seats, finished, accounts, rows, counts)
    _pay_pairs(numbers, types, seats, finished, accounts, rows, counts)
    _pay_sweeps(numbers, types, seats, finished, accounts, rows, counts)
    _pay_specials(numbers, places, seats, finished, accounts, rows, counts)
    _pay_fouls(numbers, types, places, seats, finished, accounts, rows, counts)


@jit
def pay_escape(numbers: IntTable, seats: int, seat: int, rows: IntBuffer, counts: IntBuffer) -> None:
    """Write what a seat pays that leaves before all are in (SS-7.8)."""
    counts[PAYMENTS] = 0
    for other in range(seats):
        if other != seat:
            _pay(seat, other, _FOR_ESCAPE, numbers[EACH_ESCAPE], rows, counts)
    _pay(seat, HOUSE, _FOR_ESCAPE, numbers[HOUSE_ESCAPE], rows, counts)
