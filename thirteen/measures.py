"""What is counted of a single hand, at a table or on a kernel: the measures by which two houses are compared."""

from __future__ import annotations

from typing import Final

from common.bulk import HOUSE, PlaysInBulk
from common.deal import key_of
from common.events import Paid
from common.game import Game
from common.ruleset import Ruleset
from thirteen.bulk import outcomes
from thirteen.counting import occurrence, outcome_of
from thirteen.job import Job
from thirteen.scores import Outcome
from thirteen.takings import taken

__all__ = ["COUNTED", "measured", "measured_in_bulk"]

COUNTED: Final = ("won_at_deal", "feat_scored", "special_counted", "foul_counted", "escaped")
"""Types of events that a rule of the house makes, beside payments."""


def measured(game: Game, job: Job, hand: int) -> dict[str, int]:
    """What is counted of a finished hand, by key; what is not there is 0.

    ``paid.chop`` and ``times.chop`` are units and payments, ``in.chop`` whether there was one; ``happened.…`` counts
    events; ``units.NAME`` and ``wins.NAME`` are what bots of a name did, ``seat.0`` and ``won_seat.0`` what a seat
    did, ``leader`` and ``leader_won`` the seat that led first.  With stakes ``income`` is what the house took, in the
    smallest coin, ``capped`` whether a carry bound somebody.
    """
    found: dict[str, int] = {}

    def more(key: str, by: int) -> None:
        found[key] = found.get(key, 0) + by

    for event in game.log:
        if isinstance(event, Paid):
            more(f"paid.{event.reason}", event.units)
            more(f"times.{event.reason}", 1)
            found[f"in.{event.reason}"] = 1
        key = occurrence(event)
        if key.partition(".")[0] in COUNTED:
            more(f"happened.{key}", 1)
    return found | _won(game.rules, outcome_of(game, job.seated(hand)), job, game.ledger.house)


def measured_in_bulk(plays: PlaysInBulk, house: Ruleset, job: Job, hand: int) -> dict[str, int]:
    """The same of a hand that a kernel plays (:func:`measured`)."""
    seated = job.seated(hand)
    done = plays.play(house, [job.bots[entry] for entry in seated], key_of(job.seed), range(hand, hand + 1), 1)
    found: dict[str, int] = {}
    for reason, (hands, times, units) in done.payments.items():
        found |= {f"paid.{reason}": units, f"times.{reason}": times, f"in.{reason}": hands}
    for key, times in done.events.items():
        if key.partition(".")[0] in COUNTED:
            found[f"happened.{key}"] = times
    (outcome,) = outcomes(done, seated)
    return found | _won(house, outcome, job, int(done.rows[0][len(seated) + HOUSE]))


def _won(house: Ruleset, hand: Outcome, job: Job, to_house: int) -> dict[str, int]:
    """Who won what in a hand, and what it was in money."""
    found: dict[str, int] = {"house": to_house}
    for seat, entry in enumerate(hand.seated):
        name = job.bots[entry]
        found[f"units.{name}"] = found.get(f"units.{name}", 0) + hand.totals[seat]
        found[f"wins.{name}"] = found.get(f"wins.{name}", 0) | hand.won[seat]
        found[f"seat.{seat}"] = hand.totals[seat]
        found[f"won_seat.{seat}"] = int(hand.won[seat])
    if hand.led >= 0:
        found["led"], found["leader"], found["leader_won"] = 1, hand.totals[hand.led], int(hand.won[hand.led])
    if job.stakes is not None:
        money = taken(hand.totals, job.stakes, house.money.cap)
        found["income"], found["capped"] = money.income, int(money.is_capped)
    return found
