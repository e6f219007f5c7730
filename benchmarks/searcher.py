"""How strong ``searcher`` is: duplicate deals, one searcher against three of another bot.

``python -m benchmarks.searcher`` plays 2,000 deals with the searcher in each seat in turn, 8,000 hands, and prints the
share of hands it won (a quarter is par) and its units a hand, each with its standard error over deals.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, stdev

from common.bots import Choices
from common.deal import key_of
from thirteen import games
from tienlen import Game, load_ruleset

__all__ = ["Deal", "duel", "played"]

Deal = tuple[float, float, int, float]
"""Of one deal played from every seat: hands won and units of one, both by hand, its decisions and their seconds."""


def played(bot: str, rival: str, rules: str, seats: int, seed: int | str, deal: int) -> Deal:
    """Play one deal as often as there are seats, with ``bot`` in another seat each time and ``rival`` in the others."""
    house, key = load_ruleset(rules), key_of(seed)
    makers = games.bot("tienlen", bot), games.bot("tienlen", rival)
    won, units, decisions, seconds = 0, 0, 0, 0.0
    for own in range(seats):
        game = Game(house, seats=seats)
        game.deal(seed, hand=deal)
        bots = [makers[seat != own](seat, Choices(key, deal, seat)) for seat in range(seats)]
        views = [game.view(seat) for seat in range(seats)]
        while not game.is_over:
            seat = min(game.awaiting)
            began = time.process_time()
            action = bots[seat].decide(views[seat], views[seat].legal_actions)
            if seat == own:
                decisions += 1
                seconds += time.process_time() - began
            for event in game.act(action):
                for other, view in enumerate(views):
                    view.update(event.seen_by(other))
        won += game.winner == own
        units += game.ledger.totals[own]
    return won / seats, units / seats, decisions, seconds


def duel(
    deals: int, bot: str = "searcher", rival: str = "planner", rules: str = "meitian", seats: int = 4,
    seed: int | str = "duel", first: int = 0, workers: int = 1,
) -> Sequence[Deal]:  # fmt: skip
    """So many deals from number ``first`` on; the same for any number of workers, but for the seconds."""
    one, numbers = partial(played, bot, rival, rules, seats, seed), range(first, first + deals)
    if workers == 1:
        return [one(deal) for deal in numbers]
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        return list(pool.map(one, numbers, chunksize=5))


def _with_error(values: Sequence[float], digits: int) -> str:
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return f"{fmean(values):.{digits}f} ± {error:.{digits}f}"


def main() -> None:
    """Play and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--deals", type=int, default=2000)
    asked.add_argument("--first", type=int, default=0, help="number of the first deal")
    asked.add_argument("--bot", default="searcher")
    asked.add_argument("--rival", default="planner")
    asked.add_argument("--rules", default="meitian")
    asked.add_argument("--seats", type=int, default=4)
    asked.add_argument("--seed", default="duel")
    asked.add_argument("--workers", type=int, default=1)
    given = asked.parse_args()
    deals = duel(**vars(given))
    won, units, decisions, seconds = zip(*deals, strict=True)
    print(
        f"{given.bot} against {given.seats - 1} × {given.rival}, {given.rules}, {given.deals} deals from every seat: "
        f"won {_with_error([100 * share for share in won], 2)} % of hands, {_with_error(units, 2)} units a hand, "
        f"{1000 * sum(seconds) / sum(decisions):.1f} ms a decision"
    )


if __name__ == "__main__":
    main()
