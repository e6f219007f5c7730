"""Some hands of a run, played by bots one after the other: what a worker does.

A hand is determined by the run's job and its number alone: the deal by the seed, who sits where by the number, each
bot's luck by the seed, the number and its seat.  Among duplicate deals the hands of one deal follow one another, and
the deal's number stands in place of the hand's: whoever sits at a seat has its cards and its luck.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from math import gcd
from typing import Any

from common.actions import Action, read
from common.bots import Bot, BotFactory, Choices
from common.bulk import PlaysInBulk
from common.deal import key_of
from common.game import Game
from common.jit import ENABLED
from common.record import Record
from common.ruleset import Ruleset
from common.verify import MakesGame
from thirteen import bulk, games
from thirteen.counting import counted, outcome_of
from thirteen.games import one_line
from thirteen.interruption import is_interruption
from thirteen.job import Job
from thirteen.limits import printing_aside, within
from thirteen.outside import OutsideBot
from thirteen.scores import Outcome
from thirteen.tally import Failure, Tally
from thirteen.traces import line_of

__all__ = ["Chunk", "dealt", "play_chunk", "played"]


@dataclass(slots=True)
class Chunk:
    """What came of some hands."""

    tally: Tally
    records: list[Record]
    outcomes: list[tuple[int, Outcome]] = field(default_factory=list)
    """By the number of the hand, where a job asks for them."""
    traces: list[bytes] = field(default_factory=list)
    """Lines of a file of traces (:mod:`thirteen.traces`), where a job asks for them."""


@dataclass(frozen=True)
class _Table:
    """A job made ready, once per worker."""

    game: MakesGame[Any]
    rules: Ruleset
    factories: tuple[BotFactory, ...]
    own: tuple[bool, ...]
    """Which of the bots are classes from outside, whose decisions are limited here."""
    key: bytes


@lru_cache(maxsize=4)
def _table(job: Job) -> _Table:
    rules = job.house
    factories = tuple(games.bot(job.game, spec, job.limit) for spec in job.bots)
    own = tuple(games.is_own(job.game, spec) for spec in job.bots)
    table = _Table(games.game(job.game), rules, factories, own, key_of(job.seed))
    if ENABLED and any(own):
        _rehearse(table, len(job.bots))
    return table


def _rehearse(table: _Table, seats: int) -> None:
    """Have compiled what classes from outside look at, in a hand that counts nowhere: their time limit is not for that.

    A program is timed from when it has been asked, by when all this is there.
    """
    game = table.game(table.rules, seats=seats, stakes=None, leader=None)
    game.deal(0)
    while not game.is_over:
        seat = min(game.awaiting)
        legal = game.view(seat).legal_actions
        menu = legal.representatives()
        assert legal[0] in legal
        assert menu[0] in legal
        game.act(menu[-1])


def dealt(job: Job, hand: int) -> Any:
    """The game of a hand, dealt and not yet played."""
    table = _table(job)
    game: Any = table.game(table.rules, seats=len(job.bots), stakes=None, leader=None)
    game.deal(job.seed, hand=hand // job.replays)
    return game


def played(job: Job, hand: int) -> Game:
    """The game of a hand, played to its end by the bots; it raises what a bot raises."""
    game: Game = dealt(job, hand)
    table = _table(job)
    with _printing_aside(table):
        _Hand(game, job, table, hand).play()
    return game


def play_chunk(job: Job, first: int, last: int) -> Chunk:
    """Play the hands from ``first`` up to and without ``last``."""
    return _on_kernel(job, first, last) if job.bulk else _at_table(job, first, last)


def _on_kernel(job: Job, first: int, last: int) -> Chunk:
    """The same hands on the game's kernel: those that have the bots at the same seats together."""
    chunk, table, period = Chunk(Tally(), []), _table(job), job.period
    plays = games.in_bulk(job.game, job.bots)
    assert plays is not None
    outcomes = dict[int, Outcome]()
    for start in range(first, min(first + period, last)):
        seated, hands = job.seated(start), range(start, last, period)
        bots = [job.bots[entry] for entry in seated]
        done = plays.play(table.rules, bots, table.key, hands, job.replays)
        bulk.add(chunk.tally, done, bots, seated)
        if job.replays > 1 or job.outcomes or job.stakes is not None:
            outcomes.update(zip(hands, bulk.outcomes(done, seated), strict=True))
    _count_money(chunk.tally, job, outcomes.values())
    for deal in range(-(-first // job.replays), last // job.replays) if job.replays > 1 else ():
        hands = range(deal * job.replays, (deal + 1) * job.replays)
        _count_deal(chunk.tally, job, [outcomes[hand] for hand in hands])
    if job.outcomes:
        chunk.outcomes += sorted(outcomes.items(), key=lambda item: item[0])
    if job.traced:
        hands = range(first + -first % job.traced, last, job.traced)
        chunk.traces += [line_of(hand, trace) for hand, trace in _traces(job, plays, hands)]
    if job.sample:
        for hand, trace in _traces(job, plays, range(first + -first % job.sample, last, job.sample)):
            game = plays.expanded(table.rules, len(job.bots), table.key, hand, trace, job.replays)
            chunk.records.append(Record.of(game, hand))
    return chunk


def _count_money(tally: Tally, job: Job, hands: Iterable[Outcome]) -> None:
    if job.stakes is not None:
        cap = _table(job).rules.money.cap
        for hand in hands:
            tally.takings.hand(hand, job.stakes, cap)


def _count_deal(tally: Tally, job: Job, hands: Sequence[Outcome]) -> None:
    tally.deals.deal(job.bots, hands)
    if job.stakes is not None:
        tally.takings.deal(hands, job.stakes, _table(job).rules.money.cap)


def _traces(job: Job, plays: PlaysInBulk, hands: range) -> list[tuple[int, list[int]]]:
    """The numbers of these hands, in order, and what was decided in them."""
    table, found = _table(job), list[tuple[int, list[int]]]()
    alike = job.period // gcd(job.period, hands.step)  # every so manieth of them has the bots at the same seats
    for nth in range(min(alike, len(hands))):
        some = hands[nth::alike]
        bots = [job.bots[entry] for entry in job.seated(some[0])]
        found += zip(some, plays.traces(table.rules, bots, table.key, some, job.replays), strict=True)
    return sorted(found)


def _printing_aside(table: _Table) -> AbstractContextManager[None]:
    return printing_aside() if any(table.own) else nullcontext()


def _at_table(job: Job, first: int, last: int) -> Chunk:
    with _printing_aside(_table(job)):
        return _hand_by_hand(job, first, last)


def _hand_by_hand(job: Job, first: int, last: int) -> Chunk:
    chunk, table = Chunk(Tally(), []), _table(job)
    replays, outcomes = job.replays, list[Outcome]()
    for hand in range(first, last):
        if hand % replays == 0:
            outcomes.clear()
        game = dealt(job, hand)
        playing = _Hand(game, job, table, hand)
        try:
            playing.play()
        except BaseException as error:
            if is_interruption(error):
                raise
            # A bot may raise anything, an exit too, and is named with the hand that shows it.
            chunk.tally.fail(playing.failure(error))
            continue
        outcomes.append(outcome_of(game, job.seated(hand), playing.decisions))
        counted(chunk.tally, game, job.bots, outcomes[-1])
        _count_money(chunk.tally, job, outcomes[-1:])
        if job.outcomes:
            chunk.outcomes.append((hand, outcomes[-1]))
        if replays > 1 and len(outcomes) == replays:
            _count_deal(chunk.tally, job, outcomes)
        if job.sample and hand % job.sample == 0:
            chunk.records.append(Record.of(game, hand))
    return chunk


class _Hand:
    """One hand on its way."""

    def __init__(self, game: Game, job: Job, table: _Table, hand: int) -> None:
        self.decisions = 0
        self._game, self._job, self._table, self._hand = game, job, table, hand
        self._seat = 0
        self._seated = job.seated(hand)

    def play(self) -> None:
        game, seats = self._game, range(self._game.seats)
        if game.is_over:
            return
        bots = list[Bot]()
        for seat in seats:
            self._seat = seat
            factory = self._table.factories[self._seated[seat]]
            with within(self._limit, self._hand, seat):
                bots.append(factory(seat, Choices(self._table.key, self._hand // self._job.replays, seat)))
        views: list[Any] = [game.view(seat) for seat in seats]
        while not game.is_over:
            seat = self._seat = min(game.awaiting)
            bot, view = bots[seat], views[seat]
            legal = view.legal_actions
            kinds = legal.kinds  # before the bot has it in its hands
            try:
                events = game.act(self._decision(bot, view, legal, kinds))
            except BaseException:
                if isinstance(bot, OutsideBot):
                    bot.end()
                raise
            self.decisions += 1
            for other, view in enumerate(views):
                for event in events:
                    view.update(event.seen_by(other))

    def _decision(self, bot: Bot, view: Any, legal: Any, kinds: tuple[type[Action], ...]) -> Action:
        if self._limit is None:
            return self._own(bot.decide(view, legal), kinds)
        with within(self._limit, self._hand, self._seat):
            return self._own(bot.decide(view, legal), kinds)

    @property
    def _limit(self) -> float | None:
        """For how many seconds the bot in turn may work; None: one of the game's own, or a program, which is timed."""
        return self._job.limit if self._table.own[self._seated[self._seat]] else None

    def _own(self, answer: Any, kinds: tuple[type[Action], ...]) -> Action:
        """The action of an answer, where it is one that a seat takes itself: time-outs and leaving are the host's.

        What a class from outside answers may be another thing whenever it is looked at, so it is written down once, and
        what stands there is read as a program's answer is.
        """
        action: Action = answer
        if type(answer) in kinds and self._table.own[self._seated[self._seat]]:
            reader = self._game.actions
            action = read(reader, reader.dump_json(answer, warnings=False))
        if type(action) not in kinds or action.seat != self._seat:
            words = " or ".join(kind.__name__ for kind in kinds)
            raise TypeError(
                f"seat {self._seat} must answer with an action of its own, a {words}, not with {answer!r:.200}"
            )
        return action

    def failure(self, error: BaseException) -> Failure:
        entry = self._seated[self._seat]
        record = Record.of(self._game, self._hand)
        trace = "".join(traceback.format_exception(error))
        return Failure(self._hand, entry, self._job.bots[entry], self._seat, one_line(error), record, trace)
