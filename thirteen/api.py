"""What authors of bots and clients read: a game's views, in Python and in JSON, its events and actions, as tables."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel

from thirteen.page import first_sentence, line_of

__all__ = ["actions_table", "attributes_table", "events_table", "members_table"]

_INSIDE: Final = frozenset({"book", "table", "folded"})
"""What of a view serves the engine itself."""


def attributes_table(game: str) -> str:
    """A line for each attribute of a game's view in Python."""
    view = import_module(game).View
    found = {
        "rules": "The house's ruleset",
        "seat": "Whose view it is; None for a spectator",
    }
    for kind in reversed(view.__mro__):
        for name, attribute in vars(kind).items():
            if name[0] != "_" and name not in _INSIDE and isinstance(attribute, property):
                found[name] = _said(inspect.getdoc(attribute))
    for name in ("holding_of", "layout_of"):
        if hasattr(view, name):
            found[f"{name}(seat)"] = first_sentence(inspect.getdoc(getattr(view, name)))
    return _table(("`view.…`", "what it is"), ((f"`{name}`", said) for name, said in found.items()))


def members_table(game: str) -> str:
    """A line for each member of a game's view in JSON."""
    return _table(
        ("member", "what it is"),
        (
            (f"`{name}`", _said(field.description) + _within(field.annotation))
            for name, field in import_module(f"{game}.public").PublicView.model_fields.items()
        ),
    )


def events_table(game: str) -> str:
    """A line for each type of a game's events: the members it has, and what it means."""
    return _table(("type", "members", "what happened"), map(_line, _kinds(import_module(f"{game}.events").AnyEvent)))


def actions_table(game: str) -> str:
    """A line for each type of a game's actions: the members it has beside ``seat`` and ``at``, and what it means."""
    return _table(("type", "members", "what it asks"), map(_line, _kinds(import_module(f"{game}.actions").AnyAction)))


def _kinds(union: Any) -> tuple[type[BaseModel], ...]:
    kinds: tuple[type[BaseModel], ...] = get_args(get_args(union)[0])
    return kinds


def _line(kind: type[BaseModel]) -> tuple[str, str, str]:
    members = ", ".join(f"`{name}`" for name in kind.model_fields if name not in {"type", "at"})
    return f"`{kind.model_fields['type'].default}`", members, first_sentence(inspect.getdoc(kind))


def _within(annotation: Any) -> str:
    """What a member may be, or what members it has itself; nothing for a plain one."""
    for each in (annotation, *get_args(annotation)):
        if get_origin(each) is Literal and len(get_args(each)) > 1:
            return ": " + ", ".join(f"`{choice}`" for choice in get_args(each))
        if inspect.isclass(each) and issubclass(each, BaseModel):
            return ": " + ", ".join(f"`{name}`" for name in each.model_fields if name != "type")
    return ""


def _said(description: str | None) -> str:
    return first_sentence(description).replace("``", "`")


def _table(heads: tuple[str, ...], lines: Iterator[tuple[str, ...]]) -> str:
    return "\n".join([line_of(heads), line_of("---" for _ in heads), *map(line_of, lines)])
