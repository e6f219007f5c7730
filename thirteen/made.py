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
from thirteen.api import actions_table, attributes_table, events_table, members_table
from thirteen.houses import bundled, load
from thirteen.keys import keys_table
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


_OF_THEIR_OWN: Final = ("specials.high_to_low", "waters.front", "waters.middle", "waters.back")
"""What has a table of its own: :func:`specials_table` and :func:`waters_table`."""


def house_table(game: str, houses: Sequence[str] = ()) -> str:
    """What each house of a game says, as a Markdown table: a line for each key, a column for each house."""
    columns = [
        {key: (said, value) for key, said, value in _leaves(load(game, name))} for name in _by_default(game, houses)
    ]
    lines = [line_of(("key", "what it decides", *(f"`{name}`" for name in _by_default(game, houses))))]
    lines.append(line_of("---" for _ in range(len(columns) + 2)))
    for key, (said, _) in columns[0].items():
        if key not in LABELS and key not in _OF_THEIR_OWN:
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
    """What each house pays for a row won, by type and place, where a house pays more than 1 (SS-6).

    A pack of 52 has no five of a kind, whatever the house says it would pay.
    """
    houses: dict[str, Any] = {name: load(game, name) for name in _by_default(game, ())}
    lines = [
        line_of(("row", "type", *(f"`{name}`" for name in houses))),
        line_of("---" for _ in range(len(houses) + 2)),
    ]
    for place in ("front", "middle", "back"):
        for kind in _choices(game, "TypeName"):
            units = [
                0 if kind == "five_of_a_kind" and each.deal.pack == 52 else getattr(each.waters, place).get(kind, 1)
                for each in houses.values()
            ]
            if max(units) > 1:
                cells = [str(each or "–") for each in units]
                lines.append(line_of((label(f"place.{place}"), label(f"row.{kind}"), *cells)))
    return "\n".join(lines)


def specials_table(game: str) -> str:
    """Each house's specials: waters; in brackets the place in its order; a sweep's factor and what tells two apart."""
    rules: dict[str, Any] = {name: load(game, name) for name in _by_default(game, ())}
    houses = {name: each.specials.high_to_low for name, each in rules.items()}
    lines = [line_of(("special", *(f"`{name}`" for name in houses))), line_of("---" for _ in range(len(houses) + 1))]
    for kind in _choices(game, "SpecialName"):
        cells = [
            next((_special(game, nth, each) for nth, each in enumerate(specials, 1) if kind in each.kinds), "–")
            for specials in houses.values()
        ]
        lines.append(line_of((f"{label(f'special.{kind}')}, {label(f'special.{kind}', 'zh')}", *cells)))
    return "\n".join(lines)


def _special(game: str, nth: int, special: Any) -> str:
    swept = f", ×{special.swept} in a sweep" if special.swept > 1 else ""
    ties = f", {value_words(game, 'ties', special.ties)}" if special.ties != "draw" else ""
    return f"{special.waters} ({nth}){swept}{ties}"


def _choices(game: str, name: str) -> tuple[str, ...]:
    found: tuple[str, ...] = get_args(getattr(import_module(f"{game}.ruleset"), name))
    return found


_MADE: Final = {
    "actions": actions_table,
    "attributes": attributes_table,
    "events": events_table,
    "houses": house_table,
    "keys": keys_table,
    "members": members_table,
    "phases": _phases,
    "specials": specials_table,
    "waters": waters_table,
}
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
