"""House files: finding them, reading their TOML, and laying one over the other along ``extends``."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from common.errors import RulesetError
from common.files import is_file
from common.mistakes import lowered

__all__ = ["names", "resolve", "written"]

_LONGEST: Final = 100_000  # bytes of a house file; the bundled ones have a few thousand
_POINTS: Final = 64  # in one line: reading a.a.a… takes the square of its length
_DEEPEST: Final = 16  # houses that extend one another


def names(folder: Traversable) -> tuple[str, ...]:
    """The bundled houses, by name."""
    if not folder.is_dir():
        return ()
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def resolve(source: object, folder: Traversable) -> tuple[str, dict[str, Any]]:
    """What to call the house in a sentence, and all it says once laid over the houses it extends.

    Raises:
        RulesetError: if a name is unknown, a file cannot be read, or ``extends`` runs in a circle.
    """
    return _resolve(source, folder, None, ())


def _resolve(
    source: object, folder: Traversable, beside: Path | None, trail: tuple[str, ...]
) -> tuple[str, dict[str, Any]]:
    label, given, home = _read(source, folder, beside)
    here = str(home / label) if home is not None else label
    if here in trail:
        circle = " → ".join(Path(place).name for place in (*trail[trail.index(here) :], here))
        raise RulesetError(f"these houses extend one another in a circle: {circle}", "extends")
    if len(trail) >= _DEEPEST:
        raise RulesetError(f"{label}: more than {_DEEPEST} houses extend one another", "extends")
    parent = given.pop("extends", None)
    if parent is None:
        return label, given
    if not isinstance(parent, str):
        kind = type(parent).__name__
        raise RulesetError(f"{label}, extends: it must be the name of a house or a path, not {kind}", "extends")
    if parent not in names(folder) and (home is None or not _is_path(parent, home)):
        raise RulesetError(f"{label}, extends: {_unknown(parent, folder)}", "extends")
    _, base = _resolve(parent, folder, home, (*trail, here))
    return label, _laid_over(base, given)


def _laid_over(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    if "kind" in base and over.get("kind", base["kind"]) != base["kind"]:
        return dict(over)  # of another kind: what the old one said means nothing to it
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = _laid_over(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def _read(source: object, folder: Traversable, beside: Path | None) -> tuple[str, dict[str, Any], Path | None]:
    """A label, what the house itself says, and where it looks for houses beside it (None: bundled ones only)."""
    if isinstance(source, Mapping):
        name = source.get("name")
        return (name if isinstance(name, str) and name.isprintable() else "this house")[:60], dict(source), None
    if isinstance(source, str) and source in names(folder):
        given = _toml(source, (folder / f"{source}.toml").read_bytes())
        return source, {"name": source, **given}, None
    if isinstance(source, Path) or (isinstance(source, str) and _is_path(source, beside)):
        path = (beside or Path()) / Path(source)
        given = written(path)
        return path.name, {"name": path.stem, **given}, path.parent.resolve()
    if isinstance(source, str):
        raise RulesetError(_unknown(source, folder))
    raise RulesetError(f"a house is given by name, path or mapping, not by {type(source).__name__}")


def _is_path(source: str, beside: Path | None) -> bool:
    if "/" in source or "\\" in source or source.endswith(".toml"):
        return True
    return is_file((beside or Path()) / source)


def written(path: Path) -> dict[str, Any]:
    """What a house file itself says.

    Raises:
        RulesetError: if it cannot be read, is no TOML, or is larger than any house.
    """
    return _toml(path.name, _content(path))


def _unknown(name: str, folder: Traversable) -> str:
    known = names(folder)
    close = difflib.get_close_matches(name[:60], known, n=3)
    meant = f"; did you mean {' or '.join(close)}?" if close else ""
    there = f"there are {', '.join(known)}" if known else "there is none"
    return f"no house is called {name[:60]!r}: {there}{meant}"


def _content(path: Path) -> bytes:
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "is not there" if not path.exists() else "is no plain file"
            raise RulesetError(f"{str(path)!r:.200} {what}: a house is read from a TOML file")
        with path.open("rb") as file:
            content = file.read(_LONGEST + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, RulesetError):
            raise
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise RulesetError(f"{str(path)!r:.200} cannot be read: {why}") from None
    if len(content) > _LONGEST:
        raise RulesetError(f"{path.name} is longer than {_LONGEST} bytes: that is no house file")
    return content


def _toml(label: str, content: bytes) -> dict[str, Any]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        where = f"line {line}"
        raise RulesetError(f"{label}, {where}: this is not UTF-8 text", where) from None
    for number, written_line in enumerate(text.split("\n"), 1):
        if written_line.count(".") > _POINTS and not written_line.lstrip().startswith("#"):
            where = f"line {number}"
            raise RulesetError(f"{label}, {where}: more than {_POINTS} points in a line are no house's", where)
    try:
        # Decimal, so that a rake of 0.05 in a file is the exact 5 % it looks like.
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        at = re.search(r" \(at (line \d+)(, column \d+)\)$", str(error))
        if at is None:
            last = "at end of document" in str(error)
            where = f"line {text.count(chr(10)) + 1}" if last else ""
            why = str(error).partition(" (at ")[0] if last else "a number or a nesting that no house needs"
        else:
            where, why = at[1], str(error)[: at.start()] + at[2]
        raise RulesetError(f"{label}{f', {where}' if where else ''}: this is no TOML: {lowered(why)}", where) from None
