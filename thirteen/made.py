"""Parts of the documents that are made from the code: tables of houses, pictures of phases.

A part stands between ``<!-- made: houses tienlen -->`` and ``<!-- end -->``.  ``python -m thirteen.made FILE…`` writes
the parts of these files anew; with ``--check`` it only says whether they are current.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

from pydantic import BaseModel

from common.labels import label
from thirteen.houses import bundled, load
from thirteen.page import LABELS, first_sentence, line_of, value_words

__all__ = ["house_table", "specials_table", "waters_table", "written"]


def _leaves(concept: BaseModel, trail: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every value of a ruleset that is no concept itself: its dotted key, what it means, and the value."""
    for name, field in type(concept).model_fields.items():
        value, key = getattr(concept, name), field.alias or name
        if isinstance(value, BaseModel) and field.discriminator is None:
            yield from _leaves(value, f"{trail}{key}.")
        else:
            yield f"{trail}{key}", first_sentence(field.description), value


def house_table(game: str, houses: Sequence[str] = ()) -> str:
    """What each house of a game says, as a Markdown table: a line for each key, a column for each house."""
    columns = [
        {key: (said, value) for key, said, value in _leaves(load(game, name))} for name in _by_default(game, houses)
    ]
    lines = [line_of(("key", "what it decides", *(f"`{name}`" for name in _by_default(game, houses))))]
    lines.append(line_of("---" for _ in range(len(columns) + 2)))
    for key, (said, _) in columns[0].items():
        if key not in LABELS:
            words = [value_words(game, key.rpartition(".")[2], column[key][1]) for column in columns]
            lines.append(line_of((f"`{key}`", said, *words)))
    return "\n".join(lines)


def _by_default(game: str, houses: Sequence[str]) -> Sequence[str]:
    names = houses or bundled(game)
    return sorted(names, key=lambda name: (name != "meitian", len(name)))


def _phases(game: str) -> str:
    diagram: str = import_module(f"{game}.phases").FLOW.diagram()
    return f"```mermaid\n{diagram}\n```"


def waters_table(game: str) -> str:
    """What each house pays for a row won, by type and place, where a house pays more than 1 (SS-6)."""
    houses: dict[str, Any] = {name: load(game, name) for name in _by_default(game, ())}
    waters = {name: rules.waters for name, rules in houses.items()}
    lines = [
        line_of(("row", "type", *(f"`{name}`" for name in houses))),
        line_of("---" for _ in range(len(houses) + 2)),
    ]
    for place in ("front", "middle", "back"):
        for kind in _choices(game, "TypeName"):
            units = [getattr(each, place).get(kind, 1) for each in waters.values()]
            if max(units) > 1:
                lines.append(line_of((label(f"place.{place}"), label(f"row.{kind}"), *map(str, units))))
    return "\n".join(lines)


def specials_table(game: str) -> str:
    """Each house's specials with their waters and, in brackets, their place in its order (SS-5)."""
    rules: dict[str, Any] = {name: load(game, name) for name in _by_default(game, ())}
    houses = {name: each.specials.high_to_low for name, each in rules.items()}
    lines = [line_of(("special", *(f"`{name}`" for name in houses))), line_of("---" for _ in range(len(houses) + 1))]
    for kind in _choices(game, "SpecialName"):
        cells = [
            next((f"{each.waters} ({nth})" for nth, each in enumerate(specials, 1) if kind in each.kinds), "–")
            for specials in houses.values()
        ]
        lines.append(line_of((f"{label(f'special.{kind}')}, {label(f'special.{kind}', 'zh')}", *cells)))
    return "\n".join(lines)


def _choices(game: str, name: str) -> tuple[str, ...]:
    found: tuple[str, ...] = get_args(getattr(import_module(f"{game}.ruleset"), name))
    return found


_MADE: Final = {"houses": house_table, "phases": _phases, "specials": specials_table, "waters": waters_table}
_MARK: Final = re.compile(r"(<!-- made: (\w+) (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def written(document: str) -> str:
    """A document with what stands between its markers (``<!-- made: houses tienlen -->`` …) made anew."""
    return _MARK.sub(lambda mark: f"{mark[1]}{_MADE[mark[2]](mark[3])}\n{mark[4]}", document)


def _main(arguments: Sequence[str]) -> int:
    stale = 0
    for argument in arguments:
        if argument != "--check":
            path = Path(argument)
            old = path.read_text(encoding="utf-8")
            new = written(old)
            if old != new:
                stale += 1
                sys.stdout.write(f"{path}: {'is not current' if '--check' in arguments else 'written'}\n")
                if "--check" not in arguments:
                    path.write_text(new, encoding="utf-8")
    return int(bool(stale) and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
