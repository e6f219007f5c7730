"""What two seats pay each other for rows, and what winning more than single rows adds (SS-6, SS-7.1 to SS-7.4)."""

from __future__ import annotations

from common.jit import IntBuffer, IntTable, inlined, jit
from shisanshui.accounts import (
    BY_GUN,
    BY_HOME_RUN,
    FOR_MAJORITY,
    FOR_SWEEP,
    OF_GUN,
    OF_HOME_RUN,
    OF_MAJORITY,
    OF_PLACE,
    OF_SWEEP,
    close,
    pay,
)
from shisanshui.counting import COUNTS, EDGE, FOUL, SEAT
from shisanshui.law import GUN, HOME_RUN, HOME_RUN_SEATS, MAJORITY, SWEEP, WATERS

__all__ = ["pay_pairs", "pay_rows", "pay_sweeps", "waters"]


@jit
def _is_compared(finished: IntTable, seat: int) -> bool:
    return finished[SEAT * seat + COUNTS] < 0 and not finished[SEAT * seat + FOUL]


@jit
def waters(numbers: IntTable, types: IntTable, finished: IntTable, seat: int, place: int) -> int:
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
        units = times * waters(numbers, types, finished, winner, place)
        pay(loser, winner, OF_PLACE * place + share, units, rows, counts)


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


@inlined
def pay_rows(
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
                    units = waters(numbers, types, finished, higher, place)
                    for bonus in range(2):
                        share = units - 1 if bonus else 1
                        pay(lower, higher, OF_PLACE * place + bonus, share, rows, counts)
        close(place, order, accounts, counts)


@inlined
def pay_pairs(
    numbers: IntTable,
    types: IntTable,
    seats: int,
    finished: IntTable,
    accounts: IntBuffer,
    rows: IntBuffer,
    counts: IntBuffer,
) -> None:
    """Majorities, and after them guns (SS-7.2), of every two seats."""
    for feat in range(OF_MAJORITY, OF_GUN + 1):
        for nth in range(seats * seats):
            one, other = nth // seats, nth % seats
            if one == other or not (_is_compared(finished, one) and _is_compared(finished, other)):
                continue
            won = _rows_won(finished, one, other)
            if feat == OF_GUN:
                if won < 3 or numbers[GUN] < 2:
                    continue
                _pay_shares(numbers, types, finished, one, other, numbers[GUN] - 1, BY_GUN, rows, counts)
            else:
                if won <= _rows_won(finished, other, one) or numbers[MAJORITY] == 0:
                    continue
                pay(other, one, FOR_MAJORITY, numbers[MAJORITY], rows, counts)
            close(feat, (other + 1) << 4 | one + 1, accounts, counts)


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


@inlined
def pay_sweeps(
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
            units += waters(numbers, types, finished, seat, place) * (numbers[SWEEP] - 1)
        for loser in range(seats):
            if not beaten >> loser & 1:
                continue
            if is_home_run:
                times = numbers[HOME_RUN] - numbers[GUN]
                _pay_shares(numbers, types, finished, seat, loser, times, BY_HOME_RUN, rows, counts)
            else:
                pay(loser, seat, FOR_SWEEP, units, rows, counts)
        close(OF_HOME_RUN if is_home_run else OF_SWEEP, seat + 1, accounts, counts)
