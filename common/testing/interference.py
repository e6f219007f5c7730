"""Non-interference: what a seat cannot know must not change anything it is shown.

A hand is played; then the cards that one seat (or a spectator) cannot see are dealt anew among the other seats and the
rest of the pack, and the same decisions are played again.  All that this seat can look at must stay as it was: its
view, how many options it has and in which order, why it is refused what.  Whatever differs would tell it something
about cards it must not know.

Some things a deal does tell the table by the rules: who holds the lowest card leads, a hand that wins at once is shown.
New deals that differ in what the whole table is told before anyone decides are therefore passed over, and others tried.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from common.actions import Action, Timeout
from common.cards import Card
from common.events import Dealt, Event
from common.game import Game
from common.testing.battery import neighbours, require

__all__ = ["Compared", "check_secrecy"]

Probes = Callable[[Game, int], Iterable[Action]]


@dataclass
class Compared:
    """What was compared, so that a test can tell that there was something to compare."""

    deals: int = 0
    """New deals that a seat could not tell from the old one."""
    passed_over: int = 0
    """Moments for which no new deal was found that tells the table the same."""
    refusals: int = 0
    """Refusals compared."""
    actions: int = 0
    """Legal actions compared."""

    def add(self, other: Compared) -> None:
        """Take another count in."""
        self.deals += other.deals
        self.passed_over += other.passed_over
        self.refusals += other.refusals
        self.actions += other.actions


def check_secrecy(
    make: Callable[[], Game],
    seed: int,
    *,
    hands: Sequence[Sequence[Card]] | None = None,
    moments: int = 4,
    probes: Probes | None = None,
    most_steps: int = 2_000,
) -> Compared:
    """Play a hand at random; at some moments deal anew, for each seat and a spectator, what it cannot see.

    Args:
        make: makes a table waiting for its deal, the same each time.
        seed: what the deal and the choices are drawn from.
        hands: these hands instead of the seed's.
        moments: at how many moments of the hand.
        probes: further actions of a seat whose refusals are compared.
        most_steps: more decisions than a hand of this game can have.

    Raises:
        AssertionError: naming the seat and what it could tell the cards by.
    """
    draw, found = random.Random(seed), Compared()
    game = make()
    game.deal(hands=hands) if hands is not None else game.deal(seed=seed)
    steps = 0
    wanted = {0, *(draw.randrange(40) for _ in range(moments - 1))}
    while not game.is_over:
        if steps in wanted:
            for seat in (*range(game.seats), None):
                _compare(game, make, seat, draw, found, probes)
        seat = draw.choice(sorted(game.awaiting))
        legal = game.legal_actions(seat)
        game.act(legal[draw.randrange(len(legal))])
        steps += 1
        require(steps <= most_steps, f"the hand has not ended after {most_steps} decisions")
    return found


def _compare(
    game: Game, make: Callable[[], Game], seat: int | None, draw: random.Random, found: Compared, probes: Probes | None
) -> None:
    for _ in range(20):
        other = make()
        other.deal(hands=_dealt_anew(game, seat, draw))
        if _seen(other.log, seat) == _seen(game.log[: len(other.log)], seat) and _replay(game, other, seat, draw):
            break
    else:
        found.passed_over += 1
        return
    one, two = game.view(seat), other.view(seat)
    who = "a spectator" if seat is None else f"seat {seat}"
    require(one.to_json() == two.to_json(), f"the view of {who} tells hidden cards: {one.to_json()} {two.to_json()}")
    require(repr(one) == repr(two) and one.events == two.events, f"the view of {who} tells hidden cards")
    require(repr(game) == repr(other), "the repr of a game tells hidden cards")
    found.deals += 1
    if seat is None:
        return
    legal, others = game.legal_actions(seat), other.legal_actions(seat)
    require(len(legal) == len(others), f"the number of {who}'s options tells hidden cards")
    first = list(islice(legal, 200))
    require(first == list(islice(others, 200)), f"the order of {who}'s options tells hidden cards")
    require(repr(legal) == repr(others), f"the repr of {who}'s options tells hidden cards")
    found.actions += len(first)
    for action in _tries(game, seat, first, draw, probes):
        right, left = _answer(game, action), _answer(other, action)
        require(right == left, f"the answer to {action!r} tells {who} hidden cards: {right} or {left}")
        found.refusals += right is not None


def _answer(game: Game, action: Action) -> tuple[Any, ...] | None:
    refusal = game.why_not(action)
    if refusal is None:
        return None
    return refusal.code, str(refusal), dict(refusal.detail), refusal.seat, repr(refusal)


def _tries(
    game: Game, seat: int, first: Sequence[Action], draw: random.Random, probes: Probes | None
) -> Iterator[Action]:
    """Legal actions, others' acts in this seat's name, and what is near them."""
    base = [*first[:10], Timeout(seat=seat)]
    base += [act.model_copy(update={"seat": seat}) for event in game.log[-8:] if (act := event.action()) is not None]
    legal = [game.legal_actions(other) for other in sorted(game.awaiting) if other != seat]
    base += [options[draw.randrange(len(options))].model_copy(update={"seat": seat}) for options in legal if options]
    at = game.view(seat).position
    for action in base:
        yield action
        yield action.model_copy(update={"at": at})
        yield action.model_copy(update={"at": at + 1})
        for near in neighbours(game, action, draw):
            yield near.model_copy(update={"seat": seat})
    if probes is not None:
        yield from probes(game, seat)


def _seen(log: Sequence[Event], seat: int | None) -> list[Event | None]:
    return [event.seen_by(seat) for event in log]


def _dealt_anew(game: Game, seat: int | None, draw: random.Random) -> list[tuple[Card, ...]]:
    """Hands in which this seat's, and all cards it has been shown, are where they were, and all else is not."""
    dealt = game.log[0]
    assert isinstance(dealt, Dealt)
    hands = [hand or () for hand in dealt.hands]
    shown = {card for event in game.log[1:] for card in _cards(event.seen_by(seat))}
    rest = Counter(game.pack)
    kept: list[tuple[Card, ...]] = []
    for nth, hand in enumerate(hands):
        kept.append(hand if nth == seat else tuple(card for card in hand if card in shown))
        rest.subtract(kept[-1])
    stack = list(rest.elements())
    draw.shuffle(stack)
    return [
        kept_cards + tuple(stack.pop() for _ in range(len(hand) - len(kept_cards)))
        for hand, kept_cards in zip(hands, kept, strict=True)
    ]


def _cards(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Event):
        for _, inner in value:
            yield from _cards(inner)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _cards(inner)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for inner in value:
            yield from _cards(inner)


def _replay(game: Game, other: Game, seat: int | None, draw: random.Random) -> bool:
    """Play the same decisions in the new deal, those this seat cannot see in full at random.

    False where one of them is possible in the old deal alone, so that whoever saw it knows more than before (a
    declared hand, for one).
    """
    for event in game.log[len(other.log) :]:
        action = event.action()
        if action is None:
            continue
        if event.seen_by(seat) != event and action.seat != seat:
            legal = other.legal_actions(action.seat)
            action = legal[draw.randrange(len(legal))]
        elif other.why_not(action) is not None:
            return False
        start = len(other.log)
        other.act(action)
        right, left = _seen(game.log[start : len(other.log)], seat), _seen(other.log[start:], seat)
        require(right == left, f"what followed {action!r} tells hidden cards to seat {seat}: {right} or {left}")
    return True
