"""Records of either game, decided again by the game they name."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Executor
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from common import audit
from common import verify as hands
from common.audit import FileVerdict
from common.errors import RecordError
from common.record import Record
from common.verify import MakesGame, Verdict

__all__ = ["GAMES", "game_class", "verify", "verify_file"]

GAMES: Final = ("tienlen", "shisanshui")
"""The games there are, by the names they have in records."""


def game_class(name: str) -> MakesGame[Any] | None:
    """The game of a name, or None where there is none; only the game asked for is imported."""
    return getattr(import_module(name), "Game", None) if name in GAMES else None


def verify(record: Record, *, running: bool = False) -> Verdict:
    """Decide a recorded hand again under its own rules and compare every event; true when all agree.

    Args:
        record: the hand.
        running: whether a hand that is not over is in order too.

    Raises:
        RecordError: for what is no record.
    """
    if not isinstance(record, Record):
        raise RecordError(f"a Record is verified, not {type(record).__name__}; verify_file takes the path of a file")
    game = game_class(record.game)
    if game is None:
        sentence = f"there is no game called {record.game[:40]!r}"
        return Verdict(ok=False, message=sentence, hand=record.number, line=record.line, field="game")
    return hands.verify(record, game, running=running)


def verify_file(
    path: str | Path,
    head: str | None = None,
    rules: str | Collection[str] | None = None,
    executor: Executor | None = None,
    workers: int = 1,
) -> FileVerdict:
    """Check a whole file of records: chain, digests, every hand, and the deal where it was committed to.

    Args:
        path: the file; ``.gz`` and ``.zst`` are unpacked.
        head: the chain's head that the host kept; with it, a file that was rewritten throughout is found too.
        rules: the digest of the rules that the host kept, or several.
        executor: decides the hands, in place of this process; what is found is the same.
        workers: how many it has.

    Raises:
        RecordError: if the file cannot be opened.
    """
    return audit.verify_file(path, game_class, head=head, rules=rules, executor=executor, workers=workers)
