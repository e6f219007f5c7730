"""Who pays whom why, once all layouts are in (SS-7): primitives on ints.

What each layout counts as stands in a buffer (:mod:`shisanshui.counting`); what is shown and paid is written as
:mod:`shisanshui.accounts` has it.
"""

from __future__ import annotations

from common.jit import IntBuffer, IntTable, inlined, jit
from common.ledger import HOUSE
from shisanshui.accounts import (
    ACCOUNTS,
    FOR_ESCAPE,
    FOR_FOUL,
    FOR_SPECIAL,
    FOR_SWEEP,
    OF_FOUL,
    OF_SPECIAL,
    OF_SWEEP,
    PAYMENTS,
    close,
    pay,
)
from shisanshui.counting import COUNTS, FOUL, SEAT, WORTH
from shisanshui.duels import pay_pairs, pay_rows, pay_sweeps, waters
from shisanshui.law import COLLECTS, EACH_ESCAPE, FOUL_PAYS, HOUSE_ESCAPE, PAYS_DEAREST, SWEPT
from shisanshui.specials import NONE

__all__ = ["pay_escape", "settle_layouts"]


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


@inlined
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
                    pay(loser, seat, FOR_SWEEP if extra else FOR_SPECIAL, units, rows, counts)
            close(OF_SWEEP if extra else OF_SPECIAL, seat + 1, accounts, counts)


@jit
def _foul_costs(numbers: IntTable, types: IntTable, places: IntTable, seats: int, finished: IntTable) -> int:
    """What a foul pays to an ordinary seat; the dearest thing at the table where the house says so."""
    dearest = numbers[FOUL_PAYS]
    if numbers[PAYS_DEAREST]:
        for seat in range(seats):
            for place in range(3):
                dearest = max(dearest, waters(numbers, types, finished, seat, place))
            counts = finished[SEAT * seat + COUNTS]
            if counts >= 0:
                dearest = max(dearest, numbers[COLLECTS + places[counts]])
    return dearest


@inlined
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
            pay(seat, other, FOR_FOUL, units, rows, counts)
        close(OF_FOUL, seat + 1, accounts, counts)


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
    pay_rows(numbers, types, seats, finished, accounts, rows, counts)
    pay_pairs(numbers, types, seats, finished, accounts, rows, counts)
    pay_sweeps(numbers, types, seats, finished, accounts, rows, counts)
    _pay_specials(numbers, places, seats, finished, accounts, rows, counts)
    _pay_fouls(numbers, types, places, seats, finished, accounts, rows, counts)


@jit
def pay_escape(numbers: IntTable, seats: int, seat: int, rows: IntBuffer, counts: IntBuffer) -> None:
    """Write what a seat pays that leaves before all are in (SS-7.8)."""
    counts[PAYMENTS] = 0
    for other in range(seats):
        if other != seat:
            pay(seat, other, FOR_ESCAPE, numbers[EACH_ESCAPE], rows, counts)
    pay(seat, HOUSE, FOR_ESCAPE, numbers[HOUSE_ESCAPE], rows, counts)
