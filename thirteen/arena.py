"""Bots against bots, hand after hand, on as many cores as there are.

The result depends on the game, its house, the bots, the number of hands and the seed, and on nothing else: not on how
many workers there are, in which order they finish or which of them dies.  What each hand is, is said in
:mod:`thirteen.chunk`; here hands are handed out and their sums folded in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import NoneType
from typing import Any, Final

from common.bulk import PlaysInBulk
from common.deal import key_of
from common.files import named_twice
from common.jit import ENABLED
from common.record import RecordWriter
from common.ruleset import Ruleset
from thirteen import games
from thirteen.bulk import made_ready
from thirteen.checkpoint import Checkpoint, beside
from thirteen.games import ArenaError
from thirteen.interruption import interruption
from thirteen.job import Job, is_count, job_of
from thirteen.report import Report
from thirteen.scores import Outcome
from thirteen.sequential import LOOKS, Bounds, Decision
from thirteen.tally import Tally
from thirteen.traces import Head, TraceWriter
from thirteen.workers import Given, Own, cores, here, leave_to_the_parent, pooled

__all__ = ["Progress", "simulate"]

MOST_HANDS_AT_ONCE: Final = 100
"""A worker is handed so many hands at most: half a second, so that an interruption loses little."""
MOST_IN_BULK: Final = 20_000
"""The same for hands on a kernel."""
MOST_TRACES_AT_ONCE: Final = 1_000
"""And for traces, which travel to us."""
WORTH_A_KERNEL: Final = 5_000
"""For fewer hands a kernel is not made ready."""

Progress = Callable[[int, int], None]
"""Told of how many hands are finished, of how many."""


def simulate(
    game: str,
    rules: str | Path | Mapping[str, Any] | Ruleset,
    bots: Sequence[str],
    hands: int,
    seed: int | str | bytes = 0,
    *,
    seats: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    record: str | Path | RecordWriter | None = None,
    trace: str | Path | None = None,
    sample: int = 1,
    duplicate: bool = False,
    base: str | None = None,
    carry: str | None = None,
    until: Bounds | None = None,
    results: Callable[[int, Outcome], None] | None = None,
    limit_per_decision: float = 5.0,
    apart: bool = False,
    resume: str | Path | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
) -> Report:
    """Play ``hands`` hands between bots and say who won what; bots move up one seat from hand to hand.

    Every hand is for itself: where the house has the previous winner lead, the lowest card leads each of them.

    An interruption (Ctrl-C) ends the run early and is no error: the report is that of the first so many hands, without
    a gap, the same figures as a run of so many gives, and it says so.  A bot that raises or acts illegally is named in
    the report with the hand that shows it; the other hands are not touched by it, and it gets its next chance in the
    next hand.  So is a hand in which a worker process dies.

    Worker processes are spawned and import the script that calls this, so it is a file and does so under
    ``if __name__ == "__main__":``.

    >>> report = simulate("tienlen", "meitian", ["cautious", "random"], hands=10, seed=1, workers=1)
    >>> report.hands, sum(line.score.wins for line in report.by_bot)
    (10, 10)

    Args:
        game: ``"tienlen"`` or another game with bots.
        rules: its house.
        bots: one per seat, or a single one for all seats: bots of the game, or your own as ``module:name``, which is
            called with the seat and its luck (:class:`common.bots.Choices`) and makes a bot for one hand.
        hands: how many hands.
        seed: what they are dealt from.
        seats: how many play; as many as there are bots, if not said, and the most the house takes for a single bot.
        workers: how many processes; as many as there are cores, if not said, and none but this one for few hands.
        executor: runs the hands in place of processes of our own; it stays open.
        record: a file (begun anew) or a writer for records.
        trace: a file (begun anew) for what was decided, a few hundred bytes a hand, which :mod:`thirteen.expand` makes
            records of; for bots that the game's kernel plays.
        sample: record or trace every so manieth hand, the first among them.
        duplicate: play each deal with the bots in all arrangements (:mod:`thirteen.duplicate`); hands are then rounded
            up to whole deals.
        base: what one unit is worth: the report then tells what the house took, and what each bot won in money.
        carry: what every seat brings to each hand, at most to be lost or won.
        until: end the run as soon as this is decided (:mod:`thirteen.sequential`); ``hands`` are then the most.
        results: told what came of each hand, in the order of their numbers.
        limit_per_decision: how many seconds a bot of your own may take; one that takes longer has failed in this hand.
            Inside this process or somebody's executor it can be kept only where signals interrupt (the main thread),
            and not with one that catches every interruption and goes on.
        apart: play your own bots in a worker process also where there is but one worker: the limit then ends whatever
            they do.
        resume: a file for checkpoints: where it is there, the run goes on from it, and ends with the same report and
            records as one that was never stopped.
        progress: called as hands are finished.
        tell: told in a sentence of what takes long and is no hand: that the kernel is compiled, the first time.

    Raises:
        ArenaError: for bots, seats or numbers that make no run, or where no worker process can begin.
        RulesetError: for a house that cannot be read.
        MoneyError: for stakes that mean nothing.
        RecordError: if the file cannot be written.
    """
    leave_to_the_parent()
    job = job_of(
        game,
        rules,
        bots,
        seed,
        seats,
        sample if record is not None else 0,
        duplicate,
        limit_per_decision,
        base=base,
        carry=carry,
    )
    house = job.house
    if not (is_count(hands, 0) and (workers is None or is_count(workers, 1)) and is_count(sample, 1)):
        raise ArenaError("a run has 0 hands or more, 1 worker or more, and records every hand or every so manieth")
    hands = -(-hands // job.replays) * job.replays
    plays = games.in_bulk(game, job.bots) if ENABLED and hands >= WORTH_A_KERNEL else None
    written = [None if isinstance(record, RecordWriter) else record, trace, resume]
    for file in written:
        if not isinstance(file, (str, Path, NoneType)):
            raise ArenaError(f"a file is given by its path, not as {type(file).__name__}")
    twice = named_twice([*written, None if resume is None else beside(Path(resume))])
    if twice is not None:
        raise ArenaError(
            f"{str(twice)!r:.200} is named twice: a run records, traces and keeps checkpoints in a file each"
        )
    if trace is not None:
        plays = _traceable(job)
        job = replace(job, traced=sample)
    if plays is not None:
        job = replace(job, bulk=True)
        made_ready(plays, game, house, job.bots, tell)
    at_once = MOST_HANDS_AT_ONCE
    if plays is not None and ENABLED:
        at_once = min(
            MOST_IN_BULK, MOST_HANDS_AT_ONCE * (job.sample or hands), MOST_TRACES_AT_ONCE * (job.traced or hands)
        )
    if workers is None:
        workers = max(1, min(cores(), -(-hands // at_once)))
    pool: Given | Own | None = None
    if executor is not None:
        pool = Given(executor, workers)
    elif workers > 1 or (apart and any(games.is_own(game, bot) for bot in job.bots)):
        pool = Own(workers)
    size = max(1, min(at_once, -(-hands // (4 * workers))))
    size = -(-size // job.replays) * job.replays  # a worker plays all hands of a deal
    look = 0
    if until is not None:
        until.suits(job.bots)
        part = -(-MOST_HANDS_AT_ONCE // job.replays) * job.replays
        look = LOOKS // MOST_HANDS_AT_ONCE * part  # the same for any number of workers, with a kernel and without
        size = part if plays is None else look
    if results is not None:
        job = replace(job, outcomes=True)
    checkpoint = None
    tally, start, stopped, decision = Tally(), 0, None, None
    if resume is not None:
        if isinstance(record, RecordWriter) or results is not None:
            raise ArenaError("a run that can be resumed records in a file that it opens itself, and tells no results")
        checkpoint = Checkpoint.of(resume, job, house, hands, record, trace, until)
        tally, start = checkpoint.tally, checkpoint.done

    def decided() -> Decision | None:
        """What the test says, where it is time to look."""
        if until is None or not done or (done % look and done < hands):
            return None
        return until.judged(Report(game, house, job.bots, seed, hands, done, tally, None, job.replays))

    done = start
    with ExitStack() as files:
        writer = files.enter_context(_writer(record) if checkpoint is None else checkpoint.writer())
        if writer is not None:
            writer.declare(game, house)
        tracer = None
        if trace is not None:
            head = Head(game, house, job.bots, key_of(seed), hands, sample, job.replays)
            tracer = files.enter_context(
                TraceWriter(Path(trace), head) if checkpoint is None else checkpoint.tracer(head)
            )
        decision = decided()  # at the beginning, of what was played before
        end = start if decision is not None and decision.accepted is not None else hands
        finished = here(job, start, end, size) if pool is None else pooled(job, start, end, size, pool)
        try:
            with interruption() as asked, closing(finished):
                for last, chunk in finished:
                    tally.add(chunk.tally)
                    for hand in chunk.records:
                        assert writer is not None
                        writer.write(hand)
                    if tracer is not None:
                        tracer.write(chunk.traces)
                    done = last
                    if results is not None:
                        for number, outcome in chunk.outcomes:
                            results(number, outcome)
                    if progress is not None:
                        progress(done, hands)
                    if checkpoint is not None:
                        checkpoint.keep(done, writer, tracer)
                    decision = decided() or decision
                    if decision is not None and decision.accepted is not None:
                        break
                    if asked.is_set() and done < hands:
                        stopped = f"interrupted after {done} of {hands} hands"
                        break
        except BrokenExecutor as broken:
            stopped = f"the executor broke after {done} of {hands} hands: {broken}"
        if checkpoint is not None:
            checkpoint.end(done, writer, tracer)
        if tracer is not None:
            tracer.end(done)
    return Report(game, house, job.bots, seed, hands, done, tally, stopped, job.replays, decision, job.stakes)


def _traceable(job: Job) -> PlaysInBulk:
    """What plays a run whose hands are traced.

    Raises:
        ArenaError: where there is no kernel for it.
    """
    kernel = games.bulk_of(job.game)
    if kernel is None:
        raise ArenaError(f"{job.game} has no kernel yet, so its hands cannot be traced: record them")
    others = sorted(set(job.bots) - set(kernel.POLICIES))
    if others:
        known = ", ".join(kernel.POLICIES)
        raise ArenaError(
            f"hands with {others[0][:60]!r} cannot be traced: the kernel of {job.game} plays {known}; record them"
        )
    return kernel


@contextmanager
def _writer(record: str | Path | RecordWriter | None) -> Iterator[RecordWriter | None]:
    if record is None or isinstance(record, RecordWriter):
        yield record
        return
    with RecordWriter(record, append=False) as writer:
        yield writer
