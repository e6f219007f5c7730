"""What is counted of a hand that was played to its end at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.events import Paid
from common.game import Game
from thirteen.scores import Outcome
from thirteen.tally import Payment, Tally

__all__ = ["counted", "led", "occurrence", "outcome_of"]


def outcome_of(game: Game, seated: tuple[int, ...], decisions: int = 0) -> Outcome:
    """What came of a hand, with these bots at its seats."""
    totals, winner = game.ledger.totals, game.winner
    won = tuple(units > 0 if winner is None else seat == winner for seat, units in enumerate(totals))
    return Outcome(seated, totals, won, led(game.log), decisions)


def counted(tally: Tally, game: Game, bots: Sequence[str], outcome: Outcome) -> None:
    """Add a hand to a tally."""
    tally.settled(bots, outcome)
    tally.length(outcome.decisions)
    tally.house += game.ledger.house
    _happened(tally, game.log)


def led(log: Sequence[Any]) -> int:
    """The seat that led first; -1: nobody did."""
    return next((vars(event)["seat"] for event in log if event.type == "lead_given"), -1)


def occurrence(event: Any) -> str:
    """What a report counts an event as: its type, with its kind, feat or special where it has one."""
    said = vars(event)
    kind = said.get("kind") or said.get("feat") or (event.type == "special_counted" and said["special"])
    return f"{event.type}.{kind}" if kind else event.type


def _happened(tally: Tally, log: Sequence[Any]) -> None:
    events, paid = tally.events, set[str]()
    for event in log:
        key = occurrence(event)
        events[key] = events.get(key, 0) + 1
        if isinstance(event, Paid):
            payment = tally.payments.setdefault(event.reason, Payment())
            payment.count += 1
            payment.units += event.units
            payment.hands += event.reason not in paid
            paid.add(event.reason)
