"""What can be simulated: each game by its name, with its houses and its bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

from common.bots import BotFactory
from common.bulk import PlaysInBulk
from common.errors import ThirteenError
from common.ruleset import Ruleset
from common.verify import MakesGame
from thirteen.checking import GAMES, game_class
from thirteen.limits import printing_aside
from thirteen.outside import program

__all__ = [
    "HAS_ONE_WINNER",
    "ArenaError",
    "bot",
    "bots",
    "bulk_of",
    "game",
    "house",
    "in_bulk",
    "is_own",
    "one_line",
    "usual",
]


HAS_ONE_WINNER: Final = frozenset({"tienlen"})
"""Where each hand is won by one seat alone; elsewhere by all that end above 0."""


class ArenaError(ThirteenError, ValueError):
    """A run that cannot be begun: a game, a bot or a table that there is not."""


def game(name: str) -> MakesGame[Any]:
    """A game's class, by the game's name.

    Raises:
        ArenaError: naming the games there are.
    """
    found = game_class(name)
    if found is None or not bots(name):
        there = ", ".join(known for known in GAMES if bots(known))
        raise ArenaError(f"no game called {name[:40]!r} can be simulated: there are {there}")
    return found


def house(name: str, rules: str | Path | Mapping[str, Any] | Ruleset) -> Ruleset:
    """A house of a game by name, path or mapping.

    Raises:
        RulesetError: saying where and why it cannot be read or played.
        ArenaError: for a game that there is not.
    """
    game(name)
    return cast("Ruleset", import_module(f"{name}.ruleset").load_ruleset(rules))


def bots(name: str) -> Mapping[str, BotFactory]:
    """The bots that come with a game, by name; none for a game that has none."""
    module = _part(name, "bots")
    return {} if module is None else cast("Mapping[str, BotFactory]", module.BOTS)


def usual(name: str) -> list[str]:
    """The bots to play with where nobody says which: one for all seats, or one for each of four."""
    return {"tienlen": ["planner", "cautious", "planner", "cautious"]}.get(name, ["first-hint"])


def bulk_of(name: str) -> PlaysInBulk | None:
    """A game's kernel; None where it has none."""
    return cast("PlaysInBulk | None", _part(name, "bulk"))


def in_bulk(name: str, bots: Sequence[str]) -> PlaysInBulk | None:
    """What plays hands between these bots in bulk; None where the game has no kernel that knows them all."""
    kernel = bulk_of(name)
    return kernel if kernel is not None and set(bots) <= set(kernel.POLICIES) else None


def _part(name: str, part: str) -> Any:
    """A module of a game, or None where the game has none of this name."""
    if name not in GAMES:
        return None
    try:
        return import_module(f"{name}.{part}")
    except ModuleNotFoundError as missing:
        if missing.name != f"{name}.{part}":
            raise
        return None


OUTSIDE: Final = "cmd:"
"""How a bot begins that is a program of its own."""


def is_own(name: str, spec: str) -> bool:
    """Whether a bot is a class of one's own, not one that comes with the game and not a program."""
    return not spec.startswith(OUTSIDE) and spec.partition(":")[0] not in bots(name)


def bot(name: str, spec: str, limit: float = 5.0) -> BotFactory:
    """What makes a bot: the name of one that comes with the game, or ``module:name`` of one's own, or ``cmd:command``.

    One that can be limited takes its limits behind its name: ``searcher:2000``, ``searcher:2000:50ms``.

    Args:
        limit: how many seconds a program may take for a decision.

    Raises:
        ArenaError: saying what was not found.
    """
    if not _is_text(spec):
        raise ArenaError(f"the bot {spec[:80]!r} must be named in valid Unicode text: reports are written in it")
    if spec.startswith(OUTSIDE):
        try:
            made: Any = game_class(name)
            return program(spec.removeprefix(OUTSIDE), made.actions, limit)
        except ValueError as error:
            raise ArenaError(str(error)) from None
    own = bots(name)
    if spec in own:
        return own[spec]
    module, colon, attribute = spec.partition(":")
    limited = getattr(own.get(module), "limited", None)
    if limited is not None:
        try:
            return cast("BotFactory", limited(attribute))
        except ValueError as error:
            raise ArenaError(str(error)) from None
    if not colon:
        raise ArenaError(
            f"{name} has no bot called {spec[:60]!r}: there are {', '.join(own)}, "
            "or your own as module:name or cmd:command"
        )
    try:
        with printing_aside():
            found: Any = import_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a module may raise anything, and so may a name of none
        why = _not_found(module, error) or one_line(error)[:200]
        raise ArenaError(f"the bot {spec[:80]!r} cannot be imported: {why}") from None
    for part in attribute.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise ArenaError(f"the bot {spec[:80]!r} is not there: {module} has nothing callable called {attribute[:40]!r}")
    return cast("BotFactory", found)


def _not_found(module: str, error: BaseException) -> str | None:
    """What to do about a module that is not found; None where something else is wrong with it."""
    path = Path(module)
    if path.suffix == ".py" or len(path.parts) > 1:
        return (
            f"it is named by its module, which is {path.name.removesuffix('.py')[:40]!r}, not by a file; put "
            f"PYTHONPATH={str(path.parent)[:40]} before the command"
        )
    if isinstance(error, ModuleNotFoundError) and error.name and f"{module}.".startswith(f"{error.name}."):
        return (
            f"there is no module {error.name[:40]!r}; put PYTHONPATH=. before the command where it lies in the "
            "folder you are in"
        )
    return None


def _is_text(spec: str) -> bool:
    try:
        spec.encode()
    except UnicodeEncodeError:
        return False
    return True


def one_line(error: BaseException) -> str:
    """What was raised, as one line of at most 500 characters that can be printed, whoever wrote the exception."""
    try:
        said = " ".join(f"{type(error).__name__}: {error}".split())
    except BaseException as worse:  # noqa: BLE001 - not even its text is sure to come
        said = f"{type(error).__name__}, whose text raises {type(worse).__name__}"
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in said[:500])
