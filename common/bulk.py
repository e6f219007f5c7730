"""Many hands at once: what a game's kernel tells of them.

A game with a kernel has a module ``bulk`` with four names.  ``POLICIES`` are the bots it can play, by name.
``play(rules, bots, key, hands, replays)`` plays the hands of a range, one bot of these at each seat, and returns
:class:`Bulk`.  ``traces``, asked the same, tells what was decided in each hand, as a few whole numbers; and
``expanded(rules, seats, key, hand, trace, replays)`` is the game of one such hand, finished: its trace played again
at a table.  Where a deal is played ``replays`` times, hand ``n`` has the cards and the luck of deal ``n // replays``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from common.game import Game
from common.jit import IntTable

__all__ = ["DECISIONS", "HOUSE", "LED", "TOLD", "WINNER", "Bulk", "PlaysInBulk", "payments_of"]

WINNER, DECISIONS, HOUSE, LED = range(4)
"""What a hand's row says after the units of each seat: the winner's seat (-1: the game has no one winner, who gained
has won), how many decisions were made, the units paid to the house, the seat that led first (-1: nobody did)."""
TOLD: Final = 4


@dataclass(frozen=True, slots=True)
class Bulk:
    """What came of some hands."""

    rows: Sequence[IntTable]
    """One row for each hand, in their order: the units of each seat, then WINNER, DECISIONS, HOUSE and LED."""
    payments: Mapping[str, tuple[int, int, int]]
    """By reason: in how many hands it was paid, how often, and how many units."""
    events: Mapping[str, int]
    """How often each type of event happened, with its kind where it has one, as at a table: ``won_at_deal.dragon``."""


def payments_of(reasons: Sequence[str], paid: IntTable) -> dict[str, tuple[int, int, int]]:
    """What was paid, by reason (:attr:`Bulk.payments`), from three sums for each of a game's reasons."""
    return {
        reason: (int(paid[3 * nth]), int(paid[3 * nth + 1]), int(paid[3 * nth + 2]))
        for nth, reason in enumerate(reasons)
        if paid[3 * nth]
    }


class PlaysInBulk(Protocol):
    """A game's module ``bulk``."""

    @property
    def POLICIES(self) -> Sequence[str]:  # noqa: N802 - a module's constant
        """The bots it can play, by name."""

    def play(self, rules: Any, bots: Sequence[str], key: bytes, hands: range, replays: int) -> Bulk:
        """Deal and play the hands of these numbers; ``bots`` are policies, by seat."""

    def traces(self, rules: Any, bots: Sequence[str], key: bytes, hands: range, replays: int) -> list[list[int]]:
        """The decisions of these hands, each as its game writes them: plain ints of at most 52 bits."""

    def expanded(self, rules: Any, seats: int, key: bytes, hand: int, trace: Sequence[int], replays: int) -> Game:
        """The finished game of one hand, from its trace.

        Raises:
            ThirteenError: for what is no trace of this hand, in one sentence.
        """
