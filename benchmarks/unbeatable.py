"""How far the bots of 十三水 are from unbeatable: ``python -m benchmarks.unbeatable [HOUSE …]``.

A seat meets three of a bot.  What it lays it finds with its own cards in mind: a *pool* of hands is laid out by that
bot once, and of it those count that hold none of the seat's cards; they are what each opponent may hold, all as likely.
Against these the seat lays what is best, counted exactly but for others' home runs (taken as the whole pool has them)
and for opponents together (taken one by one).  What that is worth is measured on other hands: the thirty-nine cards are
dealt to the three again and again and laid out by the bot, everything is settled, once for the seat's layout and once
for what the bot itself would have laid.  The mean of the difference is what the seat gains; so the luck of the cards
cancels, and what was found cannot have been fitted to what it is measured by.

A gain measured is a gain there is: the best response may gain a little more, by what this one leaves out.  Specials are
laid as the bot lays them.
"""

from __future__ import annotations

import argparse
import math
from typing import Any, Final, NamedTuple

import numpy as np

from common import deal
from common.deal import key_words
from common.jit import IntTable, buffer, buffers, jit, row, table
from shisanshui import law
from shisanshui.accounts import PAYEE, PAYER, PAYMENT, PAYMENTS, UNITS
from shisanshui.ask import book_of
from shisanshui.charges import settle_layouts
from shisanshui.counting import COUNTS, EDGE, SEAT
from shisanshui.kernel import Room, count_layouts, deal_hands, room_for
from shisanshui.odds import FIELD, STEPS, UNIT, Odds
from shisanshui.policies import POLICIES, lay_out
from shisanshui.rulebook import Rulebook
from shisanshui.scoring import Tables, additive_rows, best_rows, tables
from shisanshui.search import Weights, unmoved
from shisanshui.special_layouts import COULD, LAID, SAID, lay_specials, tell, weigh_specials

__all__ = ["Gain", "Pool", "conditioned", "gains", "pool_of"]

Ints = np.ndarray[Any, np.dtype[np.int64]]
Truths = np.ndarray[Any, np.dtype[np.bool_]]

RESPONSES: Final = ("best response", "best", "with its cards in mind", "expected", "as if nothing were held")
"""Ways to answer a bot: as is best against the hands of the pool that hold none of the own cards; as is best against
the shipped sample; the best rows, each by itself, against those hands of the pool, against the shipped sample as far as
the ranks held tell what it lays, and against all of the shipped sample."""


class Gain(NamedTuple):
    """What a way of laying out wins more than a bot against three of that bot."""

    mean: float
    """Waters a hand."""
    error: float
    """Half the width of the 95 % interval."""
    otherwise: float
    """The share of hands laid otherwise than by the bot."""


class Pool(NamedTuple):
    """Hands of whole deals and how a bot lays them."""

    held: Ints
    """By hand: its cards, a bit each."""
    rows: Ints
    """By hand: the values of front, middle and back."""
    is_special: Truths
    """By hand: whether it counts as a special."""
    hits: Ints
    """By hand: what it costs to be beaten in all rows by it."""


def _counted(
    book: Rulebook, of_house: Tables, bot: str, pack: IntTable, words: IntTable, numbers: range, seats: int
) -> tuple[Ints, Ints]:
    """Deal from a pack and lay out: the hands, all of the first seat and so on, and what their layouts count as."""
    size = seats * len(numbers)
    hands, laid, finished = buffers(size, 13), buffers(size, LAID), buffers(size, SEAT)
    deal_hands(words, pack, table(numbers), seats, hands)
    lay_out(book, bot, of_house, hands, laid)
    weigh_specials(book.law, hands, laid)
    count_layouts(book.law, hands, laid, finished)
    return np.asarray(hands), np.asarray(finished)


@jit
def _won(
    numbers: IntTable, types: IntTable, places: IntTable, way: IntTable, others: IntTable, deals: int, room: Room
) -> int:
    """What a layout wins in all, others laying as they do, deal by deal, one seat after the other."""
    won = 0
    for at in range(SEAT):
        room.finished[at] = way[at]
    for nth in range(deals):
        for seat in range(3):
            for at in range(SEAT):
                room.finished[SEAT * (seat + 1) + at] = others[SEAT * (seat * deals + nth) + at]
        settle_layouts(numbers, types, places, 4, room.finished, room.accounts, room.rows, room.counts)
        for at in range(0, room.counts[PAYMENTS] * PAYMENT, PAYMENT):
            won += room.rows[at + UNITS] if room.rows[at + PAYEE] == 0 else 0
            won -= room.rows[at + UNITS] if room.rows[at + PAYER] == 0 else 0
    return won


def _frozen(values: Ints) -> IntTable:
    values = np.ascontiguousarray(values, dtype=np.int64)
    values.setflags(write=False)
    return values  # type: ignore[return-value]


