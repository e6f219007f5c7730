"""Every key of a game's house files, what it decides and what may stand there: made from the ruleset's JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from common.ruleset import Ruleset, json_schema
from thirteen.page import LABELS, first_sentence, line_of

__all__ = ["keys_table"]

_Schema = Mapping[str, Any]
_SHOWN: Final = 60
"""A default that is longer than so many characters is left out; the bundled houses show how it is written."""


def keys_table(game: str) -> str:
    """A line for each key that a house file of a game may have: what it decides, its alternatives, its default."""
    model: type[Ruleset] = import_module(f"{game}.ruleset").Ruleset
    schema = json_schema(model)
    heads = ("key", "what it decides", "what may stand there", "where nothing stands")
    lines = [line_of(heads), line_of("---" for _ in heads)]
    for key, field, default in _leaves(schema, schema["$defs"], ""):
        if key not in LABELS:
            said = first_sentence(field.get("description")) or "Which of these it is"
            lines.append(line_of((f"`{key}`", said, _choice(field, schema["$defs"]), default)))
    return "\n".join(lines)


def _leaves(concept: _Schema, defs: _Schema, trail: str) -> Iterator[tuple[str, _Schema, str]]:
    """Each key below a concept, with its dotted trail; what a list's tables and alternatives have comes after them."""
    for name, field in concept["properties"].items():
        key, inner = f"{trail}{name}", _meant(field, defs)
        if "properties" in inner:
            yield from _leaves(inner, defs, f"{key}.")
            continue
        required = name in concept.get("required", ())
        yield key, field, "must be said" if required else _default(field.get("default", _empty(field)))
        within = [_meant(each, defs) for each in inner.get("oneOf", ())]
        if "items" in inner:
            within.append(_meant(inner["items"], defs))
        for each in within:
            for leaf in _leaves(each, defs, f"{key}.") if "properties" in each else ():
                if not leaf[0].endswith(".kind"):
                    yield leaf


def _meant(field: _Schema, defs: _Schema) -> _Schema:
    """What a schema refers to."""
    found: _Schema = defs[field["$ref"].rpartition("/")[2]] if "$ref" in field else field
    return found


def _empty(field: _Schema) -> object:
    return {} if field.get("type") == "object" else []


def _default(value: object) -> str:
    text = _toml(value)
    return f"`{text}`" if len(text) <= _SHOWN else "as in the bundled houses"


def _toml(value: object) -> str:
    """A default as TOML has it."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key} = {_toml(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _choice(field: _Schema, defs: _Schema) -> str:
    """What may stand at a key, in words."""
    inner = _meant(field, defs)
    if "enum" in inner:
        return ", ".join(f"`{_toml(each)}`" for each in inner["enum"])
    if "oneOf" in inner:
        kinds = [_meant(each, defs)["properties"] for each in inner["oneOf"]]
        return " or ".join(f"`{_example(each)}`" for each in kinds)
    kind = inner["type"]
    if kind == "boolean":
        return "`true`, `false`"
    if kind == "integer":
        return f"{inner['minimum']} … {inner['maximum']:,}"
    if kind == "array":
        whole = inner.get("prefixItems", ())
        if whole:
            return f"a list of {len(whole)}: {_choice(whole[0], defs)}"
        of = _meant(inner["items"], defs)
        if "properties" in of:
            return f"a list of tables `{{ {', '.join(f'{name} = …' for name in of['properties'])} }}`"
        least = " of one at least" if inner.get("minItems") else ""
        return f"a list{least}: {_choice(of, defs)}"
    if kind == "object":
        names = ", ".join(f"`{name}`" for name in inner.get("propertyNames", {}).get("enum", ()))
        return f"a table: for each of {names or 'its keys'}, {_choice(inner['additionalProperties'], defs)}"
    return "text"


def _example(properties: _Schema) -> str:
    """One of several alternatives, as TOML has it."""
    parts = [f"{name} = {_toml(each['const']) if 'const' in each else '…'}" for name, each in properties.items()]
    return f"{{ {', '.join(parts)} }}"
