"""Figures as CSV, one a line: which table, which row of it, which figure, its value."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from common.errors import ThirteenError

__all__ = ["CsvError", "figures", "write_csv"]

HEADER: Final = ("table", "row", "figure", "value")
_NAMES: Final = ("bot", "name")
_LEFT_OUT: Final = frozenset({"record"})  # whole hands: they are in the JSON


class CsvError(ThirteenError, OSError):
    """A file that cannot be written."""


def figures(plain: Mapping[str, Any]) -> Iterator[tuple[str, str, str, Any]]:
    """Every single value of a report's plain form.

    >>> list(figures({"game": "tienlen", "bots": [{"bot": "a", "hands": 3}], "payments": {"chop": {"units": 7}}}))
    [('run', '', 'game', 'tienlen'), ('bots', '1 a', 'hands', 3), ('payments', 'chop', 'units', 7)]
    """
    for key, value in plain.items():
        if not isinstance(value, dict | list):
            yield "run", "", key, value
            continue
        for row, inner in _items(value):
            named = isinstance(value, list) and isinstance(inner, Mapping) and next(iter(inner)) in _NAMES
            for path, found in _leaves(inner):
                if not (named and path == (next(iter(inner)),)):
                    yield key, row, ".".join(path) or "value", found


def _items(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from value.items()
        return
    for nth, inner in enumerate(value, 1):
        first = next(iter(inner.items()), ("", "")) if isinstance(inner, Mapping) else ("", "")
        yield (f"{nth} {first[1]}" if first[0] in _NAMES else str(nth)), inner


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if not isinstance(value, dict | list):
        yield path, value
        return
    for key, inner in _items(value):
        if key not in _LEFT_OUT:
            yield from _leaves(inner, (*path, key))


def write_csv(plain: Mapping[str, Any], path: str | Path) -> None:
    """Write all figures of a report to a file, after a line of headings.

    Raises:
        CsvError: if it cannot be written.
    """
    try:
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(HEADER)
            writer.writerows(figures(plain))
    except OSError as error:
        raise CsvError(f"{path} cannot be written: {error.strerror or error}") from None
