"""Two houses side by side: the same deals, the same bots at the same seats, and what the rules make of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from common.jit import ENABLED
from common.ruleset import Ruleset
from thirteen import games
from thirteen.arena import WORTH_A_KERNEL, Progress
from thirteen.bulk import made_ready
from thirteen.chunk import played
from thirteen.comparison import Comparison, Part, Sums
from thirteen.games import ArenaError, one_line
from thirteen.interruption import is_interruption
from thirteen.job import Job, is_count, job_of
from thirteen.measures import measured, measured_in_bulk
from thirteen.takings import stakes_of
from thirteen.workers import AHEAD, Own, cores, leave_to_the_parent, ranges

__all__ = ["AT_ONCE", "compare", "play_pairs"]

AT_ONCE: Final = 50
"""A worker is handed so many deals."""
IN_BULK: Final = 1000
"""The same where they are played on a kernel."""


def play_pairs(jobs: tuple[Job, Job], first: int, last: int) -> Part:
    """Play the deals from ``first`` up to and without ``last`` under both houses."""
    part = Part()
    plays = games.in_bulk(jobs[0].game, jobs[0].bots) if jobs[0].bulk else None
    houses = [job.house for job in jobs]
    for hand in range(first, last):
        try:
            if plays is None:
                one, other = (measured(played(job, hand), job, hand) for job in jobs)
            else:
                one, other = (
                    measured_in_bulk(plays, house, job, hand) for house, job in zip(houses, jobs, strict=True)
                )
        except BaseException as error:
            if is_interruption(error):
                raise
            # A bot may raise anything, an exit too; the deal is left out and counted.
            part.failed += 1
            part.why = part.why or f"deal {hand}: {one_line(error)[:300]}"
            continue
        part.deals += 1
        for key in one.keys() | other.keys():
            part.sums.setdefault(key, Sums()).count(one.get(key, 0), other.get(key, 0))
    return part


def compare(
    game: str,
    first: str | Path | Mapping[str, Any] | Ruleset,
    second: str | Path | Mapping[str, Any] | Ruleset,
    bots: Sequence[str],
    hands: int,
    seed: int | str | bytes = 0,
    *,
    seats: int | None = None,
    base: str | None = None,
    carry: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
) -> Comparison:
    """Play ``hands`` deals under both houses; bots move up one seat from deal to deal.

    Deals are the same where both houses play with the same pack.  The result does not depend on ``workers``.

    >>> found = compare("tienlen", "meitian", "southern", ["cautious"], hands=5, seed=1, seats=2, workers=1)
    >>> found.deals, sum(found.part.sums[f"seat.{seat}"].second for seat in range(2))
    (5, 0)

    Args:
        base: what one unit is worth: the house's income is then told, with ``carry`` how often a cap binds.
        carry: what every seat brings to each hand, at most to be lost or won.
        tell: told in a sentence that the kernel is compiled, where that takes long; many deals between bots of its own
            are played on it.

    Raises:
        ArenaError: for bots, seats or numbers that make no run, or where a worker process dies or cannot begin.
        RulesetError: for a house that cannot be read.
        MoneyError: for stakes that mean nothing.
    """
    leave_to_the_parent()
    if not is_count(hands, 0) or (workers is not None and not is_count(workers, 1)):
        raise ArenaError("a comparison has 0 hands or more and 1 worker or more")
    houses = games.house(game, first), games.house(game, second)
    jobs = [job_of(game, house, bots, seed, seats, 0, base=base, carry=carry) for house in houses]
    if len(jobs[0].bots) != len(jobs[1].bots):
        raise ArenaError(
            f"{houses[0].name} would seat {len(jobs[0].bots)} and {houses[1].name} {len(jobs[1].bots)}: say how many"
        )
    at_once = AT_ONCE
    if ENABLED and hands >= WORTH_A_KERNEL // 2:
        plays = games.in_bulk(game, jobs[0].bots)
        if plays is not None:
            jobs, at_once = [replace(job, bulk=True) for job in jobs], IN_BULK
            made_ready(plays, game, houses[0], jobs[0].bots, tell)
    if workers is None:
        workers = max(1, min(cores(), -(-hands // at_once)))
    part, pool = Part(), Own(workers) if workers > 1 else None
    try:
        for nth, done in enumerate(_parts((jobs[0], jobs[1]), hands, at_once, pool), 1):
            part.add(done)
            if progress is not None:
                progress(min(nth * at_once, hands), hands)
    except BrokenExecutor as broken:
        if pool is not None:
            pool.renew(broken)
        raise ArenaError("a worker process died: thirteen simulate with the same bots names the hand") from None
    except KeyboardInterrupt:
        if pool is not None:
            pool.abandon()
        raise
    finally:
        if pool is not None:
            pool.close()
    return Comparison(game, houses, jobs[0].bots, seed, part, stakes_of(base, carry, len(jobs[0].bots)))


def _parts(jobs: tuple[Job, Job], hands: int, at_once: int, pool: Own | None) -> Iterator[Part]:
    spans = ranges(0, hands, at_once)
    if pool is None:
        yield from (play_pairs(jobs, *span) for span in spans)
        return
    running = deque[Future[Part]]()
    while True:
        for span in islice(spans, AHEAD * pool.workers - len(running)):
            running.append(pool.start(play_pairs, jobs, *span))
        if not running:
            return
        yield running.popleft().result()
