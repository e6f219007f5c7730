"""Writes the golden hands anew: ``python -m tests.golden.make``.  The same bytes every time.

For each ruleset of each game a transcript of a few hands: every event, what of each seat's view it changed, how many
legal actions each seat has, who is paid what, and the balances.  A change of behaviour shows as changed lines.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from common.actions import Leave, Timeout
from common.game import Game
from common.money import Stakes
from thirteen.checking import GAMES

HERE = Path(__file__).parent


class Deal(NamedTuple):
    """One hand to write down."""

    seed: int
    seats: int
    hands: Sequence[str] | None = None
    leader: int | None = None
    stakes: Stakes | None = None
    by_rule: bool = False
    """Every seat is played for by rule: what the rules do of themselves, or all legal actions are too many."""
    leaves: bool = False
    """The second seat that acts leaves the table instead."""


_DEALT_WIN = (
    "3s 4s 5s 6h 7h 8h 9h Th Jh Qh Kh Ah 2s",
    "3h 3c 4h 4c 8s 8c 9s 9c Qs Qc 2c 2d Ac",
    "4d 5d 6d 7d 8d Tc Td Js Jc Qd Ks Kc As",
    "5h 5c 6s 6c 7s 7c 2h 3d 9d Jd Kd Ts Ad",
)
_SPECIALS = (
    "3h 3d 4h 4d 5h 5d 9h 9d 9c 9s 2h Kh Ac",
    "3c 3s 4c 4s 5c 6h 7h Th Td Tc Ts 2d 8h",
    "6c 6s 7d 7s 8d 8s Jh Jd Jc 5s 2c Kd As",
    "6d 7c 8c Js Qh Qd Qc Qs 2s Kc Ks Ah Ad",
)
_DRAGONS = (
    "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    "2h 3c 4d 5h 6c 7d 8h 9c Td Jh Qc Kd Ah",
    "2c 2d 3d 3h 4h 4c 5c 5d 6d 6h 7h 7c 8c",
    "8d 9d 9h Th Tc Jc Jd Qd Qh Kh Kc Ac Ad",
)
HANDS: dict[str, tuple[Deal, ...]] = {
    "tienlen": (
        Deal(1, 4, stakes=Stakes(base=10, carries=[500, 60, 500, 500])),
        Deal(2, 3, leader=1),
        Deal(6, 2, stakes=Stakes(base="0.5")),
        Deal(4, 4, hands=_SPECIALS, leader=2),
        Deal(5, 4, hands=_DEALT_WIN, stakes=Stakes(base=10)),
    ),
    "shisanshui": (
        Deal(1, 4, stakes=Stakes(base=10, carries=[500, 60, 500, 500])),
        Deal(2, 3),
        Deal(3, 2, stakes=Stakes(base="0.5")),
        Deal(4, 5),
        Deal(5, 4, hands=_DRAGONS, stakes=Stakes(base=10), by_rule=True),
        Deal(6, 4, stakes=Stakes(base=10), leaves=True),
    ),
    "luosong-spare": (  # fifteen million legal actions a seat
        Deal(1, 4, stakes=Stakes(base=10), by_rule=True),
        Deal(2, 2, by_rule=True),
    ),
}
"""The hands of each game, or of a ruleset that needs its own."""


def rulesets() -> list[tuple[str, str]]:
    """Every (game, ruleset) that there is to write down."""
    found = []
    for game in GAMES:
        module = import_module(game)
        if hasattr(module, "Game"):
            found += [(game, rules) for rules in module.rulesets()]
    return found


def path(game: str, rules: str) -> Path:
    """Where a ruleset's transcript is kept."""
    return HERE / game / f"{rules}.txt"


def transcript(game: str, rules: str) -> Iterator[str]:
    """The transcript of a ruleset, line by line."""
    module = import_module(game)
    yield f"{game} {rules}"
    for deal in HANDS.get(rules, HANDS[game]):
        yield ""
        least, most = _seats(module.load_ruleset(rules))
        if not least <= deal.seats <= most:
            yield f"no table of {deal.seats}"
            continue
        hand: Game = module.Game(rules, seats=deal.seats, stakes=deal.stakes, leader=deal.leader)
        yield from _hand(hand, deal)


def _seats(rules: Any) -> tuple[int, int]:
    return rules.seats.least, rules.seats.most


def _hand(game: Game, deal: Deal) -> Iterator[str]:
    draw = random.Random(deal.seed)
    yield f"hand {deal.seed}: {deal.seats} seats, leader {deal.leader}, stakes {_stakes(deal.stakes)}"
    views: dict[int | None, dict[str, Any]] = {seat: {} for seat in (*range(game.seats), None)}
    events = game.deal(seed=deal.seed) if deal.hands is None else game.deal(hands=deal.hands)
    step = 0
    while True:
        for event in events:
            yield f"  {_plain(json.loads(event.to_json()))}"
        for seat, before in views.items():
            now: dict[str, Any] = json.loads(game.view(seat).to_json())
            changed = {key: value for key, value in now.items() if key not in before or before[key] != value}
            yield f"    {'-' if seat is None else seat} sees {_members(changed) or 'nothing'}"
            views[seat] = now
        totals = " ".join(f"{total:+}" for total in game.ledger.totals)
        yield f"    balances {totals} house {game.ledger.house:+}"
        if game.is_over:
            break
        seat = draw.choice(sorted(game.awaiting))
        step += 1
        if deal.leaves and step == 2:
            yield f"{step}. seat {seat}: leave"
            events = game.act(Leave(seat=seat))
            continue
        if deal.by_rule or step % 17 == 0:
            yield f"{step}. seat {seat}: timeout"
            events = game.act(Timeout(seat=seat))
            continue
        legal = game.legal_actions(seat)
        yield f"    {seat} has {len(legal)} legal actions"
        tries = [legal[draw.randrange(len(legal))] for _ in range(4)]
        action = max(tries, key=lambda act: len(act.to_json()))  # the longest of a few: hands come to an end
        yield f"{step}. seat {seat}: {_plain(json.loads(action.to_json()))}"
        events = game.act(action)


def _stakes(stakes: Stakes | None) -> str:
    return "none" if stakes is None else _members(stakes.model_dump(mode="json"))


def _plain(value: dict[str, Any]) -> str:
    rest = {key: inner for key, inner in value.items() if key != "type" and inner is not None}
    return f"{value['type']} {_members(rest)}".strip()


def _members(value: dict[str, Any]) -> str:
    return ", ".join(f"{key} {_text(inner)}" for key, inner in value.items())


def _text(value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, list):
        return f"[{' | '.join(_text(each) for each in value)}]"
    if isinstance(value, dict):
        return f"({_members(value)})"
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def main() -> None:
    for game, rules in rulesets():
        place = path(game, rules)
        place.parent.mkdir(exist_ok=True)
        place.write_text("\n".join([*transcript(game, rules), ""]), "utf-8")
        print(place.relative_to(HERE))


if __name__ == "__main__":
    main()
