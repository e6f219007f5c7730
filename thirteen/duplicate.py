"""Duplicate deals: the same deal played with the bots at the seats in turn, so that the luck of the cards cancels.

Every bot then holds each seat's cards equally often.  What is left is how they play, and the chance of their own
draws; how much smaller the standard error is than that of as many independent hands is told by the report.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import factorial, prod
from typing import Final

__all__ = ["MOST_ARRANGEMENTS", "arrangements", "seated_in_turn"]

MOST_ARRANGEMENTS: Final = 24
"""Up to so many different arrangements all are played; where there are more, the bots move round the table."""


@lru_cache(maxsize=16)
def arrangements(bots: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Who sits where in each hand of a deal: all different arrangements of the names, or all rotations.

    >>> arrangements(("a", "b"))
    (('a', 'b'), ('b', 'a'))
    >>> len(arrangements(("a", "a", "b", "b"))), len(arrangements(("a", "b", "c", "d", "e")))
    (6, 5)
    """
    counts = [bots.count(name) for name in dict.fromkeys(bots)]
    if factorial(len(bots)) // prod(map(factorial, counts)) <= MOST_ARRANGEMENTS:
        return tuple(_different(bots))
    return tuple(bots[len(bots) - turn :] + bots[: len(bots) - turn] for turn in range(len(bots)))


def _different(bots: Sequence[str]) -> list[tuple[str, ...]]:
    """Every order of the names, once."""
    if not bots:
        return [()]
    found = []
    for name in dict.fromkeys(bots):
        rest = list(bots)
        rest.remove(name)
        found += [(name, *others) for others in _different(rest)]
    return found


@lru_cache(maxsize=1024)
def seated_in_turn(bots: tuple[str, ...], deal: int, turn: int) -> tuple[int, ...]:
    """Which of the bots, by its place in the list, sits at each seat in the ``turn``-th hand of a deal.

    Bots of one name take one another's places from deal to deal.
    """
    places = {name: [entry for entry, bot in enumerate(bots) if bot == name] for name in dict.fromkeys(bots)}
    taken = dict.fromkeys(places, 0)
    seated = []
    for name in arrangements(bots)[turn]:
        seated.append(places[name][(taken[name] + deal) % len(places[name])])
        taken[name] += 1
    return tuple(seated)
