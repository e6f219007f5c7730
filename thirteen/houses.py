"""Houses of either game by name or by file: which game a house is of, said or found out."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from common.errors import RulesetError
from common.files import is_file
from common.house import written
from common.ruleset import Ruleset
from thirteen.checking import GAMES

__all__ = ["bundled", "games_of", "known", "load"]


def bundled(game: str) -> tuple[str, ...]:
    """The names of the houses that come with a game."""
    return cast("tuple[str, ...]", import_module(f"{game}.ruleset").rulesets())


def load(game: str, source: str) -> Ruleset:
    """A house of this game by name or by path.

    Raises:
        RulesetError: saying where and why it cannot be read or played.
    """
    return cast("Ruleset", import_module(f"{game}.ruleset").load_ruleset(source))


def games_of(source: str) -> tuple[str, ...]:
    """The games that have a house of this name or, for a file, in which it can be played; none if there is neither.

    Of a file that can be played in none it is the game it seems to be written for: whose keys and houses it names
    most of, Tiến lên if none is ahead.
    """
    named = tuple(game for game in GAMES if source in bundled(game))
    if named or not is_file(source):
        return named
    sound = tuple(game for game in GAMES if _is_sound(game, source))
    if sound:
        return sound
    try:
        content = written(Path(source))
    except RulesetError:
        return GAMES[:1]  # what is wrong with it is told in the same words by both games
    return (max(GAMES, key=lambda game: sum(_signs(game, content))),)


def _is_sound(game: str, source: str) -> bool:
    try:
        load(game, source)
    except RulesetError:
        return False
    return True


def _signs(game: str, content: dict[str, Any]) -> Iterator[int]:
    module = import_module(f"{game}.ruleset")
    for key, value in content.items():
        field = module.Ruleset.model_fields.get(key)
        if key == "extends":
            yield 20 * (value in bundled(game))
        elif field is not None:
            inner = getattr(field.annotation, "model_fields", {})
            yield 2 + (sum(name in inner for name in value) if isinstance(value, dict) else 0)


def known(source: str) -> None:
    """Refuse what is neither a house's name nor a file.

    Raises:
        RulesetError: naming the houses there are.
    """
    if not games_of(source):
        there = "; ".join(f"{game}: {', '.join(bundled(game))}" for game in GAMES)
        raise RulesetError(f"no house is called {source[:60]!r} and no file is there; {there}")
