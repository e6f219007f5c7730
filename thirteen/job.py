"""All that the hands of a run depend on, checked before the first is dealt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any, Final

from common.deal import key_of
from common.money import Stakes
from common.ruleset import Ruleset
from thirteen import games
from thirteen.duplicate import arrangements, seated_in_turn
from thirteen.games import ArenaError
from thirteen.limits import LEAST
from thirteen.takings import stakes_of

__all__ = ["Job", "are_names", "entry_at", "is_count", "job_of"]

MOST_SEED_BITS: Final = 10_000
"""An int of more bits cannot be printed, and so not be told in a report."""


@dataclass(frozen=True)
class Job:
    """All that a run's hands depend on besides their numbers; it travels to every worker."""

    game: str
    rules: str
    """The resolved house as JSON."""
    bots: tuple[str, ...]
    """What plays, as many as there are seats."""
    seed: int | str | bytes
    sample: int = 0
    """Every so manieth hand is recorded, the first among them; 0: none."""
    traced: int = 0
    """Of every so manieth hand it is told what was decided, the first among them; on a kernel alone."""
    duplicate: bool = False
    """Whether each deal is played with the bots in all arrangements."""
    bulk: bool = False
    """Whether hands are played on the game's kernel; what comes out is the same."""
    outcomes: bool = False
    """Whether what came of each hand is told, not their sums alone."""
    stakes: Stakes | None = None
    """What every hand is played for, with the house's rake; None: units alone."""
    limit: float = 5.0
    """How many seconds a bot from outside may take for a decision."""

    @property
    def house(self) -> Ruleset:
        """The house; whatever has become of the file that it was read from."""
        return games.house(self.game, json.loads(self.rules))

    @property
    def replays(self) -> int:
        """How many hands one deal is played for, one after the other."""
        return len(arrangements(self.bots)) if self.duplicate else 1

    @property
    def period(self) -> int:
        """After so many hands all bots sit where they sat before."""
        if self.duplicate:
            return self.replays * lcm(*(self.bots.count(bot) for bot in self.bots))
        return len(self.bots)

    def seated(self, hand: int) -> tuple[int, ...]:
        """Which of the bots sits at each seat."""
        if self.duplicate:
            return seated_in_turn(self.bots, *divmod(hand, self.replays))
        seats = len(self.bots)
        return tuple(entry_at(seat, hand, seats) for seat in range(seats))


def entry_at(seat: int, hand: int, seats: int) -> int:
    """Which bot sits at a seat: they move up one seat from hand to hand."""
    return (seat - hand) % seats


def is_count(value: object, least: int) -> bool:
    """Whether this is a whole number of so many or more; true and 2.0 are none."""
    return type(value) is int and value >= least


def are_names(bots: object) -> bool:
    """Whether this is a list of texts, and no text itself."""
    return isinstance(bots, Sequence) and not isinstance(bots, str) and all(isinstance(bot, str) for bot in bots)


def job_of(
    game: str,
    rules: Any,
    bots: Sequence[str],
    seed: int | str | bytes,
    seats: int | None,
    sample: int,
    duplicate: bool = False,
    limit: float = 5.0,
    *,
    base: str | None = None,
    carry: str | None = None,
) -> Job:
    """What a run's hands depend on, checked.

    Raises:
        ArenaError: for bots, seats, stakes or limits that make no run.
        RulesetError: for a house that cannot be read.
        MoneyError: for stakes that mean nothing.
    """
    if type(game) is not str:
        raise ArenaError(f"a game is given by its name, not as {type(game).__name__}")
    make: Any = games.game(game)
    house = games.house(game, rules)
    if not are_names(bots) or not bots:
        raise ArenaError("bots are a list of names: one for each seat, or a single one for all")
    if seats is not None and not is_count(seats, 1):
        raise ArenaError(f"seats are a whole number, not {seats!r:.40}")
    if len(bots) == 1:
        bots = tuple(bots) * make(house, seats=seats).seats
    if seats is not None and len(bots) != seats:
        raise ArenaError(f"{len(bots)} bots are given for {seats} seats: give one for each, or a single one for all")
    make(house, seats=len(bots))  # says what is wrong with so many seats
    for bot in bots:
        games.bot(game, bot)
    key_of(seed)
    if isinstance(seed, int) and seed.bit_length() > MOST_SEED_BITS:
        raise ArenaError("a seed that is an int has at most 3,000 digits: give a longer one as text")
    if type(limit) not in {int, float} or not LEAST <= limit <= 1_000_000:
        raise ArenaError(f"a decision has a limit of some seconds, {LEAST} or more, not {limit!r:.40}")
    if duplicate and len(set(bots)) < 2:
        raise ArenaError("duplicate deals compare bots: give at least two that differ, such as planner,cautious")
    stakes = stakes_of(base, carry, len(bots))
    return Job(
        game,
        json.dumps(house.resolved),
        tuple(bots),
        seed,
        sample=sample,
        duplicate=duplicate,
        stakes=None if stakes is None else stakes.with_rake(house.money.rake),
        limit=limit,
    )
