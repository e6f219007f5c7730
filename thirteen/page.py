"""A house's rules as a page that a player can read, made from the ruleset: its docstrings, its values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from pydantic import BaseModel

from common.cards import SUITS, SYMBOLS
from common.labels import LabelError, label
from common.ruleset import Ruleset

__all__ = ["LABELS", "first_sentence", "line_of", "page", "value_words"]

_FAMILIES: Final = {
    "tienlen": ("play", "dealt_win", "kind"),
    "shisanshui": ("row", "special", "place"),
}
_ORDERED: Final = {"low_to_high": " < ", "high_to_low": " > ", "suits": " > "}
LABELS: Final = ("name", "title")
"""What a house is called, and no part of its rules."""


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
    fields = [name for name in type(rules).model_fields if name not in (*LABELS, "money")]
    chapters = [name for name in (*fields, "money") if isinstance(getattr(rules, name), (BaseModel, Mapping))]
    for name in fields:
        if name not in chapters:
            lines.append(_bullet(game, name, type(rules).model_fields[name].description, getattr(rules, name), lang))
    for name in chapters:
        value, description = getattr(rules, name), type(rules).model_fields[name].description
        if isinstance(value, BaseModel):
            lines += ["", f"## {first_sentence(type(value).__doc__)}", "", *_chapter(game, value, 3, lang)]
        else:
            lines += ["", f"## {first_sentence(description)}", "", *_mapping(game, name, value, lang)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def _chapter(game: str, concept: BaseModel, depth: int, lang: str) -> Iterator[str]:
    """What a concept says: single values first, then what has lines of its own."""
    after = list[str]()
    for name, field in type(concept).model_fields.items():
        value, key = getattr(concept, name), field.alias or name
        heading = ["", f"{'#' * depth} {first_sentence(field.description)}", ""]
        if isinstance(value, BaseModel):
            if isinstance(field.discriminator, str):
                chosen = value_words(game, field.discriminator, getattr(value, field.discriminator), lang)
                heading += [f"**{chosen[:1].upper()}{chosen[1:]}.** {first_sentence(type(value).__doc__)}.", ""]
            after += [*heading, *_chapter(game, value, depth + 1, lang)]
        elif isinstance(value, Mapping) and value:
            after += [*heading, *_mapping(game, key, value, lang)]
        elif value and isinstance(value, Sequence) and isinstance(value[0], BaseModel):
            after += [*heading, *_rows(game, value, lang)]
        elif field.description:
            yield _bullet(game, key, field.description, value, lang)
    yield from after


def _bullet(game: str, key: str, description: str | None, value: Any, lang: str) -> str:
    return f"- {first_sentence(description)}: **{value_words(game, key, value, lang)}**"


def _mapping(game: str, key: str, value: Mapping[str, Any], lang: str) -> Iterator[str]:
    for k, v in value.items():
        yield f"- {_name(game, key, str(k), lang)}: {value_words(game, key, v, lang)}"
    if not value:
        yield f"- {label('value.none', lang)}"


def _rows(game: str, concepts: Sequence[BaseModel], lang: str) -> Iterator[str]:
    """Concepts of one kind as a table; a column for each field in which they are not all as by default."""
    fields = type(concepts[0]).model_fields
    shown = [name for name, field in fields.items() if any(getattr(c, name) != field.default for c in concepts)]
    yield line_of(first_sentence(fields[name].description) for name in shown)
    yield line_of("---" for _ in shown)
    for concept in concepts:
        yield line_of(value_words(game, name, getattr(concept, name), lang) for name in shown)


def line_of(cells: Iterable[str]) -> str:
    """A line of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def first_sentence(description: str | None) -> str:
    """The first sentence of a docstring on one line, without its full stop; ids of rules stay."""
    first = " ".join((description or "").partition("\n\n")[0].split())
    return first.removesuffix(".")


def _fields(concept: BaseModel) -> Iterator[tuple[str, Any]]:
    for name, field in type(concept).model_fields.items():
        yield field.alias or name, getattr(concept, name)
