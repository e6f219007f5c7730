"""The engine of Tiến lên on one core: acts, views, JSON, size, records, bots.  One process measures one mode."""

from __future__ import annotations

import json
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from benchmarks.clock import best_of, calibration, rate
from benchmarks.hands import MOST_LEADS, MOST_REPRESENTATIVES, SLOWEST_PLAN
from common.actions import Action
from common.cards import cards
from common.events import Event
from common.jit import ENABLED
from common.record import read_records
from thirteen import verify
from thirteen.arena import simulate
from tienlen import Game, View, load_ruleset
from tienlen.actions import ACTION
from tienlen.legal import plays_of, representatives_of
from tienlen.plan import fewest_plays
from tienlen.rulebook import compile_rules

__all__ = ["figures"]

HANDS = 60
RULES = load_ruleset("meitian")
BOOK = compile_rules(RULES)

_Hand = tuple[int, list[Action]]


def _dealt(number: int) -> Game:
    game = Game(RULES, seats=4)
    game.deal(seed=1, hand=number)
    return game


def _played(number: int) -> tuple[list[Action], tuple[Event, ...]]:
    """A hand's actions, any legal ones, to be acted again: thinking is no part of what is measured; and its log."""
    game, actions = _dealt(number), list[Action]()
    while not game.is_over:
        (seat,) = game.awaiting
        legal = game.legal_actions(seat)
        actions.append(legal[(7 * len(actions) + number) % len(legal)])
        game.act(actions[-1])
    return actions, game.log


def _acts(hands: list[_Hand]) -> float:
    games = [(_dealt(number), actions) for number, actions in hands]

    def act() -> int:
        for game, actions in games:
            for action in actions:
                game.act(action)
        return sum(len(actions) for _, actions in games)

    return rate(act, 1)  # a hand can be played once


def _views(logs: list[tuple[Event, ...]]) -> int:
    for log in logs:
        view = View(BOOK, 4, 0)
        for event in log:
            view.update(event.seen_by(0))
    return sum(map(len, logs))


def _from_json(hands: list[tuple[int, list[str]]]) -> float:
    games = [(_dealt(number), texts) for number, texts in hands]

    def act() -> int:
        for game, texts in games:
            for text in texts:
                game.act(ACTION.validate_json(text))
        return sum(len(texts) for _, texts in games)

    return rate(act, 1)


def _size() -> float:
    """Bytes of a dealt game, on the average of many."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    games = [_dealt(number) for number in range(200)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(games)


def _verified() -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.jsonl"
        simulate("tienlen", RULES, ["cautious"], 150, 3, workers=1, record=path)
        records = list(read_records(path))

    def again() -> int:
        return sum(bool(verify(record)) for record in records)

    again()
    return rate(again)


def _simulated(bot: str) -> float:
    simulate("tienlen", RULES, [bot], 20, workers=1)
    return rate(lambda: simulate("tienlen", RULES, [bot], 150, 3, workers=1).hands)


def _milliseconds(held: str, what: str) -> float:
    mask = BOOK.mask(cards(held))
    every: dict[str, Callable[[], object]] = {
        "leads": lambda: list(plays_of(BOOK, mask, 0)),
        "representatives": lambda: list(representatives_of(BOOK, mask, 0)),
        "plan": lambda: fewest_plays(BOOK.numbers, mask),
    }
    asked = every[what]
    asked()
    return 1e3 * best_of(asked, 30)


def figures() -> dict[str, float]:
    """Everything measured, by key; the calibrating loop first and last, the faster of the two counts."""
    loops = calibration()
    hands, logs = list[_Hand](), list[tuple[Event, ...]]()
    for number in range(HANDS):
        actions, log = _played(number)
        hands.append((number, actions))
        logs.append(log)
    texts = [(number, [action.to_json() for action in actions]) for number, actions in hands]
    found = {
        "size": _size(),
        "acts": max(_acts(hands) for _ in range(5)),
        "view": 1e6 / rate(lambda: _views(logs), 5),
        "json": 1e6 / max(_from_json(texts) for _ in range(5)),
        "verify": _verified(),
        **{bot: _simulated(bot) for bot in ("cautious", "random", "planner")},
        "leads": _milliseconds(MOST_LEADS, "leads"),
        "representatives": _milliseconds(MOST_REPRESENTATIVES, "representatives"),
        "plan": _milliseconds(SLOWEST_PLAN, "plan"),
    }
    return {"compiled": float(ENABLED), "loops": max(loops, calibration()), **found}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(figures()) + "\n")
