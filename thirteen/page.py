"""A house's rules as a page that a player can read, made from the ruleset: its docstrings, its values.

The tables and diagrams in ``docs/rules/*.md`` are made here as well: ``python -m thirteen.page FILE…`` writes what
stands between their markers anew, ``--check`` says whether it is current.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from common.cards import SUITS, SYMBOLS
from common.labels import LabelError, label
from common.ruleset import Ruleset
from thirteen.houses import bundled, load

__all__ = ["house_table", "page", "value_words", "written"]

_FAMILIES: Final = {
    "tienlen": ("play", "dealt_win", "kind"),
    "shisanshui": ("row", "special", "place"),
}
_ORDERED: Final = {"low_to_high": " < ", "high_to_low": " > ", "suits": " > "}
_LABELS: Final = ("name", "title")


def value_words(game: str, key: str, value: Any, lang: str = "en") -> str:
    """A value of a ruleset as players say it; ``key`` is the name of the field that has it."""
    if isinstance(value, bool):
        return label(f"value.{str(value).lower()}", lang)
    if isinstance(value, (int, Decimal)):
        return f"{value:f}" if isinstance(value, Decimal) else str(value)
    if isinstance(value, str):
        return _name(game, key, value, lang)
    if isinstance(value, BaseModel):
        return "; ".join(value_words(game, *leaf, lang) for leaf in _fields(value))
    if isinstance(value, Mapping):
        each = [f"{_name(game, key, str(k), lang)}: {value_words(game, key, v, lang)}" for k, v in value.items()]
        return "; ".join(each) or label("value.none", lang)
    joint = _ORDERED.get(key, ", ")
    return joint.join(value_words(game, key, each, lang) for each in value) or label("value.none", lang)


def _name(game: str, key: str, value: str, lang: str) -> str:
    if value in SUITS and len(value) == 1:
        return SYMBOLS[SUITS.index(value)]
    for family in (f"value.{key}", *_FAMILIES[game]):
        try:
            return label(f"{family}.{value}", lang)
        except LabelError:
            continue
    return value


def page(rules: Ruleset, game: str, lang: str = "en") -> str:
    """The house's rules in Markdown: what a player reads before sitting down."""
    lines = [f"# {rules.title}", "", f"{label(f'game.{game}', lang)}, `{rules.name}`, rules `{rules.digest[:12]}`.", ""]
    fields = [name for name in type(rules).model_fields if name not in (*_LABELS, "money")]
    chapters = [name for name in (*fields, "money") if isinstance(getattr(rules, name), (BaseModel, Mapping))]
    for name in fields:
        if name not in chapters:
            lines.append(_bullet(game, name, type(rules).model_fields[name].description, getattr(rules, name), lang))
    for name in chapters:
        value, description = getattr(rules, name), type(rules).model_fields[name].description
        if isinstance(value, BaseModel):
            lines += ["", f"## {_sentence(type(value).__doc__)}", "", *_chapter(game, value, 3, lang)]
        else:
            lines += ["", f"## {_sentence(description)}", "", *_mapping(game, name, value, lang)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def _chapter(game: str, concept: BaseModel, depth: int, lang: str) -> Iterator[str]:
    """What a concept says: single values first, then what has lines of its own."""
    after = list[str]()
    for name, field in type(concept).model_fields.items():
        value, key = getattr(concept, name), field.alias or name
        heading = ["", f"{'#' * depth} {_sentence(field.description)}", ""]
        if isinstance(value, BaseModel):
            if isinstance(field.discriminator, str):
                chosen = value_words(game, field.discriminator, getattr(value, field.discriminator), lang)
                heading += [f"**{chosen[:1].upper()}{chosen[1:]}.** {_sentence(type(value).__doc__)}.", ""]
            after += [*heading, *_chapter(game, value, depth + 1, lang)]
        elif isinstance(value, Mapping) and value:
            after += [*heading, *_mapping(game, key, value, lang)]
        elif value and isinstance(value, Sequence) and isinstance(value[0], BaseModel):
            after += [*heading, *_rows(game, value, lang)]
        elif field.description:
            yield _bullet(game, key, field.description, value, lang)
    yield from after


def _bullet(game: str, key: str, description: str | None, value: Any, lang: str) -> str:
    return f"- {_sentence(description)}: **{value_words(game, key, value, lang)}**"


def _mapping(game: str, key: str, value: Mapping[str, Any], lang: str) -> Iterator[str]:
    for k, v in value.items():
        yield f"- {_name(game, key, str(k), lang)}: {value_words(game, key, v, lang)}"
    if not value:
        yield f"- {label('value.none', lang)}"


def _rows(game: str, concepts: Sequence[BaseModel], lang: str) -> Iterator[str]:
    """Concepts of one kind as a table; a column for each field in which they are not all as by default."""
    fields = type(concepts[0]).model_fields
    shown = [name for name, field in fields.items() if any(getattr(c, name) != field.default for c in concepts)]
    yield _cells(_sentence(fields[name].description) for name in shown)
    yield _cells("---" for _ in shown)
    for concept in concepts:
        yield _cells(value_words(game, name, getattr(concept, name), lang) for name in shown)


def _cells(cells: Any) -> str:
    return f"| {' | '.join(cells)} |"


def _sentence(description: str | None) -> str:
    """The first sentence of a docstring on one line, without its full stop; ids of rules stay."""
    first = " ".join((description or "").partition("\n\n")[0].split())
    return first.removesuffix(".")


def _fields(concept: BaseModel) -> Iterator[tuple[str, Any]]:
    for name, field in type(concept).model_fields.items():
        yield field.alias or name, getattr(concept, name)


def _leaves(concept: BaseModel, trail: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every value of a ruleset that is no concept itself: its dotted key, what it means, and the value."""
    for name, field in type(concept).model_fields.items():
        value, key = getattr(concept, name), field.alias or name
        if isinstance(value, BaseModel) and field.discriminator is None:
            yield from _leaves(value, f"{trail}{key}.")
        else:
            yield f"{trail}{key}", _sentence(field.description), value


def house_table(game: str, houses: Sequence[str] = ()) -> str:
    """What each house of a game says, as a Markdown table: a line for each key, a column for each house."""
    columns = [
        {key: (said, value) for key, said, value in _leaves(load(game, name))} for name in _by_default(game, houses)
    ]
    lines = [_cells(("key", "what it decides", *(f"`{name}`" for name in _by_default(game, houses))))]
    lines.append(_cells("---" for _ in range(len(columns) + 2)))
    for key, (said, _) in columns[0].items():
        if key not in _LABELS:
            words = [value_words(game, key.rpartition(".")[2], column[key][1]) for column in columns]
            lines.append(_cells((f"`{key}`", said, *words)))
    return "\n".join(lines)


def _by_default(game: str, houses: Sequence[str]) -> Sequence[str]:
    names = houses or bundled(game)
    return sorted(names, key=lambda name: (name != "meitian", len(name)))


def _phases(game: str) -> str:
    diagram: str = import_module(f"{game}.phases").FLOW.diagram()
    return f"```mermaid\n{diagram}\n```"


_MADE: Final = {"houses": house_table, "phases": _phases}
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
