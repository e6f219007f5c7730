"""How fast layouts of 十三水 are found, and how much the bots win: ``python -m benchmarks.layouts [HOUSE …]``.

Bots meet on duplicate deals: two seats of one against two of the other, every deal played in all six ways to seat them,
so that the luck of the cards cancels.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
from itertools import combinations, islice
from typing import Any, NamedTuple

from benchmarks.clock import best_of
from common import deal
from common.bots import Choices
from common.cards import Card
from common.jit import ENABLED, buffer, row
from shisanshui import best, hints, rulesets
from shisanshui.ask import book_of
from shisanshui.bots import BOTS
from shisanshui.rulebook import Rulebook
from shisanshui.scoring import additive_rows, best_rows, tables
from shisanshui.search import unmoved
from shisanshui.settle import accounts, finish

__all__ = ["Duel", "duel"]

FOUR_SEATS = ("meitian", "bb", "bianfeng", "luosong", "maubinh", "chinese-poker-2-4", "chinese-poker-1-6")
"""The four-seat houses of one pack."""
PAIRS = (("first-hint", "random"), ("expected", "first-hint"), ("best", "expected"))


class Duel(NamedTuple):
    """What the seats of one bot win from those of another."""

    mean: float
    """Units a seat and hand."""
    error: float
    """Half the width of the 95 % interval."""


def duel(rules: str, one: str, other: str, deals: int, seed: int = 1) -> Duel:
    """Let two bots meet at tables of four."""
    book, key = book_of(rules), deal.key_of(seed)
    results = [_result(book, key, nth, one, other) for nth in range(deals)]
    mean = math.fsum(results) / deals
    variance = math.fsum((result - mean) ** 2 for result in results) / (deals - 1)
    return Duel(mean, 1.96 * math.sqrt(variance / deals))


def _hands(book: Rulebook, key: bytes, nth: int) -> list[tuple[Card, ...]]:
    dealt, size = deal.shuffle(key, nth, book.pack), book.hand_size
    return [tuple(sorted(dealt[size * seat : size * (seat + 1)])) for seat in range(4)]


def _result(book: Rulebook, key: bytes, nth: int, one: str, other: str) -> float:
    laid = {}
    for seat, own in enumerate(_hands(book, key, nth)):
        for name in (one, other):
            bot: Any = BOTS[name](seat, Choices(key, nth, seat))
            laid[seat, name] = finish(book, *bot.lay(book, own, 4))
    won = 0
    for mine in combinations(range(4), 2):
        finished = [laid[seat, one if seat in mine else other] for seat in range(4)]
        for account in accounts(book, finished):
            for posting in account.postings:
                won += ((posting.payee in mine) - (posting.payer in mine)) * posting.units
    return won / 12  # six seatings, two seats


def _speed(rules: str, hands: int) -> list[tuple[str, float]]:
    """Milliseconds a hand."""
    book, key = book_of(rules), deal.key_of(0)
    own = [hand for nth in range(hands) for hand in _hands(book, key, nth)][:hands]
    of_house, out = tables(book, 4), buffer(3)
    index, weigh = (of_house.house, of_house.splits), of_house.odds.weigh
    still = unmoved(weigh)
    rows = [row([int(card) for card in hand]) for hand in own]

    def timed(what: Any, over: list[Any]) -> float:
        what(over[0])
        return 1e3 * best_of(lambda: [what(each) for each in over], 3) / len(over)

    return [
        ("hints, limit 8", timed(lambda hand: hints(hand, rules, limit=8), own)),
        ("hints, all", timed(lambda hand: hints(hand, rules), own)),
        ("additive rows", timed(lambda hand: additive_rows(*index, still, hand, out), rows)),
        ("expected", timed(lambda hand: additive_rows(*index, weigh, hand, out), rows)),
        ("best", timed(lambda hand: best_rows(of_house, hand, out), rows)),
        ("best, with its special", timed(lambda hand: best(hand, rules), own)),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Layouts of 十三水: how fast, and how well.")
    parser.add_argument("houses", nargs="*", default=FOUR_SEATS)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--speed", action="store_true", help="only the speed, in this process")
    asked = parser.parse_args()
    if asked.speed:
        for rules in asked.houses:
            for what, took in _speed(rules, 200 if ENABLED else 8):
                print(f"{rules:<18} {what:<24} {took:8.3f} ms {'Numba' if ENABLED else 'plain Python'}")
        return
    for compiled in "01":
        command = [sys.executable, "-m", "benchmarks.layouts", "--speed", "meitian", "bb", *_odd()]
        subprocess.run(command, env={**os.environ, "THIRTEEN_JIT": compiled}, check=True)
    for rules in asked.houses:
        for one, other in PAIRS:
            found = duel(rules, one, other, asked.deals)
            print(f"{rules:<18} {one} against {other}: {found.mean:+.3f} ± {found.error:.3f} units a seat and hand")


def _odd() -> list[str]:
    """A house with jokers and the one with spare cards."""
    return list(islice((name for name in rulesets() if name in {"luosong-wild", "luosong-spare"}), 2))


if __name__ == "__main__":
    main()
