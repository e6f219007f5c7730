"""Hands of a run on the game's kernel: the same sums as hand by hand at a table, thousands of times as many."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from threading import Timer
from typing import Final

from common import bulk
from common.bulk import Bulk, PlaysInBulk
from common.jit import IntBuffer, IntTable, buffer, jit, table
from common.ruleset import Ruleset
from common.unswept import UNSWEPT
from thirteen.scores import Outcome, Score
from thirteen.tally import Payment, Tally

__all__ = ["LONG", "add", "made_ready", "outcomes"]

_WIDEST: Final = 1 << 18
"""So far apart may the results of hands be that each has a counter of its own."""
_BEYOND: Final = 1 << 62
"""A sum that might come here is not made of 64-bit ints."""
LONG: Final = 1.0
"""What takes longer than so many seconds is said."""

_HANDS, _WINS, _UNITS, _SQUARES = range(4)
_SCORE: Final = 4
_LENGTH, _LENGTH_SQUARES, _SHORTEST, _LONGEST, _HOUSE, _LEAST, _MOST, _LED = range(8)
_REST: Final = 7 + 4
_WINNER, _DECISIONS, _HOUSE_UNITS, _ROW_LED = bulk.WINNER, bulk.DECISIONS, bulk.HOUSE, bulk.LED


@jit
def _score(sums: IntBuffer, at: int, units: int, won: bool) -> None:
    sums[at + _HANDS] += 1
    sums[at + _WINS] += 1 if won else 0
    sums[at + _UNITS] += units
    sums[at + _SQUARES] += units * units


@jit
def _add_up(
    rows: Sequence[IntTable],
    count: int,
    seats: int,
    names: IntTable,
    sums: IntBuffer,
    products: IntBuffer,
    rest: IntBuffer,
) -> None:
    """Add up hands.

    Args:
        rows: a row for each hand (:class:`common.bulk.Bulk`).
        names: by seat, which name's bot sits there; names are numbered as they appear.
        sums: written: a score for each seat, then one for each name.
        products: written: by two names, the sum of the products of their units.
        rest: written: _LENGTH and the others; from _LED on the score of who led first.
    """
    units, won = buffer(seats), buffer(seats)
    named = 0
    for seat in range(seats):
        named = max(named, names[seat] + 1)
    rest[_SHORTEST], rest[_LEAST], rest[_MOST] = rows[0][seats + _DECISIONS], rows[0][0], rows[0][0]
    for nth in range(count):
        row = rows[nth]
        winner, decisions = row[seats + _WINNER], row[seats + _DECISIONS]
        for seat in range(seats):
            units[seat] = won[seat] = 0
        for seat in range(seats):
            total, name = row[seat], names[seat]
            has_won = seat == winner if winner >= 0 else total > 0
            _score(sums, seat * _SCORE, total, has_won)
            units[name] += total
            won[name] |= 1 if has_won else 0
            if seat == row[seats + _ROW_LED]:
                _score(rest, _LED, total, has_won)
            rest[_LEAST], rest[_MOST] = min(rest[_LEAST], total), max(rest[_MOST], total)
        for name in range(named):
            _score(sums, (seats + name) * _SCORE, units[name], won[name] != 0)
            for other in range(name + 1, named):
                products[name * seats + other] += units[name] * units[other]
        rest[_LENGTH] += decisions
        rest[_LENGTH_SQUARES] += decisions * decisions
        rest[_SHORTEST], rest[_LONGEST] = min(rest[_SHORTEST], decisions), max(rest[_LONGEST], decisions)
        rest[_HOUSE] += row[seats + _HOUSE_UNITS]


@jit
def _count_results(
    rows: Sequence[IntTable], count: int, seats: int, names: IntTable, least: int, span: int, results: IntBuffer
) -> None:
    """Count how often a bot of each name won so many units: ``span`` counts for each name, from ``least`` units on."""
    for nth in range(count):
        for seat in range(seats):
            results[names[seat] * span + rows[nth][seat] - least] += 1


def add(tally: Tally, done: Bulk, bots: Sequence[str], seated: Sequence[int]) -> None:
    """Add hands played in bulk to a tally.

    Args:
        bots: by seat.
        seated: by seat, the place in the run's list of the bot that sat there.
    """
    count, seats = len(done.rows), len(bots)
    if not count:
        return
    names = list(dict.fromkeys(bots))
    numbered = table([names.index(bot) for bot in bots])
    sums, products, rest = buffer(2 * seats * _SCORE), buffer(seats * seats), buffer(_REST)
    _add_up(done.rows, count, seats, numbered, sums, products, rest)
    scores = [Score(*(int(part) for part in sums[at : at + _SCORE])) for at in range(0, len(sums), _SCORE)]
    length, squares, shortest, longest, house, least, most, *leader = (int(part) for part in rest)
    span, dearest = most - least + 1, seats * max(most, -least)
    if span > _WIDEST or count * dearest * dearest >= _BEYOND:
        tally.add(_one_by_one(done, bots, seated))
        return
    results = buffer(span * len(names))
    _count_results(done.rows, count, seats, numbered, least, span, results)
    tally.add(
        Tally(
            hands=count,
            decisions=Score(count, 0, length, squares),
            shortest=shortest,
            longest=longest,
            house=house,
            leader=Score(*leader),
            scores={(seated[seat], seat): scores[seat] for seat in range(seats)},
            names={name: scores[seats + nth] for nth, name in enumerate(names)},
            products={
                (min(one, other), max(one, other)): int(products[nth * seats + names.index(other)])
                for nth, one in enumerate(names)
                for other in names[nth + 1 :]
            },
            results={
                name: {
                    least + at: int(times) for at, times in enumerate(results[nth * span : nth * span + span]) if times
                }
                for nth, name in enumerate(names)
            },
            payments=_payments(done),
            events=dict(done.events),
        )
    )


def _one_by_one(done: Bulk, bots: Sequence[str], seated: Sequence[int]) -> Tally:
    """The same sums in ints of any size, for houses where a hand costs millions."""
    tally, seats = Tally(), len(bots)
    entries = [bots[seated.index(entry)] for entry in range(seats)]
    for row, outcome in zip(done.rows, outcomes(done, tuple(seated)), strict=True):
        tally.settled(entries, outcome)
        tally.length(int(row[seats + _DECISIONS]))
        tally.house += int(row[seats + _HOUSE_UNITS])
    tally.payments = _payments(done)
    tally.events = dict(done.events)
    return tally


def _payments(done: Bulk) -> dict[str, Payment]:
    return {reason: Payment(times, units, hands) for reason, (hands, times, units) in done.payments.items()}


def outcomes(done: Bulk, seated: tuple[int, ...]) -> Iterator[Outcome]:
    """What came of each hand, seat by seat."""
    seats = range(len(seated))
    for row in done.rows:
        totals, winner = tuple([int(row[seat]) for seat in seats]), int(row[len(seated) + _WINNER])
        won = tuple([seat == winner if winner >= 0 else totals[seat] > 0 for seat in seats])
        yield Outcome(seated, totals, won, int(row[len(seated) + _ROW_LED]), int(row[len(seated) + _DECISIONS]))


def made_ready(
    plays: PlaysInBulk, game: str, rules: Ruleset, bots: Sequence[str], tell: Callable[[str], None] | None
) -> None:
    """Have the kernel compiled, or loaded where it was compiled before; ``tell`` hears of it where it takes long."""
    slow = None if tell is None else Timer(LONG, tell, [f"compiling the kernel of {game} …"])
    began = time.perf_counter()
    if slow is not None:
        slow.daemon = True
        slow.start()
    try:
        with UNSWEPT:  # for the whole of it: a sweep after each step would look at all that was made again
            add(Tally(), plays.play(rules, bots, bytes(32), range(1), 1), bots, range(len(bots)))
    finally:
        if slow is not None:
            slow.cancel()
    took = time.perf_counter() - began
    if tell is not None and took > LONG:
        tell(f"compiled in {took:.1f} s, once")
