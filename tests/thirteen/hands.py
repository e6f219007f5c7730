"""Recorded hands for the tests of the uses."""

from __future__ import annotations

import random
from pathlib import Path

import shisanshui
import tienlen
from common.money import Stakes
from common.record import Record, RecordWriter

__all__ = ["CHOPPED", "arranged", "played", "record_file"]

CHOPPED = (
    "3h 3d 4h 4d 5h 5d 9h Th Jd Qd Kd Ad 2h",
    "6h 6d 7h 7d 8h 8d 9d Td Jh Qh Kh Ah 2d",
    "3c 8c 9c Tc Jc Qc Kc Ac 2c 9s 8s Ts Js",
    "4s 4c 5s 5c 6s 6c 7s 7c Qs Ks As 2s 3s",
)
"""A deal in which a run of three pairs is led and chopped twice."""


def played(seed: int, rules: str = "meitian", stakes: Stakes | None = None, *, most: int | None = None) -> tienlen.Game:
    """A hand between seats that do anything legal; with ``most``, stopped after so many acts."""
    game = tienlen.Game(rules, stakes=stakes)
    game.deal(seed=seed)
    chance, acts = random.Random(seed), 0
    while not game.is_over and (most is None or acts < most):
        legal = game.legal_actions(min(game.awaiting))
        game.act(legal[chance.randrange(len(legal))])
        acts += 1
    return game


def arranged(
    seed: int, rules: str = "meitian", stakes: Stakes | None = None, *, most: int | None = None
) -> shisanshui.Game:
    """A hand of 十三水 in which every seat's time runs out; with ``most``, of so many seats only."""
    game = shisanshui.Game(rules, stakes=stakes)
    game.deal(seed=seed)
    for seat in sorted(game.awaiting)[:most]:
        game.act(shisanshui.Timeout(seat=seat))
    return game


def record_file(path: Path, hands: int = 3, rules: str = "meitian", stakes: Stakes | None = None) -> str:
    """A file with so many hands, numbered from 0; returns the chain's head."""
    with RecordWriter(path, append=False) as writer:
        for number in range(hands):
            writer.write(Record.of(played(number, rules, stakes), number))
        return writer.head
