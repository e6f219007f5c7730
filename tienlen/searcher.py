"""A strong bot: it plays the hand out, a thousand times, over deals that agree with what it has seen."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import ClassVar, Final

from common.actions import Action
from common.bots import Bot, BotFactory, Choices
from common.jit import IntBuffer, IntTable, buffer, buffers, row, table
from tienlen.actions import Pass, Play
from tienlen.combos import ALL, classify
from tienlen.events import Laid, LeadGiven, Passed
from tienlen.kernel import ARROWS, PLANNER
from tienlen.phases import Phase
from tienlen.planner import MOST_PLAYS, WEIGHTS, WON_SURELY, weigh_plays
from tienlen.playout import BY, OVER, SEEN, SINCE, deal_unseen, imagine, play_out
from tienlen.policies import question, rivals_of
from tienlen.table import Table
from tienlen.view import View

__all__ = ["PLAYOUTS", "Searcher", "decisions_seen", "position_of"]

PLAYOUTS: Final = 1000
"""How many hands are played out for a decision, if not said."""
MOST_CANDIDATES: Final = 4
"""Of so many plays, the best by what ``planner`` thinks of them, one is chosen."""
DEALS_AT_ONCE: Final = 8
"""With a time limit the clock is looked at after so many deals."""
FIRST_CHANGES: Final = 600
"""How often two cards change places before the first deal of a decision is used."""


class Searcher(Bot):
    """Tries what it might do on deals that may be the real one, and does what earns the most units on average.

    The candidates are the plays, the pass among them, that ``planner`` thinks best.  Each is followed by a hand played
    to its end by planners, every candidate on the same deals.  After each round the worse half is dropped, so that most
    playouts go to those that are hard to tell apart.  Deals agree with the seat's own cards, all cards laid and the
    number of cards of each rival; those that make what the rivals did sensible come the oftener
    (:mod:`tienlen.playout`).  Where one action is all there is, or nobody can stop the seat any more, nothing is tried.

    Limited by playouts it decides the same for the same luck, with Numba and without.  A time limit ends a decision
    early on a slow machine: then it does not, and a run with it need not come out the same twice.
    """

    SPEC: ClassVar[str] = "searcher:PLAYOUTS or searcher:PLAYOUTS:MILLISECONDSms, such as searcher:2000:50ms"

    def __init__(self, seat: int, choices: Choices, playouts: int = PLAYOUTS, milliseconds: int | None = None) -> None:
        """
        Args:
            playouts: for one decision, at most.
            milliseconds: for one decision, about; no limit, if not said.
        """
        self.seat = seat
        self._choices = choices
        self._playouts, self._milliseconds = playouts, milliseconds
        self._dealt: IntBuffer | None = None

    @classmethod
    def limited(cls, limits: str) -> BotFactory:
        """What makes a searcher with these limits: ``"2000"`` playouts, ``"2000:50ms"``.

        Raises:
            ValueError: for anything else.
        """
        found = re.fullmatch(r"([1-9][0-9]{0,8})(?::([1-9][0-9]{0,8})ms)?", limits, re.ASCII)
        if found is None:
            raise ValueError(f"{limits[:40]!r} is no limit for searcher: write {cls.SPEC}")
        playouts, milliseconds = int(found[1]), int(found[2]) if found[2] else None
        return lambda seat, choices: cls(seat, choices, playouts, milliseconds)

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        if view.table.phase is Phase.DEALT:
            return legal_actions[0]  # where dealt wins are declared: the declaration, where there is one
        plays = self._candidates(view)
        mask = plays[self._best(view, plays)] if len(plays) > 1 else plays[0]
        return Play(seat=self.seat, cards=view.book.cards(mask)) if mask else Pass(seat=self.seat)

    def _candidates(self, view: View) -> list[int]:
        """The masks of plays worth trying, the best by what ``planner`` thinks first."""
        plays, scores = buffer(MOST_PLAYS), buffer(MOST_PLAYS)
        count = weigh_plays(view.book.numbers, WEIGHTS, *question(view), plays, scores)
        ranked = sorted((int(scores[nth]), nth) for nth in range(count))
        most = 1 if ranked[0][0] <= WON_SURELY else MOST_CANDIDATES
        return [int(plays[nth]) for _, nth in ranked[:most]]

    def _best(self, view: View, plays: list[int]) -> int:
        """Which of the plays earns most: successive halving."""
        known, seats, seat = view.table, view.seats, self.seat
        luck, sums, alive = self._choices.stream, buffer(len(plays)), row([1] * len(plays))
        numbers, options, position, seen = view.book.numbers, row(plays), position_of(known), decisions_seen(view)
        gone = row([*known.out, *[0] * (seats - len(known.out))])
        policies = table([PLANNER] * seats)
        dealt = self._imagined(view, seen)
        began = time.perf_counter()
        left = list(range(len(plays)))
        rounds = (len(plays) - 1).bit_length()
        for nth in range(rounds):
            waiting = max(1, self._playouts // (rounds * len(left)))
            until = None if self._milliseconds is None else began + self._milliseconds * (nth + 1) / (1000 * rounds)
            while waiting:
                deals = waiting if until is None else min(waiting, DEALS_AT_ONCE)
                end = play_out(
                    numbers,
                    ARROWS,
                    seats,
                    seat,
                    position,
                    gone,
                    policies,
                    seen,
                    deals,
                    options,
                    alive,
                    luck,
                    dealt,
                    sums,
                )
                assert end == Phase.SETTLED, "a playout came to no end"
                waiting -= deals
                if until is not None and time.perf_counter() >= until:
                    break
            left.sort(key=lambda place: (-int(sums[place]), place))
            for place in left[(len(left) + 1) // 2 :]:
                alive[place] = 0
            del left[(len(left) + 1) // 2 :]
        return left[0]

    def _imagined(self, view: View, seen: Sequence[IntTable]) -> IntBuffer:
        """A deal that may be the real one, made of the one that the decision before ended with."""
        known, seats, seat, luck = view.table, view.seats, self.seat, self._choices.stream
        if self._dealt is None:
            self._dealt = buffer(seats)
        dealt, held = self._dealt, known.holdings[seat]
        dealt[seat] = held
        unseen = ALL & ~(held | known.laid)
        deal_unseen(seats, seat, unseen, row(known.counts), luck, dealt)
        imagine(view.book.numbers, seats, seat, unseen, FIRST_CHANGES, seen, luck, dealt)
        return dealt


def position_of(known: Table) -> IntTable:
    """Where a hand stands, as a kernel has it (:data:`tienlen.kernel.POSITION`)."""
    return row(
        [
            int(known.phase),
            known.asked,
            int(known.must >= 0),
            int(known.asked_again),
            known.top,
            known.top_mask,
            known.chop,
            known.owner,
            known.beneath,
            known.locked,
            known.declined,
            known.laid,
            known.played,
            known.holding,
            len(known.out),
            0,
        ]
    )


def decisions_seen(view: View) -> Sequence[IntTable]:
    """What those rivals did that still hold cards, as rows (:data:`tienlen.playout.SEEN`).

    A seat that is away does not decide, and tells nothing.
    """
    book, seats = view.book, view.seats
    counts, laid = [13] * seats, [0] * seats
    top = locked = must = 0
    seen: list[list[int]] = []
    for event in view.events:
        if isinstance(event, LeadGiven):
            top = locked = 0
            must = int(event.must is not None)
        elif isinstance(event, Laid | Passed):
            by = event.seat
            mask = book.mask(event.cards) if isinstance(event, Laid) else 0
            code = int(classify(book.numbers, mask))
            if by != view.seat and event.by == "seat":
                rivals = rivals_of(by, counts, locked)
                seen.append([by, top, must, locked >> by & 1, sum(laid), rivals, code, laid[by]])
            if mask:
                top, must = code, 0
                laid[by] |= mask
                counts[by] -= mask.bit_count()
            else:
                locked |= 1 << by
    seen = [one for one in seen if counts[one[BY]]]
    # Leads are the slowest to weigh: a deal that the others rule out is given up before them.
    seen.sort(key=lambda one: one[OVER] == 0)
    rows = buffers(len(seen), SEEN)
    for place, one in enumerate(seen):
        one[SINCE] = laid[one[BY]] & ~one[SINCE]
        for at, value in enumerate(one):
            rows[place][at] = value
    return rows