def pool_of(book: Rulebook, bot: str, deals: int, key: bytes) -> Pool:
    """The hands of so many deals, four each, as a bot lays them."""
    of_house = tables(book, 4)
    hands, seats = _counted(book, of_house, bot, table(map(int, book.pack)), key_words(key), range(deals), 4)
    held: Ints = np.bitwise_or.reduce(1 << hands, axis=1)
    house, shipped = of_house.house, of_house.odds
    rows = seats[:, :3] >> (EDGE - house.shift)
    is_special = seats[:, COUNTS] >= 0
    feats: Ints = np.asarray(shipped.feats)
    # How many of the shipped sample each beats is told by steps; it is no more than a chance of a chance.
    beaten = _beaten_by_steps(shipped, rows)
    hits = _worths(of_house, rows) * np.where(beaten > 0, feats[beaten] // np.maximum(beaten, 1), feats[1])
    return Pool(held, rows, is_special, hits)


def _beaten_by_steps(odds: Odds, rows: Ints) -> Ints:
    values = len(odds.steps) // 3
    steps: Ints = np.asarray(odds.steps)
    at = sum(steps[values * place + rows[:, place]] * STEPS ** (2 - place) for place in range(3))
    beaten: Ints = np.asarray(odds.under)[at]
    return beaten


def _worths(of_house: Tables, rows: Ints) -> Ints:
    types: Ints = np.asarray(of_house.house.scale.types)
    waters: Ints = np.asarray(of_house.odds.waters)
    of_rows = [waters[10 * place + types[rows[:, place] >> of_house.house.shift]] for place in range(3)]
    worths: Ints = np.sum(of_rows, axis=0)
    return worths


def conditioned(book: Rulebook, of_house: Tables, pool: Pool, own: int) -> Tables:
    """The tables of a house with the odds of the hands of a pool that hold none of these cards, bits each."""
    free = pool.held & own == 0
    size = int(free.sum())
    free &= ~pool.is_special
    rows, hits = pool.rows[free], pool.hits[free]
    odds, house = of_house.odds, of_house.house
    types: Ints = np.asarray(house.scale.types)
    waters: Ints = np.asarray(odds.waters)
    values = len(odds.steps) // 3
    lists: Any = [[] for _ in range(7)]
    adds, steps, floors, tops, starts, inside, below = lists
    for place in range(3):
        there: Ints = np.bincount(rows[:, place], minlength=values)
        worth = waters[10 * place + types[np.arange(values) >> house.shift]]
        upto, paid = np.cumsum(there), np.cumsum(there * worth)
        adds.append(worth * (upto - there) - (paid[-1] - paid))
        in_order = np.sort(rows[:, place])
        ends = in_order[len(in_order) * np.arange(1, STEPS) // STEPS]
        steps.append(np.searchsorted(ends, np.arange(values)))
        floors += [[0], ends + 1]
        tops += [ends, [(1 << FIELD - 1) - 1]]
        inside.append(np.searchsorted(ends, rows[:, place]))
        below.append(np.searchsorted(ends, rows[:, place], "right"))
        starts.append(np.searchsorted(np.sort(inside[-1]), np.arange(STEPS + 1)) + len(rows) * place)

    def summed(at: list[Ints], of: Ints | int, upward: bool) -> Ints:
        """By steps: the sum of what lies at these places or before them, or if not upward at them or after them."""
        kept = np.logical_and.reduce([(each >= 0) & (each < STEPS) for each in at])
        sums: Ints = np.zeros((STEPS,) * 3, dtype=np.int64)
        np.add.at(sums, tuple(each[kept] for each in at), of if isinstance(of, int) else of[kept])
        for axis in range(3):
            sums = np.cumsum(sums, axis) if upward else np.flip(np.cumsum(np.flip(sums, axis), axis), axis)
        return sums.reshape(-1)

    numbers = book.numbers
    gun = UNIT * (int(numbers[law.GUN]) - 1)
    sweep = 0
    if numbers[law.HOME_RUN] > 1 and numbers[law.HOME_RUN_SEATS] == 4:
        sweep = int(numbers[law.HOME_RUN] - numbers[law.GUN])
    elif numbers[law.SWEEP] > 1:
        sweep = int(numbers[law.SWEEP]) - 1
    counts = np.arange(size + 1)
    feats = counts * (gun + sweep * (UNIT * counts**2 // size**2))
    over = summed([each - 1 for each in inside], hits, upward=False)
    in_orders = [np.argsort(rows[:, place], kind="stable") for place in range(3)]
    packed = rows[:, 2] << 2 * FIELD | rows[:, 1] << FIELD | rows[:, 0]
    return of_house._replace(
        odds=Odds(
            weigh=_weights(np.asarray(adds), house.shift),
            steps=_frozen(np.concatenate(steps)),
            gains=_frozen(feats[summed(below, 1, upward=True)]),
            losses=_frozen(over),
            floors=_frozen(np.concatenate(floors)),
            tops=_frozen(np.concatenate(tops)),
            under=_frozen(summed([each + 1 for each in inside], 1, upward=True)),
            over=_frozen(over),
            laid=_frozen(np.concatenate([packed[nths] for nths in in_orders])),
            hits=_frozen(np.concatenate([hits[nths] for nths in in_orders])),
            starts=_frozen(np.concatenate(starts)),
            feats=_frozen(feats),
            waters=odds.waters,
            specials=odds.specials,
            majority=0,
            cost=0,
        )
    )


def _weights(adds: Ints, shift: int) -> Weights:
    most = np.maximum.accumulate(adds, axis=1)[:, (1 << shift) - 1 :: 1 << shift]
    return Weights(*map(_frozen, (*adds, most.reshape(-1), *np.zeros((2, 0)))))


def _rows(name: str, of_house: Tables, given: Tables, own: IntTable) -> tuple[int, ...]:
    """The masks of front, middle and back that one of RESPONSES lays."""
    house, weigh, out = of_house.house, of_house.odds.weigh, buffer(3)
    if name.startswith("best"):
        best_rows(of_house if name == "best" else given, own, out)
    else:
        weighs = {"with its cards in mind": given.odds.weigh, "expected": weigh, RESPONSES[-1]: unmoved(weigh)}
        additive_rows(house, of_house.splits, weighs[name], own, out)
    return tuple(int(each) & 0xFFFF for each in out)


def gains(
    rules: str, bot: str, hands: int, deals: int, pool_deals: int, seed: int | str = "unbeatable"
) -> dict[str, Gain]:
    """What each of RESPONSES gains on a bot, each hand measured by so many deals of the others' cards.

    Raises:
        ValueError: for a house with another pack than one of 52 cards, or with waters for the majority.
    """
    book = book_of(rules)
    if len(book.pack) != 52 or book.hand_size != 13 or book.numbers[law.MAJORITY]:
        raise ValueError(f"{rules} is no house of one pack without waters for the majority")
    of_house, room = tables(book, 4), room_for(4)
    pool = pool_of(book, bot, pool_deals, deal.key_of(f"{seed} pool"))
    found: dict[str, list[float]] = {name: [] for name in RESPONSES}
    otherwise = dict.fromkeys(RESPONSES, 0)
    key, words = deal.key_of(f"{seed} hands"), key_words(deal.key_of(f"{seed} deals"))
    for nth in range(hands):
        dealt = deal.shuffle(key, nth, [int(card) for card in book.pack])
        own, one, laid = row(sorted(dealt[:13])), buffers(1, 13), buffers(1, LAID)
        for at, card in enumerate(own):
            one[0][at] = card
        lay_specials(book, one, laid)
        is_special = laid[0][COULD] >= 0
        lay_out(book, bot, of_house, one, laid)
        ways = [tuple(map(int, laid[0][:SAID]))]
        of_response = dict.fromkeys(RESPONSES, 0)
        if not is_special:
            given = conditioned(book, of_house, pool, sum(1 << card for card in dealt[:13]))
            for name in RESPONSES:
                way = _rows(name, of_house, given, own)
                if way not in ways:
                    ways.append(way)
                of_response[name] = ways.index(way)
                otherwise[name] += way != ways[0]
        won = [0]
        if len(ways) > 1:
            numbers = range(nth * deals, (nth + 1) * deals)
            _, others = _counted(book, of_house, bot, table(dealt[13:]), words, numbers, 3)
            won = []
            for way in ways:
                finished = buffers(1, SEAT)
                for at in range(SAID):
                    laid[0][at] = way[at]
                tell(book.law, one, laid)
                weigh_specials(book.law, one, laid)
                count_layouts(book.law, one, laid, finished)
                places = book.specials.places
                won.append(
                    int(
                        _won(
                            book.numbers,
                            book.scale.types,
                            places,
                            finished[0],
                            _frozen(others.reshape(-1)),
                            deals,
                            room,
                        )
                    )
                )
        for name, which in of_response.items():
            found[name].append((won[which] - won[0]) / deals)
    return {name: _gain(values, otherwise[name] / hands) for name, values in found.items()}


def _gain(values: list[float], otherwise: float) -> Gain:
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Gain(mean, 1.96 * math.sqrt(variance / len(values)), otherwise)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How far the bots of 十三水 are from unbeatable.")
    parser.add_argument("houses", nargs="*", default=("meitian", "bb"))
    parser.add_argument("--hands", type=int, default=2000, help="hands of the seat that answers")
    parser.add_argument("--deals", type=int, default=200, help="deals of the other cards, for each hand")
    parser.add_argument("--pool", type=int, default=100_000, help="deals that are laid out first, four hands each")
    parser.add_argument("--bots", nargs="*", choices=POLICIES[2:], default=POLICIES[2:])
    asked = parser.parse_args()
    for rules in asked.houses:
        for bot in asked.bots:
            for name, gain in gains(rules, bot, asked.hands, asked.deals, asked.pool).items():
                print(
                    f"{rules}: {name} against three of {bot}: {gain.mean:+.4f} ± {gain.error:.4f} waters a hand, "
                    f"{100 * gain.otherwise:.1f} % of hands laid otherwise",
                    flush=True,
                )


if __name__ == "__main__":
    main()
